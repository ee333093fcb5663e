"""Pictures: the graph behind a tensor, arrays as heat maps, curves; each as SVG and as text."""

from .arrays import Arrays, show
from .curves import Curves, Drag, drag, plot
from .graph import Graph, draw

__all__ = ["Arrays", "Curves", "Drag", "Graph", "drag", "draw", "plot", "show"]
