"""Why regret matching holds regret down: a step stands at a right angle to the positive regrets, and Pythagoras bounds what it adds."""

from typing import Any

import altair as alt
import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from kuhncfr._support import arguments, arrays
from kuhncfr._support.palette import PALETTE
from kuhncfr.figures.rounding import rounded
from kuhncfr.figures.style import tooltips

Plane = NDArray[np.float64]

_SIDE = 400  # pixels; the book's pages draw it smaller where there is less room
_SMALL = 0.035  # of the side: an arrow's head, and the sign for a right angle
_MARGIN, _ROOM = 0.4, 1.4  # of the plane around the regrets, in their unit; at the right stand words
_ARC = 24  # pieces of a quarter of a circle
_ORTHOGONAL = 1e-9
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

_POSITIVE, _STEP, _CUT, _CIRCLE, _SIGN = "positive part R⁺", "step r", "negative part, cut off", "as far out as before", "right angle"
_LOOKS: dict[str, dict[str, Any]] = {  # drawn in this order
    _CIRCLE: {"color": "#888888", "strokeWidth": 1},
    _CUT: {"color": "#888888", "strokeWidth": 1.5, "strokeDash": [4, 3]},
    _SIGN: {"color": "#444444", "strokeWidth": 1},
    _POSITIVE: {"color": PALETTE[0], "strokeWidth": 2.5},
    _STEP: {"color": PALETTE[1], "strokeWidth": 2.5},
}
_TOLD = {"step": "round", "R1": "R before, {} (chips)", "R2": "R before, {} (chips)", "r1": "r, {} (chips)", "r2": "r, {} (chips)"}
_TOLD |= {"before": "|R⁺|² before (squared chips)", "added": "|r|² (squared chips)", "after": "|R⁺|² after (squared chips)"}


def right_angle(regrets: ArrayLike, actions: tuple[str, str], *, description: str) -> alt.LayerChart:
    r"""Draw cumulative regrets for two actions, and how each step stands at a right angle to their positive part.

    .. math:: R^+ \cdot r = 0 \quad\Rightarrow\quad |(R + r)^+|^2 \le |R^+|^2 + |r|^2

    One arrow is :math:`R^+`, the other the step :math:`r`, which begins at :math:`R`. Where :math:`R` has a negative part, a dashed
    line leads from it to :math:`R^+`. A quarter of a circle is as far out as :math:`R^+` was before the step.

    Parameters
    ----------
    regrets : array_like, shape (steps + 1, 2)
        The cumulative regrets before the first step, and after each, in chips; a step is what one round adds.
    actions : tuple of str
        The names of the two actions.
    description : str
        What the chart shows, for a reader who cannot see it.

    Returns
    -------
    altair.LayerChart

    Raises
    ------
    ValueError
        If there are not two actions and at least one step, or a step is not at a right angle to the positive regrets before it.

    Examples
    --------
    >>> chart = right_angle([[3, -1], [3, 1]], ("Heads", "Tails"), description="One step.")
    >>> chart.data.query("what == 'step r'")[["before", "added", "after"]].drop_duplicates().to_numpy().tolist()
    [[9.0, 4.0, 10.0]]
    """
    arguments.text("description", description)
    one, other = arguments.names("actions", actions, size=2)
    path = arrays.array("regrets", regrets, ("steps + 1", 2))
    if len(path) < 2:
        raise ValueError(f"regrets must have shape (steps + 1, 2), got {path.shape}")
    positive, steps = np.maximum(path, 0), np.diff(path, axis=0)
    for number, (before, step) in enumerate(zip(positive, steps, strict=False), 1):
        if not abs(before @ step) <= _ORTHOGONAL:  # nan is refused as well
            raise ValueError(f"step {number} is not at a right angle to the positive regrets: their product is {before @ step:g}")
    lowest = np.minimum(path.min(axis=0), 0) - _MARGIN
    side = float((path.max(axis=0) + np.array([_ROOM, _MARGIN]) - lowest).max())  # the same for both axes: right angles look right
    table = rounded(_lines(path, positive, steps, side * _SMALL))
    place = {
        axis: channel(
            f"{axis}:Q",
            title=f"regret of {name} (chips)",
            scale=alt.Scale(domain=[float(low), float(low) + side], nice=False),
            axis=alt.Axis(grid=False, tickCount=5),
        )
        for axis, channel, name, low in zip("xy", (alt.X, alt.Y), (one, other), lowest, strict=True)
    }
    titles = [title.format(action) for title, action in zip(_TOLD.values(), ["", one, other, one, other, "", "", ""], strict=True)]
    told = tooltips(dict(zip((f"{name}:Q" for name in _TOLD), titles, strict=True)))
    layers: list[Any] = []
    for what, look in _LOOKS.items():
        line = alt.Chart().transform_filter(f"datum.what == '{what}'").mark_line(**look)
        line = line.encode(**place, detail="line:N", order="order:Q")
        layers.append(line.encode(tooltip=told) if what == _STEP else line)
    layers += _words(place, path, positive, steps, side * _SMALL)
    return alt.LayerChart(layer=layers, data=table, width=_SIDE, height=_SIDE, description=description)


def _lines(path: Plane, positive: Plane, steps: Plane, small: float) -> pd.DataFrame:
    """Return the points of all lines; those of a step with what it does to the regrets."""
    lines: list[tuple[str, Plane, dict[str, float]]] = [(_POSITIVE, _arrow(np.zeros(2), tip, small), {}) for tip in positive if tip.any()]
    lines += [(_CUT, np.array([point, tip]), {}) for point, tip in zip(path, positive, strict=True) if (point != tip).any()]
    for number, (point, tip, step) in enumerate(zip(path, positive, steps, strict=False), 1):
        if not step.any():
            continue
        after = positive[number] @ positive[number]
        told = [number, *point, *step, tip @ tip, step @ step, after]
        lines.append((_STEP, _arrow(point, point + step, small), dict(zip(_TOLD, told, strict=True))))
        if not tip.any():  # nothing to stand at a right angle to
            continue
        inwards, along = -tip / np.linalg.norm(tip) * small, step / np.linalg.norm(step) * small
        lines.append((_SIGN, np.array([tip + inwards, tip + inwards + along, tip + along]), {}))
        angles = np.linspace(0, np.pi / 2, _ARC + 1)
        lines.append((_CIRCLE, np.linalg.norm(tip) * np.stack([np.cos(angles), np.sin(angles)], axis=1), {}))
    parts = [
        pd.DataFrame({"what": what, "line": k, "order": range(len(points)), "x": points[:, 0], "y": points[:, 1], **told})
        for k, (what, points, told) in enumerate(lines)
    ]
    return pd.concat(parts, ignore_index=True)


def _arrow(start: Plane, tip: Plane, small: float) -> Plane:
    """Return the points of an arrow in one stroke, its head included."""
    along = (tip - start) / np.linalg.norm(tip - start) * small
    aside = np.array([-along[1], along[0]]) / 2
    return np.array([start, tip, tip - along + aside, tip, tip - along - aside])


def _words(place: dict[str, Any], path: Plane, positive: Plane, steps: Plane, small: float) -> list[alt.Chart]:
    """Write beside each arrow the square of its length, and R at its points."""
    arrows = [(0.48 * tip, tip, f"|R⁺|² = {tip @ tip:g}") for tip in positive]
    arrows += [(point + 0.3 * step, step, f"|r|² = {step @ step:g}") for point, step in zip(path, steps, strict=False)]
    arrows = [(middle, way, words) for middle, way, words in arrows if way.any()]
    beside = [(*(middle + 1.5 * small * np.array([way[1], -way[0]]) / np.linalg.norm(way)), words) for middle, way, words in arrows]
    words = rounded(pd.DataFrame(beside, columns=["x", "y", "words"]))
    names = [f"R{str(k).translate(_RAISED)}" for k in range(len(path))]
    points = alt.Chart(rounded(pd.DataFrame({"x": path[:, 0], "y": path[:, 1], "words": names}))).encode(**place)
    look: dict[str, Any] = {"align": "left", "fontSize": 13, "color": "black", "aria": False}
    return [
        alt.Chart(words).mark_text(**look).encode(**place, text="words:N"),
        points.mark_circle(size=60, color="black", opacity=1, aria=False),
        points.mark_text(**look, dx=8, dy=-4).encode(text="words:N"),
    ]
