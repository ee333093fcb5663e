"""Collectives between real processes give what their loops would, and in a group of one what that one has."""

import pytest
from ranks import in_ranks

import minitorch as mt
import minitorch.distributed as dist
from minitorch.comm import worker


@pytest.fixture
def alone():
    """A process that was started alone, as a group of one."""
    dist.init_process_group("gloo")
    yield
    dist.destroy_process_group()


@pytest.mark.needs("mpi")
@pytest.mark.parametrize("n", [2, pytest.param(3, marks=pytest.mark.slow), pytest.param(4, marks=pytest.mark.slow)])
def test_collectives_give_what_loops_would(n, tmp_path):
    ranks = range(n)
    total, product = sum(r + 1 for r in ranks), 1
    for r in ranks:
        product *= r + 1
    and_, or_, xor = n and 1, 0, 0
    for r in ranks:
        and_, or_, xor = and_ & (r + 1), or_ | (r + 1), xor ^ (r + 1)
    and_ = 0 if n > 1 else 1
    for rank, found in enumerate(in_ranks(n, "collectives", tmp_path)):
        assert found["SUM"] == [total + n * i for i in range(3)]
        assert found["AVG"] == [(total + n * i) / n for i in range(3)]
        assert found["PRODUCT"][0] == product and found["MIN"] == [1, 2, 3] and found["MAX"] == [n, n + 1, n + 2]
        assert (found["BAND"], found["BOR"], found["BXOR"]) == ([and_, 7], [or_, 7], [xor, 7 * (n % 2)])
        assert found["half"] == ["minitorch.float16", *[total - n / 2] * 2] and found["bools"] == [False, True]
        assert found["strided"] == [[total - n] * 3, [0] * 3] and found["broadcast"] == [n - 1] * 2
        assert found["reduce"] == [total if rank == 1 else rank + 1] * 2
        assert found["all_gather"] == found["into"] == [[r, r] for r in ranks]
        assert found["gather"] == ([[r] for r in ranks] if rank == 0 else None)
        assert found["scatter"] == [10 * rank] and found["reduce_scatter"] == [total - n + 10 * n * rank]
        assert found["scatter_tensor"] == [2 * rank, 2 * rank + 1]
        assert found["all_to_all"] == [[10 * r + rank] for r in ranks]
        assert found["ring"] == [(rank - 1) % n] * 2 and found.get("sources", [*ranks][1:]) == [*ranks][1:]
        assert found["objects"] == [{"rank": r, "long": "x" * r} for r in ranks]
        assert found["given"] == [{"seed": 3}, "two"] and found["own"] == ["abcdefgh"[rank]]
        assert found["gathered"] == (list("abcdefgh"[:n]) if rank == 0 else None)
        inside = rank in (0, n - 1)
        assert found["group"] == ([2, min(rank, 1), n + 1] if inside else [-1, -1, rank + 1])
        assert found["late"] == [3 * n, n, n]


def test_a_process_started_alone_is_a_group_of_one(alone):
    assert (dist.get_rank(), dist.get_world_size(), dist.get_backend()) == (0, 1, "gloo")
    x, y, parts = mt.arange(3.0), mt.zeros(3), [mt.zeros(3)]
    dist.all_reduce(x)
    dist.broadcast(x, 0)
    dist.reduce(x, 0, dist.ReduceOp.AVG)
    assert dist.all_reduce(x, async_op=True).wait() and dist.barrier() is None
    dist.all_gather(parts, x)
    dist.scatter(y, parts)
    assert parts[0].tolist() == y.tolist() == [0, 1, 2]
    dist.gather(x * 2, parts)
    dist.reduce_scatter(y, parts)
    dist.all_to_all(parts, [x * 3])
    assert y.tolist() == [0, 2, 4] and parts[0].tolist() == [0, 3, 6]
    assert dist.get_process_group_ranks() == [0] and dist.new_group([0]).size() == 1


def test_before_and_after_the_group_there_is_none():
    assert not dist.is_initialized() and dist.is_available()
    with pytest.raises(ValueError, match="make sure to call init_process_group"):
        dist.get_rank()
    dist.init_process_group()
    with pytest.raises(RuntimeError, match="initialize the default process group twice"):
        dist.init_process_group()
    dist.destroy_process_group()
    assert not dist.is_initialized()


@pytest.mark.parametrize("call, kind, told", [
    (lambda: dist.all_reduce([1.0]), TypeError, "takes Tensors, not list"),
    (lambda: dist.all_reduce(mt.ones(1), "sum"), TypeError, "such as ReduceOp.SUM, not 'sum'"),
    (lambda: dist.all_reduce(mt.ones(1), dist.ReduceOp.BOR), ValueError, "no bits to combine"),
    (lambda: dist.all_reduce(mt.tensor([1]), dist.ReduceOp.AVG), ValueError, "AVG does not support integers"),
    (lambda: dist.broadcast(mt.ones(1), 1), ValueError, "rank 1 is not in this group"),
    (lambda: dist.all_gather([mt.ones(1)] * 2, mt.ones(1)), ValueError, "needs a list of 1 tensors"),
    (lambda: dist.all_gather([mt.ones(2)], mt.ones(1)), ValueError, r"tensor 0 of the list is \(2,\)"),
    (lambda: dist.gather(mt.ones(1)), ValueError, "must be passed on rank 0"),
    (lambda: dist.all_gather_into_tensor(mt.ones(3), mt.ones(2)), ValueError, "must have 1 .ranks. times as many"),
    (lambda: dist.send(mt.ones(1), 0), ValueError, "cannot wait for its own message"),
    (lambda: dist.new_group([0, 1]), ValueError, "different numbers from 0 to 0"),
    (lambda: dist.all_reduce(mt.ones(1), group=dist.GroupMember.NON_GROUP_MEMBER), ValueError, "not in the group")])
def test_a_wrong_call_says_what_was_needed(call, kind, told, alone):
    with pytest.raises(kind, match=told):
        call()


@pytest.mark.parametrize("settings, kind, told", [
    ({"backend": "ucc"}, ValueError, "'mpi', 'gloo' or 'nccl'"),
    ({"init_method": "file:///shared/store"}, ValueError, "minitorch run -n N"),
    ({"world_size": 4}, RuntimeError, "got world_size=4, but this process was started with 1")])
def test_a_group_that_cannot_be_made_says_how_it_can(settings, kind, told):
    with pytest.raises(kind, match=told):
        dist.init_process_group(**settings)
    assert not dist.is_initialized()


@pytest.mark.parametrize("environment, found", [
    ({}, (0, 1, 0)), ({"PMI_RANK": "3", "PMI_SIZE": "4", "MPI_LOCALRANKID": "1"}, (3, 4, 1)),
    ({"OMPI_COMM_WORLD_RANK": "1", "OMPI_COMM_WORLD_SIZE": "2", "OMPI_COMM_WORLD_LOCAL_RANK": "1"}, (1, 2, 1)),
    ({"SLURM_PROCID": "5", "SLURM_STEP_NUM_TASKS": "8", "SLURM_LOCALID": "0"}, (5, 8, 0)),
    ({"RANK": "1", "WORLD_SIZE": "2"}, (1, 2, 1))])
def test_the_starter_says_which_rank_this_is(environment, found):
    assert worker.ranks_from_environment(environment)[:3] == found


@pytest.mark.host
def test_a_write_by_a_collective_is_noticed_by_backward(alone):
    x = mt.ones(2, requires_grad=True)
    y = x * 1
    z = y * y
    dist.all_reduce(y)
    with pytest.raises(RuntimeError, match="modified by an inplace operation|overwritten|changed"):
        z.sum().backward()
