"""TensorFlow 1's names over the engine: a graph is written down, and a Session runs it.

    import minitorch.dialects.tf1 as tf

Arguments that mean the same wherever they occur:

    reduction_indices, keep_dims    the older names of axis and keepdims: one of the two is given
    collections, metrics_collections, updates_collections
                                    names of collections that what is made is put into too; None: the usual ones
    summarize                       how many elements an error or a line shows; taken, it shows as many as NumPy does
    use_cudnn_on_gpu, use_resource, verify_shape, optimize, stateful, preferred_dtype, dtype_hint, gate_gradients
                                    taken as TensorFlow does, without effect
    partition_strategy              taken: a table is one tensor
"""

from ..core import dtypes as _dtypes, errors
from ..core.dtypes import DType, as_dtype
from ..core.indexed_slices import IndexedSlices
from ..core.missing import speak_for as _speak_for
from ..core.shapes import Dimension, Sizes as TensorShape
from ..core.tape import UnconnectedGradients
from ..core.temporary import pushed as _pushed
from ..functions import operators as _operators
from ..core.devices import parsed as _parsed
from . import (app, contrib, flags, gfile, initializers, layers, linalg, logging, losses, math, metrics, nn, random,
               summary, train)
from .config import ConfigProto, GPUOptions, RunMetadata, RunOptions
from .checks import table as _checks
from .collections import GraphKeys, add_to_collection, get_collection, get_collection_ref
from .control import case, cond, while_loop
from .graph import (Graph, Operation, Tensor, control_dependencies, get_default_graph, reset_default_graph,
                    state as _state)
from .differentiation import gradients
from .summary import Summary
from .ops import convert_to_tensor, table as _table
from .scopes import AUTO_REUSE, VariableScope, get_variable, get_variable_scope, name_scope, variable_scope
from .sessions import InteractiveSession, Session, get_default_session
from .tensor_array import GraphTensorArray as TensorArray
from .states import placeholder_with_default, tables_initializer
from .variables import (Variable, all_variables, assign, assign_add, assign_sub, global_variables,
                        global_variables_initializer, group, local_variables, local_variables_initializer,
                        moving_average_variables, no_op, placeholder, scatter_update, trainable_variables,
                        variables_initializer)

globals().update(_table | _checks)
globals().update({name: getattr(_dtypes, name) for name in (
    "bool", "string", "float16", "half", "float32", "float64", "double", "int8", "int16", "int32", "int64", "uint8",
    "complex64", "complex128")})
globals().update({f"{name}_initializer": getattr(initializers, name) for name in """constant glorot_normal
    glorot_uniform ones orthogonal random_normal random_uniform truncated_normal variance_scaling zeros""".split()})
initialize_all_variables, newaxis, __version__ = global_variables_initializer, None, "1.15.0"
initialize_local_variables, initialize_variables = local_variables_initializer, variables_initializer
VERSION = __version__


def disable_v2_behavior():
    """Do nothing: here are graphs and sessions anyway."""


def disable_eager_execution():
    """Do nothing: here are graphs and sessions anyway."""


def executing_eagerly():
    """Return False: operations are written down, and run in a Session."""
    return False


def device(device_name_or_function):
    """Let operations of a with-block make their values on a device; on the CPU where there is no such GPU.

    device_name_or_function    "/gpu:0", "/cpu:0"; None or "": wherever the default is

    Raises ValueError for what is no name of a device.
    """
    if device_name_or_function:
        _parsed(device_name_or_function)
    return _pushed(_state.devices, device_name_or_function)


__all__ = [name for name in globals() if not name.startswith("_") and name not in """blocks checks collections config
    control coordinators current decays differentiation elements folds graph iterators op_names ops
    optimizers plans renamed rnn rnn_cell rows saver scopes sessions sketches slices slots states steps
    tensor_array variables""".split()]
_speak_for(globals(), "tf.compat.v1", later=("compat", "data", "image", "keras"))
