"""More that can be done with numbers side by side: look them up, and add them up. Here they belong to hands, and not to runs."""

from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import types

from kuhncfr.solver.arrays import WIDE, Array
from kuhncfr.solver.loops.lanes import LANES, VECTOR, Lanes, becomes
from kuhncfr.vector.loops.arrays import Places


def peek(numbers: Array, place: Any) -> Any:
    """Take neighbours, from a place on."""
    return numbers[place : place + np.uint64(WIDE)].copy()


def poke(numbers: Array, place: Any, lanes: Any) -> None:
    """Write neighbours, from a place on."""
    numbers[place : place + np.uint64(WIDE)] = lanes


def gather(numbers: Array, places: Places, row: Any) -> Any:
    """Take numbers from the places that stand in a row."""
    return numbers[places[int(row) * WIDE : (int(row) + 1) * WIDE]]


def scan(lanes: Any) -> Any:
    """Return the sums of the first 1, 2, 3 … numbers."""
    return np.cumsum(lanes)


def _at(context: Any, builder: Any, kind: Any, array: Any, place: Any) -> Any:
    return builder.gep(context.make_array(kind)(context, builder, array).data, [place])


@becomes(peek, LANES, types.Array, types.Integer)
def _peek(context: Any, builder: Any, signature: Any, numbers: Any, place: Any) -> Any:
    begin = _at(context, builder, signature.args[0], numbers, place)
    return builder.load(builder.bitcast(begin, VECTOR.as_pointer()), align=8)


@becomes(poke, types.none, types.Array, types.Integer, Lanes)
def _poke(context: Any, builder: Any, signature: Any, numbers: Any, place: Any, lanes: Any) -> Any:
    begin = _at(context, builder, signature.args[0], numbers, place)
    builder.store(lanes, builder.bitcast(begin, VECTOR.as_pointer()), align=8)
    return context.get_dummy_value()


@becomes(gather, LANES, types.Array, types.Array, types.Integer)
def _gather(context: Any, builder: Any, signature: Any, numbers: Any, places: Any, row: Any) -> Any:
    first = builder.mul(row, row.type(WIDE))
    lanes = ir.Constant(VECTOR, ir.Undefined)
    for lane in range(WIDE):
        place = builder.load(_at(context, builder, signature.args[1], places, builder.add(first, first.type(lane))))
        number = builder.load(_at(context, builder, signature.args[0], numbers, builder.zext(place, ir.IntType(64))))
        lanes = builder.insert_element(lanes, number, ir.IntType(32)(lane))
    return lanes


@becomes(scan, LANES, Lanes)
def _scan(context: Any, builder: Any, signature: Any, lanes: Any) -> Any:
    """Add to each number the one that stands one place before, then the sum two places before, then four …"""
    nothing = ir.Constant(VECTOR, None)
    places = ir.VectorType(ir.IntType(32), WIDE)
    step = 1
    while step < WIDE:
        before = ir.Constant(places, [WIDE - step + lane for lane in range(WIDE)])  # of zeros, and then the numbers
        lanes = builder.fadd(lanes, builder.shuffle_vector(nothing, lanes, before))
        step *= 2
    return lanes
