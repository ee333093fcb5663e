"""Losses, and the softmax that they use."""
