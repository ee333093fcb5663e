"""Distributions of several numbers at once."""

from math import log, pi

from ..linalg import cholesky, solve_triangular
from ..runtime import functions
from ..tensors import Size
from .continuous import drawn_by, positive
from .discrete import Categorical
from .distribution import Distribution, Reparameterised


class Independent(Distribution):
    """Another distribution whose last dimensions are one event: their log_prob and entropy are summed.

    base_distribution           the other one
    reinterpreted_batch_ndims   how many dimensions; ValueError for more than it has
    """

    def __init__(self, base_distribution, reinterpreted_batch_ndims, validate_args=None):
        self.base_dist, self.dims = base_distribution, reinterpreted_batch_ndims
        shape = base_distribution.batch_shape
        if self.dims > len(shape):
            raise ValueError(f"Independent: {self.dims} dimensions of a batch shape {tuple(shape)}.")
        super().__init__(shape[:len(shape) - self.dims])
        self.event_shape = Size((*shape[len(shape) - self.dims:], *base_distribution.event_shape))

    def __repr__(self):
        return f"Independent({self.base_dist!r}, {self.dims})"

    mean = property(lambda self: self.base_dist.mean)
    variance = property(lambda self: self.base_dist.variance)

    def sample(self, sample_shape=()):
        """Draws, outside any graph."""
        return self.base_dist.sample(sample_shape)

    def rsample(self, sample_shape=()):
        """Draws that gradients pass through to the parameters."""
        return self.base_dist.rsample(sample_shape)

    def total(self, x):
        return x.sum(dim=tuple(range(-self.dims, 0))) if self.dims else x

    def log_prob(self, value):
        """log of the density at `value`, of all of an event together."""
        return self.total(self.base_dist.log_prob(value))

    def entropy(self):
        """Mean surprise of an event, in nats."""
        return self.total(self.base_dist.entropy())


class MultivariateNormal(Reparameterised):
    """Mean `loc` (*, D), and one of three for the spread.

    covariance_matrix   (*, D, D)
    precision_matrix    its inverse
    scale_tril          its lower Cholesky factor

    Raises ValueError unless just one of them is given.
    """

    shown = "loc covariance_matrix"

    def __init__(self, loc, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        if sum(given is not None for given in (covariance_matrix, precision_matrix, scale_tril)) != 1:
            raise ValueError("Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.")
        self.loc = loc
        self.scale_tril = scale_tril if scale_tril is not None else cholesky(
            covariance_matrix if covariance_matrix is not None else precision_matrix.inverse())
        super().__init__(loc.shape[:-1])
        self.event_shape = loc.shape[-1:]

    mean = property(lambda self: self.loc)
    variance = property(lambda self: (self.scale_tril ** 2).sum(-1))
    covariance_matrix = property(lambda self: self.scale_tril @ self.scale_tril.mT)

    def draw(self, shape):
        noise = functions["randn"]((*shape, *self.event_shape), dtype=self.loc.dtype, device=self.loc.device)
        return self.loc + (self.scale_tril @ noise.unsqueeze(-1)).squeeze(-1)

    def half_log_det(self):
        return self.scale_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)

    def log_prob(self, value):
        """log of the density at `value` (*, D)."""
        apart = (value - self.loc).unsqueeze(-1)
        white = solve_triangular(self.scale_tril, apart, upper=False)
        return -0.5 * (self.event_shape[0] * log(2 * pi) + (white.squeeze(-1) ** 2).sum(-1)) - self.half_log_det()

    def entropy(self):
        """Mean surprise, in nats."""
        return 0.5 * self.event_shape[0] * (1 + log(2 * pi)) + self.half_log_det()


class Multinomial(Distribution):
    """How often each of D indices comes in `total_count` draws by weights (*, D): probs, or logits before softmax."""

    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        self.total_count, self.categorical = total_count, Categorical(probs, logits)
        self.shown = "probs" if logits is None else "logits"
        super().__init__(self.categorical.batch_shape)
        self.event_shape = self.categorical.logits.shape[-1:]

    probs = property(lambda self: self.categorical.probs)
    logits = property(lambda self: self.categorical.logits)
    mean = property(lambda self: self.probs * self.total_count)
    variance = property(lambda self: self.mean * (1 - self.probs))

    def draw(self, shape):
        drawn = self.categorical.sample((self.total_count, *shape[:len(shape) - len(self.batch_shape)])).unsqueeze(-1)
        counted = functions["zeros"]((*drawn.shape[:-1], *self.event_shape), dtype=self.logits.dtype)
        return counted.scatter(-1, drawn, 1.0).sum(0)

    def log_prob(self, value):
        """log of the probability of the counts in `value` (*, D)."""
        ways = (value.sum(-1) + 1).lgamma() - (value + 1).lgamma().sum(-1)
        return ways + functions["xlogy"](value, self.probs).sum(-1)


class Dirichlet(Distribution):
    """Weights (*, K) that sum to 1: density ∝ Π xᵢ^(concentrationᵢ − 1). ValueError for a concentration ≤ 0."""

    shown = "concentration"

    def __init__(self, concentration, validate_args=None):
        self.concentration = concentration
        positive("Dirichlet", concentration=concentration)
        super().__init__(concentration.shape[:-1])
        self.event_shape = concentration.shape[-1:]

    total = property(lambda self: self.concentration.sum(-1, keepdim=True), doc="The sum of the concentrations.")
    mean = property(lambda self: self.concentration / self.total)
    variance = property(lambda self: self.mean * (1 - self.mean) / (self.total + 1))

    def draw(self, shape):
        a = self.concentration.detach().cpu().numpy()
        drawn = drawn_by(lambda generator: generator.gamma(a, 1.0, (*shape, *self.event_shape)), self.concentration)
        return drawn / drawn.sum(-1, keepdim=True)

    def log_prob(self, value):
        """log of the density at `value` (*, K)."""
        a = self.concentration
        return functions["xlogy"](a - 1, value).sum(-1) + a.sum(-1).lgamma() - a.lgamma().sum(-1)

    def entropy(self):
        """Mean surprise, in nats."""
        a, total = self.concentration, self.concentration.sum(-1)
        return (a.lgamma().sum(-1) - total.lgamma() - (a.shape[-1] - total) * total.digamma()
                - ((a - 1) * a.digamma()).sum(-1))
