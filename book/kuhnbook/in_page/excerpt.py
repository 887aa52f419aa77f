"""The part of a chapter's code that some of its names need: so a page runs the checks that the chapter shows."""

import ast
import symtable
from collections.abc import Iterable


def excerpt(code: str, names: Iterable[str]) -> str:
    """Return the statements that define `names`, and those that define what these use in turn, in the order of the chapter.

    Where a chapter defines a name several times, the last one counts.

    Raises
    ------
    KeyError
        If no statement defines one of the names.

    Examples
    --------
    >>> print(excerpt("from math import pi\\nr = 1\\nprint(r)\\ndef area(r):\\n    return pi * r**2", ["area"]))
    from math import pi
    def area(r):
        return pi * r ** 2
    """
    statements = ast.parse(code).body
    home = {name: k for k, statement in enumerate(statements) for name in defined(statement)}
    chosen: set[int] = set()
    waiting = [home[name] for name in names]
    while waiting:
        k = waiting.pop()
        if k not in chosen:
            chosen.add(k)
            waiting += [home[name] for name in used(statements[k]) if name in home]
    return "\n".join(ast.unparse(statements[k]) for k in sorted(chosen))


def defined(statement: ast.stmt) -> set[str]:
    """Return the names that a statement defines for good: those of loops do not count."""
    match statement:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return {name}
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            return {alias.asname or alias.name for alias in names}
        case ast.Assign(targets=targets):
            return {node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)}
    return set()


def used(statement: ast.stmt) -> set[str]:
    """Return the names of the chapter that a statement uses, without those that its functions have of their own."""
    tables = [symtable.symtable(ast.unparse(statement), "chapter", "exec")]
    found = {symbol.get_name() for symbol in tables[0].get_symbols() if symbol.is_referenced()}
    while tables:
        table = tables.pop()
        tables += table.get_children()
        found |= {symbol.get_name() for symbol in table.get_symbols() if symbol.is_global() and symbol.is_referenced()}
    return found
