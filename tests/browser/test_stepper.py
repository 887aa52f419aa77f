"""The CFR stepper in its page: what it shows is what the package computes, and it works with mouse, keyboard and finger."""

from fractions import Fraction
from typing import Any

import pytest
from axe import complaints
from definition import others, probability, terminals
from notebook import host
from playwright.sync_api import Page
from visiting import DESK, PHONE, TOO_SMALL, Afresh

import kuhncfr as kc
from kuhnbook import widgets

PAGE = "book/stepper.html"

# Every cell of the table of information sets that holds a number: "currentStrategy:Kb:b" -> 0.5.
CELLS = (
    """cells => Object.fromEntries(cells.filter(cell => cell.dataset.value).map(cell => [cell.dataset.cell, Number(cell.dataset.value)]))"""
)
ITERATIONS = "[...document.querySelectorAll('.count b')].map(b => Number(b.textContent.replaceAll(',', '')))[0]"

# The height of the tree in each of the next 30 frames.
HEIGHTS = """async () => {
  const heights = [];
  while (heights.push(document.querySelector(".tree").getBoundingClientRect().height) < 30) await new Promise(requestAnimationFrame);
  return heights;
}"""
# How large letters are on the screen, in pixels.
SIZES = """texts => texts.map(text => {
  const { a, b } = text.getScreenCTM();  // upright words are turned
  return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
})"""


def press(page: Page, name: str, times: int = 1) -> None:
    """Press a button by mouse; when it is many times, the others in one go."""
    button = page.get_by_role("button", name=name, exact=True)
    button.click()
    if times > 1:  # a button that is pressed once may have another name now
        button.evaluate("(button, times) => { while (times--) button.click(); }", times - 1)


def choose(page: Page, label: str, option: str) -> None:
    page.get_by_label(label).select_option(option)


def shown(page: Page) -> dict[str, float]:
    cells: dict[str, float] = page.locator(".infosets td").evaluate_all(CELLS)
    return {name: value for name, value in cells.items() if not name.startswith("regret:")}


def computed(cfr: kc.CFR) -> dict[str, float]:
    return {
        f"{when}{what.capitalize()}:{key}:{action}": float(value)
        for key, infoset in cfr.infosets.items()
        for when, what in (("cumulative", "regret"), ("current", "strategy"), ("cumulative", "strategy"), ("average", "strategy"))
        for action, value in zip(infoset.actions, getattr(infoset, f"{when}_{what}"), strict=True)
    }


def run(iterations: int, ante: Fraction | int = 1, **options: Any) -> kc.CFR:
    cfr = kc.CFR(kc.OneBetKuhn(ante=ante), **options)
    cfr.run(iterations)
    return cfr


def says(page: Page) -> str:
    return page.get_by_role("status").inner_text()


def test_nothing_moves_by_itself(page: Page) -> None:
    """Nor does the tree grow: its size follows its labels, which must not follow its size."""
    for viewport in (DESK, PHONE):
        page.set_viewport_size(viewport)
        heights = page.evaluate(HEIGHTS)
        assert len(set(heights[10:])) == 1
    assert shown(page) == pytest.approx(computed(run(0)), abs=1e-15)


def test_the_square_comes_first_and_information_sets_have_their_colours(page: Page) -> None:
    """In the tree and in the table alike."""
    assert page.locator(".square").evaluate("square => square.compareDocumentPosition(document.querySelector('.tree')) & 4") == 4
    sets = page.locator(".infosets tr:has([scope=rowgroup])")
    named = dict(
        zip(sets.locator("[scope=rowgroup]").all_inner_texts(), sets.evaluate_all("rows => rows.map(row => row.dataset.set)"), strict=True)
    )
    drawn = page.locator(".tree [data-set]").evaluate_all("nodes => nodes.map(node => [node.textContent, node.dataset.set])")
    assert len(set(named.values())) == len(named) == 6
    assert dict(drawn) == named


def test_iterations_are_those_of_the_package_from_disk(afresh: Afresh) -> None:
    page = afresh(by="file").page
    press(page, "Next iteration", 7)
    cfr = run(7)
    assert shown(page) == pytest.approx(computed(cfr), abs=1e-12)
    assert page.evaluate(ITERATIONS) == 7
    gap = float(page.locator(".count b").nth(1).get_attribute("data-value") or "nan")
    assert gap == pytest.approx(kc.exploitability(cfr.game, cfr.average_strategy), abs=1e-12)
    assert "After 7 iterations" in says(page)


def test_the_ante_is_a_slider_and_begins_again(page: Page) -> None:
    press(page, "Next iteration", 2)
    slider = page.get_by_role("slider", name="Ante S")
    slider.focus()
    page.keyboard.press("ArrowRight")
    assert "The ante is 1.25" in says(page)
    assert page.evaluate(ITERATIONS) == 0
    press(page, "Next iteration", 4)
    assert shown(page) == pytest.approx(computed(run(4, ante=Fraction(5, 4))), abs=1e-12)
    point = page.locator("[data-row=equilibrium] td").evaluate_all("cells => cells.map(cell => Number(cell.dataset.value))")
    assert point == pytest.approx([float(p) for p in (kc.nash.one_bet(ante=Fraction(5, 4)).p1, kc.nash.one_bet(ante=Fraction(5, 4)).p2)])


def test_the_tree_shows_reach_values_and_regrets_of_its_walk(page: Page) -> None:
    choose(page, "Players learn", "together")
    press(page, "Next iteration", 3)
    page.get_by_text("The tree as a table").click()
    page.locator(".twin td[data-value]").first.wait_for()  # the table is filled when its fold has opened
    rows = page.locator(".twin tbody tr").evaluate_all(
        "rows => rows.map(row => [row.cells[0].textContent, ...[...row.cells].slice(1).map(cell => Number(cell.dataset.value ?? NaN))])"
    )
    cfr = run(2, alternating=False)  # the third walk plays what two iterations have learnt
    game, sigma = cfr.game, cfr.current_strategy
    assert [name for name, *_ in rows] == ["root" if h == "" else h for h in kc.histories(game) if not game.is_terminal(h)]
    for name, *numbers in rows:
        history = "" if name == "root" else name
        shares = [float(probability(game, sigma, history, leave_out=left_out)) for left_out in (others(game, 0), others(game, 1), (0, 1))]
        values = values_after(game, sigma, history)
        assert numbers[:5] == pytest.approx([*shares, *values], abs=1e-12)
        if not game.is_chance(history):
            player = game.player(history)
            weight = shares[1 - player] * shares[2]
            regrets = [weight * (values_after(game, sigma, history + a)[player] - values[player]) for a in "pb"]
            assert numbers[5:] == pytest.approx(regrets, abs=1e-12)


def values_after(game: kc.Game, sigma: kc.StrategyProfile, history: str) -> list[float]:
    """What each player wins on average from a history on."""
    below = [(probability(game, sigma, z, start=len(history)), game.utilities(z)) for z in terminals(game) if z.startswith(history)]
    return [float(sum(p * utilities[i] for p, utilities in below)) for i in (0, 1)]


def test_what_lights_up_is_what_was_computed(page: Page) -> None:
    seen = []
    for _ in range(14):
        press(page, "Next computation")
        seen.append((page.locator(".tree .lit").all_text_contents(), page.locator(".steps [aria-current=step]").all_inner_texts()))
    lit = [" ".join(texts) for texts, _ in seen]
    assert lit[1:5] == ["π 1 · 1 · 1", "A ⅓ π 1 · 1 · ⅓", "K ½ π 1 · 1 · ⅙", "p 0.5 +1, −1"]
    assert lit[9:12] == ["u +1.25, −1.25", "r −0.042", "r +0.042"]  # player 1 learns, so Kb regrets nothing yet
    assert [steps[0].split()[0] for _, steps in seen[1:12]] == [*["Down:"] * 3, "Up:", "Down:", *["Up:"] * 4, *["Regret"] * 2]
    assert page.locator(".infosets td.lit").count() == 0


def test_play_and_pause(page: Page) -> None:
    speed = page.get_by_role("slider", name="Speed")
    speed.focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    assert speed.get_attribute("aria-valuetext") == "100 iterations a second"
    press(page, "Play")
    assert page.get_by_role("status").get_attribute("aria-live") == "off"
    page.wait_for_function(f"{ITERATIONS} >= 25")
    assert page.evaluate("document.getAnimations().filter(one => one.effect.target.closest('.kuhncfr-stepper')).length") == 0
    press(page, "Pause")
    reached = page.evaluate(ITERATIONS)
    assert page.get_by_role("status").get_attribute("aria-live") == "polite"
    assert f"After {reached} iterations" in says(page)
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.evaluate(ITERATIONS) == reached
    assert shown(page) == pytest.approx(computed(run(reached)), abs=1e-9)
    points = page.locator(".square polyline.average").get_attribute("points") or ""
    assert len(points.split()) == reached + 1


def test_slow_play_goes_from_one_computation_to_the_next(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    press(page, "Play")
    page.wait_for_function("document.querySelector('[role=status]').textContent.startsWith('A: player 1 has the Ace')")
    press(page, "Pause")
    assert page.evaluate(ITERATIONS) == 0


def test_a_drawn_deal_is_walked_alone(page: Page) -> None:
    choose(page, "Each walk covers", "one drawn deal")
    press(page, "Next computation", 4)
    assert "Only this deal" in says(page) or "Reach" in says(page)
    press(page, "Next iteration")
    assert page.locator(".tree .node.reached").count() == 7  # the root, a card, a deal, and what may follow
    press(page, "Next iteration", 3)
    sums = {key: sum(v for name, v in shown(page).items() if name.startswith("cumulativeStrategy") and f":{key}:" in name) for key in "AKQ"}
    assert sum(sums.values()) == pytest.approx(4)  # player 1 was dealt one card in each of four iterations


def test_cfr_plus_needs_all_deals(page: Page) -> None:
    press(page, "Next iteration")
    choose(page, "Each walk covers", "one drawn deal")
    choose(page, "Algorithm", "CFR+")
    assert page.evaluate(ITERATIONS) == 0
    assert "Back to the start" in says(page)
    deals = page.get_by_label("Each walk covers")
    assert deals.is_disabled()
    assert deals.evaluate("select => select.selectedOptions[0].textContent") == "all six deals"
    assert page.get_by_text("its floor would bias the sums").is_visible()
    press(page, "Next iteration", 2)
    assert shown(page) == pytest.approx(computed(run(2, algorithm="cfr+")), abs=1e-12)


def test_the_keyboard_is_enough(page: Page) -> None:
    page.locator(".kuhncfr-stepper summary").first.focus()
    order = []
    for _ in range(9):
        page.keyboard.press("Tab")
        order.append(page.evaluate("(document.activeElement.labels?.[0] ?? document.activeElement).textContent.trim()"))
    assert [name.split("  ")[0][:16] for name in order][4:8] == ["Next computation", "Next iteration", "Play", "Back to start"]
    page.get_by_role("button", name="Next iteration").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    assert page.evaluate(ITERATIONS) == 2
    assert page.evaluate("document.activeElement.textContent") == "Next iteration"


def test_a_phone_shows_the_deal_at_work(page: Page) -> None:
    page.set_viewport_size(PHONE)
    press(page, "Next computation", 4)
    assert page.locator(".tree .node").count() == 5
    assert page.locator(".deals [aria-pressed=true]").inner_text() == "AK"
    press(page, "QK")
    assert sorted(page.locator(".tree .key").all_text_contents()) == ["Kb", "Q"]
    press(page, "Next computation")
    assert page.locator(".deals [aria-pressed=true]").inner_text() == "AK"  # back to where the walk is
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert page.locator(".kuhncfr-stepper :is(button, select, summary, input)").evaluate_all(TOO_SMALL) == []


def test_all_numbers_in_the_tree_are_large_enough(page: Page) -> None:
    """That none hides another, or lies on a line, is tested in stepper.test.mjs."""
    for viewport in (DESK, PHONE):
        page.set_viewport_size(viewport)
        press(page, "Next iteration")
        assert min(page.locator(".kuhncfr-stepper :is(.tree, .square) text").evaluate_all(SIZES)) >= 12


def test_axe_has_no_complaint_while_it_is_at_work(afresh: Afresh) -> None:
    visit = afresh()
    press(visit.page, "Next iteration")
    press(visit.page, "Next computation", 12)
    visit.page.locator(".kuhncfr-stepper details").evaluate_all("folds => folds.forEach((fold) => { fold.open = true; })")
    for viewport in (DESK, PHONE):
        visit.resize(viewport)
        assert complaints(visit, visit.page.locator(".kuhncfr-stepper")) == []


def test_a_live_notebook_shares_its_state(page: Page) -> None:
    host(page, widgets.stepper(kc.OneBetKuhn(ante=2)), "ante", "algorithm", "alternating", "sampling", "seed")
    choose(page, "Algorithm", "CFR+")
    assert page.evaluate("host.saved.at(-1).algorithm") == "cfr+"
    press(page, "Next iteration", 3)
    assert shown(page) == pytest.approx(computed(run(3, ante=2, algorithm="cfr+")), abs=1e-12)
    page.evaluate("host.model.set('ante', 0.5)")  # as Python does
    assert page.evaluate(ITERATIONS) == 0
    assert page.get_by_role("slider", name="Ante S").input_value() == "0.5"
    press(page, "Next iteration")
    assert shown(page) == pytest.approx(computed(run(1, ante=Fraction(1, 2), algorithm="cfr+")), abs=1e-12)
    press(page, "Play")
    page.evaluate("host.end()")
    assert page.evaluate("host.listening()") == 0
