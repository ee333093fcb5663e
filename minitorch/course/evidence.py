"""Try an answer on its cases: what went in, what was wanted, what came out, and which mistake explains it."""

import traceback

from ..display.text import counted
from ..engine.piece import NOTICEABLE, TOO_SLOW
from .compare import plain, same
from .general import general, parsed, worst
from .handed_out import defaults_of, written_default
from .instances import told_twice
from .library_calls import borrowed, knows_others, library_calls, names_own_version
from .numbered import functions_of, numbered_ids
from .other_values import in_turn
from .parts import right_parts
from .recognition import recognise
from .record import registry
from .relations import be, listed
from .remembering import changed_since, kept_by_right, remembered
from .safe_call import call
from .source_code import LIBRARIES, own_lines, source_of
from .telling import describe, printed, wrapped
from .watch import positional

SEARCH = 60                              # seconds at most for finding a sentence, on a machine with much else to do
judged_now: list = []                    # the exercises whose answers are being judged
STATES = ("not attempted", "crashed", "not yet", "right but slow", "right")


class Trial:
    """One case tried on one answer."""

    def __init__(self, case, passed, wanted, outcome):
        self.case, self.passed, self.wanted, self.outcome = case, passed, wanted, outcome
        self.got, self.error = outcome.value, outcome.error

    @property
    def altered(self):
        """Return whether its result was not looked at, since the answer changed something that it should not."""
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
    """Try one case and return its Trial: what came out, or the error; the answer cannot harm the session.

    before   an earlier Trial of the case, which knows what is wanted
    """
    wanted = call(lambda: exercise.wanted(case) if before is None else before.wanted)
    if wanted.error is not None:
        raise wanted.error
    outcome = call(lambda: plain(exercise.run(answer, case.fresh())))
    passed = outcome.error is None and same(outcome.value, wanted.value, exercise.close)
    return Trial(case, passed, wanted.value, outcome)


def blank(exercise, answer, error):
    """Return the exercise that is still a blank, if that is why there is an error: itself or another; else None."""
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
    """Return the Verdict on a blank, or on an answer that needs another exercise that is one."""
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
    return Verdict(exercise, "not yet", 0, text=verdict_text(exercise, "not yet", said))


def whose(exercise):
    """Return whose version runs instead of an answer: the library has none of a test to write or a program to mend."""
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
    defaults, placed = defaults_of(answer), positional(answer, exercise.names)
    trials, borrows, missing = run_cases(exercise, answer)
    if missing is not None:
        half = begun(exercise, answer) if missing is exercise else None
        return half or not_attempted(exercise, missing if missing is not exercise else None)
    failed = [trial for trial in trials if not trial.passed]
    if borrows and not failed:
        return Verdict(exercise, "not yet", 0, trials, text=verdict_text(exercise, "not yet", borrowed(borrows[0])))

    def once_more(trial):
        with numbered_ids(answer):
            return attempt(exercise, answer, trial.case, trial)

    def with_others(case):
        return call(in_turn, exercise.run, answer, case.fresh(), case.varied.fresh())
    complaints = [] if failed else [said for probe in exercise.probes
                                    if (said := complaint(call(probe, placed), own_lines))]
    if not failed and not complaints:
        kept = written_default(defaults) or kept_by_right(
            exercise, trials, lambda trial: once_more(trial).passed, with_others,
            lambda name, case: call(told_twice, exercise.run, name, answer, case.fresh()))
        if not kept:
            return right(exercise, answer, trials)
        complaints = [kept]
    mistake = mistake_of(exercise, answer, trials, complaints, lambda probe: call(probe, placed))
    parts = None if borrows or not failed else right_parts(exercise, trials, once_more, with_others)
    return not_yet(exercise, answer, trials, mistake, complaints, parts)


def run_cases(exercise, answer):
    """Try an answer on the cases of its exercise, until one does not end.

    returns   the Trials, notes on what it borrows, and the exercise whose blank it has met, or None
    """
    trials: list[Trial] = []
    borrows, others = names_own_version(exercise, answer), knows_others(answer)
    for case in exercise.cases:
        with library_calls(exercise, LIBRARIES, others) as notes:
            trial = attempt(exercise, answer, case)
        borrows = borrows or notes
        missing = blank(exercise, answer, trial.error)
        if missing is not None and not (missing is exercise and trials):
            return trials, borrows, missing
        trials.append(trial)
        if trial.outcome.stopped:                         # the others would not end either
            break
    return trials, borrows, None


def mistake_of(exercise, answer, trials, complaints, ask):
    """Return the mistake that an answer makes, one with a name or a General; None if none is found.

    ask   ask(probe) gives the Outcome of a function of the answer
    """
    source = call(source_of, answer).value or ""
    if not trials[-1].outcome.stopped:
        tree = parsed(source, exercise.name) if exercise.is_test and not complaints else None
        kept = tree and call(remembered, exercise, answer, tree, trials, seconds=SEARCH).value
        if found := kept or recognise(exercise, trials, ask):
            return found
    return None if complaints else changed_since(
        exercise, trials, lambda trial: attempt(exercise, answer, trial.case, trial)) or call(
        general, exercise, trials, source, answer, seconds=SEARCH).value


def not_yet(exercise, answer, trials, mistake, complaints, parts):
    """Return the Verdict on an answer with a fault.

    parts   the Parts of it that are right in every case, or None
    """
    failed = sum(not trial.passed for trial in trials)
    passed = len(trials) - failed + (0 if failed else max(len(exercise.probes) - len(complaints), 0))
    passed += 0 if parts is None else sum(share for _, share in parts.checks())
    total = len(exercise.cases) + len(exercise.probes)
    points = round(exercise.points * 0.5 * passed / total, 2)      # half is for cases, half for being right
    shown = shown_trial(exercise, answer, trials, mistake)
    state = "crashed" if shown is not None and shown.error is not None and not shown.altered else "not yet"
    said = mistake.message if mistake else " ".join(complaints)
    said = said if parts is None else parts.said(said)
    return Verdict(exercise, state, points, trials, mistake, verdict_text(exercise, state, said, shown), worst=shown)


def verdict_text(exercise, state, words, shown=None):
    """Return the text of a verdict: its state, a trial that shows the fault, if any, and the words for it."""
    return "\n".join([f"{exercise.id} {exercise.name}: {state}", *([describe(exercise, shown)] if shown else []),
                      *(f"    {line}" for line in wrapped(words, exercise))])


def right(exercise, answer, trials):
    """Return the Verdict on an answer without a fault: all points, even if it is slow."""
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
    """Return whether a case takes noticeably longer than the library's own way, each at its best of two."""
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
    """Return what a probe has found wrong, in words; '' if nothing. lines: how errors are told."""
    if outcome.error is not None:
        return "It fails when it is called once more:\n" + lines(outcome.error).strip()
    return outcome.value or ""


def shown_trial(exercise, answer, trials, misconception):
    """Return the trial to show: the mistake's own smallest example, or the first that failed."""
    if misconception is not None and misconception.example is not None:
        trial = attempt(exercise, answer, misconception.example)
        if not trial.passed:
            return trial
    if misconception is not None and misconception.named("altered"):
        return worst(trials)
    return next((trial for trial in trials if not trial.passed), None)
