"""Find out which mistake with a name an answer makes, or which two: by what it does, or which rule it follows."""

from difflib import SequenceMatcher
from functools import partial
from types import SimpleNamespace

import numpy as np

from .compare import numbers, same
from .wrong import SEPARATOR, Mistake

SIMILAR = 0.6                            # of the words of two errors with one cause


class Several(Mistake):
    """Mistakes with names that one answer makes together; it is told of the first two. (More are faulty versions.)"""

    def __init__(self, known):
        self.known, self.example = known, known[0].example
        self.name = SEPARATOR.join(each.name for each in known)
        self.message = " And: ".join(each.message for each in known[:2])
        if len(known) > 2:
            self.message = (f"Faulty versions pass: {', '.join(each.name for each in known)}. {self.message} If your "
                            "test tries all that: does each check count, so that a single wrong one gives False?")


def recognise(exercise, trials, ask):
    """Return the mistake that has a name, several together, or None.

    ask   ask(probe) gives the Outcome of a function of the answer
    """
    def agrees(rule):
        return agree(trials, lambda case: exercise.outcome(rule, case), exercise.close)
    if (of_versions := of_test(exercise, trials)) is not None:
        return of_versions
    seen = None
    for known in exercise.misconceptions:
        if known.probe is None:
            if any(map(agrees, known.rules)):
                return known
        elif (outcome := ask(known.probe)).stopped:
            return None
        elif outcome.error is None and outcome.value is True:
            seen = known
            break
    if seen is not None and (all(trial.passed for trial in trials) or any(map(agrees, seen.rules))):
        return seen
    found = pair_of(exercise, trials, seen, agrees) or [*([seen] if seen else []), *in_parts(exercise, trials)]
    return Several(found) if len(found) > 1 else found[0] if found else None


def pair_of(exercise, trials, seen, agrees):
    """Return the two mistakes that together give the results, one of them `seen` if a probe found it; () for none."""
    if any(map(returns_nothing, trials)) or all(trial.passed or trial.error for trial in trials):
        return ()                                          # an error or None hides the rest
    return next((pair for pair, rule in exercise.pairs if seen in (None, *pair) and agrees(rule)
                 and all(known.probe is None or known is seen for known in pair)), ())


def returns_nothing(trial):
    """Return True if one of several results is None where a list of values is wanted."""
    both = trial.got, trial.wanted
    return all(isinstance(each, list | tuple) for each in both) and len(both[0]) == len(both[1]) and any(
        got is None and isinstance(wanted, list | tuple) for got, wanted in zip(*both))


def of_test(exercise, trials):
    """Return the mistake of an answer that is a test, by what it says of right and faulty versions; or None."""
    accepted = [known for known in exercise.misconceptions if known.accepts is not None and known.passes(trials)]
    if accepted:
        return accepted[0] if len(accepted) == 1 else Several(accepted)
    if not exercise.is_test or any(trial.error is not None for trial in trials):
        return None
    right, faulty = ([trial.got for trial in trials if trial.wanted is wanted] for wanted in (True, False))
    name = ("nothing returned" if None in right else "turned round" if not any(right) and sum(map(bool, faulty)) > len(
        faulty) / 2 else "")
    return next((known for known in exercise.misconceptions if known.name == name), None)


def in_parts(exercise, trials):
    """Return the mistakes that the wrong ones of several results agree with; [] if one agrees with none."""
    found: list = []
    count = len(exercise.results)

    def part(value, place):
        return value[place] if isinstance(value, tuple | list) and len(value) == count else None

    def of_rule(rule, place, case):
        outcome = exercise.outcome(rule, case)
        return SimpleNamespace(value=part(outcome.value, place), error=outcome.error)

    def no_more(rule):
        """Return whether a wrong answer differs from the right one only where this answer does, and equally."""
        return all(any(same(part(exercise.outcome(rule, trial.case).value, each), part(other, each), exercise.close)
                       for other in (trial.got, trial.wanted)) for trial in trials for each in range(count))
    for place in range(count):
        mine = [SimpleNamespace(got=part(trial.got, place), wanted=part(trial.wanted, place), error=trial.error,
                                case=trial.case) for trial in trials]
        if any(trial.error is not None or trial.got is None for trial in mine):
            return []
        if all(same(each.got, each.wanted, exercise.close) for each in mine):
            continue
        rules = ((known, rule) for known in exercise.misconceptions if known.probe is None for rule in known.rules)
        fitting = [known for known, rule in rules if agree(mine, partial(of_rule, rule, place), exercise.close)
                   and no_more(rule)]
        if not fitting:
            return []
        found.append(fitting[0])
    return list(dict.fromkeys(found))


def agree(trials, by_rule, close):
    """Return whether every trial came out as a wrong rule has it, wrong somewhere; a division by 0 counts as nan.

    Where both gave numbers, nan and inf are in the same places.
    """
    wrong = False
    for trial in trials:
        rule = by_rule(trial.case)
        if rule.error is None and trial.error is None and same(as_nan(trial.got), as_nan(rule.value), close):
            wrong = wrong or not same(rule.value, trial.wanted, close)
        elif rule.error is not None and alike(trial.error, rule.error):
            wrong = True
        elif rule.error is trial.error or not (
                no_number(rule.value, rule.error) and no_number(trial.got, trial.error)):
            return False
    return wrong


def as_nan(value):
    """Return a result with nan instead of each inf."""
    if type(value) in (tuple, list):
        return type(value)(map(as_nan, value))
    if isinstance(value, float | np.ndarray | np.generic) and np.asarray(value).dtype.kind == "f":
        return np.where(np.isfinite(value), value, np.nan)[()]
    return value


def no_number(value, error):
    """Return whether something came to nan or inf, or to the error that Python has for it."""
    if error is not None:
        return isinstance(error, ArithmeticError)
    if isinstance(value, tuple | list):
        return any(no_number(part, None) for part in value)
    array = numbers(value)
    return array is not None and not np.isfinite(array).all()


def alike(error, other):
    """Return whether two errors are of one kind and have much the same words."""
    if type(error).__name__ != type(other).__name__:
        return False
    words = str(error), str(other)
    if isinstance(error, KeyError):                        # its words are the key alone
        return words[0] == words[1]
    if ("too many" in words[0]) != ("too many" in words[1]):
        return False
    return words[0] == words[1] or (type(error).__name__ != "Altered"
                                    and SequenceMatcher(None, *words).ratio() > SIMILAR)
