"""keras.optimizers: how weights follow their gradients."""

from ...core.missing import speak_for as _speak_for
from ..core.configured import files_of as _files_of, get_from as _get_from
from . import schedules
from .base import Optimizer
from .classes import SGD, Adadelta, Adagrad, Adam, Adamax, AdamW, Ftrl, Lion, Nadam, RMSprop

__all__ = [
    "SGD",
    "Adadelta",
    "Adagrad",
    "Adam",
    "AdamW",
    "Adamax",
    "Ftrl",
    "Lion",
    "Nadam",
    "Optimizer",
    "RMSprop",
    "deserialize",
    "get",
    "schedules",
    "serialize",
]
KINDS = (Adadelta, Adagrad, Adam, AdamW, Adamax, Ftrl, Lion, Nadam, RMSprop, SGD)
TABLE = {**{kind.__name__: kind for kind in KINDS}, **{kind.__name__.lower(): kind for kind in KINDS}}


def get(identifier):
    """The optimiser for a name, such as "adam"; others are returned as they are."""
    return _get_from(TABLE, identifier, "optimizer")


serialize, deserialize = _files_of("optimizer")
_speak_for(globals(), "keras.optimizers")
