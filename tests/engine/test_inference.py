"""Tensors of inference_mode: which are marked, and what is refused of them, as in PyTorch."""

import re

import pytest

import minitorch as mt

MADE = {"new": lambda lib, p: lib.ones(2), "result": lambda lib, p: p * 2, "view": lambda lib, p: p.view(1, 2),
        "part": lambda lib, p: p[0], "picked": lambda lib, p: p[[0]], "itself": lambda lib, p: p.add_(1),
        "recorded": lambda lib, p: p.requires_grad_() * 1,
        "of the recorded": lambda lib, p: p.requires_grad_().exp() + 1,
        "detached": lambda lib, p: p.detach(), "copy": lambda lib, p: p.clone(),
        "data": lambda lib, p: lib.tensor([1.0]),
        "chance": lambda lib, p: lib.randn(2), "one of two": lambda lib, p: p.max(0)[0], "layer": lambda lib, p: (
            lib.nn.Linear(2, 1)(p)), "parameter": lambda lib, p: lib.nn.Parameter(lib.ones(2)),
        "old parameter": lambda lib, p: lib.nn.Parameter(p), "outside": lambda lib, p: lib.inference_mode(False)(
            lambda: p * 2)(), "cast": lambda lib, p: p.long(), "split": lambda lib, p: (p * 1).split(1)[0]}
USED = {"in a product": lambda lib, y, w: w * y, "in a sum": lambda lib, y, w: (w + y).sum().backward(),
        "in a layer": lambda lib, y, w: lib.nn.functional.linear(w, y), "written": lambda lib, y, w: y.add_(1),
        "filled": lambda lib, y, w: y.zero_(), "through a view": lambda lib, y, w: y.view(2, 1).mul_(2),
        "by index": lambda lib, y, w: y.__setitem__(0, 1), "as a leaf": lambda lib, y, w: y.requires_grad_(),
        "as a parameter": lambda lib, y, w: lib.nn.Parameter(y), "version": lambda lib, y, w: y._version,
        "written in the mode": lambda lib, y, w: lib.inference_mode()(lambda: y.add_(1))(),
        "copied": lambda lib, y, w: (w * y.clone()).sum().backward(), "under no_grad": lambda lib, y, w: lib.no_grad()(
            lambda: w * y)(), "beside": lambda lib, y, w: w.exp() * 1}


@pytest.mark.parametrize("made", MADE)
def test_what_inference_mode_makes_is_marked_as_pytorchs(made, torch):
    found = []
    for lib in (mt, torch):
        old = lib.ones(2)
        with lib.inference_mode():
            new = MADE[made](lib, old)
        found.append([new.is_inference(), lib.is_inference(old), (new * 2).is_inference(),
                      new[..., :1].is_inference() if new.ndim else None,
                      new.detach().is_inference(), new.clone().is_inference()])
    assert found[0] == found[1]


@pytest.mark.parametrize("used", USED)
def test_what_inference_mode_made_is_refused_as_pytorchs(used, torch):
    found = []
    for lib in (mt, torch):
        with lib.inference_mode():
            y = lib.ones(2)
        try:
            USED[used](lib, y, lib.ones(2, requires_grad=True))
            found.append("runs")
        except RuntimeError as error:
            found.append(re.search(r"saved for backward|Inplace update to inference tensor|track version counter|"
                                   r"Setting requires_grad=True on inference tensor", str(error))[0])
    assert found[0] == found[1] or {*found} == {"track version counter", "saved for backward"}


ENABLED = {"a product": lambda lib, w, x: w * 2, "of old data": lambda lib, w, x: x * 2, "a clone": lambda lib, w, x: (
    w.clone()), "detached": lambda lib, w, x: w.detach(), "a new leaf": lambda lib, w, x: (
    lib.ones(2, requires_grad=True)), "of a new leaf": lambda lib, w, x: lib.ones(2, requires_grad=True) * 2,
    "written": lambda lib, w, x: w.add_(1), "written with it": lambda lib, w, x: x.mul_(w),
    "by index": lambda lib, w, x: x.__setitem__(0, w[1]) or x, "out": lambda lib, w, x: lib.mul(w, 2, out=x),
    "a layer": lambda lib, w, x: lib.nn.Linear(2, 1)(w), "backward": lambda lib, w, x: (w * 2).sum().backward(),
    "the modes": lambda lib, w, x: lib.tensor([lib.is_grad_enabled(), lib.is_inference_mode_enabled()]),
    "outside": lambda lib, w, x: lib.inference_mode(False)(lambda: w * 2)()}


@pytest.mark.parametrize("how", ["enable_grad", "set_grad_enabled"])
@pytest.mark.parametrize("done", ENABLED)
def test_enabling_grad_in_inference_mode_records_nothing_as_pytorchs(done, how, torch):
    found = []
    for lib in (mt, torch):
        w, x = lib.ones(2, requires_grad=True), lib.ones(2)
        with lib.inference_mode(), getattr(lib, how)(*[True] * (how != "enable_grad")):
            try:
                y = ENABLED[done](lib, w, x)
                found.append([y.requires_grad, y.is_inference(), y.grad_fn is None, y.tolist() if done == "the modes"
                              else None])
            except RuntimeError as error:
                found.append(str(error).partition(" of ")[2][:2])
        found[-1] = found[-1], lib.is_grad_enabled(), lib.is_inference_mode_enabled()
    assert found[0] == found[1]


def test_backward_tells_that_inference_mode_records_nothing():
    w = mt.ones(2, requires_grad=True)
    with mt.inference_mode(), mt.enable_grad(), pytest.raises(RuntimeError, match=r"enable_grad\(\) in inference_"):
        (w * 2).sum().backward()
