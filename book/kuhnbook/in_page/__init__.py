"""Python in the pages: the exercises and the small cells that readers write in the book itself.

The folder ``inside`` holds what runs in the page, where there is no NumPy; the other files prepare it when the book is built.
"""
