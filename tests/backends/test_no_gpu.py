"""Where there is no GPU: what needs one says why, what only asks is answered, and looking is done once."""

import sys
import types

import pytest
from backing import modules

import minitorch as mt
from minitorch import backend, nn

NEEDS_ONE = {
    "x.cuda()": lambda: mt.ones(2).cuda(), "x.to('cuda')": lambda: mt.ones(2).to("cuda"),
    "x.to(device)": lambda: mt.ones(2).to(mt.device("cuda", 0)), "x.cuda(0)": lambda: mt.ones(2).cuda(0),
    "zeros": lambda: mt.zeros(2, device="cuda"), "randn": lambda: mt.randn(2, device="cuda:0"),
    "tensor": lambda: mt.tensor([1.0], device="cuda"), "new_zeros": lambda: mt.ones(2).new_zeros(2, device="cuda"),
    "zeros_like": lambda: mt.zeros_like(mt.ones(2), device="cuda"),
    "as_tensor": lambda: mt.as_tensor([1], device="cuda"),
    "module.cuda()": lambda: nn.Linear(2, 2).cuda(), "module.to": lambda: nn.Linear(2, 2).to("cuda"),
    "Linear(device=)": lambda: nn.Linear(2, 2, device="cuda"), "FloatTensor": lambda: mt.cuda.FloatTensor([1.0]),
    "default type": lambda: mt.set_default_tensor_type("torch.cuda.FloatTensor"),
    "x.type": lambda: mt.ones(2).type("torch.cuda.FloatTensor"), "Generator": lambda: mt.Generator("cuda"),
    "synchronize": lambda: mt.cuda.synchronize(), "Event": lambda: mt.cuda.Event(), "Stream": lambda: mt.cuda.Stream(),
    "current_stream": lambda: mt.cuda.current_stream(), "current_device": lambda: mt.cuda.current_device(),
    "set_device": lambda: mt.cuda.set_device(0), "name": lambda: mt.cuda.get_device_name(),
    "capability": lambda: mt.cuda.get_device_capability(), "init": lambda: mt.cuda.init(),
    "device(0)": lambda: mt.cuda.device(0).__enter__(), "mem_get_info": lambda: mt.cuda.mem_get_info(),
    "reset_peak": lambda: mt.cuda.reset_peak_memory_stats(),
    "module.to(device=)": lambda: nn.Linear(2, 2).to(device="cuda:0")}


@pytest.mark.parametrize("call", NEEDS_ONE.values(), ids=NEEDS_ONE)
def test_what_needs_a_gpu_says_that_there_is_none_and_why(no_gpu, call):
    with pytest.raises(RuntimeError, match=r"(?s)^No GPU is available: .*there is no cupy\. Use device\('cpu'\)"):
        call()


def test_what_asks_about_gpus_answers_where_there_is_none(no_gpu):
    assert mt.cuda.is_available() is False
    assert mt.cuda.is_initialized() is False
    assert mt.cuda.device_count() == mt.cuda.memory_allocated() == mt.cuda.max_memory_allocated() == 0
    assert "cupy" in mt.cuda.why_not()
    for nothing in (mt.cuda.empty_cache, mt.cuda.ipc_collect, lambda: mt.cuda.manual_seed(0),
                    lambda: mt.cuda.manual_seed_all(0)):
        assert nothing() is None
    with mt.cuda.device(-1), mt.cuda.stream(None):
        x = mt.ones(2).to("cuda" if mt.cuda.is_available() else "cpu")
    assert (x.is_cuda, x.is_cpu, x.get_device(), str(x.device)) == (False, True, -1, "cpu")


@pytest.mark.parametrize("owner, name, words", [
    ("cuda", "is_avaliable", "is_available"), ("cuda", "nvtx", "'nvtx', which PyTorch has: left for later"),
    ("backends", "cudn", "cudnn")])
def test_names_that_are_not_there_are_told_of(owner, name, words):
    with pytest.raises(AttributeError, match=words):
        getattr(getattr(mt, owner), name)


def fake(**names):
    """A module named cupy of our making, found in the place of any other."""
    module = types.ModuleType("cupy")
    module.__version__ = "14.0"
    module.__dict__.update(names)
    return module


class Broken:
    def __getattr__(self, name):
        raise OSError("libnvrtc.so.12: cannot open shared object file\n(a long explanation)")


WITHOUT = {
    "CuPy is not installed": None,
    "CuPy 14.0 finds no NVIDIA GPU, or no driver for one": fake(is_available=lambda: False),
    "CuPy 14.0 finds a GPU but cannot use it: OSError: libnvrtc.so.12: cannot open shared object file.": fake(
        is_available=lambda: True, arange=lambda *args, **kw: Broken().reshape),
    "cudaErrorInsufficientDriver": fake(is_available=lambda: exec(
        "raise RuntimeError('cudaErrorInsufficientDriver: the driver is older than the runtime')"))}


@pytest.mark.parametrize("reason", WITHOUT)
def test_detection_tells_what_is_missing_and_never_raises(monkeypatch, reason):
    for name in modules():
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "cupy", WITHOUT[reason])        # None makes the import fail
    monkeypatch.setattr(backend, "found", None)
    assert mt.cuda.is_available() is False
    assert reason.rstrip(".") in mt.cuda.why_not()
    assert "\n" not in mt.cuda.why_not()
    with pytest.raises(RuntimeError, match="No GPU is available"):
        mt.ones(1).cuda()


def test_a_gpu_is_looked_for_once_and_not_before_it_is_asked_for(monkeypatch):
    calls = []
    monkeypatch.setattr(backend, "found", None)
    monkeypatch.setattr(backend, "probe", lambda: calls.append(1) or (_ for _ in ()).throw(RuntimeError("none here")))
    mt.ones(2).cpu().to("cpu").sum().item()
    nn.Linear(2, 2).cpu().to(mt.device("cpu"))
    assert not calls
    assert [mt.cuda.is_available() for _ in range(3)] == [False] * 3
    assert len(calls) == 1


def test_switches_of_pytorchs_backends_are_accepted():
    mt.backends.cudnn.deterministic, mt.backends.cudnn.benchmark = True, False
    mt.backends.cuda.matmul.allow_tf32 = True
    assert mt.backends.cudnn.enabled is True
    assert mt.backends.mps.is_available() is mt.backends.mkl.is_available() is False
    assert mt.backends.cuda.is_built() in (True, False)
    with mt.backends.cudnn.flags(enabled=False):
        pass
