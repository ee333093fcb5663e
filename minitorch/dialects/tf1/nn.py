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

from . import rnn_cell
from .ops import view as _view
from .rnn import bidirectional_dynamic_rnn, dynamic_rnn, static_bidirectional_rnn, static_rnn
from .scopes import name_scope as _name_scope

_own = _view("""avg_pool avg_pool1d avg_pool2d=avg_pool avg_pool3d batch_normalization bias_add conv1d conv2d
    conv2d_transpose conv3d depth_to_space depthwise_conv2d dropout elu embedding_lookup in_top_k l2_loss l2_normalize
    leaky_relu local_response_normalization lrn=local_response_normalization log_softmax max_pool max_pool1d
    max_pool2d max_pool3d moments nce_loss relu relu6 sampled_softmax_loss selu separable_conv2d sigmoid
    sigmoid_cross_entropy_with_logits silu softmax softmax_cross_entropy_with_logits
    softmax_cross_entropy_with_logits_v2 softplus softsign space_to_depth sparse_softmax_cross_entropy_with_logits
    swish tanh top_k""")
globals().update(_own)


def xw_plus_b(x, weights, biases, name=None):
    """Return x @ weights + biases: (N, in), (in, out), (out,) -> (N, out)."""
    with _name_scope(name, "xw_plus_b") as scope:
        return _own["bias_add"](_view("matmul")["matmul"](x, weights), biases, name=scope)


__all__ = [name for name in globals() if not name.startswith("_")]
