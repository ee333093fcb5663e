"""Distributions with tensors as parameters: random draws, and log probabilities that have gradients.

Arguments that mean the same in every class:

    cache_size      argument of transforms, accepted as in PyTorch; nothing is cached
    validate_args   whether parameters and values are checked; None: see `Distribution.set_default_validate_args`
"""

import sys
from types import ModuleType

from ..runtime import missing as _missing
from . import constraints, transforms
from .bounded import ContinuousBernoulli, FisherSnedecor, VonMises
from .categorical import Categorical, OneHotCategorical, OneHotCategoricalStraightThrough
from .continuous import Cauchy, Exponential, Laplace, Normal, Uniform
from .counts import Bernoulli, Binomial, Geometric, NegativeBinomial, Poisson
from .derived import Gumbel, HalfCauchy, HalfNormal, LogNormal, Pareto, TransformedDistribution, Weibull
from .distribution import Distribution
from .gamma import Beta, Chi2, Dirichlet, Gamma, StudentT
from .kl import kl_divergence, register_kl
from .mixture import MixtureSameFamily
from .multivariate import Independent, Multinomial, MultivariateNormal
from .powers import InverseGamma, Kumaraswamy
from .relaxed import RelaxedBernoulli, RelaxedOneHotCategorical
from .transforms import (
    AbsTransform,
    AffineTransform,
    ComposeTransform,
    ExpTransform,
    PowerTransform,
    SigmoidTransform,
    SoftplusTransform,
    TanhTransform,
    Transform,
    identity_transform,
)

__all__ = ["AbsTransform", "AffineTransform", "Bernoulli", "Beta", "Binomial", "Categorical", "Cauchy", "Chi2",
           "ComposeTransform", "ContinuousBernoulli", "Dirichlet", "Distribution", "ExpTransform", "Exponential",
           "FisherSnedecor", "Gamma", "Geometric", "Gumbel", "HalfCauchy", "HalfNormal", "Independent",
           "InverseGamma", "Kumaraswamy", "Laplace", "LogNormal", "MixtureSameFamily", "Multinomial",
           "MultivariateNormal", "NegativeBinomial", "Normal", "OneHotCategorical",
           "OneHotCategoricalStraightThrough", "Pareto", "Poisson", "PowerTransform", "RelaxedBernoulli",
           "RelaxedOneHotCategorical", "SigmoidTransform", "SoftplusTransform", "StudentT", "TanhTransform",
           "Transform", "TransformedDistribution", "Uniform", "VonMises", "Weibull", "constraints",
           "identity_transform", "kl_divergence", "register_kl", "transforms"]

# PyTorch has a file for each distribution, so minitorch.distributions.normal.Normal works too.
_NAMES: dict[str, type] = {
    "continuous_bernoulli": ContinuousBernoulli, "von_mises": VonMises, "half_normal": HalfNormal,
    "inverse_gamma": InverseGamma, "half_cauchy": HalfCauchy, "log_normal": LogNormal,
    "mixture_same_family": MixtureSameFamily, "multivariate_normal": MultivariateNormal,
    "negative_binomial": NegativeBinomial, "studentT": StudentT, "one_hot_categorical": OneHotCategorical,
    "relaxed_bernoulli": RelaxedBernoulli, "relaxed_categorical": RelaxedOneHotCategorical,
    "transformed_distribution": TransformedDistribution,
}
for _kind in (Bernoulli, Beta, Binomial, Cauchy, Chi2, Dirichlet, Exponential, FisherSnedecor, Geometric, Gumbel,
              Independent,
              Kumaraswamy, Laplace, Multinomial, Normal, Pareto, Poisson, Uniform, Weibull):
    _NAMES[_kind.__name__.lower()] = _kind
for _name, _home in _NAMES.items():
    _part = ModuleType(f"{__name__}.{_name}", f"PyTorch's path to {_home.__name__}.")
    setattr(_part, _home.__name__, _home)
    globals()[_name] = sys.modules[_part.__name__] = _part

_missing.speak_for(globals())
