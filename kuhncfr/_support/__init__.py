"""What every part of the package uses: checks of arguments, files, the pace of long loops, and what to say when a library is missing."""
