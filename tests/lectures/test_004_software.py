"""Lecture 8, Deep Learning Software (Korean notes to CS231n): the PyTorch snippets, with the import changed.

Slips of the notes, mended below: w2 is (H, D_in) where y needs (H, D_out), x and the import of Variable
are lost in two listings, `relu` is never made from ReLU, `if w1.grad:` asks a whole matrix, and grad_w1
has no value there (it is w1.grad.data, as the figure on the last page has it). The DataLoader and the
pretrained models are tried where data and models are. The notes take 500 steps, these tests STEPS.
"""

import math

import pytest

import minitorch as torch
from minitorch.autograd import Variable

STEPS = 100
N, D_in, H, D_out = 64, 1000, 100, 10
OLD = pytest.mark.filterwarnings("ignore:size_average")      # PyTorch warns of it; so may we


def falls(losses):
    """Every loss a number, and the last well below the first."""
    return all(map(math.isfinite, losses)) and losses[-1] < 0.9 * losses[0]


def test_pytorch_tensors():
    dtype = torch.FloatTensor # CPU

    x = torch.randn(N, D_in).type(dtype)
    y = torch.randn(N, D_out).type(dtype)
    w1 = torch.randn(D_in, H).type(dtype)
    w2 = torch.randn(H, D_out).type(dtype)

    learning_rate = 1e-6
    losses = []
    for t in range(STEPS):
        # forward pass: compute pred, loss
        h = x.mm(w1)
        h_relu = h.clamp(min=0)
        y_pred = h_relu.mm(w2)
        loss = (y_pred - y).pow(2).sum()
        losses.append(loss.item())

        # backward pass: compute grad
        grad_y_pred = 2.0 * (y_pred - y)
        grad_w2 = h_relu.t().mm(grad_y_pred)
        grad_h_relu = grad_y_pred.mm(w2.t())
        grad_h = grad_h_relu.clone()
        grad_h[h<0] = 0
        grad_w1 = x.t().mm(grad_h)

        # gradient descent step on W
        w1 -= learning_rate * grad_w1
        w2 -= learning_rate * grad_w2
    assert falls(losses)


def variables():
    x = Variable(torch.randn(N, D_in), requires_grad=False)
    y = Variable(torch.randn(N, D_out), requires_grad=False)
    w1 = Variable(torch.randn(D_in, H), requires_grad=True) # requires_grad=True: want grad
    w2 = Variable(torch.randn(H, D_out), requires_grad=True)
    return x, y, w1, w2


def descend(relu):
    torch.manual_seed(0)
    x, y, w1, w2 = variables()
    learning_rate = 1e-6
    losses = []
    for t in range(STEPS):
        y_pred = relu(x.mm(w1)).mm(w2)
        loss = (y_pred - y).pow(2).sum()
        losses.append(loss.item())

        # backward pass: compute grad
        if w1.grad is not None: w1.grad.data.zero_()
        if w2.grad is not None: w2.grad.data.zero_()
        loss.backward()

        # gradient descent step on W
        w1.data -= learning_rate * w1.grad.data
        w2.data -= learning_rate * w2.grad.data
    return losses


def test_autograd_and_static_vs_dynamic_graphs():
    assert falls(descend(lambda x: x.clamp(min=0)))


def test_autograd_with_a_function_of_ones_own():
    class ReLU(torch.autograd.Function):
        def forward(self, x):
            self.save_for_backward(x)
            return x.clamp(min=0)
        def backward(self, grad_y):
            x, = self.saved_tensors
            grad_input = grad_y.clone()
            grad_input[x<0] = 0
            return grad_input
    assert descend(ReLU()) == descend(lambda x: x.clamp(min=0))


def test_the_slips_are_told():
    x, y, w1, _ = variables()
    w2 = Variable(torch.randn(H, D_in), requires_grad=True)
    with pytest.raises(RuntimeError, match=r"\(64, 1000\).*\(64, 10\)"):
        x.mm(w1).clamp(min=0).mm(w2) - y
    (w1 * w1).sum().backward()
    with pytest.raises(RuntimeError, match="Boolean value of Tensor with more than one value is ambiguous"):
        if w1.grad: w1.grad.data.zero_()


def sequential():
    # define model as a sequence of layers
    return torch.nn.Sequential(
               torch.nn.Linear(D_in, H),
               torch.nn.ReLU(),
               torch.nn.Linear(H, D_out))


@OLD
def test_nn():
    x = Variable(torch.randn(N, D_in))
    y = Variable(torch.randn(N, D_out), requires_grad=False)
    model = sequential()

    loss_fn = torch.nn.MSELoss(size_average=False)

    learning_rate = 1e-6
    losses = []
    for t in range(STEPS):
        # forward pass: feed data to model, pred to loss func
        y_pred = model(x)
        loss = loss_fn(y_pred, y)
        losses.append(loss.item())

        # backward pass: compute grad
        model.zero_grad()
        loss.backward()

        # gradient descent step on W
        for param in model.parameters():
            param.data -= learning_rate * param.grad.data
    assert all(map(math.isfinite, losses)) and losses[-1] < losses[0]


class TwoLayerNet(torch.nn.Module):
    # initializer set up // two children modules
    def __init__(self, D_in, H, D_out):
        super(TwoLayerNet, self).__init__()
        self.linear1 = torch.nn.Linear(D_in, H)
        self.linear2 = torch.nn.Linear(H, D_out)

    # define forward pass // child modules, autograd ops on Variables
    # no need to backward
    def forward(self, x):
        h_relu = self.linear1(x).clamp(min=0)
        y_pred = self.linear2(h_relu)
        return y_pred


@OLD
@pytest.mark.parametrize("build, optimizer_of", [
    (sequential, lambda p: torch.optim.Adam(p, lr=1e-4)),
    (lambda: TwoLayerNet(D_in, H, D_out), lambda p: torch.optim.SGD(p, lr=1e-4))], ids=["optim", "Modules"])
def test_optim_and_modules(build, optimizer_of):
    x = Variable(torch.randn(N, D_in))
    y = Variable(torch.randn(N, D_out), requires_grad=False)

    # construct model
    model = build()

    criterion = torch.nn.MSELoss(size_average=False)
    optimizer = optimizer_of(model.parameters())

    # train model
    losses = []
    for t in range(STEPS):
        # forward pass: feed data to model, pred to loss func
        y_pred = model(x)
        loss = criterion(y_pred, y)
        losses.append(loss.item())

        # backward pass: compute grad
        model.zero_grad()
        loss.backward()

        # gradient descent step on W
        optimizer.step()
    assert falls(losses)
