"""Rare methods of Tensor."""
