"""Where minitorch differs from PyTorch on purpose: the op, the case, why, and what minitorch does, which is tested.

A case is the arguments of a row, or `gradient`, or a change to the op's first row as perturb.py names it.
An entry that no longer differs fails its test, as does one that nothing reaches.
"""

import numpy as np
import pytest

import minitorch as mt

MOST = 25


def raises(kind, words):
    """minitorch refuses, in these words."""
    def check(call):
        assert type(call.error) is kind
        with pytest.raises(kind, match=words):
            raise call.error
    return check


def gives(expected):
    """minitorch answers: with these numbers, or those that a function makes of the inputs."""
    def check(call):
        assert call.error is None
        wanted = expected(*[np.asarray(x.detach() if hasattr(x, "detach") else x) for x in call.inputs
                            if hasattr(x, "detach") or isinstance(x, float)]) if callable(expected) else expected
        np.testing.assert_allclose(call.outs[0].detach().numpy(), wanted, rtol=1e-6)
    return check


def slopes(expected):
    """minitorch's gradients, of a sum weighted by cos 1, cos 2, ..., are these, made of the inputs."""
    def check(call):
        found = call.gradients()
        weights = np.cos(np.arange(call.outs[0].numel()) + 1.0).reshape(tuple(call.outs[0].shape))
        arrays = [np.asarray(getattr(x, "array", x)) for x in call.inputs]
        for grad, x, slope in zip(found, [x for x in call.inputs if hasattr(x, "array")], expected(weights, *arrays)):
            found_slope = np.zeros(x.shape) if grad is None else grad.numpy()
            np.testing.assert_allclose(found_slope, np.broadcast_to(slope, x.shape), rtol=1e-6, atol=1e-12)
    return check


def cofactors(x):
    """The slopes of a 3 × 3 matrix's determinant: what is left of it without a row and a column, and a sign."""
    return [[(-1) ** (i + j) * np.linalg.det(np.delete(np.delete(x, i, 0), j, 1)) for j in range(3)] for i in range(3)]


def finite(expected):
    """minitorch answers with this number, and its gradient is finite."""
    def check(call):
        gives(expected)(call)
        assert all(bool(grad.isfinite().all()) for grad in call.gradients())
    return check


def no_gradient(call):
    assert not any(out.requires_grad for out in call.outs)


def composes(call):
    """U diag(S) V gives the input back."""
    u, s, v = call.outs
    whole = (u @ mt.diag_embed(s) @ v.mT).detach()
    np.testing.assert_allclose(whole.numpy(), call.given[0].detach().numpy(), atol=1e-9)


def runs_to_second_order(call):
    assert any(bool(g.abs().sum() > 0) for g in call.second() if g is not None)


def equals(*expected):
    """The gradients found, where PyTorch refuses or answers otherwise."""
    def check(found):
        assert found == pytest.approx(expected)
    return check


def noticed(found):
    assert found == "noticed"


DIFFERENCES = {
    ("det", "fixed [[1.0, 2.0, 4.0], [2.0, 4.0, 8.0], [1.0, 0.0, 1.0]](3, 3)"): (
        "the slopes of a singular matrix are its cofactors, as differences find; PyTorch gives zeros",
        slopes(lambda w, x: [w * np.array(cofactors(x))])),
    ("floor_divide", "gradient"): ("a step's slope is 0 here, as floor's is; PyTorch has no derivative",
                                   slopes(lambda w, x, y: (0 * w, 0 * w))),
    ("remainder", "7.3, positive(3)"): ("the gradient passes to a divisor under a number too; PyTorch has none",
                                        slopes(lambda w, x, y: (-w * np.floor(x / y),))),
    ("clamp", "apart(2, 3), normal(3), 9.0"): ("one bound may be a tensor and the other a number",
                                               gives(lambda x, low, high: np.minimum(np.maximum(x, low), high))),
    ("heaviside", "apart(3, 4), normal(4)"): ("the values at 0 get their gradient; PyTorch has none",
                                              slopes(lambda w, x, y: (0 * w, 0 * y))),
    ("unique", "normal(0)"): ("distinct values are counted, not computed: no gradient is promised", no_gradient),
    ("bincount", "ints[0,6)(6), positive(6), 9"): ("no gradient is promised, where PyTorch promises one and refuses "
                                                   "it in backward", no_gradient),
    ("svd", "normal(4, 3)"): ("the signs of singular vectors are free", composes),
    ("cdist", "second gradient"): ("distances are composed of ops, so derivatives of any order exist",
                                   runs_to_second_order),
    ("pdist", "second gradient"): ("distances are composed of ops, so derivatives of any order exist",
                                   runs_to_second_order),
    ("div", "2 / x, x written after"): ("a quotient is one op, which keeps its divisor; PyTorch's is 2 times 1/x",
                                        noticed),
    ("digamma", "the slope at -1"): ("the slope at a pole is inf; PyTorch's is 5e32, the square of a rounding error",
                                     lambda slope: equals(float("inf"))([slope])),
    ("gather", "x written after"): ("gather needs no values of its input, so a later write does no harm",
                                    equals(1, 0, 0, 0, 1, 0, 0, 0, 1)),
    ("logsumexp", "dim=()"): ("() means all dimensions, as for sum; PyTorch fails inside",
                              gives(lambda x: np.log(np.exp(x).sum()))),
    ("var", "dim=()"): ("() means all dimensions in backward too, where PyTorch's gradient is inf",
                        finite(lambda x: x.var(ddof=1))),
    ("std", "dim=()"): ("() means all dimensions in backward too, where PyTorch's gradient is inf",
                        finite(lambda x: x.std(ddof=1))),
    ("var_mean", "dim=()"): ("() means all dimensions in backward too, where PyTorch's gradient is inf",
                             finite(lambda x: x.var(ddof=1))),
    ("std_mean", "dim=()"): ("() means all dimensions in backward too, where PyTorch's gradient is inf",
                             finite(lambda x: x.std(ddof=1))),
    ("index_put", "input 0 with a dimension more"): ("places are looked at before shapes",
                                                     raises(IndexError, "index 2 is out of bounds for dimension 0")),
    ("take_along_dim", "input 1 too high"): ("a place that is not there is an error; PyTorch reads another",
                                             raises(IndexError, "index .* is out of bounds for dimension 1")),
    ("take_along_dim", "input 1 too low"): ("a place that is not there is an error; PyTorch reads another",
                                            raises(IndexError, "index .* is out of bounds for dimension 1")),
}
