"""A model as a table: the output, the parameters and the cost of each layer."""

from ..display.text import memory_text, table, time_text
from ..engine import is_grad_enabled, tensor_types
from ..nn.parameter import Uninitialized
from ..tensors import Tensor
from .preserve import preserve_state
from .profile import Entry, profile
from .watch import parent_path, shapes_text, tensors_in


class Layer:
    """One row: a module's path and class, its nesting level, the shapes of its output, and its own cost.

    parameters   number of elements of the module's own parameters; frozen: how many of them are not trained
    memory       bytes of its results and its parameters
    """

    def __init__(self, path, module, level):
        self.path, self.kind, self.level, self.calls, self.shapes = path, type(module).__name__, level, 0, ""
        own = [p for p in module._parameters.values() if p is not None and not isinstance(p, Uninitialized)]
        self.parameters, self.weight = sum(p.array.size for p in own), sum(p.array.nbytes for p in own)
        self.frozen = sum(p.array.size for p in own if not p.requires_grad)
        self.cost = Entry("", path, "")

    def add(self, other):
        """Add the counts of a layer that is folded into this layer."""
        for name in ("parameters", "frozen", "weight"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.cost.add(other.cost)


class Summary:
    """The result of `summary`: a table that prints itself.

    watched      the record of the model's run, module by module
    layers       a Layer for each module, outermost first
    parameters   elements of all parameters, each once; trainable: those of parameters that require grad
    """

    def __init__(self, model, watched, depth, times):
        self.name, self.times = type(model).__name__, times
        owned = [p for p in model.parameters() if not isinstance(p, Uninitialized)]
        self.parameters, self.weight = sum(p.array.size for p in owned), sum(p.array.nbytes for p in owned)
        self.trainable = sum(p.array.size for p in owned if p.requires_grad)
        self.frozen = [name for name, p in model.named_parameters() if not p.requires_grad]
        costs, self.layers = watched.by("path"), []
        rows: dict = {}
        for path, module in model.named_modules():
            layer = rows[path] = Layer(path, module, path.count(".") + bool(path))
            layer.calls, layer.shapes = watched.calls.get(path, 0), watched.shapes.get(path, "")
            if path in costs:
                layer.cost.add(costs[path])
            if depth is None or layer.level <= depth:
                self.layers.append(layer)
        for layer in reversed(rows.values()):
            if depth is not None and layer.level > depth:
                rows[parent_path(layer.path, rows)].add(layer)
        self.total = Entry("", "", "")
        for part in costs.values():
            self.total.add(part)

    def text(self):
        """Return the table and the totals below it."""
        head = ["layer", "output", "parameters", "memory", "multiply-adds", *["forward", "backward"] * self.times]
        rows = []
        for layer in self.layers:
            name = layer.path.rpartition(".")[2]
            label = "  " * layer.level + (f"{name}: {layer.kind}" if name else layer.kind)
            label += f" ×{layer.calls}" if layer.calls > 1 else ""
            count = f"{layer.parameters:,}" if layer.parameters else ""
            if layer.frozen:
                count += " frozen" if layer.frozen == layer.parameters else f" ({layer.frozen:,} frozen)"
            memory, cost = layer.weight + layer.cost.bytes, layer.cost
            rows.append([label, layer.shapes, count, memory_text(memory) if memory else "",
                         f"{cost.products:,}" if cost.products else ""]
                        + [time_text(cost.seconds) if cost.seconds else "",
                           time_text(cost.back) if cost.back else ""] * self.times)
        total = self.total
        end = [["parameters", f"{self.parameters:,}" + (
                    "" if self.trainable == self.parameters else
                    f", of them {self.parameters - self.trainable:,} frozen: {first_names(self.frozen)}")],
               ["memory", f"{memory_text(self.weight)} of parameters, {memory_text(total.bytes)} of results"],
               ["multiply-adds", f"{total.products:,}"]]
        if self.times:
            end.append(["time", f"{time_text(total.seconds)} forward, {time_text(total.back)} backward"])
        unused = [layer.path for layer in self.layers if not layer.calls and layer.weight and not layer.cost.bytes]
        if unused:
            end.append(["never called", first_names(unused)])
        width = max(len(name) for name, _ in end)
        return table(head, rows) + "\n\n" + "\n".join(f"{name:<{width}}  {text}" for name, text in end)

    def __repr__(self):
        return self.text()


def first_names(names, most=4):
    """Return the first few of a list of names as text."""
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")


class Measured(profile):
    """A profile that also records the output of each module."""

    def __init__(self, model):
        super().__init__(model)
        self.calls, self.shapes = {}, {}

    def left(self, module, path, result):
        self.calls[path] = self.calls.get(path, 0) + 1
        self.shapes[path] = shapes_text(result, " ")


def summary(model, x, *more, depth=None, times=True):
    """Make a table of a model's layers with their outputs, parameters and costs; below it, totals and frozen parts.

    x, more   the model's inputs: Tensors; or a shape such as (32, 784), for zeros
    depth     deeper nested layers are counted as part of the layer that contains them
    times     False: without times the text is the same on every run
    returns   a Summary: prints itself; `.layers`, `.parameters`, `.trainable`

    The model runs forward, and backward if a gradient is needed; its state is restored, but lazy layers get sizes.
    A multiply-add is one product added to a sum, in matrix products and convolutions. Memory is that of a layer's
    parameters and of the results of its ops. Times are those of the ops, without Python's.

    >>> from minitorch import nn
    >>> summary(nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2)), (5, 4), times=False)
    layer        output  parameters  memory  multiply-adds
    ------------------------------------------------------
    Sequential   (5, 2)
      0: Linear  (5, 8)          40   320 B            160
      1: ReLU    (5, 8)                160 B
      2: Linear  (5, 2)          18   112 B             80
    <BLANKLINE>
    parameters     58
    memory         232 B of parameters, 360 B of results
    multiply-adds  240
    """
    if isinstance(x, tuple | list) and x and all(type(n) is int for n in x):
        x = Tensor(*x)
    inputs = [y.detach() if type(y) in tensor_types else y for y in (x, *more)]
    with preserve_state(model):
        runs = [measure_model(model, inputs) for _ in range(3 if times else 1)]
        watched = min(runs, key=lambda run: run.seconds)     # the fastest run, because other programs slowed it least
        watched.found = {key: e for key, e in watched.found.items() if e.path is not None}
        return Summary(model, watched, depth, times)


def measure_model(model, inputs):
    """Run the model forward, and backward if a gradient is needed, and return the record."""
    with Measured(model) as watched:
        outputs = [y.sum() for y in tensors_in(model(*inputs)) if y.requires_grad and is_grad_enabled()]
        if outputs:
            sum(outputs[1:], outputs[0]).backward()
    return watched
