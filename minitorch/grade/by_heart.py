"""Whether what is right on the shown inputs is right on others like them too: what is written down for them is not."""

from functools import partial
from itertools import count
from operator import add, mul
from random import Random

from ..course.cases import Case
from ..course.compare import plain, same
from ..course.other_values import other_inputs
from ..course.parts import CHECK, called_parts, right_in, split
from ..course.safe_call import call
from .verdict import earned, right_as_shown
from .worker import Caught

MOST = 6                                 # whole numbers of a case that are changed, one at a time
STEPS = (1, 2, 3)                        # what is added to one
AS_SHOWN = ("With other inputs of the same kind, what came out right as shown ({}) does not: what holds for the inputs "
            "that are shown alone counts for nothing.")


def in_doubt(found):
    """Whether some shown cases came out right, and of the hidden ones less than half did, or none was tried."""
    hidden = [passed for _, passed, _, unseen in found.get("checks", ()) if unseen]
    return any(passed for _, passed, _, unseen in found.get("checks", ()) if not unseen) and (
        2 * sum(hidden) < len(hidden) or not hidden)


def confirmed(plan, worker, start, found):
    """Return what was found, without points for shown cases that do not come out right on any case like them.

    worker   a new one: an answer that only remembers its last call is no answer by heart
    """
    held = held_up(plan, worker, start, [name for name, passed, _, hidden in found["checks"] if passed and not hidden])
    lost = [name for name in held if not held[name]]
    others = not held or any(held.values())                # what has none like it counts if anything does
    *shown, (last, passed, points) = [(name, passed and held.get(name, others), points)
                                      for name, passed, points, hidden in found["checks"] if not hidden]
    hidden = [check for check in found["checks"] if check[3]]
    passed = passed and not lost and (not hidden or any(passed for _, passed, _, _ in hidden))
    made = [(*check, False) for check in [*shown, (last, passed, points)]] + hidden      # the last is for all together
    found |= {"checks": made, "points": earned(made)}
    if found["state"] == "nearly":
        found["text"] = right_as_shown(plan.exercise, "nearly", found["points"])
    if lost:
        told = ", ".join(f"“{name}”" for name in lost)
        found |= {"state": "not yet" if found["state"] == "nearly" else found["state"],
                  "text": f"{found['text'].partition(': right on')[0]}\n    {AS_SHOWN.format(told)}"}
    return found


def held_up(plan, worker, start, names):
    """Return {shown case: whether it comes out right on one like it}, without cases that have none like them.

    Of a part that is right in every case: whether it comes out right on one like each that has such.
    """
    held: dict = {}
    called = called_parts(plan.exercise, [plan.wanted(case) for case in plan.exercise.cases])
    places = {name: place for place, part in enumerate(called) if (name := CHECK.format(part)) in names}
    try:
        ready = worker.begin(start)[0] == "ready"
        for case in plan.exercise.cases:
            others = plan.others(case) if case.name in names else []
            if others:
                held[case.name] = ready and any(plan.trial(worker, other).passed for other in others)
        for name, place in places.items():
            tried = [ready and any(place in right_in(plan.trial(worker, other), plan.exercise.close)
                                   for other in others) for others in like_parts(plan, place)]
            held |= {name: all(tried)} if tried else {}
    except Caught:
        held |= dict.fromkeys(places, False)
    return held


def like_parts(plan, place):
    """Yield, for each shown case, the cases like it in which a part differs; all cases like it if none does."""
    for case in plan.exercise.cases:
        part, others = split(plan.wanted(case), plan.wanted(case))[place], plan.others(case)
        changed = [other for other in others
                   if not same(split(other.wanted, other.wanted)[place], part, plan.exercise.close)]
        if others:
            yield changed or others


def like(exercise, case, wanted, seed):
    """Return cases like a shown one, with other numbers, counts or words; those with other results, if there are any.

    Of whole numbers by themselves one at a time is another, so that what holds for a stride of 1 still counts; by each
    of STEPS, whatever the seed is, so that nobody is luckier than others. And all are doubled, so that what holds for
    sizes that some number divides counts too.
    """
    if case.wanted is not None or exercise.recorded or exercise.is_test:
        return []
    draw, shown = Random(f"{seed} {exercise.id} {case.name}"), [repr(each.inputs) for each in exercise.cases]
    scale, letter = draw.uniform(0.55, 0.95), draw.choice("kmpr")
    numbers = [leaves(case.inputs, partial(add, step), int, i) for step in STEPS for i in range(MOST)]
    numbers.append(leaves(case.inputs, partial(mul, 2), int))
    others, alike = [], []
    for inputs in (other_inputs(case.inputs, scale), leaves(case.inputs, lambda word: word + letter, str), *numbers):
        if repr(inputs) in shown:
            continue
        right = call(wanted_of, exercise, inputs)
        if right.error is None:
            changed = not same(right.value, wanted, exercise.close)
            (others if changed else alike).append(Case(case.name, right.value, **inputs))
    return others or alike


def wanted_of(exercise, inputs):
    """Return the right result for other inputs than those of a case."""
    return plain(exercise.wanted(Case(**inputs)))


def leaves(inputs, other, kind, only=None):
    """Return arguments with other(value) for each int, or each string, in plain data; `only`: for one, by its number.
    """
    met = count()

    def changed(value):
        if type(value) is kind:
            return other(value) if only in (None, next(met)) else value
        if type(value) in (list, tuple, set, frozenset):
            return type(value)(map(changed, value))
        if type(value) is dict:
            return {changed(key): changed(part) for key, part in value.items()}
        return value
    return {name: changed(part) for name, part in inputs.items()}
