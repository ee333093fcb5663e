"""Iterators over data sets: operations that give the next element at each run, from a place that a Session keeps.

Arguments that mean the same wherever they occur:

    dataset         a tf.data.Dataset
    output_types    the element types of an element, in its structure; output_shapes: its shapes, or None
    shared_name, output_classes    taken, without effect
"""

from ...rare.autograd.tree import leaves, rebuilt
from ..core.errors import FailedPreconditionError, OutOfRangeError
from ..core.shapes import Sizes as TensorShape
from ..functions import creation
from .graph import Operation, get_default_graph


class Next(Operation):
    """The next element of an iterator; `draw` gives it for a session and the values of the inputs."""

    type, unrecorded = "IteratorGetNext", "it draws from a data set"

    def __init__(self, iterator, inputs, name, results):
        self.iterator = iterator
        super().__init__(get_default_graph(), None, (inputs,), {}, name, results)

    def compute(self, values, run):
        return self.iterator.draw(values, run.session)


class Begin(Operation):
    """Lets an iterator begin with a data set."""

    type, unrecorded = "MakeIterator", "it begins a data set"

    def __init__(self, iterator, dataset, name):
        self.iterator, self.dataset = iterator, dataset
        super().__init__(get_default_graph(), None, (dataset.sources,), {}, name, [])

    def compute(self, values, run):
        run.session.slots[self.iterator] = iter(self.dataset.build(values))
        return []


class Elements:
    """Base: `structure` is (the structure of an element, [(shape, element type)] of its parts)."""

    @property
    def output_types(self):
        """The element types of an element, in its structure."""
        element, parts = self.structure
        return rebuilt(element, iter([kind for _, kind in parts]))

    @property
    def output_shapes(self):
        """The shapes of an element, in its structure."""
        element, parts = self.structure
        return rebuilt(element, iter([TensorShape(shape) for shape, _ in parts]))


class Iterator(Elements):
    """A place in a data set: `get_next()` is an operation that gives the next element when it runs.

    Made by tf.data.make_one_shot_iterator, make_initializable_iterator, or from_structure, which several data sets
    can begin. A run raises OutOfRangeError at the end, FailedPreconditionError before it has begun.

    element    an element's structure; parts: [(shape, element type)] of its parts
    dataset    the data set of one that begins by itself
    begins     whether it has an `initializer`: the operation that begins `dataset`
    """

    def __init__(self, element, parts, dataset=None, begins=False):
        self.structure = self.element, self.parts = element, parts
        self.dataset = None if begins else dataset
        self.begin = Begin(self, dataset, "MakeIterator") if begins else None

    @staticmethod
    def from_structure(output_types, output_shapes=None, shared_name=None, output_classes=None):
        """Return an iterator that has no data set yet: make_initializer(dataset) begins one."""
        return Iterator(output_types, parts_of(output_types, output_shapes))

    @property
    def initializer(self):
        """The operation that begins. Raises ValueError where it begins by itself or by make_initializer."""
        if self.begin is None:
            raise ValueError("The iterator does not have an initializer: it was made by make_one_shot_iterator, or by "
                             "from_structure, whose make_initializer(dataset) gives one.")
        return self.begin

    def make_initializer(self, dataset, name=None):
        """Return an operation that begins a data set; its elements must have the structure of this iterator's.

        Raises TypeError for other element types.
        """
        kinds = [kind for _, kind in dataset.structure[1]]
        if kinds != [kind for _, kind in self.parts]:
            raise TypeError(f"Expected output types {[kind.name for _, kind in self.parts]!r} but got dataset with "
                            f"output types {[kind.name for kind in kinds]!r}.")
        return Begin(self, dataset, name or "MakeIterator")

    def get_next(self, name=None):
        """Return the next element: a tensor, or a structure of them; each run of it goes on by one."""
        inputs = self.dataset.sources if self.dataset is not None else []
        made = Next(self, inputs, name or "IteratorGetNext", self.parts)
        return rebuilt(self.element, iter(made.outputs))

    def draw(self, values, session):
        """Return the parts of the next element in a session."""
        if self.dataset is not None and self not in session.slots:
            session.slots[self] = iter(self.dataset.build(values))
        if self not in session.slots:
            raise FailedPreconditionError("GetNext() failed because the iterator has not been initialized. Ensure that "
                                          "you have run the initializer operation for this iterator before getting the "
                                          "next element.")
        found = next(session.slots[self], None)
        if found is None:
            raise OutOfRangeError("End of sequence")
        return [creation.convert_to_tensor(x, kind) for x, (_, kind) in zip(leaves(found), self.parts)]


def parts_of(types, shapes):
    """Return [(shape, element type)] of structures of types and of shapes."""
    kinds = leaves(types)
    if shapes is None:
        return [(None, kind) for kind in kinds]
    if len(kinds) == 1 and not isinstance(types, dict | list | tuple):
        return [(shapes, kinds[0])]
    return list(zip(shapes.values() if isinstance(shapes, dict) else shapes, kinds))


def make_one_shot_iterator(dataset):
    """Return an iterator that begins by itself, once in each session."""
    return Iterator(*dataset.structure, dataset)


def make_initializable_iterator(dataset, shared_name=None):
    """Return an iterator that begins when its `initializer` runs, and anew each time it does."""
    return Iterator(*dataset.structure, dataset, begins=True)

