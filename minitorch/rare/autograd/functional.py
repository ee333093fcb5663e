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
    """Return the gradient of Σ weights·outs for each input: zeros (an error if strict) if outs do not depend on it."""
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
    vectorize, strategy   accepted, without effect: one backward pass is run for each element of the output

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

    func, inputs   as in `jacobian`; create_graph, strict and vectorize too

    outer_jacobian_strategy has no effect. Raises RuntimeError if func returns more than one number.
    """
    inputs, many = as_tuple(inputs)

    def slopes(*xs):
        out = func(*xs)
        if not hasattr(out, "array") or out.numel() != 1:
            raise RuntimeError("hessian: the function must return a single number.")
        return gradients((out.reshape(()),), xs, (functions["ones_like"](out.reshape(())),), True, strict)
    found = jacobian(slopes, inputs, create_graph, strict)
    return found if many else found[0][0]


def vjp(func, inputs, v=None, create_graph=False, strict=False):
    """Return (func(inputs), v · Jacobian); v has the output's shape. create_graph, strict: as in `jacobian`."""
    outs, many_out, inputs, many_in = evaluate(func, inputs, create_graph)
    found = gradients(outs, inputs, ones(outs) if v is None else as_tuple(v)[0], create_graph, strict)
    return unpack(detach_unless(create_graph, outs), many_out), unpack(found, many_in)


def ones(outs):
    if len(outs) != 1 or outs[0].numel() != 1:
        raise RuntimeError("v may be left out only if the function returns a single element.")
    return tuple(functions["ones_like"](o) for o in outs)


def detach_unless(create_graph, outs):
    return outs if create_graph else tuple(o.detach() for o in outs)


def jvp(func, inputs, v=None, create_graph=False, strict=False):
    """Return (func(inputs), Jacobian · v), by two backward passes; the second differentiates the first.

    The arguments are those of `vjp`, but v has the inputs' shape.
    """
    outs, many_out, inputs, _ = evaluate(func, inputs, create_graph)
    v = tuple(functions["ones_like"](x) for x in inputs) if v is None else as_tuple(v)[0]
    products = jacobian_times(outs, inputs, v, create_graph, strict)
    return unpack(detach_unless(create_graph, outs), many_out), unpack(products, many_out)


def jacobian_times(outs, inputs, v, create_graph, strict=False):
    """Return Jacobian · v for each output: differentiate Σ v·(weights·Jacobian) with respect to the weights."""
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
    return detach_unless(create_graph, (out,))[0], unpack(found, many)


hvp = vhp                                # H v equals v H, because a Hessian is symmetric

__all__ = ["hessian", "hvp", "jacobian", "jvp", "vhp", "vjp"]

_missing.speak_for(globals())
