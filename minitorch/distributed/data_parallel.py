"""DistributedDataParallel: the same model on every rank, each with its part of a batch, and gradients averaged."""

from contextlib import contextmanager

from ..comm.collectives import broadcast
from ..comm.group import require_member
from ..comm.objects import gather_objects
from ..engine import no_grad
from ..engine.grad_mode import is_grad_enabled
from ..nn.module import Module
from ..ops.shape.copies import cat_function as cat
from .reducer import Reducer

BUCKET = 4                                # MB; this fits the cache and gives enough buckets to overlap with backward


class DistributedDataParallel(Module):
    """A model that averages its gradients over the ranks of a group, so that every rank takes the same steps.

    module                   the model; every rank creates the same model
    init_sync                whether rank 0's weights and buffers are first copied to the other ranks
    broadcast_buffers        whether rank 0's buffers, such as batch norm's statistics, are copied before each forward
    process_group            default: all ranks
    bucket_cap_mb            megabytes of small gradients that are sent together; default 4; a large one is sent alone
    find_unused_parameters   whether a forward pass may leave parameters unused

    device_ids, output_device, dim, check_reduction, gradient_as_bucket_view and static_graph have no effect. The model
    is `.module`; in a state_dict its names begin with "module.". If each rank's loss is the mean over its batch, and
    all batches have the same size, the gradients are those of the mean over all batches.

    Raises ValueError before `init_process_group`; RuntimeError if the ranks' models differ, with the first difference.
    Source: Li et al., PyTorch Distributed (2020), §3.2.
    """

    def __init__(self, module, device_ids=None, output_device=None, dim=0, broadcast_buffers=True, init_sync=True,
                 process_group=None, bucket_cap_mb=None, find_unused_parameters=False, check_reduction=False,
                 gradient_as_bucket_view=False, static_graph=False):
        super().__init__()
        self.module, self.dim, self.device_ids = module, dim, device_ids
        self.broadcast_buffers, self.find_unused_parameters = broadcast_buffers, find_unused_parameters
        self.process_group = require_member(process_group)
        trained = [(name, param) for name, param in module.named_parameters() if param.requires_grad]
        if not trained:
            raise RuntimeError("DistributedDataParallel is not needed when a module doesn't have any parameters that "
                               "require a gradient: there is nothing to average.")
        self.require_backward_grad_sync = True
        check_same(module, self.process_group)
        if init_sync:
            self.copy_from_first([*module.parameters(), *module.buffers()])
        alone = self.process_group.size() == 1
        self.reducer = None if alone else Reducer(trained, self.process_group, (bucket_cap_mb or BUCKET) * (1 << 20),
                                                  find_unused_parameters)

    def copy_from_first(self, tensors):
        """Copy the first rank's values into these tensors on all ranks."""
        if self.process_group.size() > 1:
            with no_grad():
                for x in tensors:
                    broadcast(x, self.process_group.ranks[0], self.process_group)

    def copy_buffers(self):
        """Copy the first rank's buffers to all ranks, with one message for each dtype and device."""
        buffers = list(self.module.buffers()) if self.process_group.size() > 1 else []
        for kind in dict.fromkeys((x.dtype, x.device) for x in buffers):
            own = [x.detach() for x in buffers if (x.dtype, x.device) == kind]
            flat = cat([x.reshape(-1) for x in own])
            self.copy_from_first([flat])
            for x, part in zip(own, flat.split([x.numel() for x in own])):
                x.copy_(part.reshape(x.shape))

    def forward(self, *inputs, **settings):
        wanted = is_grad_enabled() and self.require_backward_grad_sync
        if self.broadcast_buffers and self.training and wanted:
            self.copy_buffers()
        outputs = self.module(*inputs, **settings)
        if self.reducer is not None and self.training:
            if wanted:
                self.reducer.begin(outputs)
            elif is_grad_enabled():
                self.reducer.active = False
        return outputs

    @contextmanager
    def no_sync(self):
        """Accumulate gradients on each rank separately; the first backward pass after the block averages their sums."""
        before, self.require_backward_grad_sync = self.require_backward_grad_sync, False
        try:
            yield
        finally:
            self.require_backward_grad_sync = before


def check_same(module, group):
    """Raise RuntimeError on all ranks if the names or shapes of their models' parameters differ."""
    own = {name: (tuple(x.shape), str(x.dtype)) for name, x in (*module.named_parameters(), *module.named_buffers())}
    for rank, theirs in zip(group.ranks, found := gather_objects(own, group)):
        if list(theirs.items()) != list(found[0].items()):
            name = next((name for name in {**found[0], **theirs} if found[0].get(name) != theirs.get(name)),
                        "their order")
            raise RuntimeError(f"DistributedDataParallel: the model of rank {rank} differs from that of rank "
                               f"{group.ranks[0]}: {name} is {theirs.get(name, 'missing')} instead of "
                               f"{found[0].get(name, 'missing')}. Build the same model on all ranks.")
