"""Functions of the dialect as operations of the graph, with TensorFlow 1's names of arguments."""

from ..functions import (arrays, complex_numbers, counting, creation, elementary, folds, gathering, linalg, logic,
                         losses, math, nn, norms, random, reduction, segments, slices)
from ..core.indexed_slices import changed, rows_of
from . import renamed
from .graph import Operation, Tensor, get_default_graph, graphed
from .slices import whole
from .variables import constant

PLAIN = {                        # those that take the same arguments in TensorFlow 2
    arrays: "broadcast_to concat meshgrid rank repeat reshape reverse roll split stack tile unstack",
    complex_numbers: "angle complex conj imag real", folds: "foldl foldr map_fn scan",
    counting: "histogram_fixed_width searchsorted unique unique_with_counts",
    creation: "cast eye fill identity linspace ones range saturate_cast stop_gradient zeros",
    linalg: "cholesky cross einsum matmul matrix_inverse matrix_transpose qr svd tensordot trace",
    logic: "equal greater greater_equal less less_equal logical_and logical_not logical_or logical_xor not_equal",
    elementary: "acos acosh asin asinh atan atan2 atanh ceil cos cosh digamma erf erfc exp expm1 floor is_finite "
                "is_inf is_nan lgamma log log1p log_sigmoid reciprocal rint round rsqrt sigmoid sin sinh sqrt tan tanh",
    math: "abs add clip_by_value divide floordiv floormod maximum minimum multiply negative pow scalar_mul sign square "
          "squared_difference subtract truediv truncatediv truncatemod",
    norms: "clip_by_norm",
    reduction: "cumprod cumsum", segments: "segment_mean segment_sum unsorted_segment_mean unsorted_segment_sum",
    gathering: "dynamic_stitch scatter_nd tensor_scatter_nd_add tensor_scatter_nd_sub tensor_scatter_nd_update",
    slices: "argsort one_hot sequence_mask sort strided_slice"}
table = {name: graphed(getattr(module, name)) for module, names in PLAIN.items() for name in names.split()}
table |= renamed.table | {"constant": constant, "slice": graphed(slices.slice_), "mod": table["floormod"]}
table |= {"mul": table["multiply"], "sub": table["subtract"], "neg": table["negative"]}     # as before TensorFlow 1.0


def to_float(x, name="ToFloat"):
    """The numbers of x, of any shape, in float32."""
    return table["cast"](x, "float32", name=name)


def to_int32(x, name="ToInt32"):
    """The numbers of x, of any shape, in int32."""
    return table["cast"](x, "int32", name=name)


def to_int64(x, name="ToInt64"):
    """The numbers of x, of any shape, in int64."""
    return table["cast"](x, "int64", name=name)


def to_double(x, name="ToDouble"):
    """The numbers of x, of any shape, in float64."""
    return table["cast"](x, "float64", name=name)


table |= {"random_normal": graphed(random.normal), "random_uniform": graphed(random.uniform),
          "truncated_normal": graphed(random.truncated_normal), "random_shuffle": graphed(random.shuffle),
          "to_float": to_float, "to_int32": to_int32, "to_int64": to_int64, "to_double": to_double}


def clip_by_global_norm(t_list, clip_norm, use_norm=None, name=None):
    """(the tensors, shrunk together so that their common norm is at most clip_norm; the norm before).

    t_list       a list of tensors; None stays None
    clip_norm    a positive number
    use_norm     the common norm, where it is known; None: it is computed
    """
    norm = global_norm(t_list) if use_norm is None else use_norm
    scale = table["divide"](clip_norm, table["maximum"](norm, clip_norm))
    return [None if t is None else changed(t, lambda rows: table["multiply"](rows, scale)) for t in t_list], norm


def global_norm(t_list, name=None):
    """The norm of all tensors of a list t_list, as if they were one vector: (); None counts nothing."""
    squares = [table["reduce_sum"](table["square"](rows_of(t))) for t in t_list if t is not None]
    return table["sqrt"](add_n(squares), name=name)


def set_random_seed(seed):
    """Start the random numbers of sessions from a seed."""
    random.set_seed(seed)


def add_n(inputs, name=None):
    """The sum of the tensors of a list `inputs`, all of one shape and element type."""
    return graphed(math.add_n)(inputs, name=name)


def convert_to_tensor(value, dtype=None, name=None, preferred_dtype=None, dtype_hint=None):
    """The tensor for a value: itself, or a constant of the graph of this dtype."""
    value = whole(get_default_graph(), value)
    return value if isinstance(value, Tensor) else constant(value, dtype=dtype, name=name or "Const")


def dynamic_partition(data, partitions, num_partitions, name=None):
    """A list of num_partitions tensors: the rows of `data` for which `partitions`, integers, has 0, 1, 2 …

    data          (…, more) any numbers
    partitions    (…) integers from 0 to num_partitions − 1: as many axes as this has are those of a row's place
    """
    data, partitions = convert_to_tensor(data), convert_to_tensor(partitions)
    known = not data.shape.unknown and not partitions.shape.unknown
    shape = [None, *data.shape[partitions.shape.rank:]] if known else None
    made = Operation(get_default_graph(), slices.dynamic_partition, (data, partitions, num_partitions), {},
                     name or "DynamicPartition", [(shape, data.dtype)] * num_partitions)
    return list(made.outputs)


table |= {"dynamic_partition": dynamic_partition}
nn_table = {name: graphed(getattr(nn, name)) for name in """batch_normalization bias_add elu leaky_relu relu relu6 selu
    silu softplus softsign swish zero_fraction""".split()}
nn_table |= {name: graphed(getattr(losses, name)) for name in (
    "l2_loss", "sigmoid_cross_entropy_with_logits")}
