"""Hands of three-player Kuhn poker at an equilibrium: ``kc.simulate`` beside OpenSpiel's bots."""

from typing import Any

import clock
import peers

import kuhncfr as kc

HANDS = 10_000_000
CHECKED = 200_000  # hands whose means must agree with the values of the equilibrium
BEYOND = 5  # standard errors


def run() -> dict[str, Any]:
    """Check the means of both sides, then time a hand of each, in turns, and ten million of ours."""
    game, equilibrium = kc.KuhnPoker(players=3, cards=4), kc.nash.three_player()
    tree, table = kc.compile_game(game), peers.OpenSpielTable("kuhn_poker(players=3)", equilibrium.profile)
    ours = kc.simulate(tree, equilibrium.profile, CHECKED, seed=1)
    means = [ours.mean, table.mean(CHECKED)]
    for mean in means:
        if any(abs(m - u) > BEYOND * e for m, u, e in zip(mean, equilibrium.values, ours.standard_error, strict=True)):
            raise SystemExit(f"after {CHECKED} hands the means are {means}, the values {equilibrium.values}: nothing to compare")
    times = clock.take_turns({"ours": lambda n: kc.simulate(tree, equilibrium.profile, n, seed=1), "theirs": table.run})
    many = [clock.seconds(lambda n: kc.simulate(tree, equilibrium.profile, n, seed=1), HANDS) for _ in range(clock.REPETITIONS)]
    return {
        "title": "three-player Kuhn poker at an equilibrium",
        "peer": table.name,
        "ours": times["ours"].as_dict(),
        "theirs": times["theirs"].as_dict(),
        "ratio": times["theirs"].median / times["ours"].median,
        "goal": 50,
        "checked": CHECKED,
        "means": [list(mean) for mean in means],
        "values": [float(value) for value in equilibrium.values],
        "errors": list(ours.standard_error),
        "hands": HANDS,
        "seconds": clock.summary(many).as_dict(),
        "seconds_goal": 5,
    }
