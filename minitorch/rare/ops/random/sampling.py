"""Methods that fill tensors from rarer distributions: exponential, log-normal, Cauchy, geometric, Bernoulli."""

import numpy as np

from ....backend import device_of, holds, move
from ....ops.random.sampling import fill_method, probability_error
from ....runtime.device_checks import flag_outside


def exponential_numbers(stream, shape, lambd=1.0):
    if not lambd > 0:
        raise RuntimeError(f"exponential_ expects lambda > 0.0, but found lambda={lambd}.")
    return stream.exponential(1 / lambd, shape)


def bernoulli_numbers(stream, shape, p=0.5):
    odds = p.array if hasattr(p, "array") else np.asarray(p)
    if not flag_outside(odds, 0, 1, probability_error) and odds.size and holds(~((odds >= 0) & (odds <= 1)).all()):
        raise RuntimeError(f"bernoulli_ expects p to be in [0, 1], but got p={odds}.")
    drawn = stream.random(shape)
    return drawn < (move(odds, device_of(drawn)) if hasattr(p, "array") else p)


def require_positive(name, number, value):
    if not value > 0:
        raise RuntimeError(f"{name} expects {number} > 0.0, but found {number}={value}.")


def log_normal_numbers(stream, shape, mean=1.0, std=2.0):
    require_positive("log_normal_", "std", std)
    return stream.lognormal(mean, std, shape)


def cauchy_numbers(stream, shape, median=0.0, sigma=1.0):
    require_positive("cauchy_", "sigma", sigma)
    return median + sigma * stream.standard_cauchy(shape)


def geometric_numbers(stream, shape, p):
    if not 0 < p < 1:
        raise RuntimeError(f"geometric_ expects p to be in (0, 1), but got p={p}.")
    return stream.geometric(p, shape)


exponential_ = fill_method("exponential_", exponential_numbers,
                      "Fill with exponential numbers of rate lambd, in place.", floats=True)

log_normal_ = fill_method("log_normal_", log_normal_numbers,
                     "Fill with e to the power of normal numbers with this mean and std, in place.", floats=True)

cauchy_ = fill_method("cauchy_", cauchy_numbers, "Fill with Cauchy numbers around median, in place.", floats=True)

geometric_ = fill_method("geometric_", geometric_numbers,
                    "Fill with the number of trials until the first success of probability p, in place.")

bernoulli_ = fill_method("bernoulli_", bernoulli_numbers, "Fill with 1 with probability p, else 0, in place.")
