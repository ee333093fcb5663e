"""Functions of the dialect as operations of the graph, with TensorFlow 1's names of arguments."""

from ..functions import arrays, counting, creation, linalg, logic, math, nn, norms, random, reduction, slices
from .graph import Tensor, graphed
from .variables import constant

PLAIN = {
    creation: "cast eye fill identity linspace ones ones_like range stop_gradient zeros zeros_like",
    arrays: "broadcast_to concat expand_dims pad rank repeat reshape reverse shape size split squeeze stack tile "
            "transpose unstack",
    linalg: "einsum matmul tensordot", norms: "clip_by_norm norm",
    math: "abs acos add asin atan ceil clip_by_value cos cosh divide exp floor log maximum minimum multiply negative "
          "pow round rsqrt sigmoid sign sin sinh sqrt square squared_difference subtract tan tanh truediv",
    logic: "equal greater greater_equal less less_equal logical_and logical_not logical_or not_equal",
    reduction: "cumsum", slices: "boolean_mask gather gather_nd one_hot sort where", counting: "unique"}
OLD = {"reduction_indices": "axis", "keep_dims": "keepdims", "dimension": "axis"}
table = {name: graphed(getattr(module, name)) for module, names in PLAIN.items() for name in names.split()
         if hasattr(module, name)}


def reducing(function):
    """A reduction that also takes the older names reduction_indices, keep_dims and dimension."""
    own = graphed(function)

    def call(input_tensor, axis=None, keepdims=None, name=None, **old):
        settings = {"axis": axis} | ({"keepdims": keepdims} if keepdims is not None else {})
        settings |= {OLD[key]: value for key, value in old.items() if key in OLD}
        settings |= {key: value for key, value in old.items() if key not in OLD}
        return own(input_tensor, **settings, **({"name": name} if name else {}))
    call.__name__, call.__doc__ = function.__name__, function.__doc__
    return call


table |= {name: reducing(getattr(reduction, name)) for name in """reduce_all reduce_any reduce_logsumexp reduce_max
    reduce_mean reduce_min reduce_prod reduce_sum argmax argmin""".split()}
table |= {"arg_max": table["argmax"], "arg_min": table["argmin"], "mul": table["multiply"], "sub": table["subtract"],
          "neg": table["negative"], "div": table["divide"], "constant": constant}
table |= {"to_float": lambda x, name="ToFloat": table["cast"](x, "float32", name=name),
          "to_int32": lambda x, name="ToInt32": table["cast"](x, "int32", name=name),
          "to_int64": lambda x, name="ToInt64": table["cast"](x, "int64", name=name)}


table |= {"random_normal": graphed(random.normal), "random_uniform": graphed(random.uniform),
          "truncated_normal": graphed(random.truncated_normal), "random_shuffle": graphed(random.shuffle),
          "multinomial": graphed(random.categorical)}


def set_random_seed(seed):
    """Start the random numbers of sessions from a seed."""
    random.set_seed(seed)


def add_n(inputs, name=None):
    """The sum of several tensors."""
    return graphed(math.add_n)(inputs, name=name)


def convert_to_tensor(value, dtype=None, name=None, preferred_dtype=None):
    """The tensor for a value: itself, or a constant."""
    return value if isinstance(value, Tensor) else constant(value, dtype=dtype, name=name or "Const")


nn_table = {name: graphed(getattr(nn, name)) for name in """bias_add crelu elu embedding_lookup l2_loss leaky_relu
    log_softmax moments relu relu6 selu softmax softplus softsign batch_normalization
    sigmoid_cross_entropy_with_logits sparse_softmax_cross_entropy_with_logits
    softmax_cross_entropy_with_logits""".split()}
