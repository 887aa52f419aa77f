"""Excel workbooks of a strategy, its value and its exploitability, and of the run that found it."""

from kuhncfr._support.extras import extra

with extra("report"):
    import pandas as pandas
    import xlsxwriter as xlsxwriter

from kuhncfr.report.report import Report

__all__ = ["Report"]
