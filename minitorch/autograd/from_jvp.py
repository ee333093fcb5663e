"""The gradients of a Function that tells only how its outputs move, by its jvp."""

from .. import backend
from ..engine import enable_grad
from ..runtime import grad as gradients
from ..tensors import plain


def transposed(cls, call):
    """What stands for backward: jvp is linear in the directions, so its own gradients are those of the inputs.

    call      where among the arguments of apply the tensors stood, and their shapes and dtypes
    returns   backward(ctx, *grads), which gives a tuple: one for each argument, None for those that are no tensors
    """
    def backward(ctx, *grads):
        like = next(g.array for g in grads if g is not None)
        with backend.on(like):
            zeros = [backend.library_of(like).zeros(tuple(spec.shape), spec.dtype) for spec in call.specs]
        directions = {place: plain(x).requires_grad_() for place, x in zip(call.places, zeros)}
        with enable_grad():
            moved = cls.jvp(ctx, *map(directions.get, range(call.count)))
        moved = moved if type(moved) is tuple else (moved,)
        used = [(out, g) for out, g in zip(moved, grads) if g is not None and out is not None and out.requires_grad]
        outs, weights = zip(*used) if used else ((), ())
        found = gradients(outs, tuple(directions.values()), weights, allow_unused=True,
                          create_graph=any(g.requires_grad for g in weights)) if used else ()
        return tuple(map(dict(zip(directions, found)).get, range(call.count)))
    return backward
