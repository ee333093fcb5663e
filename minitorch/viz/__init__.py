"""Pictures: the graph behind a tensor, arrays as heat maps, curves, the walk back by steps; each as SVG and as text."""

from .arrays import Arrays, show
from .broadcast import Broadcast, broadcast
from .curves import Curves, Drag, drag, plot
from .graph import Graph, draw
from .landscape import Landscape, Race, landscape, race
from .memory import Memory, memory
from .plane import Plane, plane
from .step import Steps, step
from .windows import Windows, windows

__all__ = ["Arrays", "Broadcast", "Curves", "Drag", "Graph", "Landscape", "Memory", "Plane", "Race", "Steps",
           "Windows", "broadcast", "drag", "draw", "landscape", "memory", "plane", "plot", "race", "show", "step",
           "windows"]
