"""Gambit and OpenSpiel read the files that we write, and Gambit's rational linear program finds the same values, as fractions.

Run with `make test-oracle`; nothing else needs pygambit. Its API differs between versions 16 and 17; both are asked.
"""

from fractions import Fraction

import pygambit
import pyspiel
import pytest

import kuhncfr as kc

ANTES = [Fraction(1), Fraction(1, 2), Fraction(3, 4), Fraction(2), Fraction(5)]
GAMES = {
    **{f"one-bet, ante {ante}": kc.OneBetKuhn(ante) for ante in ANTES},
    "Kuhn": kc.KuhnPoker(),
    "rock, paper, scissors": kc.MatrixGame([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], actions=("RPS", "RPS")),
    "three players": kc.KuhnPoker(players=3),
    "Leduc": kc.LeducPoker(),
}
VALUES = {
    **{f"one-bet, ante {ante}": kc.nash.one_bet(ante).value for ante in ANTES},
    "Kuhn": Fraction(-1, 18),
    "rock, paper, scissors": Fraction(0),
}


@pytest.fixture(params=GAMES)
def written(request, tmp_path):
    kc.write_efg(GAMES[request.param], tmp_path / "game.efg")
    return request.param, tmp_path / "game.efg"


def gambits_value(path):
    """The value of a zero-sum game to player 1, by Gambit."""
    game = pygambit.read_efg(str(path))
    solved = pygambit.nash.lp_solve(game, rational=True)
    if hasattr(solved, "equilibria"):  # version 16
        value = solved.equilibria[0].payoff(game.players["Player 1"])
    else:
        value = solved.equilibrium.payoffs["Player 1"]
    return Fraction(str(value))


def test_gambit_reads_what_is_written_and_finds_the_same_value(written):
    name, path = written
    if name in VALUES:
        assert gambits_value(path) == VALUES[name]
    else:
        assert len(pygambit.read_efg(str(path)).players) == GAMES[name].players


def test_open_spiel_reads_what_is_written(written):
    """The same number of histories, of information sets and of payoffs."""
    name, path = written
    game = GAMES[name]
    theirs, payoffs, keys = pyspiel.load_game(f"efg_game(filename={path})"), [], set()
    stack = [theirs.new_initial_state()]
    while stack:
        state = stack.pop()
        if state.is_terminal():
            payoffs.append(tuple(state.returns()))
        elif not state.is_chance_node():
            keys.add((state.current_player(), state.information_state_string()))
        stack.extend(state.child(action) for action in state.legal_actions())
    assert sorted(payoffs) == sorted(tuple(map(float, game.utilities(h))) for h in kc.histories(game) if game.is_terminal(h))
    assert len(keys) == len(kc.information_sets(game))


def test_games_that_gambit_writes_are_read(tmp_path):
    """Gambit's own text of our file has the same utilities, and the same value of a profile."""
    game, profile = kc.KuhnPoker(), kc.nash.kuhn(alpha=Fraction(1, 6)).profile
    kc.write_efg(game, tmp_path / "ours.efg")
    (tmp_path / "theirs.efg").write_text(pygambit.read_efg(str(tmp_path / "ours.efg")).to_efg(), encoding="utf-8")
    again = kc.read_efg(tmp_path / "theirs.efg")
    assert kc.information_sets(again) == kc.information_sets(game)
    assert kc.expected_utilities(again, profile) == (Fraction(-1, 18), Fraction(1, 18))
    assert kc.exploitability(again, profile) == 0
