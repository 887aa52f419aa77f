"""What can be wrong with an argument, and how to see that a function says so.

Every argument of a table is of a kind. A kind has a value that is right, and names the odd values that may be: these work, or are refused
like all others, with a ValueError or a TypeError whose message names the argument.
"""

import signal
import warnings
from collections.abc import Callable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from inspect import signature
from pathlib import Path
from re import search
from typing import Any

import numpy as np
import pandas as pd

import kuhncfr as kc

SECONDS = 2.0  # of computing, for one call: none takes that long that is refused, nor one that works
LONGEST = 600  # characters of a message
MEMORY = 2**30  # bytes, beside what is in use

ODD: dict[str, Any] = {
    "None": None,
    "True": True,
    "text": "nonsense",
    "no text": "",
    "null character": "a\0b",
    "long text": "x" * 100_000,
    "bytes": b"x",
    "zero": 0,
    "one": 1,
    "negative": -1,
    "half": 0.5,
    "NaN": float("nan"),
    "infinity": float("inf"),
    "huge": 10**30,
    "too long to print": 10**5_000,
    "huge float": 1e300,
    "tiny": 1e-300,
    "complex": 1j,
    "object": object(),
    "class": int,
    "function": len,
    "no list": [],
    "no dict": {},
    "no tuple": (),
    "set": {1, 2},
    "texts": ["nonsense", "more"],
    "numbers": [1.0, 2.0, 3.0, 4.0, 5.0],
    "rows of different lengths": [[1.0], [2.0, 3.0]],
    "dict of numbers": {"K": 1.0},
    "dict by number": {1: {"p": 1.0}},
    "rows of NaN": [[float("nan")] * 2] * 2,
    "rows of infinity": [[float("inf")] * 2] * 2,
    "rows of bools": [[True, False]] * 2,
    "empty rows": np.zeros((0, 2)),
    "many axes": np.zeros((2, 2, 2, 2)),
    "empty table": pd.DataFrame(),
    "strange table": pd.DataFrame({"nonsense": ["a"]}),
}


@dataclass(frozen=True)
class Kind:
    """A kind of argument: a value that is right, which odd values may be, and further ones that may not."""

    right: Any
    may: frozenset[str] = frozenset()
    wrong: Mapping[str, Any] = field(default_factory=dict)
    called: str = ""  # what else the message may call it, as a regular expression
    fine: frozenset[str] = frozenset()  # what need not be tried, for it works and takes long
    raises: tuple[type[Exception], ...] = ()  # what else a value that may be can lead to

    def but(self, right: Any, **wrong: Any) -> "Kind":
        """The same kind with another value that is right."""
        return replace(self, right=right, wrong={**self.wrong, **wrong})

    def also(self, *may: str) -> "Kind":
        """The same kind with more that may be."""
        assert set(may) <= set(ODD)
        return replace(self, may=self.may | set(may))

    def without(self, *names: str) -> "Kind":
        """The same kind, in which some of the further values may be."""
        return replace(self, wrong={name: value for name, value in self.wrong.items() if name not in names})

    def or_none(self) -> "Kind":
        return replace(self, right=None, may=self.may | {"None"})


def kind(right: Any, *may: str, called: str = "", **wrong: Any) -> Kind:
    """A kind of argument."""
    assert set(may) <= set(ODD)
    return Kind(right, frozenset(may), wrong, called)


# -- the kinds that many functions share --

GAME = kc.OneBetKuhn()
TREE = kc.compile_game(GAME)
PROFILE = kc.nash.one_bet().profile
TRAJECTORY = kc.record(kc.CFR(GAME), 4)

game = kind(GAME, type=kc.KuhnPoker, tree=3)
tree = kind(TREE, type=kc.Tree)
profile = kind(
    PROFILE,
    called="profile|rows|row of|probability|probabilities|information sets?",
    missing={"A": {"p": 1, "b": 0}},
    nan={**PROFILE, "K": {"p": float("nan"), "b": 1.0}},
    negative={**PROFILE, "K": {"p": -1, "b": 2}},
    sum={**PROFILE, "K": {"p": 1, "b": 1}},
    action={**PROFILE, "K": {"p": 1, "x": 0}},
    bool={**PROFILE, "K": {"p": True, "b": False}},
    huge={**PROFILE, "K": {"p": 10**400, "b": 0.5}},
    long={**PROFILE, "K": {"p": 10**5_000, "b": 0.5}},
    text={**PROFILE, "K": {"p": "1", "b": "0"}},
    row={**PROFILE, "K": [1, 0]},
    unknown={**PROFILE, "Z": {"p": 1, "b": 0}},
)
rows = profile.also("no dict").without("missing", "action", "unknown")
count = kind(2, "zero", "one", whole=2.0, numpy=np.float64(2))  # what is huge is refused, or stopped
natural = kind(2, "one", whole=2.0)
positive = kind(Fraction(1, 2), "huge", "one", "half", nan=np.float64("nan"), array=np.array([1.0]))
number = kind(0.25, "huge", "zero", "one", "negative", "half", "tiny")
probability = kind(0.25, "zero", "one", "half", over=1.01, under=-0.01)
flag = kind(True, "True", zero=np.int64(0))
text = kind("words", "text", "no text", "null character", "long text")
seed = kind(1, "None", "zero", "one", "huge", "too long to print", texts="12", list=[1])
path = replace(kind("written.json", "text", "long text", number=3), raises=(OSError,))
function = kind(lambda *_: None, "class", "function")  # a class can be called too
player = kind(1, "zero", "one", two=2)
mapping = kind({"a": 1}, "no dict", "dict of numbers")


# -- how a function is tried --


class Call:
    """A function with arguments that are right, each of a kind."""

    def __init__(self, function: Callable[..., Any], /, **kinds: Kind) -> None:
        self.function = function
        self.kinds = kinds

    def lacks(self) -> set[str]:
        """The parameters that are not in the table, and the other way round."""
        named = {p.name for p in signature(self.function).parameters.values() if p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL)}
        return named ^ set(self.kinds)

    def cases(self) -> list[tuple[str, str, Any, bool]]:
        """Each argument with each odd value, and whether that may work."""
        return [
            (name, odd, value, odd in kind.may)
            for name, kind in self.kinds.items()
            for odd, value in {**ODD, **{f"({key})": wrong for key, wrong in kind.wrong.items()}}.items()
            if odd not in kind.fine
        ]

    def failures(self) -> str:
        """What went wrong in any case, a line each."""
        right = {name: kind.right for name, kind in self.kinds.items()}
        found: dict[str, list[str]] = {}
        for name, odd, value, may in [("", "all right", None, True), *self.cases()]:
            failure = self._failure(name, {**right, name: value} if name else right, may)
            if failure:
                found.setdefault(f"{name}: {failure}", []).append(odd)
        return "\n".join(f"{failure}: {', '.join(odds)}" for failure, odds in found.items())

    def _failure(self, name: str, arguments: dict[str, Any], may: bool) -> str | None:
        try:
            with a_little_time(), warnings.catch_warnings():
                warnings.simplefilter("error")
                self.function(**arguments)
        except (ValueError, TypeError) as error:
            said = str(error)
            if not name or not search(rf"\b({name}|{self.kinds[name].called or name})\b", said):
                return f"{type(error).__name__} does not name the argument: {said[:200]}"
            return f"the message has more than {LONGEST} characters: {said[:100]}" if len(said) > LONGEST else None
        except TooLong:
            return f"took longer than {SECONDS} seconds"
        except Exception as error:
            if may and name and isinstance(error, self.kinds[name].raises):
                return None
            return f"{type(error).__name__}: {str(error)[:200]}"
        return None if may else "was accepted"


class TooLong(BaseException):
    """A call hangs."""


@contextmanager
def a_little_time():
    """Interrupt what computes for too long; where the system cannot tell, nothing is interrupted."""
    if not hasattr(signal, "SIGVTALRM"):
        yield
        return

    def ring(number: int, frame: Any) -> None:
        raise TooLong

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@contextmanager
def a_little_memory():
    """Refuse what takes much memory; where the system cannot, nothing is refused."""
    try:
        import resource

        used = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    except (ImportError, OSError):
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)
