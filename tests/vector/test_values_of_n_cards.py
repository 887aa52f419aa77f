r"""The value of one-bet Kuhn poker with n cards, an ante and a bet of one chip: n (n - 1) (V - V_n) repeats with n.

Strategies are written down that are optimal for every n. (The chapter on many cards does the same in the classic game, also for other
antes, and solves both games with up to 33 cards.)

Let player 1 bluff with the lowest cards and bet the highest ones for value, a mass of beta and of 3 beta, so that a
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

from fractions import Fraction

import pytest

DELTA = [Fraction(k, 15) for k in (0, 0, 3, 4, 3, 5, 5, 3, 4, 3)]  # one bet, by n mod 10


def value_of_one_bet(n):
    return Fraction(1, 10) - DELTA[n % 10] / (n * (n - 1))


# By n mod 10 the mass of the bluffs less m, and of the calls less 6m.
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
