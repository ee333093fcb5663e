"""Straight Python written from the declarations of ops: the paths that calls take, forward and back."""
