"""Matrix products, einsum, norms, decompositions."""
