"""tf.data: data sets whose sources may be fed, and iterators that give an element at each run.

A data set is made when its iterator begins: its sources and its sizes may be tensors. What it does then is tf2's; the
functions that it calls are written down once, in a graph of their own, and run for each element.
"""

from functools import wraps
from inspect import isfunction
from itertools import islice

import numpy as np

from ...autograd.tree import leaves, rebuilt
from ..core.errors import FailedPreconditionError, InvalidArgumentError
from ..core.missing import speak_for as _speak_for
from ..core.shapes import TensorShape
from ..tf2 import data as _eager
from ..tf2.data import AUTOTUNE, INFINITE_CARDINALITY, UNKNOWN_CARDINALITY, Options
from ..tf2.data.steps import Steps
from .graph import Graph, Tensor
from .iterators import (Iterator, get_output_classes, get_output_shapes, get_output_types, make_initializable_iterator,
                        make_one_shot_iterator)
from .sessions import Session
from .sketches import Spec
from .variables import placeholder

LOOSE = "from_generator padded_batch flat_map interleave window".split()     # elements may differ in their shapes


class Traced:
    """A function of elements, written down as a graph for the first one's shapes, and anew for sizes that change."""

    def __init__(self, function):
        self.function, self.shapes = function, None

    def __call__(self, *element):
        given = [x for x in leaves(element) if not isinstance(x, _eager.Dataset)]
        shapes = [tuple(x.shape) for x in given]
        if len(given) < len(leaves(element)):                # a window is a data set: each is written down anew
            self.write(element, shapes)
        elif self.shapes is None or not all(known.is_compatible_with(x) for known, x in zip(self.shapes, shapes)):
            known = self.shapes or [TensorShape(x) for x in shapes]
            self.write(element, [TensorShape([a if a == b else None for a, b in zip(*pair)])
                                 for pair in zip(known, shapes)])
        values = dict(zip(self.outputs, self.plan(given)))
        return rebuilt(self.returned, iter([
            values[x] if isinstance(x, Tensor) else x.build(values) if isinstance(x, Dataset) else x
            for x in leaves(self.returned)]))

    def write(self, element, shapes):
        """Call the function once, with placeholders of these shapes."""
        self.shapes, graph = shapes, Graph()
        with graph.as_default():
            left = iter(shapes)
            own = [Dataset(lambda _, x=x: x, []) if isinstance(x, _eager.Dataset) else placeholder(x.dtype, next(left))
                   for x in leaves(element)]
            self.inputs = [x for x in own if isinstance(x, Tensor)]
            self.returned = self.function(*rebuilt(element, iter(own)))
        self.outputs = [y for x in leaves(self.returned) for y in (
            [x] if isinstance(x, Tensor) else getattr(x, "sources", ()))]
        self.plan = Session(graph=graph).plan_for(self.outputs, self.inputs)[0]


def made(constructor, *args, **settings):
    """The Dataset that one of tf2's constructors or steps gives, once the tensors among its arguments have values."""
    parts = leaves((args, settings))
    sources = [y for x in parts for y in ([x] if isinstance(x, Tensor) else getattr(x, "sources", ()))]

    def build(values):
        own = [values[x] if isinstance(x, Tensor) else x.build(values) if isinstance(x, Dataset) else x for x in parts]
        args_, settings_ = rebuilt((args, settings), iter(own))
        return constructor(*args_, **settings_)
    name = constructor.__name__
    loose = name in LOOSE and settings.get("output_shapes") is None or any(getattr(x, "loose", False) for x in parts)
    return Dataset(build, list(dict.fromkeys(sources)), loose)


class Dataset:
    """Elements, each a tensor or a structure of them; tf2.data.Dataset has the same constructors and steps.

    build      a function that gives tf2's data set for {tensor: value}
    sources    the tensors of the graph that it is made from
    loose      whether its elements may have different shapes

    >>> from minitorch.dialects import tf1 as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     data = tf.data.Dataset.range(5).map(lambda x: x * x).batch(2)
    ...     x = tf.data.make_one_shot_iterator(data).get_next()
    ...     print(sess.run(x), sess.run(x))
    [0 1] [4 9]
    """

    def __init__(self, build, sources, loose=False):
        self.build, self.sources, self.loose, self.specs = build, sources, loose, None

    def make_one_shot_iterator(self):
        """An iterator that begins by itself, once in each session."""
        return make_one_shot_iterator(self)

    def make_initializable_iterator(self, shared_name=None):
        """An iterator that begins when its `initializer` runs."""
        return make_initializable_iterator(self)

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
        """{source: its value, or ones where it is fed}, with a size in the place of sizes that are not known."""
        found = {}
        for x in self.sources:
            try:
                found[x] = Session(graph=x.graph).run(x)
            except (InvalidArgumentError, FailedPreconditionError):       # a placeholder's, a variable's
                sizes = [size if n is None else n for n in x.shape.as_list()]
                found[x] = np.full(sizes, "") if x.dtype.kind is None else np.ones(sizes, x.dtype.as_numpy_dtype)
        return found

    def elements(self, *sizes):
        """The first element for each size of blank sources; the first four where shapes of elements may differ."""
        sizes = sizes if any(None in x.shape for x in self.sources) else sizes[:1]
        return [x for size in sizes for x in islice(self.build(self.blank(size)), 4 if self.loose else 1)]

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

    @property
    def output_classes(self):
        """tf.Tensor, in the structure of an element."""
        element, parts = self.structure
        return rebuilt(element, iter([Tensor] * len(parts)))


def step(name, method):
    """A method of tf2's data sets as one of these."""
    @wraps(method)
    def call(self, *args, **settings):
        if name == "apply":
            return args[0](self) if args else settings["transformation_func"](self)
        args, settings = rebuilt((args, settings), iter([
            Traced(x) if isfunction(x) or hasattr(x, "__func__") else x for x in leaves((args, settings))]))
        return made(method, self, *args, **settings)
    return call


def source(method):
    """A constructor of tf2's data sets as one of these."""
    @wraps(method)
    def call(*args, **settings):
        return made(method, *args, **settings)
    return staticmethod(call)


for name_, method_ in vars(Steps).items():
    if isfunction(method_) and name_ not in ("shared", "reordered", "cut", "reduce", "options", "get_single_element"):
        setattr(Dataset, name_, step(name_, method_))
for name_ in ("from_tensor_slices", "from_tensors", "from_generator", "range", "zip", "random", "sample_from_datasets"):
    setattr(Dataset, name_, source(getattr(_eager.Dataset, name_)))

__all__ = ["AUTOTUNE", "INFINITE_CARDINALITY", "UNKNOWN_CARDINALITY", "Dataset", "Iterator", "Options",
           "get_output_classes", "get_output_shapes", "get_output_types", "make_initializable_iterator",
           "make_one_shot_iterator"]
_speak_for(globals(), "tf.compat.v1.data")
