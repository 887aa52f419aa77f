"""The closed forms against the tree, exactly: values, profiles, and the conditions that claim to describe every equilibrium.

An optimal strategy is one that guarantees the value of the game against every opponent. The tests write down each player's guarantee
card by card, hold it against the tree's exact best responses, and compare it with the conditions on grids that hold every critical value.
"""

import re
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kuhncfr as kc

F = Fraction
HALF, THIRD = F(1, 2), F(1, 3)
STEP = F(1, 1000)

ONE_BET = {0: ("A", "K", "Q"), 1: ("Ab", "Kb", "Qb")}
KUHN = {0: ("J", "Q", "K", "Jpb", "Qpb", "Kpb"), 1: ("Jp", "Qp", "Kp", "Jb", "Qb", "Kb")}

INFOSETS = {"one_bet": ONE_BET, "kuhn": KUHN}
GAMES = {"one_bet": kc.OneBetKuhn, "kuhn": kc.KuhnPoker}
SOLVERS = {"one_bet": kc.nash.one_bet, "kuhn": kc.nash.kuhn}
games = pytest.mark.parametrize("game", GAMES)

ONE_BET_ANTES = [F(1, 20), F(49, 100), HALF, F(51, 100), F(1), F(20)]
KUHN_ANTES = [F(1, 20), F(49, 100), HALF, F(51, 100), F(3, 4), F(1), F(101, 100), F(20)]

antes = st.one_of(st.sampled_from(KUHN_ANTES), st.fractions(min_value=F(1, 100), max_value=50, max_denominator=200))
probabilities = st.fractions(min_value=0, max_value=1, max_denominator=30)
alphas = st.fractions(min_value=0, max_value=THIRD, max_denominator=60)
often = settings(max_examples=25, deadline=None, derandomize=True)


def bets(infosets):
    """Random profiles of a pass-or-bet game."""
    return st.fixed_dictionaries({infoset: probabilities for player in infosets for infoset in infosets[player]})


# --- The value and the profile -----------------------------------------------------------------------------------------------------


def assert_solves(game, equilibrium, scale=1):
    assert kc.expected_utilities(game, equilibrium.profile) == (scale * equilibrium.value, -scale * equilibrium.value)
    assert kc.nash_conv(game, equilibrium.profile) == 0
    assert equilibrium.profile.exact
    assert equilibrium.contains(equilibrium.profile)


@games
@often
@given(ante=antes)
def test_the_game_is_solved_at_every_ante(game, ante):
    assert_solves(GAMES[game](ante=ante), SOLVERS[game](ante=ante))


@often
@given(alphas)
def test_every_member_of_the_alpha_family_is_an_equilibrium(alpha):
    family = kc.nash.kuhn(alpha=alpha)
    assert_solves(kc.KuhnPoker(), family)
    assert [family.profile[infoset]["b"] for infoset in ("J", "Q", "K", "Qpb")] == [alpha, 0, 3 * alpha, alpha + THIRD]
    assert kc.nash.kuhn().contains(family.profile)


@often
@given(antes, st.fractions(min_value=F(1, 20), max_value=20, max_denominator=20))
def test_a_bet_of_b_chips_is_the_ante_over_b_and_b_times_the_value(ante, bet):
    assert_solves(kc.KuhnPoker(ante=ante, bet=bet), kc.nash.kuhn(ante=ante / bet), scale=bet)


@often
@given(antes)
def test_one_bet_is_the_formula_above_a_half_and_no_game_below(ante):
    solved = kc.nash.one_bet(ante)
    if ante > HALF:
        assert (solved.p1, solved.p2) == (1 / (1 + 2 * ante), (2 * ante - 1) / (1 + 2 * ante))
        assert solved.value == (2 * ante - 1) / (6 * (2 * ante + 1))
    else:
        assert (solved.p1, solved.p2, solved.value) == (0, 0, 0)


def test_floats_are_taken_exactly():
    assert kc.nash.one_bet(0.7).p1 == F(5, 12)
    assert kc.nash.kuhn(alpha=0.25, ante=1.0).profile["K"]["b"] == F(3, 4)


# --- What a strategy guarantees, card by card --------------------------------------------------------------------------------------


def one_bet_guarantee(player, bet, ante):
    """The least that `player` wins with the probabilities `bet` (for A, K, Q), whatever the opponent does."""
    first, second, third = bet
    k = 1 + 2 * ante
    if player == 0:  # the bilinear form of six times the utility, each call chosen by the opponent
        calls = (-k * (second + third), first - k * third, first + second)
        return sum((min(0, coefficient) for coefficient in calls), 2 * ante * second + 4 * ante * third) / 6
    bets = (second + third, third + 2 * ante - k * first, 4 * ante - k * (first + second))
    return -sum(max(0, coefficient) for coefficient in bets) / 6


def kuhn_guarantee(player, bet, ante):
    """The least that `player` wins with the probabilities `bet` (two decisions for each of J, Q, K)."""
    against = kuhn_against_first if player == 0 else kuhn_against_second
    hands = list(zip(range(3), bet[:3], bet[3:], strict=True))
    return sum(against(card, (*hands[:card], *hands[card + 1 :]), ante) for card in range(3)) / 6


@cache  # on a grid, the two other hands come again and again
def kuhn_against_first(card, hands, ante):
    """What player 1 wins, twice over the two possible deals, from a perfect player 2 who holds `card`.

    A hand of player 1 is its card and how often it opens, and calls.
    """
    won = {c: ante if c > card else -ante for c, _, _ in hands}
    more = {c: won[c] + (1 if c > card else -1) for c in won}
    facing_a_bet = min(sum(opens * more[c] for c, opens, _ in hands), sum(opens * ante for _, opens, _ in hands))
    passing = sum((1 - opens) * won[c] for c, opens, _ in hands)
    betting = sum((1 - opens) * (calls * more[c] - (1 - calls) * ante) for c, opens, calls in hands)
    return facing_a_bet + min(passing, betting)


@cache
def kuhn_against_second(card, hands, ante):
    """What player 2 wins, twice over the two possible deals, from a perfect player 1 who holds `card`.

    A hand of player 2 is its card and how often it bets after a pass, and calls.
    """
    won = {c: ante if c > card else -ante for c, _, _ in hands}
    more = {c: won[c] + (1 if c > card else -1) for c in won}
    if_opened = sum(calls * more[c] - (1 - calls) * ante for c, _, calls in hands)
    if_passed = sum((1 - bets) * won[c] for c, bets, _ in hands)
    then = min(sum(bets * ante for _, bets, _ in hands), sum(bets * more[c] for c, bets, _ in hands))
    return min(if_opened, if_passed + then)


@games
@often
@given(data=st.data(), ante=antes)
def test_a_guarantee_is_what_a_best_response_leaves(game, data, ante):
    bet = data.draw(bets(INFOSETS[game]))
    guarantee = {"one_bet": one_bet_guarantee, "kuhn": kuhn_guarantee}[game]
    for player in (0, 1):
        own = [bet[infoset] for infoset in INFOSETS[game][player]]
        best = kc.best_response(GAMES[game](ante=ante), kc.StrategyProfile.from_bet_probabilities(bet), 1 - player)
        assert guarantee(player, own, ante) == -best.value


# --- The conditions describe exactly the optimal strategies ------------------------------------------------------------------------


def meets(equilibrium, player, bet):
    return all(condition.holds(bet.__getitem__) for condition in equilibrium.conditions if condition.player == player)


def around(*critical):
    """0, 1, and the critical values with a neighbour on either side: as far as they are probabilities."""
    values = {F(0), F(1), *(value + nudge for value in map(F, critical) for nudge in (-STEP, 0, STEP))}
    return sorted(value for value in values if 0 <= value <= 1)


def assert_exact_on_grid(equilibrium, player, infosets, rows, guarantee, ante):
    """On the product of `rows`, meeting the conditions is the same as guaranteeing the value of the game."""
    value = equilibrium.value if player == 0 else -equilibrium.value
    optimal = 0
    for row in product(*rows):
        guaranteed = guarantee(player, row, ante)
        assert guaranteed <= value  # nobody guarantees more than the value
        assert meets(equilibrium, player, dict(zip(infosets, row, strict=True))) == (guaranteed == value), row
        optimal += guaranteed == value
    assert 0 < optimal < len(list(product(*rows)))


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("ante", ONE_BET_ANTES, ids=str)
def test_conditions_of_one_bet_are_exact(ante, player):
    k = 1 + 2 * ante
    critical = around(1 / k, (2 * ante - 1) / k) if ante > HALF else around(F(1, 4), HALF, 4 * ante / k)
    assert_exact_on_grid(kc.nash.one_bet(ante), player, ONE_BET[player], [critical] * 3, one_bet_guarantee, ante)


def first_player_rows(ante):
    """Values of b_J, b_Q, b_K, d_J, d_Q, d_K around every bound on player 1's strategies in Kuhn poker."""
    k = 1 + 2 * ante
    rare = [F(0), STEP, 1 / k]
    if ante == 1:  # K = 3 J, Q calls with J + 1/3: at both ends and inside
        opens = around(0, F(1, 6), THIRD)
        return opens, [F(0), STEP], around(0, HALF, 1), [F(0), STEP], around(THIRD, HALF, 2 * THIRD), [F(0), HALF, 1 - STEP, F(1)]
    if ante > HALF:
        calls = [(2 * ante - 1) / k - STEP, (2 * ante - 1) / k, 2 * ante / k, 2 * ante / k + STEP]
        return [*rare, 1 / k - STEP, 1 / k + STEP], [F(0), STEP], [F(0), STEP, 1 - STEP, F(1)], rare, calls, [F(0), HALF, 1 - STEP, F(1)]
    most = 1 - 2 * ante
    opens = [F(0), STEP, most / 2, most, most + STEP, F(1)]
    needed = [2 * ante * (2 - b) / (k * (1 - b)) for b in opens if b < 1]
    return rare, [F(0), STEP], opens, [F(0), STEP], [F(0), STEP, 2 * ante / k], around(*needed)


def second_player_rows(ante):
    """Values of e_J, e_Q, e_K, c_J, c_Q, c_K around every bound on player 2's strategies in Kuhn poker."""
    k = 1 + 2 * ante
    nearly = [F(0), HALF, 1 - STEP, F(1)]
    if ante >= 1:
        return around(1 / k), around(2 * (ante - 1) / k), [1 - STEP, F(1)], [F(0), STEP], around((2 * ante - 1) / k), nearly
    if ante > HALF:
        deters = 4 * ante * (1 + ante) / k
        corner = max(F(0), (4 * ante - deters - 1 / k) / (2 * ante))  # c_Q where all three bounds meet
        jack = [F(0), STEP, 1 / k - corner, 2 * (1 - ante) / k]
        queen = around((2 * ante - 1) / k, 4 * ante / k - deters / k, corner, *(1 / k - c for c in jack))
        king = around(*((deters + c) / k for c in jack), (4 * ante - 1) / k)
        return [1 / k - STEP, 1 / k], [F(0), STEP], [1 - STEP, F(1)], jack, queen, king
    if ante < HALF:
        return [F(0), STEP, F(1)], [F(0), STEP, F(1)], nearly, [F(0), STEP], [F(0), STEP], around(4 * ante / k, 2 * ante / k)
    thirds, quarters = [F(0), THIRD, HALF, 2 * THIRD, F(1)], [F(0), F(1, 4), HALF, F(3, 4), F(1)]
    king = [*quarters, 2 * THIRD, F(3, 4) - STEP, 1 - STEP]
    return thirds, [F(0), STEP], [*thirds, 1 - STEP], [F(0), F(1, 4), HALF], [*quarters, THIRD, HALF + STEP], king


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("ante", KUHN_ANTES, ids=str)
def test_conditions_of_kuhn_are_exact(ante, player):
    rows = (first_player_rows if player == 0 else second_player_rows)(ante)
    assert_exact_on_grid(kc.nash.kuhn(ante=ante), player, KUHN[player], rows, kuhn_guarantee, ante)


SOLVED = [
    *((kc.OneBetKuhn(ante), kc.nash.one_bet(ante)) for ante in ONE_BET_ANTES),
    *((kc.KuhnPoker(ante=ante), kc.nash.kuhn(ante=ante)) for ante in KUHN_ANTES),
    *((kc.KuhnPoker(), kc.nash.kuhn(alpha=alpha)) for alpha in (F(1, 6), THIRD)),
]


@pytest.mark.parametrize(("game", "equilibrium"), SOLVED, ids=[repr(game) for game, _ in SOLVED])
def test_conditions_judge_single_changes(game, equilibrium):
    """Change one probability at a time, in either direction: the conditions and NashConv must agree on what is left."""
    assert kc.expected_utilities(game, equilibrium.profile) == equilibrium.values
    kept = 0
    for infoset, row in equilibrium.profile.items():
        for probability in {F(0), HALF, F(1), row["b"], row["b"] + STEP, row["b"] - STEP, -row["b"], 1 - row["b"]}:
            if 0 <= probability <= 1:
                changed = equilibrium.profile.replace({infoset: {"p": 1 - probability, "b": probability}})
                assert equilibrium.contains(changed) == (kc.nash_conv(game, changed) == 0)
                kept += equilibrium.contains(changed)
    assert kept >= len(equilibrium.profile)  # the profile itself, once per information set


# --- The words say what the conditions check ---------------------------------------------------------------------------------------


def as_python(text):
    """Turn "5/2 Kb >= 21/10 + Jb" into Python: the words of a condition as people read them."""
    text = re.sub(r"(.*) unless (.*)", r"(\1) or (\2)", text)
    text = re.sub(r"(?<![<>])=", "==", text)
    text = re.sub(r"([\d)]) (?=[A-Z(])", r"\1 * ", text)
    text = re.sub(r"\) (?=[A-Z])", ") * ", text)
    return re.sub(r"\d+", r"F(\g<0>)", text)


@games
@often
@given(data=st.data(), ante=antes)
def test_words_mean_what_the_conditions_check(game, data, ante):
    bet = data.draw(bets(INFOSETS[game]))
    for condition in SOLVERS[game](ante=ante).conditions:
        assert condition.holds(bet.__getitem__) == eval(as_python(condition.text), {"F": F, **bet})


@pytest.mark.parametrize("ante", KUHN_ANTES, ids=str)
def test_the_best_card_calls_and_the_worst_folds_in_the_profile_that_is_told(ante):
    """Elsewhere an equilibrium may do other things with them, where nobody comes or nothing is lost."""
    one_bet, kuhn = kc.nash.one_bet(ante).profile, kc.nash.kuhn(ante=ante).profile
    assert [one_bet[key]["b"] for key in ("A", "Ab", "Qb")] == [1, 1, 0]
    assert [kuhn[key]["b"] for key in ("Kp", "Kb", "Kpb", "Jb", "Jpb")] == [1, 1, 1, 0, 0]


def test_describe_tells_each_player_once():
    assert kc.nash.one_bet(HALF).describe() == "player 1: K = 0; Q <= A/2\nplayer 2: Kb = 0; Qb = 0; Ab = 1"
    assert kc.nash.kuhn(ante=2).describe().splitlines() == [
        "player 1: J = 1/5; Q = 0; K = 1; Jpb = 0; Qpb = 4/5",
        "player 2: Jp = 1/5; Qp <= 2/5; Kp = 1; Jb = 0; Qb = 3/5; Kb = 1",
    ]
    assert "; K <= 1/2; " in kc.nash.kuhn(ante=F(1, 4)).describe()  # 1 - 2 S
    assert kc.nash.kuhn(ante=F(3, 4)).describe().endswith("; Jb + Qb <= 2/5")  # 1 / (1 + 2 S)


def test_what_conditions_hold_cannot_be_changed():
    for ante in KUHN_ANTES:
        assert len({hash(condition) for condition in kc.nash.kuhn(ante=ante).conditions}) > 1  # only what is frozen has a hash


def test_the_ante_is_one_chip_unless_another_is_named():
    assert kc.nash.one_bet() == kc.nash.one_bet(ante=1)
    assert kc.nash.kuhn() == kc.nash.kuhn(ante=1)


# --- Errors ------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("alpha", "ante", "message"),
    [
        (F(1, 3) + STEP, 1, "alpha must lie between 0 and 1/3, got Fraction(1003, 3000)"),
        (0.1, 2, "alpha chooses among the equilibria at ante 1; leave it out for ante 2, got alpha=0.1"),
        (0, HALF, "alpha chooses among the equilibria at ante 1; leave it out for ante 1/2, got alpha=0"),
    ],
)
def test_a_bad_alpha_is_named(alpha, ante, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        kc.nash.kuhn(alpha=alpha, ante=ante)


def test_contains_asks_for_every_information_set_it_needs():
    with pytest.raises(ValueError, match="profile must have information set 'K', got 'A'"):
        kc.nash.one_bet(1).contains(kc.StrategyProfile.from_bet_probabilities({"A": 1}))
