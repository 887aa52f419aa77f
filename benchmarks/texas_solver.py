"""A river of hold'em: ``kc.solve`` beside the console solver of TexasSolver, a program in C++ that you build from its own source.

``make bench`` does not install it. ``benchmarks/texas_solver.py /path/to/console_solver`` updates this part of the results only;
``make bench`` includes it if the variable TEXAS_SOLVER has that path. The folder ``resources`` must be beside the program. Linux only:
other systems do not report the processor time of another process.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import clock
import numpy as np
import results
from machine import processor

import kuhncfr as kc
from kuhncfr.vector.betting import Decision, Node, nodes

BOARD, POT, STACK, SIZES = "Qs Jh 2h 8d 3c", 100, 200, (50, 100)
ALL_IN = "all in"
ITERATIONS = 600
SHORT, LONG = 50, 350  # iterations of the two solves of a turn
TURNS = 21
GOAL = 2.5
CLOSE = 1e-3  # chips: the program computes in single precision
CLASSES = [high + low for k, high in enumerate("AKQJT98765432") for low in "AKQJT98765432"[k:]]
RANGE = ",".join(CLASSES)  # all hands, in a notation that both sides know

SETTINGS = f"""\
set_pot {POT}
set_effective_stack {STACK}
set_board {BOARD.replace(" ", ",")}
set_range_oop {RANGE}
set_range_ip {RANGE}
set_bet_sizes oop,river,bet,{SIZES[0]},{SIZES[1]}
set_bet_sizes oop,river,allin
set_bet_sizes ip,river,bet,{SIZES[0]},{SIZES[1]}
set_bet_sizes ip,river,allin
set_allin_threshold 1
set_thread_num 1
set_use_isomorphism 0
set_accuracy 0
set_dump_rounds 1"""

Dumped = dict[str, Any]
Tables = dict[str, np.ndarray]


class Console:
    """The console of the program, one command a line. It stays open between solves, because reading its table of hands takes seconds."""

    name = "TexasSolver"

    def __init__(self, program: Path, folder: Path) -> None:
        self._folder = folder  # the folder of its output files
        self._process = subprocess.Popen(
            [program.resolve(), "-r", program.resolve().parent / "resources"],
            cwd=folder,
            env={**os.environ, "OMP_NUM_THREADS": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._say(SETTINGS)

    def solve(self, iterations: int) -> tuple[float, float]:
        """Start a new solve, which evaluates before the first iteration and after the last; return the best-response values."""
        self._say("build_tree", f"set_max_iteration {iterations}", f"set_print_interval {iterations - 1}", "start_solve")
        return responses(self._until("time used"))

    def spent(self) -> float:
        """Return the processor time of its single thread so far, in seconds."""
        return int(Path(f"/proc/{self._process.pid}/schedstat").read_text().split()[0]) / 1e9

    def strategies(self) -> Dumped:
        """Return the average strategies of the last solve."""
        self._say("dump_result strategies.json", "written")  # when the first command is done, it reports the second as unknown
        self._until("command not recognized: written")
        return dict(json.loads((self._folder / "strategies.json").read_text(encoding="utf-8")))

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()

    def _say(self, *commands: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("\n".join(commands) + "\n")
        self._process.stdin.flush()

    def _until(self, beginning: str) -> list[str]:
        """Return the printed lines up to one with this beginning."""
        assert self._process.stdout is not None
        lines: list[str] = []
        for line in self._process.stdout:
            lines.append(line)
            if line.startswith(beginning):
                return lines
        raise SystemExit(f"{self.name} ended before it printed {beginning!r}; its last words: {''.join(lines[-3:])!r}")


def responses(lines: list[str]) -> tuple[float, float]:
    """Parse the best-response values of our players 1 and 2. The program calls them *exploitability*; its player 1 moves first."""
    found = dict(re.findall(r"^player ([01]) exploitability (\S+)$", "".join(lines), re.MULTILINE))  # the last match counts
    return float(found["1"]), float(found["0"])


def tables(game: kc.vector.PublicGame, dumped: Dumped) -> Tables:
    """Convert the strategies to our order of hands and actions; both trees must be the same."""
    found: Tables = {}

    def walk(ours: Node, theirs: Dumped | None, history: str) -> None:
        if not isinstance(ours, Decision) or theirs is None:
            if isinstance(ours, Decision) or theirs is not None:
                raise SystemExit(f"only one of the trees goes on after {history!r}: nothing to compare")
            return
        actions = {named(action): k for k, action in enumerate(theirs["actions"])}
        if theirs["player"] != 1 - ours.player or set(actions) != set(ours.children):
            raise SystemExit(f"after {history!r} the trees differ, {sorted(actions)} and {sorted(ours.children)}: nothing to compare")
        rows = {cards(hand): row for hand, row in theirs["strategy"]["strategy"].items()}
        table = np.array([rows[cards(hand)] for hand in game.ranges[ours.player].names])
        found[history] = table[:, [actions[action] for action in ours.children]]
        below = {named(action): node for action, node in (theirs.get("childrens") or {}).items()}
        for action, after in ours.children.items():
            walk(after, below.get(action), game.child(history, action))

    walk(game.betting, dumped, "")
    return found


def named(action: str) -> str:
    """Return our name of an action that the program calls CHECK or BET 50.000000."""
    kind, _, chips = action.lower().partition(" ")
    if not chips:
        return kind
    return ALL_IN if float(chips) == STACK else f"{kind} {float(chips):g}"


def cards(hand: str) -> frozenset[str]:
    return frozenset((hand[:2], hand[2:]))


def run(program: Path) -> dict[str, Any]:
    """Check that both play the same game, then time them in turns."""
    game = kc.vector.river(board=BOARD, ranges=(RANGE, RANGE), pot=POT, stack=STACK, bets=(*SIZES, "all-in"), raises=("all-in",))
    with tempfile.TemporaryDirectory() as folder:
        console = Console(program, Path(folder))
        try:
            answers = [best_values(game, solve(game, ITERATIONS).average_strategy), console.solve(ITERATIONS)]
            intervals = agreed(game, answers, tables(game, console.strategies()))
            turns = [
                (an_iteration(time.process_time, lambda n: solve(game, n)), an_iteration(console.spent, console.solve))
                for _ in range(TURNS)
            ]
        finally:
            console.close()
    ours, theirs = (clock.summary(list(times)) for times in zip(*turns, strict=True))
    return {
        "title": f"a river of hold'em, {len(game.ranges[0]):,} hands each, discounted CFR",
        "peer": Console.name,
        "ours": ours.as_dict(),
        "theirs": theirs.as_dict(),
        "ratio": theirs.median / ours.median,
        "goal": GOAL,
        "turns": TURNS,
        "iterations": ITERATIONS,
        "public_nodes": sum(1 for _ in nodes(game.betting)),
        "percent_of_pot": [game.percent_of_pot(sum(won) / 2) for won in answers],
        "values": [list(interval) for interval in intervals],
        "processor": processor(),
    }


def solve(game: kc.vector.PublicGame, iterations: int) -> Any:
    return kc.solve(game, iterations, algorithm="dcfr")


def best_values(game: kc.vector.PublicGame, strategy: Any) -> tuple[float, float]:
    one, two = (float(kc.best_response(game, strategy, player).value) for player in (0, 1))
    return one, two


def agreed(game: kc.vector.PublicGame, answers: list[tuple[float, float]], theirs: Tables) -> list[tuple[float, float]]:
    """Return the bounds on player 1's value from each side's strategies; check that both sides solve the same game."""
    evaluated = best_values(game, theirs)
    if max(abs(a - b) for a, b in zip(evaluated, answers[1], strict=True)) > CLOSE:
        raise SystemExit(
            f"against the other program's strategies best responses win {answers[1]} there, {evaluated} here: nothing to compare"
        )
    intervals = [(-second, first) for first, second in answers]
    if max(low for low, _ in intervals) > min(high for _, high in intervals):
        raise SystemExit(f"no value lies in both of {intervals}: nothing to compare")
    return intervals


def an_iteration(spent: Callable[[], float], work: clock.Work) -> float:
    """Return the processor time of an iteration: the difference between a long and a short solve, which excludes start and evaluation."""
    begin = spent()
    work(SHORT)
    between = spent()
    work(LONG)
    return (spent() - between - (between - begin)) / (LONG - SHORT)


def program() -> Path | None:
    """Return the path of the program from the variable TEXAS_SOLVER."""
    return Path(os.environ["TEXAS_SOLVER"]) if "TEXAS_SOLVER" in os.environ else None


if __name__ == "__main__":
    results.write(results.read() | {"texas_solver": run(Path(sys.argv[1]))})
