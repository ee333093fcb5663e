"""The gradients of a Function that defines only jvp (Jacobian-vector product), the forward-mode derivative."""

from ... import backend
from ...engine import enable_grad
from ...runtime import grad as gradients
from ...tensors import tensor_of


def backward_from_jvp(cls, call):
    """Return a backward that differentiates jvp: jvp is linear, so its tangents' gradients are the inputs' gradients.

    call      the Call: it has the tensors among the arguments of apply, with shapes and dtypes
    returns   backward(ctx, *grads), which returns a tuple: one gradient for each argument, None if it is no tensor
    """
    def backward(ctx, *grads):
        like = next(g.array for g in grads if g is not None)
        with backend.on(like):
            zeros = [backend.library_of(like).zeros(tuple(spec.shape), spec.dtype) for spec in call.specs]
        directions = {index: tensor_of(x).requires_grad_() for index, x in zip(call.indices, zeros)}
        with enable_grad():
            moved = cls.jvp(ctx, *map(directions.get, range(call.count)))
        moved = moved if type(moved) is tuple else (moved,)
        used = [(out, g) for out, g in zip(moved, grads) if g is not None and out is not None and out.requires_grad]
        outs, weights = zip(*used) if used else ((), ())
        found = gradients(outs, tuple(directions.values()), weights, allow_unused=True,
                          create_graph=any(g.requires_grad for g in weights)) if used else ()
        return tuple(map(dict(zip(directions, found)).get, range(call.count)))
    return backward
