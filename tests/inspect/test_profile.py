"""A profile: every operation is counted forward and back, memory is what lives, and nothing is left behind."""

import xml.etree.ElementTree as xml

import pytest

import minitorch as mt
from minitorch import nn, viz
from minitorch.engine import registry, watchers
from minitorch.engine.backward import wrapping
from minitorch.nn.hooks import call


def net():
    return nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))


def train(model, x, y):
    loss = nn.functional.cross_entropy(model(x), y)
    loss.backward()
    return loss


@pytest.fixture
def seen():
    model, x, y = net(), mt.randn(5, 4), mt.tensor([0, 1, 0, 1, 0])
    with viz.profile(model) as p:
        train(model, x, y)
    return p


def test_calls_are_counted_by_operation_and_by_module(seen):
    assert {name: entry.calls for name, entry in seen.by("op").items()} == {"linear": 2, "relu": 1, "cross_entropy": 1}
    assert {path: entry.calls for path, entry in seen.by("path").items()} == {"0": 1, "1": 1, "2": 1, None: 1}
    assert all(entry.seconds > 0 and entry.back > 0 for entry in seen.entries)
    assert sum(entry.seconds + entry.back for entry in seen.entries) < seen.seconds


def test_the_text_without_times_is_the_same_on_every_run(seen):
    model, x, y = net(), mt.randn(5, 4), mt.tensor([0, 1, 0, 1, 0])
    with viz.profile(model) as again:
        train(model, x, y)
    assert seen.text(times=False) == again.text(times=False)
    assert seen.text(times=False).startswith("""\
profile: 4 operations

operation      calls  results  multiply-adds
--------------------------------------------
linear             2    200 B            240
relu               1    160 B
cross_entropy      1     44 B

module              calls  results  multiply-adds
-------------------------------------------------
0: Linear               1    160 B            160
1: ReLU                 1    160 B
2: Linear               1     40 B             80
outside of modules      1     44 B
""")
    assert "µs" not in seen.text(times=False) and "around them" in repr(seen)


def test_memory_counts_what_lives_and_the_peak_says_what_held_it():
    with viz.profile() as p:
        a = mt.ones(1000)                                   # 4,000 bytes
        b = a + 1
        del b
        c = a + 2
        d = c + 3
        del a, c, d
    assert p.peak == 12_000 and p.held == 0
    assert [(size, what) for size, what, _ in p.peak_held()] == [(4000, "results of add")] * 2 + [
        (4000, "results of full_op")]
    assert "`d = c + 3`" in p.peak_held()[0][2] + p.peak_held()[1][2]
    assert p.curve() == [4000, 8000, 4000, 8000, 12000, 8000, 4000, 0]


def test_views_take_no_memory_and_arrays_from_before_are_named():
    x = mt.ones(10)
    with viz.profile() as p:
        y = x.reshape(2, 5)
    assert p.by("op")["reshape"].bytes == 0 and p.peak == 40 and y.shape == (2, 5)
    assert p.peak_held() == [(40, "arrays made before", "")]


def test_gradients_and_parameters_are_told_apart(seen):
    held = {what for _, what, _ in seen.peak_held()}
    assert {"parameters", "gradients"} <= held
    assert sum(size for size, *_ in seen.peak_held()) == seen.peak


def test_modules_that_nobody_named_are_called_by_their_class():
    model = net()
    with viz.profile() as p:
        model(mt.randn(5, 4))
        nn.Tanh()(mt.ones(2))
    assert set(p.by("path")) == {"(Sequential).0", "(Sequential).1", "(Sequential).2", "(Tanh)", None}
    assert "Sequential.0: Linear" in p.text() and "\nTanh " in p.text()


def test_a_graph_from_before_and_second_derivatives_are_seen():
    x = mt.tensor(3.0, requires_grad=True)
    y = x * x * x
    with viz.profile() as p:
        first, = mt.runtime.grad(y, x, create_graph=True)
        first.backward()
    assert p.by("op")["mul"].back > 0 and float(x.grad) == 18


def test_afterwards_everything_is_as_it_was():
    forwards = [op.forward for op in registry.values()]
    with pytest.raises(ZeroDivisionError), viz.profile():
        _ = 1 / 0
    assert [op.forward for op in registry.values()] == forwards and not wrapping
    assert nn.Module.__call__ is call and not watchers


def test_profiles_may_be_nested():
    with viz.profile() as outside:
        mt.ones(2) + 1
        with viz.profile() as inside:
            mt.ones(2) * 2
    assert set(inside.by("op")) == {"full_op", "mul"} and set(outside.by("op")) == {"full_op", "add", "mul"}


def test_the_picture_says_what_the_text_says(seen):
    picture = xml.fromstring(seen.svg())
    words = " ".join(text.text for text in picture.iter("{http://www.w3.org/2000/svg}text"))
    assert all(name in words for name in ("linear", "relu", "cross_entropy", "peak", "forward", "backward"))
    assert picture.get("role") == "img" and "Peak memory" in picture.get("aria-label")
    assert set(seen._repr_mimebundle_()) == {"text/plain", "image/svg+xml"}


def test_an_empty_profile_is_shown_too():
    with viz.profile() as p:
        pass
    assert p.text(times=False).startswith("profile: 0 operations") and xml.fromstring(p.svg()) is not None
