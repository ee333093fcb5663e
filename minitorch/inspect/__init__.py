"""Find out how a model works and how much time it takes: summary, profile, diagnose."""

from ..runtime import missing as _missing
from .diagnose import Diagnosis, diagnose
from .profile import profile
from .summary import Summary, summary

__all__ = ["Diagnosis", "Summary", "diagnose", "profile", "summary"]

_missing.speak_for(globals())
