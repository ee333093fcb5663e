"""A model's graph for TensorBoard: the model runs once, and every op is recorded in the module that called it."""

from ...engine import no_grad
from ...inspect.preserve import evaluating
from ...inspect.watch import Trace, tensors_in


def graph_of(model, inputs):
    """Return the GraphDef of model(*inputs): each module is a scope that contains its ops and parameters.

    The model runs in evaluation mode, without gradients; then its mode is restored.
    """
    from tensorboard.compat.proto.graph_pb2 import GraphDef
    from tensorboard.compat.proto.versions_pb2 import VersionDef
    trace = Nodes(model)
    for x in (given := tensors_in(inputs)):
        trace.add("input" if len(given) == 1 else "input/input", "IO Node", [], x)
    with evaluating(model), trace, no_grad():
        result = model(*inputs)
    for x in (made := tensors_in(result)):
        trace.add("output" if len(made) == 1 else "output/output", "IO Node", [trace.source(x)], x)
    return GraphDef(node=trace.nodes, versions=VersionDef(producer=22))


def scopes_of(model):
    """Return {module: scope}, such as "Sequential/ParallelBlock[0]/Linear[linear1]"."""
    scopes, by_path = {}, {}
    for path, module in model.named_modules():
        above, _, name = path.rpartition(".")
        kind = type(module).__name__
        scopes[module] = by_path[path] = f"{by_path[above]}/{kind}[{name}]" if path else kind
    return scopes


class Nodes(Trace):
    """The nodes of a run; the second output of a node is called `name:1`."""

    def __init__(self, model):
        super().__init__(model)
        self.nodes, self.names = [], {}
        self.scopes = scopes_of(model)
        self.owned = {id(x): f"{scope}/{name}" for module, scope in reversed(self.scopes.items())
                      for name, x in (*module.named_parameters(recurse=False), *module.named_buffers(recurse=False))}

    def operated(self, op, inputs, settings, outputs, sources):
        words = [f"{name}={value}" for name, value in settings.items() if value is not None]
        words += [f"{name}={x}" for name, x in zip(op.inputs, inputs) if isinstance(x, int | float | complex)]
        kind = op.name.removesuffix("_op")                    # for example full_op, the op that the function full calls
        return self.add(f"{self.scope}/{kind}", kind, [name for name in sources if name is not None], *outputs,
                        words=", ".join(words))

    @property
    def scope(self):
        return self.scopes.get(self.kinds.get(self.path)) or next(iter(self.scopes.values()))

    def output(self, found, place):
        return f"{found}:{place}" if place else found

    def unmade(self, x):
        if id(x) in self.owned:
            return self.add(self.owned[id(x)], "Parameter" if x.requires_grad else "Buffer", [], x)
        return self.add(f"{self.scope}/constant", "Const", [], x)

    def add(self, name, op, sources, *outputs, words=""):
        """Add a node with a name that no other node has, and return that name."""
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
            self.note(x, self.output(name, place))
        return name
