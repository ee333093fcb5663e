"""Checkpointing: store only the inputs and outputs of a part of a network, and compute the rest again in backward."""

from ...autograd.function import Function
from ...engine import enable_grad, is_grad_enabled, tensor_types
from ...engine.backward import backward_order
from ...engine.node import Leaf
from ...random import get_rng_state, set_rng_state
from ...runtime import grad


def checkpoint(function, *args, use_reentrant=None, context_fn=None, determinism_check="default", debug=False,
               preserve_rng_state=True, early_stop=True, **kwargs):
    """Return function(*args, **kwargs), but store only inputs and outputs; backward computes the other tensors again.

    preserve_rng_state   whether dropout draws the same numbers again
    returns              the result of `function`: a Tensor, or a tuple or list of Tensors and other values

    use_reentrant, context_fn, determinism_check, debug and early_stop have no effect: gradients always reach the
    arguments and every parameter.

    Source: Chen et al., Training Deep Nets with Sublinear Memory Cost (2016).
    """
    if not is_grad_enabled():
        return function(*args, **kwargs)
    part = Part(function, args, kwargs, get_rng_state() if preserve_rng_state else None)
    inside, result = part.run()
    outs = list(result) if isinstance(result, tuple | list) else [result]
    part.indices = [index for index, out in enumerate(outs) if type(out) in tensor_types and out.requires_grad]
    if not part.indices:
        return result
    kept = [outs[index] for index in part.indices]
    leaves = [x for x in leaves_of(kept) if not any(x is own for own in inside)]
    values = Recomputed.apply(part, tuple(x.detach() for x in kept), *part.inputs(), *leaves)
    for index, value in zip(part.indices, values):
        outs[index] = value
    return type(result)(outs) if isinstance(result, tuple | list) else outs[0]


def leaves_of(outs):
    """Return the leaf tensors that the gradients of `outs` would be added to."""
    found: dict = {}
    for out in outs:
        for edge in backward_order(out.grad_fn) if out.grad_fn is not None else [out._node]:
            if type(edge) is Leaf and edge.variable is not None:
                found[id(edge)] = edge.variable
    return list(found.values())


class Part:
    """A part of a network: a function and the arguments of its call."""

    def __init__(self, function, args, kwargs, state):
        self.function, self.args, self.kwargs, self.state = function, args, kwargs, state

    def inputs(self):
        """Return the arguments that require a gradient, each once."""
        given = (*self.args, *self.kwargs.values())
        return list({id(x): x for x in given if type(x) in tensor_types and x.requires_grad}.values())

    def run(self):
        """Return (the inputs, detached from their graph; the function's result for them)."""
        inside = {id(x): x.detach().requires_grad_() for x in self.inputs()}
        args = [inside.get(id(x), x) for x in self.args]
        return list(inside.values()), self.function(*args, **{k: inside.get(id(x), x) for k, x in self.kwargs.items()})

    def rerun(self):
        """Run the function again, with the random numbers of the first run."""
        now = get_rng_state()
        if self.state is not None:
            set_rng_state(self.state)
        try:
            with enable_grad():
                return self.run()
        finally:
            if self.state is not None:
                set_rng_state(now)


class Recomputed(Function):
    """The outputs of a Part, as a function of the Part's inputs and of the parameters that the Part uses."""

    @staticmethod
    def forward(ctx, part, values, *tensors):
        ctx.part, ctx.tensors = part, tensors
        return values

    @staticmethod
    def backward(ctx, *grads):
        inside, result = ctx.part.rerun()
        outs = result if isinstance(result, tuple | list) else (result,)
        leaves = ctx.tensors[len(ctx.part.inputs()):]
        return (None, None, *grad([outs[index] for index in ctx.part.indices], [*inside, *leaves], list(grads),
                                  allow_unused=True))


def checkpoint_sequential(functions, segments, input, use_reentrant=None, preserve_rng_state=True, **settings):
    """Run a Sequential, or a list of functions, in `segments` parts, and checkpoint all parts but the last.
    input    the tensor for the first layer
    returns  the last layer's result


    The other settings are those of `checkpoint`.
    """
    layers = list(functions.children()) if hasattr(functions, "children") else list(functions)
    length = len(layers) // segments

    def run(layers):
        def forward(x):
            for layer in layers:
                x = layer(x)
            return x
        return forward
    for start in range(0, length * (segments - 1), length) if segments > 1 else ():
        input = checkpoint(run(layers[start:start + length]), input, preserve_rng_state=preserve_rng_state)
    return run(layers[length * (segments - 1):])(input)
