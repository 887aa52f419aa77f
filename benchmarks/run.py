"""Time this package and others, side by side: ``make bench``. The measurements go to ``results.json``."""

import os
import platform
from importlib.metadata import version
from typing import Any

import alone
import growth
import hands
import races
import texas_solver
import vector
from machine import processor
from results import read, write

PACKAGES = ["numpy", "numba", "open_spiel", "LiteEFG", "labml-nn", "noregret"]


def main() -> None:
    # The first solve is measured first: it needs new processes, while little memory is in use.
    print("The first solve of a process ...", flush=True)
    results: dict[str, Any] = {"machine": machine(), "first_solve": alone.first_solve()}
    results["races"] = [announced(races.run(race)) for race in races.RACES]
    print("Time to an accuracy, a long run, recording and the progress bar ...", flush=True)
    results["targets"] = alone.to_targets()
    results["long_run"] = alone.long_run()
    results["overheads"] = alone.overheads()
    results["hands"] = announced(hands.run())
    # It is not installed with the others: its earlier measurements stay until it is measured again.
    program = texas_solver.program()
    results["texas_solver"] = announced(texas_solver.run(program)) if program else read()["texas_solver"]
    print("All hands at once ...", flush=True)
    results["vector"] = vector.run()
    print("Growth ...", flush=True)
    results["growth"] = growth.by_cards()
    results["memory"] = growth.with_iterations()
    write(results)


def announced(race: dict[str, Any]) -> dict[str, Any]:
    ours, theirs = (race[side]["median"] * 1e6 for side in ("ours", "theirs"))
    print(f"{race['title']}: {ours:.3g} µs, {race['peer']} {theirs:.3g} µs: {race['ratio']:.3g} times (goal {race['goal']})", flush=True)
    return race


def machine() -> dict[str, Any]:
    return {
        "processor": processor(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "system": platform.system(),
        "versions": {name: version(name) for name in PACKAGES},
    }


if __name__ == "__main__":
    main()
