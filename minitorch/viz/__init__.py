"""Pictures: the graph behind a tensor, arrays as heat maps, curves, the walk back by steps; each as SVG and as text."""

from .arrays import Arrays, show
from .curves import Curves, Drag, drag, plot
from .graph import Graph, draw
from .step import Steps, step

__all__ = ["Arrays", "Curves", "Drag", "Graph", "Steps", "drag", "draw", "plot", "show", "step"]
