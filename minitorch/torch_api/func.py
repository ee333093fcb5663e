"""torch.func's transforms of functions, such as grad and vmap, also under JAX's names."""

from ..engine import enable_grad
from ..rare.autograd.functional import (
    as_tuple,
    detached_inputs,
    evaluate,
    gradients,
    jacobian as rows,
    jvp as directional,
    unpack,
)
from ..rare.autograd.tree import leaves, rebuilt
from ..rare.autograd.vmap import vmap
from ..runtime import functions, missing as _missing

__all__ = ["functional_call", "grad", "grad_and_value", "hessian", "jacfwd", "jacobian", "jacrev", "jit", "jvp",
           "stack_module_state", "value_and_grad", "vjp", "vmap"]


def grad_and_value(func, argnums=0, has_aux=False):
    """Return a function that computes (gradient, value) of `func`, which returns one number.

    argnums   which arguments: a number, or a tuple of them; each a tensor, or a dict, list or tuple of tensors
    has_aux   whether func returns (value, anything); then the new function returns (gradient, (value, anything))

    Raises RuntimeError for a function with several values.
    """
    def run(*args, **named):
        places, many = as_tuple(argnums)
        args = list(args)
        given = [args[place] for place in places]
        outer = any(getattr(x, "requires_grad", False) for x in leaves(args))     # to differentiate the result again
        with enable_grad():
            inputs = detached_inputs(leaves(given), True)
            for place, arg in zip(places, rebuilt(given, iter(inputs))):
                args[place] = arg
            out = func(*args, **named)
            value, aux = out if has_aux else (out, None)
            if value.numel() != 1:
                raise RuntimeError(f"grad needs a function with one value, not one of shape {tuple(value.shape)}.")
            found = gradients((value,), inputs, (functions["ones_like"](value),), outer, False)
        value, found = value if outer else value.detach(), unpack(rebuilt(given, iter(found)), many)
        return (found, (value, aux)) if has_aux else (found, value)
    return run


def grad(func, argnums=0, has_aux=False):
    """Return a function that computes the gradient of `func`, which can be differentiated again; see grad_and_value.

    >>> slope = grad(lambda x: x ** 3)
    >>> grad(slope)(tensor(2.0)).item()
    12.0
    """
    def run(*args, **named):
        found, value = grad_and_value(func, argnums, has_aux)(*args, **named)
        return (found, value[1]) if has_aux else found
    return run


def value_and_grad(func, argnums=0, has_aux=False):
    """Return a function that computes (value, gradient) of `func`, in JAX's order.

    With has_aux it returns ((value, anything), gradient).

    For arguments and errors see grad_and_value.

    >>> value_and_grad(lambda x: x ** 3)(tensor(2.0))
    (tensor(8.), tensor(12.))
    """
    def run(*args, **named):
        found, value = grad_and_value(func, argnums, has_aux)(*args, **named)
        return value, found
    return run


def jacrev(func, argnums=0, has_aux=False, *, chunk_size=None):
    """Return a function that computes the Jacobian of `func` with respect to one argument, or to several.

    argnums      which arguments: a number, or a tuple of them
    has_aux      whether func returns (outputs, anything); then the new function returns (Jacobian, anything)
    chunk_size   accepted as in PyTorch: rows are computed one by one
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
        outer = any(getattr(x, "requires_grad", False) for x in leaves(args))     # to differentiate the result again
        found = rows(outputs, tuple(leaves(given)), create_graph=outer)
        several = isinstance(found[0], tuple)                                 # one gradient for each of several outputs
        parts = [unpack(rebuilt(given, iter(one)), many) for one in (found if several else [found])]
        found = tuple(parts) if several else parts[0]
        return (found, aux[0]) if has_aux else found
    return run


def jvp(func, primals, tangents, *, strict=False, has_aux=False):
    """Return (func(*primals), Jacobian · tangents): the outputs, and their change along a direction of the inputs.

    strict    accepted as in PyTorch
    has_aux   func returns (outputs, anything); `anything` is the third result
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
    """Return a function that computes the Jacobian of `func` row by row. Arguments as in jacobian.

    randomness is accepted as in PyTorch.

    randomness is accepted as in PyTorch.

    randomness is accepted as in PyTorch.
    """
    return jacrev(func, argnums, has_aux)


jacobian = jacrev                        # JAX has these two names too


def jit(func, *, static_argnums=None, static_argnames=None):
    """Compile `func`, under JAX's name: the first call records a program, which later calls run.

    static_argnums, static_argnames   accepted as in JAX: arguments that are not tensors are always static

    >>> jit(lambda x: x * 2 + 1)(tensor([1.0, 2.0]))
    tensor([3., 5.])
    """
    from ..static.compile import compile  # imported late: only programs that compile need it
    return compile(func)


def hessian(func, argnums=0):
    """Return a function that computes the second derivatives of `func` by one argument; argnums as in jacrev."""
    return jacrev(jacrev(func, argnums), argnums)


def vjp(func, *primals, has_aux=False):
    """Return (func(*primals), pull), where pull(v) returns v · Jacobian, a tuple with a tensor for each of the primals.

    has_aux   whether func returns (outputs, anything); `anything` is then the third result
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
    return (unpack(shown, many), pull, aux[0]) if has_aux else (unpack(shown, many), pull)


def functional_call(module, parameters, args=None, kwargs=None, *, tie_weights=True, strict=False):
    """Call a module with given tensors instead of its own parameters and buffers.

    parameters     {name: tensor}, or a tuple of such dicts
    args, kwargs   arguments of the call: one argument or a tuple, and a dict
    tie_weights    accepted as in PyTorch: a tensor replaces only the name that is given
    strict         whether every parameter and buffer of the module must be given; if not, RuntimeError is raised
    """
    if isinstance(parameters, tuple | list):
        parameters = {name: value for one in parameters for name, value in one.items()}
    if strict and (absent := module.state_dict().keys() - parameters.keys()):
        raise RuntimeError(f"functional_call: strict=True needs these tensors too: {', '.join(sorted(absent))}.")
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
    """Stack the parameters and the buffers of models of one architecture: two dicts for `functional_call`."""
    if not models:
        raise RuntimeError("stack_module_state: Expected at least one model, got 0.")
    params = {name: functions["stack"]([dict(model.named_parameters())[name].detach() for model in models])
              .requires_grad_(p.requires_grad) for name, p in models[0].named_parameters()}
    buffers = {name: functions["stack"]([dict(model.named_buffers())[name] for model in models])
               for name, _ in models[0].named_buffers()}
    return params, buffers


_missing.speak_for(globals())
