"""Rare elementwise functions."""
