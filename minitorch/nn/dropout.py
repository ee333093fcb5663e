"""Dropout layers: in training, some of the signal is lost at random."""

from . import functional as F
from .functional.dropout import check_chance
from .functional_layer import FunctionalLayer


class Dropout(FunctionalLayer, function=F.dropout):
    """Each element 0 with probability p in training, the others x / (1 − p); unchanged in evaluation."""

    def _check_settings(self):
        check_chance(self.p)

    def extra_repr(self):
        return f"p={self.p}, inplace={self.inplace}"


class Dropout1d(Dropout, function=F.dropout1d):
    """Dropout of whole channels of (N, C, L)."""


class Dropout2d(Dropout, function=F.dropout2d):
    """Dropout of whole channels of (N, C, H, W)."""


class Dropout3d(Dropout, function=F.dropout3d):
    """Dropout of whole channels of (N, C, D, H, W)."""


class AlphaDropout(Dropout, function=F.alpha_dropout):
    """Dropout that keeps mean 0 and variance 1 behind SELU."""


class FeatureAlphaDropout(Dropout, function=F.feature_alpha_dropout):
    """AlphaDropout of whole channels."""
