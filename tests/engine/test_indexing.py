"""Indexing: what stands between brackets, read and written, with its gradient, as in PyTorch."""

import numpy as np
import pytest

import minitorch as mt
from minitorch.ops.kernels.scatter_add import add_at

t, f = True, False
INDICES = {
    "number": 1, "negative": -1, "pair": (1, 2), "slice": slice(1, 3), "step": slice(None, None, 2),
    "slices": (slice(0, 2), slice(1, None)), "none": None, "none in front": (None, 1), "ellipsis": ...,
    "ellipsis, number": (..., 1), "number, ellipsis": (0, ..., None), "none twice": (None, slice(None), None),
    "list": [0, 2, 2], "list of lists": [[0, 1], [2, 0]], "lists": ([0, 1], [1, 2]), "list, slice": ([0, 2], slice(1,
    3)),
    "slice, list": (slice(None), [0, 0, 3]), "number, list": (1, [0, 1]), "list, number": ([0, 1], 1),
    "mask": np.array([t, f, t]), "full mask": np.arange(12).reshape(3, 4) % 2 == 0, "mask, number": (np.array([t, t,
    f]), 1),
    "slice, mask": (slice(None), np.array([t, f, f, t])), "empty slice": slice(2, 1), "empty list": [],
    "array": np.array([[0, 2]]), "negative list": [-1, -3], "true": True, "false": False, "beyond": slice(1, 99),
    "mask of lists": [t, f, t], "all": (), "list, none": ([0, 1], None), "broadcast": (np.array([[0], [2]]), [1, 3]),
}
APART = {                                # where NumPy takes a number, or an ellipsis of no dimension, for an array
    "number, none, list": (0, None, [1, 3]), "list, none, number": ([0, 1], None, 1),
    "number, ellipsis, list": (0, ..., [1, 3]), "list, ellipsis, list": ([0, 1], ..., [1, 3]),
    "none, number, none, mask": (None, -1, None, np.array([t, f, f, t])),
    "mask, ellipsis, number": (np.array([t, f, t]), ..., 2), "list, none, list": ([0, 1], None, [1, 3]),
}
indices = pytest.mark.parametrize("index", INDICES.values(), ids=INDICES)


def for_library(index, library):
    """The index with its arrays as the library's tensors."""
    if isinstance(index, tuple):
        return tuple(for_library(part, library) for part in index)
    return library.from_numpy(index) if isinstance(index, np.ndarray) else index


def base():
    return np.arange(12.0).reshape(3, 4)


@indices
def test_reading_gives_what_numpy_gives(index):
    wanted = base()[index]
    found = mt.from_numpy(base())[for_library(index, mt)]
    assert found.shape == wanted.shape
    np.testing.assert_array_equal(found.numpy(), wanted)


@indices
def test_gradients_go_back_to_the_places_read_once_for_each_time(index):
    x = mt.from_numpy(base()).requires_grad_()
    out = x[for_library(index, mt)]
    weights = np.arange(1.0, out.numel() + 1).reshape(out.shape)
    (out * mt.from_numpy(np.asarray(weights))).sum().backward()
    wanted = np.zeros((3, 4))
    np.add.at(wanted, index, weights)
    np.testing.assert_array_equal(x.grad.numpy(), wanted)


@indices
def test_writing_puts_values_where_numpy_puts_them(index):
    wanted, found = base(), mt.from_numpy(base())
    wanted[index] = -1
    found[for_library(index, mt)] = -1
    np.testing.assert_array_equal(found.numpy(), wanted)


TOO = {name: index for name, index in (INDICES | APART).items() if name != "list of lists"}  # PyTorch changes its mind


@pytest.mark.parametrize("index", TOO.values(), ids=TOO)
def test_reading_and_writing_are_pytorchs(index, torch):
    ours, theirs = mt.from_numpy(base()).requires_grad_(), torch.from_numpy(base()).requires_grad_()
    a, b = ours[for_library(index, mt)], theirs[for_library(index, torch)]
    assert tuple(a.shape) == tuple(b.shape)
    np.testing.assert_array_equal(a.detach().numpy(), b.detach().numpy())
    for tensor, library, part in ((ours, mt, a), (theirs, torch, b)):
        y = tensor * 1
        y[for_library(index, library)] = part.detach() * 2 + 1
        (y * y).sum().backward()
    np.testing.assert_array_equal(ours.grad.numpy(), theirs.grad.numpy())


def test_slices_and_numbers_are_views_and_lists_copies():
    x = mt.zeros(3, 4)
    x[1][2] = 5
    x[0:1, 1:].fill_(3)
    x[[2]].fill_(9)
    assert x.tolist() == [[0, 3, 3, 3], [0, 0, 5, 0], [0] * 4]
    vector = mt.zeros(3)
    vector[1].add_(7)
    assert vector.tolist() == [0, 7, 0]


def test_a_tensor_of_one_number_is_a_number():
    x = mt.from_numpy(base())
    assert x[mt.tensor(1)].tolist() == x[1].tolist() and x[np.int64(2), 0].item() == 8


def test_bytes_are_a_mask():
    assert mt.tensor([1, 2, 3])[mt.tensor([1, 0, 1], dtype=mt.uint8)].tolist() == [1, 3]


@pytest.mark.parametrize(("index", "kind", "text"), [
    (3, IndexError, "index 3 is out of bounds for dimension 0 with size 3"),
    ((0, -5), IndexError, "index -5 is out of bounds for dimension 1 with size 4"),
    ((0, 0, 0), IndexError, r"too many indices for tensor of dimension 2: 3 for shape \(3, 4\)"),
    ([0, 3], IndexError, "index 3 is out of bounds"),
    (slice(None, None, -1), ValueError, r"step must be greater than zero.*flip"),
    ("one", TypeError, r"\(got str\): a tensor cannot be indexed by 'one'"),
    (1.0, IndexError, r"only integers, slices \(`:`\), ellipsis .*valid indices \(got float\)"),
    ([0.5], IndexError, "tensors used as indices must be long, int, byte or bool"),
    (np.array([t, f]), IndexError, r"shape of the mask \(2,\) at index 0 does not match.*\(3, 4\)")])
def test_what_cannot_be_an_index_is_named(index, kind, text):
    x = mt.from_numpy(base())
    with pytest.raises(kind, match=text):
        x[for_library(index, mt)]
    with pytest.raises(kind, match=text):
        x[for_library(index, mt)] = 0


def test_values_that_do_not_fit_are_refused_with_both_shapes():
    x = mt.zeros(3, 4)
    with pytest.raises(RuntimeError, match=r"shape mismatch: value tensor of shape \[3\].*result of shape \[4\]"):
        x[0] = mt.ones(3)
    x[0] = mt.ones(1, 4)
    x[:, 0] = mt.tensor([5.0, 6.0, 7.0])
    x[1:] = 2
    x[0, 1:] = [7, 8, 9]
    assert x.tolist() == [[5, 7, 8, 9], [2] * 4, [2] * 4]


def test_a_value_is_cast_to_what_it_is_written_into():
    x = mt.zeros(2, dtype=mt.int64)
    x[0] = 2.9
    x[1] = mt.tensor(3.9)
    assert x.tolist() == [2, 3]


def test_repeated_places_all_send_their_gradient():
    x = mt.zeros(3, requires_grad=True)
    x[[0, 0, 0, 2]].sum().backward()
    assert x.grad.tolist() == [3, 0, 1]


def test_iterating_and_length():
    x = mt.from_numpy(base())
    assert [row.tolist() for row in x] == base().tolist() and len(x) == 3
    a, b, c = x[:, 0]
    assert (a.item(), b.item(), c.item()) == (0, 4, 8)
    with pytest.raises(TypeError, match="iteration over a 0-d tensor"):
        iter(mt.ones(()))
    with pytest.raises(TypeError, match=r"len\(\) of a 0-d tensor"):
        len(mt.ones(()))


def test_second_derivatives_through_indexing():
    from minitorch.rare.autograd.gradcheck import gradgradcheck
    x = mt.randn(3, 4, dtype=mt.float64, requires_grad=True)
    places = mt.tensor([0, 0, 2])
    assert gradgradcheck(lambda x: x[places].exp() * x[1:2] * x[x > 0].sum(), x)


@pytest.mark.parametrize("shape, count", [((5, 3), 40), ((5, 300), 40), ((3, 2000), 2), ((70, 4), 1), ((2, 3, 400), 9),
                                          ((7,), 50), ((4, 2), 0)], ids=str)
@pytest.mark.parametrize("dtype", ["float32", "float64", "int64"])
def test_rows_added_up_are_added_one_by_one(shape, count, dtype):
    rng = np.random.default_rng(0)
    rows, whole = rng.integers(-shape[0], shape[0], count), rng.integers(-9, 9, shape).astype(dtype)
    added = rng.integers(-9, 9, (count, *shape[1:])).astype(dtype)
    right = whole.copy()
    for row, grad in zip(rows, added, strict=True):
        right[row] += grad
    for buffer in (whole.copy(), np.asfortranarray(whole), np.repeat(whole, 2, axis=0)[::2]):
        add_at(buffer, (rows,), added)
        np.testing.assert_array_equal(buffer, right)


@pytest.mark.parametrize("dim", [0, 1, 2, -1])
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("kind", ["int32", "int64"])
def test_picking_and_placing_along_a_dimension_are_pytorchs(dim, turned, kind, torch):
    rng = np.random.default_rng(1)
    x, source = rng.standard_normal((4, 3, 5)).astype("float32"), rng.standard_normal((3, 2, 4)).astype("float32")
    index = rng.integers(0, x.shape[dim], (3, 2, 4))
    found = []
    for library in (mt, torch):
        leaf, other = (library.tensor(a, requires_grad=True) for a in (x, source))
        seen = leaf.transpose(0, 2).contiguous().transpose(0, 2) if turned else leaf
        where = library.tensor(index).to(library.int64 if library is torch else getattr(mt, kind))
        outs = [seen.gather(dim, where), seen.scatter_add(dim, where, other)]
        grads = library.autograd.grad(sum((out * out).sum() for out in outs), [leaf, other])
        found.append([each.detach().numpy() for each in (*outs, *grads)])
    for mine, right in zip(*found, strict=True):
        np.testing.assert_allclose(mine, right, rtol=1e-5, atol=1e-5)


def test_take_along_dim_refuses_what_is_not_there():
    with pytest.raises(IndexError, match="out of bounds"):
        mt.ones(2, 3).take_along_dim(mt.tensor([[3]]), 1)
    assert mt.arange(6).reshape(2, 3).take_along_dim(mt.tensor([[-1]]), 1).tolist() == [[2], [5]]    # as PyTorch
