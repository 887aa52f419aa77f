"""Print strategies on the river."""

import math
from collections.abc import Mapping

import kuhncfr as kc
from kuhncfr.cli.formatting import format_distance, format_number, format_probability, plural
from kuhncfr.cli.output import MOST_ROWS, echo, print_table
from kuhncfr.vector.holdem import Bet, GroupStrategy, all_bets, by_class, by_group, cards
from kuhncfr.vector.holdem.hand_strength import CATEGORIES, strengths_on_board
from kuhncfr.vector.ranges import Array

_FEWEST = 0.005  # hands of a group that reach a decision; a group with fewer is left out
_RAREST = 0.00005  # probability of a bet; a rarer one has no ratios

Tables = Mapping[str, Array]


def print_river(game: kc.vector.PublicGame, strategy: Tables, board: str, full: bool) -> None:
    """Print the strategy at each decision, the composition of the bets, the values and the exploitability."""
    decisions = {history: by_class(game, strategy, history) for history in game.decisions}
    rows = sum(map(len, decisions.values()))
    if rows > MOST_ROWS and not full:
        echo(f"By what the hands make; --full shows {plural(rows, 'row')}, by class.")
        echo()
        decisions = {history: _by_category(game, strategy, history, board) for history in game.decisions}
    for history, groups in decisions.items():
        _show_decision(game, history, groups)
    bets = [_row(game, bet) for bet in all_bets(game, strategy)]
    print_table(["Bet or raise", "often", "bluffs : value", "as seen", "bet/(pot+bet)"], bets)
    echo()
    values = kc.expected_utilities(game, strategy)
    gained = kc.exploitability(game, strategy)
    half = float(game.pot) / 2
    print_table(
        ["", "value", "of the pot"],
        [[f"Player {i + 1}", format_number(value), f"{game.percent_of_pot(half + value):.2f} %"] for i, value in enumerate(values)],
    )
    echo(f"Exploitability {format_distance(gained)} chips a game, {format_distance(game.percent_of_pot(gained))} % of the pot")


def _by_category(game: kc.vector.PublicGame, strategy: Tables, history: str, board: str) -> dict[str, GroupStrategy]:
    strong = strengths_on_board(cards.parse_board(board), game.ranges[game.decisions[history].player])
    found = by_group(game, strategy, history, [one.category for one in strong])
    return {category: found[category] for category in reversed(CATEGORIES) if category in found}


def _show_decision(game: kc.vector.PublicGame, history: str, groups: Mapping[str, GroupStrategy]) -> None:
    decision = game.decisions[history]
    player = f"Player {decision.player + 1}{f', {history}' if history else ''}"
    here = {name: group for name, group in groups.items() if group.reach >= _FEWEST}
    if here:
        rows = [[name, f"{group.reach:.2f}", *map(format_probability, group.actions)] for name, group in here.items()]
        print_table([player, "hands", *decision.children], rows)
    else:
        echo(f"{player}: nobody comes here.")
    echo()


def _row(game: kc.vector.PublicGame, bet: Bet) -> list[str]:
    """Return the composition of a bet, without ratios if the bet is hardly ever made."""
    made = bet.bluffs + bet.value >= _RAREST
    ratios = [format_probability(ratio) if made and math.isfinite(ratio) else "" for ratio in (bet.ratio, bet.seen)]
    return [game.child(bet.history, bet.action), format_probability(bet.frequency), *ratios, format_probability(bet.balanced)]
