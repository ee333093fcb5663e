"""Several results of one answer: which are right in every case, and what those earn while others are wrong.

A result counts in a case only if an answer that computes nothing does not have it right there too.
"""

from functools import cache, partial

import numpy as np

from .compare import numbers, plain, same, unstacked
from .other_values import ENOUGH, QUICK, rare, unchanged_part, with_others
from .relations import names_of, which_right
from .safe_call import call

SECONDS = 1.0                            # at most for a call of an answer that computes nothing
METHODS = 3                              # arguments of a method that may come back as they are
CHECK = "{}, in every case"               # the name of what a part earns


class Parts:
    """Which results of an answer are right in every case, where not all are.

    cases   {place of one that earns points: the cases, by their places, in which it does}
    """

    def __init__(self, called, right, cases):
        self.called, self.right, self.cases = called, right, cases

    def share(self, case):
        """Return the share of a case's points that its right results earn, by the place of the case."""
        return sum(case in cases for cases in self.cases.values()) / len(self.called)

    def checks(self):
        """Return (a name, the share of one case's points) for each result that earns some."""
        return [(CHECK.format(self.called[place]), len(cases) / len(self.called))
                for place, cases in self.cases.items()]

    def said(self, message):
        """Return a message with what is right before it, unless it says so itself."""
        which = which_right(self.called, [place in self.right for place in range(len(self.called))])
        return " ".join([which] * (which not in message) + [message] * bool(message))


def split(value, wanted):
    """Return the parts of a result in a list, as many as what is wanted has; None if it has others."""
    if isinstance(wanted, dict):
        return list(map(value.get, wanted)) if type(value) is dict and value.keys() == wanted.keys() else None
    value = unstacked(plain(value), wanted)
    return list(value) if isinstance(value, tuple | list) and len(value) == len(wanted) else None


def called_parts(exercise, wanted):
    """Return the names of the parts, two or more, that results have in every case; () if they have none."""
    first = wanted[0] if wanted else None
    if isinstance(first, dict):
        alike = all(isinstance(value, dict) and value.keys() == first.keys() for value in wanted)
        return [f"“{key}”" for key in first] if alike and len(first) > 1 else ()
    alike = isinstance(first, tuple) and all(isinstance(value, tuple) and len(value) == len(first) for value in wanted)
    return names_of(exercise.results, len(first)) if alike and len(first) > 1 else ()


@cache
def counting(exercise):
    """Return the places of the parts that count in each case; () if results have no parts."""
    wanted = [plain(exercise.wanted(case)) for case in exercise.cases]
    if not called_parts(exercise, wanted):
        return ()
    parts = [split(value, value) for value in wanted]
    varied = {place for place in range(len(parts[0])) if any(
        not same(each[place], parts[0][place], exercise.close) for each in parts)}
    return [{place for place in varied if rare(each[place]) and not isinstance(each[place], str)}
            - easy(exercise, case, value) for case, value, each in zip(exercise.cases, wanted, parts)]


def easy(exercise, case, wanted):
    """Return the places of the parts that are among a case's arguments, or that an idle answer has right."""
    parts, known = split(wanted, wanted), list(leaves(case.inputs))
    found = {place for place, part in enumerate(parts) if any(as_good(part, other) for other in known)}
    for answer in idle(exercise):
        came = call(lambda answer=answer: split(plain(exercise.run(answer(), case.fresh())), wanted), seconds=SECONDS)
        found |= {place for place, (mine, part) in enumerate(zip(came.value or (), parts))
                  if same(mine, part, exercise.close)}
    return found


def leaves(value):
    """Yield all values in arguments, and the sizes of those that have any."""
    yield value
    if isinstance(value, dict):
        value = list(value.values())
    if hasattr(value, "shape"):
        yield from map(int, value.shape)
        yield plain(value)
    if isinstance(value, list | tuple):
        yield len(value)
        for part in value:
            yield from leaves(part)


def as_good(part, other):
    """Return whether two values are the same but for their shapes."""
    if callable(other) or isinstance(other, dict):
        return False
    mine, theirs = numbers(part), numbers(other)
    if mine is None or theirs is None:
        return mine is theirs and same(part, other, 0)
    return mine.size == theirs.size and same(np.ravel(mine), np.ravel(theirs), 0)


def idle(exercise):
    """Return functions that make answers which compute nothing: they give None, their arguments, or zeros."""
    def back(place, inputs):
        return inputs[place] if place < len(inputs) else None

    def zeros(place, inputs):
        value = back(place, inputs)
        return value * 0 if hasattr(value, "shape") or isinstance(value, int | float) else value
    count = METHODS if exercise.kind == "class" else len(exercise.names)
    gives = [lambda inputs: None, tuple, *(partial(rule, place) for place in range(count) for rule in (back, zeros))]
    return [partial(idle_class, exercise.answer, give) if exercise.kind == "class" else partial(idle_function, give)
            for give in gives]


def idle_function(give):
    def answer(*inputs, **settings):
        return give([*inputs, *settings.values()])
    return answer


def idle_class(answer, give):
    """Return a class with the methods of another, of which each computes nothing."""
    def begun(self, *inputs, **settings):
        super(made, self).__init__()

    def method(self, *inputs, **settings):
        return give([*inputs, *settings.values()])
    members = {name: staticmethod(idle_function(give)) if isinstance(member, staticmethod) else method
               for name, member in vars(answer).items() if callable(member) and name != "__init__"}
    made = type(answer.__name__, answer.__bases__, {**members, "__init__": begun})
    return made


def right_parts(exercise, trials, again, came):
    """Return the Parts of an answer that earn points although it is not right; None if none does.

    again   again(trial) gives a Trial of the same case once more: a part must be right there too
    came    came(case) gives an Outcome of `other_values.in_turn`: a part that is written down for a case earns nothing;
            None if that is found out otherwise
    """
    if len(trials) < len(exercise.cases) or any(trial.error is not None for trial in trials):
        return None
    counts = counting(exercise)
    if not counts or None in [split(trial.got, trial.wanted) for trial in trials]:
        return None
    right = set.intersection(*(right_in(trial, exercise.close) for trial in trials))
    failed = [place for place, trial in enumerate(trials) if not trial.passed]
    cases = {place: {case for case in failed if place in counts[case]} for place in sorted(right)}
    earning = {place for place, found in cases.items() if found}
    for trial in reversed(trials):
        if earning and trial.outcome.seconds < QUICK:
            earning &= right_in(again(trial), exercise.close)
    earning -= by_heart(exercise, trials, came) if earning and came is not None else set()
    called = called_parts(exercise, [plain(trial.wanted) for trial in trials])
    return Parts(called, sorted(right), {place: cases[place] for place in sorted(earning)}) if earning else None


def right_in(trial, close):
    """Return the places of the parts that are right in a trial; none if it ended in an error."""
    if trial.error is not None:
        return set()
    wanted = plain(trial.wanted)
    both = enumerate(zip(split(trial.got, wanted) or (), split(wanted, wanted)))
    return {place for place, (mine, part) in both if same(mine, part, close)}


def by_heart(exercise, trials, came):
    """Return the places of the parts that are not right when other numbers of the same shapes are given.

    Where what is right for those is not known, it is those that stay as they were.
    """
    found, asked = set(), 0
    for trial in reversed(trials):
        if trial.case.wanted is not None or trial.outcome.seconds > QUICK or asked == ENOUGH:
            continue
        _, hangs, right, _ = with_others(exercise, trial.case)
        if not isinstance(hangs, list):
            continue
        asked += 1
        outcome, old = came(trial.case), split(trial.wanted, trial.wanted)
        then = split(outcome.value[2], trial.wanted) if outcome.error is None else None
        then = then or [None] * len(old)
        new = [None] * len(old) if right is None else split(right, trial.wanted)
        found |= {place for place, part in enumerate(then) if hangs[place] and (
            unchanged_part(old[place], part, hangs[place], exercise.close) if right is None
            else not same(part, new[place], exercise.close))}
    return found
