"""The whole book as one PDF: ``python -m tools.pdf`` after ``make book``.

`pages` reads the built pages, `answers` cuts their solutions out, `bound` puts all into one page of HTML, and `press` prints it.
"""
