"""Custom optimisers: from_rule turns a rule for one parameter into a class that loops over all of them."""

from .. import paths
from .optimizer import Optimizer, required


def from_rule(rule):
    """Return an Optimizer class for a rule, a function that changes one parameter in place.

    rule      rule(param, grad, state, *, settings): arrays of one shape; a dict for the parameter,
              empty at first, which keeps its content between steps; settings by name. A setting without a
              default must be set for each group; if not, TypeError is raised
    returns   a class with the rule's name, used like every optimiser: parameter groups, closures,
              state_dict, schedules

    >>> @from_rule
    ... def SignDescent(param, grad, state, *, lr=0.1):
    ...     param -= lr * (grad > 0) - lr * (grad < 0)
    >>> x = mt.tensor([1.0, -2.0], requires_grad=True)
    >>> optimizer = SignDescent([x], lr=0.5)
    >>> (x * x).sum().backward()
    >>> optimizer.step()
    >>> x
    tensor([ 0.5000, -1.5000], requires_grad=True)

    State is what the rule stores in its dict, here a velocity:

    >>> @from_rule
    ... def HeavyBall(param, grad, state, *, lr, friction=0.1):
    ...     state["velocity"] = (1 - friction) * state.get("velocity", 0) - lr * grad
    ...     param += state["velocity"]
    >>> ball = HeavyBall([x], lr=0.25)
    >>> for _ in range(2):
    ...     ball.step()
    >>> ball.state_dict()["state"]
    {0: {'velocity': tensor([-0.9500,  1.9000])}}
    """
    code = rule.__code__
    names = code.co_varnames[code.co_argcount:code.co_argcount + code.co_kwonlyargcount]
    defaults = {name: (rule.__kwdefaults__ or {}).get(name, required) for name in names}

    def __init__(self, params, **settings):
        for name in settings:
            if name not in defaults:
                raise paths.module("explain.hints").no_argument(rule.__name__, name, ["params", *names])
        Optimizer.__init__(self, params, {**defaults, **settings})

    return type(rule.__name__, (Optimizer,), {
        "__init__": __init__, "rule": staticmethod(rule), "__doc__": rule.__doc__, "__module__": rule.__module__})
