"""What only the book needs, beside its notebooks: figures, widgets, the museum of mistakes, and the Sphinx extension that builds the pages."""
