"""The command line: one file per command, and what the commands share."""
