"""Products of matrices, einsum, norms, decompositions."""
