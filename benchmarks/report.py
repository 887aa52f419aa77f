"""Write the tables of the book's page on speed, and its charts, from ``results.json``."""

from math import log, log10
from pathlib import Path
from typing import Any

import chart
import results

HERE = Path(__file__).parent
ASSETS = HERE.parent / "book" / "assets"


def main() -> None:
    found = results.read()
    text = tables(found)
    (HERE / "results.md").write_text(text, encoding="utf-8")
    for name, drawn in charts(found).items():
        (ASSETS / name).write_text(drawn, encoding="utf-8")
    print(text)


def charts(found: dict[str, Any]) -> dict[str, str]:
    return {"races.svg": chart.races(found["races"]), "growth.svg": chart.growth(found["growth"])}


def tables(found: dict[str, Any]) -> str:
    return "\n".join(
        [
            figure(found["races"]),
            races(found["races"]),
            times(found["races"]),
            alone(found),
            hands(found["hands"]),
            texas_solver(found["texas_solver"]),
            growth(found["growth"]),
            vector(found["vector"]),
            machine(found["machine"]),
        ]
    )


def figure(rows: list[dict[str, Any]]) -> str:
    ratios = [row["ratio"] for row in rows]
    reached = sum(row["ratio"] >= row["goal"] for row in rows)
    factors = f"between {min(ratios):,.0f} and {max(ratios):,.0f} times as fast as that of the other program"
    return f"""```{{figure}} assets/races.svg
:name: fig-races
:class: chart dark-light
:alt: A bar for each race, on an axis with powers of ten. An iteration of kuhncfr is {factors}; {reached} of {len(rows)} bars reach our aim.
:width: 560px

How many times as fast an iteration runs in kuhncfr as in the program named in the bar. The line across each bar marks our aim.
```
"""


def races(rows: list[dict[str, Any]]) -> str:
    head = ["Game and algorithm", "Beside", "Times as fast", "Aim"]
    body = [[row["title"], row["peer"], f"**{row['ratio']:,.0f}**", f"at least {row['goal']:,}"] for row in rows]
    return table("How many times as fast an iteration of kuhncfr is: the ratio of the medians below.", "tab-races", head, body)


def times(rows: list[dict[str, Any]]) -> str:
    head = ["Game and algorithm", "Time per iteration", "Exploitability reached"]
    body = [
        [row["title"], f"kuhncfr {spread(row['ours'])}; {row['peer']} {spread(row['theirs'])}", f"{same_answer(row)} iterations"]
        for row in rows
    ]
    return table("The median of five turns, with the fastest and the slowest; and what both sides reached.", "tab-times", head, body)


def same_answer(row: dict[str, Any]) -> str:
    ours, theirs = row["exploitability"]
    after = f"after {row['check_after']:,}"
    if row["exact"]:
        return f"{ours:.6f} on both sides {after}"
    return f"{ours:.4f} and {theirs:.4f} {after}"


def alone(found: dict[str, Any]) -> str:
    rows = [
        [
            f"{row['title']} to $10^{{{log10(row['target']):.0f}}}$, {row['iterations']:,} iterations",
            spread(row["seconds"]),
            under(row["goal"]),
        ]
        for row in found["targets"]
    ]
    long, first, over, memory = found["long_run"], found["first_solve"], found["overheads"], found["memory"]
    title = f"three-player Kuhn poker, {long['iterations']:,} iterations with sampled deals"
    rows += [
        [title, spread(long["seconds"]), under(long["goal"])],
        ["a new process that solves Kuhn poker, compiled code cached", spread(first["warm"]), under(first["warm_goal"])],
        ["the same with an empty cache", spread(first["cold"]), under(first["cold_goal"])],
        ["recording every iteration of Kuhn poker", f"{over['recording']['factor']:.2f} times", f"under {over['recording']['goal']} times"],
        ["a progress bar", f"{100 * (over['progress']['factor'] - 1):+.1f} %", "under +2 %"],
        [f"memory for {memory['many']:,} iterations instead of {memory['few']:,}", f"{memory['bytes_more']:,} bytes more", "none"],
    ]
    return table(
        "kuhncfr alone: the median of five times, with the fastest and the slowest.", "tab-alone", ["What", "Measured", "Aim"], rows
    )


def hands(row: dict[str, Any]) -> str:
    head = ["What", "Measured", "Aim"]
    many = f"{row['hands']:,} hands, kuhncfr"
    body = [
        ["a hand, kuhncfr", spread(row["ours"]), ""],
        [f"a hand, {row['peer']}", spread(row["theirs"]), ""],
        ["times as fast, the ratio of the medians", f"**{row['ratio']:.0f}**", f"at least {row['goal']}"],
        [many, spread(row["seconds"]), under(row["seconds_goal"])],
        *(
            [f"player {player} won, where {value:.4f} is to be expected", f"{ours:.4f} and {theirs:.4f}, ± {error:.4f}", ""]
            for player, (value, ours, theirs, error) in enumerate(zip(row["values"], *row["means"], row["errors"], strict=True), 1)
        ),
    ]
    sample = f"chips a hand over {row['checked']:,} hands of kuhncfr and of {row['peer']}, ± a standard error"
    return table(f"Playing hands of {row['title']}. Below, {sample}.", "tab-hands", head, body)


def texas_solver(row: dict[str, Any]) -> str:
    head = ["What", "kuhncfr", row["peer"]]
    each = [f"{percent:.3f} %" for percent in row["percent_of_pot"]]
    between = [f"{low:.3f} to {high:.3f}" for low, high in row["values"]]
    body = [
        ["an iteration", spread(row["ours"]), spread(row["theirs"])],
        ["exploitability, of the pot", *each],
        ["value for player 1, chips", *between],
        ["times as fast, the ratio of the medians", f"**{row['ratio']:.1f}**", f"aim: at least {row['goal']}"],
    ]
    times = f"processor time of an iteration, the median of {row['turns']} turns, with the fastest and the slowest"
    reached = f"below, what {row['iterations']} iterations reach"
    what = f"{row['title'][0].upper()}{row['title'][1:]}, {row['public_nodes']} public nodes"
    return table(f"{what}: {times}; {reached}. On {row['processor']}.", "tab-texas-solver", head, body)


def growth(rows: list[dict[str, Any]]) -> str:
    head = ["Cards", "Terminal histories", "An iteration", "For each history", "Memory", "Compiling the game"]
    body = [
        [
            f"{row['cards']}",
            f"{row['terminals']:,}",
            duration(row["seconds"]["median"]),
            f"{row['seconds']['median'] / row['terminals'] * 1e9:.1f} ns",
            f"{row['bytes'] / 1e6:.2g} MB",
            duration(row["compile_seconds"]),
        ]
        for row in rows
    ]
    large = [(row["terminals"], row["seconds"]["median"]) for row in rows if row["cards"] >= 30]
    steepness = f"From 30 to {rows[-1]['cards']} cards the time grows with exponent {exponent(large[0], large[-1]):.2f}"
    return table(f"Kuhn poker with more and more cards. {steepness}.", "tab-growth", head, body)


def vector(found: dict[str, Any]) -> str:
    head = ["What", "Measured", "Aim"]
    grown, first = found["growth"], found["compile"]
    sizes = [(row["cards"], row["seconds"]["median"]) for row in grown["rows"]]
    body = [
        [
            f"Kuhn poker, {row['cards']} cards, an iteration",
            f"{spread(row['ours'])}; sequence form {spread(row['theirs'])}: **{row['ratio']:.0f}** times as fast",
            f"at least {row['goal']} times",
        ]
        for row in found["beside"]
    ]
    body += [
        [f"the same with {row['cards']:,}", f"{spread(row['seconds'])}, {row['bytes'] / 1e6:.2g} MB", ""] for row in grown["rows"][1:-1]
    ]
    most = grown["rows"][-1]
    body += [
        [
            f"the same with {most['cards']:,}",
            f"{spread(most['seconds'])}, {most['bytes'] / 1e6:.3g} MB",
            under(grown["seconds_goal"]),
        ],
        [
            f"exponent of that growth, from {sizes[1][0]:,} cards on",
            f"{exponent(sizes[1], sizes[-1]):.2f}",
            f"at most {grown['exponent_goal']}",
        ],
        *(
            [f"a river to {row['percent']} % of the pot, DCFR, {row['iterations']} iterations", spread(row["seconds"]), under(row["goal"])]
            for row in found["river"]
        ),
        [
            "how long a new process that solves such a game works, with an empty cache",
            spread(first["cold"]),
            under(first["cold_goal"]),
        ],
        ["the same, compiled code cached", spread(first["warm"]), ""],
    ]
    return table("Games that are walked in public, all hands at once.", "tab-vector", head, body)


def machine(found: dict[str, Any]) -> str:
    versions = ", ".join(f"{name} {number}" for name, number in found["versions"].items())
    return f"Measured on {found['processor']}, {found['cores']} cores, {found['system']}, Python {found['python']}; {versions}.\n"


def table(caption: str, name: str, head: list[str], body: list[list[str]]) -> str:
    rows = [head, ["---"] * len(head), *body]
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([f":::{{table}} {caption}", f":name: {name}", "", *lines, "", ":::", ""])


def exponent(first: tuple[float, float], last: tuple[float, float]) -> float:
    """Return the exponent of the growth of time with size, from two pairs of size and time."""
    return log(last[1] / first[1]) / log(last[0] / first[0])


def spread(times: dict[str, float]) -> str:
    """Format a median with its extremes, all in one unit."""
    scale, unit = scale_of(times["median"])
    middle, low, high = (f"{times[key] * scale:.3g}" for key in ("median", "low", "high"))
    return f"{middle} {unit} ({low}–{high})"


def duration(seconds: float) -> str:
    scale, unit = scale_of(seconds)
    return f"{seconds * scale:.3g} {unit}"


def under(seconds: float) -> str:
    return f"under {duration(seconds)}"


def scale_of(seconds: float) -> tuple[float, str]:
    """Return a unit in which the number is not tiny."""
    units = ((1, "s"), (1e3, "ms"), (1e6, "µs"))
    return next(((scale, unit) for scale, unit in units if seconds * scale >= 0.1), units[-1])


if __name__ == "__main__":
    main()
