"""The table of optimisers and their options, and how each is tried: every pair of options, together."""

from itertools import combinations, product

import numpy as np
from ours import OURS

from minitorch import optim

STEPS = 10
DECAY, CLIMB = {"weight_decay": (0, 0.1)}, {"maximize": (False, True)}
SHRINK = {"decoupled_weight_decay": (False, True)}
BETAS, EPS = {"betas": ((0.9, 0.999), (0.5, 0.9))}, {"eps": (1e-8, 1e-3)}

# Every option and two values for it, the first being the usual one.
OPTIONS = {
    "SGD": {"lr": (0.1, 0.01), "momentum": (0, 0.9), "dampening": (0, 0.3), "nesterov": (False, True),
            **DECAY, **CLIMB},
    "Adagrad": {"lr": (0.1, 0.3), "lr_decay": (0, 0.2), "initial_accumulator_value": (0, 0.5), "eps": (1e-10, 1e-3),
                **DECAY, **CLIMB},
    "RMSprop": {"lr": (0.1, 0.01), "alpha": (0.99, 0.7), "momentum": (0, 0.9), "centered": (False, True),
                **EPS, **DECAY, **CLIMB},
    "Adadelta": {"lr": (1.0, 0.3), "rho": (0.9, 0.5), "eps": (1e-6, 1e-2), **DECAY, **CLIMB},
    "Adam": {"lr": (0.1, 0.01), "amsgrad": (False, True), **BETAS, **EPS, **DECAY, **CLIMB, **SHRINK},
    "AdamW": {"lr": (0.1, 0.01), "amsgrad": (False, True), "weight_decay": (0.01, 0.5), **BETAS, **EPS, **CLIMB},
    "Adamax": {"lr": (0.1, 0.01), **BETAS, **EPS, **DECAY, **CLIMB},
    "NAdam": {"lr": (0.1, 0.01), "momentum_decay": (4e-3, 0.1), **BETAS, **EPS, **DECAY, **CLIMB, **SHRINK},
    "RAdam": {"lr": (0.1, 0.01), **BETAS, **EPS, **DECAY, **CLIMB, **SHRINK},
    "ASGD": {"lr": (0.1, 0.01), "lambd": (1e-4, 0.1), "alpha": (0.75, 0.5), **DECAY, **CLIMB},
    "Rprop": {"lr": (0.1, 0.01), "etas": ((0.5, 1.2), (0.3, 1.5)), "step_sizes": ((1e-6, 50), (0.05, 0.1)), **CLIMB},
    "Adafactor": {"lr": (0.1, 0.01), "beta2_decay": (-0.8, -1.5), "eps": ((None, 1e-3), (0.5, 0.9)), "d": (1.0, 1.1),
                  **DECAY, **CLIMB},
}


def possible(name, options):
    """Nesterov's momentum needs a momentum and no dampening."""
    return not options.get("nesterov") or options["momentum"] and not options["dampening"]


def pairwise(name):
    """Few settings of one optimiser in which any two values of two options meet somewhere."""
    table = OPTIONS[name]
    every = [dict(zip(table, values)) for values in product(*table.values())]
    left = {case: pairs(case) for case in range(len(every)) if possible(name, every[case])
            for pairs in [lambda case: set(combinations(every[case].items(), 2))]}
    missing = set().union(*left.values())
    while missing:
        best = max(left, key=lambda case: len(left[case] & missing))
        missing -= left.pop(best)
        yield every[best]


RULES = [(name, options) for name in OPTIONS for options in pairwise(name)]
ELEMENTWISE = [case for case in RULES if getattr(optim, case[0]).elementwise]      # may be joined, or cut in parts
USUAL = [(name, {option: values[1] for option, values in table.items() if option not in ("dampening", "maximize")})
         for name, table in OPTIONS.items()]           # one of each, with everything switched on


def in_torch(cases):
    """Those cases whose optimiser PyTorch has too."""
    return [case for case in cases if case[0] not in OURS["optim"]]


def label(value):
    return ",".join(f"{k}={v}" for k, v in value.items()) if isinstance(value, dict) else None


def start(framework, dtype="float64"):
    """Three weights in one group and a 0-d one in another, on a bent landscape: (x, y, loss)."""
    kind = getattr(framework, dtype)
    x = framework.tensor(np.linspace(-1.0, 2.0, 3), dtype=kind, requires_grad=True)
    y = framework.tensor(0.5, dtype=kind, requires_grad=True)

    def loss():
        return (x.sin() * y.cos()).sum() + (x * y).tanh().sum() + 0.1 * (x * x).sum() + 0.1 * y * y
    return x, y, loss


def where(x, y):
    """All weights as one array."""
    return np.append(x.detach().numpy(), y.detach().numpy())


def build(framework, name, options, x, y):
    return getattr(framework.optim, name)([{"params": [x]}, {"params": [y], "lr": 0.02}], **options)


def walk(optimizer, x, y, loss, steps=STEPS):
    """Where each step led: (steps, 4)."""
    path = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss().backward()
        optimizer.step()
        path.append(where(x, y))
    return np.array(path)
