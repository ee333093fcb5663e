"""Weights computed from other parameters: norms, pruning, fused layers."""
