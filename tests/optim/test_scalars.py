"""A 0-d parameter is trained like any other: its gradients all add up."""

import minitorch as mt


def test_a_number_used_four_times_gets_four_gradients():
    y = mt.tensor(0.5, requires_grad=True)
    (y * y + y + y).backward()
    assert y.grad.item() == 3.0
    assert type(y.grad.array) is type(y.array)
