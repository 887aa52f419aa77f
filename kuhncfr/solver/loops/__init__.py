"""The inner loops of the solver, over the arrays of :mod:`kuhncfr.solver.arrays`, compiled with Numba."""
