"""Options of the commands that solve a game."""

from pathlib import Path
from typing import Annotated, Literal

from kuhncfr.cli.options import OUTPUT, SOLVING, option

ITERATIONS = 10_000  # of a command, unless --iterations is given

Iterations = Annotated[int, option("How many to run.", "N", SOLVING, min=1)]
IterationsIfAny = Annotated[int | None, option(f"How many to run; {ITERATIONS} if not given.", "N", SOLVING, min=1)]
AlgorithmName = Literal["cfr", "cfr+", "lcfr", "dcfr", "dcfr+", "pcfr+", "pdcfr+"]
AlgorithmOption = Annotated[AlgorithmName, option("The variant: cfr, cfr+, lcfr, dcfr, dcfr+, pcfr+ or pdcfr+.", "NAME", SOLVING)]
Sampling = Annotated[
    Literal["chance", "external", "outcome"] | None,
    option("Sample chance, external or outcome; if not given, walk the whole tree.", "NAME", SOLVING),
]
Alternating = Annotated[bool, option("Update one player after the other, or all at once.", "", SOLVING, "--alternating/--simultaneous")]
Target = Annotated[str | None, option("Stop at an exploitability of at most this.", "CHIPS", SOLVING)]
RecordEvery = Annotated[int | None, option("Record every so many iterations.", "N", SOLVING, min=1)]
StateFile = Annotated[
    Path | None, option("Save the run in this file, every minute and at the end; if the file exists, continue from it.", "FILE.npz", OUTPUT)
]
