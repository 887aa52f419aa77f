"""The sheets of a report: what they hold, and how they are written as an Excel workbook."""
