"""How wrong results relate to the right ones and to the arguments, where one rule explains every case."""

from itertools import permutations

import numpy as np

from .compare import numbers, plain, same, unstacked
from .number_relations import CLOSE, holds, of_numbers

GRADIENT = "gradient of "                # how the names of results begin that are gradients of arguments
DETACHED = ("The numbers are right, but no gradient reaches {}: what was computed is cut off (by .detach(), .numpy(), "
            ".item(), no_grad, or a new tensor made of numbers). Compute with tensor operations throughout.")
ORDINALS = ("first", "second", "third", "fourth", "fifth")
MANY = 5                                 # different numbers of an array, which no wrong one holds by chance
COUNTS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight")


def related(exercise, trials, made):
    """Return made(name, sentence) of the relation that holds in all trials, or None."""
    if any(trial.error is not None for trial in trials):
        return None
    pairs = [(unstacked(plain(trial.got), wanted), wanted) for trial in trials for wanted in [plain(trial.wanted)]]
    found = (of_order(pairs) or of_count(pairs, exercise.results) or of_parts(trials, pairs, exercise.results)
             or of_inputs(trials, pairs) or of_numbers(pairs) or of_one_argument(trials, pairs)
             or of_change(trials, pairs) or of_shuffled(pairs))
    return None if found is None else made(*found)


def of_count(pairs, names):
    """Return whether too few or too many of several results came, and which of those that are wanted; or None."""
    count = len(pairs[0][1]) if isinstance(pairs[0][1], tuple) else 0
    if count < 2 or not all(isinstance(wanted, tuple) and len(wanted) == count for _, wanted in pairs):
        return None
    called = names_of(names, count)
    called = [name for name in called if GRADIENT not in name] or called      # beside others, gradients are measured
    came = [list(got) if isinstance(got, tuple | list) else [got] for got, _ in pairs]
    several = {len(got) for got in came}
    if len(called) < 2 or len(several) > 1 or several == {count} or any(part is None for got in came for part in got):
        return None
    number, = several

    def right_from(first):
        return all(same(got[max(-first, 0):][:count], list(wanted)[max(first, 0):][:number], CLOSE)
                   for got, (_, wanted) in zip(came, pairs))
    asked = f"{COUNTS[len(called)]} results are wanted, in this order: {listed(called)}."
    if number > count:
        there = any(map(right_from, range(count - number, 1)))
        return "too many results", asked + (f" They are there and right, but {number} came: return these alone." * there
                                            or f" {number} came.")
    if number > 1:
        return "too few results", f"{asked} {number} came."
    right = next((f" Only {name} came, and it is right: return all, with commas." for i, name in enumerate(called)
                  if right_from(i)), " One came: return them all, with commas between.")
    return "too few results", asked + right


def names_of(names, count):
    """Return what the results of an exercise are called in a sentence."""
    return [f"“{name}”" for name in names] if len(names) == count else [
        f"the {ORDINALS[i] if i < len(ORDINALS) else i + 1} result" for i in range(count)]


def of_parts(trials, pairs, names):
    """Return which of several results are right in every case, and how each other one relates to what is wanted."""
    count = len(pairs[0][1]) if isinstance(pairs[0][1], tuple) else 0
    if not 1 < count <= len(ORDINALS) or not all(isinstance(got, tuple | list) and isinstance(wanted, tuple)
                                                 and len(got) == len(wanted) == count for got, wanted in pairs):
        return None
    called = names_of(names, count)
    wrong = [i for i in range(count) if not all(same(got[i], wanted[i], CLOSE) for got, wanted in pairs)]
    if not wrong:
        return "too few digits", ("All results are right to five digits and no further: do not round what you compute, "
                                  "and keep the dtype of the arguments.")
    if found := exchanged(pairs, called) or detached(pairs, names, wrong):
        return found
    inner = [of_part(trials, [(got[i], wanted[i]) for got, wanted in pairs], called[i], len(wrong) == 1) for i in wrong]
    known = of_all(inner, [called[i] for i in wrong])
    if len(wrong) == count:
        return known
    said = which_right(called, [i not in wrong for i in range(count)])
    if known is not None:
        return f"one part: {known[0]}", f"{said} Of that: {known[1]}"
    return "only some right", said + where(trials, [all(same(got[i], wanted[i], CLOSE) for i in wrong)
                                                     for got, wanted in pairs])


def where(trials, good):
    """Return the sentence that names the cases in which results are wrong, if they are right in most."""
    names = [f"“{trial.case.name}”" for trial, is_good in zip(trials, good) if not is_good]
    return f" Wrong on {listed(names)}." * (len(names) < len(trials) / 2)


def exchanged(pairs, called):
    """Return what is to be said of the right results in another order; None for other results."""
    count = len(called)
    if count > 4 or not any(holds(pairs, lambda wanted, order=order: tuple(wanted[i] for i in order))
                            for order in permutations(range(count))):
        return None
    if count == 2:
        return "swapped", "Both results are right, in each other's place: return them in the other order."
    return "another order", f"All results are right, in another order: return {listed(called)}."


def detached(pairs, names, wrong):
    """Return what is to be said of gradients that do not come, if all else is right; else None."""
    cut = [names[i].removeprefix(GRADIENT) for i in wrong if len(names) > i and names[i].startswith(GRADIENT)
           and all(got[i] is None for got, wanted in pairs if wanted[i] is not None)]
    return ("detached", DETACHED.format(listed(cut))) if len(cut) == len(wrong) < len(names) else None


def of_part(trials, pairs, called, alone):
    """Return the relation of one of several results, which may be alone wrong; None if there is none."""
    return of_inputs(trials, pairs, called) or of_order(pairs) or of_numbers(pairs) or of_change(
        trials, pairs) or of_shuffled(pairs, alone)


def which_right(called, good):
    """Return the sentence that says which results are right in every case, and which are not."""
    right, wrong = ([name for name, is_good in zip(called, good) if is_good is which] for which in (True, False))
    said = f"{listed(right)} {be(right)} right in every case; {listed(wrong)} {be(wrong)} not."
    return said[0].upper() + said[1:]


def be(several):
    return "is" if len(several) == 1 else "are"


def of_all(inner, called):
    """Return the one relation of several results of which none is right, or that of each that has one; or None."""
    called, known = [name for name, found in zip(called, inner) if found], [found for found in inner if found]
    if not known:
        return None
    if len({found[0] for found in inner if found}) == 1 == len(set(inner)):
        return inner[0]
    together: dict = {}
    for name, (_, words) in zip(called, known):
        together.setdefault(words[0].lower() + words[1:].rstrip("."), []).append(name)
    said = "; ".join(f"{listed(names)}: {words}" for words, names in together.items())
    return " + ".join(dict.fromkeys(name for name, _ in known)), said[0].upper() + said[1:] + "." * (said[-1] != "?")


def listed(names):
    return " and ".join([", ".join(names[:-1])] * (len(names) > 1) + names[-1:])


def of_order(pairs):
    """Return what is to be said of lists with one too few or too many, or turned round; or None."""
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
    return None


def of_shuffled(pairs, arrays=True):
    """Return what is to be said if a list, or arrays too, came in another order; None if something else came."""
    both = [[[*map(repr, flat(tuple(x) if isinstance(x, list) else x))] for x in pair] for pair in pairs]
    many = isinstance(pairs[0][1], list) or arrays and max(len(set(wanted)) for _, wanted in both) >= MANY
    return ("another order", "Everything is there, but in another order.") if many and any(
        got != wanted for got, wanted in both) and all(sorted(got) == sorted(wanted) for got, wanted in both) else None


def flat(value):
    """Return what is in arrays and tuples, one behind the other, with the shapes of the arrays."""
    value = (str(value.shape), *value.ravel().tolist()) if isinstance(value, np.ndarray) else value
    return [number for part in value for number in flat(part)] if isinstance(value, tuple) else [value]


def of_inputs(trials, pairs, called="the result"):
    """Return what is to be said if an argument comes back as it went in, in all cases; else None."""
    for name, inputs in arrays_given(trials):
        if all(value.size and same(got, value, 0) for value, (got, _) in zip(inputs, pairs)):
            return "given back", f"In every case {called} is equal to the argument `{name}`, as it went in."
    return None


def of_change(trials, pairs):
    """Return which argument changes every right result into the one that came, by one operation; or None."""
    for said, rule, words in CHANGES:
        for name, inputs in arrays_given(trials):
            made = iter(inputs)
            if any(value.any() for value in inputs) and holds(
                    pairs, lambda wanted, rule=rule, made=made: rule(numbers(wanted), next(made))):
                return said, words.format(name)
    return None


def less(value, other):
    """Return the difference of two arrays of one shape; None for others."""
    return value - other if value.shape == other.shape else None


CHANGES = [
    *((f"{words} an argument", rule, f"In every case it is what is wanted, {words} `{{}}`.")
      for words, rule in (("plus", np.add), ("times", np.multiply), ("divided by", np.divide))),
    *((f"{words} how many there are", rule, f"In every case it is what is wanted, {words} `len({{}})`: {what}.")
      for words, rule, what in (("divided by", lambda wanted, value: wanted / len(value), "a mean for a sum"),
                                ("times", lambda wanted, value: wanted * len(value), "a sum for a mean"))),
    *(("the change alone", rule, "It is by how much `{0}` should change, in every case, and not the new value: `{0}` "
       "itself, before the change, belongs to it.") for rule in (less, lambda wanted, value: less(value, wanted))),
]


def arrays_given(trials):
    """Yield (name, its value in each case) for every argument that is an array of numbers in all cases."""
    for name in trials[0].case.inputs:
        inputs = [plain(trial.case.inputs.get(name)) for trial in trials]
        if all(isinstance(value, np.ndarray) and value.dtype.kind in "iuf" for value in inputs):
            yield name, inputs


def of_one_argument(trials, pairs):
    """Return what is to be said if cases that differ in one argument give the same, and should not; else None."""
    if any(isinstance(wanted, bool) for _, wanted in pairs):               # of a test to write
        return None
    found: dict = {}
    for place, (trial, (got, wanted)) in enumerate(zip(trials, pairs)):
        for other, (again, another) in zip(trials[place + 1:], pairs[place + 1:]):
            both = trial.case.inputs, other.case.inputs
            differ = [name for name in both[0] if not alike(both[0][name], both[1].get(name))]
            if len(differ) == 1 and both[0].keys() == both[1].keys() and not same(wanted, another, CLOSE):
                found.setdefault(differ[0], []).append((same(got, again, 0), trial.case.name, other.case.name))
    for name, seen in found.items():
        if all(without for without, *_ in seen):
            return "no effect", (f"On “{seen[0][1]}” and “{seen[0][2]}”, which differ only in `{name}`, the same comes "
                                 "out, and should not.")
    return None


def alike(value, other):
    """Return whether two arguments are the same."""
    return value is other or not callable(value) and same(value, other, 0)
