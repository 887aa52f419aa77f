"""The stored iterates with which `kuhncfr.diagnose` compares a program: ``python -m tools.diagnosis_table`` computes them."""
