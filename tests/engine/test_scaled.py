"""alpha and value: sums of something scaled, by PyTorch's newer and older forms, and over the tensor itself."""

import numpy as np
import pytest

import minitorch as mt

FORMS = {
    "add": lambda x, g: x.add(g, alpha=-0.5), "sub": lambda x, g: x.sub(g, alpha=2),
    "add_": lambda x, g: x.add_(g, alpha=-0.5), "sub_": lambda x, g: x.sub_(g, alpha=2),
    "add_ 1": lambda x, g: x.add_(1), "add_ of a number": lambda x, g: x.add_(3, alpha=0.5),
    "old add": lambda x, g: x.add(2, g), "old add_": lambda x, g: x.add_(-0.5, g),
    "old sub_": lambda x, g: x.sub_(2, g),
    "addcmul_": lambda x, g: x.addcmul_(g, g, value=0.5), "addcdiv_": lambda x, g: x.addcdiv_(g.exp(), g, value=-2),
    "old addcmul_": lambda x, g: x.addcmul_(0.5, g, g), "old addcdiv_": lambda x, g: x.addcdiv_(-2, g.exp(), g),
}


@pytest.mark.filterwarnings("ignore:This overload of")        # PyTorch's, of the older forms
@pytest.mark.parametrize("name", FORMS)
def test_scaled_sums_agree_with_torch(name, torch):
    found = {}
    for f in (mt, torch):
        w = f.tensor([1.0, -2.0, 0.5], dtype=f.float64, requires_grad=True)
        g = f.tensor([3.0, 0.25, -1.0], dtype=f.float64, requires_grad=True)
        x = w * 1
        out = FORMS[name](x, g)
        assert (out is x) == name.endswith(("_", "_ 1", "_ of a number"))
        (out * out).sum().backward()
        found[f] = [t.detach().numpy() for t in (out, w.grad, *([] if g.grad is None else [g.grad]))]
    for ours, theirs in zip(found[mt], found[torch], strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-12)
