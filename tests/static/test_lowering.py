"""Lowering: a step's functions of NumPy are written down without being computed, and come to the same form."""

from itertools import permutations, product

import numpy as np
import pytest

from minitorch.static.expansion import without_inner
from minitorch.static.lowering import result_of

UFUNCS = np.add, np.exp, np.less, np.sqrt, np.negative, np.divide, np.maximum, np.logical_not
LAYOUTS = (lambda x: x, lambda x: x.T, lambda x: np.flip(x, 0) if x.ndim else x, lambda x: x[..., ::2] if x.ndim else x,
           lambda x: np.ascontiguousarray(x[..., None])[..., 0], lambda x: np.broadcast_to(x, (2, *x.shape)))


@pytest.mark.parametrize("seed", range(5))
def test_a_result_has_the_form_of_what_a_ufunc_gives(seed):
    rng, tried = np.random.default_rng(seed), 0

    def drawn():
        if rng.random() < 0.2:
            return [1.5, 2, True, np.float32(3)][rng.integers(4)]
        shape = [int(rng.choice([0, 1, 2, 3], p=[0.05, 0.25, 0.35, 0.35])) for _ in range(rng.integers(4))]
        return LAYOUTS[rng.integers(len(LAYOUTS))](np.ones(shape, rng.choice(["f4", "f8", "i4", "?"])))

    for _ in range(400):
        ufunc = UFUNCS[rng.integers(len(UFUNCS))]
        inputs = [drawn() for _ in range(ufunc.nin)]
        if not any(isinstance(x, np.ndarray) for x in inputs):
            continue
        try:
            wanted = np.asarray(ufunc(*inputs))
        except (TypeError, ValueError) as error:
            with pytest.raises(type(error)):
                result_of(ufunc, inputs)
            continue
        found, tried = np.asarray(result_of(ufunc, inputs)), tried + 1
        assert (found.shape, found.strides, found.dtype) == (wanted.shape, wanted.strides, wanted.dtype)
    assert tried > 100


@pytest.mark.parametrize("dims", list(product((1, 2, 3, 4), repeat=2)), ids=str)
def test_a_product_without_inner_numbers_has_the_form_of_the_product(dims):
    sizes = [((2, 3, 4, 5)[-dims[0]:] if dims[0] > 1 else (5,)), ((2, 3, 5, 6)[-dims[1]:] if dims[1] > 1 else (5,))]
    stretched = [sizes, [sizes[0], (1, *sizes[1][1:]) if dims[1] > 2 else sizes[1]]]
    for shapes, *orders in product(stretched, *[permutations(range(each)) for each in dims]):
        x, y = [np.ones([shape[d] for d in order], "float32").transpose(np.argsort(order))
                for shape, order in zip(shapes, orders)]
        wanted, found = np.asarray(x @ y), np.asarray(np.matmul(*without_inner(x, y)))
        assert (found.shape, found.strides, found.dtype) == (wanted.shape, wanted.strides, wanted.dtype)
