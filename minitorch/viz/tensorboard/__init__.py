"""Curves, pictures and graphs for TensorBoard: the files it reads, written by its own writer."""

from .writer import SummaryWriter

__all__ = ["SummaryWriter"]
