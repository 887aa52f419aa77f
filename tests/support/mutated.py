"""Files of every kind that the package reads, and how to spoil them."""

import sqlite3
from contextlib import closing

import kuhncfr as kc


def tracked(path):
    """Write the database of a tracked run, as labml does."""
    table = kc.record(kc.CFR(kc.OneBetKuhn()), 4, every=2).table()
    rows = [(int(t), f"{quantity}.{infoset}.{action}", float(value)) for t, quantity, infoset, action, value in table.to_numpy()]
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE scalars (step INTEGER, indicator TEXT, value REAL)")
        connection.executemany("INSERT INTO scalars VALUES (?, ?, ?)", sorted(rows, key=lambda row: row[0]))
