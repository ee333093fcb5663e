"""Expansion of a step: what it calls is run once on stand-ins for its arguments, and the ops inside become steps."""

import threading

import numpy as np

from ..engine import registry, tensor_types, wrap
from ..engine.apply import converting, watchers
from ..engine.grad_mode import recording
from ..tensors import Tensor
from .program import Step
from .repeats import NotExpanded, Repeats
from .steps import cast
from .value import Value, namer
from .watching import READS, replacing

MAY_SHARE = {"join", "move"}                             # they return an input where its memory is already right


def fresh_names(program):
    """A function that gives names which no Value of the program has."""
    taken, name = set(), namer()

    def fresh():
        if not taken:                                        # most who could need a name need none
            taken.update(x.name for step in program.steps for x in [*step.values, *getattr(step.call, "inner", ())])
            taken.update(x.name for x in [*program.inputs, *program.states, *program.constants])
        while (found := name()) in taken:
            pass
        return found
    return fresh


def array_like(x):
    """Zeros in the shape, dtype and memory layout of a Value."""
    if x.dtype is None:
        raise NotExpanded(f"{x.name} is no array")
    steps = [(size - 1) * stride for size, stride in zip(x.shape, x.strides)] if x.size else []
    start = -sum(step for step in steps if step < 0)
    memory = np.zeros(start + sum(step for step in steps if step > 0) + x.dtype.itemsize, np.uint8)
    return np.ndarray(x.shape, x.dtype, memory, start, x.strides)


def without_inner(x, y):
    """Two arrays whose matrix product has the form of x @ y, and costs nothing: no numbers are added up."""
    return (x[..., :0], y[..., :0, :]) if x.ndim > 1 and y.ndim > 1 else (x, y)


class Expansion:
    """Runs functions of Tensors on stand-ins for Values, and writes down the ops inside as `steps`.

    name   gives names for new Values
    like   the step that is expanded, of which the new ones take phase and line
    """

    def __init__(self, name, like):
        self.name, self.like, self.steps = name, like, []
        self.values, self.arrays, self.thread, self.converting = {}, [], threading.get_ident(), []

    def stand_in(self, x):
        """A Tensor for a Value; in tuples too; whatever else as it is."""
        if type(x) in (tuple, list):
            return type(x)(map(self.stand_in, x))
        return self.note(wrap(array_like(x)), x) if type(x) is Value else x

    def note(self, tensor, value):
        self.values[id(tensor.array)] = value
        self.arrays.append(tensor.array)                     # kept, so that no other array gets its id
        return tensor

    def value_of(self, x):
        """The Value of a Tensor or array; numbers and None as they are."""
        if type(x) in (tuple, list):
            return type(x)(map(self.value_of, x))
        array = x.array if type(x) in tensor_types else x
        if isinstance(array, np.ndarray):
            if id(array) not in self.values:
                raise NotExpanded("it makes an array of its own")
            return self.values[id(array)]
        return array

    def run(self, call, args, settings):
        """What call(*args, **settings) returns: a Value, or None, for each result."""
        args = self.stand_in(args)
        with replacing:
            found = self.refusing(call, args, settings)
        return [self.value_of(x) for x in (found if type(found) is tuple else (found,))]

    def refusing(self, call, args, settings):
        """What call(*args, **settings) returns, where nothing lets a value out."""
        token = recording.set(False)
        before = [(name, vars(Tensor)[name]) for name in READS]
        self.converting = [*converting]
        converting.append(self.cheaper)
        watchers.append(self.operation)
        for name, function in before:
            setattr(Tensor, name, self.refused(name, function))
        try:
            with np.errstate(all="ignore"):
                return call(*args, **settings)
        except Exception as error:
            raise NotExpanded(str(error)) from error
        finally:
            watchers.remove(self.operation)
            converting.remove(self.cheaper)
            recording.reset(token)
            for name, function in before:
                setattr(Tensor, name, function)

    def refused(self, name, function):
        """What stands in the place of a method that lets values out."""
        def run(*args, **settings):
            if threading.get_ident() == self.thread:
                raise NotExpanded(f"{name} reads a value")
            return function(*args, **settings)
        return run

    def cheaper(self, op, arrays):
        """What an op is run on: of stand-ins for matrices no numbers are multiplied."""
        ours = op is registry["matmul"] and threading.get_ident() == self.thread
        return without_inner(*arrays) if ours and arrays[0].shape[-1:] == arrays[1].shape[-2:-1] else arrays

    def operation(self, op, inputs, settings, result):
        """An op has run."""
        if threading.get_ident() != self.thread:
            return
        args, arrays = [self.value_of(x) for x in inputs], [getattr(x, "array", x) for x in inputs]
        for layer in self.converting:
            converted = layer(op, arrays)
            for place, (old, new) in enumerate(zip(arrays, converted)):
                if new is not old:
                    args[place] = self.cast(args[place], new)
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
        """A number as the array it became, or a Value in another dtype."""
        if type(x) is not Value:
            raise NotExpanded("a number became an array")
        made = Value(self.name(), array)
        self.steps.append(Step("cast", cast, [x], {"dtype": array.dtype}, [made], phase=self.like.phase,
                               line=self.like.line))
        return made


def expanded(program, wanted, call_of=lambda step: step.call):
    """The program with some steps expanded into the ops they call; those that cannot be expanded stay.

    wanted    wanted(step): whether to expand it
    call_of   call_of(step): the function to run, on Tensors
    """
    name, known, kept = fresh_names(program), {}, []
    repeats = Repeats(name)
    for step in program.steps:
        step = step.replaced(known)
        try:
            inside = opened(step, call_of(step), name, repeats, known) if wanted(step) else [step]
        except NotExpanded:
            inside = [step]
        kept += inside
    return program.with_steps(kept, known)


def opened(step, call, name, repeats, known):
    """The steps inside one step."""
    def run():
        expansion = Expansion(name, step)
        return expansion.run(call, step.args, step.settings), expansion.steps
    return taking_place(step, *repeats.find(step, (call, *sorted(step.settings.items())), step.args, run), known)


def taking_place(step, found, steps, known):
    """The steps of an expansion, with the outputs of the step they replace; `known` gets those that are others.

    found   what they give for each of these outputs
    """
    own = {x for inner in steps for x in inner.outputs}
    pairs = [(new, old) for new, old in zip(found, step.outputs, strict=True) if old is not None]
    if any(type(new) is not Value or (new.shape, new.dtype) != (old.shape, old.dtype) for new, old in pairs):
        raise NotExpanded("it comes to something else on stand-ins")
    renamed = {new: old for new, old in pairs[::-1] if new in own}
    known.update({old: renamed.get(new, new) for new, old in pairs if renamed.get(new) is not old})
    return [inner.replaced(renamed, outputs=[renamed.get(x, x) for x in inner.outputs]) for inner in steps]
