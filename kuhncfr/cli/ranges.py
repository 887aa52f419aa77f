"""What is printed about strategies on the river."""

import math
from collections.abc import Mapping

import kuhncfr as kc
from kuhncfr.cli.numbers import counted, distance, probability, shown
from kuhncfr.cli.screen import MOST_ROWS, say, table
from kuhncfr.vector.holdem import Bet, GroupStrategy, all_bets, by_class, by_group, cards
from kuhncfr.vector.holdem.hand_strength import CATEGORIES, strengths_on_board
from kuhncfr.vector.ranges import Array

_FEWEST = 0.005  # hands of a group that must come to a decision; who does not is left out
_RAREST = 0.00005  # how likely a bet must be

Tables = Mapping[str, Array]


def show(game: kc.vector.PublicGame, strategy: Tables, board: str, full: bool) -> None:
    """Print what the hands do at each decision, what bets are made of, what it is worth, and how far it is from an equilibrium."""
    decisions = {history: by_class(game, strategy, history) for history in game.decisions}
    rows = sum(map(len, decisions.values()))
    if rows > MOST_ROWS and not full:
        say(f"By what the hands make; --full shows {counted(rows, 'row')}, by class.")
        say()
        decisions = {history: _by_category(game, strategy, history, board) for history in game.decisions}
    for history, groups in decisions.items():
        _show_decision(game, history, groups)
    table(["Bet or raise", "often", "bluffs : value", "as seen", "bet/(pot+bet)"], [_row(game, bet) for bet in all_bets(game, strategy)])
    say()
    values = kc.expected_utilities(game, strategy)
    gained = kc.exploitability(game, strategy)
    half = float(game.pot) / 2
    table(
        ["", "value", "of the pot"],
        [[f"Player {i + 1}", shown(value), f"{game.percent_of_pot(half + value):.2f} %"] for i, value in enumerate(values)],
    )
    say(f"Exploitability {distance(gained)} chips a game, {distance(game.percent_of_pot(gained))} % of the pot")


def _by_category(game: kc.vector.PublicGame, strategy: Tables, history: str, board: str) -> dict[str, GroupStrategy]:
    strong = strengths_on_board(cards.parse_board(board), game.ranges[game.decisions[history].player])
    found = by_group(game, strategy, history, [one.category for one in strong])
    return {category: found[category] for category in reversed(CATEGORIES) if category in found}


def _show_decision(game: kc.vector.PublicGame, history: str, groups: Mapping[str, GroupStrategy]) -> None:
    decision = game.decisions[history]
    player = f"Player {decision.player + 1}{f', {history}' if history else ''}"
    here = {name: group for name, group in groups.items() if group.reach >= _FEWEST}
    if here:
        table([player, "hands", *decision.children], [[name, f"{g.reach:.2f}", *map(probability, g.actions)] for name, g in here.items()])
    else:
        say(f"{player}: nobody comes here.")
    say()


def _row(game: kc.vector.PublicGame, bet: Bet) -> list[str]:
    """Tell what a bet is made of; of one that is hardly ever made, there is nothing to tell."""
    made = bet.bluffs + bet.value >= _RAREST
    ratios = [probability(ratio) if made and math.isfinite(ratio) else "" for ratio in (bet.ratio, bet.seen)]
    return [game.child(bet.history, bet.action), probability(bet.frequency), *ratios, probability(bet.balanced)]
