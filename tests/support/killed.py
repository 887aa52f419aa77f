"""A program that solves and saves, is killed at random moments, and goes on: it counts how often the file was exact."""

import os
import random
import signal
import sys
import time
from pathlib import Path

import kuhncfr as kc


def main(folder, kills):
    """Kill children of this process, which has compiled all it needs, and look at the file that each of them left."""
    path, tree = Path(folder) / "run.npz", kc.compile_game(kc.KuhnPoker())
    undisturbed = kc.solve(tree, 1, sampling="external", seed=1, record_every=50)
    undisturbed.save(path)
    begin = time.perf_counter()
    kc.Run.load(path, tree).resume(200, callback=lambda run: run.save(path))
    life = 2 * (time.perf_counter() - begin)  # time for some saves, on this machine
    moments, exact = random.Random(1), 0
    for _ in range(kills):
        child = os.fork()
        if child == 0:
            kc.Run.load(path, tree).resume(10**7, callback=lambda run: run.save(path))
        time.sleep(moments.uniform(0.0, life))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        found = kc.Run.load(path, tree)
        undisturbed = undisturbed.resume(max(0, found.iterations - undisturbed.iterations))
        exact += found.current_strategy == undisturbed.current_strategy and found.average_strategy == undisturbed.average_strategy
    print(exact, found.iterations)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
