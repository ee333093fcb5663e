"""Lesson 4, its last exercises: a training loop to mend, a test that tells optimisers apart."""

from itertools import product

import numpy as np

from ... import tensors
from ...dtypes import float64
from ...graph import no_grad
from ...nn.utils import clip_grad_norm_
from ...optim import SGD, Optimizer
from ...optim.lr_scheduler import CosineAnnealingLR
from ..record import Case, Exercise, Misconception
from .lesson_4 import leaf


def loop(anew=False, schedule="last", clip=True, zero="first"):
    """What 4.7 should do; the settings make its usual mistakes."""
    def fit(params, loss_of, batches, epochs, lr):
        losses, made = [], None
        for _ in range(epochs):
            if made is None or anew:
                made = SGD(params, lr=lr, momentum=0.9)
                falling = CosineAnnealingLR(made, epochs * len(batches))
            for batch in batches:
                if schedule == "first":
                    falling.step()
                if zero == "first":
                    made.zero_grad()
                loss = loss_of(batch)
                loss.backward()
                if clip:
                    clip_grad_norm_(params, 1.0)
                if zero == "late":
                    made.zero_grad(set_to_none=False)
                made.step()
                if schedule == "last":
                    falling.step()
                losses.append(loss.item())
            if schedule == "epoch":
                falling.step()
        return losses
    return fit


def fitted(answer, inputs):
    """The losses, and where the parameters end."""
    w = leaf(inputs["start"])
    losses = answer([w], inputs["loss_of"](w), inputs["batches"], inputs["epochs"], inputs["lr"])
    return losses, w.detach().numpy().copy()


def towards(w):
    """(w − batch)², summed"""
    return lambda batch: ((w - batch) ** 2).sum()


def gently_towards(w):
    """(w − batch)² / 10, summed"""
    return lambda batch: ((w - batch) ** 2).sum() / 10


ORDERS = ("last", "first", "epoch")

Exercise(
    "4.7", "fit", difficulty=2, points=2, reference=loop(), run=fitted,
    cases=[Case("one epoch", start=[1.0], loss_of=gently_towards, batches=[0.0, 0.0, 0.0], epochs=1, lr=0.5),
           Case("three epochs", start=[1.0], loss_of=gently_towards, batches=[0.0, 0.5], epochs=3, lr=0.5),
           Case("steep", start=[3.0, 4.0], loss_of=towards, batches=[0.0, 1.0], epochs=2, lr=0.5)],
    misconceptions=[
        Misconception("made anew", "In every epoch the optimiser and its schedule are made anew: the velocity is "
                                   "forgotten, and the rate is at its peak again. Make both once, before the loop.",
                      rule=tuple(loop(anew=True, schedule=order, clip=clip) for order in ORDERS
                                 for clip in (False, True)),
                      example=Case("", start=[1.0], loss_of=gently_towards, batches=[0.0, 0.5], epochs=3, lr=0.5)),
        Misconception("schedule first", "The schedule steps before the optimiser, so the first rate is never used and "
                                        "the last step has a rate of 0. Step it last.",
                      rule=tuple(loop(schedule="first", clip=clip) for clip in (False, True))),
        Misconception("schedule by epochs", "The schedule was made for all batches and steps once an epoch, so the "
                                            "rate hardly falls. Step it after every batch.",
                      rule=tuple(loop(schedule="epoch", clip=clip) for clip in (False, True))),
        Misconception("not clipped", "The step was taken with the full gradient. After the step it is too late to "
                                     "clip, and before backward there is nothing yet.", rule=loop(clip=False),
                      example=Case("", start=[3.0, 4.0], loss_of=towards, batches=[0.0, 1.0], epochs=2, lr=0.5)),
        Misconception("never emptied", "Gradients of earlier batches are still in .grad, for backward adds to it: "
                                       "zero_grad() stands before backward, in every step.",
                      rule=tuple(loop(zero="never", clip=clip, schedule=order)
                                 for clip, order in product((True, False), ORDERS))),
        Misconception("emptied too late", "zero_grad() stands between backward and step, so no step has a gradient "
                                          "and nothing moves.",
                      rule=tuple(loop(zero="late", schedule=order) for order in ORDERS)),
    ],
    hints=["Three lines stand in the wrong place. Print optimizer.param_groups[0][\"lr\"] at every step.",
           "What is made once? What must happen between backward and step, and what after it?",
           "Optimiser and schedule before the loops. In a step: zero_grad, loss, backward, clip, optimizer.step, "
           "schedule.step."])


class Momentum(Optimizer):
    """SGD with momentum 0.9, as a student might write it whole; `fault` is one of its usual mistakes."""

    def __init__(self, params, lr, fault=None):
        super().__init__(params, {"lr": lr})
        self.fault = fault

    def step(self, closure=None):
        for group in self.param_groups:
            lr = group["lr"]
            for p in group["params"][:1 if self.fault == "first only" else None]:
                if p.grad is None and self.fault != "coasts":
                    continue
                state = self.state["all" if self.fault == "one velocity" else p]
                slope = 0.0 if p.grad is None else p.grad.numpy() * (lr if self.fault == "rate inside" else 1)
                v = 0.9 * state.get("v", 0.0) + slope
                state["v"] = 0.0 if self.fault == "forgets" else v
                with no_grad():
                    step = tensors.tensor(v if self.fault == "rate inside" else lr * v, dtype=p.dtype)
                    p += step if self.fault == "uphill" else -step


def maker(name, fault=None):
    """make(params, lr), as 4.8 is given it."""
    def make(params, lr):
        return Momentum(params, lr, fault)
    make.__name__ = name
    return make


OPTIMISERS = {name: maker(name.replace(" ", "_"), fault) for name, fault in [
    ("right", None), ("forgets", "forgets"), ("one velocity for all", "one velocity"),
    ("moves the first only", "first only"), ("rate inside the velocity", "rate inside"),
    ("moves without a gradient", "coasts")]}


def tells(steps=2, several=True, change=True, missing=True):
    """A test of an optimiser: by hand, with as much of what is needed as the settings say."""
    def test(make):
        params = [tensors.tensor([0.0], dtype=float64, requires_grad=True) for _ in range(2 if several else 1)]
        still = tensors.tensor([5.0], dtype=float64, requires_grad=True)
        optimizer = make([*params, still] if missing else params, lr=1.0)
        wanted, speed, lr = np.zeros(len(params)), 0.0, 1.0
        for count in range(steps):
            for number, p in enumerate(params, 1):
                p.grad = tensors.tensor([float(number)], dtype=float64)
            still.grad = tensors.tensor([1.0], dtype=float64) if count == 0 else None
            optimizer.step()
            speed = 0.9 * speed + 1
            wanted -= lr * speed * np.arange(1, len(params) + 1)
            if change:
                lr = optimizer.param_groups[0]["lr"] = 0.1
        return bool(np.allclose([p.item() for p in params], wanted) and (not missing or still.item() == 4.0))
    return test


def only_that_it_falls(test):
    """Whether a test passes everything that goes down, and refuses what goes up."""
    return all(test(make) for make in OPTIMISERS.values()) and not test(maker("uphill", "uphill"))


Exercise(
    "4.8", "test_optimizer", difficulty=2, points=2, reference=tells(),
    run=lambda answer, inputs: bool(answer(inputs["make"])),
    cases=[Case(name, make=make) for name, make in OPTIMISERS.items()],
    misconceptions=[
        Misconception("that the loss falls", "You ask whether the loss falls. It falls with nearly every mistake: "
                                             "that is why they live so long. Ask where the weights are.",
                      probe=only_that_it_falls),
        Misconception("accepts all", "Every optimiser passes, the five wrong ones with it. Of which of them would you "
                                     "never want to read the code?", rule=lambda make: True),
        Misconception("accepts none", "The right optimiser is refused too. Work its two steps out by hand: 1, then "
                                      "1.9; and compare floats with np.isclose, never with ==.",
                      rule=lambda make: False),
        Misconception("one step", "At the first step there is no velocity yet, so all momentum looks alike. Take two.",
                      rule=(tells(steps=1), tells(steps=1, change=False), tells(steps=1, missing=False),
                            tells(steps=1, missing=False, change=False))),
        Misconception("one parameter", "With a single parameter nobody can mix two up, or leave one out. Give it two, "
                                       "with different gradients.", rule=(tells(several=False, missing=False),
                                                         tells(several=False, missing=False, change=False))),
        Misconception("same rate", "The rate never changes in your test, and then it does not matter where it is "
                                   "multiplied. Change optimizer.param_groups[0][\"lr\"] between the steps.",
                      rule=tells(change=False)),
        Misconception("always a gradient", "Every parameter has a gradient at every step. Let one have None at the "
                                           "second: it should stay where it is.", rule=tells(missing=False)),
    ],
    hints=["Set p.grad yourself, call step(), look where p is. What is it after one step, and after two?",
           "Two parameters with different gradients; a third that has None at the second step; another rate then.",
           "From 0 with gradient 1: −1, then with lr 0.1, −1 − 0.1 · 1.9. Twice that for gradient 2. The third stays."])
