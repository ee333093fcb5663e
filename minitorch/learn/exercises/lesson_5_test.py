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


def version(letter, once=False, **settings):
    """A maker of loaders, called as make(x, y, size, generator); its name does not say what is wrong with it."""
    def make(x, y, size, generator):
        loader = Loader(x, y, size, generator, **settings)
        return iter(list(loader)) if once else loader
    make.__name__ = make.__qualname__ = f"loader_{letter}"
    return make


VERSIONS = {
    "loses the tail": version("A", lost=True),
    "only once": version("B", once=True),
    "right": version("C"),
    "labels apart": version("D", apart=True),
    "always one order": version("E", fixed=True),
    "draws again": version("F", again=True),
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


def counts(make):
    return len(passes(make, epochs=1)[0][0]) == 50


def said(answer, inputs):
    """What a test says; one that stops at an assertion, or finds nothing to look at, says no."""
    try:
        return bool(answer(inputs["make"]))
    except (AssertionError, ValueError, IndexError, StopIteration):
        return False


def accepts(*names, wanted=True):
    """A probe: whether a test says yes to all these loaders; with wanted=False, no."""
    return lambda answer: all(said(answer, {"make": VERSIONS[name]}) is wanted for name in names)


Exercise(
    "5.8", "test_loader", difficulty=2, points=2, reference=thorough, run=said,
    cases=[Case(name, make=make) for name, make in VERSIONS.items()],
    misconceptions=[
        Misconception("accepts all", "All six loaders pass, the five faulty ones with them. What would your test have "
                                     "to see to say no?", rule=lambda make: True),
        Misconception("accepts none", "The right loader is refused as well. It shuffles: do you wait for the samples "
                                      "in the order you gave them?", probe=accepts("right", wanted=False),
                      example=Case("", make=VERSIONS["right"])),
        Misconception("counts only", "The number of samples is right even where some come twice, or with another's "
                                     "label. Look at which they are: sort them.", rule=counts),
        Misconception("nothing counted", "Two loaders pass in which samples are missing. Add up what came: is each "
                                         "sample there?", probe=accepts("loses the tail", "draws again"),
                      example=Case("", make=VERSIONS["loses the tail"])),
        Misconception("x only", "The labels have wandered to other samples, and your test looks at x alone. Choose y "
                                "so that it can be told from x.", probe=accepts("labels apart"),
                      example=Case("", make=VERSIONS["labels apart"])),
        Misconception("number, not which", "Some came twice and others never, and your test says yes: compare the "
                                           "sorted samples, not their number.", probe=accepts("draws again"),
                      example=Case("", make=VERSIONS["draws again"])),
        Misconception("no tail", "The loader that loses the tail passes. Where the size divides the number of samples, "
                                 "there is none to lose; where it does not, ask whether each sample is there.",
                      probe=accepts("loses the tail"), example=Case("", make=VERSIONS["loses the tail"])),
        Misconception("one epoch", "Two of the faults show in the second epoch only: the same order again, or nothing "
                                   "at all. Go through the loader twice, and compare.",
                      probe=lambda answer: any(accepts(name)(answer) for name in ("always one order", "only once"))),
    ],
    hints=["x = np.arange(50), y = 10 * x: now each label says whose it is.",
           "A size that does not divide 50; two passes; then three questions: is each there once, with its own label, "
           "and is the second order another?",
           "xs = np.concatenate([x for x, y in loader]), the same for ys; sorted(xs.tolist()) == list(range(50)); "
           "(ys == 10 * xs).all(); a second pass of which xs differ."])
