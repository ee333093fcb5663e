"""What all kinds of distributions share, beside PyTorch's: supports, cdf, checks, larger batches, divergences."""

import numpy as np
import pytest
from engine.distribution_kinds import KINDS, NO_MEAN, WITHOUT_ENTROPY

import minitorch as mt
from minitorch import distributions as D
from minitorch.distributions import constraints, transforms
from minitorch.distributions.gamma import incomplete_gamma

ALL = KINDS | WITHOUT_ENTROPY | NO_MEAN


def plain(found):
    """A result as plain data; of an error its kind."""
    if hasattr(found, "detach"):
        return tuple(found.shape), str(found.dtype).split(".")[-1], found.detach().numpy()
    return found


def both(ask, torch):
    """What our library and PyTorch answer, an error as its kind."""
    answers = []
    for kinds, lib in ((D, mt), (torch.distributions, torch)):
        try:
            answers.append(plain(ask(kinds, lib)))
        except (NotImplementedError, ValueError, AttributeError) as error:
            answers.append(type(error).__name__)
    return answers


def assert_alike(mine, wanted):
    if isinstance(wanted, tuple) and len(wanted) == 3 and isinstance(wanted[2], np.ndarray):
        assert not isinstance(mine, str), mine
        assert mine[:2] == wanted[:2] and np.allclose(mine[2], wanted[2], atol=2e-5, rtol=2e-5, equal_nan=True), (
            mine, wanted)
    else:
        assert mine == wanted


ASPECTS = {
    "mode": lambda made, value, lib: made.mode, "stddev": lambda made, value, lib: made.stddev,
    "batch_shape": lambda made, value, lib: tuple(made.batch_shape),
    "event_shape": lambda made, value, lib: tuple(made.event_shape),
    "has_rsample": lambda made, value, lib: made.has_rsample,
    "perplexity": lambda made, value, lib: made.perplexity(),
    "enumerate_support": lambda made, value, lib: made.enumerate_support(),
    "enumerate_support, not expanded": lambda made, value, lib: made.enumerate_support(expand=False),
    "cdf": lambda made, value, lib: made.cdf(value),
    "icdf": lambda made, value, lib: made.icdf(lib.tensor([0.2, 0.6])),
    "a larger batch": lambda made, value, lib: made.expand((3, *made.batch_shape)).log_prob(value),
    "its shape": lambda made, value, lib: tuple(made.expand((3, *made.batch_shape)).sample((4,)).shape),
    "a value outside": lambda made, value, lib: made.log_prob(lib.tensor([-1.5, 0.5])),
    "the support of a value": lambda made, value, lib: made.support.check(value),
    "whole numbers": lambda made, value, lib: made.support.is_discrete,
    "dimensions of an event": lambda made, value, lib: made.support.event_dim,
}


@pytest.mark.parametrize("aspect", ASPECTS)
@pytest.mark.parametrize("kind", ALL)
def test_each_is_as_pytorchs(kind, aspect, torch):
    make, value = ALL[kind]
    assert_alike(*both(lambda kinds, lib: ASPECTS[aspect](make(kinds, lib), lib.tensor(value), lib), torch))


class Noted:
    """A library whose `tensor` makes leaves that want gradients, and remembers them."""

    def __init__(self, lib):
        self.lib, self.leaves = lib, []

    def __getattr__(self, name):
        return getattr(self.lib, name)

    def tensor(self, value):
        made = self.lib.tensor(value, dtype=self.lib.float64)
        self.leaves.append(made.requires_grad_())
        return made


@pytest.mark.parametrize("kind", ALL)
def test_gradients_of_log_prob_are_pytorchs(kind, torch):
    make, value = ALL[kind]
    found = []
    for kinds, lib in ((D, mt), (torch.distributions, torch)):
        noted = Noted(lib)
        at = lib.tensor(value)
        at = at.double() if at.is_floating_point() else at
        make(kinds, noted).log_prob(at).sum().backward()
        found.append([leaf.grad.numpy() for leaf in noted.leaves if leaf.grad is not None])
    assert len(found[0]) == len(found[1]) > 0
    for mine, wanted in zip(*found):
        assert np.allclose(mine, wanted, atol=1e-9, rtol=1e-9, equal_nan=True)


PAIRS = {
    "Normal": lambda m, t: (m.Normal(t([0.0, 1.0]), t([1.0, 0.5])), m.Normal(t([0.5, 1.5]), t([2.0, 0.7]))),
    "Bernoulli": lambda m, t: (m.Bernoulli(t([0.2, 0.0, 1.0, 0.3])), m.Bernoulli(t([0.3, 0.4, 0.2, 0.0]))),
    "Categorical": lambda m, t: (m.Categorical(t([[0.2, 0.8, 0.0], [0.2, 0.3, 0.5]])),
                                 m.Categorical(t([[0.5, 0.3, 0.2], [0.6, 0.4, 0.0]]))),
    "OneHotCategorical": lambda m, t: (m.OneHotCategorical(t([0.2, 0.8])), m.OneHotCategorical(t([0.5, 0.5]))),
    "Binomial": lambda m, t: (m.Binomial(5, t([0.2, 0.7])), m.Binomial(5, t([0.4, 0.6]))),
    "Geometric": lambda m, t: (m.Geometric(t([0.2, 0.7])), m.Geometric(t([0.4, 0.6]))),
    "Poisson": lambda m, t: (m.Poisson(t([0.2, 7.0])), m.Poisson(t([0.4, 6.0]))),
    "Uniform": lambda m, t: (m.Uniform(t([0.0, 0.0]), t([1.0, 1.0])), m.Uniform(t([-1.0, 0.5]), t([2.0, 3.0]))),
    "Exponential": lambda m, t: (m.Exponential(t([0.2, 7.0])), m.Exponential(t([0.4, 6.0]))),
    "Laplace": lambda m, t: (m.Laplace(t([0.0, 1.0]), t([1.0, 0.5])), m.Laplace(t([0.5, 1.5]), t([2.0, 0.7]))),
    "Cauchy": lambda m, t: (m.Cauchy(t([0.0, 1.0]), t([1.0, 0.5])), m.Cauchy(t([0.5, 1.5]), t([2.0, 0.7]))),
    "Gumbel": lambda m, t: (m.Gumbel(t([0.0, 1.0]), t([1.0, 0.5])), m.Gumbel(t([0.5, 1.5]), t([2.0, 0.7]))),
    "Gamma": lambda m, t: (m.Gamma(t([2.0, 0.5]), t([3.0, 1.5])), m.Gamma(t([1.0, 2.5]), t([2.0, 0.5]))),
    "Beta": lambda m, t: (m.Beta(t([2.0, 0.5]), t([3.0, 1.5])), m.Beta(t([1.0, 2.5]), t([2.0, 0.5]))),
    "Dirichlet": lambda m, t: (m.Dirichlet(t([2.0, 0.5, 1.0])), m.Dirichlet(t([1.0, 2.5, 3.0]))),
    "MultivariateNormal": lambda m, t: (m.MultivariateNormal(t([0.0, 1.0]), t([[2.0, 0.5], [0.5, 1.0]])),
                                        m.MultivariateNormal(t([1.0, 0.0]), t([[1.0, 0.1], [0.1, 3.0]]))),
    "Independent": lambda m, t: (m.Independent(m.Normal(t([0.0, 1.0]), t([1.0, 0.5])), 1),
                                 m.Independent(m.Normal(t([0.5, 1.5]), t([2.0, 0.7])), 1)),
    "LogNormal": lambda m, t: (m.LogNormal(t([0.0, 1.0]), t([1.0, 0.5])), m.LogNormal(t([0.5, 1.5]), t([2.0, 0.7]))),
    "HalfNormal": lambda m, t: (m.HalfNormal(t([0.3, 2.0])), m.HalfNormal(t([0.5, 1.0]))),
    "through the same": lambda m, t: tuple(m.TransformedDistribution(
        m.Normal(t([loc, 1.0]), t([1.0, 0.5])), [m.AffineTransform(1.0, t([2.0, 3.0]))]) for loc in (0.0, 0.5)),
    "through others": lambda m, t: tuple(m.TransformedDistribution(
        m.Normal(t([0.0, 1.0]), t([1.0, 0.5])), [m.AffineTransform(loc, 2.0)]) for loc in (0.0, 0.5)),
    "of two kinds": lambda m, t: (m.Bernoulli(t(0.5)), m.Normal(t(1.0), t(1.0))),
    "of two counts": lambda m, t: (m.Independent(m.Normal(t([[0.0]]), t([[1.0]])), 1),
                                   m.Independent(m.Normal(t([[0.0]]), t([[1.0]])), 2)),
}


@pytest.mark.parametrize("pair", PAIRS)
def test_divergences_are_pytorchs(pair, torch):
    assert_alike(*both(lambda kinds, lib: kinds.kl_divergence(*PAIRS[pair](kinds, lib.tensor)), torch))


def test_a_divergence_of_ones_own_is_registered():
    class Mine(D.Normal):
        pass
    own = Mine(0.0, 1.0)
    assert D.kl_divergence(own, D.Normal(1.0, 1.0)).item() == 0.5, "as its base has it"
    D.register_kl(Mine, D.Normal)(lambda p, q: mt.tensor(7.0))
    assert D.kl_divergence(own, D.Normal(1.0, 1.0)).item() == 7
    with pytest.raises(TypeError, match="Expected a class of distributions"):
        D.register_kl(own, D.Normal)


MADE_BADLY = {
    "a scale": lambda m, lib: m.Normal(lib.tensor([0.0, 1.0]), lib.tensor([1.0, -1.0])),
    "probs": lambda m, lib: m.Bernoulli(lib.tensor([0.5, 1.5])),
    "weights": lambda m, lib: m.Categorical(lib.tensor([0.5, -0.5])),
    "weights that are no numbers": lambda m, lib: m.Categorical(logits=lib.tensor([0.5, float("nan")])),
    "a matrix": lambda m, lib: m.MultivariateNormal(lib.tensor([0.0, 1.0]), lib.tensor([[1.0, 2.0], [2.0, 1.0]])),
    "a factor": lambda m, lib: m.MultivariateNormal(lib.zeros(2), scale_tril=lib.tensor([[1.0, 2.0], [2.0, 1.0]])),
    "bounds": lambda m, lib: m.Uniform(lib.tensor(1.0), lib.tensor(0.0)),
    "concentrations": lambda m, lib: m.Dirichlet(lib.tensor([1.0, 0.0])),
    "a value that is a number": lambda m, lib: m.Normal(0.0, 1.0).log_prob(0.5),
    "a value of a wrong shape": lambda m, lib: m.Normal(lib.zeros(3), 1.0).log_prob(lib.zeros(2)),
    "a value of a wrong event": lambda m, lib: m.Dirichlet(lib.ones(3)).log_prob(lib.ones(2) / 2),
    "a half": lambda m, lib: m.Bernoulli(lib.tensor([0.5])).log_prob(lib.tensor([0.5])),
    "an index beyond": lambda m, lib: m.Categorical(lib.ones(3)).log_prob(lib.tensor(3)),
    "no transform": lambda m, lib: m.TransformedDistribution(m.Normal(0.0, 1.0), [abs]),
    "a default": lambda m, lib: m.Distribution.set_default_validate_args("yes"),
}


@pytest.mark.parametrize("case", MADE_BADLY)
def test_what_makes_no_sense_is_refused_in_pytorchs_words(case, torch):
    for kinds, lib in ((D, mt), (torch.distributions, torch)):
        with pytest.raises(ValueError) as raised:
            MADE_BADLY[case](kinds, lib)
        words = str(raised.value).replace("minitorch", "torch")
        if kinds is D:
            mine = words
    if case not in ("no transform", "a default", "a value of a wrong event"):
        assert mine == words


def test_checks_can_be_left_out():
    assert D.Bernoulli(mt.tensor(0.5), validate_args=False).log_prob(mt.tensor(0.5)).item() == pytest.approx(-np.log(2))
    D.Normal(0.0, -1.0, validate_args=False)
    try:
        D.Distribution.set_default_validate_args(False)
        D.Normal(0.0, -1.0)
    finally:
        D.Distribution.set_default_validate_args(True)


@pytest.mark.parametrize("make", [lambda: transforms.ExpTransform(), lambda: transforms.TanhTransform(),
                                  lambda: transforms.SigmoidTransform(), lambda: transforms.SoftplusTransform(),
                                  lambda: transforms.AffineTransform(1.0, -2.0), lambda: transforms.PowerTransform(3.0),
                                  lambda: transforms.ComposeTransform([transforms.AffineTransform(1.0, 0.5),
                                                                       transforms.ExpTransform()])])
def test_a_transform_comes_back_and_says_how_much_it_stretches(make):
    transform, x = make(), mt.tensor([0.3, 1.2], dtype=mt.float64, requires_grad=True)
    y = transform(x)
    assert np.allclose(transform.inv(y).detach().numpy(), x.detach().numpy()) and transform.inv.inv is transform
    slope, = mt.autograd.grad(y.sum(), x, retain_graph=True)
    stretch = transform.log_abs_det_jacobian(x, y)
    assert np.allclose(stretch.detach().numpy(), np.log(np.abs(slope.numpy())))
    assert np.allclose((transform.inv.log_abs_det_jacobian(y, x) + stretch).detach().numpy(), 0)
    assert np.sign(slope.numpy()).tolist() == [float(transform.sign)] * 2
    assert transform == make() and transform != transforms.AbsTransform()


def test_a_distribution_of_ones_own_needs_two_methods():
    class Triangle(D.Distribution):
        arg_constraints = {"width": constraints.positive}
        support = constraints.unit_interval

        def __init__(self, width):
            self.width = width
            super().__init__(width.shape)

        def draw(self, shape):
            return self.width * mt.rand(shape)

        def log_density(self, value):
            return value.log()
    made = Triangle(mt.tensor([1.0, 2.0]))
    assert made.sample((3,)).shape == (3, 2) and repr(made) == "Triangle(width: minitorch.Size([2]))"
    assert made.log_prob(mt.tensor(1.0)).item() == 0
    with pytest.raises(ValueError, match="within the support"):
        made.log_prob(mt.tensor(2.0))
    with pytest.raises(NotImplementedError, match="Triangle has no entropy"):
        made.entropy()
    with pytest.raises(ValueError, match="Expected parameter width"):
        Triangle(mt.tensor([-1.0]))


def test_the_lower_gamma_function_is_pytorchs(torch):
    rng = np.random.default_rng(0)
    a, x = rng.uniform(0.01, 60, 500), rng.uniform(0, 90, 500)
    expected = torch.special.gammainc(torch.tensor(a), torch.tensor(x)).numpy()
    assert np.allclose(incomplete_gamma(a, x), expected, atol=1e-8)
    assert incomplete_gamma(2.0, 0.0) == 0


@pytest.mark.parametrize("a", [0.1, 1.0, 7.0, 300.0])
def test_gradients_through_gamma_draws_are_pytorchs(a, torch):
    concentration = mt.full((500,), a, dtype=mt.float64, requires_grad=True)
    mt.manual_seed(3)
    drawn = D.Gamma(concentration, 1.0).rsample()
    drawn.sum().backward()
    at = torch.full((500,), a, dtype=torch.float64)
    wanted = torch._standard_gamma_grad(at, torch.tensor(drawn.detach().numpy()))
    assert np.allclose(concentration.grad.numpy(), wanted.numpy(), rtol=1e-3)


def test_a_gamma_takes_numbers_as_in_pytorch(torch):
    ours, theirs = (lib.distributions.Gamma(lib.tensor([2.0, 3.0]), 3.0).log_prob(0.5).numpy() for lib in (mt, torch))
    np.testing.assert_allclose(ours, theirs, rtol=1e-5)
