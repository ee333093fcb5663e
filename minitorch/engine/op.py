"""An op: two plain functions, how to compute and how a gradient passes back, and what is declared of them."""

from ..piece import Piece
from .apply import compute
from .dispatch import dispatch
from .node import tensor_types

registry: dict[str, "Op"] = {}
declaring: list = []                   # layer(op, declared): an op is declared; its public function is made then
differentiating: list = []             # layer(op): its derivative is known


class Op:
    """One operation. Called on Tensors it is dispatched and recorded; on bare arrays it only computes.

    forward(xp, *arrays, **settings)             xp is numpy or cupy
    derivative(grad, out, *inputs, **settings)   one gradient an input, None where there is none
    """

    def __init__(self, forward, symbol=None, keeps=(), shapes=False, outputs=1, residual=False, view=False, reads=None,
                 composition=None, method=True, inplace=False, hidden=False, name=None, register=True, **declared):
        code = forward.__code__
        names = code.co_varnames[1:code.co_argcount]
        self.name = self.__name__ = name or forward.__name__.rstrip("_")
        self.__doc__, self.__module__, self.__wrapped__ = forward.__doc__, forward.__module__, forward
        camel = "".join(part.capitalize() for part in self.name.removesuffix("_op").split("_"))
        self.grad_name = f"{camel}Backward0" if register else f"{self.name}Backward"     # as PyTorch's grad_fn says
        self.symbol, self.composition = symbol, composition
        self.inputs, self.variadic = names, bool(code.co_flags & 0x04)          # def forward(xp, *arrays, ...)
        self.setting_names = code.co_varnames[code.co_argcount:code.co_argcount + code.co_kwonlyargcount]
        self.defaults = dict(forward.__kwdefaults__ or {})
        self.optional = len(forward.__defaults__ or ())
        keeps = dict(part.partition(":")[::2] for part in (keeps.split() if isinstance(keeps, str) else keeps))
        self.keeps = {place: names.index(keeps[own]) if keeps[own] else None
                      for place, own in enumerate(names) if own in keeps}
        self.keeps_out, self.out_for = "out" in keeps, names.index(keeps["out"]) if keeps.get("out") else None
        self.keeps_all, self.keeps_others = "arrays" in keeps, keeps.get("arrays") == "others"
        self.shapes, self.outputs, self.residual, self.view, self.reads = shapes, outputs, residual, view, reads
        self.method, self.inplace, self.hidden = method, inplace, hidden
        self.differentiable = self.wants_needs = self.wants_last = False
        self.derivative_piece = self.back = None             # back: a generated path through the derivative
        self.piece = Piece(f"{self.name}.forward", forward, self, "forward", arrays_only=True)
        self.function = self
        if register and registry.setdefault(self.name, self) is not self:
            raise ValueError(f"there are two ops named {self.name}: {registry[self.name].__module__} and "
                             f"{self.__module__}.")
        for layer in declaring:
            layer(self, keeps=keeps, **declared)

    def __call__(self, *inputs, **settings):
        for x in inputs:
            if type(x) in tensor_types:
                return dispatch(self, inputs, settings)
        return compute(self, inputs, settings)

    def __repr__(self):
        return f"<op {self.name}>"


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
    view         the result shares the first input's memory
    composition  the same computation in plain ops on Tensors: what create_graph differentiates
    method       whether Tensors have it as a method
    inplace      whether they have it as a method with an underscore, that writes over the tensor; a function such as
                 operator.iadd writes over an array of one dtype without a new one
    hidden       True for ops that only derivatives use: no public function

    What layers read of it (see runtime/functions.py and promotion.py):
    promotes     True: inputs are brought to one dtype first; names: only those; False: none
    floats       integers and bools become the default float first
    takes        NumPy's letters of the kinds of dtype its inputs may come to, as in "f" for floating ones
    same         names of inputs whose dtypes must be equal
    positional   names of dtype and decimals, if this op takes those by position too
    aliases      PyTorch's other names of the function, and of its methods
    once         True, or once(node) says so: a second backward is refused though nothing is kept, where PyTorch keeps
    """
    return Op(forward) if forward else lambda forward: Op(forward, **declared)


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
        op.derivative_piece = Piece(f"{op.name}.derivative", function, op, "derivative", arrays_only=True)
        for layer in differentiating:
            layer(op)
        return op.derivative_piece
    return declare
