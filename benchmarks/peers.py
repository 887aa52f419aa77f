"""The other solvers, with a common interface: run iterations, and return the exploitability of the average strategy."""

import contextlib
import io
import itertools
import os
import tempfile
from functools import partial
from typing import Any

from sequence_form import sequence_form

import kuhncfr as kc

# LiteEFG writes games to the home folder, and labml its settings: use a temporary home folder.
os.environ["HOME"] = tempfile.mkdtemp(prefix="kuhncfr-bench-")
with contextlib.redirect_stdout(io.StringIO()):
    import LiteEFG
    import numpy as np
    import pyspiel
    from labml_nn.cfr import CFR as LabmlCFR
    from labml_nn.cfr.kuhn import create_new_history
    from LiteEFG.baselines import CFR as LiteEFGBaseline
    from noregret.games import TwoPlayerZeroSumExtensiveFormGame
    from noregret.regret_minimizers import CounterfactualRegretMinimization, RegretMatching


class OpenSpiel:
    """OpenSpiel's solvers in C++, with one call from Python per iteration, as its users call them."""

    name = "OpenSpiel"

    def __init__(self, game: str, solver: str = "CFRSolver", step: str = "evaluate_and_update_policy") -> None:
        self.game = pyspiel.load_game(game)
        self.solver = getattr(pyspiel, solver)(self.game)
        self._step = getattr(self.solver, step)

    def run(self, iterations: int) -> None:
        step = self._step
        for _ in itertools.repeat(None, iterations):
            step()

    def exploitability(self) -> float:
        policy = getattr(self.solver, "tabular_average_policy", self.solver.average_policy)()
        return float(pyspiel.nash_conv(self.game, policy)) / self.game.num_players()

    @classmethod
    def sampling(cls, game: str, kind: str) -> "OpenSpiel":
        return cls(game, f"{kind}SamplingMCCFRSolver", "run_iteration")


class OpenSpielTable:
    """OpenSpiel's bots in C++, each with its part of a profile, with one call from Python per hand."""

    name = "OpenSpiel"

    def __init__(self, game: str, profile: kc.StrategyProfile) -> None:
        self.game = pyspiel.load_game(game)
        # OpenSpiel numbers cards from 0; action 0 is pass, and action 1 is bet.
        rows = {f"{int(key[0]) - 1}{key[1:]}": list(enumerate(map(float, (row["p"], row["b"])))) for key, row in profile.items()}
        players = self.game.num_players()
        self.bots = [pyspiel.make_policy_bot(self.game, player, player, pyspiel.TabularPolicy(rows)) for player in range(players)]

    def run(self, hands: int) -> None:
        game, bots, play = self.game, self.bots, pyspiel.evaluate_bots
        for seed in range(hands):
            play(game.new_initial_state(), bots, seed)

    def mean(self, hands: int) -> list[float]:
        """Play hands, and return the mean winnings of each player."""
        won = [pyspiel.evaluate_bots(self.game.new_initial_state(), self.bots, seed) for seed in range(hands)]
        return [sum(column) / hands for column in zip(*won, strict=True)]


class LiteEFGSolver:
    """LiteEFG's own CFR, a graph of vector operations run in C++, with simultaneous updates."""

    name = "LiteEFG"

    def __init__(self, game: str) -> None:
        with contextlib.redirect_stdout(io.StringIO()):
            self.graph: Any = LiteEFGBaseline.graph()
            self.environment = LiteEFG.OpenSpielEnv(pyspiel.load_game(game))
        self.environment.set_graph(self.graph)

    def run(self, iterations: int) -> None:
        graph, environment = self.graph, self.environment
        for _ in itertools.repeat(None, iterations):
            environment.update_strategy(graph.current_strategy())  # adds it to the average
            graph.update_graph(environment)

    def exploitability(self) -> float:
        gains = self.environment.exploitability(self.graph.current_strategy(), "avg-iterate")
        return float(sum(gains)) / len(gains)


class NoRegret:
    """noregret's CFR in Python, with simultaneous updates; what it calls time-symmetric keeps no record of past iterations."""

    name = "noregret"

    def __init__(self, game: Any) -> None:
        self.game = TwoPlayerZeroSumExtensiveFormGame.deserialize(sequence_form(game))
        matching = partial(RegretMatching, is_time_symmetric=True)
        self.row, self.column = (
            CounterfactualRegretMinimization(decisions, matching, is_time_symmetric=True)
            for decisions in self.game.tree_form_sequential_decision_processes
        )

    def run(self, iterations: int) -> None:
        game, row, column = self.game, self.row, self.column
        for _ in itertools.repeat(None, iterations):
            row_strategy, column_strategy = row.next_strategy(), column.next_strategy()
            row.observe_utility(game.row_utility(column_strategy))
            column.observe_utility(game.column_utility(row_strategy))

    def exploitability(self) -> float:
        return float(self.game.exploitability(self.row.average_strategy, self.column.average_strategy))


class Labml:
    """labml's annotated CFR in pure Python, without its tracking: one sampled deal for each player."""

    name = "labml_nn"

    def __init__(self) -> None:
        np.random.seed(1)
        with contextlib.redirect_stdout(io.StringIO()):
            self.cfr = LabmlCFR(create_new_history=create_new_history, epochs=0)

    def run(self, iterations: int) -> None:
        cfr = self.cfr
        for _ in range(iterations):
            for player in range(cfr.n_players):
                cfr.walk_tree(cfr.create_new_history(), player, 1, 1)

    def exploitability(self) -> float:
        rows = {key: infoset.get_average_strategy() for key, infoset in self.cfr.info_sets.items()}
        return float(kc.exploitability(kc.OneBetKuhn(ante=1), kc.StrategyProfile(rows)))
