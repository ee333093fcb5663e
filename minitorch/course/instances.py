"""Ask a method of a learner's class for something else first: who keeps that on the instance gives it once more."""

from functools import cache, wraps

from .compare import plain, same
from .other_values import QUICK, other_inputs, rare
from .safe_call import call

KEPT = ("`{}` gives the same for other numbers, when the same instance is asked again in “{}”: it takes what it has "
        "kept on `self` from the call before. Compute the result anew from the arguments, in each call.")


def told_twice(run, name, answer, inputs):
    """What a method gave for other numbers and then for its own, at the first call of each instance in a check."""
    seen: list = []
    method = vars(answer).get(name)
    if not hasattr(method, "__code__"):                    # it is missing, or belongs to the class
        return seen

    @wraps(method)
    def twice(self, *inputs, **settings):
        if "_asked_before" in vars(self):
            return method(self, *inputs, **settings)
        self._asked_before = True
        others = other_inputs({**dict(enumerate(inputs)), **settings})
        first = plain(method(self, *(others[place] for place in range(len(inputs))),
                             **{key: others[key] for key in settings}))
        out = method(self, *inputs, **settings)
        seen.append((first, plain(out)))
        return out
    made = type(answer.__name__, (answer,), {name: twice, "__module__": answer.__module__, "__doc__": answer.__doc__})
    run(made, inputs)
    return seen


@cache
def of_right(exercise):
    """{method: for each case, whether it gives something else for other numbers, at each instance}."""
    if exercise.kind != "class" or exercise.recorded or exercise.halves is not None:
        return {}
    found = {}
    for name, method in vars(exercise.answer).items():
        if hasattr(method, "__code__") and not name.startswith(("__init", "__e")):
            seen = [call(told_twice, exercise.run, name, exercise.answer, case.fresh()) for case in exercise.cases]
            found[name] = [[not same(*pair, exercise.close) for pair in each.value or ()] for each in seen]
    return found


def kept_on_instance(exercise, trials, came):
    """What an answer that is a class keeps where it should not, in words; '' when nothing.

    came   came(name, case) gives an Outcome of `told_twice` for the answer
    """
    for name, differ in of_right(exercise).items():
        for trial, right in zip(trials, differ):
            seen = came(name, trial.case).value if any(right) and trial.outcome.seconds < QUICK else None
            if seen and len(seen) == len(right) and any(
                    hangs and rare(pair[0]) and same(*pair, 0) for hangs, pair in zip(right, seen)):
                return KEPT.format(name, trial.case.name)
    return ""
