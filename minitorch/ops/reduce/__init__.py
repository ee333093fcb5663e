"""Operations that reduce or order a dimension: sums, means, extremes, sorting, counting."""
