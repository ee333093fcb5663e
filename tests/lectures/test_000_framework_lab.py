"""Deep Learning Framework Lab: the snippets of the slides, with the import changed.

`device = torch.device('cuda:0') if torch.cuda.is_available() ... else None` is tried with the GPU's lines.
"""

import numpy as np

import minitorch as torch


def test_backpropagation_example():
    torch.random.manual_seed(10)
    device = None

    N, D = 3, 4

    x = torch.randn(N, D, requires_grad = True, device = device)
    y = torch.randn(N, D, requires_grad = True, device = device)
    z = torch.randn(N, D, requires_grad = True, device = device)

    a = x * y
    b = a + z
    c = torch.sum(b)

    c.backward()

    data, grad = x.data, x.grad
    np.testing.assert_array_equal(grad.numpy(), y.detach().numpy())
    np.testing.assert_array_equal(y.grad.numpy(), data.numpy())
    assert z.grad.tolist() == [[1.0] * 4] * 3 and not data.requires_grad


def test_the_seed_makes_the_same_numbers_again():
    torch.random.manual_seed(10)
    first = torch.randn(3, 4)
    torch.random.manual_seed(10)
    assert torch.randn(3, 4).equal(first)
