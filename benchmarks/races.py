"""Iterations per second of each solver, on the same game with the same algorithm."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import clock
import peers

import kuhncfr as kc


class Ours:
    """``kc.solve`` on a compiled game: the other solvers prepare their games beforehand, too."""

    name = "kuhncfr"

    def __init__(self, game: Any, **options: Any) -> None:
        self.tree, self.options = kc.compile_game(game), options

    def run(self, iterations: int) -> None:
        self.result = kc.solve(self.tree, iterations, **self.options)

    def exploitability(self) -> float:
        return self.result.exploitability


@dataclass(frozen=True)
class Race:
    """A comparison: how to start each side, what to check first, and the factor to reach."""

    title: str
    ours: Callable[[], Ours]
    theirs: Callable[[], Any]
    goal: int
    check_after: int  # iterations, from the start
    bound: float | None = None  # sampled runs differ, and both must be below the bound; other runs must be equal


def _ours(game: Any, **options: Any) -> Callable[[], Ours]:
    return lambda: Ours(game, **options)


def _theirs(name: str) -> Callable[[], Ours]:
    """Return how to start our side on a game of OpenSpiel, which is read only then."""
    return lambda: Ours(kc.from_open_spiel(name))


KUHN, LEDUC, THREE = kc.KuhnPoker(), kc.LeducPoker(), kc.KuhnPoker(players=3, cards=4)
LIARS_DICE = "liars_dice"
GOOFSPIEL = "turn_based_simultaneous_game(game=goofspiel(num_cards=4,imp_info=True,points_order=random))"
RACES = [
    Race("Kuhn poker, CFR, alternating", _ours(KUHN), lambda: peers.OpenSpiel("kuhn_poker"), 60, 100),
    Race("Kuhn poker, CFR, simultaneous", _ours(KUHN, alternating=False), lambda: peers.LiteEFGSolver("kuhn_poker"), 20, 100),
    Race("Kuhn poker, CFR, simultaneous", _ours(KUHN, alternating=False), lambda: peers.NoRegret(KUHN), 2_000, 100),
    Race("three-player Kuhn poker, CFR, alternating", _ours(THREE), lambda: peers.OpenSpiel("kuhn_poker(players=3)"), 150, 30),
    Race("Leduc poker, CFR, alternating", _ours(LEDUC), lambda: peers.OpenSpiel("leduc_poker"), 400, 50),
    Race("Leduc poker, CFR, simultaneous", _ours(LEDUC, alternating=False), lambda: peers.LiteEFGSolver("leduc_poker"), 55, 50),
    Race("Leduc poker, CFR, simultaneous", _ours(LEDUC, alternating=False), lambda: peers.NoRegret(LEDUC), 1_000, 50),
    Race("Liar's Dice, CFR, alternating", _theirs(LIARS_DICE), lambda: peers.OpenSpiel(LIARS_DICE), 100, 10),
    Race("Goofspiel with four cards, CFR, alternating", _theirs(GOOFSPIEL), lambda: peers.OpenSpiel(GOOFSPIEL), 250, 10),
    Race(
        "one-bet Kuhn poker, sampled deals, alternating",
        _ours(kc.OneBetKuhn(), sampling="chance", seed=1),
        peers.Labml,
        150,
        50_000,
        0.02,
    ),
    Race(
        "Kuhn poker, external sampling",
        _ours(KUHN, sampling="external", seed=1),
        lambda: peers.OpenSpiel.sampling("kuhn_poker", "External"),
        10,
        100_000,
        0.02,
    ),
    Race(
        "Kuhn poker, outcome sampling",
        _ours(KUHN, sampling="outcome", seed=1),
        lambda: peers.OpenSpiel.sampling("kuhn_poker", "Outcome"),
        10,
        300_000,
        0.05,
    ),
]


def run(race: Race) -> dict[str, Any]:
    """Check that both sides reach the same exploitability, then time them."""
    sides = [race.ours(), race.theirs()]
    reached = []
    for side in sides:
        side.run(race.check_after)
        reached.append(side.exploitability())
    if race.bound is None:
        agree = abs(reached[0] - reached[1]) <= 1e-9 * reached[0]
    else:
        agree = max(reached) < race.bound
    if not agree:
        raise SystemExit(f"{race.title}: after {race.check_after} iterations the exploitabilities are {reached}: nothing to compare")
    times = clock.take_turns({side.name: side.run for side in sides})
    return {
        "title": race.title,
        "peer": sides[1].name,
        "ours": times[sides[0].name].as_dict(),
        "theirs": times[sides[1].name].as_dict(),
        "ratio": times[sides[1].name].median / times[sides[0].name].median,
        "goal": race.goal,
        "check_after": race.check_after,
        "exploitability": reached,
        "exact": race.bound is None,
    }
