"""Calls that go well, from which the fuzzer makes others: the table of samples, and rows for what it leaves out.

    {"nn.functional.softmax": [Seed("nn.functional", "softmax", args, settings), ...]}
"""
# ruff: noqa: E501     (a row a line)

from draws import apart, fixed, flags, fraction, ints, normal, places, positive
from samples import every_row

import minitorch as mt
from minitorch import paths as surface
from minitorch.runtime import functions

HOMES = {"": mt, "nn.functional": mt.nn.functional, "linalg": mt.linalg, "Tensor": mt.Tensor}


class Seed:
    """One call: where the function lives, its name, its arguments with draws in the place of arrays."""

    def __init__(self, home, name, args, settings):
        self.home, self.name, self.args, self.settings = home, name, args, settings


def call(name, *args, **settings):
    """A seed of that name: "nn.functional.relu" or "linalg.inv" or "Tensor.item"."""
    home, _, name = name.rpartition(".")
    return Seed(home, name, args, settings)


def each(home, names, *args, **settings):
    return [call(f"{home}.{name}".lstrip("."), *args, **settings) for name in names.split()]


F = "nn.functional"
FUNCTIONAL = [
    *each(F, "celu elu hardshrink hardsigmoid hardswish hardtanh leaky_relu logsigmoid mish relu relu6 selu silu "
             "softplus softshrink softsign tanhshrink gelu", apart(3, 4)),
    *each(F, "softmax log_softmax softmin normalize", normal(3, 4), dim=1), *each(F, "glu", normal(3, 4)),
    *each(F, "threshold", apart(3, 4), 0.1, 2.0), *each(F, "prelu", normal(2, 3, 4), normal(3)),
    *each(F, "l1_loss mse_loss smooth_l1_loss huber_loss kl_div poisson_nll_loss", normal(3, 4), apart(3, 4)),
    *each(F, "l1_loss mse_loss smooth_l1_loss huber_loss kl_div poisson_nll_loss", normal(3), apart(3), reduction="none"),
    *each(F, "binary_cross_entropy", fraction(3, 4), fraction(3, 4)),
    *each(F, "binary_cross_entropy_with_logits multilabel_soft_margin_loss", normal(3, 4), fraction(3, 4)),
    *each(F, "cross_entropy nll_loss multi_margin_loss", normal(5, 4), places(5, size=4)),
    *each(F, "cross_entropy nll_loss", normal(2, 4, 3), places(2, 3, size=4), reduction="none"),
    *each(F, "cross_entropy", normal(3, 4), fraction(3, 4), label_smoothing=0.1),
    *each(F, "multilabel_margin_loss", apart(2, 4), fixed([[3, 0, -1, 1], [1, -1, -1, -1]])),
    *each(F, "gaussian_nll_loss", normal(3, 4), normal(3, 4), positive(3, 4)),
    *each(F, "hinge_embedding_loss soft_margin_loss", apart(4), fixed([1.0, -1.0, 1.0, -1.0])),
    *each(F, "margin_ranking_loss", normal(3), normal(3), fixed([1.0, -1.0, 1.0])),
    *each(F, "cosine_embedding_loss", normal(3, 4), normal(3, 4), fixed([1.0, -1.0, 1.0])),
    *each(F, "triplet_margin_loss triplet_margin_with_distance_loss", normal(3, 4), normal(3, 4), normal(3, 4)),
    *each(F, "cosine_similarity pairwise_distance", normal(3, 4), normal(3, 4)),
    *each(F, "linear", normal(2, 3), normal(4, 3), normal(4)),
    *each(F, "layer_norm", normal(2, 3, 4), (4,), normal(4), normal(4)), *each(F, "rms_norm", normal(2, 3, 4), (4,), normal(4)),
    *each(F, "batch_norm", normal(4, 3, 2), normal(3), positive(3), normal(3), normal(3)),
    *each(F, "batch_norm", normal(4, 3), None, None, training=True), *each(F, "instance_norm", normal(2, 3, 4)),
    *each(F, "group_norm", normal(2, 4, 3), 2, normal(4), normal(4)), *each(F, "local_response_norm", normal(2, 4, 3), 2),
    *each(F, "conv1d", normal(2, 4, 6), normal(4, 2, 3), normal(4), groups=2),
    *each(F, "conv2d", normal(2, 2, 5, 5), normal(3, 2, 3, 3), normal(3), stride=2, padding=1),
    *each(F, "conv_transpose1d", normal(2, 3, 4), normal(3, 2, 3), normal(2), stride=2),
    *each(F, "conv_transpose2d", normal(1, 2, 3, 3), normal(2, 2, 2, 2)),
    *each(F, "max_pool1d avg_pool1d", apart(2, 3, 6), 2), *each(F, "max_pool2d avg_pool2d", apart(1, 2, 4, 4), 2),
    *each(F, "adaptive_avg_pool1d adaptive_max_pool1d", apart(2, 3, 6), 3),
    *each(F, "adaptive_avg_pool2d adaptive_max_pool2d", apart(1, 2, 4, 5), (2, 3)),
    *each(F, "lp_pool1d", positive(2, 3, 6), 2.0, 2), *each(F, "lp_pool2d", positive(1, 2, 4, 4), 2.0, 2),
    *each(F, "max_unpool1d", normal(1, 2, 3), places(1, 2, 3, size=6), 2), *each(F, "max_unpool2d", normal(1, 1, 2, 2), fixed([[[[0, 3], [9, 14]]]]), 2),
    *each(F, "pad", normal(2, 3), (1, 2)), *each(F, "pad", normal(1, 2, 4), (1, 2), mode="reflect"),
    *each(F, "interpolate", normal(1, 2, 4), scale_factor=2), *each(F, "interpolate", normal(1, 2, 3, 4), size=(5, 2), mode="bilinear"),
    *each(F, "upsample", normal(1, 2, 4), 6), *each(F, "upsample_nearest upsample_bilinear", normal(1, 2, 3, 3), 4),
    *each(F, "fold", normal(1, 8, 4), (3, 3), (2, 2)), *each(F, "unfold", normal(1, 2, 4, 4), 2),
    *each(F, "grid_sample", normal(1, 2, 3, 3), normal(1, 2, 2, 2)), *each(F, "affine_grid", normal(1, 2, 3), (1, 1, 2, 2)),
    *each(F, "pixel_shuffle", normal(1, 4, 2, 2), 2), *each(F, "pixel_unshuffle", normal(1, 1, 4, 4), 2),
    *each(F, "channel_shuffle", normal(1, 4, 2), 2), *each(F, "embedding", places(2, 3, size=5), normal(5, 4)),
    *each(F, "one_hot", places(4, size=3), 3), *each(F, "scaled_dot_product_attention", normal(2, 3, 4), normal(2, 5, 4), normal(2, 5, 4)),
    *each(F, "dropout dropout1d dropout2d dropout3d alpha_dropout feature_alpha_dropout", normal(2, 3, 4), 0.0),
    *each(F, "dropout", normal(2, 3), 0.5), *each(F, "gumbel_softmax", normal(2, 3)), *each(F, "rrelu", apart(3, 4)),
    *each(F, "relu_ elu_ celu_ selu_ leaky_relu_ hardtanh_", apart(3, 4)), *each(F, "threshold_", apart(3, 4), 0.1, 2.0),
]

LINALG = [
    *each("linalg", "inv det slogdet pinv matrix_rank matrix_exp cond svdvals matrix_norm qr svd", normal(3, 3)),
    *each("linalg", "eigh eigvalsh", normal(3, 3)), *each("linalg", "norm vector_norm", normal(3, 4)),
    *each("linalg", "norm vector_norm", normal(3, 4), 2, 1), *each("linalg", "matrix_norm", normal(2, 3, 4), "fro", (0, 2)),
    *each("linalg", "solve lstsq", normal(3, 3), normal(3, 2)), *each("linalg", "matrix_power", normal(3, 3), 2),
    *each("linalg", "vecdot cross", normal(4, 3), normal(4, 3)), *each("linalg", "multi_dot", [normal(2, 3), normal(3, 4), normal(4, 2)]),
    *each("linalg", "diagonal", normal(3, 4)), *each("linalg", "solve_triangular", normal(3, 3), normal(3, 2), upper=True),
    *each("linalg", "matmul", normal(2, 3), normal(3, 4)),
]

OTHERS = [
    *each("", "arccos arcsin arctanh", fraction(3)), *each("", "absolute adjoint fix negative", apart(2, 3)),
    *each("", "divide multiply subtract greater less not_equal arctan2", normal(2, 3), apart(3)),
    *each("", "swapaxes swapdims moveaxis", normal(2, 3, 4), 0, 2), *each("", "clip", apart(3, 4), -1.0, 1.0),
    *each("", "concat row_stack", [normal(2, 3), normal(1, 3)]), *each("", "ger", normal(2), normal(3)),
    *each("", "range", 0, 4), *each("", "result_type", normal(2), ints(3)), *each("", "tensor as_tensor asarray", [1.0, 2.0]),
    *each("", "is_nonzero", normal(1)), *each("", "is_floating_point detach is_signed", normal(2)),
    *each("Tensor", "item", normal(1)), *each("Tensor", "tolist numpy double half long int byte bool is_contiguous dim stride", normal(2, 3)),
    *each("Tensor", "size stride", normal(2, 3), 1), *each("Tensor", "to", normal(2), mt.float64),
    *each("Tensor", "type_as is_same_size", normal(2), ints(2)), *each("Tensor", "view", normal(2, 3), 3, 2), *each("Tensor", "new_zeros new_ones new_empty", normal(2), (2, 3)),
    *each("Tensor", "new_full", normal(2), (2, 3), 1.5), *each("Tensor", "new_tensor", normal(2), [1.0, 2.0]),
    *each("Tensor", "resize_", normal(2, 3), 3, 2), *each("Tensor", "fill_", normal(3), 2.0), *each("Tensor", "fill_diagonal_", normal(3, 4), 1.0),
    *each("Tensor", "zero_ neg_ sqrt_ exp_ round_ t_ bernoulli_ uniform_ normal_ exponential_ random_", fraction(2, 3)), *each("Tensor", "copy_", normal(2, 3), normal(2, 3)),
    *each("Tensor", "add_ sub_ mul_ div_ atan2_ eq_ lt_ fmod_ remainder_ floor_divide_ pow_", positive(2, 3), positive(3)),
    *each("Tensor", "logical_and_ bitwise_and_ bitwise_or_", flags(2, 3), flags(3)), *each("Tensor", "masked_fill_", normal(2, 3), flags(2, 3), 2.0),
    *each("Tensor", "masked_scatter_", normal(2, 3), flags(2, 3), normal(6)), *each("Tensor", "index_fill_", normal(3, 4), 0, fixed([0, 2]), 1.0),
    *each("Tensor", "index_add_ index_copy_", normal(3, 4), 0, fixed([2, 0]), normal(2, 4)), *each("Tensor", "index_put_", normal(3, 4), (fixed([0, 2]),), normal(4)),
    *each("Tensor", "scatter_ scatter_add_", normal(3, 4), 0, places(2, 4, size=3), normal(2, 4)),
    *each("Tensor", "squeeze_ unsqueeze_", normal(1, 3), 0), *each("Tensor", "transpose_ swapaxes_", normal(2, 3), 0, 1), *each("Tensor", "clamp_ clip_", apart(3, 4), -1.0, 1.0),
    *each("Tensor", "__getitem__", normal(3, 4), 1), *each("Tensor", "__getitem__", normal(3, 4), places(2, size=3)), *each("Tensor", "__getitem__", normal(3, 4), flags(3)),
    *each("Tensor", "__getitem__", normal(3, 4), (None, -1)), *each("Tensor", "__getitem__", normal(3, 4), (slice(0, 2), places(2, size=4))), *each("Tensor", "__setitem__", normal(3, 4), 1, normal(4)),
    *each("Tensor", "__setitem__", normal(3, 4), flags(3, 4), 2.0), *each("Tensor", "__setitem__", normal(3, 4), places(2, size=3), normal(2, 4)),
    *each("Tensor", "__add__ __sub__ __mul__ __truediv__ __matmul__ __pow__ __mod__ __floordiv__ __lt__ __eq__", normal(3), positive(3)),
    *each("Tensor", "__radd__ __rsub__ __rpow__", normal(3), 2.0), *each("Tensor", "__and__ __or__ __xor__", flags(3), flags(3)), *each("Tensor", "__len__ __bool__ __float__ __int__ __abs__ __neg__ __invert__", normal(1)),
]


def home_of(name):
    """Where a function of the table of samples lives; None for one that users do not see."""
    if name in mt.__all__ and name not in surface.LENT["nn.functional"].split():
        return ""
    return next((home for home in (F, "linalg", "Tensor") if callable(getattr(HOMES[home], name, None))), None)


def seeds():
    """{name: seeds}: every public function that a row or seed calls."""
    found = {}
    rows = [Seed(home_of(line.name), line.name, line.args, line.settings)
            for line in every_row(lambda line: line.name in functions or not line.op.hidden)
            if home_of(line.name) is not None]
    for seed in (*FUNCTIONAL, *LINALG, *OTHERS, *rows):
        if callable(getattr(HOMES[seed.home], seed.name, None)):
            found.setdefault(f"{seed.home}.{seed.name}".lstrip("."), []).append(seed)
    return found
