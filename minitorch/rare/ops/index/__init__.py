"""Rare ways to index."""
