"""Only the matrix products of a step, by NumPy's BLAS into arrays allocated once: no code can be faster than that.

They have the sizes of minitorch's products, forward and backward. Attention's small products are computed singly.
"""

from functools import partial

import numpy as np

from ..workloads import Built, floats, numbers


def dense(n, inputs, outputs, first=False):
    """Return the products of a layer: outputs, the weight's gradient, and the inputs' unless it is the first layer."""
    return [(n, inputs, outputs), (inputs, n, outputs), *[(n, outputs, inputs)] * (not first)]


def attention(heads, places, width):
    """Return the products of all heads and texts: scores, weighted values; backward two for each of them."""
    back = [(places, width, places), (places, places, width)]
    return heads * [*back, *back, (places, places, width), (places, places, width)]


# {workload: [(m, k, n) of each of its products (m, k) @ (k, n)]}
PRODUCTS = {
    "W1": [*dense(64, 1000, 100, first=True), *dense(64, 100, 10)],
    "W2": [*dense(128, 784, 256, first=True), *dense(128, 256, 128), *dense(128, 128, 10)],
    "W4": [*64 * [(32, 256, 512), (32, 512, 128)], (2048, 512, 128), (512, 2048, 256), *dense(2048, 128, 65)],
    "W5": [*4 * [*dense(1024, 128, 384), *dense(1024, 128, 128), *dense(1024, 128, 512), *dense(1024, 512, 128),
                 *attention(16 * 4, 64, 32)], *dense(1024, 128, 65)]}


def built(products):
    rng, arrays = numbers(7), {}
    for shape in {shape for m, k, n in products for shape in ((m, k), (k, n))}:
        arrays[shape] = floats(rng, *shape)
    calls = [partial(np.matmul, arrays[m, k], arrays[k, n], out=np.empty((m, n), np.float32)) for m, k, n in products]

    def step():
        for call in calls:
            call()
    return Built(step, None)


def builders():
    """Return {workload: build()}."""
    return {name: partial(built, products) for name, products in PRODUCTS.items()}
