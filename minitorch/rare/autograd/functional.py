"""Whole Jacobians and Hessians of functions, and their products with vectors."""

from ...engine import enable_grad
from ...runtime import functions, grad, missing as _missing

stack = functions["stack"]


def as_tuple(x):
    return (tuple(x), True) if isinstance(x, tuple | list) else ((x,), False)


def detached_inputs(inputs, create_graph):
    """Return inputs as tensors that require a gradient, detached from the caller's graph unless create_graph."""
    return tuple(x.view_as(x) if create_graph and x.requires_grad else x.detach().clone().requires_grad_()
                 for x in inputs)


def evaluate(func, inputs, create_graph):
    """Call func with fresh inputs; return (outputs, whether func gave a tuple, inputs, whether they were a tuple)."""
    given, many_in = as_tuple(inputs)
    inputs = detached_inputs(given, create_graph)
    with enable_grad():
        outs, many_out = as_tuple(func(*inputs))
    return outs, many_out, inputs, many_in


def gradients(outs, inputs, weights, create_graph, strict):
    """Return the gradient of Σ weights·outs by each input; zeros for an input without effect (an error if strict)."""
    used = [(o, w) for o, w in zip(outs, weights) if o.requires_grad]
    found = (None,) * len(inputs) if not used else grad(
        [o for o, _ in used], inputs, [w for _, w in used], retain_graph=True, create_graph=create_graph,
        allow_unused=True)
    if strict and None in found:
        raise RuntimeError(f"strict: the output does not depend on input {found.index(None)}.")
    return tuple(functions["zeros_like"](x) if g is None else g for g, x in zip(found, inputs))


def unpack(values, many):
    return tuple(values) if many else values[0]


def jacobian(func, inputs, create_graph=False, strict=False, vectorize=False, strategy="reverse-mode"):
    """Return d func / d inputs: for each output and input, a tensor of the output's shape followed by the input's.

    create_graph          whether the result can be differentiated again
    strict                raise RuntimeError if an output does not depend on an input; False: return zeros
    vectorize, strategy   accepted, without effect: each element of the output has a backward pass of its own

    >>> jacobian(lambda x: x ** 2, tensor([1.0, 2.0]))
    tensor([[2., 0.],
            [0., 4.]])
    """
    outs, many_out, inputs, many_in = evaluate(func, inputs, create_graph)
    def blocks(out):
        flat = out.reshape(-1)
        walks = [gradients((y,), inputs, (functions["ones_like"](y),), create_graph, strict)
                 for y in (flat[i] for i in range(flat.numel()))]
        return [(stack([w[j] for w in walks]) if walks else x.new_zeros(0)).reshape((*out.shape, *x.shape))
                for j, x in enumerate(inputs)]
    return unpack([unpack(blocks(out), many_in) for out in outs], many_out)


def hessian(func, inputs, create_graph=False, strict=False, vectorize=False, outer_jacobian_strategy="reverse-mode"):
    """Return the second derivatives of a function with one value: the Jacobian of its gradient.

    func, inputs   as jacobian's; so are create_graph, strict and vectorize

    outer_jacobian_strategy has no effect. Raises RuntimeError for a function with several values.
    """
    inputs, many = as_tuple(inputs)

    def slopes(*xs):
        out = func(*xs)
        if not hasattr(out, "array") or out.numel() != 1:
            raise RuntimeError("hessian: the function must give one value.")
        return gradients((out.reshape(()),), xs, (functions["ones_like"](out.reshape(())),), True, strict)
    found = jacobian(slopes, inputs, create_graph, strict)
    return found if many else found[0][0]


def vjp(func, inputs, v=None, create_graph=False, strict=False):
    """Return (func(inputs), v · Jacobian), v of the output's shape; create_graph and strict as jacobian's."""
    outs, many_out, inputs, many_in = evaluate(func, inputs, create_graph)
    found = gradients(outs, inputs, ones(outs) if v is None else as_tuple(v)[0], create_graph, strict)
    return unpack(settle(outs, create_graph), many_out), unpack(found, many_in)


def ones(outs):
    if len(outs) != 1 or outs[0].numel() != 1:
        raise RuntimeError("v may be left out only if the function returns a single element.")
    return tuple(functions["ones_like"](o) for o in outs)


def settle(outs, create_graph):
    return outs if create_graph else tuple(o.detach() for o in outs)


def jvp(func, inputs, v=None, create_graph=False, strict=False):
    """Return (func(inputs), Jacobian · v), by two backward passes, the second through the first.

    Arguments as vjp's, v of the inputs' shape.
    """
    outs, many_out, inputs, _ = evaluate(func, inputs, create_graph)
    v = tuple(functions["ones_like"](x) for x in inputs) if v is None else as_tuple(v)[0]
    return unpack(settle(outs, create_graph), many_out), unpack(along(outs, inputs, v, create_graph, strict),
                                                                    many_out)


def along(outs, inputs, v, create_graph, strict=False):
    """Return Jacobian · v for each output: the derivative along v of the gradient, which is linear in its weights."""
    weights = tuple(functions["zeros_like"](o).requires_grad_() for o in outs)
    with enable_grad():
        back = gradients(outs, inputs, weights, True, strict)
        return gradients(back, weights, v, create_graph, False)


def vhp(func, inputs, v=None, create_graph=False, strict=False):
    """Return (func(inputs), v · Hessian) for a function with one value; v has the inputs' shape. See jacobian."""
    (out,), _, inputs, many = evaluate(func, inputs, create_graph)
    with enable_grad():
        slopes = gradients((out,), inputs, (functions["ones_like"](out),), True, strict)
        found = gradients(slopes, inputs, ones(slopes) if v is None else as_tuple(v)[0], create_graph, False)
    return settle((out,), create_graph)[0], unpack(found, many)


hvp = vhp                                # H v equals v H, because a Hessian is symmetric

__all__ = ["hessian", "hvp", "jacobian", "jvp", "vhp", "vjp"]

_missing.speak_for(globals())
