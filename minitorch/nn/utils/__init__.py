"""Helpers around networks: limits for gradients, all parameters as one vector, weights computed from others."""

from ...runtime import missing as _missing
from . import rnn
from .clip_grad import *
from .convert_parameters import *

# file of minitorch/rare/nn/utils -> its functions; the file is imported when one of them is first used
_FILES = {
    "fusion": "fuse_conv_bn_eval fuse_conv_bn_weights fuse_linear_bn_eval fuse_linear_bn_weights",
    "init": "skip_init",
    "rare_spectral_norm": "remove_spectral_norm spectral_norm",
    "rare_weight_norm": "remove_weight_norm weight_norm",
}
_missing.speak_for(globals(), later=("parametrizations", "parametrize", "prune"), lent=_FILES)
