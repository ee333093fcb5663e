"""A model as a table: shapes, parameters, what it costs; and nothing about the model is changed by looking."""

import numpy as np
import pytest

import minitorch as mt
from minitorch import nn, viz
from minitorch.display.text import memory_text, table, time_text


class Frozen(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.spare = nn.Linear(4, 4), nn.Linear(3, 3)
        self.body.weight.requires_grad_(False)

    def forward(self, x):
        return self.body(self.body(x).relu())


def test_the_text_of_a_small_network():
    net = nn.Sequential(nn.Conv2d(1, 2, 3), nn.ReLU(), nn.Flatten(), nn.Linear(8, 3))
    assert viz.summary(net, (5, 1, 4, 4), times=False).text() == """\
layer               output  parameters  memory  multiply-adds
-------------------------------------------------------------
Sequential          (5, 3)
  0: Conv2d   (5, 2, 2, 2)          20   240 B            360
  1: ReLU     (5, 2, 2, 2)               160 B
  2: Flatten        (5, 8)
  3: Linear         (5, 3)          27   168 B            120

parameters     47
memory         188 B of parameters, 380 B of results
multiply-adds  480"""


def test_what_is_frozen_called_twice_or_never_is_said():
    text = repr(viz.summary(Frozen(), mt.randn(5, 4), times=False))
    assert "body: Linear ×2" in text and "20 (16 frozen)" in text
    assert "32, of them 16 frozen: body.weight" in text and text.endswith("never called   spare")


def test_deeper_layers_are_counted_to_the_one_around_them():
    net = nn.Sequential(nn.Sequential(nn.Linear(4, 8), nn.ReLU()), nn.Linear(8, 2))
    deep, flat = viz.summary(net, (5, 4)), viz.summary(net, (5, 4), depth=1)
    assert [layer.path for layer in flat.layers] == ["", "0", "1"]
    assert [layer.parameters for layer in flat.layers] == [0, 40, 18]
    for name in ("parameters", "weight"):
        assert sum(getattr(x, name) for x in deep.layers) == sum(getattr(x, name) for x in flat.layers)
    assert sum(x.cost.products for x in flat.layers) == flat.total.products == 5 * 4 * 8 + 5 * 8 * 2
    assert flat.parameters == flat.trainable == 58


@pytest.mark.parametrize("make, inputs, wanted", [
    (lambda: nn.Linear(4, 8), [(5, 4)], 5 * 4 * 8),
    (lambda: nn.Conv2d(4, 6, 3, groups=2), [(2, 4, 5, 5)], 2 * 6 * 3 * 3 * 2 * 9),
    (lambda: nn.ConvTranspose2d(4, 6, 3), [(2, 4, 5, 5)], 2 * 4 * 25 * 6 * 9),
    (lambda: nn.RNN(3, 4), [(7, 2, 3)], 7 * 2 * 4 * (3 + 4)),
    (lambda: nn.GRU(3, 4), [(7, 2, 3)], 7 * 2 * 3 * 4 * (3 + 4)),
    (lambda: nn.LSTM(3, 4), [(7, 2, 3)], 7 * 2 * 4 * 4 * (3 + 4)),
    (lambda: nn.ReLU(), [(5, 4)], 0),
], ids=lambda x: None)
def test_multiply_adds_are_counted(make, inputs, wanted):
    assert viz.summary(make(), *inputs, times=False).total.products == wanted


@pytest.mark.parametrize("program, wanted", [
    (lambda x, y: x @ y, 3 * 4 * 5), (lambda x, y: mt.einsum("ij,jk->ik", x, y), 3 * 4 * 5),
    (lambda x, y: mt.einsum("ij->i", x), 0), (lambda x, y: x + x, 0),
    (lambda x, y: mt.nn.functional.scaled_dot_product_attention(mt.stack([x, x]), *[mt.stack([y.T, y.T])] * 2),
     2 * 3 * 5 * (4 + 4))])
def test_multiply_adds_of_products(program, wanted):
    with viz.profile() as p:
        program(mt.randn(3, 4), mt.randn(4, 5))
    assert sum(entry.products for entry in p.entries) == wanted


def test_times_are_shown_unless_left_out():
    net = nn.Linear(4, 2)
    assert "forward" in viz.summary(net, (3, 4)).text()
    assert "forward" not in viz.summary(net, (3, 4), times=False).text()
    assert viz.summary(net, (3, 4)).total.back > 0


def test_without_gradients_it_still_tells_the_shapes():
    with mt.no_grad():
        assert "(3, 2)" in repr(viz.summary(nn.Linear(4, 2), (3, 4), times=False))
    assert "(2, 5, 3)" in repr(viz.summary(nn.Embedding(7, 3), mt.zeros(2, 5, dtype=mt.int64), times=False))


def test_lazy_layers_get_their_sizes():
    net = nn.Sequential(nn.LazyLinear(5), nn.LazyBatchNorm1d())
    assert viz.summary(net, (4, 3)).parameters == 20 + 10


def test_looking_changes_nothing():
    net = nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4), nn.Dropout())
    x = mt.randn(5, 4, requires_grad=True)
    net(x).sum().backward()
    state, random = {name: t.array.copy() for name, t in net.state_dict().items()}, mt.get_rng_state()
    grads = [(p, p.grad, p.grad.array.copy()) for p in [x, *net.parameters()]]
    viz.summary(net, x)
    assert mt.equal(mt.get_rng_state(), random) and net.training
    assert all(np.array_equal(state[name], t.array) for name, t in net.state_dict().items())
    assert all(p.grad is grad and np.array_equal(grad.array, old) for p, grad, old in grads)


def test_where_users_look_they_are_told_where_it_is():
    with pytest.raises(AttributeError, match=r"There is minitorch\.viz\.summary"):
        mt.summary  # noqa: B018


@pytest.mark.parametrize("count, text", [(0, "0 B"), (999, "999 B"), (1500, "1.5 kB"), (123_456, "123 kB"),
                                         (2_340_000, "2.34 MB"), (5e9, "5 GB")])
def test_memory_is_said_in_units(count, text):
    assert memory_text(count) == text


@pytest.mark.parametrize("seconds, text", [(0, "0"), (2.5e-6, "2.5 µs"), (3.4e-3, "3.4 ms"), (1.2, "1.2 s"),
                                           (1e-9, "0.001 µs")])
def test_time_is_said_in_units(seconds, text):
    assert time_text(seconds) == text


def test_tables_line_up():
    assert table(["a", "n"], [["long", "1"], ["b", "22"]]) == "a      n\n--------\nlong   1\nb     22"


def test_what_inspects_a_model_is_found_beside_the_pictures_too():
    for name in mt.inspect.__all__:
        assert getattr(mt.inspect, name) is getattr(viz, name) and name in viz.__all__
