"""Distributions and assert_close, beside PyTorch's."""

import numpy as np
import pytest
from engine.distribution_kinds import KINDS, NO_MEAN, WEIGHTS, WITHOUT_ENTROPY

import minitorch as mt
from minitorch import distributions as D
from minitorch.testing import assert_close


@pytest.mark.parametrize("kind", WITHOUT_ENTROPY)
def test_log_probabilities_are_pytorchs(kind, torch):
    make, value = WITHOUT_ENTROPY[kind]
    ours, theirs = make(D, mt), make(torch.distributions, torch)
    mine, wanted = ours.log_prob(mt.tensor(value)), theirs.log_prob(torch.tensor(value))
    assert mine.shape == tuple(wanted.shape) and np.allclose(mine.numpy(), wanted.numpy(), atol=1e-5)


@pytest.mark.parametrize("kind", KINDS | WITHOUT_ENTROPY)
def test_draws_have_the_mean_and_variance_they_should(kind, torch):
    make = (KINDS | WITHOUT_ENTROPY)[kind][0]
    ours, theirs = make(D, mt), make(torch.distributions, torch)
    drawn = ours.sample((4000,))
    assert drawn.shape == tuple(theirs.sample((4000,)).shape) and not drawn.requires_grad
    if not kind.startswith("Categorical"):
        scale = theirs.variance.sqrt().numpy()
        assert (np.abs(drawn.mean(0).numpy() - theirs.mean.numpy()) < 0.1 * scale).all()
        assert np.allclose(drawn.var(0).numpy(), theirs.variance.numpy(), rtol=0.2)
        assert np.allclose(ours.mean.numpy(), theirs.mean.numpy(), rtol=1e-5)
        assert np.allclose(ours.variance.numpy(), theirs.variance.numpy(), rtol=1e-5)


PASS = {"Normal": lambda loc: D.Normal(loc, 1.0), "Uniform": lambda loc: D.Uniform(loc, loc + 1),
        "Exponential": lambda loc: D.Exponential(loc), "Laplace": lambda loc: D.Laplace(loc, 1.0),
        "MultivariateNormal": lambda loc: D.MultivariateNormal(loc, mt.eye(2)),
        "Independent": lambda loc: D.Independent(D.Normal(loc, 1.0), 1), "Gamma": lambda loc: D.Gamma(loc, 1.0),
        "Beta": lambda loc: D.Beta(loc, 2.0), "StudentT": lambda loc: D.StudentT(5.0, loc),
        "Weibull": lambda loc: D.Weibull(loc, 2.0), "LogNormal": lambda loc: D.LogNormal(loc, 1.0),
        "InverseGamma": lambda loc: D.InverseGamma(loc, 2.0), "Kumaraswamy": lambda loc: D.Kumaraswamy(loc, 2.0),
        "RelaxedBernoulli": lambda loc: D.RelaxedBernoulli(0.5, logits=loc),
        "ContinuousBernoulli": lambda loc: D.ContinuousBernoulli(logits=loc),
        "FisherSnedecor": lambda loc: D.FisherSnedecor(loc * 4, 9.0)}


def test_angles_gather_around_their_direction():
    """The mean of many draws as points of the circle is 1 − variance away from its middle, at the angle loc."""
    angles = D.VonMises(mt.tensor([2.5, -1.0]), mt.tensor([2.0, 30.0]))
    drawn = angles.sample((4000,))
    assert drawn.abs().max() <= np.pi + 1e-6
    x, y = drawn.cos().mean(0), drawn.sin().mean(0)
    assert np.allclose(mt.atan2(y, x).numpy(), [2.5, -1.0], atol=0.05)
    assert np.allclose(mt.hypot(x, y).numpy(), 1 - angles.variance.numpy(), atol=0.03)


@pytest.mark.parametrize("kind", PASS)
def test_gradients_pass_through_draws(kind):
    loc = mt.ones(2, requires_grad=True)
    PASS[kind](loc).rsample((5,)).sum().backward()
    assert loc.grad.shape == (2,) and bool((loc.grad != 0).all())
    with pytest.raises(NotImplementedError, match="gradients do not pass"):
        D.Poisson(loc).rsample()


def test_each_is_found_by_pytorchs_path():
    from minitorch.distributions.multinomial import Multinomial

    from minitorch.distributions.categorical import Categorical
    assert Categorical is D.Categorical and Multinomial is D.Multinomial


@pytest.mark.parametrize("kind", KINDS)
def test_log_probabilities_and_surprise_are_pytorchs(kind, torch):
    make, value = KINDS[kind]
    ours, theirs = make(D, mt), make(torch.distributions, torch)
    for mine, wanted in ((ours.log_prob(mt.tensor(value)), theirs.log_prob(torch.tensor(value))),
                         (ours.entropy(), theirs.entropy())):
        assert mine.shape == tuple(wanted.shape) and np.allclose(mine.numpy(), wanted.numpy(), atol=1e-6)


@pytest.mark.parametrize("kind", ["Normal", "Bernoulli", "Categorical", "Uniform", "Exponential", "Laplace"])
def test_draws_have_the_shape_asked_for_and_the_odds_given(kind):
    drawn = KINDS[kind][0](D, mt).sample((4000,))
    assert drawn.shape == (4000, 2) and not drawn.requires_grad
    if kind == "Categorical":
        for row, weights in zip(drawn.T.numpy(), WEIGHTS):
            assert np.allclose(np.bincount(row, minlength=3) / 4000, weights, atol=0.04)
    elif kind == "Normal":
        assert np.allclose(drawn.mean(0).numpy(), [0, 1], atol=0.06)
        assert np.allclose(drawn.std(0).numpy(), [1, 0.5], atol=0.05)
    elif kind == "Bernoulli":
        assert np.allclose(drawn.mean(0).numpy(), [0.2, 0.9], atol=0.03)


@pytest.mark.parametrize("kind", [kind for kind in KINDS | WITHOUT_ENTROPY | NO_MEAN if kind[:3] != "Mix"])
def test_each_prints_as_pytorchs(kind, torch):
    make = (KINDS | WITHOUT_ENTROPY | NO_MEAN)[kind][0]
    assert repr(make(D, mt)) == repr(make(torch.distributions, torch)).replace("torch.", "minitorch.")
    assert repr(D.Normal(0.0, 1.5)) == repr(torch.distributions.Normal(0.0, 1.5)) == "Normal(loc: 0.0, scale: 1.5)"


def test_a_cauchy_has_pytorchs_density_and_no_mean(torch):
    ours, theirs = D.Cauchy(1.0, 2.0), torch.distributions.Cauchy(1.0, 2.0)
    assert ours.log_prob(mt.tensor(3.0)).item() == pytest.approx(theirs.log_prob(torch.tensor(3.0)).item())
    assert ours.entropy().item() == pytest.approx(theirs.entropy().item()) and bool(ours.mean.isnan())
    assert abs(ours.sample((4001,)).median().item() - 1) < 0.3


def test_policy_gradients_and_reparametrised_draws_pass_gradients():
    logits = mt.zeros(3, requires_grad=True)
    choice = D.Categorical(logits=logits)
    choice.log_prob(mt.tensor(1)).backward()
    assert np.allclose(logits.grad.numpy(), [-1 / 3, 2 / 3, -1 / 3], atol=1e-6)
    loc = mt.tensor(1.0, requires_grad=True)
    D.Normal(loc, 2.0).rsample((5,)).sum().backward()
    assert loc.grad.item() == 5


def test_divergences(torch):
    ours = D.kl_divergence(D.Normal(0.0, 1.0), D.Normal(1.0, 2.0))
    there = torch.distributions
    theirs = there.kl_divergence(there.Normal(0.0, 1.0), there.Normal(1.0, 2.0))
    assert ours.item() == pytest.approx(theirs.item())
    p, q = (D.Categorical(mt.tensor(row)) for row in WEIGHTS)
    assert D.kl_divergence(p, q).item() == pytest.approx(float((WEIGHTS[0] * np.log(WEIGHTS[0] / WEIGHTS[1])).sum()))


def test_parameters_that_make_no_sense_are_refused():
    with pytest.raises(ValueError, match=r"Expected parameter scale .* constraint GreaterThan\(lower_bound=0.0\)"):
        D.Normal(0.0, 0.0)
    with pytest.raises(ValueError, match="must be specified, but not both"):
        D.Categorical()
    with pytest.raises(NotImplementedError, match="for p type Bernoulli and q type Normal"):
        D.kl_divergence(D.Bernoulli(mt.tensor(0.5)), D.Normal(0.0, 1.0))


def test_assert_close_accepts_rounding_and_names_the_worst_place():
    assert_close(mt.tensor([1.0, 2.0]), mt.tensor([1.0, 2.0 + 1e-7]))
    assert_close({"a": [mt.tensor(1)]}, {"a": [mt.tensor(1)]})
    with pytest.raises(AssertionError, match=r"Mismatched elements: 1 / 4\n.*at index \(1, 0\)"):
        assert_close(mt.tensor([[1.0, 2.0], [3.0, 4.0]]), mt.tensor([[1.0, 2.0], [3.5, 4.0]]))
    with pytest.raises(AssertionError, match="'shape' do not match"):
        assert_close(mt.ones(2), mt.ones(3))
    with pytest.raises(AssertionError, match="'dtype' do not match"):
        assert_close(mt.ones(2), mt.ones(2, dtype=mt.float64))
    with pytest.raises(ValueError, match="together, or neither"):
        assert_close(mt.ones(2), mt.ones(2), rtol=1.0)
