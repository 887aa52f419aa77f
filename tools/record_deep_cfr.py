"""Record the runs of the chapter on Deep CFR, some fifteen minutes of them: ``python -m tools.record_deep_cfr``.

It runs the chapter's own program, the cells whose names begin with ``deep-program``, and writes ``book/kuhnbook/deep_cfr.json``.
"""

import json
import sys
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
CHAPTER, RECORD = ROOT / "book" / "deep_cfr.ipynb", ROOT / "book" / "kuhnbook" / "deep_cfr.json"

DESCRIBED, TABLES = "as described", "tables"
SETTINGS: dict[str, dict[str, Any]] = {
    DESCRIBED: {},
    "50 steps a fit": {"steps": 50},
    "5 steps a fit": {"steps": 5},
    "1 step a fit": {"steps": 1},
    "rate 0.0001": {"rate": 1e-4},
    "1 step, rate 0.0001": {"steps": 1, "rate": 1e-4},
    "1 step, nets kept": {"steps": 1, "keep": True},
    "20 steps, nets kept": {"steps": 20, "keep": True},
    "4 hidden units": {"hidden": 4},
    "memory of 300": {"memory": 300},
    "no weights t": {"weights": False},
}
STOPS, END = (5, 10, 20, 40, 80), 40  # the last is only for the curves
AVERAGING = {"3,000 steps": 3_000, "50 steps": 50, "1 step": 1}  # of the network of the average

LEDUC = {"table": 0, "table, suits alike": 0, "network, 300 steps": 300, "network, 1,000 steps": 1_000}
LEDUC_STOPS = (10, 20, 40)


@cache
def program() -> dict[str, Any]:
    """Run the chapter's program and return its names."""
    sys.path.insert(0, str(CHAPTER.parent))  # where chapters find kuhnbook
    cells = [cell for cell in json.loads(CHAPTER.read_text(encoding="utf-8"))["cells"] if cell["id"].startswith("deep-program")]
    names: dict[str, Any] = {}
    for cell in cells:
        exec("".join(cell["source"]), names)
    return names


def kuhn(name: str, seed: int) -> dict[int, dict[str, float]]:
    """Return the exploitability after some iterations, by how the average is fitted."""
    of = program()
    fits = [of["table"]] * 2 if name == TABLES else [of["Network"](**SETTINGS[name]) for _ in (0, 1)]
    cfr = of["DeepCFR"](of["kc"].KuhnPoker(), fits, seed)
    found = {}
    for stop in STOPS if name in (TABLES, DESCRIBED) else (END,):
        while cfr.t < stop:
            of["step"](cfr)
        found[stop] = {"table": of["gap"](cfr)}
        if name != TABLES:
            averaging = AVERAGING if (name, stop) == (DESCRIBED, END) else ["3,000 steps"]
            found[stop] |= {each: of["gap"](cfr, of["Network"](steps=AVERAGING[each])) for each in averaging}
    return found


def leduc(name: str, seed: int) -> dict[int, float]:
    """Return the exploitability after some iterations, with a table for the average."""
    of, steps = program(), LEDUC[name]
    fits = [suits_alike if "suits" in name else of["table"]] * 2
    if steps:
        fits = [of["Network"](of["leduc_features"], "fcr", hidden=64, steps=steps) for _ in (0, 1)]
    cfr = of["DeepCFR"](of["kc"].LeducPoker(), fits, seed)
    found = {}
    for stop in LEDUC_STOPS:
        while cfr.t < stop:
            of["step"](cfr, walks=200)
        found[stop] = of["gap"](cfr)
    return found


def suits_alike(samples: Any, _: Any = None) -> Any:
    """Fit a table that knows only ranks."""
    fitted = program()["table"]([(infoset.upper(), t, row) for infoset, t, row in samples])
    return lambda infoset, action: fitted(infoset.upper(), action)


def main() -> None:
    record: dict[str, Any] = {}
    jobs = [(leduc, *job) for job in product(LEDUC, range(2))]
    jobs += [(kuhn, *job) for job in product(SETTINGS, range(4))] + [(kuhn, TABLES, seed) for seed in range(10)]
    for run, name, seed in jobs:
        print(run.__name__, name, seed, flush=True)
        record.setdefault(run.__name__, {}).setdefault(name, {})[seed] = run(name, seed)
    rounded = json.loads(json.dumps(record), parse_float=lambda number: round(float(number), 4))
    RECORD.write_text(json.dumps(rounded, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
