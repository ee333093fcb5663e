"""The shapes and masks of a layer's inputs."""

from ....rare.autograd.tree import leaves
from ...functions.creation import cast
from .symbolic import KerasTensor, known


def given_shape(settings):
    """Return the input shape among a first layer's settings, with None for an unknown batch; None if there is none."""
    for name in ("batch_input_shape", "batch_shape"):
        if settings.get(name) is not None:
            return tuple(settings[name])
    if settings.get("input_shape") is not None:
        shape = settings["input_shape"]
        return (settings.get("batch_size"), *((shape,) if isinstance(shape, int) else shape))
    if settings.get("input_dim") is not None:
        length = settings.get("input_length", ())
        return (None, *([length] if isinstance(length, int) or length is None else []), settings["input_dim"])
    if settings.get("input_length") is not None:
        return (None, settings["input_length"])
    return None


def mask_of(x):
    """Return the mask of an input, or those of several; None if there is none."""
    if isinstance(x, list | tuple):
        masks = [getattr(part, "_keras_mask", None) for part in x]
        return None if all(mask is None for mask in masks) else masks
    return getattr(x, "_keras_mask", None)


def add_masks(names, args, kwargs):
    """Put the masks of tensors into kwargs, as `mask` of one tensor, `query_mask` … of several.

    names      the parameters of the `call` that takes args and kwargs
    returns    (the first tensor, its mask)
    """
    tensors = {name: x for name, x in (*zip(names, args), *kwargs.items())
               if any(hasattr(part, "dtype") for part in leaves(x))}
    for name, x in tensors.items():
        wanted = "mask" if len(tensors) == 1 else f"{name}_mask"
        if wanted in names and kwargs.get(wanted) is None and (mask := mask_of(x)) is not None:
            kwargs[wanted] = mask
    first = next(iter(tensors.values()), None)
    return first, mask_of(first) if kwargs.get("mask") is None else kwargs["mask"]


def cast_with_mask(x, dtype):
    """Cast a tensor to another element type, and keep its mask."""
    made = cast(x, dtype)
    if (mask := mask_of(x)) is not None:
        made._keras_mask = mask
    return made


def shapes_of(x):
    """Return the shape of an input, or the same structure of several; None for what has none."""
    if isinstance(x, dict):
        return {key: shapes_of(value) for key, value in x.items()}
    if isinstance(x, list | tuple):
        return [shapes_of(part) for part in x]
    return known(x.shape) if hasattr(x, "shape") else None


def symbolic_of(shape, dtype):
    """Make a symbolic tensor of a shape, or a list of several."""
    if isinstance(shape, list) or shape and isinstance(shape[0], tuple | list):
        return [symbolic_of(part, dtype) for part in shape]
    return KerasTensor(shape, dtype)
