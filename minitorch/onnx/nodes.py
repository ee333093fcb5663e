"""The nodes of an ONNX file, written one after the other, and the constants that they read."""

from math import prod

import numpy as np

from .errors import OnnxExporterError, package
from .sizes import Size, require_equal

MOST_FILLED = 64  # an array of equal numbers with more elements is not stored, but created by a node


class Nodes:
    """A writer of nodes; each node's outputs get new names.

    kinds     {name: (dtype, shape)} of the program's values
    inputs    names of the inputs, for nodes that read their sizes
    reserved  names that no node gets
    """

    def __init__(self, kinds, inputs, reserved):
        self.kinds, self.inputs, self.reserved, self.onnx = kinds, inputs, reserved, package()
        self.nodes, self.constants, self.made, self.count = [], {}, {}, 0

    def new_name(self):
        while (name := f"_{self.count}") in self.kinds or name in self.reserved:
            self.count += 1
        self.count += 1
        return name

    def add(self, op, *args, outs=1, **settings):
        """Write a node; return the name of its output, or a list of names if outs > 1.

        args       names of its inputs; None for an input that is left out
        settings   its attributes; an attribute that is None is left out
        """
        names = [self.new_name() for _ in range(outs)]
        given = {name: require_equal(f"`{op}`, {name}", *value) if type(value) is list and value else
                 require_equal(f"`{op}`, {name}", value) for name, value in settings.items() if value is not None}
        given = {name: [value] if type(settings[name]) is list and type(value) is not list else value
                 for name, value in given.items()}
        known = self.onnx.defs.get_schema(op).attributes
        given = {name: float(value) if known[name].type == self.onnx.AttributeProto.FLOAT else value
                 for name, value in given.items()}
        self.nodes.append(self.onnx.helper.make_node(op, ["" if x is None else x for x in args], names, **given))
        return names[0] if outs == 1 else names

    def constant(self, array):
        """Return the name of a constant; equal constants are stored once."""
        array = np.asarray(array)
        key = array.dtype.str, array.shape, array.tobytes()
        if key not in self.made:
            self.made[key] = self.new_name()
            self.constants[self.made[key]] = array
        return self.made[key]

    def vector(self, numbers):
        """Return integers (axes, starts, …) as a constant vector."""
        return self.constant(np.array(require_equal("a list of axes", *numbers, 0)[:-1], np.int64))

    def cast(self, x, dtype, old=None):
        """Convert a value to a dtype; return the value itself if it has this dtype."""
        old = old or (self.kinds[x][0] if x in self.kinds else None)
        return x if old == dtype else self.add("Cast", x, to=self.type_of(dtype))

    def type_of(self, dtype):
        return self.onnx.helper.np_dtype_to_tensor_dtype(np.dtype(dtype))

    def sizes(self, numbers, infer=False):
        """Return integers as a vector; some of them may depend on the inputs' sizes.

        infer   whether one number may be unknown; it is written as -1
        """
        if not any(type(x) is Size for x in numbers):
            return self.constant(np.array(numbers, np.int64))
        parts = []
        for x in numbers:
            if type(x) is Size and x.formula is None and infer:
                parts.append(self.constant(np.array([-1], np.int64)))
                infer = False
            else:
                parts.append(self.size(x))
        return self.add("Concat", *parts, axis=0)

    def size(self, x):
        """Return an integer as a vector of one element."""
        if type(x) is not Size:
            return self.constant(np.array([x], np.int64))
        if x.formula is None:
            raise OnnxExporterError(f"A size is {int(x)} for one size of the dynamic_axes and {x.other} for another, "
                                    "but must be a multiple of one of them. Leave that axis out of dynamic_axes.")
        place, dim, times = x.formula
        found = self.add("Shape", self.inputs[place], start=dim, end=dim + 1)
        return found if times == 1 else self.add("Mul", found, self.constant(np.array([times], np.int64)))

    def number(self, x, dtype):
        """Return a number as a constant of a dtype, or a Size as a value computed from the inputs' sizes."""
        if type(x) is Size:
            return self.cast(self.add("Squeeze", self.size(x)), dtype, "int64")
        return self.constant(np.array(x).astype(dtype))

    def value(self, x, dtype):
        """Return a name or number as a value of a dtype."""
        return self.cast(x, dtype) if type(x) is str else self.number(x, dtype)

    def reshape(self, x, shape):
        zero = 1 if any(n == 0 for n in shape) else None
        return self.add("Reshape", x, self.sizes(shape, infer=not zero), allowzero=zero)

    def fill(self, x, shape, dtype):
        """Return an array filled with one number."""
        if type(x) is not str and not any(type(n) is Size for n in [x, *shape]) and prod(shape) <= MOST_FILLED:
            return self.constant(np.full(shape, x, dtype))
        return self.add("Expand", self.value(x, dtype), self.sizes(shape))

    def shape(self, x):
        return self.kinds[x][1]
