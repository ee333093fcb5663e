"""Pictures of what lies on a GPU: they fetch what they draw, and say the same as on the CPU."""

import re

import pytest

import minitorch as mt
from minitorch import nn
from minitorch.optim import SGD
from minitorch.viz import activations, boundary, confusion, filters, histograms, live, mistakes, show, step, windows

NUMBER = re.compile(r"-?\d+\.?\d*(?:e[-+]?\d+)?")


def said(device):
    """What every picture says of the same small net."""
    mt.manual_seed(0)
    images, targets = mt.rand(8, 1, 4, 4), mt.tensor([0, 1, 0, 1, 0, 1, 1, 1])
    model = nn.Sequential(nn.Flatten(), nn.Linear(16, 3), nn.ReLU(), nn.Linear(3, 2)).to(device)
    images, targets = images.to(device), targets.to(device)
    moves = SGD(model.parameters(), lr=0.5, momentum=0.9)
    curves, weights = live(model, moves), histograms(model)

    def compute():
        return nn.functional.cross_entropy(model(images), targets)
    walks = [step(compute, optimizer=moves), step(compute())]
    for _ in range(3):
        moves.zero_grad()
        loss = compute()
        loss.backward()
        moves.step()
        curves.add(loss=loss)
        weights()
    batches = [(images, targets)]
    plane = nn.Linear(2, 2).to(device)
    line = boundary(plane, mt.randn(9, 2).to(device), mt.zeros(9).long())
    line()
    found = [curves, weights, line, confusion(model, batches), mistakes(model, batches), filters(model),
             activations(model, images[0]), show(images[0, 0]), windows(images[0, 0], images[1, 0, :2, :2]), *walks]
    return [repr(picture) for picture in found]


@pytest.mark.host
def test_what_lies_on_a_gpu_is_drawn_as_what_does_not(cupy):
    for there, here in zip(said("cuda"), said("cpu"), strict=True):
        assert NUMBER.sub("#", there) == NUMBER.sub("#", here)
        numbers = [[float(n) for n in NUMBER.findall(text)] for text in (there, here)]
        assert numbers[0] == pytest.approx(numbers[1], rel=0.02, abs=1e-6)      # a GPU adds up in another order
