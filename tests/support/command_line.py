"""Run the command line inside this process."""

from typer.testing import CliRunner

from kuhncfr.cli.app import app

WIDTH = {"COLUMNS": "80", "TERM": "dumb", "NO_COLOR": None, "FORCE_COLOR": None, "GITHUB_ACTIONS": None}


def invoke(*arguments, typed=None):
    """Return what a command did; an error that is none of the input's is raised."""
    return CliRunner(env=WIDTH).invoke(app, [str(argument) for argument in arguments], input=typed, catch_exceptions=False)


def run(*arguments, typed=None):
    """Return what a command printed; it must succeed."""
    done = invoke(*arguments, typed=typed)
    assert done.exit_code == 0, done.stderr
    assert "\x1b" not in done.stdout
    tables = [line for line in done.stdout.splitlines() if line.startswith("Player ")]
    assert max(map(len, tables), default=0) <= 80
    return done.stdout


def refused(*arguments):
    """Return the one line that a command says about bad input."""
    done = invoke(*arguments)
    assert done.exit_code == 2
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert len(lines) == 1, lines
    assert lines[0].startswith("kuhncfr: ")
    return lines[0].removeprefix("kuhncfr: ")


def press_ctrl_c(*_, **__):
    """Stand in for any function, during which Ctrl-C is pressed."""
    raise KeyboardInterrupt


def row(printed, name, occurrence=0):
    """Return the cells of the table row with this name."""
    return [line.split()[len(name.split()) :] for line in printed.splitlines() if line.startswith(f"{name} ")][occurrence]
