"""What the learners of the chapter on regret matching should return, computed by the package: the page can only compare."""

from typing import Any

import numpy as np

import kuhncfr as kc

ROCK = [[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]]
LONGER = [[0.5, -1.0, 1.0], *ROCK[1:]]  # from a uniform start nobody learns anything in the plain game
SKEWED = [[0.3, -1.1, 2.3], [1.7, 0.2, -0.9]]
OPPONENT = [0.5, 0.3, 0.2]
ROUNDS = (1, 2, 3, 50)


def cases() -> dict[str, list[dict[str, Any]]]:
    """Return arguments with the averages that are right, and the strategies of the last round."""
    return {
        "learn": [
            {"given": [table, OPPONENT, T], "right": [average[:1]], "last": last[:1]}
            for table in (ROCK, SKEWED)
            for T in ROUNDS
            for average, last in [after(T, kc.MatrixGame((np.array(table) @ OPPONENT)[:, None]))]
        ],
        "learn_both": [
            {"given": [table, T], "right": [together[0], after(T, game)[0]], "last": together[1]}
            for table in (LONGER, SKEWED)
            for T in ROUNDS
            for game in [kc.MatrixGame(table)]
            for together in [after(T, game, alternating=False)]
        ],
    }


def after(rounds: int, game: kc.Game, **options: bool) -> tuple[list[list[float]], list[list[float]]]:
    """Return the averages after some rounds, and the strategies of the last: CFR of one decision is regret matching."""
    cfr = kc.CFR(game, **options).run(rounds - 1)  # type: ignore[arg-type]
    last = cfr.current_strategy
    cfr.step()
    return rows(cfr.average_strategy), rows(last)


def rows(profile: kc.StrategyProfile) -> list[list[float]]:
    return [[round(float(p), 12) for p in row.values()] for row in profile.values()]
