"""Report what uses a GPU's memory: parameters, gradients, optimiser states, saved tensors, other tensors, the pool."""

from .. import backend
from ..backend.memory import address
from ..engine import Node, tensor_types
from ..nn import Parameter
from ..nn.parameter import Uninitialized
from ..optim import Optimizer
from ..static.collector import all_objects
from . import memory

HOLDERS = "parameters", "gradients", "optimiser states", "kept for backward", "other tensors"


def size_text(size):
    """Return a number of bytes as text: 1.50 GiB."""
    for unit in ("B", "KiB", "MiB"):
        if size < 1024:
            return f"{size:.4g} {unit}"
        size /= 1024
    return f"{size:.2f} GiB"


def subclasses(cls):
    """Return a class and all classes derived from it."""
    return {cls}.union(*map(subclasses, cls.__subclasses__()))


def arrays_by_holder():
    """Yield (kind of holder, array) for each array to which a live Tensor, Node or Optimizer refers."""
    objects = all_objects(tensor_types | subclasses(Node) | subclasses(Optimizer))
    tensors = [x for x in objects if type(x) in tensor_types and not isinstance(x, Uninitialized)]
    yield from (("parameters", x.array) for x in tensors if isinstance(x, Parameter) and hasattr(x, "array"))
    yield from (("gradients", x._grad.array) for x in tensors if getattr(x, "_grad", None) is not None)
    for optimizer in [x for x in objects if isinstance(x, Optimizer)]:
        for state in optimizer.state.values():
            yield from (("optimiser states", x.array) for x in dict.values(state) if type(x) in tensor_types)
    for node in [x for x in objects if isinstance(x, Node)]:
        kept = list(getattr(node, "saved", None) or ()) + [getattr(node, "out", None)]
        while kept:
            value = kept.pop()
            if isinstance(value, tuple | list):
                kept.extend(value)
            else:
                yield "kept for backward", value
    yield from (("other tensors", x.array) for x in tensors if hasattr(x, "array"))


def bytes_by_holder(device=None):
    """Return {holder: (bytes, number of arrays)} on a GPU; shared memory counts once, for the first of HOLDERS."""
    place, seen = backend.device("cuda", backend.gpu(device).id), set()
    found = {holder: [0, 0] for holder in HOLDERS}
    for holder, array in arrays_by_holder():
        if backend.device_of(array) != place:
            continue
        whole = array if array.base is None else array.base
        if whole.nbytes and address(whole) not in seen:
            seen.add(address(whole))
            found[holder][0] += whole.nbytes
            found[holder][1] += 1
    return {holder: tuple(pair) for holder, pair in found.items()}


def memory_summary(device=None, abbreviated=False):
    """Return a table of the kinds of objects that use a GPU's memory, CuPy's free memory, and the rest of the GPU.

    PyTorch's table has no such kinds. The table takes some time, because every object of the program is examined.
    abbreviated is accepted as in PyTorch.
    """
    found = bytes_by_holder(device)
    used, pool = memory.memory_allocated(device), memory.memory_reserved(device)
    rest = max(used - sum(size for size, _ in found.values()), 0)
    free, total = memory.mem_get_info(device)
    rows = [(holder, size, f"{count} array{'s' * (count != 1)}") for holder, (size, count) in found.items()]
    rows += [("arrays of no tensor", rest, ""), ("free in the pool", max(pool - used, 0), "empty_cache() returns it"),
             ("free on the GPU", free, f"of {size_text(total)}")]
    return "\n".join(f"{name:<20} {size_text(size):>10}  {note}".rstrip() for name, size, note in rows)


def explain_memory(error, asked):
    """Return the error to raise if CuPy found no memory: what was tried, which objects use the memory, what helps.

    error   CuPy's error, or one that this function returned before
    """
    if isinstance(error, memory.OutOfMemoryError):
        return error
    return memory.OutOfMemoryError(
        f"CUDA out of memory in {asked}. {str(error).strip().splitlines()[0]}\n{memory_summary()}\n"
        "A smaller batch needs less; evaluation needs no graph: `with no_grad():`; a list of losses keeps every graph: "
        "append loss.item(), or loss.detach().")
