"""One colour, one mark, one meaning: where every chart takes its colours from; a test holds two of the style sheets to them.

There are fewer colours than meanings. Within a family, such as the actions, colours differ, except that a bet for value and a bet of half
the pot are bets, and that cards out of play are as grey as chance. The blue of player 1 is also that of the current strategy.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from kuhncfr.plot import PALETTE

BLUE, VERMILION, GREEN, PINK, BROWN, VIOLET = PALETTE
GREY, PALE_GREY = "#6E6E6E", "#949494"
# Of words, and of the equilibrium; behind words. Dark mode turns lightness over, and makes them white and black.
INK, PAPER = "black", "white"

_PLAYERS = {"chance": GREY, "out of play": GREY, "player 1": BLUE, "player 2": VERMILION, "player 3": GREEN}
_ACTIONS = {"check": BLUE, "bet": VERMILION, "fold": PALE_GREY, "call": GREEN, "raise": BROWN, "all in": VIOLET}
_ACTIONS |= {"value": VERMILION, "bluff": PINK, "bet 50": VERMILION, "bet 100": "#8F3E00"}
_STRATEGIES = {"current": BLUE, "average": VERMILION, "equilibrium": INK, "bound": GREY}
_VARIANTS = {"CFR": BLUE, "CFR+": VERMILION, "LCFR": GREEN, "DCFR": PINK, "PCFR+": BROWN, "CFR, together": VIOLET}
_SAMPLING = {"whole tree": BLUE, "external": GREEN, "outcome": PINK}  # and chance
_AT_THREE = {"α = 1": VIOLET, "two coordinated opponents": BROWN, "two who also see each other's cards": VIOLET}
_AT_THREE |= {"safest strategy, against the same two": GREY}
_RULES = {"magnet": GREEN}
_COUNTS = {"terminal histories": VERMILION}
_SIGNS = {"wins": "#8CC8EE", "loses": "#F2B84B"}  # pale: words stand on them
_LINES = dict(zip(_VARIANTS, ([1, 0], [8, 3], [4, 3], [10, 3, 3, 3], [16, 4], [2, 2]), strict=True))

_OTHER_NAMES = {
    "chance": ["sampled", "100 runs, sampled deals"],
    "player 1": ["p1: player 1 bluffs", "the least player 1 can win"],
    "player 2": ["p2: player 2 calls", "the most player 2 can lose"],
    "check": ["checks"],
    "bet": ["bet or call"],
    "fold": ["pass or fold", "passes or folds"],
    "call": ["calls", "calls above 0.4"],
    "value": ["bets for value", "bets, for value"],
    "bluff": ["bluffs", "bets, as a bluff"],
    "current": ["current strategy"],
    "average": ["average strategy", "NashConv of the average"],
    "equilibrium": ["everybody plays the equilibrium", "value to player 1", "linear programme"],
    "bound": ["bound on both regrets", "upper limit"],
    "CFR": ["cfr", "CFR, in turn", "in turn", "whole tree, in turn"],
    "CFR+": ["cfr+", "average of CFR+"],
    "LCFR": ["lcfr"],
    "DCFR": ["dcfr", "average of DCFR"],
    "PCFR+": ["pcfr+"],
    "CFR, together": ["together", "whole tree, together"],
    "wins": ["sees it"],
    "loses": ["misses it"],
}


def _under_all_names(meanings: Mapping[str, Any]) -> dict[str, Any]:
    return {name: look for term, look in meanings.items() for name in (term, *_OTHER_NAMES.get(term, []))}


COLOURS = _under_all_names(_PLAYERS | _ACTIONS | _STRATEGIES | _VARIANTS | _SAMPLING | _AT_THREE | _RULES | _COUNTS | _SIGNS)
DASHES = _under_all_names(_LINES)

# The equilibrium: a cross, or a dashed line where only one of its numbers is drawn.
CROSS: dict[str, Any] = {"shape": "M-1,0H1M0,-1V1", "size": 140, "stroke": INK, "strokeWidth": 2, "opacity": 1}
LEVEL: dict[str, Any] = {"color": INK, "strokeDash": [5, 4]}

# Numbers: a probability from 0 to 1; what player 1 wins, from bad to good.
PROBABILITY = ["#C2CBD2", "#6299C2", "#00436E"]
WINNINGS = [VERMILION, "#F7F7F7", BLUE]


def coloured(part: Any) -> Any:
    """Return a chart's specification with the colours, and the lines of the variants, that the names in its scales mean.

    Names without a meaning take what is left, in the order of the palette.

    Examples
    --------
    >>> coloured({"color": {"field": "by", "scale": {"domain": ["room 1", "CFR"]}}})["color"]["scale"]["range"]
    ['#D55E00', '#0072B2']
    """
    if isinstance(part, list):
        return [coloured(one) for one in part]
    if not isinstance(part, dict):
        return part
    found = {key: value if key == "datasets" else coloured(value) for key, value in part.items()}
    for channel, looks, rest in (("color", COLOURS, PALETTE), ("strokeDash", DASHES, tuple(_LINES.values()))):
        match found.get(channel):
            case {"scale": {"domain": [str(), *_] as names} as scale} if not looks.keys().isdisjoint(names):
                scale["range"] = _range(names, looks, rest)
    return found


def _range(names: Sequence[str], looks: Mapping[str, Any], rest: Sequence[Any]) -> list[Any]:
    taken = [looks.get(name) for name in names]
    left = iter([look for look in rest if look not in taken])
    return [looks[name] if name in looks else next(left) for name in names]
