"""Distributions of vectors: one event consists of several numbers."""

from functools import cached_property
from math import log, pi

from ..rare.linalg import cholesky, solve_triangular
from ..runtime import functions
from ..tensors import broadcast_shapes
from . import constraints
from .categorical import Categorical, Indexed
from .counts import Binomial
from .distribution import Distribution


class Independent(Distribution):
    """The base distribution, with its last batch dimensions as part of an event: log_prob and entropy are summed.

    base_distribution           any distribution
    reinterpreted_batch_ndims   how many of its last batch dimensions; ValueError if it has fewer
    """

    def __init__(self, base_distribution, reinterpreted_batch_ndims, validate_args=None):
        self.base_dist, self.dims = base_distribution, reinterpreted_batch_ndims
        shape = base_distribution.batch_shape
        if self.dims > len(shape):
            raise ValueError("Expected reinterpreted_batch_ndims <= len(base_distribution.batch_shape), actual "
                             f"{self.dims} vs {len(shape)}")
        cut = len(shape) - self.dims
        super().__init__(shape[:cut], (*shape[cut:], *base_distribution.event_shape), validate_args)

    def __repr__(self):
        return f"Independent({self.base_dist!r}, {self.dims})"

    has_rsample = property(lambda self: self.base_dist.has_rsample)
    mean = property(lambda self: self.base_dist.mean)
    mode = property(lambda self: self.base_dist.mode)
    variance = property(lambda self: self.base_dist.variance)

    @property
    def support(self):
        support = self.base_dist.support
        return constraints.independent(support, self.dims) if self.dims else support

    def expand(self, batch_shape, _instance=None):
        """Return the same distribution for a larger batch."""
        return Independent(self.base_dist.expand((*batch_shape, *self.event_shape[:self.dims])), self.dims)

    def sample(self, sample_shape=()):
        """Return draws without a gradient."""
        return self.base_dist.sample(sample_shape)

    def rsample(self, sample_shape=()):
        """Return draws with gradients to the parameters."""
        return self.base_dist.rsample(sample_shape)

    def total(self, x):
        return x.sum(dim=tuple(range(-self.dims, 0))) if self.dims else x

    def log_prob(self, value):
        """Return the log of the density at `value`, summed over each event."""
        return self.total(self.base_dist.log_prob(value))

    def entropy(self):
        """Return the entropy of an event in nats."""
        return self.total(self.base_dist.entropy())


class MultivariateNormal(Distribution):
    """Normal distribution of vectors, with mean `loc` (*, D) and one of three matrices; the others are computed.

    covariance_matrix   (*, D, D)
    precision_matrix    inverse of the covariance matrix
    scale_tril          lower Cholesky factor of the covariance matrix

    Raises ValueError unless exactly one matrix is passed, and unless it is positive-definite or lower triangular.
    """

    arg_constraints = {"loc": constraints.real_vector, "covariance_matrix": constraints.positive_definite,
                       "precision_matrix": constraints.positive_definite, "scale_tril": constraints.lower_cholesky}
    support = constraints.real_vector
    has_rsample = True

    def __init__(self, loc, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        given = {"covariance_matrix": covariance_matrix, "precision_matrix": precision_matrix, "scale_tril": scale_tril}
        given = {name: value for name, value in given.items() if value is not None}
        if len(given) != 1:
            raise ValueError("Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.")
        (name, matrix), = given.items()
        if loc.ndim < 1:
            raise ValueError("loc must be at least one-dimensional.")
        if matrix.ndim < 2:
            raise ValueError(f"{name} must be at least two-dimensional, with optional leading batch dimensions")
        shape = broadcast_shapes(matrix.shape[:-2], loc.shape[:-1])
        self.loc = loc.expand((*shape, -1))
        setattr(self, name, matrix.expand((*shape, -1, -1)))
        super().__init__(shape, loc.shape[-1:], validate_args)

    @cached_property
    def factor(self):
        """Return the lower Cholesky factor without storing it, so that repr still prints the given matrix."""
        return self.scale_tril if "scale_tril" in vars(self) else cholesky(self.covariance_matrix)

    @cached_property
    def scale_tril(self):
        """Lower Cholesky factor of the covariance."""
        return self.factor

    @cached_property
    def covariance_matrix(self):
        """Covariances (*, D, D)."""
        given = vars(self)
        if "scale_tril" in given:
            return self.scale_tril @ self.scale_tril.mT
        return self.precision_matrix.inverse()

    @cached_property
    def precision_matrix(self):
        """Inverse of the covariances (*, D, D)."""
        return self.covariance_matrix.inverse()

    mean = mode = property(lambda self: self.loc)
    variance = property(lambda self: (self.factor ** 2).sum(-1))

    def draw(self, shape):
        noise = functions["randn"]((*shape, *self.event_shape), dtype=self.loc.dtype, device=self.loc.device)
        return self.loc + (self.factor @ noise.unsqueeze(-1)).squeeze(-1)

    def half_log_det(self):
        return self.factor.diagonal(dim1=-2, dim2=-1).log().sum(-1)

    def log_density(self, value):
        apart = (value - self.loc).unsqueeze(-1)
        white = solve_triangular(self.factor, apart, upper=False)
        return -0.5 * (self.event_shape[0] * log(2 * pi) + (white.squeeze(-1) ** 2).sum(-1)) - self.half_log_det()

    def entropy(self):
        """Return the entropy in nats."""
        return 0.5 * self.event_shape[0] * (1 + log(2 * pi)) + self.half_log_det()


class Multinomial(Distribution):
    """How often each of D indices occurs in `total_count` draws with weights (*, D): probs, or logits before softmax.

    Raises ValueError unless exactly one of the two is given, and NotImplementedError unless total_count is an int.
    """

    arg_constraints = Indexed.arg_constraints

    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        if not isinstance(total_count, int):
            raise NotImplementedError("inhomogeneous total_count is not supported")
        self.total_count, self.categorical = total_count, Categorical(probs, logits, validate_args)
        super().__init__(self.categorical.batch_shape, self.categorical.param_shape[-1:], validate_args)

    support = property(lambda self: constraints.multinomial(self.total_count))
    param_shape = property(lambda self: self.categorical.param_shape)
    probs = property(lambda self: self.categorical.probs)
    logits = property(lambda self: self.categorical.logits)
    mean = property(lambda self: self.probs * self.total_count)
    variance = property(lambda self: self.mean * (1 - self.probs))

    def entropy(self):
        """Return the entropy in nats."""
        n = self.logits.new_full((), self.total_count)
        each = Binomial(self.total_count, self.probs).enumerate_support(False)[1:]
        weights = Binomial(self.total_count, self.probs).log_prob(each).exp()
        of_one = self.total_count * self.categorical.entropy()
        return of_one - (n + 1).lgamma() + (weights * (each + 1).lgamma()).sum((0, -1))

    def draw(self, shape):
        drawn = self.categorical.sample((self.total_count, *shape[:len(shape) - len(self.batch_shape)])).unsqueeze(-1)
        counted = functions["zeros"]((*drawn.shape[:-1], *self.event_shape), dtype=self.logits.dtype)
        return counted.scatter(-1, drawn, 1.0).sum(0)

    def log_density(self, value):
        logits, value = functions["broadcast_tensors"](self.logits, value)
        none = (value == 0) & (logits == -float("inf"))
        ways = (value.sum(-1) + 1).lgamma() - (value + 1).lgamma().sum(-1)
        return ways + (value * logits.masked_fill(none, 0)).sum(-1)
