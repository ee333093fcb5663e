"""Device "meta" as users meet it: PyTorch's names, results and refusals, and no memory."""

import copy
import tracemalloc

import pytest

import minitorch as mt
from minitorch import nn
from minitorch.meta import NoDataError

pytestmark = pytest.mark.host


@pytest.mark.parametrize("make", [
    lambda **at: mt.empty(2, 3, **at), lambda **at: mt.zeros(2, 3, **at), lambda **at: mt.tensor([1, 2], **at),
    lambda **at: mt.arange(5, **at), lambda **at: mt.randn(2, **at), lambda **at: mt.full((2,), 3.0, **at),
    lambda **at: mt.eye(3, **at), lambda **at: mt.linspace(0, 1, 5, **at), lambda **at: mt.as_tensor([1.5], **at),
    lambda **at: mt.zeros_like(mt.zeros(2, dtype=mt.int32), **at), lambda **at: mt.randint(3, (2,), **at)])
def test_factories_take_it_as_device(make):
    found, wanted = make(device="meta"), make()
    assert (found.shape, found.dtype, found.is_meta, wanted.is_meta) == (wanted.shape, wanted.dtype, True, False)
    with mt.device("meta"):
        assert make().is_meta


def test_nothing_is_allocated():
    tracemalloc.start()
    try:
        model = nn.Sequential(nn.Linear(10**6, 10**6, device="meta"), nn.ReLU(), nn.Linear(10**6, 10, device="meta"))
        x = mt.randn(10**5, 10**6, device="meta")
        model(x).sum().backward()
        assert tracemalloc.get_traced_memory()[1] < 1e6
    finally:
        tracemalloc.stop()
    assert model[0].weight.grad.nbytes == 4 * 10**12


def test_random_numbers_are_not_drawn():
    mt.manual_seed(0)
    wanted = mt.rand(3)
    mt.manual_seed(0)
    nn.Linear(3, 4, device="meta")
    nn.functional.dropout(mt.randn(5, device="meta"))
    mt.zeros(3, device="meta").normal_()
    assert (mt.rand(3) == wanted).all()


def test_it_prints_what_there_is():
    assert repr(mt.empty(2, 3, device="meta", dtype=mt.int64)) == \
        "tensor(..., device='meta', size=(2, 3), dtype=minitorch.int64)"
    assert repr(nn.Linear(3, 4, device="meta").bias) == \
        "Parameter containing:\ntensor(..., device='meta', size=(4,), requires_grad=True)"
    assert mt.zeros(2, device="meta").type() == "minitorch.meta.FloatTensor"


def test_a_module_goes_there_and_gets_memory_back():
    model = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4)).to("meta")
    weight = model[0].weight
    assert weight.is_meta and weight.is_leaf and isinstance(weight, nn.Parameter) and model[1].running_mean.is_meta
    with pytest.raises(NoDataError, match="to_empty"):
        model.to("cpu")
    model.to_empty(device="cpu")
    assert model[0].weight is weight and weight.device.type == "cpu" and weight.requires_grad
    model.load_state_dict(nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4)).state_dict())


def test_to_empty_of_one_module_leaves_those_below():
    outer = nn.Sequential(nn.Linear(2, 2))
    outer.own = nn.Parameter(mt.zeros(3))
    outer.to("meta").to_empty(device="cpu", recurse=False)
    assert not outer.own.is_meta and outer[0].weight.is_meta


def test_a_state_dict_may_bring_the_memory():
    model, real = nn.Linear(3, 4, device="meta"), nn.Linear(3, 4)
    model.load_state_dict(real.state_dict(), assign=True)
    assert (model.weight == real.weight).all() and not model.weight.is_meta
    assert copy.deepcopy(nn.Linear(3, 4, device="meta")).weight.is_meta


@pytest.mark.parametrize("ask", [
    lambda x: x.item(), lambda x: bool(x), lambda x: float(x), lambda x: x.tolist(), lambda x: x.cpu(),
    lambda x: mt.zeros(1).copy_(x), lambda x: x[x > 0], lambda x: 1.0 in x, lambda x: range(3)[x.long()]])
def test_numbers_are_refused(ask):
    with pytest.raises(NoDataError, match="data|number"):
        ask(mt.zeros(1, device="meta"))


def test_devices_do_not_mix():
    with pytest.raises(RuntimeError, match="same device, but found at least two devices, meta and cpu"):
        mt.zeros(2, device="meta") + mt.zeros(2)
    assert (mt.zeros(2, device="meta") + mt.tensor(1.0)).is_meta        # a number may come from anywhere
    with pytest.raises(TypeError, match="^can't convert meta device type tensor to numpy. Use Tensor.cpu"):
        mt.zeros(2, device="meta").numpy()


def test_writes_in_place_keep_the_form():
    x = mt.zeros(2, 3, device="meta")
    x[0] = 1
    x[:, 1] += mt.ones(2, device="meta")
    x.add_(1).mul_(2).fill_(0).copy_(mt.ones(3))
    x.T.zero_()
    assert x.is_meta and x.shape == (2, 3) and x.T.stride() == (1, 3) and x._version > 0
    with pytest.raises(RuntimeError, match="broadcast|expand|match"):
        x[0] = mt.zeros(2, device="meta")


def test_a_mismatch_is_told_as_on_the_cpu():
    messages = []
    for device in ("meta", "cpu"):
        with pytest.raises(RuntimeError) as caught:
            nn.Linear(3, 4, device=device)(mt.zeros(2, 5, device=device))
        messages.append(str(caught.value))
    assert messages[0] == messages[1]


def test_optimizers_step():
    model = nn.Linear(3, 4, device="meta")
    optimizer = mt.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    for _ in range(2):
        optimizer.zero_grad()
        model(mt.zeros(2, 3, device="meta")).sum().backward()
        optimizer.step()
    assert model.weight.is_meta
