"""OpenSpiel's solvers are right: the diagnosis must say so. Its games are ours, written out in Gambit's format, which it reads."""

from functools import cache

import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, discounted_cfr

import kuhncfr as kc
from kuhncfr.diagnosis import GAMES
from kuhncfr.diagnosis.games import ALL
from kuhncfr.diagnosis.solver_diagnosis import diagnose_solver
from kuhncfr.games.game import successors


def gambit(game):
    """Write a game out, each history before its successors."""
    mine = [[key for key, infoset in kc.information_sets(game).items() if infoset.player == player] for player in range(game.players)]
    numbers = {key: k for keys in mine for k, key in enumerate(keys, 1)}  # each player's are counted from 1
    players = " ".join(f'"{player + 1}"' for player in range(game.players))
    lines = [f'EFG 2 R "game" {{ {players} }}']
    for k, history in enumerate(kc.histories(game), 1):
        if game.is_terminal(history):
            won = " ".join(repr(float(u)) for u in game.utilities(history))
            lines.append(f't "{history}" {k} "{history}" {{ {won} }}')
        elif game.is_chance(history):
            odds = " ".join(f'"{action}" {float(p)!r}' for action, p in game.chance(history).items())
            lines.append(f'c "{history}" {k} "{history}" {{ {odds} }} 0')
        else:
            key, actions = game.infoset(history), " ".join(f'"{action}"' for action in game.actions(history))
            lines.append(f'p "{history}" {game.player(history) + 1} {numbers[key]} "{key}" {{ {actions} }} 0')
    return "\n".join(lines) + "\n"


@cache
def theirs(name):
    """OpenSpiel's game, and for each of our information sets a state of theirs and its actions by our names."""
    game, found = ALL[name], {}
    their_game = pyspiel.load_efg_game(gambit(game))

    def walk(history, state):
        assert state.is_terminal() == game.is_terminal(history)
        by_name = {} if state.is_terminal() else {state.action_to_string(action): action for action in state.legal_actions()}
        assert set(by_name) == set(successors(game, history))
        if by_name and not state.is_chance_node():
            found.setdefault(game.infoset(history), (state.clone(), by_name))
        for named, action in by_name.items():
            walk(history + named, state.child(action))

    walk("", their_game.new_initial_state())
    return their_game, found


def verdict(solve):
    """Diagnose a solver of theirs, which takes their game and returns a function of a state to probabilities by action."""

    def ask(name, iterations, within=None):
        their_game, found = theirs(name)
        policy = solve(their_game, iterations)
        return {key: {named: float(policy(state)[action]) for named, action in actions.items()} for key, (state, actions) in found.items()}

    return diagnose_solver(ask, tuple(GAMES))


def stepwise(solver, step):
    """Make a solver of one of their classes, and of the name of its method that runs an iteration."""

    def solve(game, iterations):
        run = solver(game)
        for _ in range(iterations):
            getattr(run, step)()
        policy = run.average_policy()
        return lambda state, run=run: policy.action_probabilities(state)  # which reads the solver's tables: it must live on

    return solve


@pytest.mark.parametrize(
    ("solver", "variant"),
    [
        (cfr.CFRSolver, "alternating CFR"),
        (cfr.CFRPlusSolver, "alternating CFR+"),
        (lambda game: cfr._CFRSolver(game, False, False, False), "simultaneous CFR"),
        (discounted_cfr.LCFRSolver, "alternating linear CFR"),
        (discounted_cfr.DCFRSolver, "alternating discounted CFR"),
    ],
)
def test_their_walks_are_right(solver, variant):
    found = verdict(stepwise(solver, "evaluate_and_update_policy"))
    assert (found.correct, found.variant) == (True, variant), str(found)


@pytest.mark.parametrize("solver", [pyspiel.ExternalSamplingMCCFRSolver, pyspiel.OutcomeSamplingMCCFRSolver])
def test_their_samples_are_right(solver):
    found = verdict(stepwise(solver, "run_iteration"))
    assert found.correct, str(found)
    assert found.variant == "CFR that samples"
