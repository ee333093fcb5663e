"""Lesson 5, a test to write: which of six loaders is right."""

import numpy as np

from ..record import Case, Exercise, Misconception


class Loader:
    """Batches of x and y in a new order each pass; the settings give the faulty versions."""

    def __init__(self, x, y, size, generator, lost=False, apart=False, again=False, fixed=False):
        self.x, self.y, self.size, self.generator = x, y, size, generator
        self.lost, self.apart, self.again, self.fixed = lost, apart, again, fixed
        self.order = generator.permutation(len(x))

    def __iter__(self):
        n = len(self.x)
        order = self.order if self.fixed else self.generator.permutation(n)
        if self.again:
            order = self.generator.integers(n, size=n)
        labels = self.generator.permutation(n) if self.apart else order
        for start in range(0, n - self.size + 1 if self.lost else n, self.size):
            yield self.x[order[start:start + self.size]], self.y[labels[start:start + self.size]]


def version(name, **settings):
    """A maker of loaders, called as make(x, y, size, generator)."""
    def make(x, y, size, generator):
        return Loader(x, y, size, generator, **settings)
    make.__name__ = name.replace(" ", "_")
    return make


def only_once(x, y, size, generator):
    return iter(list(Loader(x, y, size, generator)))


VERSIONS = {
    "right": version("right"),
    "loses the tail": version("loses the tail", lost=True),
    "labels apart": version("labels apart", apart=True),
    "draws again": version("draws again", again=True),
    "always one order": version("always one order", fixed=True),
    "only once": only_once,
}


def passes(make, n=50, size=8, epochs=2):
    """The samples, as lists, of each pass of a loader over 0 … n − 1 with labels ten times as large."""
    x = np.arange(n)
    loader = make(x, 10 * x, size, np.random.default_rng(0))
    found = []
    for _ in range(epochs):
        batches = list(loader)
        found.append([np.concatenate([b[i] for b in batches]).tolist() if batches else [] for i in (0, 1)])
    return found


def each_once(found, n=50):
    return all(sorted(x) == list(range(n)) for x, _ in found)


def together(found):
    return all(y == [10 * i for i in x] for x, y in found)


def thorough(make):
    """What 5.8 asks for."""
    found = passes(make)
    return each_once(found) and together(found) and found[0] != found[1]


def even(make):
    found = passes(make, 48)
    return each_once(found, 48) and together(found) and found[0] != found[1]


def one_pass(make):
    found = passes(make, epochs=1)
    return each_once(found) and together(found)


def pictures_only(make):
    found = passes(make)
    return each_once(found) and found[0][0] != found[1][0]


def counts(make):
    return len(passes(make, epochs=1)[0][0]) == 50


def same_order_wanted(make):
    return passes(make)[0][0] == list(range(50))


def said(answer, inputs):
    """What a test says; one that stops at an assertion, or finds nothing to look at, says no."""
    try:
        return bool(answer(inputs["make"]))
    except (AssertionError, ValueError, IndexError, StopIteration):
        return False


Exercise(
    "5.8", "test_loader", difficulty=2, points=2, reference=thorough, run=said,
    cases=[Case(name, make=make) for name, make in VERSIONS.items()],
    misconceptions=[
        Misconception("accepts all", "All six loaders pass, the five faulty ones with them. What would your test have "
                                     "to see to say no?", rule=lambda make: True),
        Misconception("accepts none", "The right loader is refused as well. It shuffles: do you wait for the samples "
                                      "in the order you gave them?", rule=(lambda make: False, same_order_wanted)),
        Misconception("counts only", "The number of samples is right even where some come twice, or with another's "
                                     "label. Look at which they are: sort them.", rule=counts),
        Misconception("x only", "The labels have wandered to other samples, and your test looks at x alone. Choose y "
                                "so that it can be told from x.", rule=pictures_only),
        Misconception("no tail", "The loader that loses the tail passes: with a number of samples that the size "
                                 "divides, there is none to lose.", rule=even),
        Misconception("one epoch", "Two of the faults show in the second epoch only: the same order again, or nothing "
                                   "at all. Go through the loader twice.", rule=one_pass),
    ],
    hints=["x = np.arange(50), y = 10 * x: now each label says whose it is.",
           "A size that does not divide 50; two passes; then three questions: is each there once, with its own label, "
           "and is the second order another?",
           "xs = np.concatenate([x for x, y in loader]), the same for ys; sorted(xs.tolist()) == list(range(50)); "
           "(ys == 10 * xs).all(); a second pass of which xs differ."])
