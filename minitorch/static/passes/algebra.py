"""Algebra: x·1, x − 0, −(−x), a transpose of a transpose and their kind are never computed.

Each rule keeps every bit. So x + 0 is none: −0 + 0 is 0. Nor is x·(−1) written as −x, which turns the sign of nan.
"""

from ...engine import registry
from ..memory import Sharing, results
from ..program import Value

SAME_ORDER = {"reshape", "flatten", "squeeze", "unsqueeze"}      # the same elements in the same order, in a shape
ONCE = {"relu", "abs", "floor", "ceil", "trunc", "sign"}         # twice gives what once gave
SMALL = 1 << 14                                                  # elements of a constant that is looked at


def algebra(program):
    """Put what is there already, or a simpler step, in the place of steps: see the rules below."""
    fixed, sharing, known, made, kept = results(program), Sharing(program), {}, {}, []
    for step in program.steps:
        step = step.replaced(known)
        if is_op(step) and step.single and not any(sharing.changes(x) for x in step.values):
            for rule in RULES:
                found = rule(step, made)
                out = step.outputs[0]
                if type(found) is Value and (found.shape, found.dtype) == (out.shape, out.dtype) and out not in fixed:
                    known[out] = found
                    break
                if found is not None and type(found) is not Value:
                    step = found
            else:
                kept.append(step)
        else:
            kept.append(step)
        made.update((x, step) for x in step.outputs)
    return program.with_steps(kept, known)


def is_op(step):
    return step.op is not None and step.call is step.op and step.outputs[0] is not None and not step.effect


def names(step, *ops):
    return step is not None and is_op(step) and step.name in ops


def all_are(x, number):
    """Whether x is that number, or a constant of nothing else."""
    if type(x) is Value:
        return x.role == "constant" and 0 < x.size <= SMALL and bool((x.source == number).all())
    return x == number and type(x) in (int, float)


def neutral(step, made):
    """x·1, 1·x, x/1, x − 0 and x¹ are x."""
    if not names(step, "mul", "div", "sub", "pow"):
        return None
    x, y = step.args
    if step.name == "mul" and all_are(x, 1):
        return y
    return x if all_are(y, 0 if step.name == "sub" else 1) else None


def twice(step, made):
    """−(−x) is x; relu(relu(x)) is relu(x)."""
    before = made.get(step.args[0]) if names(step, "neg", *ONCE) else None
    if names(before, step.name):
        return before.args[0] if step.name == "neg" else step.args[0]
    return None


def square(step, made):
    """x² is x·x."""
    if names(step, "pow") and type(step.args[0]) is Value and step.args[1] == 2 and type(step.args[1]) in (int, float):
        return step.replaced({}, name="mul", call=registry["mul"], op=registry["mul"], args=[step.args[0]] * 2)
    return None


def same_shape(step, made):
    """What stays in its shape is what it was: a reshape, an expand, a cast to the dtype it has."""
    return step.args[0] if names(step, "expand", "cast", *SAME_ORDER) else None


def reshaped_twice(step, made):
    """A reshape of a reshape is one reshape."""
    before = made.get(step.args[0]) if names(step, *SAME_ORDER) else None
    if names(before, *SAME_ORDER):
        return step.replaced({}, name="reshape", call=registry["reshape"], op=registry["reshape"],
                             args=before.args, settings={"shape": step.outputs[0].shape})
    return None


def transposed_twice(step, made):
    """A permutation of a permutation is one; where that leaves every dimension in its place, there is none."""
    before = made.get(step.args[0]) if names(step, "transpose", "permute") else None
    if not names(before, "transpose", "permute"):
        return None
    first, second = order(before), order(step)
    dims = tuple([first[d] for d in second])
    if dims == tuple(range(len(dims))):
        return before.args[0]
    return step.replaced({}, name="permute", call=registry["permute"], op=registry["permute"], args=before.args,
                         settings={"dims": dims})


def order(step):
    """The order into which a transpose or permute brings the dimensions."""
    dims = list(range(len(step.outputs[0].shape)))
    if step.name == "permute":
        return [d % len(dims) for d in step.settings["dims"]]
    if dims:
        a, b = step.settings["dim0"], step.settings["dim1"]
        dims[a], dims[b] = dims[b], dims[a]
    return dims


RULES = [neutral, twice, square, reshaped_twice, transposed_twice, same_shape]
