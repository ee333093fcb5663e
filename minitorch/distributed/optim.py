"""ZeRO, stage 1: each rank keeps the optimiser state of a share of the parameters, and sends the others the result."""

import numpy as np

from .. import backend
from ..comm import arrays
from ..comm.group import member
from ..comm.objects import gathered
from ..engine import enable_grad
from ..optim import Optimizer
from ..runtime import bump

__all__ = ["ZeroRedundancyOptimizer"]


class ZeroRedundancyOptimizer(Optimizer):
    """An optimiser whose state is split over the ranks: of Adam's two numbers a weight, each rank keeps 1/n.

    params            as for any optimiser, in the same order on all ranks
    optimizer_class   what takes the steps: minitorch.optim.Adam
    process_group     default: all ranks
    defaults          settings of that optimiser: lr=1e-3

    A step updates a rank's own share, and then each rank sends its share to all. Gradients must be equal on all ranks,
    as DistributedDataParallel makes them. The other arguments are accepted, and have no effect.
    Source: Rajbhandari et al., ZeRO (2020), §5.1.
    """

    def __new__(cls, *given, **settings):
        return object.__new__(cls)                       # the settings are those of another optimiser

    def __init__(self, params, optimizer_class, process_group=None, parameters_as_bucket_view=False,
                 overlap_with_ddp=False, **defaults):
        super().__init__(params, defaults)
        self.group, self.whole = member(process_group), None
        self.owner = dealt([p for group in self.param_groups for p in group["params"]], self.group.size())
        self.shares = [[p for group in self.param_groups for p in group["params"] if self.owner[p] == rank]
                       for rank in range(self.group.size())]              # in the order of each rank's own optimiser
        self.local = optimizer_class([{**settings_in(group), "params": self.own(group)} for group in self.param_groups],
                                     **defaults)
        for group, own in zip(self.param_groups, self.local.param_groups):
            group.update(settings_in(own))

    def own(self, group):
        """The parameters of a group that are this rank's."""
        return [p for p in group["params"] if self.owner[p] == self.group.rank()]

    def step(self, closure=None):
        """Update this rank's share, and exchange shares. Returns what closure returned, else None."""
        loss = None
        if closure is not None:
            with enable_grad():
                loss = closure()
        for group, own in zip(self.param_groups, self.local.param_groups):
            own.update(settings_in(group))               # a schedule changes the settings of the whole
        self.local.step()
        self.whole = None
        if self.group.size() > 1:
            for rank, params in enumerate(self.shares):
                for kind in sorted({p.array.dtype.str for p in params}):
                    self.send([p for p in params if p.array.dtype.str == kind], rank)
        return loss

    def send(self, params, rank):
        """Copy these parameters of a rank to all others, end to end in one message."""
        flat = np.concatenate([backend.move(p.array, "cpu").reshape(-1) for p in params])
        arrays.broadcast(self.group, flat.view(np.uint8), rank)
        if rank != self.group.rank():
            ends = np.cumsum([p.array.size for p in params])[:-1]
            for p, part in zip(params, np.split(flat, ends)):
                p.array[...] = backend.move(part.reshape(p.array.shape), backend.device_of(p.array))
                bump(p)

    def consolidate_state_dict(self, to=0):
        """Bring the state of all ranks together on rank `to`, for `state_dict`. All ranks must call this."""
        found = gathered(self.local.state_dict()["state"], self.group)
        self.whole = None if self.group.rank() != self.group.index(to) else found

    def state_dict(self):
        """The state_dict that the optimiser would have on one rank; after `consolidate_state_dict`, on that rank.

        Raises RuntimeError elsewhere.
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
        """Go on from a whole state_dict, given to all ranks, whatever the number of ranks that it was saved on."""
        number = {p: i for i, p in enumerate(p for group in self.param_groups for p in group["params"])}
        own = [number[p] for p in self.shares[self.group.rank()]]
        state = {i: state_dict["state"][n] for i, n in enumerate(own) if n in state_dict["state"]}
        groups = [{**theirs, "params": [own.index(number[p]) for p in self.own(group)]}
                  for theirs, group in zip(state_dict["param_groups"], self.param_groups)]
        self.local.load_state_dict({"state": state, "param_groups": groups})
        for group, own_group in zip(self.param_groups, self.local.param_groups):
            group.update(settings_in(own_group))


def settings_in(group):
    """The settings of a parameter group, without its parameters."""
    return {name: value for name, value in group.items() if name not in ("params", "param_names")}


def dealt(params, ranks):
    """{parameter: rank}: the largest first, each to the rank that has least so far."""
    load, owner = [0] * ranks, {}
    for p in sorted(params, key=lambda p: -p.numel()):
        rank = load.index(min(load))
        owner[p] = rank
        load[rank] += p.numel()
    return owner
