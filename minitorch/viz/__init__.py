"""Pictures: the graph behind a tensor, as SVG and as text."""

from .graph import Graph, draw

__all__ = ["Graph", "draw"]
