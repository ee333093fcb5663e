"""Pruning: names, masks and what is left, as PyTorch's."""

import numpy as np
import pytest

import minitorch as mt
from minitorch.nn.utils import prune

pytestmark = pytest.mark.needs("torch")
WEIGHT = np.random.default_rng(0).standard_normal((4, 6)).astype(np.float32)


def layer(lib):
    made = lib.nn.Linear(6, 4)
    with lib.no_grad():
        made.weight.copy_(lib.tensor(WEIGHT))
        made.bias.fill_(1.0)
    return made


PROGRAMS = {
    "l1": lambda p, m: p.l1_unstructured(m, "weight", 0.3),
    "l1 by count": lambda p, m: p.l1_unstructured(m, "weight", 5),
    "ln": lambda p, m: p.ln_structured(m, name="weight", amount=0.5, n=2, dim=0),
    "ln of columns": lambda p, m: p.ln_structured(m, "weight", amount=2, n=1, dim=1),
    "identity": lambda p, m: p.identity(m, "weight"),
    "twice": lambda p, m: (p.l1_unstructured(m, "weight", 0.3), p.ln_structured(m, "weight", 1, n=2, dim=0),
                           p.l1_unstructured(m, "weight", 2)),
    "global": lambda p, m: p.global_unstructured([(m, "weight"), (m, "bias")], p.L1Unstructured, amount=0.4),
    "global, twice": lambda p, m: [p.global_unstructured([(m, "weight"), (m, "bias")], p.L1Unstructured, amount=n)
                                   for n in (5, 3)],
    "none": lambda p, m: p.l1_unstructured(m, "weight", 0),
    "removed": lambda p, m: (p.l1_unstructured(m, "weight", 0.3), p.remove(m, "weight")),
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_what_is_left_and_its_names_are_pytorchs(torch, program):
    import torch.nn.utils.prune as theirs
    found = []
    for lib, module in ((mt, prune), (torch, theirs)):
        pruned = layer(lib)
        PROGRAMS[program](module, pruned)
        out = pruned(lib.ones(2, 6))
        out.sum().backward()
        found.append((pruned.weight.detach().numpy(), out.detach().numpy(), sorted(pruned.state_dict()),
                      module.is_pruned(pruned), [name for name, p in pruned.named_parameters() if p.grad is not None]))
    for ours, wanted in zip(found[0][:2], found[1][:2]):
        np.testing.assert_allclose(ours, wanted, rtol=1e-5)
    assert found[0][2:4] == found[1][2:4] and sorted(found[0][4]) == sorted(found[1][4])


def test_chance_leaves_as_many_as_asked():
    for kind, dim in ((prune.random_unstructured, {}), (prune.random_structured, {"dim": 1})):
        pruned = kind(layer(mt), "weight", amount=0.5, **dim)
        assert int((pruned.weight == 0).sum()) == 12


def test_a_pruned_layer_trains_and_keeps_its_zeros():
    pruned = prune.custom_from_mask(layer(mt), "weight", mt.tensor(WEIGHT) > 0)
    optimizer = mt.optim.SGD(pruned.parameters(), lr=0.1)
    pruned(mt.ones(1, 6)).sum().backward()
    optimizer.step()
    pruned(mt.ones(1, 6))
    assert ((pruned.weight == 0).numpy() == (WEIGHT <= 0)).all()
    assert not np.allclose(pruned.weight_orig.detach(), WEIGHT)
    other = prune.identity(layer(mt), "weight")
    other.load_state_dict(pruned.state_dict())


@pytest.mark.parametrize("call, kind, told", [
    (lambda: prune.l1_unstructured(layer(mt), "weight", 100), ValueError, "smaller than the number of parameters"),
    (lambda: prune.l1_unstructured(layer(mt), "weight", 1.5), ValueError, r"range \[0, 1\]"),
    (lambda: prune.l1_unstructured(layer(mt), "weight", "all"), TypeError, "Must be int or float"),
    (lambda: prune.remove(layer(mt), "weight"), ValueError, "has to be pruned before"),
    (lambda: prune.BasePruningMethod().compute_mask(None, None), NotImplementedError, "needs a compute_mask")])
def test_what_cannot_be_pruned_is_told(call, kind, told):
    with pytest.raises(kind, match=told):
        call()
