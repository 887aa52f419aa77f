"""What would take more memory than a computer has is refused before it is begun: most systems grant it, and end the program later."""

import os


def check_room(what: str, size: int, instead: str) -> None:
    """Refuse to take so many bytes, if this computer is known to have fewer.

    Raises
    ------
    ValueError
        The message tells what it was for, how much it would take, how much there is, and what to do instead.

    Examples
    --------
    >>> check_room("records", 10**6, "record less often")
    """
    has = memory()
    if has is not None and size > has:
        raise ValueError(f"{what} would take {size / 1e9:,.1f} GB, and this computer has {has / 1e9:,.1f} GB of memory: {instead}")


def memory() -> int | None:
    """Return how many bytes of memory this computer has; None where nobody tells, as on Windows."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return None
