"""ZeRO, stage 1: each rank has the optimiser state of some of the parameters, and sends their updated values."""

import numpy as np

from .. import backend
from ..comm import arrays
from ..comm.group import require_member
from ..comm.objects import gather_objects
from ..engine import enable_grad
from ..optim import Optimizer
from ..runtime import bump

__all__ = ["ZeroRedundancyOptimizer"]


class ZeroRedundancyOptimizer(Optimizer):
    """An optimiser with its state split over n ranks: each stores the state of about 1/n of the parameters.

    params            the parameters, in the same order on all ranks
    optimizer_class   the class that takes the steps, such as minitorch.optim.Adam
    process_group     default: all ranks
    defaults          settings of that optimiser, such as lr=1e-3

    In a step, each rank updates its own parameters, and then sends them to all ranks. Gradients must be equal on all
    ranks, as with DistributedDataParallel. The other arguments are accepted, without effect.
    Source: Rajbhandari et al., ZeRO (2020), §5.1.
    """

    def __init__(self, params, optimizer_class, process_group=None, parameters_as_bucket_view=False,
                 overlap_with_ddp=False, **defaults):
        super().__init__(params, defaults)
        self.group, self.whole = require_member(process_group), None
        self.owner = assign_ranks([p for group in self.param_groups for p in group["params"]], self.group.size())
        self.shares = [[p for group in self.param_groups for p in group["params"] if self.owner[p] == rank]
                       for rank in range(self.group.size())]         # each rank's list is in the order of its optimiser
        self.local = optimizer_class([{**settings_in(group), "params": self.own(group)} for group in self.param_groups],
                                     **defaults)
        for group, own in zip(self.param_groups, self.local.param_groups):
            group.update(settings_in(own))

    def own(self, group):
        """Return the parameters of a group that this rank updates."""
        return [p for p in group["params"] if self.owner[p] == self.group.rank()]

    def step(self, closure=None):
        """Update this rank's parameters, and exchange parameters; return the result of closure, or None."""
        loss = None
        if closure is not None:
            with enable_grad():
                loss = closure()
        for group, own in zip(self.param_groups, self.local.param_groups):
            own.update(settings_in(group))               # copy settings that a schedule has changed
        self.local.step()
        self.whole = None
        if self.group.size() > 1:
            for rank, params in enumerate(self.shares):
                for kind in sorted({p.array.dtype.str for p in params}):
                    self.send([p for p in params if p.array.dtype.str == kind], rank)
        return loss

    def send(self, params, rank):
        """Copy `params`, the parameters of rank `rank`, to all other ranks, in one message."""
        flat = np.concatenate([backend.move(p.array, "cpu").reshape(-1) for p in params])
        arrays.broadcast(self.group, flat.view(np.uint8), rank)
        if rank != self.group.rank():
            ends = np.cumsum([p.array.size for p in params])[:-1]
            for p, part in zip(params, np.split(flat, ends)):
                p.array[...] = backend.move(part.reshape(p.array.shape), backend.device_of(p.array))
                bump(p)

    def consolidate_state_dict(self, to=0):
        """Collect the state of all ranks on rank `to`, for `state_dict`. All ranks must call this."""
        found = gather_objects(self.local.state_dict()["state"], self.group)
        self.whole = None if self.group.rank() != self.group.index(to) else found

    def state_dict(self):
        """Return the state_dict that the optimiser would have in one process; call `consolidate_state_dict` first.

        Raises RuntimeError on ranks that did not collect it.
        """
        if self.whole is None:
            raise RuntimeError(f"Optimizer state has not been consolidated on this rank ({self.group.rank()}). Call "
                               "consolidate_state_dict(to=rank) on all ranks first, and state_dict() on that rank.")
        number = {p: i for i, p in enumerate(p for group in self.param_groups for p in group["params"])}
        state = {number[p]: theirs[i] for params, theirs in zip(self.shares, self.whole)
                 for i, p in enumerate(params) if i in theirs}
        groups = [{**settings_in(group), "params": [number[p] for p in group["params"]]} for group in self.param_groups]
        return {"state": dict(sorted(state.items())), "param_groups": groups}

    def load_state_dict(self, state_dict):
        """Restore a complete state_dict; all ranks pass the same one, which another number of ranks may have saved."""
        number = {p: i for i, p in enumerate(p for group in self.param_groups for p in group["params"])}
        own = [number[p] for p in self.shares[self.group.rank()]]
        state = {i: state_dict["state"][n] for i, n in enumerate(own) if n in state_dict["state"]}
        groups = [{**theirs, "params": [own.index(number[p]) for p in self.own(group)]}
                  for theirs, group in zip(state_dict["param_groups"], self.param_groups)]
        self.local.load_state_dict({"state": state, "param_groups": groups})
        for group, own_group in zip(self.param_groups, self.local.param_groups):
            group.update(settings_in(own_group))


def settings_in(group):
    """Return the settings of a parameter group, without its parameters."""
    return {name: value for name, value in group.items() if name not in ("params", "param_names")}


def assign_ranks(params, ranks):
    """Return {parameter: rank}: the parameters, largest first, go to the rank that has the fewest elements so far."""
    load, owner = [0] * ranks, {}
    for p in sorted(params, key=lambda p: -p.numel()):
        rank = load.index(min(load))
        owner[p] = rank
        load[rank] += p.numel()
    return owner
