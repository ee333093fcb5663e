"""Operations that look at values when they run: tf.assert_equal and its like, tf.Print, tf.py_func."""

import sys
from inspect import signature

from ...rare.autograd.tree import leaves
from ..functions import control, debugging
from .graph import Operation, get_default_graph
from .renamed import signed
from .variables import convert


class Look(Operation):
    """Calls a function with the values of tensors at each run; what it gives is `results`, or nothing."""

    unrecorded = "it calls Python at each run"

    def __init__(self, function, given, name, results=()):
        self.look = function
        super().__init__(get_default_graph(), None, ([convert(x) for x in given],), {}, name, list(results))
        self.result = self.outputs[0] if len(self.outputs) == 1 else self.outputs

    def compute(self, values, run):
        found = self.look(*[values[x] for x in self.inputs])
        return leaves(found) if self.outputs else []


def asserting(check):
    """Return tf.assert_… of a check: an operation that raises InvalidArgumentError at a run."""
    names = [name for name in signature(check).parameters if name in ("x", "y")]
    condition = check.__doc__.partition("unless ")[2]

    def body(given):
        return Look(lambda *values: check(*values, message=given["message"]), [given[name] for name in names],
                    given["name"] or check.__name__)
    return signed(f"{check.__name__}({', '.join(names)}, data=None, summarize=None, message=None, name=None)", body,
                  f"""Return an operation that raises InvalidArgumentError at a run unless {condition}

    data      taken: the error has the values of the tensors
    message   what the error says besides

    It runs where something depends on it: `with tf.control_dependencies([tf.{check.__name__}(…)]):`.
    """)


table = {check.__name__: asserting(check) for check in (
    debugging.assert_equal, debugging.assert_less, debugging.assert_greater, debugging.assert_positive)}


def Assert(condition, data, summarize=None, name=None):
    """Return an operation that raises InvalidArgumentError, with the values of `data`, unless a condition holds."""
    return Look(lambda held, *own: debugging.Assert(held, own), [condition, *data], name or "Assert")


def Print(input_, data, message=None, first_n=None, summarize=None, name=None):
    """Return the tensor input_; each time it is computed, the values of the tensors in `data` are printed to stderr.

    message   what stands before them
    first_n   print so many times, and no more; None: always
    """
    input_, left = convert(input_), [first_n]

    def show(value, *own):
        if left[0] is None or left[0] > 0:
            left[0] = None if left[0] is None else left[0] - 1
            print(message or "", *[f"[{control.shown(x).strip('[]')}]" for x in own], sep="", file=sys.stderr)
        return value
    return Look(show, [input_, *data], name or "Print", [(input_.shape, input_.dtype)]).result


def py_func(func, inp, Tout, stateful=True, name=None):
    """Call a Python function of arrays at each run; return tensors of the element types Tout, without gradients.

    inp    a list of tensors: what `func` is called with, as arrays
    Tout   an element type, or a list of them where `func` returns several

    Nothing is known of the shapes: tell them by tensor.set_shape.
    """
    several = isinstance(Tout, list | tuple)
    kinds = list(Tout) if several else [Tout]
    made = Look(lambda *own: control.numpy_function(func, own, kinds if several else kinds[0]), inp,
                name or "PyFunc", [(None, kind) for kind in kinds])
    return list(made.outputs) if several else made.outputs[0]


table |= {"Assert": Assert, "Print": Print, "py_func": py_func}
