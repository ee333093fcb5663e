"""Dimensions folded away or put in order: sums, means, extremes, quantiles, sorting, counting."""
