"""Error texts for matrices that cannot be multiplied: PyTorch's message, and advice."""

from math import prod


def cannot_be_multiplied(a, b):
    """Return PyTorch's message for two matrices that cannot be multiplied; "" for other dimensions."""
    sizes = " and ".join("x".join(map(str, x.shape)) for x in (a, b))
    return f"mat1 and mat2 shapes cannot be multiplied ({sizes}): " if a.ndim == b.ndim == 2 else ""


def how_to_fit(size, features):
    """Suggest a change for an input of `size` and a layer of `features`: flatten images, or transpose."""
    first = next((d for d in range(1, len(size)) if prod(size[d:]) == features), None)
    if first is not None:
        return (f"Flatten what makes one sample first: x.flatten({first})"
                + (", or nn.Flatten() before this layer." if first == 1 else "."))
    if prod(size) == features:
        return f"It looks like one sample without a batch: x.reshape(1, {features})."
    if len(size) == 2 and size[0] == features:
        return "Are the samples in columns? Then use x.T."
    return f"Does the layer before it give {features} features?"
