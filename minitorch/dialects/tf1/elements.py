"""What a name, a tensor or an operation is in a graph; TensorFlow's words where it is nothing there."""


def element(graph, x, tensors=True, operations=True):
    """Return x as a tensor or an operation of a graph.

    tensors, operations    what it may be

    Raises KeyError for a name that is not there, ValueError for what it may not be or what another graph has, TypeError
    for what is no name, tensor or operation.
    """
    if isinstance(x, str):
        return called(graph, x, tensors, operations)
    if not (tensors and hasattr(x, "place") or operations and hasattr(x, "outputs")):
        kinds = " or ".join(["Tensor"] * tensors + ["Operation"] * operations)
        raise TypeError(f"Can not convert a {type(x).__name__} into a {kinds}.")
    if x.graph is not graph:
        raise ValueError(f"{'Tensor' if hasattr(x, 'place') else 'Operation'} {x} is not an element of this graph.")
    return x


def called(graph, name, tensors, operations):
    """Return the operation of a name, or the tensor of a name OPERATION:NUMBER."""
    of, colon, number = name.rpartition(":") if ":" in name else (name, "", "")
    found = next((op for op in graph.operations if op.name == of), None)
    if colon and not tensors:
        raise ValueError(f"Name {name!r} appears to refer to a Tensor, not a Operation.")
    if not colon and found is not None and not operations:
        raise ValueError(f"The name {name!r} refers to an Operation, not a Tensor. Tensor names must be of the form "
                         '"<op_name>:<output_index>".')
    if found is None or colon and not (number.isdigit() and int(number) < len(found.outputs)):
        why = "does not exist in the graph" if found is None else f"exists but only has {len(found.outputs)} outputs"
        raise KeyError(f"The name {name!r} refers to a Tensor which does not exist. The operation, {of!r}, {why}."
                       if colon else f"The name {name!r} refers to an Operation not in the graph.")
    return found.outputs[int(number)] if colon else found
