"""Elements of data sets: structures of tensors, taken apart into rows and joined to batches."""

import numpy as np

from ....rare.autograd.tree import leaves, rebuilt
from ...core.engine import mt
from ...core.errors import InvalidArgumentError
from ...core.tensor import StringTensor, Tensor
from ...functions.creation import convert_to_tensor


def as_tensors(structure):
    """Convert what is in a structure of dicts and tuples to tensors; a list is one tensor."""
    if isinstance(structure, dict):
        return {key: as_tensors(part) for key, part in structure.items()}
    if isinstance(structure, tuple):
        parts = map(as_tensors, structure)
        return type(structure)(*parts) if hasattr(structure, "_fields") else tuple(parts)
    return structure if hasattr(structure, "element_spec") else convert_to_tensor(structure)


def as_element(returned):
    """Make an element of what a function returned: a list is a tuple of several parts."""
    return as_tensors(tuple(returned) if isinstance(returned, list) else returned)


def typed(value, kinds):
    """Convert a value to tensors of the element types in a structure like its own."""
    if isinstance(kinds, dict):
        return {key: typed(value[key], kind) for key, kind in kinds.items()}
    if isinstance(kinds, tuple):
        return tuple([typed(part, kind) for part, kind in zip(value, kinds)])
    return convert_to_tensor(value, kinds)


def call(function, element):
    """Return a function of an element: the parts of a tuple are its arguments."""
    return function(*element) if type(element) is tuple else function(element)


def array_of(x):
    """Return the array behind a tensor, to take rows of."""
    return x.tensor if isinstance(x, StringTensor) else x.tensor.array


def as_tensor(array):
    """Return a tensor on an array."""
    if array.dtype.kind in "OSU":                          # a row of texts is a text, not an array of objects
        return StringTensor(np.asarray(array, object))
    return Tensor(mt.as_tensor(np.asarray(array)))


def batched(elements):
    """Return elements joined along a new first axis. Raises InvalidArgumentError where their shapes differ."""
    columns = list(zip(*map(leaves, elements)))
    for place, column in enumerate(columns):
        first = column[0].shape
        odd = next((i for i, x in enumerate(column) if x.shape != first), None)
        if odd is not None:
            raise InvalidArgumentError(
                f"Cannot batch tensors with different shapes in component {place}. First element had shape "
                f"{list(first)} and element {odd} had shape {list(column[odd].shape)}: padded_batch pads them.")
    return rebuilt(elements[0], iter([as_tensor(np.stack([np.asarray(array_of(x)) for x in column]))
                                      for column in columns]))


def padded(elements, shapes, values):
    """Return elements of different sizes, each padded at its ends to the largest, or to these shapes, and joined."""
    columns = list(zip(*map(leaves, elements)))
    wanted = [None] * len(columns) if shapes is None else flat_shapes(shapes, len(columns))
    fills = [0] * len(columns) if values is None else leaves(values) if isinstance(values, tuple | list | dict) else \
        [values] * len(columns)
    made = []
    for column, shape, fill in zip(columns, wanted, fills):
        arrays = [np.asarray(array_of(x)) for x in column]
        most = [max(sizes) for sizes in zip(*(a.shape for a in arrays))]
        most = [m if s is None or s == -1 else s for m, s in zip(most, shape or most)]
        whole = np.full((len(arrays), *most), fill, arrays[0].dtype)
        for i, a in enumerate(arrays):
            whole[(i, *[slice(n) for n in a.shape])] = a
        made.append(as_tensor(whole))
    return rebuilt(elements[0], iter(made))


def flat_shapes(shapes, count):
    """Return the shapes of padded_batch, one a part of the element."""
    if count == 1 and (not shapes or not isinstance(shapes, tuple) or not isinstance(shapes[0], tuple | list)):
        return [shapes]
    return list(shapes.values() if isinstance(shapes, dict) else shapes)


def rows_of(structure):
    """Return (arrays of a structure of tensors, how many rows they have). Raises ValueError where they differ."""
    tensors = leaves(structure)
    counts = {x.shape[0] if x.shape.rank else None for x in tensors}
    if None in counts:
        raise ValueError("Unbatching a tensor is only supported for rank >= 1: from_tensor_slices takes rows of "
                         "arrays; from_tensors takes one element.")
    if len(counts) > 1:
        raise ValueError(f"Dimensions {' and '.join(map(str, sorted(counts)))} are not compatible: from_tensor_slices "
                         "takes arrays with the same number of rows.")
    return [array_of(x) for x in tensors], counts.pop()


def unbatched(element):
    """Return the rows of a batch."""
    arrays, count = rows_of(element)
    for i in range(count):
        yield rebuilt(element, iter([as_tensor(np.asarray(a[i])) for a in arrays]))

