"""The Kullback-Leibler divergence of two distributions."""

from ..nn.functional import softplus
from ..rare.linalg import solve_triangular
from ..runtime import functions
from .categorical import Categorical, OneHotCategorical
from .continuous import Cauchy, Exponential, Laplace, Normal, Uniform
from .counts import Bernoulli, Binomial, Geometric, Poisson
from .derived import EULER, Gumbel, TransformedDistribution
from .gamma import Beta, Dirichlet, Gamma
from .multivariate import Independent, MultivariateNormal
from .transform import sum_last_dims

registry: dict = {}                      # {(class of p, class of q): function that computes kl_divergence(p, q)}


def register_kl(type_p, type_q):
    """Return a decorator that registers a function which computes `kl_divergence` for two classes of distributions.

    type_p, type_q   classes; subclasses use the function too, unless a function for a nearer base class exists

    Raises TypeError unless both are classes of distributions.
    """
    for kind in (type_p, type_q):
        if not isinstance(kind, type):
            raise TypeError(f"Expected a class of distributions but got {kind!r}")

    def register(function):
        registry[type_p, type_q] = function
        return function
    return register


def kl_divergence(p, q):
    """Return KL(p ‖ q) in nats: a tensor of batch_shape.

    p, q   two distributions

    Raises NotImplementedError if no function is registered for their classes.
    """
    for of_p in type(p).__mro__:
        for of_q in type(q).__mro__:
            if (of_p, of_q) in registry:
                return registry[of_p, of_q](p, q)
    raise NotImplementedError(f"No KL(p || q) is implemented for p type {type(p).__name__} and q type "
                              f"{type(q).__name__}: add one by register_kl.")


@register_kl(Normal, Normal)
def normal(p, q):
    ratio = (p.scale / q.scale) ** 2
    return 0.5 * (ratio + ((p.loc - q.loc) / q.scale) ** 2 - 1 - ratio.log())


@register_kl(Categorical, Categorical)
def categorical(p, q):
    terms = p.probs * (p.logits - q.logits)
    terms = functions["where"]((q.probs == 0).expand(terms.shape), float("inf"), terms)
    return functions["where"]((p.probs == 0).expand(terms.shape), 0.0, terms).sum(-1)


@register_kl(OneHotCategorical, OneHotCategorical)
def one_hot(p, q):
    return categorical(p.categorical, q.categorical)


@register_kl(Bernoulli, Bernoulli)
def bernoulli(p, q):
    return (compute_kl_term(p.probs, q.probs, q.logits, p.logits)
            + compute_kl_term(1 - p.probs, 1 - q.probs, -q.logits, -p.logits))


def compute_kl_term(p, q, q_logits, p_logits):
    """Return p · log(p / q), computed from the logits: 0 if p is 0, and inf if only q is 0."""
    part = p * (softplus(-q_logits) - softplus(-p_logits))
    part = functions["where"](q == 0, float("inf"), part)
    return functions["where"](p == 0, 0.0, part)


@register_kl(Binomial, Binomial)
def binomial(p, q):
    if bool((p.total_count != q.total_count).any()):
        raise NotImplementedError("kl_divergence of two Binomials with different total_count is not implemented.")
    return p.total_count * (p.probs * (p.logits - q.logits) + (-p.probs).log1p() - (-q.probs).log1p())


@register_kl(Geometric, Geometric)
def geometric(p, q):
    return -p.entropy() - (-q.probs).log1p() / p.probs - q.logits


@register_kl(Poisson, Poisson)
def poisson(p, q):
    return p.rate * (p.rate.log() - q.rate.log()) - (p.rate - q.rate)


@register_kl(Uniform, Uniform)
def uniform(p, q):
    apart = ((q.high - q.low) / (p.high - p.low)).log()
    return functions["where"]((q.low > p.low) | (q.high < p.high), float("inf"), apart)


@register_kl(Exponential, Exponential)
def exponential(p, q):
    ratio = q.rate / p.rate
    return -ratio.log() + ratio - 1


@register_kl(Cauchy, Cauchy)
def cauchy(p, q):
    wide = (p.scale + q.scale) ** 2 + (p.loc - q.loc) ** 2
    return wide.log() - (4 * p.scale * q.scale).log()


@register_kl(Gumbel, Gumbel)
def gumbel(p, q):
    ratio, at_p, at_q = p.scale / q.scale, p.loc / q.scale, q.loc / q.scale
    moved = (at_q - at_p + (ratio + 1).lgamma()).exp()
    return at_p - at_q - ratio.log() + EULER * (ratio - 1) + moved - 1


@register_kl(Laplace, Laplace)
def laplace(p, q):
    ratio, apart = p.scale / q.scale, (p.loc - q.loc).abs()
    return -ratio.log() + apart / q.scale + ratio * (-apart / p.scale).exp() - 1


@register_kl(Gamma, Gamma)
def gamma(p, q):
    a, b = p.concentration, q.concentration
    return (b * (p.rate / q.rate).log() + b.lgamma() - a.lgamma() + (a - b) * a.digamma()
            + (q.rate - p.rate) * (a / p.rate))


@register_kl(Beta, Beta)
def beta(p, q):
    a, b, c, d = p.concentration1, p.concentration0, q.concentration1, q.concentration0
    apart = c.lgamma() + d.lgamma() + (a + b).lgamma() - (c + d).lgamma() - a.lgamma() - b.lgamma()
    return apart + (a - c) * a.digamma() + (b - d) * b.digamma() + (c + d - a - b) * (a + b).digamma()


@register_kl(Dirichlet, Dirichlet)
def dirichlet(p, q):
    a, b = p.concentration, q.concentration
    total = a.sum(-1)
    apart = total.lgamma() - b.sum(-1).lgamma() - (a.lgamma() - b.lgamma()).sum(-1)
    return apart + ((a - b) * (a.digamma() - total.digamma().unsqueeze(-1))).sum(-1)


@register_kl(MultivariateNormal, MultivariateNormal)
def multivariate_normal(p, q):
    size = p.event_shape[0]
    spread = (solve_triangular(q.scale_tril, p.scale_tril, upper=False) ** 2).flatten(-2).sum(-1)
    apart = solve_triangular(q.scale_tril, (q.loc - p.loc).unsqueeze(-1), upper=False).squeeze(-1)
    return q.half_log_det() - p.half_log_det() + 0.5 * (spread + (apart ** 2).sum(-1) - size)


@register_kl(Independent, Independent)
def independent(p, q):
    if p.dims != q.dims:
        raise NotImplementedError("kl_divergence of Independents of different numbers of dims is not implemented.")
    return p.total(kl_divergence(p.base_dist, q.base_dist))


@register_kl(TransformedDistribution, TransformedDistribution)
def transformed(p, q):
    if p.transforms != q.transforms or p.event_shape != q.event_shape:
        raise NotImplementedError("kl_divergence of distributions with different transforms is not implemented.")
    return sum_last_dims(kl_divergence(p.base_dist, q.base_dist), len(p.event_shape) - len(p.base_dist.event_shape))
