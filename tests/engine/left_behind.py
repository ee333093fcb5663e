"""What a call leaves behind, as plain values that can be compared: results, the graph, versions, views, errors.

    left_behind(call, make)     all that call(*make()) leaves, with the graph behind its results
    walked_back(call, make)     the same, after .backward() through it: .grad, and what is freed
    walked_twice(call, make)    first derivatives as a graph of their own, and second derivatives
"""

from functools import cache
from itertools import islice

import numpy as np
from notation import flat

import minitorch as mt
from minitorch.engine import Op, Spec, backward_order
from minitorch.engine.node import Leaf, Output
from minitorch.runtime.detached import DetachedBy


class Description:
    """Plain values for everything that results lead to; nodes, tensors and version counters go by number."""

    def __init__(self, results, inputs):
        self.results, self.inputs = results, inputs
        self.known = [*inputs, *[out for out in results if isinstance(out, mt.Tensor)]]
        self.cells: dict = {}
        edges = {edge for x in self.known if x._node is not None for edge in backward_order(x._node)}
        self.edges = sorted(edges, key=lambda edge: edge.order)
        self.numbers = {edge: i for i, edge in enumerate(self.edges)}

    def everything(self):
        """Inputs, results, and each node that they were computed from."""
        tensors = [self.of(x) for x in self.known]
        return {"tensors": tensors, "results": [type(x).__name__ if isinstance(x, mt.Tensor) else self.of(x)
                                                for x in self.results],
                "shared": self.shared(), "graph": [self.edge(edge) for edge in self.edges]}

    def of(self, x):
        """One value."""
        if isinstance(x, mt.Tensor):
            return ("tensor", type(x).__name__, self.of(x.array), self.numbers.get(x._node), self.cell(x._counter),
                    self.view(x._view), self.detached_by(x._detached_by), x._generation,
                    x._grad is not None and self.of(x._grad))
        if isinstance(x, np.ndarray):
            return "array", x.dtype.str, x.shape, x.strides if x.size > 1 else (), x.tobytes()
        if isinstance(x, Spec):
            return "spec", x.shape, x.dtype
        if isinstance(x, Op):
            return "op", x.name
        if isinstance(x, dict):
            return "dict", sorted((str(key), self.of(value)) for key, value in x.items())
        if isinstance(x, tuple | list):
            return type(x).__name__, [self.of(value) for value in x]
        if isinstance(x, np.generic | float | int | complex | str | type | None):
            return type(x).__name__, repr(x)
        return (type(x).__name__,)

    def edge(self, edge):
        """A node, a leaf, or one of several outputs."""
        found = [type(edge).__name__, edge.shape, edge.dtype, edge.hooks is None]
        if type(edge) is Leaf:
            return [*found, next((i for i, x in enumerate(self.known) if x is edge.tensor()), None)]
        found.append([self.numbers.get(other) for other in edge.edges])
        if type(edge) is Output:
            return [*found, edge.index]
        guard = [(self.cell(cell), version) for cell, version in zip(edge.versions[::2], edge.versions[1::2])]
        nothing = type(edge.saved) is tuple and not any(value is not None for value in edge.saved)
        saved = () if nothing else edge.saved                  # (None,) and () both say that nothing was kept
        return [*found, edge.op.name, *map(self.of, (edge.settings, saved, edge.out)), guard,
                edge.code and spot(edge.code, edge.at)]

    def cell(self, cell):
        """A version counter: its number, and what it holds."""
        if cell is None:
            return None
        version, line = cell                             # unpacked: of inference_mode's, no version can be read
        number = self.cells.setdefault(id(cell), (len(self.cells), cell))[0]
        return number, type(cell).__name__, version, line and spot(*line)

    def view(self, view):
        """How a tensor came from its base."""
        if view is None:
            return None
        base = next((i for i, x in enumerate(self.known) if x is view.base), "another")
        step = view.step and (view.step[0].name, self.of(view.step[1]), view.step[2])
        above = view.above if type(view.above) is int else self.view(view.above)
        return base, step, above, view.seen, view.closed

    def detached_by(self, cut):
        """What left a tensor without a graph."""
        if type(cut) is not DetachedBy:
            return cut
        return getattr(cut.how, "name", cut.how), cut.dtype, spot(cut.code, cut.at)

    def shared(self):
        """Which of the tensors, and of their gradients, have memory in common."""
        arrays = [x.array for x in self.known] + [x._grad.array for x in self.inputs if x._grad is not None]
        return [(i, j) for i in range(len(arrays)) for j in range(i) if np.may_share_memory(arrays[i], arrays[j])]


@cache
def spot(code, at):
    """The piece of a line that is behind a place in code: an instruction that runs fast leaves another `f_lasti`."""
    return code, next(islice(code.co_positions(), at // 2, None))


def outcome(run):
    """What `run` returns, or the kind and the text of its error."""
    try:
        return run()
    except Exception as error:
        return type(error).__name__, str(error)


def outputs(result):
    return list(result) if isinstance(result, tuple | list) else [result]


def left_behind(call, make):
    """All that one call leaves behind; or its error, and what it did to its inputs."""
    mt.manual_seed(0)
    args = make()
    found = outcome(lambda: outputs(call(*args)))
    results = [] if type(found) is tuple else found
    return found if type(found) is tuple else None, Description(results, flat(args)).everything()


def wanted(results):
    """The results that a gradient can be asked of, and a gradient for each."""
    ends = [x for x in results if isinstance(x, mt.Tensor) and x.requires_grad]
    weights = [np.cos(np.arange(x.numel()).reshape(tuple(x.shape)) + 1.0).astype(x.array.dtype) for x in ends]
    return ends, [mt.from_numpy(np.asarray(weight)) for weight in weights]


def walked_back(call, make, retain=False, times=1):
    """All that is there after .backward() through a call, `times` over."""
    mt.manual_seed(0)
    args = make()

    def run():
        results = outputs(call(*args))
        ends, grads = wanted(results)
        for _ in range(times):
            mt.autograd.backward(ends, grads, retain_graph=retain)
        return results, Description([*results, *grads], flat(args)).everything()
    found = outcome(run)
    return found if type(found[0]) is str else found[1], [x._grad is not None for x in flat(args)]


def walked_twice(call, make):
    """First derivatives that are differentiable again, the graph behind them, and second derivatives."""
    mt.manual_seed(0)
    args = make()
    inputs = [x for x in flat(args) if x.requires_grad]

    def run():
        ends, grads = wanted(outputs(call(*args)))
        firsts = mt.autograd.grad(ends, inputs, grads, create_graph=True, allow_unused=True)
        firsts = [x for x in firsts if x is not None]
        behind = Description(firsts, flat(args)).everything()
        ends, grads = wanted(firsts)
        if ends:
            mt.autograd.backward(ends, grads)
        return behind, Description([], flat(args)).everything()
    return outcome(run)


def difference(one, other, path=""):
    """Where two descriptions differ first, in words; "" where they do not."""
    if not path and repr(one) == repr(other):                  # nearly always, and much faster than part by part
        return ""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return next(filter(None, (difference(one[key], other[key], f"{path}.{key}") for key in one)), "")
    if type(one) is type(other) and isinstance(one, list | tuple) and len(one) == len(other):
        return next(filter(None, (difference(a, b, f"{path}[{i}]") for i, (a, b) in enumerate(zip(one, other)))), "")
    return "" if type(one) is type(other) and one == other else f"{path}: {one!r} and {other!r}"
