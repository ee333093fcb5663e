"""PyTorch's names for the nodes of a graph, for ops with another name here: x[0] is a SelectBackward0.

If one op here is several nodes in PyTorch, the nodes between it and its inputs are shown too, as `Between`.
"""

from ...dtypes import number_types
from ...engine.node import GraphNode

# {op, or function that is one node in PyTorch (see one_node.py): PyTorch's name, without Backward0 at its end}
NAMES = dict(line.split() for line in """
    reshape View, flatten View, vector_norm LinalgVectorNorm, variance Var, deviation Std, max_dim Max, min_dim Min
    max Max1, min Min1, msort Sort, square Pow, dropout Mul
    conv2d_input Convolution, avg_pool2d AvgPool2D, avg_pool3d AvgPool3D, adaptive_avg_pool1d Squeeze1
    max_pool2d MaxPool2DWithIndices, max_pool3d MaxPool3DWithIndices
    adaptive_max_pool2d AdaptiveMaxPool2D, adaptive_max_pool3d AdaptiveMaxPool3D, grid_sample GridSampler2D
    affine_grid AffineGridGenerator, max_unpool2d MaxUnpool2D, max_unpool3d MaxUnpool3D
    batch_norm NativeBatchNorm, layer_norm NativeLayerNorm, group_norm NativeGroupNorm
    cross_entropy NllLoss, smooth_l1_loss SmoothL1Loss, prelu PreluKernel, rrelu RreluWithNoise, softsign Div
    attend ScaledDotProductFlashAttentionForCpu, scaled_dot_product_attention ScaledDotProductFlashAttentionForCpu
    pad ConstantPadNd, pairwise_distance Norm1
    cumulative_product Cumprod, cast ToCopy, inv LinalgInvEx, det LinalgDet, cholesky LinalgCholeskyEx
    slogdet LinalgSlogdet, pinv LinalgPinv, solve LinalgSolveEx, cross LinalgCross, matrix_exp LinalgMatrixExp
    lu_solve LinalgLuSolve, orgqr LinalgHouseholderProduct
    median_of_all Median, log1p Log1P, im2col Im2Col, col2im Col2Im, from_parts Complex, contiguous Clone
    conjugate Conj, real_view Select, imag_view Select, real_fourier FftR2C, inverse_real_fourier FftC2R
    put_diagonal DiagEmbed, floor_divide Div2, trunc_divide Div2, tensor_split Slice, rot90 Rot900
    deg2rad Deg2Rad, rad2deg Rad2Deg, within Hardtanh, eigh LinalgEigh, svd LinalgSvd, qr LinalgQr
    write_region CopySlices, copy_ CopyBackwards, zero_ Zero, fill_ Fill2, masked_fill_ MaskedFill0
    lstm Mul, gru Add, rdiv Mul
""".replace("\n", ",").split(",") if line.strip())


def dims_of(node):
    """Return the number of dimensions of each input; None if it is no longer known."""
    kept = node.saved if type(node.saved) is tuple and node.saved else node.edges
    return [getattr(edge if x is None else x, "ndim", None) for x, edge in zip(kept, node.edges)]


def name_getitem(node):
    """Return "Select", "Slice" or "Unsqueeze" by the last part of an index, or "Index" if it has index tensors."""
    index = node.settings["index"]
    if len(node.edges) > 1:
        return "Index"
    steps = [step for step in index if step is not Ellipsis and step != (None, None, None)]
    if not steps:
        return "Alias"
    return "Unsqueeze" if steps[-1] is None else "Slice" if type(steps[-1]) is tuple else "Select"


def name_matmul(node):
    """Return the name of a matrix product, by the number of dimensions of its inputs, if known, and its result."""
    dims = [n for n in dims_of(node) if n is not None]
    if len(node.shape) == 1 and dims[:1] == [1]:
        return "Squeeze4"
    return ("Dot", "Mv", "Mm")[len(node.shape)] if max(dims) < 3 else "UnsafeView"


def name_linear(node):
    biased = len(node.edges) > 2 and node.edges[2] is not None
    if dims_of(node)[1] == 1:
        return "Mv"
    by_dims = {1: ("Squeeze4", "View"), 2: ("Mm", "Addmm")}
    return by_dims.get(len(node.shape), ("UnsafeView", "View"))[biased]


def name_setitem(node):
    """Return "IndexPut" for a write to x[index] if index has only tensors and full slices, else "CopySlices"."""
    index = node.settings["index"]
    alone = all(part in ("array", Ellipsis, (None, None, None)) for part in index)
    return "IndexPut" if alone and "array" in index else "CopySlices"


def name_power(node):
    base, exponent = dims_of(node)
    return "Pow2" if base is None else "Pow0" if exponent is None else "Pow1"


def make_reduction_namer(name):
    """Return a function that names a reduction; PyTorch has two names: over all elements, and over `dim`."""
    return lambda node: f"{name}{int(node.settings['dim'] is not None)}"


def name_squeeze(node):
    dim = node.settings["dim"]
    return f"Squeeze{0 if dim is None else 1 + (type(dim) is tuple and len(dim) > 1)}"


def name_padding(node):
    """Return the name of a padding, by its mode and its number of dimensions."""
    kinds = {"reflect": "ReflectionPad{}D", "replicate": "ReplicationPad{}D"}
    return kinds.get(node.settings["mode"], "PadEdges").format(len(node.settings["widths"]))


def make_second_operand_namer(name, number, tensor):
    """Return a function that appends `number` to a node's name if the second operand is a number, else `tensor`."""
    def name_node(node):
        is_tensor = node.edges[1] is not None or hasattr(saved_input(node, 1), "shape")
        return f"{name}{tensor if is_tensor else number}"
    return name_node


def name_clamp(node):
    """Return "Clamp0" if a bound of a clamp is a tensor, else "Clamp1"."""
    return f"Clamp{int(not any(hasattr(saved_input(node, i), 'shape') for i in (1, 2)))}"


def saved_input(node, place):
    """Return the saved array, number or Spec of an input; None if nothing is saved, or it has been freed."""
    return node.saved[place] if type(node.saved) is tuple and node.saved else None


def make_tensor_count_namer(name, **overloads):
    """Return a function that names a node by its number of tensor inputs, because PyTorch numbers such overloads."""
    return lambda node: f"{name}{overloads.get('one two three'.split()[len(node.ends[1]) - 1], 0)}"


def make_median_namer(name):
    return lambda node: f"{name}{int(node.op.name != 'median_of_all')}"


def name_nll_loss(node):
    """Return "NllLoss" for a loss of scores (N, C), or "NllLoss2D" for images, (N, C, H, W)."""
    return "NllLoss" if len(node.ends[1][0].shape) < 3 else "NllLoss2D"


def make_convolution_namer(dims):
    """Return a function that names a convolution: another name for one image, because a batch of 1 is squeezed."""
    return lambda node: "Convolution" if len(node.shape) == dims + 2 else "Squeeze1"


def name_split(node):
    """Return "Split" if all parts but the last have equal size, else "SplitWithSizes"."""
    parts = node.settings["parts"]
    return "Split" if len({*parts[:-1]}) < 2 and parts[-1] <= parts[0] else "SplitWithSizes"


def make_average_pool_namer(dims):
    """Return a function that names average pooling; pooling to one pixel has a name of its own, Mean1."""
    return lambda node: "Mean1" if node.op.name == "mean" else f"AdaptiveAvgPool{dims}D"


def name_interpolation(node):
    """Return the name of a resize, by its interpolation mode and its number of dimensions."""
    mode, *_ = node.settings.get("rule", "nearest").partition("-antialias")
    dims = len(node.shape) - 2
    kinds = {"linear": ("Linear", "Bilinear", "Trilinear")[dims - 1], "nearest-exact": "NearestExact",
             "cubic": "Bicubic", "area": "AdaptiveAvgPool"}
    kind = kinds.get(mode, mode.title())
    return f"{'Upsample' * (mode != 'area')}{kind}{dims}D" + "Aa" * (node.settings.get("rule") != mode)


def name_fourier(node):
    return "FftR2C" if node.op.once(node) else "FftC2C"


BY_NODE = {"getitem": name_getitem, "matmul": name_matmul, "linear": name_linear, "pow": name_power,
           "sum": make_reduction_namer("Sum"), "mean": make_reduction_namer("Mean"),
           "product": make_reduction_namer("Prod"), "squeeze": name_squeeze, "pad_edges": name_padding,
           "fourier": name_fourier, "interpolate": name_interpolation, "nll_loss": name_nll_loss,
           "adaptive_avg_pool2d": make_average_pool_namer(2), "adaptive_avg_pool3d": make_average_pool_namer(3),
           **{f"conv{way}{dims}d": make_convolution_namer(dims) for way in ("", "_transpose") for dims in (1, 2, 3)},
           "split": name_split, "clamp": name_clamp,
           "median": make_median_namer("Median"), "nanmedian": make_median_namer("Nanmedian"),
           "remainder": make_second_operand_namer("Remainder", 0, 1), "fmod": make_second_operand_namer("Fmod", 0, 1),
           "copysign": make_second_operand_namer("Copysign", 1, 0),
           "rnn": lambda node: "Relu" if node.settings["relus"] else "Tanh",
           "setitem": name_setitem,
           "soft_cross_entropy": lambda node: "Div1" if node.op.name == "mean" else "Neg",
           "rsub": make_tensor_count_namer("Rsub", one=1), "lerp": make_tensor_count_namer("Lerp", three=1),
           "masked_fill": make_tensor_count_namer("MaskedFill", two=1),
           "index_fill": make_tensor_count_namer("IndexFill", two=1),
           "scatter": make_tensor_count_namer("Scatter", one=1), "float_power": make_tensor_count_namer("Pow", two=1),
           "round": lambda node: f"Round{int(node.settings['decimals'] != 0)}",
           "cumulative_extreme": lambda node: "Cummax" if node.settings["largest"] else "Cummin",
           "scatter_op": lambda node: "ScatterAdd" if node.settings["add"] else "Scatter"}


def backward_name(name):
    if name in ("CopySlices", "CopyBackwards"):          # PyTorch wrote these two nodes by hand
        return f"torch::autograd::{name}"
    return f"{name[:-1]}Backward{name[-1]}" if name[-1] in "01234" else f"{name}Backward0"


def name_of(node):
    """Return PyTorch's name of a node: by its op, or by its function if PyTorch has one node for the function."""
    name, _ = getattr(node, "ends", (node.op.name, ()))
    if name in BY_NODE:
        return backward_name(BY_NODE[name](node))
    if name in NAMES:
        return backward_name(NAMES[name])
    return node.op.grad_name if name == node.op.name else backward_name("".join(map(str.title, name.split("_"))))


class Between(GraphNode):
    """A node that only PyTorch has, between an op and one of its inputs; backward here never uses it."""

    __slots__ = ("edges", "kind")

    def __init__(self, kind, *edges):
        self.kind, self.edges = kind, edges

    def name(self):
        return backward_name(self.kind)


def make_between(kind, edge):
    return None if edge is None else Between(kind, edge)


def edges_of_layer(node):
    """Return PyTorch's edges of a linear layer: (bias, input, weight.T), or the edges of a matrix product inside."""
    x, weight, *biases = node.edges
    biases = [bias for bias in biases if bias is not None]
    if dims_of(node)[1] == 1:
        return node.edges
    if len(node.shape) == 2:
        return *biases, x, make_between("T", weight)
    inner = *biases, make_between("View", x), make_between("T", weight)
    return Between("Addmm" if biases else "Mm", *inner),


def edges_of_quotient(node):
    """Return PyTorch's edges of other / x, which is other times the reciprocal of x."""
    x, *others = node.ends[1]
    return make_between("Reciprocal", x), *(others or (None,))


def edges_of_product(node):
    """Return the edges of a multiplication; as in PyTorch, a number's edge is second, also for 2 * x."""
    number_first = type(node.saved) is tuple and type((*node.saved, None)[0]) in number_types
    return node.edges[::-1] if number_first else node.edges


STEPS = {"linear": edges_of_layer, "mul": edges_of_product, "rdiv": edges_of_quotient,
         "cross_entropy": lambda node: (make_between("LogSoftmax", node.edges[0]),)}


def edges_of(node):
    """Return a node's edges in PyTorch's graph: to the inputs of the function that it ends, or of its op."""
    name, edges = getattr(node, "ends", (node.op.name, node.edges))
    return STEPS[name](node) if name in STEPS else edges
