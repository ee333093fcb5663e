"""Passes: each takes a program and gives one that computes the same with less.

A step may be left out, or shared, only if it has no effect: it draws nothing and writes nothing. What lies in memory
that some step writes to is never shared, since it holds one thing before and another after.
"""

from collections import Counter

import numpy as np

from .program import Value

SMALL = 1 << 14                        # elements: larger constants are not made while a program is written


def results(program):
    """What must be there at the end."""
    return {x for x in [*program.outputs, *[value for _, value in program.grads]] if x is not None}


def effect(step):
    """Whether leaving the step out would change anything but its outputs."""
    return step.draws or bool(step.writes)


def changing(program):
    """The Values in memory that some step writes to: views share the memory of what they show."""
    group: dict = {}

    def first(x):
        while group.get(x, x) is not x:
            x = group[x]
        return x
    for step in program.steps:
        if step.shares:
            for x in step.reads:
                for out in step.outputs:
                    if out is not None:
                        group[first(out)] = first(x)
    written = {first(x) for step in program.steps for x in step.writes}
    members = [x for step in program.steps for x in [*step.reads, *step.outputs] if x is not None]
    return {x for x in [*members, *program.inputs, *program.states] if first(x) in written}


def dead_code(program):
    """Leave out steps whose results nobody reads, and results that nobody reads."""
    needed, kept = results(program), []
    for step in reversed(program.steps):
        if not effect(step) and needed.isdisjoint(step.outputs):
            continue
        needed.update(step.reads, step.writes)
        outputs = [x if x in needed else None for x in step.outputs]
        if step.has_residual and outputs[-1] is None:
            outputs.pop()
        kept.append(step.replaced({}, outputs=outputs))
    return program.with_steps(kept[::-1])


def common_subexpressions(program):
    """Compute once what several steps compute from the same values."""
    fixed, changes, known, seen, kept = results(program), changing(program), {}, {}, []
    for step in program.steps:
        step = step.replaced(known)
        key = step.key
        if effect(step) or key is None or not changes.isdisjoint([*step.reads, *step.outputs]):
            kept.append(step)
        elif key in seen and fixed.isdisjoint(step.outputs):
            known.update((new, old) for new, old in zip(step.outputs, seen[key].outputs) if new is not None)
        else:
            seen.setdefault(key, step)
            kept.append(step)
    return program.with_steps(kept)


def constant_folding(program):
    """Compute now what depends on constants alone, if it is small."""
    changes, known, kept = changing(program), {}, []
    for step in program.steps:
        step = step.replaced(known)
        reads = step.reads
        if (effect(step) or step.op is None or step.call is not step.op or step.op.residual
                or not step.single or step.outputs[0] is None or step.outputs[0].size > SMALL
                or not changes.isdisjoint([*reads, *step.outputs]) or any(x.role != "constant" for x in reads)):
            kept.append(step)
            continue
        arrays = [x.source if type(x) is Value else x for x in step.args]
        out = np.asarray(step.op.forward(np, *arrays, **step.settings)).copy()
        known[step.outputs[0]] = Value(step.outputs[0].name, out, "constant", out)
    outputs = [known.get(x, x) for x in program.outputs]
    return program.with_steps(kept, outputs=outputs)


PASSES = [constant_folding, common_subexpressions, dead_code]


def optimised(program, passes=PASSES):
    """The program after these passes; `notes` says what each left out."""
    for transform in passes:
        before = Counter(step.name for step in program.steps)
        program = transform(program)
        gone = before - Counter(step.name for step in program.steps)
        program.notes.append(f"{transform.__name__}: {sum(before.values())} steps, {sum(gone.values())} left out"
                             + (f" ({', '.join(f'{n} {name}' for name, n in gone.most_common(5))})" if gone else ""))
    return program
