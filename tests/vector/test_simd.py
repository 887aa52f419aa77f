"""Vector instructions return the same bits as the plain functions."""

import numpy as np
import pytest
from numba import njit

from kuhncfr.vector.loops import simd
from kuhncfr.vector.loops.arrays import LANES

RNG = np.random.default_rng(1)
ROWS = np.array([RNG.normal(size=LANES), RNG.normal(size=LANES), np.zeros(LANES)])
ROWS[1, :3] = ROWS[0, :3]
ROWS[0, 3], ROWS[1, 4] = -0.0, np.inf
PLACES = RNG.integers(0, 3 * LANES, 2 * LANES).astype(np.uint32)


def arithmetic(rows):
    one, other = simd.load(rows, 0), simd.load(rows, 1)
    simd.store(rows, 2, (one * other + simd.splat(0.1)) / other - one)


def chosen(rows):
    one, other = simd.load(rows, 0), simd.load(rows, 1)
    simd.store(rows, 2, simd.choose(one, other, one, simd.splat(-0.0)))


def gathered(rows):
    simd.store(rows, 1, simd.gather(rows.reshape(-1), PLACES, 1))


def neighbours(rows):
    flat = rows.reshape(-1)
    simd.store(flat, np.uint64(3), simd.load(flat, np.uint64(17)))


@pytest.mark.parametrize("step", [arithmetic, chosen, gathered, neighbours])
def test_compiled_and_plain_functions_return_the_same_bits(step):
    compiled, plain = ROWS.copy(), ROWS.copy()
    njit(error_model="numpy")(step)(compiled)
    with np.errstate(invalid="ignore"):
        step(plain)
    assert compiled.tobytes() == plain.tobytes() != ROWS.tobytes()


def test_a_function_compiles_to_vector_instructions():
    compiled = njit(error_model="numpy")(arithmetic)
    compiled(ROWS.copy())
    (code,) = compiled.inspect_llvm().values()
    assert [f"{name} <{LANES} x double>" in code for name in ("fmul", "fadd", "fsub", "fdiv")] == [True] * 4
