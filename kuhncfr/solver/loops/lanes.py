"""Numbers side by side: one of each run, which a processor adds or multiplies at one stroke.

Compiled, a row of :data:`~kuhncfr.solver.arrays.WIDE` numbers is a vector of LLVM's and stays in the registers. Left to itself, Numba would
make vectors of few of these loops, for it cannot know that their arrays do not overlap. The arithmetic is IEEE's in each place, so that a
run gets the digits that it gets alone. Not compiled, the row is a NumPy array.
"""

import operator
from collections.abc import Callable
from inspect import Parameter, Signature
from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import extending
from numba.core import types

from kuhncfr.solver.arrays import WIDE, Array

VECTOR = ir.VectorType(ir.DoubleType(), WIDE)

_numba: Any = extending  # only some of it has annotations


class Lanes(types.Type):
    """Numba's name for a row of numbers."""


@_numba.register_model(Lanes)
class _Model(_numba.models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, VECTOR)


LANES = Lanes(f"Lanes({WIDE})")


def load(rows: Array, row: Any) -> Any:
    """Take a row of an array of shape (rows, WIDE)."""
    return rows[row].copy()


def store(rows: Array, row: Any, lanes: Any) -> None:
    """Write a row of an array of shape (rows, WIDE)."""
    rows[row] = lanes


def splat(number: Any) -> Any:
    """The same number for all runs."""
    return np.full(WIDE, number)


def choose(one: Any, other: Any, yes: Any, no: Any) -> Any:
    """Take `yes` where one is greater than the other, and `no` where not."""
    return np.where(one > other, yes, no)


def becomes(function: Any, result: Any, *kinds: Any) -> Callable[[Callable[..., Any]], None]:
    """Have Numba write for a function, of arguments of these kinds, what the decorated one generates."""

    def find(*args: Any) -> Any:
        return result if all(map(isinstance, args, kinds)) else None

    names = [Parameter(f"argument_{k}", Parameter.POSITIONAL_OR_KEYWORD) for k in range(len(kinds))]
    find.__signature__ = Signature(names)  # type: ignore[attr-defined]

    def register(generate: Callable[..., Any]) -> None:
        _numba.type_callable(function)(lambda context: find)
        _numba.lower_builtin(function, *kinds)(lambda context, builder, signature, args: generate(context, builder, signature, *args))

    return register


def _place(context: Any, builder: Any, signature: Any, rows: Any, row: Any) -> Any:
    """Where a row begins."""
    data = context.make_array(signature.args[0])(context, builder, rows).data
    return builder.bitcast(builder.gep(data, [builder.mul(row, row.type(WIDE))]), VECTOR.as_pointer())


@becomes(load, LANES, types.Array, types.Integer)
def _load(context: Any, builder: Any, signature: Any, rows: Any, row: Any) -> Any:
    return builder.load(_place(context, builder, signature, rows, row), align=8)


@becomes(store, types.none, types.Array, types.Integer, Lanes)
def _store(context: Any, builder: Any, signature: Any, rows: Any, row: Any, lanes: Any) -> Any:
    builder.store(lanes, _place(context, builder, signature, rows, row), align=8)
    return context.get_dummy_value()


@becomes(splat, LANES, types.Float)
def _splat(context: Any, builder: Any, signature: Any, number: Any) -> Any:
    anything = ir.Constant(VECTOR, ir.Undefined)
    first = builder.insert_element(anything, number, ir.IntType(32)(0))
    return builder.shuffle_vector(first, anything, ir.Constant(ir.VectorType(ir.IntType(32), WIDE), None))


@becomes(choose, LANES, Lanes, Lanes, Lanes, Lanes)
def _choose(context: Any, builder: Any, signature: Any, one: Any, other: Any, yes: Any, no: Any) -> Any:
    return builder.select(builder.fcmp_ordered(">", one, other), yes, no)


@becomes(operator.add, LANES, Lanes, Lanes)
def _add(context: Any, builder: Any, signature: Any, one: Any, other: Any) -> Any:
    return builder.fadd(one, other)


@becomes(operator.sub, LANES, Lanes, Lanes)
def _subtract(context: Any, builder: Any, signature: Any, one: Any, other: Any) -> Any:
    return builder.fsub(one, other)


@becomes(operator.mul, LANES, Lanes, Lanes)
def _multiply(context: Any, builder: Any, signature: Any, one: Any, other: Any) -> Any:
    return builder.fmul(one, other)


@becomes(operator.truediv, LANES, Lanes, Lanes)
def _divide(context: Any, builder: Any, signature: Any, one: Any, other: Any) -> Any:
    return builder.fdiv(one, other)
