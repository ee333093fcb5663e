"""Lesson 5, honest numbers: pictures brought to one scale without looking at the test, and a model measured."""

import numpy as np

from ...data import DataLoader
from ...engine import is_grad_enabled, no_grad
from ...nn import CrossEntropyLoss, Dropout, Module
from ...tensors import tensor
from ...train import evaluate
from ..compare import same
from ..record import Case, Exercise, Misconception
from .lesson_1 import complain
from .lesson_5_loop import number


def scaled(center, spread):
    """A Normalise from rules for its centre and its spread; each is given what was fitted and what is asked."""
    class Normalise:
        def __init__(self, images):
            self.images = images

        def __call__(self, images):
            return (images - center(self.images, images)) / spread(self.images, images)
    return Normalise


def mean(fitted, asked):
    return fitted.mean(axis=0)


def std(fitted, asked):
    spread = fitted.std(axis=0)
    return np.where(spread == 0, 1.0, spread)


def plain_std(fitted, asked):
    return fitted.std(axis=0)


def whole_numbers(fitted, asked):
    """The mean in the images' own type: of whole numbers a whole number, and 0 − 1 is 255."""
    return fitted.mean(axis=0).astype(fitted.dtype)


def of_each(measure):
    """A measure of each image by itself."""
    return lambda fitted, asked: measure(asked.reshape(len(asked), -1)).reshape(-1, *[1] * (asked.ndim - 1))


def flat(images):
    return images.reshape(len(images), -1)


def column(*values):
    return np.array(values, float)[:, None]


def changes_pictures(answer):
    """Whether the pictures that it is given are others afterwards."""
    fitted, images = column(0, 2), column(3, 4)
    answer(fitted)(images)
    return not (np.array_equal(fitted, column(0, 2)) and np.array_equal(images, column(3, 4)))


COUNTS = np.array([[0], [2]], np.uint8)
DEAD = np.array([[5.0, 0], [5.0, 2]])
UNEQUAL = {"fitted": np.array([[0.0, 4], [4, 0], [2, 2]]), "images": np.array([[4.0, 8], [1, 2]])}
SQUARES = np.arange(12.0).reshape(3, 2, 2) ** 2

Exercise(
    "5.4", "Normalise", difficulty=2, points=3, kind="class", reference=scaled(mean, std),
    run=lambda answer, inputs: answer(inputs["fitted"])(inputs["images"]),
    cases=[Case("whole numbers", fitted=COUNTS, images=COUNTS),
           Case("a single new image", fitted=column(0, 2), images=column(3)),
           Case("a pixel that never changes", fitted=DEAD, images=DEAD),
           Case("and then does", fitted=DEAD, images=np.array([[6.0, 1]])),
           Case("a spread under 1", fitted=column(0, 1), images=column(0, 1)),
           Case("a bright and a dim one", **UNEQUAL),
           Case("squares of pixels", fitted=SQUARES, images=SQUARES[::-1])],
    misconceptions=[
        Misconception("nan", "A pixel that is the same in all images has a spread of 0, and 0/0 is nan: one nan, and "
                             "every weight is nan a step later. Where the spread is 0, divide by 1.",
                      rule=scaled(mean, plain_std), example=Case("", fitted=DEAD, images=DEAD)),
        Misconception("a tiny number added", "A tiny number keeps it from nan, but the first image with ink in a pixel "
                                             "that never had any becomes a hundred million there. Where the spread is "
                                             "0, divide by 1.",
                      rule=tuple(scaled(mean, lambda fitted, asked, e=e: fitted.std(axis=0) + e)
                                 for e in (1e-8, 1e-7, 1e-9, 1e-10, 1e-12)) + tuple(
                          scaled(mean, lambda fitted, asked, e=e: np.maximum(fitted.std(axis=0), e))
                          for e in (1e-8, 1e-7, 1e-9, 1e-10, 1e-12)),
                      example=Case("", fitted=DEAD, images=np.array([[6.0, 1]]))),
        Misconception("spread under 1", "A spread under 1 is a spread too; only exactly 0 is replaced.",
                      rule=scaled(mean, lambda fitted, asked: np.maximum(fitted.std(axis=0), 1)),
                      example=Case("", fitted=column(0, 1), images=column(0, 1))),
        Misconception("one mean for all", "One mean and one spread for the whole picture: each pixel has its own, "
                                          "mean(axis=0) and std(axis=0).",
                      rule=(scaled(lambda fitted, asked: fitted.mean(), lambda fitted, asked: fitted.std()),
                            scaled(lambda fitted, asked: fitted.mean(), std),
                            scaled(mean, lambda fitted, asked: fitted.std())),
                      example=Case("", fitted=DEAD, images=DEAD)),
        Misconception("divided by n − 1", "The squares were divided by n − 1 (ddof=1), which guesses at pictures that "
                                          "are not there. The spread of these is images.std(axis=0).",
                      rule=tuple(scaled(mean, lambda fitted, asked, zero=zero: zero(fitted.std(axis=0, ddof=1)))
                                 for zero in (lambda s: np.where(s == 0, 1.0, s), lambda s: s))),
        Misconception("flattened once", "The pictures in __init__ were flattened, and those in __call__ were not, so "
                                        "they do not fit. mean(axis=0) takes any shape: flatten neither.",
                      rule=scaled(lambda fitted, asked: mean(flat(fitted), asked),
                                  lambda fitted, asked: std(flat(fitted), asked)),
                      example=Case("", fitted=SQUARES, images=SQUARES[::-1])),
        Misconception("measured anew", "Mean and spread were measured on the images it was called with. A single one "
                                       "becomes 0, whatever it shows, and a test set tells about itself. Measure once, "
                                       "in __init__.",
                      rule=scaled(lambda fitted, asked: mean(asked, asked), lambda fitted, asked: std(asked, asked)),
                      example=Case("", fitted=column(0, 2), images=column(3))),
        Misconception("each image by itself", "Every image was brought to mean 0 by itself, so a bright and a dim one "
                                              "come out alike. Measure each pixel over all images: axis=0.",
                      rule=(scaled(of_each(lambda x: x.mean(axis=1)),
                                   of_each(lambda x: np.where(x.std(axis=1) == 0, 1.0, x.std(axis=1)))),
                            scaled(of_each(lambda x: x.mean(axis=1)), of_each(lambda x: x.std(axis=1)))),
                      example=Case("", **UNEQUAL)),
        Misconception("0 − 1 = 255", "The pixels are whole numbers without a sign, and so was the mean: there 0 − 1 is "
                                     "255, and black becomes white. Keep mean and spread as floats.",
                      rule=scaled(whole_numbers, std)),
        Misconception("variance", "It was divided by the variance, which is in squared units. Its root, the standard "
                                  "deviation, is in the units of the pixels.",
                      rule=scaled(mean, lambda fitted, asked: std(fitted, asked) ** 2)),
        Misconception("in place", "images -= … changes the pictures that were given, and bytes cannot become floats in "
                                  "place. Make a new array: (images - self.mean) / self.std.", probe=changes_pictures),
    ],
    probes=[complain(changes_pictures, "The pictures that were given are changed.")],
    hints=["Two lines in __init__, one in __call__. What may __call__ look at?",
           "images.mean(axis=0) and images.std(axis=0): a number for each pixel. Some of the second are 0.",
           "self.std[self.std == 0] = 1 in __init__; (images - self.mean) / self.std in __call__."])


class Recording(Module):
    """Passes scores on, through dropout of everything; notes whether the graph was growing."""

    def __init__(self):
        super().__init__()
        self.dropout, self.recorded = Dropout(1.0), []

    def forward(self, scores):
        self.recorded.append(is_grad_enabled())
        return self.dropout(scores)


def measured(answer, inputs):
    """Loss and accuracy as they come, the model's mode afterwards, and whether a graph grew."""
    model = Recording().train(inputs["training"])
    scores, targets = tensor(np.array(inputs["scores"], float)), tensor(inputs["targets"])
    loader = DataLoader(list(zip(scores, targets)), batch_size=2)
    loss, accuracy = answer(model, loader, CrossEntropyLoss())
    return loss, accuracy, "training" if model.training else "eval", any(model.recorded)


def in_numbers(answer, inputs):
    loss, accuracy, mode, _ = measured(answer, inputs)
    return number(loss), number(accuracy), mode


def judged(model, loader, loss_of, training=False, restore=True, batchwise=False, dim=1, twice=False):
    """What 5.6 asks for; the settings make its usual mistakes."""
    mode, losses, shares, counts = model.training, [], [], []
    model.train(training)
    with no_grad():
        for inputs, targets in loader:
            scores = model(inputs)
            losses.append(loss_of(scores, targets).item())
            shares.append((scores.argmax(dim) == targets).sum().item() / len(targets))
            counts.append(len(targets))
            losses[-1] /= len(targets) if twice else 1
    if restore is not None:
        model.train(mode if restore else True)
    weights = np.ones(len(counts)) if batchwise else np.array(counts)
    return float(np.average(losses, weights=weights)), float(np.average(shares, weights=weights))


def grows(answer):
    """Whether the graph is recorded while an answer measures, or comes back with the numbers."""
    loss, accuracy, _, recorded = measured(answer, {"scores": [[2, 0]], "targets": [0], "training": True})
    return recorded or any(getattr(value, "requires_grad", False) for value in (loss, accuracy))


def as_dict(mine):
    """5.6, as the library's: a default loss, and a dict."""
    def for_the_library(model, loader, loss_of=None):
        if hasattr(loader, "__len__") and not len(loader):
            return evaluate.library(model, loader, loss_of)
        loss, accuracy = mine(model, loader, loss_of or CrossEntropyLoss())
        return {"loss": float(loss), "accuracy": float(accuracy)}
    return for_the_library


def looks_like(*parts, of=(True, False), **settings):
    """A probe: one of these parts of the result (0 loss, 1 share, 2 mode) is as the wrong settings have it.

    Each part is looked at for itself, so that one slip is recognised beside another; with `of`, only in models
    that come in that mode.
    """
    def wrong(model, loader, loss_of):
        return judged(model, loader, loss_of, **settings)

    def probe(answer):
        cases = [inputs for inputs in TRIED if inputs["training"] in of]
        mine, as_wrong, right = ([in_numbers(rule, inputs) for inputs in cases] for rule in (answer, wrong, judged))
        return any(same([m[part] for m in mine], [w[part] for w in as_wrong], 1e-3)
                   and not same([w[part] for w in as_wrong], [r[part] for r in right], 1e-3) for part in parts)
    return probe


THREE = {"scores": [[1, 3], [0, 2], [2, 0]], "targets": [1, 1, 1]}
TWO = {"scores": [[1, 3], [0, 2]], "targets": [1, 1]}
TRIED = [TWO | {"training": True}, THREE | {"training": True}, THREE | {"training": False}]

Exercise(
    "5.6", "evaluate", difficulty=2, points=3, piece=lambda: evaluate, adapt=as_dict, reference=judged,
    run=in_numbers, close=1e-3,
    cases=[Case(name, **inputs)
           for name, inputs in zip(("two samples", "three, two at a time", "a model at rest"), TRIED)],
    misconceptions=[
        Misconception("dropout live", "Dropout was on while it was measured: this one drops everything, so that the "
                                      "model only guesses. model.eval() first.",
                      probe=looks_like(0, of=[True], training=True)),
        Misconception("mean of means", "Three samples, two at a time: the last batch holds one, and it was counted as "
                                       "much as the other two together. Add up over samples, divide at the end.",
                      probe=looks_like(0, 1, batchwise=True), example=Case("", **THREE, training=True)),
        Misconception("batch losses over samples", "The loss of a batch is a mean already. Times its size first, "
                                                   "loss.item() * len(targets), then add up, then divide by all.",
                      probe=looks_like(0, twice=True)),
        Misconception("mode not restored", "The model came in training and is handed back in eval mode: whoever trains "
                                           "on goes on without dropout, and nothing says so.",
                      probe=looks_like(2, restore=None)),
        Misconception("always training", "The model came at rest, in eval mode, and was handed back in training. Put "
                                         "back what was found: mode = model.training.",
                      probe=looks_like(2, restore=False), example=Case("", **THREE, training=False)),
        Misconception("along the batch", "The highest score was looked for along the batch: argmax(0) says which "
                                         "sample is best for a class. Classes lie along dimension 1.",
                      probe=looks_like(1, dim=0)),
        Misconception("graph kept", "The graph was recorded, though nobody walks back through it: with each batch that "
                                    "is held, memory grows. Measure under no_grad, and keep numbers: .item().",
                      probe=grows),
    ],
    probes=[complain(grows, "A graph is recorded while it measures.")],
    hints=["Four things around the loop: remember the mode, switch to eval, no graph, put the mode back.",
           "In the loop add up three numbers: the batch's loss times its size, how many are right, the size.",
           "right += (scores.argmax(1) == targets).sum().item(); at the end return loss / count, right / count."])
