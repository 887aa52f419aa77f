"""What people who know other libraries type first, and what to write here: the hints of error messages."""

from collections.abc import Callable
from functools import wraps
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])

# What to write in the place of a name, an argument or a game that other libraries have.
NAMES = {
    "kuhncfr.CFRPlus": "kc.CFR(game, 'cfr+') or kc.solve(game, algorithm='cfr+')",
    "kuhncfr.MCCFR": "kc.solve(game, sampling='external'), or 'outcome', or 'chance'",
    "kuhncfr.load_game": "the game's class, such as kc.KuhnPoker() or kc.LeducPoker(), or kc.from_open_spiel(name)",
    "kuhncfr.from_openspiel": "kc.from_open_spiel(name_or_game)",
    "kuhncfr.load_efg": "kc.read_efg(path)",
    "kuhncfr.Leduc": "kc.LeducPoker()",
    "kuhncfr.value": "kc.expected_utilities(game, strategy)",
    "Run.value": "run.values",
    "Run.average_policy": "run.average_strategy",
    "CFR.evaluate_and_update_policy": "cfr.step()",
    "CFR.average_policy": "cfr.average_strategy",
}
CALLS = {
    "kuhncfr.plot": "kc.plot.trajectory(run), kc.plot.convergence({name: run}) or kc.plot.strategy(run)",
    "kuhncfr.report": "kc.Report(game, run).to_excel(path)",
}
ARGUMENTS = {
    "method": "algorithm",
    "n_iterations": "iterations",
    "max_iter": "iterations",
    "n": "iterations",
    "tol": "target",
    "lock": "locked",
}
GAMES = {"one-bet": "kc.OneBetKuhn()", "kuhn": "kc.KuhnPoker()", "leduc": "kc.LeducPoker()"}


def missing(owner: str, name: str) -> str:
    """Return the message for an attribute that does not exist."""
    hint = NAMES.get(f"{owner}.{name}")
    subject = f"module {owner!r}" if owner == "kuhncfr" else owner
    return f"{subject} has no attribute {name!r}" + (f": write {hint}" if hint else "")


class Hinted:
    """A class whose missing attributes are explained; errors name the class that the ``repr`` prints."""

    if not TYPE_CHECKING:  # a type checker would conclude that every attribute exists

        def __getattr__(self, name: str) -> Any:
            if hasattr(type(self), name):  # it exists, and something that it uses does not: raise that error again
                return object.__getattribute__(self, name)
            owner = next(cls for cls in type(self).__mro__ if Hinted in cls.__bases__)
            raise AttributeError(missing(owner.__name__, name), name=name, obj=self)


class HintedModule(ModuleType):
    """A module that says what to call in its place."""

    def __call__(self, *_: Any, **__: Any) -> Any:
        raise TypeError(f"{self.__name__} is a module: write {CALLS[self.__name__]}")


def explains_arguments(function: Function) -> Function:
    """Explain arguments that have another name in other libraries."""

    @wraps(function)
    def call(*given: Any, **named: Any) -> Any:
        for name in ARGUMENTS.keys() & named.keys():
            raise TypeError(f"{function.__name__}() has no argument {name!r}: write {ARGUMENTS[name]}=")
        return function(*given, **named)

    return cast(Function, call)
