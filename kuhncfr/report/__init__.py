"""An Excel workbook of what a strategy does, what it is worth, and how it was learnt."""

from kuhncfr._support.extras import extra

with extra("report"):
    import pandas as pandas
    import xlsxwriter as xlsxwriter

from kuhncfr.report.report import Report
from kuhncfr.report.river import RiverReport

__all__ = ["Report", "RiverReport"]
