"""``kuhncfr play``."""

import random
import sys
from collections.abc import Mapping
from itertools import count
from typing import Annotated

from kuhncfr.cli import dealer, solutions
from kuhncfr.cli.equilibria import closed_form
from kuhncfr.cli.errors import printable
from kuhncfr.cli.formatting import format_exact, format_signed, plural
from kuhncfr.cli.options import Seed, option
from kuhncfr.cli.output import echo, echo_heading, echo_lines
from kuhncfr.cli.registry import GameOption, choose
from kuhncfr.cli.session import SeatEvaluation, Session
from kuhncfr.cli.solutions import OptionalStrategyFile
from kuhncfr.hand_history import Score, score

FEW = 30  # hands, too few for the normal approximation

Seat = Annotated[int | None, option("Which player you are; if not given, you change seats.", "N", min=1)]
HandsToPlay = Annotated[int | None, option("Stop after so many.", "N", None, "--hands", min=1)]


class _Quit(Exception):
    """The person at the table wants to stop."""


def play(
    file: OptionalStrategyFile = None,
    seat: Seat = None,
    hands: HandsToPlay = None,
    seed: Seed = None,
    game: GameOption = None,
) -> None:
    """Play against a saved strategy, or against an equilibrium (of one-bet unless --game names another game).

    Without a file: one-bet, kuhn for two with three cards, and kuhn for three with four cards and an ante as large as the bet.

    Stop with q, Ctrl-D or Ctrl-C. Then you see what you won, and what your way of playing would cost you against a perfect opponent.
    """
    solution = solutions.load(file, game) if file is not None else closed_form(game or choose("one-bet", {}), {}).solution
    players = solution.game.players
    if seat is not None and seat > players:
        raise ValueError(f"--seat must be one of 1 to {players}, got {seat}")
    opponent = "the saved strategy" if file else "the equilibrium"
    echo_heading(f"{solution.choice}. You play against {opponent}; q ends.", solution.choice.legend)
    session = Session(solution.game, solution.profile)
    try:
        _play_hands(session, seat, hands, random.Random(seed))
    except (_Quit, KeyboardInterrupt):
        echo()
    _show_score(score([hand.utility for hand in session.hands]))
    for taken in sorted({hand.seat for hand in session.hands}):
        echo()
        _show_evaluation(session.evaluate(taken), taken, opponent)


def _play_hands(session: Session, seat: int | None, hands: int | None, rng: random.Random) -> None:
    for played in count() if hands is None else range(hands):
        taken = seat - 1 if seat is not None else played % session.game.players
        _play_hand(session, taken, played + 1, rng)


def _play_hand(session: Session, seat: int, number: int, rng: random.Random) -> None:
    game = session.game

    def choose_action(history: str, names: Mapping[str, str]) -> str:
        echo(f"You see {game.infoset(history)}.")
        return _ask_for_action(names)

    echo(f"Hand {number}. You are player {seat + 1}.")
    history = dealer.play_hand(game, session.profile, seat, rng, choose_action, lambda player, name: echo(f"Player {player + 1}: {name}."))
    won = session.add(seat, history)
    result = f"win {won}" if won > 0 else f"lose {-won}" if won < 0 else "get your chips back"
    echo(f"The hand was {history}. You {result}. Score {format_signed(sum(hand.utility for hand in session.hands))}.")
    echo()


def _ask_for_action(names: Mapping[str, str]) -> str:
    """Ask for an action until one is typed."""
    choices = ", ".join(action if action == name else f"{action} {name}" for action, name in names.items())
    while True:
        print(f"{printable(choices)}, q quit: ", end="", flush=True)
        typed = sys.stdin.readline()
        if not sys.stdin.isatty():
            echo_lines(typed.strip() or " ")  # so that input from a pipe can be read in the output
        action = dealer.parse_action(typed, names)
        if action is not None:
            return action
        if typed == "" or typed.strip().lower() in ("q", "quit"):
            raise _Quit
        echo(f"Please type {', '.join(names)} or q.")


def _show_score(score: Score) -> None:
    if score.mean is None:
        echo("No hand was finished.")
        return
    result, chips = "lost" if score.total < 0 else "won", "chip" if abs(score.total) == 1 else "chips"
    echo(f"You played {plural(score.hands, 'hand')} and {result} {abs(score.total)} {chips}, {float(score.mean):+.4f} a hand.")
    if score.half_width is not None:
        low, high = float(score.mean) - score.half_width, float(score.mean) + score.half_width
        few = f" (rough: fewer than {FEW} hands)" if score.hands < FEW else ""
        echo(f"95 % confidence interval: {low:+.4f} to {high:+.4f} chips a hand{few}.")


def _show_evaluation(found: SeatEvaluation, seat: int, opponent: str) -> None:
    echo(f"As player {seat + 1}, if you always mixed your actions as often as you did here:")
    best = format_exact(found.best_response_value)
    echo(f"- Against {opponent} you would win {format_exact(found.value)} a hand; the best reply wins {best}.")
    if found.worst_case is None or found.profile_worst_case is None:
        echo(f"  Your way of playing costs {format_exact(found.best_response_value - found.value)} chips a hand.")
    else:
        perfect = f"- Against a perfect opponent, who knows how you play, you would win {format_exact(found.worst_case)} a hand,"
        cost = format_exact(found.profile_worst_case - found.worst_case)
        echo(f"{perfect} and {opponent} in your seat {format_exact(found.profile_worst_case)}: your way of playing costs {cost}.")
    if found.unseen:
        echo(f"- You never had to act at {_listed(found.unseen)}; this assumes that you play there like {opponent}.")


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(names) if len(names) <= 6 else f"{', '.join(names[:3])} and {len(names) - 3} more information sets"
