"""Public functions and operators, of ops and of Python functions composed of ops, and their in-place and out= variants.

The function of an op is first a copy of `entry_point`, and an operator such as * a copy of `binary`; at the first call
codegen/ replaces its code by code written for this op.
"""

from copyreg import pickle
from types import FunctionType

import numpy as np

from ..engine import apply, dispatch, wrap
from ..engine.node import tensor_types
from ..engine.op import Op, registry
from ..paths import Declared
from .arguments import bind, check, checked, named_as
from .inplace import check_fits, check_writable, in_place, rebase, write
from .one_node import ends
from .out import check_out, write_out
from .promotion import NUMBERS
from .signatures import Described, Signature

functions = Declared()                 # {name: public function that is composed of ops}
methods = Declared()                       # {name: method of Tensor that is not a function of the package}
aliases: dict[str, str] = {}           # {PyTorch's second name: its first name}
naming: list = []                      # layer(name, function) runs for each new public function or method
MISSING = object()                     # marks an argument that was not passed


def call(op, inputs, settings, out=None):
    """Run a public call of an op: check its arguments, dispatch it, and write the result into `out` if it is given."""
    if not op.variadic and len(inputs) != len(op.inputs):
        inputs, settings = bind(op, inputs, settings)
    inputs = check(op, inputs, settings)
    complete = settings.keys() | op.defaults.keys() >= set(op.setting_names)
    result = (dispatch if complete else apply)(op, inputs, settings)     # `apply` raises an error for a missing setting
    return result if out is None else write_out(op.name, out, result)


callers = [call]                       # the last caller runs public functions without generated code


def entry_point(*inputs, out=None, **settings):
    """Call an op: the public function of each op, until codegen/ replaces its code."""
    return callers[-1](op, inputs, settings, out)  # noqa: F821 - each copy has its own `op`


KEYWORD_ONLY = {"dtype", "decimals"}   # PyTorch takes these settings by keyword only, except those in `positional`


def declare(op, takes="", same="", numbers=False, aliases="", positional="", **others):
    """Create an op's signature and its public function, and register the function's aliases."""
    op.positional = tuple([own for own in op.setting_names if own not in KEYWORD_ONLY or own in positional])
    op.signature = Signature(op.name, op.piece.library, skip=1, takes=takes, same=same, trusted=op.hidden)
    op.signature.only_numbers = numbers
    namespace = {"__name__": op.__module__, "__builtins__": __builtins__, "op": op, "callers": callers}
    op.function = function = FunctionType(entry_point.__code__, namespace, op.name)
    function.__kwdefaults__ = entry_point.__kwdefaults__
    function.__qualname__, function.__doc__, function.__module__ = op.name, op.__doc__, op.__module__
    function.op, function.__wrapped__ = op, Described(op)
    function.source = function.__wrapped__.source
    register_aliases(aliases, op.name, function, op.method)


def function(body=None, **declared):
    """Register a public function: `body`, a Python function that calls ops.

    method      whether Tensors have it as a method
    public      whether the package has it as a function
    name        its public name, if it is not the name of `body`
    takes, same as of an op
    aliases     PyTorch's other names for it
    inplace     whether it has a variant with an underscore, which overwrites its first argument
    out         whether it takes out=; "exact": `out` needs the result's dtype and memory that no input shares
    one_node    whether it is one node in PyTorch's graph: see one_node.py
    """
    if body is None:
        return lambda body: compose(body, **declared)
    return compose(body, **declared)


def compose(body, method=True, public=True, name=None, takes="", same="", aliases="", inplace=False, out=False,
            one_node=False):
    """Return `body` with its arguments checked; register it, and the variants that are declared for it."""
    name, body.one_node = name or body.__name__, one_node
    composed = checked(body, name, takes, same)
    register(name, with_out(name, composed, out == "exact") if out else composed, method, public, aliases)
    if inplace:
        register(f"{name}_", checked(in_place_variant(name, composed), f"{name}_"), True, True, "")
    return composed


def register(name, function, method, public, aliases):
    """Add `function` to the public functions, or methods, under its name and its aliases."""
    op = registry.now_at(name)
    if op and not op.hidden and op.__module__ != function.__module__:
        raise ValueError(f"there are an op and a function named {name}: {op.__module__} and {function.__module__}.")
    (functions if public else methods)[name] = function
    register_aliases(aliases, name, function, method)


def register_aliases(names, name, function, method):
    """Register PyTorch's other names of `function`, whose name is `name`."""
    function.method = method
    for alias in names.split():
        functions[alias], aliases[alias] = function, name
    for layer in naming:
        layer(name, function)


def with_out(name, body, exact=False):
    """Return `body` with out=: a tensor to write the result into, or a tuple of tensors for several results."""
    def function(*args, out=None, **settings):
        result = body(*args, **settings)
        if out is None:
            return result
        if exact:
            check_out(name, args, out, result)
        return write_out(name, out, result)
    function.out = True
    return named_as(body, function, name)


def in_place_variant(name, body):
    """Return the in-place variant of `body`, which writes the result into its first argument: addcmul_ of addcmul."""
    def write_over(input, *args, **settings):
        check_writable(input, f"{name}_")
        out = body(input.clone() if input.requires_grad else input, *args, **settings)
        check_fits(name, input, out)
        write(input, out.array)
        rebase(input, out._node)
        return input
    named_as(body.__wrapped__, write_over, f"{name}_")
    write_over.__doc__ = f"Write the result of `{name}` into the tensor's own memory; return the tensor."
    return write_over


def number(x):
    """Return a NumPy scalar as a Python number, and any other value unchanged."""
    return x.item() if isinstance(x, np.generic) else x


def operand(op, x):
    """Return an operator's second operand: a number, or for `==` and `!=` an array as a Tensor; None for others."""
    if type(x) is np.ndarray and op.name in ("eq", "ne"):          # otherwise Python would compare identities
        return wrap(x)
    x = number(x)
    return x if type(x) in NUMBERS and op.name != "matmul" else None


def operate(op, self, other):
    """Compute `self + other`; return NotImplemented if `other` is no operand, so that Python tries its method."""
    if type(other) in tensor_types:
        return dispatch(op, (self, other))
    other = operand(op, other)
    return NotImplemented if other is None else dispatch(op, (self, other))


operations = [operate]                    # the last operation runs operators without generated code


def binary(self, other):
    """Call an operator's op: the method of each operator, until codegen/ replaces its code."""
    return operations[-1](op, self, other)  # noqa: F821 - each copy has its own `op`


def operator(op):
    """Return the method for an operator such as +."""
    names = op.function.__globals__
    names["operations"] = operations
    op.operator = FunctionType(binary.__code__, names, op.name)
    return op.operator


def reflected(op):
    """Return the method for a number on the left: 2 - x is x.__rsub__(2). A direct call takes a Tensor too."""
    name = f"r{op.name}"

    def method(self, other):
        other = number(other)
        if type(other) in NUMBERS and op.name != "matmul" or type(other) in tensor_types:
            if type(self) not in tensor_types:
                raise TypeError(f"Tensor.__{name}__() is a method of a Tensor, not of {type(self).__name__}.")
            result = dispatch(op, (other, self))
            return ends(name, result, self, other) if name in ("rsub", "rdiv") else result   # these are PyTorch's nodes
        return NotImplemented
    return method


def augmented(op):
    """Return the method for an in-place operator such as +=."""
    def method(self, other):
        other = number(other)
        if type(other) in tensor_types or type(other) in NUMBERS:
            return in_place(op, self, other)
        return NotImplemented
    return method


def find(name):
    """Return the registered op with the name `name`."""
    return registry[name]


pickle(Op, lambda op: (find, (op.name,)))
