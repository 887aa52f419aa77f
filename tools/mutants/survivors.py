"""The mutants that are known to survive, and why: no result changes."""

import ast
from pathlib import Path
from typing import NamedTuple


class Mutant(NamedTuple):
    """A mutant, described without line numbers, which shift."""

    file: str
    where: str  # the function or class
    old: str
    new: str
    nth: int = 1  # among equal mutants in this function

    def __str__(self) -> str:
        again = f" (nth {self.nth})" if self.nth > 1 else ""
        return f"{self.file} {self.where}\n- {self.old}\n+ {self.new}{again}"


def describe(path: Path, source: str, changed: str) -> Mutant:
    """Describe a mutant by the lines that differ."""
    old, new = source.splitlines(), changed.splitlines()
    begin = next(k for k, (one, other) in enumerate(zip(old, new, strict=False)) if one != other)
    same = next(k for k, (one, other) in enumerate(zip(reversed(old), reversed(new), strict=False)) if one != other)
    return Mutant(path.as_posix(), _where(source, begin + 1), _joined(old[begin : len(old) - same]), _joined(new[begin : len(new) - same]))


def _joined(lines: list[str]) -> str:
    return " ".join(word for line in lines for word in line.split())


def _where(source: str, line: int) -> str:
    found = "module"
    for node in ast.walk(ast.parse(source)):  # outer ones come first
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.lineno <= line <= (node.end_lineno or 0):
            found = node.name
    return found


def read(path: Path) -> dict[Mutant, str]:
    """Read the list: blocks of a file and a function, then pairs of lines with - and +, then their common reason."""
    known = {}
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        head, *lines = [line for line in block.splitlines() if not line.startswith("#")] or [""]
        if not head:
            continue
        file, where = head.split()
        pairs = [line for line in lines if line[:2] in ("- ", "+ ")]
        reason = " ".join(line for line in lines if line not in pairs)
        if not reason or len(pairs) % 2:
            raise ValueError(f"{path}: a block must hold pairs of lines with - and +, and a reason: {block}")
        for old, new in zip(pairs[::2], pairs[1::2], strict=True):
            shown, _, again = new[2:].partition(" (nth ")
            known[Mutant(file, where, old[2:], shown, int(again.rstrip(")")) if again else 1)] = reason
    return known
