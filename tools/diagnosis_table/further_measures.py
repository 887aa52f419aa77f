"""Further forms of wrong measures, which only the table needs."""

from collections.abc import Callable
from operator import sub
from typing import Any

from kuhncfr.diagnosis.wrong_measures import reach_of, with_weight
from kuhncfr.evaluate import values_and_best_responses
from kuhncfr.games.game import Game
from kuhncfr.strategy import StrategyProfile

Measure = Callable[[Game, StrategyProfile], float]
Numbers = tuple[Any, ...]


def combined(result: Callable[[Numbers, Numbers], Any]) -> Measure:
    """Return a measure that makes one number of the players' utilities and of the values of their best responses."""

    def measure(game: Game, profile: StrategyProfile) -> float:
        values, responses = values_and_best_responses(game, profile)
        return float(result(values, tuple(response.value for response in responses)))

    return measure


chance_alone = reach_of(lambda game, history, player: game.is_chance(history))

FURTHER_MEASURES: dict[str, tuple[Measure, ...]] = {
    "uniform posterior": (with_weight(chance_alone),),
    "gains not added up": (
        combined(lambda values, best: best[-1] - values[-1]),
        combined(lambda values, best: max(map(sub, best, values))),
        combined(lambda values, best: best[0] - best[-1]),
    ),
}
