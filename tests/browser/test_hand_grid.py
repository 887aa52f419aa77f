"""The grid of hands that the reader chooses: what is drawn is what was computed."""

from itertools import product

import pytest
from charts import Figure, reads, tables
from playwright.sync_api import expect
from stored import stored_charts

RIVER, CHOOSE = "book/river.html", "fig-river-choose"


@pytest.mark.parametrize("path", [RIVER])
def test_every_choice_shows_its_rows_and_says_its_words(figure: Figure, path: str) -> None:
    spec = dict(stored_charts("river"))[CHOOSE]
    columns = ("who", "bet_size", "range")
    (rows,) = [rows for rows in spec["datasets"].values() if "action" in rows[0]]
    found = figure(path, CHOOSE)
    words = spec["title"]["text"]["expr"]
    for texts in product(*(param["bind"]["options"] for param in spec["params"])):
        for param, text in zip(spec["params"], texts, strict=True):
            found.get_by_label(param["bind"]["name"]).select_option(text)
        said = words.split(f"'{'|'.join(texts)}': [")[1].split("]")[0]
        reads(found, [line.strip("'") for line in said.split("', '")])
        mine = [row for row in rows if tuple(row[column] for column in columns) == texts]
        assert len(mine) > 20
        expect(found.locator("svg.marks .layer_1_marks path")).to_have_count(len(mine))
    (table,) = tables(found)  # of the last choice
    assert table[0] == ["hand", "action", "share of the deals with this hand"]
    assert {(row[0], row[1]) for row in table[1:]} == {(row["hand"], row["action"]) for row in mine}
