"""What a layer is told of shapes, and finds in its inputs: shapes and masks."""

from .symbolic import KerasTensor, known


def given_shape(settings):
    """The shape that a first layer is told its inputs have, with None for the batch; None where it is told none."""
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
    """The mask of an input, or of several."""
    if isinstance(x, list | tuple):
        masks = [getattr(part, "_keras_mask", None) for part in x]
        return None if all(mask is None for mask in masks) else masks
    return getattr(x, "_keras_mask", None)


def shapes_of(x):
    """The shape of an input, or the same structure of several; None for what has none."""
    if isinstance(x, dict):
        return {key: shapes_of(value) for key, value in x.items()}
    if isinstance(x, list | tuple):
        return [shapes_of(part) for part in x]
    return known(x.shape) if hasattr(x, "shape") else None


def symbolic_of(shape, dtype):
    """A symbolic tensor of a shape, or a list of several."""
    if isinstance(shape, list) or shape and isinstance(shape[0], tuple | list):
        return [symbolic_of(part, dtype) for part in shape]
    return KerasTensor(shape, dtype)
