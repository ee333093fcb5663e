"""torch.func: differentiation as functions that take functions."""

from . import missing as _missing
from .autograd.functional import as_tuple, evaluate, fresh, gradients, jacobian, unpacked
from .engine import enable_grad
from .runtime import functions


def grad_and_value(func, argnums=0, has_aux=False):
    """A function that gives (gradient, value) of `func`, which has one value.

    argnums   which arguments: a number, or a tuple of them
    has_aux   func returns (value, anything); so does the new one
    """
    def run(*args, **named):
        places, many = as_tuple(argnums)
        args = list(args)
        outer = any(getattr(x, "requires_grad", False) for x in args)     # then this will be differentiated again
        with enable_grad():
            for i, x in zip(places, fresh([args[i] for i in places], True)):
                args[i] = x
            out = func(*args, **named)
            value, aux = out if has_aux else (out, None)
            if value.numel() != 1:
                raise RuntimeError(f"grad needs a function with one value, not one of shape {tuple(value.shape)}.")
            found = gradients((value,), tuple(args[p] for p in places), (functions["ones_like"](value),), outer, False)
        value, found = value if outer else value.detach(), unpacked(found, many)
        return (found, (value, aux)) if has_aux else (found, value)
    return run


def grad(func, argnums=0, has_aux=False):
    """A function that gives the gradient of `func`; it can be differentiated again.

    >>> slope = grad(lambda x: x ** 3)
    >>> grad(slope)(tensor(2.0)).item()
    12.0
    """
    def run(*args, **named):
        found, value = grad_and_value(func, argnums, has_aux)(*args, **named)
        return (found, value[1]) if has_aux else found
    return run


def jacrev(func, argnums=0):
    """A function that gives the Jacobian of `func` with respect to one argument."""
    def run(*args):
        return jacobian(lambda x: func(*args[:argnums], x, *args[argnums + 1:]), args[argnums], create_graph=True)
    return run


def hessian(func, argnums=0):
    """A function that gives the second derivatives of `func` with respect to one argument."""
    return jacrev(jacrev(func, argnums), argnums)


def vjp(func, *inputs):
    """(func(*inputs), a function from v to v · Jacobian)."""
    outs, many, xs, _ = evaluate(func, inputs, True)

    def pull(*v):
        return gradients(outs, xs, v, True, False)
    return unpacked(outs, many), pull


def functional_call(module, parameters, args, kwargs=None):
    """Call a module with other tensors in the place of its parameters and buffers, by name."""
    owners = {}
    for name, value in parameters.items():
        owner, _, leaf = name.rpartition(".")
        holder = module.get_submodule(owner)
        store = holder._parameters if leaf in holder._parameters else holder._buffers
        owners[name] = (store, leaf, store[leaf])
        store[leaf] = value
    try:
        return module(*(args if isinstance(args, tuple) else (args,)), **(kwargs or {}))
    finally:
        for store, leaf, value in owners.values():
            store[leaf] = value


_missing.speak_for(globals())
