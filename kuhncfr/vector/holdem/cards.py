"""The 52 cards in the notation of players: "Qs" is the queen of spades."""

from typing import Any

from kuhncfr._support import arguments
from kuhncfr._support.extras import extra

RANKS = "23456789TJQKA"
SUITS = "cdhs"
BOARD = 5

Hand = tuple[int, int]  # the higher card first


def import_pokerkit() -> Any:
    """Return the library that parses cards and ranges, and ranks hands.

    Of pokerkit, phevaluator and treys, only pokerkit also parses ranges. It is maintained, typed, pure Python, under the MIT licence and
    without dependencies. phevaluator ranks hands thirty times as fast but takes 30 MB; treys has had no release since 2022.

    Raises
    ------
    ModuleNotFoundError
        If pokerkit is not installed; the message names the extra to install.
    """
    with extra("poker"):
        import pokerkit
    return pokerkit


def card_number(card: Any) -> int:
    """Return a pokerkit card as a whole number, from 0 for the two of clubs to 51 for the ace of spades."""
    return len(SUITS) * RANKS.index(card.rank) + SUITS.index(card.suit)


def card_text(*cards: int) -> str:
    """Return cards in the notation of players."""
    return "".join(RANKS[card // len(SUITS)] + SUITS[card % len(SUITS)] for card in cards)


def parse_cards(name: str, text: str) -> tuple[int, ...]:
    """Return the cards of a text, with or without space between them; no card may occur twice."""
    arguments.text(name, text)
    try:
        cards = tuple(map(card_number, import_pokerkit().Card.parse(text)))
    except ValueError as error:
        allowed = f"cards, each a rank of {RANKS} and a suit of {SUITS}, such as Qs"
        raise ValueError(f"{name} must be {allowed}, got {arguments.shown(text)}") from error
    for card in cards:
        if cards.count(card) > 1:
            times = f"{card_text(card)} {cards.count(card)} times"
            raise ValueError(f"{name} must not have a card twice, got {times} in {arguments.shown(text)}")
    return cards


def parse_board(text: str) -> tuple[int, ...]:
    """Return the five cards of a board.

    Examples
    --------
    >>> card_text(*parse_board("Qs Jh 2h 8d 3c"))
    'QsJh2h8d3c'
    """
    cards = parse_cards("board", text)
    if len(cards) != BOARD:
        raise ValueError(f"board must be {BOARD} cards, such as 'Qs Jh 2h 8d 3c', got {len(cards)}: {arguments.shown(text)}")
    return cards
