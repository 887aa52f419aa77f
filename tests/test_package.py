"""The package as a whole: importing it is cheap, missing libraries are named, and the version is the same everywhere."""

import json
import re
import subprocess
import sys
import tomllib

import pytest
import yaml

import kuhncfr as kc

LOADED = """
import signal, sys
sys.modules["numpy"] = None    # importing it now fails
before = signal.getsignal(signal.SIGINT)
from fractions import Fraction
import kuhncfr as kc
game, rock = kc.KuhnPoker(), {"a": 1, "b": 0, "c": 0}
kc.validate(game)
assert kc.exploitability(game, kc.nash.kuhn(alpha=Fraction(1, 6)).profile) == 0
assert kc.nash_conv(game, kc.StrategyProfile.uniform(game)) == Fraction(11, 12)
assert kc.nash_conv(kc.MatrixGame([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]), {"1": rock, "2": rock}) == 2
assert kc.nash.one_bet(ante=1).p1 == Fraction(1, 3) and kc.nash.continuum_one_bet(ante=1).value == Fraction(1, 10)
assert signal.getsignal(signal.SIGINT) is before    # Ctrl-C belongs to whoever imports it
print(*sorted({name.partition(".")[0] for name in sys.modules} | {name for name in sys.modules if name.startswith("kuhncfr.")}))
"""

SHELLS = ("deviation", "diagnosis", "hand_history", "interop", "plot", "report", "simulation", "sweeping", "tracking")

WITHOUT = """
import json, sys
import kuhncfr as kc
cfr = kc.CFR(kc.OneBetKuhn()).run(20)
for missing, code, _ in json.loads(sys.argv[1]):
    gone = [missing, "git"] if missing == "labml" else [missing]    # which comes with it
    before = {name: sys.modules[name] for name in gone if name in sys.modules}
    sys.modules.update(dict.fromkeys(gone))    # as if they were not installed
    try:
        eval(code)
    except ModuleNotFoundError as error:
        print(code, error, sep=": ")
    for name in gone:
        del sys.modules[name]
    sys.modules.update(before)
"""

# Library, what needs it, and the extra that it comes with.
NEEDED = [
    ("altair", "kc.plot", "plot"),
    ("altair", "__import__('kuhncfr.plot')", "plot"),
    ("pandas", "kc.plot", "plot"),
    ("pandas", "kc.record(cfr, 10).to_frame()", "plot"),
    ("pandas", "kc.simulate(kc.OneBetKuhn(), cfr.average_strategy, 10).to_frame()", "plot"),
    ("pandas", "kc.deviations(kc.OneBetKuhn(), cfr.average_strategy).to_frame()", "plot"),
    ("pandas", "kc.sweep(kc.OneBetKuhn)", "scale"),
    ("pandas", "kc.Report", "report"),
    ("xlsxwriter", "kc.Report(kc.OneBetKuhn(), cfr.average_strategy, episodes=1).to_excel('r.xlsx')", "report"),
    ("pokerkit", "kc.vector.river('Qs Jh 2h 8d 3c', ('AA', 'KK'), 100, 200)", "poker"),
    ("labml", "kc.tracking.track(cfr, 10)", "tracking"),
    ("git", "kc.tracking.track(cfr, 10)", "tracking"),
    ("pyspiel", "kc.from_open_spiel('kuhn_poker')", "openspiel"),
]


def python(code, *arguments, folder):
    done = subprocess.run([sys.executable, "-c", code, *arguments], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_exact_half_loads_nothing_else_and_no_library(tmp_path):
    """It runs without NumPy, for example in a browser."""
    loaded = set(python(LOADED, folder=tmp_path).split())
    assert {"kuhncfr", "kuhncfr.games", "kuhncfr.nash"} <= loaded
    assert not loaded & {f"kuhncfr.{shell}" for shell in (*SHELLS, "cli", "cfr", "solver")}
    assert not loaded & {*("altair", "matplotlib", "pandas", "labml", "git", "IPython", "numba", "scipy", "sympy", "xlsxwriter", "tqdm")}


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """What is printed by all that needs a library, one after the other, each time without that library."""
    return python(WITHOUT, json.dumps(NEEDED), folder=tmp_path_factory.mktemp("without")).splitlines()


@pytest.mark.parametrize(("missing", "code", "extra"), NEEDED)
def test_without_an_extra_the_rest_works_and_the_error_names_it(missing, code, extra, told):
    assert f"{code}: {missing} is not installed; it comes with the extra kuhncfr[{extra}]" in told


def test_modules_that_are_loaded_on_demand_are_listed_and_found():
    for name in SHELLS:
        assert name in dir(kc)
        assert getattr(kc, name).__name__ == f"kuhncfr.{name}"
    assert set(kc.__all__) < set(dir(kc))
    with pytest.raises(AttributeError, match=r"^kuhncfr has no attribute 'epochs'"):
        kc.epochs  # noqa: B018


def test_the_version_is_the_same_everywhere(root):
    read = {name: (root / name).read_text(encoding="utf-8") for name in ("pyproject.toml", "CITATION.cff", "book/index.md")}
    assert tomllib.loads(read["pyproject.toml"])["project"]["version"] == kc.__version__
    assert yaml.safe_load(read["CITATION.cff"])["version"] == kc.__version__
    assert re.findall(r"version ([\d.]+\d)", read["book/index.md"]) == [kc.__version__]
