"""Spectral norm, as a hook and as a parametrization, beside PyTorch's: weights, gradients, state; what is refused."""

import numpy as np
import pytest

import minitorch as mt
from minitorch import nn

MADE = {"Linear": ((4, 3), (2, 4)), "Conv2d": ((2, 3, 3), (1, 2, 5, 5)), "ConvTranspose2d": ((2, 3, 3), (1, 2, 4, 4))}
pytestmark = pytest.mark.filterwarnings("ignore:::torch")


def normalised(library, name, place, **settings):
    module = getattr(library.nn, name)(*MADE[name][0]).double()
    utils = library.nn.utils if place == "utils" else library.nn.utils.parametrizations
    return utils.spectral_norm(module, **settings)


@pytest.mark.parametrize("settings", [{}, {"n_power_iterations": 3, "eps": 1e-3, "dim": 1}], ids=str)
@pytest.mark.parametrize("place", ["utils", "parametrizations"])
@pytest.mark.parametrize("name", MADE)
def test_it_gives_pytorchs_numbers_state_and_gradients(name, place, settings, torch):
    theirs = normalised(torch, name, place, **settings)
    ours = normalised(mt, name, place, **settings)
    ours.load_state_dict({key: mt.from_numpy(value.numpy().copy()) for key, value in theirs.state_dict().items()})
    x = np.random.default_rng(0).standard_normal(MADE[name][1])
    for mode in (True, True, False):                         # two forwards before one backward
        outs = []
        for library, module in ((torch, theirs), (mt, ours)):
            out = module.train(mode)(library.from_numpy(x))
            (out * out).sum().backward()
            outs.append(out.detach().numpy())
        np.testing.assert_allclose(outs[1], outs[0], rtol=1e-10)
    for (key, a), (same, b) in zip(ours.named_parameters(), theirs.named_parameters(), strict=True):
        assert key == same
        np.testing.assert_allclose(a.grad.numpy(), b.grad.numpy(), rtol=1e-8)
    for (key, a), (same, b) in zip(ours.state_dict().items(), theirs.state_dict().items(), strict=True):
        assert key == same
        np.testing.assert_allclose(a.numpy(), b.numpy(), rtol=1e-8)
    assert repr(ours) == repr(theirs)


def test_the_largest_singular_value_becomes_1_and_can_be_left():
    layer = nn.utils.spectral_norm(nn.Linear(5, 4), n_power_iterations=200)
    layer(mt.ones(1, 5))
    assert np.linalg.norm(layer.weight.detach().numpy(), 2) == pytest.approx(1, rel=1e-4)
    nn.utils.remove_spectral_norm(layer)
    assert list(dict(layer.named_parameters())) == ["bias", "weight"] and not list(layer.buffers())
    assert np.linalg.norm(layer.weight.detach().numpy(), 2) == pytest.approx(1, rel=1e-4)


def test_a_vector_is_divided_by_its_length():
    layer = nn.utils.parametrizations.spectral_norm(nn.LayerNorm(4))
    np.testing.assert_allclose(layer.weight.detach().numpy(), 0.5, rtol=1e-6)


REFUSED = [(lambda place: place.spectral_norm(nn.Linear(2, 2), n_power_iterations=0), "n_power_iterations=0"),
           (lambda place: place.spectral_norm(nn.Linear(2, 2, bias=False), "bias"), "bias")]


@pytest.mark.parametrize("place", [nn.utils, nn.utils.parametrizations], ids=lambda place: place.__name__)
@pytest.mark.parametrize("attempt, message", REFUSED, ids=[message for _, message in REFUSED])
def test_what_cannot_be_normalised_is_refused(attempt, message, place):
    with pytest.raises(ValueError, match=message):
        attempt(place)


def test_a_lazy_layer_is_called_first():
    with pytest.raises(ValueError, match="not initialized, so call the module first"):
        nn.utils.spectral_norm(nn.LazyLinear(2))


def test_twice_is_refused():
    layer = nn.utils.spectral_norm(nn.Linear(2, 2))
    with pytest.raises(RuntimeError, match="Cannot register two spectral_norm hooks"):
        nn.utils.spectral_norm(layer)
    with pytest.raises(ValueError, match="spectral_norm of 'weight' not found"):
        nn.utils.remove_spectral_norm(nn.Linear(2, 2))
