"""Gambit's format: small files, each with one trap; written games are read as they were; damaged files are refused with the line."""

import pickle
import time
from fractions import Fraction

import pytest
from command_line import refused, run
from hypothesis import given, settings
from random_games import games_with_profiles
from small_games import VARIED

import kuhncfr as kc

HEADER = 'EFG 2 R "A game" { "Ann" "Bob" }\n'

PENNIES = (
    HEADER
    + """p "" 1 1 "Ann" { "heads" "tails" } 0
p "" 2 1 "Bob" { "heads" "tails" } 0
t "" 1 "same" { 1 -1 }
t "" 2 "different" { -1 1 }
p "" 2 1 0
t "" 2
t "" 1
"""
)


@pytest.fixture
def read(tmp_path):
    """Return a function that reads a game from a text."""

    def read(text):
        path = tmp_path / "game.efg"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return kc.read_efg(path)

    return read


def refusal(read, text):
    with pytest.raises(ValueError, match=r"game\.efg") as caught:
        read(text)
    return str(caught.value).rpartition("game.efg")[2]


# -- the meaning of a file --


def test_matching_pennies(read):
    game = read(PENNIES)
    assert (str(game), game.players, list(kc.histories(game))) == ("A game", 2, ["", "h", "hh", "ht", "t", "th", "tt"])
    assert list(kc.information_sets(game)) == ["Ann", "Bob"]
    assert game.action_names("t") == {"h": "heads", "t": "tails"}
    assert kc.exploitability(game, kc.StrategyProfile.uniform(game)) == 0
    assert kc.exploitability(game, {"Ann": {"h": 1, "t": 0}, "Bob": {"h": 1, "t": 0}}) == 1
    with pytest.raises(ValueError, match="no description of 'hx'"):
        game.player("hx")


def test_whitespace_commas_and_a_byte_order_mark_mean_nothing(read):
    loose = PENNIES.replace("{ 1 -1 }", "{1,-1,}").replace("{ -1 1 }", "\t{\n-1 , 1}").replace("\n", "\r\n").replace("} 0", "}\n\n0")
    for text in (loose, b"\xef\xbb\xbf" + loose.encode(), " ".join(PENNIES.split("\n")), PENNIES.replace('} 0\np "" 2', '}0 p""2')):
        game = read(text)
        assert [game.utilities(history) for history in ("hh", "ht", "th", "tt")] == [(1, -1), (-1, 1), (-1, 1), (1, -1)]


def test_payoffs_on_the_way_add_up_and_outcome_0_is_nothing(read):
    game = read(
        HEADER
        + """c "" 1 "" { "x" 1/3 "y" 2/3 } 1 "fee" { -1 0 }
        p "" 1 1 "Ann" { "l" "r" } 2 "bonus" { 0.25 1/4 }
        t "" 0
        t "" 3 "" { 1e1 -.5 }
        t "" 1"""
    )
    paid = {history: game.utilities(history) for history in ("xl", "xr", "y")}
    assert paid == {"xl": (Fraction(-3, 4), Fraction(1, 4)), "xr": (Fraction(37, 4), Fraction(-1, 4)), "y": (-2, 0)}
    assert kc.expected_utilities(game, {"Ann": {"l": 1, "r": 0}}) == (Fraction(-19, 12), Fraction(1, 12))


def test_decimals_and_fractions_are_the_same_numbers_exactly(read):
    both = [
        read(f'{HEADER}c "" 1 "" {{ "a" {p} "b" {q} "c" {p} }} 0 t "" 1 "" {{ {u} 0 }} t "" 1 t "" 1')
        for p, q, u in (("0.1", "0.80", "-0.3"), ("1/10", "8/10", "-3/10"), ("1e-1", "4/5", "-3.e-1"))
    ]
    assert {(tuple(game.chance("").items()), game.utilities("a")) for game in both} == {
        ((("a", Fraction(1, 10)), ("b", Fraction(4, 5)), ("c", Fraction(1, 10))), (Fraction(-3, 10), Fraction(0)))
    }


def test_outcomes_may_be_described_after_they_are_mentioned(read):
    late = PENNIES.replace('t "" 1 "same" { 1 -1 }', 't "" 1').removesuffix('t "" 1\n') + 't "" 1 "same" { 1 -1 }'
    assert read(late).utilities("hh") == (1, -1)


def test_information_sets_are_known_by_player_and_number(read):
    """Both players have a number 1 here, and all labels are the same or missing."""
    game = read(PENNIES.replace('"Bob" {', '"Ann" {'))
    assert list(kc.information_sets(game)) == ["Ann", "Ann 2:1"]
    assert [game.infoset(history) for history in ("", "h", "t")] == ["Ann", "Ann 2:1", "Ann 2:1"]
    game = read(PENNIES.replace('1 1 "Ann" {', "1 1 {").replace('1 "Bob" {', '1 "1:1" {'))
    assert sorted(kc.information_sets(game)) == ["1:1", "1:1 2:1"]


@pytest.mark.parametrize(
    ("labels", "actions"),
    [
        (("L", "R"), "LR"),
        (("left", "right"), "lr"),
        (("1G", "1B"), "ab"),
        (("", "x"), "ab"),
        ((" l", "r"), "ab"),
        (("!", "\u00e9t\u00e9"), "!\u00e9"),
    ],
)
def test_an_action_is_one_character(read, labels, actions):
    game = read(HEADER + 'p "" 1 1 "" {{ "{}" "{}" }} 0 t "" 0 t "" 0'.format(*labels))
    assert game.actions("") == tuple(actions)
    assert tuple(game.action_names("").values()) == labels


def test_quotation_marks_and_braces_in_texts(read):
    game = read(HEADER.replace("A game", r"A \"{game}\" \n }") + 'p "t" 1 1 "} 0" { "{" "," } 0 t "" 0 t "c" 0')
    assert (str(game), list(kc.information_sets(game)), game.actions("")) == (r'A "{game}" \n }', ["} 0"], ("{", ","))


def test_one_player_three_players_and_a_game_of_chance_alone(read):
    assert read('EFG 2 D "" { "" } "a comment" t "" 1 "" { 5 }').utilities("") == (5,)
    assert read('EFG 2 R "" { "" "" "" } t "" 1 "" { 1 2 3 }').utilities("") == (1, 2, 3)
    game = read(HEADER + 'c "" 1 { "a" 0 "b" 1 } 0 t "" 0 t "" 1 { 1 2 }')
    assert kc.expected_utilities(game, {}) == (1, 2)


# -- everything works on a game that was read, and it is the same game --


def file_of(game, folder):
    kc.write_efg(game, folder / "written.efg")
    return kc.read_efg(folder / "written.efg")


@pytest.mark.parametrize("game", [*VARIED[:-1], kc.OneBetKuhn(Fraction(1, 3)), kc.RaiseKuhn(), kc.BetSizeKuhn()], ids=repr)
def test_a_written_game_is_read_as_it_was(game, tmp_path):
    again = file_of(game, tmp_path)
    assert kc.information_sets(again) == kc.information_sets(game)
    for history in kc.histories(game):
        assert again.is_terminal(history) == game.is_terminal(history)
        if game.is_terminal(history):
            assert again.utilities(history) == game.utilities(history)
        else:
            assert again.is_chance(history) == game.is_chance(history)
            assert not game.is_chance(history) or again.chance(history) == game.chance(history)
    first = (tmp_path / "written.efg").read_bytes()
    kc.write_efg(again, tmp_path / "written.efg")
    assert (tmp_path / "written.efg").read_bytes().partition(b"\n")[2] == first.partition(b"\n")[2]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("efg")


@settings(max_examples=30)
@given(drawn=games_with_profiles())
def test_values_of_random_games_survive_exactly(drawn, folder):
    game, profile = drawn
    again = file_of(game, folder)
    assert kc.expected_utilities(again, profile) == kc.expected_utilities(game, profile)
    assert kc.nash_conv(again, profile) == kc.nash_conv(game, profile)


def test_a_read_game_is_pickled_and_its_runs_are_saved(tmp_path):
    game = file_of(kc.KuhnPoker(), tmp_path)
    assert pickle.loads(pickle.dumps(game)).utilities("KQbb") == (2, -2)
    kc.solve(game, 10).save(tmp_path / "run.npz")
    assert kc.Run.load(tmp_path / "run.npz", game).iterations == 10


def test_the_command_line_takes_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    kc.write_efg(kc.KuhnPoker(), "game.efg")
    printed = run("solve", "game.efg", "--iterations", 200, "--save", "kuhn.json")
    assert printed.startswith("Kuhn poker, 2 players, 3 cards, ante 1, bet 1; cfr, 200 iterations\n")
    assert printed.splitlines()[2:-1] == run("solve", "kuhn", "--iterations", 200).splitlines()[3:]
    assert "exploitability" in run("evaluate", "kuhn.json", "--game", "game.efg").lower()
    (tmp_path / "bad.efg").write_text(PENNIES.replace('t "" 2\n', "t 2\n"), encoding="utf-8")
    assert 'bad.efg, line 7: expected a node, such as t "" 1 "win" { 1 -1 }' in refused("solve", "bad.efg")
    assert "missing.efg" in refused("solve", "missing.efg")


# -- what is written --


def test_floats_are_written_as_the_decimals_that_they_print_as(tmp_path):
    class Third(kc.MatrixGame):
        """Chance has three floats, whose decimals do not sum to 1."""

        def is_chance(self, history):
            return history == ""

        def chance(self, history):
            return dict.fromkeys("abc", 1 / 3)

        def utilities(self, history):
            return 0.1, -0.1

    game = Third([[0] * 3] * 3)
    again = file_of(game, tmp_path)
    assert again.utilities("aa") == (Fraction(1, 10), Fraction(-1, 10))
    assert again.chance("") == dict.fromkeys("abc", Fraction(1, 3))


def test_forty_actions_have_printable_characters(read):
    labels = " ".join(f'"a{k}"' for k in range(40))
    game = read(HEADER + f'p "" 1 1 "Ann" {{ {labels} }} 0' + 40 * ' t "" 1 "" { 0 0 }')
    letters = game.actions("")
    assert len(set(letters)) == 40
    assert letters[:3] == ("a", "b", "c")
    assert all(letter.isalnum() for letter in letters)
    assert game.action_names("")[letters[39]] == "a39"


def test_awkward_characters_are_written_so_that_they_can_be_read(tmp_path):
    game = file_of(kc.MatrixGame([[0, 1], [1, 0]], actions=('"}', "\\{")), tmp_path)
    assert [game.actions(""), game.actions('"')] == [('"', "}"), ("\u2216", "{")]


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path):
    path = tmp_path / "game.efg"
    kc.write_efg(kc.OneBetKuhn(), path)
    before = path.read_bytes()
    broken = kc.MatrixGame([[0]])
    broken.utilities = lambda history: (0,)
    with pytest.raises(ValueError, match="utilities at 'aa' must be a tuple"):
        kc.write_efg(broken, path)
    assert path.read_bytes() == before
    assert len(list(tmp_path.iterdir())) == 1
    with pytest.raises(TypeError, match="a game has players"):
        kc.write_efg(7, path)


# -- what is refused --

ABSENT = HEADER + 'p "" 1 1 "Ann" { "l" "r" } 0\nt "" 0\np "" 1 1 0\nt "" 0\nt "" 0'


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", ': expected EFG 2 R "title" { "player 1" ... }, got \'the end of the file\''),
        ("EFG 1 R", ", line 1: expected EFG 2 R"),
        ('NFG 1 R "" { "" }', ", line 1: expected EFG 2 R"),
        (HEADER, ': expected a node, such as t "" 1 "win" { 1 -1 }, got \'the end of the file\''),
        (PENNIES.rpartition("t")[0], ": expected a node"),
        (PENNIES + "t", ", line 9: expected the end of the file, got 't'"),
        (PENNIES.replace('"different"', '"different'), ", line 5: expected a node"),
        (PENNIES.replace('p "" 2 1 0', 'p "" 2 2 0'), ", line 6: there is no description of 'information set 2:2'"),
        (PENNIES.replace('t "" 1\n', 't "" 3\n'), ": there is no description of 'outcome 3'"),
        (PENNIES.replace('t "" 1\n', 't "" 1 "same" { 1 1 }\n'), ", line 8: outcome 1 has two descriptions"),
        (PENNIES.replace('t "" 1\n', 't "" 0 "" { 1 1 }\n'), ", line 8: outcome 0 has two descriptions"),
        (PENNIES.replace("1 0\n", '1 "Bob" { "tails" "heads" } 0\n'), ", line 6: information set 2:1 has two descriptions"),
        (PENNIES.replace("{ 1 -1 }", "{ 1 }"), ", line 4: this node does not fit a game of 2 players"),
        (PENNIES.replace("{ 1 -1 }", "{ 1 -1 0 }"), ", line 4: this node does not fit a game of 2 players"),
        (PENNIES.replace('p "" 2 1 "', 'p "" 3 1 "'), ", line 3: this node does not fit a game of 2 players"),
        (PENNIES.replace('p "" 2 1 "', 'p "" 0 1 "'), ", line 3: expected a node"),
        (PENNIES.replace('p "" 2 1 "', 'p "" 1000000000 1 "'), ", line 3: expected a node"),
        (PENNIES.replace("{ 1 -1 }", "{ 1 1/0 }"), ", line 4: a number is written as in 2, 0.5, 1/2 or 1e-9, got '1/0'"),
        (PENNIES.replace("{ 1 -1 }", "{ 1 1e999999999 }"), ", line 4: a number is written as in"),
        (PENNIES.replace("{ 1 -1 }", "{ 1 " + "9" * 500 + " }"), ": utilities at 'hh' must be finite numbers"),
        (HEADER + 'c "" 1 "" { "a" 1/2 "b" 1/3 } 0 t "" 0 t "" 0', ": chance probabilities at '' must sum to 1, got 5/6"),
        (HEADER + 'c "" 1 "" { "a" "b" } 0 t "" 0 t "" 0', ", line 2: expected a node"),
        (HEADER + 'p "" 1 1 "" { } 0', ": player 0 moves at '' but has no actions"),
        (ABSENT, ": imperfect recall: at '' and 'r', both in information set 'Ann', player 0 remembers nothing and 'r' at 'Ann'"),
        (b"\xff\xfe" + PENNIES.encode(), ", line 1: expected EFG 2 R"),
        ('EFG 2 R "" { } t "" 1 "" { }', ": players must be a whole number of at least 1, got 0"),
    ],
)
def test_damaged_files_are_refused_with_the_line_and_the_reason(read, text, reason):
    assert refusal(read, text).startswith(reason)


def test_deep_wide_and_long_files_are_refused_soon(read):
    begin = time.process_time()
    deep = HEADER + 'p "" 1 1 "" { "a" } 0\n' + 'p "" 1 1 0\n' * 50_000
    assert refusal(read, deep) == ", line 303: the tree is too deep: a history may have at most 300 actions"
    chain = HEADER + "".join(f'p "" 1 {k} "" {{ "a" }} 0\n' for k in range(1, 301)) + 't "" 0'
    assert len(list(kc.histories(read(chain)))) == 301
    assert refusal(read, PENNIES + '"' * 10**5).startswith(", line 9")
    assert refusal(read, HEADER + " " * 10**6 + "x").startswith(", line 2")
    assert refusal(read, HEADER + 'p "" 1 1 "' + "\\" * 10**6).startswith(", line 2")
    assert refusal(read, HEADER + 'p "" 1 1 "" { ' + '"" ' * 10**5).startswith(", line 2")
    assert time.process_time() - begin < 5
