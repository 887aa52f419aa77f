"""Excel workbooks of a strategy, its value and its exploitability, and of the run that found it."""

import sys

from kuhncfr._support.extras import extra
from kuhncfr._support.hints import HintedModule

with extra("report"):
    import pandas as pandas
    import xlsxwriter as xlsxwriter

from kuhncfr.report.report import Report

__all__ = ["Report"]

sys.modules[__name__].__class__ = HintedModule
