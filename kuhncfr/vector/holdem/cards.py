"""The 52 cards, and how players write them: "Qs" is the queen of spades."""

from typing import Any

from kuhncfr._support import arguments
from kuhncfr._support.extras import extra

RANKS = "23456789TJQKA"
SUITS = "cdhs"
BOARD = 5

Hand = tuple[int, int]  # the higher card first


def import_pokerkit() -> Any:
    """Return the library that reads cards and ranges, and ranks hands.

    Of pokerkit, phevaluator and treys only pokerkit also reads ranges. It is kept up, typed, pure Python under the MIT licence, and brings
    nothing else; phevaluator ranks thirty times as fast, but takes 30 MB, and treys has rested since 2022.

    Raises
    ------
    ModuleNotFoundError
        If it is not installed; the message tells which extra brings it.
    """
    with extra("poker"):
        import pokerkit
    return pokerkit


def number(card: Any) -> int:
    """Return a card of pokerkit as a whole number, from 0 for the two of clubs to 51 for the ace of spades."""
    return len(SUITS) * RANKS.index(card.rank) + SUITS.index(card.suit)


def written(*cards: int) -> str:
    """Return cards as players write them."""
    return "".join(RANKS[card // len(SUITS)] + SUITS[card % len(SUITS)] for card in cards)


def parsed(name: str, text: str) -> tuple[int, ...]:
    """Return the cards of a text, with or without space between them; none is there twice."""
    arguments.text(name, text)
    try:
        cards = tuple(map(number, import_pokerkit().Card.parse(text)))
    except ValueError as error:
        allowed = f"cards, each a rank of {RANKS} and a suit of {SUITS}, such as Qs"
        raise ValueError(f"{name} must be {allowed}, got {arguments.shown(text)}") from error
    for card in cards:
        if cards.count(card) > 1:
            raise ValueError(f"{name} must not have a card twice: {written(card)} is in {arguments.shown(text)} {cards.count(card)} times")
    return cards


def board(text: str) -> tuple[int, ...]:
    """Return the five cards on the table.

    Examples
    --------
    >>> written(*board("Qs Jh 2h 8d 3c"))
    'QsJh2h8d3c'
    """
    cards = parsed("board", text)
    if len(cards) != BOARD:
        raise ValueError(f"board must be {BOARD} cards, such as 'Qs Jh 2h 8d 3c', got {len(cards)}: {arguments.shown(text)}")
    return cards
