"""Lesson 10, distributed: shares of a batch, the ring that adds up, buckets sent during backward, a stale server."""

from functools import partial
from types import SimpleNamespace

import numpy as np

from ..watch import CHANGED, Altered, what_changed
from .common import Case, Exercise, Wrong, floats, mt, row


def shares(n, ranks):
    small, more = divmod(n, ranks)
    ends = [rank * small + min(rank, more) for rank in range(ranks + 1)]
    return list(zip(ends[:-1], ends[1:]))


def as_pairs(answer, inputs):
    """Return the pairs as tuples of two numbers, whatever lists or arrays hold them."""
    found = answer(**inputs)
    if isinstance(found, zip):
        return "a zip"                                     # no data: once looked at, what is in it is gone
    if isinstance(found, list | tuple | np.ndarray):
        rows = list(found)
        if all(isinstance(row, list | tuple | np.ndarray) and len(row) == 2 for row in rows):
            return [tuple(row) for row in rows]
        return rows
    return found


Exercise("10.1", shares, difficulty=1, points=2, run=as_pairs,
    cases=[Case("four samples, two ranks", n=4, ranks=2), Case("one too many", n=5, ranks=2),
           Case("two too many", n=10, ranks=4), Case("one rank", n=3, ranks=1),
           Case("fewer samples than ranks", n=2, ranks=4), Case("three too many", n=7, ranks=4),
           Case("none", n=0, ranks=2), Case("many", n=1000, ranks=48)],
    wrong=[
        Wrong("rest lost", "All shares have the same size, and the samples that are left over belong to nobody. The "
              "first n % ranks ranks take one more.", """
            size = n // ranks
            return [(rank * size, (rank + 1) * size) for rank in range(ranks)]
        """),
        Wrong("last takes the rest", "The last rank takes all that is left over. Then all others wait for it: the "
              "first n % ranks ranks take one more each.", """
            size = n // ranks
            return [(rank * size, n if rank == ranks - 1 else (rank + 1) * size) for rank in range(ranks)]
        """, """
            size = n // ranks
            found = [(rank * size, (rank + 1) * size) for rank in range(ranks - 1)]
            return found + [((ranks - 1) * size, n)]
        """, example="two too many"),
        Wrong("first takes the rest", "The first rank takes all that is left over. The first n % ranks ranks take one "
              "more each.", """
            size, more = divmod(n, ranks)
            return [(0 if rank == 0 else more + rank * size, more + (rank + 1) * size) for rank in range(ranks)]
        """, example="two too many"),
        Wrong("rounded up", "Each share was rounded up, so the last ranks get too little, or nothing. Sizes differ by "
              "one at most.", """
            size = -(-n // ranks)
            return [(min(n, rank * size), min(n, (rank + 1) * size)) for rank in range(ranks)]
        """, """
            size = -(-n // ranks)
            return [(start, min(n, start + size)) for start in range(0, n, size or 1)]
        """, """
            size = -(-n // ranks)
            return [(rank * size, min(n, (rank + 1) * size)) for rank in range(ranks)]
        """, example="two too many"),
        Wrong("past the end", "Each share was rounded up, and the last one ends behind the last sample.", """
            size = -(-n // ranks)
            return [(rank * size, (rank + 1) * size) for rank in range(ranks)]
        """),
        Wrong("large ones last", "The shares with one more stand at the end. They come first here.", """
            small, more = divmod(n, ranks)
            ends = [n - (rank * small + min(rank, more)) for rank in range(ranks, -1, -1)]
            return list(zip(ends[:-1], ends[1:]))
        """),
        Wrong("spread by rounding", "Sizes differ by one at most, but those with one more do not stand first: here "
              "rank · n / ranks was rounded.", "return [(r * n // ranks, (r + 1) * n // ranks) for r in range(ranks)]",
              "return [(round(r * n / ranks), round((r + 1) * n / ranks)) for r in range(ranks)]",
              "return [(-(-r * n // ranks), -(-(r + 1) * n // ranks)) for r in range(ranks)]"),
        Wrong("one at least", "Each rank was given a sample at least, though there are too few: the shares run past "
              "the end, or share a sample. With fewer samples than ranks the last ranks have none: (2, 2).", """
            small, more = max(1, n // ranks), n % ranks
            return [(r * small + min(r, more), (r + 1) * small + min(r + 1, more)) for r in range(ranks)]
        """, example="fewer samples than ranks"),
        Wrong("empty shares left out", "Ranks without a sample are missing. Each rank has a pair, (2, 2) where there "
              "is nothing for it.",
              {"return list(zip(ends[:-1], ends[1:]))": "return [(a, b) for a, b in zip(ends[:-1], ends[1:]) if b > "
              "a]"},
              example="fewer samples than ranks"),
        Wrong("a share too many", "What is left over became a share of its own, and there are more shares than ranks. "
              "The first n % ranks ranks take one more each.", """
            size = max(1, n // ranks)
            return [(start, min(start + size, n)) for start in range(0, n, size)]
        """, example="one too many"),
        Wrong("stop included", "The second number of a pair is the last sample here. As in a slice, it is the one "
              "behind it.", {"zip(ends[:-1], ends[1:])": "zip(ends[:-1], [e - 1 for e in ends[1:]])"}),
        Wrong("sizes", "These are sizes. A pair says where a share begins and where it stops.", """
            small, more = divmod(n, ranks)
            return [small + (rank < more) for rank in range(ranks)]
        """),
        Wrong("to go through once", "A zip or a generator can be gone through only once, and has no [rank]: make a "
              "list of it, list(…).", {"list(zip(ends[:-1], ends[1:]))": "zip(ends[:-1], ends[1:])"},
              probe=lambda answer: isinstance(answer(4, 2), zip)),
        Wrong("empty shares at 0", "An empty share begins where the one before it stopped: with 2 samples on 4 ranks "
              "it is (2, 2), not (0, 0).",
              {"list(zip(ends[:-1], ends[1:]))": "[(a, b) if b > a else (0, 0) for a, b in zip(ends[:-1], ends[1:])]"},
              example="fewer samples than ranks"),
        Wrong("start and size", "The second number of a pair is the size of the share. It is where the share stops.",
              {"zip(ends[:-1], ends[1:])": "((a, b - a) for a, b in zip(ends[:-1], ends[1:]))"}),
        Wrong("all from the start", "Each share begins at the same sample. The next one begins where the last stopped: "
              "start = stop.", {"zip(ends[:-1], ends[1:])": "((0, b - a) for a, b in zip(ends[:-1], ends[1:]))"}),
        Wrong("only the ends", "These are the borders between shares. Make a pair of each two neighbours: "
              "zip(ends[:-1], ends[1:]).", {"list(zip(ends[:-1], ends[1:]))": "ends"}),
        Wrong("the indices", "These are the indices themselves. Only (start, stop) is wanted.",
              {"list(zip(ends[:-1], ends[1:]))": "[list(range(a, b)) for a, b in zip(ends[:-1], ends[1:])]"},
              "return [list(range(n))[rank::ranks] for rank in range(ranks)]"),
    ],
    others=["""
        found, start = [], 0
        for rank in range(ranks):
            stop = start + n // ranks + (1 if rank < n % ranks else 0)
            found.append((start, stop))
            start = stop
        return found
    """, """
        parts, found, start = np.array_split(np.arange(n), ranks), [], 0
        for part in parts:
            found.append([start, start + len(part)])
            start += len(part)
        return found
    """],
    hints=["10 samples for 4 ranks: two each, and two are left over. Who takes them?",
           "small, more = divmod(n, ranks): every rank takes `small`, and the first `more` ranks take one more.",
           "Go through the ranks with start = 0: stop = start + small + (rank < more); keep (start, stop); then start "
           "= stop."])


def average_gradients(grads, counts):
    total = sum(counts)
    means = []
    for together in zip(*grads):                  # one parameter's gradient on all ranks
        means.append(sum(n / total * g for g, n in zip(together, counts) if n))
    return means


NOTHING = row(np.nan, np.nan)
MEAN = "sum(n / total * g for g, n in zip(together, counts) if n)"

Exercise("10.2", average_gradients, difficulty=2, points=3,
    numpy_only=True,
    cases=[Case("two equal shares", grads=[[row(1, 2)], [row(3, 6)]], counts=[4, 4]),
           Case("three samples and one", grads=[[row(2, 4)], [row(6, 0)]], counts=[3, 1]),
           Case("two parameters", grads=[[row(1, 2), row(5)], [row(3, 6), row(7)], [row(8, 0), row(1)]],
                counts=[2, 1, 1]),
           Case("a matrix", grads=[[np.array([[1.0, 2.0], [3.0, 4.0]])], [np.array([[5.0, 4.0], [-1.0, 0.0]])]],
                counts=[1, 3]),
           Case("one rank", grads=[[row(1, 2)]], counts=[5]),
           Case("a rank without samples", grads=[[row(1, 2)], [row(4, 5)], [NOTHING]], counts=[1, 1, 0]),
           Case("the first ranks without samples", grads=[[NOTHING], [row(6, 1)], [NOTHING], [row(2, 5)]],
                counts=[0, 3, 0, 1]),
           Case("numbers without samples", grads=[[row(9, 7)], [row(6, 1)], [row(2, 5)]], counts=[0, 3, 1]),
           Case("an infinite gradient without samples", grads=[[row(2, 5)], [row(np.inf, 1)]], counts=[2, 0])],
    wrong=[
        Wrong("plain mean", "Every rank has the same say here. A rank that saw 3 samples counts three times as much as "
              "one that saw 1.", """
            return [sum(together) / len(grads) for together in zip(*grads)]
        """, """
            return [np.mean(together, axis=0) for together in zip(*grads)]
        """, "return [np.nanmean(together, axis=0) for together in zip(*grads)]", """
            used = [g for g, n in zip(grads, counts) if n]
            return [sum(together) / len(used) for together in zip(*used)]
        """, example="three samples and one"),
        Wrong("nan spreads", "A rank without samples brings nan, and 0 · nan is nan: leave out ranks whose count is 0.",
              {" if n)": ")"}, """
            total = sum(counts)
            return [np.sum([g * n for g, n in zip(together, counts)], axis=0) / total for together in zip(*grads)]
        """, example="a rank without samples"),
        Wrong("nan looked for", "Gradients were left out by what they hold. A rank without samples may hold anything, "
              "and nan of a rank with samples is to be seen: ask for the count.",
              {" if n)": " if not np.isnan(g).any())"}, {"* g for": "* np.nan_to_num(g, posinf=np.inf) for",
              " if n)": ")"},
              example="an infinite gradient without samples"),
        Wrong("begins with rank 0", "The sum begins with rank 0's gradient, whatever its count: 0 · nan is nan. Begin "
              "with 0, or with the first rank that has samples.", {MEAN: "sum((n / total * g for g, n in "
              "zip(together[1:], counts[1:]) if n), counts[0] / total * together[0])"},
              example="the first ranks without samples"),
        Wrong("ends at an empty rank", "The ranks behind the first one without samples were left out too: `break` ends "
              "the loop, `continue` goes on with the next rank.", """
            total, means = sum(counts), [np.zeros(np.shape(g)) for g in grads[0]]
            for own, n in zip(grads, counts):
                if n == 0:
                    break
                means = [mean + g * n / total for mean, g in zip(means, own)]
            return means
        """, example="the first ranks without samples"),
        Wrong("counts of others", "The empty ranks were left out of grads or of counts, but not of both, so gradients "
              "met the counts of others. Go through both together: zip(grads, counts).", {"total = sum(counts)":
              "counts = [n for n in counts if n]\n    total = sum(counts)"}, """
            used = [g for g, n in zip(grads, counts) if n]
            total = sum(counts)
            return [sum(n / total * g for g, n in zip(together, counts)) for together in zip(*used)]
        """, example="the first ranks without samples"),
        Wrong("whole shares", "n // total is 0 for each rank that has not all samples: `//` cuts the share off. It is "
              "n / total.", {"n / total": "n // total"}),
        Wrong("sum", "The gradients were added up, not averaged.", """
            return [sum(g for g, n in zip(together, counts) if n) for together in zip(*grads)]
        """),
        Wrong("not divided", "Each gradient was multiplied by its count, and the sum was not divided by the number of "
              "all samples.", {"n / total * g": "n * g"}),
        Wrong("divided by ranks", "The weighted sum was divided by the number of ranks. Divide by the number of "
              "samples, sum(counts).", {"total = sum(counts)": "total = len(counts)"}),
        Wrong("divided twice", "The result is too small: it was divided by the samples and by the ranks. The weights "
              "n / sum(counts) add up to 1 already.",
              {MEAN: f"{MEAN} / len(counts)"}),
        Wrong("weighed backwards", "Each gradient was divided by its count. A rank that saw more samples has more "
              "say, not less.", {"n / total * g for": "g / n for"}, {"n / total * g": "(1 - n / total) * g"}),
        Wrong("own gradient", "This is one rank's gradient. All ranks have a say.",
              "return [g.copy() for g in grads[0]]", "return [g.copy() for g in grads[-1]]",
              example="two equal shares"),
        Wrong("by rank", "There is one result for each rank. One for each parameter is wanted: zip(*grads) puts "
              "together what the ranks have of the same parameter.", """
            total = sum(counts)
            return [sum(n / total * part for part in g) for g, n in zip(grads, counts)]
        """, """
            total = sum(counts)
            return [[n / total * part for part in g] for g, n in zip(grads, counts)]
        """, "return [sum(n * part for n, part in zip(counts, g)) / sum(counts) for g in grads]"),
        Wrong("first parameter only", "Only the first parameter's mean came back.",
              {"return means": "return means[:1]"},
              example="two parameters"),
        Wrong("one array of all", "All gradients were put into one array. That fails where parameters have several "
              "shapes, and gives an array back, where a list is wanted: go through the parameters one by one.", """
            used = [r for r in range(len(counts)) if counts[r] > 0]
            return np.average(np.array([grads[r] for r in used]), axis=0, weights=[counts[r] for r in used])
        """, """
            return np.average(np.array(grads), axis=0, weights=counts)
        """, "return list((np.array(counts)[:, None] / sum(counts) * np.array(grads)).sum(axis=0))", """
            used = np.array(counts) > 0
            weights = np.array(counts)[used] / sum(counts)
            return np.tensordot(weights, np.array(grads)[used], 1)
        """),
        Wrong("not a list", "A single array came back. A list is wanted, with an array for each parameter.",
              {"return means": "return means[0]"}),
    ],
    others=["""
        used = [(g, n) for g, n in zip(grads, counts) if n > 0]
        return [np.average([g[i] for g, _ in used], axis=0, weights=[n for _, n in used])
                for i in range(len(grads[0]))]
    """, """
        total, means = sum(counts), [np.zeros_like(g) for g in grads[0]]
        for own, n in zip(grads, counts):
            if n == 0:
                continue
            for mean, g in zip(means, own):
                mean += g * (n / total)
        return means
    """],
    hints=["A mean over 3 samples is a sum divided by 3. How do you get the sum back?",
           "n · g is the sum over a rank's samples. Add those up, and divide by sum(counts). A rank with n = 0 has "
           "nothing to add.",
           "for together in zip(*grads): sum(n / total * g for g, n in zip(together, counts) if n)."])


def one_step(answer, inputs):
    """Return what memory holds after one rank's part of a step; the parts are views of it, as on the ring."""
    ends = np.cumsum([len(part) for part in inputs["mine"]])[:-1]
    memory, left = np.concatenate(inputs["mine"]), np.concatenate(inputs["left"])
    answer(np.split(memory, ends), np.split(left, ends), inputs["rank"], inputs["step"])
    return [part.copy() for part in np.split(memory, ends)]


def given(sizes, rank, step):
    """Arguments of 10.3 and 10.4: my parts are 1, 2, 3, …, the left neighbour's 10, -20, 30, …"""
    ends, numbers = np.cumsum(sizes)[:-1], np.arange(1.0, 1 + sum(sizes))
    return {"mine": np.split(numbers, ends), "left": np.split(-10 * numbers * (-1) ** numbers, ends),
            "rank": rank, "step": step}


RING = [Case("two ranks, rank 0", **given([1, 1], 0, 0)), Case("two ranks, rank 1", **given([1, 1], 1, 0)),
        Case("four ranks, first step of rank 2", **given([1, 1, 1, 1], 2, 0)),
        Case("second step of rank 2", **given([1, 1, 1, 1], 2, 1)),
        Case("third step of rank 2", **given([1, 1, 1, 1], 2, 2)),
        Case("third step of rank 0", **given([1, 1, 1, 1], 0, 2)),
        Case("parts of two numbers", **given([2, 2, 2], 1, 1)), Case("uneven parts", **given([2, 2, 1], 0, 1))]


def reduce_scatter_step(mine, left, rank, step):
    n = len(mine)
    taken = (rank - step - 1) % n                 # the part that the left neighbour has just added to
    mine[taken] += left[taken]


Exercise("10.3", reduce_scatter_step, difficulty=2, points=3, run=one_step, changes=("mine",), cases=RING,
    wrong=[
        Wrong("replaced", "The part was replaced by the left neighbour's. It is to be added to yours.",
              {"+= left[taken]": "= left[taken]", "mine[taken] ": "mine[taken][:] "}),
        Wrong("a new array", "The memory behind `mine` still holds the old numbers, and it is what your neighbour "
              "reads. mine[k] = … only puts another array into the list; mine[k] += … writes into the one that is "
              "there.",
              {"mine[taken] += left[taken]": "mine[taken] = mine[taken] + left[taken]"},
              "return mine[(rank - step - 1) % len(mine)] + left[(rank - step - 1) % len(mine)]"),
        Wrong("one part late", "This is the part that your right neighbour takes from you in this step. The left "
              "neighbour stands one place before you, so its part is (rank − step − 1) % n.",
              {"(rank - step - 1)": "(rank - step)"}),
        Wrong("one part early", "This is the part of the next step. In step 0 rank r takes part r − 1.",
              {"(rank - step - 1)": "(rank - step - 2)"}),
        Wrong("the same part in each step", "The same part is taken in each step. A step later it is the part before: "
              "subtract step.", {"(rank - step - 1)": "(rank - 1)"}, example="second step of rank 2"),
        Wrong("step forgotten and late", "It is always part `rank`, in every step. The part moves on with the steps.",
              {"(rank - step - 1)": "rank"}, example="second step of rank 2"),
        Wrong("other way round", "With each step the part goes up by one. It goes down: what the left neighbour added "
              "to in the last step, you take in this one.",
              {"(rank - step - 1)": "(rank + step - 1)"}, {"(rank - step - 1)": "(rank + step + 1)"},
              {"(rank - step - 1)": "(rank + step)"}, example="second step of rank 2"),
        Wrong("as if all were rank 0", "rank has no say: every rank takes the same part. Then all but one add to parts "
              "that are not finished.",
              {"(rank - step - 1)": "(-step - 1)"}, {"(rank - step - 1)": "step"},
              example="four ranks, first step of rank 2"),
        Wrong("round at a part's size", "The number goes round at the length of a part. It goes round at the number "
              "of parts: len(mine).", {"n = len(mine)": "n = len(mine[0])"}),
        Wrong("below 0", "A number below 0 became one above it (abs, max). Before part 0 comes the last one: % n.",
              {"(rank - step - 1) % n": "abs(rank - step - 1)"}, {"(rank - step - 1) % n": "max(rank - step - 1, 0)"},
              example="third step of rank 0"),
        Wrong("everything", "All parts were added. That is n times as much to send, and later steps would count things "
              "twice. A step takes one part.",
              {"    mine[taken] += left[taken]": "    for a, b in zip(mine, left):\n        a += b"}),
        Wrong("first number only",
              "Only the first number of the part was added to. A part is an array: mine[k] += left[k].",
              {"mine[taken] += left[taken]": "mine[taken][0] += left[taken][0]"}, example="parts of two numbers"),
        Wrong("averaged", "The two were averaged. Add them; what is to be divided is divided once, at the end.",
              {"+= left[taken]": "+= left[taken]\n    mine[taken] /= 2"}),
        Wrong("another part of the left", "Numbers of another part came in: add left[k] to mine[k], with the same k.",
              {"+= left[taken]": "+= left[(taken + 1) % n]"}, {"+= left[taken]": "+= left[taken - 1]"},
              example="four ranks, first step of rank 2"),
    ],
    others=["""
        mine[rank - step - 1] += left[rank - step - 1]
    """, """
        k = (len(mine) + rank - 1 - step) % len(mine)
        np.add(mine[k], left[k], out=mine[k])
    """, """
        for k, (a, b) in enumerate(zip(mine, left)):
            if (k + step + 1 - rank) % len(mine) == 0:
                a[:] = a + b
    """],
    hints=["Look at the picture: in step 0 rank 2 takes part 1 from its left neighbour, rank 1. Which part in step 1?",
           "In each step the part is one less, and after part 0 comes the last one: % n.",
           "k = (rank - step - 1) % len(mine); then mine[k] += left[k]."])


def all_gather_step(mine, left, rank, step):
    taken = (rank - step) % len(mine)
    mine[taken][:] = left[taken]                  # a whole sum: it is copied


Exercise("10.4", all_gather_step, difficulty=1, points=2, run=one_step, changes=("mine",),
    cases=[*RING, Case("what was there is large", mine=[row(1e17), row(1e17)], left=[row(1), row(2)], rank=0, step=0),
           Case("a sum of 0", mine=[row(1, 2), row(3, 4)], left=[row(0, 5), row(6, 0)], rank=0, step=0)],
    wrong=[
        Wrong("by the difference", "The difference was added. Where what was there is large, the sum is rounded and "
              "something else is left than what the neighbour has: copy, so that all ranks hold the same bits.",
              {"mine[taken][:] = left[taken]": "mine[taken] += left[taken] - mine[taken]"},
              example="what was there is large"),
        Wrong("zeros not copied",
        "Where the sum is 0, the old number is still there. A sum may be 0: copy all of the part.",
              {"mine[taken][:] = left[taken]": "mine[taken][left[taken] != 0] = left[taken][left[taken] != 0]"},
              {"mine[taken][:] = left[taken]": "mine[taken][:] = np.where(left[taken], left[taken], mine[taken])"},
              example="a sum of 0"),
        Wrong("first number for all",
        "All numbers of the part became its first one: mine[k][:] = left[k], without [0].",
              {"mine[taken][:] = left[taken]": "mine[taken][:] = left[taken][0]"}, example="parts of two numbers"),
        Wrong("first number only", "Only the first number of the part was copied. A part is an array: mine[k][:] = "
              "left[k] copies all of it.", {"mine[taken][:] = left[taken]": "mine[taken][0] = left[taken][0]"},
              example="parts of two numbers"),
        Wrong("added", "The part was added to yours. It is a whole sum already, with your share in it: copy it.",
              {"mine[taken][:] =": "mine[taken] +="}),
        Wrong("a new array", "The memory behind `mine` still holds the old numbers, and it is what your neighbour "
              "reads. mine[k] = … only puts another array into the list; mine[k][:] = … writes into the one that is "
              "there.",
              {"mine[taken][:] =": "mine[taken] ="},
              {"mine[taken][:] = left[taken]": "mine[taken] = left[taken].copy()"},
              "return left[(rank - step) % len(mine)]"),
        Wrong("the part of 10.3", "This is the part that 10.3 took. The steps of 10.3 end with the whole of part r + "
              "1 at rank r, so in step 0 rank r takes part r.", {"(rank - step)": "(rank - step - 1)"}),
        Wrong("what I have", "In step 0 this is the part of which you have the whole sum yourself: it would be written "
              "over by an unfinished one.", {"(rank - step)": "(rank - step + 1)"}),
        Wrong("the same part in each step", "The same part is taken in each step. A step later it is the part before: "
              "subtract step.", {"(rank - step)": "rank"}, {"(rank - step)": "(rank - 1)"},
              example="second step of rank 2"),
        Wrong("other way round", "With each step the part goes up by one. It goes down, as in 10.3.",
              {"(rank - step)": "(rank + step)"}, {"(rank - step)": "(rank + step + 1)"},
              {"(rank - step)": "(rank + step - 1)"}, example="second step of rank 2"),
        Wrong("as if all were rank 0", "rank has no say: every rank takes the same part.",
              {"(rank - step)": "(-step)"}, {"(rank - step)": "step"}, example="four ranks, first step of rank 2"),
        Wrong("round at a part's size", "The number goes round at the length of a part. It goes round at the number "
              "of parts: len(mine).", {"% len(mine)": "% len(mine[0])"}),
        Wrong("below 0", "A number below 0 became one above it (abs, max). Before part 0 comes the last one: % n.",
              {"(rank - step) % len(mine)": "abs(rank - step)"}, {"(rank - step) % len(mine)": "max(rank - step, 0)"},
              example="third step of rank 0"),
        Wrong("the larger", "The larger of the two was kept. The left neighbour's part is the whole sum, and may be "
              "smaller than what was there: copy it.",
              {"mine[taken][:] = left[taken]": "np.maximum(mine[taken], left[taken], out=mine[taken])"}),
        Wrong("averaged", "The two were averaged. The left neighbour's part is the whole sum: copy it.",
              {"= left[taken]": "= (mine[taken] + left[taken]) / 2"}),
        Wrong("everything", "All parts were copied. Most of the left neighbour's are not whole sums yet, and it is n "
              "times as much to send. A step takes one part.",
              {"    mine[taken][:] = left[taken]":
               "    for a, b in zip(mine, left):\n        a[:] = b"}),
        Wrong("another part of the left", "Numbers of another part came in: copy left[k] to mine[k], with the same k.",
              {"= left[taken]": "= left[(taken + 1) % len(mine)][0]"}, {"= left[taken]": "= left[taken - 1][0]"},
              example="four ranks, first step of rank 2"),
    ],
    others=["""
        mine[rank - step][...] = left[rank - step]
    """, """
        n = len(mine)
        np.copyto(mine[(rank + n - step) % n], left[(rank + n - step) % n])
    """, """
        k = (rank - step) % len(mine)
        for i in range(len(left[k])):
            mine[k][i] = left[k][i]
    """],
    hints=["After 10.3 rank r has the whole sum of part r + 1. So which part does the left neighbour have whole?",
           "The left neighbour is rank − 1 and has part rank whole. In the next step it has just got part rank − 1.",
           "k = (rank - step) % len(mine); then mine[k][:] = left[k]."])


def buckets(sizes, most):
    found, room = [], 0
    for i in reversed(range(len(sizes))):         # the last gradient is there first
        if not found or sizes[i] > room:
            found.append([])
            room = most
        found[-1].append(i)
        room -= sizes[i]
    return found


Exercise("10.5", buckets, difficulty=2, points=3, aliases=lambda: ("minitorch.nn.parallel.buckets:fill_buckets",),
    cases=[Case("all in one", sizes=[1, 2], most=5), Case("two buckets", sizes=[3, 2, 2], most=4),
           Case("exactly full", sizes=[2, 1, 3], most=4), Case("a large one", sizes=[1, 9, 1], most=4),
           Case("a large one at the end", sizes=[1, 1, 9], most=4),
           Case("does not come back", sizes=[1, 3, 2], most=4), Case("one", sizes=[7], most=4),
           Case("six", sizes=[2, 1, 4, 1, 1, 2], most=4),
           Case("a large one behind nothing", sizes=[9, 0], most=4),
           Case("twenty", sizes=[1, 2, 3, 1] * 5, most=7)],
    wrong=[
        Wrong("a bucket of 0 bytes is not empty", "A bucket whose parameters have 0 bytes was taken for empty. Ask "
              "whether the list is empty, not whether its sum is 0.",
              {"sizes[i] > room": "(room < most and sizes[i] > room)"}, example="a large one behind nothing"),
        Wrong("looked up by size", "sizes.index finds the first parameter of that size: several of one size get the "
              "same index. Go through the indices themselves.", {"append(i)": "append(sizes.index(sizes[i]))"}),
        Wrong("around a large one", "A parameter that is too large got a bucket aside, and the next one went on in the "
              "bucket before it. Buckets are filled one after the other: what is sent is sent.", """
            found, newest, held = [], None, 0
            for i in reversed(range(len(sizes))):
                if sizes[i] > most:
                    found.append([i])
                elif newest is not None and held + sizes[i] <= most:
                    newest.append(i)
                    held += sizes[i]
                else:
                    newest, held = [i], sizes[i]
                    found.append(newest)
            return found
        """, example="a large one"),
        Wrong("first layer first", "The buckets begin with the first parameter, whose gradient comes last: then "
              "nothing is sent before backward has ended. Begin with the last.",
              {"reversed(range(len(sizes)))": "range(len(sizes))"}),
        Wrong("reversed too late", "The buckets were filled from the first parameter, and then put into the other "
              "order. Fill them from the last parameter.",
              {"reversed(range(len(sizes)))": "range(len(sizes))", "return found": "return found[::-1]"},
              {"reversed(range(len(sizes)))": "range(len(sizes))",
               "return found": "return [bucket[::-1] for bucket in found[::-1]]"}),
        Wrong("turned inside", "The buckets are right, but inside them the parameters stand in the order of the "
              "layers. What is there first stands first.", {"return found": "return [sorted(bucket) for bucket in "
              "found]"}),
        Wrong("never quite full", "A bucket that would be exactly full was closed before: `most` itself is allowed.",
              {"sizes[i] > room": "sizes[i] >= room"}, example="exactly full"),
        Wrong("over the limit", "A bucket was closed only after it had grown beyond `most`. Look before you put one "
              "in.",
              {"sizes[i] > room": "room <= 0"}),
        Wrong("one each", "Every parameter has a bucket of its own: then a message is sent for each, and each pays the "
              "latency.", {"if not found or sizes[i] > room": "if True"}),
        Wrong("all in one", "All parameters are in one bucket: then nothing is sent before backward has ended. A "
              "bucket holds `most` bytes at most.", {"not found or sizes[i] > room": "not found"}),
        Wrong("large ones lost", "A parameter larger than `most` is missing. It gets a bucket of its own.",
              {"        if not found": "        if sizes[i] > most:\n            continue\n        if not found"},
              example="a large one"),
        Wrong("an empty bucket", "There is an empty bucket: one was closed before anything was in it.", """
            found, room = [[]], most
            for i in reversed(range(len(sizes))):
                if sizes[i] > room:
                    found.append([])
                    room = most
                found[-1].append(i)
                room -= sizes[i]
            return found
        """, example="one"),
        Wrong("last one forgotten", "The last bucket is missing: it was never full, so it was never added. Add it "
              "after the loop.", """
            found, bucket, total = [], [], 0
            for i in reversed(range(len(sizes))):
                if bucket and total + sizes[i] > most:
                    found.append(bucket)
                    bucket, total = [], 0
                bucket.append(i)
                total += sizes[i]
            return found
        """),
        Wrong("one list for all", "All buckets are the same list: what was emptied is emptied in each of them. Begin a "
              "new list, bucket = [].", """
            found, bucket, total = [], [], 0
            for i in reversed(range(len(sizes))):
                if bucket and total + sizes[i] > most:
                    found.append(bucket)
                    bucket.clear()
                    total = 0
                bucket.append(i)
                total += sizes[i]
            return found + [bucket]
        """),
        Wrong("first not counted", "The first parameter of a new bucket was not counted, so the bucket grows beyond "
              "`most`.", """
            found, bucket, total = [], [], 0
            for i in reversed(range(len(sizes))):
                if bucket and total + sizes[i] > most:
                    found.append(bucket)
                    bucket, total = [i], 0
                else:
                    bucket.append(i)
                    total += sizes[i]
            return found + [bucket]
        """, {"room = most": "room = most + sizes[i]"}),
        Wrong("by count", "`most` was taken as a number of parameters. It is a number of bytes.", """
            order = list(reversed(range(len(sizes))))
            return [order[i:i + most] for i in range(0, len(order), most)]
        """, {"room -= sizes[i]": "room -= 1"}),
        Wrong("back to fill a gap", "A parameter went into an earlier bucket that had room left. That one would have "
              "to wait for it; only the newest bucket is open.", """
            found, rooms = [], []
            for i in reversed(range(len(sizes))):
                for j, room in enumerate(rooms):
                    if sizes[i] <= room:
                        found[j].append(i)
                        rooms[j] -= sizes[i]
                        break
                else:
                    found.append([i])
                    rooms.append(most - sizes[i])
            return found
        """, example="does not come back"),
        Wrong("sizes", "These are the sizes. The indices of the parameters are wanted.",
              {"append(i)": "append(sizes[i])"}),
        Wrong("counted twice", "The first parameter of a bucket is counted twice, so the bucket is closed too early. "
              "A new bucket begins with its full room.", {"            room = most\n": "            room = most - "
              "sizes[i]\n"}),
        Wrong("numbered from the end", "The parameters were numbered from the end: 0 is the last one here. An index "
              "says where a parameter stands in `sizes`.", {"append(i)": "append(len(sizes) - 1 - i)"}),
        Wrong("sorted by size", "The parameters were sorted by their size. They go in the order in which gradients "
              "come: from the last to the first.",
              {"reversed(range(len(sizes)))": "sorted(range(len(sizes)), key=lambda i: -sizes[i])"},
              {"reversed(range(len(sizes)))": "sorted(range(len(sizes)), key=lambda i: sizes[i])"}),
        Wrong("large ones join", "A parameter larger than `most` was put into the bucket that was open. It gets one "
              "of its own.", {"not found or sizes[i] > room": "not found or room < sizes[i] <= most"}, example="a "
              "large one"),
        Wrong("room not reset", "After the first bucket each parameter has one of its own: a new bucket has to begin "
              "with its full room again.",
              {"if not found or": "room = most if i == len(sizes) - 1 else room\n        if not found or",
               "            room = most\n": ""}),
    ],
    others=["""
        found, bucket, total = [], [], 0
        for i in range(len(sizes) - 1, -1, -1):
            if bucket and total + sizes[i] > most:
                found.append(bucket)
                bucket, total = [], 0
            bucket.append(i)
            total += sizes[i]
        return found + [bucket]
    """, """
        found = []
        for i in range(len(sizes))[::-1]:
            if found and sum(sizes[j] for j in found[-1]) + sizes[i] <= most:
                found[-1].append(i)
            else:
                found.append([i])
        return found
    """],
    hints=["Backward begins at the last layer. So which parameter goes into the first bucket?",
           "Keep the room that is left in the newest bucket. If the next parameter does not fit, open a new one with "
           "room = most, even if the parameter is larger than that.",
           "for i in reversed(range(len(sizes))): if not found or sizes[i] > room: append a new list, room = most. "
           "Then put i in, and room -= sizes[i]."])


class DDP:
    def __init__(self, buckets, ranks, start):
        self.buckets, self.ranks, self.start, self.sync = buckets, ranks, start, True
        self.missing, self.begun = [len(bucket) for bucket in buckets], []
        for k, p in [(k, p) for k, bucket in enumerate(buckets) for p in bucket]:
            p.register_post_accumulate_grad_hook(lambda p, k=k: self.arrived(k))

    def arrived(self, k):
        self.missing[k] -= 1 if self.sync else 0
        while len(self.begun) < len(self.buckets) and self.missing[len(self.begun)] == 0:
            sums = mt.nn.utils.parameters_to_vector([p.grad for p in self.buckets[len(self.begun)]])
            self.begun.append((sums, self.start(sums)))

    def finish(self):
        for bucket, (sums, work) in zip(self.buckets, self.begun):
            work.wait()
            mt.nn.utils.vector_to_parameters(sums / self.ranks, [p.grad for p in bucket])
        self.missing, self.begun = [len(bucket) for bucket in self.buckets], []


class Trial:
    """One rank of a trial of 10.7: its parameters, what happened, and the arrays that it has begun to send."""

    def __init__(self, others, answer, shapes, buckets, ranks):
        self.rank, self.others, self.events, self.brought, self.added = len(others), others, [], [], set()
        self.waited = None                                  # the sums that finish has waited for; None in backward
        self.params = [floats(np.zeros(shape), requires_grad=True) for shape in shapes]
        for i, p in enumerate(self.params):
            p.register_post_accumulate_grad_hook(lambda p, i=i: self.events.append(f"gradient {i}"))
        self.ddp = answer([[self.params[i] for i in bucket] for bucket in buckets], ranks, self.start)

    def start(self, vector):
        array = vector.detach().numpy() if hasattr(vector, "detach") else vector
        if not isinstance(array, np.ndarray) or array.ndim != 1:
            raise TypeError(f"start takes one vector, not {type(vector).__name__} {getattr(vector, 'shape', '')}: the "
                            "gradients of a bucket end to end, as parameters_to_vector gives them.")
        self.events.append(f"start of {array.size} numbers")
        self.brought.append(array)
        return SimpleNamespace(wait=partial(self.wait, len(self.brought) - 1))

    def wait(self, number):
        """Make sum `number`, on all ranks, when the first rank waits for it."""
        if self.waited is None:
            self.events.append("a wait before finish")
        else:
            self.waited.add(number)
        if number not in self.added:
            arrays = [other.brought[number] for other in self.others if len(other.brought) > number]
            total = sum(array.astype(float) for array in arrays)
            for other in self.others:
                other.added.add(number)
            for array in arrays:
                array[:] = total

    def backward(self, used, turn):
        """Compute gradients in the reverse order of `used`, other numbers on each rank and in each turn."""
        self.events.append("backward")
        total = floats(0.0)
        for i in used:
            shape = tuple(self.params[i].shape)
            slopes = (10 * i + 1 + np.arange(np.prod(shape, dtype=int))).reshape(shape) * (1 + 2 * self.rank + turn)
            total = total + (self.params[i] * floats(slopes)).sum()
        total.backward()


def synchronised(answer, inputs):
    """Return what happens on rank 0 in a program of backward passes, and gradients of the first and the last rank."""
    ranks: list = []
    for _ in range(inputs["ranks"]):
        ranks.append(Trial(ranks, answer, **{name: inputs[name] for name in ("shapes", "buckets", "ranks")}))
    found = []
    for turn, (what, *used) in enumerate(inputs["program"]):
        for each in ranks:
            if what == "backward":
                each.backward(used[0], turn)
            elif what == "sync":
                each.ddp.sync = used[0]
        if what == "finish":
            for each in ranks:
                each.waited = set()
                each.ddp.finish()
                each.events.append(f"finish, after waits for sums {sorted(each.waited)}")
                each.waited = None
            found.append([[None if p.grad is None else p.grad.numpy().copy() for p in each.params]
                          for each in (ranks[0], ranks[-1])])
            for p in (p for each in ranks for p in each.params):
                p.grad = None
    return ranks[0].events, [first for first, _ in found], [last for _, last in found]


STEP = [("backward", [0, 1, 2]), ("finish",)]


def net_of(buckets, program, shapes=((2,), (2, 2), (1,)), ranks=2):
    """Arguments of 10.7."""
    return {"shapes": [tuple(shape) for shape in shapes], "buckets": buckets, "program": program, "ranks": ranks}


START = """            sums = mt.nn.utils.parameters_to_vector([p.grad for p in self.buckets[len(self.begun)]])
            self.begun.append((sums, self.start(sums)))"""
WRITE = "            mt.nn.utils.vector_to_parameters(sums / self.ranks, [p.grad for p in bucket])\n"
LOOP = "        while len(self.begun) < len(self.buckets) and self.missing[len(self.begun)] == 0:\n" + START
FINISH = "        for bucket, (sums, work) in zip(self.buckets, self.begun):\n            work.wait()\n" + WRITE
RESET = "self.missing, self.begun = [len(bucket) for bucket in self.buckets], []"
HOOKS = """        for k, p in [(k, p) for k, bucket in enumerate(buckets) for p in bucket]:
            p.register_post_accumulate_grad_hook(lambda p, k=k: self.arrived(k))
"""
AT_END = "        while len(self.begun) < len(self.buckets):\n" + START

Exercise("10.7", DDP, difficulty=3, points=5, run=synchronised,
    results=("what happens on rank 0", "gradients of rank 0 after each finish", "gradients of the last rank"),
    cases=[Case("one bucket", **net_of([[1, 0]], [("backward", [0, 1]), ("finish",)], [(1,), (2,)])),
           Case("two buckets", **net_of([[2, 1], [0]], STEP)),
           Case("three ranks", **net_of([[2], [1, 0]], STEP, ranks=3)),
           Case("two steps", **net_of([[2, 1], [0]], STEP * 2)),
           Case("gradients in another order", **net_of([[2], [1], [0]], [("backward", [2, 0, 1]), ("finish",)])),
           Case("added up without sync", **net_of([[2, 1], [0]], [
               ("sync", False), ("backward", [0, 1, 2]), ("backward", [0, 1, 2]), ("sync", True), *STEP])),
           Case("a step without sync", **net_of([[2, 1], [0]], [("sync", False), *STEP, ("sync", True), *STEP])),
           Case("a parameter without a gradient",
                **net_of([[2], [1], [0]], [("backward", [0, 2]), ("finish",), *STEP]))],
    wrong=[
        Wrong("no hook", "Nothing is ever started: no hook calls `arrived`, or it counts nothing. Register a hook of "
              "each parameter in __init__.", {HOOKS: ""}, {"lambda p, k=k: self.arrived(k)": "lambda p: None"}),
        Wrong("one hook a bucket", "Only one parameter of each bucket has a hook, so a bucket of several is never "
              "full. Each parameter needs one.", {"for p in bucket]:": "for p in bucket[:1]]:"},
              {"for p in bucket]:": "for p in bucket[-1:]]:"}, example="one bucket"),
        Wrong("weights for gradients", "The parameters were sent, not their gradients: [p.grad for p in bucket].",
              {"[p.grad for p in self.buckets[len(self.begun)]]": "self.buckets[len(self.begun)]"}),
        Wrong("one list for all", "All buckets count in the same list: [[]] * n is one list n times.",
              {"self.missing, self.begun = [len(bucket) for bucket in": "self.missing, self.begun = [[]] * len(",
               "buckets], []": "buckets), []", "self.missing[k] -= 1 if self.sync else 0":
               "self.missing[k].extend([1] if self.sync else [])", "self.missing[len(self.begun)] == 0:":
               "len(self.missing[len(self.begun)]) == len(self.buckets[len(self.begun)]):"}, example="two buckets"),
        Wrong("all after backward", "Nothing is sent before backward has ended: the buckets are started in finish. "
              "Start a bucket in `arrived`, as soon as its last gradient is there.",
              {LOOP: "        pass", "    def finish(self):\n": f"    def finish(self):\n{AT_END}\n"},
              {LOOP: "        pass", FINISH: """
        for bucket in self.buckets if self.sync else []:
            sums = mt.nn.utils.parameters_to_vector([p.grad for p in bucket])
            self.start(sums).wait()
""" + WRITE},
              {LOOP: "        pass", "    def finish(self):\n": f"    def finish(self):\n{LOOP}\n"},
              {LOOP: "        pass", FINISH: """
        for bucket, missing in zip(self.buckets, self.missing):
            if missing:
                break
            sums = mt.nn.utils.parameters_to_vector([p.grad for p in bucket])
            self.start(sums).wait()
""" + WRITE},
              {LOOP: "        if not any(self.missing):\n" + "\n".join(
                  "    " + line for line in AT_END.split("\n"))}, example="two buckets"),
        Wrong("waits at once", "`arrived` waits for the sum, so backward stands still while it is sent. Only `finish` "
              "waits.", {"self.begun.append((sums, self.start(sums)))":
                         "self.begun.append((sums, self.start(sums)))\n            self.begun[-1][1].wait()"},
              {"self.begun.append((sums, self.start(sums)))":
               "self.begun.append((sums, self.start(sums)))\n            self.begun[-1][1].wait()",
               "            work.wait()\n": ""}, example="two buckets"),
        Wrong("does not wait", "finish reads the sums without waiting for them: they may still be under way. Call "
              "wait() of what start gave.", {"            work.wait()\n": ""}, example="one bucket"),
        Wrong("last bucket for all", "Every hook counts for the same bucket: a lambda looks up k when it is called, "
              "and k is then the last. Keep it as a default: lambda p, k=k: …", {"lambda p, k=k:": "lambda p:"},
              example="two buckets"),
        Wrong("sum", "The gradients are sums over the ranks. The mean is wanted: divide by ranks.",
              {"sums / self.ranks": "sums"}, example="one bucket"),
        Wrong("divided by parameters", "The sum was divided by a number that is not the number of ranks.",
              {"sums / self.ranks": "sums / len(bucket)"}, {"sums / self.ranks": "sums / len(self.buckets)"}),
        Wrong("not written back", "The sums came, but .grad still holds this rank's own gradients. Write the means "
              "back into the gradients: vector_to_parameters.",
              {WRITE: "            sums /= self.ranks\n"}, example="one bucket"),
        Wrong("a message for each", "Each parameter is sent alone, so each pays the latency. Send a bucket as one "
              "array.", {LOOP: "        pass", HOOKS: """
        for p in (p for bucket in buckets for p in bucket):
            p.register_post_accumulate_grad_hook(self.of_one)
""", "    def finish": """    def of_one(self, p):
        if self.sync:
            sums = p.grad.flatten()
            self.begun.append((p, sums, self.start(sums)))

    def finish""", FINISH: """
        for p, sums, work in self.begun:
            work.wait()
            mt.nn.utils.vector_to_parameters(sums / self.ranks, [p.grad])
"""}, {START: """
            k = len(self.begun)
            self.begun.append([(sums, self.start(sums)) for sums in [p.grad.reshape(-1) for p in self.buckets[k]]])""",
                             "            work.wait()\n": "", "(sums, work)": "parts",
                             WRITE: """
            for p, (sums, work) in zip(bucket, parts):
                work.wait()
                p.grad = sums.reshape(p.shape) / self.ranks
"""}, example="one bucket"),
        Wrong("not counted anew", "After the first step nothing is started, or too early: finish has to begin again, "
              "with all gradients missing and nothing begun.",
              {RESET: "self.begun = []"}, {RESET: "pass"}, example="two steps"),
        Wrong("old sums again", "finish goes through sums of earlier steps again: empty the list of what has begun.",
              {RESET: "self.missing = [len(bucket) for bucket in self.buckets]"}, example="two steps"),
        Wrong("each when it is full", "A bucket was started before the one in front of it. Other ranks may compute in "
              "another order, and then different gradients are added up: start them in the order of `buckets`.",
              {LOOP: """
        if self.missing[k] == 0 and self.sync:
            sums = mt.nn.utils.parameters_to_vector([p.grad for p in self.buckets[k]])
            self.begun.append((sums, self.start(sums)))
            self.order = [*getattr(self, "order", []), self.buckets[k]]""",
               "zip(self.buckets, self.begun)": 'zip(getattr(self, "order", []), self.begun)',
               "self.missing, self.begun = ": "self.order = []\n        self.missing, self.begun = "},
              example="gradients in another order"),
        Wrong("one bucket a time", "When a bucket is full, those behind it that were full already have to start too: "
              "`while` in place of `if`, and ask about the next bucket in turn, not about bucket k.",
              {"while len(self.begun)": "if len(self.begun)"}, example="gradients in another order"),
        Wrong("sync not asked", "Gradients are sent although self.sync is False: then `arrived` does nothing.",
              {"1 if self.sync else 0": "1"}, example="added up without sync"),
        Wrong("counted without sync", "While self.sync is False nothing may be counted: the first pass after it then "
              "starts too early, or never.",
              {"self.missing[k] -= 1 if self.sync else 0": "self.missing[k] -= 1",
               "while len(self.begun)": "while self.sync and len(self.begun)"}, example="added up without sync"),
        Wrong("before it is added", "The hook gets the gradient before it is in .grad: register_hook runs before, "
              "register_post_accumulate_grad_hook after.",
              {"p.register_post_accumulate_grad_hook(": "p.register_hook("}, example="one bucket"),
        Wrong("sent unfinished", "A bucket was started with its first gradient: the others were not there yet. Count "
              "down, and start at 0.", {"self.missing[len(self.begun)] == 0:":
                                  "self.missing[len(self.begun)] < len(self.buckets[len(self.begun)]):"},
              {LOOP: """        if self.sync and len(self.begun) <= k:
            sums = flat([mt.zeros_like(p) if p.grad is None else p.grad for p in self.buckets[k]])
            self.begun.append((sums, self.start(sums)))""".replace("flat(", "mt.nn.utils.parameters_to_vector(")},
              example="one bucket"),
        Wrong("sent without a gradient", "finish also starts buckets in which a gradient is missing. Here they are "
              "left alone; the next cells show what comes of that.",
              {"    def finish(self):\n": """    def finish(self):
        for bucket in self.buckets[len(self.begun):] if self.sync else []:
            for p in bucket:
                p.grad = mt.zeros_like(p) if p.grad is None else p.grad
            sums = mt.nn.utils.parameters_to_vector([p.grad for p in bucket])
            self.begun.append((sums, self.start(sums)))
"""}, example="a parameter without a gradient"),
        Wrong("not full", "A bucket in which a gradient is missing was never started. finish neither starts it nor "
              "waits for it, and sets its count back like all others: else it starts too early in the next step.",
              {"    def finish(self):\n": """    def finish(self):
        while self.sync and any(self.missing):
            self.arrived(next(k for k, missing in enumerate(self.missing) if missing))
"""}, example="a parameter without a gradient"),
    ],
    others=["""
        class DDP:
            def __init__(self, buckets, ranks, start):
                self.buckets, self.ranks, self.start, self.sync = buckets, ranks, start, True
                self.home = {id(p): k for k, bucket in enumerate(buckets) for p in bucket}
                self.there, self.works = set(), []
                for bucket in buckets:
                    for p in bucket:
                        p.register_post_accumulate_grad_hook(self.arrived)

            def arrived(self, p):
                if not self.sync:
                    return
                self.there.add(id(p))
                for k in range(len(self.works), len(self.buckets)):
                    if not all(id(q) in self.there for q in self.buckets[k]):
                        break
                    array = np.concatenate([q.grad.numpy().ravel() for q in self.buckets[k]]) / self.ranks
                    self.works.append((k, array, self.start(array)))

            def finish(self):
                for k, array, work in self.works:
                    work.wait()
                    at = 0
                    for q in self.buckets[k]:
                        q.grad = mt.tensor(array[at:at + q.numel()].reshape(q.shape))
                        at += q.numel()
                self.there.clear()
                self.works.clear()
    """],
    hints=["A hook of each parameter says when its gradient is there. What do you have to count so that you know that "
           "a bucket is full?",
           "missing[k] begins at len(buckets[k]), and `arrived` takes 1 away. The next bucket to start is number "
           "len(begun): while its missing is 0, start it and append (array, work).",
           "In arrived: sums = parameters_to_vector(the bucket's gradients); begun.append((sums, start(sums))). In "
           "finish, for each: work.wait(); vector_to_parameters(sums / ranks, the gradients); then missing and "
           "begun as in __init__."])


def served(answer, inputs):
    """Fetch from a server and push to it, each after one of both on another; all slopes come in one array."""
    given, slopes, handed = inputs["weights"], np.zeros(2), inputs["weights"].copy()
    server, held, stale = answer(handed, inputs["lr"], inputs["bound"]), {}, []
    handed[:] = 50                                         # whose array it is goes on to use it
    other = answer(-given, 3 * inputs["lr"], 0)
    for what, worker, *gradient in inputs["events"]:
        other.push(np.ones(2), other.fetch()[1])
        if what == "fetch":
            held[worker] = server.fetch()
        else:
            slopes[:] = gradient[0]
            stale.append(server.push(slopes, held[worker][1]))
            if what := what_changed(np.array(gradient[0]), slopes):
                raise Altered(CHANGED.format(name="gradient", what=what, how="work on a copy, or make a new one"))
    weights, versions = zip(*(held[worker] for worker in sorted(held)))
    server.fetch()[0][:] = 70                              # a worker does with its weights what it likes
    return server.fetch()[0], stale, list(weights), handed, list(versions)


class Server:
    def __init__(self, weights, lr, bound):
        self.weights, self.lr, self.bound = weights.copy(), lr, bound
        self.version = 0

    def fetch(self):
        return self.weights.copy(), self.version

    def push(self, gradient, version):
        stale = self.version - version            # steps made since the worker fetched
        if stale <= self.bound:
            self.weights -= self.lr * gradient
            self.version += 1
        return stale


ALONE = [("fetch", 0), ("push", 0, [1.0, 2.0]), ("fetch", 0), ("push", 0, [4.0, 0.0])]
TWO = [("fetch", 0), ("fetch", 1), ("push", 0, [1.0, 2.0]), ("push", 1, [2.0, 2.0])]
LATE = [("fetch", 0), ("fetch", 1), ("push", 1, [1.0, 2.0]), ("fetch", 1), ("push", 1, [2.0, 2.0]), ("fetch", 1),
        ("push", 0, [8.0, 8.0]), ("push", 1, [1.0, 0.0]), ("fetch", 0), ("push", 0, [1.0, 1.0]),
        ("push", 0, [1.0, 1.0])]


def events(bound, program):
    """Arguments of 10.6."""
    return {"weights": row(10, 20), "lr": 0.5, "bound": bound, "events": program}


Exercise("10.6", Server, difficulty=2, points=4, run=served,
    results=("weights at the end", "staleness of each push", "weights that the workers still hold",
             "the array that came from outside", "versions that they hold"),
    cases=[Case("one worker", **events(4, ALONE)), Case("two workers", **events(4, TWO)),
           Case("too stale", **events(0, TWO)), Case("one that comes late", **events(4, LATE)),
           Case("late, and bound 1", **events(1, LATE)), Case("late, and bound 2", **events(2, LATE)),
           Case("late, and no bound", **events(float("inf"), LATE))],
    wrong=[
        Wrong("its own array", "fetch hands out the server's own array, and push changes it: a worker's weights move "
              "while it computes with them, or what a worker writes moves the server's. Hand out a copy.",
              {"return self.weights.copy(), ": "return self.weights, "},
              {"return self.weights.copy(), ": "return self.weights, ", "self.weights -= self.lr * gradient":
               "self.weights = self.weights - self.lr * gradient"},
              example="two workers"),
        Wrong("the array from outside", "The array that was passed in is changed by push. Start from a copy of it.",
              {"weights.copy(), lr, bound": "weights, lr, bound"}, example="one worker"),
        Wrong("not copied", "The server keeps the array that was passed in, and when that is written to later, its "
              "weights change. Start from a copy.",
              {"weights.copy(), lr, bound": "weights, lr, bound", "self.weights -= self.lr * gradient":
               "self.weights = self.weights - self.lr * gradient"}, example="one worker"),
        Wrong("on the class", "Two servers share what they keep: it lies on the class, in a default argument or in a "
              "global, where a second server writes over it. Keep all of it on self.",
              {"self.": "Server."}, {"self.weights": "Server.weights"}, {"self.bound": "Server.bound"},
              {"self.lr": "Server.lr"}, {"self.version": "Server.version"},
              {"self.weights": "Server.weights", "self.version": "Server.version"},
              {"        self.version = 0\n": "", "self.version": "Server.version",
               "class Server:": "class Server:\n    version = 0\n"}, example="one worker"),
        Wrong("counted from the worker", "The version became that of the worker, and one more: with a stale gradient "
              "it goes back. It counts the server's own steps: += 1.",
              {"self.version += 1": "self.version = version + 1"},
              example="one that comes late"),
        Wrong("fetches counted", "The version counts how often weights were fetched. It counts steps: it goes up in "
              "push, when the weights have changed.", {"            self.version += 1\n": "",
              "        return self.weights.copy()":
              "        self.version += 1\n        return self.weights.copy()"}),
        Wrong("never counted", "The version stays 0, so nothing ever looks stale. Each step makes it one more.",
              {"            self.version += 1\n": ""}),
        Wrong("counted when dropped", "A gradient that was dropped counted as a step. The version goes up only when "
              "the weights have changed.", {"            self.version += 1": "        self.version += 1"},
              example="late, and bound 1"),
        Wrong("nothing dropped", "A gradient that is staler than `bound` made a step all the same.",
              {"if stale <= self.bound": "if True"}, example="too stale"),
        Wrong("bound 0 is none", "A bound of 0 was taken for no bound at all. It allows fresh gradients only.",
              {"if stale <= self.bound": "if not self.bound or stale <= self.bound"}, example="too stale"),
        Wrong("a whole bound", "The bound was made a whole number, or counted up to. It may be inf: then no gradient "
              "is too stale. Only compare with it.", {"weights.copy(), lr, bound": "weights.copy(), lr, int(bound)"},
              {"stale <= self.bound": "stale in range(self.bound + 1)"}, example="late, and no bound"),
        Wrong("since the last fetch", "The staleness was counted from the last fetch of anyone. `version` says from "
              "where this worker's counts.", {"return self.weights.copy(), self.version":
                                        "self.fetched = self.version\n        return self.weights.copy(), self.version",
                                        "self.version - version": "self.version - self.fetched"},
              example="one that comes late"),
        Wrong("bound excluded", "A gradient whose staleness is exactly `bound` was dropped. It is allowed.",
              {"stale <= self.bound": "stale < self.bound"}, example="too stale"),
        Wrong("dropped the fresh", "Gradients that are fresh were dropped, and stale ones made a step.",
              {"stale <= self.bound": "stale > self.bound"}),
        Wrong("uphill", "The weights went uphill: subtract lr · gradient.", {"self.weights -=": "self.weights +="}),
        Wrong("no learning rate", "The whole gradient was subtracted. Multiply it by lr.",
              {"self.lr * gradient": "gradient"}),
        Wrong("one too many", "The staleness is one too large: it was counted after the step. A gradient that nobody "
              "came before has staleness 0.", """
            class Server:
                def __init__(self, weights, lr, bound):
                    self.weights, self.lr, self.bound = weights.copy(), lr, bound
                    self.version = 0

                def fetch(self):
                    return self.weights.copy(), self.version

                def push(self, gradient, version):
                    if self.version - version <= self.bound:
                        self.weights -= self.lr * gradient
                        self.version += 1
                        return self.version - version
                    return self.version - version
        """, {"return stale": "return stale + 1"}),
        Wrong("counted before", "The version went up before it was compared, also for a gradient that is dropped. "
              "Compare first; count a step that was made.", {
                  "        stale = self.version - version": "        self.version += 1\n        stale = self.version - "
                  "version", "            self.version += 1\n        return": "        return"}),
        Wrong("weights alone", "fetch gave the weights alone. A worker needs their version too, to bring it back.",
              {"return self.weights.copy(), self.version": "return self.weights.copy()"}),
        Wrong("version first", "fetch gave the version first. The weights come first, then their version.",
              {"return self.weights.copy(), self.version": "return self.version, self.weights.copy()"}),
        Wrong("silent when dropped", "push says nothing of a gradient that is dropped. How stale it was is wanted of "
              "each.", {"        return stale": "            return stale"}, example="too stale"),
        Wrong("backwards", "The staleness is negative: subtract the worker's version from the server's.",
              {"self.version - version": "version - self.version"},
              {"return stale": "return -stale"}),
        Wrong("whether it was used", "push says whether the gradient was used. How stale it was is wanted, as a "
              "number.",
              {"return stale": "return stale <= self.bound"}),
        Wrong("version for staleness", "push returns the version. How stale the gradient was is wanted: the server's "
              "version before the step, minus the worker's.", {"return stale": "return self.version"},
              {"return stale": "return version"}),
        Wrong("says nothing", "push returns nothing. How stale the gradient was is wanted.",
              {"        return stale": "        return"},
              {"return stale": "return None"}),
        Wrong("smaller steps", "A stale gradient made a smaller step. That can be a good idea; here every gradient "
              "that is used makes a whole one.", {"self.lr * gradient": "self.lr * gradient / (1 + stale)"},
              example="two workers"),
    ],
    others=["""
        class Server:
            def __init__(self, weights, lr, bound):
                self.weights, self.lr, self.bound, self.steps = np.array(weights), lr, bound, 0
            def fetch(self):
                return np.array(self.weights), self.steps
            def push(self, gradient, version):
                age = self.steps - version
                if age > self.bound:
                    return age
                self.weights = self.weights - self.lr * gradient
                self.steps = self.steps + 1
                return age
    """, """
        class Server:
            def __init__(self, weights, lr, bound):
                self.history, self.lr, self.bound = [weights.copy()], lr, bound
            def fetch(self):
                return [self.history[-1].copy(), len(self.history) - 1]
            def push(self, gradient, version):
                stale = len(self.history) - 1 - version
                if stale <= self.bound:
                    self.history.append(self.history[-1] - gradient * self.lr)
                return stale
    """],
    hints=["The server counts its steps. What does a worker have to bring back so that the server knows how old its "
           "gradient is?",
           "stale = self.version - version, before the step. fetch returns a copy of the weights, and self.version.",
           "if stale <= self.bound: self.weights -= self.lr * gradient; self.version += 1. Then, used or not: return "
           "stale."])


# What lessons notice in a broken library: {words of the cells needed: {what is wrong: the code that plants it}}
FAULTS = {
    ("from minitorch.learn.ranks import", "digits, unseen = Digits()", '@exercise("10.1")',
     '@exercise("10.2")', "def trained_on("): {
        "a loss that is a sum": """
        plant(mt.nn.functional.cross_entropy, lambda right:
            lambda input, target, *settings: right(input, target) * len(target))""",
        "relu without its slope": 'gradient("relu", lambda right: lambda grad, out, x: grad)',
    },
    ("from minitorch.learn.ranks import", "digits, unseen = Digits()", '@exercise("10.3")',
     '@exercise("10.4")', "def bring("): {
        "memory that is not shared": "mt.Tensor.share_memory_ = lambda self: self",
    },
    ("from minitorch.learn.ranks import", "digits, unseen = Digits()", '@exercise("10.3")', '@exercise("10.4")',
     '@exercise("10.5")', '@exercise("10.7")', "def four_passes("): {
        "a hook that runs twice": """
        once = mt.Tensor.register_post_accumulate_grad_hook
        mt.Tensor.register_post_accumulate_grad_hook = lambda self, hook: once(self, hook) and once(self, hook)""",
    },
    ("from minitorch.learn.ranks import", "digits, unseen = Digits()", "scaling(cluster"): {
        "messages that cost nothing but latency":
            "mt.distributed.scaling.Cluster.message = lambda self, size: self.latency",
        "a ring that is a tree": "mt.distributed.scaling.ring = mt.distributed.scaling.tree",
    },
}
