"""A program: a function as a list of steps on arrays, recorded once and run many times.

A step reads and makes Values. A Value has the shape, dtype and strides of an array, but not its numbers. The functions
at the end of this file are the steps that are not ops: casts, copies, sums of gradients, updates.
"""

from itertools import count
from math import prod

import numpy as np

from ..engine import wrap
from ..engine.backward import add_gradient
from ..engine.node import Spec
from ..ops.kernels.tiling import BITS, FEW, choose, maskable, write_where
from ..runtime import IndexedGrad


class Value:
    """An array that a program reads or makes.

    name     its name in listings
    word     its name in the user's program, for pictures; None if it is not known
    role     "input" of a call; "state", stored in a tensor between calls; "constant"; "result" of a step
    source   for an input its index, for a state its tensor, for a constant its array
    dtype    None if it is not one array: several arrays saved for a derivative, a gradient at an index
    strides  in bytes, as NumPy's
    nbytes   the size in bytes of all its arrays
    """

    word = None

    def __init__(self, name, array, role="result", source=None):
        self.name, self.role, self.source, self.nbytes = name, role, source, bytes_of(array)
        self.shape, self.dtype, self.strides = (array.shape, array.dtype, array.strides) \
            if hasattr(array, "strides") else ((), None, ())

    @property
    def size(self):
        return prod(self.shape)

    def like(self, **changes):
        """Return a copy of this Value with some attributes changed."""
        made = object.__new__(Value)
        made.__dict__.update(self.__dict__, **changes)
        return made

    def as_input(self, index):
        """Return a copy of this Value that is the input at `index` of another program."""
        return self.like(role="input", source=index)

    def __repr__(self):
        kind = "?" if self.dtype is None else str(self.dtype)
        return f"{self.name}: {kind}{list(self.shape)}"


def bytes_of(x):
    """Return the size in bytes of an array, or of all arrays in a tuple or list."""
    return sum(map(bytes_of, x)) if type(x) in (tuple, list) else getattr(x, "nbytes", 0)


def arrays_in(x):
    """Return the NumPy arrays in x: an array, a tuple or list of arrays, or a gradient at an index."""
    if type(x) in (tuple, list):
        return [array for part in x for array in arrays_in(part)]
    return arrays_in(x.grad) if type(x) is IndexedGrad else [x] if type(x) is np.ndarray else []


def namer():
    """Return a function that returns names for Values: a, b, …, z, a1, b1, …"""
    counter = count()

    def name():
        number, letter = divmod(next(counter), 26)
        return "abcdefghijklmnopqrstuvwxyz"[letter] + (str(number) if number else "")
    return name


NOTHING: dict = {}
PLAIN = int | float | complex | str | slice | type(None) | type(...)


class Step:
    """One call: outputs = call(*args, **settings).

    name      its name in listings; op: the Op, if call is one; single: whether it returns one array
    args      Values, numbers and other arguments; a tuple or list may contain Values
    outputs   Values; None for a result that is never read
    writes    Values whose memory it writes to
    shares    whether an output may share memory with an argument, as a view does
    draws     whether it draws random numbers or has another side effect; if so, no pass moves or removes it
    phase     "forward", "backward" or "update"
    kept      {Value: a copy of it} for arguments that are overwritten before the derivative reads them
    reads     the Values among its arguments, stored because passes need them often
    line      the line of the user's program that it comes from
    device    the device of the `with device(...)` block around that line, or None
    """

    def __init__(self, name, call, args, settings, outputs, *, op=None, single=True, writes=(), shares=False,
                 draws=False, phase="forward", line="", kept=(), device=None):
        self.name, self.call, self.args, self.settings, self.outputs = name, call, tuple(args), settings, tuple(outputs)
        self.op, self.single, self.writes, self.shares = op, single, tuple(writes), shares
        self.draws, self.phase, self.line, self.kept, self.device = draws, phase, line, dict(kept), device
        self.reads = read_by(self.args)

    @property
    def has_residual(self):
        """Whether the last output is the residual: intermediate results that the op saves for its derivative."""
        return (self.op is not None and self.call is self.op and self.op.residual
                and len(self.outputs) > (1 if self.single else self.op.outputs))

    @property
    def key(self):
        """A key that is equal for steps with equal results; None if an argument cannot be hashed."""
        key = (self.call, hashed(self.args), tuple([(name, hashed(x)) for name, x in sorted(self.settings.items())]),
               len(self.outputs))
        try:
            hash(key)
        except TypeError:
            return None
        return key

    @property
    def values(self):
        """All Values, names of arrays, that the step reads or makes."""
        return [*self.reads, *[x for x in self.outputs if x is not None]]

    @property
    def effect(self):
        """Whether the step changes anything besides its outputs, so that passes must keep it."""
        return self.draws or bool(self.writes)

    def replaced(self, known, **changes):
        """Return a copy of the step with new Values, `known` being {old: new}, and with the attributes in `changes`."""
        others = known and not known.keys().isdisjoint((*self.reads, *self.writes))
        if not changes and not others:
            return self
        made = object.__new__(Step)
        about = made.__dict__
        about.update(self.__dict__, **changes)
        if others:
            made.args, made.writes = with_values(tuple(made.args), known), with_values(tuple(made.writes), known)
        made.args, made.writes, made.outputs = tuple(made.args), tuple(made.writes), tuple(made.outputs)
        made.kept = dict(made.kept)
        if others or "args" in changes:
            made.reads = read_by(made.args)
        return made

    def __repr__(self):
        out = ", ".join("_" if x is None else x.name for x in self.outputs)
        given = [listed_argument(x) for x in self.args]
        given += [f"{name}={listed_argument(value)}" for name, value in self.settings.items()]
        return f"{out} = {self.name}({', '.join(given)})" if out else f"{self.name}({', '.join(given)})"


def read_by(args):
    """Return the Values among arguments, including those in tuples and lists."""
    found = []
    for arg in args:
        if type(arg) is Value:
            found.append(arg)
        elif type(arg) in (tuple, list):
            found += [x for x in arg if type(x) is Value]
    return found


def hashed(x):
    """Return an argument in hashable form, equal for equal arguments of one type; 0.0 and -0.0 differ."""
    if type(x) in (tuple, list):
        return tuple(map(hashed, x))
    if type(x) in (float, complex) or isinstance(x, np.generic):
        return type(x), repr(x)
    if type(x) is Spec:
        return x.shape, x.dtype
    return (type(x), x.start, x.stop, x.step) if type(x) is slice else (type(x), x)


def with_values(x, known):
    """Return an argument in which Values are replaced by `known`, {old: new}."""
    if type(x) is Value:
        return known.get(x, x)
    return type(x)([with_values(part, known) for part in x]) if type(x) in (tuple, list) else x


def list_step(step, indent="    "):
    """Return the lines of a step in a listing, followed by those of the steps inside it."""
    types = ", ".join(repr(x).partition(": ")[2] for x in step.outputs if x is not None)
    inside = [line for inner in getattr(step.call, "steps", ()) for line in list_step(inner, indent + "    ")]
    return [f"{indent + repr(step):<64}  {types}".rstrip(), *inside]


def listed_argument(x):
    """Return an argument as a listing shows it."""
    if type(x) in (tuple, list):
        return f"({', '.join(map(listed_argument, x))}{',' * (len(x) == 1)})"
    if isinstance(x, PLAIN):
        return repr(x)
    return x.name if type(x) is Value else f"{x.dtype}{list(x.shape)}" if hasattr(x, "dtype") else \
        str(x) if isinstance(x, np.dtype) else type(x).__name__


class Program:
    """Steps in the order in which they run, with the Values that enter the program and its results.

    name      of the function; steps: the Steps, in order
    inputs    Values, one for each array among a call's arguments
    states    Values stored in tensors between calls: parameters, buffers, other tensors that the function reads
    outputs   Values; saved: those that the backward program reads
    grads     (tensor, its new .grad as a Value or None) for each tensor whose .grad the program replaces
    rebound   (tensor, Value) for each tensor that gets new memory, as by x.data = y
    overlaps  (Value, Value) for two inputs, states or outputs of one step that share memory
    places    {Value: a Place in the program's own memory, or the Value whose memory it reuses}: see passes/buffers
    memory    the size of the program's own memory in bytes
    notes     a Note for each pass that `optimised` has run
    """

    writers: dict = {}                 # {language: function that writes a program in this language}
    explaining: list = []              # functions explain(notes) -> text that says how the passes changed the program
    saving: list = []                  # functions save(program, f)
    exporting: list = []               # functions export_c(program, folder)

    def __init__(self, name, inputs=(), states=(), steps=(), outputs=()):
        self.name, self.inputs, self.states = name, list(inputs), list(states)
        self.steps, self.outputs, self.saved = list(steps), list(outputs), []
        self.grads, self.rebound, self.notes = [], [], []
        self.overlaps, self.places, self.memory = [], {}, 0

    def with_steps(self, steps, known=NOTHING):
        """Return the same program with other steps.

        known   {Value: the Value that replaces it}, for results that the new steps do not compute
        """
        made = Program(self.name, self.inputs, self.states, steps, [known.get(x, x) for x in self.outputs])
        made.saved = [known.get(x, x) for x in self.saved]
        made.grads = [(tensor, known.get(x, x)) for tensor, x in self.grads]
        made.overlaps = self.overlaps
        made.rebound = [(tensor, known.get(x, x)) for tensor, x in self.rebound]
        made.notes, made.places, made.memory = list(self.notes), dict(self.places), self.memory
        return made

    def code(self, language="numpy"):
        """Return the program's code in "numpy"; in "c" or "cuda", only the code of its loops."""
        if language not in self.writers:
            raise ValueError(f"code() takes {', '.join(map(repr, self.writers))}, not {language!r}.")
        return self.writers[language](self)

    def explain(self):
        """Return a table with a row for each pass: number of steps, bytes of all arrays, peak memory."""
        return self.explaining[-1](self.notes) if self.notes else f"{self.name}: no pass was run."

    def save(self, f):
        """Write the program with its weights to one file, for `static.load` or a runner that needs only NumPy."""
        self.saving[-1](self, f)

    def export_c(self, folder):
        """Write the program with its weights as one C file with a `main`, FOLDER/NAME.c; return the path."""
        return self.exporting[-1](self, folder)

    @property
    def results(self):
        """All Values that a run returns: outputs, saved Values, gradients, and new memory of tensors."""
        return [*self.outputs, *self.saved, *[x for _, x in self.grads if x is not None], *[x for _, x in self.rebound]]

    @property
    def constants(self):
        """All constants that steps and outputs read, each once."""
        found = dict.fromkeys(x for step in self.steps for x in step.reads)
        return [x for x in [*found, *self.results] if x is not None and x.role == "constant"]

    def __str__(self):
        head = f"{self.name}({', '.join(map(repr, self.inputs))})"
        held = [f"    {x!r} held" for x in self.states] + [f"    {x!r} constant" for x in self.constants]
        body = [line for step in self.steps for line in list_step(step)]
        end = [f"    return {', '.join(x.name for x in self.outputs)}"]
        if self.saved:
            end.append(f"    save {', '.join(x.name for x in self.saved)} for backward")
        return "\n".join([head, *held, *body, *end])

    def __repr__(self):
        return f"<program {self.name}: {len(self.steps)} steps>"


def cast(x, dtype):
    """Return a copy of x in another dtype."""
    return x.astype(dtype)


def copy_array(x):
    """Return a copy of x in new memory."""
    return x.copy()


def reinterpreted(x, shape, dtype):
    """Return a view of x with another shape or dtype, such as the bits of a float as an integer."""
    return x.view(dtype).reshape(shape)


def repeated(x, shape):
    """Return x broadcast to a shape, as a new array, because NumPy adds a full array faster than a broadcast one."""
    return np.broadcast_to(x, shape).copy()


def where(condition, x, y, out=None):
    """Return x where the condition is true, else y; write the result into `out` if it is passed."""
    return choose(np, condition, x, y) if out is None else choose_into(out, condition, x, y)


def choose_into(out, condition, x, y):
    """Write x where the condition is true, else y, into `out`, which may be x or y itself; return `out`."""
    if out.size < FEW:
        out[...] = np.where(condition, x, y)
    elif type(y) is float and y == 0 and maskable(np, condition, x):
        # multiply the bits by 1 or 0, so that inf and nan become 0 too
        np.multiply(x.view(BITS[x.dtype]), condition, out=out.view(BITS[x.dtype]))
    elif type(x) is float and x == 0 and maskable(np, condition, y):
        np.multiply(y.view(BITS[y.dtype]), ~condition, out=out.view(BITS[y.dtype]))
    elif out is x:
        write_where(np, out, ~condition, y)
    else:
        if out is not y:
            out[...] = y
        write_where(np, out, condition, x)
    return out


def sum_gradients(grads, shape, dtype):
    """Return the sum of gradients, reduced to a shape and cast to a dtype."""
    edge, pending = Spec(shape, dtype), {}
    owned: set = set()
    for grad in grads:
        add_gradient(pending, owned, edge, grad)
    return pending[edge]


def optimizer_step(grads, also, optimizer, params):
    """Take an optimiser's step with these gradients, at its current learning rates and step counts.

    also     the tensors that its hooks read or write; listed as arguments so that passes see them
    params   the parameters with a gradient at recording time; the others are not updated, even with a .grad now
    """
    before, others = [param._grad for param in params], ()
    if len(params) < sum([len(group["params"]) for group in optimizer.param_groups]):
        own = set(map(id, params))
        others = [param for group in optimizer.param_groups for param in group["params"] if id(param) not in own]
        before += [param._grad for param in others]
        for param in others:
            param._grad = None
    for param, grad in zip(params, grads):
        param._grad = wrap(grad)
    optimizer.step()                                         # the program sets .grad again later
    for param, grad in zip((*params, *others) if others else params, before):
        param._grad = grad
