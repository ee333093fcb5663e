"""Rare operations, by the subjects of minitorch/ops."""
