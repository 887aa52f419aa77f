"""The run that a slider moves along: the records, each once; what the title looks up; what cannot be drawn."""

from kuhnbook import figures

STEPS = [10, 20, 30, 40]
CURRENT = [[1, 0], [1, 1], [0, 1], [0.5, 0.123456]]
AVERAGE = [[1, 0], [1, 0.5], [2 / 3, 2 / 3], [0.625, 0.5]]
GAPS = [[0.5, 0.25], [0.25, 0.125], [0.5, 0.0625], [0, 0.03125]]


SPEC = figures.scrubber(STEPS, CURRENT, AVERAGE, GAPS, (1 / 3, 1 / 3), description="A run.").to_dict()


def test_every_record_is_there_once():
    assert SPEC["data"]["name"] == "run"
    first, *_, last = SPEC["data"]["values"]
    assert first == {"t": 10, "q": 1, "k": 0, "Q": 1, "K": 0, "e": 0.5, "E": 0.25}
    assert last == {"t": 40, "q": 0.5, "k": 0.1235, "Q": 0.625, "K": 0.5, "e": 0, "E": 0.0312}
    assert [row["t"] for row in SPEC["data"]["values"]] == STEPS


def test_every_strip_shows_both_strategies_and_the_rule():
    for strip, fields in zip(SPEC["vconcat"][1:], (("q", "Q"), ("k", "K"), ("e", "E")), strict=True):
        *lines, rule = strip["layer"]
        assert tuple(line["encoding"]["y"]["field"] for line in lines) == fields
        assert rule["transform"] == [{"filter": "datum.t == now"}]


def test_the_square_shows_the_past_and_the_present():
    square = SPEC["vconcat"][0]
    assert square["width"] == square["height"]
    trail, path, _, *here = square["layer"]
    assert [step["filter"] for step in trail["transform"] + path["transform"]] == [
        "datum.t <= now && datum.t > now - 400",
        "datum.t <= now",
    ]
    assert [(point["encoding"]["x"]["field"], point["encoding"]["y"]["field"]) for point in here] == [("q", "k"), ("Q", "K")]
