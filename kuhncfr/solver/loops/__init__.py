"""The solver's inner loops: plain loops over flat arrays, compiled with Numba where there is Numba."""
