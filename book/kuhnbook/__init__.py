"""What only the book needs, beside its notebooks: figures, widgets, the museum of mistakes, and the extension that builds the pages."""
