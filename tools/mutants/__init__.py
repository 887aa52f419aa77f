"""Which mistakes in the code would the tests let pass? ``python -m tools.mutants`` makes them, one by one, and looks."""
