"""tf.data: data sets whose sources may be fed, and iterators that give an element at each run.

A data set is made when its iterator begins: its sources and its sizes may be tensors. What it does then is tf2's; the
functions that it calls are written down once, in a graph of their own, and run for each element.
"""

from functools import wraps
from inspect import isfunction
from itertools import islice

import numpy as np

from ...rare.autograd.tree import leaves, rebuilt
from ..core.errors import FailedPreconditionError, InvalidArgumentError
from ..core.missing import speak_for as _speak_for
from ..core.shapes import Sizes as TensorShape
from ..functions import creation
from ..tf2 import data as _eager
from ..tf2.data import AUTOTUNE, INFINITE_CARDINALITY, UNKNOWN_CARDINALITY, Options
from ..tf2.data.steps import Steps
from .graph import Graph, Tensor, get_default_graph, outside
from .iterators import Elements, Iterator, make_initializable_iterator, make_one_shot_iterator
from .sessions import Session
from .sketches import Spec
from .variables import placeholder

LOOSE = "from_generator padded_batch flat_map interleave window".split()     # elements may differ in their shapes


class Within(Graph):
    """The graph of a function of elements: it may read tensors of the graph that the data set is in.

    captured   {such a tensor: what stands for it here}
    """

    def __init__(self, outer):
        super().__init__()
        self.outer, self.captured = outer, {}

    def own(self, x, name):
        if x.graph is not self.outer:
            return super().own(x, name)
        if x not in self.captured:
            with self.as_default(), outside():
                self.captured[x] = placeholder(x.dtype, x.shape)
        return self.captured[x]


class Traced:
    """A function of elements, written down as a graph for the first one's shapes, and anew for sizes that change.

    sources    the tensors of the graph that the data set is in that it reads: known once it was written down
    """

    def __init__(self, function):
        self.function, self.outer, self.shapes, self.sources = function, get_default_graph(), None, []

    def build(self, values):
        """Return the function, with the values of the tensors that it reads."""
        return lambda *element: self.call(element, values)

    def call(self, element, values):
        given = [x for x in leaves(element) if not isinstance(x, _eager.Dataset)]
        shapes = [tuple(x.shape) for x in given]
        if len(given) < len(leaves(element)):                # a window is a data set: each is written down anew
            self.write(element, shapes)
        elif self.shapes is None or not all(known.is_compatible_with(x) for known, x in zip(self.shapes, shapes)):
            known = self.shapes or [TensorShape(x) for x in shapes]
            self.write(element, [TensorShape([a if a == b else None for a, b in zip(*pair)])
                                 for pair in zip(known, shapes)])
        read = [values[x] if x in values else creation.convert_to_tensor(value_or_ones(x, 3)) for x in self.sources]
        found = dict(zip(self.outputs, self.plan([*given, *read])))
        return rebuilt(self.returned, iter([
            found[x] if isinstance(x, Tensor) else x.build(found) if isinstance(x, Dataset) else x
            for x in leaves(self.returned)]))

    def write(self, element, shapes):
        """Call the function once, with placeholders of these shapes."""
        self.shapes, graph = shapes, Within(self.outer)
        with graph.as_default():
            left = iter(shapes)
            own = [Dataset(lambda _, x=x: x, []) if isinstance(x, _eager.Dataset) else placeholder(x.dtype, next(left))
                   for x in leaves(element)]
            returned = self.function(*rebuilt(element, iter(own)))
            self.returned = rebuilt(returned, iter([
                graph.own(x, "map") if isinstance(x, Tensor) else x for x in leaves(returned)]))
        self.outputs = [y for x in leaves(self.returned) for y in (
            [x] if isinstance(x, Tensor) else getattr(x, "sources", ()))]
        self.sources = list(graph.captured)
        inputs = [x for x in own if isinstance(x, Tensor)] + list(graph.captured.values())
        self.plan = Session(graph=graph).plan_for(self.outputs, inputs)[0]


def value_or_ones(x, size):
    """Return the value of a tensor; ones where it is fed or has none yet, with `size` for sizes that are not known."""
    try:
        return Session(graph=x.graph).run(x)
    except (InvalidArgumentError, FailedPreconditionError):               # a placeholder's, a variable's
        sizes = [size if n is None else n for n in x.shape.as_list()]
        return np.full(sizes, "") if x.dtype.kind is None else np.ones(sizes, x.dtype.as_numpy_dtype)


def made(constructor, *args, **settings):
    """Return the Dataset that one of tf2's constructors or steps gives, once tensors among arguments have values."""
    parts = leaves((args, settings))

    def build(values):
        own = [values[x] if isinstance(x, Tensor) else x.build(values) if isinstance(x, Dataset | Traced) else x
               for x in parts]
        args_, settings_ = rebuilt((args, settings), iter(own))
        return constructor(*args_, **settings_)
    name = constructor.__name__
    loose = name in LOOSE and settings.get("output_shapes") is None or any(getattr(x, "loose", False) for x in parts)
    return Dataset(build, [x for x in parts if isinstance(x, Tensor | Dataset | Traced)], loose)


class Dataset(Elements):
    """Elements, each a tensor or a structure of them; tf2.data.Dataset has the same constructors and steps.

    build      a function that gives tf2's data set for {tensor: value}
    parts      what it is made from: tensors of the graph, data sets and functions
    loose      whether its elements may have different shapes

    >>> from minitorch.dialects import tf1 as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     data = tf.data.Dataset.range(5).map(lambda x: x * x).batch(2)
    ...     x = tf.data.make_one_shot_iterator(data).get_next()
    ...     print(sess.run(x), sess.run(x))
    [0 1] [4 9]
    """

    def __init__(self, build, parts, loose=False):
        self.build, self.parts, self.loose, self.specs = build, parts, loose, None

    @property
    def sources(self):
        """The tensors of the graph that it reads; those of functions are known once its `structure` is."""
        return list(dict.fromkeys(y for x in self.parts for y in ([x] if isinstance(x, Tensor) else x.sources)))

    make_one_shot_iterator, make_initializable_iterator = make_one_shot_iterator, make_initializable_iterator

    @property
    def structure(self):
        """(an element's structure, [(shape, element type)] of its parts), found by making one for blank sources."""
        if self.specs is None:
            elements = self.elements(3, 5) or self.elements(1024, 1031)
            if not elements:
                raise ValueError("The shapes of a data set's elements are found by making one, and it has none.")
            shapes = [[tuple(part.shape) for part in leaves(x)] for x in elements]
            parts = [Spec([a if len({a, *more}) == 1 else None for a, *more in zip(*column)], part.dtype).pair
                     for column, part in zip(zip(*shapes), leaves(elements[0]))]
            fixed = self.build(self.blank(3)).fixed
            self.specs = elements[0], [(shape if fixed else [None, *shape[1:]], kind) for shape, kind in parts]
        return self.specs

    def blank(self, size):
        """Return {source: its value, or ones where it is fed}, with a size in the place of sizes that are not known."""
        return {x: value_or_ones(x, size) for x in self.sources}

    def elements(self, *sizes):
        """Return the first element for each size of blank sources; the first four if shapes of elements may differ."""
        sizes = sizes if any(None in x.shape for x in self.sources) else sizes[:1]
        return [x for size in sizes for x in islice(self.build(self.blank(size)), 4 if self.loose else 1)]


def step(name, method):
    """Return a method of tf2's data sets as one of these."""
    @wraps(method)
    def call(self, *args, **settings):
        if name == "apply":
            return args[0](self) if args else settings["transformation_func"](self)
        args, settings = rebuilt((args, settings), iter([
            Traced(x) if isfunction(x) or hasattr(x, "__func__") else x for x in leaves((args, settings))]))
        return made(method, self, *args, **settings)
    return call


def source(method):
    """Return a constructor of tf2's data sets as one of these."""
    @wraps(method)
    def call(*args, **settings):
        return made(method, *args, **settings)
    return staticmethod(call)


for name_, method_ in vars(Steps).items():
    if isfunction(method_) and name_ not in ("shared", "reordered", "cut", "reduce", "get_single_element"):
        setattr(Dataset, name_, step(name_, method_))
for name_ in ("from_tensor_slices", "from_tensors", "from_generator", "range", "zip"):
    setattr(Dataset, name_, source(getattr(_eager.Dataset, name_)))

_speak_for(globals(), "tf.compat.v1.data")
