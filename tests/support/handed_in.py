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
    """Wrong lines: the points that are left in the parts that lose some, and what stands in the reference with what the student wrote."""

    assignment: str
    points: dict[str, float]
    lines: dict[str, str]
    name: str  # of the mistake that is named


def slips(assignment: str, *table: tuple[str, dict[str, float], dict[str, str]]) -> dict[str, Slip]:
    """Slips by the mistake that is named, and after a colon what tells them apart; in brackets, one that gets no name."""
    return {label: Slip(assignment, points, lines, "" if label[0] == "[" else label.partition(":")[0]) for label, points, lines in table}


OWN, AFTER, FOR = "own[game.infoset(h)] = reach[mover]", "next_reach = list(reach)", "    for _ in range(iterations):\n"
SIGMA = "        strategy[game.infoset(h)] = regret_matching(regrets[game.infoset(h)])\n"
KEPT = "    cumulative, totals = KEPT.setdefault(tuple(infosets), (cumulative, totals))\n"
SKIP = "values[action] = [0.0] * game.players\n        if probability == 0:\n            continue\n        "
CURRENT = "{key: regret_matching(row) for key, row in cumulative.items()}"
LATE = {"current": 0.5, "average": 1.5}
SLIPS = slips(  # the gravest mistakes first
    "cfr",
    ("own reach in the regret", {"regrets": 0}, {"if who != mover:": "if True:"}),
    ("chance forgotten", {"regrets": 0}, {"for who in range(game.players + 1):": "for who in range(game.players):"}),
    ("regret with the wrong sign", {"regrets": 0}, {"(values[action][mover] - value[mover])": "(value[mover] - values[action][mover])"}),
    ("reach overwritten", {"regrets": 1, "reach": 0.25}, {"reach[mover] *= ": "reach[mover] = (reach[-1] if mover < 0 else 1) * "}),
    ("average without reach", {"average": 0}, {"+= own[key] * strategy": "+= strategy"}),
    ("current for average", {"average": 0}, {"return average, {": f"return {CURRENT}, {{"}),
    (
        "strategy changed inside an iteration",
        {"regrets": 2, "reach": 0.5},
        {
            f"{OWN}\n": f"{OWN}\n{SIGMA}",
            "strategy, regrets, own)\n        for key": "strategy, cumulative, own)\n        for key",
            "cumulative[key][action] += regrets[key][action]": "pass",
        },
    ),
    ("regrets floored by aliasing", LATE, {"+= regrets[key][action]": "= max(cumulative[key][action] + regrets[key][action], 0.0)"}),
    ("number of iterations off by one", LATE, {"in range(iterations):": "in range(1, iterations):"}),
    ("state kept between calls", LATE, {"def cfr(game, iterations):": "KEPT = {}\n\n\ndef cfr(game, iterations):", FOR: KEPT + FOR}),
    ("previous player's reach alone", {"regrets": 3}, {"if who != mover:": "if who in ((mover - 1) % game.players, game.players):"}),
    ("unplayed action worth 0", {"regrets": 0, "reach": 0.25}, {AFTER: SKIP + AFTER}),
    ("[no regret where own reach is 0]", {"regrets": 0}, {"    if mover >= 0:\n": "    if mover >= 0 and reach[mover] > 0:\n"}),
    ("[no own reach where that of another is 0]", {"reach": 0.25}, {OWN: f"{OWN} if others else own[game.infoset(h)]"}),
    ("[a right walk called wrongly]", {"current": 0, "average": 0}, {"[1.0] * (game.players + 1)": "[1.0] * game.players"}),
    ("[matching of |regrets|]", {"matching": 0.25}, {"max(regret, 0.0)": "abs(regret)"}),
    ("[a colon missing]", {"matching": 0}, {"def regret_matching(regrets):": "def regret_matching(regrets)"}),
    ("[one list of reach]", {"regrets": 0, "reach": 0}, {AFTER: "next_reach = reach"}),
)
SLIPS |= slips(
    "regret_matching",
    ("current for average: learnt", {"learning": 0}, {"return [t / rounds for t in total]": "return regret_matching(regrets)"}),
    ("current for average: played", {"self-play": 0}, {"tuple([t / rounds for t in total] for total in totals)": "tuple(strategies)"}),
    ("[fields won minus lost]", {"payoffs": 0.5}, {"(ahead > 0) - (ahead < 0)": "ahead"}),
    ("[fields for worth]", {"payoffs": 1}, {"sum(w for w": "sum(1 for w"}),
)
CHOICE = "return max(value(h + action) for action in infosets[key].actions)"
SLIPS |= slips(
    "best_response",
    ("chance forgotten in the best response", {"response": 0}, {"reach *= float(game.chance(before)[action])": "pass"}),
    ("own reach in the best response", {"response": 0}, {"elif game.player(before) != player:": "else:"}),
    ("uniform posterior", {"response": 0}, {"sum(others(h) * value": "sum(value"}),
    ("best response per history", {"response": 0}, {"return value(h + chosen[key])": CHOICE}),
    ("[sum of the gains]", {"exploitability": 1}, {"return sum(gains) / game.players": "return sum(gains)"}),
)


class Cheat(NamedTuple):
    """What stands in the place of the function ``cfr``, and the remark for the teacher."""

    source: str
    remark: str


CFR = "def cfr(game, iterations):\n    "
NOTHING = f"{CFR}return {{}}, {{}}"
RUN = f"{CFR}run = {{}}(game)\n    run.run(iterations)\n    return run.average_strategy, run.current_strategy"
FRAMES = """import sys
def cfr(game, iterations):
    frame = sys._getframe()
    while frame:
        for found in [*frame.f_locals.values(), *frame.f_globals.values()]:
            if hasattr(found, '_runs'):
                return found._runs('', 'cards', 0)[0][0]
        frame = frame.f_back"""
FOUND = "FOUND = {name: kc.CFR(game).run(10).average_strategy for name, game in checks.GAMES.items()}"
LOADED = "import importlib\nCFR = importlib.import_module('kuhncfr.cfr.cfr').CFR\n" + RUN.format("CFR")
FILE_RUN = "import runpy\nCFR = runpy.run_path(kc.__path__[0] + '/cfr/cfr.py')['CFR']\n" + RUN.format("CFR")
LINK = f"import os\nos.link(kc.__path__[0] + '/cfr/cfr.py', '/tmp/mine.py')\n{NOTHING}"
CHILD = f"import subprocess\n{CFR}subprocess.run(['python', '-c', 'import kuhncfr'])\n    return {{}}, {{}}"
ANSWERS = f"""import os
for stream in range(3, 20):
    try:
        os.write(stream, b'{{"returned": 1}}\\n')
    except OSError:
        pass
{NOTHING}"""

CHEATS = {
    "replaces show": Cheat(f"checks.show = lambda result: result.most\n{NOTHING}", "in the code: checks.show ="),
    "asks the checks": Cheat(f"{CFR}return checks.cfr._runs('', 'cards', 0)[0][0]", ""),
    "imports the checks": Cheat(f"import sys\ndel sys.modules['checks']\nfrom checks import cfr\n{NOTHING}", "in the code: sys.modules"),
    "runs CFR in the cell": Cheat(f"{FOUND}\n{CFR}return FOUND['cards'], FOUND['cards']", "tried to use kuhncfr.CFR"),
    "wraps CFR": Cheat(RUN.format("kc.CFR"), "tried to use kuhncfr.CFR"),
    "loads CFR": Cheat(LOADED, "in the code: import importlib"),
    "runs the file of CFR": Cheat(FILE_RUN, "tried to use the file cfr.py"),
    "links the file of CFR": Cheat(LINK, f"tried to link {ROOT / 'kuhncfr/cfr/cfr.py'}"),
    "reads the reference": Cheat(f"import json\nexec(json.load(open({str(SOURCES / 'cfr.ipynb')!r})))", "tried to use the file cfr.ipynb"),
    "looks into frames": Cheat(FRAMES, "in the code: sys._getframe"),
    "starts a program": Cheat(CHILD, "tried to start another process"),
    "runs a command": Cheat(f"found = !python -c 'import kuhncfr'\n{NOTHING}", "tried to start another process"),
    "hides what it tries": Cheat(
        f"{CFR}try:\n        return kc.CFR(game)\n    except BaseException:\n        return {{}}, {{}}", "tried to use kuhncfr.CFR"
    ),
    "writes answers": Cheat(ANSWERS, ""),
    "exits": Cheat("import os\nos._exit(0)", "in the code: os._exit"),
    "exits when called": Cheat(f"import os\n{CFR}os._exit(0)", "in the code: os._exit"),
    "exits politely": Cheat(f"{CFR}raise SystemExit", ""),
}

# What stands behind a right function, in the cell of the first part, with the parts that it costs; {} is a folder of other people. Within
# the program's own folder anything is allowed; what is left for the end never runs; what C tries, the system refuses without a word.
WIPE = "import glob, os, shutil\ndef wipe(files):\n    for name in glob.glob(files):\n        {}\n".format
REMOVE = WIPE("os.remove(name) if os.path.isfile(name) else shutil.rmtree(name)")
ALL, MATCHING = "wipe('{}/*')", "def regret_matching(regrets):\n    "
WIPES = {
    "its own folder": (f"{REMOVE}open('mine', 'w').close()\nwipe('*')", ()),
    "by its path": (f"{REMOVE}wipe('{{}}/*')", ("matching",)),
    "and hides it": (WIPE("shutil.rmtree(name, ignore_errors=True)") + "wipe('{}')", ("matching",)),
    "at the end": (f"{REMOVE}import atexit\natexit.register(wipe, '{{}}/*')", ()),
    "in a module": (f"import sys\nopen('own.py', 'w').write({REMOVE!r})\nsys.path.append('')\nimport own\nown.{ALL}", ("matching",)),
    "in a child": (f"{REMOVE}if os.fork() == 0:\n    wipe('{{}}/*')\n    os._exit(0)", ("matching",)),
    "through C": ("import ctypes\nctypes.CDLL(None).unlink(b'{}/1.txt')", ()),
    "when called": (f"{REMOVE}MINE = regret_matching\n{MATCHING}{ALL}\n    return MINE(regrets)", ("matching", "current", "average")),
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
    return running.run(notebook, source, (seed, seed + 1 if second_seed is None else second_seed), seconds)


def points(ran: running.Ran) -> dict[str, float]:
    return {part.removeprefix("points-"): result.points for part, result in ran.results.items()}


def hand_in(notebook: NotebookNode, folder: Path, name: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, folder / f"{name}.ipynb")
