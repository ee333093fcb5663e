"""Expand a step: run its function once on arrays of zeros like its arguments, and record the ops inside as steps.

The steps recorded for a step are copied for all equal steps, for example those of equal layers of a network.
Two steps are alike if they call the same function with equal numbers and with Values of equal shape, dtype and strides.
"""

import threading

import numpy as np

from ..engine import registry, tensor_types, wrap
from ..engine.apply import converting, watchers
from ..engine.grad_mode import recording
from ..tensors import Tensor
from .program import Step, Value, cast, hashed, namer
from .watching import READS, replacing


class NotExpanded(Exception):
    """The error for a call that a list of steps cannot express."""


class Repeats:
    """A cache of expansions, (results, steps): computed for the first of several equal steps, copied for the others.

    name    name() returns a name for a new Value
    known   {a step's form: (results, steps, the Values among its arguments), or the text of an error}
    """

    def __init__(self, name):
        self.name, self.known = name, {}

    def find(self, step, form, args, run):
        """Return run(), the (results, steps) of a step; or a copy of the result of run() for an equal step.

        form   everything that the result depends on, except the Values in args; if it cannot be hashed, call run()

        Raises NotExpanded if run() does.
        """
        given: dict = {}
        try:
            key = hashed(form), hashable_form(args, given)
            found = self.known.get(key)
        except TypeError:
            return run()
        if found is None:
            try:
                self.known[key] = *run(), given
            except NotExpanded as problem:
                self.known[key] = str(problem)
                raise
            return self.known[key][:2]
        if type(found) is str:
            raise NotExpanded(found)
        return self.copied(step, *found, given)

    def copied(self, step, results, steps, before, given):
        """Return copies of results and steps that read the Values `given` instead of `before`."""
        known, made = dict(zip(before, given)), []
        for each in steps:
            outputs = [x.like(name=self.name()) for x in each.outputs]
            made.append(each.replaced(known, outputs=outputs, phase=step.phase, line=step.line))
            known.update(zip(each.outputs, outputs))
        return [known.get(x, x) if type(x) is Value else x for x in results], made


def hashable_form(x, given):
    """Return an argument in hashable form; a Value becomes (its index in `given`, shape, dtype, strides)."""
    if type(x) in (tuple, list):
        return tuple([hashable_form(part, given) for part in x])
    if type(x) is Value:
        return given.setdefault(x, len(given)), x.shape, x.dtype, x.strides
    return hashed(x)


MAY_SHARE = {"join", "move"}             # ops that return the input itself if its memory layout is already right


def fresh_names(program):
    """Return a function whose every call returns a name that no Value of the program has."""
    taken, name = set(), namer()

    def fresh():
        if not taken:                           # collect the names on the first call, because most callers need no name
            taken.update(x.name for step in program.steps for x in [*step.values, *getattr(step.call, "inner", ())])
            taken.update(x.name for x in [*program.inputs, *program.states, *program.constants])
        while (found := name()) in taken:
            pass
        return found
    return fresh


def array_like(x):
    """Return zeros in the shape, dtype and memory layout of a Value."""
    if x.dtype is None:
        raise NotExpanded(f"{x.name} is not an array")
    steps = [(size - 1) * stride for size, stride in zip(x.shape, x.strides)] if x.size else []
    start = -sum(step for step in steps if step < 0)
    memory = np.zeros(start + sum(step for step in steps if step > 0) + x.dtype.itemsize, np.uint8)
    return np.ndarray(x.shape, x.dtype, memory, start, x.strides)


def without_inner(x, y):
    """Return two arrays with inner size 0, so that their matrix product costs nothing; its shape is that of x @ y."""
    return (x[..., :0], y[..., :0, :]) if x.ndim > 1 and y.ndim > 1 else (x, y)


class Expansion:
    """A run of a function on zero Tensors instead of Values, which records the ops inside as `steps`.

    name   name() returns a name for a new Value
    like   the step that is expanded; the new steps have its phase and line
    """

    def __init__(self, name, like):
        self.name, self.like, self.steps = name, like, []
        self.values, self.arrays, self.thread, self.converting = {}, [], threading.get_ident(), []

    def stand_in(self, x):
        """Return a zero Tensor for a Value, also inside tuples and lists; return any other x unchanged."""
        if type(x) in (tuple, list):
            return type(x)(map(self.stand_in, x))
        return self.note(wrap(array_like(x)), x) if type(x) is Value else x

    def note(self, tensor, value):
        self.values[id(tensor.array)] = value
        self.arrays.append(tensor.array)                     # keep the array alive, so that no other array gets its id
        return tensor

    def value_of(self, x):
        """Return the Value that a Tensor or array stands for; return numbers and None unchanged."""
        if type(x) in (tuple, list):
            return type(x)(map(self.value_of, x))
        array = x.array if type(x) in tensor_types else x
        if isinstance(array, np.ndarray):
            if id(array) not in self.values:
                raise NotExpanded("the op makes an array that no op returned")
            return self.values[id(array)]
        return array

    def run(self, call, args, settings):
        """Run call(*args, **settings); return a Value or None for each result."""
        args = self.stand_in(args)
        with replacing:
            found = self.run_without_reads(call, args, settings)
        return [self.value_of(x) for x in (found if type(found) is tuple else (found,))]

    def run_without_reads(self, call, args, settings):
        """Return call(*args, **settings); meanwhile methods that read a tensor's values raise NotExpanded."""
        token = recording.set(False)
        before = [(name, vars(Tensor)[name]) for name in READS]
        self.converting = [*converting]
        converting.append(self.shrink_products)
        watchers.append(self.operation)
        for name, function in before:
            setattr(Tensor, name, self.refuse_read(name, function))
        try:
            with np.errstate(all="ignore"):
                return call(*args, **settings)
        except Exception as error:
            raise NotExpanded(str(error)) from error
        finally:
            watchers.remove(self.operation)
            converting.remove(self.shrink_products)
            recording.reset(token)
            for name, function in before:
                setattr(Tensor, name, function)

    def refuse_read(self, name, function):
        """Return a replacement for a method that reads values: it raises NotExpanded, but only in this thread."""
        def run(*args, **settings):
            if threading.get_ident() == self.thread:
                raise NotExpanded(f"{name} reads a value")
            return function(*args, **settings)
        return run

    def shrink_products(self, op, arrays):
        """Return the op's arrays; for matmul, arrays with an inner size of 0, which cost nothing to multiply."""
        ours = op is registry["matmul"] and threading.get_ident() == self.thread
        return without_inner(*arrays) if ours and arrays[0].shape[-1:] == arrays[1].shape[-2:-1] else arrays

    def operation(self, op, inputs, settings, result):
        """Add a step for an op that has just run."""
        if threading.get_ident() != self.thread:
            return
        args, arrays = [self.value_of(x) for x in inputs], [getattr(x, "array", x) for x in inputs]
        for hook in self.converting:
            converted = hook(op, arrays)
            for index, (old, new) in enumerate(zip(arrays, converted)):
                if new is not old:
                    args[index] = self.cast(args[index], new)
            arrays = converted
        single = op.outputs == 1
        results, outputs = (result,) if single else result, []
        for x in results:
            outputs.append(Value(self.name(), x.array))
            self.note(x, outputs[-1])
        shares = op.view or op.name in MAY_SHARE or any(
            np.may_share_memory(x.array, y) for x in results for y in arrays if type(y) is np.ndarray)
        self.steps.append(Step(op.name, op, args, dict(settings), outputs, op=op, single=single, shares=shares,
                               phase=self.like.phase, line=self.like.line))

    def cast(self, x, array):
        """Record the cast of a Value to the dtype of `array`; return the new Value."""
        if type(x) is not Value:
            raise NotExpanded("a number became an array")
        made = Value(self.name(), array)
        self.steps.append(Step("cast", cast, [x], {"dtype": array.dtype}, [made], phase=self.like.phase,
                               line=self.like.line))
        return made


def expand_steps(program, selects, call_of=lambda step: step.call):
    """Return the program with each selected step replaced by the ops that compute it, if these ops can be recorded.

    selects   selects(step): whether to expand the step
    call_of   call_of(step): the function of Tensors to run for the step
    """
    name, known, kept = fresh_names(program), {}, []
    repeats = Repeats(name)
    for step in program.steps:
        step = step.replaced(known)
        try:
            inside = inner_steps(step, call_of(step), name, repeats, known) if selects(step) else [step]
        except NotExpanded:
            inside = [step]
        kept += inside
    return program.with_steps(kept, known)


def inner_steps(step, call, name, repeats, known):
    """Return the steps that compute one step; raise NotExpanded if they cannot be recorded."""
    def run():
        expansion = Expansion(name, step)
        return expansion.run(call, step.args, step.settings), expansion.steps
    return with_outputs_of(step, *repeats.find(step, (call, *sorted(step.settings.items())), step.args, run), known)


def with_outputs_of(step, found, steps, known):
    """Return an expansion's steps with results renamed to the outputs of the step that they replace.

    If an output cannot be renamed, add {output: the Value to use instead} to `known`.

    found   the expansion's Value for each of these outputs
    """
    own = {x for inner in steps for x in inner.outputs}
    pairs = [(new, old) for new, old in zip(found, step.outputs, strict=True) if old is not None]
    if any(type(new) is not Value or (new.shape, new.dtype) != (old.shape, old.dtype) for new, old in pairs):
        raise NotExpanded("the op returns other shapes or dtypes if its inputs are zeros")
    renamed = {new: old for new, old in pairs[::-1] if new in own}
    known.update({old: renamed.get(new, new) for new, old in pairs if renamed.get(new) is not old})
    return [inner.replaced(renamed, outputs=[renamed.get(x, x) for x in inner.outputs]) for inner in steps]
