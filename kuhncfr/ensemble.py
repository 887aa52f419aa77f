r"""Many runs of CFR at once: one-bet Kuhn poker with sampled deals, one run per seed, in step.

One run says little about sampled learning; a few dozen say how far the next one is likely to be from the equilibrium.
Each run here is the very run of ``CFR(OneBetKuhn(ante), sampling="chance", seed=seed)``, from the same random numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kuhncfr import _arguments

Array = NDArray[np.float64]

INFOSETS = ("A", "K", "Q", "Ab", "Kb", "Qb")  # player 1's, then player 2's; the column of each

_CHUNK = 5_000  # iterations whose random numbers are drawn in one go


@dataclass(frozen=True)
class Ensemble:
    """Runs recorded side by side.

    Attributes
    ----------
    iterations : ndarray of int, shape (records,)
        After which iterations the runs were recorded.
    current : ndarray, shape (records, seeds, 6)
        The probability of ``b`` in the current strategy, at the information sets in the order of ``INFOSETS``.
    average : ndarray, shape (records, seeds, 6)
        The same in the average strategy.
    """

    iterations: NDArray[np.int64]
    current: Array
    average: Array


def run(ante: Any, iterations: int, seeds: Sequence[int], every: int = 1) -> Ensemble:
    """Run chance-sampled CFR with alternating updates on one-bet Kuhn poker, once per seed.

    Parameters
    ----------
    ante : int, Fraction or float
        S, in chips; greater than 0.
    iterations : int
        At least 0.
    seeds : sequence of int
        One per run; at least one.
    every : int
        Record each iteration whose number this divides; at least 1.

    Returns
    -------
    Ensemble

    Raises
    ------
    ValueError
        If a number is too small, or there is no seed.
    TypeError
        If an argument is not a number of the right kind.

    Examples
    --------
    >>> from kuhncfr import CFR, OneBetKuhn
    >>> runs = run(ante=1, iterations=100, seeds=range(3))
    >>> cfr = CFR(OneBetKuhn(), sampling="chance", seed=2)
    >>> cfr.run(100)
    >>> bool(np.isclose(runs.average[-1, 2, INFOSETS.index("Q")], cfr.average_strategy["Q"]["b"]))
    True
    """
    stake = float(_arguments.positive("ante", ante))
    iterations, every = _arguments.count("iterations", iterations), _arguments.count("every", every, minimum=1)
    if len(seeds) == 0:
        raise ValueError("seeds must hold at least one seed, got none")
    generators = [_arguments.generator("seeds", seed) for seed in seeds]
    state = _State(len(seeds))
    steps, current, average = [], [], []
    for done in range(0, iterations, _CHUNK):
        size = min(_CHUNK, iterations - done)
        deals = _deals(np.stack([generator.random((size, 2, 2)) for generator in generators], axis=1))
        for t, (deal1, deal2) in enumerate(deals.swapaxes(1, 2), start=done + 1):
            _step(state, stake, deal1, deal2)
            if t % every == 0:
                steps.append(t)
                current.append(state.bet.copy())
                average.append(state.average())
    shape = (len(steps), len(seeds), len(INFOSETS))
    return Ensemble(np.array(steps, dtype=np.int64), np.reshape(current, shape), np.reshape(average, shape))


def nash_conv(ante: Any, bet: ArrayLike) -> Array:
    r"""Return NashConv of many profiles of one-bet Kuhn poker at once, in closed form.

    Each player acts at most once, so the gain of a best response is a sum over information sets,

    .. math:: \sum_I \big[ \max(g_I, 0) - b_I\, g_I \big], \qquad g_I = \partial u_{P(I)} / \partial b_I,

    where :math:`b_I` is the probability of ``b`` and, with :math:`k = 1 + 2S` and c for player 2's calls,

    .. math:: 6 U_1 = b_A (c_K + c_Q) + b_K (c_Q + 2S - k c_A) + b_Q \big( 4S - k (c_A + c_K) \big).

    Parameters
    ----------
    ante : int, Fraction or float
        S, in chips; greater than 0.
    bet : array_like, shape (..., 6)
        Probabilities of ``b``, in the order of ``INFOSETS``.

    Returns
    -------
    ndarray, shape (...,)
        In chips a game.

    Raises
    ------
    ValueError
        If the ante is not finite and greater than 0, or the last axis does not hold six numbers.
    TypeError
        If the ante is not a number.

    Examples
    --------
    >>> float(nash_conv(1, [1, 0, 1/3, 1, 1/3, 0]).round(12))       # the equilibrium
    0.0
    >>> float(nash_conv(1, [0.5] * 6).round(6))                     # the uniform profile: 2/3
    0.666667

    See Also
    --------
    kuhncfr.nash_conv : for any game, exact.
    """
    stake = float(_arguments.positive("ante", ante))
    k = 1 + 2 * stake
    b = np.asarray(bet, dtype=float)
    if b.shape[-1:] != (len(INFOSETS),):
        raise ValueError(f"bet must have shape (..., {len(INFOSETS)}), one probability for each of {INFOSETS}, got shape {b.shape}")
    bet_a, bet_k, bet_q, call_a, call_k, call_q = np.moveaxis(b, -1, 0)
    advantage = [
        call_k + call_q,
        call_q + 2 * stake - k * call_a,
        4 * stake - k * (call_a + call_k),
        k * (bet_k + bet_q),
        k * bet_q - bet_a,
        -bet_a - bet_k,
    ]
    gain = np.stack(advantage, axis=-1) / 6
    total: Array = (np.maximum(gain, 0.0) - b * gain).sum(axis=-1)
    return total


class _State:
    """What each run has learnt: one row per seed, one column per information set."""

    def __init__(self, seeds: int) -> None:
        shape = seeds, len(INFOSETS)
        self.rows = np.arange(seeds)
        self.bet = np.full(shape, 0.5)  # the current strategy
        self.regret_pass, self.regret_bet = np.zeros(shape), np.zeros(shape)
        self.visits, self.bets = np.zeros(shape), np.zeros(shape)  # the player's own reach is 1 at every information set

    def learn(self, infoset: NDArray[np.int64], advantage: Array) -> None:
        """Add the regrets at one information set per run, where ``b`` is worth `advantage` more than ``p``."""
        at = self.rows, infoset
        bet = self.bet[at]
        self.visits[at] += 1
        self.bets[at] += bet
        self.regret_pass[at] -= bet * advantage
        self.regret_bet[at] += (1 - bet) * advantage
        passing, betting = np.maximum(self.regret_pass[at], 0.0), np.maximum(self.regret_bet[at], 0.0)
        total = passing + betting
        self.bet[at] = np.divide(betting, total, out=np.full(len(self.rows), 0.5), where=total > 0)

    def average(self) -> Array:
        share: Array = np.divide(self.bets, self.visits, out=np.full(self.bets.shape, 0.5), where=self.visits > 0)
        return share


def _deals(uniform: Array) -> NDArray[np.int64]:
    """Turn pairs of random numbers into pairs of cards as CFR draws them: one of three, then one of the two left. A, K, Q are 0, 1, 2."""
    first = (uniform[..., 0] >= 1 / 3).astype(np.int64) + (uniform[..., 0] - 1 / 3 >= 1 / 3)
    second = (uniform[..., 1] >= 1 / 2).astype(np.int64)
    return np.stack([first, second + (second >= first)], axis=-1)


def _step(state: _State, stake: float, deal1: NDArray[np.int64], deal2: NDArray[np.int64]) -> None:
    """One iteration: player 1 learns from one deal, then player 2 from another, against player 1's newest strategy."""
    mine, theirs = deal1.T
    wins = np.where(mine < theirs, 1.0, -1.0)  # the Ace is card 0
    call = state.bet[state.rows, 3 + theirs]
    state.learn(mine, (1 - call) * stake + call * wins * (1 + stake) - wins * stake)

    theirs, mine = deal2.T
    wins = np.where(mine < theirs, 1.0, -1.0)
    reach = state.bet[state.rows, theirs]  # player 2 is asked only after a bet
    state.learn(3 + mine, reach * (wins * (1 + stake) + stake))
