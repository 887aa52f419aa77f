"""What a diagnosis says."""

import textwrap
from collections.abc import Mapping
from dataclasses import dataclass

from kuhncfr.diagnosis.games import DESCRIPTIONS
from kuhncfr.diagnosis.known_mistakes import Mistake


@dataclass(frozen=True)
class FirstDifference:
    """Where a program first differs from the right variant that it spoils, or, if it is unknown, from the one that it follows longest.

    Attributes
    ----------
    game : str
        The game's name in ``kuhncfr.diagnosis.GAMES``.
    iteration : int
        After how many iterations.
    infoset : str
        At which information set.
    actual : mapping of str to float
        The program's average there, by action.
    expected : mapping of str to float
        The right one.
    variant : str
        Whose.
    """

    game: str
    iteration: int
    infoset: str
    actual: Mapping[str, float]
    expected: Mapping[str, float]
    variant: str

    def __str__(self) -> str:
        return (
            f"on the game {self.game!r} ({DESCRIPTIONS[self.game]}) it first differs at iteration {self.iteration} in information set "
            f"{self.infoset!r}, where it has {_row(self.actual)} and {self.variant} {_row(self.expected)}"
        )


@dataclass(frozen=True)
class Diagnosis:
    """What a program turned out to be; printed, it explains itself.

    Attributes
    ----------
    correct : bool
        Whether it is a right variant, as far as the games show.
    variant : str or None
        Which variant of CFR, or which measure, it is or spoils.
    mistakes : tuple of Mistake
        What it does wrong, if its numbers are those of known mistakes.
    first_difference : FirstDifference or None
        Where it first departs from CFR, if it does.
    failures : mapping of str to str
        What went wrong on a game, by the game's name.
    summary : str
        The verdict in a sentence or two.
    evidence : str
        What was looked at.
    """

    correct: bool
    summary: str
    evidence: str = ""
    variant: str | None = None
    mistakes: tuple[Mistake, ...] = ()
    first_difference: FirstDifference | None = None
    failures: Mapping[str, str] | None = None

    def __str__(self) -> str:
        paragraphs = [self.summary]
        paragraphs += [f"- {m.name}: {m.description} Repair: {m.repair} Read the chapter {m.chapter!r}." for m in self.mistakes]
        paragraphs += [
            f"On the game {game!r} ({DESCRIPTIONS[game]}) it {what}." for game, what in (self.failures or {}).items() if self.evidence
        ]
        if self.first_difference is not None:
            told = str(self.first_difference)
            paragraphs.append(f"{told[0].upper()}{told[1:]}.")
        if self.evidence:
            paragraphs.append(f"This rests on {self.evidence}.")
        return "\n".join(
            textwrap.fill(text, 80, subsequent_indent="  " if text.startswith("- ") else "", break_long_words=False, break_on_hyphens=False)
            for text in paragraphs
        )


def _row(row: Mapping[str, float]) -> str:
    return ", ".join(f"{action} {probability:.4f}" for action, probability in row.items())
