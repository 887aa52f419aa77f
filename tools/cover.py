"""Draw the picture of the first page: ``python tools/cover.py``. It is computed, small, and the same on every machine."""

from collections.abc import Iterable
from pathlib import Path

import kuhncfr as kc

ASSETS = Path(__file__).resolve().parent.parent / "book" / "assets"
SIDE = 360  # pixels of the unit square
SCHEMES = {
    "light": {"text": "#323232", "frame": "#777777", "current": "#D55E00", "average": "#0072B2"},
    "dark": {"text": "#E0E0E0", "frame": "#999999", "current": "#E69F00", "average": "#56B4E9"},
}

PICTURE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 440" font-family="sans-serif" font-size="24" fill="{text}">
<g transform="translate(70 15)" fill="none" stroke-linejoin="round">
<rect width="360" height="360" stroke="{frame}"/>
<path d="{current_path}" stroke="{current}" stroke-width="1.6"/>
<path d="{average_path}" stroke="{average}" stroke-width="3.5"/>
<circle cx="{goal_x}" cy="{goal_y}" r="7" fill="{text}"/>
</g>
<g text-anchor="middle">
<text x="250" y="425">how often the Queen bluffs</text>
<text transform="translate(30 195) rotate(-90)">how often the King calls</text>
<text x="70" y="401">0</text><text x="430" y="401">1</text><text x="54" y="380">0</text><text x="54" y="31">1</text>
</g>
<path d="M455 100h40" stroke="{current}" stroke-width="3"/><text x="455" y="140">what is played</text><text x="455" y="170">goes in circles</text>
<path d="M455 220h40" stroke="{average}" stroke-width="5"/><text x="455" y="260">its average settles</text><text x="455" y="290">where nobody</text><text x="455" y="320">can gain</text>
</svg>
"""  # noqa: E501 (a line of text per line of the picture)


def pictures() -> dict[str, str]:
    """Return the files' contents by name: 150 iterations of CFR on one-bet Kuhn poker, and where they lead."""
    run = kc.record(kc.CFR(kc.OneBetKuhn(ante=1)), iterations=150)
    goal = kc.nash.one_bet(ante=1)
    shapes = {
        "current_path": path(run.current_strategy["Q"]["b"], run.current_strategy["Kb"]["b"]),
        "average_path": path(run.average_strategy["Q"]["b"], run.average_strategy["Kb"]["b"]),
        "goal_x": round(SIDE * float(goal.p1)),
        "goal_y": round(SIDE * (1 - float(goal.p2))),
    }
    return {f"cover-{scheme}.svg": PICTURE.format(**shapes, **colours) for scheme, colours in SCHEMES.items()}


def path(xs: Iterable[float], ys: Iterable[float]) -> str:
    """Join points of the unit square; whole pixels do not depend on the last digits of a processor."""
    return "M" + "L".join(f"{SIDE * x:.0f} {SIDE * (1 - y):.0f}" for x, y in zip(xs, ys, strict=True))


if __name__ == "__main__":
    for name, content in pictures().items():
        (ASSETS / name).write_text(content, encoding="utf-8")
