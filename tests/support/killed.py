"""A program that solves, is killed at random moments, and goes on: it tells how often the file held a state of the undisturbed run."""

import json
import os
import random
import signal
import sys
import time
from pathlib import Path

import kuhncfr as kc
from kuhncfr.solver import state

SETTINGS = {"sampling": "external", "seed": 1}


def reached(path, tree):
    """Return what the file holds, as a run."""
    _, about, _ = state.read(path, tree)
    return kc.resume(path, tree, about["iterations"])


def main(folder, kills):
    """Kill children of this process, which has compiled all it needs, and look at the file that each of them left."""
    path, other, tree = Path(folder) / "run.npz", Path(folder) / "undisturbed.npz", kc.compile_game(kc.KuhnPoker())
    for file in (path, other):
        kc.solve(tree, 1, **SETTINGS, save_to=file)
    begin = time.perf_counter()
    kc.resume(path, tree, 201, save_to=path, save_every=50)
    life = 2 * (time.perf_counter() - begin)  # time for some saves, on this machine
    moments, exact = random.Random(1), 0
    for _ in range(kills):
        child = os.fork()
        if child == 0:
            kc.resume(path, tree, 10**12, save_to=path, save_every=50)
        time.sleep(moments.uniform(0.0, life))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        found = reached(path, tree)
        undisturbed = kc.resume(other, tree, found.iterations, save_to=other)
        exact += found.current_strategy == undisturbed.current_strategy and found.average_strategy == undisturbed.average_strategy
    print(json.dumps({"kills": kills, "exact": exact, "reached": found.iterations}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
