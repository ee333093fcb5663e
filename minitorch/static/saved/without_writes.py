"""Writes in place, as steps that make new arrays: a view of what was written to is taken of the new one."""

from ...runtime.inplace import unlock
from ..expansion import NotExpanded, fresh_names
from ..memory import Sharing
from ..program import Value
from .numpy_calls import Calls
from .refused import refuse
from .written_down import check_questions, results


def without_writes(program):
    """The program in steps that write over nothing.

    What lies in memory that is written to is computed on arrays whose views are known, and all that is done to them is
    written down. Raises NotSaved where that memory is an input's or a parameter's, or where numbers are asked for.
    """
    sharing = Sharing(program)
    if not sharing.written:
        return program
    outside = {sharing.first(x) for x in [*program.inputs, *program.states]}
    calls, arrays, known, kept = Calls(fresh_names(program)), {}, {}, []

    def given(x):
        if type(x) in (tuple, list):
            return type(x)(map(given, x))
        return arrays[x] if type(x) is Value and x in arrays else calls.stand_in(
            known.get(x, x) if type(x) is Value else x)
    for step in program.steps:
        if any(sharing.first(x) in outside for x in step.writes) and step.call is not unlock:
            refuse(step, "it writes into memory of an input or a parameter. Compute a new tensor: x = x.relu(), not "
                         "x.relu_()")
        if not any(map(sharing.changes, [*step.values, *step.writes])):
            kept.append(step.replaced(known))
            continue
        calls.like, calls.steps = step, []
        try:
            before = calls.questions
            for x, old in zip(results(step, calls, given(step.args)), step.outputs):
                if old is not None and sharing.changes(old):
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
