"""Rare layers, and weights computed from other parameters."""
