"""Writes in place, as steps that make new arrays: a view of what was written to is taken of the new one."""

from ...ops.index.getitem import write_item
from ...runtime.inplace import fill, unlock
from ..expansion import NotExpanded, fresh_names
from ..memory import Sharing
from ..program import Value
from .numpy_calls import Calls
from .refused import refuse
from .written_down import GENERAL, check_questions, results


def without_writes(program):
    """The program in steps that write over nothing.

    What lies in memory that is written to is computed on arrays whose views are known, and all that is done to them is
    written down. Raises NotSaved where that memory is an input's or a parameter's, or where numbers are asked for.
    """
    sharing = Sharing(program)
    if not sharing.written:
        return program
    replaced = filled_whole(program, sharing)
    outside = {sharing.first(x) for x in [*program.inputs, *program.states]}
    calls, arrays, known, kept = Calls(fresh_names(program)), {}, {}, []

    def given(x):
        if type(x) in (tuple, list):
            return type(x)(map(given, x))
        return arrays[x] if type(x) is Value and x in arrays else calls.stand_in(
            known.get(x, x) if type(x) is Value else x)

    def changes(x):
        return sharing.changes(x) and sharing.first(x) not in replaced
    for step in program.steps:
        if step.writes and sharing.first(step.writes[0]) in replaced:
            if filling(step) is not None:
                known[step.writes[0]] = known.get(filling(step), filling(step))
            continue
        if any(sharing.first(x) in outside for x in step.writes) and step.call is not unlock:
            refuse(step, "it writes into memory of an input or a parameter. Compute a new tensor: x = x.relu(), not "
                         "x.relu_()")
        if not any(map(changes, [*step.values, *step.writes])):
            kept.append(step.replaced(known))
            continue
        calls.like, calls.steps = step, []
        try:
            before = calls.questions
            calls.general = before + GENERAL[step.name] if step.name in GENERAL else None
            for x, old in zip(results(step, calls, given(step.args)), step.outputs):
                if old is not None and changes(old):
                    arrays[old] = calls.asarray(x)
                elif old is not None:
                    known[old] = calls.value(x)
            check_questions(step, calls.name, calls.questions - before)
        except Exception as error:
            why = error if type(error) is NotExpanded else f"its lines stop at {type(error).__name__}: {error}"
            refuse(step, f"it writes into memory that is seen elsewhere, or reads such memory, and {why}")
        kept += calls.steps
    calls.steps = []
    known.update({x: calls.value(arrays[x]) for x in program.results if x in arrays})
    return program.with_steps([*kept, *calls.steps], known)


def filling(step):
    """The Value that a step writes over all of an array, as `x.relu_()` and `x[...] = y` do; None where it does not."""
    whole = step.call is fill or step.call is write_item and all(
        x is ... or type(x) is slice and x == slice(None) for x in step.settings["index"])
    return step.args[1] if whole and type(step.args[1]) is Value else None


def filled_whole(program, sharing):
    """Memory of results seen in one Value alone, and only filled with one of its shape, which takes its place."""
    seen, fills, others = {}, {}, {sharing.first(x) for x in [*program.inputs, *program.states]}
    for step in program.steps:
        for x in step.values:
            seen.setdefault(sharing.first(x), set()).add(x)
        by = filling(step)
        for into in step.writes if step.call is not unlock else ():
            fills.setdefault(sharing.first(into), set()).add(by)
            if by is None or (by.shape, by.dtype) != (into.shape, into.dtype):
                others.add(sharing.first(into))
    found = {memory for memory in fills if len(seen.get(memory, ())) == 1} - others
    while bad := {memory for memory in found if any(sharing.changes(x) and sharing.first(x) not in found
                                                    for x in fills[memory])}:
        found -= bad
    return found
