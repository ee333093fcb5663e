"""What errors say of matrices that do not fit: PyTorch's words, and how they would fit."""

from math import prod


def cannot_be_multiplied(a, b):
    """PyTorch's words for two matrices that do not fit."""
    sizes = " and ".join("x".join(map(str, x.shape)) for x in (a, b))
    return f"mat1 and mat2 shapes cannot be multiplied ({sizes}): " if a.ndim == b.ndim == 2 else ""


def how_to_fit(size, features):
    """Suggest what to try when an input of `size` meets a layer of `features`: flatten images, or transpose."""
    first = next((d for d in range(1, len(size)) if prod(size[d:]) == features), None)
    if first is not None:
        return (f"Flatten what makes one sample first: x.flatten({first})"
                + (", or nn.Flatten() before this layer." if first == 1 else "."))
    if prod(size) == features:
        return f"It looks like one sample without a batch: x.reshape(1, {features})."
    if len(size) == 2 and size[0] == features:
        return "Do the samples stand in columns? Then x.T."
    return f"Does the layer before it give {features} features?"
