"""Programs that ranks run in tests/distributed: training on several ranks; rank_programs.py calls them."""

import contextlib
import os
import signal
import time
from hashlib import sha256

import numpy as np

import minitorch as mt
import minitorch.distributed as dist
from minitorch import nn
from minitorch.nn.parallel import DistributedDataParallel


def bits(module):
    """Return a hash of all parameters and buffers of a module."""
    return sha256(b"".join(x.numpy().tobytes() for x in module.state_dict().values())).hexdigest()


def network(kind):
    mt.manual_seed(0)
    if kind == "mlp":
        return nn.Sequential(nn.Linear(8, 40), nn.Tanh(), nn.Linear(40, 40), nn.ReLU(), nn.Linear(40, 3))
    if kind == "cnn":
        return nn.Sequential(nn.Conv2d(1, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.Conv2d(4, 4, 3), nn.BatchNorm2d(4),
                             nn.ReLU(), nn.Flatten(), nn.Linear(64, 3))
    from minitorch.models.gpt import GPT, GPTConfig
    return GPT(GPTConfig(vocab_size=12, block_size=8, n_layer=2, n_head=2, n_embd=16, dropout=0.0))


def batch(kind, rng):
    if kind == "gpt":
        tokens = rng.integers(0, 12, (12, 9))
        return mt.tensor(tokens[:, :-1]), mt.tensor(tokens[:, 1:])
    shape = (12, 8) if kind == "mlp" else (12, 1, 8, 8)
    return mt.tensor(rng.standard_normal(shape)).to(mt.get_default_dtype()), mt.tensor(rng.integers(0, 3, 12))


def loss_of(model, x, y):
    scores = model(x)
    scores = scores[0] if isinstance(scores, tuple) else scores
    return nn.functional.cross_entropy(scores.reshape(-1, scores.shape[-1]), y.reshape(-1))


def named(model):
    """Yield (name, tensor) of a state_dict, with the joint bias of queries, keys and values split into three."""
    for name, x in model.state_dict().items():
        if name.endswith("c_attn.bias"):
            yield from ((f"{name} of {part}", y) for part, y in zip(("query", "key", "value"), x.chunk(3)))
        else:
            yield name, x


def equal_to_one_process(folder, kind, optimizer, dtype, steps):
    """Train on this rank's part of each batch and a copy on full batches; return {name: largest difference}."""
    mt.set_default_dtype(getattr(mt, dtype))
    rank, size, rng = dist.get_rank(), dist.get_world_size(), np.random.default_rng(1)
    alone, many = network(kind), nn.SyncBatchNorm.convert_sync_batchnorm(network(kind))
    if rank:
        with mt.no_grad():
            next(many.parameters()).add_(1)              # rank 0's weights must replace these
    wrapped = DistributedDataParallel(many, bucket_cap_mb=0.004)
    lr, of = {"SGD": (0.1, mt.optim.SGD), "Adam": (0.01, mt.optim.Adam)}[optimizer]
    pairs, losses = [(alone, of(alone.parameters(), lr=lr)), (wrapped, of(wrapped.parameters(), lr=lr))], 0.0
    for _ in range(int(steps)):
        x, y = batch(kind, rng)
        part = slice(rank * 12 // size, (rank + 1) * 12 // size)
        seen = []
        for (model, steps_of), (inputs, targets) in zip(pairs, [(x, y), (x[part], y[part])]):
            loss = loss_of(model, inputs, targets)
            steps_of.zero_grad()
            loss.backward()
            steps_of.step()
            seen.append(loss.detach())
        dist.all_reduce(seen[1], dist.ReduceOp.AVG)
        losses = max(losses, abs(seen[0] - seen[1]).item())
    off = {name: (a - b).abs().max().item() for (name, a), (_, b) in zip(named(alone), named(many))}
    return {"bits": bits(many), "losses": losses, "off": off,
            "buckets": len(wrapped.reducer.buckets) if wrapped.reducer else 0}


class Branching(nn.Module):
    """Uses layer a or b, as an argument says; layer `never` is never used."""

    def __init__(self):
        super().__init__()
        self.a, self.b, self.never = nn.Linear(2, 1), nn.Linear(2, 1), nn.Linear(2, 1)

    def forward(self, x, first):
        return (self.a if first else self.b)(x)


def unusual_passes(folder):
    """Gradients of passes that do not use all parameters, that accumulate without sync, and that repeat."""
    rank, size, found = dist.get_rank(), dist.get_world_size(), {}
    mt.manual_seed(0)
    model = DistributedDataParallel(Branching(), find_unused_parameters=True)
    for first in (True, rank == 0, False):
        model.zero_grad()
        model(mt.ones(1, 2) * (rank + 1), first).sum().backward()
        found.setdefault("branches", []).append([
            None if layer.weight.grad is None else layer.weight.grad.flatten().tolist()
            for layer in (model.module.a, model.module.b, model.module.never)])
    layer = nn.Linear(1, 1)
    model = DistributedDataParallel(layer)
    with model.no_sync():
        model(mt.ones(1, 1) * rank).sum().backward()
    found["own"] = layer.weight.grad.item()
    model(mt.ones(1, 1)).sum().backward()
    found["mean of sums"] = layer.weight.grad.item()
    model.zero_grad()
    out = model(mt.ones(1, 1) * rank).sum()
    out.backward(retain_graph=True)
    out.backward()
    found["twice"] = layer.weight.grad.item()
    model = DistributedDataParallel(nn.BatchNorm1d(2))
    model(mt.randn(4, 2) + rank)
    model(mt.randn(4, 2))                                # copies rank 0's running statistics to all ranks first
    found["names"] = list(model.state_dict())[:2]
    sampler = mt.data.DistributedSampler(range(10), shuffle=False)
    found["sampler"] = list(sampler)
    bad = DistributedDataParallel(nn.Linear(1, 1))
    bad(mt.full((1, 1), float("nan") if rank == size - 1 else 1.0)).sum().backward()
    found["nan"] = bool(bad.module.weight.grad.isnan().all())
    return found


def large_gradients(folder):
    """Gradients so large that they are sent without a copy, between small ones, and buffers of two dtypes."""
    rank, found = dist.get_rank(), {}
    model = nn.Sequential(nn.Linear(300, 300), nn.BatchNorm1d(300), nn.Linear(300, 300, bias=False))
    wrapped = DistributedDataParallel(model)
    found["buckets"] = [[tuple(param.shape) for param in bucket.params] for bucket in wrapped.reducer.buckets]
    for buffer in model.buffers():
        buffer.fill_(rank + 3)
    x = mt.full((2, 300), rank + 1.0)
    wrapped(x)
    found["buffers"] = [model[1].running_var[0].item(), model[1].num_batches_tracked.item()]
    only = DistributedDataParallel(nn.Linear(300, 300, bias=False))
    weight = only.module.weight
    only(x).sum().backward()
    memory = weight.grad.array
    found["mean"] = [weight.grad.min().item(), weight.grad.max().item()]
    only(x).sum().backward()
    found["added up"] = [weight.grad.min().item(), weight.grad.max().item()]
    found["in place"] = weight.grad.array is memory and only.reducer.buckets[0].copy is None
    weight.grad = None
    turned = weight.t()                                  # so its gradient is transposed and must be copied
    only(x)
    (turned.reshape(-1) * mt.arange(90000.0) * (rank + 1)).sum().backward()
    found["turned"] = bool(weight.grad.equal(mt.arange(90000.0).reshape(300, 300).t() * 1.5))
    half = DistributedDataParallel(nn.Linear(600, 600, bias=False).half())
    half(mt.full((1, 600), rank + 1.0).half()).sum().backward()
    found["half"] = half.module.weight.grad.unique().tolist()
    kept = DistributedDataParallel(Branching(), find_unused_parameters=True)
    kept.module.a, kept.module.b = (DistributedDataParallel(nn.Linear(300, 300)).module for _ in range(2))
    kept = DistributedDataParallel(kept.module, find_unused_parameters=True)
    kept.module.b.weight.grad = mt.full((300, 300), float(rank))
    kept(x, True).sum().backward()
    found["kept"] = kept.module.b.weight.grad.unique().tolist()
    return found


def forgetful(folder):
    """A pass that does not use all parameters, without find_unused_parameters: an error."""
    model = DistributedDataParallel(Branching())
    for _ in range(2):
        model(mt.ones(1, 2), True).sum().backward()


def restarted(folder, fails):
    """Train with a checkpoint after each epoch; in the third epoch, before any restart, a rank fails as `fails` says.

    fails   "no"; "yes": rank 1 is killed; "full": rank 0 may write no more bytes; "disk": the folder's disk is full;
            "nan": rank 1's batch contains nan; "slow": rank 1 is late
    """
    from minitorch.train import load_checkpoint, restore, save_checkpoint
    mt.manual_seed(0)
    model = DistributedDataParallel(nn.Linear(2, 1))
    optimizer, path = mt.optim.Adam(model.parameters(), lr=0.1), f"{folder}/run.mt"
    start = restore(load_checkpoint(path), model, optimizer) if os.path.exists(path) else 0
    for epoch in range(start, 5):
        x = mt.tensor([[1.0, epoch], [2.0, -epoch]])[dist.get_rank() % 2:][:1]
        befalls = (fails, dist.get_rank()) if epoch == 2 and os.environ["TORCHELASTIC_RESTART_COUNT"] == "0" else None
        if befalls == ("nan", 1):
            x = x * float("nan")
        if befalls == ("slow", 1):
            time.sleep(1.5)
        optimizer.zero_grad()
        (model(x) - 1).square().sum().backward()
        if befalls == ("yes", 1):
            os.kill(os.getpid(), signal.SIGKILL)
        if befalls == ("full", 0):
            import resource
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))            # no file may grow beyond 100 bytes
        if befalls == ("disk", 0):
            fill(f"{folder}/filling")
        dist.barrier()                                   # rank 0 prints whose gradients are nan before a rank raises
        nn.utils.clip_grad_norm_(model.parameters(), float("inf"), error_if_nonfinite=True)
        optimizer.step()
        if dist.get_rank() == 0:
            save_checkpoint(path, model, optimizer, epoch=epoch + 1)
        dist.barrier()
    return {"bits": bits(model), "start": start}


def fill(path):
    """Write to a file until its disk is full."""
    with contextlib.suppress(OSError), open(path, "wb", buffering=0) as file:
        while file.write(bytes(4096)):
            pass
