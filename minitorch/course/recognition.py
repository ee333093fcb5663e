"""Find out which mistake with a name an answer is: by the wrong rule that it agrees with, or by what it does."""

from difflib import SequenceMatcher

from .compare import plain, same
from .safe_call import call

SIMILAR = 0.6                            # of the words of two errors with one cause


def recognise(exercise, answer, trials):
    """The named mistake, or None: by what the answer does (probe), or by the wrong rule it agrees with."""
    for known in exercise.misconceptions:
        if known.probe is not None:
            outcome = call(known.probe, answer)
            if outcome.error is None and outcome.value:
                return known
            if outcome.stopped:
                return None
        elif any(agrees(exercise, rule, trials) for rule in known.rules):
            return known
    return None


def agrees(exercise, wrong_rule, trials):
    """Whether every trial came out as the wrong rule has it, wrong somewhere."""
    wrong = False
    for trial in trials:
        rule = call(lambda case=trial.case: plain(exercise.run(wrong_rule, case.fresh())))
        if rule.error is not None:
            if not alike(trial.error, rule.error):
                return False
            wrong = True
            continue
        if trial.error is not None or not same(trial.got, rule.value, exercise.close):
            return False
        wrong = wrong or not same(rule.value, trial.wanted, exercise.close)
    return wrong


def alike(error, other):
    """Whether two errors are the same as far as can be told: of one kind, in much the same words."""
    if type(error).__name__ != type(other).__name__:
        return False
    words = str(error), str(other)
    return words[0] == words[1] or (type(error).__name__ != "Altered"
                                    and SequenceMatcher(None, *words).ratio() > SIMILAR)
