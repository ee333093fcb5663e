"""The cost of ops: how many numbers they multiply and add."""

from math import prod


def multiply_adds(op, inputs, settings, outputs):
    """Return how often an op multiplies two numbers and adds the product to a sum; 0 if it is no sum of products.

    (N, K) @ (K, M) takes N·K·M. Source: Goodfellow et al., Deep Learning (2016), §2.2.
    """
    count = COUNTS.get(op.name)
    return 0 if count is None else count(inputs, settings, outputs[0].array.size)


def cell_cost(inputs, *weights):
    """Return the cost of a recurrent cell: each row of x and h times its weights."""
    return len(inputs[0].array) * sum(inputs[i].array.size for i in weights if inputs[i] is not None)


def einsum(inputs, settings):
    """Return the cost of an einsum: one product for each combination of all indices."""
    sizes = {letter: n for term, x in zip(settings["terms"], inputs) for letter, n in zip(term, x.array.shape)}
    return prod(sizes.values()) if len(inputs) > 1 else 0


COUNTS = {
    "matmul": lambda x, how, size: size * x[0].array.shape[-1],
    "linear": lambda x, how, size: size * x[0].array.shape[-1],
    "attention_weights": lambda x, how, size: size * x[0].array.shape[-1],
    **dict.fromkeys(("attend", "attend_masked"),                 # products for the scores and for the weighted values
                    lambda x, how, size: x[1].array.shape[-2] * (x[0].array.size + size)),
    "conv2d": lambda x, how, size: size * x[1].array[0].size,
    "conv2d_input": lambda x, how, size: x[0].array.size * x[1].array[0].size,
    "einsum_op": lambda x, how, size: einsum(x, how),
    "rnn": lambda x, how, size: cell_cost(x, 2, 3),
    "gru": lambda x, how, size: cell_cost(x, 2, 3),
    "lstm": lambda x, how, size: cell_cost(x, 3, 4, 7),
}
