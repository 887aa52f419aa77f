"""What is printed about strategies on the river."""

import math
from collections.abc import Mapping

import kuhncfr as kc
from kuhncfr.cli.numbers import counted, distance, probability, shown
from kuhncfr.cli.screen import MOST_ROWS, say, table
from kuhncfr.vector.hands import Array
from kuhncfr.vector.holdem import GroupStrategy, all_bets, by_class, by_group, cards
from kuhncfr.vector.holdem.strength import CATEGORIES, on_board

_FEWEST = 0.005  # hands: of fewer that come to a turn it is not told what they do

Tables = Mapping[str, Array]


def show(game: kc.vector.PublicGame, strategy: Tables, board: str, full: bool) -> None:
    """Print what the hands do at each turn, what bets are made of, what it is worth, and how far it is from an equilibrium."""
    turns = {history: by_class(game, strategy, history) for history in game.turns}
    rows = sum(map(len, turns.values()))
    if rows > MOST_ROWS and not full:
        say(f"By what the hands make; --full shows {counted(rows, 'row')}, by class.")
        say()
        turns = {history: _by_category(game, strategy, history, board) for history in game.turns}
    for history, groups in turns.items():
        _show_turn(game, history, groups)
    bets = all_bets(game, strategy)
    head = ["Bet or raise", "often", "bluffs", "value bets", "ratio", "bet/(pot+bet)"]
    table(
        head,
        [
            [
                game.after(bet.history, bet.action),
                *map(probability, (bet.often, bet.bluffs, bet.value)),
                _ratio(bet.ratio),
                probability(bet.balanced),
            ]
            for bet in bets
        ],
    )
    say()
    values = kc.vector.expected_values(game, strategy)
    gained = kc.vector.exploitability(game, strategy)
    half = float(game.pot) / 2
    table(
        ["", "value", "of the pot"],
        [[f"Player {i + 1}", shown(value), f"{game.percent_of_pot(half + value):.2f} %"] for i, value in enumerate(values)],
    )
    say(f"Exploitability {distance(gained)} chips a game, {distance(game.percent_of_pot(gained))} % of the pot")


def _by_category(game: kc.vector.PublicGame, strategy: Tables, history: str, board: str) -> dict[str, GroupStrategy]:
    strong = on_board(cards.board(board), game.hands[game.turns[history].player])
    found = by_group(game, strategy, history, [one.category for one in strong])
    return {category: found[category] for category in reversed(CATEGORIES) if category in found}


def _show_turn(game: kc.vector.PublicGame, history: str, groups: Mapping[str, GroupStrategy]) -> None:
    turn = game.turns[history]
    rows = [
        [name, f"{group.reach:.2f}", *(map(probability, group.actions) if group.reach >= _FEWEST else [""] * len(turn.after))]
        for name, group in groups.items()
    ]
    table([f"Player {turn.player + 1}{f', {history}' if history else ''}", "hands", *turn.after], rows)
    say()


def _ratio(ratio: float) -> str:
    return probability(ratio) if math.isfinite(ratio) else "no value bet"
