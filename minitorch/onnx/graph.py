"""Convert a program to calls that become ONNX nodes: calls of NumPy's functions, and ops that ONNX has as operators."""

from ..static.saved.graph import Graph, kind_of_value
from .native_ops import NativeOp


class OnnxGraph(Graph):
    """A Graph with given names of inputs and outputs.

    given     names of the inputs; if there are fewer, the program names the others
    reserved  names that no other value gets
    fixed     names of the weights that are constants of the program, not tensors of the model
    """

    def __init__(self, program, names, given=(), reserved=()):
        self.given, self.reserved, self.fixed = dict(zip(program.inputs, given)), {*given, *reserved}, []
        super().__init__(program, names)

    def name(self, x, wish):
        if x in self.given:
            self.names[x] = self.given[x]
            return self.names[x]
        self.taken |= self.reserved
        return super().name(x, wish)

    def constant(self, x):
        """Write an array of equal numbers as one number, because its length may depend on an input."""
        array = x.source
        if array.size > 1 and (array == array.flat[0]).all():
            self.steps.append({"op": "full", "name": self.name(x, x.name), **kind_of_value(x), "settings": {},
                               "args": [self.argument(array.flat[0])]})
        else:
            super().constant(x)
            self.fixed.append(self.names[x])

    def add(self, step):
        if type(step.call) is not NativeOp:
            super().add(step)
            return
        outs = [x and {"name": self.name(x, x.name), **kind_of_value(x)} for x in step.outputs]
        settings = {name: list(x) if type(x) is tuple else x for name, x in step.settings.items()}
        if "sizes" in settings:                              # `sizes`: the batch size of each time step; all are equal
            sizes = settings.pop("sizes")
            settings |= {"length": len(sizes), "batch": sizes[0]}
        settings.pop("dtype", None)                          # the dtype is stored with the results
        first = next(out for out in outs if out is not None)
        self.steps.append({"op": step.name, **first, "outs": outs, "settings": settings,
                           "args": [None if x is None else self.argument(x) for x in step.args]})
