"""Remove steps that are unused, computed twice, constant, or only copies.

Dead code               a step with unused results is removed
Common subexpressions   of two equal steps on the same Values, the second is removed
Constant folding        a step that depends only on constants is computed now, and not in each run
Copies                  a copy is replaced by its source, if the source does not change while the copy is used
"""

import numpy as np

from ..fused import is_uniform
from ..memory import Sharing, results_at_end
from ..program import Value, copy_array


def dead_code(program):
    """Remove steps with unused results from the program, and unused results from the other steps."""
    needed, kept = results_at_end(program), []
    for step in reversed(program.steps):
        if not step.effect and needed.isdisjoint(step.outputs):
            continue
        needed.update(step.reads, step.writes)
        outputs = [x if x in needed else None for x in step.outputs]
        if step.has_residual and outputs[-1] is None:
            outputs.pop()
        kept.append(step.replaced({}, outputs=outputs))
    return program.with_steps(kept[::-1])


def common_subexpressions(program):
    """Compute a result once that several steps compute from the same Values; return another program.

    It skips Values in memory that a step writes to, because their content changes.
    """
    fixed, sharing, known, seen, kept = results_at_end(program), Sharing(program), {}, {}, []
    for step in program.steps:
        step = step.replaced(known)
        key = step.key
        if step.effect or key is None or any(sharing.changes(x) for x in step.values):
            kept.append(step)
        elif key in seen and fixed.isdisjoint(step.outputs):
            known.update((new, old) for new, old in zip(step.outputs, seen[key].outputs) if new is not None)
        else:
            seen.setdefault(key, step)
            kept.append(step)
    return program.with_steps(kept)


SMALL = 1 << 14                        # maximum number of elements of a constant that is computed in advance
EXACT = {"add", "sub", "mul", "div", "neg"}            # ops whose result has the same bits for a scalar as for an array


def constant_folding(program):
    """Compute now the steps of the program that depend only on constants, if their results are small or uniform."""
    sharing, known, kept = Sharing(program), {}, []
    for step in program.steps:
        step = step.replaced(known)
        array = folded_result(step) if is_constant(step) and not any(sharing.changes(x) for x in step.values) else None
        if array is None:
            kept.append(step)
        else:
            known[step.outputs[0]] = Value(step.outputs[0].name, array, "constant", array)
    return program.with_steps(kept, known)


def is_constant(step):
    """Return whether a step is one op with one result that depends only on constants."""
    return (not step.effect and step.op is not None and step.call is step.op and not step.op.residual and step.single
            and step.outputs[0] is not None and all(x.role == "constant" for x in step.reads))


def folded_result(step):
    """Return the result of a step on constants; None if it would be a large array."""
    out, arrays = step.outputs[0], [x.source if type(x) is Value else x for x in step.args]
    if out.size <= SMALL:
        return np.asarray(step.op.forward(np, *arrays, **step.settings))  # keep the strides, which matter for matmul
    if step.name == "expand":
        return np.broadcast_to(arrays[0], out.shape)
    if step.name in EXACT and all(map(is_uniform, step.reads)):
        one = step.op.forward(np, *[x[(*[0] * x.ndim, ...)] if isinstance(x, np.ndarray) else x for x in arrays])
        return np.broadcast_to(np.asarray(one, out.dtype), out.shape)
    return None


OPS = {"clone", "contiguous"}


def copies(program):
    """Remove copies of arrays that no step changes while the copy is used.

    A leaf's gradient is copied, because a .grad must not share memory. If the program allocated the copied memory, and
    no other result uses this memory, .grad can have it without a copy.
    """
    sharing, known, kept = Sharing(program), {}, []
    made = {x for step in program.steps for x in step.outputs}
    leaving = [sharing.first(x) for x in results_at_end(program)]
    taken = set(leaving)
    last, writes = uses_of_memory(program, sharing)
    for number, step in enumerate(program.steps):
        step = step.replaced(known)
        out = step.outputs[0] if is_copy(step) else None
        x = step.args[0] if out is not None else None
        if x is None or sharing.changes(out) or x.strides != out.strides:
            kept.append(step)
        elif sharing.changes(x):
            until = last.get(sharing.first(out), number)
            if sharing.first(out) in taken or any(number < at <= until for at in writes[sharing.first(x)]):
                kept.append(step)
            else:                                              # a step writes x only after the last read of the copy
                known[out] = x
        elif sharing.first(out) not in taken:                  # no step writes to the copy or to x
            known[out] = x
        elif leaving.count(out) == 1 and sharing.first(x) is x and x in made and x not in taken:
            known[out] = x                                     # then .grad gets x itself, not a copy
            taken.add(x)
        else:
            kept.append(step)
    return program.with_steps(kept, known)


def uses_of_memory(program, sharing):
    """Return ({memory: the last step that reads it}, {memory: the steps that write to it})."""
    last: dict = {}
    writes: dict = {}
    for number, step in enumerate(program.steps):
        for x in step.reads:
            last[sharing.first(x)] = number
        for x in step.writes:
            writes.setdefault(sharing.first(x), []).append(number)
    return last, writes


def is_copy(step):
    return step.call is copy_array or step.op is not None and step.call is step.op and step.op.name in OPS
