"""Write the tables of the book's page on speed, and its chart, from ``results.json``."""

import json
from pathlib import Path
from typing import Any

import chart

HERE = Path(__file__).parent
ASSETS = HERE.parent / "book" / "assets"


def main() -> None:
    results = json.loads((HERE / "results.json").read_text(encoding="utf-8"))
    text = tables(results)
    (HERE / "results.md").write_text(text, encoding="utf-8")
    for scheme in chart.SCHEMES:
        (ASSETS / f"growth-{scheme}.svg").write_text(chart.growth(results["growth"], scheme), encoding="utf-8")
    print(text)


def tables(results: dict[str, Any]) -> str:
    return "\n".join([races(results["races"]), alone(results), growth(results["growth"]), machine(results["machine"])])


def races(rows: list[dict[str, Any]]) -> str:
    head = ["Game and algorithm", "Solver", "Its time", "kuhncfr's time", "Times as fast", "Aim", "Same answer"]
    body = [
        [
            row["title"],
            row["peer"],
            spread(row["theirs"]),
            spread(row["ours"]),
            f"**{row['ratio']:.0f}**",
            f"{row['goal']}",
            same_answer(row),
        ]
        for row in rows
    ]
    return table("Time per iteration: the median of five turns, with the fastest and the slowest.", "tab-races", head, body)


def same_answer(row: dict[str, Any]) -> str:
    ours, theirs = row["exploitability"]
    after = f"after {row['check_after']:,}"
    if row["exact"]:
        return f"{ours:.6f} on both sides {after}"
    return f"{ours:.4f} and {theirs:.4f} {after}"


def alone(results: dict[str, Any]) -> str:
    rows = [
        [f"{row['title']} to {row['target']:.0e}, {row['iterations']:,} iterations", spread(row["seconds"]), under(row["goal"])]
        for row in results["targets"]
    ]
    long, first, over, memory = results["long_run"], results["first_solve"], results["overheads"], results["memory"]
    title = f"three-player Kuhn poker, {long['iterations']:,} iterations with sampled deals"
    rows += [
        [title, spread(long["seconds"]), under(long["goal"])],
        ["a new process that solves Kuhn poker, compiled code cached", spread(first["warm"]), under(first["warm_goal"])],
        ["the same with an empty cache", spread(first["cold"]), under(first["cold_goal"])],
        ["recording every iteration of Kuhn poker", f"{over['recording']['factor']:.2f} times", f"under {over['recording']['goal']} times"],
        ["a progress bar", f"{100 * (over['progress']['factor'] - 1):+.1f} %", "under +2 %"],
        [f"memory for {memory['many']:,} iterations instead of {memory['few']:,}", f"{memory['bytes_more']:,} bytes more", "none"],
    ]
    return table("kuhncfr alone.", "tab-alone", ["What", "Measured", "Aim"], rows)


def growth(rows: list[dict[str, Any]]) -> str:
    head = ["Cards", "Terminal histories", "Time per iteration", "Per terminal history", "Memory", "Compiling the game"]
    body = [
        [
            f"{row['cards']}",
            f"{row['terminals']:,}",
            spread(row["seconds"]),
            f"{row['seconds']['median'] / row['terminals'] * 1e9:.1f} ns, {row['bytes'] / row['terminals']:.0f} bytes",
            f"{row['bytes'] / 1e6:.3g} MB",
            duration(row["compile_seconds"]),
        ]
        for row in rows
    ]
    return table("Kuhn poker with more and more cards.", "tab-growth", head, body)


def machine(found: dict[str, Any]) -> str:
    versions = ", ".join(f"{name} {number}" for name, number in found["versions"].items())
    return f"Measured on {found['processor']}, {found['cores']} cores, {found['system']}, Python {found['python']}; {versions}.\n"


def table(caption: str, name: str, head: list[str], body: list[list[str]]) -> str:
    rows = [head, ["---"] * len(head), *body]
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([f":::{{table}} {caption}", f":name: {name}", "", *lines, "", ":::", ""])


def spread(times: dict[str, float]) -> str:
    """Write a median with its extremes, all in one unit."""
    scale, unit = scale_of(times["median"])
    middle, low, high = (f"{times[key] * scale:.3g}" for key in ("median", "low", "high"))
    return f"{middle} {unit} ({low}–{high})"


def duration(seconds: float) -> str:
    scale, unit = scale_of(seconds)
    return f"{seconds * scale:.3g} {unit}"


def under(seconds: float) -> str:
    return f"under {duration(seconds)}"


def scale_of(seconds: float) -> tuple[float, str]:
    """Choose a unit in which this is not a tiny number."""
    units = ((1, "s"), (1e3, "ms"), (1e6, "µs"))
    return next(((scale, unit) for scale, unit in units if seconds * scale >= 0.1), units[-1])


if __name__ == "__main__":
    main()
