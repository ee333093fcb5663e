"""tf.nn: activations, convolutions, pooling, cross entropies as operations of the graph, from the op table.

Arguments that mean the same wherever they occur:

    input, value         a batch, channels last: (N, W, C), (N, H, W, C) or (N, D, H, W, C); value is the older name
    filter, filters      (…space, in, out): two names of one argument
    strides, ksize       how far apart windows are, and how large: [1, s, s, 1]
    padding              "SAME": ⌈size / stride⌉ windows; "VALID": those that fit
    dilations, rate      the distance between the points of a window; rate is the older name
    data_format          "NCHW" and the like: channels first
    dim                  the older name of axis
    targets              the older name of labels
"""

from ..core.missing import view as _view
from . import rnn_cell
from .ops import named as _named, operations as _operations
from .rnn import bidirectional_dynamic_rnn, dynamic_rnn, static_bidirectional_rnn, static_rnn
from .scopes import name_scope as _name_scope


def xw_plus_b(x, weights, biases, name=None):
    """Return x @ weights + biases: (N, in), (in, out), (out,) -> (N, out)."""
    with _name_scope(name, "xw_plus_b") as scope:
        return _operations["bias_add"](_operations["matmul"](x, weights), biases, name=scope)


_view(globals(), "tf.compat.v1.nn", globals() | _operations | _named(
    "avg_pool2d=avg_pool lrn=local_response_normalization"))
