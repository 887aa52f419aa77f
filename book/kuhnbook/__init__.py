"""What only the book needs, beside its notebooks: figures, widgets, and the Sphinx extension that builds the pages."""
