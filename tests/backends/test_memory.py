"""What holds a GPU's memory, and what is said where there is none left."""

import gc

import pytest

import minitorch as mt
from minitorch import nn
from minitorch.cuda.report import bytes_by_holder


@pytest.fixture
def trained(cupy):
    gc.collect()                                         # other tests' cycles would be holders too
    model = nn.Sequential(nn.Linear(256, 256, bias=False), nn.ReLU(), nn.Linear(256, 256, bias=False)).cuda()
    optimizer = mt.optim.Adam(model.parameters())
    model(mt.ones(4, 256, device="cuda")).sum().backward()
    optimizer.step()
    loss = model(mt.ones(4, 256, device="cuda")).sum()
    return model, optimizer, loss


def test_each_holder_is_named_with_its_bytes(trained):
    found, weight = bytes_by_holder(), 256 * 256 * 4
    assert found["parameters"] == (2 * weight, 2)
    assert found["gradients"] == (2 * weight, 2)
    assert found["optimiser states"] == (4 * weight, 4)
    assert found["kept for backward"][0] >= 2 * 4 * 256 * 4
    lines = mt.cuda.memory_summary().splitlines()
    assert lines[0].split() == ["parameters", "512", "KiB", "2", "arrays"]
    assert lines[-1].startswith("free on the GPU") and lines[-1].endswith("of 1.00 GiB")


@pytest.fixture
def full(cupy, monkeypatch):
    if not hasattr(cupy.cuda, "limits"):
        pytest.skip("only the stand-in's memory can be made small")
    monkeypatch.setitem(cupy.cuda.limits, "bytes", sum(cupy.cuda.used) + 100_000)


@pytest.mark.parametrize("call", [lambda x: x @ mt.ones(4, 90_000, device="cuda"), lambda x: x.expand(9000, 4) + 1,
                                  lambda x: mt.ones(300, 300).cuda()], ids=["ones", "add", "cuda()"])
def test_out_of_memory_says_what_was_tried_who_holds_the_rest_and_what_helps(cupy, full, call):
    x = mt.ones(4, device="cuda")
    with pytest.raises(mt.cuda.OutOfMemoryError, match="(?s)CUDA out of memory in .*Out of memory allocating .*"
                                                       "parameters .*A smaller batch"):
        call(x)


def test_an_error_of_the_gpu_says_that_its_cause_may_lie_earlier(cupy, monkeypatch):
    def broken(*args, **settings):
        raise cupy.cuda.runtime.CUDARuntimeError("cudaErrorIllegalAddress: an illegal memory access")
    x = mt.ones(4, device="cuda")
    monkeypatch.setattr(cupy, "exp", broken, raising=False)
    with pytest.raises(RuntimeError, match=r"(?s)CUDA error in exp of \(4,\).*IllegalAddress.*CUDA_LAUNCH_BLOCKING=1"):
        x.exp()
