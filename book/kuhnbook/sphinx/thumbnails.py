"""Small pictures of the chapters, for their cards on the first page: 160 by 90 pixels, most of them computed."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from math import cos, log10, pi, sin
from typing import SupportsFloat

import numpy as np

import kuhncfr as kc
from kuhnbook import dynamics

SIDE = 74  # pixels of the unit square
LEFT, TOP = 43, 8
GAME = kc.OneBetKuhn(ante=1)
LEARNERS = 60

Point = tuple[float, float]


def square(p: Iterable[SupportsFloat]) -> Point:
    """Return the pixel of a point of the unit square."""
    across, up = p
    return LEFT + SIDE * float(across), TOP + SIDE * (1 - float(up))


def line(kind: str, points: Iterable[Point]) -> str:
    return f'<polyline class="{kind}" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}"/>'


def dot(kind: str, point: Point, radius: float = 3) -> str:
    return f'<circle class="{kind}" cx="{point[0]:.1f}" cy="{point[1]:.1f}" r="{radius}"/>'


FRAME = f'<rect class="frame" x="{LEFT}" y="{TOP}" width="{SIDE}" height="{SIDE}"/>'


def three_cards() -> str:
    return "".join(
        f'<g transform="rotate({8 * k} {80 + 32 * k} 90)"><rect class="text full" x="{64 + 32 * k}" y="18" width="32" height="46" rx="4"/>'
        f'<text x="{80 + 32 * k}" y="48">{card}</text></g>'
        for k, card in zip((-1, 0, 1), "QKA", strict=True)
    )


def best_replies() -> str:
    """The two best responses cross in the equilibrium."""
    goal = kc.nash.one_bet(ante=1)
    first = [(1, 0), (1, goal.p2), (0, goal.p2), (0, 1)]
    second = [(0, 0), (goal.p1, 0), (goal.p1, 1), (1, 1)]
    x, y = square((goal.p1, goal.p2))
    cross = f'<path class="text" d="M{x:.1f},{y:.1f}m-5,0h10m-5,-5v10"/>'
    return FRAME + line("first", map(square, first)) + line("second", map(square, second)) + cross


def regrets() -> str:
    """Three regrets: two positive ones, which regret matching turns into shares, and a negative one."""
    kinds = {30: "second", 15: "second", -15: "faint"}
    return line("text", [(24, 54), (136, 54)]) + "".join(
        f'<rect class="{kind}" x="{34 + 36 * k}" y="{54 - max(height, 0)}" width="20" height="{abs(height)}"/>'
        for k, (height, kind) in enumerate(kinds.items())
    )


def tree() -> str:
    root, middle = (80, 14), [(44, 44), (116, 44)]
    ends = [[(x - 18, 76), (x + 18, 76)] for x, _ in middle]
    edges = [(root, node) for node in middle] + [(node, end) for node, both in zip(middle, ends, strict=True) for end in both]
    nodes = [dot("first full", node, 6) for node in middle] + [dot("second-dot", end, 3.5) for both in ends for end in both]
    return "".join(line("faint", edge) for edge in edges) + dot("text full", root, 7) + "".join(nodes)


def spiral() -> str:
    """CFR's current strategy and its average, as in the square of the first page."""
    run = kc.record(kc.CFR(GAME), iterations=100)
    paths = [
        [square((bluff, call)) for bluff, call in zip(strategy["Q"]["b"], strategy["Kb"]["b"], strict=True)]
        for strategy in (run.current_strategy, run.average_strategy)
    ]
    return FRAME + line("first", paths[0]) + line("second", paths[1])


def learners() -> str:
    """Many learners on their circles round the equilibrium, and their average in the middle."""
    game = dynamics.ReducedGame()
    angles = [2 * pi * k / LEARNERS for k in range(LEARNERS)]
    radii = np.linspace(0.05, 0.3, LEARNERS)
    starts = [game.equilibrium + r * np.array([cos(7 * a), sin(7 * a)]) for a, r in zip(angles, radii, strict=True)]
    paths = [dynamics.gradient_flow(game, start, np.linspace(0, 2, 5)) for start in starts]
    return FRAME + "".join(line("first", map(square, path)) for path in paths) + dot("second-dot", square(game.equilibrium), 4)


def family() -> str:
    """The equilibria of classic Kuhn poker: a line segment, along which the King bets three times as often as the Jack."""
    ends = [kc.nash.kuhn(alpha=alpha).profile for alpha in (0, Fraction(1, 3))]
    places = [square((profile["J"]["b"], profile["K"]["b"])) for profile in ends]
    return FRAME + line("second", places) + "".join(dot("second-dot", place) for place in places)


def loss(algorithm: str) -> list[Point]:
    """Exploitability by iterations, both on logarithmic scales."""
    run = kc.solve(kc.KuhnPoker(), 200, algorithm, record_every=1).trajectory
    return [(18 + 54 * log10(t), 6 - 21 * log10(value)) for t, value in zip(run.iterations, run.exploitability, strict=True)]


def race(**kinds: str) -> str:
    """The loss of some algorithms, each as a line of its kind."""
    return line("faint", [(18, 8), (18, 82), (144, 82)]) + "".join(line(kind, loss(name)) for name, kind in kinds.items())


def beetle() -> str:
    legs = "".join(
        f'<path class="text" d="M80,{y} h{side * 17} l{side * 5},{bend}"/>' for side in (-1, 1) for y, bend in ((36, -7), (46, 0), (56, 7))
    )
    body = '<ellipse class="second full" cx="80" cy="46" rx="12" ry="18"/><path class="second" d="M80,28 v36"/>'
    return f'{legs}{body}<circle class="text" cx="80" cy="45" r="34"/><path class="text" d="M105,69 l14,14" stroke-width="4"/>'


DRAWN: dict[str, Callable[[], str]] = {
    "one_bet_kuhn": three_cards,
    "nash_equilibrium": best_replies,
    "regret_matching": regrets,
    "cfr": tree,
    "convergence": spiral,
    "flows": learners,
    "classic_kuhn": family,
    "exploitability": partial(race, cfr="second"),
    "bugs": beetle,
    "variants": partial(race, **{"cfr": "first", "cfr+": "second", "lcfr": "faint"}),
}


def thumbnail(name: str) -> str:
    """Return the picture of a chapter; nothing if it has none. Its card says in words what the chapter is about."""
    if name not in DRAWN:
        return ""
    return f'<svg class="thumbnail" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 90" aria-hidden="true">{DRAWN[name]()}</svg>'
