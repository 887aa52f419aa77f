"""What students hand in: the reference, what becomes of it when a line is wrong, and what cheats write."""

import re
from pathlib import Path
from typing import NamedTuple

import nbformat
import running
from built import ROOT
from nbformat import NotebookNode

SOURCES = ROOT / "assignments"
NAMES = ("regret_matching", "cfr", "best_response")
SOLUTION = re.compile(r"^( *)### BEGIN SOLUTION\n.*?^ *### END SOLUTION$", re.MULTILINE | re.DOTALL)
MARK = re.compile(r"^ *### (?:BEGIN|END) SOLUTION\n?", re.MULTILINE)


class Slip(NamedTuple):
    """Wrong lines: what stands in the reference, what the student wrote, and the points that are left in the parts that lose some."""

    assignment: str
    lines: dict[str, str]
    points: dict[str, float]
    name: str = ""  # the mistake that is named


SLIPS = {
    # CFR, the gravest mistakes first.
    "own reach in the regret": Slip("cfr", {"if who != mover:": "if True:"}, {"regrets": 0}, "own reach in the regret"),
    "chance forgotten": Slip(
        "cfr", {"for who in range(game.players + 1):": "for who in range(game.players):"}, {"regrets": 0}, "chance forgotten"
    ),
    "regret with the wrong sign": Slip(
        "cfr",
        {"(values[action][mover] - value[mover])": "(value[mover] - values[action][mover])"},
        {"regrets": 0},
        "regret with the wrong sign",
    ),
    "reach overwritten": Slip(
        "cfr",
        {"next_reach[mover] *= float(probability)": "next_reach[mover] = float(probability) * (reach[-1] if mover < 0 else 1)"},
        {"regrets": 1, "reach": 0.25},
        "reach overwritten",
    ),
    "average without reach": Slip("cfr", {"+= own[key] * strategy": "+= strategy"}, {"average": 0}, "average without reach"),
    "current for average": Slip(
        "cfr",
        {"    return average, {": "    return {key: regret_matching(row) for key, row in cumulative.items()}, {"},
        {"average": 0},
        "current for average",
    ),
    "updated inside the walk": Slip(
        "cfr",
        {
            "        own[game.infoset(h)] = reach[mover]\n": "        own[game.infoset(h)] = reach[mover]\n"
            "        strategy[game.infoset(h)] = regret_matching(regrets[game.infoset(h)])\n",
            "strategy, regrets, own)\n        for key": "strategy, cumulative, own)\n        for key",
            "cumulative[key][action] += regrets[key][action]": "pass",
        },
        {"regrets": 2, "reach": 0.5},
        "strategy changed inside an iteration",
    ),
    "floored": Slip(
        "cfr",
        {"+= regrets[key][action]": "= max(cumulative[key][action] + regrets[key][action], 0.0)"},
        {"current": 0.5, "average": 1.5},
        "regrets floored by aliasing",
    ),
    "one iteration too few": Slip(
        "cfr", {"in range(iterations):": "in range(1, iterations):"}, {"current": 0.5, "average": 1.5}, "number of iterations off by one"
    ),
    "state kept": Slip(
        "cfr",
        {
            "def cfr(game, iterations):": "KEPT = {}\n\n\ndef cfr(game, iterations):",
            "    for _ in range(iterations):\n": "    cumulative, totals = KEPT.setdefault(tuple(infosets), (cumulative, totals))\n"
            "    for _ in range(iterations):\n",
        },
        {"current": 0.5, "average": 1.5},
        "state kept between calls",
    ),
    "previous player's reach alone": Slip(
        "cfr",
        {"if who != mover:": "if who in ((mover - 1) % game.players, game.players):"},
        {"regrets": 3},
        "previous player's reach alone",
    ),
    "what is not played is not walked": Slip(
        "cfr",
        {
            "        next_reach = list(reach)\n": "        values[action] = [0.0] * game.players\n"
            "        if probability == 0:\n            continue\n        next_reach = list(reach)\n"
        },
        {"regrets": 0, "reach": 0.25},
        "unplayed action worth 0",
    ),
    "no regret where own reach is 0": Slip("cfr", {"    if mover >= 0:\n": "    if mover >= 0 and reach[mover] > 0:\n"}, {"regrets": 0}),
    "no own reach where that of another is 0": Slip(
        "cfr",
        {"own[game.infoset(h)] = reach[mover]": "own[game.infoset(h)] = reach[mover] if others else own[game.infoset(h)]"},
        {"reach": 0.25},
    ),
    "a right walk called wrongly": Slip("cfr", {"[1.0] * (game.players + 1)": "[1.0] * game.players"}, {"current": 0, "average": 0}),
    "matching of |regrets|": Slip("cfr", {"max(regret, 0.0)": "abs(regret)"}, {"matching": 0.25}),
    "a colon missing": Slip("cfr", {"def regret_matching(regrets):": "def regret_matching(regrets)"}, {"matching": 0}),
    "one list of reach": Slip("cfr", {"next_reach = list(reach)": "next_reach = reach"}, {"regrets": 0, "reach": 0}),
    # Regret matching and Blotto.
    "last strategy learnt": Slip(
        "regret_matching",
        {"    return [t / rounds for t in total]": "    return regret_matching(regrets)"},
        {"learning": 0},
        "current for average",
    ),
    "last strategies played": Slip(
        "regret_matching",
        {"    return tuple([t / rounds for t in total] for total in totals)": "    return tuple(strategies)"},
        {"self-play": 0},
        "current for average",
    ),
    "fields won minus lost": Slip("regret_matching", {"(ahead > 0) - (ahead < 0)": "ahead"}, {"payoffs": 0.5}),
    "fields for worth": Slip("regret_matching", {"sum(w for w": "sum(1 for w"}, {"payoffs": 1}),
    # Best responses.
    "best response per history": Slip(
        "best_response",
        {"return value(h + chosen[key])": "return max(value(h + action) for action in infosets[key].actions)"},
        {"response": 0},
        "best response per history",
    ),
    "chance forgotten in the best response": Slip(
        "best_response", {"reach *= float(game.chance(before)[action])": "pass"}, {"response": 0}, "chance forgotten in the best response"
    ),
    "own reach in the best response": Slip(
        "best_response", {"elif game.player(before) != player:": "else:"}, {"response": 0}, "own reach in the best response"
    ),
    "uniform posterior": Slip("best_response", {"sum(others(h) * value": "sum(value"}, {"response": 0}, "uniform posterior"),
    "sum of the gains": Slip("best_response", {"return sum(gains) / game.players": "return sum(gains)"}, {"exploitability": 1}),
}


class Cheat(NamedTuple):
    """What stands in the place of the function ``cfr``, and the remark for the teacher."""

    source: str
    remark: str


NOTHING = "def cfr(game, iterations):\n    return {}, {}"
RUN = "    run = {}(game)\n    run.run(iterations)\n    return run.average_strategy, run.current_strategy"

CHEATS = {
    "replaces show": Cheat(f"checks.show = lambda result: result.most\n{NOTHING}", "in the code: checks.show ="),
    "asks the checks": Cheat("def cfr(game, iterations):\n    return checks.cfr._runs('', 'cards', 0)[0][0]", ""),
    "imports the checks": Cheat(f"import sys\ndel sys.modules['checks']\nfrom checks import cfr\n{NOTHING}", "in the code: sys.modules"),
    "runs CFR in the cell": Cheat(
        "FOUND = {name: kc.CFR(game).run(10).average_strategy for name, game in checks.GAMES.items()}\n"
        "def cfr(game, iterations):\n    return FOUND['cards'], FOUND['cards']",
        "tried to use kuhncfr.CFR",
    ),
    "wraps CFR": Cheat("def cfr(game, iterations):\n" + RUN.format("kc.CFR"), "tried to use kuhncfr.CFR"),
    "loads CFR": Cheat(
        "import importlib\nCFR = importlib.import_module('kuhncfr.cfr.cfr').CFR\ndef cfr(game, iterations):\n" + RUN.format("CFR"),
        "in the code: import importlib",
    ),
    "runs the file of CFR": Cheat(
        "import runpy\nCFR = runpy.run_path(kc.__path__[0] + '/cfr/cfr.py')['CFR']\ndef cfr(game, iterations):\n" + RUN.format("CFR"),
        "tried to use the file cfr.py",
    ),
    "links the file of CFR": Cheat(
        f"import os\nos.link(kc.__path__[0] + '/cfr/cfr.py', '/tmp/mine.py')\n{NOTHING}", f"tried to link {ROOT / 'kuhncfr/cfr/cfr.py'}"
    ),
    "reads the reference": Cheat(f"import json\nexec(json.load(open({str(SOURCES / 'cfr.ipynb')!r})))", "tried to use the file cfr.ipynb"),
    "looks into frames": Cheat(
        "import sys\ndef cfr(game, iterations):\n    frame = sys._getframe()\n    while frame:\n"
        "        for found in [*frame.f_locals.values(), *frame.f_globals.values()]:\n"
        "            if hasattr(found, '_runs'):\n                return found._runs('', 'cards', 0)[0][0]\n"
        "        frame = frame.f_back",
        "in the code: sys._getframe",
    ),
    "starts a program": Cheat(
        "import subprocess\ndef cfr(game, iterations):\n    subprocess.run(['python', '-c', 'import kuhncfr'])\n    return {}, {}",
        "tried to start another process",
    ),
    "runs a command": Cheat(f"found = !python -c 'import kuhncfr'\n{NOTHING}", "tried to start another process"),
    "hides what it tries": Cheat(
        "def cfr(game, iterations):\n    try:\n        return kc.CFR(game)\n    except BaseException:\n        return {}, {}",
        "tried to use kuhncfr.CFR",
    ),
    "writes answers": Cheat(
        "import os\nfor stream in range(3, 20):\n    try:\n        os.write(stream, b'{\"returned\": 1}\\n')\n"
        f"    except OSError:\n        pass\n{NOTHING}",
        "",
    ),
    "exits": Cheat("import os\nos._exit(0)", "in the code: os._exit"),
    "exits when called": Cheat("import os\ndef cfr(game, iterations):\n    os._exit(0)", "in the code: os._exit"),
    "exits politely": Cheat("def cfr(game, iterations):\n    raise SystemExit", ""),
}

# What stands behind a right function, in the cell of the first part, with the parts that it costs; {} is a folder of other people. Within
# the program's own folder anything is allowed; what is left for the end never runs; what C tries, the system refuses without a word.
WIPE = "import glob, os, shutil\ndef wipe(files):\n    for name in glob.glob(files):\n        {}\n".format
REMOVE = WIPE("os.remove(name) if os.path.isfile(name) else shutil.rmtree(name)")
WIPES = {
    "its own folder": (f"{REMOVE}open('mine', 'w').close()\nwipe('*')", ()),
    "by its path": (f"{REMOVE}wipe('{{}}/*')", ("matching",)),
    "and hides it": (WIPE("shutil.rmtree(name, ignore_errors=True)") + "wipe('{}')", ("matching",)),
    "at the end": (f"{REMOVE}import atexit\natexit.register(wipe, '{{}}/*')", ()),
    "in a module": (
        f"import sys\nopen('own.py', 'w').write({REMOVE!r})\nsys.path.append('')\nimport own\nown.wipe('{{}}/*')",
        ("matching",),
    ),
    "in a child": (f"{REMOVE}if os.fork() == 0:\n    wipe('{{}}/*')\n    os._exit(0)", ("matching",)),
    "through C": ("import ctypes\nctypes.CDLL(None).unlink(b'{}/1.txt')", ()),
    "when called": (
        f"{REMOVE}MINE = regret_matching\ndef regret_matching(regrets):\n    wipe('{{}}/*')\n    return MINE(regrets)",
        ("matching", "current", "average"),
    ),
}


def reference(assignment: str) -> NotebookNode:
    """The instructor's notebook, as a student would hand it in."""
    notebook = nbformat.read(SOURCES / f"{assignment}.ipynb", as_version=4)
    for cell in notebook.cells:
        cell.source = MARK.sub("", cell.source)
    return notebook


def untouched(assignment: str) -> NotebookNode:
    """As students get it."""
    notebook = nbformat.read(SOURCES / f"{assignment}.ipynb", as_version=4)
    for cell in notebook.cells:
        cell.source = SOLUTION.sub(r"\1raise NotImplementedError()", cell.source)
    return notebook


def slipped(slip: str) -> NotebookNode:
    """The reference with some lines exchanged."""
    notebook = reference(SLIPS[slip].assignment)
    for right, wrong in SLIPS[slip].lines.items():
        (cell,) = [cell for cell in notebook.cells if right in cell.source]
        cell.source = cell.source.replace(right, wrong)
    return notebook


def rewritten(assignment: str, sources: dict[str, str]) -> NotebookNode:
    """The reference with whole cells exchanged."""
    notebook = reference(assignment)
    for cell in notebook.cells:
        cell.source = sources.get(cell.id, cell.source)
    return notebook


def most(assignment: str) -> dict[str, float]:
    """The points of each part."""
    cells = [cell for cell in reference(assignment).cells if cell.metadata.get("nbgrader", {}).get("grade")]
    return {cell.id.removeprefix("points-"): cell.metadata.nbgrader.points for cell in cells}


def run(notebook: NotebookNode, assignment: str, seed: int = 0, seconds: float = 20, second_seed: int | None = None) -> running.Ran:
    """Run a notebook as the grader does, without nbgrader."""
    source = nbformat.read(SOURCES / f"{assignment}.ipynb", as_version=4)
    return running.run(notebook, source, seed=seed, second_seed=seed + 1 if second_seed is None else second_seed, seconds=seconds)


def points(ran: running.Ran) -> dict[str, float]:
    return {part.removeprefix("points-"): result.points for part, result in ran.results.items()}


def hand_in(notebook: NotebookNode, folder: Path, name: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, folder / f"{name}.ipynb")
