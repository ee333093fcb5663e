"""Data parallel training: on several ranks the same as one process on whole batches, and the same bits on all ranks."""

import pytest
from ranks import in_ranks

import minitorch as mt
import minitorch.distributed as dist
from minitorch import nn
from minitorch.nn.parallel import DistributedDataParallel

# Parameters whose exact gradient is 0, so that Adam's steps follow rounding errors: a bias before batch norm shifts
# what the norm takes away again (and the mean that it keeps); a key's bias shifts all scores of a query alike.
NO_GRADIENT = {"mlp": (), "cnn": ("0.bias", "3.bias", "1.running_mean", "4.running_mean"), "gpt": ("bias of key",)}
slow = pytest.mark.slow


@pytest.mark.needs("mpi")
@pytest.mark.parametrize("kind, optimizer, dtype, n, steps", [
    ("cnn", "Adam", "float64", 2, 20),
    *[pytest.param(kind, optimizer, dtype, n, 50, marks=slow) for kind in ("mlp", "cnn", "gpt")
      for optimizer in ("SGD", "Adam") for dtype in ("float64", "float32") for n in (1, 2, 4)]])
def test_several_ranks_train_as_one_process_does(kind, optimizer, dtype, n, steps, tmp_path):
    found = in_ranks(n, "equal_to_one_process", tmp_path, kind, optimizer, dtype, steps)
    assert len({rank["bits"] for rank in found}) == 1
    assert n == 1 or all(rank["buckets"] > 1 for rank in found)
    off = {name: value for name, value in found[0]["off"].items()
           if optimizer == "SGD" or not any(part in name for part in NO_GRADIENT[kind])}
    assert len(off) > 4
    assert max(off.values()) < (1e-9 if dtype == "float64" else 1e-5), off
    assert found[0]["losses"] < (1e-9 if dtype == "float64" else 1e-4)


@pytest.mark.needs("mpi")
def test_passes_that_leave_out_add_up_and_repeat(tmp_path):
    from ranks import launch
    run = launch(2, "unusual_passes", tmp_path)
    assert run.code == 0, run.err
    for rank, found in enumerate(run.found):
        assert found["branches"] == [[[1.5, 1.5], None, None], [[0.5, 0.5], [1, 1], None], [None, [1.5, 1.5], None]]
        assert found["own"] == rank and found["mean of sums"] == 1.5 and found["twice"] == 1.0
        assert found["names"] == ["module.weight", "module.bias"]
        assert found["sampler"] == list(range(rank, 10, 2)) and found["nan"]
    assert run.err.count("the gradients of rank 1 hold nan or infinity") == 1


@pytest.mark.needs("mpi")
def test_large_gradients_travel_where_they_lie(tmp_path):
    for rank, found in enumerate(in_ranks(2, "large_gradients", tmp_path)):
        assert found["buckets"] == [[[300, 300]], [[300, 300]], [[300], [300], [300]]]
        assert found["buffers"] == [pytest.approx(2.7), 4]                   # of rank 0's 3
        assert found["mean"] == [3, 3] and found["added up"] == [6, 6] and found["in place"]
        assert found["turned"] and found["half"] == [1.5] and found["kept"] == [rank]


def test_alone_a_wrapped_model_is_the_model():
    model = nn.Linear(2, 1)
    with pytest.raises(ValueError, match="call init_process_group"):
        DistributedDataParallel(model)
    dist.init_process_group()
    try:
        wrapped = DistributedDataParallel(model)
        wrapped(mt.ones(1, 2)).sum().backward()
        assert model.weight.grad.tolist() == [[1, 1]] and list(wrapped.state_dict()) == ["module.weight", "module.bias"]
        with pytest.raises(RuntimeError, match="doesn't have any parameters"):
            DistributedDataParallel(nn.ReLU())
    finally:
        dist.destroy_process_group()


def test_sync_batch_norm_alone_is_batch_norm():
    x, one = mt.randn(4, 3, 2, 2), nn.Sequential(nn.BatchNorm2d(3), nn.Sequential(nn.BatchNorm2d(3)))
    plain = one(x)
    one[0].reset_running_stats()
    many = nn.SyncBatchNorm.convert_sync_batchnorm(one)
    assert many is one and isinstance(many[1][0], nn.SyncBatchNorm) and many(x).equal(plain)
    assert not isinstance(nn.SyncBatchNorm.convert_sync_batchnorm(nn.InstanceNorm2d(3)), nn.SyncBatchNorm)
