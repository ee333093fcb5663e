"""Lesson 3, its last exercises: a network to mend, a test to write."""

from ... import nn
from ...engine import no_grad
from ...nn import functional as F
from ...ops.loss.softmax import softmax as library_softmax
from ..record import Case, Exercise, Misconception
from .lesson_3 import floats
from .lesson_3_scores import row_max

SIDE, CHANNELS = 8, 8                    # of the digits; of FullBasicModel's convolution
FLAT = CHANNELS * (SIDE - 2) ** 2


def model_of(forward, hidden=False):
    """A FullBasicModel with the given forward(self, x), for the reference and its mistakes."""
    def __init__(self):
        nn.Module.__init__(self)
        conv, fc = nn.Conv2d(1, CHANNELS, 3), nn.Linear(FLAT, 10)
        if hidden:
            self.layers = [conv, fc]
        else:
            self.conv, self.fc = conv, fc
    return type("FullBasicModel", (nn.Module,), {"__init__": __init__, "forward": forward})


def images(rng, count=3):
    """Noise of the digits' size, above and below 0."""
    return floats(rng.standard_normal((count, 1, SIDE, SIDE)).tolist())


def answers_of(Model, inputs):
    """Its parameters' names, and what cross_entropy reads out of its answers, at weights that are given."""
    import numpy as np
    rng = np.random.default_rng(inputs["weights"])
    model = Model().double()
    with no_grad():
        for _, p in sorted(model.named_parameters()):
            p.copy_(floats((0.3 * rng.standard_normal(tuple(p.shape))).tolist()))
        scores = model(images(rng, inputs["images"]))
    return [name for name, _ in model.named_parameters()], F.log_softmax(scores, dim=1).numpy().round(6)


def hides_its_layers(Model):
    """Whether layers are kept where no walk finds them."""
    return not list(Model().parameters())


def slide(self, x):
    return self.fc(self.conv(x).flatten(1))


def mended(self, x):
    return self.fc(F.relu(self.conv(x)).flatten(1))


def then(forward, last):
    return lambda self, x: last(forward(self, x))


def chances(scores, dim=1):
    return F.softmax(scores, dim=dim)


Exercise(
    "3.7", "FullBasicModel", difficulty=2, points=2, kind="class", reference=model_of(mended), run=answers_of,
    results=("its parameters", "log softmax of what it gives"),
    cases=[Case("three images", weights=0, images=3), Case("a single one", weights=1, images=1)],
    misconceptions=[
        Misconception("as on the slide", "fc is still given t1, from before relu: t2 is computed and thrown away. Two "
                                         "layers without a bend between them are one layer. Nothing complains, for t1 "
                                         "and t2 have the same shape.",
                      rule=(model_of(slide), model_of(then(slide, chances)),
                            model_of(then(slide, lambda scores: chances(scores, 0))))),
        Misconception("softmax stays", "The relu is in its place. But cross_entropy applies softmax itself (3.4), so "
                                       "the network should end in scores: with softmax twice, a sure answer still "
                                       "costs 1.46.", rule=model_of(then(mended, chances))),
        Misconception("softmax down the batch", "dim=0 lets the images of a batch compete for each digit. Classes "
                                                "compete, dim=1; and cross_entropy does that itself.",
                      rule=model_of(then(mended, lambda scores: chances(scores, 0)))),
        Misconception("relu at the end", "relu stands behind fc now: scores below 0 are silenced, and between the two "
                                         "layers there is still no bend.", rule=model_of(then(slide, F.relu))),
        Misconception("relu in front", "relu stands in front of the convolution: it looks at the image, which is never "
                                       "below 0, and not at what the convolution found.",
                      rule=model_of(lambda self, x: slide(self, F.relu(x)))),
        Misconception("a plain list", "parameters() is empty: layers in a Python list are not noticed, so an optimiser "
                                      "would never move them. Assign them to self, or use nn.ModuleList.",
                      probe=hides_its_layers),
    ],
    hints=["Follow the names: which of t1, t2, t3 is used how often?",
           "t2 is made and never read. And what does the loss do with what comes out of forward?",
           "t3 = self.fc(t2.flatten(1)), then return t3: scores, not probabilities."])


def exponentials(x, top, total, base=None):
    x = x - top(x)
    e = x.exp() if base is None else base ** x
    return e / total(e)


def row_sum(e):
    return e.sum(dim=1, keepdim=True)


def right(x):
    return library_softmax.function(x, dim=1)


def overflows(x):
    return exponentials(x, lambda x: 0.0, row_sum)


def columns(x):
    return exponentials(x, lambda x: x.amax(dim=0, keepdim=True), lambda e: e.sum(dim=0, keepdim=True))


def whole_matrix(x):
    return exponentials(x, lambda x: x.max(), lambda e: e.sum())


def powers_of_two(x):
    return exponentials(x, row_max, row_sum, base=2.0)


def edits_its_input(x):
    x -= row_max(x)
    return exponentials(x, lambda x: 0.0, row_sum)


VERSIONS = {"right": right, "overflows": overflows, "columns": columns, "whole matrix": whole_matrix,
            "powers of two": powers_of_two, "edits its input": edits_its_input}


def looks_at(*laws):
    """A test of some of the laws that a softmax keeps."""
    return lambda softmax: all(LAWS[law](softmax) for law in laws)


def near(a, b):
    return bool(((a - b).abs() < 1e-6).all())


def rows_sum_to_1(softmax):
    return near(softmax(floats([[1.0, 2.0, 4.0], [0.0, -1.0, 3.0]])).sum(dim=1), 1.0)


def one_row_sums_to_1(softmax):
    return near(softmax(floats([[1.0, 2.0, 4.0]])).sum(dim=1), 1.0)


def ratios(softmax):
    """A score larger by 1 is e times as likely."""
    p = softmax(floats([[1.0, 2.0]]))
    return near(p[:, 1], 2.718281828459045 * p[:, 0])


def large_scores(softmax):
    return near(softmax(floats([[1000.0, 0.0]])), floats([[1.0, 0.0]]))


def leaves_its_input(softmax):
    x = floats([[1.0, 2.0]])
    softmax(x)
    return near(x, floats([[1.0, 2.0]]))


def decision(answer, inputs):
    """What a test says of one softmax: True or False; None where it says nothing."""
    said = answer(inputs["softmax"])
    return None if said is None else bool(said)


LAWS = {"sums": rows_sum_to_1, "one row": one_row_sums_to_1, "ratios": ratios, "large": large_scores,
        "input": leaves_its_input}

Exercise(
    "3.8", "test_softmax", difficulty=2, points=2, apart=True, reference=looks_at("sums", "ratios", "large", "input"),
    run=decision,
    cases=[Case(name, softmax=version) for name, version in VERSIONS.items()],
    misconceptions=[
        Misconception("accepts all", "All six pass your test, the five faulty ones among them. What could make it say "
                                     "False?", rule=lambda softmax: True),
        Misconception("says nothing", "Your test gave None: return True or False.", rule=lambda softmax: None),
        Misconception("accepts none", "The right softmax fails your test as well. 0.1 + 0.2 is not quite 0.3: compare "
                                      "with mt.allclose, not with ==. (And is what you compare with right itself? The "
                                      "textbook's formula gives nan for large scores.)", rule=lambda softmax: False),
        Misconception("sums only", "Whatever is divided by its sum sums to 1: that law alone lets powers of two pass, "
                                   "overflow, and the one that edits its input.", rule=looks_at("sums")),
        Misconception("as in the textbook", "Against the textbook's formula, with scores that it can bear, two faults "
                                            "are not to be seen: try large scores, and look at x again after the call.",
                      rule=looks_at("sums", "ratios")),
        Misconception("small scores", "The version without protection passes: your scores are too small for it. Try "
                                      "1000.", rule=looks_at("sums", "ratios", "input")),
        Misconception("one row", "With a single row, a sum over the whole matrix is the row's sum. Give it two rows.",
                      rule=looks_at("one row", "ratios", "large", "input")),
        Misconception("ratio not looked at", "Powers of two pass: positive, summing to 1, and wrong. Work one "
                                             "probability out by hand, or look at the ratio of two: e for each unit of "
                                             "difference.", rule=looks_at("sums", "large", "input")),
        Misconception("never looks back", "The version that changes its input passes. Look at x again after the call.",
                      rule=looks_at("sums", "ratios", "large")),
    ],
    hints=["What must hold of softmax, whatever the scores? Write down four laws.",
           "Rows sum to 1, for two different rows; [0, 1] gives ratio e; [1000, 0] gives [1, 0]; x is as it was.",
           "One matrix may do for several: p = softmax(x); mt.allclose(p.sum(dim=1), mt.ones(2)); and so on, joined by "
           "`and`."])
