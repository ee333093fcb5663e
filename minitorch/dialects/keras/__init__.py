"""Keras' names over the engine: layers, models, `compile` and `fit`.

    import minitorch.dialects.keras as keras
"""

from ..core.missing import speak_for as _speak_for
from ..functions import operators as _operators
from .core.layer import Layer
from .core.naming import name_scope
from .core.spec import InputSpec
from .core.symbolic import KerasTensor
from .core.variable import Variable
from . import activations, backend, callbacks, constraints, initializers, layers, losses, metrics, models, optimizers
from . import ops, regularizers, saving, utils
from .initializers import Initializer
from .layers import Input
from .losses import Loss
from .metrics import Metric
from .models import Model, Sequential
from .optimizers import Optimizer
from .regularizers import Regularizer

__all__ = [name for name in globals() if not name.startswith("_") and name not in ("core", "plot")]
_speak_for(globals(), "keras")
