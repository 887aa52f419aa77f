"""Arithmetic on *vectors*: sixteen numbers, one for each hand of a group, which a processor adds or multiplies at once.

Compiled, a vector is an LLVM vector that stays in registers. Numba alone would vectorize few of these loops, because it cannot know that
their arrays do not overlap. Each function has two versions: plain Python, which runs with ``NUMBA_DISABLE_JIT``, and below it the LLVM
code that Numba uses instead. Both return the same bits, since the arithmetic is IEEE 754 for each number.
"""

import operator
from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import extending
from numba.core import types

from kuhncfr.solver.arrays import Array
from kuhncfr.solver.loops.compiled import replaces
from kuhncfr.solver.loops.rule import choose, compiled_choose
from kuhncfr.vector.loops.arrays import LANES, Places

VECTOR = ir.VectorType(ir.DoubleType(), LANES)
INDICES = ir.VectorType(ir.IntType(32), LANES)

_numba: Any = extending  # only some of it has annotations


class Vector(types.Type):
    """The Numba type of a vector."""


@_numba.register_model(Vector)
class _Model(_numba.models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, VECTOR)


_VECTOR = Vector(f"Vector({LANES})")


def _pointer(context: Any, builder: Any, kind: Any, array: Any, place: Any) -> Any:
    """Return a pointer to a number of a flat array, or to a row of a table."""
    if kind.ndim == 2:
        place = builder.mul(place, place.type(LANES))
    return builder.gep(context.make_array(kind)(context, builder, array).data, [place])


def load(array: Array, place: Any) -> Any:
    """Return a row of a table of shape (rows, LANES), or the numbers of a flat array from an index on."""
    return (array[place] if array.ndim == 2 else array[place : place + np.uint64(LANES)]).copy()


@replaces(load, _VECTOR, types.Array, types.Integer)
def _load(context: Any, builder: Any, kinds: Any, array: Any, place: Any) -> Any:
    pointer = _pointer(context, builder, kinds[0], array, place)
    return builder.load(builder.bitcast(pointer, VECTOR.as_pointer()), align=8)


def store(array: Array, place: Any, vector: Any) -> None:
    """Write a row of a table of shape (rows, LANES), or the numbers of a flat array from an index on."""
    if array.ndim == 2:
        array[place] = vector
    else:
        array[place : place + np.uint64(LANES)] = vector


@replaces(store, types.none, types.Array, types.Integer, Vector)
def _store(context: Any, builder: Any, kinds: Any, array: Any, place: Any, vector: Any) -> Any:
    pointer = _pointer(context, builder, kinds[0], array, place)
    builder.store(vector, builder.bitcast(pointer, VECTOR.as_pointer()), align=8)
    return context.get_dummy_value()


def gather(numbers: Array, places: Places, group: Any) -> Any:
    """Return the numbers at the indices of a group."""
    return numbers[places[int(group) * LANES : (int(group) + 1) * LANES]]


@replaces(gather, _VECTOR, types.Array, types.Array, types.Integer)
def _gather(context: Any, builder: Any, kinds: Any, numbers: Any, places: Any, group: Any) -> Any:
    first = builder.mul(group, group.type(LANES))
    vector = ir.Constant(VECTOR, ir.Undefined)
    for lane in range(LANES):
        place = builder.load(_pointer(context, builder, kinds[1], places, builder.add(first, first.type(lane))))
        number = builder.load(_pointer(context, builder, kinds[0], numbers, builder.zext(place, ir.IntType(64))))
        vector = builder.insert_element(vector, number, ir.IntType(32)(lane))
    return vector


def splat(number: Any) -> Any:
    """Return a vector of equal numbers."""
    return np.full(LANES, number)


@replaces(splat, _VECTOR, types.Float)
def _splat(context: Any, builder: Any, kinds: Any, number: Any) -> Any:
    anything = ir.Constant(VECTOR, ir.Undefined)
    first = builder.insert_element(anything, number, ir.IntType(32)(0))
    return builder.shuffle_vector(first, anything, ir.Constant(INDICES, None))


replaces(choose, _VECTOR, Vector, Vector, Vector, Vector)(compiled_choose)

for _operator, _instruction in ((operator.add, "fadd"), (operator.sub, "fsub"), (operator.mul, "fmul"), (operator.truediv, "fdiv")):

    @replaces(_operator, _VECTOR, Vector, Vector)
    def _arithmetic(context: Any, builder: Any, kinds: Any, one: Any, other: Any, instruction: str = _instruction) -> Any:
        return getattr(builder, instruction)(one, other)
