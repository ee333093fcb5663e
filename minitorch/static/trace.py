"""trace: a function becomes a program, by running once."""

from copy import copy

from ..autograd.tree import leaves, rebuilt
from ..engine import is_grad_enabled, tensor_types, wrap
from .passes import optimised
from .recorder import Recorder
from .writers.numpy_writer import Writer


def record(function, args=(), settings=None):
    """Run a function once and write it down: (what it returned, its Program)."""
    settings = settings or {}
    name = getattr(function, "__name__", type(function).__name__.lower())
    recorder = Recorder(name if name.isidentifier() else "program")
    with recorder:
        for x in tensors_in((args, settings)):
            recorder.input(x)
        returned = function(*args, **settings)
        program = recorder.finish(tensors_in(returned))
    return returned, program


def tensors_in(tree):
    """The tensors in a structure of dicts, lists and tuples, in order."""
    return [x for x in leaves(tree) if type(x) in tensor_types]


def form(args):
    """What a program takes for granted of its arguments: shapes, dtypes, shared memory, and all that is no tensor."""
    found, seen = [], {}
    for x in leaves(args):
        if type(x) in tensor_types:
            found.append((tuple(x.shape), x.dtype, seen.setdefault(id(x.array), len(seen)), x.array.strides,
                          x.requires_grad))
        else:
            found.append(x)
    return found


class Trace:
    """A function as a program: called with arguments of the same form, it runs the steps, and no line of the function.

    program    its steps, after the passes; print(trace.program) lists them
    recorded   its steps as they were recorded
    """

    def __init__(self, function, args=(), optimise=True):
        self.form = form(args)
        self.args = args                                     # kept, so that no other tensor gets an id of theirs
        self.returned, self.recorded = record(function, args)
        if any(x.requires_grad and not x.is_leaf for x in tensors_in(self.returned)) and is_grad_enabled() \
                and not any(step.phase == "backward" for step in self.recorded.steps):
            raise_for_open_graph(self.recorded.name)
        self.first, self.place = {}, {}                      # of an array, of a tensor: its place among the arguments
        for place, x in enumerate(tensors_in(args)):
            self.first.setdefault(id(x.array), place)
            self.place[id(x)] = place
        self.take(optimised(self.recorded) if optimise else self.recorded)

    def take(self, program):
        """Run this program from now on."""
        self.program = program
        self.run, self.text = Writer(program).compiled()
        self.kinds = [(x.shape, x.dtype) for x in program.states]
        self.holders = [x.source if type(x.source) is tuple else (x.source, None) for x in program.states]

    def with_program(self, program):
        """The same trace over another program, such as what a pass of one's own made of `recorded`."""
        made = copy(self)
        made.take(program)
        return made

    def __call__(self, *args):
        if form(args) != self.form:
            raise_for_form(self.program.name, self.form, form(args))
        tensors = tensors_in(args)
        arrays = [tensors[place].array for place in self.first.values()]
        held = [(x if own is None else getattr(self.own(x, tensors), own)).array for x, own in self.holders]
        if [(array.shape, array.dtype) for array in held] != self.kinds:
            raise RuntimeError(f"{self.program.name}: a tensor that the program holds has another shape or dtype than "
                               "when it was traced: trace the function anew.")
        results = iter(self.run(*arrays, *held))
        outputs = [wrap(next(results)) for _ in self.program.outputs]
        for x, value in self.program.grads:
            self.own(x, tensors)._grad = None if value is None else wrap(next(results))
        made = iter(outputs)
        return rebuilt(self.returned, iter([next(made) if type(x) in tensor_types else x
                                            for x in leaves(self.returned)]))

    def own(self, x, tensors):
        """The tensor of this call for one that was an argument when it was traced; any other as it is."""
        return tensors[self.place[id(x)]] if id(x) in self.place else x

    def code(self):
        """The Python that runs: a call a line on NumPy arrays."""
        return self.text

    def explain(self):
        """What each pass changed: steps, bytes that are made, and the most memory at one time."""
        return self.program.explain()

    def __repr__(self):
        return f"<trace of {self.program.name}: {len(self.program.steps)} steps>"


def raise_for_open_graph(name):
    raise RuntimeError(f"trace({name}): it returns a tensor that requires grad, and a program leaves no graph behind "
                       "for backward. Trace under no_grad() to predict, or a whole training step, with backward() "
                       "and optimizer.step() inside.")


def raise_for_form(name, wanted, given):
    """Say which argument differs from the one the program was recorded with."""
    if len(given) != len(wanted):
        raise TypeError(f"{name} was traced with {len(wanted)} arguments, and is called with {len(given)}.")
    place, want, have = next((i, w, g) for i, (w, g) in enumerate(zip(wanted, given)) if w != g)
    told = [f"{x[1]} of shape {x[0]}" if type(x) is tuple and len(x) == 5 else repr(x) for x in (want, have)]
    if told[0] == told[1]:
        told[1] += " that is laid out or shared otherwise, or has another requires_grad"
    raise ValueError(f"{name} was traced with {told[0]} as argument {place}, and is given {told[1]}: a program holds "
                     "for one form of arguments. Trace it anew for others.")


def trace(function, *args, optimise=True):
    """Run function(*args) once, write down all it computes, and give a Trace that runs it again without the function.

    function   of tensors, and lists, tuples or dicts of them; it may hold parameters, and take a training step
    optimise   run the passes: see static/passes

    It runs for real: a training step trains. Parameters and buffers are read and written where they are; dropout
    draws anew in each run; an optimizer's rates are those of the moment. All else is as it was: a branch that was
    taken, a number that was read from a Python variable. What depends on data is refused with its line.

    Raises NotRecorded, a RuntimeError, for what a program cannot repeat: .item(), a branch on data, print, hooks.

    >>> double = trace(lambda x: x * 2 + 0 * 3, tensor([1.0, 2.0]))
    >>> double(tensor([4.0, 5.0]))
    tensor([ 8., 10.])
    >>> print(double.program)
    program(a: float32[2])
        c = fused(a)                                                  float32[2]
            b = multiply(a, 2)                                        float32[2]
            c = add(b, 0)                                             float32[2]
        return c
    """
    return Trace(function, args, optimise)
