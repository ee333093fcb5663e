"""numpy.random's names: NumPy's own numbers from the same seed, as tensors."""

import numpy as np

from .counted import of_arrays, tensors

_state = np.random.RandomState()         # a seed that is set here changes nothing in NumPy or minitorch
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
    """Start the numbers of this module anew: the same seed gives the same, NumPy's own; None: new ones each time."""
    _state.seed(seed)


def shuffled(state, x):
    """Bring the parts of a tensor or list along its first axis into a random order, in place."""
    if isinstance(x, list):
        state.shuffle(x)
    else:
        x.copy_(x[tensors(state.permutation(x.shape[0]))])


def shuffle(x):
    """Bring the parts of a tensor or list x along its first axis into a random order, in place."""
    shuffled(_state, x)


class Generator:
    """NumPy's Generator, whose arrays are tensors: all of its methods, with its arguments."""

    def __init__(self, generator):
        self.numbers = generator
        for name in (*SHARED, "integers", "permuted", "random"):
            setattr(self, name, of_arrays(getattr(generator, name)))

    def shuffle(self, x):
        """Bring the parts of a tensor or list x along its first axis into a random order, in place."""
        shuffled(self.numbers, x)

    def spawn(self, n_children):
        """n_children Generators whose numbers have nothing to do with each other."""
        return [Generator(one) for one in self.numbers.spawn(n_children)]


def default_rng(seed=None):
    """A Generator: the same seed gives the same numbers, NumPy's own; None: new ones each time."""
    return Generator(np.random.default_rng(seed))
