"""What layers of a vocabulary give while a model is put together, when no texts and numbers are there: shapes."""

from ...core.dtypes import as_dtype
from ...core.engine import mt
from ...core.lift import wrapped
from ...core.recording import state
from ...core.tensor import StringTensor


def is_shape(inputs):
    """Whether the inputs have a shape and no values."""
    return state.sketching and not isinstance(inputs, StringTensor) and getattr(
        getattr(inputs, "tensor", None), "device", None) is not None and inputs.tensor.device.type == "meta"


def shape_like(shape, mode, count, dtype):
    """Return a tensor without values: for numbers of this shape themselves, or the rows that stand for them."""
    if mode == "one_hot":
        shape = [*(shape[:-1] if shape and shape[-1] == 1 else shape), count]
    elif mode != "int":
        shape = [*shape[:-1], count]
    return wrapped(mt.zeros(shape, dtype=as_dtype("int64" if mode == "int" else dtype).kind, device="meta"))
