"""What `if`, `while` and `for` do: on tensors of a graph both branches, or a turn, are traced; else it is Python's."""

from ..core import dtypes
from ..functions import arrays, gathering
from ..tf1.blocks import Block
from ..tf1.control import Cond, common, while_loop
from ..tf1.graph import graphed
from ..tf1.variables import constant
from .expressions import and_
from .jumps import OWN
from .values import (
    NUMBERS,
    Undefined,
    as_tensor,
    in_rows,
    kind,
    parts,
    shape_of,
    staged,
    start_of,
    symbolic,
    tensors,
    whole,
    zeros_of,
)

undefined = Undefined                  # as functions that are written anew call it


def result(value):
    """Return what a function returns: None where it returns nothing."""
    return None if type(value) is Undefined else value


def if_stmt(test, then, otherwise, values, names):
    """Return the variables after an `if`: both branches are traced where the test is a tensor of the graph."""
    if not symbolic(test):
        return (then if test else otherwise)(*values)
    blocks, found = [Block("cond"), Block("cond")], []
    for block, branch in zip(blocks, (then, otherwise)):
        with block.opened():
            found.append(branch(*values))
    pairs = [agreed(name, *pair) for name, *pair in zip(names, *found)]
    inside = [[x for left, right in pairs if left is not right for x in parts((left, right)[side])]
              for side in (0, 1)]
    kinds = [kind(*pair) for pair in zip(*inside)]
    for block, own in zip(blocks, inside):
        block.build(lambda own=own: [True, *[as_tensor(x, dtype) for x, dtype in zip(own, kinds)]])
    results = [(common(a.shape, b.shape), alike(a.dtype, b.dtype)) for a, b in zip(*(
        block.outputs for block in blocks))]
    made = iter(Cond([as_tensor(test, dtypes.bool)], blocks, "cond", results).outputs[1:])
    return tuple(left if left is right else whole(left, made) for left, right in pairs)


def agreed(name, left, right):
    """Return what a variable is after either branch; the same object twice where it is no tensor's value."""
    if left is right or type(left) is type(right) and isinstance(left, (*NUMBERS, str)) and left == right:
        return left, left
    lacking = [type(side) is Undefined for side in (left, right)]
    if any(lacking):
        if not name.startswith(OWN) or all(lacking) or not staged(right if lacking[0] else left):
            return (Undefined(name),) * 2
        left = zeros_of(right) if lacking[0] else left
        right = zeros_of(left) if lacking[1] else right
    left, right = in_rows(left, right), in_rows(right, left)
    if not staged(left) or not staged(right) or len(parts(left)) != len(parts(right)):
        raise TypeError(f"{name.removeprefix(OWN)!r} is of another kind after each branch of an `if` on a tensor: "
                        f"{type(left).__name__} and {type(right).__name__}. Both must give tensors, as tf.cond's do.")
    return left, right


def alike(one, other):
    """Return the element type of a variable after either branch. Raises TypeError for two."""
    if one is not other:
        raise TypeError(f"A variable is {one.name} after one branch of an `if` on a tensor and {other.name} after the "
                        "other: tf.cast.")
    return one


def while_stmt(test, body, values, names):
    """Return the variables after a `while`: Python's own until its test is a tensor of the graph."""
    while True:
        with Block("trial").opened():
            goes_on = test(*values)
        if symbolic(goes_on):
            return loop(test, body, values, names)
        if not goes_on:
            return values
        values = body(*values)


def for_stmt(iterated, goes_on, body, values, names):
    """Return the variables after a `for`: a loop of the graph over rows of a tensor of the graph, else Python's own."""
    if symbolic(iterated):
        count = graphed(arrays.shape)(iterated)[0]
        return loop(lambda number, *own: and_(lambda: number < count, lambda: goes_on(*own)),
                    lambda number, *own: (number + 1, *body(graphed(gathering.gather)(iterated, number), *own)),
                    (0, *values), (f"{OWN}number", *names))[1:]
    rows = iter(iterated)
    while True:
        more = goes_on(*values)
        if not symbolic(more) and not more:
            return values
        try:
            item = next(rows)
        except StopIteration:
            return values
        values = if_stmt(more, lambda *own, item=item: body(item, *own), lambda *own: own, values, names)


def loop(test, body, values, names):
    """Return a while_loop whose variables are those that hold tensors or numbers; others must stay the same objects."""
    values = [tensors(x) if staged(x) else x for x in values]
    with Block("trial").opened():
        after = body(*values)
    carried, first, shapes = [], [], []
    for number, (name, before, new) in enumerate(zip(names, values, after)):
        if before is new:
            continue
        if not staged(new):
            raise TypeError(f"{name!r} is a {type(new).__name__} after a turn of a loop on tensors: only tensors and "
                            "numbers can change in it.")
        start = start_of(before, new)
        if not staged(start) or len(parts(start)) != len(parts(new)):
            raise TypeError(f"{name!r} is a {type(before).__name__} before a loop on tensors, and a "
                            f"{type(new).__name__} after a turn.")
        own = [as_tensor(x, kind(x, y)) for x, y in zip(parts(start), parts(new))]
        carried.append((number, start, [x.dtype for x in own]))
        first += own
        shapes += [common(x.shape, shape_of(y)) for x, y in zip(own, parts(new))]

    def unpacked(flat):
        found, flat = list(values), iter(flat)
        for number, start, _ in carried:
            found[number] = whole(start, flat)
        return found

    def turn(flag, *flat):
        found = body(*unpacked(flat))
        return [flag, *[as_tensor(x, dtype) for number, _, kinds in carried
                        for x, dtype in zip(parts(found[number]), kinds)]]
    made = while_loop(lambda flag, *flat: as_tensor(test(*unpacked(flat)), dtypes.bool), turn,
                      [constant(True), *first], shape_invariants=[[], *shapes], return_same_structure=True)
    return tuple(unpacked(made[1:]))


def if_exp(test, then, otherwise):
    """Return `then if test else otherwise`, of functions."""
    return if_stmt(test, lambda _: (then(),), lambda _: (otherwise(),), (None,), (f"{OWN}value",))[0]
