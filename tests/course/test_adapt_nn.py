"""What a learner wrote in lesson 3 serves every layer: shapes and settings they were not shown, and a way out."""

import numpy as np
import pytest
from course.answers import of
from course.written import cell

import minitorch as mt
from minitorch import learn, nn
from minitorch.course import answer_file
from minitorch.course.record import find
from minitorch.engine.piece import mount
from minitorch.nn import functional as F

LABELS, IMAGE_LABELS = mt.tensor([0, 2]), mt.zeros(2, 4, dtype=mt.int64)


def normed(layer, shape):
    """Batch norm over two batches, then in evaluation; with all that it remembers."""
    def call(x):
        layer.train()
        out = layer(x) + layer(x * 2)
        layer.eval()
        out = out + layer(x)
        return out + (0 if layer.running_mean is None else layer.running_mean.sum() + layer.running_var.sum())
    return call, shape


def started(shape, **settings):
    def call(x):
        mt.manual_seed(0)
        w = nn.Parameter(mt.zeros(*shape))
        assert nn.init.kaiming_normal_(w, **settings) is w
        return x * round(w.std().item() / (2 / nn.init.fans(w)[0]) ** 0.5, 1)
    return call, (1,)


answers = of(3)
CALLS = {                                # what the library is asked for; False: its own answers
    "3.1": [(lambda x: x * len(list(nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2)).parameters())), (1,)),
            (lambda x: x * len(dict(nn.TransformerEncoderLayer(4, 2, 8).named_parameters("top"))), (1,)),
            (lambda x: x * len([next(nn.Linear(2, 1).named_parameters())]), (1,))],
    "3.2": [(nn.Linear(3, 2).double(), (4, 3)), (nn.Linear(3, 2, bias=False).double(), (2, 4, 3)),
            (nn.Linear(3, 2).double(), (3,)), (lambda x: F.linear(x, mt.ones(3, dtype=mt.float64)), (4, 3), False)],
    "3.3": [started((100, 200)), (*started((100, 20, 3, 3)), False), (*started((100, 200), mode="fan_out"), False),
            (*started((100, 200), a=0.5), False)],
    "3.4": [(lambda x: F.cross_entropy(x, LABELS), (2, 3)), (lambda x: F.cross_entropy(x[0], LABELS[0]), (2, 3), False),
            (lambda x: F.cross_entropy(x, LABELS, reduction="sum"), (2, 3), False),
            (lambda x: F.cross_entropy(x, LABELS, label_smoothing=0.1), (2, 3), False),
            (lambda x: F.cross_entropy(x, mt.tensor([-100, 1])), (2, 3), False),
            (lambda x: F.cross_entropy(x, IMAGE_LABELS), (2, 3, 4), False),
            (lambda x: F.cross_entropy(x, x.softmax(1).detach()), (2, 3), False)],
    "3.5": [(lambda x: F.dropout(x, 0.5, False), (3,)), (lambda x: F.dropout(x, 1.0), (2, 3), False),
            (lambda x: F.dropout(x * 1, 1.0, inplace=True), (2, 3), False)],
    "3.6": [normed(nn.BatchNorm1d(3).double(), (5, 3)), normed(nn.BatchNorm2d(3).double(), (2, 3, 4, 4)),
            normed(nn.BatchNorm1d(3, momentum=0.3, eps=0.1).double(), (4, 3, 2)),
            normed(nn.BatchNorm1d(3, affine=False, track_running_stats=False).double(), (4, 3))],
}
ROWS = [pytest.param(id, text, *call, id=f"{id}, answer {number}, call {place}") for id, calls in CALLS.items()
        for number, text in enumerate([answers.REFERENCE[id], *answers.OTHERS[id]]) for place, call in enumerate(calls)]


def out_and_gradient(call, shape):
    if isinstance(getattr(call, "__closure__", None), tuple):          # a layer starts anew
        for kept in call.__closure__:
            if isinstance(kept.cell_contents, nn.BatchNorm1d | nn.BatchNorm2d):
                kept.cell_contents.reset_running_stats()
    x = mt.tensor(np.random.default_rng(0).standard_normal(shape), requires_grad=True)
    out = call(x)
    (out * out).sum().backward()
    return out.detach().numpy(), x.grad.numpy()


@pytest.mark.parametrize("id, text, call, shape, own", [
    pytest.param(*row.values[:4], row.values[4] if len(row.values) > 4 else True, id=row.id) for row in ROWS])
def test_a_mounted_answer_does_what_the_library_does(id, text, call, shape, own):
    record = find(id)
    mine, ran = cell(text)[record.name], []

    def counted(*inputs):
        ran.append(inputs)
        return mine(*inputs)
    wanted = out_and_gradient(call, shape)
    with mount(record.piece(), record.adapt(counted)):
        found = out_and_gradient(call, shape)
    for a, b in zip(found, wanted):
        np.testing.assert_allclose(a, b, rtol=1e-9, atol=1e-12)
    assert bool(ran) is own


def under(id, call):
    record = find(id)
    with mount(record.piece(), record.adapt(cell(answers.REFERENCE[id])[record.name])):
        return call()


@pytest.mark.parametrize("id, call, text", [
    ("3.4", lambda: F.cross_entropy(mt.ones(2, 3), mt.tensor([0, 3])), "names none of the 3 classes"),
    ("3.5", lambda: F.dropout(mt.ones(2), 1.5), "between 0 and 1"),
    ("3.6", lambda: nn.BatchNorm1d(2)(mt.ones(1, 2)), "more than 1 value per channel"),
])
def test_what_was_no_part_of_the_exercise_is_still_refused_in_words(id, call, text):
    with pytest.raises(ValueError, match=text):
        under(id, call)


def test_an_answer_that_calls_itself_is_judged_by_its_own_lines(tmp_path, monkeypatch, capsys):
    """Python binds a name only after the decorator: the first time there is none, later it would be an older answer."""
    monkeypatch.setattr(answer_file, "folder", tmp_path)
    text = "@exercise('3.1')\n" + answers.REFERENCE["3.1"]
    try:
        space = cell(text, {"mt": mt, "exercise": learn.exercise, "__name__": "__main__"})
        assert capsys.readouterr().out == "3.1 named_parameters: right, 3 of 3 points\n"
        cell(text.replace("module._modules", "{}"), space)
        assert "The module's own parameters are there" in capsys.readouterr().out
        cell(text, space)
        assert "right" in capsys.readouterr().out
    finally:
        learn.reset()


def test_half_precision_stays_half():
    assert under("3.5", lambda: F.dropout(mt.ones(4, dtype=mt.float16), 0.5)).dtype is mt.float16


def test_a_convolutional_network_learns_on_ones_own_layers():
    mt.manual_seed(0)
    net = nn.Sequential(nn.Conv2d(1, 3, 3), nn.BatchNorm2d(3), nn.ReLU(), nn.Flatten(), nn.Dropout(0.1),
                        nn.Linear(12, 2))
    x, y = mt.randn(8, 1, 4, 4), mt.tensor([0, 1] * 4)
    mounts = [mount(find(id).piece(), find(id).adapt(cell(answers.REFERENCE[id])[find(id).name]))
              for id in ("3.1", "3.2", "3.3", "3.4", "3.5", "3.6")]
    try:
        optimizer, losses = mt.optim.SGD(net.parameters(), lr=0.2), []
        for _ in range(30):
            loss = F.cross_entropy(net(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
    finally:
        for each in mounts:
            each.remove()
    assert losses[-1] < 0.3 * losses[0]
