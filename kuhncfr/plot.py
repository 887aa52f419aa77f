"""Charts of a run: regrets and strategies over the iterations, exploitability, a strategy, and the tree of a game.

Each function returns an Altair chart. The numbers in a chart are rounded, so that every computer draws the same one. For readers who
cannot see it, say what your chart shows: ``chart.properties(description="...")``.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kuhncfr._support import arguments
from kuhncfr._support.arguments import shown
from kuhncfr._support.extras import extra
from kuhncfr._support.palette import PALETTE
from kuhncfr.cfr.trajectory import Trajectory
from kuhncfr.games.game import Game, histories, successors
from kuhncfr.strategy import strategy_of

with extra("plot"):
    import altair as alt
    import pandas as pd


__all__ = [
    "PALETTE",
    "convergence",
    "strategy",
    "trajectory",
    "tree",
]

MAX_TERMINALS = 60  # a longer list is unreadable

_FEW_DIGITS = 3  # long runs magnify rounding errors, which differ between machines
_DASHES = ([1, 0], [8, 3], [4, 3], [10, 3, 3, 3], [16, 4], [2, 2])
_PASSIVE_TO_AGGRESSIVE = (PALETTE[1], "#3A8FC4", "#00436E")
_STRATEGIES = ("current", "average")
_PANEL: dict[str, Any] = {"width": 250, "height": 130}  # pixels: one panel fits on a phone, two side by side on a page
_TICK_LABELS = 30  # pixels: the same in all panels, so that they are aligned
_CHANCE = "#6E6E6E"
_HEXAGON = "M-1,0L-0.5,-0.87L0.5,-0.87L1,0L0.5,0.87L-0.5,0.87Z"
_SHAPES = ("diamond", "circle", "square", _HEXAGON)  # of nodes: chance, then the players; each has space for letters
_ROW = 26  # pixels between the nodes of a tree


# --- A run -------------------------------------------------------------------------------------------------------------------------


def trajectory(
    run: Any,
    infosets: Sequence[str] | Mapping[str, str] | None = None,
    *,
    zoom: tuple[float, float] | None = None,
    actions: Mapping[str, str] | None = None,
    points: int = 100,
    logarithmic: bool = False,
) -> alt.ConcatChart:
    r"""Draw the learning at information sets: above, the cumulative regret of each action; below, the strategies.

    The current strategy (thin) plays each action in proportion to its *positive* regret; the average strategy (thick) is the answer.
    Negative regrets soon become so large that the positive ones are invisible; `zoom` shows them.

    Parameters
    ----------
    run : Run or Trajectory
        A run of any game that recorded its way (``record_every``), or its trajectory.
    infosets : sequence of str, or mapping of str to str, optional
        The information sets to draw, one column each, or a mapping to their titles; by default all.
    zoom : tuple of float, optional
        The lowest and the highest regret to show, in chips; by default each column shows all its regrets.
    actions : mapping of str to str, optional
        Names of the actions, in the order of the legend; by default the actions themselves.
    points : int
        Largest number of records to draw: see :meth:`~kuhncfr.Trajectory.subsample`.
    logarithmic : bool
        Draw iterations on a logarithmic axis.

    Returns
    -------
    altair.ConcatChart
        Two columns. The data have a row per record, information set and action: ``iteration``, ``infoset``, ``action``,
        ``regret`` (cumulative, in chips), and the action's probability in the ``current`` and in the ``average`` strategy.

    Raises
    ------
    ValueError
        If an information set is unknown, there is no record, an action has no name, or there are more than six actions.

    Examples
    --------
    >>> from kuhncfr import CFR, OneBetKuhn, record
    >>> chart = trajectory(record(CFR(OneBetKuhn()), iterations=1_000), {"Kb": "King, after a bet"}, points=4, logarithmic=True)
    >>> chart.data.query("action == 'b'")[["iteration", "average"]].round(3)
       iteration  average
    4          1    0.500
    5         10    0.387
    6        100    0.363
    7       1000    0.335
    """
    recorded = arguments.instance("run", _trajectory_of(run), Trajectory, what="a run of a game that is not public, or its Trajectory")
    infosets = list(recorded.cumulative_regret) if infosets is None else infosets
    infosets = (infosets,) if isinstance(infosets, str) else infosets
    table = rounded(_records(recorded.subsample(points, logarithmic=logarithmic), infosets))
    found = list(dict.fromkeys(table["action"]))
    names = {action: action for action in found} if actions is None else {a: actions[a] for a in actions if a in found}
    if set(names) != set(found):
        raise ValueError(f"actions must name {', '.join(map(repr, found))}, got {dict(actions or {})!r}")
    legend = alt.Legend(title=None, orient="top", columns=2, symbolType="stroke", symbolSize=300, symbolStrokeWidth=3)
    colour = alt.Color("action:N", scale=_coloured(list(names.values()), "actions"), legend=legend)
    above, below = (_iterations(table, logarithmic, numbered=numbered) for numbered in (False, True))
    titles = infosets if isinstance(infosets, Mapping) else {key: key for key in infosets}
    panels: list[Any] = [
        alt.VConcatChart(vconcat=[_regret_panel(key, above, colour, zoom), _strategy_panel(key, below, colour)], title=title, spacing=14)
        for key, title in titles.items()
    ]
    return alt.ConcatChart(
        concat=panels, columns=2, data=table.assign(action=table["action"].map(names)), description="Regrets and strategies."
    )


def _trajectory_of(run: Any) -> Any:
    """Return the trajectory of a run, or the trajectory itself."""
    recorded = getattr(run, "trajectory", run)
    if not hasattr(recorded, "cumulative_regret"):
        raise ValueError(f"run must have a trajectory: solve with record_every=10, for example; got {shown(run)}")
    return recorded


def _records(trajectory: Trajectory, infosets: Iterable[str]) -> pd.DataFrame:
    """Return a row per record, information set and action."""
    quantities = {"regret": trajectory.cumulative_regret, "current": trajectory.current_strategy, "average": trajectory.average_strategy}
    keys = list(infosets)
    if not keys or not len(trajectory.iterations):
        raise ValueError("there must be an information set and a record to draw, got none")
    if unknown := [key for key in keys if key not in trajectory.cumulative_regret]:
        raise ValueError(f"the trajectory has no information set {unknown[0]!r}; it has {arguments.listed(trajectory.cumulative_regret)}")
    parts = {
        (key, action): pd.DataFrame({"iteration": trajectory.iterations} | {name: of[key][action] for name, of in quantities.items()})
        for key in keys
        for action in trajectory.cumulative_regret[key]
    }
    table = pd.concat(parts, names=["infoset", "action"]).reset_index([0, 1]).reset_index(drop=True)
    return table[["iteration", "infoset", "action", *quantities]]


def _iterations(table: pd.DataFrame, logarithmic: bool, *, numbered: bool) -> alt.X:
    axis: dict[str, Any] = {"format": "~s", "labelFlush": True, "tickCount": 4, "labels": numbered}
    if logarithmic:
        axis["values"] = [10**k for k in range(len(str(table["iteration"].max())))]
    scale = alt.Scale(type="log" if logarithmic else "linear", nice=False)
    return alt.X("iteration:Q", title="iteration t" if numbered else None, scale=scale, axis=alt.Axis(**axis))


_RECORD = {"infoset:N": "information set", "iteration:Q": "iteration t", "action:N": "action"}


def _regret_panel(key: str, x: alt.X, colour: alt.Color, zoom: tuple[float, float] | None) -> alt.LayerChart:
    scale = alt.Scale() if zoom is None else alt.Scale(domain=list(zoom), nice=False)
    y = alt.Y("regret:Q", title="regret (chips)", scale=scale, axis=alt.Axis(tickCount=5, format="~s", minExtent=_TICK_LABELS))
    zero: Any = alt.Chart().mark_rule(color="gray").encode(y=alt.YDatum(0))
    lines = alt.Chart().mark_line(clip=zoom is not None, strokeWidth=2)
    tooltip = tooltips(_RECORD | {"regret:Q": "cumulative regret (chips)"})
    only = alt.FilterTransform(filter=alt.FieldEqualPredicate(field="infoset", equal=key))
    return alt.LayerChart(layer=[zero, lines.encode(x, y, colour, tooltip=tooltip)], transform=[only], **_PANEL)


def _strategy_panel(key: str, x: alt.X, colour: alt.Color) -> alt.Chart:
    ticks = alt.Axis(values=[0, 0.5, 1], minExtent=_TICK_LABELS)
    y = alt.Y("probability:Q", title="probability", scale=alt.Scale(domain=[0, 1]), axis=ticks)
    legend = alt.Legend(title=None, orient="bottom", symbolType="stroke", symbolSize=300)
    widths = alt.Scale(domain=list(_STRATEGIES), range=[1, 3.5])
    width = alt.StrokeWidth("strategy:O", sort=list(_STRATEGIES), scale=widths, legend=legend)
    chart: alt.Chart = (
        alt.Chart(**_PANEL)
        .transform_filter(alt.FieldEqualPredicate(field="infoset", equal=key))
        .transform_fold(list(_STRATEGIES), as_=["strategy", "probability"])
        .mark_line()
        .encode(x, y, colour, width, tooltip=tooltips(_RECORD | {"strategy:O": "strategy", "probability:Q": "probability"}))
    )
    return chart


# --- Exploitability ----------------------------------------------------------------------------------------------------------------


def convergence(
    curves: pd.DataFrame | Mapping[str, Any] | Any,
    *,
    y: str = "exploitability (chips a game)",
    root: float | None = None,
) -> alt.LayerChart:
    r"""Draw the convergence of several algorithms to an equilibrium, on two logarithmic axes.

    Parameters
    ----------
    curves : DataFrame, Run, or mapping of str to Run or Trajectory
        A column per algorithm, indexed by iteration; or trajectories with their exploitability, by name. At most six. Only positive
        numbers are drawn.
    y : str
        Title of the vertical axis.
    root : float, optional
        Draw the dotted line :math:`\text{root} / \sqrt T`.

    Returns
    -------
    altair.LayerChart

    Raises
    ------
    ValueError
        If there are more than six curves, no positive number, or a run without a trajectory.

    Examples
    --------
    >>> from kuhncfr import OneBetKuhn, solve
    >>> runs = {name: solve(OneBetKuhn(), 1_000, algorithm=name, record_every=500) for name in ("cfr", "cfr+")}
    >>> chart = convergence(runs)
    >>> chart.data[["algorithm", "iterations"]].to_numpy().tolist()
    [['cfr', 500], ['cfr', 1000], ['cfr+', 500], ['cfr+', 1000]]
    """
    if not isinstance(curves, pd.DataFrame):
        runs = curves if isinstance(curves, Mapping) else {"run": curves}
        found = {name: _trajectory_of(run) for name, run in runs.items()}
        curves = pd.DataFrame({name: pd.Series(recorded.exploitability, index=recorded.iterations) for name, recorded in found.items()})
    data = curves.rename_axis("iterations").reset_index().melt("iterations", var_name="algorithm", value_name="distance")
    data = rounded(data, _FEW_DIGITS)
    data = data[data["distance"] > 0]
    if data.empty:
        raise ValueError("curves must have a positive number, got none")
    names = [str(name) for name in curves.columns]
    steps = curves.index.to_numpy(dtype=float)
    line = pd.DataFrame({"iterations": steps, "distance": root / np.sqrt(steps)}) if root is not None else data[:0]
    reference = rounded(line, _FEW_DIGITS)
    heights = pd.concat([data["distance"], reference["distance"]])
    axes: dict[str, Any] = {
        "x": alt.X("iterations:Q", title="iterations T", **decades(data["iterations"], "~s")),
        "y": alt.Y("distance:Q", title=y, **decades(heights, "~e")),
    }
    tooltip = tooltips({"algorithm:N": "algorithm", "iterations:Q": "iterations T", "distance:Q": y})
    lines = alt.Chart(data).mark_line(strokeWidth=2, point=alt.OverlayMarkDef(size=25))
    layers: list[Any] = [lines.encode(**axes, **colour_and_dash("algorithm", names), tooltip=tooltip)]
    if root is not None:
        layers.append(
            alt.Chart(reference)
            .mark_line(color="gray", strokeDash=[2, 4], strokeWidth=2)
            .encode(**axes, tooltip=tooltips({"iterations:Q": "iterations T", "distance:Q": f"{root:.4g} / √T (chips a game)"}))
        )
    return alt.LayerChart(layer=layers, width="container", height=340, description="Distance from an equilibrium over the iterations.")


def decades(values: "pd.Series[float]", form: str) -> dict[str, Any]:
    """Return a logarithmic scale, and an axis with marks at powers of ten only: a phone has no space for more."""
    low, high = math.ceil(math.log10(values.min()) - 1e-9), math.floor(math.log10(values.max()) + 1e-9)
    step = 2 if high - low > 6 else 1
    marks: dict[str, Any] = {"values": [float(f"1e{k}") for k in range(high, low - 1, -step)]} if low <= high else {"tickCount": 3}
    return {"scale": alt.Scale(type="log", nice=False), "axis": alt.Axis(format=form, **marks)}


# --- A strategy --------------------------------------------------------------------------------------------------------------------


def strategy(
    rows: Any,
    actions: Mapping[str, str] | None = None,
) -> alt.Chart:
    """Draw a bar for each information set, divided in proportion to the probabilities of the actions.

    Parameters
    ----------
    rows : StrategyProfile, Run, Equilibrium, or mapping of str to mapping of str to float
        The probability of each action, by the title of the bar.
    actions : mapping of str to str, optional
        Names of the actions, from the most passive to the most aggressive, in the order of the colours; by default the actions
        themselves.

    Returns
    -------
    altair.Chart

    Raises
    ------
    ValueError
        If there are more than six actions.

    Examples
    --------
    >>> from kuhncfr import nash
    >>> chart = strategy(nash.one_bet(ante=1).profile, {"p": "pass or fold", "b": "bet or call"})
    >>> chart.data.query("decision == 'Q'")[["action", "probability"]].to_numpy().tolist()
    [['pass or fold', 0.67], ['bet or call', 0.33]]
    """
    rows = arguments.mapping("rows", strategy_of(rows))
    for title, row in rows.items():
        arguments.mapping(f"rows[{title!r}]", row)
    names = {action: action for row in rows.values() for action in row} if actions is None else dict(actions)
    table = pd.DataFrame(
        [
            {"decision": title, "action": name, "order": k, "probability": round(float(row.get(action, 0)), 2)}
            for title, row in rows.items()
            for k, (action, name) in enumerate(names.items())
        ]
    )
    few = len(names) <= len(_PASSIVE_TO_AGGRESSIVE)
    scale = _coloured(list(names.values()), "actions", _PASSIVE_TO_AGGRESSIVE[-len(names) :] if few else PALETTE)
    chart: alt.Chart = (
        alt.Chart(table, width="container", height=24 * len(rows), description="A bar for each information set.")
        .mark_bar(stroke="white", strokeWidth=1)
        .encode(
            x=alt.X("probability:Q", title="probability", stack="normalize"),
            y=alt.Y("decision:N", sort=None, title=None),
            color=alt.Color("action:N", scale=scale, legend=alt.Legend(title=None, orient="top", columns=1)),
            order="order:Q",
            tooltip=tooltips({"decision:N": "decision", "action:N": "action", "probability:Q": "probability"}),
        )
    )
    return chart


# --- A tree ------------------------------------------------------------------------------------------------------------------------


def tree(game: Game, only: str | Sequence[str] = "") -> alt.LayerChart:
    """Draw the tree of a game, or a part of it, from left to right.

    The shape and the colour of a node show the player to move, and dashed lines join the nodes of one information set. The net winnings
    of all players, in chips, are at the right, player 1's first.

    Parameters
    ----------
    game : Game
    only : str or sequence of str, optional
        Show these histories, their predecessors and their successors; by default, all histories.

    Returns
    -------
    altair.LayerChart
        The data have a row for each history: ``history``, ``to move``, ``information set`` and ``winnings (chips)``; its position, ``x``
        and ``y``; the last ``action``, with its probability if chance takes it; and the position of its predecessor, ``x before`` and
        ``y before``.

    Raises
    ------
    ValueError
        If `only` is empty or has an entry that is not a history, or there are more than 60 terminal histories to show.

    Examples
    --------
    >>> from kuhncfr import MatrixGame
    >>> pennies = MatrixGame([[1, -1], [-1, 1]], actions=("ht", "ht"))
    >>> tree(pennies).data["winnings (chips)"].tolist()
    ['', '', '+1, −1', '−1, +1', '', '−1, +1', '+1, −1']
    """
    game = arguments.game("game", game)
    data = _places(game, _shown(game, (only,) if isinstance(only, str) else tuple(only)))
    rows = int((data["to move"] == "").sum())
    room = 12 + 7 * data["winnings (chips)"].str.len().max()  # pixels
    across = alt.Scale(domain=[0, max(data["x"].max(), 1)], range=[_ROW, alt.ExprRef(f"width - {room}")], nice=False)
    down = alt.Scale(domain=[-0.5, rows - 0.5], range=[0, _ROW * rows], nice=False)

    def at(x: str, y: str) -> dict[str, Any]:
        return {"x": alt.X(f"{x}:Q", axis=None, scale=across), "y": alt.Y(f"{y}:Q", axis=None, scale=down)}

    movers = ["chance", *(f"player {k + 1}" for k in range(game.players))]
    legend = alt.Legend(title=None, orient="top")
    colour = alt.Color("to move:N", scale=alt.Scale(domain=movers, range=[_CHANCE, *PALETTE]), legend=legend)
    shape = alt.Shape("to move:N", scale=alt.Scale(domain=movers, range=list(_SHAPES)), legend=legend)
    fields = ("history", "to move", "information set", "winnings (chips)")
    base = alt.Chart().encode(**at("x", "y"), tooltip=tooltips({f"{name}:N": name for name in fields}))
    nodes = base.transform_filter("datum['to move'] != ''")
    labels = alt.Chart().transform_calculate(lx="0.55 * datum.x + 0.45 * datum['x before']", ly="0.55 * datum.y + 0.45 * datum['y before']")
    labels = labels.encode(**at("lx", "ly"), text="action:N")
    words: dict[str, Any] = {"fontSize": 12, "aria": False}
    size = alt.condition("datum['to move'] == 'chance'", alt.value(250), alt.value(700))  # chance nodes have no letters
    letters = alt.ExprRef("min(12, 45 / length(datum['information set']))")  # small enough for a long name to fit
    layers: list[Any] = [
        alt.Chart().mark_rule(color="#555555").encode(**at("x", "y"), x2="x before:Q", y2="y before:Q"),
        alt.Chart(_links(data))
        .mark_line(strokeDash=[4, 3], interpolate="basis", order=False)
        .encode(**at("x", "y"), color=colour, detail="link:N"),
        labels.mark_text(stroke="white", strokeWidth=6, strokeJoin="round", **words),
        labels.mark_text(color="black", **words),
        nodes.mark_point(fill="white", opacity=1, strokeWidth=2).encode(color=colour, shape=shape, size=size),
        nodes.mark_text(color="black", **words | {"fontSize": letters}).encode(text="information set:N"),
        base.mark_text(align="left", dx=6, color="black", **words).encode(text="winnings (chips):N"),
    ]
    view = alt.ViewBackground(stroke=None)
    return alt.LayerChart(layer=layers, data=data, view=view, width="container", height=_ROW * rows, description="A game tree.")


def _shown(game: Game, only: tuple[str, ...]) -> list[str]:
    everything = list(histories(game))
    if not only or not set(only) <= set(everything):
        raise ValueError(f"only must hold histories of the game, at least one, got {only}")
    shown = [h for h in everything if any(h.startswith(wanted) or wanted.startswith(h) for wanted in only)]
    if (ends := sum(map(game.is_terminal, shown))) > MAX_TERMINALS:
        raise ValueError(f"a tree shows at most {MAX_TERMINALS} terminal histories, got {ends:,}: choose some with only=")
    return shown


def _places(game: Game, shown: list[str]) -> pd.DataFrame:
    """Compute the positions: terminal histories in the last column, one row each; others half-way between first and last successor."""
    y = {history: float(row) for row, history in enumerate(filter(game.is_terminal, shown))}
    last = max(map(len, shown))
    x = {history: last if history in y else len(history) for history in shown}
    for history in reversed(shown):  # successors first
        if history not in y:
            children = [y[history + action] for action in successors(game, history) if history + action in y]
            y[history] = (children[0] + children[-1]) / 2
    return pd.DataFrame(
        {
            "history": history or "(root)",
            **_described(game, history),
            "x": x[history],
            "y": y[history],
            "action": _edge_label(game, history) if history else "",
            "x before": x[history[:-1]],
            "y before": y[history[:-1]],
        }
        for history in shown
    )


def _described(game: Game, history: str) -> dict[str, str]:
    if game.is_terminal(history):
        return {"to move": "", "information set": "", "winnings (chips)": ", ".join(map(_signed, game.utilities(history)))}
    if game.is_chance(history):
        return {"to move": "chance", "information set": "", "winnings (chips)": ""}
    return {"to move": f"player {game.player(history) + 1}", "information set": game.infoset(history), "winnings (chips)": ""}


def _edge_label(game: Game, history: str) -> str:
    before, action = history[:-1], history[-1]
    return f"{action} {game.chance(before)[action]}" if game.is_chance(before) else action


def _signed(utility: Fraction) -> str:
    sign = "+" if utility > 0 else "−" if utility < 0 else ""
    return sign + (f"{abs(utility):g}" if isinstance(utility, float) else str(abs(utility)))


def _links(places: pd.DataFrame) -> pd.DataFrame:
    """Return three points of the curve from each node to the next of its information set; longer curves bend further."""
    rows = []
    for infoset, members in places[places["information set"] != ""].groupby("information set", sort=False):
        for (_, one), (_, other) in pairwise(members.iterrows()):
            middle = min(one["x"], other["x"]) - min(0.25 + 0.05 * abs(one["y"] - other["y"]), 0.9)
            link = f"{infoset}: {one['history']} to {other['history']}"
            for x, y in ((one["x"], one["y"]), (middle, (one["y"] + other["y"]) / 2), (other["x"], other["y"])):
                rows.append((link, one["to move"], x, y))
    return pd.DataFrame(rows, columns=["link", "to move", "x", "y"])


# --- Shared by all charts ----------------------------------------------------------------------------------------------------------


def tooltips(titles: Mapping[str, str]) -> list[alt.Tooltip]:
    """Return tooltips for the fields of a chart, such as ``"chips:Q"``, with titles that include units.

    Examples
    --------
    >>> [tooltip.to_dict()["title"] for tooltip in tooltips({"T:Q": "iteration T", "value:Q": "value (chips a game)"})]
    ['iteration T', 'value (chips a game)']
    """
    return [alt.Tooltip(field, title=title) for field, title in titles.items()]


def colour_and_dash(field: str, names: list[str]) -> dict[str, Any]:
    """Encode series by colour and by dashes, in one legend."""
    legend = alt.Legend(title=None, orient="top", columns=2, symbolOpacity=1, symbolType="stroke", symbolSize=1_000)
    colours = _coloured(names, "series")
    dashes = alt.Scale(domain=names, range=list(_DASHES[: len(names)]))
    return {
        "color": alt.Color(f"{field}:N", scale=colours, legend=legend),
        "strokeDash": alt.StrokeDash(f"{field}:N", scale=dashes, legend=legend),
    }


def _coloured(names: list[str], what: str, colours: Sequence[str] = PALETTE) -> alt.Scale:
    if len(names) > len(colours):
        raise ValueError(f"at most {len(colours)} {what} can be told apart, got {len(names)}: {', '.join(names)}")
    return alt.Scale(domain=names, range=list(colours[: len(names)]))


def significant(numbers: ArrayLike, digits: int = 6) -> NDArray[np.float64]:
    """Return the numbers, shape (n,), rounded to this number of significant digits.

    Examples
    --------
    >>> significant([1 / 3, 98_765.4], digits=3)
    array([3.33e-01, 9.88e+04])
    """
    return np.array([float(f"{number:.{digits}g}") for number in np.asarray(numbers, dtype=float)])


def rounded(table: pd.DataFrame, digits: int = 6) -> pd.DataFrame:
    """Return the table with its floats rounded to this number of significant digits; other columns do not change.

    Examples
    --------
    >>> rounded(pd.DataFrame({"T": [1_234_567], "distance": [0.0012345678]}), digits=3)
             T  distance
    0  1234567   0.00123
    """
    return table.assign(**{name: significant(table[name], digits) for name in table.select_dtypes("float").columns})
