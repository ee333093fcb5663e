"""Distributions: numbers drawn by odds that are tensors, and the log of those odds, for gradients to pass.

Arguments that mean the same wherever they occur:

    validate_args   taken as PyTorch does; parameters are always checked
"""

import sys
from types import ModuleType

from .. import missing as _missing
from .continuous import Beta, Cauchy, Exponential, Gamma, Laplace, Normal, Uniform
from .derived import Gumbel, HalfNormal, LogNormal, MixtureSameFamily
from .discrete import Bernoulli, Binomial, Categorical, Geometric, OneHotCategorical, Poisson
from .distribution import Distribution
from .kl import kl_divergence
from .multivariate import Dirichlet, Independent, Multinomial, MultivariateNormal

__all__ = ["Bernoulli", "Beta", "Binomial", "Categorical", "Cauchy", "Dirichlet", "Distribution", "Exponential",
           "Gamma", "Geometric", "Gumbel", "HalfNormal", "Independent", "Laplace", "LogNormal", "MixtureSameFamily",
           "Multinomial", "MultivariateNormal", "Normal", "OneHotCategorical", "Poisson", "Uniform", "kl_divergence"]

# PyTorch has a file for each: minitorch.distributions.categorical.Categorical is found too.
for _kind in (Bernoulli, Beta, Binomial, Categorical, Cauchy, Dirichlet, Exponential, Gamma, Geometric, Gumbel,
              Independent, Laplace, Multinomial, Normal, Poisson, Uniform):
    _part = ModuleType(f"{__name__}.{_kind.__name__.lower()}", f"PyTorch's path to {_kind.__name__}.")
    setattr(_part, _kind.__name__, _kind)
    globals()[_kind.__name__.lower()] = sys.modules[_part.__name__] = _part

_missing.speak_for(globals())
