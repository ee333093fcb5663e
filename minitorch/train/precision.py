"""Set the dtypes and the device of a run, and scale the loss for float16."""

from warnings import warn

from .. import backend, dtypes
from ..engine import tensor_types
from ..rare.autograd.tree import leaves, rebuilt
from ..torch_api import amp

WHOLE = {"64": "float64", "64-true": "float64", "32": None, "32-true": None, "16-true": "float16",
         "bf16-true": "bfloat16"}
MIXED = {"16": "float16", "16-mixed": "float16", "bf16": "bfloat16", "bf16-mixed": "bfloat16"}


class Precision:
    """The implementation of a Trainer's `precision`.

    "32", "64", "16-true", "bf16-true": the module and the floats of its batches in this dtype.
    "16-mixed", "bf16-mixed": matrix products in the 16-bit dtype, and a scaled loss for float16. If the device has no
    mixed precision, float32 is used, with a warning.
    """

    def __init__(self, precision, device):
        name = str(precision)
        if name not in WHOLE and name not in MIXED:
            raise ValueError(f"precision {precision!r} is unknown: it must be one of {', '.join([*WHOLE, *MIXED])}.")
        self.device, self.mixed = device, MIXED.get(name)
        if self.mixed and not amp.is_autocast_available(device.type):
            warn(f"precision={precision!r}: the device {device} has no mixed precision here; float32 is used.",
                 UserWarning, stacklevel=3)
            self.mixed = None
        self.dtype = getattr(dtypes, WHOLE[name]) if WHOLE.get(name) else None
        self.scaler = amp.GradScaler(device.type, enabled=self.mixed == "float16")

    def convert(self, module):
        """Move the module to the device and the dtype."""
        if any(p.device != self.device for p in module.parameters()):
            module.to(self.device)
        if self.dtype is not None:
            module.to(self.dtype)

    def batch(self, batch):
        """Return the batch on the device, with floats in the dtype of the module."""
        if self.dtype is None and self.device.type == "cpu":
            return batch
        return rebuilt(batch, iter([self.move(x) if type(x) in tensor_types else x for x in leaves(batch)]))

    def move(self, x):
        x = x.to(self.device)
        return x.to(self.dtype) if self.dtype is not None and x.is_floating_point() else x

    def forward(self):
        """Return a context for the computation of a batch: autocast, or nothing."""
        if self.mixed is None:
            return backend.NOWHERE
        return amp.autocast(self.device.type, getattr(dtypes, self.mixed))

    def scale(self, loss):
        return self.scaler.scale(loss)


def chosen_device(accelerator, module):
    """Return the device for "auto", "cpu", "gpu" or "cuda"; "auto": a GPU, else the module's device."""
    if accelerator in ("gpu", "cuda"):
        return backend.device("cuda")
    if accelerator == "cpu":
        return backend.device("cpu")
    if accelerator != "auto":
        raise ValueError(f"accelerator {accelerator!r} is unknown: it must be 'auto', 'cpu' or 'gpu'.")
    if backend.detect()[0] is not None:
        return backend.device("cuda")
    return next((p.device for p in module.parameters()), backend.device("cpu"))
