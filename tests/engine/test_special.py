"""torch.special's path: the functions found there are PyTorch's, in value and two derivatives."""

import numpy as np
import pytest

import minitorch as mt

SETTINGS = {"polygamma": (), "multigammaln": (2,), "softmax": (0,), "log_softmax": (0,), "logsumexp": (0,)}


def slopes(name, library, array):
    """The value of a function, its gradient and that one's gradient."""
    x = library.tensor(array, requires_grad=True)
    function = getattr(library.special, name)
    if name == "polygamma":
        out = function(1, x)
    elif name == "xlogy":
        out = function(x, x + 1)
    else:
        out = function(x, *SETTINGS.get(name, ()))
    first, = library.autograd.grad((out * out).sum(), x, create_graph=True, materialize_grads=True)
    if not first.requires_grad:
        return out, first
    return out, first, *library.autograd.grad(first.sum(), x, allow_unused=True, materialize_grads=True)


@pytest.mark.parametrize("name", mt.special.__all__)
def test_values_and_two_derivatives_are_pytorchs(name, torch):
    array = np.random.default_rng(0).uniform(0.1, 0.9, 6) + (name == "multigammaln")
    for ours, theirs in zip(slopes(name, mt, array), slopes(name, torch, array), strict=True):
        np.testing.assert_allclose(ours.detach().numpy(), theirs.detach().numpy(), rtol=1e-7, atol=1e-9)


def test_what_has_no_such_logarithm_is_refused():
    with pytest.raises(RuntimeError, match="greater than"):
        mt.special.multigammaln(mt.tensor([0.5]), 2)
