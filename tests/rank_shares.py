"""Programs that ranks run in tests/distributed: sharded optimisers, parameter servers, split layers, rings."""

import time

import numpy as np
from rank_training import batch, bits, loss_of, network

import minitorch as mt
import minitorch.distributed as dist
from minitorch import nn
from minitorch.distributed import ring
from minitorch.distributed.optim import ZeroRedundancyOptimizer
from minitorch.distributed.parameter_server import ParameterServer
from minitorch.distributed.ring import ring_all_reduce
from minitorch.distributed.scaling import measure_cluster, simulate
from minitorch.nn.parallel import ColumnParallelLinear, DistributedDataParallel, RowParallelLinear


def state_numbers(optimizer):
    """Return how many numbers an optimiser stores, without its step counts."""
    return sum(x.numel() for state in optimizer.state.values() for x in state.values() if hasattr(x, "numel"))


def zero(folder):
    """Compare sharded Adam with Adam: weights, sizes of the state, and training after saving and loading the state."""
    rank, size, rng = dist.get_rank(), dist.get_world_size(), np.random.default_rng(1)
    models = [DistributedDataParallel(network("mlp")) for _ in range(2)]
    groups = [[{"params": [p for p in m.parameters() if p.ndim > 1]},
               {"params": [p for p in m.parameters() if p.ndim == 1], "lr": 0.02}] for m in models]
    whole = mt.optim.Adam(groups[0], lr=0.01)
    shared = ZeroRedundancyOptimizer(groups[1], mt.optim.Adam, lr=0.01)
    schedules = [mt.optim.lr_scheduler.StepLR(one, 3, 0.5) for one in (whole, shared)]
    for step in range(10):
        x, y = batch("mlp", rng)
        for model, optimizer, schedule in zip(models, (whole, shared), schedules):
            optimizer.zero_grad()
            loss_of(model, x[rank::size], y[rank::size]).backward()
            optimizer.step()
            schedule.step()
        if step == 4:
            shared.consolidate_state_dict(to=0)
            kept = [shared.state_dict() if rank == 0 else None]
            dist.broadcast_object_list(kept)
            groups = [{**group, "params": group["params"]} for group in shared.param_groups]
            again = ZeroRedundancyOptimizer(groups, mt.optim.Adam, lr=0.5)
            again.load_state_dict(kept[0])
            shared, schedules[1].optimizer = again, again
    shared.consolidate_state_dict(to=0)
    states = [] if rank else zip(shared.state_dict()["state"].values(), whole.state_dict()["state"].values())
    same = all(np.array_equal(np.asarray(ours[name]), np.asarray(value))
               for ours, theirs in states for name, value in theirs.items())
    return {"bits": bits(models[1]), "whole": bits(models[0]), "same state": bool(same),
            "kept": state_numbers(shared.local), "all": state_numbers(whole)}


def served(folder, mode, delay):
    """Fit a line with a parameter server; worker 1 waits `delay` seconds before it sends its first gradient."""
    mt.manual_seed(0)
    rank, model = dist.get_rank(), nn.Linear(3, 1)
    server = ParameterServer(model.parameters(), mt.optim.SGD(model.parameters(), lr=0.05), mode=mode, bound=2)
    rng, truth = np.random.default_rng(rank), np.array([[1.0], [-2.0], [0.5]])
    if server.is_server:
        staleness = server.serve()
    else:
        with server:
            for step in range(60):
                x = rng.standard_normal((8, 3))
                loss = (model(mt.tensor(x).float()) - mt.tensor(x @ truth + 3).float()).square().mean()
                loss.backward()
                time.sleep(float(delay) * (rank == 1 and step == 0))
                server.exchange()
        staleness = []
    return {"weights": [*model.weight.flatten().tolist(), model.bias.item()], "staleness": staleness,
            "version": server.version, "bits": bits(model)}


def split_layers(folder):
    """Return the largest difference of outputs and gradients between a tensor parallel MLP and an ordinary one."""
    mt.set_default_dtype(mt.float64)
    rank, size = dist.get_rank(), dist.get_world_size()
    mt.manual_seed(0)
    up, down = nn.Linear(4, 8), nn.Linear(8, 3)
    mt.manual_seed(0)
    a, b = ColumnParallelLinear(4, 8), RowParallelLinear(8, 3)
    x = mt.randn(5, 4, requires_grad=True)
    z = x.detach().clone().requires_grad_()
    y, w = down(up(x).relu()), b(a(z).relu())
    y.square().sum().backward()
    w.square().sum().backward()
    part = slice(rank * 8 // size, (rank + 1) * 8 // size)
    pairs = [(y, w), (x.grad, z.grad), (up.weight.grad[part], a.weight.grad), (up.bias.grad[part], a.bias.grad),
             (down.weight.grad[:, part], b.weight.grad), (down.bias.grad, b.bias.grad)]
    return max((one - other).abs().max().item() for one, other in pairs)


def rings(folder):
    """Compare ring_all_reduce with all_reduce, and return which ranks sent in each step of the ring."""
    rank, size = dist.get_rank(), dist.get_world_size()
    x = mt.arange(10.0) * (rank + 1)
    y, told = x.clone(), []
    dist.all_reduce(x)
    ring_all_reduce(y, after_step=lambda step, part, parts: told.append([step, part]))
    return {"same": x.equal(y), "told": told, "size": size}


def paper(folder):
    """Return the simulator's prediction for two ranks on a slow network, and the measured time of a step with a ring.

    Steps and messages sleep so long that other programs on the machine hardly change the time.
    """
    exchange = ring.exchange

    def slowly(group, sent, *others):
        time.sleep(0.002 + sent.nbytes / 1e8)
        exchange(group, sent, *others)

    def step():
        time.sleep(0.05)
    ring.exchange = slowly
    cluster, gradients = measure_cluster(step), mt.zeros(1 << 20)
    times = []
    for _ in range(9):
        dist.barrier()
        start = time.perf_counter()
        step()
        ring_all_reduce(gradients)
        times.append(time.perf_counter() - start)
    return {"said": simulate("ring", dist.get_world_size(), cluster, 4 << 20), "measured": sorted(times)[4],
            "step": cluster.step, "bandwidth": cluster.bandwidth}
