"""The games of the checks, drawn from the number in ``seed.txt``: each shows what a wrong rule overlooks.

In each a player moves more than once, and one deal or toss is likelier than another. Amounts are not round on purpose. With round amounts
two actions may be equally good; then rounding decides which one is played, and two correct programs differ.
"""

import random
from collections.abc import Mapping
from contextvars import ContextVar
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from typing import Any

import kuhncfr as kc
from kuhncfr.diagnosis.games import CHANCE, Listed

from .apart.table import Table, tabulated
from .mistaken import museum

FILE = Path(__file__).parent / "seed.txt"
SEED = ContextVar("SEED", default=int(FILE.read_text(encoding="utf-8")) if FILE.exists() else 0)

DESCRIPTIONS = {
    "cards": "some cards are likelier than others, and player 1 may have to move again",
    "twice": "player 1 moves three times, twice in a row",
    "toss": "chance moves after player 1, who moves twice more",
    "three": "there are three players, and player 1 moves three times",
}
# Who moves at each depth, c for chance, and which players see the action taken there.
TREES = {
    "twice": ("c0010", ("0", "0", "0", "", "")),
    "toss": ("0c010", ("01", "0", "0", "", "")),
    "three": ("c01020", ("2", "0", "01", "0", "", "")),
}
FLOORED = partial(museum.make, "regrets floored by aliasing")
LETTERS = "abdefghjkmnrstuvwxyz"


def _tree(movers: str, seen: tuple[str, ...], rng: random.Random) -> Listed:
    """Draw payoffs until it matters that regrets may be negative; all that other mistakes need is in the order of the moves."""
    players = int(max(movers.replace(CHANCE, "0"))) + 1
    while True:
        odds = Fraction(rng.choice((2, 3, 7, 8)), 10)
        payoffs = tuple(tuple(Fraction(rng.randint(-90, 90), 10) for _ in range(2 ** len(movers))) for _ in range(players - 1))
        tree = Listed(movers, seen, payoffs, odds)
        right, floored = (make(tree, alternating=False).run(10).average_strategy for make in (kc.CFR, FLOORED))
        if any(abs(right[key][action] - floored[key][action]) > 1e-3 for key in right for action in right[key]):
            return tree


def games() -> dict[str, Table]:
    """Return the games of the current seed."""
    return _drawn(SEED.get())


@cache
def _drawn(seed: int) -> dict[str, Table]:
    """Return the games that belong to a seed."""
    rng = random.Random(seed)
    letters = {} if seed == 0 else dict(zip("abp", rng.sample(LETTERS, 3), strict=True))
    weights = rng.sample((1, 2, 3, 4), 3)
    cards = kc.KuhnPoker(ante=Fraction(rng.randint(11, 19), 10), bet=Fraction(rng.randint(11, 19), 10))
    ranks = "JQK" if seed == 0 else rng.sample("ABCDEFGHIMNPRSTUVW", 3)
    tables = {"cards": tabulated(cards, {**letters, **dict(zip("JQK", ranks, strict=True))})}
    _weight_cards(tables["cards"], dict(zip(ranks, weights, strict=True)))
    tables |= {name: tabulated(_tree(*tree, rng), letters) for name, tree in TREES.items()}
    return {name: Table(**table) for name, table in tables.items()}


def _weight_cards(table: dict[str, Any], weights: Mapping[str, int]) -> None:
    """Make some cards likelier than others."""
    for row in table["histories"].values():
        if "chance" in row:
            row["chance"] = {card: weights[card] / sum(weights[left] for left in row["chance"]) for card in row["chance"]}


def scale() -> int:
    """Return a factor for numbers that are no game's: answers to those of one variant are none to those of another."""
    return random.Random(SEED.get()).randint(2, 99) if SEED.get() else 1


def examples() -> dict[str, Any]:
    """What the notebooks show besides the games: a matrix like that of rock-paper-scissors, and a battlefield."""
    seed = SEED.get()
    a, b, c = (1, 1, 1) if seed == 0 else random.Random(seed).sample(range(1, 6), 3)
    rng = random.Random(seed)
    worth = [1, 1, 1] if seed == 0 else rng.sample((2, 3, 4), 3)
    soldiers = 5 if seed == 0 else rng.choice((4, 5, 6))
    return {"PAYOFFS": [[0, -a, b], [a, 0, -c], [-b, c, 0]], "SOLDIERS": soldiers, "WORTH": worth}
