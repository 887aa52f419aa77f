"""A game for two players in sequence form, as noregret reads it.

A sequence is what a player has done so far: the last information set and the action there, or nothing.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

Infosets = dict[tuple[str, ...], dict[str, None]]  # those in which a player moves next, after each sequence of that player


def sequence_form(game: Any) -> dict[str, Any]:
    """Return the tree of each player's decisions, and player 1's payoff at each pair of sequences, times the probability of chance."""
    infosets: tuple[Infosets, Infosets] = ({(): {}}, {(): {}})
    payoffs: Counter[Any] = Counter()

    def walk(history: str, sequences: tuple[Any, ...], chance: Any) -> None:
        if game.is_terminal(history):
            payoffs[sequences] += chance * game.utilities(history)[0]
        elif game.is_chance(history):
            for action, probability in game.chance(history).items():
                walk(history + action, sequences, chance * probability)
        else:
            player, key = game.player(history), game.infoset(history)
            infosets[player][sequences[player]][key] = None
            for action in game.actions(history):
                infosets[player].setdefault((key, action), {})
                walk(history + action, (*sequences[:player], (key, action), *sequences[player + 1 :]), chance)

    walk("", ((), ()), 1)
    return {
        "tree_form_sequential_decision_processes": [list(nodes(of_player)) for of_player in infosets],
        "utilities": [{"sequences": sequences, "value": float(value)} for sequences, value in payoffs.items()],
    }


def nodes(infosets: Infosets) -> Iterator[dict[str, Any]]:
    """Yield the nodes of a player's tree: after a sequence comes the end, a decision, or an observation that leads to one of several."""
    for sequence, keys in infosets.items():
        match [*keys]:
            case []:
                yield node(sequence, "", "END_OF_THE_DECISION_PROCESS")
            case [key]:
                yield node(sequence, key, "DECISION_POINT")
            case several:
                observation = f"after {sequence}"
                yield node(sequence, observation, "OBSERVATION_POINT")
                yield from (node((observation, key), key, "DECISION_POINT") for key in several)


def node(edge: tuple[str, ...], name: str, kind: str) -> dict[str, Any]:
    return {"parent_edge": edge, "node": {"id": name, "type": kind}}
