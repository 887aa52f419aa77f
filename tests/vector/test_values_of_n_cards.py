r"""The value of Kuhn poker with n cards as a fraction, an ante and a bet of one chip: n (n - 1) (V - V_n) repeats with n.

Two proofs. For n up to 30 a linear programme finds strategies of both players; what each makes sure of is computed in fractions, and
the two meet. Beyond, strategies are written down that are optimal for every n: in the classic game by the proof in the chapter on many
cards, which also has other antes; for one bet as follows.

**One bet, every n.** Let player 1 bluff with the lowest cards and bet the highest ones for value, a mass of beta and of 3 beta, so that a
card between them may as well fold as call. Let a = floor(beta) and f = beta - a, where 3 beta is whole: card a bluffs with probability f
only. Summed over all n (n - 1) deals player 1 then makes sure of

    beta (2n - 1 - 10 beta) - f (1 - f),

for no card below the value bets does better than by folding, and none of theirs better than by calling. Let player 2 call with the
highest cards, a mass of C. Then card i of player 1 gains D_i = 2 (n - 1 - i) - 3C + 3 c_i + 4 (c_0 + ... + c_(i-1)) by betting instead of
passing; it falls by 2 from card to card where nobody calls and rises by 2 where all do, so that the positive ones stand at both ends.
With a whole number C their sum is ((2n - 1 - 3C)^2 + C^2 - 1) / 4. With C = 2 (n - 1 - a) / 3, and D_a = 0, it is a (a + 1) + w (C - w),
where w is the number of the value bets. For n = 10m + r, and (beta - m, C - 6m) as in the table below, the two are equal: both are
10 m^2 + (2r - 1) m + r (r - 1) / 10 - delta(r).
"""

import math
import random
from fractions import Fraction

import pytest
import sequence_form
from dealt import Dealt, Hand

import kuhncfr as kc
from kuhncfr.vector import kuhn, one_bet

CARDS = range(3, 31)

DELTA = [Fraction(k, 15) for k in (0, 0, 3, 4, 3, 5, 5, 3, 4, 3)]  # one bet, by n mod 10
EPSILON = [Fraction(k, 18) for k in (7, 0, 7, 4, 9, 4)]  # classic, by n mod 6


def value_of_one_bet(n):
    return Fraction(1, 10) - DELTA[n % 10] / (n * (n - 1))


def value_of_kuhn(n):
    return -Fraction(n + 2, 18 * n) + EPSILON[n % 6] / (n * (n - 1))


def test_known_values():
    assert [value_of_one_bet(n) for n in (3, 10)] == [Fraction(1, 18), Fraction(1, 10)]
    assert [value_of_kuhn(n) for n in (3, 4, 12)] == [Fraction(-1, 18), Fraction(-1, 24), Fraction(-49, 792)]


@pytest.mark.parametrize("cards", CARDS)
@pytest.mark.parametrize(("make", "value"), [(one_bet, value_of_one_bet), (kuhn, value_of_kuhn)])
def test_the_value_is_proved_from_both_sides(make, value, cards):
    """The best responses to the strategies of a linear program: exact, and with opposite values for the two players."""
    deck = [Hand((card,), card, 1) for card in range(cards)]
    game = Dealt(make(cards).betting, (deck, deck))
    _, profile = sequence_form.solve(game)
    best = [kc.best_response(game, profile, player).value for player in (0, 1)]
    assert best == [value(cards), -value(cards)]


@pytest.mark.parametrize(("make", "value"), [(one_bet, value_of_one_bet), (kuhn, value_of_kuhn)])
@pytest.mark.parametrize("cards", [3, 10, 17, 100])
def test_a_solve_converges_to_the_value(make, value, cards):
    run = kc.solve(make(cards), 10_000, algorithm="pcfr+", target=1e-7)
    assert run.exploitability <= 1e-7
    assert run.values[0] == pytest.approx(float(value(cards)), abs=2 * run.exploitability)


# One bet, every n: by n mod 10 the mass of the bluffs less m, and of the calls less 6m.
MASSES = [Fraction(k, 3) for k in (0, 0, 0, 1, 1, 1, 2, 2, 2, 3)], [Fraction(k, 3) for k in (0, 0, 3, 4, 6, 8, 10, 12, 14, 15)]


def lowest(mass, n):
    """Probabilities for each card: a total of `mass` on the lowest cards."""
    return [min(max(mass - card, Fraction(0)), Fraction(1)) for card in range(n)]


@pytest.mark.parametrize("n", [*range(2, 42), 95, 96])
def test_one_bet_is_proved_for_every_number_of_cards(n):
    m, r = divmod(n, 10)
    bluffs, calls = m + MASSES[0][r], lowest(6 * m + MASSES[1][r], n)[::-1]
    bets = [one + other for one, other in zip(lowest(bluffs, n), lowest(3 * bluffs, n)[::-1], strict=True)]

    sure, f = Fraction(0), bluffs % 1  # what player 1 guarantees, whatever player 2's response to a bet with each card
    for card in range(n):
        below, above = sum(bets[:card]), sum(bets[card + 1 :])
        passed = (n - 1 - card - above) - (card - below)
        sure += passed + min(below + above, 2 * (above - below))
    assert sure == bluffs * (2 * n - 1 - 10 * bluffs) - f * (1 - f)

    given = Fraction(0)  # the most that player 2 concedes, whether player 1 bets or passes each card
    for card in range(n):
        below, above = sum(calls[:card]), sum(calls[card + 1 :])
        given += max(2 * card - n + 1, (n - 1 - below - above) + 2 * (below - above))
    assert sure == given == n * (n - 1) * value_of_one_bet(n)
    assert given == 10 * m**2 + (2 * r - 1) * m + Fraction(r * (r - 1), 10) - DELTA[r]


ANTES = [Fraction(1, 3), Fraction(1, 2), Fraction(3, 4), Fraction(3, 2), Fraction(2), Fraction(7, 2)]


def proved(ante):
    """Decks for which the book proves the value: all at ante 1, large ones at other antes."""
    if ante == 1:
        return range(3, 41)
    least = math.ceil((2 * ante + 1) ** 2 / (2 * ante) * max(1, 1 / ante)) + 1
    return (least, least + 1, least + 2, least + 7)


@pytest.mark.parametrize(("ante", "n"), [(ante, n) for ante in [Fraction(1), *ANTES] for n in proved(ante)])
def test_kuhn_is_proved_by_explicit_strategies(ante, n):
    """Those of the chapter on many cards; player 1's opening bets are spread over their cards at random."""
    S, N, k, draw = ante, n - 1, 2 * ante + 1, random.Random(n)
    x = S * N / ((S + 1) * k)
    q, h, rest = math.floor(x), math.floor(k * x), k * x % 1
    s, torn = N - h, math.ceil(rest)
    bluffs = (k * (2 * h + torn) + 2 * S * q - 2 * S * N) / (2 * k * (S + 1))
    opens = [*spread(bluffs, q + 1, draw), *[Fraction(0)] * (s - q), *spread(k * bluffs, h, draw)]
    passes = [1 - share for share in opens]
    called = [*[Fraction(0)] * (q + 1), *lowest(h - k * bluffs + torn, s - q)[::-1], *passes[s + 1 :]]
    folded = [share - p for share, p in zip(passes, called, strict=True)]
    assert min(*opens, *passes, *called, *folded) >= 0

    sure = Fraction(0)  # what player 1 makes sure of, as player 2 answers each opening and each pass with a card
    for card in range(n):
        opened, checked, paid = balance(opens, card), balance(passes, card), balance(called, card)
        sure += min(S * (sum(opens) - opens[card]), (S + 1) * opened)
        sure += min(S * checked, (S + 1) * paid - S * (sum(folded) - folded[card]))

    bets = [one + other for one, other in zip(lowest(x, n), lowest(k * x, n)[::-1], strict=True)]
    answers = lowest(2 * S * N / k, n)[::-1]
    checks = [1 - share for share in bets]
    given = Fraction(0)  # what player 2 gives at most, as player 1 opens or passes each card, and then calls or folds
    for card in range(n):
        met, behind = balance(answers, card), balance(checks, card)
        opening = S * (N - (sum(answers) - answers[card])) - (S + 1) * met
        given += max(opening, max(-S * (sum(bets) - bets[card]), -(S + 1) * balance(bets, card)) - S * behind)
    assert sure == given == -(S + 1) * x**2 - S * x + S * (x % 1) * (1 - x % 1) + rest * (1 - rest)
    if ante == 1:
        r, o = N % 6, N % 2
        assert given == -Fraction(N * (N + 3), 18) + Fraction(r * (6 - r), 36) + Fraction(o, 4) == n * N * value_of_kuhn(n)


def spread(mass, cards, draw):
    """A total of `mass` on these many cards in random order, at most 1 on each."""
    first, second = (draw.sample(lowest(mass, cards), cards) for _ in range(2))
    return [(one + other) / 2 for one, other in zip(first, second, strict=True)]


def balance(shares, card):
    """The weight of the cards above each card, minus the weight of the cards below it."""
    return sum(shares[card + 1 :], Fraction(0)) - sum(shares[:card], Fraction(0))
