"""Excel workbooks of a strategy, its value and its exploitability, and of the run that found it."""

from kuhncfr._support.extras import extra

with extra("report"):
    import pandas as pandas
    import xlsxwriter as xlsxwriter

from kuhncfr.report.report import Report
from kuhncfr.report.river import RiverReport

__all__ = ["Report", "RiverReport"]
