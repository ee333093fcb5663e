"""GPUs under PyTorch's names, where there is one, and where there are two."""

import copy
import io
import pickle

import numpy as np
import pytest

import minitorch as mt
from minitorch import backend, nn

# One GPU

def test_a_tensor_goes_to_the_gpu_and_back(cupy):
    assert mt.cuda.is_available() and mt.cuda.device_count() == 2 and mt.cuda.why_not() is None
    x = mt.tensor([[1.0, 2.0], [3.0, 4.0]])
    for there in (x.cuda(), x.to("cuda"), x.to("cuda:0"), x.to(mt.device("cuda")), x.cuda(0), x.to(0), x.cuda("cuda:0"),
                  mt.tensor(x.tolist(), device="cuda"), mt.as_tensor(x, device="cuda")):
        assert (there.is_cuda, there.get_device(), str(there.device)) == (True, 0, "cuda:0")
        assert type(there.array) is cupy.ndarray
        assert there.cpu().tolist() == x.tolist()
    assert there.to("cuda") is there and there.cuda() is there and x.cpu() is x
    assert there.to("cuda", mt.float64).dtype is mt.float64
    assert there.type() == "minitorch.cuda.FloatTensor"
    assert isinstance(there, mt.cuda.FloatTensor) and not isinstance(there, mt.FloatTensor)
    assert there.data_ptr() != x.data_ptr() and there.contiguous() is there


def test_what_a_gpu_tensor_shows(cupy):
    x = mt.arange(3.0, device="cuda", requires_grad=True)
    assert repr(x) == "tensor([0., 1., 2.], device='cuda:0', requires_grad=True)"
    cupy.counts.reset()
    repr(x), f"{x.sum():.1f}", x.tolist(), x.sum().item(), bool(x[1] > 0)
    assert cupy.counts.downloads == 5
    with pytest.raises(TypeError, match="can't convert cuda:0 device type tensor to numpy"):
        x.detach().numpy()
    with pytest.raises(TypeError, match="can't convert cuda:0 device type tensor to numpy"):
        np.asarray(x.detach())


def test_tensors_on_two_devices_do_not_meet_but_numbers_in_tensors_do(cupy):
    x = mt.ones(2, 3).cuda()
    with pytest.raises(RuntimeError, match="Expected all tensors to be on the same device, but found at least "
                                           "two devices, cuda:0 and cpu!"):
        x + mt.ones(2, 3)
    with pytest.raises(RuntimeError, match="same device"):
        mt.cat([x, mt.ones(2, 3)])
    scale = mt.tensor(2.0, requires_grad=True)
    y = (x * scale).sum()
    y.backward()
    assert y.item() == 12 and y.is_cuda
    assert scale.grad.device == scale.device and scale.grad.item() == 6
    x[0] = mt.tensor([1.0, 2.0, 3.0])                    # what is assigned comes along
    assert x[mt.tensor([0])].tolist() == [[1, 2, 3]]     # and so do indices
    x += mt.tensor(1.0)
    assert x[0, 0].item() == 2


def test_gradients_go_back_to_where_their_tensors_are(cupy):
    x, w = mt.ones(3, requires_grad=True), mt.ones(3, device="cuda", requires_grad=True)
    loss = (x.cuda() * w * 3).sum().cpu() * 2
    loss.backward()
    assert (str(x.grad.device), str(w.grad.device)) == ("cpu", "cuda:0")
    assert x.grad.tolist() == w.grad.tolist() == [6, 6, 6]
    first, = mt.autograd.grad(((x.cuda() ** 3) * w).sum(), x, create_graph=True)
    second, = mt.autograd.grad(first.sum(), x)
    assert (str(first.device), str(second.device), second.tolist()) == ("cpu", "cpu", [6, 6, 6])


def test_a_function_of_ones_own_runs_on_a_gpu(cupy):
    class Both(mt.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * 2, x * 3

        @staticmethod
        def backward(ctx, a, b):
            return a * 2 + b * 3
    x = mt.ones(2, device="cuda", requires_grad=True)
    Both.apply(x)[0].sum().backward()                    # the other output's gradient arrives as zeros
    assert x.grad.is_cuda and x.grad.tolist() == [2, 2]


def test_new_tensors_are_made_where_they_were_asked_for(cupy):
    like = mt.ones(2, device="cuda")
    for made in (mt.zeros(2, device="cuda"), mt.randn(2, device="cuda"), like.new_full((2,), 3), mt.zeros_like(like),
                 mt.rand_like(like), mt.eye(2, device="cuda"), mt.arange(3, device="cuda"), like.new_tensor([1.0]),
                 mt.randperm(3, device="cuda"), mt.linspace(0, 1, 3, device="cuda")):
        assert made.is_cuda
    with mt.device("cuda"):
        assert mt.zeros(2).is_cuda and mt.tensor([1]).is_cuda and nn.Linear(2, 2).weight.is_cuda
        with mt.device("cpu"):
            assert not mt.zeros(2).is_cuda
        assert not mt.tensor([1], device="cpu").is_cuda
    assert not mt.zeros(2).is_cuda
    mt.set_default_device("cuda")
    assert mt.zeros(2).is_cuda and mt.get_default_device() == mt.device("cuda")
    mt.set_default_device(None)
    assert not mt.zeros(2).is_cuda and mt.get_default_device() == mt.device("cpu")
    mt.set_default_tensor_type("torch.cuda.DoubleTensor")
    assert mt.zeros(2).type() == "minitorch.cuda.DoubleTensor"
    mt.set_default_tensor_type(mt.FloatTensor)
    assert mt.zeros(2).type() == "minitorch.FloatTensor"


def test_what_is_drawn_on_the_cpu_means_the_same_on_every_device(cupy):
    results = []
    for place in ("cpu", "cuda"):
        mt.manual_seed(4)
        x, chance = mt.ones(50, device=place), mt.Generator().manual_seed(1)
        results.append([mt.randn(3, device=place, generator=chance), x.clone().normal_(generator=chance),
                        mt.bernoulli(x * 0.5, generator=chance), mt.multinomial(x, 5),
                        nn.Linear(2, 2, device=place).weight.detach()])
    for a, b in zip(*results):
        assert b.is_cuda and a.tolist() == b.cpu().tolist()


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x)), copy.copy])
def test_copies_stay_on_the_gpu(cupy, copied):
    layer = copied(nn.BatchNorm1d(2).cuda())
    assert layer.weight.is_cuda and layer.running_mean.is_cuda and layer.weight.requires_grad
    assert copied(mt.ones(2).cuda()).is_cuda


def test_what_was_pickled_on_a_gpu_comes_to_the_cpu_where_there_is_none(cupy, monkeypatch):
    stored = pickle.dumps(mt.ones(2).cuda())
    monkeypatch.setattr(backend, "found", (None, "gone"))
    assert pickle.loads(stored).device == mt.device("cpu")


def test_saved_states_come_back_where_they_are_wanted(cupy):
    file = io.BytesIO()
    mt.save(nn.Linear(2, 1).cuda().state_dict(), file)
    for wanted, place in (("cpu", "cpu"), ("cuda", "cuda:0"), (mt.device("cuda:1"), "cuda:1")):
        file.seek(0)
        state = mt.load(file, map_location=wanted)
        assert {str(x.device) for x in state.values()} == {place}


@pytest.mark.parametrize("device", ["cpu", "cuda"])
def test_a_matrix_that_cannot_be_taken_apart_is_refused_everywhere(cupy, device):
    for call in (mt.linalg.inv, mt.linalg.cholesky, lambda x: mt.linalg.solve(x, x)):
        with pytest.raises(RuntimeError, match="input matrix is singular|input is not positive-definite"):
            call(mt.zeros(2, 2, device=device))


def test_modules_move_whole_and_in_place(cupy):
    model = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2))
    weight = model[0].weight
    assert model.cuda() is model and model[0].weight is weight
    assert all(x.is_cuda for x in model.state_dict().values())
    assert model.double()[1].running_mean.dtype is mt.float64
    assert not any(x.is_cuda for x in model.cpu().state_dict().values())


def test_gradcheck_runs_on_a_gpu(cupy):
    x = mt.randn(2, 3, dtype=mt.float64, device="cuda", requires_grad=True)
    before = x.tolist()
    assert mt.autograd.gradcheck(lambda x: x.exp().sum(0), x)
    assert mt.autograd.gradgradcheck(lambda x: x ** 3, x)
    assert x.tolist() == before


# Two GPUs

def test_work_is_done_on_the_gpu_that_holds_the_tensors(cupy):
    model = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.ReLU(), nn.Dropout(0.1), nn.Linear(4, 2)).to("cuda:1")
    optimizer = mt.optim.Adam(model.parameters())
    x, y = mt.randn(5, 3, device="cuda:1"), mt.tensor([0, 1, 1, 0, 1], device="cuda:1")
    for _ in range(2):
        optimizer.zero_grad(set_to_none=False)
        loss = nn.functional.cross_entropy(model(x), y)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
    assert str(loss.device) == "cuda:1" and {str(p.grad.device) for p in model.parameters()} == {"cuda:1"}
    assert {name: str(v.device) for name, v in optimizer.state[model[0].weight].items()} == {
        "step": "cpu", "exp_avg": "cuda:1", "exp_avg_sq": "cuda:1"}
    assert mt.cuda.current_device() == 0
    x[0] = 1.0
    assert str(copy.deepcopy(x).device) == str((x[:, 1:].clone() @ x.new_ones(2)).device) == "cuda:1"


def test_tensors_pass_from_one_gpu_to_another_and_gradients_back(cupy):
    x = mt.ones(3, device="cuda:0", requires_grad=True)
    y = x * 2
    z = (y.to("cuda:1") * mt.ones(3, device="cuda:1")).sum()
    assert (z.get_device(), z.to(1) is z) == (1, True)
    (z + y.sum().to(1)).backward()
    assert (x.grad.get_device(), x.grad.tolist()) == (0, [4, 4, 4])
    assert mt.cuda.current_device() == 0
    with pytest.raises(RuntimeError, match="same device, but found at least two devices, cuda:[01] and cuda:[01]!"):
        x + x.detach().to("cuda:1")


def test_cuda_means_the_current_gpu(cupy):
    with mt.cuda.device(1):
        assert mt.cuda.current_device() == 1 and mt.zeros(1).cuda().get_device() == 1
        with mt.cuda.device_of(mt.zeros(1, device="cuda:0")):
            assert mt.cuda.current_device() == 0
    mt.cuda.set_device("cuda:1")
    assert mt.zeros(1, device="cuda").get_device() == 1
    mt.cuda.set_device(0)
    with pytest.raises(RuntimeError, match=r"invalid device ordinal: there is no cuda:7, only cuda:0 to cuda:1"):
        mt.zeros(1).to("cuda:7")


def test_properties_streams_events_and_memory(cupy):
    assert mt.cuda.get_device_capability() == (9, 0) and mt.cuda.get_device_name(1) == "Stand-in"
    assert mt.cuda.get_device_properties(0).total_memory == 2**30
    assert "major=9" in repr(mt.cuda.get_device_properties())
    start, end = mt.cuda.Event(enable_timing=True), mt.cuda.Event(enable_timing=True)
    start.record()
    with mt.cuda.stream(mt.cuda.Stream()) as stream:
        stream.wait_stream(mt.cuda.current_stream())
        x = mt.zeros(1000, device="cuda")
        end.record(stream)
    mt.cuda.synchronize()
    assert start.elapsed_time(end) >= 0 and end.query() and stream.query()
    with pytest.raises(RuntimeError, match="enable_timing=True"):
        mt.cuda.Event().elapsed_time(end)
    mt.cuda.reset_peak_memory_stats()
    before = mt.cuda.memory_allocated()
    y = x + 1
    assert mt.cuda.memory_allocated() == before + 4000
    del y
    assert mt.cuda.memory_allocated() == before
    assert mt.cuda.max_memory_allocated() >= before + 4000
    mt.cuda.empty_cache()
    free, total = mt.cuda.mem_get_info()
    assert 0 < free <= total


# Data

def test_batches_of_tensors_on_a_gpu_and_batches_moved_there(cupy):
    images, labels = mt.arange(12.0).reshape(6, 2), mt.arange(6)
    for data in (mt.data.TensorDataset(images.cuda(), labels.cuda()), list(zip(images.cuda(), labels.cuda()))):
        batches = list(mt.data.DataLoader(data, batch_size=4))
        assert [x.is_cuda and y.is_cuda for x, y in batches] == [True, True]
        assert batches[1][0].tolist() == [[8, 9], [10, 11]]
    loader = mt.data.DataLoader(mt.data.TensorDataset(images, labels), batch_size=3, shuffle=True, pin_memory=True)
    seen = [y.tolist() for x, y in ((x.cuda(non_blocking=True), y.cuda()) for x, y in loader)]
    assert sorted(sum(seen, [])) == list(range(6))
    with mt.device("cuda"):
        assert mt.data.default_collate([(mt.ones(2), 1), (mt.ones(2), 2)])[1].is_cuda
