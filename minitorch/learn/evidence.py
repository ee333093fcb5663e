"""Trying an answer: what went in, what was wanted, what came out, and where they first part."""

import traceback

import numpy as np

from ..tensors import Tensor

STATES = ("not attempted", "crashed", "not yet", "right but slow", "right")


class Trial:
    """One case tried on one answer."""

    def __init__(self, case, passed, wanted=None, got=None, error=None, detail=None):
        self.case, self.passed, self.wanted, self.got, self.error = case, passed, wanted, got, error
        self.detail = detail


class Verdict:
    """What trying an answer showed: a state, points, and the text that says why."""

    def __init__(self, exercise, state, points, trials=(), misconception=None, text=""):
        self.exercise, self.state, self.points, self.trials = exercise, state, points, trials
        self.misconception, self.text = misconception, text


def plain(value):
    """Tensors as arrays, inside tuples and lists too."""
    if isinstance(value, Tensor):
        return value.detach().cpu().numpy()
    if isinstance(value, tuple | list):
        return type(value)(plain(v) for v in value)
    return value


def same(a, b, close):
    """Whether two results agree: kind, shape, and numbers to a relative and absolute `close`."""
    a, b = plain(a), plain(b)
    if isinstance(b, tuple | list):
        return isinstance(a, tuple | list) and len(a) == len(b) and all(same(x, y, close) for x, y in zip(a, b))
    if a is None or b is None:
        return a is b
    if isinstance(b, str | dict | set):
        return a == b
    try:
        a, b = np.asarray(a, float), np.asarray(b, float)
    except (TypeError, ValueError):
        return False
    return a.shape == b.shape and np.allclose(a, b, rtol=close, atol=close, equal_nan=True)


def first_difference(a, b, close):
    """Where two results first part, in words; '' when that cannot be said."""
    a, b = plain(a), plain(b)
    if isinstance(b, tuple | list) and isinstance(a, tuple | list):
        if len(a) != len(b):
            return f"{len(b)} values were wanted, {len(a)} came"
        place = next(i for i, (x, y) in enumerate(zip(a, b)) if not same(x, y, close))
        inner = first_difference(a[place], b[place], close)
        return f"first difference in result {place}" + (f", {inner.removeprefix('first difference ')}" if inner else "")
    try:
        a, b = np.asarray(a, float), np.asarray(b, float)
    except (TypeError, ValueError):
        return f"a {type(b).__name__} was wanted, a {type(a).__name__} came"
    if a.shape != b.shape:
        return f"the shape should be {b.shape}, not {a.shape}"
    places = np.argwhere(~np.isclose(a, b, rtol=close, atol=close, equal_nan=True))
    if not b.ndim or not len(places):
        return ""
    place = places[0].tolist()
    return f"first difference at index {place[0] if len(place) == 1 else tuple(place)}"


def shown(value):
    """A value on one line where it fits, the same on every machine."""
    value = plain(value)
    if callable(value):
        return getattr(value, "__name__", "a function")
    if isinstance(value, np.ndarray | np.generic):
        return np.array2string(np.asarray(value), precision=4, suppress_small=True, separator=" ", threshold=24)
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, tuple | list) and any(isinstance(v, np.ndarray) for v in value):
        return "(" + ", ".join(shown(v) for v in value) + ")"
    return repr(value)


def rows(pairs):
    """Names and values under each other, continuation lines indented to match."""
    width = max(len(name) for name, _ in pairs)
    lines = []
    for name, text in pairs:
        first, *rest = text.split("\n")
        lines.append(f"    {name:<{width}}  {first}")
        lines.extend(" " * (width + 6) + line for line in rest)
    return "\n".join(lines)


def attempt(exercise, answer, case):
    """One case tried: passed, or what came out, or the error cut to the learner's own lines."""
    with np.errstate(all="ignore"):                       # 0/0 is nan and speaks for itself
        wanted = exercise.wanted(case)
    try:
        with np.errstate(all="ignore"):
            got = exercise.run(answer, case.fresh())
    except NotImplementedError:
        raise
    except Exception as error:
        return Trial(case, False, wanted, error=error)
    return Trial(case, same(got, wanted, exercise.close), wanted, got)


def own_lines(error):
    """The traceback without minitorch's frames: the learner's lines and what went wrong."""
    from os.path import dirname
    home = dirname(dirname(__file__))
    frames = [f for f in traceback.extract_tb(error.__traceback__) if not f.filename.startswith(home)]
    lines = [f"    in {frame.name}: {frame.line}" for frame in frames if frame.line]
    return "\n".join([*lines, f"    {type(error).__name__}: {error}"])


def judge(exercise, answer):
    """Try every case and probe; find out which mistake it is; count the points."""
    try:
        trials = [attempt(exercise, answer, case) for case in exercise.cases]
        complaints = [] if not all(t.passed for t in trials) else \
            [said for said in (probe(answer) for probe in exercise.probes) if said]
    except NotImplementedError:
        return Verdict(exercise, "not attempted", 0, text=f"{exercise.id} {exercise.name}: not attempted\n"
                       f"    The library's own runs in its place.  hint(\"{exercise.id}\") has "
                       f"{len(exercise.hints)} hints.")
    failed = [t for t in trials if not t.passed]
    total = len(trials) + len(exercise.probes)
    passed = len(trials) - len(failed) + (len(exercise.probes) - len(complaints) if not failed else 0)
    if not failed and not complaints:
        return Verdict(exercise, "right", exercise.points, trials,
                       text=f"{exercise.id} {exercise.name}: right, {exercise.points} of {exercise.points} points")
    misconception = recognise(exercise, answer, trials)
    points = round(exercise.points * 0.5 * passed / total, 2)      # half is for cases, half for being right
    worst = shown_trial(exercise, answer, failed, misconception)
    state = "crashed" if worst is not None and worst.error is not None else "not yet"
    text = [f"{exercise.id} {exercise.name}: {state}"]
    if worst is not None:
        text.append(describe(exercise, worst))
    text += [f"    {line}" for line in wrapped(misconception.message if misconception else
                                               " ".join(complaints) if complaints else "", exercise)]
    return Verdict(exercise, state, points, trials, misconception, "\n".join(text))


def recognise(exercise, answer, trials):
    """The named mistake, or None: by what the answer does (probe), or by the wrong rule it agrees with."""
    for known in exercise.misconceptions:
        if known.probe is not None:
            try:
                if known.probe(answer):
                    return known
            except Exception:
                continue
        elif any(agrees(exercise, rule, trials) for rule in known.rules):
            return known
    return None


def agrees(exercise, wrong_rule, trials):
    """Whether every trial came out as the wrong rule has it, wrong somewhere."""
    wrong = False
    for trial in trials:
        try:
            with np.errstate(all="ignore"):
                rule = exercise.run(wrong_rule, trial.case.fresh())
        except Exception as error:
            if type(trial.error) is not type(error):
                return False
            wrong = True
            continue
        if trial.error is not None or not same(trial.got, rule, exercise.close):
            return False
        wrong = wrong or not same(rule, trial.wanted, exercise.close)
    return wrong


def shown_trial(exercise, answer, failed, misconception):
    """The trial to show: the mistake's own smallest example, or the first that failed."""
    if misconception is not None and misconception.example is not None:
        trial = attempt(exercise, answer, misconception.example)
        if not trial.passed:
            return trial
    return failed[0] if failed else None


def describe(exercise, trial):
    """What went in, wanted, yours."""
    pairs = [(name, shown(value)) for name, value in trial.case.inputs.items() if value is not None]
    pairs.append(("wanted", shown(trial.wanted)))
    if trial.error is not None:
        return rows(pairs) + "\n" + own_lines(trial.error)
    where = first_difference(trial.got, trial.wanted, exercise.close)
    pairs.append(("yours", shown(trial.got) + (f"    {where}" if where else "")))
    return rows(pairs)


def wrapped(message, exercise):
    """The message in lines of at most 100 characters, then where to find hints."""
    from textwrap import wrap
    hints = f'hint("{exercise.id}") has {len(exercise.hints)} hints.'
    return wrap(f"{message}  {hints}" if message else hints, 100)
