"""Rare ops that change a shape."""
