"""The command ``kuhncfr`` and its subcommands."""

import errno
import os
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
from kuhncfr.cli.commands.sweep import sweep
from kuhncfr.cli.errors import BAD_INPUT, INTERRUPTED, OUTPUT_LOST, BadInput, one_line
from kuhncfr.cli.options import option
from kuhncfr.cli.output import notice
from kuhncfr.cli.registry import GameCommand


class _OneLineErrors(TyperGroup):
    """Print each error of the input on one line, also Typer's own, and Ctrl-C on another; say nothing about a closed pipe."""

    def main(self, *args: Any, **extra: Any) -> Any:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")  # for example in the name of a file
        extra["standalone_mode"] = False  # otherwise Typer draws a box around an error
        try:
            code = super().main(*args, **extra)
            print(end="", flush=True)  # an error when Python ends could not be caught
        except OSError as error:  # of standard output; commands catch those of their files
            sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115 (for the output that is still buffered)
            if error.errno != errno.EPIPE:
                notice(f"kuhncfr: {error.filename or 'standard output'}: {error.strerror}")
            code = OUTPUT_LOST
        except Exception as error:
            if not (isinstance(error, BadInput) or hasattr(error, "format_message")):  # Typer's own errors have it
                raise
            message = str(error) if isinstance(error, BadInput) else error.format_message()
            notice(f"kuhncfr: {one_line(message)}")
            code = BAD_INPUT
        sys.exit(code if isinstance(code, int) else 0)

    def invoke(self, context: Any) -> Any:
        try:
            return super().invoke(context)
        except KeyboardInterrupt:  # Typer would print nothing
            notice("Interrupted.")
            raise typer.Exit(INTERRUPTED) from None


app = typer.Typer(name="kuhncfr", cls=_OneLineErrors, pretty_exceptions_enable=False)


def _print_version(requested: bool) -> None:
    if requested:
        typer.echo(f"kuhncfr {kc.__version__}")
        raise typer.Exit


Version = Annotated[bool, option("Print the version and stop.", "", None, "--version", callback=_print_version, is_eager=True)]


@app.callback(invoke_without_command=True, epilog="Example: kuhncfr solve kuhn --iterations 1000 --save kuhn.json")
def kuhncfr(context: typer.Context, version: Version = False) -> None:
    """Solve, evaluate and play Kuhn poker and related games by counterfactual regret minimization."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


for command, cls, example in (
    (solve, GameCommand, "kuhncfr solve kuhn --ante 1/2 --iterations 1000 --save kuhn.json"),
    (simulate, GameCommand, "kuhncfr simulate kuhn.json --hands 100000 --seed 1"),
    (evaluate, GameCommand, "kuhncfr evaluate kuhn.json"),
    (report, GameCommand, "kuhncfr report --game kuhn --players 3 --iterations 10000 --out report.xlsx"),
    (play, GameCommand, "kuhncfr play --game kuhn --seat 1"),
    (nash, GameCommand, "kuhncfr nash one-bet --ante 2"),
    (sweep, GameCommand, "kuhncfr sweep one-bet --over ante=1/2,1,2 --over sampling=external --seeds 100 --workers 2"),
    (diagnose, None, "kuhncfr diagnose mine:solve"),
):
    app.command(cls=cls, epilog=f"Example: {example}")(command)
