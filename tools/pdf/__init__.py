"""The book, without the package's reference, as one PDF: ``python -m tools.pdf`` after ``make book``.

`pages` reads the built pages, `answers` moves their solutions to the end, `bound` joins everything in one page of HTML, and `press` prints
it.
"""
