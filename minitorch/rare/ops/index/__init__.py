"""Rare ops that read or write elements at indices."""
