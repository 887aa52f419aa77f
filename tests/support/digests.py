"""Fingerprints of what the solver computes, to the last bit; as a program, it prints those of the processor that Numba is told of."""

import hashlib
import json

import numpy as np

import kuhncfr as kc
from kuhncfr.cfr.algorithm import ALGORITHMS
from kuhncfr.solver.engine import Engine

GAMES = {
    "one-bet": kc.OneBetKuhn(ante=0.3),
    "Kuhn": kc.KuhnPoker(),
    "three players": kc.KuhnPoker(players=3, cards=4),
    "Leduc": kc.LeducPoker(),
}
VARIANTS = ALGORITHMS | {"odd exponents": kc.Algorithm(alpha=0.3, beta=-0.7, gamma=1.1)}
WAYS = [(None, True), (None, False), ("chance", True), ("chance", False), ("external", True), ("outcome", True)]


def digests():
    """Return a digest for each game, variant and way of walking the tree, and one for hands that are played."""
    found = {}
    for title, game in GAMES.items():
        tree = kc.compile_game(game)
        iterations = 50 if title == "Leduc" else 300
        for name, algorithm in VARIANTS.items():
            for sampling, alternating in WAYS:
                if sampling and (algorithm.floor or algorithm.predictive):
                    continue
                engine = Engine(tree, algorithm, sampling=sampling, alternating=alternating, rng=np.random.default_rng(1), exploration=0.6)
                engine.advance(iterations, target=1e-9)  # with all the comparisons on the way
                label = f"{title}, {name}, {sampling or 'whole tree'}, {'alternating' if alternating else 'simultaneous'}"
                found[label] = _digest(
                    engine.state.regret, engine.state.strategy, engine.state.cumulative, np.array(engine.exploitability())
                )
        sim = kc.simulate(tree, kc.StrategyProfile.uniform(game), hands=2_000, seed=1)
        found[f"{title}, hands"] = _digest(np.array(list(sim.plays.values())), np.array(list(sim.net.values())))
    return found


def _digest(*arrays):
    return hashlib.sha256(b"".join(array.tobytes() for array in arrays)).hexdigest()[:16]


if __name__ == "__main__":
    print(json.dumps(digests()))
