"""Ask a learner's class for something else in between: of the same instance, or of another one beside it."""

from contextlib import suppress
from functools import cache, wraps
from inspect import isfunction, unwrap

from .cases import Case
from .compare import plain, same
from .handed_out import MOVED, HandedOut
from .other_values import ENOUGH, QUICK, copied, other_inputs, poured, rare
from .safe_call import call

BESIDE = ""                              # in place of a method's name: another instance is used
REFLECTED = {f"__r{name}__" for name in ("add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "divmod", "pow",
                                         "lshift", "rshift", "and", "or", "xor")}
OFTEN = 4                                # times in one check
PATIENT = 2.0                            # seconds of a case, if there are no quicker ones
KEPT = ("`{}` gives the same for other numbers, when the same instance is asked again in “{}”: it takes what it has "
        "kept from the call before. Compute the result anew from the arguments, in each call.")
SHARED = ("“{}” comes out otherwise when another `{}` is made and used in between: the two share what they keep, on "
          "the class, in a default argument, in a global or in a cache. Make in `__init__` what belongs to one "
          "instance, and keep it on `self`.")


def told_twice(run, name, answer, inputs):
    """Return what a check shows of an answer, a class, that is called with something else in between.

    name      of a method: at the first call of each instance it is asked for other numbers, in the same arrays, and
              then for its own. What it gave for both is returned, of each instance, and whether the first is otherwise
              after the second
    BESIDE    another instance goes through the whole check, before each of the first methods: inputs are those of the
              one and of the other. What the check comes to is returned, and None; or None and the error
    """
    if name == BESIDE:
        return beside(run, answer, **inputs)
    seen: list = []
    method = methods(answer).get(name)
    if method is None:
        return seen

    @wraps(method)
    def twice(self, *inputs, **settings):
        if "_asked_before" in vars(self):
            return method(self, *inputs, **settings)
        self._asked_before = True
        given = {**dict(enumerate(inputs)), **settings}
        others = other_inputs(given)
        own = copied({key: value for key, value in given.items() if others[key] is not value})
        asked = {key: poured(given[key], others[key]) if key in own else given[key] for key in given}
        handed_out = HandedOut()
        out = method(self, *(asked[place] for place in range(len(inputs))), **{key: asked[key] for key in settings})
        first = plain(out)
        handed_out.keep(out, (self, *given.values(), *asked.values()))
        for key in own:
            poured(given[key], own[key])
        out = method(self, *inputs, **settings)
        seen.append((first, plain(out), handed_out.moved()))
        return out
    with suppress(Exception):                              # what is kept may fail in a later line of the check
        run(derived(answer, {name: twice}), inputs)
    return seen


def methods(answer):
    """Return the functions of a class that belong to its instances, by name."""
    return {name: member for name, member in vars(answer).items()
            if callable(member) and not isinstance(member, staticmethod) and isfunction(unwrap(member))}


def derived(answer, members):
    """Return a class that is the answer but for these members.

    The reflected operators, such as __rsub__, stay: Python asks one first that a class has overridden, and so the
    answer would be asked in another order.
    """
    members = {name: member for name, member in members.items() if name not in REFLECTED}
    return type(answer.__name__, (answer,), {**members, "__module__": answer.__module__, "__doc__": answer.__doc__})


def beside(run, answer, own, other):
    """Return what `told_twice` does for another instance."""
    left, inside = OFTEN, False

    def after_another(name, method):
        @wraps(method)
        def outermost(*inputs, **settings):
            nonlocal left, inside
            if inside:                                     # a method that another one calls
                return method(*inputs, **settings)
            inside = True
            try:
                if left and name != "__init__":
                    left -= 1
                    call(run, made, copied(other))         # what comes of it is no matter
                return method(*inputs, **settings)
            finally:
                inside = False
        return outermost
    made = derived(answer, {name: after_another(name, method) for name, method in methods(answer).items()})
    try:
        return plain(run(made, own)), None
    except Exception as error:
        return None, f"{type(error).__name__}: {error}"


@cache
def both(own, other):
    """Return two cases in one, for `beside`."""
    return Case(own=own.inputs, other=other.inputs)


@cache
def of_right(exercise):
    """Return {method: for each case, at each instance, whether other numbers change what it gives, and the first}."""
    if exercise.recorded:
        return {}
    found = {}
    for name in methods(exercise.answer):
        if not name.startswith(("__init", "__e")):
            seen = [call(told_twice, exercise.run, name, exercise.answer, case.fresh()) for case in exercise.cases]
            found[name] = [[(not same(first, then, exercise.close), moved) for first, then, moved in each.value or ()]
                           for each in seen]
    return found


def kept_on_instance(exercise, trials, came):
    """Return what an answer that is a class keeps although it should not, in words; '' if nothing.

    came   came(name, case) gives an Outcome of `told_twice` for the answer
    """
    if exercise.kind != "class":
        return ""
    seconds = sorted(trial.outcome.seconds for trial in trials)[:ENOUGH]
    most = max(QUICK, min(seconds[-1], PATIENT))           # on a busy machine all of them may take long
    quick = [trial for trial in trials if trial.outcome.seconds <= most]
    for trial, after in zip(quick, [*quick[1:], *quick[:1]]):
        for other in (trial.case.varied, after.case):
            found = came(BESIDE, both(trial.case, other))
            if found.error is None and not same(found.value, (trial.wanted, None), exercise.close):
                return SHARED.format(trial.case.name, exercise.name)
    for name, differ in of_right(exercise).items():
        for trial, right in zip(trials, differ):
            hang = any(hangs for hangs, _ in right)
            seen = came(name, trial.case).value if hang and trial in quick else None
            told = list(zip(right, seen)) if seen and len(seen) == len(right) else []
            if any(moved and not moves for (_, moves), (_, _, moved) in told):
                return MOVED.format(trial.case.name)
            if any(hangs and rare(first) and same(first, then, 0) for (hangs, _), (first, then, _) in told):
                return KEPT.format(name, trial.case.name)
    return ""
