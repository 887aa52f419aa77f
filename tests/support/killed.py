"""A program that solves and saves, is killed at random moments, and goes on: it counts how often the file was exact."""

import os
import random
import signal
import sys
import time
from itertools import cycle, islice
from pathlib import Path

import kuhncfr as kc

PAIRS = kc.vector.Range([4, 2, 3, 1], cards=[[0, 1], [2, 3], [4, 5], [6, 7]])  # as on a river
SAMPLED = {"sampling": "external", "seed": 1}
KINDS = {
    "tree": (kc.compile_game(kc.KuhnPoker()), {}),
    "sampled": (kc.compile_game(kc.KuhnPoker()), SAMPLED),
    "cards": (kc.vector.kuhn(cards=20), {}),
    "numbers": (kc.vector.kuhn(cards=20, independent=True), {}),
    "pairs": (kc.vector.PublicGame(kc.vector.kuhn(cards=2).betting, (PAIRS, PAIRS), pot=2), {}),
}


def solved(kind, iterations):
    game, settings = KINDS[kind]
    return kc.solve(game, iterations, record_every=50, **settings)


def loaded(folder, kind):
    return kc.Run.load(Path(folder) / f"{kind}.npz", KINDS[kind][0])


def learnt(run):
    return run.iterations, {name: array.tobytes() for name, array in run._arrays.items()}


def main(folder, kills):
    """Kill children of this process, which has compiled all it needs, and look at the file that each of them left."""
    life = {}
    for kind in KINDS:
        path = Path(folder) / f"{kind}.npz"
        solved(kind, 1).save(path)
        begin = time.perf_counter()
        loaded(folder, kind).resume(200, callback=lambda run, path=path: run.save(path))
        life[kind] = 2 * (time.perf_counter() - begin)  # time for some saves, on this machine
    moments, exact = random.Random(1), 0
    for kind in islice(cycle(KINDS), kills):
        path = Path(folder) / f"{kind}.npz"
        child = os.fork()
        if child == 0:
            loaded(folder, kind).resume(10**7, callback=lambda run, path=path: run.save(path))
        time.sleep(moments.uniform(0.0, life[kind]))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        found = loaded(folder, kind)
        exact += learnt(found) == learnt(solved(kind, found.iterations))
    print(exact, sum(loaded(folder, kind).iterations for kind in KINDS))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
