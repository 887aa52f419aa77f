"""Charts fit the page: they follow the window, squares stay square, and columns give way where there is little room."""

import pytest
from charts import Figure
from playwright.sync_api import expect
from visiting import PHONE

NASH, CONVERGENCE, CFR, GAME = (f"book/{name}.html" for name in ("nash_equilibrium", "convergence", "cfr", "one_bet_kuhn"))

# The drawing, and the room that the page has for it beside the chart's menu.
FITS = """([name, least]) => {
  const box = document.querySelector(`#${name} .vega-embed`);
  const room = box.parentElement.clientWidth - parseFloat(getComputedStyle(box).paddingRight);
  const width = box.querySelector("svg.marks").getBoundingClientRect().width;
  return width <= room + 1 && width >= least * room;
}"""


@pytest.mark.parametrize(
    ("path", "name", "wide", "narrow"),
    [
        (NASH, "fig-nash-guarantees", 0.98, 0.98),
        (CONVERGENCE, "fig-conv-account", 0.98, 0.98),
        (NASH, "fig-nash-field", 0.7, 0.9),  # a square is not drawn larger than it was meant to be
        (CFR, "fig-cfr-reach", 0.95, 0.95),
    ],
)
def test_charts_follow_the_window(figure: Figure, path: str, name: str, wide: float, narrow: float) -> None:
    page = figure(path, name).page
    for width, least in ((1280, wide), (500, narrow), (375, narrow), (1280, wide)):
        page.set_viewport_size({"width": width, "height": 800})
        page.wait_for_function(FITS, arg=[name, least])


# The width and height of the first panel: around panels lies a background without a size.
FIRST_PANEL = """svg => [...svg.querySelectorAll("path.background")].map(path => path.getBBox())
  .filter(box => box.width && box.height).map(box => [box.width, box.height])[0]"""


@pytest.mark.parametrize("path", [CONVERGENCE])
def test_squares_stay_square(figure: Figure, path: str) -> None:
    for name in ("fig-conv-spiral", "fig-conv-scrubber"):
        page = figure(path, name, PHONE).page
        page.wait_for_function(FITS, arg=[name, 0.8])
        width, height = page.locator(f"#{name} svg.marks").evaluate(FIRST_PANEL)
        assert width == pytest.approx(height, abs=1.5)


@pytest.mark.parametrize("path", [CFR])
def test_columns_stand_below_each_other_where_there_is_little_room(figure: Figure, path: str) -> None:
    found = figure(path, "fig-cfr-reach")
    lefts = """figure => new Set([...figure.querySelectorAll("svg.marks .role-title text")]
      .map(text => Math.round(text.getBoundingClientRect().left / 20))).size"""
    page = found.page
    page.wait_for_function(f"({lefts})(document.querySelector('#fig-cfr-reach')) === 2")
    page.set_viewport_size({"width": 375, "height": 800})
    page.wait_for_function(f"({lefts})(document.querySelector('#fig-cfr-reach')) === 1")
    expect(found.locator(".chart-data")).to_have_count(1)


@pytest.mark.parametrize("path", [GAME])
def test_a_chart_in_a_closed_solution_has_its_width_when_that_opens(figure: Figure, path: str) -> None:
    figure(path, "fig-game-coin").page.wait_for_function(FITS, arg=["fig-game-coin", 0.95])
