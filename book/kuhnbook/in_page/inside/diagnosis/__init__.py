"""Diagnosis in a page: programs are recognized by a table, for those behind it need NumPy."""
