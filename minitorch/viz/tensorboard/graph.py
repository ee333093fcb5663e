"""A model's graph for TensorBoard: it runs once, a watcher at the door notes each operation, hooks note who calls."""

from contextlib import contextmanager
from threading import get_ident

from ...graph import no_grad, tensor_types, watchers


def graph_of(model, inputs):
    """The GraphDef of model(*inputs): modules are the scopes, operations and parameters stand inside them.

    The model runs in evaluation mode, without gradients, and is left as it was.
    """
    from tensorboard.compat.proto.graph_pb2 import GraphDef
    from tensorboard.compat.proto.versions_pb2 import VersionDef
    trace = Trace(model)
    for x in (given := tensors_in(inputs)):
        trace.add("input" if len(given) == 1 else "input/input", "IO Node", [], x)
    with evaluating(model), trace.watching(model), no_grad():
        result = model(*inputs)
    for x in (made := tensors_in(result)):
        trace.add("output" if len(made) == 1 else "output/output", "IO Node", [trace.source(x)], x)
    return GraphDef(node=trace.nodes, versions=VersionDef(producer=22))


def tensors_in(value):
    """The tensors in nested tuples, lists and dicts, in order."""
    if type(value) in tensor_types:
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return [x for part in parts for x in tensors_in(part)]


@contextmanager
def evaluating(model):
    modes = [(module, module.training) for module in model.modules()]
    model.eval()
    try:
        yield
    finally:
        for module, mode in modes:
            module.training = mode


def scopes_of(model):
    """{module: scope}, as "Sequential/ParallelBlock[0]/Linear[linear1]"."""
    scopes, by_path = {}, {}
    for path, module in model.named_modules():
        above, _, name = path.rpartition(".")
        kind = type(module).__name__
        scopes[module] = by_path[path] = f"{by_path[above]}/{kind}[{name}]" if path else kind
    return scopes


def version(x):
    """How often a tensor was written to."""
    return x._cell[0] if x._cell is not None and type(x._cell[0]) is int else 0


class Trace:
    """The nodes of a run, and which of them made which tensor.

    made   {(id of a tensor, its version): name of the node}
    """

    def __init__(self, model):
        self.nodes, self.names, self.alive, self.made = [], {}, [], {}
        self.scopes = scopes_of(model)
        self.stack, self.thread = [], get_ident()
        self.owned = {id(x): f"{scope}/{name}" for module, scope in reversed(self.scopes.items())
                      for name, x in (*module.named_parameters(recurse=False), *module.named_buffers(recurse=False))}

    @contextmanager
    def watching(self, model):
        """While the model runs: operations are noted, in the scope of the innermost module that is being called."""
        handles = []
        for module, scope in self.scopes.items():
            handles.append(module.register_forward_pre_hook(
                lambda module, inputs, scope=scope: self.stack.append(scope), prepend=True))
            handles.append(module.register_forward_hook(lambda module, inputs, output: self.leave()))
        watchers.append(self.watch)
        try:
            yield
        finally:
            watchers.remove(self.watch)
            for handle in handles:
                handle.remove()

    def leave(self):
        self.stack.pop()

    def watch(self, op, inputs, settings, result):
        if get_ident() != self.thread:
            return
        sources = [self.source(x) for x in inputs if type(x) in tensor_types]
        words = [f"{name}={value}" for name, value in settings.items() if value is not None]
        words += [f"{name}={x}" for name, x in zip(op.inputs, inputs) if isinstance(x, int | float | complex)]
        outputs = result if isinstance(result, tuple) else (result,)
        kind = op.name.removesuffix("_op")                     # full_op computes what the function full gives
        name = self.add(f"{self.scope}/{kind}", kind, sources, *outputs, words=", ".join(words))
        if inputs and type(inputs[0]) in tensor_types:         # what relu_(x) made is x, if x is written to next
            self.alive.append(inputs[0])
            self.made[id(inputs[0]), version(inputs[0]) + 1] = name

    @property
    def scope(self):
        return self.stack[-1] if self.stack else next(iter(self.scopes.values()))

    def source(self, x):
        """The name of what made a tensor; of one that nothing made here, a node is added."""
        for number in range(version(x), -1, -1):
            if (id(x), number) in self.made:
                return self.made[id(x), number]
        if id(x) in self.owned:
            return self.add(self.owned[id(x)], "Parameter" if x.requires_grad else "Buffer", [], x)
        return self.add(f"{self.scope}/constant", "Const", [], x)

    def add(self, name, op, sources, *outputs, words=""):
        """A node, under a name that no other has; returns that name."""
        from tensorboard.compat.proto.attr_value_pb2 import AttrValue
        from tensorboard.compat.proto.node_def_pb2 import NodeDef
        from tensorboard.compat.proto.tensor_shape_pb2 import TensorShapeProto
        count = self.names[name] = self.names.get(name, -1) + 1
        name = f"{name}_{count}" if count else name
        shapes = [TensorShapeProto(dim=[TensorShapeProto.Dim(size=n) for n in x.shape]) for x in outputs]
        attr = {"_output_shapes": AttrValue(list=AttrValue.ListValue(shape=shapes)),
                "dtype": AttrValue(s=", ".join(str(x.dtype) for x in outputs).encode())}
        if words:
            attr["settings"] = AttrValue(s=words.encode())
        self.nodes.append(NodeDef(name=name, op=op, input=sources, attr=attr))
        for place, x in enumerate(outputs):
            self.alive.append(x)                               # so that no other tensor gets its id
            self.made[id(x), version(x)] = f"{name}:{place}" if place else name
        return name
