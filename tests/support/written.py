"""Write what the package writes, into the folder that is named, and print a fingerprint of each file: ``python written.py FOLDER``."""

import hashlib
import json
import sys
from pathlib import Path

from command_line import run

import kuhncfr as kc

COMMANDS = {
    "nash": "nash kuhn",
    "solve": "solve kuhn --players 3 --cards 4 --iterations 50 --full",
    "simulate": "simulate saved.json --hands 500 --seed 1 --game kuhn --cards 5",
    "evaluate": "evaluate saved.json --game kuhn --cards 5 --full",
}


def write(folder: Path) -> dict[str, str]:
    """Write a strategy, a checkpoint, tables, a workbook, and what commands print; return a fingerprint of each file."""
    game = kc.KuhnPoker(cards=5)
    cfr = kc.CFR(game, sampling="chance", seed=1)
    kc.record(cfr, 10, record_every=5).to_frame().to_csv(folder / "trajectory.csv", lineterminator="\n")
    cfr.save(folder / "checkpoint.json")
    profile = cfr.average_strategy
    profile.save(folder / "saved.json")
    kc.Report(kc.KuhnPoker(), kc.nash.kuhn().profile, episodes=100, seed=1).to_excel(folder / "report.xlsx")
    (folder / "order.txt").write_text(repr([*kc.histories(game), *kc.information_sets(game)]), encoding="utf-8")
    for name, command in COMMANDS.items():
        words = [str(folder / word) if word.endswith(".json") else word for word in command.split()]
        (folder / f"{name}.txt").write_text(run(*words).replace(str(folder), ""), encoding="utf-8")
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())}


if __name__ == "__main__":
    print(json.dumps(write(Path(sys.argv[1]))))
