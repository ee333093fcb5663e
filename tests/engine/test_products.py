"""Products of many numbers, and what goes back through them."""

import numpy as np
import pytest

import minitorch as mt


@pytest.mark.parametrize("zeros", [(), (7,), (7, 90_000)])
def test_products_of_many_go_back_in_proportion_to_them(zeros):
    numbers = np.random.default_rng(0).uniform(0.999, 1.001, 100_000)
    numbers[list(zeros)] = 0
    x = mt.tensor(numbers, requires_grad=True)
    x.prod().backward()
    others = np.array([np.prod(np.delete(numbers, k)) for k in (0, 7, 90_000)])
    assert np.allclose(x.grad.array[[0, 7, 90_000]], others)
    x.grad = None
    x.cumprod(0).sum().backward()                        # the last before a zero reaches itself only
    assert np.isclose(x.grad.array[-1], np.prod(numbers[:-1]))
    assert np.isclose(x.grad.array[7], np.cumprod(np.where(np.arange(100_000) == 7, 1, numbers))[7:].sum())


def test_einsum_of_two_dtypes_multiplies_and_does_not_contract():
    """PyTorch multiplies what it does not sum over with the usual promotion, and refuses a contraction."""
    turns, lengths = mt.tensor([1j, 2.0 + 1j]), mt.tensor([1.0, 3.0])
    assert mt.einsum("n,b->bn", turns, lengths).tolist() == [[1j, 2 + 1j], [3j, 6 + 3j]]
    assert mt.einsum("i,j->j", turns, lengths).tolist() == [2 + 2j, 6 + 6j]
    assert mt.einsum("i,j->ij", mt.tensor([1, 2]), lengths).tolist() == [[1, 3], [2, 6]]
    assert mt.einsum("i,j->j", mt.tensor([1, 2]), lengths / 2).tolist() == [1.5, 4.5]
    with pytest.raises(RuntimeError, match="must share a dtype, not complex64, float32"):
        mt.einsum("n,n->", turns, lengths)
