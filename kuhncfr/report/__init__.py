"""An Excel workbook of what a strategy does, what it is worth, and how it was learnt."""

from kuhncfr.report.report import Report
from kuhncfr.report.river import RiverReport

__all__ = [
    "Report",
    "RiverReport",
]
