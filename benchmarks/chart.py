"""The charts of the page on speed as SVG, on logarithmic axes: how many times as fast, and how time and memory grow with the game."""

from collections.abc import Callable
from math import ceil, floor, log10
from typing import Any

TEXT, GRID, LINE, PROPORTION = "#323232", "#D8D8D8", "#0072B2", "#777777"  # the page inverts them in dark mode
LEFT, WIDTH, HEIGHT = 130, 540, 300
TOPS = (60, 450)
RACE = 90  # pixels: a title and the bar below it
Scale = Callable[[float], float]


def races(rows: list[dict[str, Any]]) -> str:
    """Draw a bar for each race that shows how many times as fast kuhncfr is; a line across it marks the aim."""
    x, decades = scale([row["ratio"] for row in rows] + [1], 0, 640)
    height = RACE * len(rows)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 0 750 {height + 80}" font-family="sans-serif" font-size="26" fill="{TEXT}">'
    ]
    for decade in decades:
        parts.append(grid_line(x(decade), 0, x(decade), height))
        parts.append(
            f'<text x="{x(decade):.0f}" y="{height + 30}" text-anchor="{"middle" if decade > 1 else "start"}">{decade:,.0f}</text>'
        )
    parts.append(f'<text x="0" y="{height + 68}">times as fast per iteration as the program in the bar</text>')
    for k, row in enumerate(rows):
        top = RACE * k
        parts.append(f'<text x="0" y="{top + 30}">{row["title"]}</text>')
        parts.append(f'<rect x="0" y="{top + 40}" width="{x(row["ratio"]):.0f}" height="34" fill="{LINE}"/>')
        parts.append(f'<text x="10" y="{top + 66}" fill="#FFFFFF">{row["peer"]}</text>')
        parts.append(f'<path d="M{x(row["goal"]):.0f} {top + 36}v42" stroke="{TEXT}" stroke-width="4"/>')
        parts.append(f'<text x="{x(row["ratio"]) + 10:.0f}" y="{top + 66}" font-weight="bold">{row["ratio"]:,.0f}</text>')
    return "\n".join([*parts, "</svg>\n"])


def growth(rows: list[dict[str, Any]]) -> str:
    """Draw both panels; a dashed line shows proportional growth, through the deck with the least cost per history."""
    sizes = [row["terminals"] for row in rows]
    cards = [row["cards"] for row in rows]
    times = [row["seconds"]["median"] * 1e6 for row in rows]
    memory = [row["bytes"] / 1e6 for row in rows]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 750 860" font-family="sans-serif" font-size="22" fill="{TEXT}">',
        *panel(TOPS[0], "time per iteration, in µs", sizes, times, cards),
        *panel(TOPS[1], "memory of all arrays, in MB", sizes, memory, cards),
        f'<text x="{LEFT + WIDTH / 2:.0f}" y="838" text-anchor="middle">terminal histories</text>',
        "</svg>\n",
    ]
    return "\n".join(parts)


def panel(top: int, title: str, xs: list[float], ys: list[float], names: list[int]) -> list[str]:
    least = min(y / x for x, y in zip(xs, ys, strict=True))
    proportion = [least * x for x in xs]
    x, x_decades = scale(xs, LEFT, LEFT + WIDTH)
    y, y_decades = scale(ys + proportion, top + HEIGHT, top)
    parts = [f'<text x="{LEFT}" y="{top - 20}">{title}</text>']
    for decade in x_decades:
        parts.append(grid_line(x(decade), top, x(decade), top + HEIGHT))
        parts.append(f'<text x="{x(decade):.0f}" y="{top + HEIGHT + 28}" text-anchor="middle">{decade:,.0f}</text>')
    for decade in y_decades:
        parts.append(grid_line(LEFT, y(decade), LEFT + WIDTH, y(decade)))
        parts.append(f'<text x="{LEFT - 10}" y="{y(decade) + 8:.0f}" text-anchor="end">{decade:,g}</text>')
    dashed = f'stroke="{PROPORTION}" stroke-width="3" stroke-dasharray="10 8"'
    parts.append(f'<path d="{path(xs, proportion, x, y)}" fill="none" {dashed}/>')
    parts.append(f'<path d="{path(xs, ys, x, y)}" fill="none" stroke="{LINE}" stroke-width="4"/>')
    for size, value, lower, name in zip(xs, ys, proportion, names, strict=True):
        parts.append(f'<circle cx="{x(size):.0f}" cy="{y(value):.0f}" r="7" fill="{LINE}"/>')
        under = min(y(lower) + 28, top + HEIGHT - 4)  # below both lines, and above the axis
        parts.append(f'<text x="{x(size) + 18:.0f}" y="{under:.0f}">{name} cards</text>')
    return parts


def scale(values: list[float], begin: float, end: float) -> tuple[Scale, list[float]]:
    """Map the powers of ten around the values to pixels; return the map and the powers."""
    low, high = floor(log10(min(values))), ceil(log10(max(values)))
    return lambda value: begin + (end - begin) * (log10(value) - low) / (high - low), [10.0**k for k in range(low, high + 1)]


def grid_line(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<path d="M{x1:.0f} {y1:.0f}L{x2:.0f} {y2:.0f}" stroke="{GRID}"/>'


def path(xs: list[float], ys: list[float], x: Scale, y: Scale) -> str:
    return "M" + "L".join(f"{x(a):.0f} {y(b):.0f}" for a, b in zip(xs, ys, strict=True))
