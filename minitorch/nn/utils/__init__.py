"""Helpers around networks: limits for gradients, all parameters as one vector, weights made of others."""

from ... import missing as _missing
from . import parametrizations, parametrize, rnn
from .clip_grad import *
from .convert_parameters import *
from .fusion import *
from .init import skip_init
from .spectral_norm import *
from .weight_norm import *

_missing.speak_for(globals(), later=("prune",))
