"""Internal helpers: validation of arguments, files, progress of long loops, and optional dependencies."""
