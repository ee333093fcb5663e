"""What the layers compute, as functions: `import minitorch.nn.functional as F`."""

from types import FunctionType as _FunctionType

from ... import missing as _missing
from ...runtime import checked as _checked, with_out as _with_out
from ...piece import piece
from ...ops.linalg import products as _products
from .activation import *
from .attention import *
from .bags import *
from .bilinear import *
from .conv import *
from .ctc import *
from .distance import *
from .dropout import *
from .embedding import *
from .fractional import *
from .loss import *
from .margin import *
from .norm import *
from .pool import *
from .pool3d import *
from .regression import *
from .resize import *
from .shuffle import *
from .softmax import *
from .unpool import *


@piece
def linear(input, weight, bias=None):
    """input @ weight.T + bias: (*, in_features) with (out_features, in_features) -> (*, out_features)."""
    return _products.linear.function(input, weight, bias)


# One op each, which looks at its own arguments. Those that say more than types, and pieces, are checked where defined.
_OPS = {"gelu", "log_softmax", "relu", "sigmoid", "softmax", "tanh"}
globals().update({name: _checked(value, name) for name, value in globals().items()
                  if type(value) is _FunctionType and value.__module__.startswith(f"{__name__}.")
                  and name not in _OPS and not hasattr(value, "signature")})
for _name in ("avg_pool2d", "avg_pool3d", "gelu", "hardshrink", "logsigmoid", "softplus", "softshrink"):
    globals()[_name] = _with_out(_name, globals()[_name])
__all__ = [name for name, value in globals().items()
           if callable(value) and not name.startswith("_") and name not in ("TargetError", "piece")]
for _name in __all__:                                    # where pickle finds them: models hold functions
    if type(globals()[_name]) is _FunctionType:
        globals()[_name].__module__ = __name__

_missing.speak_for(globals())
