"""What a model does and costs: summary, profile, diagnose."""

from .diagnose import Diagnosis, diagnose
from .profile import profile
from .summary import Summary, summary

__all__ = ["Diagnosis", "Summary", "diagnose", "profile", "summary"]
