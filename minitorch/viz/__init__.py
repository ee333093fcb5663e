"""Pictures: the graph behind a tensor, arrays as heat maps, curves, the walk back by steps; each as SVG and as text."""

from .arrays import Arrays, show
from .curves import Curves, Drag, drag, plot
from .graph import Graph, draw
from .landscape import Landscape, Race, landscape, race
from .plane import Plane, plane
from .step import Steps, step

__all__ = ["Arrays", "Curves", "Drag", "Graph", "Landscape", "Plane", "Race", "Steps", "drag", "draw", "landscape",
           "plane", "plot", "race", "show", "step"]
