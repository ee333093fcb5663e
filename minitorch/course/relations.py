"""How wrong results relate to the right ones and to the arguments, where one rule explains every case."""

from itertools import permutations

import numpy as np

from .compare import numbers, plain, same, unstacked
from .number_relations import CLOSE, holds, of_numbers

GRADIENT = "gradient of "                # how the names of results begin that are gradients of arguments
DETACHED = ("The numbers are right, but no gradient reaches {}: what was computed is cut off (by .detach(), .numpy(), "
            ".item(), no_grad, or a new tensor made of numbers). Compute with tensor operations throughout.")
ORDINALS = ("first", "second", "third", "fourth", "fifth")
COUNTS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight")


def related(exercise, trials, made):
    """made(name, sentence) of the relation that holds in all trials, or None."""
    if any(trial.error is not None for trial in trials):
        return None
    pairs = [(unstacked(plain(trial.got), wanted), wanted) for trial in trials for wanted in [plain(trial.wanted)]]
    found = (of_order(pairs) or of_count(pairs, exercise.results) or of_parts(trials, pairs, exercise.results)
             or of_inputs(trials, pairs) or of_numbers(pairs) or of_one_argument(trials, pairs)
             or of_change(trials, pairs))
    return None if found is None else made(*found)


def of_count(pairs, names):
    """Of several results: whether too few or too many came, and which of those that are wanted."""
    count = len(pairs[0][1]) if isinstance(pairs[0][1], tuple) else 0
    if count < 2 or not all(isinstance(wanted, tuple) and len(wanted) == count for _, wanted in pairs):
        return None
    called = names_of(names, count)
    called = [name for name in called if GRADIENT not in name] or called      # beside others, gradients are measured
    came = [list(got) if isinstance(got, tuple | list) else [got] for got, _ in pairs]
    several = {len(got) for got in came}
    if len(several) > 1 or several == {count} or any(part is None for got in came for part in got):
        return None
    if len(called) < 2:
        return None
    asked = f"{COUNTS[len(called)]} results are wanted, in this order: {listed(called)}."
    if several == {1}:
        for i, name in enumerate(called):
            if all(same(got[0], wanted[i], CLOSE) for got, (_, wanted) in zip(came, pairs)):
                return "too few results", f"{asked} Only {name} came, and it is right: return all, with commas."
        return "too few results", f"{asked} One came: return them all, with commas between."
    first = next((i for i in range(len(came[0]) - count + 1) if all(
        same(got[i:i + count], list(wanted), CLOSE) for got, (_, wanted) in zip(came, pairs))), None)
    if first is not None:
        return "too many results", f"{asked} They are there and right, but {len(came[0])} came: return these alone."
    return f"too {'few' if len(came[0]) < count else 'many'} results", f"{asked} {len(came[0])} came."


def names_of(names, count):
    """What the results of an exercise are called in a sentence."""
    return [f"“{name}”" for name in names] if len(names) == count else [
        f"the {ORDINALS[i] if i < len(ORDINALS) else i + 1} result" for i in range(count)]


def of_parts(trials, pairs, names):
    """Of several results: which are right in every case, and how the one that is not relates to what is wanted."""
    if not all(isinstance(got, tuple | list) and isinstance(wanted, tuple) and len(got) == len(wanted) > 1
               for got, wanted in pairs):
        return None
    count = len(pairs[0][1])
    if any(len(wanted) != count for _, wanted in pairs) or count > len(ORDINALS):
        return None
    if count == 2 and holds(pairs, lambda wanted: (wanted[1], wanted[0])):
        return "swapped", "Both results are right, in each other's place: return them in the other order."
    turned = next((order for order in permutations(range(count)) if holds(
        pairs, lambda wanted, order=order: tuple(wanted[i] for i in order))), None) if count in (3, 4) else None
    if turned:
        return "another order", f"All results are right, in another order: return {listed(names_of(names, count))}."
    wrong = [i for i in range(count) if not all(same(got[i], wanted[i], CLOSE) for got, wanted in pairs)]
    if not wrong:
        return "too few digits", ("All results are right to five digits and no further: do not round what you compute, "
                                  "and keep the dtype of the arguments.")
    called = names_of(names, count)
    parts = [[(got[i], wanted[i]) for got, wanted in pairs] for i in wrong]
    inner = [of_inputs(trials, part, called[i]) or of_order(part) or of_numbers(part) or of_change(trials, part)
             for i, part in zip(wrong, parts)]
    if len(wrong) == count:
        return of_all(inner, called)
    right = [called[i] for i in range(count) if i not in wrong]
    cut = [names[i].removeprefix(GRADIENT) for i in wrong if len(names) == count and names[i].startswith(GRADIENT)
           and all(got[i] is None for got, wanted in pairs if wanted[i] is not None)]
    if len(cut) == len(wrong):
        return "detached", DETACHED.format(listed(cut))
    said = (f"{listed(right)} {be(right)} right in every case; {listed([called[i] for i in wrong])} "
            f"{be(wrong)} not.")
    inner = [None] if len(wrong) > 1 else inner
    return ("only some right" if inner[0] is None else f"one part: {inner[0][0]}",
            said[0].upper() + said[1:] + (f" Of that: {inner[0][1]}" if inner[0] is not None else ""))


def be(several):
    return "is" if len(several) == 1 else "are"


def of_all(inner, called):
    """Where no result is right: the one relation of all, or that of each that has one."""
    called, known = [name for name, found in zip(called, inner) if found], [found for found in inner if found]
    if not known:
        return None
    if len({found[0] for found in inner if found}) == 1 == len(set(inner)):
        return inner[0]
    said = "; ".join(f"{name}: {words[0].lower() + words[1:].rstrip('.')}" for name, (_, words) in zip(called, known))
    return " + ".join(dict.fromkeys(name for name, _ in known)), said[0].upper() + said[1:] + "."


def listed(names):
    return " and ".join([", ".join(names[:-1])] * (len(names) > 1) + names[-1:])


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


def of_inputs(trials, pairs, called="the result"):
    """Whether an argument comes back as it went in, in all cases."""
    for name, inputs in arrays_given(trials):
        if all(value.size and same(got, value, 0) for value, (got, _) in zip(inputs, pairs)):
            return "given back", f"In every case {called} is equal to the argument `{name}`, as it went in."
    return None


def of_change(trials, pairs):
    """What came, or that and what is wanted, as one rule with an argument has it."""
    return of_argument(trials, pairs) or of_old_value(trials, pairs)


def of_old_value(trials, pairs):
    """Whether the change of an argument came where its new value is wanted."""
    for name, inputs in arrays_given(trials):
        apart = [(numbers(got), numbers(wanted), value) for value, (got, wanted) in zip(inputs, pairs)]
        if any(got is None or wanted is None or not got.shape == wanted.shape == value.shape
               for got, wanted, value in apart):
            continue
        if any(value.any() for _, _, value in apart) and (
                all(same(got, wanted - value, CLOSE) for got, wanted, value in apart)
                or all(same(got, value - wanted, CLOSE) for got, wanted, value in apart)):
            return "the change alone", (f"It is by how much `{name}` should change, in every case, and not the new "
                                        f"value: `{name}` itself, before the change, belongs to it.")
    return None


def of_argument(trials, pairs):
    """Whether what came is what is wanted, but with an argument added, taken away, multiplied or divided by."""
    for name, inputs in arrays_given(trials):
        if not any(value.any() for value in inputs):
            continue
        for words, rule in WITH:
            made = iter(inputs)
            if holds(pairs, lambda wanted, rule=rule, made=made: rule(numbers(wanted), next(made))):
                return f"{words} an argument", f"In every case it is what is wanted, {words} `{name}`."
    return None


WITH = [("plus", np.add), ("times", np.multiply), ("divided by", np.divide)]


def arrays_given(trials):
    """(name, its value in each case) for every argument that is an array of numbers in all cases."""
    for name in trials[0].case.inputs:
        inputs = [plain(trial.case.inputs.get(name)) for trial in trials]
        if all(isinstance(value, np.ndarray) and value.dtype.kind in "iuf" for value in inputs):
            yield name, inputs


def of_one_argument(trials, pairs):
    """Whether an argument has no effect: wherever cases differ in it alone, the same comes, and another should."""
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
    """Whether two arguments are the same."""
    return value is other or not callable(value) and same(value, other, 0)
