"""Fusion: steps that work element by element on arrays of one shape run as one step.

Alone, each reads whole arrays from memory and writes one back. Together, they go over a few rows at a time, which
stay in the cache from the first to the last; what only they read is never an array of its own.
"""

import numpy as np

from ..elementwise import is_elementwise
from ..expansion import fresh_names
from ..fused import Fused
from ..memory import Sharing, results
from ..program import Step, Value
from ..rows import REDUCTIONS, Rows, column_sum, row_shape
from ..steps import repeated


class Group:
    """Steps that become one, at the place of step number `at`; one that is no function of single elements stays alone.

    kind   the shape of what they make, their phase, and whatever else they share; None for one that stays alone
    dims   how many dimensions are a row, where some of them reduce; ends: what is there only after the last row
    open   whether they can still move down: nobody has read what they make, nor written to what they read
    """

    def __init__(self, kind, at):
        self.steps, self.kind, self.at, self.open, self.dims, self.ends = [], kind, at, kind is not None, None, set()

    def suits(self, kind, dims):
        """Whether what is of this kind works on the same arrays, on the same rows of them, or on a number a row."""
        if self.kind == kind:
            return None in (dims, self.dims) or dims == self.dims
        if dims is not None or None in (self.kind, self.dims):
            return False
        (whole, phase, *rest), (shape, own, *others) = self.kind, kind
        return shape == row_shape(whole, self.dims) and own in ("", phase) and rest == others

    def add(self, step, dims):
        self.steps.append(step)
        self.dims = dims if self.dims is None else self.dims
        if step.call is column_sum:
            self.ends.add(step.outputs[0])

    def take(self, other):
        """Take the steps of a group before this one, which nobody else needs."""
        self.steps[:0] = other.steps
        self.dims, self.ends = other.dims if self.dims is None else self.dims, self.ends | other.ends


def element_form(step):
    """What the steps that can join this one have in common; None for one that stays alone. Here none reduces."""
    return (step.outputs[0].shape, step.phase) if is_elementwise(step) and not step.effect else None, None


def fusion(program, form=element_form, fits=None):
    """Put a step into the group of one that makes, or reads, what it reads.

    It moves up to the group, if all that it reads is there by then; or the group moves down to it, if it is open.

    form   form(step): its kind, and how many dimensions it reduces, as `Group` has them
    fits   fits(rows): whether a Rows can be written; its steps stay alone otherwise
    """
    sharing, groups, maker, readers, written = Sharing(program), [], {}, {}, {}

    def there(x):
        """The number of the step from which on x holds what it holds now."""
        return max(maker[x].at if x in maker else -1, written.get(sharing.first(x), -1))

    for number, step in enumerate(program.steps):
        kind, dims = form(step)
        group = None
        for other in nearest(step, kind, dims, maker, readers, sharing):
            if all(there(x) <= other.at for x in step.reads):
                group = other
            elif other.open:
                group, other.at = other, number
            if group is not None:
                break
        else:
            group = Group(kind, number)
            groups.append(group)
        group.add(step, dims)
        for other in {maker[x]: None for x in step.reads if x in maker} if fits else ():
            if other.open and other.at < group.at and group.suits(other.kind, other.dims) and (
                    other.ends.isdisjoint(step.reads)):
                group.take(other)
                groups.remove(other)
                for each in other.steps:
                    maker.update(dict.fromkeys(each.outputs, group))
                    for x in each.reads:
                        readers[sharing.first(x)].pop(other, None)
                        readers[sharing.first(x)][group] = None
        for x in step.reads:
            if x in maker and maker[x] is not group:
                maker[x].open = False
            readers.setdefault(sharing.first(x), {})[group] = None
        for x in step.writes:
            written[sharing.first(x)] = number
            for other in readers.get(sharing.first(x), ()):
                other.open = False
        maker.update((x, group) for x in step.outputs if x is not None)
    read = {x for group in groups for step in group.steps for x in step.reads if maker.get(x) is not group}
    read |= results(program)
    name = fresh_names(program)
    return program.with_steps([step for group in sorted(groups, key=lambda group: group.at)
                               for step in as_one(group.steps, read, name, fits)])


def nearest(step, kind, dims, maker, readers, sharing):
    """The groups that a step could join, the last first: those that make what it reads whole, or read it too."""
    if kind is None:
        return []
    found: dict = {}
    for x in step.reads:
        if x.shape == kind[0]:
            found.update(readers.get(sharing.first(x), ()))
            if x in maker:
                found[maker[x]] = None
    fitting = [group for group in found if group.suits(kind, dims) and group.ends.isdisjoint(step.reads)]
    return sorted(fitting, key=lambda group: -group.at)


def as_one(steps, read, name, fits=None):
    """One step for several; before it those that repeat its short inputs.

    read   what others read of what they make
    name   gives names for new Values
    fits   fits(rows): whether a Rows can be written
    """
    outputs = [x for step in steps for x in step.outputs if x in read]
    own = {"phase": steps[0].phase, "line": steps[-1].line}
    if any(step.call in REDUCTIONS for step in steps):
        rows = Rows(steps, outputs)
        return [Step("rows", rows, rows.inputs, {}, outputs, single=len(outputs) == 1, **own)] if fits(rows) else steps
    if len(steps) == 1:
        return steps
    fused, first = Fused(steps, outputs), []
    short = fused.short_inputs()
    if short:
        row = fused.shape[fused.split:]
        known = {x: Value(name(), np.empty(row, x.dtype)) for x in short}
        first = [Step("repeat", repeated, [x], {"shape": row}, [known[x]], **own) for x in short]
        fused = Fused([step.replaced(known) for step in steps], outputs)
    return [*first, Step("fused", fused, fused.inputs, {}, outputs, single=len(outputs) == 1, **own)]
