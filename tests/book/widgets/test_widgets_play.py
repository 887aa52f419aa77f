"""The table in a notebook, without a browser: what it starts from, and what it says about the hands that come in."""

import json
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import traitlets
from bs4 import BeautifulSoup
from play_table import difference, in_the_page, random_profiles

import kuhncfr as kc
from kuhnbook import widgets
from kuhnbook.widgets.strategies import equilibrium_of, game_of

NAMES = ("one-bet", "kuhn")


def hands_played(name: str, ante: str, number: int, opponent: str) -> list[dict[str, Any]]:
    """A log as the page writes it: both sides play at random, the reader sits here and there."""
    game = game_of(name, Fraction(ante))
    rng = np.random.default_rng(3)
    log = []
    for _ in range(number):
        history, seat = "", int(rng.integers(2))
        while not game.is_terminal(history):
            history += str(rng.choice(list(game.chance(history)) if game.is_chance(history) else game.actions(history)))
        utility = float(game.utilities(history)[seat])
        log.append({"game": name, "ante": ante, "opponent": opponent, "seat": seat, "history": history, "utility": utility})
    return log


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("ante", ["1", "7/3"])
@pytest.mark.parametrize("number", [1, 5, 200])
def test_python_and_the_page_say_the_same_of_a_log(name: str, ante: str, number: int) -> None:
    game = game_of(name, Fraction(ante))
    table = widgets.play(game, opponent=100)
    log = hands_played(name, ante, number, "CFR, t = 100")
    table.log = log
    assert [(hand.history, hand.seat, float(hand.utility)) for hand in table.hands] == [
        (entry["history"], entry["seat"], entry["utility"]) for entry in log
    ]
    opponent = random_profiles(game, 1)[0]
    page = in_the_page("hands", name, ante, hands=log, opponent=opponent)

    ours = table.score()
    assert (ours.hands, float(ours.total)) == pytest.approx((page["score"]["hands"], page["score"]["total"]))
    assert float(ours.mean or 0) == pytest.approx(page["score"]["mean"], abs=1e-12)
    assert ours.half_width == (pytest.approx(page["score"]["halfWidth"], abs=1e-12) if number > 1 else None)

    shown = table.empirical_strategy()
    assert shown.counts == page["counts"]
    assert difference(page["profile"], shown.profile) < 1e-15
    assert shown.profile.exact
    assert sum(page["shortfalls"]) / 2 == pytest.approx(float(kc.exploitability(game, shown.profile)), abs=1e-12)

    infosets = kc.information_sets(game)
    seats = [hand.seat for hand in table.hands]
    expected, best = 0.0, 0.0
    for seat in seats:
        meeting = {key: dict((shown.profile if found.player == seat else opponent)[key]) for key, found in infosets.items()}
        expected += float(kc.expected_utilities(game, meeting)[seat]) / number
        best += float(kc.best_response(game, opponent, seat).value) / number
    assert (page["worth"]["expected"], page["worth"]["best"]) == pytest.approx((expected, best), abs=1e-12)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_shortfall_is_what_a_perfect_opponent_takes_from_the_value(name: str, seat: int) -> None:
    """In one seat: the value of the game less what the reader's rows win there against a best response."""
    game = game_of(name, Fraction(2))
    log = [hand for hand in hands_played(name, "2", 60, "equilibrium") if hand["seat"] == seat]
    table = widgets.play(game)
    table.log = log
    profile = table.empirical_strategy().profile
    value = kc.expected_utilities(game, equilibrium_of(game))[seat]
    shortfall = value + kc.best_response(game, profile, 1 - seat).value
    page = in_the_page("hands", name, "2", hands=log, opponent=random_profiles(game, 1)[0])["shortfalls"]
    assert page[seat] == pytest.approx(float(shortfall), abs=1e-12)
    assert page[1 - seat] == pytest.approx(0, abs=1e-12)  # nothing was shown there
    assert kc.nash_conv(game, profile) == shortfall > 0


def test_only_the_hands_at_this_table_count() -> None:
    table = widgets.play(kc.KuhnPoker())
    here = hands_played("kuhn", "1", 4, "equilibrium")
    table.log = [
        *hands_played("kuhn", "2", 3, "equilibrium"),
        *hands_played("kuhn", "1", 3, "CFR, t = 5"),
        *hands_played("one-bet", "1", 3, "equilibrium"),
        *here,
    ]
    assert len(table.hands) == 4
    table.ante = "2"
    assert len(table.hands) == 3
    table.ante, table.opponent, table.iterations = "1.0", "cfr", 5
    assert len(table.hands) == 3
    table.game, table.opponent = "one-bet", "equilibrium"
    assert len(table.hands) == 3


def test_an_empty_log_has_no_mean_and_shows_nothing() -> None:
    table = widgets.play()
    assert table.rules == kc.OneBetKuhn()
    assert (table.hands, table.score().hands, table.score().mean, table.score().half_width) == ((), 0, None, None)
    shown = table.empirical_strategy()
    assert shown.profile == kc.nash.one_bet().profile
    assert shown.unseen == tuple(kc.information_sets(kc.OneBetKuhn()))


def test_opponents() -> None:
    game = kc.KuhnPoker(ante=2)
    for opponent, name in (("equilibrium", "equilibrium"), (500, "CFR, t = 500"), (equilibrium_of(game), "your strategy")):
        assert widgets.play(game, opponent=opponent).opponent_name == name
    own = kc.solve(game, 20).average_strategy
    profile = widgets.play(game, opponent=own).profile
    page = in_the_page("read", "kuhn", file=json.dumps({"format": "kuhncfr strategy profile", "strategy": profile["strategy"]}))
    assert difference(page, own) < 1e-15


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"game": kc.KuhnPoker(players=3, cards=4)}, "game must be OneBetKuhn, or KuhnPoker with two players"),
        ({"opponent": 3}, "opponent must be 'equilibrium', a StrategyProfile or one of 1, 2, 5"),
        ({"opponent": kc.nash.kuhn().profile}, "the profile misses information set 'A'"),
        ({"seat": 2}, "seat must be 0, 1 or None, got 2"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        widgets.play(**arguments)


@pytest.mark.parametrize(("name", "value"), [("ante", "0"), ("ante", "x"), ("iterations", 3)])
def test_what_the_table_does_not_offer_is_refused(name: str, value: object) -> None:
    table = widgets.play()
    before = getattr(table, name)
    with pytest.raises(traitlets.TraitError, match=name):
        setattr(table, name, value)
    assert getattr(table, name) == before


def test_the_element_of_a_page_is_the_same_each_time_and_holds_the_state() -> None:
    html, again = (widgets.play(kc.KuhnPoker(ante=Fraction(7, 3)), opponent=100, seat=1, seed=4).static().html for _ in range(2))
    assert html == again
    element = BeautifulSoup(html, "html.parser").find(class_="kuhncfr-widget")
    state = json.loads(element.find("script").string)
    wanted = {"game": "kuhn", "ante": "7/3", "opponent": "cfr", "iterations": 100, "seat": "2", "seed": 4, "log": [], "profile": None}
    assert {name: state[name] for name in wanted} == wanted
    assert "7/3" in state["strategies"]["antes"]
    assert "JavaScript" in element.find("p").get_text()
    assert len(html) < 60_000


def test_nothing_in_a_state_ends_its_script() -> None:
    table = widgets.play()
    table.profile = {"name": "</script><b>", "strategy": {}}
    element = BeautifulSoup(table.static().html, "html.parser")
    assert element.find("b") is None
    assert json.loads(element.find("script").string)["profile"]["name"] == "</script><b>"


def test_a_notebook_gets_one_module_that_imports_nothing() -> None:
    table = widgets.play()
    assert table._esm.count("\nexport default ") == 1
    assert "\nimport " not in table._esm
