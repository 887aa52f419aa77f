"""Deal a hand, and let a person and a profile play it."""

import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import kuhncfr as kc

Choose = Callable[[str, Mapping[str, str]], str]  # from a history and the names of the actions to an action


def action_names(game: Any, history: str) -> Mapping[str, str]:
    """Return the name of each action, which is the action itself if the game gives none.

    Examples
    --------
    >>> action_names(kc.KuhnPoker(), "JQ"), action_names(kc.MatrixGame([[0, 1], [1, 0]]), "")
    ({'p': 'check', 'b': 'bet'}, {'a': 'a', 'b': 'b'})
    """
    named = hasattr(game, "action_names")
    names: Mapping[str, str] = game.action_names(history) if named else {action: action for action in game.actions(history)}
    return names


def parse_action(text: str, names: Mapping[str, str]) -> str | None:
    """Return the action that was typed: itself, its name, or how its name alone begins; otherwise None.

    Examples
    --------
    >>> [parse_action(text, {"p": "fold", "b": "call"}) for text in ("p", "CALL", "f", "bet")]
    ['p', 'b', 'p', None]
    """
    text = " ".join(text.split())
    if text in names:
        return text
    found = [action for action, name in names.items() if text and name.startswith(text.lower())]
    return found[0] if len(found) == 1 else None


def play_hand(
    game: Any, profile: kc.StrategyProfile, seat: int, rng: random.Random, choose: Choose, report: Callable[[int, str], None]
) -> str:
    """Play one hand against `profile`, reporting each action of the others by player and name; return the history."""
    history = ""
    while not game.is_terminal(history):
        if game.is_chance(history):
            action = _draw(game.chance(history).items(), rng)
        elif game.player(history) == seat:
            action = choose(history, action_names(game, history))
        else:
            action = _draw(profile[game.infoset(history)].items(), rng)
            report(game.player(history), action_names(game, history)[action])
        history += action
    return history


def _draw(actions: Iterable[tuple[str, Any]], rng: random.Random) -> str:
    names, weights = zip(*actions, strict=True)
    return str(rng.choices(names, [float(weight) for weight in weights])[0])
