"""Every public function and method stands in a table of wrong arguments, with each of its arguments; or here, with the reason why not."""

import importlib
import inspect
import re

import pytest
import test_core_arguments
import test_river_arguments
import test_shell_arguments
import test_vector_arguments

from kuhncfr import plot

CALLS = {
    **test_core_arguments.CALLS,
    **test_shell_arguments.CALLS,
    **test_vector_arguments.CALLS,
    **test_river_arguments.CALLS,
}

# What the package makes and hands out. These hold what they are given, and nobody else needs to make one.
RECORDS = (
    *("cfr.Trajectory", "cfr.checkpoint.State", "diagnosis.Departure", "diagnosis.Diagnosis", "diagnosis.Mistake"),
    *("evaluate.AtInformationSet", "evaluate.BestResponse", "plot.Node", "plot.TreeLayout", "games.InformationSet"),
    *("hands.Deviations", "hands.EmpiricalStrategy", "hands.Hand", "hands.Score", "hands.Simulation"),
    *("nash.Condition", "nash.Equilibrium", "nash.OneBetEquilibrium", "nash.ThreePlayerEquilibrium"),
    *("nash.ContinuumEquilibrium", "nash.ContinuumKuhn", "nash.ContinuumOneBet"),
    *("solver.NodeTable", "solver.Run", "solver.Tree", "tracking.TrackedRun"),
    *("vector.holdem.Bet", "vector.holdem.GroupStrategy", "vector.RangeRun", "vector.RangeTrajectory"),
)

# Steps of the algorithm, and questions to a game, asked for every history of every walk: a check would cost more than they do.
INNERMOST = re.compile(
    r"games\.\w+\.(is_terminal|utilities|is_chance|chance|player|actions|infoset)"
    r"|cfr\.CFR\.(walk|chance_value|draw|scaled|counterfactual_reach|advantages|note)"
    r"|cfr\.InfoSet\.(restore|learn)|cfr\.Algorithm\.(discounts|weight|check_weights)"
    r"|vector\.Matchup\.(met|beaten)|vector\.PublicGame\.after|vector\.VectorCFR\.(walk|learn)"
)

OTHERS = {
    "games.Game": "a protocol, of which there are no instances",
    "solver.NotSaved": "an error, which solve raises",
    "cfr.checkpoint.blaming": "the context in which errors get the name of their file",
    **{f"plot.{name}": "draws; what cannot be drawn is refused in its own words" for name in plot.__all__ if name.islower()},
}


def modules():
    """The modules of the package's page."""
    page = (importlib.import_module("built").ROOT / "book" / "api.md").read_text(encoding="utf-8")
    return re.findall(r"automodule:: kuhncfr\.(\S+)", page)


def public(module):
    """The public functions and classes of a module, and the classes' public methods, that take an argument."""
    found = importlib.import_module(f"kuhncfr.{module}")
    listed = getattr(found, "__all__", None)
    for name, thing in inspect.getmembers(found, lambda thing: inspect.isclass(thing) or inspect.isfunction(thing)):
        own = name in listed if listed is not None else thing.__module__ == found.__name__ and not name.startswith("_")
        if not own:
            continue
        yield f"{module}.{name}", thing
        for method, raw in vars(thing).items() if inspect.isclass(thing) else ():
            plain = raw.__func__ if isinstance(raw, (classmethod, staticmethod)) else raw
            if not method.startswith("_") and inspect.isfunction(plain) and len(inspect.signature(plain).parameters) > 1:
                yield f"{module}.{name}.{method}", plain


PUBLIC = {name: thing for module in modules() for name, thing in public(module)}


def test_nothing_public_is_missing():
    told = {*CALLS, *RECORDS, *OTHERS}
    missing = [name for name in PUBLIC if name not in told and not INNERMOST.fullmatch(name)]
    assert [name for name in missing if inspect.signature(PUBLIC[name]).parameters] == []


def test_nothing_is_told_that_is_gone():
    assert {*CALLS, *RECORDS, *OTHERS} - set(PUBLIC) == set()


@pytest.mark.parametrize("name", CALLS)
def test_every_argument_is_there(name):
    assert CALLS[name].lacks() == set()


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_checks_nothing(name):
    """If one begins to, it is no mere record, and its arguments belong into a table."""
    assert not hasattr(PUBLIC[name], "__post_init__")
