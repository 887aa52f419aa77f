"""A behavioural strategy profile: for every information set, a probability for every action."""

import math
import os
from collections.abc import Iterator, Mapping
from copy import copy
from fractions import Fraction
from html import escape
from numbers import Rational, Real
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from kuhncfr._support import arguments, hints
from kuhncfr._support.arguments import shown
from kuhncfr._support.extras import extra
from kuhncfr._support.files import read_json, write_json
from kuhncfr._support.fractions_from_text import fraction_in
from kuhncfr.games.game import Game, InformationSet, information_sets

if TYPE_CHECKING:
    import pandas

Probability = Fraction | float

# The sum of a row of floats may differ from 1 by this much: by the rounding of a long sum, or of printed digits.
ROUNDING = 1e-5

# The sum of a scaled row differs from 1 by at most this. Such a row is not scaled again, so that saving and loading preserve a profile.
_EXACT_ENOUGH = 2.0**-50

_FORMAT = "kuhncfr strategy profile"


class _Named(dict[str, Any]):
    """A dict whose error for a missing name says which names it has."""

    def __missing__(self, name: str) -> Any:
        raise KeyError(f"{shown(name)} is not one of {arguments.listed(self)}")


class StrategyProfile(hints.Hinted, Mapping[str, Mapping[str, Probability]]):
    r"""The strategies of all players together: :math:`\sigma(I, a)` for every information set I and action a.

    A profile is immutable. Whole numbers and fractions stay exact, and then everything computed from them is exact.

    Parameters
    ----------
    rows : mapping of str to mapping of str to number
        ``rows[infoset][action]`` is the probability of that action there. Probabilities are at least 0, and each row sums to 1:
        exactly if it is rational; to within 1e-5 if it has floats, which are then scaled to sum to 1.

    Raises
    ------
    ValueError
        If a row is empty, has a negative or not finite probability, or does not sum to 1. The message names the row.
    TypeError
        If a probability is not a number, a name is not text, or the rows are not mappings.

    Examples
    --------
    >>> profile = StrategyProfile({"K": {"p": 1, "b": 0}, "Kb": {"p": Fraction(2, 3), "b": Fraction(1, 3)}})
    >>> profile["Kb"]["b"]
    Fraction(1, 3)
    >>> print(profile)
    K   p 1    b 0
    Kb  p 2/3  b 1/3
    """

    def __init__(self, rows: Mapping[str, Mapping[str, Any]]) -> None:
        arguments.instance("rows", rows, Mapping, what="a mapping of information sets to rows of probabilities")
        self._rows = _Named({infoset: _Named(_checked_row(infoset, row)) for infoset, row in rows.items()})

    @classmethod
    def from_bet_probabilities(cls, bet: Mapping[str, Any]) -> "StrategyProfile":
        """Build the profile of a pass-or-bet game from the probabilities of ``b`` alone.

        Raises
        ------
        ValueError
            If a probability is not between 0 and 1.
        TypeError
            If a probability is not a number, or `bet` is not a mapping.

        Examples
        --------
        >>> StrategyProfile.from_bet_probabilities({"Q": Fraction(1, 3)})["Q"]["p"]
        Fraction(2, 3)
        """
        arguments.instance("bet", bet, Mapping, what="a mapping of information sets to probabilities of 'b'")
        for infoset, probability in bet.items():
            _check_number("b", infoset, probability)
            if not 0 <= probability <= 1:
                raise ValueError(f"the probability of 'b' at {infoset!r} must lie between 0 and 1, got {shown(probability)}")
        return cls({infoset: {"p": 1 - probability, "b": probability} for infoset, probability in bet.items()})

    @classmethod
    def uniform(cls, game: Game) -> "StrategyProfile":
        """Build the uniform profile of `game`: equal probabilities at each information set.

        Examples
        --------
        >>> from kuhncfr import OneBetKuhn
        >>> StrategyProfile.uniform(OneBetKuhn())["Kb"]["b"]
        Fraction(1, 2)
        """
        actions = {key: infoset.actions for key, infoset in information_sets(game).items()}
        return cls({key: dict.fromkeys(allowed, Fraction(1, len(allowed))) for key, allowed in actions.items()})

    def __getitem__(self, infoset: str) -> Mapping[str, Probability]:
        if isinstance(infoset, tuple):
            raise KeyError(f"write profile[{infoset[0]!r}][{infoset[-1]!r}]")
        return MappingProxyType(self._rows[infoset])

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def exact(self) -> bool:
        """Whether every probability is a fraction, so that everything computed from the profile is exact."""
        return all(isinstance(probability, Fraction) for row in self.values() for probability in row.values())

    def replace(self, rows: Mapping[str, Mapping[str, Any]]) -> "StrategyProfile":
        """Return a new profile in which `rows` replace the rows of the same information sets.

        Examples
        --------
        >>> profile = StrategyProfile.from_bet_probabilities({"K": 0, "Q": 0})
        >>> print(profile.replace({"Q": {"p": 0, "b": 1}}))
        K  p 1  b 0
        Q  p 0  b 1
        """
        profile = copy(self)
        profile._rows = _Named(self._rows | as_profile(rows)._rows)  # all of them are checked
        return profile

    def check(self, game: Game) -> None:
        """Check that this profile has a row for every information set of `game`, and no others.

        Raises
        ------
        ValueError
            If an information set is missing or unknown, or the actions of a row differ from those of the game.
        """
        fitting(game, self)

    def save(self, path: str | os.PathLike[str], notes: Mapping[str, Any] | None = None) -> None:
        """Write the profile to a JSON file; fractions stay exact.

        Parameters
        ----------
        path : path
            The file to write; an existing one is replaced only by a complete one.
        notes : mapping, optional
            Further entries for the file, such as the source of the profile. :meth:`load` ignores them.

        Raises
        ------
        OSError
            If the file cannot be written.
        """
        notes = {} if notes is None else arguments.mapping("notes", notes)
        rows = {key: {action: str(p) if isinstance(p, Fraction) else p for action, p in row.items()} for key, row in self.items()}
        write_json(arguments.path("path", path), _FORMAT, {**notes, "strategy": rows})

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "StrategyProfile":
        """Read a profile that :meth:`save` wrote.

        Raises
        ------
        ValueError
            If the file is damaged, or is not a saved profile.
        """
        profile, _ = cls.load_with_notes(path)
        return profile

    @classmethod
    def load_with_notes(cls, path: str | os.PathLike[str]) -> tuple["StrategyProfile", dict[str, Any]]:
        """Read a profile and the notes that :meth:`save` wrote with it.

        Raises
        ------
        ValueError
            If the file is damaged, or is not a saved profile.
        """
        notes = read_json(arguments.path("path", path), _FORMAT)
        try:
            rows = {key: {action: _from_json(entry) for action, entry in row.items()} for key, row in notes.pop("strategy").items()}
            return cls(rows), notes
        except (KeyError, AttributeError, TypeError, ValueError, ArithmeticError) as error:
            raise ValueError(f"{path} is damaged: {error}") from error

    def to_frame(self) -> "pandas.DataFrame":
        """Return a table with a row for each information set and a column for each action, empty where an action is not allowed.

        Examples
        --------
        >>> StrategyProfile.from_bet_probabilities({"K": 0, "Kb": Fraction(1, 3)}).to_frame().loc["Kb", "p"]
        Fraction(2, 3)
        """
        with extra("plot"):
            import pandas

        return pandas.DataFrame.from_dict(self._rows, orient="index").rename_axis("infoset")

    def __str__(self) -> str:
        cells = [[key, *(f"{action} {_shown(probability)}" for action, probability in row.items())] for key, row in self.items()]
        widths = [max(len(line[k]) for line in cells if k < len(line)) for k in range(max(map(len, cells), default=0))]
        return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=False)).rstrip() for line in cells)

    def __repr__(self) -> str:
        return f"StrategyProfile({ ({key: dict(row) for key, row in self.items()})!r})"

    def _repr_html_(self) -> str:
        actions = list(dict.fromkeys(action for row in self.values() for action in row))
        head = "".join(f'<th scope="col">{escape(action)}</th>' for action in actions)
        cells = {key: "".join(f"<td>{_shown(row[a]) if a in row else ''}</td>" for a in actions) for key, row in self.items()}
        body = "".join(f'<tr><th scope="row">{escape(key)}</th>{row}</tr>\n' for key, row in cells.items())
        head = f'<tr><th scope="col">information set</th>{head}</tr>'
        return f'<table class="dataframe">\n<thead>{head}</thead>\n<tbody>\n{body}</tbody>\n</table>'


def strategy_of(strategy: Any) -> Any:
    """Return the ``average_strategy`` of an object that has one, such as a run; else its ``profile``; else the object."""
    if isinstance(strategy, Mapping):
        return strategy
    return getattr(strategy, "average_strategy", None) or getattr(strategy, "profile", strategy)


def as_profile(strategy: Any) -> StrategyProfile:
    """Return the profile of a strategy: a profile, a mapping of rows, or an object with an ``average_strategy`` or a ``profile``."""
    rows = strategy_of(strategy)
    if not isinstance(rows, Mapping):
        raise TypeError(f"strategy must be one profile or mapping for all players, or have one, as a run does, got {shown(strategy)}")
    return rows if isinstance(rows, StrategyProfile) else StrategyProfile(rows)


def fitting(game: Game, strategy: Any) -> tuple[Game, StrategyProfile, dict[str, InformationSet]]:
    """Validate a strategy for a game: return the game, not compiled, the profile and the information sets.

    Raises
    ------
    ValueError
        If the profile does not fit the game.
    """
    game, profile = arguments.game("game", game), as_profile(strategy)
    infosets = information_sets(game)
    missing = [key for key in infosets if key not in profile]
    if missing:
        raise ValueError(f"the profile misses information set {missing[0]!r}; {game!r} has {arguments.listed(infosets)}")
    for key, infoset in infosets.items():
        if set(profile[key]) != set(infoset.actions):
            raise ValueError(f"the profile has actions {tuple(profile[key])} at {key!r}; {game!r} allows {infoset.actions}")
    unknown = [key for key in profile if key not in infosets and key not in getattr(game, "locked", ())]
    if unknown:
        raise ValueError(f"the profile has an unknown information set {unknown[0]!r}; {game!r} has {arguments.listed(infosets)}")
    return game, profile, infosets


def _checked_row(infoset: str, row: Mapping[str, Any]) -> dict[str, Probability]:
    if not isinstance(row, Mapping):
        raise TypeError(f"the row of {shown(infoset)} must map each action to a probability, got {shown(row)} of type {type(row).__name__}")
    for name in (infoset, *row):
        if not isinstance(name, str):
            raise TypeError(f"information sets and actions must be named by text, got {shown(name)} of type {type(name).__name__}")
    for action, probability in row.items():
        _check_number(action, infoset, probability)
        if not 0 <= probability < math.inf:
            raise ValueError(f"the probability of {action!r} at {infoset!r} must be at least 0, got {shown(probability)}")
    if all(isinstance(probability, Rational) for probability in row.values()):
        exact = {action: Fraction(int(p.numerator), int(p.denominator)) for action, p in row.items()}
        if sum(exact.values()) != 1:
            raise ValueError(f"the probabilities at {infoset!r} must sum to 1, got {sum(exact.values())}: {shown(dict(row))}")
        return dict(exact)
    total = math.fsum(row.values())
    if abs(total - 1) > ROUNDING:
        raise ValueError(f"the probabilities at {infoset!r} must sum to 1, got {total}: {shown(dict(row))}")
    if abs(total - 1) < _EXACT_ENOUGH:
        total = 1.0
    return {action: float(probability) / total for action, probability in row.items()}


def _check_number(action: str, infoset: str, probability: Any) -> None:
    if isinstance(probability, bool) or not isinstance(probability, Real):
        raise TypeError(f"the probability of {action!r} at {shown(infoset)} must be a number, got {shown(probability)}")


def _shown(probability: Probability) -> str:
    return str(probability) if isinstance(probability, Fraction) else f"{probability:.6g}"


def _from_json(entry: str | float) -> Probability:
    return fraction_in(entry) if isinstance(entry, str) else float(entry)
