"""The trajectory of a CFR run: its strategies and regrets at the recorded iterations."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kuhncfr._support import arguments
from kuhncfr._support.extras import extra
from kuhncfr.strategy import StrategyProfile

if TYPE_CHECKING:
    import pandas

Series = Mapping[str, Mapping[str, NDArray[np.float64]]]

QUANTITIES = ("current_strategy", "average_strategy", "cumulative_regret")


@dataclass(frozen=True)
class Trajectory:
    """The recorded iterations of a run: ``average_strategy["Kb"]["b"]`` is an array with one entry per record.

    Attributes
    ----------
    iterations : ndarray of int, shape (records,)
        The recorded iterations.
    current_strategy : mapping of str to mapping of str to ndarray, shape (records,)
        Probabilities, by information set and action.
    average_strategy : mapping of str to mapping of str to ndarray, shape (records,)
        The same for the average strategy.
    cumulative_regret : mapping of str to mapping of str to ndarray, shape (records,)
        In chips, by information set and action.
    exploitability : ndarray, shape (records,), or None
        Of the average strategy, in chips a game; only :func:`kuhncfr.solve` records it.
    """

    iterations: NDArray[np.int64]
    current_strategy: Series = field(repr=False)
    average_strategy: Series = field(repr=False)
    cumulative_regret: Series = field(repr=False)
    exploitability: NDArray[np.float64] | None = field(default=None, repr=False)

    def averages(self) -> list[StrategyProfile]:
        """Return the average strategy profile at each recorded iteration."""
        return [self._average(k) for k in range(len(self.iterations))]

    def subsample(self, points: int, *, logarithmic: bool = False) -> "Trajectory":
        """Select few enough records for a chart: those nearest to a regular grid of iterations, including the first and the last.

        Parameters
        ----------
        points : int
            Largest number of records, at least 2.
        logarithmic : bool
            Select records at equal ratios of iterations (True), or at equal distances (False).

        Returns
        -------
        Trajectory

        Raises
        ------
        ValueError
            If `points` is less than 2.

        Examples
        --------
        >>> from kuhncfr import CFR, OneBetKuhn, record
        >>> trajectory = record(CFR(OneBetKuhn()), iterations=1_000)
        >>> trajectory.subsample(4, logarithmic=True).iterations
        array([   1,   10,  100, 1000])
        >>> trajectory.subsample(4).iterations
        array([   1,  334,  667, 1000])
        """
        points = arguments.count("points", points, minimum=2)
        logarithmic = arguments.flag("logarithmic", logarithmic)
        steps = self.iterations
        if len(steps) <= points:
            return self
        wanted = np.geomspace(steps[0], steps[-1], points) if logarithmic else np.linspace(steps[0], steps[-1], points)
        selected = np.unique(np.searchsorted((steps[1:] + steps[:-1]) / 2, wanted))

        def chosen(quantity: Series) -> Series:
            return {key: {action: values[selected] for action, values in row.items()} for key, row in quantity.items()}

        strategies = chosen(self.current_strategy), chosen(self.average_strategy)
        exploitability = None if self.exploitability is None else self.exploitability[selected]
        return Trajectory(steps[selected], *strategies, chosen(self.cumulative_regret), exploitability)

    def _average(self, k: int) -> StrategyProfile:
        return StrategyProfile({key: {a: float(series[k]) for a, series in row.items()} for key, row in self.average_strategy.items()})

    def to_frame(self) -> "pandas.DataFrame":
        """Return a long table with the columns iteration, quantity, infoset, action, value.

        Examples
        --------
        >>> from kuhncfr import CFR, OneBetKuhn, record
        >>> table = record(CFR(OneBetKuhn()), iterations=20, record_every=10).to_frame()
        >>> table.query("quantity == 'average_strategy' and infoset == 'Ab' and action == 'b'")[["iteration", "value"]].round(3)
            iteration  value
        38         10  0.950
        39         20  0.975
        """
        with extra("plot"):
            import pandas

        parts = [
            pandas.DataFrame({"iteration": self.iterations, "quantity": quantity, "infoset": key, "action": action, "value": series})
            for quantity in QUANTITIES
            for key, row in getattr(self, quantity).items()
            for action, series in row.items()
        ]
        return pandas.concat(parts, ignore_index=True)


def assemble(
    iterations: NDArray[np.int64],
    series: Mapping[tuple[str, str, str], NDArray[np.float64]],
    exploitability: NDArray[np.float64] | None = None,
) -> Trajectory:
    """Build a trajectory from series keyed by (quantity, information set, action)."""
    nested: dict[str, dict[str, dict[str, NDArray[np.float64]]]] = {quantity: {} for quantity in QUANTITIES}
    for (quantity, key, action), values in series.items():
        nested[quantity].setdefault(key, {})[action] = values
    return Trajectory(iterations, **nested, exploitability=exploitability)
