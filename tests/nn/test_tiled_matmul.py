"""Products in tiles, as the recurrent layers use them: the same numbers as the plain product and the plain ops."""

import numpy as np
import pytest

import minitorch as mt
from minitorch.engine import apply
from minitorch.ops.kernels import tiled_matmul
from minitorch.ops.recurrent import lstm, rnn as rnn_op


@pytest.fixture(autouse=True)
def small_kernels(monkeypatch):
    """A processor on which small products are cut into tiles."""
    monkeypatch.setattr(tiled_matmul.threads, "core_name", lambda: "SkylakeX")


def test_weights_stay_whole_where_small_products_are_copied_too(monkeypatch):
    weight = np.ones((4, 257, 128))
    assert tiled_matmul.tile_weight(np, weight, 32)[1] == 32
    monkeypatch.setattr(tiled_matmul.threads, "core_name", lambda: "Haswell")
    assert tiled_matmul.tile_weight(np, weight, 32)[1] == 0


@pytest.mark.parametrize("dtype, tolerance", [(np.float32, 2e-5), (np.float64, 1e-12)])
@pytest.mark.parametrize("n, K, N", [(32, 5, 64), (64, 257, 128), (96, 700, 96), (48, 1500, 32), (7, 3, 64),
                                     (50, 400, 64), (64, 8, 33), (64, 20000, 64), (1, 4, 32), (0, 4, 32), (0, 4, 5)])
def test_a_product_in_tiles_is_the_product(n, K, N, dtype, tolerance):
    rng = np.random.default_rng(0)
    x, weight = rng.standard_normal((n, 2 * K)).astype(dtype)[:, ::2], rng.standard_normal((2, N, K)).astype(dtype)
    weight, out = weight.swapaxes(1, 2), np.empty((2, n, N), dtype)
    tiles = tiled_matmul.tile_weight(np, weight, n)
    tiled_matmul.multiply(np, x, tiles, out)
    assert out.dtype == dtype and np.allclose(out, x @ weight, atol=tolerance * K ** 0.5)
    if n > 2:                                                # a later step of a batch has fewer rows
        tiled_matmul.multiply(np, x[:n - 1], tiles, out[:, :n - 1])
        assert np.allclose(out[:, :n - 1], (x @ weight)[:, :n - 1], atol=tolerance * K ** 0.5)


@pytest.mark.parametrize("sizes, reverse", [((32, 32), False), ((64, 32, 5), True), ((3, 2), False)])
def test_a_recurrent_layer_in_tiles_agrees_with_plain_ops(sizes, reverse):
    rng, H, N = np.random.default_rng(1), 32, sum(sizes)
    for kind, gates, states in ((rnn_op.rnn, 1, 1), (rnn_op.gru, 3, 1), (lstm.lstm, 4, 2)):
        shapes = [(N, 6), *[(sizes[0], H)] * states, (gates * H, 6), (gates * H, H), (gates * H,), (gates * H,)]
        inputs = [mt.tensor(rng.standard_normal(shape) * 0.2, requires_grad=True) for shape in shapes]
        inputs += [None] * (kind is lstm.lstm)
        fused = apply(kind, inputs, {"sizes": sizes, "reverse": reverse})
        how = (sizes, reverse, False) if kind is rnn_op.rnn else (sizes, reverse)
        plain = kind.composition(*inputs, *how)
        leaves = [x for x in inputs if x is not None]
        found = [mt.autograd.grad(sum((y * y).sum() for y in outs), leaves) for outs in (fused, plain)]
        for mine, other in zip([*fused, *found[0]], [*plain, *found[1]]):
            assert np.allclose(mine.detach(), other.detach(), atol=1e-10)
