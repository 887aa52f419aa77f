"""What people who know other libraries type first, and what to write here: the hints of error messages."""

import re
from collections.abc import Callable, Collection
from functools import wraps
from importlib import import_module
from textwrap import shorten
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])

# What to write in the place of names that other libraries have. A pattern is matched against owner.name, or argument.name, in lower case
# and without underscores; the first that matches counts. The owner is kuhncfr, one of its modules, or a class.
HINTS = {
    r"kuhncfr\.(mccfr|montecarlo|(external|outcome|chance)sampling)": "kc.solve(game, sampling='external'), or 'outcome', or 'chance'",
    r"kuhncfr\.(.*cfr(plus|solver)*$|train)": "kc.CFR(game, 'cfr+') or kc.solve(game, algorithm='cfr+')",
    r"cfr\.(.*updatepolicy|iteration$|train|solve)": "cfr.step() or cfr.run(iterations)",
    r".*\.(.*(gambit|efg)|readgame|write$)": "kc.read_efg(path) or kc.write_efg(game, path)",
    r"kuhncfr\.(.*games?$|.*kuhn|rock|registered)": "kc.KuhnPoker(), kc.MatrixGame(payoffs) or kc.from_open_spiel(name)",
    r"(kuhncfr|.*profile)\.(ev|.*(value|score|utili|payoff))": "kc.expected_utilities(game, strategy) or kc.exploitability(game, strategy)",
    r".*\.(nash$|.*(equilib|solve|enumerat|linprog)|minimi|lemke)": "kc.solve(game, 10_000, 'cfr+'), or in closed form kc.nash.kuhn()",
    r".*(cfr|profile|run)\.(save|load|to[^o]|.*frame)": "run.save(path), kc.Run.load(path, game), profile.to_frame() or dict(profile)",
    r".*\.(plot|draw|(print|show)?tree)": "kc.plot.trajectory(run), kc.plot.convergence(run), kc.plot.strategy(run) or kc.plot.tree(game)",
    r".*\.(tabular|uniform|random|mixed).*(policy|strategy|profile)": "kc.StrategyProfile.uniform(game) or kc.StrategyProfile(rows)",
    r".*profile\.(get)?(action|policy|prob)": "profile[infoset]",
    r".*run\.(history|regret)": "run.trajectory, of a solve with record_every=10",
    r"(cfr|.*run)\..*policy": "average_strategy or current_strategy",
    r".*\.(.*(root|initial)|info(set|rmation))": "kc.histories(game), whose root is '', kc.information_sets(game) or game.infoset(history)",
    r"argument\.(method|variant|solver|alpha|beta|gamma)$": "algorithm='cfr+', or algorithm=kc.Algorithm(alpha=1.5, beta=0, gamma=2)",
    r"argument\.(n|t|(n|num|max)?iter.*)$": "iterations=",
    r"argument\.(tol|epsilon)": "target=1e-4, and enough iterations=100_000",
    r"argument\.(n?hands|games)$": "episodes=",
    r"argument\.s$": "ante=",
}
OPTIONAL = ("locked", "zero_sum", "number_of_histories", "action_names")  # what some games have, and the package asks for


def answer(owner: str, name: str, names: Collection[str]) -> str:
    """Return the end of an error message: what to write in the place of a name, or which of `names` resemble it, or else all of them."""
    import difflib  # only after a mistake: the import of the package stays fast

    key = f"{owner.removeprefix('kuhncfr.')}.{name}".lower().replace("_", "")
    own = f"kc.{name}(...)" if name in import_module("kuhncfr").__all__ else ""
    write = next((write for pattern, write in HINTS.items() if re.match(pattern, key)), own)
    if write and (owner != "argument" or write.partition("=")[0] in names):
        return f": write {write}"
    word, known = name.lower(), {found.lower(): found for found in names if found[0] != "_"}
    like = difflib.get_close_matches(word, known, cutoff=0.72)
    like = like or [key for key in known if (len(word) > 2 and word in key) or (len(key) > 4 and key in word)]
    meant = " or ".join(repr(known[key]) for key in like[:4])
    return f": did you mean {meant}?" if like else shorten(f": it has {', '.join(known.values())}", 160, placeholder=" ...")


class Hinted:
    """A class whose missing attributes and wrong arguments are explained; errors name its public class, such as ``Run``."""

    if not TYPE_CHECKING:  # a type checker would conclude that every attribute exists

        def __init_subclass__(cls, **options: Any) -> None:
            super().__init_subclass__(**options)
            if "__init__" in vars(cls) and cls.__module__.startswith("kuhncfr."):
                cls.__init__ = explains_arguments(cls.__init__)

        def __getattr__(self, name: str) -> Any:
            if name[:1] == "_" or name in OPTIONAL or hasattr(type(self), name):
                return super().__getattribute__(name)  # Python's own error, or the one inside a property: it is raised again
            classes = [cls.__name__ for cls in type(self).__mro__]
            public = next((known for known in classes if known in import_module("kuhncfr").__all__), classes[0])
            owner = getattr(self, "__name__", public)  # only modules have a name
            # Without name=..., or Python would add a suggestion of its own:
            raise AttributeError(f"{owner} has no attribute {name!r}{answer(owner, name, getattr(self, '__all__', dir(self)))}", obj=self)


class HintedModule(Hinted, ModuleType):
    """A module that explains missing names, and says what to call in its place; a module becomes one when its ``__class__`` is set."""

    def __setattr__(self, name: str, value: Any) -> None:
        if type(value) is ModuleType and name in dir(self):  # its import sets it here; a public one explains itself, too
            value.__class__ = HintedModule
        super().__setattr__(name, value)

    def __call__(self, *_: Any, **__: Any) -> Any:
        name = self.__name__.removeprefix("kuhncfr.")
        raise TypeError(f"{self.__name__} is a module{answer('kuhncfr', name, getattr(self, '__all__', dir(self)))}")

    def __reduce__(self) -> Any:  # cloudpickle, and with it Dask, stores only plain modules by name
        return import_module, (self.__name__,)


def explains_arguments(function: Function) -> Function:
    """Say which arguments a function takes when it is given another."""
    parameters = [name for name in function.__annotations__ if name != "return"]  # all of them are annotated, and self is not

    @wraps(function)
    def call(*given: Any, **named: Any) -> Any:
        if bad := [name for name in named if name not in parameters]:
            raise TypeError(f"{function.__qualname__.split('.')[0]}() has no argument {bad[0]!r}{answer('argument', bad[0], parameters)}")
        return function(*given, **named)

    return cast(Function, call)
