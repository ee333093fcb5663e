"""Lecture 4, Hardware and Software: the PyTorch snippets of the slides, with the import changed.

The autograd network and MyReLU's backward are in tests/engine/test_lectures.py; CIFAR-10, the accuracy
loop, saving and GPU lines are tried where data, files and devices are. MoCo's page is pseudocode. The
slides take 500 steps, these tests STEPS; everything else is as written.
"""

import math

import numpy as np
import pytest

import minitorch as torch
from minitorch.autograd import Variable

STEPS = 100
N, D_in, H, D_out = 64, 1000, 100, 10


def falls(losses):
    """Every loss a number, and the last well below the first."""
    return all(map(math.isfinite, losses)) and losses[-1] < 0.9 * losses[0]


def test_example_with_variables_prints_what_the_slide_shows():
    np.random.seed(0)
    N, D = 3, 4
    x = np.random.randn(N, D)
    y = np.random.randn(N, D)
    z = np.random.randn(N, D)

    x_torch = Variable(torch.from_numpy(x), requires_grad=True)
    y_torch = Variable(torch.from_numpy(y), requires_grad=True)
    z_torch = Variable(torch.from_numpy(z))

    a_torch = x_torch * y_torch
    b_torch = a_torch + z_torch
    c_torch = torch.sum(b_torch)
    c_torch.backward()

    assert repr(x_torch.grad).replace("minitorch", "torch") == """\
tensor([[ 0.7610,  0.1217,  0.4439,  0.3337],
        [ 1.4941, -0.2052,  0.3131, -0.8541],
        [-2.5530,  0.6536,  0.8644, -0.7422]], dtype=torch.float64)"""
    assert repr(y_torch.grad).replace("minitorch", "torch") == """\
tensor([[ 1.7641,  0.4002,  0.9787,  2.2409],
        [ 1.8676, -0.9773,  0.9501, -0.1514],
        [-0.1032,  0.4106,  0.1440,  1.4543]], dtype=torch.float64)"""
    assert z_torch.grad is None


def test_tensors_with_gradients_written_by_hand(capsys):
    device = torch.device("cpu")

    x = torch.randn(N, D_in, device=device)
    y = torch.randn(N, D_out, device=device)
    w1 = torch.randn(D_in, H, device=device)
    w2 = torch.randn(H, D_out, device=device)

    learning_rate = 1e-6
    losses = []
    for t in range(STEPS):
        h = x.mm(w1)
        h_relu = h.clamp(min=0)
        y_pred = h_relu.mm(w2)
        loss = (y_pred - y).pow(2).sum().item()
        losses.append(loss)

        grad_y_pred = 2.0 * (y_pred - y)
        grad_w2 = h_relu.t().mm(grad_y_pred)
        grad_h_relu = grad_y_pred.mm(w2.t())
        grad_h = grad_h_relu.clone()
        grad_h[h < 0] = 0
        grad_w1 = x.t().mm(grad_h)

        w1 -= learning_rate * grad_w1
        w2 -= learning_rate * grad_w2
    assert falls(losses)

    print(x)
    print(grad_w1)
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].startswith("tensor([[") and [line.strip() for line in printed].count("...,") == 2
    assert all(line.count(" ..., ") == 1 for line in printed[:3] + printed[4:7])


def test_networks_with_my_relu_go_where_those_with_clamp_go():
    class MyReLU(torch.autograd.Function):
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

    def my_relu(x):
        return MyReLU.apply(x)

    def train(relu):
        torch.manual_seed(0)
        x = torch.randn(N, D_in)
        y = torch.randn(N, D_out)
        w1 = torch.randn(D_in, H, requires_grad = True)
        w2 = torch.randn(H, D_out, requires_grad = True)

        learning_rate = 1e-6
        losses = []
        for t in range(STEPS):
            y_pred = relu(x.mm(w1)).mm(w2)
            loss = (y_pred - y).pow(2).sum()
            losses.append(loss.item())

            loss.backward()

            with torch.no_grad():
                w1 -= learning_rate * w1.grad
                w2 -= learning_rate * w2.grad
                w1.grad.zero_()
                w2.grad.zero_()
        return losses
    losses = train(my_relu)
    assert falls(losses) and losses == train(lambda x: x.clamp(min=0))


def data():
    return torch.randn(N, D_in), torch.randn(N, D_out)


def test_nn():
    x, y = data()

    model = torch.nn.Sequential(
        torch.nn.Linear(D_in, H),
        torch.nn.ReLU(),
        torch.nn.Linear(H, D_out))

    loss_fn = torch.nn.MSELoss()

    learning_rate = 1e-2
    losses = []
    for t in range(STEPS):
        y_pred = model(x)
        loss = loss_fn(y_pred, y)
        losses.append(loss.item())

        model.zero_grad()

        loss.backward()

        with torch.no_grad():
            for param in model.parameters():
                param -= learning_rate * param.grad
    assert falls(losses)


def test_what_linear_and_mse_loss_promise():
    layer = torch.nn.Linear(5, 3)
    x = torch.randn(2, 4, 5)
    np.testing.assert_allclose(layer(x).detach(), (x @ layer.weight.T + layer.bias).detach(), rtol=1e-5, atol=1e-6)
    x, y = torch.randn(3, 4), torch.randn(3, 4)
    squares = (x - y) ** 2
    for reduction, wanted in (("none", squares), ("mean", squares.mean()), ("sum", squares.sum())):
        np.testing.assert_allclose(torch.nn.MSELoss(reduction=reduction)(x, y), wanted, rtol=1e-6)


def test_optim():
    x, y = data()

    model = torch.nn.Sequential(
        torch.nn.Linear(D_in, H),
        torch.nn.ReLU(),
        torch.nn.Linear(H, D_out))

    loss_fn = torch.nn.MSELoss()

    learning_rate = 1e-4
    optimizer = torch.optim.Adam(model.parameters(), lr=learning_rate)

    losses = []
    for t in range(STEPS):
        y_pred = model(x)
        loss = loss_fn(y_pred, y)
        losses.append(loss.item())
        optimizer.zero_grad()

        loss.backward()

        optimizer.step()
    assert falls(losses)


class TwoLayerNet(torch.nn.Module):
    def __init__(self, D_in, H, D_out):
        super(TwoLayerNet, self).__init__()
        self.linear1 = torch.nn.Linear(D_in, H)
        self.linear2 = torch.nn.Linear(H, D_out)

    def forward(self, x):
        h_relu = self.linear1(x).clamp(min=0)
        y_pred = self.linear2(h_relu)
        return y_pred


class ParallelBlock(torch.nn.Module):
    def __init__(self, D_in, D_out):
        super(ParallelBlock, self).__init__()
        self.linear1 = torch.nn.Linear(D_in, D_out)
        self.linear2 = torch.nn.Linear(D_in, D_out)
    def forward(self, x):
        h1 = self.linear1(x)
        h2 = self.linear2(x)
        return(h1 * h2).clamp(min=0)


@pytest.mark.parametrize("build, optimizer_of", [
    (lambda: TwoLayerNet(D_in, H, D_out), lambda p: torch.optim.SGD(p, lr=1e-4)),
    (lambda: torch.nn.Sequential(
        ParallelBlock(D_in, H),
        ParallelBlock(H, H),
        torch.nn.Linear(H, D_out)), lambda p: torch.optim.Adam(p, lr=1e-4))], ids=["TwoLayerNet", "ParallelBlock"])
def test_custom_modules(build, optimizer_of):
    x, y = data()
    model = build()
    loss_fn = torch.nn.MSELoss()

    optimizer = optimizer_of(model.parameters())
    losses = []
    for t in range(STEPS):
        y_pred = model(x)
        loss = loss_fn(y_pred, y)
        losses.append(loss.item())

        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    assert all(map(math.isfinite, losses)) and losses[-1] < losses[0]


def test_training_and_evaluation_mode():
    model = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.Dropout(0.5))
    x = torch.randn(8, 3)
    model.train()
    assert model.training and not model(x).equal(model(x))
    model.eval()
    assert not model[1].training and model(x).equal(model(x))
