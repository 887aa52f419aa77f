"""An Excel workbook of a strategy, its value and its exploitability, and of the run that found it."""

import os
from collections.abc import Mapping
from functools import cached_property
from numbers import Integral
from typing import Any

from kuhncfr._support import arguments, arrays
from kuhncfr._support.fractions_from_text import plain_fractions
from kuhncfr.deviation import Deviations, deviations
from kuhncfr.games.game import Game
from kuhncfr.report.sheet import Sheet, columns_sheet, summary_sheet
from kuhncfr.report.strategies import epsilon_sheet, strategy_sheets
from kuhncfr.report.training import convergence_sheets, training_sheets
from kuhncfr.report.workbook import save
from kuhncfr.solver.compiled_game import CompiledGame, compile_game
from kuhncfr.solver.run import Run
from kuhncfr.strategy import fitting

CHARTED = 16  # information sets of each player by default, all those of three-player Kuhn poker


class Report:
    r"""A workbook about a strategy profile: the strategies, their values, the gains of best responses, and the run.

    Its sheets are a summary; for each player the strategy and a best response, each with the results of simulated hands; a
    comparison of the two; if the run was recorded, its exploitability, regrets and strategies over the iterations, in native
    charts; and the meaning of each column.

    Parameters
    ----------
    game : Game or CompiledGame
        The game.
    run : Run or StrategyProfile
        A run of :func:`kuhncfr.solve`, whose average strategy is reported; or any profile of the game.
    episodes : int
        How many hands to simulate, at least 1: so many with everybody at the profile, and so many for each player's best response.
    seed : int, numpy.random.Generator or None
        Seed of the simulated hands. The same whole number gives the same report.
    origin : mapping of str to object, optional
        Further rows of the summary about the origin of the strategy, such as ``{"algorithm": "dcfr", "seed": 1}``.
    charted : int
        The number of information sets of each player whose regrets and strategies are drawn, from the first on.
    progress : bool
        Show a progress bar for each simulation.

    Raises
    ------
    ValueError
        If the profile does not fit the game, or a number is out of range.
    TypeError
        If an argument is of the wrong kind.

    Examples
    --------
    >>> from kuhncfr import KuhnPoker, solve
    >>> run = solve(KuhnPoker(), iterations=2_000, record_every=20)
    >>> report = Report(KuhnPoker(), run, episodes=20_000, origin={"algorithm": "cfr"})
    >>> [sheet.name for sheet in report.sheets()][:6]
    ['Summary', 'Player 1', 'Player 2', 'Best response 1', 'Best response 2', 'Epsilon']
    >>> [sheet.name for sheet in report.sheets()][6:]
    ['Convergence', 'Charts 1', 'Charts 2', 'Columns', 'Training 1', 'Training 2']

    See Also
    --------
    kuhncfr.deviation.deviations : the comparison with the best responses, as numbers.
    """

    def __init__(
        self,
        game: Game | CompiledGame,
        run: Run | Mapping[str, Mapping[str, Any]],
        *,
        episodes: int = 1_000_000,
        seed: Any = 0,
        origin: Mapping[str, Any] | None = None,
        charted: int = CHARTED,
        progress: bool = False,
    ) -> None:
        self.tree = compile_game(game)
        self.run = run if isinstance(run, Run) else None
        profile = run.average_strategy if isinstance(run, Run) else run
        _, self.profile, self._infosets = fitting(self.tree.game, profile)
        self.episodes = arguments.count("episodes", episodes, minimum=1)
        self.seed = seed
        self.charted = arguments.count("charted", charted)
        self.origin = {} if origin is None else dict(arguments.mapping("origin", origin))
        self.progress = arguments.flag("progress", progress)
        self._rng = arrays.generator("seed", seed)

    @cached_property
    def deviations(self) -> Deviations:
        """The profile beside the best responses to it, exact and simulated; computed on first access."""
        return deviations(self.tree, self.profile, self.episodes, seed=self._rng, progress=self.progress)

    def sheets(self) -> list[Sheet]:
        """Return the sheets in their order."""
        compared, trajectory = self.deviations, None if self.run is None else self.run.trajectory
        sheets = [*strategy_sheets(compared), epsilon_sheet(compared)]
        data: list[Sheet] = []
        if trajectory is not None and len(trajectory.iterations):
            sheets += convergence_sheets(trajectory)
            if self.charted:
                own = [[found for found in self._infosets.values() if found.player == i] for i in range(self.tree.players)]
                pairs = [training_sheets(infosets, trajectory, player, self.charted) for player, infosets in enumerate(own)]
                sheets += [charts for charts, _ in pairs]
                data = [numbers for _, numbers in pairs]
        about = "A strategy for every player, its value, and the gain of a best response to it."
        first = summary_sheet(about, self._summary(), [*sheets, *data])
        return [first, *sheets, columns_sheet([first, *sheets, *data]), *data]

    def to_excel(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
        """Write the workbook, whole or not at all.

        Parameters
        ----------
        path : path
            The file to write; its name ends in ``.xlsx``.
        overwrite : bool
            Whether to replace a file that exists.

        Raises
        ------
        ValueError
            If the name does not end in ``.xlsx``, or the game has more information sets than a sheet has rows.
        FileExistsError
            If the file exists, unless `overwrite`.
        OSError
            If the folder is missing or cannot be written.
        """
        save(path, f"Strategies for {plain_fractions(repr(self.tree.game))}", self.sheets, overwrite=overwrite)

    def _summary(self) -> list[tuple[Any, ...]]:
        tree, compared = self.tree, self.deviations
        on_the_tree = "Computed on the whole tree, not sampled."
        largest = "The largest gain of a player who deviates alone: an epsilon-equilibrium for this epsilon."
        rows = [
            ("game", plain_fractions(repr(tree.game)), None, None),
            ("players", tree.players, "players", None),
            ("information sets", len(tree.infosets), None, "Of all players together."),
            *((name, str(value), None, None) for name, value in self.origin.items() if self.run is None or name != "iterations"),
        ]
        if self.run is not None:
            note = "The run was interrupted; these are the iterations until then." if self.run.interrupted else None
            rows.append(("iterations", self.run.iterations, "iterations", note))
        rows += [
            *((f"value to player {i + 1}", float(value), "chips a hand", on_the_tree) for i, value in enumerate(compared.values)),
            ("maximum epsilon", float(compared.epsilon), "chips a hand", largest),
            ("average epsilon", float(compared.exploitability), "chips a hand", "The average of the players' gains: NashConv / players."),
            ("NashConv", float(compared.nash_conv), "chips a hand", "The sum of the players' gains; 0 at an equilibrium."),
            ("simulated hands", self.episodes, "hands", f"In each of {1 + tree.players} simulations: the profile, and each best response."),
        ]
        if isinstance(self.seed, Integral):  # a generator has no name
            rows.append(("seed of the simulations", str(self.seed), None, "The same seed gives the same hands."))
        return rows
