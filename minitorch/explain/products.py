"""Error texts for matrices that cannot be multiplied: PyTorch's message, and advice."""

from math import prod


def refuse_matmul(a, b):
    """Raise the error for arrays that matmul does not accept."""
    if a.dtype.kind == "b":
        raise NotImplementedError('"matmul" not implemented for bools: convert first, as in x.float().')
    if not a.ndim or not b.ndim:
        raise RuntimeError(f"both arguments to matmul need to be at least 1D, but they are {a.ndim}D and {b.ndim}D")
    raise RuntimeError(f"matmul cannot join {a.shape} and {b.shape}:\n{cannot_be_multiplied(a, b)}"
                       f"the last size of the first ({a.shape[-1]}) must equal the "
                       f"{'second-to-last' if b.ndim > 1 else 'only'} of the second "
                       f"({b.shape[-2 if b.ndim > 1 else -1]}).")


def check_linear(input, weight, bias):
    """Raise the error for arrays that linear does not accept; it accepts a one-dimensional weight if bias is None."""
    if input.dtype.kind == "b":
        raise NotImplementedError('"linear" not implemented for bools: convert first, as in x.float().')
    if weight.ndim not in (1, 2):
        raise RuntimeError(f"linear: the weight must be (out, in) or (in,), not {weight.shape}.")
    if input.ndim == 0 or input.shape[-1] != weight.shape[-1]:
        raise RuntimeError(f"linear cannot join an input of {input.shape} and a weight of {weight.shape}:\n"
                           f"{cannot_be_multiplied(input, weight.T)}"
                           f"the input's last size ({input.shape[-1] if input.ndim else 'none'}) must equal "
                           f"in_features ({weight.shape[-1]}). {how_to_fit(input.shape, weight.shape[-1])}")
    if bias is not None and input.ndim > 1 and weight.ndim == 1:
        raise RuntimeError(f"linear: the weight must be a matrix (out, in) if there is a bias, not {weight.shape}.")


def cannot_be_multiplied(a, b):
    """Return PyTorch's message for two matrices that cannot be multiplied; "" for other dimensions."""
    sizes = " and ".join("x".join(map(str, x.shape)) for x in (a, b))
    return f"mat1 and mat2 shapes cannot be multiplied ({sizes}): " if a.ndim == b.ndim == 2 else ""


def how_to_fit(size, features):
    """Suggest how to fit an input of shape `size` to a layer of `features` inputs: flatten images, or transpose."""
    first = next((d for d in range(1, len(size)) if prod(size[d:]) == features), None)
    if first is not None:
        return (f"Flatten what makes one sample first: x.flatten({first})"
                + (", or nn.Flatten() before this layer." if first == 1 else "."))
    if prod(size) == features:
        return f"It looks like one sample without a batch: x.reshape(1, {features})."
    if len(size) == 2 and size[0] == features:
        return "Are the samples in columns? Then use x.T."
    return f"Does the layer before it give {features} features?"
