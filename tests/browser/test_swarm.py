"""Two thousand learners at the head of the chapter on flows: they learn, pause, begin again, and take one more."""

from collections.abc import Callable
from typing import Any

import pytest
from axe import ALL, AXE, COMPLAINTS
from playwright.sync_api import Page, expect
from visiting import PHONE, Visit

Open = Callable[..., Visit]

PAGE = "book/flows.html"
# How many pixels of the canvas are rather blue, and rather orange.
COLOURS = """canvas => {
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
  copy.drawImage(canvas, 0, 0);
  const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
  const found = { blue: 0, orange: 0 };
  for (let k = 0; k < data.length; k += 4) {
    if (data[k + 3] > 200) found[data[k + 2] > data[k] ? "blue" : "orange"] += 1;
  }
  return found;
}"""


def button(page: Page, name: str) -> Any:
    return page.locator(".kuhncfr-swarm").get_by_role("button", name=name, exact=True)


def colours(page: Page) -> dict[str, int]:
    found: dict[str, int] = page.locator(".kuhncfr-swarm canvas").evaluate(COLOURS)
    return found


@pytest.mark.parametrize("by", ["http", "file"])
def test_they_learn_until_they_are_paused(open_page: Open, by: str) -> None:
    page = open_page(PAGE, by=by).page
    before = colours(page)
    assert before["orange"] > 10_000  # the averages begin where the learners do, above them
    assert before["blue"] == 0
    button(page, "Let them learn").press("Enter")
    page.wait_for_function("Number(document.querySelector('.kuhncfr-swarm [role=status]').textContent.split(' ')[1]) >= 30")
    button(page, "Pause").press("Enter")
    expect(button(page, "Go on")).to_be_visible()
    assert colours(page)["blue"] > 5_000
    button(page, "CFR").click()
    expect(button(page, "CFR")).to_have_attribute("aria-pressed", "true")
    assert page.locator(".kuhncfr-swarm [role=status]").inner_text().startswith("After 0 steps")


@pytest.mark.parametrize("rule", ["Gradient", "Regret matching", "CFR"])
def test_averages_fall_together_and_who_wants_no_motion_sees_it(open_page: Open, rule: str) -> None:
    page = open_page(PAGE, reduced_motion="reduce").page
    button(page, rule).click()
    button(page, "Let them learn").click()
    words = page.locator(".kuhncfr-swarm [role=status]").inner_text().split()
    assert words[1] == "300"
    assert float(words[words.index("within") + 1]) < 0.1
    expect(button(page, "Start again")).to_be_visible()


def test_one_more_is_dropped_where_one_clicks(open_page: Open) -> None:
    page = open_page(PAGE, viewport=PHONE).page
    page.locator(".kuhncfr-swarm .plot").click(position={"x": 100, "y": 100})
    expect(page.get_by_role("img", name="A square with 2001 learners")).to_be_visible()
    button(page, "Drop one more").click()  # in its place
    expect(page.get_by_role("img", name="A square with 2001 learners")).to_be_visible()
    page.evaluate(AXE)
    assert page.evaluate(COMPLAINTS, ALL) == []
