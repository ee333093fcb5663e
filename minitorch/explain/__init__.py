"""Explanations of errors and warnings, imported only when a call has failed: which argument is wrong, what to write."""
