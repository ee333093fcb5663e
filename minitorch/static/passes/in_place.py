"""In place: what is computed only to be written over a tensor's memory is written there at once.

w.sub_(lr * w.grad) is recorded as a difference, an array of its own, that then fills w. Here the difference is
written into w as it is computed.
"""

from ...runtime.inplace import fill
from ..elementwise import is_elementwise
from ..fused import Fused
from ..memory import Sharing, results
from ..program import Value


def in_place(program):
    """Let the step that makes what fills a tensor's memory write it there, if nobody needs the old numbers after it."""
    sharing, fixed, maker = Sharing(program), results(program), {}
    users: dict = {}                                         # of a piece of memory: the numbers of the steps
    for number, step in enumerate(program.steps):
        for x in {sharing.first(x) for x in [*step.values, *step.writes]}:
            users.setdefault(x, []).append(number)
        maker.update((x, number) for x in step.outputs if x is not None)
    kept, places, writes = list(program.steps), dict(program.places), {}
    for number, step in enumerate(program.steps):
        if step.call is not fill or type(step.args[1]) is not Value or step.args[1] not in maker:
            continue
        into, x = step.args
        made = maker[x]
        first = program.steps[made]
        between = [other for other in users[sharing.first(into)] if made < other < number]
        after = [other for other in users[sharing.first(x)] if other > number]
        if (x in fixed or between or after or sharing.first(x) is not x or made in writes or maker.get(into, -1) >= made
                or (x.shape, x.dtype) != (into.shape, into.dtype) or not written_at_once(first, x, into, sharing)):
            continue
        places[x], kept[number], writes[made] = into, None, [into]
    kept = [step.replaced({}, writes=[*step.writes, *writes.get(number, ())])
            for number, step in enumerate(kept) if step is not None]
    made = program.with_steps(kept)
    made.places = places
    return made


def written_at_once(step, x, into, sharing):
    """Whether a step can write x over `into`: each element, when it is computed, with none of the old needed later."""
    inner = step.call.steps if type(step.call) is Fused else [step]
    if not all(map(is_elementwise, inner)):
        return False
    place = next(place for place, one in enumerate(inner) if x in one.outputs)
    later = [y for one in inner[place + 1:] for y in one.reads]
    same = [y for y in step.reads if sharing.first(y) is sharing.first(into)]
    return all(y is into for y in same) and into not in later
