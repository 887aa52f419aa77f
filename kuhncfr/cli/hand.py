"""A hand of cards in words: what can be done, and what was done."""

import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import kuhncfr as kc
from kuhncfr.games.leduc import FOLD

Choose = Callable[[str, Mapping[str, str]], str]  # from a history and the words for the actions to an action


def words(game: Any, history: str) -> dict[str, str]:
    """Name the actions of the player to move.

    Examples
    --------
    >>> words(kc.KuhnPoker(), "JQ"), words(kc.KuhnPoker(), "JQb")
    ({'p': 'check', 'b': 'bet'}, {'p': 'fold', 'b': 'call'})
    >>> words(kc.LeducPoker(), "JkrcQ"), words(kc.LeducPoker(), "JkrcQr")
    ({'c': 'check', 'r': 'bet'}, {'f': 'fold', 'c': 'call', 'r': 'raise'})
    """
    actions = game.actions(history)
    if isinstance(game, kc.LeducPoker):
        facing = FOLD in actions
        names = {"f": "fold", "c": "call" if facing else "check", "r": "raise" if facing else "bet"}
    else:
        facing = game.betting(history).strip("p") != ""
        names = {"p": "fold" if facing else "check", "b": "call" if facing else "bet", "r": "raise"}
    return {action: names.get(action, f"bet {action}") for action in actions}


def keys(words_for: Mapping[str, str]) -> dict[str, str]:
    """Return the key for each action: the first letter of its word, or the size of a bet.

    Examples
    --------
    >>> keys({"p": "check", "1": "bet 1", "2": "bet 2"})
    {'p': 'c', '1': '1', '2': '2'}
    """
    return {action: action if action.isdigit() else word[0] for action, word in words_for.items()}


def understand(typed: str, words_for: Mapping[str, str]) -> str | None:
    """Return the action that was meant, by its key or its word; None if neither is offered."""
    typed = " ".join(typed.lower().split())
    for meant in (keys(words_for), words_for):
        for action, name in meant.items():
            if typed == name:
                return action
    return None


def play_hand(game: Any, profile: kc.StrategyProfile, seat: int, rng: random.Random, choose: Choose, say: Callable[[str], None]) -> str:
    """Play one hand against `profile`; return the history."""
    history = ""
    while not game.is_terminal(history):
        if game.is_chance(history):
            action = _drawn(game.chance(history).items(), rng)
            if len(history) == game.players - 1:
                say(f"Your card is {(history + action)[seat]}.")
            elif len(history) >= game.players:
                say(f"The public card is {action}.")
        elif game.player(history) == seat:
            action = choose(history, words(game, history))
        else:
            action = _drawn(profile[game.infoset(history)].items(), rng)
            say(f"Player {game.player(history) + 1} {_third_person(words(game, history)[action])}.")
        history += action
    return history


def _third_person(word: str) -> str:
    verb, *rest = word.split()
    return " ".join([f"{verb}s", *rest])


def _drawn(actions: Iterable[tuple[str, Any]], rng: random.Random) -> str:
    names, weights = zip(*actions, strict=True)
    return str(rng.choices(names, [float(weight) for weight in weights])[0])
