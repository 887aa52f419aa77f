"""A recorded run: the right iterations, the right numbers, and no change to the run."""

import numpy as np
import pytest

import kuhncfr as kc


def new_run():
    return kc.CFR(kc.OneBetKuhn(), sampling="chance", seed=2)


def test_a_record_is_the_state_of_the_run():
    trajectory = kc.record(new_run(), iterations=12, record_every=3)
    assert trajectory.iterations.tolist() == [3, 6, 9, 12]
    cfr = new_run()
    for k, t in enumerate(trajectory.iterations):
        cfr.run(int(t) - cfr.iterations)
        for key, infoset in cfr.infosets.items():
            for n, action in enumerate(infoset.actions):
                assert trajectory.current_strategy[key][action][k] == infoset.current_strategy[n]
                assert trajectory.average_strategy[key][action][k] == infoset.average_strategy[n]
                assert trajectory.cumulative_regret[key][action][k] == infoset.cumulative_regret[n]


def test_a_run_can_be_recorded_in_parts():
    cfr = new_run()
    first, second = kc.record(cfr, iterations=15, record_every=10), kc.record(cfr, iterations=15, record_every=10)
    assert (first.iterations.tolist(), second.iterations.tolist()) == ([10], [20, 30])  # by the run's own count
    whole = kc.record(new_run(), iterations=30, record_every=10)
    quiet = new_run()
    quiet.run(30)
    assert cfr.average_strategy == quiet.average_strategy == second.averages()[-1]
    joined = np.concatenate([first.average_strategy["Kb"]["b"], second.average_strategy["Kb"]["b"]])
    assert (whole.average_strategy["Kb"]["b"] == joined).all()


@pytest.mark.parametrize(("iterations", "every"), [(0, 1), (4, 5)])
def test_nothing_to_record(iterations, every):
    cfr = new_run()
    trajectory = kc.record(cfr, iterations=iterations, record_every=every)
    assert cfr.iterations == iterations
    assert trajectory.iterations.tolist() == []
    assert trajectory.average_strategy["Kb"]["b"].shape == (0,)
    assert trajectory.averages() == []
    assert trajectory.to_frame().empty


def test_the_table_has_every_number_once():
    trajectory = kc.record(new_run(), iterations=6, record_every=2)
    table = trajectory.to_frame()
    assert list(table.columns) == ["iteration", "quantity", "infoset", "action", "value"]
    assert len(table) == 3 * 3 * 6 * 2  # records x quantities x information sets x actions
    assert not table.duplicated(["iteration", "quantity", "infoset", "action"]).any()
    for row in table.itertuples():
        at = trajectory.iterations.tolist().index(row.iteration)
        assert getattr(trajectory, row.quantity)[row.infoset][row.action][at] == row.value


def solved(every=1):
    return kc.solve(kc.OneBetKuhn(), 500, record_every=every).trajectory


@pytest.mark.parametrize(("points", "logarithmic"), [(7, False), (7, True), (60, False), (60, True)])
def test_a_subsample_has_the_records_nearest_to_a_grid_with_all_their_numbers(points, logarithmic):
    whole = solved(every=3)
    thin = whole.subsample(points, logarithmic=logarithmic)
    grid = np.geomspace(3, 498, points) if logarithmic else np.linspace(3, 498, points)
    assert (thin.iterations[0], thin.iterations[-1]) == (3, 498)
    assert len(thin.iterations) <= points
    assert (np.diff(thin.iterations) > 0).all()
    assert np.abs(thin.iterations[:, None] - grid).min(axis=0).max() <= 1.5
    kept = np.isin(whole.iterations, thin.iterations)
    assert (thin.exploitability == whole.exploitability[kept]).all()
    assert (thin.cumulative_regret["Qb"]["b"] == whole.cumulative_regret["Qb"]["b"][kept]).all()
    assert (thin.to_frame()["value"].to_numpy() == whole.to_frame().query("iteration in @thin.iterations")["value"].to_numpy()).all()


def test_a_short_trajectory_is_its_own_subsample():
    with pytest.raises(ValueError, match="points must be at least 2, got 1"):
        solved().subsample(1)
    trajectory = solved(every=100)
    assert trajectory.subsample(5) is trajectory
    assert kc.record(new_run(), iterations=4).subsample(4).exploitability is None
    assert kc.record(new_run(), iterations=5).subsample(4).exploitability is None
