"""Save programs in files that static/run.py can run with NumPy only."""

from .files import Loaded, export_c, load, save
from ..refusals import NotSaved

__all__ = ["Loaded", "NotSaved", "export_c", "load", "save"]
