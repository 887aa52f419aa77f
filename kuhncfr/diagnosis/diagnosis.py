"""The result of a diagnosis."""

import textwrap
from collections.abc import Mapping
from dataclasses import dataclass

from kuhncfr.diagnosis.games import DESCRIPTIONS
from kuhncfr.diagnosis.mistake import Mistake


@dataclass(frozen=True)
class FirstDifference:
    """Where a program first differs from the correct variant, or, if it is unknown, from the one that it agrees with longest.

    Attributes
    ----------
    game : str
        The name of the game in ``kuhncfr.diagnosis.GAMES``.
    iteration : int
        The number of iterations.
    infoset : str
        The information set.
    actual : mapping of str to float
        The average strategy of the program there, by action.
    expected : mapping of str to float
        The average strategy of the correct variant.
    variant : str
        The name of the correct variant.
    """

    game: str
    iteration: int
    infoset: str
    actual: Mapping[str, float]
    expected: Mapping[str, float]
    variant: str

    def __str__(self) -> str:
        return (
            f"On the game {self.game!r} ({DESCRIPTIONS[self.game]}) it first differs at iteration {self.iteration} in information set "
            f"{self.infoset!r}, where it plays {_row(self.actual)}; {self.variant} plays {_row(self.expected)}"
        )


@dataclass(frozen=True)
class Diagnosis:
    """The result of a diagnosis; printed, it is an explanation.

    Attributes
    ----------
    correct : bool or None
        Whether the program is a correct variant, as far as the games show; None if that was not tested: the program is correct on Kuhn
        poker and plays nothing else, or it samples and its long runs, which alone can judge it, take longer than the time limit.
    variant : str or None
        The variant of CFR, or the measure, that it implements, correctly or not.
    mistakes : tuple of Mistake
        The known mistakes that explain its numbers; on Kuhn poker alone, each of several may.
    first_difference : FirstDifference or None
        Where it first differs from CFR, if it does.
    failures : mapping of str to str
        Why the program failed on a game, by the name of the game.
    summary : str
        The result in a sentence or two.
    evidence : str
        The runs that the result is based on.
    refused : tuple of str
        What the program tried to do and was not allowed to, such as writing outside its own folder.
    """

    correct: bool | None
    summary: str
    evidence: str = ""
    variant: str | None = None
    mistakes: tuple[Mistake, ...] = ()
    first_difference: FirstDifference | None = None
    failures: Mapping[str, str] | None = None
    refused: tuple[str, ...] = ()

    def __str__(self) -> str:
        paragraphs = [self.summary]
        paragraphs += [f"- {m.name}: {m.description} Repair: {m.repair} Read the chapter {m.chapter!r}." for m in self.mistakes]
        paragraphs += self._failed()
        if self.first_difference is not None:
            paragraphs.append(f"{self.first_difference}.")
        if self.refused:
            paragraphs.append(f"It tried to {', to '.join(self.refused)}, which is not allowed here.")
        if self.evidence:
            paragraphs.append(f"This rests on {self.evidence}.")
        return "\n".join(
            textwrap.fill(text, 80, subsequent_indent="  " if text.startswith("- ") else "", break_long_words=False, break_on_hyphens=False)
            for text in paragraphs
        )

    def _failed(self) -> list[str]:
        """Return a paragraph for each way to fail, with all its games."""
        games: dict[str, list[str]] = {}
        for game, what in (self.failures or {}).items() if self.evidence else ():
            games.setdefault(what, []).append(f"{game!r} ({DESCRIPTIONS[game]})")
        return [f"On the game{'s' if len(names) > 1 else ''} {', '.join(names)} it {what}." for what, names in games.items()]


def _row(row: Mapping[str, float]) -> str:
    return ", ".join(f"{action}: {probability:.4f}" for action, probability in row.items())
