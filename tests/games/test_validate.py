"""Each requirement of a game, violated in the smallest way, and its error message."""

import math
from fractions import Fraction

import pytest

import kuhncfr as kc

HALF, TINY = Fraction(1, 2), Fraction(1, 10**30)


class Guess:
    """Player 0 sees a coin and says l or r; player 1 hears it and says l or r, and wins with l for heads, r for tails."""

    players = 2
    zero_sum = True

    def is_terminal(self, history):
        return len(history) == 3

    def utilities(self, history):
        won = Fraction(1 if (history[0], history[2]) in (("h", "l"), ("t", "r")) else -1)
        return (-won, won)

    def is_chance(self, history):
        return history == ""

    def chance(self, history):
        return {"h": HALF, "t": HALF}

    def player(self, history):
        return len(history) - 1

    def actions(self, history):
        return ("l", "r")

    def infoset(self, history):
        return history if len(history) == 1 else "?" + history[1]


METHODS = "is_terminal", "utilities", "is_chance", "chance", "player", "actions", "infoset"


def broken(**parts):
    """The game above with some of its parts replaced: a method by a function of the history, or by what it always returns."""

    def method(part):
        return lambda self, history: part(history) if callable(part) else part

    return type("Broken", (Guess,), {name: method(part) if name in METHODS else part for name, part in parts.items()})()


def message(game, entrance=kc.validate):
    with pytest.raises(ValueError) as caught:  # noqa: PT011 (the whole message is compared)
        entrance(game)
    return str(caught.value)


ENTRANCES = (
    kc.validate,
    kc.compile_game,
    kc.CFR,
    kc.information_sets,
    kc.StrategyProfile.uniform,
    lambda game: kc.exploitability(game, {}),
)


COUNTED_FROM_1 = {"player": len}


@pytest.mark.parametrize(
    ("parts", "complaint"),
    [
        ({"players": 0}, "players must be a whole number of at least 1, got 0"),
        # Before other methods take such a player.
        (COUNTED_FROM_1 | {"infoset": lambda h: [h[0], "?" + h[1:]][len(h)]}, "player at 'hl' must be one of 0 to 1, got 2"),
        (COUNTED_FROM_1 | {"actions": lambda h: ["lr", "lr"][len(h)]}, "player at 'hl' must be one of 0 to 1, got 2"),
    ],
)
def test_whatever_takes_a_game_says_the_same(parts, complaint):
    assert {message(broken(**parts), entrance) for entrance in ENTRANCES} == {complaint}


def rake(history):
    return (Fraction(-1), Fraction(3, 4)) if history == "hll" else (Fraction(1), Fraction(-1))


ALONE = {"players": 1, "zero_sum": False, "utilities": (0,), "player": 0}
RULES = [
    *(({"players": players}, f"players must be a whole number of at least 1, got {players!r}") for players in (0, 2.0, None, True)),
    ({"chance": {"h": HALF, "t": Fraction(1, 4)}}, "chance probabilities at '' must sum to 1, got 3/4"),
    ({"chance": {"h": 1, "t": HALF}}, "chance probabilities at '' must sum to 1, got 3/2"),
    ({"chance": {"h": HALF, "t": HALF - TINY}}, f"chance probabilities at '' must sum to 1, got {1 - TINY}"),
    ({"chance": {"h": 0.5, "t": 0.5 - 2**-24}}, f"chance probabilities at '' must sum to 1, got {1 - 2**-24}"),
    ({"chance": {"h": 1.5, "t": -0.5}}, "chance probabilities at '' must be at least 0, got {'h': 1.5, 't': -0.5}"),
    ({"chance": {"h": math.nan, "t": 1}}, "chance probabilities at '' must be at least 0, got {'h': nan, 't': 1}"),
    ({"chance": {"h": "1/2", "t": HALF}}, "chance probabilities at '' must be at least 0, got {'h': '1/2', 't': Fraction(1, 2)}"),
    ({"chance": {}}, "chance moves at '' but has no actions"),
    ({"chance": {"heads": HALF, "t": HALF}}, "actions of chance at '' must be different single characters, got ('heads', 't')"),
    *(({"player": player}, f"player at 'h' must be one of 0 to 1, got {player!r}") for player in (2, -1, "0", None, 0.5, True, 1.0)),
    *(
        ({"actions": actions}, f"actions of player 0 at 'h' must be different single characters, got {actions!r}")
        for actions in (("left", "right"), ("l", ""), ("l", "l"), ("l", 2))
    ),
    ({"actions": ()}, "player 0 moves at 'h' but has no actions"),
    *(
        ({"utilities": won}, f"utilities at 'hll' must be a tuple with one number per player (2), got {won!r}")
        for won in (None, (Fraction(1),), (1, -1, 0), [1, -1])
    ),
    *(
        ({"utilities": won}, f"utilities at 'hll' must be finite numbers, got {won!r}")
        for won in ((math.nan, 0), (math.inf, -math.inf), ("1", "-1"))
    ),
    ({"utilities": rake}, "the game declares zero_sum, but the utilities at 'hll' sum to -1/4: (Fraction(-1, 1), Fraction(3, 4))"),
    *(({"infoset": name}, f"infoset at 'h' must be a name, as text, got {name!r}") for name in (["t"], None, 1)),
    ({"infoset": "same"}, "information set 'same' has histories that differ in player: 0 at 'h', 1 at 'hl'; put the player into its name"),
    (
        {"infoset": lambda h: str(len(h)), "actions": lambda h: ("l", "r", "x") if h == "t" else ("l", "r")},
        "information set '1' has histories that differ in actions: ('l', 'r') at 'h', ('l', 'r', 'x') at 't'",
    ),
    # Imperfect recall: of what it saw, of what it did, and that it acted.
    (
        ALONE | {"infoset": lambda h: h if len(h) == 1 else f"?{h[1]}"},
        "imperfect recall: at 'hl' and 'tl', both in information set '?l', player 0 remembers 'l' at 'h' and 'l' at 't'",
    ),
    (
        ALONE | {"infoset": lambda h: h[0] + "?" * (len(h) - 1)},
        "imperfect recall: at 'hl' and 'hr', both in information set 'h?', player 0 remembers 'l' at 'h' and 'r' at 'h'",
    ),
    (
        ALONE | {"infoset": lambda h: h[0]},
        "imperfect recall: at 'h' and 'hl', both in information set 'h', player 0 remembers nothing and 'l' at 'h'",
    ),
]


@pytest.mark.parametrize(("parts", "complaint"), RULES)
def test_a_rule_that_is_broken_is_named(parts, complaint):
    assert message(broken(**parts)) == complaint


def test_chance_may_be_floats_and_may_be_zero():
    kc.validate(broken(chance={"h": 1 / 3, "t": 0.666666666667}))
    kc.validate(broken(chance={"h": Fraction(1), "t": Fraction(0)}))


def test_zero_sum_is_exact_for_fractions_and_up_to_rounding_for_floats():
    assert 0.1 + 0.2 - 0.3 != 0
    kc.validate(broken(utilities=(0.1 + 0.2, -0.3)))
    kc.validate(broken(utilities=rake, zero_sum=False))
    assert "sum to" in message(broken(utilities=(0.3, -0.3000001)))
    assert "sum to 1/1000000000000:" in message(broken(utilities=(Fraction(1), Fraction(1, 10**12) - 1)))


def test_unobserved_actions_of_others_are_no_imperfect_recall():
    kc.validate(broken(infoset=lambda history: history if len(history) == 1 else "?"))


def test_a_game_that_never_ends():
    endless = broken(is_terminal=False, player=0, infoset=lambda history: history)
    expected = "a history has more than 300 actions: does the game ever end? It begins "
    assert message(endless) == expected + repr("h" + "l" * 19)
    with pytest.raises(ValueError, match="does the game ever end"):
        list(kc.histories(endless))
    with pytest.raises(ValueError, match="does the game ever end"):
        kc.StrategyProfile.uniform(endless)


def test_the_error_names_the_missing_methods():
    class Unfinished:
        players = 2

        def is_terminal(self, history):
            return True

    with pytest.raises(TypeError, match=r"Unfinished.* lacks utilities, is_chance, chance, player, actions, infoset"):
        kc.validate(Unfinished())
    with pytest.raises(TypeError, match="None lacks players"):
        kc.CFR(None)
