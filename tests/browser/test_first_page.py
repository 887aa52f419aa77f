"""The first page: its picture moves, stops when asked to, and one click leads to the first chapter."""

import re

POINT = """name => {
  const [line, head] = ["polyline", "circle"].map((shape) => document.querySelector(`.cover ${shape}.${name}`));
  const points = line.getAttribute("points").split(" ");
  return { count: points.length, last: points.at(-1), head: `${head.getAttribute("cx")},${head.getAttribute("cy")}` };
}"""

FRAMES = "async left => { while (left--) await new Promise(requestAnimationFrame); }"


def test_the_picture_moves_until_it_is_paused(open_page):
    page = open_page("book/index.html").page
    button, time = page.locator(".cover button"), page.locator(".cover .time")
    page.wait_for_function("Number(document.querySelector('.cover .time').textContent.split(' ')[1]) >= 3")
    button.click()
    assert button.inner_text() == "Play"
    paused = time.text_content()
    shown = int(re.fullmatch(r"iteration (\d+)", paused)[1])
    for name in ("current", "average"):
        point = page.evaluate(POINT, name)
        assert point["count"] == shown
        assert point["last"] == point["head"]
    page.evaluate(FRAMES, 30)
    assert time.text_content() == paused
    button.press("Enter")
    page.wait_for_function("before => document.querySelector('.cover .time').textContent !== before", arg=paused)


def test_who_wants_no_motion_sees_the_whole_picture(open_page):
    page = open_page("book/index.html", reduced_motion="reduce").page
    assert page.locator(".cover .time").text_content() == "iteration 150"
    assert page.locator(".cover button").inner_text() == "Play again"
    assert page.evaluate(POINT, "average")["count"] == 150


def test_one_click_leads_to_the_first_chapter(open_page):
    page = open_page("book/index.html").page
    page.get_by_role("link", name="Begin with the first chapter").click()
    page.wait_for_url("**/book/one_bet_kuhn.html")
