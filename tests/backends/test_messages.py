"""What a GPU's user is told: PyTorch's sentences, and where to look; and constants, made where they are used."""

import pytest

import minitorch as mt
from minitorch import backend, nn

HERE = mt.ones(2, 3)
CASES = {
    "two devices": (lambda x: x @ mt.ones(3, 2), RuntimeError,
                    "Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!"),
    "a layer here, its input there": (lambda x: nn.Linear(3, 2)(x), RuntimeError, "two devices, cuda:0 and cpu!"),
    "to NumPy": (lambda x: x.numpy(), TypeError,
                 r"can't convert cuda:0 device type tensor to numpy. Use Tensor.cpu\(\)"),
    "no GPU's name": (lambda x: x.cuda("cpu"), RuntimeError, "Invalid device, must be cuda device"),
    "set_device of a CPU": (lambda x: mt.cuda.set_device("cpu"), ValueError, "Expected a cuda device, but got: cpu"),
    "the memory of a CPU": (lambda x: mt.cuda.memory_allocated("cpu"), ValueError, "Expected a cuda device"),
    "pinned there": (lambda x: x.pin_memory(), RuntimeError, "cannot pin 'minitorch.cuda.FloatTensor' only dense CPU"),
    "a gradient from elsewhere": (lambda x: setattr(x, "grad", HERE), RuntimeError,
                                  "grad has data located on a different"),
    "lengths there": (lambda x: nn.utils.rnn.pack_padded_sequence(x[None], mt.tensor([1, 1, 1]).cuda()), RuntimeError,
                      "'lengths' argument should be a 1D CPU int64 tensor"),
}


@pytest.mark.parametrize("what", CASES)
def test_errors_say_pytorchs_sentence(what, cupy):
    action, kind, words = CASES[what]
    with pytest.raises(kind, match=words):
        action(mt.ones(2, 3).cuda())


def test_out_of_memory_is_told_once(cupy, monkeypatch):
    monkeypatch.setitem(cupy.cuda.limits, "bytes", cupy.cuda.used[0] + 1000)
    for action in (lambda: mt.zeros(999, device="cuda"), lambda: mt.ones(999).cuda(),
                   lambda: mt.rand(999, device="cuda")):
        with pytest.raises(mt.cuda.OutOfMemoryError, match="^CUDA out of memory in ") as told:
            action()
        assert str(told.value).count("CUDA out of memory in ") == 1 and "parameters" in str(told.value)


def test_a_kernel_that_failed_is_explained_where_a_copy_finds_it(cupy, monkeypatch):
    x = mt.ones(3).cuda()

    def get(*_):
        raise cupy.cuda.runtime.CUDARuntimeError("cudaErrorIllegalAddress: an illegal memory access was encountered")
    monkeypatch.setattr(cupy.ndarray, "get", get)
    with pytest.raises(RuntimeError, match="CUDA error in moving .* to cpu: cudaErrorIllegalAddr.*\n.*LAUNCH_BLOCKING"):
        x.sum().item()


def test_a_file_from_a_gpu_says_how_to_load_it_without(cupy, tmp_path):
    mt.save(mt.ones(2).cuda(), tmp_path / "x.pt")
    found, backend.found = backend.found, (None, "no driver")
    try:
        with pytest.raises(RuntimeError, match="Attempting to deserialize object on a CUDA device but .*map_location"):
            mt.load(tmp_path / "x.pt")
        assert mt.load(tmp_path / "x.pt", map_location="cpu").tolist() == [1, 1]
    finally:
        backend.found = found


NEW = {
    "zeros": lambda x: mt.zeros(2, 3, device=x.device), "ones_like": mt.ones_like, "empty_like": mt.empty_like,
    "full": lambda x: x.new_full((2,), 7), "arange": lambda x: mt.arange(3, device=x.device),
    "eye": lambda x: mt.eye(3, device=x.device),
    "linspace": lambda x: mt.linspace(0, 1, 5, device=x.device), "new_zeros": lambda x: x.new_zeros(4),
    "full_like": lambda x: mt.full_like(x, 2), "scalar_tensor": lambda x: mt.scalar_tensor(2.0, device=x.device),
}


@pytest.mark.parametrize("name", NEW)
def test_constants_are_made_on_the_gpu_without_a_copy(name, cupy):
    x = mt.ones(2, 3).cuda()
    cupy.counts.reset()
    with mt.device("cuda"):
        made = NEW[name](x)
    assert made.is_cuda and (cupy.counts.uploads, cupy.counts.downloads, cupy.counts.syncs) == (0, 0, 0)
    assert name.startswith("empty") or mt.equal(made.cpu(), NEW[name](HERE.cpu()).cpu())


def test_streams_are_shown_with_their_device(cupy):
    assert repr(mt.cuda.default_stream(1)) == "<minitorch.cuda.Stream device=cuda:1 cuda_stream=0x0>"
