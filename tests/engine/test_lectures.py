"""The lectures' own examples: they give here what they give on the slides, and what NumPy gives by hand."""

import numpy as np

import minitorch as mt


def test_x_times_y_plus_z_summed():
    x, y, z = (mt.randn(3, 4, requires_grad=True) for _ in range(3))
    a = x * y
    b = a + z
    c = mt.sum(b)
    c.backward()
    np.testing.assert_array_equal(x.grad.numpy(), y.detach().numpy())
    np.testing.assert_array_equal(y.grad.numpy(), x.detach().numpy())
    assert z.grad.tolist() == [[1.0] * 4] * 3


N, D, H, OUT, STEPS = 64, 1000, 100, 10, 500


def start():
    rng = np.random.default_rng(0)
    return (rng.standard_normal((N, D)), rng.standard_normal((N, OUT)),
            rng.standard_normal((D, H)) / 30, rng.standard_normal((H, OUT)) / 10)


def by_hand(rate):
    """The two-layer network with its gradients written out."""
    x, y, w1, w2 = start()
    losses = []
    for _ in range(STEPS):
        h = x @ w1
        kept = np.maximum(h, 0)
        difference = kept @ w2 - y
        losses.append((difference ** 2).sum())
        grad_out = 2 * difference
        grad_w2 = kept.T @ grad_out
        grad_h = grad_out @ w2.T * (h > 0)
        w1 = w1 - rate * (x.T @ grad_h)
        w2 = w2 - rate * grad_w2
    return losses, w1, w2


def test_the_two_layer_network_follows_the_one_written_by_hand():
    x, y, w1, w2 = map(mt.from_numpy, start())
    w1.requires_grad_()
    w2.requires_grad_()
    rate, losses = 1e-5, []
    for _ in range(STEPS):
        prediction = x.mm(w1).clamp(min=0).mm(w2)
        loss = (prediction - y).pow(2).sum()
        losses.append(loss.item())
        loss.backward()
        with mt.no_grad():
            w1 -= rate * w1.grad
            w2 -= rate * w2.grad
            w1.grad.zero_()
            w2.grad.zero_()
    wanted, hand1, hand2 = by_hand(rate)
    np.testing.assert_allclose(losses, wanted, rtol=1e-8)
    np.testing.assert_allclose(w1.detach().numpy(), hand1, rtol=1e-8, atol=1e-8)
    np.testing.assert_allclose(w2.detach().numpy(), hand2, rtol=1e-8, atol=1e-8)
    assert losses[-1] < losses[0] / 10


def test_the_lectures_function_with_its_own_backward():
    class MyReLU(mt.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x.clamp(min=0)

        @staticmethod
        def backward(ctx, grad_y):
            x, = ctx.saved_tensors
            grad_input = grad_y.clone()
            grad_input[x < 0] = 0
            return grad_input
    x = mt.tensor([-1.0, 2.0, 3.0], requires_grad=True)
    (MyReLU.apply(x) * mt.tensor([1.0, 10.0, 100.0])).sum().backward()
    assert x.grad.tolist() == [0, 10, 100]


def test_second_derivatives_of_the_network_agree_with_differences():
    from minitorch.rare.autograd.gradcheck import gradcheck, gradgradcheck
    x, y = mt.randn(4, 5, dtype=mt.float64), mt.randn(4, 2, dtype=mt.float64)
    w1, w2 = (mt.randn(*size, dtype=mt.float64, requires_grad=True) for size in ((5, 3), (3, 2)))

    def loss(w1, w2):
        return (x.mm(w1).tanh().mm(w2) - y).pow(2).sum()
    assert gradcheck(loss, (w1, w2)) and gradgradcheck(loss, (w1, w2))
