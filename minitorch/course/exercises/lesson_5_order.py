"""Lesson 5, data: the order in which samples are visited, and how they are dealt into batches."""

import numpy as np

from ...data import BatchSampler, RandomSampler, SequentialSampler, SubsetRandomSampler
from ...data.sampler import batches, shuffled
from ..record import Case, Exercise, Misconception


def dealt(answer, inputs):
    """The batches of one pass; of each pass, where there are several."""
    passes = []
    for _ in range(inputs.get("epochs", 1)):
        found = list(answer(inputs["indices"], inputs["size"], inputs["drop_last"]))
        passes.append([list(batch) for batch in found])
    return passes if "epochs" in inputs else passes[0]


def slices(indices, size, drop_last):
    """What 5.2 asks for."""
    return list(batches.library(indices, size, drop_last))


def one_list(indices, size, drop_last):
    batch = []
    for index in indices:
        batch.append(index)
        if len(batch) == size:
            yield batch
            batch.clear()
    if batch and not drop_last:
        yield batch


def used_up(indices, size, drop_last):
    found = slices(list(indices), size, drop_last)
    indices.clear()
    return found


KNOWN = (SequentialSampler, RandomSampler, SubsetRandomSampler, list, tuple, range)


def of_known_length(mine):
    """5.2, for orders that end; endless ones, and those drawn as they go, stay the library's."""
    def in_batches(indices, size, drop_last):
        if type(indices) not in KNOWN or getattr(indices, "replacement", False):
            return batches.library(indices, size, drop_last)
        return ([i.item() if hasattr(i, "item") else i for i in batch] for batch in mine([*indices], size, drop_last))
    return in_batches


FIVE, FOUR = [3, 1, 4, 0, 2], [2, 0, 3, 1]

Exercise(
    "5.2", "batches", difficulty=1, points=2, piece=lambda: batches, adapt=of_known_length, reference=slices, run=dealt,
    aliases=lambda: (BatchSampler,),
    cases=[Case("five by two", indices=FIVE, size=2, drop_last=False),
           Case("four by two", indices=FOUR, size=2, drop_last=False),
           Case("without the short one", indices=FIVE, size=2, drop_last=True),
           Case("no short one to drop", indices=FOUR, size=2, drop_last=True),
           Case("two passes", indices=FIVE, size=2, drop_last=False, epochs=2)],
    misconceptions=[
        Misconception("tail lost", "The last index is in no batch: five by two leaves a batch of one. Only drop_last "
                                   "may leave it out.",
                      rule=lambda indices, size, drop_last: slices(indices, size, True)),
        Misconception("empty batch", "After the last full batch comes an empty one, and the mean of nothing is nan. Is "
                                     "there anything left to hand out?",
                      example=Case("", indices=FOUR, size=2, drop_last=False),
                      rule=lambda indices, size, drop_last: slices(indices, size, drop_last) + (
                          [] if len(indices) % size else [[]])),
        Misconception("drop_last ignored", "The short batch is there although drop_last is True.",
                      rule=lambda indices, size, drop_last: slices(indices, size, False)),
        Misconception("full one dropped", "The last batch was full, and was thrown away as well. drop_last drops only "
                                          "a short one.", example=Case("", indices=FOUR, size=2, drop_last=True),
                      rule=lambda indices, size, drop_last: slices(indices, size, False)[:-1 if drop_last else None]),
        Misconception("one list", "All batches are one and the same list, emptied and filled again: who keeps a batch "
                                  "sees it change. Begin a new list for each.", rule=one_list),
        Misconception("used up", "The indices were taken out of the list that was given: in the second epoch nothing "
                                 "is left. Only look at it.", rule=used_up,
                      example=Case("", indices=FIVE, size=2, drop_last=False, epochs=2)),
        Misconception("size is the number", "That many batches were made, where size says how many indices are in one.",
                      rule=lambda indices, size, drop_last: [indices[i::size] for i in range(size)]),
    ],
    hints=["Where does each batch begin? 0, size, 2·size, …",
           "range(0, len(indices), size) counts so; a slice that runs past the end is only shorter.",
           "for start in range(0, len(indices), size): batch = indices[start:start + size]; yield it if it is full, or "
           "if drop_last is False."])


def twenty_times(shuffled):
    """twenty orders of 0, 1, 2: the first, sorted, that does not hold each once"""
    rng = np.random.default_rng(0)
    orders = [sorted(int(i) for i in shuffled(3, rng)) for _ in range(20)]
    return next((order for order in orders if order != [0, 1, 2]), [0, 1, 2])


def all_orders(shuffled):
    """500 shuffles of 0, 1, 2: how many different orders there are among them"""
    rng = np.random.default_rng(4)
    return f"{len({tuple(int(i) for i in shuffled(3, rng)) for _ in range(500)})} different orders in 500"


def places(shuffled):
    """2,000 shuffles of 10 cards: whether each card lies in each place about as often as any other"""
    rng, found = np.random.default_rng(5), np.zeros((10, 10))
    for _ in range(2000):
        found[np.arange(10), np.asarray(shuffled(10, rng), int)] += 1
    return "as often" if ((found - 200) ** 2 / 200).sum() < 170 else "some oftener than others"


def compared(a, b):
    return "the same order" if [int(i) for i in a] == [int(i) for i in b] else "another order"


def next_epoch(shuffled):
    """52 cards shuffled twice from one generator"""
    rng = np.random.default_rng(1)
    return compared(shuffled(52, rng), shuffled(52, rng))


def same_seed(shuffled):
    """52 cards shuffled from two generators of the same seed"""
    return compared(*[shuffled(52, np.random.default_rng(2)) for _ in range(2)])


def swapped(reach, last=1):
    """A shuffle that swaps card i, from the last on, with one of the first reach(i, n)."""
    def mine(n, generator):
        order = list(range(n))
        for i in range(n - 1, last - 1, -1):
            j = int(generator.integers(reach(i, n)))
            order[i], order[j] = order[j], order[i]
        return order
    return mine


def cut(n, generator):
    """As a pack is cut: the order stays, only the beginning moves."""
    start = int(generator.integers(n))
    return [*range(start, n), *range(start)]


def neighbours(shuffled):
    """52 cards: how many are still followed by the one that followed them, counted as many or few"""
    order = [int(i) for i in shuffled(52, np.random.default_rng(3))]
    return "few follow on" if sum(b - a == 1 for a, b in zip(order, order[1:])) < 10 else "many follow on"


Exercise(
    "5.3", "shuffled", difficulty=1, points=2, piece=lambda: shuffled, reference=shuffled.library,
    adapt=lambda mine: lambda n, generator: [int(i) for i in mine(n, generator)],
    run=lambda answer, inputs: inputs["program"](answer),
    cases=[Case("n = 3", program=twenty_times), Case("the next epoch", program=next_epoch),
           Case("the same seed", program=same_seed), Case("neighbours part", program=neighbours),
           Case("every order", program=all_orders), Case("every place", program=places)],
    misconceptions=[
        Misconception("repeats", "Some indices come twice and others never: each was drawn anew from all. Draw without "
                                 "putting back.", rule=lambda n, generator: generator.integers(n, size=n).tolist()),
        Misconception("counts from 1", "It counts from 1 to n. The first sample is number 0, and there is no number n.",
                      rule=lambda n, generator: [i + 1 for i in shuffled.library(n, generator)]),
        Misconception("the same each epoch", "The second epoch has the order of the first: a generator made or seeded "
                                             "inside begins anew at every call. Draw from the one that is given.",
                      rule=lambda n, generator: shuffled.library(n, np.random.default_rng(0)),
                      example=Case("", program=next_epoch)),
        Misconception("chance from elsewhere", "The same seed gave another order: the numbers came from elsewhere, "
                                               "np.random perhaps, and no run can be repeated. Use the generator.",
                      rule=lambda n, generator: np.random.permutation(n).tolist(),                   # noqa: NPY002
                      example=Case("", program=same_seed)),
        Misconception("returns nothing", "Nothing came back: generator.shuffle changes the list in place, and returns "
                                         "None. Return the list.", rule=lambda n, generator: None),
        Misconception("only cut", "It is only cut, as a pack of cards: each sample is still followed by the one that "
                                  "followed it, so sorted classes stay together.", rule=cut,
                      example=Case("", program=neighbours)),
        Misconception("never stays", "Some orders never come: 0 1 2 is one of them. A card may stay where it is: "
                                     "integers(i + 1).", rule=swapped(lambda i, n: i),
                      example=Case("", program=all_orders)),
        Misconception("drawn from all", "All orders come, but not equally often: each card was swapped with any of the "
                                        "n, also with those that were drawn before. Only those up to and with i are "
                                        "left: integers(i + 1).",
                      rule=(swapped(lambda i, n: n, last=0), swapped(lambda i, n: n)),
                      example=Case("", program=places)),
    ],
    hints=["Write the numbers on cards: list(range(n)). Then either swap them as with the pack of cards above, or look "
           "for what a generator does with a whole list.",
           "By swaps: for i from n − 1 down to 1, draw j = generator.integers(i + 1) and swap order[i] with order[j].",
           "In one call: generator.permutation(n). Or generator.shuffle(order), which changes the list and returns "
           "None: return order."])
