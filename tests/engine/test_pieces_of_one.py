"""A tensor cut into pieces: their gradients meet again in one array, without a copy where they lie in one already."""

import numpy as np
import pytest

import minitorch as mt
from minitorch.ops.linalg import products
from minitorch.ops.shape import chunks

F = mt.nn.functional


def drawn(*shape, dtype="float64", seed=0):
    return np.random.default_rng(seed).standard_normal(shape).astype(dtype)


@pytest.mark.parametrize("used", [(0, 1, 2), (1,), (0, 2), (2, 2)], ids=str)
@pytest.mark.parametrize("dim, parts", [(0, [1, 3, 2]), (1, 2), (-1, [2, 0, 4])], ids=str)
def test_pieces_that_nobody_uses_get_zeros(used, dim, parts):
    x = mt.tensor(drawn(6, 6), requires_grad=True)
    cut = x.split(parts, dim)
    sum((place + 1) * (cut[k] ** 2).sum() for place, k in enumerate(used)).backward()
    factor = [sum(place + 1 for place, k in enumerate(used) if k == piece) for piece in range(3)]
    right = np.concatenate([f * 2 * c.numpy() for f, c in zip(factor, x.detach().split(parts, dim))], dim)
    np.testing.assert_allclose(x.grad.numpy(), right)


def test_pieces_are_one_node_as_in_pytorch():
    x = mt.tensor(drawn(4, 6), requires_grad=True)
    q, k, v = x.split(2, dim=1)
    assert q.grad_fn.next_functions == k.grad_fn.next_functions and "Split" in repr(q.grad_fn)
    assert q._base is x
    first, = mt.autograd.grad((q * k * v).sum(), x, create_graph=True)
    second, = mt.autograd.grad(first.sum(), x)
    right = np.concatenate([(k + v).detach(), (q + v).detach(), (q + k).detach()], 1)
    np.testing.assert_allclose(second.numpy(), right)


def heads(qkv, order="qkv"):
    named = dict(zip("qkv", (part.reshape(2, 5, 3, 4).swapaxes(1, 2) for part in np.split(qkv, 3, axis=-1))))
    return [named[name] for name in order]


def test_what_lies_as_pieces_of_one_is_joined_without_a_copy():
    q, k, v = chunks.empty_like_pieces(heads(drawn(2, 5, 36)))
    back = [a.swapaxes(1, 2).reshape(2, 5, 12) for a in (q, k, v)]
    whole = chunks.join(*back, shape=(2, 5, 36), parts=(12, 12, 12), dim=2)
    assert np.shares_memory(whole, q)
    for mine, part in zip(back, np.split(whole, 3, axis=2)):
        assert np.shares_memory(mine, part) and mine.shape == part.shape
    turned = chunks.join(back[1], back[0], back[2], shape=(2, 5, 36), parts=(12, 12, 12), dim=2)
    assert not np.shares_memory(turned, q)
    np.testing.assert_array_equal(turned, np.concatenate([back[1], back[0], back[2]], 2))


@pytest.mark.parametrize("arrays", [heads(drawn(2, 5, 36), "qqv"), heads(drawn(2, 5, 36), "qk"),
                                    [drawn(3, 4), drawn(3, 4)], [drawn(8, 4)[:4], drawn(8, 4)[4:]]])
def test_what_overlaps_or_is_not_all_lies_apart(arrays):
    made = chunks.empty_like_pieces(arrays)
    assert [(a.shape, a.dtype) for a in made] == [(a.shape, a.dtype) for a in arrays]
    assert not any(np.shares_memory(a, b) for place, a in enumerate(made) for b in made[:place])


@pytest.mark.parametrize("order", ["qkv", "vkq", "qqv", "qqq"])
@pytest.mark.parametrize("dtype, near", [("float32", 1e-5), ("float64", 1e-12)])
def test_attention_on_pieces_is_attention_on_copies(order, dtype, near):
    grads = []
    for copied in (False, True):
        x = mt.tensor(drawn(2, 5, 36, dtype=dtype), requires_grad=True)
        named = dict(zip("qkv", (part.clone() if copied else part for part in x.split(12, dim=2))))
        q, k, v = (named[name].view(2, 5, 3, 4).transpose(1, 2) for name in order)
        (F.scaled_dot_product_attention(q, k, v, is_causal=True) ** 2).sum().backward()
        grads.append(x.grad.numpy())
    np.testing.assert_allclose(*grads, atol=near)


@pytest.mark.parametrize("dtype, near", [("float16", 1e-2), ("float32", 1e-5), ("float64", 1e-12)])
@pytest.mark.parametrize("x", [drawn(400, 300), drawn(300, 400).T, drawn(3, 5), drawn(0, 5), drawn(800, 600)[::2, ::2]])
def test_rows_added_up_as_a_product_are_their_sum(x, dtype, near):
    x = x.astype(dtype)
    out = products.sum_rows(x)
    assert out.dtype == x.dtype
    np.testing.assert_allclose(out, x.astype("float64").sum(0), atol=near * max(1, len(x)) ** 0.5 * 5)


def test_the_gradients_of_a_large_linear_are_those_of_a_small_one():
    x, w, b = (mt.tensor(drawn(*shape), requires_grad=True) for shape in ((4, 100, 5), (300, 5), (300,)))
    F.linear(x, w, b).pow(2).sum().backward()
    large = [p.grad.numpy() for p in (x, w, b)]
    x.grad = w.grad = b.grad = None
    for part in x.split(1):
        F.linear(part, w, b).pow(2).sum().backward()
    for mine, right in zip(large, (x, w, b)):
        np.testing.assert_allclose(mine, right.grad.numpy(), rtol=1e-9, atol=1e-9)
