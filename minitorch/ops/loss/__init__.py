"""Losses, and softmax, which they are made of."""
