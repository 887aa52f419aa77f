"""Bad input: one line that says what is wrong, exit code 2, and no file is touched."""

import json
import os
import sys

import pytest
from command_line import invoke, refused, run

import kuhncfr as kc


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (
            "solve chess",
            "the game must be one of one-bet, kuhn, leduc, raise, bet-size, "
            "open_spiel:NAME, MODULE:NAME or FILE.py:NAME of your own, or a .efg file, got 'chess'",
        ),
        ("solve one-bet --ante one", "--ante must be a number such as 2, 0.5, 1/2 or 1e-9, got 'one'"),
        ("solve one-bet --bet 2", "one-bet has no --bet; it has --ante"),
        ("solve kuhn --players 1000000", "too large"),
        ("solve kuhn --iterations 5 --record-every 10", "--record-every 10 is more than 5 iterations: nothing would be recorded"),
        ("report --game kuhn --iterations 5 --record-every 10 --out new.xlsx", "nothing would be recorded"),
        ("nash leduc", "find one with `kuhncfr solve leduc --save x.json`, then `kuhncfr play x.json --game leduc`"),
        ("nash one-bet --alpha 0", "its equilibrium has no --alpha"),
        ("evaluate missing.json", "missing.json: No such file or directory"),
        ("evaluate .", ".: "),
        ("play --game leduc", "no equilibrium in closed form is known here"),
        ("play --ante 2", "--ante belongs to a game: name it with --game"),
        ("play --seat 3", "--seat must be one of 1 to 2, got 3"),
        ("report missing.json --out new.xlsx --iterations 5", "--iterations is an option of solving, but a saved strategy was named"),
    ],
)
def test_bad_input_is_reported_in_one_line(command, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert message in refused(*command.split())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("solve", "Missing argument 'GAME'"),
        ("sovle", "No such command 'sovle'"),
        ("solve kuhn --algorithm sarsa", "'sarsa' is not one of"),
        ("simulate kuhn.json --hands 99999999999999999999", "Invalid value for '--hands'"),
    ],
)
def test_what_typer_finds_wrong_ends_with_its_message_and_code_2(command, message):
    done = invoke(*command.split())
    assert (done.exit_code, done.stdout) == (2, "")
    assert message in done.stderr


GAME = {"name": "kuhn", "players": "2", "cards": "3", "ante": "1", "bet": "1"}


@pytest.fixture
def saved(tmp_path):
    """Write a file of this content, by default a valid one, and return its path."""

    def write(text=None, **changes):
        path = tmp_path / "saved.json"
        kc.nash.kuhn().profile.save(path, notes={"game": GAME})
        if changes:
            text = json.dumps({**json.loads(path.read_text()), **changes})
        if text is not None:
            path.write_text(text)
        return path

    return write


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"text": "{"}, "is damaged, or not a 'kuhncfr strategy profile' file: it is not JSON"),
        ({"strategy": {"J": {"p": "1", "b": "0"}}}, "does not fit Kuhn poker, 2 players, 3 cards, ante 1, bet 1"),
        ({"game": {"name": "chess"}}, "saved.json: its game must be one of one-bet, kuhn"),
        ({"game": {"name": "os:system", "command": "x"}}, "saved.json: its game must be one of one-bet, kuhn"),
        ({"game": {**GAME, "ante": "0"}}, "saved.json: ante must be greater than 0"),
        ({"game": {**GAME, "players": "2.5"}}, "saved.json: players must be a whole number"),
        ({"game": {**GAME, "jokers": "2"}}, "saved.json: kuhn has no --jokers"),
        ({"game": {"name": "one-bet"}}, "does not fit One-bet Kuhn poker"),
    ],
)
def test_a_damaged_file_is_reported_in_one_line(changes, message, saved):
    assert message in refused("evaluate", saved(**changes))


ORDERS = "\x1b]0;owned\x07\x9b2J\u202e\u2028\r\b\ud800"


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"format": ORDERS},
        {"game": ORDERS},
        {"game": {"name": ORDERS}},
        {"game": {**GAME, ORDERS: 1}},
        {"game": {**GAME, "ante": ORDERS}},
        {"strategy": ORDERS},
        {"strategy": {ORDERS: {"p": 1}}},
        {"strategy": {"J": {ORDERS: 1}}},
        {"strategy": {"J": {ORDERS: "1/2"}}},
        {"strategy": {"J": {"p": ORDERS}}},
        {"solved": {"algorithm": ORDERS, ORDERS: ORDERS, "iterations": [ORDERS]}},
    ],
)
def test_what_a_file_holds_gives_a_terminal_no_orders(changes, saved):
    path = saved(**changes)
    path = path.rename(path.with_name(f"{ORDERS[:-1]}.json"))
    for command in ("evaluate", "simulate", "play"):
        done = invoke(command, path, "--hands", 1, typed=f"{ORDERS[:-1]}\n")
        printed = done.stdout + done.stderr
        assert printed.count("\n") > 0
        assert set(printed) - {"\n"} == {c for c in printed if c.isprintable()}


def test_a_file_without_its_game_says_what_to_do(tmp_path):
    kc.nash.kuhn().profile.save(tmp_path / "plain.json")
    assert "does not name its game; name it with --game" in refused("evaluate", tmp_path / "plain.json")
    assert "does not fit One-bet Kuhn poker" in refused("evaluate", tmp_path / "plain.json", "--game", "one-bet")


def test_a_file_of_another_game_is_refused(saved):
    message = refused("evaluate", saved(), "--game", "kuhn", "--ante", "2")
    assert "is for another game: Kuhn poker, 2 players, 3 cards, ante 1, bet 1; asked for Kuhn poker" in message
    assert "NashConv" in run("evaluate", saved(), "--game", "kuhn", "--ante", "1.0")


WRITERS = [
    (["solve", "one-bet", "--save"], ".json"),
    (["nash", "one-bet", "--save"], ".json"),
    (["report", "--game", "one-bet", "--out"], ".xlsx"),
]


@pytest.fixture
def _solves_nothing(monkeypatch):
    """An error of a file is reported before the solve begins."""

    def solve(*_, **__):
        raise AssertionError("it began to solve")

    monkeypatch.setattr(kc, "solve", solve)


@pytest.mark.usefixtures("_solves_nothing")
@pytest.mark.parametrize(("command", "suffix"), WRITERS)
def test_files_are_checked_before_a_solve(command, suffix, tmp_path):
    assert f"must end in {suffix}" in refused(*command, "")
    assert f"must end in {suffix}" in refused(*command, tmp_path / "file.txt")
    assert "there is no folder" in refused(*command, tmp_path / "nowhere" / f"file{suffix}")
    old = tmp_path / f"old{suffix}"
    old.write_text("old")
    assert "exists already; use --force to replace it" in refused(*command, old)
    assert old.read_text() == "old"
    assert list(tmp_path.iterdir()) == [old]


@pytest.mark.usefixtures("_solves_nothing")
def test_a_file_that_cannot_be_written_is_reported(tmp_path, monkeypatch):
    assert "nnn.json: File name too long" in refused("solve", "one-bet", "--save", tmp_path / ("n" * 300 + ".json"))
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert "or it cannot be written to" in refused("solve", "one-bet", "--save", tmp_path / "new.json")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("_solves_nothing")
@pytest.mark.skipif(os.name != "posix", reason="Windows has no such device")
def test_a_device_is_refused(tmp_path):
    (tmp_path / "run.npz").symlink_to("/dev/null")
    for device in ("/dev/null", tmp_path / "run.npz"):  # reading another one, /dev/full, would never end
        assert refused("report", device, "--out", tmp_path / "new.xlsx", "--game", "kuhn") == f"{device}: is a device, not a file"


@pytest.mark.parametrize(("command", "suffix"), WRITERS)
def test_force_replaces_a_file(command, suffix, tmp_path):
    old = tmp_path / f"old{suffix}"
    old.write_text("old")
    few = ["--iterations", 10] if "--game" in command or command[0] == "solve" else []
    few += ["--hands", 10] if command[0] == "report" else []
    run(*command, old, "--force", *few)
    assert old.read_bytes() != b"old"
    assert list(tmp_path.iterdir()) == [old]


@pytest.mark.usefixtures("_solves_nothing")
def test_a_library_that_is_missing_is_named_before_a_solve(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    monkeypatch.delitem(sys.modules, "kuhncfr.report", raising=False)
    monkeypatch.delattr(kc, "report", raising=False)
    message = refused("report", "--game", "one-bet", "--out", tmp_path / "new.xlsx")
    assert message == "xlsxwriter is not installed; it comes with the extra kuhncfr[report]"
