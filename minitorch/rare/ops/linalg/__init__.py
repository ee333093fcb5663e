"""Linear algebra beyond products, norms and solving."""
