"""What people who know other libraries type first, and what to write here: the hints of error messages."""

import re
from collections.abc import Callable, Iterable
from functools import wraps
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])

# What to write in the place of names that other libraries have. A pattern is compared with the owner, a point and the name, in lower case
# and without underscores, or with "argument", a point and the name; the first that matches counts.
HINTS = {
    r"kuhncfr\.((tabular)?cfr(plus)?(solver)?|train)": "kc.CFR(game, 'cfr+') or kc.solve(game, algorithm='cfr+')",
    r"kuhncfr\.(mccfr|montecarlo|(external|outcome|chance)sampling)": "kc.solve(game, sampling='external'), or 'outcome', or 'chance'",
    r"kuhncfr\.(load|openspiel|normalform|bimatrix)game": "kc.KuhnPoker(), kc.MatrixGame(payoffs) or kc.from_open_spiel(name)",
    r".*\.(.*(gambit|efg)|readgame)": "kc.read_efg(path) or kc.write_efg(game, path)",
    r"(kuhncfr|.*profile)\.(eval|.*(value|score|utilit))": "kc.expected_utilities(game, strategy) or kc.exploitability(game, strategy)",
    r".*\.(nash$|nashequilibri|equilibri)": "kc.solve(game, 10_000, 'cfr+').average_strategy, or in closed form kc.nash.kuhn()",
    r"kuhncfr\.(save|load)": "run.save(path), and kc.Run.load(path, game)",
    r".*\.(plot|draw|(print|show)?tree)": "kc.plot.trajectory(run), kc.plot.convergence(run), kc.plot.strategy(run) or kc.plot.tree(game)",
    r"kuhncfr\.report": "kc.Report(game, run).to_excel(path)",
    r".*\.(tabular|uniform|random).*(policy|strategy)": "kc.StrategyProfile.uniform(game) or kc.StrategyProfile(rows)",
    r"strategyprofile\.(action|policy|prob)": "profile[infoset]",
    r"(strategyprofile|.*run)\.(to)?(csv|dict|json|(data)?frame)": "dict(profile), profile.to_frame() or profile.save(path)",
    r".*run\.(history|regret)": "run.trajectory, of a solve with record_every=10",
    r"cfr\.(.*updatepolicy|iteration$|train|solve)": "cfr.step() or cfr.run(iterations)",
    r"(cfr|.*run)\..*policy": "average_strategy or current_strategy",
    r".*\.(.*root|(new)?initial)": "'', the history at the root; kc.histories(game) yields all",
    r".*\.(infoset|information(set|state))": "kc.information_sets(game) or game.infoset(history)",
    r"argument\.(method|variant)": "algorithm=",
    r"argument\.(n|t|(n|num|max)?iter.*)$": "iterations=",
    r"argument\.(tol|epsilon)": "target=",
    r"argument\.(n?hands|games)$": "episodes=",
    r"argument\.s$": "ante=",
}
OPTIONAL = ("locked", "zero_sum", "action_names")  # what some games have; the package asks for it, and needs no explanation


def hint(owner: str, name: str) -> str | None:
    """Return what to write in the place of a name, if the table has it."""
    key = f"{owner}.{name}".lower().replace("_", "")
    return next((write for pattern, write in HINTS.items() if re.match(pattern, key)), None)


def nearest(name: str, names: Iterable[str]) -> str:
    """Return the question whether one of the names is meant that resemble a name, contain it, or are in it; empty if none does."""
    import difflib  # only after a mistake: the import of the package stays fast

    word, known = name.lower().replace("_", ""), {found.lower().replace("_", ""): found for found in names if found[0] != "_"}
    like = difflib.get_close_matches(word, known, cutoff=0.72)
    like = like or [key for key in known if (len(word) > 2 and word in key) or (len(key) > 4 and key in word)]
    return f": did you mean {' or '.join(repr(known[key]) for key in like[:4])}?" if like else ""


def missing(owner: str, name: str, names: Iterable[str]) -> str:
    """Return the message for an attribute that does not exist, where `names` do."""
    write = hint(owner, name) or (f"kc.{name}(...)" if name in import_module("kuhncfr").__all__ else None)
    return f"{owner} has no attribute {name!r}" + (f": write {write}" if write else nearest(name, names))


class Hinted:
    """A class whose missing attributes are explained; errors name its public class, such as ``Run``."""

    if not TYPE_CHECKING:  # a type checker would conclude that every attribute exists

        def __getattr__(self, name: str) -> Any:
            if hasattr(type(self), name):  # it exists, and something that it uses does not: raise that error again
                return object.__getattribute__(self, name)
            if name in OPTIONAL:
                raise AttributeError(name)
            names = [cls.__name__ for cls in type(self).__mro__]
            owner = next((known for known in names if known in import_module("kuhncfr").__all__), names[0])
            raise AttributeError(missing(owner, name, dir(self)), name=name, obj=self)


class HintedModule(ModuleType):
    """A module that says what to call in its place."""

    def __call__(self, *_: Any, **__: Any) -> Any:
        raise TypeError(f"{self.__name__} is a module: write {hint(*self.__name__.split('.'))}")

    def __reduce__(self) -> Any:  # cloudpickle, and with it Dask, stores only plain modules by name
        return import_module, (self.__name__,)


def explains_arguments(function: Function) -> Function:
    """Say which arguments a function takes when it is given another."""
    code = function.__code__
    parameters = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    title = function.__qualname__.removesuffix(".__init__")

    @wraps(function)
    def call(*given: Any, **named: Any) -> Any:
        for name in (name for name in named if name not in parameters):
            takes = ", ".join(known for known in parameters if known != "self")
            meant = hint("argument", name) or "="
            answer = f": write {meant}" if meant[:-1] in parameters else nearest(name, parameters) or f": it takes {takes}"
            raise TypeError(f"{title}() has no argument {name!r}{answer}")
        return function(*given, **named)

    return cast(Function, call)
