"""Games that the package does not know: as MODULE:NAME in the current folder, and as one entry in the registry."""

import json
import re
import sys
from pathlib import Path

import pytest
from command_line import refused, row, run

import kuhncfr as kc
from kuhncfr.cli import registry

MODULE = """
import kuhncfr as kc
from liars_dice import LiarsDice

small = LiarsDice(faces=2)
number = 3


def named(name="Ann", sizes=(1, 2), ante=0.5):
    return kc.BetSizeKuhn(sizes, ante) if name == "Ann" else name


def required(faces):
    return LiarsDice(faces)
"""


@pytest.fixture(autouse=True)
def dice(root, tmp_path, monkeypatch):
    """The module, in the current folder, and beside it the game of the page on adding one, whose action "!" calls the other a liar."""
    page = (root / "book" / "add_a_game.md").read_text(encoding="utf-8")
    (tmp_path / "liars_dice.py").write_text(re.search(r"^```python\n# liars_dice\.py\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)[1])
    (tmp_path / "dice.py").write_text(MODULE)
    (tmp_path / "broken.py").write_text("import nowhere\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("dice", "liars_dice"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    import dice

    return dice


NAMED = [("dice:LiarsDice", "--faces", 2), ("dice.py:small",)]


@pytest.mark.parametrize("game", NAMED)
def test_every_command_plays_a_game_of_ones_own(game, dice):
    printed = run("solve", *game, "--iterations", 200, "--algorithm", "cfr+", "--save", "dice.json", "--state", "dice.npz")
    expected = kc.solve(dice.LiarsDice(2), 200, algorithm="cfr+")
    assert printed.startswith(" ".join(map(str, game)) + "; cfr+, 200 iterations\n\nPlayer 1")
    assert f"exploitability {expected.exploitability:.3g} chips" in printed
    assert float(row(printed, "Player 1", 1)[0]) == pytest.approx(expected.values[0], abs=1e-6)
    names = ("--game", *game)
    for file in ("dice.json", "dice.npz"):
        assert row(run("evaluate", file, *names), "NashConv") == [f"{expected.nash_conv:.3g}"]
    assert "1,000 hands" in run("simulate", "dice.json", *names, "--hands", 1_000, "--seed", 1)
    assert "Wrote dice.xlsx." in run("report", "dice.json", *names, "--hands", 100, "--out", "dice.xlsx")
    played = run("play", "dice.json", *names, "--seat", 1, "--hands", 1, "--seed", 1, typed="d\n!\n")
    assert "\na, b, c, d, q quit: d\nPlayer 2: !.\nThe hand was " in played
    assert f"then `kuhncfr play x.json --game {' '.join(map(str, game))}`" in refused("nash", *game)


def test_parameters_are_read_as_their_defaults_are():
    game = ["dice:named", "--sizes", "1,3", "--ante", "1/2", "--name=Ann"]
    assert str(registry.choose("dice:named", {"sizes": "1,3", "ante": "1/2", "name": "Ann"})) == "Kuhn poker with bets of 1 or 3, ante 1/2"
    assert run("solve", *game, "--iterations", 5).startswith("Kuhn poker with bets of 1 or 3, ante 1/2; cfr, 5 iterations\np pass or fold")


def test_a_new_game_is_one_entry(dice, monkeypatch):
    monkeypatch.setitem(registry.GAMES, "liars-dice", dice.LiarsDice)
    run("solve", "liars-dice", "--faces", 2, "--iterations", 5, "--save", "dice.json")
    assert json.loads(Path("dice.json").read_text())["game"] == {"name": "liars-dice", "faces": "2"}
    assert run("evaluate", "dice.json").startswith("liars-dice --faces 2; cfr, 5 iterations\n")
    assert "The hand was " in run("play", "dice.json", "--seat", 1, "--hands", 1, "--seed", 1, typed="d\n!\n")


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("solve nowhere:Game", "there is no module 'nowhere' in "),
        ("solve broken:Game", "the module 'broken' cannot be imported: ModuleNotFoundError: No module named 'nowhere'"),
        ("solve dice:Chess", "the module 'dice' does not define 'Chess'"),
        ("solve dice:number", "a game has players, is_terminal, utilities, is_chance, chance, player, actions, infoset; 3 lacks players"),
        ("solve dice:LiarsDice --ante 2", "dice:LiarsDice has no --ante; it has --faces"),
        ("solve dice:small --ante 2", "dice:small has no --ante; it has no options"),
        ("solve dice:LiarsDice --faces six", "--faces must be a number such as 2, 0.5, 1/2 or 1e-9, got 'six'"),
        ("solve dice:required", "dice:required needs --faces"),
        ("evaluate dice.json", "raise, bet-size, or be named with --game MODULE:NAME, open_spiel:NAME or a .efg file, got {"),
        ("evaluate dice.json --game dice:LiarsDice", "dice.json: is for another game: {'faces': '2', 'name': 'dice:LiarsDice'}; asked for"),
        ("evaluate dice.npz --game kuhn", "not for KuhnPoker("),
    ],
)
def test_bad_input_is_one_line(command, message):
    run("solve", "dice:LiarsDice", "--faces", 2, "--iterations", 5, "--save", "dice.json", "--state", "dice.npz")
    assert message in refused(*command.split())
