"""The map of the Nash chapter shows what the tree says: the formulas that the browser evaluates."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st
from vega import vega

import kuhncfr as kc
from kuhnbook import figures

F = Fraction
probabilities = st.fractions(min_value=0, max_value=1, max_denominator=20)
antes = st.fractions(min_value=F(1, 20), max_value=3, max_denominator=60)
often = settings(max_examples=100, deadline=None, derandomize=True)

MAP = figures.utility_heatmap().to_dict()
SQUARES, _, CROSS, *REPLIES = MAP["layer"]


def by_tree(p1, p2, ante):
    return kc.expected_utilities(kc.OneBetKuhn(ante), profile(p1, p2))[0]


def profile(p1, p2):
    return kc.StrategyProfile.from_bet_probabilities({"A": 1, "K": 0, "Q": p1, "Ab": 1, "Kb": p2, "Qb": 0})


def signals(p1, p2, ante):
    """All that the sliders decide."""
    found = {"p1": p1, "p2": p2}
    for parameter in MAP["params"]:
        if "expr" in parameter:
            found[parameter["name"]] = vega(parameter["expr"], S=ante, **found)
    return found


def calculated(layer):
    return {step["as"]: step["calculate"] for step in layer["transform"]}


@often
@given(probabilities, probabilities, antes)
def test_map_has_the_utility_of_the_tree(p1, p2, ante):
    assert vega(calculated(SQUARES)["U1"], {"p1": p1, "p2": p2}, S=ante) == by_tree(p1, p2, ante)


@often
@given(antes)
def test_map_marks_the_equilibrium(ante):
    solved, marked = kc.nash.one_bet(ante), calculated(CROSS)
    least, most, p2 = (vega(marked[name], S=ante) for name in ("least", "most", "p2"))
    assert (least, most, p2) == (solved.p1, solved.p1, solved.p2) or ante == F(1, 2)
    for p1 in (least, most):
        assert solved.contains(solved.profile.replace(kc.StrategyProfile.from_bet_probabilities({"Q": p1, "Kb": p2})))


@often
@given(antes)
def test_colours_are_centred_on_the_value_and_hold_every_utility(ante):
    scale = SQUARES["encoding"]["color"]["scale"]
    least, middle, most = (vega(scale[name]["expr"], S=ante) for name in ("domainMin", "domainMid", "domainMax"))
    assert middle == kc.nash.one_bet(ante).value
    assert middle - least == most - middle
    corners = [by_tree(p1, p2, ante) for p1 in (0, 1) for p2 in (0, 1)]
    assert max(abs(corner - middle) for corner in corners) == most - middle


steps = st.integers(0, 60).map(lambda n: F(n, 60))
stops = st.integers(1, 60).map(lambda n: F(n, 20))


@often
@given(steps, steps, stops)
def test_arrows_lead_to_best_replies(p1, p2, ante):
    here, moved = profile(p1, p2), signals(p1, p2, ante)
    _, _, right, above, dot = REPLIES
    assert (right["encoding"]["x"]["field"], above["encoding"]["y"]["field"]) == ("best1", "best2")
    for player, key, name in ((0, "Q", "best1"), (1, "Kb", "best2")):
        reply = here.replace(kc.StrategyProfile.from_bet_probabilities({key: moved[name]}))
        assert kc.expected_utilities(kc.OneBetKuhn(ante), reply)[player] == kc.best_response(kc.OneBetKuhn(ante), here, player).value
    assert [step["as"] for step in dot["transform"]] == [tip["field"] for tip in dot["encoding"]["tooltip"]]


def test_title_fits_a_phone():
    for ante, p1, p2 in ((F(1, 20), F(1), F(0)), (F(1, 2), F(0), F(0)), (F(3), F(1), F(1))):
        assert max(map(len, vega(MAP["title"]["text"]["expr"], S=ante, **signals(p1, p2, ante)))) <= 46
