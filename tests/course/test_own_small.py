"""What a learner wrote in lesson 11 is what a network is quantised and taught with; all else stays the library's."""

import numpy as np
import pytest
from course.answers import of
from course.mounting import mounted

import minitorch as mt
from minitorch import nn
from minitorch.compress import Observer, choose_qparams, convert, distillation_loss, prepare, quantize_weight
from minitorch.course import small

answers = of(11)


@pytest.fixture(autouse=True)
def inside(own_folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    mt.manual_seed(0)


def texts(id):
    return [answers.REFERENCE[id], *answers.OTHERS[id]]


@pytest.mark.parametrize("dtype", [mt.float32, mt.float64], ids=str)
def test_a_network_is_converted_by_ones_own_lines(dtype):
    net, x = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 3)).to(dtype), mt.randn(20, 6).to(dtype)

    def converted():
        ready = prepare(net, Observer)
        with mt.no_grad():
            ready(x)
            return convert(ready)(x)
    wanted = converted()
    for weights, ranges in zip(texts("11.2"), texts("11.3")):
        calls = mounted("11.2", weights), mounted("11.3", ranges)
        found = converted()
        assert found.dtype is dtype and [len(each) for each in calls] == [2, 2]
        np.testing.assert_allclose(found.numpy(), wanted.numpy(), rtol=1e-4, atol=1e-5)


def test_a_student_is_taught_by_ones_own_loss():
    logits, says, target = mt.randn(4, 5, requires_grad=True), mt.randn(4, 5), mt.tensor([0, 1, 2, 4])
    for text in texts("11.6"):
        calls = mounted("11.6", text)
        for how in ((), (target,), (target, 2.0, 0.3)):
            wanted = distillation_loss.library(logits, says, *how).item()
            assert distillation_loss(logits, says, *how).item() == pytest.approx(wanted, rel=1e-5)
        assert len(calls) == 3


def test_what_the_exercises_did_not_ask_for_stays_the_librarys():
    calls = [*map(mounted, ("11.2", "11.3", "11.6"), map(answers.REFERENCE.get, ("11.2", "11.3", "11.6")))]
    filters = mt.randn(2, 3, 3, 3)
    assert quantize_weight(filters)[1].shape == (2, 1, 1, 1)
    assert choose_qparams(mt.tensor([-1.0, 0.0]), mt.tensor([1.0, 2.0]))[0].shape == (2,)
    assert choose_qparams(mt.tensor(-1.0), mt.tensor(1.0), symmetric=True)[1].item() == 0
    with pytest.raises(ValueError, match="bits=9"):
        choose_qparams(mt.tensor(-1.0), mt.tensor(1.0), bits=9)
    with pytest.raises(ValueError, match="temperature=0"):
        distillation_loss(mt.randn(2, 3), mt.randn(2, 3), temperature=0)
    assert distillation_loss(mt.randn(3), mt.randn(3)).ndim == 0
    assert not any(calls)


def test_a_text_holds_a_network_of_four_bits():
    net = small.mlp(6, 4, 3)
    text = small.as_text(net, quantize_weight)
    lines = text.split("\n")
    assert [len(line.split()[0]) for line in lines] == [6] * 4 + [4] * 3
    again = small.from_text(text, 6, 4, 3)
    for mine, wanted in zip(small.linears(again), small.linears(net)):
        step = wanted.weight.detach().abs().amax(dim=1, keepdim=True) / 7
        assert ((mine.weight - wanted.weight).abs() <= 0.6 * step).all()
        assert mt.allclose(mine.bias, wanted.bias, rtol=0.06)


def test_a_louder_unit_changes_nothing_and_fewer_units_change_the_shape():
    net, x = small.mlp(6, 4, 5, 3), mt.randn(7, 6).double()
    assert mt.allclose(small.louder(net, 2, 100)(x), net(x), rtol=1e-10, atol=1e-10)
    remove = mt.course.record.find("11.5").answer
    assert [tuple(layer.weight.shape) for layer in small.linears(small.narrower(net, remove, 2))] == [(2, 6), (2, 2),
                                                                                                      (3, 2)]
    assert mt.allclose(small.narrower(net.double(), lambda w1, b1, w2, keep: (w1, b1, w2), 9)(x), net(x))


def test_what_is_stored_holds_no_times(monkeypatch):
    net, x, y = small.mlp(6, 4, 3), mt.randn(7, 6).double(), mt.zeros(7, dtype=mt.int64)
    monkeypatch.setattr(small, "quickest", lambda run, times=3: 0.0123)
    table = small.compared({"net": net}, x, y)
    assert "12.3 ms" in table.svg() and "12.3 ms" not in repr(table) and "36" in repr(table)
    roof = small.roofline(lambda rows, inputs, outputs, size: (2 * rows, rows + 3), rows=(1, 2), size=4)
    assert repr(roof) == "1 row       0.50 operations a byte\n2 rows      0.80 operations a byte"
    assert all(word in roof.svg() for word in ("measured here", ">1 row</text>", ">2 rows</text>"))
    assert all(roof.roof[i] >= roof.speed[i] for i in range(2))
