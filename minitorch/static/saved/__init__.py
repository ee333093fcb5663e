"""Programs in files: in one that NumPy alone can run, see static/run.py."""

from .files import Loaded, export_c, load, save
from .refused import NotSaved

__all__ = ["Loaded", "NotSaved", "export_c", "load", "save"]
