"""How a wrong result relates to the right one, where one rule explains every case: sign, factor, order, shape."""

import numpy as np

from .compare import numbers, plain, same

CLOSE = 1e-5
GRADIENT = "gradient of "                # how the names of results begin that are gradients of arguments
DETACHED = ("The numbers are right, but no gradient reaches {}: what was computed is cut off (by .detach(), .numpy(), "
            ".item(), no_grad, or a new tensor made of numbers). Compute with tensor operations throughout.")
ORDINALS = ("first", "second", "third", "fourth", "fifth")


def related(exercise, trials, made):
    """made(name, sentence) of the relation that holds in all trials, or None."""
    if any(trial.error is not None for trial in trials):
        return None
    pairs = [(plain(trial.got), plain(trial.wanted)) for trial in trials]
    found = (of_order(pairs) or of_parts(pairs, exercise.results) or of_inputs(trials, pairs) or of_numbers(pairs)
             or of_one_argument(trials, pairs))
    return None if found is None else made(*found)


def of_parts(pairs, names):
    """Of several results: which are right in every case, and how the one that is not relates to what is wanted."""
    if not all(isinstance(got, tuple | list) and isinstance(wanted, tuple) and len(got) == len(wanted) > 1
               for got, wanted in pairs):
        return None
    count = len(pairs[0][1])
    if any(len(wanted) != count for _, wanted in pairs) or count > len(ORDINALS):
        return None
    if count == 2 and holds(pairs, lambda wanted: (wanted[1], wanted[0])):
        return "swapped", "Both results are right, in each other's place: return them in the other order."
    wrong = [i for i in range(count) if not all(same(got[i], wanted[i], CLOSE) for got, wanted in pairs)]
    called = [f"“{names[i]}”" if len(names) == count else f"the {ORDINALS[i]} result" for i in range(count)]
    inner = [of_numbers([(got[i], wanted[i]) for got, wanted in pairs]) for i in wrong]
    if len(wrong) == count:
        kinds = {found and found[0] for found in inner}
        return inner[0] if len(kinds) == 1 and inner[0] is not None else None
    right = [called[i] for i in range(count) if i not in wrong]
    cut = [names[i].removeprefix(GRADIENT) for i in wrong if len(names) == count and names[i].startswith(GRADIENT)
           and all(got[i] is None for got, wanted in pairs if wanted[i] is not None)]
    if len(cut) == len(wrong):
        return "detached", DETACHED.format(listed(cut))
    said = f"{listed(right)} {'is' if len(right) == 1 else 'are'} right in every case; {called[wrong[0]]} is not."
    return "only some right", said[0].upper() + said[1:] + (f" Of that: {inner[0][1]}" if inner[0] is not None else "")


def listed(names):
    return " and ".join([", ".join(names[:-1])] * (len(names) > 1) + names[-1:])


def holds(pairs, rule):
    """Whether every result is what a rule makes of the wanted one, and somewhere that is another."""
    try:
        made = [rule(wanted) for _, wanted in pairs]
    except Exception:
        return False
    return (all(same(got, other, CLOSE) for (got, _), other in zip(pairs, made))
            and not all(same(other, wanted, CLOSE) for (_, wanted), other in zip(pairs, made)))


def of_order(pairs):
    """Of lists: one too few or too many, or the right ones in another order."""
    if not all(isinstance(got, list | tuple) and isinstance(wanted, list) for got, wanted in pairs):
        return None
    rules = [("the last missing", lambda wanted: wanted[:-1], "The last one is missing, in every case."),
             ("the first missing", lambda wanted: wanted[1:], "The first one is missing, in every case."),
             ("turned round", lambda wanted: wanted[::-1], "The right ones, from the end to the beginning."),
             ("nothing", lambda wanted: [], "Nothing is in it, in any case.")]
    for name, rule, words in rules:
        if all(len(wanted) > 1 for _, wanted in pairs) and holds(
                [(list(got), wanted) for got, wanted in pairs], rule):
            return name, words
    if all(len(got) > len(wanted) and same(list(got[:len(wanted)]), wanted, CLOSE) for got, wanted in pairs):
        return "too many", "All that is wanted is there, and more after it: where should it stop?"
    if all(sorted(map(repr, got)) == sorted(map(repr, wanted)) for got, wanted in pairs):
        return "another order", "Everything is there once, but in another order."
    return None


def of_inputs(trials, pairs):
    """Whether an argument comes back as it went in, in all cases."""
    for name in trials[0].case.inputs:
        inputs = [plain(trial.case.inputs.get(name)) for trial in trials]
        if all(isinstance(value, np.ndarray) and value.size and same(got, value, 0)
               for value, (got, _) in zip(inputs, pairs)):
            return "given back", f"In every case the result is equal to the argument `{name}`, as it went in."
    return None


def of_one_argument(trials, pairs):
    """Whether an argument has no effect: two cases differ in it alone, and the same comes where another should."""
    if any(isinstance(wanted, bool) for _, wanted in pairs):               # of a test to write
        return None
    for place, (trial, (got, wanted)) in enumerate(zip(trials, pairs)):
        for other, (again, another) in zip(trials[place + 1:], pairs[place + 1:]):
            both = trial.case.inputs, other.case.inputs
            differ = [name for name in both[0] if not alike(both[0][name], both[1].get(name))]
            if len(differ) == 1 and both[0].keys() == both[1].keys() and same(got, again, 0) and not same(
                    wanted, another, CLOSE):
                return "no effect", (f"`{differ[0]}` has no effect: on “{trial.case.name}” and “{other.case.name}”, "
                                     "which differ only in it, the same comes out.")
    return None


def alike(value, other):
    """Whether two arguments are the same."""
    return value is other or not callable(value) and same(value, other, 0)


def of_numbers(pairs):
    """Of numbers: the one rule that leads from every right result to the one that came."""
    if any(isinstance(wanted, bool) for _, wanted in pairs):
        return None
    arrays = [(numbers(got), numbers(wanted)) for got, wanted in pairs]
    if any(value is None or value.dtype.kind == "c" for pair in arrays for value in pair):
        return None
    if not any(wanted.size for _, wanted in arrays):
        return None
    if any(got.shape != wanted.shape for got, wanted in arrays):
        return of_constants(arrays) or of_shapes(arrays)
    return of_faults(arrays) or next(((name, words) for name, rule, words in RULES if holds(arrays, rule)), None) or (
        of_factors(arrays))


RULES = [
    ("sign", lambda w: -w, "The sign is turned, in every case: what should be added is subtracted, or the other way."),
    ("transposed", lambda w: w.T, "Rows and columns are exchanged: the result is transposed."),
    ("turned round", lambda w: w[::-1], "The right numbers, from the end to the beginning."),
    ("whole numbers", np.trunc, "What stands after the point is cut off: whole numbers were computed where floats are "
                                "meant (`//`, an integer array, int(…))."),
    ("rounded", np.round, "The right numbers, rounded to whole ones."),
    ("size only", np.abs, "The right sizes, but the signs are lost."),
    ("squared", np.square, "It is the square of what is wanted: is a root missing?"),
    ("root", lambda w: np.sqrt(w), "It is the root of what is wanted: one root too many, or a square is missing."),
    ("one minus", lambda w: 1 - w, "It is 1 minus what is wanted: the two shares are exchanged."),
    ("upside down", lambda w: 1 / w, "It is 1 divided by what is wanted: the fraction is upside down."),
    ("log", lambda w: np.log(w), "It is the logarithm of what is wanted."),
    ("exp", lambda w: np.exp(w), "It is e to the power of what is wanted: a logarithm is missing."),
]


def of_shapes(arrays):
    """Where the shape is another: whether the numbers are the right ones, and what would have to be done to them."""
    if all(got.size == wanted.size and same(got.ravel(), wanted.ravel(), CLOSE) for got, wanted in arrays):
        return "shape", ("The numbers are right, their shape is not: a dimension of size 1 too many or too few, or a "
                         "reshape.")
    if all(got.shape == wanted.T.shape and same(got, wanted.T, CLOSE) for got, wanted in arrays):
        return "transposed", "Rows and columns are exchanged: the result is transposed."
    if all(got.size == 1 and wanted.size >= 1 for got, wanted in arrays):
        for name, reduce in (("sum", np.sum), ("mean", np.mean)):
            if all(same(got.ravel()[0], reduce(wanted), CLOSE) for got, wanted in arrays):
                return f"{name} of all", (f"One number came: the {name} of all that is wanted. Leave out the {name}, "
                                          "or take it along one dimension.")
    return None


def of_faults(arrays):
    """What does not depend on what is wanted: nan, inf, zeros, the same for every input."""
    for name, test, words in [
            ("nan", np.isnan, "nan came where there is a number: 0/0, inf − inf, or the log of a negative number."),
            ("inf", np.isinf, "inf came where there is a number: something divided by 0, or too large for a float (exp "
                              "of 1000).")]:
        if any((test(got) & np.isfinite(wanted)).any() for got, wanted in arrays):
            return name, words
    if all(not got.any() for got, _ in arrays) and len(arrays) > 1:
        return "zeros", "Only zeros come, in every case."
    return of_constants(arrays)


def of_constants(arrays):
    """Where the same comes in every case."""
    first, wanted = arrays[0]
    if len(arrays) > 1 and all(same(got, first, 0) for got, _ in arrays) and not all(
            same(other, wanted, CLOSE) for _, other in arrays):
        return "always the same", ("The same comes in every case: the arguments have no effect on it, or the first "
                                   "result is kept and given back each time.")
    return None


def of_factors(arrays):
    """One factor, or one number to add, between what came and what is wanted; a factor that is a size in each case."""
    factors = []
    for got, wanted in arrays:
        there = np.abs(wanted) > CLOSE
        if (np.abs(got[~there]) > CLOSE).any():
            factors = []
            break
        ratio = got[there] / wanted[there]
        if ratio.size and not np.allclose(ratio, ratio.flat[0], rtol=1e-4):
            factors = []
            break
        factors += ratio.flat[:1].tolist()
    distinct = len({round(float(n), 6) for _, wanted in arrays for n in wanted.ravel() if abs(n) > CLOSE})
    if len(factors) > 1 and distinct > 1 and not np.allclose(factors, 1):
        if np.allclose(factors, factors[0], rtol=1e-4):
            return "factor", f"Every number is {factors[0]:.4g} times what it should be: a constant factor is wrong."
        sizes = [wanted.size for _, wanted in arrays]
        for name, meant in (("a sum for a mean", sizes), ("a mean for a sum", [1 / n for n in sizes])):
            if len(factors) == len(meant) and np.allclose(factors, meant, rtol=1e-4):
                return name, f"Every number is off by how many there are, in every case: {name}."
    apart = [float(n) for got, wanted in arrays for n in (got - wanted).ravel()]
    if distinct > 1 and len(apart) > 1 and np.allclose(apart, apart[0], rtol=1e-5) and abs(apart[0]) > CLOSE:
        return "offset", f"Every number is {abs(apart[0]):.4g} too {'large' if apart[0] > 0 else 'small'}."
    return None
