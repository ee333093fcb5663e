"""Names that are not there: the nearest that is, and what PyTorch has that minitorch leaves out."""

LEFT_OUT = {
    "torch": {
        "compile": "static graphs come in a later stage; the model runs as it is: leave the call away",
        "jit": "there is nothing to compile; the model runs as it is",
        "distributed": "training on several machines comes in a later stage",
        "multiprocessing": "use Python's own multiprocessing",
        "autocast": "all arithmetic is float32 on the CPU; leave the block away",
        "amp": "all arithmetic is float32 on the CPU; leave the block away",
        "bfloat16": "NumPy has no such type; use float32",
        "sparse": "tensors are dense here", "quantization": "tensors are floating or integer here",
        "fft": "use NumPy's fft on x.numpy()", "vmap": "write the batch dimension out", "hub": "there is no model hub",
        "onnx": "saving is minitorch.save(model.state_dict(), path)", "profiler": "a profile comes with minitorch.viz",
        "stft": "use SciPy's on x.numpy()", "polar": "complex numbers are left out",
    },
    "nn": {
        "Conv3d": "convolution has one or two dimensions here", "CTCLoss": "left for later",
        "Bilinear": "write x1 @ W @ x2, or einsum", "EmbeddingBag": "Embedding, then .mean(1)",
        "DataParallel": "one device trains here; use the model itself", "parallel": "one device trains here",
        "SyncBatchNorm": "BatchNorm2d, on one device",
    },
    "optim": {"ASGD": "left for later", "Rprop": "left for later", "SparseAdam": "tensors are dense: Adam"},
    "Tensor": {"to_sparse": "tensors are dense here", "share_memory_": "pass arrays between processes instead"},
}


def lacking(owner, name, known):
    """The AttributeError for `owner.name`: why it is left out, or the nearest name there is.

    owner   "torch", "nn", "optim" or "Tensor": what the table above is asked for
    known   the names that exist
    """
    from difflib import get_close_matches
    place = {"torch": "minitorch", "Tensor": "a Tensor"}.get(owner, f"minitorch.{owner}")
    reason = LEFT_OUT.get(owner, {}).get(name)
    if reason is not None:
        return AttributeError(f"{place} has no {name!r}, which PyTorch has: {reason}.")
    names = [k for k in known if not k.startswith("_")]
    near = get_close_matches(name, names, 3, 0.7)
    near += [k for k in names if k.lower() == name.lower() and k not in near]
    hint = f" Did you mean {' or '.join(repr(n) for n in near)}?" if near else \
        " minitorch/NAMES.md lists which of PyTorch's names exist here."
    return AttributeError(f"{place} has no {name!r}.{hint}")


def module_getattr(owner, namespace):
    """A module's `__getattr__` that speaks so; double-underscored names are Python's own questions."""
    def missing(name):
        if name.startswith("__"):
            raise AttributeError(f"module {namespace['__name__']!r} has no attribute {name!r}")
        raise lacking(owner, name, namespace)
    return missing
