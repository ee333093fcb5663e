"""torch.library: custom operations with a name, from a function of tensors and a formula of its gradient."""

import inspect

from .. import ops
from ..autograd.function import Function
from ..engine import no_grad, tensor_types
from ..rare.autograd.tree import leaves, rebuilt
from ..runtime import bump, missing as _missing

__all__ = ["CustomOpDef", "custom_op", "infer_schema", "opcheck", "register_autograd", "register_fake",
           "register_kernel"]
definitions: dict = {}                   # {"namespace::name": CustomOpDef}


class Namespace:
    """Operations of one namespace: `ops.mylib.crop`."""

    def __init__(self, name):
        self.__name__ = name

    def __getattr__(self, name):
        raise AttributeError(f"'_OpNamespace' {self.__name__!r} object has no attribute {name!r}")


def custom_op(name, fn=None, /, *, mutates_args, device_types=None, schema=None, tags=None):
    """Create a custom operation from a function of tensors: a decorator, or `custom_op(name, fn, mutates_args=())`.

    name           "namespace::name"; raises ValueError for others; `ops.namespace.name` is the operation too
    fn             a function with annotations for arguments and result; without, ValueError. It may use any library: it
                   gets detached tensors, and its result must share no memory with them
    mutates_args   names of the arguments that fn writes to; () for none
    device_types   the devices that fn is for, such as "cpu"; None: all
    schema, tags   accepted, without effect: the schema follows from the signature

    >>> @custom_op("doc::cube", mutates_args=())
    ... def cube(x: Tensor) -> Tensor:
    ...     return from_numpy(x.numpy() ** 3)
    >>> def keep(ctx, inputs, output):
    ...     ctx.save_for_backward(*inputs)
    >>> cube.register_autograd(lambda ctx, grad: grad * 3 * ctx.saved_tensors[0] ** 2, setup_context=keep)
    >>> x = tensor([2.0], requires_grad=True)
    >>> cube(x).backward()
    >>> x.grad
    tensor([12.])
    """
    def define(fn):
        return CustomOpDef(name, fn, mutates_args, device_types)
    return define if fn is None else define(fn)


class CustomOpDef:
    """An operation that `custom_op` created: it is called like its function.

    name, fn, mutates_args, device_types   as in custom_op
    default                                the operation itself, for `ops.mylib.crop.default`
    """

    def __init__(self, name, fn, mutates_args, device_types=None):
        namespace, colons, short = name.partition("::")
        if not colons or not (namespace.isidentifier() and short.isidentifier()):
            raise ValueError(f'custom_op: the name must be "namespace::name", such as "mylib::crop", not {name!r}.')
        infer_schema(fn, mutates_args=mutates_args)
        place = vars(ops).setdefault(namespace, Namespace(namespace))
        if type(place) is not Namespace:
            raise ValueError(f"custom_op: the namespace {namespace!r} is a part of minitorch.ops: choose another.")
        self.name, self.signature = name, inspect.signature(fn, eval_str=True)
        self.named = [p.name for p in self.signature.parameters.values() if p.kind is p.KEYWORD_ONLY]
        self.mutated = [*self.signature.parameters] if mutates_args == "unknown" else [*mutates_args]
        self.kernels, self.fake, self.setup, self.formula = {}, None, None, None
        self.register_kernel(device_types)(fn)
        self.node = type(f"GeneratedBackwardFor_{namespace}_{short}_default", (Function,), {
            "forward": staticmethod(self._forward), "backward": staticmethod(self._backward)})
        setattr(place, short, self)
        definitions[name] = self

    @property
    def default(self):
        return self

    def __repr__(self):
        return f"<CustomOpDef({self.name})>"

    def __call__(self, *args, **kwargs):
        given = self._arguments(args, kwargs)
        named = {name: given.pop(name) for name in self.named}
        inputs = tuple(given.values())
        if self.signature.return_annotation is None:
            with no_grad():
                self._compute(inputs, named)
            result = None
        else:
            result = self.node.apply((inputs, named), *leaves(inputs))
        for x in leaves([{**given, **named}[name] for name in self.mutated]):
            if type(x) in tensor_types:
                bump(x)
        return result

    def _arguments(self, args, kwargs):
        """Return every argument by its name; raise RuntimeError if they do not fit the signature."""
        try:
            bound = self.signature.bind(*args, **kwargs)
        except TypeError as error:
            raise RuntimeError(f"{self.name}() {error}. It takes {self.signature}.") from None
        bound.apply_defaults()
        for name, value in bound.arguments.items():
            if self.signature.parameters[name].annotation in tensor_types and type(value) not in tensor_types:
                raise RuntimeError(f"{self.name}() Expected a value of type 'Tensor' for argument {name!r} but instead "
                                   f"found type {type(value).__name__!r}. It takes {self.signature}.")
        return bound.arguments

    def _compute(self, inputs, named):
        """Return the result of the function that is registered for the tensors' device."""
        tensors = [x for x in leaves([inputs, named]) if type(x) in tensor_types]
        device = tensors[0].device.type if tensors else "cpu"
        if device == "meta":
            if self.fake is None:
                raise RuntimeError(f"There was no fake impl registered for {self}: on the meta device nothing is "
                                   "computed. Register a function that makes empty results: "
                                   f"`{self.name.partition('::')[2]}.register_fake`.")
            return self.fake(*inputs, **named)
        kernel = self.kernels.get(device) or self.kernels.get(None)
        if kernel is None:
            raise NotImplementedError(f"{self.name} has no kernel for {device!r}, only for "
                                      f"{', '.join(map(repr, self.kernels))}: see register_kernel.")
        result = kernel(*inputs, **named)
        inside = {x.untyped_storage().data_ptr() for x in tensors if x.numel()}
        for out in leaves(result):
            if type(out) in tensor_types and out.untyped_storage().data_ptr() in inside:
                raise RuntimeError(f"{self.name}: The output of this custom operator (1) must not also be an input to "
                                   "this custom operator and (2) may not alias any inputs to this custom operator or "
                                   "other returns. Return a copy: x.clone().")
        return result

    def _forward(self, ctx, given, *tensors):
        inputs, named = given
        bare = iter([x.detach() if type(x) in tensor_types else x for x in tensors])
        result = self._compute(rebuilt(inputs, bare), {
            name: x.detach() if type(x) in tensor_types else x for name, x in named.items()})
        ctx.needs_input_grad = rebuilt(inputs, iter(ctx.needs_input_grad[1:]))
        ctx.counts = [len(x) if isinstance(x, list | tuple) else None for x in inputs]
        if self.setup is not None:
            beside = {"keyword_only_inputs": named} if self.named else {}
            self.setup(ctx=ctx, inputs=rebuilt(inputs, iter(tensors)), output=result, **beside)
        return tuple(result) if isinstance(result, list) else result

    def _backward(self, ctx, *grads):
        if self.formula is None:
            raise RuntimeError(f"Trying to backward through {self.name.replace('::', '.')}.default but no autograd "
                               "formula was registered. Please use register_autograd to add one.")
        found = self.formula(ctx, *grads)
        found = found if isinstance(found, tuple) else (found,)
        parts = [[g] if count is None else [None] * count if g is None else list(g)
                 for g, count in zip(found, ctx.counts)]
        return (None, *[g for part in parts for g in part])        # Function raises an error for too few gradients

    def register_kernel(self, device_types, fn=None, /):
        """Register fn for device types, "cpu", "cuda" or a list (None: all); without fn, return a decorator."""
        def register(fn):
            for device in (device_types,) if device_types is None or isinstance(device_types, str) else device_types:
                self.kernels[device] = fn
            return fn
        return register if fn is None else register(fn)

    def register_fake(self, fn, /):
        """Register fn, which returns results without data, such as `empty_like(x)`, for the meta device."""
        self.fake = fn
        return fn

    def register_autograd(self, backward, /, *, setup_context=None):
        """Register the function that computes the gradient.

        backward        backward(ctx, *grads) returns a gradient, or None, for each positional argument; a list of them
                        for a list of tensors
        setup_context   setup_context(ctx, inputs, output), with keyword_only_inputs if there are any, saves what
                        backward needs: ctx.save_for_backward(inputs[0])
        """
        self.formula, self.setup = backward, setup_context


def find_operation(op):
    """Return the operation with the name op, or op itself; raise RuntimeError if no operation has this name."""
    if op in definitions:
        return definitions[op]
    if type(op) is not CustomOpDef:
        raise RuntimeError(f"there is no operation {op!r}: custom_op makes one. There are: {', '.join(definitions)}.")
    return op


def register_autograd(op, backward, /, *, setup_context=None):
    """Call `CustomOpDef.register_autograd` of op: an operation, or "namespace::name"; see it for setup_context."""
    find_operation(op).register_autograd(backward, setup_context=setup_context)


def register_fake(op, func=None, /):
    """Call `CustomOpDef.register_fake` of op: an operation, or "namespace::name". Without func, return a decorator."""
    return find_operation(op).register_fake if func is None else find_operation(op).register_fake(func)


def register_kernel(op, device_types, func=None, /):
    """Call `CustomOpDef.register_kernel` of op: an operation, or "namespace::name"; see it for device_types, func."""
    return find_operation(op).register_kernel(device_types, func)


def infer_schema(prototype_function, /, *, mutates_args=()):
    """Return the signature of an operation as text; raise ValueError for an argument or result without annotation.

    mutates_args   names of arguments that are written to
    """
    signature = inspect.signature(prototype_function, eval_str=True)
    for name, parameter in signature.parameters.items():
        if parameter.annotation is parameter.empty:
            raise ValueError(f"infer_schema(func): Parameter {name} must have a type annotation. Got func with "
                             f"signature {signature}")
    if signature.return_annotation is signature.empty:
        raise ValueError(f"infer_schema(func): No return type annotation was provided. Got func with signature "
                         f"{signature}: write -> Tensor, or -> None for what only writes to its arguments.")
    if mutates_args != "unknown" and (unknown := {*mutates_args} - signature.parameters.keys()):
        raise ValueError(f"mutates_args names {', '.join(sorted(unknown))}, which the function does not take: "
                         f"{signature}.")
    return str(signature)


def opcheck(op, args, kwargs=None):
    """Test an operation with some arguments; return {test: "SUCCESS"}, or raise RuntimeError if a test fails.

    args, kwargs   arguments of the call

    The operation may change only the arguments in mutates_args, and register_fake's results must have the shapes and
    dtypes of the real results. Compare gradients by `autograd.gradcheck`.
    """
    op, kwargs = find_operation(op), kwargs or {}
    given = op.signature.bind(*args, **kwargs).arguments
    before = {name: [x.clone() for x in leaves([value]) if type(x) in tensor_types] for name, value in given.items()}
    results = leaves([op(*args, **kwargs)])
    for name, kept in before.items():
        now = [x for x in leaves([given[name]]) if type(x) in tensor_types]
        if name not in op.mutated and not all((x.isnan() | (x == y)).all() for x, y in zip(now, kept)):
            raise RuntimeError(f"opcheck: {op.name} writes to {name}, so mutates_args must name it.")
    done = {"test_schema": "SUCCESS", "test_autograd_registration": "SUCCESS"}
    if op.fake is not None:
        fakes = leaves([op.fake(*args, **kwargs)])
        for real, fake in zip(results, fakes):
            if (real.shape, real.dtype) != (fake.shape, fake.dtype):
                raise RuntimeError(f"opcheck: {op.name} gives {tuple(real.shape)} of {real.dtype}, but its fake gives "
                                   f"{tuple(fake.shape)} of {fake.dtype}.")
        done["test_faketensor"] = "SUCCESS"
    return done


_missing.speak_for(globals())
