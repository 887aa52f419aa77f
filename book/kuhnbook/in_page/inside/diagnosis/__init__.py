"""Diagnosis in a page: programs are recognised by a table, for those behind it need NumPy."""
