"""The table in a notebook, without a browser: what it starts from, and what it says about the hands that come in."""

import json
from fractions import Fraction
from typing import Any

import pytest
import traitlets
from bs4 import BeautifulSoup
from play_table import difference, in_the_page

import kuhncfr as kc
from kuhnbook import widgets
from kuhnbook.widgets.strategies import equilibrium_of


def log(game: str, ante: str, number: int, opponent: str) -> list[dict[str, Any]]:
    """Hands as the page writes them."""
    return [{"game": game, "ante": ante, "opponent": opponent, "seat": 0, "history": "QKbb", "utility": -2.0}] * number


def test_only_the_hands_at_this_table_count() -> None:
    table = widgets.play(kc.KuhnPoker())
    table.log = [
        *log("kuhn", "2", 1, "equilibrium"),
        *log("kuhn", "1", 2, "CFR, t = 5"),
        *log("one-bet", "1", 3, "equilibrium"),
        *log("kuhn", "1", 4, "equilibrium"),
    ]
    assert len(table.hands) == 4
    table.ante = "2"
    assert len(table.hands) == 1
    table.ante, table.opponent, table.iterations = "1.0", "cfr", 5
    assert len(table.hands) == 2
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
    own = equilibrium_of(game)
    names = (("equilibrium", "equilibrium"), ("never bluffs", "never bluffs"), (500, "CFR, t = 500"), (own, "your strategy"))
    for opponent, name in names:
        assert widgets.play(game, opponent=opponent).opponent_name == name
    own = kc.solve(game, 20).average_strategy
    profile = widgets.play(game, opponent=own).profile
    page = in_the_page("read", "kuhn", file=json.dumps({"format": "kuhncfr strategy profile", "strategy": profile["strategy"]}))
    assert difference(page, own) < 1e-15


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"game": kc.KuhnPoker(players=3, cards=4)}, "game must be OneBetKuhn, or KuhnPoker with two players"),
        ({"opponent": 3}, "opponent must be one of 1, 2, 5"),
        ({"opponent": "nobody"}, "'opponent' trait of a PlayTable instance expected any of"),
        ({"opponent": kc.nash.kuhn().profile}, "the profile misses information set 'A'"),
        ({"seat": 2}, "seat must be one of None, 0, 1"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises((ValueError, traitlets.TraitError), match=message):
        widgets.play(**arguments)


@pytest.mark.parametrize(("name", "value"), [("ante", "0"), ("ante", "x"), ("iterations", 3)])
def test_what_the_table_does_not_offer_is_refused(name: str, value: object) -> None:
    table = widgets.play()
    before = getattr(table, name)
    with pytest.raises((ValueError, traitlets.TraitError)):
        setattr(table, name, value)
    assert getattr(table, name) == before


def test_the_element_of_a_page_is_the_same_each_time_and_holds_the_state() -> None:
    html, again = (widgets.play(kc.KuhnPoker(ante=Fraction(7, 3)), opponent=100, seat=1, seed=4).static() for _ in range(2))
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
    element = BeautifulSoup(table.static(), "html.parser")
    assert element.find("b") is None
    assert json.loads(element.find("script").string)["profile"]["name"] == "</script><b>"
