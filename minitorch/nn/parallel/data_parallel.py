"""PyTorch's wrapper for several GPUs of one process. Here one device computes, so the wrapper only calls the model."""

from ..module import Module


class DataParallel(Module):
    """A wrapper with PyTorch's names: the model is `.module`, and its parameters are named "module.…".

    module               the model
    device_ids           None, or one GPU; NotImplementedError for several
    output_device, dim   accepted, without effect: there is nothing to gather

    PyTorch's wrapper does the same on a machine with at most one GPU.
    """

    def __init__(self, module, device_ids=None, output_device=None, dim=0):
        super().__init__()
        if device_ids is not None and len(device_ids) > 1:
            raise NotImplementedError(f"DataParallel: a process computes on one device, not {len(device_ids)}. Omit "
                                      "device_ids, or pass one; or start one process for each with `minitorch "
                                      "run -n N`, and use DistributedDataParallel.")
        self.module, self.dim = module, dim

    def forward(self, *inputs, **settings):
        return self.module(*inputs, **settings)


def data_parallel(module, inputs, device_ids=None, output_device=None, dim=0, module_kwargs=None):
    """Return module(*inputs, **module_kwargs), as DataParallel calls it."""
    inputs = inputs if isinstance(inputs, tuple) else (inputs,)
    return DataParallel(module, device_ids)(*inputs, **(module_kwargs or {}))
