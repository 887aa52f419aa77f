"""Guesses are compared with what the cell computed, and questions mark answers and count them, with the keyboard alone."""

import pytest
from playwright.sync_api import Locator, Page, expect
from visiting import Open

PAGE = "book/cfr.html"


@pytest.fixture(scope="module")
def page(shared: Open) -> Page:
    """One page for all: each test answers something else."""
    return shared("http", drawn=False).page


def box(page: Page, field: str) -> Locator:
    return page.locator("form.guess", has_text=field)


def fold(form: Locator) -> Locator:
    return form.locator("xpath=following-sibling::details")


def test_paper_shows_all_answers_and_counts_none(page: Page) -> None:
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.get_by_text("one bet in eleven")).to_be_visible()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(page.locator("details:is(.right, .wrong)")).to_have_count(0)


SAID = {
    "a half": "Type a number, such as 0.25, 1/4 or 25%.",
    "1/11": "Right: 1/11 = 0.09091.",
    "0.09": "Right, as far as the digits go: 1/11 = 0.09091.",
    "9%": "Right, as far as the digits go: 1/11 = 0.09091.",
    "0.1": "Right, as far as the digits go: 1/11 = 0.09091.",
    "0.10": "You: 0.10. The answer: 1/11 = 0.09091.",
    "-0,5": "You: −0,5. The answer: 1/11 = 0.09091.",
    "1": "You: 1. The answer: 1/11 = 0.09091.",
}


def test_a_number_is_compared_and_opens_the_answer_with_its_paragraph(page: Page) -> None:
    form = box(page, "The Queen calls with probability")
    answer = fold(form).get_by_text("one bet in eleven")
    for typed, said in SAID.items():
        expect(answer).to_be_visible(visible=typed not in ("a half", "1/11"))
        form.locator("input").fill(typed)
        page.keyboard.press("Enter")
        expect(form.locator("output")).to_have_text(said)


def test_a_choice_is_judged(page: Page) -> None:
    form = box(page, "It first goes in again in round")
    form.get_by_role("button", name="3").press("Enter")
    expect(form.locator("output")).to_have_text("The answer is: 10.")
    expect(fold(form)).to_have_attribute("open", "")
    form.get_by_role("button", name="10").press("Enter")
    expect(form.locator("output")).to_have_text("Right.")


def test_the_first_answer_to_each_question_counts(page: Page) -> None:
    answers, score = page.locator("#check-yourself > details > summary"), page.locator(".score")
    for number in (0, 1, 5):  # wrong, then right; right
        answers.nth(number).press("Enter")
    expect(score).to_contain_text("1 of 2 right at the first attempt; 1 to go.")
    expect(page.locator("#check-yourself > details.wrong")).to_have_count(1)
    expect(page.locator("#check-yourself > details.right")).to_have_count(2)
    answers.nth(6).press("Enter")
    expect(score).to_contain_text("2 of 3 right at the first attempt.")
    expect(score.get_by_role("link", name="Which card am I facing?")).to_have_attribute("href", "#sec-cfr-reach")
