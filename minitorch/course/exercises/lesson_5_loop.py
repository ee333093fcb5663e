"""Lesson 5, the loop: one that many tutorials print, mended."""

import numpy as np

from ...nn import Linear, Module
from ...optim import SGD
from ...tensors import Tensor, tensor
from ...train import training_step
from ..record import Case, Exercise, Misconception
from .lesson_1 import complain


def squares(predictions, targets):
    """mean (prediction − target)²"""
    return ((predictions - targets) ** 2).mean()


def number(value):
    """A number, or a tensor of one, to four places."""
    return round(float(value), 4)


class Line(Module):
    """y = w · x, and how many rows it was given each time."""

    def __init__(self, w):
        super().__init__()
        self.layer = Linear(1, 1, bias=False)
        self.layer.weight.data = tensor([[float(w)]])
        self.rows = []

    def forward(self, x):
        self.rows.append(len(x))
        return self.layer(x)


def epoch_of(answer, inputs):
    """The losses of an epoch as they come, the rows that each forward pass saw, and where w ends."""
    model = Line(inputs["w"])
    x, y = (tensor(np.array(inputs[name], np.float32)[:, None]) for name in ("x", "y"))
    losses = answer(model, x, y, inputs["batches"], squares, SGD(model.parameters(), lr=inputs["lr"]))
    return losses, model.rows, number(model.layer.weight)


def epoch_in_numbers(answer, inputs):
    losses, *others = epoch_of(answer, inputs)
    return [number(loss) for loss in losses], *others


def epoch(whole=False, all_of_y=False, zero="before", inside=True, kept=False):
    """A train_epoch; the settings make its usual mistakes."""
    def train_epoch(model, x, y, batches, loss_of, optimizer):
        losses = []
        for batch in batches:
            x_batch, y_batch = (x, y) if whole else (x[batch], y if all_of_y else y[batch])
            loss = loss_of(model(x_batch), y_batch)
            if zero == "before":
                optimizer.zero_grad()
            loss.backward()
            if zero == "after":
                optimizer.zero_grad()
            if inside:
                optimizer.step()
            losses.append(loss if kept else loss.item())
        if not inside:
            optimizer.step()
        return losses
    return train_epoch


def keeps_graphs(answer):
    """Whether the losses that come back are tensors, with their graphs; an answer that crashes has other troubles."""
    return any(hasattr(loss, "requires_grad") for inputs in (TWO, ROWS) for loss in epoch_of(answer, inputs)[0])


def of_one_batch(mine):
    """5.5, for one batch at a time; inputs that are no tensors stay the library's."""
    def step(model, loss_of, optimizer, inputs, targets):
        if not isinstance(inputs, Tensor) or not isinstance(targets, Tensor) or not len(targets):
            return training_step.library(model, loss_of, optimizer, inputs, targets)
        seen = []

        def noted(predictions, targets):
            seen.append((loss_of(predictions, targets), predictions))
            return seen[-1][0]
        mine(model, inputs, targets, [list(range(len(targets)))], noted, optimizer)
        loss, predictions = seen[-1]
        return loss.detach(), predictions.detach()
    return step


TWO = {"x": [1, 2], "y": [0, 0], "batches": [[0], [1]], "w": 1, "lr": 0.125}
ROWS = {"x": list(range(8)), "y": [2 * i for i in range(8)], "batches": [[7, 0, 3], [1, 4, 2], [6, 5]], "w": 0,
        "lr": 0.01}

Exercise(
    "5.5", "train_epoch", difficulty=2, points=3, piece=lambda: training_step, adapt=of_one_batch, reference=epoch(),
    run=epoch_in_numbers, cases=[Case("two batches of one", **TWO), Case("eight rows", **ROWS)], close=1e-3,
    misconceptions=[
        Misconception("all of x", "Every batch was the whole of x: a batch is taken out, and then x is used all "
                                         "the same. Each step sees everything, and an epoch costs that many times as "
                                         "much.", rule=epoch(whole=True)),
        Misconception("all of y", "The batch's answers were compared with all of y: y_batch belongs to x_batch.",
                      rule=epoch(all_of_y=True), example=Case("", **ROWS)),
        Misconception("never emptied", "backward adds to what earlier batches left in .grad: a step then follows all "
                                       "of them, and grows. Empty it in every turn of the loop.",
                      rule=epoch(zero=None)),
        Misconception("emptied before the step", "The gradients were emptied after backward and before the step: every "
                                                 "step is 0, and w stays where it was.", rule=epoch(zero="after")),
        Misconception("step outside the loop", "There was one step an epoch, by the last batch's gradient: step() "
                                               "stands outside the loop.", rule=epoch(inside=False)),
        Misconception("losses with their graphs", "The list holds tensors, and each holds the graph of its batch: "
                                                  "after an epoch all of them are in memory. Keep loss.item().",
                      probe=keeps_graphs),
    ],
    probes=[complain(keeps_graphs, "The losses should be numbers, not tensors.")],
    hints=["How many rows does the model see in each turn of the loop? Print x_batch.shape and what is passed on.",
           "Five lines a batch: predict from x_batch, compare with y_batch, empty the gradients, walk back, step.",
           "loss = loss_of(model(x_batch), y_batch); optimizer.zero_grad(); loss.backward(); optimizer.step(); keep "
           "loss.item()."])
