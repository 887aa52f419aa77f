"""An Excel workbook of a strategy, its value and its exploitability, and of the run that found it."""

import errno
import os
from collections.abc import Mapping
from datetime import datetime
from functools import cached_property
from io import BytesIO
from typing import Any

import pandas as pd

from kuhncfr._support import arguments, arrays
from kuhncfr._support.files import exists_or_raises, replacing
from kuhncfr._support.fractions_from_text import plain_fractions
from kuhncfr.deviation import Deviations, deviations
from kuhncfr.games.game import Game
from kuhncfr.report.charts import add_convergence_chart, add_training_charts
from kuhncfr.report.tables import MEANINGS, convergence_table, gains_table, strategy_table, training_table
from kuhncfr.solver.compiled_game import CompiledGame, compile_game
from kuhncfr.solver.run import Run
from kuhncfr.strategy import fitting

_RECORDS, _EXPLOITABILITY_RECORDS = 100, 200  # in the charts of an information set, and in that of the exploitability
_TEXT = {"in_memory": True, "strings_to_formulas": False, "strings_to_numbers": False, "strings_to_urls": False}  # text stays text
CHARTED = 16  # information sets of each player on the sheets Training, all those of three-player Kuhn poker


class Report:
    r"""A workbook about a strategy profile: the strategies, their values, the gains of best responses, and the run.

    Its sheets are a summary; for each player the strategy and a best response, each with the results of simulated hands; a
    comparison of the two; if the run was recorded, its exploitability over the iterations, and the regrets and strategies at the first
    16 information sets of each player, with native charts; and the meaning of each column.

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
    >>> list(report.sheets())[:6]
    ['Summary', 'Player 1', 'Player 2', 'Best response 1', 'Best response 2', 'Epsilon']
    >>> list(report.sheets())[6:]
    ['Convergence', 'Training 1', 'Training 2', 'Columns']

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
        progress: bool = False,
    ) -> None:
        self.tree = compile_game(game)
        self.run = run if isinstance(run, Run) else None
        _, self.profile, self._infosets = fitting(self.tree.game, run)
        self.episodes = arguments.count("episodes", episodes, minimum=1)
        arrays.generator("seed", seed)  # raises unless it is one
        self.seed = seed
        self.origin = {} if origin is None else dict(arguments.mapping("origin", origin))
        self.progress = arguments.flag("progress", progress)

    @cached_property
    def deviations(self) -> Deviations:
        """The profile beside the best responses to it, exact and simulated; computed on first access."""
        return deviations(self.tree, self.profile, self.episodes, seed=self.seed, progress=self.progress)

    def sheets(self) -> dict[str, pd.DataFrame]:
        """Return the table of each sheet by its name, in their order."""
        compared, trajectory = self.deviations, None if self.run is None else self.run.trajectory
        assert compared.simulation is not None
        sheets = {"Summary": pd.DataFrame(self._summary(), columns=["item", "value", "unit", "note"], dtype=object)}
        sheets |= {f"Player {i + 1}": strategy_table(compared.simulation, i) for i in range(self.tree.players)}
        sheets |= {f"Best response {i + 1}": strategy_table(alone, i) for i, alone in enumerate(compared.simulations or ())}
        sheets["Epsilon"] = gains_table(compared)
        if trajectory is not None and len(trajectory.iterations):
            sheets["Convergence"] = convergence_table(trajectory.subsample(_EXPLOITABILITY_RECORDS, logarithmic=True))
            for player in sorted({infoset.player for infoset in self._infosets.values()}):
                own = [key for key, infoset in self._infosets.items() if infoset.player == player]
                sheets[f"Training {player + 1}"] = training_table(own[:CHARTED], trajectory.subsample(_RECORDS))
        explained = [(title, unit, meaning) for title, unit, _, meaning in MEANINGS]
        return {**sheets, "Columns": pd.DataFrame(explained, columns=["column", "unit", "meaning"])}

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
        path, overwrite = arguments.path("path", path), arguments.flag("overwrite", overwrite)
        if path.suffix.lower() != ".xlsx":
            raise ValueError(f"path must end in .xlsx, got {arguments.shown(str(path))}")
        if exists_or_raises(path) and not overwrite:
            raise FileExistsError(errno.EEXIST, "exists already; overwrite=True replaces it", str(path))
        file, formats = BytesIO(), {title.replace("…)", ""): shape for title, _, shape, _ in MEANINGS}
        with pd.ExcelWriter(file, engine="xlsxwriter", engine_kwargs={"options": _TEXT}) as writer:
            title = f"Strategies for {plain_fractions(repr(self.tree.game))}"
            writer.book.set_properties({"title": title, "created": datetime(2000, 1, 1)})  # no clock: the same report is the same file
            for name, table in self.sheets().items():
                table.to_excel(writer, sheet_name=name, index=False, inf_rep="", freeze_panes=(1, 1))
                page = writer.sheets[name]
                for k, column in enumerate(table):
                    shape = "General" if name == "Summary" else formats.get(column[: column.find("(") + 1] or column) or "General"
                    page.set_column(k, k, None, writer.book.add_format({"num_format": shape}))
                page.autofit()
                if name == "Convergence":
                    add_convergence_chart(writer, name, table)
                if name.startswith("Training"):
                    add_training_charts(writer, name, table)
        with replacing(path) as temporary:
            temporary.write_bytes(file.getvalue())

    def _summary(self) -> list[tuple[Any, ...]]:
        tree, compared = self.tree, self.deviations
        run = {} if self.run is None else {"iterations": self.run.iterations, "interrupted": self.run.interrupted}
        return [
            ("game", plain_fractions(repr(tree.game)), None, None),
            ("players", tree.players, "players", None),
            ("information sets", len(tree.infosets), None, "Of all players together."),
            *((name, str(value), None, None) for name, value in self.origin.items() if name not in run),
            *((name, value, None, None) for name, value in run.items()),
            *((f"value to player {i + 1}", float(v), "chips a hand", "Computed on the whole tree.") for i, v in enumerate(compared.values)),
            ("maximum epsilon", float(compared.epsilon), "chips a hand", "The largest gain of a player who deviates alone."),
            ("average epsilon", float(compared.exploitability), "chips a hand", "The average of the players' gains: NashConv / players."),
            ("NashConv", float(compared.nash_conv), "chips a hand", "The sum of the players' gains; 0 at an equilibrium."),
            ("simulated hands", self.episodes, "hands", f"In each of {1 + tree.players} simulations: the profile, and each best response."),
            ("seed of the simulations", str(self.seed), None, "The same whole number gives the same hands."),
        ]
