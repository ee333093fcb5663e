"""Dropout layers for SELU."""

from ...nn import functional as F
from ...nn.dropout import Dropout


class AlphaDropout(Dropout, function=F.alpha_dropout):
    """Dropout that keeps mean 0 and variance 1 after SELU: dropped elements become −1.76. Settings as Dropout's."""


class FeatureAlphaDropout(Dropout, function=F.feature_alpha_dropout):
    """AlphaDropout that drops whole channels of (N, C, …). Settings as Dropout2d's."""
