"""The graph of a model as plain values, and back."""

from ....rare.autograd.tree import leaves, rebuilt
from ..core.configured import deserialize_keras_object, serialize_keras_object
from ..core.symbolic import KerasTensor, Operation


def place_of(x, graph):
    """Return the source of a symbolic tensor: the layer's name, which of its calls in this graph, which result."""
    layer = x.node.operation
    calls = [node for node in graph.order if node.operation is layer] or [x.node]
    return {"class_name": "__keras_tensor__", "config": {"keras_history": [layer.name, calls.index(x.node), x.place]}}


def graph_config(model):
    """Describe a model's layers and their calls. Raises ValueError for functions, which no file can keep."""
    graph = model._graph_or_error()
    for operation in graph.layers:
        if isinstance(operation, Operation):
            raise ValueError(f"the model {model.name} calls the function {operation.name!r} on symbolic tensors; a "
                             "file keeps layers only. Use a layer, or a subclass of Layer.")
    layers = []
    for layer in graph.layers:
        calls = []
        for node in graph.order:
            if node.operation is layer:
                both = (list(node.args), dict(node.settings))
                parts = [place_of(x, graph) if type(x) is KerasTensor else serialize_keras_object(x)
                         for x in leaves(both)]
                args, settings = rebuilt(both, iter(map(Kept, parts)))
                calls.append({"args": opened(args), "kwargs": opened(settings)})
        layers.append({**serialize_keras_object(layer), "name": layer.name, "inbound_nodes": calls})
    ends = [rebuilt(part, iter([Kept(place_of(x, graph)) for x in leaves(part)])) for part in (
        graph.inputs, graph.outputs)]
    return {"name": model.name, "trainable": model.trainable, "layers": layers, "input_layers": opened(ends[0]),
            "output_layers": opened(ends[1])}


class Kept:
    """A part that is not to be gone into."""

    def __init__(self, value):
        self.value = value


def opened(structure):
    """Return plain lists and dicts of the kept parts."""
    if isinstance(structure, Kept):
        return structure.value
    if isinstance(structure, dict):
        return {key: opened(part) for key, part in structure.items()}
    return [opened(part) for part in structure]


def graph_from(cls, config, custom_objects=None):
    """Make a model of what `graph_config` gave."""
    layers, results = {}, {}
    for entry in config["layers"]:
        layer = layers[entry["name"]] = deserialize_keras_object(
            {key: entry[key] for key in ("module", "class_name", "config", "registered_name") if key in entry},
            custom_objects)
        if not entry["inbound_nodes"]:
            results[entry["name"], 0] = [layer.output]
    waiting = [(entry["name"], number, call) for entry in config["layers"]
               for number, call in enumerate(entry["inbound_nodes"])]
    while waiting:
        ready = [one for one in waiting if all(key in results for key in needed(one[2]))]
        if not ready:
            raise ValueError("the saved graph has calls without their inputs: it is damaged.")
        for name, number, call in ready:
            args, settings = with_results(call["args"], results), with_results(call["kwargs"], results)
            results[name, number] = leaves(layers[name](*args, **settings))
        waiting = [one for one in waiting if one not in ready]
    return cls(inputs=with_results(config["input_layers"], results),
               outputs=with_results(config["output_layers"], results), name=config["name"])


def needed(part):
    """Return (layer, call) of the symbolic tensors in a saved call."""
    if isinstance(part, dict) and part.get("class_name") == "__keras_tensor__":
        name, number, _ = part["config"]["keras_history"]
        return [(name, number)]
    if isinstance(part, dict):
        return [key for value in part.values() for key in needed(value)]
    return [key for value in part for key in needed(value)] if isinstance(part, list) else []


def with_results(part, results):
    """Return a saved structure with the symbolic tensors of `results`, and with new objects."""
    if isinstance(part, dict):
        if part.get("class_name") == "__keras_tensor__":
            name, number, place = part["config"]["keras_history"]
            return results[name, number][place]
        if "class_name" in part:
            return deserialize_keras_object(part)
        return {key: with_results(value, results) for key, value in part.items()}
    return [with_results(value, results) for value in part] if isinstance(part, list) else part
