"""What a name, a tensor or an operation is in a graph; TensorFlow's words where it is nothing there."""


def element(graph, x, tensors=True, operations=True):
    """Return x as a tensor or an operation of a graph.

    tensors, operations    what it may be

    Raises KeyError for a name that is not there, ValueError for what it may not be or what another graph has, TypeError
    for what is no name, tensor or operation.
    """
    kinds = " or ".join(["Tensor"] * tensors + ["Operation"] * operations)
    if isinstance(x, str):
        return tensor_called(graph, x, tensors) if ":" in x else operation_called(graph, x, operations)
    if not (tensors and hasattr(x, "place") or operations and hasattr(x, "outputs")):
        raise TypeError(f"Can not convert a {type(x).__name__} into a {kinds}.")
    if x.graph is not graph:
        raise ValueError(f"{'Tensor' if hasattr(x, 'place') else 'Operation'} {x} is not an element of this graph.")
    return x


def operation_called(graph, name, wanted=True):
    """Return the operation of a name; `wanted`: whether one may be named."""
    found = next((op for op in graph.operations if op.name == name), None)
    if found is None:
        raise KeyError(f"The name {name!r} refers to an Operation not in the graph.")
    if not wanted:
        raise ValueError(f"The name {name!r} refers to an Operation, not a Tensor. Tensor names must be of the form "
                         '"<op_name>:<output_index>".')
    return found


def tensor_called(graph, name, wanted=True):
    """Return the tensor of a name, OPERATION:NUMBER; `wanted`: whether one may be named."""
    if not wanted:
        raise ValueError(f"Name {name!r} appears to refer to a Tensor, not a Operation.")
    of, _, number = name.rpartition(":")
    found = next((op for op in graph.operations if op.name == of), None)
    lacking = f"The name {name!r} refers to a Tensor which does not exist. The operation, {of!r}, "
    if found is None:
        raise KeyError(f"{lacking}does not exist in the graph.")
    if not number.isdigit() or int(number) >= len(found.outputs):
        raise KeyError(f"{lacking}exists but only has {len(found.outputs)} outputs.")
    return found.outputs[int(number)]
