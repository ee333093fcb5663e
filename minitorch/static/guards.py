"""Guards: Python, written for one recording, that asks whether a call is of its form and what it read is unchanged."""

from operator import itemgetter

from ..engine import tensor_types
from ..engine.node import Leaf
from .multiples import LEAST
from .slots import (
    MISSING,
    absent,
    attribute,
    brief,
    cell,
    content,
    emptied,
    item,
    keys,
    kind_of,
    numbers,
    numbers_of,
    public,
    tagged,
)

END = object()                         # between containers whose lengths may change


class Names:
    """Names for the objects that generated Python reads: one for each object."""

    def __init__(self, **known):
        self.space, self.known = dict(known), {}

    def __call__(self, thing, wish="it"):
        if id(thing) not in self.known:
            self.known[id(thing)] = name = f"{wish}_{len(self.known)}"
            self.space[name] = thing
        return self.known[id(thing)]


class Arguments:
    """Questions about the arguments of a call: how lists and dicts are built, what stands in them.

    asked     [(Python of a question, what it was in words, Python of what it is now, or None)]
    tensors   Python for each tensor among the arguments, in order
    arrays    the same for their arrays, once the questions were asked
    numbers   the FreeNumbers among them, or None
    sized     a Sized, where dimensions may have any size: the questions leave it in `n0`, and another in `n1`
    """

    def __init__(self, args, settings, names, sized=None, numbers=None):
        self.asked, self.tensors, self.arrays, self.names, self.sized = [], [], [], names, sized
        self.of(args, "args", "the arguments")
        self.of(settings, "settings", "the arguments by keyword")
        if numbers is not None and numbers.facts:
            found = [f"{name}.item()" for (x, _), name in zip(self.tensors, self.arrays)
                     if any(x is own for own in numbers.tensors)]
            self.ask(f"{names(numbers.hold, 'hold')}({', '.join(found)})", "a number led elsewhere")
        if sized is not None:
            sizes = f"({', '.join(f'n{place}' for place in range(len(sized.first)))},)"
            self.ask(f"(one := programs.get({sizes}) or ready({sizes}))",
                     "a dimension had a size on which a step depends")

    def identities(self, known):
        """Ask which tensors are one object with each other, and with those that the function finds elsewhere.

        known   {id: tensor} of the latter
        """
        apart: dict = {}                                     # id -> Python for it, of those that are found here alone
        for x, text in self.tensors:
            if id(x) in known:
                self.ask(f"{text} is {self.names(x, 'tensor')}", "a tensor was one that the function finds elsewhere")
            elif id(x) in apart:
                self.ask(f"{text} is {apart[id(x)]}", "two tensors were one")
            else:
                apart[id(x)] = text
        texts = [*apart.values()]
        if len(texts) > 1:
            ids = f"len({{{', '.join([f'id({text})' for text in texts])}}}) == {len(texts)}"
            self.ask(" is not ".join(texts) if len(texts) == 2 else ids, "two tensors were two")
        if texts and known:
            elsewhere = self.names(frozenset(known), "known")
            self.ask(" and ".join([f"id({text}) not in {elsewhere}" for text in texts]),
                     "no tensor was one that the function finds elsewhere")

    def ask(self, question, words, text=None):
        self.asked.append((question, words, text))

    def of(self, value, text, words):
        """Ask all there is to ask of one argument."""
        kind = type(value)
        if kind in tensor_types:
            return self.tensor(value, text, words)
        was = f"{words} {'were' if text in ('args', 'settings') else 'was'} {told(value)}"
        if isinstance(value, list | tuple | dict):
            self.ask(f"type({text}) is {self.names(kind, kind.__name__)} and len({text}) == {len(value)}", was, text)
            if isinstance(value, dict):
                keyed = [(key, f"{text}[{self.text(key)}]") for key in value]
                if value:
                    self.ask(f"(*{text},) == {self.names((*value,), 'names')}",
                             f"{words} had others, or in another order")
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
        """Ask for the class, the array and the kind of node of a tensor."""
        array, number = x.array, len(self.tensors)
        name = f"a{number}"
        self.ask(f"type({text}) is {self.names(type(x), 'kind')}", f"{words} was {told(x)}", text)
        self.ask(f"{text}._view is None or {text}.refresh() is None", words)
        shape, strides = self.form(array, number)
        self.ask(f"type({name} := {text}.array) is ndarray and {self.size(name, number)}{name}.shape == {shape} and "
                 f"{name}.dtype == {self.names(array.dtype, 'dtype')}", f"{words} was {told(x)}", text)
        self.ask(f"{name}.strides == {strides}", f"{words} was laid out otherwise in memory")
        own = tagged(x)
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
        """Python for the shape and the strides of an array, in which a size that may be any is a name."""
        if self.sized is None:
            return array.shape, array.strides
        return [f"({', '.join(map(written, numbers))}{',' * (len(numbers) == 1)})"
                for numbers in self.sized.forms[number]]

    def size(self, name, number):
        """Python that finds the sizes that may be any, where an array is the first to tell them."""
        first = self.sized.first if self.sized is not None else []
        return "".join([f"{name}.ndim > {dim} and (n{place} := {name}.shape[{dim}]) >= {LEAST} and "
                        for place, (own, dim) in enumerate(first) if own == number])


def written(number):
    """A number in Python; a multiple of sizes that may be any by their names."""
    return repr(number) if type(number) is int else " * ".join([
        *[f"n{place}" for place, power in enumerate(number.powers) for _ in range(power)], str(number.times)])


def told(x):
    """An argument in a few words."""
    if type(x) in tensor_types:
        return f"a {type(x).__name__} of {x.dtype} and shape {tuple(x.shape)}"
    return f"a {type(x).__name__} of {len(x)}" if isinstance(x, list | tuple | dict) else brief(x)


class Kept:
    """Whether the slots that a function read still hold what they held: by identity at first, by value if need be.

    text   Python that gives all of it in a row, for the first way
    sized  dicts and lists of which the first way asks only how many elements they have
    """

    def __init__(self, slots, names):
        self.slots = [slot for slot in slots if slot.guarded]
        self.expected = ()
        parts, by_dict, sized, kinds = [], {}, {}, []
        for slot in self.slots:
            own = names(slot.container, "place")
            if slot.read is item and slot.value is not MISSING:
                by_dict.setdefault(own, []).append(slot.key)
            elif slot.read in (item, absent, public) or slot.read in (content, keys) and not slot.value:
                sized[own] = slot.container
            elif slot.read is kind_of:
                kinds.append(slot.container)
            elif slot.read is cell:
                parts.append(f"{own}.cell_contents")
            elif slot.read in (content, keys):
                parts += [f"*{own}", "END"]
            elif slot.read is attribute:
                parts.append(f"{own}.{slot.key}")
        for own, found in by_dict.items():
            get = names(itemgetter(*found), "get")
            parts.append(f"*{get}({own})" if len(found) > 1 else f"{get}({own})")
        parts += [f"*map(type, {names(kinds, 'objects')})"] * bool(kinds)
        self.sized = [*sized.values()]
        self.text = f"({', '.join(parts)}{',' * (len(parts) == 1)})"
        self.values = [slot for slot in self.slots if slot.read in (numbers, numbers_of, emptied)]

    def difference(self):
        """The slot in which something else is now; None where all is as it was."""
        return next((slot for slot in self.slots if slot.changed()), None)

    def refresh(self):
        """Whether all is as it was; if so, other objects of the same value are expected from now on."""
        if any(slot.changed() for slot in self.slots):
            return False
        for slot in self.slots:
            slot.value = slot.read(slot.container, slot.key)
        return True


def forms(arrays):
    """What a program takes for granted of the arrays that tensors hold."""
    return [(type(x), x.shape, x.dtype, x.strides) for x in arrays]
