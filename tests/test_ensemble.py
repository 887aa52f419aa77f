"""Runs in step against runs one by one, and NashConv in closed form against best responses."""

import re
from fractions import Fraction

import numpy as np
import pytest

import kuhncfr as kc
from kuhncfr import ensemble


@pytest.mark.parametrize("ante", [Fraction(1, 4), 1, 3])
def test_each_run_is_the_run_of_its_seed(ante):
    seeds = [3, 0, 11]
    runs = ensemble.run(ante, 600, seeds, every=20)
    for column, seed in enumerate(seeds):
        alone = kc.record(kc.CFR(kc.OneBetKuhn(ante=ante), sampling="chance", seed=seed), 600, every=20)
        assert (runs.iterations == alone.iterations).all()
        for k, key in enumerate(ensemble.INFOSETS):
            assert runs.current[:, column, k] == pytest.approx(alone.current_strategy[key]["b"], abs=1e-10)
            assert runs.average[:, column, k] == pytest.approx(alone.average_strategy[key]["b"], abs=1e-10)


def test_random_numbers_drawn_in_chunks_continue_where_they_stopped(monkeypatch):
    whole = ensemble.run(1, 100, [5, 6])
    monkeypatch.setattr(ensemble, "_CHUNK", 7)
    parts = ensemble.run(1, 100, [5, 6])
    assert (whole.average == parts.average).all()
    assert (whole.iterations == parts.iterations).all()


def test_all_deals_come_up_equally_often():
    uniform = (np.stack(np.meshgrid(np.arange(300), np.arange(300)), axis=-1) + 0.5) / 300
    deals, counts = np.unique(ensemble._deals(uniform).reshape(-1, 2), axis=0, return_counts=True)
    assert deals.tolist() == [[0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1]]
    assert (counts == 15_000).all()


@pytest.mark.parametrize("ante", [Fraction(1, 4), Fraction(1, 2), 1, 3])
def test_nash_conv_in_closed_form(ante):
    bet = np.random.default_rng(2).random((20, 6))
    bet[0], bet[1] = 0, 1
    game = kc.OneBetKuhn(ante=ante)
    for row, found in zip(bet, ensemble.nash_conv(ante, bet), strict=True):
        profile = kc.StrategyProfile.betting(dict(zip(ensemble.INFOSETS, row.tolist(), strict=True)))
        assert found == pytest.approx(float(kc.nash_conv(game, profile)), abs=1e-12)


def test_nash_conv_keeps_the_shape_of_the_runs():
    runs = ensemble.run(1, 40, range(5), every=10)
    assert runs.average.shape == (4, 5, 6)
    assert ensemble.nash_conv(1, runs.average).shape == (4, 5)


@pytest.mark.parametrize("bet", [[0.5] * 5, 0.5, np.zeros((6, 2))])
def test_nash_conv_needs_six_probabilities(bet):
    with pytest.raises(ValueError, match=r"bet must have shape \(\.\.\., 6\), .*, got shape " + re.escape(str(np.shape(bet)))):
        ensemble.nash_conv(1, bet)


def test_nothing_recorded():
    runs = ensemble.run(1, 9, range(2), every=10)
    assert runs.average.shape == runs.current.shape == (0, 2, 6)
    assert ensemble.run(1, 0, range(2)).iterations.shape == (0,)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((0, 10, [1]), ValueError, "ante must be greater than 0"),
        ((1, -1, [1]), ValueError, "iterations must be at least 0"),
        ((1, 1.5, [1]), TypeError, "iterations must be a whole number"),
        ((1, 10, []), ValueError, "at least one seed"),
        ((1, 10, [1], 0), ValueError, "every must be at least 1"),
        ((1, 10, [1, -1]), ValueError, "seeds must be a whole number of at least 0, a numpy Generator or None, got -1"),
        ((1, 10, [0.5]), TypeError, "seeds must be a whole number of at least 0, a numpy Generator or None, got 0.5"),
    ],
)
def test_what_cannot_be_run_is_refused(arguments, error, message):
    with pytest.raises(error, match=message):
        ensemble.run(*arguments)


def test_sampled_runs_get_closer_like_one_over_root_t():
    """Over 1,000 other seeds NashConv times the root of T was .895 (standard deviation .48) at 1,000 and .846 (.46) at 25,000."""
    runs = ensemble.run(1, 25_000, range(2_000, 2_040), every=1_000)
    distance = ensemble.nash_conv(1, runs.average)
    for t, expected, deviation in [(1_000, 0.895, 0.48), (25_000, 0.846, 0.46)]:
        scaled = distance[t // 1_000 - 1] * np.sqrt(t)
        assert scaled.mean() == pytest.approx(expected, abs=3 * deviation / np.sqrt(40))
    bluffs = runs.average[-1, :, ensemble.INFOSETS.index("Q")]
    assert 0.010 < np.sqrt(((bluffs - 1 / 3) ** 2).mean()) < 0.023
