"""Two sizes that change at once, such as the batch and the length, run one program too."""

import numpy as np
import pytest

import minitorch as mt
from minitorch import nn
from minitorch.models.gpt import GPT, GPTConfig
from minitorch.static.compile import Compiled

BOTH = {                               # sizes that change: the batch and the length
    "softmax": lambda x: x.softmax(1).sum(0),
    "the mean by hand": lambda x: x.sum() / (x.shape[0] * x.shape[1]) + x.numel() * x.shape[0],
    "flat": lambda x: x.reshape(-1).exp().view(x.shape[1], x.shape[0]).mT @ x.mT / x.shape[1] ** 0.5,
    "places": lambda x: x + mt.arange(x.shape[1]) * mt.ones(x.shape[0], 1) - mt.zeros(x.shape),
}
ORDERS = {                             # all recordings that it takes
    "both at once": (2, [(8, 10), (5, 11), (9, 3), (2, 12), (8, 4), (8, 10), (3, 10)]),
    "one, then both": (3, [(8, 10), (8, 12), (8, 5), (5, 11), (4, 6), (8, 3), (8, 10)]),
    "one, then the other": (3, [(8, 10), (8, 12), (5, 12), (5, 10), (7, 7), (3, 9)]),
    "the first alone": (3, [(8, 10), (4, 10), (4, 11), (9, 3)]),
    "by the same factor": (6, [(4, 6), (8, 12), (2, 3), (8, 9), (6, 6), (9, 4)]),
    "both twofold": (3, [(4, 6), (8, 12), (9, 5), (6, 6)]),
}


def recordings(monkeypatch):
    """A list that grows by what is recorded from now on."""
    found = []
    record = Compiled.record
    monkeypatch.setattr(Compiled, "record", lambda self, *given: found.append(given) or record(self, *given))
    return found


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("name", BOTH)
def test_two_sizes_that_change_take_one_program(name, order, monkeypatch):
    function, recorded, (most, shapes) = BOTH[name], recordings(monkeypatch), ORDERS[order]
    compiled = Compiled(function, fullgraph=True)
    for shape in shapes:
        x = mt.tensor(np.random.default_rng(shape).standard_normal(shape).astype("float32"))
        assert compiled(x).tolist() == function(x).tolist(), shape
    assert len(recorded) <= most


def test_a_step_trains_with_batches_and_lengths_of_any_size(monkeypatch):
    recorded = recordings(monkeypatch)

    def losses(run):
        mt.manual_seed(0)
        model = GPT(GPTConfig(block_size=16, n_head=2, n_embd=8, n_layer=1, vocab_size=7))
        optimizer = mt.optim.Adam(model.parameters(), 0.1)

        def step(x, y):
            optimizer.zero_grad()
            loss = nn.functional.cross_entropy(model(x).flatten(0, 1), y.flatten())
            loss.backward()
            optimizer.step()
            return loss
        step, rng = run(step), np.random.default_rng(0)
        shapes = (3, 8), (4, 5), (3, 12), (5, 9), (7, 3), (2, 8)
        many = [mt.tensor(rng.integers(0, 7, (2, *shape))) for shape in shapes]
        return [step(x, y).item() for x, y in many]
    assert losses(Compiled) == losses(lambda step: step) and len(recorded) == 2


@pytest.mark.parametrize("function, least, most", [
    (lambda x: sum(row * 2 for row in x) / x.shape[1], 3, 5),
    (lambda x: mt.cat([x.mean(0), x.mean(1)]), 5, 7)])            # of a length that is the sum of two sizes
def test_what_one_of_two_sizes_decides_is_recorded_anew(function, least, most):
    compiled = Compiled(function, fullgraph=True)
    for shape in ((4, 6), (3, 5), (3, 8), (3, 11), (4, 9), (4, 6), (5, 7)):
        assert (compiled(mt.ones(shape)) == function(mt.ones(shape))).all()
    assert least <= len(compiled.forms) <= most


def test_a_size_that_an_earlier_argument_has_in_its_strides_only_is_recorded_anew():
    def function(x, y):
        return x.sum() + y * 2
    compiled = Compiled(function)
    for size in (4, 6, 8):
        x, y = mt.ones(3, size)[:, 0], mt.ones(size)
        assert (compiled(x, y) == function(x, y)).all()
