"""Parts that indices point at, and random numbers, in ONNX files: in onnxruntime and back here."""

import numpy as np
import pytest
from onnx_files import agree, file_of, running
from static.saved_models import normal

import minitorch as mt
from minitorch import models, nn

pytestmark = [pytest.mark.needs("onnx"), pytest.mark.host]


def written_over(x, index, value):
    y = x.clone()
    y[index] = value
    return y


I, J, MASK = mt.tensor([2, 0, -1, 1]), mt.tensor([0, 0, 2, 1]), [True, False, True]
X = normal(3, 3, 3, 4)
PARTS = {
    "first": (lambda x, i: x[i], X, I), "two": (lambda x, i: x[i, i], X, I), "last": (lambda x, i: x[..., i], X, I),
    "inside": (lambda x, i: x[:, i, i], X, I), "spread": (lambda x, i: x[:, i[:, None], i], X, I),
    "number": (lambda x, i: x[:, 1, i], X, I),
    "mask": (lambda x: x[:, mt.tensor(MASK)], X), "mask over": (lambda x: written_over(x, mt.tensor(MASK), 2.5), X),
    "over": (lambda x, i: written_over(x, (slice(None), i[:2]), 1.5), X, I),
    "values over": (lambda x, i, v: written_over(x, (slice(None), i[:2], i[:2]), v), X, I, normal(2, 4)),
    "a slice over": (lambda x, v: written_over(x, (slice(1, None), slice(None, None, 2)), v), X, normal(3, 4)),
    "added": (lambda x, i, v: x.index_add(0, i, v), normal(3, 2), J, normal(4, 2)),
    "put": (lambda x, i, v: x.index_put((i,), v, accumulate=True), normal(3, 2), J, normal(4, 2)),
    "diagonal": (lambda x: x[0, 0].diagonal(), X),
    "largest": (lambda x: x.topk(2, 1)[0], X), "smallest": (lambda x: (x * 2).floor().topk(2, 0, largest=False)[1], X),
    "sorted": (lambda x: x.sort(1)[0], X), "descending": (lambda x: (x * 2).floor().sort(-1, descending=True)[1], X),
    "order": (lambda x: x.argsort(2), X), "bools": (lambda x: (x > 0).sort(1)[1] + (x > 0).long().argmax(1, True), X),
    "median": (lambda x: x.median(1).values, X)}


@pytest.mark.parametrize("name", PARTS)
def test_what_an_index_points_at_agrees(name):
    function, *args = PARTS[name]
    made = mt.onnx.export(function, tuple(args))
    assert agree(running(made)(*args), function(*args))
    assert agree([mt.onnx.load(file_of(made))(*args).detach().numpy()], function(*args))


def test_indices_apart_from_each_other_are_an_error():
    with pytest.raises(mt.onnx.OnnxExporterError, match="must be next to each other, between whole dimensions"):
        mt.onnx.export(lambda x, i: x[i, :, i], (X, I))


class Writer(nn.Module):
    """A decoder that looks back at each step: (N, S) and (N, T) whole numbers -> (N, T, 9)."""

    def __init__(self):
        super().__init__()
        self.words, self.reader = nn.Embedding(9, 4), nn.LSTM(4, 3, batch_first=True, bidirectional=True)
        self.cell, self.looks, self.head = nn.LSTMCell(10, 6), nn.Linear(6, 6), nn.Linear(6, 9)

    def forward(self, source, target):
        keys, _ = self.reader(self.words(source))
        h = c = context = mt.zeros(len(source), 6)
        said = []
        for t in range(target.shape[1]):
            h, c = self.cell(mt.cat([self.words(target[:, t]), context], 1), (h, c))
            weights = mt.softmax((keys @ self.looks(h).unsqueeze(2)).squeeze(2), 1)
            context = (weights.unsqueeze(1) @ keys).squeeze(1)
            said.append(self.head(h + context))
        return mt.stack(said, 1)


def tokens(*shape):
    return mt.tensor(np.random.default_rng(2).integers(1, 9, shape))


def test_a_decoder_of_cells_agrees_for_other_sizes_too():
    mt.manual_seed(0)
    net = Writer()
    made = mt.onnx.export(net, (tokens(2, 5), tokens(2, 4)), input_names=["source", "target"],
                          dynamic_axes={"source": {0: "n", 1: "s"}, "target": {0: "n"}})
    for source in (tokens(2, 5), tokens(3, 7)):
        target = tokens(len(source), 4)
        assert agree(running(made)(source, target), net(source, target))
        assert agree([mt.onnx.load(file_of(made))(source, target).detach().numpy()], net(source, target))


@pytest.mark.parametrize("lengths", [[5, 3], [2, 4], [3, 3]], ids=str)
def test_translation_of_sentences_of_these_lengths_agrees(lengths):
    mt.manual_seed(0)
    net, source, target = models.GNMT(9, 9, hidden=8, layers=3).eval(), tokens(2, 5), tokens(2, 4)
    made = mt.onnx.export(net, (source,), kwargs={"lengths": lengths, "target": target})
    assert agree(running(made)(source), net(source, lengths, target))
    with pytest.raises(mt.onnx.OnnxExporterError, match="tolist takes a value out of the graph"):
        mt.onnx.export(net, (source, mt.tensor(lengths), target))


DRAWN = {
    "normal": (lambda x: mt.randn_like(x), 0, 1, lambda y: abs(y).max() > 2.5),
    "uniform": (lambda x: mt.rand(2, x.shape[1]), 0.5, 1 / 12 ** 0.5, lambda y: 0 <= y.min() and y.max() < 1),
    "integers": (lambda x: mt.randint(-2, 5, x.shape), 1, 2, lambda y: set(y.ravel()) == {*range(-2, 5)}),
    "permutation": (lambda x: mt.randperm(x.shape[1]), 999.5, 2000 / 12 ** 0.5,
                    lambda y: sorted(y.ravel()) == [*range(2000)]),
    "dropout": (lambda x: nn.functional.dropout(x + 1, 0.25), 1, 3 ** -0.5, lambda y: set(
        (y * 3).round().ravel()) == {0, 4})}


@pytest.mark.parametrize("axes", [{}, {"input_0": [1]}], ids=["fixed", "dynamic"])
@pytest.mark.parametrize("name", DRAWN)
def test_random_numbers_are_drawn_anew_in_each_run(name, axes):
    import onnxruntime
    onnxruntime.set_seed(1)
    mt.manual_seed(1)
    function, mean, deviation, holds = DRAWN[name]
    x = mt.zeros(2, 2000)
    made = mt.onnx.export(function, x, dynamic_axes=axes)
    run, back = running(made), mt.onnx.load(file_of(made))
    drawn = [*run(x), *run(x), back(x).detach().numpy(), back(x).detach().numpy()]
    wanted = function(x)
    for y, other in zip(drawn, [*drawn[1:], drawn[0]]):
        assert y.dtype == wanted.numpy().dtype and y.shape == tuple(wanted.shape) and not np.array_equal(y, other)
        assert abs(y.mean() - mean) < 0.1 * deviation and abs(y.std() - deviation) < 0.1 * deviation and holds(y)


def test_a_variational_autoencoder_goes_out_whole():
    mt.manual_seed(0)
    net, x = models.VAE(20, 16, 4), mt.rand(6, 20)
    with mt.no_grad():
        net.log_variance.weight.zero_()
        net.log_variance.bias.fill_(-60)                     # so narrow that each sample is the mean
    made = mt.onnx.export(net, x, dynamic_axes={"input_0": [0]})
    assert agree(running(made)(x), net(x)) and agree(running(made)(x[:3]), net(x[:3]))
    assert sum(node.op_type == "RandomNormalLike" for node in made.graph.node) == 1
