"""Each requirement of a game, violated in the smallest way, and its error message."""

import math
from fractions import Fraction

import pytest

import kuhncfr as kc

HALF = Fraction(1, 2)


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


def broken(**methods):
    """The game above with some of its parts replaced by functions of the history, or by values."""
    parts = {name: (lambda self, history, f=part: f(history)) if callable(part) else part for name, part in methods.items()}
    return type("Broken", (Guess,), parts)()


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


def every_message(game):
    """Return what all functions that take a game say."""
    return {message(game, entrance) for entrance in ENTRANCES}


@pytest.mark.parametrize("players", [0, 2.0, None, True])
def test_number_of_players(players):
    assert every_message(broken(players=players)) == {f"players must be a whole number of at least 1, got {players!r}"}


@pytest.mark.parametrize("part", [{"infoset": lambda h: [h[0], "?" + h[1:]][len(h)]}, {"actions": lambda h: ["lr", "lr"][len(h)]}])
def test_a_player_counted_from_1_is_named_before_other_methods_take_it(part):
    game = broken(player=lambda history: len(history), **part)
    assert every_message(game) == {"player at 'hl' must be one of 0 to 1, got 2"}


@pytest.mark.parametrize(
    ("chance", "complaint"),
    [
        ({"h": HALF, "t": Fraction(1, 4)}, "chance probabilities at '' must sum to 1, got 3/4"),
        ({"h": 1, "t": HALF}, "chance probabilities at '' must sum to 1, got 3/2"),
        ({"h": HALF, "t": HALF - Fraction(1, 10**30)}, f"chance probabilities at '' must sum to 1, got {1 - Fraction(1, 10**30)}"),
        ({"h": 0.5, "t": 0.5 - 2**-24}, f"chance probabilities at '' must sum to 1, got {1 - 2**-24}"),
        ({"h": 1.5, "t": -0.5}, "chance probabilities at '' must be at least 0, got {'h': 1.5, 't': -0.5}"),
        ({"h": math.nan, "t": 1}, "chance probabilities at '' must be at least 0, got {'h': nan, 't': 1}"),
        ({"h": "1/2", "t": HALF}, "chance probabilities at '' must be at least 0, got {'h': '1/2', 't': Fraction(1, 2)}"),
        ({}, "chance moves at '' but has no actions"),
        ({"heads": HALF, "t": HALF}, "actions of chance at '' must be different single characters, got ('heads', 't')"),
    ],
)
def test_chance(chance, complaint):
    assert message(broken(chance=lambda history: chance)) == complaint


def test_chance_may_be_floats_and_may_be_zero():
    kc.validate(broken(chance=lambda history: {"h": 1 / 3, "t": 0.666666666667}))
    kc.validate(broken(chance=lambda history: {"h": Fraction(1), "t": Fraction(0)}))


@pytest.mark.parametrize("player", [2, -1, "0", None, 0.5, True, 1.0])
def test_player_out_of_range(player):
    assert message(broken(player=lambda history: player)) == f"player at 'h' must be one of 0 to 1, got {player!r}"


@pytest.mark.parametrize("actions", [("left", "right"), ("l", ""), ("l", "l"), ("l", 2)])
def test_actions_that_do_not_make_a_history(actions):
    expected = f"actions of player 0 at 'h' must be different single characters, got {actions!r}"
    assert message(broken(actions=lambda history: actions)) == expected


@pytest.mark.parametrize("utilities", [None, (Fraction(1),), (1, -1, 0), [1, -1]])
def test_missing_utilities(utilities):
    expected = f"utilities at 'hll' must be a tuple with one number per player (2), got {utilities!r}"
    assert message(broken(utilities=lambda history: utilities)) == expected


@pytest.mark.parametrize("utilities", [(math.nan, 0), (math.inf, -math.inf), ("1", "-1")])
def test_utilities_that_are_not_numbers(utilities):
    expected = f"utilities at 'hll' must be finite numbers, got {utilities!r}"
    assert message(broken(utilities=lambda history: utilities)) == expected


def test_zero_sum_that_is_not():
    def rake(history):
        return (Fraction(-1), Fraction(3, 4)) if history == "hll" else (Fraction(1), Fraction(-1))

    expected = "the game declares zero_sum, but the utilities at 'hll' sum to -1/4: (Fraction(-1, 1), Fraction(3, 4))"
    assert message(broken(utilities=rake)) == expected
    kc.validate(broken(utilities=rake, zero_sum=False))


def test_zero_sum_is_exact_for_fractions_and_up_to_rounding_for_floats():
    assert 0.1 + 0.2 - 0.3 != 0
    kc.validate(broken(utilities=lambda history: (0.1 + 0.2, -0.3)))
    assert "sum to" in message(broken(utilities=lambda history: (0.3, -0.3000001)))
    assert "sum to 1/1000000000000:" in message(broken(utilities=lambda history: (Fraction(1), Fraction(1, 10**12) - 1)))


@pytest.mark.parametrize("name", [["t"], None, 1])
def test_information_set_that_is_not_named_by_text(name):
    assert message(broken(infoset=lambda history: name)) == f"infoset at 'h' must be a name, as text, got {name!r}"


@pytest.mark.parametrize(
    ("infoset", "where", "remembered"),
    [
        # What it saw; what it did; and that it acted.
        (lambda h: h if len(h) == 1 else f"?{h[1]}", "'hl' and 'tl', both in information set '?l'", "'l' at 'h' and 'l' at 't'"),
        (lambda h: h[0] + "?" * (len(h) - 1), "'hl' and 'hr', both in information set 'h?'", "'l' at 'h' and 'r' at 'h'"),
        (lambda h: h[0], "'h' and 'hl', both in information set 'h'", "nothing and 'l' at 'h'"),
    ],
)
def test_imperfect_recall(infoset, where, remembered):
    game = broken(players=1, zero_sum=False, utilities=lambda history: (0,), player=lambda history: 0, infoset=infoset)
    assert message(game) == f"imperfect recall: at {where}, player 0 remembers {remembered}"


def test_unobserved_actions_of_others_are_no_imperfect_recall():
    kc.validate(broken(infoset=lambda history: history if len(history) == 1 else "?"))


@pytest.mark.parametrize(
    ("methods", "complaint"),
    [
        ({"actions": lambda h: ()}, "player 0 moves at 'h' but has no actions"),
        ({"infoset": lambda h: "same"}, "information set 'same' has histories that differ in player: 0 at 'h', 1 at 'hl'"),
        (
            {"infoset": lambda h: str(len(h)), "actions": lambda h: ("l", "r", "x") if h == "t" else ("l", "r")},
            "information set '1' has histories that differ in actions: ('l', 'r') at 'h', ('l', 'r', 'x') at 't'",
        ),
    ],
)
def test_information_sets_that_are_inconsistent(methods, complaint):
    assert message(broken(**methods)) == complaint


def test_a_game_that_never_ends():
    endless = broken(is_terminal=lambda history: False, player=lambda history: 0, infoset=lambda history: history)
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
