"""Fuse elementwise steps on arrays of one shape into one step.

Without fusion, each step reads full arrays from memory and writes a full array back. Fused steps process a few rows at
a time, which stay in the cache from the first step to the last, so an intermediate result is never a full array.
"""

import numpy as np

from ..expansion import fresh_names
from ..fused import REDUCTIONS, Fused, Rows, column_sum, is_elementwise, row_shape
from ..memory import Sharing, results_at_end
from ..program import Step, Value, repeated


class Group:
    """Steps that become one fused step, at the index `at` of the program; an unfused step has its own group.

    kind   (shape, phase, …) that its steps share; None for a step that cannot be fused
    dims   the number of dimensions of a row, if a step reduces; ends: results that are complete only after the last row
    open   whether the group can still move down: no later step has read its results, or written to its arguments
    """

    def __init__(self, kind, at):
        self.steps, self.kind, self.at, self.open, self.dims, self.ends = [], kind, at, kind is not None, None, set()

    def accepts(self, kind, dims):
        """Return whether a step with this kind and dims can be in the group; a step on one number a row can too."""
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
        """Add the steps of an earlier group, whose results only this group reads."""
        self.steps[:0] = other.steps
        self.dims, self.ends = other.dims if self.dims is None else self.dims, self.ends | other.ends


def element_form(step):
    """Return (the key that steps must share to be fused, or None; None for `dims`, because no step reduces)."""
    return (step.outputs[0].shape, step.phase) if is_elementwise(step) and not step.effect else None, None


class Groups:
    """The groups of all steps seen so far.

    maker     {Value: the group that computes it}
    readers   {memory: the groups that read it}
    written   {memory: the number of the last step that wrote to it}

    The key for memory is `sharing.first` of any Value in it.
    """

    def __init__(self, sharing):
        self.sharing, self.all, self.maker, self.readers, self.written = sharing, [], {}, {}, {}

    def last_change(self, x):
        """Return the number of the step that last changed the content of x; -1 if there is none."""
        return max(self.maker[x].at if x in self.maker else -1, self.written.get(self.sharing.first(x), -1))

    def group_for(self, number, step, kind, dims):
        """Return the group for a step: an existing group if it can join one, else a new group."""
        for group in joinable_groups(step, kind, dims, self.maker, self.readers, self.sharing):
            if all(self.last_change(x) <= group.at for x in step.reads):
                return group
            if group.open:
                group.at = number
                return group
        self.all.append(Group(kind, number))
        return self.all[-1]

    def join_makers(self, group, step):
        """Merge into a group the groups that compute the arguments of `step`, if they can move down to it."""
        for other in {self.maker[x]: None for x in step.reads if x in self.maker}:
            if other.open and other.at < group.at and group.accepts(other.kind, other.dims) and (
                    other.ends.isdisjoint(step.reads)):
                group.take(other)
                self.all.remove(other)
                for each in other.steps:
                    self.maker.update(dict.fromkeys(each.outputs, group))
                    for x in each.reads:
                        self.readers[self.sharing.first(x)].pop(other, None)
                        self.readers[self.sharing.first(x)][group] = None

    def note(self, number, step, group):
        """Note the Values that a step reads, writes and computes; close groups that can therefore no longer move."""
        for x in step.reads:
            if x in self.maker and self.maker[x] is not group:
                self.maker[x].open = False
            self.readers.setdefault(self.sharing.first(x), {})[group] = None
        for x in step.writes:
            self.written[self.sharing.first(x)] = number
            for other in self.readers.get(self.sharing.first(x), ()):
                other.open = False
        self.maker.update((x, group) for x in step.outputs if x is not None)


def fusion(program, form=element_form, fits=None):
    """Fuse each step with steps that compute, or also read, one of its arguments.

    A step moves up to such a group if all its arguments exist there; otherwise the group moves down, if it is open.

    form   form(step): (kind, dims) as in `Group`
    fits   fits(rows): whether code can be written for a Rows; if not, its steps are not fused
    """
    groups = Groups(Sharing(program))
    for number, step in enumerate(program.steps):
        kind, dims = form(step)
        group = groups.group_for(number, step, kind, dims)
        group.add(step, dims)
        if fits:
            groups.join_makers(group, step)
        groups.note(number, step, group)
    read = {x for group in groups.all for step in group.steps for x in step.reads if groups.maker.get(x) is not group}
    read |= results_at_end(program)
    name = fresh_names(program)
    return program.with_steps([step for group in sorted(groups.all, key=lambda group: group.at)
                               for step in as_one(group.steps, read, name, fits)])


def joinable_groups(step, kind, dims, maker, readers, sharing):
    """Return the groups that a step could join, the last first: they compute or read a full-shape argument."""
    if kind is None:
        return []
    found: dict = {}
    for x in step.reads:
        if x.shape == kind[0]:
            found.update(readers.get(sharing.first(x), ()))
            if x in maker:
                found[maker[x]] = None
    fitting = [group for group in found if group.accepts(kind, dims) and group.ends.isdisjoint(step.reads)]
    return sorted(fitting, key=lambda group: -group.at)


def as_one(steps, read, name, fits=None):
    """Return [the fused step of a group], after steps that repeat its short inputs; the steps themselves if one is all.

    read   Values that steps of other groups read
    name   name() returns a name for a new Value
    fits   fits(rows): whether code can be written for a Rows
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
