"""Rare reductions."""
