"""The layers around the engine: checks, errors, views, in-place writes, hooks, public functions, gradients."""

from . import errors, layers, version_counter, views
from .arguments import checked, clear_errors, named_as, tensors_of
from .detached import DetachedBy
from .errors import location, notice, source_line, user_frame
from .functions import MISSING, aliases, function, functions, methods, with_out
from .grad_modes import inference_mode, is_inference_mode_enabled, set_grad_enabled
from .gradients import backward, backward_from, conjugated, grad, is_complex, leaf_of
from .hooks import Hooks, hooks_after, hooks_of
from .indexed_grad import IndexedGrad
from .inplace import check_writable, in_place, set_item
from .kinds import (FLAG, NUMBER, TEXT, WHOLE, WHOLES, Device, Dim, Dims, DType, Free, Ints, NewDim, Number, Tensor,
                    Tensors, Value, check_dims, require, whole)
from .libraries import forward_for
from .one_node import ends, one_node, wrote
from .out import check_memory, write_out
from .promotion import NUMBERS
from .version_counter import line_now, bump
