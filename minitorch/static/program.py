"""A program: a function as a list of steps on arrays, written down once and run many times."""

import numpy as np

from ..engine.node import Spec
from .value import Value

NOTHING: dict = {}
PLAIN = int | float | complex | str | slice | type(None) | type(...)


class Step:
    """One call: outputs = call(*args, **settings).

    name      by which it is printed; op: the Op that call is, if it is one, and single: whether it gives one array
    args      Values, numbers and whatever else the call takes; a tuple or list may hold Values
    outputs   Values; None for a result that nobody reads
    writes    Values whose memory it writes to
    shares    an output may share memory with an argument: a view
    draws     it draws random numbers, or has another effect, so it is neither moved nor left out
    phase     "forward", "backward" or "update"
    kept      {Value: a copy of it} for arguments that are overwritten before the derivative reads them
    reads     the Values among its arguments, found once: passes ask again and again
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
        """Whether the last output is what an op leaves for its derivative."""
        return (self.op is not None and self.call is self.op and self.op.residual
                and len(self.outputs) > (1 if self.single else self.op.outputs))

    @property
    def key(self):
        """Equal for steps that compute the same; None where that cannot be told."""
        key = (self.call, hashed(self.args), tuple([(name, hashed(x)) for name, x in sorted(self.settings.items())]),
               len(self.outputs))
        try:
            hash(key)
        except TypeError:
            return None
        return key

    @property
    def values(self):
        """The Values that it reads or makes."""
        return [*self.reads, *[x for x in self.outputs if x is not None]]

    @property
    def effect(self):
        """Whether leaving it out would change anything but its outputs."""
        return self.draws or bool(self.writes)

    def replaced(self, known, **changes):
        """The step with other arguments where `known` has some, and other attributes where they are given."""
        others = known and not known.keys().isdisjoint((*self.reads, *self.writes))
        if not changes and not others:
            return self
        made = object.__new__(Step)
        about = made.__dict__
        about.update(self.__dict__, **changes)
        if others:
            made.args, made.writes = swapped(tuple(made.args), known), swapped(tuple(made.writes), known)
        made.args, made.writes, made.outputs = tuple(made.args), tuple(made.writes), tuple(made.outputs)
        made.kept = dict(made.kept)
        if others or "args" in changes:
            made.reads = read_by(made.args)
        return made

    def __repr__(self):
        out = ", ".join("_" if x is None else x.name for x in self.outputs)
        given = [shown(x) for x in self.args] + [f"{name}={shown(value)}" for name, value in self.settings.items()]
        return f"{out} = {self.name}({', '.join(given)})" if out else f"{self.name}({', '.join(given)})"


def read_by(args):
    """The Values among arguments, those in tuples and lists too."""
    found = []
    for arg in args:
        if type(arg) is Value:
            found.append(arg)
        elif type(arg) in (tuple, list):
            found += [x for x in arg if type(x) is Value]
    return found


def hashed(x):
    """An argument as what can be hashed, the same for what is equal and of one type; 0.0 and -0.0 are not."""
    if type(x) in (tuple, list):
        return tuple(map(hashed, x))
    if type(x) in (float, complex) or isinstance(x, np.generic):
        return type(x), repr(x)
    if type(x) is Spec:
        return x.shape, x.dtype
    return (type(x), x.start, x.stop, x.step) if type(x) is slice else (type(x), x)


def swapped(x, known):
    """An argument with other Values where `known` has some."""
    if type(x) is Value:
        return known.get(x, x)
    return type(x)([swapped(part, known) for part in x]) if type(x) in (tuple, list) else x


def listed(step, indent="    "):
    """A step in a listing; below it those that run inside."""
    types = ", ".join(repr(x).partition(": ")[2] for x in step.outputs if x is not None)
    inside = [line for inner in getattr(step.call, "steps", ()) for line in listed(inner, indent + "    ")]
    return [f"{indent + repr(step):<64}  {types}".rstrip(), *inside]


def shown(x):
    """How a listing shows an argument."""
    if type(x) in (tuple, list):
        return f"({', '.join(map(shown, x))}{',' * (len(x) == 1)})"
    if isinstance(x, PLAIN):
        return repr(x)
    return x.name if type(x) is Value else f"{x.dtype}{list(x.shape)}" if hasattr(x, "dtype") else \
        str(x) if isinstance(x, np.dtype) else type(x).__name__


class Program:
    """Steps in the order in which they run, the values they read from outside, and what comes out.

    name      of the function; steps: the Steps, in order
    inputs    Values, one for each array that a call brings
    states    Values that tensors hold from call to call: parameters, buffers, whatever the function reads besides
    outputs   Values; saved: those that a walk back will read, in a program of its own
    grads     (tensor, Value or None) for each tensor whose .grad is another afterwards
    rebound   (tensor, Value) for each tensor that has other memory afterwards, as after x.data = y
    overlaps  (Value, another) for inputs, states and outputs of one step that lie in the same memory
    places    {Value: a Place in the program's own memory, or the Value over which it is written}: see passes/buffers
    memory    how many bytes it keeps for them from call to call
    notes     what each pass has changed, of those that were run by `optimised`
    """

    writers: dict = {}                 # language -> a function that writes a program in it
    explaining: list = []              # explain(notes): what passes have changed, in words
    saving: list = []                  # save(program, f)
    exporting: list = []               # export_c(program, folder)

    def __init__(self, name, inputs=(), states=(), steps=(), outputs=()):
        self.name, self.inputs, self.states = name, list(inputs), list(states)
        self.steps, self.outputs, self.saved = list(steps), list(outputs), []
        self.grads, self.rebound, self.notes = [], [], []
        self.overlaps, self.places, self.memory = [], {}, 0

    def with_steps(self, steps, known=NOTHING):
        """The same program with other steps.

        known   {Value: the one in its place} for what comes out
        """
        made = Program(self.name, self.inputs, self.states, steps, [known.get(x, x) for x in self.outputs])
        made.saved = [known.get(x, x) for x in self.saved]
        made.grads = [(tensor, known.get(x, x)) for tensor, x in self.grads]
        made.overlaps = self.overlaps
        made.rebound = [(tensor, known.get(x, x)) for tensor, x in self.rebound]
        made.notes, made.places, made.memory = list(self.notes), dict(self.places), self.memory
        return made

    def code(self, language="numpy"):
        """The program in another language: straight "numpy"; of what runs in loops alone, "c" or "cuda"."""
        if language not in self.writers:
            raise ValueError(f"programs are written in {', '.join(map(repr, self.writers))}, not in {language!r}.")
        return self.writers[language](self)

    def explain(self):
        """What each pass changed: steps, bytes that are made, and the most memory at one time."""
        return self.explaining[-1](self.notes) if self.notes else f"{self.name}: no pass was run."

    def save(self, f):
        """Write it with its weights to one file, which `static.load` reads, and a runner that has NumPy alone."""
        self.saving[-1](self, f)

    def export_c(self, folder):
        """Write it with its weights as one file of C, FOLDER/NAME.c, with a `main`; returns the path."""
        return self.exporting[-1](self, folder)

    @property
    def results(self):
        """All that a run gives: outputs, what is saved, gradients, other memory of tensors."""
        return [*self.outputs, *self.saved, *[x for _, x in self.grads if x is not None], *[x for _, x in self.rebound]]

    @property
    def constants(self):
        """The constants that steps and outputs read, each once."""
        found = dict.fromkeys(x for step in self.steps for x in step.reads)
        return [x for x in [*found, *self.results] if x is not None and x.role == "constant"]

    def __str__(self):
        head = f"{self.name}({', '.join(map(repr, self.inputs))})"
        held = [f"    {x!r} held" for x in self.states] + [f"    {x!r} constant" for x in self.constants]
        body = [line for step in self.steps for line in listed(step)]
        end = [f"    return {', '.join(x.name for x in self.outputs)}"]
        if self.saved:
            end.append(f"    save {', '.join(x.name for x in self.saved)} for backward")
        return "\n".join([head, *held, *body, *end])

    def __repr__(self):
        return f"<program {self.name}: {len(self.steps)} steps>"
