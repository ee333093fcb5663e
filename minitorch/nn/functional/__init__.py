"""The functions that layers compute: `import minitorch.nn.functional as F`."""

from types import FunctionType as _FunctionType

from ...runtime import checked as _checked, missing as _missing, with_out as _with_out
from ...engine.piece import piece as _piece
from ...ops.linalg import products as _products

# file -> its functions; the file is imported when one of them is first used. Rare files are in minitorch/rare.
_FILES = {
    "activation": "gelu leaky_relu leaky_relu_ logsigmoid relu relu_ sigmoid silu softplus tanh",
    "dropouts": "dropout dropout1d dropout2d dropout3d",
    "attention": "scaled_dot_product_attention",
    "embeddings": "embedding one_hot",
    "bags": "embedding_bag",
    "softmaxes": "log_softmax softmax",
    "rare_bilinear": "bilinear linear_cross_entropy",
    "conv": "conv1d conv2d conv3d conv_transpose1d conv_transpose2d conv_transpose3d",
    "ctc": "ctc_loss",
    "distance": "normalize",
    "fractional": """fractional_max_pool2d fractional_max_pool2d_with_indices fractional_max_pool3d
        fractional_max_pool3d_with_indices""",
    "divergence": "kl_div",
    "loss": "TargetError cross_entropy nll_loss",
    "margin": "multi_margin_loss multilabel_margin_loss multilabel_soft_margin_loss",
    "norm": "batch_norm instance_norm layer_norm",
    "pool": """adaptive_avg_pool1d adaptive_avg_pool2d avg_pool1d avg_pool2d max_pool1d max_pool1d_with_indices
        max_pool2d max_pool2d_with_indices""",
    "pool3d": """adaptive_avg_pool3d adaptive_max_pool3d adaptive_max_pool3d_with_indices avg_pool3d lp_pool3d
        max_pool3d max_pool3d_with_indices""",
    "regression": "binary_cross_entropy binary_cross_entropy_with_logits l1_loss mse_loss smooth_l1_loss",
    "resize": "grid_sample interpolate",
    "shuffle": "pad",
    "unpool": "max_unpool1d max_unpool2d max_unpool3d",
    "rare_activation": """celu celu_ elu elu_ glu hardshrink hardsigmoid hardswish hardtanh hardtanh_ mish
        prelu relu6 rrelu rrelu_ selu selu_ softshrink softsign tanhshrink threshold
        threshold_""",
    "rare_dropouts": "alpha_dropout feature_alpha_dropout",
    "rare_norm": "group_norm local_response_norm rms_norm",
    "rare_resize": "affine_grid upsample upsample_bilinear upsample_nearest",
    "rare_shuffle": "channel_shuffle fold native_channel_shuffle pixel_shuffle pixel_unshuffle unfold",
    "rare_softmaxes": "gumbel_softmax softmin",
    "rare_regression": "gaussian_nll_loss huber_loss poisson_nll_loss",
    "rare_distance": """cosine_embedding_loss cosine_similarity hinge_embedding_loss margin_ranking_loss
        pairwise_distance soft_margin_loss triplet_margin_loss
        triplet_margin_with_distance_loss""",
    "rare_pool": """adaptive_max_pool1d adaptive_max_pool1d_with_indices adaptive_max_pool2d
        adaptive_max_pool2d_with_indices lp_pool1d lp_pool2d""",
}
# Single ops check their own arguments. Functions with a `signature` are checked where defined; _public checks the rest.
_OPS = {"gelu", "log_softmax", "relu", "sigmoid", "softmax", "tanh"}
_OUT = ("avg_pool2d", "avg_pool3d", "gelu", "hardshrink", "logsigmoid", "softplus", "softshrink")
__all__ = [name for names in _FILES.values() for name in names.split()
           if name != "TargetError"] + ["linear"]


@_piece
def linear(input, weight, bias=None):
    """input @ weight.T + bias: (*, in_features) with (out_features, in_features) -> (*, out_features)."""
    return _products.linear.function(input, weight, bias)


def _public(name, value):
    """Return a function as users call it: its arguments are checked, and it takes out= if PyTorch's does."""
    if type(value) is _FunctionType and "nn.functional." in value.__module__ and name not in _OPS \
            and not hasattr(value, "signature"):
        value = _checked(value, name)
    if name in _OUT:
        value = _with_out(name, value)
    if type(value) is _FunctionType:
        value.__module__ = __name__                      # pickle finds the function here: models hold functions
    return value


_missing.speak_for(globals(), lent=_FILES, ready=_public)
