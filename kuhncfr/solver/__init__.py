"""Compiled CFR on flat arrays: every variant, with and without sampling."""

from kuhncfr.solver import tree_run as tree_run  # solve finds the runs of trees
from kuhncfr.solver.arrays import NodeTable
from kuhncfr.solver.batch import solve_many
from kuhncfr.solver.compiled_game import CompiledGame, compile_game
from kuhncfr.solver.run import Run, solve

__all__ = [
    "CompiledGame",
    "NodeTable",
    "Run",
    "compile_game",
    "solve",
    "solve_many",
]
