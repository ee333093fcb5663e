"""Dropout layers: in training, they set random elements of their input to 0."""

from ..runtime.missing import moved_to
from . import functional as F
from .functional.dropouts import check_chance
from .functional_layer import FunctionalLayer


class Dropout(FunctionalLayer, function=F.dropout):
    """Each element 0 with probability p in training, the others x / (1 − p); unchanged in evaluation.

    p         probability of 0, from 0 to 1
    inplace   whether to write over the input

    Any shape in, same out. Raises ValueError for a p outside 0 … 1. Source: Srivastava et al. (2014).
    """

    def _check_settings(self):
        check_chance(self.p)

    def extra_repr(self):
        return f"p={self.p}, inplace={self.inplace}"


class Dropout1d(Dropout, function=F.dropout1d):
    """Dropout of whole channels of (N, C, L). Settings as Dropout2d's."""


class Dropout2d(Dropout, function=F.dropout2d):
    """Dropout of whole channels of (N, C, H, W).

    p         probability that a channel is 0; single pixels are not dropped, since neighbours are similar
    inplace   whether to write over the input
    """


class Dropout3d(Dropout, function=F.dropout3d):
    """Dropout of whole channels of (N, C, D, H, W). Settings as Dropout2d's."""


__getattr__ = moved_to("nn.rare_dropout")
