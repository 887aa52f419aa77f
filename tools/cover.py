"""Draw the pictures of the first page and of links to the book: ``python tools/cover.py``.

They are computed: 150 iterations of CFR on one-bet Kuhn poker, and the equilibrium. The page shows its picture where no script runs, in
the colours of the first page's style sheet. The picture of a link is a card with its own colours, which Chromium renders as pixels.
"""

import base64
from collections.abc import Iterable
from pathlib import Path

import kuhncfr as kc

ASSETS = Path(__file__).resolve().parent.parent / "book" / "assets"
FONT = ASSETS.parent / "vendor" / "fonts" / "InterVariable.woff2"
SIDE = 360  # pixels of the unit square
ITERATIONS = 150
CARD = {"width": 1200, "height": 630}  # social networks show this size without cropping
SEEN = (
    "Two curves in a square. What CFR plays goes round and round; the average of all that was played spirals into one point, "
    "where neither player can gain."
)

SQUARE = """<g transform="translate(70 15)" fill="none" stroke-linejoin="round">
<rect class="frame" width="360" height="360"/>
<polyline class="current" points="{current}"/>
<polyline class="average" points="{average}"/>
<path class="goal" d="M{goal_x},{goal_y}m-14,0h28m-14,-14v28"/>
<circle class="current head" r="6" cx="{current_x}" cy="{current_y}"/>
<circle class="average head" r="8" cx="{average_x}" cy="{average_y}"/>
</g>
<g text-anchor="middle">
<text x="250" y="425">how often the Queen bluffs</text>
<text transform="translate(30 195) rotate(-90)">how often the King calls</text>
<text x="70" y="401">0</text><text x="430" y="401">1</text><text x="54" y="380">0</text><text x="54" y="31">1</text>
</g>
"""
LEGEND = """<path class="current" d="M455 100h40"/><text x="455" y="140">what is played</text><text x="455" y="170">goes in circles</text>
<path class="average" d="M455 220h40"/><text x="455" y="260">its average settles</text>
<text x="455" y="290">where nobody</text><text x="455" y="320">can gain</text>
"""
COVER = f"""<div class="cover">
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 440" font-size="24" role="img" aria-label="{SEEN}">
{SQUARE}{LEGEND}<text x="455" y="371">iteration {ITERATIONS}</text>
</svg>
</div>
"""
STYLE = """
.frame { stroke: #777777; } .goal { stroke: #323232; stroke-width: 3; } .head { display: none; }
.current { stroke: #0072B2; stroke-width: 1.6; } .average { stroke: #D55E00; stroke-width: 3.5; }
"""
SOCIAL = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" font-family="sans-serif" font-size="24" fill="#323232">
<style>{style}</style>
<rect width="1200" height="630" fill="#ffffff"/>
<g transform="translate(600 60) scale(1.25)">
{square}</g>
<text x="70" y="160" font-size="64" font-weight="bold">Learn CFR</text>
<text x="70" y="240" font-size="64" font-weight="bold">through</text>
<text x="70" y="320" font-size="64" font-weight="bold">Kuhn poker</text>
<text x="70" y="400" font-size="32">Counterfactual regret minimization:</text>
<text x="70" y="444" font-size="32">a book whose every number</text>
<text x="70" y="488" font-size="32">is recomputed and checked</text>
</svg>
"""


def pictures() -> dict[str, str]:
    """Return the contents of the vector pictures by file name."""
    run = kc.record(kc.CFR(kc.OneBetKuhn(ante=1)), iterations=ITERATIONS)
    current, average = (list(points(strategy["Q"]["b"], strategy["Kb"]["b"])) for strategy in (run.current_strategy, run.average_strategy))
    goal = kc.nash.one_bet(ante=1)
    [(goal_x, goal_y)] = points([goal.p1], [goal.p2])
    shapes = {
        "current": line(current),
        "average": line(average),
        "goal_x": goal_x,
        "goal_y": goal_y,
        "current_x": current[-1][0],
        "current_y": current[-1][1],
        "average_x": average[-1][0],
        "average_y": average[-1][1],
    }
    return {"cover.svg": COVER.format(**shapes), "card.svg": SOCIAL.format(style=STYLE, square=SQUARE.format(**shapes))}


def points(xs: Iterable[float], ys: Iterable[float]) -> Iterable[tuple[int, int]]:
    """Convert points of the unit square to whole pixels, which do not depend on the rounding of the processor."""
    return ((round(SIDE * float(x)), round(SIDE * (1 - float(y)))) for x, y in zip(xs, ys, strict=True))


def line(corners: Iterable[tuple[int, int]]) -> str:
    return " ".join(f"{x},{y}" for x, y in corners)


def photograph(card: str) -> bytes:
    """Render the card as a PNG, in the typeface of the pages."""
    from browser import driver, start

    with driver() as playwright:
        browser = start(playwright)
        page = browser.new_page(viewport=CARD)
        font = base64.b64encode(FONT.read_bytes()).decode()
        face = f'@font-face {{ font-family: Inter; font-weight: 400 700; src: url("data:font/woff2;base64,{font}"); }}'
        style = f"{face} svg {{ font-family: Inter; }}"
        page.set_content(f'<style>{style}</style><body style="margin: 0">{card}</body>')
        page.evaluate("document.fonts.ready")
        picture = page.screenshot()
        browser.close()
    return picture


if __name__ == "__main__":
    drawn = pictures()
    for name, content in drawn.items():
        (ASSETS / name).write_text(content, encoding="utf-8")
    (ASSETS / "card.png").write_bytes(photograph(drawn["card.svg"]))
