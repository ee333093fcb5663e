"""Curves, pictures and graphs for TensorBoard, in files that TensorBoard's own writer writes."""

from .writer import SummaryWriter

__all__ = ["SummaryWriter"]
