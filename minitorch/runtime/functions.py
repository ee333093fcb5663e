"""Public functions and operators: of each op, and of bodies composed of ops; with the variants that are declared.

The function of an op starts as a copy of `entry_point`, an operator such as * as one of `binary`; codegen/ writes code
of their own when they are first called.
"""

from copyreg import pickle
from types import FunctionType

import numpy as np

from ..engine import apply, dispatch, wrap
from ..engine.node import tensor_types
from ..engine.op import Op, declaring, registry
from .arguments import bind, check, checked, named_as
from .inplace import check_fits, check_writable, in_place, rebase, write
from .one_node import ends
from .out import check_out, write_out
from .promotion import NUMBERS
from .signatures import Described, Signature

functions: dict = {}                   # public functions that are composed of ops, by name
methods: dict = {}                     # methods of Tensor that are no functions of the package, by name
aliases: dict[str, str] = {}           # PyTorch's second name -> the first
MISSING = object()                     # in the place of an argument that was not given


def call(op, inputs, settings, out=None):
    """A public call of an op: arguments sorted and checked, then dispatched; written into `out` if there is one."""
    if not op.variadic and len(inputs) != len(op.inputs):
        inputs, settings = bind(op, inputs, settings)
    inputs = check(op, inputs, settings)
    complete = settings.keys() | op.defaults.keys() >= set(op.setting_names)
    result = (dispatch if complete else apply)(op, inputs, settings)       # apply says which setting is missing
    return result if out is None else write_out(op.name, out, result)


callers = [call]                       # the last is what a public function runs that has no code of its own yet


def entry_point(*inputs, out=None, **settings):
    """The public function of an op before codegen/ writes it."""
    return callers[-1](op, inputs, settings, out)  # noqa: F821 - each copy has its own `op`


KEYWORD_ONLY = {"dtype", "decimals"}   # settings that PyTorch takes by keyword only, but for `positional`


def declare(op, takes="", same="", numbers=False, aliases="", positional="", **others):
    """Give an op its signature and its public function, known under its aliases too."""
    op.positional = tuple([own for own in op.setting_names if own not in KEYWORD_ONLY or own in positional])
    op.signature = Signature(op.name, op.piece.library, skip=1, takes=takes, same=same, trusted=op.hidden)
    op.signature.only_numbers = numbers
    namespace = {"__name__": op.__module__, "__builtins__": __builtins__, "op": op, "callers": callers}
    op.function = function = FunctionType(entry_point.__code__, namespace, op.name)
    function.__kwdefaults__ = entry_point.__kwdefaults__
    function.__qualname__, function.__doc__, function.__module__ = op.name, op.__doc__, op.__module__
    function.op, function.__wrapped__ = op, Described(op)
    function.source = function.__wrapped__.source
    also(aliases, op.name, function, op.method)


def function(body=None, **declared):
    """Make a function that is composed of ops public.

    method      whether Tensors have it as a method
    public      whether it is a function of the package too
    name        its public name, where `body` has another
    takes, same as of an op
    aliases     PyTorch's other names of it
    inplace     whether there is a variant with an underscore that writes over its first argument
    out         whether it takes out=; "exact": of the result's dtype only, in memory of its own
    one_node    whether it is one node in PyTorch's graph: see one_node.py
    """
    if body is None:
        return lambda body: compose(body, **declared)
    return compose(body, **declared)


def compose(body, method=True, public=True, name=None, takes="", same="", aliases="", inplace=False, out=False,
            one_node=False):
    """`body` with its arguments checked; registered with the variants that are declared of it."""
    name, body.one_node = name or body.__name__, one_node
    composed = checked(body, name, takes, same)
    register(name, with_out(name, composed, out == "exact") if out else composed, method, public, aliases)
    if inplace:
        register(f"{name}_", checked(in_place_variant(name, composed), f"{name}_"), True, True, "")
    return composed


def register(name, function, method, public, aliases):
    """Make `function` known under its name and its aliases."""
    if name in registry and not registry[name].hidden and registry[name].__module__ != function.__module__:
        raise ValueError(f"there are an op and a function named {name}: {registry[name].__module__} and "
                         f"{function.__module__}.")
    (functions if public else methods)[name] = function
    also(aliases, name, function, method)


def also(names, name, function, method):
    """Give `function`, known as `name`, PyTorch's other names of it."""
    function.method = method
    for alias in names.split():
        functions[alias], aliases[alias] = function, name


def with_out(name, body, exact=False):
    """`body` with out=: a tensor to write the result into, or a tuple of them where it has several results."""
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
    """`body`, its result written over the first argument's own memory: addcmul_ of addcmul."""
    def write_over(input, *args, **settings):
        check_writable(input, f"{name}_")
        out = body(input.clone() if input.requires_grad else input, *args, **settings)
        check_fits(name, input, out)
        write(input, out.array)
        rebase(input, out._node)
        return input
    named_as(body.__wrapped__, write_over, f"{name}_")
    write_over.__doc__ = f"`{name}`, written over the tensor's own memory; returns it."
    return write_over


def number(x):
    """NumPy scalars as Python numbers; anything else as it is."""
    return x.item() if isinstance(x, np.generic) else x


def operand(op, x):
    """What an operator takes beside a tensor: a number; of `==` and `!=` an array too; None for anything else."""
    if type(x) is np.ndarray and op.name in ("eq", "ne"):          # else Python asks whether the two are one object
        return wrap(x)
    x = number(x)
    return x if type(x) in NUMBERS and op.name != "matmul" else None


def operate(op, self, other):
    """`self + other`; NotImplemented lets the other side try."""
    if type(other) in tensor_types:
        return dispatch(op, (self, other))
    other = operand(op, other)
    return NotImplemented if other is None else dispatch(op, (self, other))


operations = [operate]                    # the last is what an operator runs that has no code of its own yet


def binary(self, other):
    """The method behind an operator before codegen/ writes it."""
    return operations[-1](op, self, other)  # noqa: F821 - each copy has its own `op`


def operator(op):
    """The method behind an operator such as +."""
    names = op.function.__globals__
    names["operations"] = operations
    op.operator = FunctionType(binary.__code__, names, op.name)
    return op.operator


def reflected(op):
    """The method for what stands on the left: 2 - x is x.__rsub__(2); called by name it takes a Tensor too."""
    name = f"r{op.name}"

    def method(self, other):
        other = number(other)
        if type(other) in NUMBERS and op.name != "matmul" or type(other) in tensor_types:
            if type(self) not in tensor_types:
                raise TypeError(f"Tensor.__{name}__() is a method of a Tensor, not of {type(self).__name__}.")
            result = dispatch(op, (other, self))
            return ends(name, result, self, other) if name in ("rsub", "rdiv") else result     # nodes of their own
        return NotImplemented
    return method


def augmented(op):
    """The method behind += and its kind."""
    def method(self, other):
        other = number(other)
        if type(other) in tensor_types or type(other) in NUMBERS:
            return in_place(op, self, other)
        return NotImplemented
    return method


def find(name):
    """The registered op of that name."""
    return registry[name]


declaring.append(declare)
pickle(Op, lambda op: (find, (op.name,)))
