"""The arguments of a case with other numbers in them, of the same shape: who looks results up gives the old ones."""

from copy import deepcopy
from functools import cache, wraps

import numpy as np

from ..engine import no_grad
from ..tensors import Tensor
from .compare import data, numbers, plain, same
from .handed_out import MOVED, SWITCHED, HandedOut, switches
from .numbered import numbered_ids
from .safe_call import call

QUICK = 0.2                              # seconds of a case that is tried once more
ENOUGH = 4                               # cases whose other numbers have another result
SCALE = 0.75                             # what is between 0 and 1, or positive, stays so
KEPT = ("Called with other numbers in arguments of the same shapes as in “{}”, your code gives the same as before, "
        "where another result is wanted: it takes what it has kept from an earlier call, or what is written down for "
        "such arguments. Compute it anew from the arguments, in each call.")
COARSE = ("Called with other numbers in arguments of the same shapes as in “{}”, your code gives {}: what it computes "
          "is cut off. Make new arrays of the dtype of the arguments, which is that of the result.")


def other_inputs(inputs, scale=SCALE):
    """Return arguments with other numbers: in their arrays, or else in all floats."""
    others = {name: other_values(value, scale=scale) for name, value in inputs.items()}
    if any(other is not inputs[name] for name, other in others.items()):
        return others
    return {name: other_values(value, True, scale) for name, value in inputs.items()}


def copied(inputs):
    """Return copies of arguments, which a run may change without harm."""
    return {name: value if callable(value) else deepcopy(value) for name, value in inputs.items()}


def other_values(value, floats=False, scale=SCALE):
    """Return a value with other numbers: arrays are rolled by one and scaled, all else is the same object.

    Whole numbers by themselves may be sizes and stay; those of an array are turned, so that each is still an index.

    floats   whether floats by themselves, such as a learning rate, are scaled as well
    """
    if isinstance(value, float) and floats:
        return type(value)(value * scale)
    if isinstance(value, np.ndarray):
        return turned(value, scale)
    if isinstance(value, Tensor):
        other = deepcopy(value)
        with no_grad():
            other.copy_(type(value)(turned(value.detach().cpu().numpy(), scale)))
        return other
    if type(value) in (list, tuple):
        parts = [other_values(part, floats, scale) for part in value]
        return value if all(part is old for part, old in zip(parts, value)) else type(value)(parts)
    if type(value) is dict:
        parts = {key: other_values(part, floats, scale) for key, part in value.items()}
        return value if all(part is value[key] for key, part in parts.items()) else parts
    if hasattr(value, "_modules") and hasattr(value, "load_state_dict"):
        other = deepcopy(value)
        other.load_state_dict({name: other_values(part, scale=scale) for name, part in value.state_dict().items()})
        return other
    return value


def turned(array, scale):
    """Roll an array by one; scale it too if it holds floats other than 0 and 1."""
    moved = np.roll(array, 1).astype(array.dtype)
    return moved * array.dtype.type(scale) if array.dtype.kind == "f" and not np.isin(array, (0, 1)).all() else moved


def poured(old, new):
    """Write the numbers of a new value into the old objects where possible; return the old value, else the new one."""
    if isinstance(old, np.ndarray) and old.flags.writeable and np.shape(new) == old.shape:
        old[...] = new
        return old
    if isinstance(old, Tensor) and old.is_leaf and old.shape == new.shape:
        with no_grad():
            old.copy_(new)
        old.grad = None
        return old
    if type(old) in (list, tuple) and len(old) == len(new):
        parts = [poured(part, other) for part, other in zip(old, new)]
        if isinstance(old, tuple):
            return old if all(part is other for part, other in zip(parts, old)) else tuple(parts)
        old[:] = parts
        return old
    if type(old) is dict and old.keys() == new.keys():
        old.update({key: poured(part, new[key]) for key, part in old.items()})
        return old
    return new


def in_turn(run, answer, inputs, others):
    """Run a check twice, with other numbers the second time, written into the same arrays as a training step does.

    returns   what the answer gave in each of the two, as lists of plain data; what the second check came to, None
              for an error; and in words what is otherwise afterwards than it should be, '' for nothing
    """
    given, handed_out = [], HandedOut()

    @wraps(answer, updated=())
    def heard(*inputs, **settings):
        out = answer(*inputs, **settings)
        if data(kept := plain(out)):
            given[-1].append(kept)
            if len(given) == 1:
                handed_out.keep(out, (*inputs, *settings.values()))
        return out
    result = None
    for arguments in (inputs, others):
        given.append([])
        try:
            with numbered_ids(answer):
                result = plain(run(answer if isinstance(answer, type) else heard, poured(inputs, arguments)))
        except Exception:
            if arguments is inputs:
                raise
            result = None
    words = MOVED if handed_out.moved() else SWITCHED if switches(run, answer, inputs) else ""
    return *given, result, words


@cache
def with_others(exercise, case):
    """Return where other numbers of the same shapes change what a right answer gives, and what the check comes to.

    Return also that result, None if it is not recorded, and in words what is different after a right answer.
    """
    if exercise.recorded:
        return *exercise.recorded.hangs_on_numbers(case), None, ""
    found = call(lambda: in_turn(exercise.run, exercise.reference, case.fresh(), case.varied.fresh()),
                 computing=True)
    if found.error is not None or found.value[2] is None:
        return False, False, None, ""
    first, then, result, afterwards = found.value
    of_calls = [changes(one, other, exercise.close) for one, other in zip(first, then)]
    whole = not same(first, then, exercise.close)
    of_check = changes(exercise.wanted(case), result, exercise.close)
    return (of_calls if any(of_calls) else whole), of_check, result, afterwards


def hangs_on_numbers(exercise, case):
    """Return where other numbers change what a right answer gives in each call, and what the check comes to."""
    return with_others(exercise, case)[:2]


def changes(old, new, close):
    """Return whether two results differ: for two tuples a list that says it of each part, or False if none does."""
    if isinstance(old, tuple) and isinstance(new, tuple) and len(old) == len(new):
        each = [changes(*both, close) for both in zip(old, new)]
        return each if any(each) else False
    return not same(old, new, close)


def unchanged(old, new, hangs, close):
    """Return whether a result is the same where it should have changed, as a whole or in a part.

    hangs   what `changes` returned
    """
    if hangs and same(old, new, close):
        return True
    sequences = list | tuple
    return isinstance(hangs, list) and isinstance(old, sequences) and isinstance(new, sequences) and len(
        old) == len(new) == len(hangs) and any(unchanged_part(*each, close) for each in zip(old, new, hangs))


def unchanged_part(old, new, hangs, close):
    """Return whether one result is the same where it should have changed; 0 and 1 come again by chance."""
    if isinstance(hangs, list):
        return unchanged(old, new, hangs, close)
    return hangs and rare(old) and same(old, new, close)


def coarse(got, right, kinds):
    """Return which of these dtypes, with too few digits, a result was cut off to, in words; '' if to none."""
    if isinstance(got, list | tuple) and isinstance(right, list | tuple) and len(got) == len(right):
        return next((words for part in zip(got, right) if (words := coarse(*part, kinds))), "")
    if not isinstance(got, np.ndarray | np.generic) or not isinstance(right, np.ndarray | np.generic):
        return ""
    if right.dtype.kind != "f" or np.shape(got) != right.shape:
        return ""
    if got.dtype.kind in "iu" and (right % 1).any():
        return f"whole numbers ({got.dtype}) where there are fractions"
    digits = {2: "three", 4: "seven"}
    return next((f"{kind}, which has {digits[kind.itemsize]} digits" for kind in map(np.dtype, kinds)
                 if got.dtype.kind == "f" and kind.itemsize < right.dtype.itemsize
                 and (got.dtype == kind or holds(kind, got) and not holds(kind, right))), "")


def holds(kind, array):
    """Return whether a dtype holds all numbers of an array, to their last digit."""
    return np.array_equal(array, array.astype(kind), equal_nan=True)


def looked_up(exercise, trials, came):
    """Return what is wrong when cases that came out right are tried with other numbers, in words; '' if nothing.

    Only who gives the old result is told so, where that is wrong: what else such numbers do is no case of the exercise.

    came   came(case) gives an Outcome of `in_turn` for the answer
    """
    asked = 0
    for trial in reversed(trials):
        if trial.case.wanted is not None or trial.outcome.seconds > QUICK or asked == ENOUGH:
            continue
        of_answer, of_check, right, of_right = with_others(exercise, trial.case)
        if not of_answer and not of_check:
            continue
        asked += 1
        found = came(trial.case)
        if found.error is not None:
            continue
        first, then, result, afterwards = found.value
        if afterwards and not of_right:
            return afterwards.format(trial.case.name)
        if first and unchanged(first, then, of_answer, exercise.close) or unchanged(
                trial.wanted, result, of_check, exercise.close):
            return KEPT.format(trial.case.name)
        if words := coarse(result, right, ("float16", "float32")[:1 + exercise.keeps_dtype]):
            return COARSE.format(trial.case.name, words)
    return ""


def rare(value):
    """Return whether a value holds text or a number other than 0 and 1, which many mistakes give for any arguments."""
    if isinstance(value, list | tuple):
        return any(map(rare, value))
    if isinstance(value, dict):
        return any(map(rare, value.values()))
    array = numbers(value)
    return isinstance(value, str) or array is not None and not np.isin(array, (0, 1)).all()
