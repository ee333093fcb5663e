"""map_fn and scan: loops of the graph over the rows of tensors."""

from ...rare.autograd.tree import leaves, rebuilt
from ..core.shapes import sizes_of
from ..functions import arrays, folds, gathering
from .control import while_loop
from .graph import graphed
from .tensor_array import GraphTensorArray
from .variables import constant, convert


class Rows:
    """The rows of a structure of tensors (n, …) of a graph; n may be known at a run only."""

    def __init__(self, elems):
        self.elems, self.tensors = elems, [convert(x) for x in leaves(elems)]
        self.known = sizes_of(self.tensors[0].shape)[0]
        self.count = graphed(arrays.shape)(self.tensors[0])[0] if self.known is None else self.known

    def at(self, number):
        """Return the row of a number, in the structure."""
        found = [graphed(gathering.gather)(x, number) for x in self.tensors]
        for row, x in zip(found, self.tensors):
            row.set_shape(x.shape[1:])
        return rebuilt(self.elems, iter(found))

    def results(self, structure, found):
        """Return results of all rows, TensorArrays, as tensors (n, …) in a structure."""
        tensors = [one.stack() for one in found]
        for x in tensors:
            x.set_shape([self.known, *x.shape[1:]])
        return rebuilt(structure, iter(tensors))


def map_fn(fn, elems, dtype=None, parallel_iterations=None, back_prop=True, swap_memory=False, infer_shape=True,
           name=None, fn_output_signature=None):
    rows, kinds = Rows(elems), dtype if fn_output_signature is None else fn_output_signature
    kinds = rebuilt(elems, iter([x.dtype for x in rows.tensors])) if kinds is None else kinds

    def turn(number, found):
        results = leaves(fn(rows.at(number)))
        return number + 1, [one.write(number, convert(x)) for one, x in zip(found, results)]
    _, found = while_loop(lambda number, _: number < rows.count, turn, [
        constant(0), [GraphTensorArray(kind, rows.count) for kind in leaves(kinds)]])
    return rows.results(kinds, found)


def scan(fn, elems, initializer=None, parallel_iterations=10, back_prop=True, swap_memory=False, infer_shape=True,
         reverse=False, name=None):
    rows, structure = Rows(elems), elems if initializer is None else initializer

    def place(number):
        return rows.count - 1 - number if reverse else number
    begin = 0 if initializer is not None else 1              # the first row is the first result
    first = [convert(x) for x in leaves(structure if begin == 0 else rows.at(place(0)))]
    found = [GraphTensorArray(x.dtype, rows.count) for x in first]
    found = [one.write(place(0), x) for one, x in zip(found, first)] if begin else found

    def turn(number, state, found):
        new = [convert(x) for x in leaves(fn(rebuilt(structure, iter(state)), rows.at(place(number))))]
        for x, old in zip(new, state):
            x.set_shape(old.shape)
        return number + 1, new, [one.write(place(number), x) for one, x in zip(found, new)]
    _, _, found = while_loop(lambda number, *_: number < rows.count, turn, [constant(begin), first, found])
    return rows.results(structure, found)


map_fn.__doc__, scan.__doc__ = str(folds.map_fn.__doc__).partition("\n\n    >>>")[0], folds.scan.__doc__
