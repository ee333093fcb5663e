"""An op: a function that computes its result, a function that computes its inputs' gradients, and settings for both."""

from ..paths import Declared
from .apply import compute
from .dispatch import dispatch
from .node import tensor_types
from .piece import Piece

registry = Declared()                  # {name: Op}
declaring: list = []                   # hook(op, declared) runs for a new op; it checks the op or creates its function
differentiating: list = []             # hook(op) runs when the derivative of the op is declared


class Op:
    """One operation. A call with Tensors is dispatched and recorded; a call with bare arrays only computes.

    forward(xp, *arrays, **settings)             xp is numpy or cupy
    derivative(grad, out, *inputs, **settings)   returns one gradient for each input, or None if it has none
    """

    def __init__(self, forward, symbol=None, keeps=(), shapes=False, outputs=1, residual=False, view=False, reads=None,
                 composition=None, restores=None, method=True, inplace=False, hidden=False, name=None, register=True,
                 **declared):
        code = forward.__code__
        names = code.co_varnames[1:code.co_argcount]
        self.name = self.__name__ = name or forward.__name__.rstrip("_")
        self.__doc__, self.__module__, self.__wrapped__ = forward.__doc__, forward.__module__, forward
        camel = "".join(part.capitalize() for part in self.name.removesuffix("_op").split("_"))
        self.grad_name = f"{camel}Backward0" if register else f"{self.name}Backward"     # PyTorch's name in grad_fn
        self.symbol, self.composition, self.restores = symbol, composition, restores
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
        self.method, self.inplace, self.hidden = method and register, inplace, hidden
        self.differentiable = self.wants_needs = self.wants_last = False
        self.derivative_piece = self.back = None             # `back` is the generated function for the derivative
        self.piece = Piece(f"{self.name}.forward", forward, self, "forward", arrays_only=True)
        self.function = self
        if register and registry.setdefault(self.name, self) is not self:
            raise ValueError(f"there are two ops named {self.name}: {registry[self.name].__module__} and "
                             f"{self.__module__}.")
        for hook in declaring:
            hook(self, keeps=keeps, **declared)

    def __call__(self, *inputs, **settings):
        for x in inputs:
            if type(x) in tensor_types:
                return dispatch(self, inputs, settings)
        return compute(self, inputs, settings)

    def __repr__(self):
        return f"<op {self.name}>"


def op(forward=None, **declared):
    """Declare an op. `forward(xp, x, y, *, dim=None)`: arrays before the star, settings after.

    symbol       the text for it in a picture of the graph
    keeps        names of the values that the derivative needs: inputs, "out", "arrays" for all of *arrays; "x:y" if
                 only the gradient of y needs x, "arrays:others" if each array is needed by the gradients of the others;
                 the derivative gets only shape and dtype of other inputs, or None for inputs without a gradient
    shapes       True: the derivative gets shape and dtype of the inputs without a gradient too
    outputs      how many tensors forward returns (a number, or "many" for a tuple of any length)
    reads        if keeps has "out" and there are several outputs: the indices that the derivative reads; None: all
    residual     True: forward returns (out, residual), and the derivative gets the residual instead of out
    view         the result shares the first input's memory
    composition  the same computation in plain ops on Tensors, which create_graph differentiates
    restores     restores(residual, *inputs, **settings) returns the arrays on which create_graph runs the composition,
                 if `keeps` leaves out the first input
    method       True gives Tensors a method of this name
    inplace      True gives Tensors a method with an underscore, which overwrites the tensor; a function such as
                 operator.iadd does so without a new array if the dtypes are equal
    hidden       True: no public function of this name; derivatives or other functions use the op

    Settings that other files read (see runtime/functions.py and promotion.py):
    promotes     True: all inputs are converted to one dtype first; names: only these inputs; False: none
    floats       True: integers and bools are converted to the default float first
    takes        NumPy's letters for the kinds of dtype of all inputs together, as "f" for floats; "every f": of each
    same         names of inputs whose dtypes must be equal
    positional   names of settings (dtype, decimals) that this op also takes by position
    aliases      PyTorch's other names for the function and for its methods
    numbers      True: all inputs may be numbers, as in add(2, 3)
    once         True or a function once(node): if true, a second backward raises as in PyTorch, even with nothing saved
    """
    return Op(forward) if forward else lambda forward: Op(forward, **declared)


def derivative_of(op):
    """Declare the derivative of `op`. Return it as a piece, which a learner may replace.

    The function takes (grad, out, *inputs, **settings), and `needs`, one bool for each
    input, if it has a parameter of that name. It uses only operators and ops, so that
    the same lines run on arrays and, for a second derivative, on Tensors. A parameter
    `last=False` is True in the node's last backward: the residual may then be overwritten.
    """
    def declare(function):
        code = function.__code__
        names = code.co_varnames[:code.co_argcount + code.co_kwonlyargcount]
        op.wants_needs, op.wants_last = "needs" in names, "last" in names
        op.differentiable = True
        op.derivative_piece = Piece(f"{op.name}.derivative", function, op, "derivative", arrays_only=True)
        for hook in differentiating:
            hook(op)
        return op.derivative_piece
    return declare
