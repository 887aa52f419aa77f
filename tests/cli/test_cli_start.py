"""The start of the command line in a process of its own: it loads little, and has a help text and a version."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import invoke, run

import kuhncfr as kc

COMMANDS = ("solve", "simulate", "evaluate", "report", "play", "nash", "diagnose")

LOADED = """
import json
import sys
from kuhncfr.__main__ import main
loaded = {}
for command in sys.argv[1:]:
    sys.argv = ["kuhncfr", *command.split(), "--help"]
    try:
        main()
    except SystemExit as end:
        loaded[command] = end.code, sorted({name.partition(".")[0] for name in sys.modules})
print(json.dumps(loaded), file=sys.stderr)
"""


def python(*arguments, **options):
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False, **options)


@pytest.fixture(scope="module")
def helped():
    """The exit code of each command's help and the modules loaded by then, in one process; the help without a command comes first."""
    return json.loads(python("-c", LOADED, "", *COMMANDS).stderr)


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_loads_no_library_that_only_some_commands_need(helped, command):
    code, loaded = helped[command]
    assert code == 0
    assert {"kuhncfr", "typer"} <= set(loaded)
    assert not set(loaded) & {"numba", "llvmlite", "pandas", "altair", "matplotlib", "labml", "xlsxwriter", "tqdm", "scipy"}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_an_example_and_fits_80_columns(command):
    printed = run(command, "--help")
    assert f"Example: kuhncfr {command} " in " ".join(printed.split())
    assert max(map(len, printed.splitlines())) <= 80


def test_without_a_command_there_is_the_help():
    printed = run("--help")
    assert invoke().output.rstrip() == printed.rstrip()
    assert all(f" {command} " in printed for command in COMMANDS)


def test_version():
    assert run("--version") == f"kuhncfr {kc.__version__}\n"


def test_bad_input_ends_a_process_with_code_2_and_one_line(tmp_path):
    done = python("-m", "kuhncfr", "evaluate", "missing.json", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "kuhncfr: missing.json: No such file or directory\n"


PRESSED = """
import os
import signal
import sys

class Finder:
    def find_spec(self, name, *_):
        if name == os.environ["PRESSED_AT"]:
            sys.meta_path.remove(self)
            signal.raise_signal(signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
sys.meta_path.insert(0, Finder())
"""


def test_ctrl_c_while_the_command_starts_is_reported_in_one_line(tmp_path):
    """A real Ctrl-C while the command imports a library; Python runs sitecustomize first."""
    (tmp_path / "sitecustomize.py").write_text(PRESSED)
    module, script = [sys.executable, "-m", "kuhncfr"], [Path(sys.executable).with_name("kuhncfr")]
    solve = ["solve", "one-bet", "--iterations", "5", "--progress"]
    starts = [
        *(([*module, *solve], moment) for moment in ("kuhncfr.cli.app", "kuhncfr.solver.engine")),
        ([*script, *solve], "typer"),
        ([*module, "nash", "one-bet"], "rich.console"),
    ]
    pipes, variables = dict.fromkeys(("stdout", "stderr"), subprocess.PIPE), os.environ | {"PYTHONPATH": str(tmp_path)}
    running = [subprocess.Popen(start, env={**variables, "PRESSED_AT": moment}, text=True, **pipes) for start, moment in starts]
    for start, process in zip(starts, running, strict=True):
        printed, error = process.communicate()
        assert (printed, error.count("\n")) == ("", 1), (start, printed, error)
        assert error.startswith("Interrupted"), (start, error)
        assert process.returncode in (130, -2), start  # a shell sees 130 either way
