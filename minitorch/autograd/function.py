"""Function: a learner's own op in PyTorch's form, with a context that stores the values that backward needs."""

from inspect import getattr_static, isfunction, signature
from weakref import ref

from .. import backend, paths
from ..engine import derivative_of, dispatch, no_grad, tensor_types
from ..engine.apply import watchers
from ..engine.node import Output, Spec
from ..engine.op import Op
from ..runtime import bump, conjugated
from ..runtime.inplace import rebase
from ..tensors import tensor_of


class FunctionCtx:
    """The values that forward keeps for backward. Any attribute may be set on it.

    needs_input_grad   one bool for each argument of apply
    saved_tensors      the tensors passed to save_for_backward; raises RuntimeError if one was changed in place
    """

    def __init__(self, args):
        self.needs_input_grad = tuple(getattr(a, "_node", None) is not None for a in args)
        self._saved = self._dirty = self._closed = ()
        self._materialize = True
        self._node = lambda: None

    def save_for_backward(self, *tensors):
        """Save tensors for backward: inputs, outputs or intermediate results; None is allowed."""
        for x in tensors:
            if x is not None and type(x) not in tensor_types:
                raise TypeError(f"save_for_backward can only save variables, but argument is of type "
                                f"{type(x).__name__}. Set it as an attribute instead: ctx.name = value.")
        self._saved = tensors

    save_for_forward = save_for_backward                 # PyTorch's name for use with jvp

    def mark_dirty(self, *tensors):
        """Declare which inputs forward changes in place; forward must return these inputs."""
        self._dirty = tensors

    def mark_non_differentiable(self, *tensors):
        """Declare which outputs have no gradient, such as indices."""
        self._closed = tensors

    def set_materialize_grads(self, value):
        """Choose the gradients that backward gets for unused outputs: zeros (True) or None (False)."""
        self._materialize = value

    def pack(self, inputs, outs):
        """Replace saved tensors by (array, counter, version, edge, output index, class), so that no cycle is made."""
        def packed(x):
            if x._counter is None:
                x._counter = [0, None]
            number = next((i for i, out in enumerate(outs) if out is x), None)
            source = next((i for i in inputs if i is x), x)
            array = paths.module("rare.autograd.saved_tensors").pack(x.array) if packing else x.array
            edge = None if number is not None else source._node
            return array, x._counter, x._counter[0], edge, number, getattr(x, "_of_dense", None)
        packing = watchers and any(self.needs_input_grad) and paths.module("rare.autograd.saved_tensors").hooks.get()
        self._saved = [None if x is None else packed(x) for x in self._saved]

    @property
    def saved_tensors(self):
        def unpacked(array, counter, version, edge, number, kind):
            node = self._node()
            if isinstance(array, Spec):                  # packed by a hook
                array, counter = array.array(), None
            elif counter[0] != version:
                paths.module("explain.backward").refuse_stale(node, counter, version)
            if number is not None and node is not None:
                edge = Output(node, number, array.shape, array.dtype)
            tensor = tensor_of(array)
            tensor._node, tensor._counter = edge, counter
            return kind(tensor) if kind else tensor      # `kind` turns the tensor into a sparse tensor, if it was one
        return tuple(None if saved is None else unpacked(*saved) for saved in self._saved)


class Call:
    """One call of apply, passed through the engine as a setting; its references are cleared afterwards."""

    def __init__(self, function, args, ctx):
        self.function, self.args, self.ctx, self.outs = function, args, ctx, None
        self.indices = tuple(i for i, a in enumerate(args) if type(a) in tensor_types)
        self.count = len(args)
        self.specs = () if function.jvp is Function.jvp else [Spec(args[i].shape, args[i].array.dtype)
                                                              for i in self.indices]

    def run(self):
        """Run forward and return its results as arrays; keep its Tensors in `outs`."""
        own_setup = self.function.setup_context is not Function.setup_context
        with no_grad():
            outs = self.function.forward(*(() if own_setup else (self.ctx,)), *self.args)
            if own_setup:
                self.function.setup_context(self.ctx, self.args, outs)
        self.single = type(outs) is not tuple
        self.outs = (outs,) if self.single else outs
        for out in self.outs:
            if type(out) not in tensor_types:
                raise TypeError(f"{self.function.__name__}.forward must return a Tensor or a tuple of Tensors, "
                                f"not {type(out).__name__}.")
        self.ctx.pack([a for a in self.args if type(a) in tensor_types], self.outs)
        return tuple(out.array for out in self.outs)


def op_for(cls):
    """Return a new op that runs a Function class in the engine.

    Raises TypeError for a method that takes both self and ctx: @staticmethod was forgotten.
    """
    for method in ("forward", "backward"):
        found = getattr_static(cls, method)
        if isfunction(found) and list(signature(found).parameters)[:2] == ["self", "ctx"]:
            raise TypeError(f"{cls.__name__}.{method} takes self and ctx, but is called without self: leave `self` "
                            f"out, and write @staticmethod in the line above `def {method}`.")

    def forward(xp, *arrays, call):
        return call.run(), call.ctx
    made = Op(forward, name=cls.__name__, outputs="many", residual=True, promotes=False, register=False)

    @derivative_of(made)
    def derivative(grad, ctx, *inputs, call):
        return call_backward(cls, ctx, grad, inputs, call)
    return made


def call_backward(cls, ctx, grads, inputs, call):
    """Run the learner's backward on Tensors; check its gradients and return them, as arrays if `grads` are arrays."""
    node = ctx._node()
    bare = not any(type(g) in tensor_types for g in grads)
    like = next(getattr(g, "array", g) for g in grads if g is not None)
    tensors = [gradient_tensor(g, shape, dtype, like if ctx._materialize else None)
               for g, shape, dtype in zip(grads, node.shape, node.dtype)]
    by_jvp = cls.backward is Function.backward and cls.jvp is not Function.jvp
    backward = paths.module("rare.autograd.from_jvp").backward_from_jvp(cls, call) if by_jvp else cls.backward
    found = backward(ctx, *[conjugated(g) for g in tensors])
    found = found if type(found) is tuple else (found,)
    check_gradients(cls, call, found, inputs)
    results = [conjugated(found[i]) for i in call.indices]
    return tuple(g.array if bare and g is not None else g for g in results)


def gradient_tensor(grad, shape, dtype, like):
    """Return a gradient as a Tensor; if grad is None, return zeros on the device of `like`, or None if like is None."""
    if grad is None and like is not None:
        with backend.on(like):
            grad = backend.library_of(like).zeros(shape, dtype)
    return grad if grad is None or type(grad) in tensor_types else tensor_of(grad).contiguous()


def check_gradients(cls, call, found, inputs):
    """Raise RuntimeError for too few or too many gradients, or for one that does not fit the shape of its input."""
    if len(found) < call.count or any(g is not None for g in found[call.count:]):
        raise RuntimeError(f"function {cls.__name__}Backward returned an incorrect number of gradients "
                           f"(expected {call.count}, got {len(found)}): one for each argument of apply, "
                           "None for an argument without a gradient.")
    for i, x in zip(call.indices, inputs):
        g = found[i]
        if g is not None and x is not None and not can_sum_to(tuple(g.shape), tuple(x.shape)):
            raise RuntimeError(f"Function {cls.__name__}Backward returned an invalid gradient at index {i} - "
                               f"got {list(g.shape)} but expected shape compatible with {list(x.shape)}")


def can_sum_to(shape, target):
    """Return whether a gradient of `shape` can be summed to shape `target`."""
    tail = shape[len(shape) - len(target):]
    return len(shape) >= len(target) and all(t in (1, s) for s, t in zip(tail, target))


class Function:
    """The base class of your own ops. Write two static methods, and call `apply`, never `forward`:

    forward(ctx, *args)     computes; may call ctx.save_for_backward(...)
    backward(ctx, *grads)   returns one gradient for each argument of forward

    PyTorch's old form works too: methods with self instead of ctx, and a call of an instance.

    >>> class Cube(Function):
    ...     @staticmethod
    ...     def forward(ctx, x):
    ...         ctx.save_for_backward(x)
    ...         return x ** 3
    ...     @staticmethod
    ...     def backward(ctx, grad):
    ...         x, = ctx.saved_tensors
    ...         return grad * 3 * x ** 2
    >>> x = tensor(2.0, requires_grad=True)
    >>> Cube.apply(x).backward()
    >>> x.grad
    tensor(12.)
    """

    _op = None

    @staticmethod
    def forward(*args):
        raise NotImplementedError("You must implement the forward function for custom autograd.Function.")

    @staticmethod
    def backward(ctx, *grads):
        raise NotImplementedError("You must implement either the backward method for your custom "
                                  "autograd.Function to use it with backward.")

    @staticmethod
    def jvp(ctx, *tangents):
        """Return the tangents of the outputs, given those of the inputs; None for an input that is no tensor."""
        raise NotImplementedError("You must implement the jvp function for custom autograd.Function to use it with "
                                  "forward mode AD.")

    @staticmethod
    def setup_context(ctx, inputs, output):
        """Save values for backward here, if you write forward(*args) without ctx."""

    @classmethod
    def apply(cls, *args):
        """Run forward and record a node whose derivative is backward."""
        return cls._through(args, {})

    def __call__(self, *args):
        """Run PyTorch's old form: `forward(self, x)`, in which the instance is used as ctx."""
        return self._through(args, self.__dict__)

    @classmethod
    def _through(cls, args, attributes):
        if cls.__dict__.get("_op") is None:
            cls._op = op_for(cls)
        ctx = FunctionCtx(args)
        ctx.__dict__.update(attributes)
        call = Call(cls, args, ctx)
        results = dispatch(cls._op, tuple(args[i] for i in call.indices), {"call": call})
        given, single, dirty = call.outs, call.single, ctx._dirty
        call.args = call.ctx = call.outs = None
        for result, out in zip(results, given):
            if any(out is x for x in ctx._closed):
                result._node = None
            if result._node is not None:
                ctx._node = ref(result._node.node)
            if out._counter is not None:
                result._counter = out._counter
        results = tuple(adopt_node(result, out) if any(out is x for x in dirty) else result
                        for result, out in zip(results, given))
        ctx._dirty = ctx._closed = ()
        return results[0] if single else results


def adopt_node(result, tensor):
    """Make the new node the node of a tensor that forward changed in place; return the tensor."""
    bump(tensor)
    rebase(tensor, result._node)
    return tensor


def once_differentiable(backward):
    """Decorate a backward so that it records no operations: it cannot be differentiated a second time."""
    def run(ctx, *grads):
        with no_grad():
            return backward(ctx, *grads)
    return run
