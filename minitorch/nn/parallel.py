"""PyTorch's names for one model on several devices. One device computes here, so a wrapped model is the model."""

from .. import missing as _missing
from .module import Module

__all__ = ["DataParallel", "DistributedDataParallel", "data_parallel"]


class DataParallel(Module):
    """A model as PyTorch's wrapper shows it: the model is `.module`, and its parameters are named "module.…".

    device_ids   None, or one GPU

    PyTorch's does the same where there is at most one GPU. NotImplementedError for several.
    """

    def __init__(self, module, device_ids=None, output_device=None, dim=0):
        super().__init__()
        if device_ids is not None and len(device_ids) > 1:
            raise NotImplementedError(f"DataParallel: one device computes here, not {len(device_ids)}; training on "
                                      "several comes in a later stage. Leave device_ids away, or name one.")
        self.module, self.dim = module, dim

    def forward(self, *inputs, **settings):
        return self.module(*inputs, **settings)


def data_parallel(module, inputs, device_ids=None, output_device=None, dim=0, module_kwargs=None):
    """module(*inputs), as DataParallel calls it."""
    inputs = inputs if isinstance(inputs, tuple) else (inputs,)
    return DataParallel(module, device_ids)(*inputs, **(module_kwargs or {}))


class DistributedDataParallel(Module):
    """It can be imported and asked for by isinstance; to make one raises NotImplementedError."""

    def __init__(self, module, *settings, **named):
        raise NotImplementedError("DistributedDataParallel: training in several processes comes in a later stage; "
                                  "minitorch.distributed.is_available() is False. Use the model itself.")


_missing.speak_for(globals())
