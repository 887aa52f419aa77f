"""OpenSpiel's solvers are right: the diagnosis must say so. They get our games in Gambit's format, which OpenSpiel reads."""

import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, discounted_cfr

import kuhncfr as kc


class Simultaneous(cfr._CFRSolver):
    def __init__(self, game):
        super().__init__(game, False, False, False)


class Restarted(cfr.CFRSolver):
    """It forgets what it has learnt before."""

    def evaluate_and_update_policy(self):
        self.__init__(self._game)
        super().evaluate_and_update_policy()


class External(pyspiel.ExternalSamplingMCCFRSolver):
    def evaluate_and_update_policy(self):
        self.run_iteration()


class Outcome(pyspiel.OutcomeSamplingMCCFRSolver):
    def evaluate_and_update_policy(self):
        self.run_iteration()


@pytest.mark.parametrize(
    ("solver", "variant"),
    [
        (cfr.CFRSolver, "alternating CFR"),
        (cfr.CFRPlusSolver, "alternating CFR+"),
        (pyspiel.CFRSolver, "alternating CFR"),
        (Simultaneous, "simultaneous CFR"),
        (discounted_cfr.LCFRSolver, "alternating linear CFR"),
        (discounted_cfr.DCFRSolver, "alternating discounted CFR"),
        (External, "CFR that samples"),
        (Outcome, "CFR that samples"),
    ],
)
def test_their_solvers_are_right(solver, variant):
    found = kc.diagnose(solver)
    assert (found.correct, found.variant) == (True, variant), str(found)


def test_a_wrong_solver_of_the_same_shape_is_found_out():
    assert kc.diagnose(Restarted).correct is False


def test_a_policy_is_judged_as_it_is():
    class Certain:
        def __init__(self, game):
            assert isinstance(game, pyspiel.Game)

        def evaluate_and_update_policy(self):
            pass

        def average_policy(self):
            return self

        def action_probabilities(self, state):
            return dict.fromkeys(state.legal_actions(), 1.0)

    assert "a row that does not sum to 1" in kc.diagnose(Certain).summary


def test_the_page_is_right(root):
    page = (root / "book" / "add_a_game.md").read_text(encoding="utf-8")
    assert f"print(kc.diagnose(CFRPlusSolver).summary)    # {kc.diagnose(cfr.CFRPlusSolver).summary}" in page
