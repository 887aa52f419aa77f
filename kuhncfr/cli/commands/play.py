"""``kuhncfr play``."""

import random
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import kuhncfr as kc
from kuhncfr.cli import hand, saved
from kuhncfr.cli.closed_form import closed_form
from kuhncfr.cli.errors import BadInput
from kuhncfr.cli.numbers import both, chips, counted
from kuhncfr.cli.options import Seed, option
from kuhncfr.cli.registry import NO_NUMBERS, GameNumbers, GameOption, describe, game_numbers
from kuhncfr.cli.saved import OptionalStrategyFile, Solution
from kuhncfr.cli.score import Tally, Worth
from kuhncfr.cli.screen import ask, say, say_as_it_is
from kuhncfr.hand_history import Score

FEW = 30  # hands, too few for the normal approximation

Seat = Annotated[int | None, option("Which player you are; if not given, you change seats.", "N", min=1)]
HandsToPlay = Annotated[int | None, option("Stop after so many.", "N", None, "--hands", min=1)]


class _Enough(Exception):
    """You want to stop."""


@game_numbers
def play(
    file: OptionalStrategyFile = None,
    seat: Seat = None,
    hands: HandsToPlay = None,
    seed: Seed = None,
    game: GameOption = None,
    numbers: GameNumbers = NO_NUMBERS,
) -> None:
    """Play against a saved strategy, or against an equilibrium (of one-bet unless --game tells another).

    Without a file: one-bet, kuhn for two with three cards, and kuhn for three with four cards and an ante as large as the bet.

    Stop with q, Ctrl-D or Ctrl-C: then you see what you won, and what your way of playing would cost you against a perfect opponent.
    """
    solution = _opponent(file, numbers.game(game))
    if seat is not None and seat > solution.game.players:
        raise BadInput(f"--seat must be one of 1 to {solution.game.players}, got {seat}")
    them = "the saved strategy" if file else "the equilibrium"
    say(f"{describe(solution.game)}. You play against {them}; q ends.")
    if isinstance(solution.game, kc.LeducPoker):
        say("Capital and small letters are the two suits.")
    say()
    tally = Tally(solution.game, solution.profile)
    try:
        _hands(tally, seat, hands, random.Random(seed))
    except (_Enough, KeyboardInterrupt):
        say()
    _show_score(tally.score())
    for taken in tally.seats:
        say()
        _show_worth(tally.worth(taken), taken, them)


def _opponent(file: Path | None, game: Any) -> Solution:
    if file is not None:
        return saved.load(file, game)
    return closed_form(kc.OneBetKuhn() if game is None else game, {}).solution


def _hands(tally: Tally, seat: int | None, hands: int | None, rng: random.Random) -> None:
    played = 0
    while hands is None or played < hands:
        taken = seat - 1 if seat is not None else played % tally.game.players
        _one_hand(tally, taken, played + 1, rng)
        played += 1


def _one_hand(tally: Tally, seat: int, number: int, rng: random.Random) -> None:
    game = tally.game
    say(f"Hand {number}. You are player {seat + 1}.")
    history = hand.play_hand(game, tally.profile, seat, rng, _asked, say)
    others = ", ".join(f"player {i + 1} {history[i]}" for i in range(game.players) if i != seat)
    won = tally.add(seat, history)
    result = f"win {won}" if won > 0 else f"lose {-won}" if won < 0 else "get your chips back"
    say(f"You had {history[seat]}, {others}. You {result}. Score {chips(sum(one.utility for one in tally.hands))}.")
    say()


def _asked(_: str, words_for: Mapping[str, str]) -> str:
    """Ask for an action until one is given."""
    choices = ", ".join(f"{key} {words_for[action]}" for action, key in hand.keys(words_for).items())
    while True:
        ask(f"{choices}, q quit: ")
        typed = sys.stdin.readline()
        if not sys.stdin.isatty():
            say_as_it_is(typed.strip() or " ")  # so that what was piped in can be read
        if typed == "" or typed.strip().lower() in ("q", "quit"):
            raise _Enough
        action = hand.understand(typed, words_for)
        if action is not None:
            return action
        say(f"Please type {', '.join(hand.keys(words_for).values())} or q.")


def _show_score(score: Score) -> None:
    if score.mean is None:
        say("No hand was finished.")
        return
    say(f"You played {counted(score.hands, 'hand')} and won {chips(score.total)} chips, {float(score.mean):+.4f} a hand.")
    if score.half_width is not None:
        low, high = float(score.mean) - score.half_width, float(score.mean) + score.half_width
        few = f" (rough: fewer than {FEW} hands)" if score.hands < FEW else ""
        say(f"95 % confidence interval: {low:+.4f} to {high:+.4f} chips a hand{few}.")


def _show_worth(worth: Worth, seat: int, them: str) -> None:
    say(f"As player {seat + 1}, if you always mixed your actions as often as you did here:")
    say(f"- Against {them} you would win {both(worth.here)} a hand; the best reply wins {both(worth.best)}.")
    if worth.sure is None or worth.theirs is None:
        say(f"  Your way of playing costs {both(worth.best - worth.here)} chips a hand.")
    else:
        perfect = f"- Against a perfect opponent, who knows how you play, you would win {both(worth.sure)} a hand,"
        say(f"{perfect} and {them} in your seat {both(worth.theirs)}: your way of playing costs {both(worth.theirs - worth.sure)}.")
    if worth.unmet:
        say(f"- You never had to act at {_some(worth.unmet)}; there you are taken to play like {them}.")


def _some(names: tuple[str, ...]) -> str:
    return ", ".join(names) if len(names) <= 6 else f"{', '.join(names[:3])} and {len(names) - 3} more information sets"
