"""A program as calls that are written as nodes: the plain calls of static/saved, and ops of networks kept whole."""

from ..static.saved.graph import Graph, kind
from .whole import Whole


class OnnxGraph(Graph):
    """As Graph, with the names of inputs and outputs given.

    given     names of the inputs; fewer than there are, or none: the others are named by the program
    reserved  names that nothing else gets
    """

    def __init__(self, program, names, given=(), reserved=()):
        self.given, self.reserved = dict(zip(program.inputs, given)), {*given, *reserved}
        super().__init__(program, names)

    def name(self, x, wish):
        if x in self.given:
            self.names[x] = self.given[x]
            return self.names[x]
        self.taken |= self.reserved
        return super().name(x, wish)

    def constant(self, x):
        """One number everywhere is written as such: a vector of zeros may be as long as an input."""
        array = x.source
        if array.size > 1 and (array == array.flat[0]).all():
            self.steps.append({"op": "full", "name": self.name(x, x.name), **kind(x), "settings": {},
                               "args": [self.argument(array.flat[0])]})
        else:
            super().constant(x)

    def add(self, step):
        if type(step.call) is not Whole:
            super().add(step)
            return
        outs = [x and {"name": self.name(x, x.name), **kind(x)} for x in step.outputs]
        settings = {name: list(x) if type(x) is tuple else x for name, x in step.settings.items()}
        if "sizes" in settings:                              # one for each step in time, all equal
            sizes = settings.pop("sizes")
            settings |= {"length": len(sizes), "batch": sizes[0]}
        settings.pop("dtype", None)                          # the results have it
        first = next(out for out in outs if out is not None)
        self.steps.append({"op": step.name, **first, "outs": outs, "settings": settings,
                           "args": [None if x is None else self.argument(x) for x in step.args]})
