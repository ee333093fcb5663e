"""Lesson 4, its last exercises: a training loop to mend, a test that tells optimisers apart."""

from itertools import count
from math import cos, pi

import numpy as np

from ... import tensors
from ...dtypes import float64
from ...engine import no_grad
from ...nn.utils import clip_grad_norm_
from ...optim import SGD, Optimizer
from ...optim.lr_scheduler import CosineAnnealingLR
from ..compare import numbers, plain
from ..record import Case, Exercise, Misconception, in_two
from .lesson_4 import leaf


def mended(params, loss_of, batches, epochs, lr):
    """What 4.7 should do."""
    optimizer, losses = SGD(params, lr=lr, momentum=0.9), []
    falling = CosineAnnealingLR(optimizer, epochs * len(batches))
    for _ in range(epochs):
        for batch in batches:
            optimizer.zero_grad()
            loss = loss_of(batch)
            loss.backward()
            clip_grad_norm_(params, 1.0)
            optimizer.step()
            falling.step()
            losses.append(loss.item())
    return losses


def fitted(answer, inputs):
    """The losses, and where the parameters end."""
    w = leaf(inputs["start"])
    losses = answer([w], inputs["loss_of"](w), inputs["batches"], inputs["epochs"], inputs["lr"])
    numeric = None if losses is None else numbers(plain(losses))
    return losses if numeric is None else numeric, w.detach().numpy().copy()


def towards(w):
    """(w − batch)², summed"""
    return lambda batch: ((w - batch) ** 2).sum()


def gently_towards(w):
    """(w − batch)² / 10, summed"""
    return lambda batch: ((w - batch) ** 2).sum() / 10


SLOPES = 0.1, 0.2, 5.0                  # of the three batches of an epoch
COSINE = [0.25 * (1 + cos(pi * step / 6)) for step in range(6)]      # the rates of two epochs


def watched(answer):
    """(optimiser, rate, slope) at each step of an answer, in two epochs of three batches whose slopes are known."""
    seen = []

    def noted(self, closure=None):
        group = self.param_groups[0]
        p = group["params"][0]
        seen.append((self, group["lr"], 0.0 if p.grad is None else p.grad.item()))
        return Optimizer.step(self, closure)
    SGD.step = noted
    try:
        w = leaf([1.0])
        answer([w], lambda slope: (slope * w).sum(), list(SLOPES), 2, 0.5)
    finally:
        del SGD.step
    return seen


def slip(sign):
    """A probe for a sign of a slip: a function of the optimisers, rates and slopes of all steps."""
    def probe(answer):
        return bool(sign(*zip(*watched(answer))))
    return probe


def begun_again(made, rates, slopes):
    return np.allclose(rates[:3], COSINE[:3]) and not np.allclose(rates, COSINE)


def stale(made, rates, slopes):
    return abs(slopes[1] - SLOPES[1]) > 1e-6 and slopes[1] != 0


EPOCHS = Case("", start=[1.0], loss_of=gently_towards, batches=[0.0, 0.5], epochs=3, lr=0.5)
STEEP = Case("", start=[3.0, 4.0], loss_of=towards, batches=[0.0, 1.0], epochs=2, lr=0.5)

Exercise(
    "4.7", "fit", difficulty=2, points=2, reference=mended, run=fitted, results=("losses", "weights in the end"),
    cases=[Case("one epoch", start=[1.0], loss_of=gently_towards, batches=[0.0, 0.0, 0.0], epochs=1, lr=0.5),
           Case("three epochs", start=[1.0], loss_of=gently_towards, batches=[0.0, 0.5], epochs=3, lr=0.5),
           Case("steep", start=[3.0, 4.0], loss_of=towards, batches=[0.0, 1.0], epochs=2, lr=0.5)],
    misconceptions=[
        Misconception("made anew", "More than one optimiser is made: in every epoch the velocity is forgotten. Make it "
                                   "once, before the loops, and the schedule with it.",
                      probe=slip(lambda made, rates, slopes: len({id(each) for each in made}) > 1), example=EPOCHS),
        Misconception("schedule anew", "In the first epoch the rates are right, in the second the cosine begins anew: "
                                       "the schedule is made again. Make it once, where the optimiser is made.",
                      probe=slip(begun_again),
                      example=EPOCHS),
        Misconception("schedule first", "The schedule steps before the optimiser, so the first rate is never used and "
                                        "the last step has a rate of 0. Step it last.",
                      probe=slip(lambda made, rates, slopes: rates[0] < 0.5 - 1e-9)),
        Misconception("schedule by epochs", "The schedule was made for all batches, but the rate stays the same from "
                                            "one batch to the next, so it hardly falls. Step it after every batch.",
                      probe=slip(lambda made, rates, slopes: rates[0] == rates[1]), example=EPOCHS),
        Misconception("not clipped", "The step was taken with the full gradient. After the step it is too late to "
                                     "clip, and before backward there is nothing yet.",
                      probe=slip(lambda made, rates, slopes: abs(slopes[2]) > 1.001), example=STEEP),
        Misconception("never emptied", "Gradients of earlier batches are still in .grad, for backward adds to it: "
                                       "zero_grad() stands before backward, in every step.", probe=slip(stale)),
        Misconception("emptied too late", "zero_grad() stands between backward and step, so no step has a gradient "
                                          "and nothing moves.",
                      probe=slip(lambda made, rates, slopes: not any(slopes))),
        Misconception("rate by hand", "The rates are not those of the cosine over epochs · len(batches) steps, from lr "
                                      "down. Print optimizer.param_groups[0][\"lr\"] at every step.",
                      probe=slip(lambda made, rates, slopes: not np.allclose(rates, COSINE))),
    ],
    hints=["Three slips, four lines to move. Print optimizer.param_groups[0][\"lr\"] at every step.",
           "What is made once? What must happen between backward and step, and what after it?",
           "Optimiser and schedule before the loops. In a step: zero_grad, loss, backward, clip, optimizer.step, "
           "schedule.step."])


class Stepping(Optimizer):
    """An optimiser whose steps are worked out elsewhere: steps_of(its number, group, lr, slopes), one a parameter."""

    def __init__(self, params, lr, number, steps_of):
        super().__init__(params, {"lr": lr})
        self.number, self.steps_of = number, steps_of

    def step(self, closure=None):
        for place, group in enumerate(self.param_groups):
            slopes = [None if p.grad is None else p.grad.numpy() for p in group["params"]]
            for p, step in zip(group["params"], self.steps_of(self.number, place, float(group["lr"]), slopes)):
                if step is not None:
                    with no_grad():
                        p -= tensors.tensor(step, dtype=p.dtype)


def stepping(steps_of):
    """make(params, lr), as 4.8 is given it."""
    numbers = count()
    def make(params, lr):
        return Stepping(params, lr, next(numbers), steps_of)
    return make


def momentum(fault=None):
    """SGD with momentum 0.9, as a student might write it; `fault` is one of its usual mistakes."""
    def begin():
        kept: dict = {}                                    # the velocities, of all optimisers of one making
        def steps_of(number, group, lr, slopes):
            steps: list = [None] * len(slopes)
            for place, slope in enumerate(slopes[:1 if fault == "first only" else None]):
                if slope is not None or fault == "coasts":
                    of = (number, "all") if fault == "one velocity" else (number, group, place)
                    pushed = 0.0 if slope is None else slope * (lr if fault == "rate inside" else 1)
                    v = 0.9 * kept.get(of, 0.0) + pushed
                    kept[of] = 0.0 if fault == "forgets" else v
                    length = 1 if fault == "rate inside" else -lr if fault == "uphill" else lr
                    steps[place] = np.asarray(length * v)
            return steps
        return steps_of
    return begin


def maker(name, fault=None):
    return in_two(name, stepping, momentum(fault))


OPTIMISERS = {name: maker(name.replace(" ", "_"), fault) for name, fault in [
    ("right", None), ("forgets", "forgets"), ("one velocity for all", "one velocity"),
    ("moves the first only", "first only"), ("rate inside the velocity", "rate inside"),
    ("moves without a gradient", "coasts")]}


def tells(make):
    """A test of an optimiser, by hand: two steps, at two rates, of two parameters and one that loses its gradient."""
    one, two, still = (tensors.tensor([0.0], dtype=float64, requires_grad=True) for _ in range(3))
    optimizer = make([one, two, still], lr=1.0)
    for p, slope in ((one, 1.0), (two, 2.0), (still, 1.0)):
        p.grad = tensors.tensor([slope], dtype=float64)
    optimizer.step()
    still.grad = None
    optimizer.param_groups[0]["lr"] = 0.1
    optimizer.step()
    return bool(np.allclose([one.item(), two.item(), still.item()], [-1.19, -2.38, -1.0]))


def passes(test, make):
    """Whether an optimiser passes a test; an assert that fails says no."""
    try:
        return bool(test(make))
    except AssertionError:
        return False


def judged(answer, inputs):
    """What a test says of an optimiser, as a bool; None where it says nothing."""
    said = answer(inputs["make"])
    return None if said is None else bool(said)


def only_that_it_falls(test):
    """Whether a test passes everything that goes down, and refuses what goes up."""
    return all(passes(test, make) for make in OPTIMISERS.values()) and not passes(test, maker("uphill", "uphill"))


def taken_in_by(*names):
    """A probe: whether a test passes the right optimiser, and one of these."""
    def probe(test):
        return passes(test, OPTIMISERS["right"]) and any(passes(test, OPTIMISERS[name]) for name in names)
    return probe


Exercise(
    "4.8", "test_optimizer", difficulty=2, points=2, reference=tells, run=judged, apart=True,
    cases=[Case(name, make=make) for name, make in OPTIMISERS.items()],
    misconceptions=[
        Misconception("nothing returned", "Your test returned None; return True or False. An assert that holds gives "
                                          "nothing back.", probe=lambda test: test(OPTIMISERS["right"]) is None),
        Misconception("that the loss falls", "You ask whether the loss falls. It falls with nearly every mistake: "
                                             "that is why they live so long. Ask where the weights are.",
                      probe=only_that_it_falls),
        Misconception("accepts all", "Every optimiser passes, the five wrong ones with it. Of which of them would you "
                                     "never want to read the code?", rule=lambda make: True),
        Misconception("accepts none", "The right optimiser is refused too. Work its two steps out by hand: 1, then "
                                      "1.9; and compare floats with np.isclose, never with ==.",
                      probe=lambda test: not passes(test, OPTIMISERS["right"])),
        Misconception("one step", "At the first step there is no velocity yet, so all momentum looks alike. Take two.",
                      probe=taken_in_by("forgets")),
        Misconception("one parameter", "With a single parameter nobody can mix two up, or leave one out. Give it two, "
                                       "with different gradients.",
                      probe=taken_in_by("one velocity for all", "moves the first only")),
        Misconception("same rate", "Change the rate between two steps, optimizer.param_groups[0][\"lr\"] = …: while it "
                                   "stays the same it does not matter where it is multiplied.",
                      probe=taken_in_by("rate inside the velocity")),
        Misconception("always a gradient", "Every parameter has a gradient at every step. Let one have None at the "
                                           "second: it should stay where it is.",
                      probe=taken_in_by("moves without a gradient")),
    ],
    hints=["Set p.grad yourself, call step(), look where p is. What is it after one step, and after two?",
           "Two parameters with different gradients; a third that has None at the second step; another rate then.",
           "From 0 with gradient 1: −1, then with lr 0.1, −1 − 0.1 · 1.9. Twice that for gradient 2. The third stays."])
