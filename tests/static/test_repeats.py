"""Steps that are alike become the same steps, found once; those that differ in a number's sign do not."""

import pytest

import minitorch as mt
from minitorch import nn, static
from minitorch.static.expansion import Repeats


@pytest.mark.filterwarnings("ignore:divide by zero")
def test_zero_and_minus_zero_are_two_numbers():
    def function(x):
        return 1 / (x * 0.0), 1 / (x * -0.0), x * 1, x * 1.0, x * True
    compiled = static.compile(function, fullgraph=True)
    for x in [mt.ones(3)] * 2:
        for a, b in zip(compiled(x), function(x), strict=True):
            assert (a == b).all()


def test_what_alike_steps_become_is_found_once():
    """A layer's steps are those of the layer before, on other arrays: each bit is eager's."""
    layers = nn.Sequential(*[nn.Sequential(nn.Linear(6, 6), nn.LayerNorm(6), nn.GELU()) for _ in range(3)])
    copied, again = Repeats.copied, []

    def spy(self, step, *args):
        again.append(step.name)
        return copied(self, step, *args)

    def function(x):
        layers.zero_grad()
        layers(x).square().sum().backward()
        return [p.grad for p in layers.parameters()]
    compiled = static.compile(function, fullgraph=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Repeats, "copied", spy)
        compiled(mt.rand(4, 6))
    assert again.count("gelu") == again.count("gelu_derivative") == 2
    x = mt.rand(4, 6)
    found = [grad.clone() for grad in compiled(x)]
    assert all((a == b).all() for a, b in zip(found, function(x), strict=True))
