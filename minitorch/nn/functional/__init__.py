"""What the layers compute, as functions: `import minitorch.nn.functional as F`."""

from ... import missing as _missing
from ...piece import piece
from ... import ops
from .activation import *
from .attention import *
from .conv import *
from .distance import *
from .dropout import *
from .embedding import *
from .loss import *
from .margin import *
from .norm import *
from .pad import *
from .pool import *
from .regression import *
from .resize import *
from .shuffle import *


@piece
def linear(input, weight, bias=None):
    """input @ weight.T + bias: (*, in_features) with (out_features, in_features) -> (*, out_features)."""
    return ops.linalg.linear.function(input, weight, bias)

_missing.speak_for(globals())
