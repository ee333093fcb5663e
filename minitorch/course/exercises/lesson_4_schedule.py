"""Lesson 4: how fast when, and never too far: a schedule, and a limit for gradients."""

from math import cos, pi

import numpy as np

from ...nn.utils import clip_grad_norm_, clip_grads_with_norm_
from ...optim.lr_scheduler import warmup_cosine
from ..record import Case, Exercise, Misconception
from .adapt_optim import clipping
from .lesson_4 import leaf


def curve(turn=pi, clamp=True, since=True, half=0.5, falls=True, high=True):
    """What 4.5 asks for; the settings make its usual mistakes."""
    def rate(step, warmup, total, peak):
        if step < warmup:
            return (peak if high else 1) * (step + 1) / warmup
        share = (step - warmup) / (total - warmup) if since else step / total
        share = min(1.0, share) if clamp else share
        return half * peak * (1 + cos(turn * share)) if falls else peak
    return rate


def rates(answer, inputs):
    """The rate at each of several steps."""
    plan = inputs["warmup"], inputs["total"], inputs["peak"]
    return np.array([float(answer(step, *plan)) for step in inputs["steps"]])


def begins_at_nothing(answer):
    """Whether the first rate is 0."""
    return float(answer(0, 2, 6, 1.0)) == 0


JOIN = Case("", steps=[1, 2], warmup=2, total=6, peak=1.0)

Exercise(
    "4.5", "warmup_cosine", difficulty=1, points=2, piece=lambda: warmup_cosine, reference=warmup_cosine.library,
    run=rates,
    cases=[Case("the first step", steps=[0], warmup=2, total=6, peak=1.0),
           Case("the join", steps=[1, 2], warmup=2, total=6, peak=1.0),
           Case("down", steps=[3, 4, 5], warmup=2, total=6, peak=1.0),
           Case("the end, and after it", steps=[6, 7, 9], warmup=2, total=6, peak=1.0),
           Case("up to another peak", steps=[0, 1, 2], warmup=2, total=6, peak=0.1),
           Case("no warm-up, another peak", steps=[0, 2, 4], warmup=0, total=4, peak=0.1)],
    misconceptions=[
        Misconception("first is 0", "The first rate is 0: a whole step is computed and thrown away. Count from step + "
                                    "1: the first of two has (0 + 1) / 2 of the peak.", probe=begins_at_nothing,
                      example=Case("", steps=[0], warmup=2, total=6, peak=1.0)),
        Misconception("peak left out", "The way up ends at 1, not at peak.",
                      rule=(curve(high=False), curve(high=False, clamp=False))),
        Misconception("full period", "The cosine went once all round, down and up again: the last steps would be the "
                                     "longest. Half a turn is π.", rule=curve(turn=2 * pi)),
        Misconception("degrees", "cos wants radians. 180 of them are 28 turns and a bit more; half a turn is π.",
                      rule=curve(turn=180)),
        Misconception("rises after total", "After `total` the cosine climbs again, and a run that goes on longer jumps "
                                           "out of its valley. Stay at 0.", rule=curve(clamp=False),
                      example=Case("", steps=[6, 7, 9], warmup=2, total=6, peak=1.0)),
        Misconception("jump at the join", "Where warm-up ends the rate jumps. The cosine begins there, not at step 0: "
                                          "its share is (step − warmup) / (total − warmup).",
                      rule=(curve(since=False), curve(since=False, clamp=False)), example=JOIN),
        Misconception("half lost", "1 + cos goes from 2 to 0, so the rate leaps to twice the peak. Halve it.",
                      rule=(curve(half=1.0), curve(half=1.0, clamp=False)), example=JOIN),
        Misconception("never falls", "After the warm-up the rate stays at its peak. From there half a cosine leads "
                                     "down to 0.", rule=curve(falls=False)),
    ],
    hints=["Draw it: a line up, half a wave down, then nothing. Which two of the three meet at `warmup`?",
           "On the way up, step 0 has 1 / warmup of the peak. After it, share = (step − warmup) / (total − warmup).",
           "if step < warmup: return peak * (step + 1) / warmup.  Else share, at most 1, and "
           "peak * (1 + cos(π · share)) / 2."])


def clipped(answer, inputs):
    """The norm that came back, and a list of the gradients afterwards."""
    params = [leaf(np.zeros_like(grad if grad is not None else [0.0]), grad) for grad in inputs["grads"]]
    norm = answer(params, inputs["max_norm"])
    return norm, [None if p.grad is None else p.grad.numpy().copy() for p in params]


def norm_of(params):
    """What 4.6 gives back."""
    return float(np.sqrt(sum((p.grad.numpy() ** 2).sum() for p in params if p.grad is not None)))


def reference(params, max_norm):
    return clip_grad_norm_.library(params, max_norm)


def leaves(first, *, norm=None, grads=((3.0,), (4.0,)), max_norm=1.0):
    """A probe: whether an answer leaves these first numbers of the gradients, and gives back that norm, if any."""
    def probe(answer):
        got, after = clipped(answer, {"grads": grads, "max_norm": max_norm})
        close = bool(np.allclose([grad[0] for grad in after], first, atol=1e-4))
        return close and (norm is None or got is not None and abs(float(got) - norm) < 1e-4)
    return probe


def returns_nothing(answer):
    return clipped(answer, {"grads": [[3.0], [4.0]], "max_norm": 1.0})[0] is None


def crashes_at_none(answer):
    try:
        clipped(answer, {"grads": [[3.0], None, [4.0]], "max_norm": 1.0})
    except Exception:
        return True
    return False


SMALL = Case("", grads=[[0.1]], max_norm=1.0)

Exercise(
    "4.6", "clip_grad_norm_", difficulty=2, points=3, piece=lambda: clip_grad_norm_, adapt=clipping, run=clipped,
    aliases=lambda: [clip_grads_with_norm_],
    reference=reference, close=1e-5, results=("norm", "gradients"),
    cases=[Case("3 and 4", grads=[[3.0], [4.0]], max_norm=1.0),
           Case("short enough", grads=[[0.1]], max_norm=1.0),
           Case("one without a gradient", grads=[[3.0], None, [4.0]], max_norm=1.0),
           Case("a matrix and a vector", grads=[[[1.0, 2.0], [2.0, 4.0]], [-12.0, 0.0]], max_norm=2.0)],
    misconceptions=[
        Misconception("each for itself", "Each gradient was cut to the length 1 by itself, which turns the step: 3 and "
                                         "4 became equal. Scale all by one factor.", probe=leaves([1, 1])),
        Misconception("no root", "The factor was made with 25, the sum of the squares. The norm is its root, 5: "
                                 "Pythagoras.", probe=leaves([0.12, 0.16])),
        Misconception("norms added", "The norms were added: 3 + 4 = 7. Taken as one long vector, 3 and 4 have the "
                                     "length 5.", probe=leaves([3 / 7, 4 / 7])),
        Misconception("the largest", "The factor was made with the largest gradient. A norm takes all of them: √(3² + "
                                     "4²).", probe=leaves([0.75, 1.0])),
        Misconception("rebinds", "The gradients are as long as before. g = g * … makes a new tensor and leaves the one "
                                 "in .grad alone; write g *= …", probe=leaves([3.0, 4.0])),
        Misconception("enlarges", "A short gradient was made longer. Clipping is a limit: where the norm is below it, "
                                  "nothing happens.", probe=leaves([1.0], grads=((0.1,),)), example=SMALL),
        Misconception("the norm after", "What came back is the norm after clipping, always the limit. The one before "
                                        "is worth printing: it says when a run is about to explode.",
                      probe=leaves([0.6, 0.8], norm=1.0)),
        Misconception("nothing back", "The gradients are right; but return the norm that they had.",
                      probe=returns_nothing),
        Misconception("None crashes", "A parameter that took no part in the loss has no gradient: p.grad is None. "
                                      "Leave it out.", probe=crashes_at_none,
                      example=Case("", grads=[[3.0], None, [4.0]], max_norm=1.0)),
    ],
    hints=["All gradients together are one long vector. How long is it, if one part is 3 and the other 4?",
           "norm = the root of the sum of all squares, over every p with a gradient. Only if it is above max_norm is "
           "there anything to do.",
           "p.grad *= max_norm / norm for every such p; return norm, whichever it was."])
