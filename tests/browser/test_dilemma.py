"""The ten hands that hurt: played by mouse and by keyboard, and summed up again from what was said."""

import re
from collections.abc import Callable

from axe import complaints
from playwright.sync_api import Locator, Page, expect
from visiting import PHONE, TOO_SMALL, Afresh

PAGE = "book/idea.html"
SURPRISE = "Against this opponent your choices made no difference: each of these hands costs you 1 chip on average, whatever you do."
OUTCOME = re.compile(
    r"You (check|bet|fold|call), and the opponent (?:calls with|folds|shows|had) the (?:Ace|King|Queen): you (win|lose) ([12]) chips?\."
)


def table_of(page: Page) -> Locator:
    return page.get_by_role("region", name="Ten hands that hurt")


def click(control: Locator) -> None:
    """In a moment; by mouse it takes a while."""
    control.dispatch_event("click")


def said(page: Page) -> list[str]:
    sentences: list[str] = table_of(page).get_by_role("status").locator("p").all_inner_texts()
    return sentences


def play(page: Page, press: Callable[[Locator], object]) -> tuple[dict[str, int], int]:
    """Play ten hands, passing and betting in turn; return how often each action was told, and the chips won."""
    done = dict.fromkeys(("check", "bet", "fold", "call"), 0)
    total = 0
    for k in range(10):
        (question,) = said(page)
        queen = question.startswith(f"Hand {k + 1} of 10. You are player 1 and hold the Queen. Your turn")
        assert queen or question.startswith(f"Hand {k + 1} of 10. You are player 2 and hold the King. The opponent bets. Your turn")
        wanted = (("Check", "Bet") if queen else ("Fold", "Call"))[k % 2]
        press(table_of(page).get_by_role("button", name=wanted, exact=True))
        found = OUTCOME.fullmatch(said(page)[0])
        assert found is not None
        action, result, chips = found.groups()
        assert action == wanted.lower()
        done[action] += 1
        total += int(chips) if result == "win" else -int(chips)
        if k < 9:
            press(table_of(page).get_by_role("button", name="Next hand"))
    return done, total


def check(page: Page, done: dict[str, int], total: int) -> None:
    _, summary, surprise = said(page)
    queens, kings = done["check"] + done["bet"], done["fold"] + done["call"]
    chips = f"{total:+d} {'chip' if abs(total) == 1 else 'chips'}".replace("-", "−").replace("+0", "0")
    assert summary == f"You bluffed {done['bet']} of {queens} Queens and called {done['call']} of {kings} Kings, for {chips}."
    assert surprise == SURPRISE


def test_ten_hands_and_ten_more(page: Page) -> None:
    done, total = play(page, click)
    assert (done["check"] + done["bet"], done["fold"] + done["call"]) == (5, 5)
    check(page, done, total)
    marks = table_of(page).get_by_role("listitem").all_inner_texts()
    assert sum(int(mark.replace("−", "-")) for mark in marks) == total
    table_of(page).get_by_role("button", name="Ten more").click()
    assert table_of(page).get_by_role("listitem").all_inner_texts() == [""] * 10
    more, won = play(page, click)
    check(page, {action: done[action] + more[action] for action in done}, total + won)


def test_ten_hands_by_keyboard(page: Page) -> None:
    def press(control: Locator) -> None:
        if control.inner_text() == "Next hand":  # it has the focus already
            expect(control).to_be_focused()
        else:
            control.focus()
        page.keyboard.press("Enter")

    check(page, *play(page, press))
    expect(table_of(page).get_by_role("button", name="Ten more")).to_be_focused()


def test_the_opponents_card_is_turned_up_at_the_end(page: Page) -> None:
    card = table_of(page).get_by_role("img", name="The opponent’s card: ")
    expect(card).to_have_accessible_name("The opponent’s card: face down")
    table_of(page).locator(".moves button").first.click()
    expect(card).to_have_accessible_name(re.compile("Ace|King|Queen"))


def test_it_fits_on_a_phone_and_axe_has_no_complaint(afresh: Afresh) -> None:
    visit = afresh()
    visit.resize(PHONE)
    table = table_of(visit.page)
    assert complaints(visit, table) == []
    play(visit.page, click)
    assert complaints(visit, table) == []
    assert visit.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert table.get_by_role("button").evaluate_all(TOO_SMALL) == []
