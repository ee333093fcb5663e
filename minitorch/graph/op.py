"""An op: two plain functions, how to compute and how a gradient passes back, and what is declared of them."""

import numpy as np

from ..piece import Piece
from . import alone, door, pair
from .arguments import Signature, checked
from .node import tensor_types
from .variants import in_place_variant, with_out

registry: dict[str, "Op"] = {}
functions: dict = {}                   # public functions that are composed of ops, by name
methods: dict = {}                     # methods of Tensor that are no functions of the package, by name
aliases: dict[str, str] = {}           # PyTorch's second name -> the first
KEYWORD_ONLY = {"dtype", "decimals"}   # settings that PyTorch takes by keyword only


class Op:
    """One operation. Called on Tensors it goes through the door; on bare arrays it only computes.

    forward(xp, *arrays, **settings)             xp is numpy or cupy
    derivative(grad, out, *inputs, **settings)   one gradient an input, None where there is none
    """

    def __init__(self, forward, symbol=None, keeps=(), shapes=False, outputs=1, residual=False, promotes=True,
                 floats=False, view=False, composition=None, method=True, inplace=False, hidden=False,
                 name=None, register=True, takes="", same="", ufunc=None, reads=None, positional="",
                 aliases=""):
        code = forward.__code__
        names = code.co_varnames[1:code.co_argcount]
        self.name = name or forward.__name__.rstrip("_")
        self.symbol = symbol
        self.variadic = bool(code.co_flags & 0x04)                 # def forward(xp, *arrays, ...)
        self.inputs = names
        self.setting_names = code.co_varnames[code.co_argcount:code.co_argcount + code.co_kwonlyargcount]
        self.positional = tuple([own for own in self.setting_names if own not in KEYWORD_ONLY or own in positional])
        self.defaults = dict(forward.__kwdefaults__ or {})
        self.optional = len(forward.__defaults__ or ())
        self.signature = Signature(self.name, forward, skip=1, takes=takes, same=same, trusted=hidden)
        keeps = dict(part.partition(":")[::2] for part in (keeps.split() if isinstance(keeps, str) else keeps))
        self.keeps_out = "out" in keeps
        self.out_for = names.index(keeps["out"]) if keeps.get("out") else None
        self.keeps_for = tuple(names.index(keeps[name]) if keeps.get(name) else None for name in names)
        self.keeps_all, self.keeps_others = "arrays" in keeps, keeps.get("arrays") == "others"
        self.keeps_inputs = tuple(name in keeps for name in names)
        self.keeps = [(place, whose) for place, whose in enumerate(self.keeps_for) if self.keeps_inputs[place]]
        self.keeps_any = bool(self.keeps) or self.keeps_all
        self.shapes = shapes
        self.outputs, self.residual, self.view, self.reads = outputs, residual, view, reads
        promotes = promotes.split() if isinstance(promotes, str) else promotes
        self.promotes = promotes if isinstance(promotes, bool) else tuple(name in promotes for name in names)
        self.floats = floats
        self.composition = composition
        self.ufunc = getattr(np, ufunc) if ufunc else None
        self.method, self.inplace, self.hidden = method, inplace, hidden
        self.wants_needs = self.wants_last = False
        self.paired, self.keeps_when = False, [None] * 4     # see pair.py
        self.lone = False                                    # see alone.py
        self.derivative_piece = None
        self.differentiable = False
        self.__doc__ = forward.__doc__
        self.__name__ = self.name
        self.__module__ = forward.__module__
        self.piece = Piece(f"{self.name}.forward", forward, self, "forward", arrays_only=True)
        self.function = public(self)
        if register:
            if self.name in registry:
                raise ValueError(f"there are two ops named {self.name}: "
                                 f"{registry[self.name].__module__} and {self.__module__}.")
            registry[self.name] = self
            also(aliases, self.name, self.function, method)

    def __call__(self, *inputs, **settings):
        for x in inputs:
            if type(x) in tensor_types:
                return door.apply(self, inputs, settings)
        return door.compute(self, inputs, settings)

    @property
    def grad_name(self):
        """What PyTorch would print as grad_fn: `AddBackward0` for add."""
        if self.name not in registry:                    # a learner's Function keeps its own name
            return f"{self.name}Backward"
        return "".join(part.capitalize() for part in self.name.split("_")) + "Backward0"

    def __repr__(self):
        return f"<op {self.name}>"

    def __reduce__(self):
        return find, (self.name,)


def find(name):
    """The registered op of that name."""
    return registry[name]


def op(forward=None, **declared):
    """Declare an op. `forward(xp, x, y, *, dim=None)`: arrays before the star, settings after.

    symbol       what a picture of the graph shows
    keeps        names of what the derivative needs kept: inputs, "out", "arrays" for all of *arrays; "x:y" for an
                 x that only the gradient of y asks for, "arrays:others" where each is for those of the others;
                 the others arrive with a shape and a dtype only, or as None if they want no gradient
    shapes       the derivative needs the shapes of those that want no gradient too
    outputs      how many tensors forward returns (a number, or "many" for a tuple of any length)
    reads        where "out" is kept of several outputs: the numbers of those that the derivative reads; None: all
    residual     forward returns (out, something only the derivative sees, in place of out)
    promotes     True: inputs are brought to one dtype first; names: only those; False: none
    floats       integers and bools become the default float first
    view         the result shares the first input's memory
    composition  the same computation in plain ops on Tensors: what create_graph differentiates
    method       whether Tensors have it as a method
    inplace      whether they have it as a method with an underscore, that writes over the tensor
    hidden       True for ops that only derivatives use: no public function
    takes        NumPy's letters of the kinds of dtype its inputs may come to, as in "f" for floating ones
    same         names of inputs whose dtypes must be equal
    positional   names in KEYWORD_ONLY that this op takes by position too
    aliases      PyTorch's other names of the function, and of its methods
    ufunc        the function of NumPy that forward comes to on arrays of one floating dtype: a short way to call it
    """
    if forward is None:
        return lambda forward: Op(forward, **declared)
    return Op(forward)


def function(body=None, **declared):
    """Make a function that is composed of ops public.

    method      whether Tensors have it as a method
    public      whether it is a function of the package too
    name        its public name, where `body` has another
    takes, same as of an op
    aliases     PyTorch's other names of it
    inplace     whether there is a variant with an underscore that writes over its first argument
    out         whether it takes out=
    """
    if body is None:
        return lambda body: compose(body, **declared)
    return compose(body, **declared)


def compose(body, method=True, public=True, name=None, takes="", same="", aliases="", inplace=False, out=False):
    """`body` with its arguments checked; registered with the variants that are declared of it."""
    name = name or body.__name__
    composed = checked(body, name, takes, same)
    register(name, with_out(name, composed) if out else composed, method, public, aliases)
    if inplace:
        register(f"{name}_", checked(in_place_variant(name, composed), f"{name}_"), True, True, "")
    return composed


def register(name, function, method, public, aliases):
    """Make `function` known under its name and its aliases."""
    (functions if public else methods)[name] = function
    also(aliases, name, function, method)


def also(names, name, function, method):
    """Give `function`, known as `name`, PyTorch's other names of it."""
    function.method = method
    for alias in names.split():
        functions[alias], aliases[alias] = function, name


def derivative_of(op):
    """Declare how a gradient passes back through `op`. Gives a piece that a learner may replace.

    The function takes (grad, out, *inputs, **settings), and `needs`, one bool an
    input, if it names it. It uses operators and ops only, so that the same lines
    run on arrays and, for a second derivative, on Tensors. `last=False`, if it names
    that, is True where nobody will ask again: then a residual may be written over.
    """
    def declare(function):
        code = function.__code__
        names = code.co_varnames[:code.co_argcount + code.co_kwonlyargcount]
        op.wants_needs, op.wants_last = "needs" in names, "last" in names
        op.differentiable = True
        op.lone = not op.variadic and op.outputs == 1 and op.promotes is True
        op.paired = (op.lone and len(op.inputs) == 2
                     and not (op.setting_names or op.shapes or op.keeps_out or op.residual or op.view))
        if op.paired:
            for place, wanted in enumerate(((True, False), (False, True), (True, True)), 1):
                keeps = tuple(keep and (whose is None or wanted[whose])
                              for keep, whose in zip(op.keeps_inputs, op.keeps_for))
                op.keeps_when[place] = keeps if any(keeps) else ()
        op.derivative_piece = Piece(f"{op.name}.derivative", function, op, "derivative", arrays_only=True)
        return op.derivative_piece
    return declare


ALIASES = ("input", "self", "tensor"), ("other", "mat2", "vec")         # PyTorch's names of the first and the second


def public(op):
    """The function users call: positional settings, PyTorch's keywords, no bare arrays, `out=`."""
    width, quick = len(op.inputs), alone.short_way(op, door.call, above=2)
    quickest = pair.short_way(op, door.call, above=2)

    def function(*inputs, out=None, **settings):
        if len(inputs) != width and not op.variadic:
            inputs, settings = bind(op, inputs, settings)
        if op.lone and out is None:
            if width == 1 or type(inputs[1]) not in tensor_types:
                return quick(inputs, settings)
            if op.paired and not settings and type(inputs[0]) in tensor_types:
                return quickest(*inputs)
        result = door.call(op, inputs, settings)
        if out is None:
            return result
        from .inplace import write_out
        return write_out(op.name, out, result)

    function.__name__ = function.__qualname__ = op.name
    function.__doc__ = op.__doc__
    function.__module__ = op.__module__
    function.op = op
    return function


def bind(op, inputs, settings):
    """Sort positional and keyword arguments into arrays and settings, as PyTorch's signatures do."""
    width = len(op.inputs)
    if len(inputs) > width:
        extra = inputs[width:]
        if len(extra) > len(op.positional):
            raise TypeError(f"{op.name}() takes at most {width + len(op.positional)} arguments by position "
                            f"({', '.join(op.inputs + op.positional)}), not {len(inputs)}.")
        for name, value in zip(op.positional, extra):
            if name in settings:
                raise TypeError(f"{op.name}() got {name!r} twice: by position and by name.")
            settings[name] = value
        return inputs[:width], settings
    inputs = list(inputs)
    for place in range(len(inputs), width):
        name = op.inputs[place]
        if name not in settings:
            aliases = ALIASES[place] if place < 2 and settings else ()
            name = next((alias for alias in aliases if alias in settings), None) if aliases else None
        if name is not None:
            inputs.append(settings.pop(name))
        elif place >= width - op.optional:
            inputs.append(None)
        else:
            raise TypeError(f"{op.name}() needs {', '.join(op.inputs)}; {op.inputs[place]!r} is missing.")
    return tuple(inputs), settings
