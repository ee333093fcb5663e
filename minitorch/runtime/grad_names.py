"""What PyTorch calls the nodes of a graph, where an op is named otherwise here: x[0] is a SelectBackward0."""

# op -> PyTorch's name of its nodes, which ends in Backward0 where nothing else is said
NAMES = dict(line.split() for line in """
    reshape View, flatten View, t T, vector_norm LinalgVectorNorm, variance Var, deviation Std, max_dim Max, min_dim Min
    conv2d Convolution, conv2d_input Convolution, max_pool2d MaxPool2DWithIndices, avg_pool2d AvgPool2D
    batch_norm NativeBatchNorm, layer_norm NativeLayerNorm, cross_entropy NllLoss, pad ConstantPadNd, clamp Clamp1
    cumulative_product Cumprod, cast ToCopy, roll_op Roll, inv LinalgInvEx, det LinalgDet, cholesky LinalgCholeskyEx
    median_of_all Median, log1p Log1P, im2col Im2Col, col2im Col2Im, from_parts Complex, contiguous Clone
    index_add_op IndexAdd, put_diagonal DiagEmbed, floor_divide Div2, trunc_divide Div2
    within Hardtanh, eigh LinalgEigh, svd LinalgSvd, qr LinalgQr
""".replace("\n", ",").split(",") if line.strip())


def dims_of(node):
    """How many dimensions each input has; None where that is not known any more."""
    kept = node.saved if type(node.saved) is tuple and node.saved else node.edges
    return [getattr(edge if x is None else x, "ndim", None) for x, edge in zip(kept, node.edges)]


def of_index(node):
    """By the last thing that the index does: take an element, cut a slice, add a dimension; or pick by tensors."""
    index = node.settings["index"]
    if len(node.edges) > 1:
        return "Index"
    steps = [step for step in index if step is not Ellipsis and step != (None, None, None)]
    if not steps:
        return "Alias"
    return "Unsqueeze" if steps[-1] is None else "Slice" if type(steps[-1]) is tuple else "Select"


def of_product(node):
    """By the dimensions of the result: a number, a vector, a matrix, or a stack of them."""
    return ("Dot", "Mv", "Mm")[len(node.shape)] if len(node.shape) < 3 else "UnsafeView"


def of_layer(node):
    biased = len(node.edges) > 2 and node.edges[2] is not None
    return ("Addmm" if biased else "Mm") if len(node.shape) == 2 else "View" if biased else "UnsafeView"


def of_power(node):
    base, exponent = dims_of(node)
    return "Pow2" if base is None else "Pow0" if exponent is None else "Pow1"


def of_reduction(name):
    """Over all elements, or over some dimensions: two functions of PyTorch's."""
    return lambda node: f"{name}{int(node.settings['dim'] is not None)}"


def of_margins(node):
    """By what fills them, and in how many dimensions."""
    kinds = {"reflect": "ReflectionPad{}D", "replicate": "ReplicationPad{}D"}
    return kinds.get(node.settings["mode"], "PadEdges").format(len(node.settings["widths"]))


BY_NODE = {"getitem": of_index, "matmul": of_product, "linear": of_layer, "pow": of_power, "sum": of_reduction("Sum"),
           "mean": of_reduction("Mean"), "product": of_reduction("Prod"), "squeeze": of_reduction("Squeeze"),
           "pad_edges": of_margins,
           "cumulative_extreme": lambda node: "Cummax" if node.settings["largest"] else "Cummin",
           "scatter_op": lambda node: "ScatterAdd" if node.settings["add"] else "Scatter"}


def whole(name):
    return f"{name[:-1]}Backward{name[-1]}" if name[-1] in "012" else f"{name}Backward0"


def name_of(node):
    """PyTorch's name of a node."""
    op = node.op.name
    if op in NAMES:
        return whole(NAMES[op])
    return whole(BY_NODE[op](node)) if op in BY_NODE else node.op.grad_name
