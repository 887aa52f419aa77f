"""The command ``kuhncfr`` and its subcommands."""

import sys
from io import TextIOWrapper
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

import kuhncfr as kc
from kuhncfr.cli.commands.diagnose import diagnose
from kuhncfr.cli.commands.evaluate import evaluate
from kuhncfr.cli.commands.nash import nash
from kuhncfr.cli.commands.play import play
from kuhncfr.cli.commands.report import report
from kuhncfr.cli.commands.simulate import simulate
from kuhncfr.cli.commands.solve import solve
from kuhncfr.cli.errors import BAD_INPUT, INTERRUPTED, OF_THE_INPUT, one_line
from kuhncfr.cli.options import option
from kuhncfr.cli.output import notice
from kuhncfr.cli.registry import GameCommand


class _Commands(TyperGroup):
    """Print one line for bad input that Typer does not detect, and for Ctrl-C, about which Typer is silent."""

    def invoke(self, context: Any) -> Any:
        try:
            return super().invoke(context)
        except BrokenPipeError:  # Typer ends quietly
            raise
        except OF_THE_INPUT as error:
            notice(f"kuhncfr: {one_line(error)}")
            raise typer.Exit(BAD_INPUT) from None
        except KeyboardInterrupt:
            notice("Interrupted.")
            raise typer.Exit(INTERRUPTED) from None
        finally:
            print(end="", flush=True)  # a closed pipe is noticed here, not when Python ends


app = typer.Typer(name="kuhncfr", cls=_Commands, no_args_is_help=True, pretty_exceptions_enable=False)


def _print_version(requested: bool) -> None:
    if requested:
        typer.echo(f"kuhncfr {kc.__version__}")
        raise typer.Exit


Version = Annotated[bool, option("Print the version and stop.", "", None, "--version", callback=_print_version, is_eager=True)]


@app.callback(epilog="Example: kuhncfr solve kuhn --iterations 1000 --save kuhn.json")
def kuhncfr(version: Version = False) -> None:
    """Solve, evaluate and play Kuhn poker and related games by counterfactual regret minimization."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a name may have characters that the terminal lacks


for command, cls, example in (
    (solve, GameCommand, "kuhncfr solve kuhn --ante 1/2 --iterations 1000 --save kuhn.json"),
    (simulate, GameCommand, "kuhncfr simulate kuhn.json --hands 100000 --seed 1"),
    (evaluate, GameCommand, "kuhncfr evaluate kuhn.json"),
    (report, GameCommand, "kuhncfr report --game kuhn --players 3 --iterations 10000 --out report.xlsx"),
    (play, GameCommand, "kuhncfr play --game kuhn --seat 1"),
    (nash, GameCommand, "kuhncfr nash one-bet --ante 2"),
    (diagnose, None, "kuhncfr diagnose mine:solve"),
):
    app.command(cls=cls, epilog=f"Example: {example}")(command)
