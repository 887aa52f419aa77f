"""Many solves in one table: on one core, on all, or on a cluster."""

from kuhncfr.sweeps.sweeping import sweep

__all__ = ["sweep"]
