"""The solver's inner loops: plain loops over the arrays of :mod:`kuhncfr.solver.arrays`, compiled with Numba."""
