"""Pictures: the graph of a tensor, arrays as heat maps, curves, the backward pass step by step; as SVG and text."""

from ..runtime import missing as _missing
from ..inspect import Diagnosis, Summary, diagnose, profile, summary
from .arrays import Arrays, show
from .boundary import Boundary, boundary
from .broadcast import Broadcast, broadcast
from .curves import Curves, Drag, drag, plot
from .drawing import draw
from .graph import remember
from .graph_picture import Graph
from .histograms import Histograms, histograms
from .feature_maps import Attention, Tiles, activations, attention, filters
from .landscape import Landscape, Race, landscape, race
from .live import Live, live
from .memory import Memory, memory
from .mistakes import Confusion, Mistakes, confusion, mistakes
from .plane import Plane, plane
from .step import Steps, step
from .strips import Strips, strips
from .windows import Windows, windows

__all__ = ["Arrays", "Attention", "Boundary", "Broadcast", "Confusion", "Curves", "Diagnosis", "Drag", "Graph",
           "Histograms", "Landscape", "Live", "Memory", "Mistakes", "Plane", "Race", "Steps", "Strips",
           "Summary", "Tiles", "Windows", "activations", "attention", "boundary", "broadcast", "confusion",
           "diagnose", "drag", "draw", "filters", "histograms", "landscape", "live", "memory", "mistakes",
           "plane", "plot", "profile", "race", "remember", "show", "step", "strips", "summary", "windows"]

_missing.speak_for(globals())
