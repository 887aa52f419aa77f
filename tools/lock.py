"""Update the lock files: ``python tools/lock.py`` keeps the locked versions, ``--upgrade`` takes the newest.

The first lock file is for the package with its tests; then there is one for each dependency group of ``pyproject.toml``, consistent with
those before it. Each version has the SHA-256 sums of its files for every system, so that pip installs the tested files or fails.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ("requirements.txt", "Every version that the book was built and checked with, on Linux, macOS and Windows.")
GROUPS = {
    "lab": ("requirements/lab.txt", "JupyterLab and what renders the chapters in it: for make lab, and for its test."),
    "teach": ("requirements/teach.txt", "nbgrader, and what it needs: for make assignments, make grade and their test."),
    "oracle": ("requirements/oracle.txt", "OpenSpiel and Gambit, second opinions that only make test-oracle asks for."),
    "scale": ("requirements/scale.txt", "Dask, for sweeps on a cluster, and for their test; the book does not need it."),
    "mutants": ("requirements/mutants.txt", "Cosmic Ray, which makes the mistakes that only make mutants asks for."),
    "dist": ("requirements/dist.txt", "What builds the package, and uv, which makes these files: for make dist and make lock."),
    "audit": ("requirements/audit.txt", "What looks for known weaknesses in all that these files name: for make audit."),
    "bench": ("benchmarks/requirements.txt", "The other solvers and what they import, for make bench; installed with --no-deps."),
}
COMPILE = ("pip", "compile", "--quiet", "--universal", "--fork-strategy", "fewest", "--python-version", "3.11", "--generate-hashes")
PLAIN = ("--no-annotate", "--no-header")


def compile_lock(file: str, title: str, *arguments: str) -> None:
    """Resolve the requirements with uv, and add a first line with the purpose of the file."""
    uv = Path(sys.executable).with_name("uv")
    subprocess.run([uv, *COMPILE, *PLAIN, "--output-file", file, *arguments], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    path = ROOT / file
    path.write_text(f"# {title} Written by make lock.\n" + path.read_text(encoding="utf-8"), encoding="utf-8")


def main(options: list[str]) -> None:
    compile_lock(*PACKAGE, "--extra", "test", "--extra", "lint", "pyproject.toml", *options)
    agreed = ["--constraint", PACKAGE[0]]
    for group, (file, title) in GROUPS.items():
        alone = ["--no-deps"] if group == "bench" else []
        compile_lock(file, title, "--group", group, *agreed, *alone, *options)
        agreed += ["--constraint", file]


if __name__ == "__main__":
    main(sys.argv[1:])
