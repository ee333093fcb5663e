"""Lesson 5, a test to write: which of six loaders is right."""

import numpy as np

from ..record import Case, Exercise, Misconception, in_two


class Loader:
    """Batches of x and y; which samples a batch holds, and which labels, is said elsewhere.

    places_of   places_of(passes before, size, a first order, an order for this pass) gives [(samples, labels), …]
    """

    def __init__(self, x, y, size, generator, places_of):
        self.x, self.y, self.size, self.generator, self.places_of = x, y, size, generator, places_of
        self.passes, self.first = 0, generator.permutation(len(x))

    def __iter__(self):
        order = self.generator.permutation(len(self.x))
        places = self.places_of(self.passes, self.size, self.first, order)
        self.passes += 1
        for samples, labels in places:
            yield self.x[samples], self.y[labels]


def loading(places_of):
    """make(x, y, size, generator), as 5.8 is given it."""
    def make(x, y, size, generator):
        return Loader(x, y, size, generator, places_of)
    return make


def version(letter, once=False, lost=False, apart=False, again=False, fixed=False):
    """A maker of loaders; the settings give the faulty versions, and neither name nor looks say which it is."""
    def places_of(passes, size, first, order):
        n, rng = len(order), np.random.default_rng(order)
        samples = first if fixed else rng.integers(n, size=n) if again else order
        labels = rng.permutation(n) if apart else samples
        starts = range(0, 0 if once and passes else n - size + 1 if lost else n, size)
        return [(samples[start:start + size], labels[start:start + size]) for start in starts]
    return in_two(f"loader_{letter}", loading, lambda: places_of)


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
    "5.8", "test_loader", difficulty=2, points=2, reference=thorough, run=said, apart=True,
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
