"""Fingerprints of what the solver computes, to the last bit, and of what is written to files.

As a program, it prints those of the processor that Numba is told of: ``python tests/support/digests.py > tests/solver/digests.json``.
"""

import hashlib
import json
from concurrent.futures import Executor
from functools import partial
from itertools import product

import numpy as np

import kuhncfr as kc
from kuhncfr.cfr.algorithm import ALGORITHMS
from kuhncfr.solver.engine import Engine, exploitabilities
from kuhncfr.solver.settings import Settings

GAMES = {
    "one-bet": kc.OneBetKuhn(ante=0.3),
    "Kuhn": kc.KuhnPoker(),
    "three players": kc.KuhnPoker(players=3, cards=4),
    "Leduc": kc.LeducPoker(),
}
VARIANTS = ALGORITHMS | {"odd exponents": kc.Algorithm(alpha=0.3, beta=-0.7, gamma=1.1)}
PUBLIC_GAMES = {  # made only when they are asked for
    "a hundred cards": lambda: kc.vector.kuhn(cards=100),
    "cards that may tie": lambda: kc.vector.one_bet(cards=50, independent=True),
    "a river": lambda: kc.vector.river("Qs Jh 2h 8d 3c", ("QQ+, A9s-A2s, T9s:0.5", "JJ, KQ, 98s"), pot=100, stack=200),
}
WAYS = [(None, True), (None, False), ("chance", True), ("chance", False), ("external", True), ("outcome", True)]


def digests(executor: Executor | None = None) -> dict[str, str]:
    """Return a digest for each game, variant and way of walking the tree, and one for hands that are played."""
    tasks = dict(_tasks())
    if executor is None:
        return {label: task() for label, task in tasks.items()}
    waiting = {label: executor.submit(task) for label, task in tasks.items()}
    return {label: future.result() for label, future in waiting.items()}


def _tasks():
    for title, game in GAMES.items():
        tree = kc.compile_game(game)
        for name, (sampling, alternating) in product(VARIANTS, WAYS):
            if not sampling or not (VARIANTS[name].regret_matching_plus or VARIANTS[name].predictive):
                label = f"{title}, {name}, {sampling or 'whole tree'}, {'alternating' if alternating else 'simultaneous'}"
                yield label, partial(_solved, tree, VARIANTS[name], sampling, alternating, 50 if title == "Leduc" else 300)
        yield f"{title}, hands", partial(_played, tree)
    for title, make in PUBLIC_GAMES.items():
        game = make()
        for name, alternating in product(VARIANTS, (True, False)):
            label = f"{title}, {name}, {'alternating' if alternating else 'simultaneous'}"
            yield label, partial(_walked, game, VARIANTS[name], alternating)


def _solved(tree, algorithm, sampling, alternating, iterations):
    engine = Engine(tree, Settings(algorithm, sampling, alternating), np.random.default_rng(1))
    engine.advance(iterations, target=1e-9)  # with all the comparisons on the way
    exploitability = exploitabilities(tree, engine.state.cumulative[None])[0]
    return _digest(engine.state.regret, engine.state.strategy, engine.state.cumulative, np.array(exploitability))


def _walked(game, algorithm, alternating):
    run = kc.solve(game, 100, algorithm=algorithm, alternating=alternating, target=1e-9)
    return _digest(*run.current_strategy.values(), *run.average_strategy.values(), np.array([run.exploitability, *run.values]))


def _played(tree):
    sim = kc.simulate(tree, kc.StrategyProfile.uniform(tree.game), episodes=2_000, seed=1)
    return _digest(np.array(list(sim.plays.values())), np.array(list(sim.net.values())))


def _digest(*arrays):
    return hashlib.sha256(b"".join(array.tobytes() for array in arrays)).hexdigest()[:16]


if __name__ == "__main__":
    print(json.dumps(digests(), indent=1))
