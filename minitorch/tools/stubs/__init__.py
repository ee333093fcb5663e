"""Stub files for type checkers and editors, written from the declarations."""
