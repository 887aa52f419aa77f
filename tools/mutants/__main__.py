"""Mutate the files that `modules.toml` lists, test the mutants, and compare the survivors with `survivors.txt`.

``python -m tools.mutants [file ...]``: all files, or only those named.
"""

import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tools.mutants.operators import mutated
from tools.mutants.survivors import Mutant, describe, read
from tools.mutants.trial import prepare, trial

HERE = Path(__file__).parent


def survive(path: Path, stages: list[str]) -> Iterator[tuple[Mutant, bool]]:
    """Test every mutant of a file, stage by stage; yield it and whether it passes all tests."""
    source = path.read_text(encoding="utf-8")
    limits = [allowance(path, source, tests) for tests in stages]
    seen: Counter[Mutant] = Counter()
    for changed in mutated(source):
        mutant = describe(path, source, changed)
        seen[mutant] += 1
        alive = all(trial(path, changed, tests, seconds)[0] for tests, seconds in zip(stages, limits, strict=True))
        yield mutant._replace(nth=seen[mutant]), alive


def allowance(path: Path, source: str, tests: str) -> float:
    """Return the time limit of the tests in seconds: a mutant that takes much longer than usual is killed, too."""
    passes, usual = trial(path, source, tests)
    if not passes:
        sys.exit(f"{path}: the tests fail without any mutation: {tests}")
    return 5 + 3 * usual


def compare(file: str, stages: list[str], known: set[Mutant]) -> int:
    """Test the mutants of a file; return the number of results that differ from the known ones."""
    total, alive, surprises = 0, set(), 0
    for mutant, survives in survive(Path(file), stages):
        total += 1
        if survives:
            alive.add(mutant)
            if mutant not in known:
                surprises += 1
                print(f"\nsurvives, and is not known:\n{mutant}\n", flush=True)
    for mutant in sorted(known - alive):
        surprises += 1
        print(f"\nis said to survive, and does not:\n{mutant}\n")
    print(f"{file}: {total - len(alive)} of {total} killed", flush=True)
    return surprises


def main(chosen: list[str]) -> int:
    modules = tomllib.loads((HERE / "modules.toml").read_text(encoding="utf-8"))
    known = read(HERE / "survivors.txt")
    prepare()
    surprises = sum(compare(file, modules[file], {mutant for mutant in known if mutant.file == file}) for file in chosen or modules)
    print(f"{surprises} to look at: kill them, or say why not in tools/mutants/survivors.txt." if surprises else "All survivors are known.")
    return bool(surprises)


sys.exit(main(sys.argv[1:]))
