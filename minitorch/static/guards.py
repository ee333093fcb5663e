"""Guards: generated Python that checks a call's arguments, and the other values that the function reads, for changes.

Names and Arguments write the guards. A Form stores the guards of one recording, and the code that runs if all are true.
"""

from functools import partial
from itertools import count
from operator import is_, itemgetter

import numpy as np

from .. import backend, dtypes
from ..codegen.writer import wrapped
from ..engine import piece, tensor_types
from ..engine.apply import watchers
from ..engine.backward import wrapping
from ..engine.grad_mode import recording
from ..engine.node import Leaf
from ..runtime import errors
from ..runtime.grad_modes import inferring
from .free_numbers import plain_arguments
from .sizes import LEAST
from .slots import (
    MISSING,
    brief_text,
    is_same_value,
    read_added_names,
    read_array,
    read_attribute,
    read_cache_clears,
    read_cell,
    read_class,
    read_elements,
    read_item,
    read_keys,
    read_public_names,
    read_tensor,
    tensor_attributes,
)
from .sources import defined_by, weak

END = object()                     # marks the end of a container, whose length may change


class Names:
    """Names for the objects that generated Python reads: names(thing) is the same name in each call."""

    def __init__(self, **known):
        self.space, self.known = dict(known), {}

    def __call__(self, thing, wish="it"):
        if id(thing) not in self.known:
            self.known[id(thing)] = name = f"{wish}_{len(self.known)}"
            self.space[name] = thing
        return self.known[id(thing)]


class Arguments:
    """The guards of a call's arguments: they check the structure of lists and dicts, and the values in these.

    asked     [(a guard in Python, the recorded value in words, Python that reads the value now, or None)]
    tensors   [(tensor, Python that reads it)] for the tensors among the arguments, in order
    arrays    names of the tensors' arrays; the guards assign them
    numbers   the FreeNumbers among the arguments, or None
    sized     a Sized if some dimensions may have any size; the guards assign these sizes to `n0`, `n1`, …
    """

    def __init__(self, args, settings, names, sized=None, numbers=None):
        self.asked, self.tensors, self.arrays, self.names, self.sized = [], [], [], names, sized
        self.of(args, "args", "the arguments")
        self.of(settings, "settings", "the arguments by keyword")
        if numbers is not None and numbers.facts:
            found = [f"{name}.item()" for (x, _), name in zip(self.tensors, self.arrays)
                     if any(x is own for own in numbers.tensors)]
            self.ask(f"{names(numbers.hold, 'hold')}({', '.join(found)})", "a test of a number had another result")
        if sized is not None:
            sizes = f"({', '.join(f'n{place}' for place in range(len(sized.first)))},)"
            self.ask(f"(one := programs.get({sizes}) or ready({sizes}))",
                     "a dimension had a size on which a step depends")

    def guard_identities(self, known):
        """Guard which arguments are the same tensor, and which are tensors that the function also reads elsewhere.

        known   {id: tensor} of the tensors that the function reads elsewhere
        """
        different: dict = {}                   # {id of a tensor: Python that reads it}; each argument tensor once
        for x, text in self.tensors:
            if id(x) in known:
                self.ask(f"{text} is {self.names(x, 'tensor')}",
                         "an argument was a tensor that the function also reads elsewhere")
            elif id(x) in different:
                self.ask(f"{text} is {different[id(x)]}", "two arguments were the same tensor")
            else:
                different[id(x)] = text
        texts = [*different.values()]
        if len(texts) > 1:
            ids = f"len({{{', '.join([f'id({text})' for text in texts])}}}) == {len(texts)}"
            self.ask(" is not ".join(texts) if len(texts) == 2 else ids, "two arguments were different tensors")
        if texts and known:
            elsewhere = self.names(frozenset(known), "known")
            self.ask(" and ".join([f"id({text}) not in {elsewhere}" for text in texts]),
                     "no argument was a tensor that the function also reads elsewhere")

    def ask(self, question, words, text=None):
        self.asked.append((question, words, text))

    def of(self, value, text, words):
        """Write all guards for one argument and the values inside it."""
        kind = type(value)
        if kind in tensor_types:
            return self.tensor(value, text, words)
        was = f"{words} {'were' if text in ('args', 'settings') else 'was'} {argument_in_words(value)}"
        if isinstance(value, list | tuple | dict):
            self.ask(f"type({text}) is {self.names(kind, kind.__name__)} and len({text}) == {len(value)}", was, text)
            if isinstance(value, dict):
                keyed = [(key, f"{text}[{self.text(key)}]") for key in value]
                if value:
                    self.ask(f"(*{text},) == {self.names((*value,), 'names')}",
                             f"{words} had other keys, or another order of keys")
            else:
                keyed = [(number, f"{text}[{number}]") for number in range(len(value))]
            for key, part in keyed:
                self.of(value[key], part, f"argument {key}" if text in ("args", "settings") else words)
        else:
            name = self.names(value, "value")
            self.ask(f"{text} is {name} or same({name}, {text})", was, text)
        return None

    def text(self, key):
        return repr(key) if type(key) in (str, int) else self.names(key, "key")

    def tensor(self, x, text, words):
        """Write guards for a tensor's class, array and kind of graph node."""
        array, number = x.array, len(self.tensors)
        name = f"a{number}"
        self.ask(f"type({text}) is {self.names(type(x), 'kind')}", f"{words} was {argument_in_words(x)}", text)
        self.ask(f"{text}._view is None or {text}.refresh() is None", words)
        shape, strides = self.form(array, number)
        self.ask(f"type({name} := {text}.array) is ndarray and {self.size(name, number)}{name}.shape == {shape} and "
                 f"{name}.dtype == {self.names(array.dtype, 'dtype')}", f"{words} was {argument_in_words(x)}", text)
        self.ask(f"{name}.strides == {strides}", f"{words} had another memory layout")
        own = tensor_attributes(x)
        self.ask(f"len(now := tagged({text})) == {len(own)}" + "".join(
            [f" and same({self.names(value, 'tag')}, now.get({name!r}))" for name, value in own.items()])
            if own else f"not ({text}.__dict__ and tagged({text}))", f"{words} had other attributes")
        if x._node is None:
            self.ask(f"{text}._node is None", f"{words} had requires_grad=False")
        elif type(x._node) is Leaf:
            self.ask(f"type({text}._node) is Leaf", f"{words} was a leaf with requires_grad=True")
        else:
            self.ask(f"type({text}._node) is not Leaf and {text}._node is not None", f"{words} belonged to a graph")
        first = next((i for i, (other, _) in enumerate(self.tensors) if other.array is array), None)
        if first is not None:
            self.ask(f"{name} is a{first}", f"{words} was the same tensor as another")
        self.tensors.append((x, text))
        self.arrays.append(name)

    def form(self, array, number):
        """Return Python for an array's shape and strides, in which variable sizes are names."""
        if self.sized is None:
            return array.shape, array.strides
        return [f"({', '.join(map(number_by_names, numbers))}{',' * (len(numbers) == 1)})"
                for numbers in self.sized.forms[number]]

    def size(self, name, number):
        """Return Python that assigns names to the variable sizes that occur first in this array."""
        first = self.sized.first if self.sized is not None else []
        return "".join([f"{name}.ndim > {dim} and (n{place} := {name}.shape[{dim}]) >= {LEAST} and "
                        for place, (own, dim) in enumerate(first) if own == number])


def number_by_names(number):
    """Return Python for a number; for a multiple of variable sizes, such as `n0 * n1 * 4`, with the names of these."""
    return repr(number) if type(number) is int else " * ".join([
        *[f"n{place}" for place, power in enumerate(number.powers) for _ in range(power)], str(number.times)])


def argument_in_words(x):
    """Describe an argument in a few words."""
    if type(x) in tensor_types:
        return f"a {type(x).__name__} of {x.dtype} and shape {tuple(x.shape)}"
    return f"a {type(x).__name__} of {len(x)}" if isinstance(x, list | tuple | dict) else brief_text(x)


class Kept:
    """A check that a function's slots are unchanged: by identity, or, if another object is there, by value.

    text   Python for a tuple of all values, which the check by identity compares
    sized  dicts and lists of which the check by identity compares only the number of elements
    """

    def __init__(self, slots, names):
        self.slots = [slot for slot in slots if slot.guarded]
        self.expected = ()
        parts, by_dict, sized, kinds = [], {}, {}, []
        for slot in self.slots:
            own = names(slot.container, "place")
            if slot.read is read_item and slot.value is not MISSING:
                by_dict.setdefault(own, []).append(slot.key)
            elif slot.read in (read_item, read_added_names, read_public_names) or (
                    slot.read in (read_elements, read_keys) and not slot.value):
                sized[own] = slot.container
            elif slot.read is read_class:
                kinds.append(slot.container)
            elif slot.read is read_cell:
                parts.append(f"{own}.cell_contents")
            elif slot.read in (read_elements, read_keys):
                parts += [f"*{own}", "END"]
            elif slot.read is read_attribute:
                parts.append(f"{own}.{slot.key}")
        for own, found in by_dict.items():
            get = names(itemgetter(*found), "get")
            parts.append(f"*{get}({own})" if len(found) > 1 else f"{get}({own})")
        parts += [f"*map(type, {names(kinds, 'objects')})"] * bool(kinds)
        self.sized = [*sized.values()]
        self.text = f"({', '.join(parts)}{',' * (len(parts) == 1)})"
        self.values = [slot for slot in self.slots if slot.read in (read_array, read_tensor, read_cache_clears)]

    def difference(self):
        """Return the first slot that has changed, else None."""
        return next((slot for slot in self.slots if slot.changed()), None)

    def refresh(self):
        """Return whether all slots have equal values; if so, use their present objects in the check by identity."""
        if any(slot.changed() for slot in self.slots):
            return False
        for slot in self.slots:
            slot.value = slot.read(slot.container, slot.key)
        return True


def array_forms(arrays):
    """Return (type, shape, dtype, strides) of each array: a program is valid for these only."""
    return [(type(x), x.shape, x.dtype, x.strides) for x in arrays]


MISS = object()                        # run() returns MISS if a guard fails
files = count(1)
COMMON = {"END": END, "Leaf": Leaf, "MISS": MISS, "backend": backend, "dtypes": dtypes, "inferring": inferring,
          "is_": is_, "ndarray": np.ndarray, "piece": piece, "recording": recording, "same": is_same_value,
          "tagged": tensor_attributes, "watchers": watchers, "wrapping": wrapping}


class Form:
    """One form of calls: its guards, and the code that runs if all guards are true. Subclasses write that code.

    run(args, settings)   return the function's result, or MISS if a guard fails
    asked                 guards of other things than arguments: [(Python, the recorded value, Python of it now)]
    text                  the source of run()
    """

    def __init__(self, recording):
        self.recording, self.samples = recording, []
        self.otherwise = f"a branch that depends on data goes another way. {recording.branches[0].line}".rstrip() \
            if recording.branches else "a tensor that it reads has another shape, dtype or requires_grad"
        self.names = Names(**COMMON)
        self.arguments = Arguments(recording.args, recording.settings, self.names, recording.sized,
                                   recording.numbers)
        if recording.reads is not None:
            self.arguments.guard_identities(recording.reads.named)
        self.asked = self.modes()

    def write(self, name, slots, body):
        """Write run() and compile it: the guards, then the lines in `body`."""
        self.kept = Kept(slots, self.names)
        self.text = "\n".join([*wrapped("def run(args, settings):", [*self.guard_lines(), *body]), "", "",
                               *wrapped("def row():", [f"return {self.kept.text}"])]) + "\n"
        self.space = self.names.space
        self.space.update(again=weak(self.accept_equal), values=self.kept.values, sized=self.kept.sized)
        defined = defined_by(self.text, f"{errors.HOME}static/generated/{name}_{next(files)}.py", self.space, self)
        self.run, self.row = defined["run"], defined["row"]
        self.expect()

    def expect(self):
        """Store the present values, with which the guards compare."""
        self.space.update(expected=self.row(), lengths=(*map(len, self.kept.sized),))

    def guard_lines(self):
        """Return the guards as lines of Python; each returns MISS if it fails."""
        body = []
        for question, *_ in (*self.arguments.asked, *self.asked):
            body += [f"if not ({question}):", "    return MISS"]
        if self.kept.slots:
            fast = "len(found) != len(expected) or not all(map(is_, found, expected))"
            if self.kept.sized:
                fast += " or (*map(len, sized),) != lengths"
            if self.kept.values:
                fast += " or any(slot.changed() for slot in values)"
            body += ["try:", f"    found = {self.kept.text}", "except (AttributeError, KeyError, ValueError):",
                     "    found = ()", f"if ({fast}) and not again():", "    return MISS"]
        return body

    def modes(self):
        """Return guards for the settings of the whole process."""
        grad, inference, changes, dtype, device = self.recording.modes
        return [("not watchers and not wrapping", "operations are being watched", None),
                ("recording.get() is True" if grad else "recording.get() is not True",
                 f"grad mode was {'on' if grad else 'off'}", None),
                (f"inferring.get() is {'not ' * inference}None",
                 f"inference mode was {'on' if inference else 'off'}", None),
                (f"piece.changes == {changes}", "a piece has been mounted, or removed", None),
                (f"dtypes.default is {self.names(dtype, 'dtype')}", f"the default dtype was {dtype}", "dtypes.default"),
                (f"backend.defaults[-1] is {self.names(device, 'device')}", f"the default device was {device}",
                 "backend.defaults[-1]")]

    def accept_equal(self):
        """Use the new objects in all slots if they are equal to the recorded ones; return whether they are."""
        if not self.kept.refresh():
            return False
        self.expect()
        return True

    def release(self):
        """Drop the recording: the call's arguments, results and graph, and its list of tensors."""
        self.recording = None
        self.arguments.tensors = []

    def similar_samples(self, tensors):
        """Return [(number of sizes that differ, Sample)] of recordings that may share a program for any size."""
        return [(len(sizes.new), sample) for sample in self.samples if (sizes := sample.sizes(tensors))]

    def difference(self, args, settings):
        """Return in words why a call is of another form."""
        space = {**self.space, "args": args, "settings": settings}
        for question, words, text in (*self.arguments.asked, *self.asked):
            if not eval(question, space):
                if text is None:
                    return words
                return f"{words}, and now {argument_in_words(now := eval(text, space))}{number_advice(now)}"
        slot = self.kept.difference()
        return self.otherwise if slot is None else slot.difference() + number_advice(slot.value)


def number_advice(x):
    """Return a sentence on what to do about a number that changes from call to call; '' if it is no number."""
    return ". A number is a fixed part of a program: let one that changes be a tensor, mt.tensor(number), which is " \
           "written to, or passed" if type(x) in (int, float) else ""


class Eager(Form):
    """A form that no program can repeat: while its guards are true, the function runs uncompiled."""

    def __init__(self, recording):
        recording.sized = None                               # this form has no program for any size
        super().__init__(recording)
        self.names.space["function"] = recording.function
        slots = [] if recording.reads is None else recording.reads.slots.values()
        self.names.space["filled"] = partial(plain_arguments, slots=recording.slots)
        self.write("eager", slots, ["return function(*filled(args), **settings)"])

    def expect(self):
        try:
            super().expect()
        except (AttributeError, KeyError, ValueError):  # the call deleted a slot that it read, so the guard will fail
            self.space.update(expected=(), lengths=(*map(len, self.kept.sized),))
