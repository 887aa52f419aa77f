"""What runs in a page: plain Python, without NumPy."""
