"""Whatever the streams and the environment are: no traceback, no lost result, and an exit code that tells."""

import os
from itertools import permutations

import pytest
from processes import BROKEN, CLOSED, FULL, run_all

import kuhncfr as kc

pytestmark = pytest.mark.skipif(not os.path.exists(FULL), reason="only Linux has a disk that is always full")  # noqa: PTH110

FEW = ["--hands", "10", "--seed", "1"]
COMMANDS = {
    "version": ["--version"],
    "help": ["--help"],
    "help of a command": ["solve", "--help"],
    "nash": ["nash", "one-bet"],
    "solve": ["solve", "one-bet", "--iterations", "5"],
    "evaluate": ["evaluate", "strategy.json", *FEW],
    "simulate": ["simulate", "strategy.json", *FEW],
    "report": ["report", "strategy.json", "--out", "report.xlsx", "--force", *FEW],
    "play": ["play", *FEW],
    "sweep": ["sweep", "one-bet", "--iterations", "5"],
    "bad input": ["evaluate", "missing.json"],
    "no such option": ["solve", "--bogus"],
}
BAD = ("bad input", "no such option")
CONDITIONS = {
    "usual": {},
    "stdin closed": {"streams": {0: CLOSED}},
    "stderr closed": {"streams": {2: CLOSED}},
    "stderr full": {"streams": {2: FULL}},
    "stderr broken": {"streams": {2: BROKEN}},
    "stdout closed": {"streams": {1: CLOSED}},
    "stdout full": {"streams": {1: FULL}},
    "stdout broken": {"streams": {1: BROKEN}},
    "all closed": {"streams": {0: CLOSED, 1: CLOSED, 2: CLOSED}},
    **{f"COLUMNS={n}": {"environment": {"COLUMNS": n}} for n in ("0", "1", "20", "²")},
    "TERM=dumb": {"environment": {"TERM": "dumb"}},
    "ASCII": {"environment": {"PYTHONIOENCODING": "ascii"}},
    "no home": {"environment": {"HOME": "/dev/null/home"}},
    "no folder for temporary files": {"environment": {"TMPDIR": "/dev/null/tmp"}},
}
LOST = {"stdout closed": 74, "stdout full": 74, "stdout broken": 141, "all closed": 74}
REASON = {"stdout closed": "Bad file descriptor", "stdout full": "No space left on device"}


@pytest.fixture(scope="module")
def matrix(tmp_path_factory):
    """Every command under every condition, by their names."""
    folder = prepared(tmp_path_factory.mktemp("matrix"))
    keys = [(command, condition) for command in COMMANDS for condition in CONDITIONS]
    cases = [{"command": COMMANDS[command], **CONDITIONS[condition]} for command, condition in keys]
    return dict(zip(keys, run_all(cases, folder), strict=True))


def prepared(folder):
    """Return the folder, with a strategy in it."""
    kc.nash.one_bet().profile.save(folder / "strategy.json", notes={"game": {"name": "one-bet", "ante": "1"}})
    return folder


@pytest.mark.parametrize("condition", CONDITIONS)
def test_every_command_ends_with_the_code_that_tells(condition, matrix):
    codes = {command: matrix[command, condition].code for command in COMMANDS}
    assert codes == {command: 2 if command in BAD else LOST.get(condition, 0) for command in COMMANDS}


@pytest.mark.parametrize("condition", CONDITIONS)
def test_what_is_said_is_one_line_at_most(condition, matrix):
    for command in COMMANDS:
        said = matrix[command, condition].stderr.splitlines()
        if command in BAD:
            assert len(said) == (0 if "stderr" in condition or condition == "all closed" else 1)
        else:
            assert said == ([f"kuhncfr: standard output: {REASON[condition]}"] if condition in REASON else []), command


@pytest.mark.parametrize("condition", [c for c in CONDITIONS if not c.startswith(("stdout", "all", "COLUMNS=20"))])
def test_what_is_printed_is_the_same(condition, matrix):
    for command in COMMANDS:
        expected = matrix[command, "usual"].stdout
        assert bool(expected) == (command not in BAD)
        if condition == "ASCII":
            assert matrix[command, condition].stdout.isascii()
        if condition != "ASCII" or "help" not in command:  # whose frames are drawn with other characters
            assert matrix[command, condition].stdout == expected, command


def test_a_narrow_terminal_gets_narrow_lines(matrix):
    assert max(map(len, matrix["nash", "COLUMNS=20"].stdout.splitlines())) <= 24  # words are not broken


def together(*conditions):
    """Return what several conditions make of the streams and the environment; the last one says."""
    return {part: {key: value for one in conditions for key, value in one.get(part, {}).items()} for part in ("streams", "environment")}


@pytest.mark.long
def test_every_command_under_two_conditions_at_once(tmp_path):
    keys = [(command, *pair) for command in COMMANDS for pair in permutations(CONDITIONS, 2)]
    cases = [{"command": COMMANDS[command], **together(CONDITIONS[one], CONDITIONS[other])} for command, one, other in keys]
    lost = {CLOSED: 74, FULL: 74, BROKEN: 141}
    for key, case, done in zip(keys, cases, run_all(cases, prepared(tmp_path)), strict=True):
        assert done.code == (2 if key[0] in BAD else lost.get(case["streams"]["1"], 0)), (key, done)
        assert len(done.stderr.splitlines()) <= 1, (key, done)


SLOW = {
    "diagnose": ["diagnose", "mine:solve", "--game", "one-bet"],
    "solve --track": ["solve", "one-bet", "--iterations", "50", "--track"],
    "solve leduc": ["solve", "leduc", "--iterations", "2", "--full"],
}
MINE = """
import kuhncfr as kc

def solve(game, iterations):
    return kc.solve(game, iterations).average_strategy
"""


@pytest.mark.long
@pytest.mark.parametrize("command", SLOW)
def test_slow_commands_under_every_condition(command, tmp_path):
    (tmp_path / "mine.py").write_text(MINE)
    cases = [{"command": SLOW[command], **one} for one in CONDITIONS.values()]
    for condition, done in zip(CONDITIONS, run_all(cases, tmp_path), strict=True):
        assert done.code == LOST.get(condition, 0), (condition, done)
        assert len(done.stderr.splitlines()) <= 1, (condition, done)


def test_a_strategy_is_saved_though_nothing_can_be_printed(tmp_path):
    commands = {"nash": ["nash", "one-bet"], "solved": ["solve", "one-bet", "--iterations", "5"]}
    expected = {"nash": kc.nash.one_bet().profile, "solved": kc.solve(kc.OneBetKuhn(), 5).average_strategy}
    tried = [(name, lost, f"{name}-{k}.json") for name in commands for k, lost in enumerate((FULL, BROKEN, CLOSED))]
    done = run_all([{"command": [*commands[name], "--save", file], "streams": {1: lost}} for name, lost, file in tried], tmp_path)
    assert [one.code for one in done] == [74, 141, 74] * 2
    for name, _, file in tried:
        assert kc.StrategyProfile.load(tmp_path / file) == expected[name]


def test_names_that_a_terminal_does_not_have_characters_for(tmp_path):
    ascii_only = {"PYTHONIOENCODING": "ascii"}
    names = ["ünï.json", "a\udcff.json", "b\x1b[2J\u202e.json"]
    done = run_all([{"command": ["nash", "one-bet", "--save", name], "environment": ascii_only} for name in [*names, *names]], tmp_path)
    assert [one.code for one in done] == [0] * 3 + [2] * 3
    told = [r"\xfcn\xef", r"a\udcff", r"b\x1b[2J\u202e"]
    assert [one.stdout.splitlines()[-1] for one in done[:3]] == [f"Saved in {name}.json." for name in told]
    assert [one.stderr for one in done[3:]] == [f"kuhncfr: {name}.json: exists already; use --force to replace it\n" for name in told]
