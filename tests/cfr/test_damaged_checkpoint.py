"""What is wrong with a saved run of the readable CFR is told, nothing of it is used, and it stays as it is."""

import itertools
import json
from fractions import Fraction

import numpy as np
import pytest
from sealing import seal_json

import kuhncfr as kc


def new_run(generator="PCG64"):
    return kc.CFR(kc.OneBetKuhn(), sampling="chance", seed=np.random.Generator(getattr(np.random, generator)(11)))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "run.json"


@pytest.fixture
def saved(path):
    cfr = new_run()
    cfr.run(20)
    cfr.save(path)
    return path


def assert_refused(path, message, game=None):
    """Loading fails, says why and for which file, and leaves the file as it is."""
    before = path.read_bytes()
    with pytest.raises(ValueError, match=message) as raised:
        kc.CFR.load(path, game or kc.OneBetKuhn())
    assert str(path) in str(raised.value)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_other_games_are_refused(saved):
    assert_refused(saved, r"saved for OneBetKuhn\(.*1.*\), not for OneBetKuhn\(.*2.*\)", kc.OneBetKuhn(ante=2))
    assert_refused(saved, "not for KuhnPoker", kc.KuhnPoker())


class Marked(kc.OneBetKuhn):
    """The Ace comes up first half of the time."""

    def chance(self, history):
        return {"A": Fraction(1, 2), "K": Fraction(1, 4), "Q": Fraction(1, 4)} if history == "" else super().chance(history)


class Misread(kc.OneBetKuhn):
    """The same names of information sets, but whoever sees an Ace takes it for a King, and the other way round."""

    def infoset(self, history):
        return super().infoset(history).translate(str.maketrans("AK", "KA"))


class Mirrored(kc.OneBetKuhn):
    """The same names of actions, listed the other way round."""

    def actions(self, history):
        return ("b", "p")


@pytest.mark.parametrize("game", [Marked(), Misread(), Mirrored()], ids=lambda game: type(game).__name__)
def test_the_same_winnings_do_not_make_the_same_game(saved, game):
    kc.validate(game)
    assert_refused(saved, "saved for OneBetKuhn", game)


def test_the_same_game_under_another_name_is_accepted(path):
    rock_paper = kc.MatrixGame([[0, -1], [1, 0]])
    kc.CFR(rock_paper).save(path)
    assert kc.CFR.load(path, kc.MatrixGame([[[0, 0], [-1, 1]], [[1, -1], [0, 0]]])).iterations == 0
    kc.CFR(kc.OneBetKuhn(ante=Fraction(1, 2))).save(path)
    assert kc.CFR.load(path, kc.OneBetKuhn(ante=0.5)).iterations == 0


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "\udcff"], ids=["empty", "cut off", "too deep", "not UTF-8"])
def test_damaged_files_are_refused(path, text):
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    assert_refused(path, "is damaged")


def test_cut_off_at_any_place(saved):
    whole = saved.read_bytes()
    for length in range(0, len(whole) - 2, 97):
        saved.write_bytes(whole[:length])
        assert_refused(saved, "is damaged")


@pytest.mark.parametrize("content", [None, 3, [], {}, {"format": "kuhncfr strategy profile"}], ids=str)
def test_foreign_files_are_refused(path, content):
    path.write_text(json.dumps(content))
    assert_refused(path, "is not a 'kuhncfr CFR state' file")


def test_a_strategy_profile_is_not_a_run(path):
    kc.StrategyProfile.uniform(kc.OneBetKuhn()).save(path)
    assert_refused(path, "is not a 'kuhncfr CFR state' file: its format is 'kuhncfr strategy profile'")


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("fingerprint",), "0"),
        (("fingerprint",), None),
        (("sampling",), "external"),
        (("alternating",), "yes"),
        (("iterations",), -1),
        (("iterations",), 2.5),
        (("iterations",), "many"),
        (("infosets",), []),
        (("infosets",), 3),
        (("infosets", "K"), None),
        (("infosets", "joker"), {}),
        (("infosets", "K", "prediction"), None),
        (("classes",), ["Another"]),
        (("infosets", "K", "cumulative_regret"), {"p": 1.0}),
        (("infosets", "K", "cumulative_regret", "p"), float("nan")),
        (("infosets", "K", "cumulative_regret", "p"), float("inf")),
        (("infosets", "K", "cumulative_regret", "p"), "much"),
        (("infosets", "K", "cumulative_regret", "p"), 10**400),
        (("infosets", "K", "cumulative_strategy", "p"), -0.5),
        (("infosets", "K", "cumulative_strategy", "p"), [1, 2]),
        (("random",), None),
        (("random", "bit_generator"), "seed"),  # numpy.random has one, but it is no bit generator
        (("random", "bit_generator"), "default_rng"),
        (("random", "bit_generator"), "BitGenerator2000"),
        (("random", "bit_generator"), "MT19937"),
        (("random", "bit_generator"), None),
        (("random", "state", "state"), -1),
        (("random", "state", "state"), 2**200),
        (("random", "state", "inc"), 1.5),
        (("random", "has_uint32"), True),
        (("random", "more"), 1),
        (("algorithm",), "cfr"),
        (("algorithm", "gamma"), "much"),
        (("algorithm", "gamma"), -1),
        (("algorithm", "more"), 1),
    ],
)
def test_tampered_files_are_refused(saved, place, value):
    state = json.loads(saved.read_text())
    part = state
    for key in place[:-1]:
        part = part[key]
    part[place[-1]] = value
    seal_json(saved, state)
    assert_refused(saved, "cannot be continued")


@pytest.mark.parametrize("key", ["game", "fingerprint", "sampling", "alternating", "iterations", "random", "classes", "infosets"])
def test_missing_entries_are_refused(saved, key):
    state = json.loads(saved.read_text())
    del state[key]
    if key == "game":
        state["fingerprint"] = "0"
    seal_json(saved, state)
    assert_refused(saved, "cannot be continued")


def test_no_position_beyond_the_generators_numbers_reaches_numpy(path):
    """It would read there, and crash the interpreter."""
    new_run(generator="MT19937").save(path)
    sound = json.loads(path.read_text())
    for key, value in (
        ("pos", 625),
        ("pos", 10**9),
        ("pos", -1),
        ("key", [0] * 623),
        ("key", [2**32] * 624),
        ("key", {"dtype": "V2000000000"}),
    ):
        state = json.loads(json.dumps(sound))
        state["random"]["state"][key] = value
        seal_json(path, state)
        assert_refused(path, f"the random generator's {key} must be")
    seal_json(path, sound)
    assert kc.CFR.load(path, kc.OneBetKuhn()).iterations == 0


def test_any_bit_flipped(path):
    cfr = kc.CFR(kc.MatrixGame([[0, 1], [1, 0]]), seed=1)
    cfr.run(3)
    cfr.save(path)
    whole = path.read_bytes()
    with path.open("r+b", buffering=0) as file:
        for place, bit in itertools.product(range(len(whole)), range(8)):
            file.seek(place)
            file.write(bytes([whole[place] ^ 1 << bit]))
            with pytest.raises(ValueError, match=r"is damaged|is not a|was written by") as raised:
                kc.CFR.load(path, cfr.game)
            assert str(path) in str(raised.value)
            file.seek(place)
            file.write(whole[place : place + 1])
    assert kc.CFR.load(path, cfr.game).average_strategy == cfr.average_strategy


def test_a_changed_digit_does_not_load(saved):
    text = saved.read_text()
    for place in [place for place, letter in enumerate(text) if letter in "12345689"]:
        saved.write_text(f"{text[:place]}7{text[place + 1 :]}")
        with pytest.raises(ValueError, match=r"is damaged|was written by a newer version"):
            kc.CFR.load(saved, kc.OneBetKuhn())


@pytest.mark.parametrize(
    ("version", "message"),
    [
        (None, "written by an older version of kuhncfr, without a checksum"),
        (3, "written by a newer version of kuhncfr: its format is 3, known here is 2"),
        ("2", "no such version"),
    ],
)
def test_other_versions_are_refused(saved, version, message):
    state = json.loads(saved.read_text()) | {"version": version}
    if version is None:
        del state["version"]
    seal_json(saved, state)
    assert_refused(saved, message)


@pytest.mark.parametrize("seal", [None, 3, "", "\ud800", "0" * 64])
def test_without_the_right_checksum_nothing_is_read(saved, seal):
    saved.write_text(json.dumps(json.loads(saved.read_text()) | {"sha256": seal}))
    assert_refused(saved, "does not match its checksum. Nothing of it was used, and it stays as it is")


def test_the_file_tells_what_made_it(path):
    kc.CFR(kc.OneBetKuhn(), sampling="chance", seed=5).save(path)
    state = json.loads(path.read_text())
    assert set(state["made_with"]) == {"kuhncfr", "python", "numpy", "numba"}
    assert (state["made_with"]["numpy"], state["seed"]) == (np.__version__, 5)


def test_a_bad_file_does_not_touch_global_random_numbers(saved):
    state = json.loads(saved.read_text())
    state["random"]["bit_generator"] = "seed"
    seal_json(saved, state)
    np.random.seed(5)
    expected = np.random.random()
    np.random.seed(5)
    assert_refused(saved, "no random generator of kind 'seed'")
    assert np.random.random() == expected
