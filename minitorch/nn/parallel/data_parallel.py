"""PyTorch's wrapper for several GPUs of one process. One device computes here, so a wrapped model is the model."""

from ..module import Module


class DataParallel(Module):
    """A model as PyTorch's wrapper shows it: the model is `.module`, and its parameters are named "module.…".

    module               the model
    device_ids           None, or one GPU; NotImplementedError for several
    output_device, dim   taken as PyTorch does: there is nothing to gather

    PyTorch's does the same where there is at most one GPU.
    """

    def __init__(self, module, device_ids=None, output_device=None, dim=0):
        super().__init__()
        if device_ids is not None and len(device_ids) > 1:
            raise NotImplementedError(f"DataParallel: one device computes in a process, not {len(device_ids)}. Leave "
                                      "device_ids away, or name one; or start one process for each with `minitorch "
                                      "run -n N`, and use DistributedDataParallel.")
        self.module, self.dim = module, dim

    def forward(self, *inputs, **settings):
        return self.module(*inputs, **settings)


def data_parallel(module, inputs, device_ids=None, output_device=None, dim=0, module_kwargs=None):
    """module(*inputs, **module_kwargs), as DataParallel calls it."""
    inputs = inputs if isinstance(inputs, tuple) else (inputs,)
    return DataParallel(module, device_ids)(*inputs, **(module_kwargs or {}))
