"""How to spoil a file: its bytes, or the values that it holds."""

import copy
import json
import random
from typing import Any

NUMBERS = [0, -1, 1, 0.5, 2**63, -(2**63), 10**30, 10**400, 1e300, -1e-300, float("nan"), float("inf")]
WORDS = ["", "1/0", "1e999999999", "9" * 5_000, "NaN", "inf", "\0", "\ud800", "a" * 3_000, "../../x", "__proto__"]
NASTY: list[Any] = [None, True, False, *NUMBERS, *WORDS, [], {}, [[]], [0] * 300, {"": {}}]
PIECES = [b"NaN", b"-Infinity", b"null", b"1e999999999", b"9" * 6_000, b"[" * 30_000, b'{"a":' * 3_000]
PIECES += [b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b'"', b"\xff" * 8, b"\x7f\xff\xff\xff", b"\n", b"-", b"."]


def spoilt(data: bytes, rng: random.Random) -> bytes:
    """Put something else in the place of some bytes, or of none, once or several times: something nasty, noise, a piece of it again."""
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        at, end = sorted(rng.randrange(len(data) + 1) for _ in range(2))
        upto = rng.choice((at, at + 1, at + rng.randint(1, 8), end, len(data)))
        again = data[at : at + 500]
        data = data[:at] + rng.choice((b"", rng.randbytes(rng.randint(1, 8)), again, *rng.sample(PIECES, 3))) + data[upto:]
    return data


def shuffled(data: bytes, rng: random.Random) -> bytes:
    """Leave out a word, repeat one, or put something nasty in its place, once or three times."""
    words = data.split(b" ")
    for _ in range(rng.choice((1, 1, 3))):
        at = rng.randrange(len(words))
        new = rng.choice(([], [rng.choice((*PIECES, *b"-1 } { t p c 0 1 7".split()))], [rng.choice(words)], words[at : at + 3] * 2))
        words[at : at + rng.choice((0, 1, 1, 2))] = new
    return b" ".join(words)


def twisted(content: Any, rng: random.Random) -> Any:
    """Change one value somewhere in what JSON holds, or the name of one, or leave it out."""
    content = copy.deepcopy(content)
    place = content
    while True:
        key = rng.choice(list(place) if isinstance(place, dict) else range(len(place)))
        if not isinstance(place[key], (dict, list)) or not place[key] or rng.random() < 0.2:
            break
        place = place[key]
    match rng.randrange(6):
        case 0:
            del place[key]
        case 1 if isinstance(place, dict):
            place[rng.choice(("", "x", "K", "\0"))] = place.pop(key)
        case 2 if isinstance(place[key], (int, float)) and not isinstance(place[key], bool):
            place[key] = rng.choice((-place[key], place[key] + 1, place[key] * 1e10, str(place[key])))
        case _:
            place[key] = copy.deepcopy(rng.choice(NASTY))
    return content


def twisted_json(data: bytes, rng: random.Random) -> bytes:
    return json.dumps(twisted(json.loads(data), rng), indent=1).encode()
