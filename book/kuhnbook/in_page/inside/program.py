"""The name of what a reader has written, in tracebacks."""

PROGRAM = "your program"
