"""The wheel alone, elsewhere, where neither the package's folder nor the home can be written to: every command works.

Run with `make test-dist`, which builds the wheel first.
"""

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Place

import kuhncfr as kc

EXTRAS = "[plot,poker,report,scale,tracking]"
COMMANDS = ("solve", "simulate", "evaluate", "report", "play", "nash", "diagnose")

THEIRS = """
import kuhncfr as kc


def solve(game, iterations):
    cfr = kc.CFR(game)
    cfr.run(iterations)
    return {key: dict(row) for key, row in cfr.average_strategy.items()}
"""


@pytest.fixture(scope="module")
def bare(place: Callable[[str], Place]) -> Place:
    return place("")


@pytest.fixture(scope="module")
def solved(bare: Place) -> Path:
    """A strategy that was solved there, for commands that read one."""
    done = bare.run("-m", "kuhncfr", "solve", "one-bet", "--iterations", "1000", "--save", "solved.json")
    assert done.returncode == 0, done.stderr
    assert len(done.stderr.splitlines()) <= 2  # where it was saved, and that nothing compiled can be kept
    return bare.work / "solved.json"


def test_the_wheel_holds_the_package_and_nothing_else(wheel: Path, tracked: set[str]) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    info = f"kuhncfr-{kc.__version__}.dist-info"
    beside = {name for name in names if not name.startswith(f"{info}/")}
    assert beside == {name for name in tracked if name.startswith("kuhncfr/")}
    assert "kuhncfr/py.typed" in beside
    assert f"{info}/licenses/LICENSE" in names


def test_version_and_help(bare: Place) -> None:
    assert bare.run("-m", "kuhncfr", "--version").stdout == f"kuhncfr {kc.__version__}\n"
    printed = bare.run("-m", "kuhncfr", "--help").stdout
    assert all(f" {command} " in printed for command in COMMANDS)


def test_solve_has_the_same_digits_as_here(solved: Path) -> None:
    here = kc.solve(kc.OneBetKuhn(), 1_000)
    assert kc.StrategyProfile.load(solved) == here.average_strategy


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("nash kuhn", "-1/18"),
        ("evaluate {}", "NashConv"),
        ("simulate {} --hands 1000 --seed 1", "1,000"),
        ("play {} --seed 1", "You see"),
        ("diagnose mine:solve", "alternating CFR"),
    ],
)
def test_commands_work(bare: Place, solved: Path, arguments: str, expected: str) -> None:
    (bare.work / "mine.py").write_text(THEIRS, encoding="utf-8")
    done = bare.run("-m", "kuhncfr", *arguments.format(solved.name).split(), typed="q\n")
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert expected in done.stdout


@pytest.mark.usefixtures("solved")
def test_without_an_extra_the_message_names_it(bare: Place) -> None:
    done = bare.run("-m", "kuhncfr", "report", "solved.json", "--out", "report.xlsx")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "kuhncfr: pandas is not installed; it comes with the extra kuhncfr[report]\n"


def test_with_the_extras_all_commands_work(place: Callable[[str], Place]) -> None:
    full = place(EXTRAS)
    report = full.run("-m", "kuhncfr", "report", "--game", "one-bet", "--iterations", "50", "--hands", "100", "--out", "report.xlsx")
    assert report.returncode == 0, report.stderr
    assert zipfile.is_zipfile(full.work / "report.xlsx")
    sweep = full.run("-c", "import kuhncfr as kc; print(len(kc.sweep(kc.OneBetKuhn, {'ante': [1, 2]}, iterations=10)))")
    assert (sweep.returncode, sweep.stdout) == (0, "2\n"), sweep.stderr
    river = full.run("-c", "import kuhncfr as kc; print(kc.vector.river('Qs Jh 2h 8d 3c', ('QQ', 'JJ'), 100, 200).deals)")
    assert (river.returncode, river.stdout) == (0, "9.0\n"), river.stderr
    track = "import kuhncfr as kc; kc.tracking.track(kc.CFR(kc.OneBetKuhn()), 10, record_every=5)"
    done = full.run("-c", track, at_home=True)  # labml keeps its settings at home
    assert done.returncode == 0, done.stderr
    assert (full.work / "logs").is_dir()
