"""What an answer comes to: every check tried, the points counted, the mistake found that has a name."""

from functools import partial

from ..course.evidence import complaint
from ..course.general import general, worst
from ..course.parts import right_parts
from ..course.record import registry
from ..course.remembering import kept_by_right
from ..course.safe_call import TookTooLong, call
from ..course.source_code import ended
from ..course.telling import describe, wrapped
from ..display.text import counted
from .raised import text
from .worker import Caught, Died

SEEN, WHOLE, UNSEEN = 0.5, 0.3, 0.2      # of the points: each visible check, all of them right, hidden cases
LIBRARY = ("It calls the library's own {name}, which is what is to be written: no points. "
           "The rest of the library is free.")
TENSORS = ("It computes with an op of the library's Tensors, and {name} is to be written with NumPy alone: no points. "
           "The lesson's own check says so too.")
MISSING = "There is no answer to it in what was handed in."


def judged(plan, worker, start, source=""):
    """Return state, points, checks, misconception and text of one answer."""
    try:
        return found(plan, worker, start, source)
    except Caught:
        return caught(plan.exercise, worker)


def found(plan, worker, start, source):
    """Judge an answer as evidence.judge does, and then try the hidden cases."""
    exercise = plan.exercise
    state, error = worker.begin(start)
    if state == "missing":
        return {"points": 0, "state": "missing", "text": f"{exercise.id} {exercise.name}: missing\n    {MISSING}"}
    if state != "ready":
        lines = "" if error is None else "\n" + error_lines(error)
        return {"points": 0, "state": stopped(error) or "crashed", "checks": checks(plan, [], [], []),
                "text": f"{exercise.id} {exercise.name}: {stopped(error) or 'crashed'}{lines}"}
    trials: list = []
    for case in plan.order:
        trial = plan.trial(worker, case)
        missing = waits_for(trial.error, exercise)
        if missing is not None:
            return not_attempted(exercise, missing)
        trials.append(trial)
        if trial.outcome.stopped or worker.dead is not None:
            break
    trials.sort(key=lambda trial: exercise.cases.index(trial.case))
    failed = [trial for trial in trials if not trial.passed]
    complaints = [] if failed else [text(complaint(plan.asked(worker, probe), error_lines), 3000)
                                    for probe in exercise.probes]
    if not failed and not any(complaints):
        complaints.append(kept_by_right(
            exercise, trials, lambda trial: plan.once_more(worker, trial.case).passed or worker.dead is not None,
            partial(plan.in_turn, worker), partial(plan.told_twice, worker)))
    if failed or any(complaints):
        return not_yet(plan, worker, trials, failed, complaints, source)
    unseen = []
    for case in plan.hidden:
        unseen.append(plan.trial(worker, case).passed)
        if worker.dead is not None:
            break
    made = checks(plan, exercise.cases, [True] * len(exercise.probes), unseen)
    points = earned(made)
    state = "right" if all(passed for _, passed, _, _ in made) else "nearly"
    return {"points": points, "state": state, "checks": made, "text": right_as_shown(exercise, state, points)}


def right_as_shown(exercise, state, points):
    """Return the text of the verdict on an answer without a visible fault; state: "right" or "nearly"."""
    words = "right" if state == "right" else "right on all that is shown, not on all that is not"
    return f"{exercise.id} {exercise.name}: {words}, {points:g} of {counted(exercise.points, 'point')}"


def not_yet(plan, worker, trials, failed, complaints, source):
    """Return the verdict on an answer with a fault: which it is, on the smallest example there is."""
    exercise = plan.exercise
    stopped_at = worker.dead is not None or any(trial.outcome.stopped for trial in trials)
    known = None if stopped_at else plan.recognised(worker, trials)
    if known is None and failed:
        known = call(general, exercise, trials, source).value
    shown = example(plan, worker, known, failed)
    parts = right_parts(exercise, trials, lambda trial: plan.once_more(worker, trial.case),
                        None if exercise.halves else lambda case: plan.in_turn(worker, case))      # there not yet read
    parts = parts if failed and worker.dead is None else None
    state = ("not yet" if shown is None or shown.error is None or shown.altered
             else stopped(shown.error) or "crashed")
    lines = [f"{exercise.id} {exercise.name}: {state}"]
    if shown is not None:
        lines.append(describe(exercise, shown, error_lines))
    words = known.message if known else " ".join(said for said in complaints if said)
    words = words if parts is None else parts.said(words)
    lines += [f"    {line}" for line in wrapped(words, exercise)]
    made = checks(plan, [trial.case for trial in trials if trial.passed], [not said for said in complaints], [], parts)
    return {"points": earned(made), "state": state, "checks": made, "misconception": known.name if known else None,
            "text": "\n".join(lines)}


def example(plan, worker, known, failed):
    """Return the trial that shows a fault best: the mistake's own example where it fails; None where none failed."""
    shown = worst(failed) if known is not None and known.named("altered") else failed[0] if failed else None
    if known is not None and known.example is not None:
        trial = plan.trial(worker, known.example)
        shown = shown if trial.passed else trial
    return shown


def caught(exercise, worker):
    words = TENSORS if worker.caught == "ops" else LIBRARY
    return {"points": 0, "state": "the library's own", "text": f"{exercise.id} {exercise.name}: the library's own\n"
            f"    {words.format(name=exercise.name)}"}


def not_attempted(exercise, missing):
    why = "It, or a part that the check needs, is as blank as it was handed out." if missing is exercise else (
        f"It calls {missing.name}, which is still to be written: {missing.id} comes first.")
    return {"points": 0, "state": "not attempted", "text": f"{exercise.id} {exercise.name}: not attempted\n    {why}"}


def waits_for(error, exercise):
    """Return the exercise that is still blank, if that is the reason for an error; else None."""
    if not isinstance(error, NotImplementedError) or not getattr(error, "blank", ""):
        return None
    return next((record for record in (exercise, *registry.values()) if record.name == error.blank), None)


def stopped(error):
    """Return the state of an answer that was stopped, or ended its process; None for any other error."""
    return "stopped" if isinstance(error, TookTooLong | Died) else None


def error_lines(error):
    """Return the text of an answer's error: the answer's own lines, and the message."""
    return ended([f"    {line}" for line in getattr(error, "far", ())], error)


def checks(plan, seen, probed, unseen, parts=None):
    """Return [(name, passed, points, hidden), …], whose points add up to the exercise's.

    parts   the Parts that are right although cases failed: their points are taken from those of the cases
    """
    exercise = plan.exercise
    each = SEEN * exercise.points / (len(exercise.cases) + len(exercise.probes))
    without = UNSEEN * exercise.points if not plan.hidden else 0
    names = [*[case.name for case in exercise.cases], *[f"law {i + 1}" for i in range(len(exercise.probes))]]
    passed = [*[case in seen for case in exercise.cases], *probed]
    passed += [False] * (len(names) - len(passed))
    made = [(name, bool(good), each * (1 - parts.share(place) if parts else 1), False)
            for place, (name, good) in enumerate(zip(names, passed))]
    made += [(name, True, each * share, False) for name, share in (parts.checks() if parts else ())]
    made.append(("all of these", all(passed), WHOLE * exercise.points + without, False))
    for i, case in enumerate(plan.hidden):
        made.append((case.name, i < len(unseen) and bool(unseen[i]), UNSEEN * exercise.points / len(plan.hidden), True))
    return made


def earned(made):
    """Return the points of the passed checks, rounded."""
    total = round(sum(points for _, passed, points, _ in made if passed), 2)
    return int(total) if total == int(total) else total
