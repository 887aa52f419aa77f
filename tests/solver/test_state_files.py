"""What is wrong with the file of a solve is told, nothing of it is used, and it stays as it is."""

import itertools
import json
import os
import subprocess
import sys
import zipfile

import killed
import numpy as np
import pytest
from sealing import members, npy, rebuild, seal_archive

import kuhncfr as kc

GAME = kc.OneBetKuhn()
TREE = kc.compile_game(GAME)


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "run.npz"
    kc.solve(TREE, 20, sampling="outcome", seed=np.random.Generator(np.random.Philox(1)), record_every=5, target=1e-9, save_to=path)
    return path


def assert_refused(path, message, tree=TREE):
    before = path.read_bytes()
    with pytest.raises(ValueError, match=message) as raised:
        kc.resume(path, tree, save_to=path)
    assert str(path) in str(raised.value)
    assert "Nothing of it was used, and it stays as it is." in str(raised.value)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


@pytest.fixture
def small(tmp_path):
    """A state as small as can be."""
    path = tmp_path / "run.npz"
    kc.solve(TREE, 3, save_to=path)
    return path


DAMAGED = "is damaged: what it holds does not match its checksum|is not a 'kuhncfr solver state' file"


def test_cut_off_at_any_byte(small):
    for length in reversed(range(small.stat().st_size)):
        os.truncate(small, length)
        with pytest.raises(ValueError, match=DAMAGED):
            kc.resume(small, TREE)


def test_any_bit_flipped(small):
    whole = small.read_bytes()
    with small.open("r+b", buffering=0) as file:
        for place, bit in itertools.product(range(len(whole)), range(8)):
            file.seek(place)
            file.write(bytes([whole[place] ^ 1 << bit]))
            with pytest.raises(ValueError, match=DAMAGED):
                kc.resume(small, TREE)
            file.seek(place)
            file.write(whole[place : place + 1])
    assert kc.resume(small, TREE).iterations == 3


def test_bytes_added(saved):
    saved.write_bytes(saved.read_bytes() + b"\0")
    assert_refused(saved, "does not match its checksum")


@pytest.mark.parametrize("kind", ["empty", "text", "profile", "CFR", "npz"])
def test_foreign_files_are_refused(tmp_path, kind):
    path = tmp_path / "run.npz"
    if kind == "profile":
        kc.StrategyProfile.uniform(GAME).save(path)
    elif kind == "CFR":
        kc.CFR(GAME).save(path)
    elif kind == "npz":
        np.savez(path, regret=np.zeros(3))
    else:
        path.write_bytes(b"" if kind == "empty" else b"kuhncfr solver state\n")
    assert_refused(path, "is not a 'kuhncfr solver state' file")


def test_a_state_of_the_solver_is_no_state_of_the_readable_version(saved):
    with pytest.raises(ValueError, match="is damaged: it is not JSON"):
        kc.CFR.load(saved, GAME)


@pytest.mark.parametrize(
    ("version", "message"),
    [(2, "written by a newer version of kuhncfr: its format is 2, known here is 1"), (0, "no such version"), (True, "no such version")],
)
def test_other_versions_are_refused(saved, version, message):
    found, about = members(saved)
    rebuild(saved, found, about | {"version": version})
    assert_refused(saved, message)


@pytest.mark.parametrize("game", [kc.OneBetKuhn(ante=2), kc.KuhnPoker(), kc.KuhnPoker(players=3, cards=4)], ids=repr)
def test_other_games_are_refused(saved, game):
    assert_refused(saved, r"saved for OneBetKuhn\(ante=.*\), not for ", kc.compile_game(game))


class Draw:
    """Chance draws one of two cards, with these probabilities; whoever says yes wins so much that it is one chip on average."""

    players = 1

    def __init__(self, *probabilities):
        self.probabilities = dict(zip("xy", probabilities, strict=True))

    def is_terminal(self, history):
        return len(history) == 2

    def utilities(self, history):
        return ((history[1] == "b") / self.probabilities[history[0]],)

    def is_chance(self, history):
        return not history

    def chance(self, history):
        return self.probabilities

    def player(self, history):
        return 0

    def actions(self, history):
        return ("p", "b")

    def infoset(self, history):
        return history


def test_a_game_with_other_chances_is_another_game(tmp_path):
    """Its sequence form is the same, but samples are not."""
    one, other = kc.compile_game(Draw(0.5, 0.5)), kc.compile_game(Draw(0.25, 0.75))
    assert one.utility.tolist() == other.utility.tolist()
    path = tmp_path / "run.npz"
    kc.solve(one, 3, sampling="chance", seed=1, save_to=path)
    assert_refused(path, "it was saved for ", other)


def set_at(place, value):
    """Change one of the things that are told."""

    def change(about):
        part = about
        for key in place[:-1]:
            part = part[key]
        part[place[-1]] = value

    return change


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("fingerprint",), None),
        (("iterations",), -1),
        (("iterations",), 21),  # more than were to be run
        (("iterations",), 20.0),
        (("iterations",), 10**30),
        (("due",), -3),
        (("due",), 2**63),
        (("reached",), 1),
        (("drawn",), 10**12),  # no memory is taken for what is not there
        (("drawn",), 2**70),
        (("drawn",), "8"),
        (("random",), None),
        (("random",), []),
        (("random", "bit_generator"), "seed"),
        (("random", "bit_generator"), "BitGenerator"),
        (("random", "bit_generator"), ["PCG64"]),
        (("random", "buffer_pos"), 5),
        (("random", "buffer_pos"), 10**9),
        (("random", "buffer_pos"), -1),
        (("random", "buffer"), [0, 0, 0, 2**64]),
        (("random", "buffer"), [0, 0, 0]),
        (("random", "buffer"), {"dtype": "V2000000000", "array": []}),
        (("random", "state", "key"), [0, 0.5]),
        (("random", "has_uint32"), 2),
        (("random", "uinteger"), True),
        (("random", "more"), 1),
        (("settings", "sampling"), None),
        (("settings", "sampling"), "all"),
        (("settings", "alternating"), 1),
        (("settings", "alternating"), False),
        (("settings", "algorithm"), "cfr"),
        (("settings", "algorithm", "gamma"), -1),
        (("settings", "algorithm", "gamma"), "much"),
        (("settings", "algorithm", "floor"), True),  # does not go with sampling
        (("settings", "algorithm", "more"), 1),
        (("settings", "exploration"), 2),
        (("settings", "exploration"), None),
        (("settings", "seed"), -1),
        (("settings", "record_every"), 0),
        (("settings", "record_every"), 4),  # another number of records
        (("settings", "iterations"), "20"),
        (("settings", "target"), float("nan")),
        (("settings", "target"), -1),
        (("settings", "more"), 1),
        (("more",), 1),
    ],
)
def test_tampered_tales_are_refused(saved, place, value):
    found, about = members(saved)
    set_at(place, value)(about)
    rebuild(saved, found, about)
    assert_refused(saved, "cannot be used")


@pytest.mark.parametrize("key", ["made_with", "game", "fingerprint", "settings", "iterations", "reached", "due", "random", "drawn"])
def test_missing_entries_are_refused(saved, key):
    found, about = members(saved)
    del about[key]
    rebuild(saved, found, about)
    assert_refused(saved, "cannot be used")


DEEP = 100_000


@pytest.mark.parametrize(
    "text",
    [
        b'{"format": "kuhncfr solver state", "version": 1, "game": ' + b"[" * DEEP + b"]" * DEEP + b"}",
        b'{"format": "kuhncfr solver state", "version": 1, "game": ' + b"9" * 5_000 + b"}",
        b'["format": "kuhncfr solver state"]',
        b'[{"format": "kuhncfr solver state"}]',
        b'{"format": "kuhncfr solver state", "version": 1, "game": "' + b"x" * 2**20 + b'"}',
        b'{"format": "kuhncfr solver state"\xff}',
    ],
    ids=["too deep", "a long number", "no JSON", "a list", "too long", "not UTF-8"],
)
def test_damaged_tales_are_refused(saved, text):
    found, _ = members(saved)
    rebuild(saved, found, text)
    assert_refused(saved, "cannot be used")


N = int(TREE.sequences_of[-1])


@pytest.mark.parametrize(
    ("name", "array"),
    [
        ("regret", np.full(N, np.nan)),
        ("regret", np.full(N, np.inf)),
        ("regret", np.zeros(N + 1)),
        ("regret", np.zeros((N, 1))),
        ("regret", np.zeros(N, np.float32)),
        ("regret", np.zeros(N, ">f8")),
        ("strategy", np.full(N, 1.5)),
        ("strategy", np.full(N, -0.1)),
        ("reach", np.full(N, 2.0)),
        ("cumulative", np.full(N, -1.0)),
        ("drawn", np.ones(1)),
        ("recorded_strategy", np.full((4, N), 7.0)),
        ("recorded_regret", np.zeros((3, N))),
    ],
)
def test_tampered_arrays_are_refused(saved, name, array):
    found, about = members(saved)
    if name == "drawn":
        about["drawn"] = 1
    rebuild(saved, found | {f"{name}.npy": npy(array.dtype.str, array.shape, array.tobytes())}, about)
    assert_refused(saved, "cannot be used")


@pytest.mark.parametrize("dtype", ["|O", "V2000000000", "<f8' + __import__('os').abort() + '"])
def test_no_header_is_evaluated(saved, dtype):
    found, about = members(saved)
    rebuild(saved, found | {"regret.npy": npy(dtype, (N,), bytes(8 * N))}, about)
    assert_refused(saved, "cannot be used")


def test_parts_that_are_missing_or_too_many_are_refused(saved):
    found, about = members(saved)
    rebuild(saved, {name: data for name, data in found.items() if name != "reach.npy"}, about)
    assert_refused(saved, "cannot be used: it must hold about.npy")
    rebuild(saved, found | {"more.npy": b""}, about)
    assert_refused(saved, "cannot be used: it must hold about.npy")


def test_compressed_parts_are_refused(saved):
    """What is compressed may grow a thousandfold when it is read."""
    found, about = members(saved)
    plain = {"about.npy": found["about.npy"]}
    rebuild(saved, found, about, zipfile.ZIP_DEFLATED)
    data = saved.read_bytes()
    with zipfile.ZipFile(saved, "w") as archive:  # the beginning may be read, the rest not
        archive.comment = b"0" * 64
        archive.writestr(zipfile.ZipInfo("about.npy"), plain["about.npy"])
        for name in found.keys() - plain.keys():
            archive.writestr(zipfile.ZipInfo(name), found[name], zipfile.ZIP_DEFLATED)
    seal_archive(saved, saved.read_bytes())
    assert_refused(saved, "cannot be used: its part '.*' is compressed")
    seal_archive(saved, data)
    assert_refused(saved, "is not a 'kuhncfr solver state' file")


def test_parts_that_claim_to_be_larger_than_the_file_are_refused(saved):
    """8 TB of records: no memory is taken for them."""
    found, about = members(saved)
    about["iterations"] = about["settings"]["iterations"] = 10**12 // N * 5
    rebuild(saved, found, about)
    data = bytearray(saved.read_bytes())
    entry = data.rfind(b"PK\x01\x02")
    data[entry + 20 : entry + 28] = b"\xfe\xff\xff\xff" * 2
    seal_archive(saved, bytes(data))
    assert_refused(saved, "its part 'recorded_regret' is not there as a whole")


def test_a_missing_file_is_an_os_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        kc.resume(tmp_path / "run.npz", GAME)
    with pytest.raises(IsADirectoryError):
        kc.resume(tmp_path, GAME)


def places(tmp_path):
    """Paths that nothing can be written to."""
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    return [tmp_path / "nowhere" / "run", tmp_path / "file" / "run", tmp_path / "folder", tmp_path / ("n" * 300), "/dev/null", "/proc/run"]


@pytest.mark.skipif(os.name != "posix", reason="Windows has no devices of this kind")
@pytest.mark.parametrize("place", range(6))
def test_where_nothing_can_be_written_nothing_is_solved(tmp_path, monkeypatch, place):
    path = places(tmp_path)[place]
    kc.solve(TREE, 5, save_to=tmp_path / "saved.npz")
    kept = sorted(tmp_path.iterdir())

    def begin(*_):
        raise AssertionError("it began to solve")

    monkeypatch.setattr(kc.solver.course, "_advance", begin)
    monkeypatch.setattr(kc.CFR, "step", begin)
    for solve in (
        lambda: kc.solve(TREE, save_to=path),
        lambda: kc.resume(tmp_path / "saved.npz", TREE, 10, save_to=path),
        lambda: kc.CFR(GAME).run(10, save_to=path),
    ):
        with pytest.raises(OSError, match=r"run|folder|nnn|null") as raised:
            solve()
        assert raised.value.filename == str(path)
    assert sorted(tmp_path.iterdir()) == kept


FULL = """
import resource, sys, warnings
import kuhncfr as kc
path, size = sys.argv[1], int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
warnings.simplefilter("ignore")
for limit in range(size, 0, -97):
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, size))
    try:
        kc.resume(path, kc.OneBetKuhn(), 1_000, save_to=path)
    except OSError as error:
        print(type(error).__name__, error.run.iterations, error.filename == path)
    else:
        print("written")
"""


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such limit")
def test_a_disk_that_is_full_at_any_byte_leaves_the_old_file(small):
    """The system refuses to let a file grow beyond a limit."""
    before = small.read_bytes()
    done = subprocess.run([sys.executable, "-c", FULL, str(small), str(len(before) - 1)], capture_output=True, text=True, check=True)
    assert set(done.stdout.splitlines()) == {"NotSaved 1000 True"}
    assert small.read_bytes() == before
    assert list(small.parent.iterdir()) == [small]


KILLS = pytest.mark.parametrize("kills", [25, pytest.param(1_000, marks=pytest.mark.long)])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows has no fork")
@KILLS
def test_killed_at_any_moment_the_last_good_file_loads(tmp_path, kills):
    """And goes on as if nothing had happened."""
    done = subprocess.run([sys.executable, killed.__file__, str(tmp_path), str(kills)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["kills"] == told["exact"] == kills
    assert told["reached"] > 201 + kills  # it got on between the kills
