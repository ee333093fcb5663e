"""torch.func, and JAX's names for the same: functions that take functions."""

from . import missing as _missing
from .autograd.functional import as_tuple, evaluate, fresh, gradients, jacobian as rows, jvp as directional, unpacked
from .autograd.tree import leaves, rebuilt
from .autograd.vmap import vmap
from .engine import enable_grad
from .runtime import functions

__all__ = ["functional_call", "grad", "grad_and_value", "hessian", "jacfwd", "jacobian", "jacrev", "jit", "jvp",
           "stack_module_state", "value_and_grad", "vjp", "vmap"]


def grad_and_value(func, argnums=0, has_aux=False):
    """A function that gives (gradient, value) of `func`, which has one value.

    argnums   which arguments: a number, or a tuple of them; each a tensor, or a dict, list or tuple of tensors
    has_aux   func returns (value, anything); so does the new one

    Raises RuntimeError for a function with several values.
    """
    def run(*args, **named):
        places, many = as_tuple(argnums)
        args = list(args)
        given = [args[place] for place in places]
        outer = any(getattr(x, "requires_grad", False) for x in leaves(args))     # this is differentiated again
        with enable_grad():
            inputs = fresh(leaves(given), True)
            for place, arg in zip(places, rebuilt(given, iter(inputs))):
                args[place] = arg
            out = func(*args, **named)
            value, aux = out if has_aux else (out, None)
            if value.numel() != 1:
                raise RuntimeError(f"grad needs a function with one value, not one of shape {tuple(value.shape)}.")
            found = gradients((value,), inputs, (functions["ones_like"](value),), outer, False)
        value, found = value if outer else value.detach(), unpacked(rebuilt(given, iter(found)), many)
        return (found, (value, aux)) if has_aux else (found, value)
    return run


def grad(func, argnums=0, has_aux=False):
    """A function that gives the gradient of `func`; it can be differentiated again. Arguments as grad_and_value's.

    >>> slope = grad(lambda x: x ** 3)
    >>> grad(slope)(tensor(2.0)).item()
    12.0
    """
    def run(*args, **named):
        found, value = grad_and_value(func, argnums, has_aux)(*args, **named)
        return (found, value[1]) if has_aux else found
    return run


def value_and_grad(func, argnums=0, has_aux=False):
    """JAX's order: a function that gives (value, gradient) of `func`, or ((value, anything), gradient) with has_aux.

    Arguments and errors as grad_and_value's.

    >>> value_and_grad(lambda x: x ** 3)(tensor(2.0))
    (tensor(8.), tensor(12.))
    """
    def run(*args, **named):
        found, value = grad_and_value(func, argnums, has_aux)(*args, **named)
        return value, found
    return run


def jacrev(func, argnums=0, has_aux=False, *, chunk_size=None):
    """A function that gives the Jacobian of `func` with respect to one argument, or to a tuple of them.

    argnums      which arguments: a number, or a tuple of them
    has_aux      func returns (outputs, anything); so does the new one
    chunk_size   taken as PyTorch does: rows are found one by one
    """
    places, many = as_tuple(argnums)

    def run(*args):
        aux = []
        given = [args[place] for place in places]

        def outputs(*xs):
            changed = list(args)
            for place, arg in zip(places, rebuilt(given, iter(xs))):
                changed[place] = arg
            out = func(*changed)
            if has_aux:
                out, extra = out
                aux[:] = [extra]
            return out
        outer = any(getattr(x, "requires_grad", False) for x in leaves(args))     # this is differentiated again
        found = rows(outputs, tuple(leaves(given)), create_graph=outer)
        several = isinstance(found[0], tuple)                                     # one of each of several outputs
        parts = [unpacked(rebuilt(given, iter(one)), many) for one in (found if several else [found])]
        found = tuple(parts) if several else parts[0]
        return (found, aux[0]) if has_aux else found
    return run


def jvp(func, primals, tangents, *, strict=False, has_aux=False):
    """(func(*primals), Jacobian · tangents): the change of the outputs along a direction of the inputs.

    strict    taken as PyTorch does
    has_aux   func returns (outputs, anything); that comes third
    """
    aux = []

    def outputs(*xs):
        out = func(*xs)
        if has_aux:
            out, extra = out
            aux[:] = [extra]
        return out
    outer = any(x.requires_grad for x in (*primals, *tangents))
    found = directional(outputs, tuple(primals), tuple(tangents), outer, strict)
    return (*found, aux[0]) if has_aux else found


def jacfwd(func, argnums=0, has_aux=False, *, chunk_size=None, randomness="error"):
    """As jacobian: a whole Jacobian is found row by row. randomness is taken as PyTorch does."""
    return jacrev(func, argnums, has_aux)


jacobian = jacrev                        # JAX has both names too


def jit(func, *, static_argnums=None, static_argnames=None):
    """JAX's name for `compile`: `func` is recorded when it is called, and its program runs from then on.

    static_argnums, static_argnames   taken as JAX does: every argument that is no tensor is recorded as it is

    >>> jit(lambda x: x * 2 + 1)(tensor([1.0, 2.0]))
    tensor([3., 5.])
    """
    from .static.compile import compile  # only programs that compile need it
    return compile(func)


def hessian(func, argnums=0):
    """A function that gives the second derivatives of `func` with respect to one argument; argnums as jacrev's."""
    return jacrev(jacrev(func, argnums), argnums)


def vjp(func, *primals, has_aux=False):
    """(func(*primals), a function from v to v · Jacobian, a part for each of the primals).

    has_aux   func returns (outputs, anything); that comes third
    """
    aux = []

    def outputs(*xs):
        out = func(*rebuilt(primals, iter(xs)))
        if has_aux:
            out, extra = out
            aux[:] = [extra]
        return out
    outs, many, xs, _ = evaluate(outputs, leaves(primals), True)

    def pull(*v):
        v = v[0] if len(v) == 1 and isinstance(v[0], tuple) else v
        outer = any(x.requires_grad for x in (*leaves(primals), *v))
        return rebuilt(primals, iter(gradients(outs, xs, v, outer, False)))
    shown = outs if any(x.requires_grad for x in leaves(primals)) else tuple(x.detach() for x in outs)
    return (unpacked(shown, many), pull, aux[0]) if has_aux else (unpacked(shown, many), pull)


def functional_call(module, parameters, args=None, kwargs=None, *, tie_weights=True, strict=False):
    """Call a module with other tensors in the place of its parameters and buffers, by name.

    parameters     {name: tensor}, or a tuple of such dicts
    args, kwargs   what the module is called with: one argument or a tuple, and a dict
    tie_weights    taken as PyTorch does: a tensor stands for the name that is given alone
    strict         whether each parameter and buffer of the module must be among them (RuntimeError)
    """
    if isinstance(parameters, tuple | list):
        parameters = {name: value for one in parameters for name, value in one.items()}
    if strict and (absent := module.state_dict().keys() - parameters.keys()):
        raise RuntimeError(f"functional_call: these are not given: {', '.join(sorted(absent))}.")
    args = () if args is None else args
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


def stack_module_state(models):
    """The parameters and the buffers of models of one architecture, each stacked: two dicts for `functional_call`."""
    if not models:
        raise RuntimeError("stack_module_state: Expected at least one model, got 0.")
    params = {name: functions["stack"]([dict(model.named_parameters())[name].detach() for model in models])
              .requires_grad_(p.requires_grad) for name, p in models[0].named_parameters()}
    buffers = {name: functions["stack"]([dict(model.named_buffers())[name] for model in models])
               for name, _ in models[0].named_buffers()}
    return params, buffers


_missing.speak_for(globals())
