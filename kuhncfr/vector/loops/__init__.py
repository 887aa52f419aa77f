"""Loops that Numba compiles, over the public sequence form, hands innermost."""
