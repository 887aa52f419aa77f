"""The table in its page: hands by mouse and by keyboard, and every number that it shows computed again."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from axe import complaints
from matplotlib import image
from notebook import host
from playwright.sync_api import Locator, Page, expect
from visiting import PHONE, TOO_SMALL, Afresh

import kuhncfr as kc
from kuhnbook import widgets
from kuhnbook.widgets.strategies import equilibrium_of
from kuhncfr.hand_history import Hand, empirical_strategy, score

PAGE = "book/play.html"
CARDS = {"A": "Ace", "K": "King", "Q": "Queen", "J": "Jack"}
LEFT = "The unfinished hand does not count."
ROWS = "rows => rows.map(row => [...row.cells].map(cell => cell.textContent))"

SENT = ("game", "ante", "opponent", "iterations", "profile", "seat", "seed", "log", "strategies")  # what a notebook shares

# Play a number of hands, passing and betting in turn, and tell what was said when each was dealt.
PLAY = """(table, hands) => {
  const [pass, bet, deal] = table.querySelectorAll(".moves button");
  let moves = 0;
  return Array.from({ length: hands }, () => {
    if (!deal.disabled) deal.click();  // the first hand is there already
    const said = table.querySelector("[role=status]").innerText;
    while (deal.disabled) [pass, bet][moves++ % 2].click();
    return said;
  });
}"""


def table_of(page: Page) -> Locator:
    return page.get_by_role("region", name="Kuhn poker table")


def button(page: Page, name: str) -> Locator:
    return table_of(page).get_by_role("button", name=name, exact=True)


def status(page: Page) -> str:
    return table_of(page).get_by_role("status").inner_text()


def play(page: Page, hands: int) -> list[str]:
    """Press the buttons of a number of hands in one go; return what was said when each hand was dealt."""
    said: list[str] = table_of(page).evaluate(PLAY, hands)
    return said


def logged(page: Page, game: Any) -> list[Hand]:
    """The log of the page, oldest first; what was won is Python's."""
    rows = page.locator(".log tbody tr").evaluate_all(ROWS)  # folded or not
    seats = {"player 1": 0, "player 2": 1}
    return [Hand(history, seats[you], game.utilities(history)[seats[you]], "") for _, you, history, _ in reversed(rows)]


def numbers(page: Page, term: str) -> list[float]:
    """The number in full that stands under a word."""
    text = page.locator(".score div").filter(has=page.get_by_text(term, exact=True)).locator("dd").get_attribute("data-value")
    return [float(number) for number in str(text).split()]


def number(page: Page, term: str) -> float:
    (found,) = numbers(page, term)
    return found


def shares(page: Page) -> dict[str, str]:
    rows = page.locator(".results > .scroll tbody tr").evaluate_all(ROWS)
    return {row[0].split()[0]: row[1] for row in rows if len(row) > 1}


def best(game: Any, opponent: Any, hands: Sequence[Hand]) -> float:
    """What the best strategy would win from an opponent, in the mean over the seats of some hands."""
    return sum(float(kc.best_response(game, opponent, hand.seat).value) for hand in hands) / len(hands)


def check(page: Page, game: Any, opponent: Any) -> list[Hand]:
    """Compute all numbers on the page from its log."""
    hands = logged(page, game)
    result, shown = score([hand.utility for hand in hands]), empirical_strategy(game, hands, equilibrium_of(game))
    assert (number(page, "Hands"), number(page, "Chips")) == pytest.approx((result.hands, float(result.total)))
    assert numbers(page, "Chips a hand") == pytest.approx([float(result.mean or 0), result.half_width], abs=1e-12)
    assert shares(page) == {
        key: f"{row['b']} of {sum(row.values())}" if any(row.values()) else "not yet" for key, row in shown.counts.items()
    }
    assert number(page, "On average: your exploitability") == pytest.approx(float(kc.exploitability(game, shown.profile)), abs=1e-12)
    assert number(page, "As player 1") + number(page, "As player 2") == pytest.approx(float(kc.nash_conv(game, shown.profile)), abs=1e-12)
    assert number(page, "At best") == pytest.approx(best(game, opponent, hands), abs=2e-5)  # averages were rounded to six digits
    infosets = kc.information_sets(game)
    meetings = [{key: dict((shown.profile if s.player == seat else opponent)[key]) for key, s in infosets.items()} for seat in (0, 1)]
    values = [float(kc.expected_utilities(game, meetings[hand.seat])[hand.seat]) for hand in hands]
    assert number(page, "In theory") == pytest.approx(sum(values) / len(values), abs=2e-5)
    return hands


def unfold(page: Page) -> None:
    page.locator(".choices").evaluate("fold => { fold.open = true; }")


def choose(page: Page, label: str, option: str) -> None:
    unfold(page)
    table_of(page).get_by_label(label, exact=True).select_option(option)


def set_ante(page: Page, text: str, key: str = "Tab") -> Locator:
    """Write an ante and leave the field."""
    unfold(page)
    field = table_of(page).get_by_label("Ante S", exact=True)
    field.fill(text)
    field.press(key)
    return field


def test_the_score_is_what_the_log_says(page: Page) -> None:
    said = play(page, 10)
    game = kc.OneBetKuhn()
    hands = check(page, game, equilibrium_of(game))
    assert [hand.seat for hand in hands] == [0, 1] * 5
    for hand, words in zip(hands, said, strict=True):
        assert words.startswith(f"You are player {hand.seat + 1} and hold the {CARDS[hand.history[hand.seat]]}. ")
    won = "win" if hands[-1].utility > 0 else "lose"
    chips = abs(hands[-1].utility)
    assert status(page).endswith(f"You {won} {chips} {'chip' if chips == 1 else 'chips'}.")


def test_the_sliders_change_the_opponent(page: Page) -> None:
    choose(page, "Opponent", "cfr")
    steps = table_of(page).get_by_role("slider", name="Iterations t")
    antes = table_of(page).get_by_role("slider", name="Ante S (slider)")
    assert steps.get_attribute("aria-valuetext") == "100 iterations"
    for key, t in (("Home", 1), ("End", 10_000), ("ArrowLeft", 5_000)):
        steps.press(key)
        assert steps.get_attribute("aria-valuetext") == f"{t} iterations"
        play(page, 2)
        check(page, kc.OneBetKuhn(), kc.solve(kc.OneBetKuhn(), t).average_strategy)
    antes.press("End")
    assert antes.get_attribute("aria-valuetext") == "5"
    assert table_of(page).get_by_label("Ante S", exact=True).input_value() == "5"
    play(page, 2)
    check(page, kc.OneBetKuhn(5), kc.solve(kc.OneBetKuhn(5), 5_000).average_strategy)


def test_an_ante_of_ones_own_is_played_and_learnt(page: Page) -> None:
    """One that Python did not send: the page has formulas and CFR of its own."""
    choose(page, "Game", "kuhn")
    assert set_ante(page, " 7 / 3 ", "Enter").input_value() == "7/3"
    game = kc.KuhnPoker(ante=Fraction(7, 3))
    play(page, 4)
    check(page, game, equilibrium_of(game))
    choose(page, "Opponent", "cfr")
    expect(table_of(page).get_by_role("status")).to_contain_text("CFR has learnt this game.")
    play(page, 4)
    check(page, game, kc.solve(game, 100).average_strategy)


def test_an_ante_that_is_none_is_refused_in_words(page: Page) -> None:
    field = set_ante(page, "1/0")
    assert "must be above 0" in table_of(page).get_by_role("alert").inner_text()
    assert field.get_attribute("aria-invalid") == "true"
    set_ante(page, "2")
    assert table_of(page).get_by_role("alert").inner_text() == ""
    assert field.get_attribute("aria-invalid") is None


def test_a_strategy_from_a_file(page: Page, tmp_path: Path) -> None:
    game = kc.OneBetKuhn()
    mine = kc.StrategyProfile.from_bet_probabilities({"A": 1, "K": Fraction(1, 7), "Q": 0, "Ab": 1, "Kb": Fraction(9, 10), "Qb": 0})
    mine.save(tmp_path / "mine.json")
    choose(page, "Opponent", "own")
    assert status(page) == f"{LEFT} Choose a file with a strategy, or another opponent."
    assert button(page, "Deal").is_disabled()
    chooser = table_of(page).get_by_label("File written by StrategyProfile.save")
    kc.nash.kuhn().profile.save(tmp_path / "other.json")
    chooser.set_input_files(tmp_path / "other.json")
    expect(table_of(page).get_by_role("alert")).to_have_text("This strategy is for classic Kuhn poker; choose that game.")
    chooser.set_input_files(tmp_path / "mine.json")
    expect(button(page, "Deal")).to_be_enabled()
    assert table_of(page).get_by_role("alert").inner_text() == ""
    play(page, 6)
    check(page, game, mine)
    choose(page, "Game", "kuhn")
    assert status(page) == "This strategy is for one-bet Kuhn poker; choose that game."


def test_hands_by_keyboard_alone(page: Page) -> None:
    page.locator(".moves button").first.focus()
    page.keyboard.press("p")
    expect(button(page, "Deal")).to_be_focused()
    page.keyboard.press("Enter")
    for _ in range(6):
        while button(page, "Deal").is_disabled():
            expect(table_of(page).get_by_role("group", name="Your move")).to_be_focused()
            page.keyboard.press("Tab")
            expect(page.locator(".moves button").first).to_be_focused()
            page.keyboard.press("b")
        expect(button(page, "Deal")).to_be_focused()
        page.keyboard.press("Space")
    hands = int(number(page, "Hands"))
    assert hands in (7, 8)  # the last may end at once
    while button(page, "Deal").is_disabled():
        page.keyboard.press("P")
    page.keyboard.press("d")
    assert number(page, "Hands") > hands or button(page, "Deal").is_disabled()


def test_letters_are_no_trap(page: Page) -> None:
    """They act only at the table, not where the reader writes, and not with Ctrl, which is the browser's."""
    dealt = status(page)
    page.locator("body").press("p")
    assert status(page) == dealt
    field = table_of(page).get_by_label("Ante S", exact=True)
    field.focus()
    page.keyboard.type("dbp")
    choose(page, "Your seat", "1")
    table_of(page).get_by_label("Your seat").press("d")
    assert status(page) == f"{LEFT} Deal a hand."
    button(page, "Deal").focus()
    page.keyboard.press("d")
    dealt = status(page)
    page.keyboard.press("Control+p")
    page.keyboard.press("Alt+b")
    page.keyboard.press("x")
    assert status(page) == dealt != "Deal a hand."
    for _ in range(4):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.moves')") is None  # and Tab leads on


def test_who_leaves_a_hand_loses_nothing(page: Page) -> None:
    play(page, 1)
    choose(page, "Your seat", "1")
    button(page, "Deal").click()
    assert status(page).startswith("You are player 1 ")  # and not player 2, whose turn it was
    choose(page, "Opponent", "cfr")
    assert status(page) == f"{LEFT} Deal a hand."
    expect(page.locator(".results")).to_be_hidden()
    choose(page, "Opponent", "equilibrium")
    assert number(page, "Hands") == 1  # the score of the first opponent is still there
    button(page, "Forget all hands").click()
    expect(page.locator(".results")).to_be_hidden()
    expect(button(page, "Deal")).to_be_focused()


def test_cards_are_named_and_the_opponents_stays_hidden(page: Page) -> None:
    choose(page, "Your seat", "2")
    play(page, 12)
    cards = [label.get_attribute("aria-label") for label in page.locator(".card").all()]
    hands = logged(page, kc.OneBetKuhn())
    assert {hand.seat for hand in hands} == {1}
    last = hands[-1].history
    assert cards[0] == f"Your card: {CARDS[last[1]]}"
    assert cards[1] == f"The opponent’s card: {'face down' if last.endswith('bp') else CARDS[last[0]]}"


def test_the_equilibrium_is_shown_only_when_asked_for(page: Page) -> None:
    play(page, 1)
    column = page.locator("td.equilibrium")
    expect(column.first).to_be_hidden()
    table_of(page).get_by_label("Show the equilibrium’s shares beside yours").check()
    bets = {key: row["b"] for key, row in equilibrium_of(kc.OneBetKuhn()).items()}
    rows = page.locator(".results > .scroll tbody tr").evaluate_all(ROWS)
    shown = {row[0].split()[0]: row[3] for row in rows if len(row) > 1}
    assert shown == {key: f"{round(float(100 * bet), 1):g}\u00a0%" for key, bet in bets.items()}
    ranges = {"not yet": "–", "0 of 1": "0\u00a0% (0–79\u00a0%)", "1 of 1": "100\u00a0% (21–100\u00a0%)"}
    assert all(ranges[row[1]] == row[2] for row in rows if len(row) > 1)


def test_who_has_read_a_player_plays_a_best_response(page: Page) -> None:
    """To the thirty hands and to those that followed: no reply as the first to act wins more from what they show."""
    choose(page, "Opponent", "greedy")
    expect(table_of(page).get_by_role("status")).to_have_text(f"{LEFT} First play 30 more hands of this game against another opponent.")
    assert button(page, "Deal").is_disabled()
    choose(page, "Opponent", "equilibrium")
    choose(page, "Your seat", "2")
    play(page, 30)
    game, thirty = kc.OneBetKuhn(), logged(page, kc.OneBetKuhn())
    button(page, "Play on: greedy").click()
    expect(button(page, "Play on: greedy")).to_be_hidden()
    play(page, 6)
    hands = logged(page, game)
    assert len(hands) in (6, 7)  # the first may be over as soon as it is dealt: the opponent passed
    for k, hand in enumerate(hands):
        shown = empirical_strategy(game, [*thirty, *hands[:k]], equilibrium_of(game)).profile
        card, opening = hand.history[0], hand.history[2]
        reply = {**shown, card: {"p": int(opening == "p"), "b": int(opening == "b")}}
        other = {**shown, card: {"p": int(opening == "b"), "b": int(opening == "p")}}
        assert kc.expected_utilities(game, reply)[0] >= kc.expected_utilities(game, other)[0]


def test_the_table_says_what_a_leak_costs_once_it_is_noticed(page: Page) -> None:
    """Without bluffs player 2's King never calls, and player 1 wins 0 instead of 1/18. Player 2 can't bluff in this game."""
    choose(page, "Opponent", "never bluffs")
    play(page, 29)
    expect(page.get_by_text("This opponent never bluffs.")).to_be_hidden()
    play(page, 1)
    game = kc.OneBetKuhn()
    check(page, game, equilibrium_of(game).replace({"Q": {"p": 1, "b": 0}}))
    cost = kc.nash.one_bet().value - kc.solve(game, 2_000, "pcfr+", locked={"Q": {"p": 1, "b": 0}}).values[0]
    expect(page.get_by_text("This opponent never bluffs.")).to_have_text(
        f"This opponent never bluffs. Once noticed, that costs {cost:.3f} chips a hand as player 1 and 0 as player 2."
    )


def test_it_fits_on_a_phone(page: Page) -> None:
    """The first hand on its screen, and all else in its width."""
    page.set_viewport_size(PHONE)
    assert status(page).startswith("You are player 1 and hold the ")
    box = button(page, "Bet").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= PHONE["height"]
    expect(page.get_by_label("Ante S", exact=True)).to_be_hidden()
    choose(page, "Game", "kuhn")
    choose(page, "Opponent", "cfr")
    play(page, 3)
    table_of(page).get_by_text("The log").click()
    table_of(page).get_by_label("Show the equilibrium’s shares beside yours").check()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert [box.evaluate("box => box.scrollWidth - box.clientWidth") for box in page.locator(".scroll").all()] == [0, 0]
    assert table_of(page).locator("button, select, summary, input:not([type=checkbox])").evaluate_all(TOO_SMALL) == []


def test_axe_has_no_complaint_about_a_played_hand_and_it_stands_out(afresh: Afresh) -> None:
    visit = afresh()
    page = visit.page
    choose(page, "Opponent", "cfr")
    set_ante(page, "no number")
    play(page, 30)
    table_of(page).get_by_text("The log").click()
    table_of(page).get_by_label("Show the equilibrium’s shares beside yours").check()
    assert complaints(visit, table_of(page)) == []
    choose(page, "Your seat", "1")
    button(page, "Deal").click()
    assert complaints(visit, table_of(page)) == []


def test_thirty_hands_are_read(afresh: Afresh, tmp_path: Path) -> None:
    page = afresh(by="file").page
    play(page, 29)
    expect(page.locator(".read .note")).to_have_text("After 30 hands an opponent will read you; 1 to go.")
    expect(page.locator(".card-of-reader")).to_be_hidden()
    play(page, 1)
    assert status(page).endswith("You have been read: see below.")
    game = kc.OneBetKuhn()
    shown = empirical_strategy(game, logged(page, game), equilibrium_of(game))
    exploitable = float(kc.exploitability(game, shown.profile))
    seldom = [key for key, row in shown.counts.items() if sum(row.values()) < 10]
    known = float(kc.exploitability(game, shown.profile.replace({key: equilibrium_of(game)[key] for key in seldom})))
    verdict = "hard to read" if known < 0.02 else "can be read" if known < 0.1 else "an open book"
    title = page.locator(".card-of-reader .title").inner_text()
    assert title.endswith("Too early for a verdict" if len(seldom) == len(shown.counts) else verdict)
    said = page.locator(".card-of-reader li").all_inner_texts()
    assert f"exploitability of your shares is {exploitable:.3f}".rstrip("0") in said[0]
    assert said[-2].startswith(f"Greedy, I win {exploitable:.3f}".rstrip("0"))
    assert said[-1].startswith("Cautious, I win ")
    lengths = page.locator(".card-of-reader .share").evaluate_all("bars => bars.map(bar => bar.width.baseVal.value / 150)")
    assert lengths == pytest.approx([row["b"] / max(1, sum(row.values())) for row in shown.counts.values()])
    with page.expect_download() as download:
        page.get_by_role("button", name="Save picture").click()
    download.value.save_as(tmp_path / "card.png")
    pixels = image.imread(tmp_path / "card.png")[..., :3]
    assert pixels.shape[:2] == (630, 1200)
    assert ((pixels[..., 2] - pixels[..., 0]) > 0.5).sum() > 1000  # the bars


def test_a_challenge_deals_the_same_cards(afresh: Afresh) -> None:
    address, game = "#game=kuhn&ante=2&seed=17", kc.KuhnPoker(ante=2)
    page = afresh(address).page
    play(page, 30)
    dealt = [hand.history[:2] for hand in logged(page, game)]
    assert len(set(dealt)) == 6
    assert table_of(page).get_by_role("link", name="Challenge").get_attribute("href") == address
    page.evaluate("location.hash = 'game=one-bet&ante=1&seed=3'")
    expect(page.locator(".read")).to_be_hidden()
    assert table_of(page).get_by_label("Game", exact=True).input_value() == "one-bet"
    assert status(page).startswith("A challenge: ")
    afresh(address)
    page.get_by_role("button", name="Check").click()
    while button(page, "Deal").is_disabled():
        page.locator(".moves button").nth(1).click()
    play(page, 29)
    assert [hand.history[:2] for hand in logged(page, game)] == dealt


def test_a_live_table_sends_python_every_hand_follows_it_and_lets_go_at_the_end(page: Page) -> None:
    game = kc.KuhnPoker(ante=2)
    table = widgets.play(game, opponent=5, seed=1)
    host(page, table, *SENT)
    play(page, 5)
    table.log = page.evaluate("host.model.get('log')")
    assert page.evaluate("host.saved.length") == 5
    hands = check(page, game, kc.solve(game, 5).average_strategy)
    assert [(hand.history, hand.seat, hand.utility) for hand in table.hands] == [(hand.history, hand.seat, hand.utility) for hand in hands]
    assert table.score() == score([hand.utility for hand in hands])
    assert table.empirical_strategy() == empirical_strategy(game, hands, equilibrium_of(game))
    for name, label, value in (("game", "Game", "one-bet"), ("ante", "Ante S", "1"), ("seat", "Your seat", "2")):
        page.evaluate("([name, value]) => host.model.set(name, value)", [name, value])
        assert table_of(page).get_by_label(label, exact=True).input_value() == value
    page.evaluate("host.end()")
    assert page.evaluate("host.listening()") == 0
