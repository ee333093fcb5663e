"""Results that are written into tensors which are there already: `out=`."""

from ..engine.grad_mode import recording
from ..engine.node import tensor_types
from .inplace import write
from .version_counter import bump
from .views import may_share


def write_out(name, out, result):
    """`name(..., out=out)`: the result written into a tensor (or a tuple of them) that is there already.

    An empty `out` takes the result's shape. Raises RuntimeError where a gradient is wanted, or the
    shape or the category of dtype differs.
    """
    if isinstance(result, tuple):
        if not isinstance(out, tuple | list) or len(out) != len(result):
            raise TypeError(f"{name}(): argument 'out' must be a tuple of {len(result)} Tensors, one for each result.")
        parts = [write_out(name, one, value) for one, value in zip(out, result, strict=True)]
        return type(result)(*parts) if hasattr(result, "_fields") else tuple(parts)
    if type(out) not in tensor_types:
        raise TypeError(f"{name}(): argument 'out' must be a Tensor, not {type(out).__name__}.")
    if recording.get() is True and (result._node is not None or out._node is not None):
        raise RuntimeError(f"{name}(): functions with out=... arguments don't support automatic differentiation, "
                           "but one of the arguments requires grad. Leave out= away, or use no_grad().")
    if result.dtype.rank > out.dtype.rank:
        raise RuntimeError(f"{name}: result type {result.dtype} can't be cast to the desired output "
                           f"type {out.dtype}.")
    if out.array.shape != result.array.shape:
        if out.array.size:
            raise RuntimeError(f"{name}: out has shape {tuple(out.shape)}, but the result has "
                               f"{tuple(result.shape)}; pass an empty tensor to have it take that shape.")
        out.array = result.array.astype(out.array.dtype)
        bump(out)
    else:
        write(out, result.array)
    return out


def check_out(name, inputs, out, result):
    """Refuse an `out` of another dtype than the result, or in the memory of an input."""
    pairs = zip(out, result) if isinstance(result, tuple) and isinstance(out, tuple | list) else ((out, result),)
    for one, value in pairs:
        if type(one) in tensor_types and one.dtype is not value.dtype:
            raise RuntimeError(f"{name}(): Expected out tensor to have dtype {value.dtype}, but got {one.dtype} "
                               "instead.")
        check_memory(name, inputs, one)


def check_memory(name, inputs, out):
    """Refuse an `out` in the memory of an input."""
    if type(out) in tensor_types:
        if any(type(x) in tensor_types and may_share(x.array, out.array) or x is out for x in inputs):
            raise RuntimeError(f"{name}(): unsupported operation: some elements of the input tensor and the written-to "
                               "tensor refer to a single memory location. Please clone() the tensor first.")
