"""The first page: it asks how often one would bluff, takes the answer by mouse, keyboard and address, and lets CFR learn from it."""

from pathlib import Path

import pytest
from matplotlib import image
from playwright.sync_api import Page, expect
from visiting import DESK, PHONE, Afresh, Open

PAGE = "book/index.html"
EQUILIBRIUM = ["You bluff 33\u00a0% of Queens: no reply gains anything.", "You call 33\u00a0% of Kings: no reply gains anything."]


def verdict(page: Page) -> list[str]:
    return page.locator(".verdict p").all_inner_texts()


def bluffs(page: Page, share: str) -> None:
    expect(page.get_by_label("Queens I bluff")).to_have_attribute("aria-valuetext", f"{share}\u00a0%")


def test_the_address_restores_the_answer_from_disk(afresh: Afresh) -> None:
    page = afresh("#bluff=9/10&call=1/10", by="file").page
    wanted = [
        "You bluff 90\u00a0% of Queens, so the opponent calls every King.",
        "You call 10\u00a0% of Kings, so the opponent bluffs every Queen.",
        "That costs you 0.133 chips a hand.",  # (17/30 / 3 + 7/30 / 3) / 2 = 2/15
    ]
    assert verdict(page) == wanted
    page.evaluate("location.hash = 'bluff=1/3&call=1/3'")
    bluffs(page, "33")
    assert verdict(page) == [*EQUILIBRIUM, "This is the equilibrium: nobody can exploit you."]
    page.evaluate("location.hash = 'bluff=7&call=x'")  # what is no share is brought into the square
    bluffs(page, "100")
    assert verdict(page)[1] == "You never call, so the opponent bluffs every Queen."


def test_the_dot_is_dragged_and_the_address_follows(page: Page) -> None:
    box = page.locator(".kuhncfr-bluff .frame").bounding_box()
    assert box is not None
    page.locator(".kuhncfr-bluff .dot").hover()
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 4, box["y"] + box["height"] / 3, steps=3)
    page.mouse.up()
    bluffs(page, "25")
    assert page.evaluate("location.hash") == "#bluff=1/4&call=2/3"
    page.reload()
    bluffs(page, "25")


def test_the_sliders_answer_to_keys(page: Page) -> None:
    slider = page.get_by_label("Queens I bluff")
    slider.press("Home")
    assert verdict(page)[0] == "You never bluff, so the opponent folds every King."
    slider.press("ArrowRight")
    bluffs(page, "2")
    assert page.evaluate("location.hash") == "#bluff=1/60&call=1/2"
    slider.press("Tab")
    expect(page.get_by_label("Kings I call")).to_be_focused()


def test_cfr_learns_from_the_dot_until_it_is_paused(afresh: Afresh) -> None:
    page = afresh("#bluff=1&call=0").page
    page.get_by_role("button", name="Let CFR learn").press("Enter")
    path = page.locator(".square polyline.average")
    page.wait_for_function("document.querySelector('.kuhncfr-bluff polyline.average').points.numberOfItems > 5")
    page.get_by_role("button", name="Pause").click()
    drawn = str(path.get_attribute("points"))
    assert drawn.split()[0] == "284.0,254.0"  # from the dot, in the corner at the bottom right
    expect(page.get_by_role("button", name="Continue")).to_be_visible()
    page.get_by_label("Kings I call").press("End")  # another answer is another start
    expect(page.get_by_role("button", name="Let CFR learn")).to_be_visible()
    expect(path).to_be_hidden()


def test_who_wants_no_motion_sees_the_whole_path(afresh: Afresh) -> None:
    page = afresh("#bluff=9/10&call=1/10").page
    page.emulate_media(reduced_motion="reduce")
    page.get_by_role("button", name="Let CFR learn").click()
    learnt = "After 300 iterations CFR’s average bluffs 30\u00a0% of Queens and calls 37\u00a0% of Kings"
    assert page.locator(".learnt").inner_text().startswith(learnt)


def test_the_picture_shows_the_dot(afresh: Afresh, tmp_path: Path) -> None:
    page = afresh("#bluff=1/2&call=1/2", by="file").page
    with page.expect_download() as download:
        page.get_by_role("button", name="Save picture").click()
    assert download.value.suggested_filename == "how-often-i-bluff.png"
    download.value.save_as(tmp_path / "picture.png")
    pixels = image.imread(tmp_path / "picture.png")[..., :3]
    assert pixels.shape[:2] == (630, 1200)
    assert (pixels[..., 2] - pixels[..., 0] > 0.5).sum() > 200  # the dot


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_question_and_answer_are_on_the_first_screen(afresh: Afresh, size: dict[str, int]) -> None:
    visit = afresh()
    visit.resize(size)
    box = visit.page.get_by_role("button", name="Let CFR learn").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= size["height"]


def test_doors_and_nine_chapters_are_seen_and_the_others_are_folded(page: Page) -> None:
    doors = {"The idea in twenty minutes": "idea", "Begin with the first chapter": "one_bet_kuhn", "Play a hand": "play"}
    for name, target in doors.items():
        expect(page.get_by_role("link", name=name)).to_have_attribute("href", f"{target}.html")
    expect(page.locator(".cards").first.locator("svg.thumbnail")).to_have_count(9)
    expect(page.get_by_role("link", name="Three players", exact=True)).to_be_hidden()
    page.locator("summary", has_text="optional chapters").click()
    expect(page.locator(".optional-chapters .card-of-chapter").first).to_be_visible()


def test_the_first_page_is_light(open_page: Open) -> None:
    """With fonts, and before any compression; widgets, formulas and charts of other pages are not fetched."""
    visit = open_page(PAGE)
    sizes = {file.name: file.stat().st_size for file in visit.files()}
    assert sum(sizes.values()) <= 600_000, sizes
