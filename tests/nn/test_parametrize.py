"""Weights made of other parameters: weight norm by hooks, and parametrizations."""

import numpy as np
import pytest

import minitorch as mt
from minitorch import nn
from minitorch.rare.nn.utils import parametrizations, parametrize


class Symmetric(nn.Module):
    def forward(self, x):
        return x.triu() + x.triu(1).transpose(-1, -2)

    def right_inverse(self, x):
        return x.triu()


def names(module):
    return [name for name, _ in module.named_parameters()]


LAYERS = [(lambda nn: nn.Linear(3, 2), (4, 3)), (lambda nn: nn.Conv1d(3, 4, 2), (2, 3, 5)),
          (lambda nn: nn.ConvTranspose2d(3, 2, 2), (2, 3, 4, 4))]


@pytest.mark.filterwarnings("ignore:::torch")
@pytest.mark.parametrize("where", ["utils", "parametrizations"])
@pytest.mark.parametrize("dim", [0, 1, None])
@pytest.mark.parametrize("layer, shape", LAYERS)
def test_weight_norm_equals_torchs(torch, layer, shape, dim, where):
    def made(library):
        home = library.nn.utils if where == "utils" else library.nn.utils.parametrizations
        return home.weight_norm(layer(library.nn), dim=dim).double()
    theirs, ours = made(torch), made(mt)
    assert sorted(names(ours)) == sorted(names(theirs))
    ours.load_state_dict({name: mt.tensor(value.numpy() * 1.5) for name, value in theirs.state_dict().items()})
    theirs.load_state_dict({name: value * 1.5 for name, value in theirs.state_dict().items()})
    x = np.random.default_rng(0).standard_normal(shape)
    found, expected = ours(mt.from_numpy(x)), theirs(torch.from_numpy(x))
    np.testing.assert_allclose(found.detach().numpy(), expected.detach().numpy(), rtol=1e-9, atol=1e-12)
    (found ** 2).sum().backward()
    (expected ** 2).sum().backward()
    slopes = dict(theirs.named_parameters())
    for name, p in ours.named_parameters():
        np.testing.assert_allclose(p.grad.numpy(), slopes[name].grad.numpy(), rtol=1e-7, atol=1e-9)


def test_a_normed_weight_has_the_length_it_is_given_and_removing_keeps_its_value():
    layer = nn.utils.weight_norm(nn.Linear(3, 2))
    with mt.no_grad():
        layer.weight_g.fill_(2.0)
    layer(mt.zeros(1, 3))
    np.testing.assert_allclose(layer.weight.norm(dim=1).detach().numpy(), [2, 2], rtol=1e-6)
    before = layer.weight.detach().clone()
    assert nn.utils.remove_weight_norm(layer) is layer and sorted(names(layer)) == ["bias", "weight"]
    np.testing.assert_allclose(layer.weight.detach().numpy(), before.numpy(), rtol=1e-6)
    layer(mt.zeros(1, 3))


def test_a_parametrized_weight_is_computed_each_time_and_trained_through():
    layer = parametrize.register_parametrization(nn.Linear(3, 3), "weight", Symmetric())
    assert (layer.weight == layer.weight.T).all() and sorted(names(layer)) == [
        "bias", "parametrizations.weight.original"]
    layer(mt.ones(2, 3)).sum().backward()
    assert layer.parametrizations.weight.original.grad is not None
    layer.weight = mt.ones(3, 3)
    assert (layer.weight == 1).all() and (layer.parametrizations.weight.original == mt.ones(3, 3).triu()).all()
    assert parametrize.is_parametrized(layer, "weight") and not parametrize.is_parametrized(layer, "bias")


@pytest.mark.parametrize("as_it_is", [True, False])
def test_a_removed_parametrization_leaves_a_parameter_and_the_class_as_it_was(as_it_is):
    layer = parametrize.register_parametrization(nn.Linear(3, 3), "weight", Symmetric())
    with mt.no_grad():
        layer.parametrizations.weight.original.fill_(1.0)
        layer.parametrizations.weight.original[2, 0] = 7.0
    assert parametrize.remove_parametrizations(layer, "weight", as_it_is) is layer
    assert type(layer) is nn.Linear and names(layer) == ["bias", "weight"]
    assert layer.weight[2, 0].item() == (1 if as_it_is else 7) and not parametrize.is_parametrized(layer)


def test_two_parametrizations_follow_each_other():
    class Double(nn.Module):
        def forward(self, x):
            return 2 * x

    layer = nn.Linear(3, 3)
    parametrize.register_parametrization(layer, "weight", Symmetric())
    parametrize.register_parametrization(layer, "weight", Double())
    once = Symmetric()(layer.parametrizations.weight.original)
    assert (layer.weight == 2 * once).all()


@pytest.mark.parametrize("slip, kind, words", [
    (lambda: nn.utils.weight_norm(nn.utils.weight_norm(nn.Linear(2, 2))), RuntimeError, "two weight_norm hooks"),
    (lambda: nn.utils.remove_weight_norm(nn.Linear(2, 2)), ValueError, "weight_norm of 'weight' not found"),
    (lambda: parametrize.register_parametrization(nn.Linear(2, 2), "wait", Symmetric()), ValueError,
     "does not have a parameter with name 'wait'"),
    (lambda: parametrize.register_parametrization(nn.Linear(2, 2), "weight", nn.Flatten(0)), ValueError,
     "may not change the shape"),
    (lambda: parametrize.remove_parametrizations(nn.Linear(2, 2), "weight"), ValueError, "does not have a parametriz"),
    (lambda: parametrize.remove_parametrizations(parametrizations.weight_norm(nn.Linear(2, 2)), "weight", False),
     ValueError, "a sequence of tensors"),
])
def test_slips_are_refused(slip, kind, words):
    with pytest.raises(kind, match=words):
        slip()
