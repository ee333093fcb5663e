"""PyTorch's import path of special functions: minitorch.special.expit is minitorch.sigmoid. Any shape in, same out."""

import math as _math

from ..engine import registry as _registry
from ..runtime import Tensor as _Tensor, checked as _checked, functions as _functions, missing as _missing

# {PyTorch's name in torch.special: the name of the same function here}
_NAMES = {name: name for name in """digamma erf erfc erfinv exp2 expm1 log1p log_softmax logit logsumexp polygamma round
sinc softmax xlogy""".split()} | {"expit": "sigmoid", "gammaln": "lgamma", "psi": "digamma"}
globals().update({name: _functions.get(own) or _registry[own].function for name, own in _NAMES.items()})


def ndtr(input: _Tensor):
    """Return the area under the standard normal density up to input: 0.5 at 0."""
    return 0.5 * (input / -_math.sqrt(2)).erfc()


def multigammaln(input: _Tensor, p: int):
    """Return the log of the multivariate gamma function of dimension p ≥ 1. RuntimeError for input ≤ (p − 1) / 2.

    Source: https://en.wikipedia.org/wiki/Multivariate_gamma_function
    """
    if p < 1 or bool((input <= (p - 1) / 2).any()):
        raise RuntimeError(f"special.multigammaln: p must be at least 1, not {p}, and all elements greater than "
                           "(p - 1) / 2.")
    return p * (p - 1) / 4 * _math.log(_math.pi) + sum([(input - i / 2).lgamma() for i in range(p)])


for _own in (ndtr, multigammaln):
    globals()[_own.__name__] = _checked(_own, _own.__name__)

__all__ = [name for name in globals() if name in _NAMES or name in ("multigammaln", "ndtr")]

_missing.speak_for(globals())
