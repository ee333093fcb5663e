"""`out=`: write results into existing tensors."""

from ..engine.grad_mode import recording
from ..engine.node import tensor_types
from .inplace import write
from .version_counter import bump
from .views import may_share


def write_out(name, out, result):
    """Write the result of `name(..., out=out)` into `out`, a tensor or a tuple of tensors; return `out`.

    An empty `out` takes the result's shape. Raises RuntimeError if a gradient is needed, if the
    shapes differ, or if the result's dtype is of a higher category.
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
                           "but one of the arguments requires grad. Omit out=, or use no_grad().")
    if result.dtype.rank > out.dtype.rank:
        raise RuntimeError(f"{name}: result type {result.dtype} can't be cast to the desired output "
                           f"type {out.dtype}.")
    if out.array.shape != result.array.shape:
        if out.array.size:
            raise RuntimeError(f"{name}: out has shape {tuple(out.shape)}, but the result has "
                               f"{tuple(result.shape)}; pass an empty tensor, which takes that shape.")
        out.array = result.array.astype(out.array.dtype)
        bump(out)
    else:
        write(out, result.array)
    return out


def check_out(name, inputs, out, result):
    """Raise RuntimeError if `out` has another dtype than the result, or shares memory with an input."""
    pairs = zip(out, result) if isinstance(result, tuple) and isinstance(out, tuple | list) else ((out, result),)
    for one, value in pairs:
        if type(one) in tensor_types and one.dtype is not value.dtype:
            raise RuntimeError(f"{name}(): Expected out tensor to have dtype {value.dtype}, but got {one.dtype} "
                               "instead.")
        check_memory(name, inputs, one)


def check_memory(name, inputs, out):
    """Raise RuntimeError if `out` shares memory with an input."""
    if type(out) in tensor_types:
        if any(type(x) in tensor_types and may_share(x.array, out.array) or x is out for x in inputs):
            raise RuntimeError(f"{name}(): unsupported operation: some elements of the input tensor and the written-to "
                               "tensor refer to a single memory location. Please clone() the tensor first.")
