"""vmap: a function of one sample, called for each sample of a batch."""

from ...engine import tensor_types
from ...ops.index.gather import samples
from ...runtime import functions
from ..ops.index.as_strided import owner_of


def vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None):
    """Return a function for batches: it calls `func` for each sample, and stacks the results.

    in_dims    which dimension counts the samples: a number for all arguments or one for each; None: the argument is the
               same for all samples; for an argument that is a dict, list or tuple also such a structure of numbers
    out_dims   which dimension of each result counts the samples: a number, or one for each of several results
    randomness, chunk_size   without effect: samples are computed one by one, each with its own random numbers

    PyTorch's vmap computes all samples at once; the results are the same. Raises ValueError if no argument has a
    batch, if two arguments have different numbers of samples, and if the results of func are not tensors or differ
    in shape.

    >>> vmap(lambda row, v: (row * v).sum(), in_dims=(0, None))(tensor([[1, 2], [3, 4]]), tensor([1, 10]))
    tensor([21, 43])
    """
    def run(*args, **named):
        dims = in_dims if isinstance(in_dims, tuple | list) else (in_dims,) * len(args)
        if len(dims) != len(args):
            raise ValueError(f"vmap: in_dims has {len(dims)} entries for {len(args)} arguments; each needs one.")
        sizes = {size for arg, dim in zip((*args, *named.values()), (*dims, *[0] * len(named)))
                 for size in samples_in(arg, dim)}
        if len(sizes) != 1:
            raise ValueError("vmap: Expected all tensors to have the same size in the mapped dimension, got sizes "
                             f"{sorted(sizes)}." if sizes else "vmap: at least one argument must have a dimension of "
                             "samples: in_dims is None for all of them.")
        results = [run_sample(func, args, dims, named, i) for i in range(*sizes)]
        try:
            return stack_results(results, out_dims)
        except (RuntimeError, ValueError) as error:
            raise ValueError(f"vmap: {getattr(func, '__name__', func)} cannot be batched: its results for the samples "
                             f"cannot be stacked. {error}") from None
    return run


def run_sample(func, args, dims, named, i):
    """Return func(i-th sample); inside func, storage_offset() counts from the sample's start, as in PyTorch."""
    begin = {id(memory := owner_of(arg.array)): (memory, i * arg.stride(dim)) for arg, dim in (
        *zip(args, dims), *[(arg, 0) for arg in named.values()]) if type(arg) in tensor_types and dim is not None}
    token = samples.set((*samples.get(), *begin.values()))
    try:
        return func(*[sample_of(arg, dim, i) for arg, dim in zip(args, dims)],
                    **{name: sample_of(arg, 0, i) for name, arg in named.items()})
    finally:
        samples.reset(token)


def parts_of(arg, dim):
    """Return (key, value, dim) for each value in a dict, list or tuple; `dim` may have the same structure."""
    keys = list(arg) if isinstance(arg, dict) else range(len(arg))
    return [(key, arg[key], dim[key] if isinstance(dim, dict | list | tuple) else dim) for key in keys]


def samples_in(arg, dim):
    """Yield the number of samples in each tensor of an argument."""
    if dim is None:
        return
    if isinstance(arg, dict | list | tuple):
        for _, part, own in parts_of(arg, dim):
            yield from samples_in(part, own)
    elif type(arg) in tensor_types:
        if not arg.ndim:
            raise ValueError(f"vmap: in_dim {dim} of a tensor without dimensions: use None, so all samples share it.")
        yield arg.shape[dim]
    else:
        raise ValueError(f"vmap: in_dim {dim} for a {type(arg).__name__}, which is no tensor: use None.")


def sample_of(arg, dim, i):
    """Return the argument with each batch in it replaced by the batch's i-th sample."""
    if dim is None:
        return arg
    if isinstance(arg, dict):
        return {key: sample_of(part, own, i) for key, part, own in parts_of(arg, dim)}
    if isinstance(arg, list | tuple):
        parts = [sample_of(part, own, i) for _, part, own in parts_of(arg, dim)]
        return type(arg)(*parts) if hasattr(arg, "_fields") else type(arg)(parts)
    return arg.select(dim, i)


def stack_results(results, dim):
    """Return the results of all samples stacked, in the same structure."""
    first = results[0]
    if isinstance(first, dict):
        return {key: stack_results([one[key] for one in results], own) for key, _, own in parts_of(first, dim)}
    if isinstance(first, list | tuple):
        parts = [stack_results([one[key] for one in results], own) for key, _, own in parts_of(first, dim)]
        return type(first)(*parts) if hasattr(first, "_fields") else type(first)(parts)
    if type(first) not in tensor_types:
        raise ValueError(f"It must return tensors, not {type(first).__name__}.")
    dim = dim[0] if isinstance(dim, tuple) else dim
    return first if dim is None else functions["stack"](results, dim)
