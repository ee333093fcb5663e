"""How wrong numbers relate to the right ones, where one rule explains every case: sign, factor, order, shape."""

from functools import partial
from itertools import combinations

import numpy as np

from .compare import numbers, same

CLOSE = 1e-5
FEW = 3                                  # values with digits after the point, before cut-off digits are a rule


def holds(pairs, rule):
    """Return whether every result is what a rule makes of the wanted one, and differs from it somewhere."""
    try:
        made = [rule(wanted) for _, wanted in pairs]
    except Exception:
        return False
    return (all(other is not None and same(got, other, CLOSE) for (got, _), other in zip(pairs, made))
            and not all(same(other, wanted, CLOSE) for (_, wanted), other in zip(pairs, made)))


def of_numbers(pairs):
    """Return the one rule that leads from every right number to the one that came; None if there is none."""
    if any(isinstance(wanted, bool) for _, wanted in pairs):
        return None
    arrays = [(numbers(got), numbers(wanted)) for got, wanted in pairs]
    if any(value is None or value.dtype.kind == "c" for pair in arrays for value in pair):
        return None
    if not any(wanted.size for _, wanted in arrays):
        return None
    if any(got.shape != wanted.shape for got, wanted in arrays):
        return of_constants(arrays) or of_shapes(arrays) or of_dimensions(arrays)
    return of_faults(arrays) or of_digits(pairs) or next((
        (name, words) for name, rule, words in RULES if holds(arrays, rule)
        and (rule not in (np.trunc, np.round) or cut_off(pairs))), None) or of_dimensions(arrays) or of_zeros(
            arrays) or of_factors(arrays)


def of_digits(pairs):
    """Return what is to be said of numbers that are right but for their last digits, in a dtype with fewer; or None."""
    kinds = [(np.asarray(got).dtype, np.asarray(wanted).dtype) for got, wanted in pairs]
    if all(got.kind == wanted.kind == "f" and got.itemsize < wanted.itemsize and same(*pair, {2: 1e-2}.get(
            got.itemsize, CLOSE)) for pair, (got, wanted) in zip(pairs, kinds)):
        return "too few digits", (f"The numbers are right to the last digits that {kinds[0][0]} holds, and "
                                  f"{kinds[0][1]} is wanted: make new arrays of the dtype of the arguments.")
    return None


def cut_off(pairs):
    """Return whether whole numbers came in an array of such, or for too many fractions to be a coincidence."""
    broken = [(got, n) for got, wanted in pairs for n in numbers(wanted).ravel() if abs(n - round(n)) > CLOSE]
    kinds = {np.asarray(got).dtype.kind for got, _ in broken}
    return kinds <= set("iu") or len({round(float(n), 6) for _, n in broken}) >= FEW


RULES = [
    ("sign", lambda w: -w, "The sign is turned, in every case: what should be added is subtracted, or the other way."),
    ("turned round", lambda w: w[::-1], "The right numbers, from the end to the beginning."),
    ("whole numbers", np.trunc, "What stands after the point is cut off: whole numbers were computed where floats are "
                                "meant (`//`, an integer array, int(…))."),
    ("rounded", np.round, "The right numbers, rounded to whole ones."),
    *((f"rounded to {n}", lambda w, n=n: np.round(w, n), f"The right numbers, rounded to {n} digits after the point: "
       "keep them as they are.") for n in (1, 2, 3, 4)),
    ("size only", np.abs, "The right sizes, but the signs are lost."),
    ("squared", np.square, "It is the square of what is wanted: is a root missing?"),
    ("root", lambda w: np.sqrt(w), "It is the root of what is wanted: one root too many, or a square is missing."),
    ("one minus", lambda w: 1 - w, "It is 1 minus what is wanted: the two shares are exchanged."),
    ("upside down", lambda w: 1 / w, "It is 1 divided by what is wanted: the fraction is upside down."),
    ("log", lambda w: np.log(w), "It is the logarithm of what is wanted."),
    ("exp", lambda w: np.exp(w), "It is e to the power of what is wanted: a logarithm is missing."),
]


def of_dimensions(arrays):
    """Return what is to be said if two dimensions have changed places in every result; None if none have."""
    if holds(arrays, lambda w: w.T):
        return "transposed", "Rows and columns are exchanged: the result is transposed."
    places = combinations(range(min(wanted.ndim for _, wanted in arrays)), 2)
    return next((("dimensions", f"The numbers are right, but dimensions {i} and {j} (counted from 0) have changed "
                  "places.") for i, j in places if holds(arrays, partial(np.swapaxes, axis1=i, axis2=j))), None)


def of_shapes(arrays):
    """Return what is to be said of results of another shape: how they are made from the right ones; or None."""
    return next(((name, words) for name, fits, words in SHAPES if all(fits(*pair) for pair in arrays)), None)


def spread(got, wanted):
    """Return whether an array is what is wanted, but for copies along its dimensions."""
    try:
        return same(np.broadcast_to(got, wanted.shape), wanted, CLOSE)
    except ValueError:
        return False


def diagonal(got, wanted):
    """Return whether an array holds what is wanted on its diagonal, as an outer product does."""
    return got.size == wanted.size ** 2 and same(np.diag(got.reshape(wanted.size, -1)), wanted.ravel(), CLOSE)


def is_whole(reduce, got, wanted):
    """Return whether one number came: the sum or the mean of all that is wanted."""
    return got.size == 1 <= wanted.size and same(got.ravel()[0], reduce(wanted), CLOSE)


def is_of_several(reduce, got, wanted):
    """Return whether each number is the sum or the mean of as many that are wanted, one after the other."""
    return (got.ndim == wanted.ndim == 1 and 0 < got.size < wanted.size and wanted.size % got.size == 0
            and same(got, reduce(wanted.reshape(got.size, -1), 1), CLOSE))


# Each with whether it fits a result and what is wanted, of another shape
SHAPES = [
    ("shape", lambda got, wanted: got.size == wanted.size and same(got.ravel(), wanted.ravel(), CLOSE),
     "The numbers are right, their shape is not: a dimension of size 1 too many or too few, or a reshape."),
    ("each with each", diagonal, "Every element met every other (an outer product): the shape is doubled, and only the "
     "diagonal is wanted. Let each element meet the one at its own index: `*`."),
    ("not spread", spread, "The numbers are right, but each stands there once, where the result has it several times: "
     "bring it to the full shape (broadcast_to, or times ones of that shape)."),
    ("picked", lambda got, wanted: got.ndim == 1 and same(got, wanted[wanted != 0], CLOSE),
     "Only the elements that are not 0 came, in a row: an index by a mask picks elements. Multiply by the mask, or use "
     "where: then each stays where it was."),
    *((f"{name} of all", partial(is_whole, reduce), f"One number came: the {name} of all that is wanted. Leave out the "
       f"{name}, or take it along one dimension.") for name, reduce in (("sum", np.sum), ("mean", np.mean))),
    *((f"{name} of several", partial(is_of_several, reduce), f"Each number is the {name} of several that are wanted, "
       "one after the other: they are put together too early.")
      for name, reduce in (("mean", np.mean), ("sum", np.sum))),
]


def of_faults(arrays):
    """Return what is to be said of nan, inf, zeros, or one result for all inputs; None for other results."""
    for name, test, words in [
            ("nan", np.isnan, "nan came where there is a number: 0/0, 0 · inf, inf − inf, inf / inf (exp of a large "
                              "number is inf), or the log or root of a negative number."),
            ("inf", np.isinf, "inf came where there is a number: something divided by 0, or too large for a float (exp "
                              "of 1000), or the log of 0.")]:
        if any((test(got) & np.isfinite(wanted)).any() for got, wanted in arrays):
            return name, words
    if all(not got.any() for got, _ in arrays) and len(arrays) > 1:
        return "zeros", "Only zeros come, in every case."
    return of_constants(arrays)


def of_zeros(arrays):
    """Return what is to be said if some elements are right and all others 0; else None."""
    right = [np.isclose(got, wanted, CLOSE, CLOSE) for got, wanted in arrays]
    if all(got.ndim and (same | (got == 0)).all() and (got.any() or not wanted.any())
           for same, (got, wanted) in zip(right, arrays)) and not all(same.all() for same in right):
        return "unfilled", ("What is not 0 is right, in every case; but there is a 0 in places where another number is "
                            "wanted: not every element is computed, or some are erased.")
    return None


def of_constants(arrays):
    """Return what is to be said if the same comes in every case; else None."""
    first, wanted = arrays[0]
    if len(arrays) > 1 and all(same(got, first, 0) for got, _ in arrays) and not all(
            same(other, wanted, CLOSE) for _, other in arrays):
        return "always the same", ("The same comes in every case: the arguments have no effect on it, or the first "
                                   "result is kept and given back each time.")
    return None


def of_factors(arrays):
    """Return the one factor or difference between all numbers and those wanted, or a factor that is a size; or None."""
    got, wanted = (np.concatenate([pair[side].ravel() for pair in arrays]) for side in (0, 1))
    sizes = np.concatenate([np.full(wanted.size, wanted.size) for _, wanted in arrays])
    there = np.abs(wanted) > CLOSE
    if len(arrays) < 2 or len(np.unique(wanted[there].round(6))) < 2:
        return None
    ratio, sizes = got[there] / wanted[there], sizes[there]
    if not np.allclose(ratio, 1) and (np.abs(got[~there]) <= CLOSE).all():
        if np.allclose(ratio, ratio[0], rtol=1e-4):
            return "factor", f"Every number is {ratio[0]:.4g} times what it should be: a constant factor is wrong."
        for name, meant in (("a sum for a mean", sizes), ("a mean for a sum", 1 / sizes)):
            if np.allclose(ratio, meant, rtol=1e-4):
                return name, f"Every number is off by how many there are, in every case: {name}."
    apart = got - wanted
    if np.allclose(apart, apart[0], rtol=1e-5) and abs(apart[0]) > CLOSE:
        return "offset", f"Every number is {abs(apart[0]):.4g} too {'large' if apart[0] > 0 else 'small'}."
    return None
