"""Mutation tests: ``python -m tools.mutants`` makes small mistakes in the code, one by one, and lists those that no test detects."""
