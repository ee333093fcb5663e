"""Copies: what is copied, and not written to while the copy is read, is used as it is."""

from ..memory import Sharing, results
from ..steps import copied

OPS = {"clone", "contiguous"}


def copies(program):
    """Leave out copies of what nobody writes to as long as the copy is read.

    A gradient is copied for its leaf, whose .grad shares memory with nothing. Where nothing else of what comes out
    lies in the memory that is copied, and the program made that memory, the leaf can have it.
    """
    sharing, known, kept = Sharing(program), {}, []
    made = {x for step in program.steps for x in step.outputs}
    leaving = [sharing.first(x) for x in results(program)]
    taken = set(leaving)
    last, writes = uses(program, sharing)
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
            else:                                              # all that reads it does so before
                known[out] = x
        elif sharing.first(out) not in taken:                  # it is only read
            known[out] = x
        elif leaving.count(out) == 1 and sharing.first(x) is x and x in made and x not in taken:
            known[out] = x                                     # it goes out in place of its copy
            taken.add(x)
        else:
            kept.append(step)
    return program.with_steps(kept, known)


def uses(program, sharing):
    """({the first of a piece of memory: the last step that reads it}, {the same: the steps that write to it})."""
    last: dict = {}
    writes: dict = {}
    for number, step in enumerate(program.steps):
        for x in step.reads:
            last[sharing.first(x)] = number
        for x in step.writes:
            writes.setdefault(sharing.first(x), []).append(number)
    return last, writes


def is_copy(step):
    return step.call is copied or step.op is not None and step.call is step.op and step.op.name in OPS
