"""Lazy layers: they learn the size of their input from the first input, and are ordinary layers after it."""

from .conv import Conv1d, Conv2d, Conv3d, ConvTranspose1d, ConvTranspose2d, ConvTranspose3d
from .instance_norm import InstanceNorm1d, InstanceNorm2d, InstanceNorm3d
from .linear import Linear
from .normalization import BatchNorm1d, BatchNorm2d, BatchNorm3d
from .parameter import Uninitialized, UninitializedBuffer, UninitializedParameter


class Lazy:
    """Base of lazy layers: created without the input's size, their tensors have no shape until the first call."""

    becomes, size_name, dim = Linear, "in_features", -1
    usual: dict = {}                       # settings whose defaults differ from those of the ordinary layer

    def __init__(self, *given, **settings):
        settings = {**(self.usual if len(given) < 3 else {}), **settings}
        object.__setattr__(self, "waiting", (given, settings))
        self.becomes.__init__(self, 0, *given, **settings)
        for kind, late in ((self._parameters, UninitializedParameter), (self._buffers, UninitializedBuffer)):
            for name, tensor in kind.items():
                if tensor is not None and tensor.ndim:
                    kind[name] = late(device=tensor.device, dtype=tensor.dtype)

    def reset_parameters(self):
        """Do nothing, because the tensors have no shape yet."""

    reset_running_stats = reset_parameters

    def has_uninitialized_params(self):
        """Return whether some tensor has no shape yet."""
        return any(isinstance(x, Uninitialized) for x in (*self._parameters.values(), *self._buffers.values()))

    def initialize_parameters(self, input):
        """Learn the size from `input`, and fill the tensors as in an ordinary layer of that size."""
        size, (given, settings) = input.shape[self.dim], self.waiting
        setattr(self, self.size_name, size)
        if self.has_uninitialized_params():
            made = self.becomes(size, *given, **settings)
            for own, ready in ((self._parameters, made._parameters), (self._buffers, made._buffers)):
                for name, tensor in own.items():
                    if isinstance(tensor, Uninitialized):
                        tensor.materialize(tuple(ready[name].shape))
                        tensor.data.copy_(ready[name].data)

    def forward(self, input):
        self.initialize_parameters(input)
        self.__class__ = self.becomes
        del self.waiting
        return self.forward(input)


def lazy(layer, size_name, dim, **usual):
    """Return the lazy version of a layer that takes the input's size along `dim` as its first setting."""
    return type(f"Lazy{layer.__name__}", (Lazy, layer), {
        "becomes": layer, "size_name": size_name, "dim": dim, "usual": usual, "__module__": __name__,
        "__doc__": f"{layer.__name__} without {size_name}, which it learns from its first input."})


LazyLinear = lazy(Linear, "in_features", -1)
LazyConv1d, LazyConvTranspose1d = lazy(Conv1d, "in_channels", -2), lazy(ConvTranspose1d, "in_channels", -2)
LazyConv2d, LazyConvTranspose2d = lazy(Conv2d, "in_channels", -3), lazy(ConvTranspose2d, "in_channels", -3)
LazyConv3d, LazyConvTranspose3d = lazy(Conv3d, "in_channels", -4), lazy(ConvTranspose3d, "in_channels", -4)
LazyBatchNorm1d, LazyBatchNorm2d, LazyBatchNorm3d = (
    lazy(layer, "num_features", 1) for layer in (BatchNorm1d, BatchNorm2d, BatchNorm3d))
LazyInstanceNorm1d = lazy(InstanceNorm1d, "num_features", -2, affine=True, track_running_stats=True)
LazyInstanceNorm2d = lazy(InstanceNorm2d, "num_features", -3, affine=True, track_running_stats=True)
LazyInstanceNorm3d = lazy(InstanceNorm3d, "num_features", -4, affine=True, track_running_stats=True)
