"""Where a fuzzed call may answer otherwise than PyTorch's, and where its derivative is not what differences find: why.

    (functions, what differs, pattern) -> why        the pattern is met in how it differs or in the call
"""

import re

NOTHING_COUNTED = "distinct values are counted: no gradient is promised"
ANY_OF_EQUALS = "of equal values, any may receive the gradient"
LAST_STAYS = "indices that repeat: the last value stays, and all get its gradient, as PyTorch's"
NARROW = "computed in float32: in PyTorch's float16 a square overflows, or an eps of 1e-8 is 0"
EQUAL = r"\[(-?[\d.e+-]+)(, \1)+\]|\.\.\."            # the same number throughout, or too many to be shown
COMPARED = "a comparison passes no gradient"

MEANT = {
    ("bernoulli bernoulli_", "requires_grad", ""): "draws pass no gradient; PyTorch's is zero",
    ("bincount histogram histogramdd", "requires_grad", ""):
        "no gradient is promised, where PyTorch promises one and refuses it in backward",
    ("unique unique_consecutive", "requires_grad", ""): NOTHING_COUNTED,
    ("geqrf", "requires_grad", ""): "no gradient is promised, where PyTorch refuses it in backward",
    ("lstsq", "requires_grad", ""): "residuals and rank are reports, without a gradient",
    ("median", "requires_grad", ""): "the median of nothing is nan, computed from nothing",
    ("matrix_power", "requires_grad", ""): "the power 0 is eye, which depends on nothing",
    ("trapezoid", "requires_grad", ""): "the area over nothing is a sum over nothing",
    ("lt_ le_ gt_ ge_ eq_ ne_", "requires_grad", ""): COMPARED,
    ("add", "dtype", ""): "two Python numbers are added as NumPy's float64",
    ("mul", "dtype", ""): "two Python numbers are multiplied as NumPy's complex128",
    ("add", "value", ""): "inf + nan j has no one spelling: complex products of inf",
    ("addcdiv sub __sub__", "value", "j"): "inf + nan j has no one spelling: complex products of inf",
    ("histogram histogramdd", "value", "^2 of .*as 0.0 for"): "on an edge, which PyTorch rounds otherwise",
    ("pixel_unshuffle", "shape", r"\(0, "): "of no pictures PyTorch gives the input's sizes",
    ("kthvalue topk", "value", ""): "of equal values, any index is right",
    ("searchsorted bucketize", "value", ""): "nan in what is sorted has no place",
    ("nanmedian", "gradient", ""): ANY_OF_EQUALS,
    ("logit", "gradient", ""): "outside (0, 1) the value is nan, and so is any slope",
    ("norm", "gradient", ""): "float16 overflows where PyTorch's order of multiplying does not",
    ("layer_norm group_norm", "value", ""): "inf − inf in another order: nan where PyTorch has inf",
    ("triplet_margin_loss triplet_margin_with_distance_loss", "value", "float16"): "rounded in another order",
    ("binary_cross_entropy_with_logits", "dtype", ""): "the result has the input's dtype",
    ("rms_norm", "dtype", ""): "a complex weight stays complex, where PyTorch drops its imaginary part",
    ("kl_div", "gradient", ""): "the slope in a negative target, whose value is nan",
    ("var_mean std_mean", "value", "as -?inf for nan"): "the mean of an inf is inf; PyTorch's running mean is nan",
    ("var std var_mean std_mean", "gradient", r"dim=\(\)|>, \(\)"): "() means all dimensions in backward too",
    ("conv1d conv2d", "value", "as nan for"): "a filter's nan times padding is nan; PyTorch's depends on its algorithm",
    ("interpolate", "value", "as nan for -?inf"): "inf times a weight of 0 is nan, whichever way the weight is rounded",
    ("instance_norm batch_norm std var std_mean var_mean", "value", "as 0.0 for"):
        "equal numbers come to 0, where PyTorch's mean is rounded",
    ("addmm addmv addbmm baddbmm", "value", "alpha=(-?inf|0|False)"): "the product comes first, then alpha",
    ("multilabel_margin_loss multi_margin_loss", "value", "as nan for"): "the mean of nothing is nan",
    ("block_diag", "gradient", r"\(0,\)"): "PyTorch skips the row of an empty vector in backward",
    ("normalize", "value", "float16.*-?0.0"): NARROW,
    ("cosine_embedding_loss cosine_similarity", "value", "float16"): NARROW,
    ("cosine_embedding_loss cosine_similarity", "gradient", "float16"): NARROW,
    ("triplet_margin_loss vector_norm prod addcmul addcdiv normalize", "gradient", "float16"): NARROW,
    ("binary_cross_entropy", "gradient", "as 0.0 for nan.*float16"): NARROW,
    ("normalize", "second gradient", "e-0[67]"): "of one number it is a sign, and its slopes roundings",
    ("poisson_nll_loss", "gradient", "for nan"): "a target below 1 adds nothing, where PyTorch's slope is nan · 0",
    ("cross_entropy local_response_norm", "value", "float16"): NARROW,
    ("scaled_dot_product_attention", "gradient", r"\d{11,}\."): "scores of 1e30: a gradient is a rounding error",
    ("unique_consecutive", "shape", r"True\)"): "the inverse is asked for by position, and PyTorch's is empty",
    ("conv_transpose1d conv_transpose2d", "value", "for nan"): "inf times the zeros between, in PyTorch's algorithm",
    ("hardtanh hardshrink softshrink", "gradient", "nan"): "of a bound of nan, PyTorch's slope differs by place",
    ("sinc", "gradient", "float16"): "sin(πx) of a large x is a rounding error",
    ("grid_sample", "value", "as 0.0 for nan"): "a position of nan or inf lies outside the image",
    ("scatter_reduce", "gradient", "include_self=False"): "PyTorch counts the replaced element among equals",
    ("as_strided", "value", "flipped"): "PyTorch has no negative strides: it was not given this layout",
    ("as_strided", "value", "offset"): "the part of a larger array is copied to PyTorch alone",
    ("orgqr multilabel_soft_margin_loss", "second gradient", r"e\+30"): "a number of 1e30 is beyond rounding",
    ("lu_solve", "value", "as nan for -?inf"): "inf − inf in another order",
    ("cross", "value", r"1e\+30"): "a difference of equal products is a rounding error",
    ("conv1d conv2d", "shape", r"\(0, 0,"): "PyTorch's result of no channels of no images has none",
    ("conv1d conv2d", "shape", r"\) for \(0, "): "PyTorch's result of an image without channels has none",
    ("soft_margin_loss", "value", "for inf"): "log(1 + e^x) of large x is x",
    ("to", "dtype", "True|False"): "a bool is non_blocking here, and a dtype to PyTorch",
    ("atan2 arctan2 hypot", "gradient", "float16.*float64|float64.*float16"): "PyTorch squares the float16 in float16",
    ("atan2 arctan2", "gradient", "uint8"): "PyTorch negates numbers of uint8",
    ("soft_margin_loss", "gradient", "uint8"): "PyTorch negates a target of uint8 to 255",
    ("digamma polygamma", "gradient", "as nan for"): "the slope at a pole is inf, as in differences.py",
    ("polygamma", "value", "as (-?inf|-?0.0) for"): "at a pole, at inf, of large orders, where PyTorch divides infs",
    ("mode", "value", "nan"): "nan has no place in PyTorch's order; here it equals nothing",
    ("cond", "requires_grad", r"\(0, 0\)"): "the condition of nothing is 0, as its norms are",
    ("solve_triangular", "dtype", ""): "of two dtypes the wider",
    ("geqrf orgqr lu_solve", "value", "nan|inf"): "a matrix with inf or nan has no factors",
    ("pixel_unshuffle", "shape", ", 0"): "no pixels are rearranged too, where PyTorch copies",
    ("lstsq", "shape", ""): "a batch of one is broadcast, as solve's; PyTorch's own LAPACK refuses it, in print",
    ("is_contiguous", "value", "flipped"): "PyTorch has no negative strides: it was not given this layout",
    ("atan2 arctan2 sinc vector_norm norm normalize mish gelu prod logaddexp logaddexp2 renorm", "second gradient",
     "for nan"):
        "where a formula meets 0 / 0 or inf · 0, PyTorch's slope is nan",
    ("batch_norm instance_norm layer_norm group_norm", "second gradient", "as nan for"): "a square of 1e30 is inf",
    ("result_type", "value", "complex32"): "NumPy has no complex numbers of two float16s",
    ("sinc", "second gradient", ""): "near 0 PyTorch's quotient cancels, where the series does not",
    ("norm vector_norm scatter_reduce", "second gradient", r"\d{11,}"): "a number of 1e-30 squared is beyond rounding",
    ("smooth_l1_loss huber_loss", "second gradient", ""): "at a distance of beta the second slope jumps",
    ("group_norm", "gradient", r"float16 \(\d, \d, 0\)"): "the gradient over no elements is 0",
    ("cosine_embedding_loss", "dtype", "float16.*int"): "a sum of integers does not make a float16 a float32",
    ("cdist pdist pairwise_distance vector_norm", "gradient", "for nan"):
        "of a norm of a high order, where PyTorch divides by 0",
    ("cosine_similarity", "second gradient", "as nan for"): "a length of 0 has no second slope",
    ("softplus", "second gradient", "beta=0|False|nan"): "a beta of 0 divides by 0",
    ("lgamma", "second gradient", "as nan for"): "at a pole there is no slope, where PyTorch's is a large number",
    ("elu celu selu", "second gradient", "0.0"): "at 0 the second slope jumps",
    ("prelu", "second gradient", r"[ \[]-?0\.0[,\] ]"): "at 0 PyTorch's slope is that below 0, its second slope not",
    ("float_power pow pow_ float_power_ __pow__", "second gradient", ""): "at exponent 0 the mixed slope is 1 / x",
}
# Not as PyTorch's yet; what leaves this table must not come back.
LEFT = {("copy_", "requires_grad"), ("__eq__", "shape"),
        *[(name, "dtype") for name in "sub subtract div divide true_divide floor_divide".split()]}
NO_SLOPE = {
    ("nextafter", ""): "where both numbers are equal, PyTorch's gradient is 0",
    ("detach", ""): "its result is held to be constant",
    ("bincount histogram histogramdd geqrf", ""): "no gradient is promised",
    ("unique unique_consecutive", ""): NOTHING_COUNTED,
    ("gumbel_softmax", ""): "with hard=True the value is one-hot and the gradient that of the soft sample",
    ("embedding", ""): "scale_grad_by_freq divides gradients, not values",
    ("max_unpool1d max_unpool2d", ""): LAST_STAYS, ("index_copy", ""): LAST_STAYS, ("put", ""): LAST_STAYS,
    ("index_put index_put_", "False"): LAST_STAYS,
    ("svd", r"svd\(<\w+ \((?:\d+, )*(\d+), (?!\1\))\d+\)(?!.*False)"):
        "vectors beyond the singular values may be any: their gradients are ignored, as in PyTorch",
    ("hardshrink", r"lambd=(0|False)"): "with a bound of 0 it is x itself, and its slope at 0 is 0, as PyTorch's",
    ("pinv", ""): "with singular values cut off by atol or rtol, the formula for a constant rank is an approximation",
    ("corrcoef", ""): "of equal rows it is 1 or, by rounding, more, which is cut to 1",
    ("aminmax kthvalue median nanmedian quantile nanquantile", EQUAL): ANY_OF_EQUALS,
    ("qr", EQUAL): "of a singular matrix, the formula divides by rounding errors",
    ("copysign", "e-30"): "a sign changes within the step of differences",
    ("cosine_similarity", "eps="): "a length below eps gets the gradient of the length itself, as PyTorch's",
    ("gaussian_nll_loss", "eps|, True, "): "a variance below eps gets the gradient of eps itself, as PyTorch's",
}


# Where a call may be answered that PyTorch refuses: (functions, pattern of PyTorch's words or of the call) -> why.
FORM = r"TypeError: .*(invalid combination|unexpected keyword|missing \d|takes |multiple values|positional)"
ACCEPTED = {
    ("", FORM): "a form of the call that minitorch takes besides",
    ("tile tensordot reshape flip", "must be tuple of ints, not int"): "one number for several",
    ("numpy size is_nonzero asarray copy_ to new_tensor tensor", "TypeError"): "a truth or number of another kind",
    ("slice_scatter nanmedian", "not NoneType"): "None leaves it open",
    ("trapezoid embedding", "(dx|padding_idx)=(True|False)"): "True counts as 1, and False as 0",
    ("", "argument 'dtype' must be torch.dtype, not bool"): "False leaves it open",
    ("", "argument '(layout|memory_format|device|pin_memory)'|accelerator"): "there is one layout; 0 is the first GPU",
    ("normal_ bernoulli_ bernoulli batch_norm instance_norm trapezoid norm", "TypeError"): "a tensor for a number",
    ("", "not differentiable with respect to|does not support automatic differentiation|Autograd not support"):
        "a gradient that PyTorch has not, or none where the result holds integers",
    ("", "can require gradients|can only be created|view size is not|INTERNAL ASSERT|multiplication overflow"):
        "PyTorch fails inside, or asks before it looks",
    ("", "not implemented for '(Half|ComplexHalf|Byte|Char|Short|Int|Long|Bool)'"):
        "of more dtypes than PyTorch has kernels for",
    ("", "of type LongTensor|to be Long or Byte|scalar types: Long, Int|expected scalar type Long"):
        "labels of integers of any width",
    ("dropout1d dropout2d dropout3d dropout relu", "leaf Variable|leaf tensor"): "p = 0 writes nothing",
    ("float_power_", ""): "a float32 is written over with what fits it",
    ("resize_", "not resizable"): "an array from NumPy is resized too",
    ("logsumexp", r"dim=\(\)"): "() means all dimensions",
    ("lstsq", "must match"): "a batch is broadcast",
    ("sub subtract", r"\(True|\(False"): "of two Python numbers a bool is one",
    ("lu_unpack", "pivots passed"): "of fewer pivots, the other rows stay; PyTorch reads beyond them",
    ("conv_transpose1d conv_transpose2d", "bias type"): "as PyTorch's other algorithms",
    ("max_unpool2d max_unpool1d avg_pool2d max_pool2d", "tuple"): "a size alone in a tuple stands for both",
    ("pad unique batch_norm bilinear cond", "IndexError|non-zero|0 sized|ambiguous|\\(0, 0\\)"): "of nothing, nothing",
    ("cumprod_ cumsum_", "Bad in-place call"): "computed in the dtype asked for, and written over",
    ("view_as_complex", "stride 1"): "where a layout does not serve, a copy",
    ("fold unfold lp_pool1d lp_pool2d", r"[ =]\[\d\]"): "a size alone in a list stands for both",
    ("round", ""): "whole numbers are round", ("__getitem__ __setitem__", ""): "lists, tuples and arrays of numbers",
}


def expected(case, kind, how):
    """Why the call may differ so; None if it may not."""
    if (case.name, kind) in LEFT:
        return "not yet"
    if kind == "accepted":
        return next((why for (names, pattern), why in ACCEPTED.items()
                     if case.name in (names.split() or [case.name]) and re.search(pattern, f"{how} in {case}")), None)
    told = f"{how} in {case}"
    return next((why for (names, what, pattern), why in MEANT.items()
                 if what == kind and case.name in names.split() and re.search(pattern, told)), None)


def has_no_slope(case):
    """Whether differences do not judge the call."""
    return any(case.name in names.split() and re.search(pattern, repr(case)) for names, pattern in NO_SLOPE)
