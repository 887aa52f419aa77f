"""The first two rungs of the ladder, right and with each mistake that has a name."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any

from kuhncfr.diagnosis.known_mistakes import MISTAKES

Weight = Callable[[list[Any], int], Any]


def counterfactual_reach(reach: list[Any], i: int) -> Any:
    return prod(reach[:i] + reach[i + 1 :])


WRONG_REACHES: dict[str, Weight] = {
    "Your product has the player's own share in it: leave out reach[i].": lambda reach, i: prod(reach),
    "Chance is left out: its share, the last of the list, counts like any other.": lambda reach, i: counterfactual_reach(reach[:-1], i),
    "This is chance's share alone: the other players' belong to the product.": lambda reach, i: reach[-1],
    "This is the player's own share, the only one to leave out.": lambda reach, i: reach[i],
    "Your shares are added: multiply them.": lambda reach, i: sum(reach[:i] + reach[i + 1 :]),
    "Of the players, only the one before counts: all but player i belong to the product.": lambda reach, i: reach[:-1][i - 1] * reach[-1],
}


@dataclass(frozen=True)
class Rules:
    """The steps of a walk in which mistakes are made; by default, they are right."""

    weight: Weight = counterfactual_reach
    own: Weight = lambda reach, i: reach[i]
    share: Callable[[Any, Any, bool], Any] = lambda share, p, chance: share * p
    mean: Callable[[list[Any], list[Any]], Any] = lambda row, values: sum(p * v for p, v in zip(row, values, strict=True))
    regret: Callable[[Any, Any, int], Any] = lambda after, u, i: after[i] - u[i]


def walk(game: Any, h: str, reach: list[Any], sigma: Any, found: list[Any], rules: Rules) -> Any:
    if game.is_terminal(h):
        return game.utilities(h)
    chance = game.is_chance(h)
    i = game.players if chance else game.player(h)
    row = game.chance(h) if chance else sigma[game.infoset(h)]
    after = {}
    for a, p in row.items():
        down = [*reach[:i], rules.share(reach[i], p, chance), *reach[i + 1 :]]
        after[a] = walk(game, h + a, down, sigma, found, rules)
    u = [rules.mean([*row.values()], [values[j] for values in after.values()]) for j in range(game.players)]
    if not chance:
        regrets = {a: rules.weight(reach, i) * rules.regret(after[a], u, i) for a in row}
        found.append((game.infoset(h), rules.own(reach, i), regrets))
    return u


def known(name: str) -> str:
    return f"{name.capitalize()}. {MISTAKES[name].hint or MISTAKES[name].repair}"


WRONG_WALKS: list[tuple[str, Rules]] = [
    (known("own reach in the regret"), Rules(weight=lambda reach, i: prod(reach))),
    (known("own reach in the regret"), Rules(weight=lambda reach, i: reach[i])),
    (known("chance forgotten"), Rules(weight=lambda reach, i: counterfactual_reach(reach[:-1], i))),
    ("No weight. Multiply each difference by counterfactual_reach(reach, i).", Rules(weight=lambda reach, i: 1)),
    (known("reach overwritten"), Rules(share=lambda share, p, chance: p)),
    (known("reach overwritten"), Rules(share=lambda share, p, chance: share * p if chance else p)),
    ("Reach unchanged. Multiply the mover's share by the probability of the action.", Rules(share=lambda share, p, chance: share)),
    (known("another player's utility"), Rules(regret=lambda after, u, i: after[0] - u[0])),
    (known("another player's utility"), Rules(regret=lambda after, u, i: after[i - 1] - u[i - 1])),
    (known("regret with the wrong sign"), Rules(regret=lambda after, u, i: u[i] - after[i])),
    ("Value for regret. Subtract what the strategy wins, u[i].", Rules(regret=lambda after, u, i: after[i])),
    (known("value without the strategy"), Rules(mean=lambda row, values: sum(values) / Fraction(len(values)))),
    (known("value without the strategy"), Rules(mean=lambda row, values: sum(values))),
    ("The others' reach for the own. The second entry is the share reach[i].", Rules(own=counterfactual_reach)),
    ("The reach of all for the own. The second entry is the share reach[i].", Rules(own=lambda reach, i: prod(reach))),
]
