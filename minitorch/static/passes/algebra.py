"""Remove steps that change nothing, and move reshapes behind elementwise functions.

Examples are x·1, x − 0, −(−x) and a transpose of a transpose. Each rule keeps every bit of the results. So x + 0 stays,
because −0 + 0 is 0; and x·(−1) does not become −x, because that changes the sign of nan.

f(reshape(x)) becomes reshape(f(x)) for an elementwise f. A chain of such functions then has one shape and can be fused,
and many reshapes then follow a reshape that they undo.
"""

import numpy as np

from ...engine import registry
from ..expansion import fresh_names
from ..fused import is_contiguous, is_elementwise
from ..memory import Sharing, results_at_end
from ..program import Step, Value

SAME_ORDER = {"reshape", "flatten", "squeeze", "unsqueeze"}      # ops that change only the shape
ONCE = {"relu", "abs", "floor", "ceil", "trunc", "sign"}         # functions f for which f(f(x)) = f(x)
SMALL = 1 << 14                                     # maximum number of elements of a constant whose values are compared


def algebra(program):
    """Replace a step by a Value that exists already, or by a simpler step, with the rules in RULES."""
    fixed, sharing, known, made, kept = results_at_end(program), Sharing(program), {}, {}, []
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


def calls(step, *ops):
    return step is not None and is_op(step) and step.name in ops


def all_are(x, number):
    """Return whether x is this number, or a constant array in which every element is this number."""
    if type(x) is Value:
        return x.role == "constant" and 0 < x.size <= SMALL and bool((x.source == number).all())
    return x == number and type(x) in (int, float)


def neutral(step, made):
    """Replace x·1, 1·x, x/1, x − 0 and x¹ by x."""
    if not calls(step, "mul", "div", "sub", "pow"):
        return None
    x, y = step.args
    if step.name == "mul" and all_are(x, 1):
        return y
    return x if all_are(y, 0 if step.name == "sub" else 1) else None


def twice(step, made):
    """Replace −(−x) by x, and relu(relu(x)) by relu(x)."""
    before = made.get(step.args[0]) if calls(step, "neg", *ONCE) else None
    if calls(before, step.name):
        return before.args[0] if step.name == "neg" else step.args[0]
    return None


def square_as_product(step, made):
    """Replace x² by x·x."""
    if calls(step, "pow") and type(step.args[0]) is Value and step.args[1] == 2 and type(step.args[1]) in (int, float):
        return step.replaced({}, name="mul", call=registry["mul"], op=registry["mul"], args=[step.args[0]] * 2)
    return None


def same_shape(step, made):
    """Replace a reshape, expand or cast that changes nothing by its argument."""
    return step.args[0] if calls(step, "expand", "cast", *SAME_ORDER) else None


def reshaped_twice(step, made):
    """Replace a reshape of a reshape by one reshape."""
    before = made.get(step.args[0]) if calls(step, *SAME_ORDER) else None
    if calls(before, *SAME_ORDER):
        return step.replaced({}, name="reshape", call=registry["reshape"], op=registry["reshape"],
                             args=before.args, settings={"shape": step.outputs[0].shape})
    return None


def transposed_twice(step, made):
    """Replace two permutations of dimensions by one, or by their argument if they undo each other."""
    before = made.get(step.args[0]) if calls(step, "transpose", "permute") else None
    if not calls(before, "transpose", "permute"):
        return None
    first, second = transposed_order(before), transposed_order(step)
    dims = tuple([first[d] for d in second])
    if dims == tuple(range(len(dims))):
        return before.args[0]
    return step.replaced({}, name="permute", call=registry["permute"], op=registry["permute"], args=before.args,
                         settings={"dims": dims})


def transposed_order(step):
    """Return a list: for each dimension of the result, the dimension of the argument that it was."""
    dims = list(range(len(step.outputs[0].shape)))
    if step.name == "permute":
        return [d % len(dims) for d in step.settings["dims"]]
    if dims:
        a, b = step.settings["dim0"], step.settings["dim1"]
        dims[a], dims[b] = dims[b], dims[a]
    return dims


RULES = [neutral, twice, square_as_product, reshaped_twice, transposed_twice, same_shape]


RESHAPE = registry["reshape"]


def reshapes(program):
    """Move reshapes behind an elementwise function, if all its array arguments were reshaped from one shape."""
    sharing, name, made, kept = Sharing(program), fresh_names(program), {}, []
    for step in program.steps:
        if is_elementwise(step) and not any(sharing.changes(x) for x in step.values):
            before = [reshape_of(x, step.outputs[0].shape, made) for x in step.args]
            shapes = {x.args[0].shape for x in before if x is not None}
            shape = next(iter(shapes), ())
            others = [x for x, again in zip(step.args, before) if type(x) is Value and again is None]
            if len(shapes) == 1 and all(x.size == 1 and len(x.shape) <= len(shape) for x in others):
                out = step.outputs[0]
                own = Value(name(), np.empty(shape, out.dtype))
                args = [x if again is None else again.args[0] for x, again in zip(step.args, before)]
                kept.append(step.replaced({}, args=args, outputs=[own]))
                step = Step("reshape", RESHAPE, [own], {"shape": out.shape}, [out], op=RESHAPE, shares=True,
                            phase=step.phase, line=step.line)
        kept.append(step)
        made.update((x, step) for x in step.outputs if x is not None)
    return program.with_steps(kept)


def reshape_of(x, shape, made):
    """Return the step that made x by a reshape of a contiguous array, if x has this shape; else None."""
    step = made.get(x) if type(x) is Value and x.shape == shape else None
    return step if calls(step, *SAME_ORDER) and is_contiguous(step.args[0]) and step.args[0].shape != shape else None
