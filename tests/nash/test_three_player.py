"""The family of equilibria of three-player Kuhn poker, exactly: inside its region nobody gains, outside somebody does."""

import re
from dataclasses import FrozenInstanceError
from fractions import Fraction

import pytest

import kuhncfr as kc
from kuhnbook.museum import Remembered
from kuhncfr.nash import three_players as module

F = Fraction
HALF, QUARTER = F(1, 2), F(1, 4)
GAME = Remembered(kc.KuhnPoker(players=3, cards=4))
# The paper names a probability of betting or calling by a letter for the player, the card, and a number for the situation.
INFOSETS = {"b11": "1p", "b21": "2p", "b23": "2ppbp", "b32": "3b", "c11": "1pp", "c33": "3bp", "c34": "3bb"}
NAMES = tuple(INFOSETS)


# --- Members -----------------------------------------------------------------------------------------------------------------------


def completed(rest, share):
    """Choose b32, c33 and c34 at these shares of what is allowed."""
    b11, b21 = rest["b11"], rest["b21"]
    room = F(3, 4) * (b11 + b21) + max(b11, b21) / 4
    b32 = share[0] * (HALF + room)
    least = max(HALF - b32, F(0))
    c33 = least + share[1] * (HALF - b32 + room - least)
    return {**rest, "b32": b32, "c33": c33, "c34": share[2]}


def cores():
    """The vertices of the region in b11, b21, b23 and c11, in each of the three cases."""
    yield from ({"c11": F(0), "b11": b11, "b21": b21, "b23": F(0)} for b11, b21 in ((F(0), F(0)), (F(0), QUARTER), (QUARTER, QUARTER)))
    # c11 = 1/2: the triangle b21 <= b11 <= 1/4, b21 <= 1/2 - 2 b11 has these corners.
    for b11, b21 in ((F(0), F(0)), (QUARTER, F(0)), (F(1, 6), F(1, 6))):
        for share in {F(0), F(b11 > b21)}:
            yield {"c11": HALF, "b11": b11, "b21": b21, "b23": share * (b11 - b21) / (2 * (1 - b21))}
    # In between: c11 close to 0, and at its upper end, which is 1/2 up to b11 = 1/6.
    for b in (F(0), F(1, 12), F(1, 6), F(1, 5), QUARTER):
        most = min((2 - b) / (3 + 4 * b), HALF - F(1, 1000))
        yield from ({"c11": c11, "b11": b, "b21": b, "b23": F(0)} for c11 in (F(1, 1000), most / 2, most))


CORES = list(cores())
VERTICES = [completed(core, share) for core in CORES for share in ((F(0), F(0), F(1)), (F(0), F(1), F(0)), (F(1), F(0), F(1)))]


@pytest.mark.parametrize("case", [0, 1, 2], ids=["c11 = 0", "0 < c11 < 1/2", "c11 = 1/2"])
def test_nobody_gains_anywhere_in_the_region(case):
    """At its corners; test_just_outside_each_condition_somebody_gains_and_the_error_names_it looks inside and at its faces."""
    members = [m for m in VERTICES if case == (0 if m["c11"] == 0 else 2 if m["c11"] == HALF else 1)]
    assert len(members) >= 9
    for parameters in members:
        member = kc.nash.three_player(**parameters)
        assert kc.expected_utilities(GAME, member.profile) == member.values
        assert kc.nash_conv(GAME, member.profile) == 0, parameters
        assert member.profile.exact
        beta = max(parameters["b11"], parameters["b21"])
        assert member.values == (-(HALF + beta) / 24, F(-1, 48), (1 + beta) / 24)
        assert member.beta == beta
        bets = {name: member.profile[infoset]["b"] for name, infoset in INFOSETS.items()}
        assert member.parameters == bets == parameters
        # Facing a bet, the 4 calls and the 1 folds, also where nobody comes: no other choice could ever win more.
        assert {(key[0], row["b"]) for key, row in member.profile.items() if "b" in key and key[0] in "14"} == {("4", 1), ("1", 0)}


# --- Outside the region ------------------------------------------------------------------------------------------------------------

STEP = F(1, 1000)
BOTH = {"c11": HALF, "b11": F(1, 5), "b21": F(1, 10)}  # player 2 bluffs with both cards, and M = 11/40
ROOM = "with M = 3/4 (b11 + b21) + max(b11, b21)/4"
OUTSIDE = [  # what is said, a member that meets the condition exactly, and what breaks it
    ("b21 must meet 0 <= b21 <= 1/4", {"c11": 0, "b11": 0, "b21": QUARTER}, {"b21": STEP}),
    ("b11 must meet 0 <= b11 <= b21 when c11 = 0", {"c11": 0, "b11": F(1, 8), "b21": F(1, 8)}, {"b11": STEP}),
    ("b23 must meet b23 = 0 unless c11 = 1/2", {"c11": 0, "b11": F(1, 16), "b21": F(1, 8)}, {"b23": STEP}),
    ("b21 must meet b21 = b11 when 0 < c11 < 1/2", {"c11": QUARTER, "b11": F(1, 8), "b21": F(1, 8)}, {"b21": STEP}),
    ("b21 must meet b21 = b11 when 0 < c11 < 1/2", {"c11": QUARTER, "b11": F(1, 8), "b21": F(1, 8)}, {"b21": -STEP}),
    ("c11 must meet c11 <= (2 - b11)/(3 + 4 b11) when c11 < 1/2", {"c11": F(7, 16), "b11": QUARTER, "b21": QUARTER}, {"c11": STEP}),
    ("c11 must meet c11 <= (2 - b11)/(3 + 4 b11) when c11 < 1/2", {"c11": F(9, 19), "b11": F(1, 5), "b21": F(1, 5)}, {"c11": STEP}),
    ("b23 must meet b23 = 0 unless c11 = 1/2", {"c11": QUARTER, "b11": F(1, 8), "b21": F(1, 8)}, {"b23": STEP}),
    ("b11 must meet 0 <= b11 <= 1/4", {"c11": HALF, "b11": QUARTER, "b21": 0}, {"b11": STEP}),
    ("b21 must meet 0 <= b21 <= b11 when c11 = 1/2", {"c11": HALF, "b11": F(1, 10), "b21": F(1, 10)}, {"b21": STEP}),
    ("b21 must meet b21 <= 1/2 - 2 b11 when c11 = 1/2", {"c11": HALF, "b11": F(1, 5), "b21": F(1, 10)}, {"b21": STEP}),
    *(
        ("b23 must meet 0 <= b23 <= (b11 - b21)/(2 (1 - b21)) when c11 = 1/2", inside, {"b23": STEP})
        for inside in ({"c11": HALF, "b11": F(1, 5), "b21": 0, "b23": F(1, 10)}, {**BOTH, "b23": F(1, 18)})
    ),
    (f"b32 must meet 0 <= b32 <= 1/2 + M {ROOM} = 1/8", {"b21": F(1, 8), "b32": F(5, 8), "c33": 0}, {"b32": STEP}),
    (f"b32 must meet 0 <= b32 <= 1/2 + M {ROOM} = 11/40", {**BOTH, "b32": F(31, 40), "c33": 0}, {"b32": STEP}),
    (f"c33 must meet 1/2 - b32 <= c33 <= 1/2 - b32 + M {ROOM}", {"b21": F(1, 8), "b32": QUARTER, "c33": QUARTER}, {"c33": -STEP}),
    (f"c33 must meet 1/2 - b32 <= c33 <= 1/2 - b32 + M {ROOM}", {"b21": F(1, 8), "b32": QUARTER, "c33": F(3, 8)}, {"c33": STEP}),
    (f"c33 must meet 1/2 - b32 <= c33 <= 1/2 - b32 + M {ROOM}", {**BOTH, "b32": QUARTER, "c33": F(21, 40)}, {"c33": STEP}),
]


@pytest.mark.parametrize(("said", "inside", "move"), OUTSIDE)
def test_just_outside_each_condition_somebody_gains_and_the_error_names_it(said, inside, move):
    """So no condition on its own could be dropped or loosened there."""
    parameters = kc.nash.three_player(**inside).parameters
    outside = {name: value + move.get(name, 0) for name, value in parameters.items()}
    with pytest.raises(ValueError, match=re.escape(said)):
        kc.nash.three_player(**outside)
    assert kc.nash_conv(GAME, module._profile(parameters)) == 0
    assert kc.nash_conv(GAME, module._profile(outside)) > 0


def test_in_between_more_than_a_quarter_is_no_strategy():
    """There b11 = b21, and the 4 would have to bet with probability 2 (b11 + b21) > 1."""
    parameters = kc.nash.three_player(c11=QUARTER, b11=QUARTER).parameters
    assert module._profile(parameters)["4p"]["b"] == 1
    with pytest.raises(ValueError, match="the probability of 'b' at '4p' must lie between 0 and 1"):
        module._profile({**parameters, "b11": QUARTER + STEP, "b21": QUARTER + STEP})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"c11": 0.6}, "c11 must meet 0 <= c11 <= 1/2; got c11 = 3/5; allowed is 0 to 1/2"),
        ({"b11": -0.1}, "b11 must meet 0 <= b11 <= 1/4; got b11 = -1/10"),
        ({"b11": 0.25, "b21": 0.1}, "b11 must meet 0 <= b11 <= b21 when c11 = 0; got b11 = 1/4, b21 = 1/10; allowed is 0 to 1/10"),
        ({"b23": 0.1, "c11": 0.3}, "b23 must meet b23 = 0 unless c11 = 1/2; got b23 = 1/10, c11 = 3/10; allowed is 0 only"),
        ({"c34": 1.5}, "c34 must meet 0 <= c34 <= 1; got c34 = 3/2; allowed is 0 to 1"),
    ],
)
def test_an_error_tells_what_is_allowed(arguments, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        kc.nash.three_player(**arguments)


# --- Arguments ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ({}, {"b11": 0, "b21": 0, "b23": 0, "b32": 0, "c11": 0, "c33": HALF, "c34": 0}),
        ({"b11": QUARTER}, {"b11": QUARTER, "b21": QUARTER}),  # c11 = 0 asks b11 <= b21
        ({"b21": QUARTER}, {"b11": 0, "b21": QUARTER}),
        ({"b21": QUARTER, "c11": QUARTER}, {"b11": QUARTER, "b21": QUARTER}),
        ({"b11": QUARTER, "c11": QUARTER}, {"b11": QUARTER, "b21": QUARTER}),
        ({"b11": QUARTER, "c11": HALF}, {"b11": QUARTER, "b21": 0}),
        ({"b21": F(1, 6), "c11": HALF}, {"b11": F(1, 6), "b21": F(1, 6)}),
        ({"b32": F(1, 8)}, {"b32": F(1, 8), "c33": F(3, 8)}),
        ({"c33": F(1, 8)}, {"b32": F(3, 8), "c33": F(1, 8)}),
        ({"b21": QUARTER, "b32": F(5, 8)}, {"b32": F(5, 8), "c33": 0}),
        ({"b21": QUARTER, "c33": F(5, 8)}, {"b32": 0, "c33": F(5, 8)}),
    ],
)
def test_what_is_left_out_is_as_small_as_the_rest_allows(given, found):
    parameters = kc.nash.three_player(**given).parameters
    assert {name: parameters[name] for name in found} == found
    for name in set(NAMES) - set(given):
        if parameters[name] > 0 and not {"b11", "b21"} >= {name} <= set(given):
            with pytest.raises(ValueError, match="must meet"):
                kc.nash.three_player(**{**parameters, name: parameters[name] - STEP})


def test_the_result_is_frozen_and_tells_itself():
    member = kc.nash.three_player(b21=QUARTER)
    with pytest.raises(FrozenInstanceError):
        member.beta = 0
    lines = member.describe().splitlines()
    assert lines[0] == "parameters: b11 = 0; b21 = 1/4; b23 = 0; b32 = 0; c11 = 0; c33 = 1/2; c34 = 0"
    assert lines[1] == "values: player 1 -1/32; player 2 -1/48; player 3 5/96"
