"""Trying an answer: what went in, what was wanted, what came out, and where they first part."""

import traceback

from ..display.text import counted
from ..engine.piece import NOTICEABLE, TOO_SLOW
from .compare import plain, same
from .general import General, general, kept_between, worst
from .handed_out import defaults_of, written_default
from .instances import kept_on_instance, told_twice
from .library_calls import borrowed, knows_others, library_calls, names_own_version
from .numbered import numbered_ids
from .other_values import in_turn, kept_since, looked_up
from .parts import right_parts
from .recognition import recognise
from .record import registry
from .relations import be, listed
from .safe_call import call
from .source_code import LIBRARIES, functions_of, own_lines, source_of
from .telling import describe, printed, wrapped
from .watch import positional

SEARCH = 60                              # seconds at most for finding a sentence, on a machine with much else to do
AGAIN = 0.5                              # seconds of a case that is tried a second time
REMEMBERS = ("The first time “{}” came out right, the second time it does not: your code remembers something from one "
             "call to the next (a global, a default argument, what hangs on a class), or uses something up.")
DIFFERS = ("“{}” does not come out the same when it is tried once more: your code remembers something from one call to "
           "the next (a global, a default argument, what hangs on a class), uses something up, or depends on chance "
           "(random numbers, `id`, the order of a set).")
judged_now: list = []                    # the exercises whose answers are being judged
STATES = ("not attempted", "crashed", "not yet", "right but slow", "right")


class Trial:
    """One case tried on one answer."""

    def __init__(self, case, passed, wanted, outcome):
        self.case, self.passed, self.wanted, self.outcome = case, passed, wanted, outcome
        self.got, self.error = outcome.value, outcome.error

    @property
    def altered(self):
        """Whether its result was not looked at, since the answer left something otherwise than it found it."""
        return type(self.error).__name__ == "Altered"      # by name: it may have been raised in a sandbox


class Verdict:
    """What trying an answer showed: a state, points, and the text that says why.

    waits_for   the exercise that must be written first, where the answer cannot be tried before
    worst       the Trial that the text describes, if any
    """

    def __init__(self, exercise, state, points, trials=(), misconception=None, text="", waits_for=None, worst=None):
        self.exercise, self.state, self.points, self.trials = exercise, state, points, trials
        self.misconception, self.text, self.waits_for, self.worst = misconception, text, waits_for, worst

    def so_far(self):
        """Return the points that it comes to, in words and without hundredths; '' if it has all."""
        most, whole = self.exercise.points, int(self.points)
        more = "more than " * (whole < self.points)
        return f"{more}{whole} of {counted(most, 'point')} so far" if self.points < most else ""


def attempt(exercise, answer, case, before=None):
    """One case tried: what came out, or the error it raised; the answer cannot harm the session.

    before   an earlier Trial of the case, which knows what is wanted
    """
    wanted = call(lambda: exercise.wanted(case) if before is None else before.wanted)
    if wanted.error is not None:
        raise wanted.error
    outcome = call(lambda: plain(exercise.run(answer, case.fresh())))
    passed = outcome.error is None and same(outcome.value, wanted.value, exercise.close)
    return Trial(case, passed, wanted.value, outcome)


def blank(exercise, answer, error):
    """What has not been written yet, if that is why there is an error: the exercise itself, another, or None."""
    if not isinstance(error, NotImplementedError):
        return None
    if isinstance(error.__cause__, NotImplementedError):    # out of a Function, the engine has told it anew
        error = error.__cause__
    code = [frame.f_code for frame, _ in traceback.walk_tb(error.__traceback__)][-1]
    members = vars(answer).values() if isinstance(answer, type) else (answer,)
    if code in [getattr(getattr(member, "__func__", member), "__code__", None) for member in members]:
        return exercise
    if code.co_filename.startswith(LIBRARIES):              # what a library leaves out is no blank
        return None
    owner = code.co_qualname.rpartition("<locals>.")[2].partition(".")[0]
    return next((record for record in registry.values() if record.name == owner), None)


def not_attempted(exercise, waits_for=None):
    """The verdict on a blank, or on what needs another exercise that is one."""
    how, why = "not attempted", (f"The {whose(exercise)} own runs in its place." if exercise.reference or exercise.piece
                                 else "Nothing runs in its place.")
    if waits_for is not None:
        how, why = (f"waits for {waits_for.id}", f"It calls {waits_for.name}, which is still to be written: "
                    f"{waits_for.id} comes first.")
    return Verdict(exercise, "not attempted", 0, waits_for=waits_for, text=f"{exercise.id} {exercise.name}: {how}\n"
                   f"    {why}  hint(\"{exercise.id}\") has {len(exercise.hints)} hints.")


def begun(exercise, answer):
    """Return the Verdict on a class with methods that are written and others that are blank; None for any other."""
    methods = functions_of(answer) if isinstance(answer, type) else []
    blanks = [method.__name__ for method in methods if method.__code__.co_names == ("NotImplementedError",)]
    written = [method.__name__ for method in methods if method.__name__ not in ("__init__", *blanks)]
    if not blanks or not written:
        return None
    members = {name: vars(exercise.answer).get(name) for name in blanks}
    whole = None if exercise.recorded or None in members.values() else type(exercise.name, (answer,), members)
    fits = whole is not None and all(attempt(exercise, whole, case).passed for case in exercise.cases)
    said = f"{listed([f'`{name}`' for name in blanks])} {be(blanks)} still to be written" + (
        f"; what is there, {listed([f'`{name}`' for name in written])}, fits the course's own." if fits else ".")
    return Verdict(exercise, "not yet", 0, text="\n".join([f"{exercise.id} {exercise.name}: not yet", *(
        f"    {line}" for line in wrapped(said, exercise))]))


def whose(exercise):
    """Whose a version is that stands in for an answer: of a test to write or a program to mend the library has none."""
    return "library's" if exercise.piece is not None else "course's"


def judge(exercise, answer):
    """Return the Verdict on an answer; until it is there, `yours` of this exercise raises."""
    judged_now.append(exercise)
    try:
        return tested(exercise, answer)
    finally:
        judged_now.pop()


def tested(exercise, answer):
    """Try every case and probe; find out which mistake it is; count the points."""
    trials: list[Trial] = []
    defaults = defaults_of(answer)
    own, others = names_own_version(exercise, answer), knows_others(answer)
    for case in exercise.cases:
        with library_calls(exercise, LIBRARIES, others) as notes:
            trial = attempt(exercise, answer, case)
        own = own or notes
        missing = blank(exercise, answer, trial.error)
        if missing is not None and not (missing is exercise and trials):
            if missing is exercise and (verdict := begun(exercise, answer)) is not None:
                return verdict
            return not_attempted(exercise, missing if missing is not exercise else None)
        trials.append(trial)
        if trial.outcome.stopped:                         # the others would not end either
            break
    failed = [t for t in trials if not t.passed]
    placed = positional(answer, exercise.names)
    complaints = [] if failed else [said for probe in exercise.probes
                                    if (said := complaint(call(probe, placed), own_lines))]
    if own and not failed:
        lines = [f"{exercise.id} {exercise.name}: not yet"]
        lines += [f"    {line}" for line in wrapped(borrowed(own[0]), exercise)]
        return Verdict(exercise, "not yet", 0, trials, text="\n".join(lines))

    def with_others(case):
        return call(in_turn, exercise.run, answer, case.fresh(), case.varied.fresh())

    def once_more(trial):
        with numbered_ids(answer):
            return attempt(exercise, answer, trial.case, trial)
    if not failed and not complaints:
        again = written_default(defaults) or called_again(trials, lambda trial: once_more(trial).passed) or looked_up(
            exercise, trials, with_others) or kept_on_instance(
                exercise, trials, lambda name, case: call(told_twice, exercise.run, name, answer, case.fresh()))
        if not again:
            return right(exercise, answer, trials)
        complaints = [again]
    source = call(source_of, answer).value or ""
    misconception = None if trials[-1].outcome.stopped else call(
        kept_between, exercise, answer, source, trials, seconds=SEARCH).value or recognise(
        exercise, trials, lambda probe: call(probe, placed))
    if misconception is None and not complaints:
        misconception = changed_since(exercise, answer, trials) or kept_since(exercise, trials, with_others) or call(
            general, exercise, trials, source, answer, seconds=SEARCH).value
    parts = None if own or not failed else right_parts(exercise, trials, once_more, with_others)
    passed = len(trials) - len(failed) + (max(len(exercise.probes) - len(complaints), 0) if not failed else 0)
    passed += 0 if parts is None else sum(share for _, share in parts.checks())
    total = len(exercise.cases) + len(exercise.probes)
    points = round(exercise.points * 0.5 * passed / total, 2)      # half is for cases, half for being right
    tried = shown_trial(exercise, answer, trials, misconception)
    state = "crashed" if tried is not None and tried.error is not None and not tried.altered else "not yet"
    text = [f"{exercise.id} {exercise.name}: {state}"]
    if tried is not None:
        text.append(describe(exercise, tried))
    said = misconception.message if misconception else " ".join(complaints)
    said = said if parts is None else parts.said(said)
    text += [f"    {line}" for line in wrapped(said, exercise)]
    return Verdict(exercise, state, points, trials, misconception, "\n".join(text), worst=tried)


def right(exercise, answer, trials):
    """The verdict on an answer without fault: all points, also where it is slow."""
    points, text = exercise.points, f"{exercise.id} {exercise.name}: right"
    of_all = f"{points} of {counted(points, 'point')}"
    slow = [trial.case.name for trial in trials if too_slow(exercise, answer, trial)]
    if slow:
        place = "the library's own runs in its place" if exercise.piece else "it runs all the same"
        return Verdict(exercise, "right but slow", points, trials,
                       text=f"{text} but slow, {of_all}\n    It takes more than {TOO_SLOW} times "
                       f"as long as the {whose(exercise)} own way on “{slow[0]}”: {place}.")
    return Verdict(exercise, "right", points, trials, text=f"{text}, {of_all}"
                   + printed(trials[0]))


def too_slow(exercise, answer, trial):
    """Whether a case takes noticeably longer than the library's own way, each at its best of two."""
    seconds = trial.outcome.seconds
    for _ in range(2):
        if seconds <= NOTICEABLE or exercise.reference is None:
            return False
        library = call(lambda: exercise.run(exercise.reference, trial.case.fresh())).seconds
        if seconds <= TOO_SLOW * library + NOTICEABLE:
            return False
        seconds = min(seconds, attempt(exercise, answer, trial.case, trial).outcome.seconds)
    return True


def complaint(outcome, lines):
    """What a probe has found wrong, in words; '' when nothing. lines: how errors are told."""
    if outcome.error is not None:
        return "It fails when it is called once more:\n" + lines(outcome.error).strip()
    return outcome.value or ""


def called_again(trials, passes):
    """What is wrong when every case is tried once more, the last first, in words; '' when nothing is."""
    for trial in reversed(trials):
        if trial.outcome.seconds < AGAIN and not passes(trial):
            return REMEMBERS.format(trial.case.name)
    return ""


def changed_since(exercise, answer, trials):
    """The General for an answer that gives something else when a case is tried once more; None where it does not."""
    for trial in reversed(trials):
        if trial.outcome.seconds < AGAIN and trial.error is None and same(trial.got, trial.got, exercise.close):
            again = attempt(exercise, answer, trial.case, trial)
            if again.error is not None or not same(again.got, trial.got, exercise.close):
                return General("remembers", DIFFERS.format(trial.case.name))
    return None


def shown_trial(exercise, answer, trials, misconception):
    """The trial to show: the mistake's own smallest example, or the first that failed."""
    if misconception is not None and misconception.example is not None:
        trial = attempt(exercise, answer, misconception.example)
        if not trial.passed:
            return trial
    if misconception is not None and misconception.named("altered"):
        return worst(trials)
    return next((trial for trial in trials if not trial.passed), None)
