"""Every public function and method stands in a table of wrong arguments, with each of its arguments; or here, with the reason why not."""

import importlib
import inspect
import re

import pytest
import test_core_arguments
import test_figure_arguments
import test_river_arguments
import test_shell_arguments
import test_vector_arguments

import kuhncfr as kc

CALLS = {
    **test_core_arguments.CALLS,
    **test_shell_arguments.CALLS,
    **test_vector_arguments.CALLS,
    **test_river_arguments.CALLS,
    **{f"figures.{name}": call for name, call in test_figure_arguments.CALLS.items()},
}

# What the package makes and hands out. These hold what they are given, and nobody else needs to make one.
RECORDS = (
    *("cfr.Trajectory", "diagnosis.Departure", "diagnosis.Diagnosis", "diagnosis.Mistake"),
    *("evaluate.AtInformationSet", "evaluate.BestResponse", "figures.tree.Node", "figures.tree.TreeLayout", "games.InformationSet"),
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
    "widgets.play_table.PlayTable": "traitlets checks all that is assigned to a widget",
    "widgets.stepping.Stepper": "traitlets checks all that is assigned to a widget",
    "widgets.play_table.play": "is widgets.play",
    "widgets.stepping.stepper": "is widgets.stepper",
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
    gone = {*CALLS, *RECORDS, *OTHERS} - set(PUBLIC)
    assert gone == {name for name in gone if name.startswith("widgets.") and hasattr(kc.widgets, name.removeprefix("widgets."))}


@pytest.mark.parametrize("name", CALLS)
def test_every_argument_is_there(name):
    assert CALLS[name].lacks() == set()


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_checks_nothing(name):
    """If one begins to, it is no mere record, and its arguments belong into a table."""
    assert not hasattr(PUBLIC[name], "__post_init__")
