"""numpy.random's functions on tensors; the same seed gives the same random numbers as in NumPy."""

import numpy as np

from .counted import of_arrays, to_tensors

_state = np.random.RandomState()         # its own state: seed() changes no other random numbers
SHARED = """beta binomial bytes chisquare choice dirichlet exponential f gamma geometric gumbel hypergeometric laplace
    logistic lognormal logseries multinomial multivariate_normal negative_binomial noncentral_chisquare noncentral_f
    normal pareto permutation poisson power rayleigh standard_cauchy standard_exponential standard_gamma
    standard_normal standard_t triangular uniform vonmises wald weibull zipf""".split()
OLD = [*SHARED, *"rand randint randn random_sample".split()]
globals().update({name: of_arrays(getattr(_state, name)) for name in OLD})
random = ranf = sample = of_arrays(_state.random_sample)
__all__ = ["Generator", "default_rng", "random", "ranf", "sample", "seed", "shuffle"]
__all__.extend(OLD)


def seed(seed=None):
    """Seed this module: the same seed gives the same numbers as in NumPy; None: other numbers each time."""
    _state.seed(seed)


def shuffled(state, x):
    """Shuffle the rows of a tensor, or the items of a list, in place; `state` is a random generator of NumPy."""
    if isinstance(x, list):
        state.shuffle(x)
    else:
        x.copy_(x[to_tensors(state.permutation(x.shape[0]))])


def shuffle(x):
    """Shuffle the parts of a tensor or list x along its first axis, in place."""
    shuffled(_state, x)


class Generator:
    """NumPy's Generator with tensors instead of arrays: all of its methods, with the same arguments."""

    def __init__(self, generator):
        self.numbers = generator
        for name in (*SHARED, "integers", "permuted", "random"):
            setattr(self, name, of_arrays(getattr(generator, name)))

    def shuffle(self, x):
        """Shuffle the parts of a tensor or list x along its first axis, in place."""
        shuffled(self.numbers, x)

    def spawn(self, n_children):
        """Return n_children Generators with independent numbers."""
        return [Generator(one) for one in self.numbers.spawn(n_children)]


def default_rng(seed=None):
    """Return a Generator: the same seed gives the same numbers as in NumPy; None: other numbers each time."""
    return Generator(np.random.default_rng(seed))
