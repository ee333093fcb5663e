"""How far two distributions are apart."""

from ..runtime import functions
from .continuous import Normal
from .discrete import Bernoulli, Categorical
from .multivariate import Independent


def kl_divergence(p, q):
    """How surprised q is by what p draws, in nats: for two of the same kind. NotImplementedError for others."""
    if isinstance(p, Normal) and isinstance(q, Normal):
        ratio = (p.scale / q.scale) ** 2
        return 0.5 * (ratio + ((p.loc - q.loc) / q.scale) ** 2 - 1 - ratio.log())
    if isinstance(p, Categorical) and isinstance(q, Categorical):
        return (p.probs * (p.logits - q.logits)).sum(-1)
    if isinstance(p, Bernoulli) and isinstance(q, Bernoulli):
        xlogy = functions["xlogy"]
        return xlogy(p.probs, p.probs / q.probs) + xlogy(1 - p.probs, (1 - p.probs) / (1 - q.probs))
    if isinstance(p, Independent) and isinstance(q, Independent) and p.dims == q.dims:
        return p.total(kl_divergence(p.base_dist, q.base_dist))
    raise NotImplementedError(f"kl_divergence of {type(p).__name__} and {type(q).__name__} is left out.")
