"""The tree of the one-bet game with branches as wide as counterfactual reach, which the reader's browser computes from sliders."""

from fractions import Fraction
from typing import Any

import altair as alt
import pandas as pd

from kuhnbook.figures.colours import GREY, INK, PAPER
from kuhncfr.games.kuhn import OneBetKuhn
from kuhncfr.plot import rounded, tooltips, tree

_COLOUR = alt.Color("mover:N", scale=alt.Scale(domain=["chance", "player 1", "player 2"]), legend=None)
_PIXELS = 66  # wide is a branch of reach 1: so that a deal, 1/6, fits a row of its own
_ROW = 25  # pixels
_LEFT, _RIGHT = 15, 88  # pixels beside the tree: half a node, and the words at the ends
_STEPS = 20  # of the sliders for probabilities

# Vega expressions: the browser computes them again, one after the other, whenever a slider moves i, bet or call.
_REACH = "datum.chance * if(i == 1, 1, datum.share1) * if(i == 2, 1, datum.share2)"
_COMPUTED = {
    "share1": "if(datum.first == 'b', bet, if(datum.first == 'p', 1 - bet, 1))",
    "share2": "if(datum.second == 'b', call, if(datum.second == 'p', 1 - call, 1))",
    "reach": f"round(1000000 * {_REACH}) / 1000000",
    "width": f"{_PIXELS} * datum.reach",
    "told": "datum.history + '  ' + format(datum.reach, '.3f')",
}
_WORDS = """[
  'How likely, if player ' + i + ' did everything to get there',
  'AKbb: 0.167 (chance) × ' + if(i == 1, format(call, '.2f') + ' (the call)', format(bet, '.2f') + ' (the bet)')
    + ' = ' + format(if(i == 1, call, bet) / 6, '.3f')
]"""


def reach_tree(player: int = 2, bet: Fraction | float = 0.5, call: Fraction | float = 0.5) -> alt.LayerChart:
    r"""Draw the tree of one-bet Kuhn poker, each branch as wide as the counterfactual reach of where it leads.

    .. math:: \pi_{-i}^\sigma(h) = \pi_c(h) \prod_{j \ne i} \pi_j^\sigma(h)

    Sliders choose player i and the strategies: how often player 1 bets and player 2 calls, with any card. The chart holds the
    formula, and the reader's browser evaluates it. A branch without width is still seen as a hairline.

    Parameters
    ----------
    player : {1, 2}
        Player i, counted from 1, at whom its slider starts.
    bet, call : int, Fraction or float
        The probabilities at which the sliders of player 1 and player 2 start.

    Returns
    -------
    altair.LayerChart

    Examples
    --------
    >>> reach_table().query("history == 'QKb'")[["mover", "first", "second"]].to_numpy().tolist()
    [['player 1', 'b', '']]
    >>> [slider["name"] for slider in reach_tree().to_dict()["params"]]
    ['i', 'bet', 'call']
    """
    table = reach_table()
    branches = alt.Chart().transform_calculate(**_COMPUTED)
    layers: list[Any] = [*_branches(branches), *_nodes(), _ends(branches), _heads()]
    chart = alt.LayerChart(layer=layers, data=table, width="container", height=_ROW * 19)
    title = alt.Title(alt.expr(_WORDS), frame="bounds", offset=8)
    view = alt.Config(view=alt.ViewConfig(stroke=None))
    return chart.properties(title=title, config=view).add_params(*_sliders(player, float(bet), float(call)))


def reach_table() -> pd.DataFrame:
    """Return the branches of the tree, a row for each history but the first: where it lies, who moved last, and how it was reached.

    Column ``chance`` is chance's share; ``first`` and ``second`` are what the players did, and are empty before they do.

    Examples
    --------
    >>> len(reach_table())
    33
    """
    game = OneBetKuhn()
    places = _places().set_index("history", drop=False).to_dict("index")
    rows: list[dict[str, Any]] = []
    for history, place in list(places.items())[1:]:
        cards, betting = history[:2], history[2:]
        dealt = game.chance("")[cards[0]] * (game.chance(cards[0])[cards[1]] if cards[1:] else 1)
        rows.append(
            {
                "history": history,
                "mover": places[history[:-1] or "(root)"]["to move"],
                "chance": float(dealt),
                "first": betting[:1],
                "second": betting[1:],
                "x": place["x before"],
                "y": place["y before"],
                "x2": place["x"],
                "y2": place["y"],
                "ends": game.is_terminal(history),
            }
        )
    return rounded(pd.DataFrame(rows))


def _places() -> pd.DataFrame:
    places: pd.DataFrame = tree(OneBetKuhn()).data
    return places


def _sliders(player: int, bet: float, call: float) -> list[alt.Parameter]:
    share: dict[str, Any] = {"min": 0, "max": 1, "step": 1 / _STEPS}
    dials = {
        "i": (player, alt.binding_range(min=1, max=2, step=1, name="i: the player left out, 1 or 2")),
        "bet": (bet, alt.binding_range(**share, name="Player 1 bets, with any card")),
        "call": (call, alt.binding_range(**share, name="Player 2 calls, with any card")),
    }
    return [alt.param(name=name, value=value, bind=dial) for name, (value, dial) in dials.items()]


def _place(x: str, y: str) -> dict[str, Any]:
    across = alt.Scale(domain=[0, 4], range=[_LEFT, alt.ExprRef(f"width - {_RIGHT}")], nice=False)
    down = alt.Scale(domain=[-1.5, 17.5], range=[0, _ROW * 19], nice=False)
    return {"x": alt.X(f"{x}:Q", axis=None, scale=across), "y": alt.Y(f"{y}:Q", axis=None, scale=down)}


def _branches(branches: alt.Chart) -> list[alt.Chart]:
    ways = {**_place("x", "y"), "x2": "x2:Q", "y2": "y2:Q"}
    told = {
        "history:N": "history",
        "mover:N": "who moved last",
        "chance:Q": "chance's probability",
        "share1:Q": "player 1's probability",
        "share2:Q": "player 2's probability",
        "reach:Q": "counterfactual reach for player i",
    }
    width = alt.StrokeWidth("width:Q", scale=None, legend=None)
    hairlines = branches.mark_rule(color=GREY, strokeWidth=0.8, strokeDash=[3, 3], aria=False).encode(**ways)
    wide = branches.mark_rule(strokeCap="butt").encode(**ways, color=_COLOUR, strokeWidth=width, tooltip=tooltips(told))
    return [hairlines, wide]


def _heads() -> alt.Chart:
    """Who moves, above each column of branches."""
    columns = pd.DataFrame({"mover": ["chance", "chance", "player 1", "player 2"], "x": [0.5, 1.5, 2.5, 3.5], "y": -1.0})
    heads: alt.Chart = alt.Chart(columns).mark_text(fontSize=13, color=INK, aria=False).encode(**_place("x", "y"), text="mover:N")
    return heads


def _nodes() -> list[alt.Chart]:
    """Where somebody moves: the start and the inner histories, with their names."""
    places = _places()
    table = places.loc[places["to move"] != "", ["history", "x", "y"]].rename(columns={"history": "name"}).replace("(root)", "start")
    nodes = alt.Chart(table).encode(**_place("x", "y"))
    disc = nodes.mark_circle(size=830, color=PAPER, stroke=GREY, strokeWidth=1, opacity=1, aria=False)
    return [disc, nodes.mark_text(fontSize=11, color=INK, aria=False).encode(text="name:N")]


def _ends(branches: alt.Chart) -> alt.Chart:
    words = branches.transform_filter("datum.ends").mark_text(align="left", dx=6, fontSize=12, color=INK, aria=False)
    ends: alt.Chart = words.encode(**_place("x2", "y2"), text="told:N")
    return ends
