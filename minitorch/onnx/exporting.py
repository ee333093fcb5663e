"""export: record a model on example inputs, and write its program as an ONNX file."""

import json

import numpy as np

from ..display.text import class_names
from ..engine import no_grad, tensor_types
from ..nn import Module
from ..serialization.atomic import atomic_write
from ..static import NotRecorded, trace
from ..static.refusals import NotSaved
from ..static.run import literal
from ..static.saved.simple import in_simple_steps
from ..version import __version__
from . import indexed, network_calls, plain_calls, random_numbers
from .errors import OnnxExporterError, package
from .graph import OnnxGraph
from .native_ops import mark_native
from .nodes import Nodes
from .sizes import Axes, Size

OPSETS = range(18, 24)                 # versions in which the operators that `export` writes do not differ
PLAIN = {**plain_calls.CALLS, **indexed.CALLS, **random_numbers.CALLS}
MOST_BYTES = 2 ** 31 - 1               # maximum number of bytes of a file that protobuf can write


def export(model, args=(), f=None, *, kwargs=None, input_names=None, output_names=None, opset_version=20,
           dynamic_axes=None, dynamo=None):
    """Write a model as an ONNX file, which onnxruntime runs on phones, in browsers and on servers.

    model           a Module, which is exported in eval mode; or any function of tensors
    args            example inputs: a tensor, or a tuple of tensors
    f               path, written completely or not at all; or a file open for writing bytes; None: return the model
    kwargs          more arguments by keyword, whose values are constants of the file
    input_names     names of the inputs, in order; output_names: names of the outputs
    opset_version   the version of ONNX's operators, 18 to 23
    dynamic_axes    {input's name: [dim, …] or {dim: name}}: sizes that may differ from the example's; dims with the
                    same name have the same size. The model is then recorded twice, with different sizes
    dynamo          accepted, without effect

    Returns the onnx.ModelProto. Parameters keep their names; the list of names `model.classes` is saved too. Other
    arguments of PyTorch's function are not accepted. Random numbers are drawn again in each run of the file. Raises
    OnnxExporterError, a RuntimeError, with the line, for ops that depend on data, for training, and for an op that
    ONNX does not have; ImportError if the package onnx is missing.
    """
    onnx = package()
    args = tuple(args) if isinstance(args, tuple | list) else (args,)
    if bad := [type(x).__name__ for x in args if type(x) not in tensor_types]:
        raise TypeError(f"export() takes tensors as args, or a tuple of them, not {bad[0]}. Pass other arguments by "
                        "keyword, in kwargs.")
    if opset_version not in OPSETS:
        raise ValueError(f"opset_version={opset_version!r}: it must be from {OPSETS[0]} to {OPSETS[-1]}.")
    args = copy_repeated_tensors(args, kwargs or {})
    inputs = names_for("input", input_names, len(args))
    axes = Axes(dynamic_axes or {}, inputs, args)
    graph, about, outputs = record_graph(model, args, kwargs or {}, inputs, output_names, axes)
    nodes = write_nodes(graph, about, inputs, outputs)
    made = assemble_model(model, onnx, graph, about, nodes, inputs, outputs, axes, opset_version)
    if f is not None:
        with atomic_write(f) as file:
            file.write(made.SerializeToString(deterministic=True))
    return made


def copy_repeated_tensors(args, kwargs):
    """Return the example inputs, with a copy of each tensor that is passed twice, so that all inputs are different."""
    seen = {id(x) for x in kwargs.values()}
    return tuple([x.detach().clone() if id(x) in seen or seen.add(id(x)) else x for x in args])


def names_for(kind, given, count):
    """Return a name for each of count inputs or outputs."""
    names = list(given or ())
    if len(set(names)) != len(names) or len(names) > count or not all(type(x) is str and x for x in names):
        raise ValueError(f"{kind}_names={given!r}: there are {count} {kind}s, so there may be at most {count} names, "
                         "all different.")
    return names + [f"{kind}_{number}" for number in range(len(names), count)]


def record_graph(model, args, kwargs, inputs, output_names, axes):
    """Return the graph, its calls with variable sizes as Size, and the names of the outputs."""
    named = model.state_dict(keep_vars=True) if isinstance(model, Module) else {}
    modes = [(module, module.training) for module in model.modules()] if isinstance(model, Module) else []
    try:
        for module, _ in modes:
            module.training = False
        with no_grad():
            function = named_as(model, kwargs)
            programs = [trace(function, *axes.resize(args, 0)).recorded]
            if axes.named:
                programs.append(second_program(function, args, axes))
        outputs = names_for("output", output_names, len(programs[0].outputs))
        names = {id(tensor): name for name, tensor in named.items()}
        graphs = [OnnxGraph(in_simple_steps(program, [mark_native]), names, inputs, outputs) for program in programs]
    except (NotRecorded, NotSaved) as error:
        raise OnnxExporterError(f"The model has no ONNX form. {error}".replace("A saved program", "An ONNX file")
                                ) from None
    finally:
        for module, mode in modes:
            module.training = mode
    if unknown := set(axes.given) - {*inputs, *outputs}:
        raise ValueError(f"dynamic_axes: there is no input or output {min(unknown)!r}; there are "
                         f"{', '.join([*inputs, *outputs])}.")
    graph = graphs[0]
    about = {"weights": {name: list(x.shape) for name, x in graph.weights.items()}, **graph.description}
    if axes.named:
        second = graphs[1]
        about = axes.merge(about, {"weights": {name: list(x.shape) for name, x in second.weights.items()},
                                    **second.description})
        for name, shape in about["weights"].items():
            if any(type(n) is Size for n in shape) or not equal(graph.weights[name], second.weights[name]):
                raise OnnxExporterError(f"The program holds an array {name}, of shape {[*map(int, shape)]}, that is "
                                        "another array for other sizes of the dynamic_axes: compute it from the input.")
    return graph, about, outputs


def equal(a, b):
    return np.array_equal(a, b, equal_nan=a.dtype.kind == "f")


def second_program(function, args, axes):
    """Return the program for the second sizes, or, if the model fails for those, for sizes near the first."""
    try:
        return trace(function, *axes.resize(args, 1)).recorded
    except NotRecorded:
        raise
    except Exception:                            # a model may refuse this size: a GPT has a limit
        axes.use_near_sizes()
        return trace(function, *axes.resize(args, 1)).recorded


def named_as(model, kwargs):
    """Return a function with the model's name that calls the model with `kwargs`."""
    def run(*args):
        return model(*args, **kwargs)
    run.__name__ = getattr(model, "__name__", type(model).__name__.lower())
    return run


def write_nodes(graph, about, inputs, outputs):
    """Return a Nodes object with the ONNX nodes that compute all calls of the saved program `about`."""
    kinds = {name: (x.dtype.name, list(x.shape)) for name, x in graph.weights.items()}
    for call in [*about["inputs"], *[out for step in about["steps"] for out in step.get("outs", [step])]]:
        if call is not None:
            kinds[call["name"]] = call["dtype"], call["shape"]
    if any(dtype.startswith("complex") for dtype, _ in kinds.values()):
        raise OnnxExporterError(f"{about['name']} computes complex numbers, which ONNX's operators do not support. "
                                "Use static.save(trace, FILE) instead.")
    nodes, known = Nodes(kinds, inputs, outputs), {}
    for call in about["steps"]:
        args = [known.get(x, x) if type(x) is str else literal(x) for x in call["args"]]
        if "outs" in call:
            found = network_calls.CALLS[call["op"]](nodes, call, *args, **call["settings"])
            outs = call["outs"]
        elif call["op"] in PLAIN:
            found, outs = PLAIN[call["op"]](nodes, call | {"args": args}), [call]
        else:
            raise OnnxExporterError(f"ONNX has no form for `{call['op']}`, which {about['name']} computes on the way. "
                                    "minitorch/onnx/plain_calls.py lists calls that have one.")
        for name, out in zip(found if type(found) is list else [found], outs):
            if out is not None:
                known[out["name"]] = name
                kinds[name] = out["dtype"], out["shape"]
    nodes.known = known
    return nodes


def assemble_model(model, onnx, graph, about, nodes, inputs, outputs, axes, opset):
    """Return the complete model, after the package onnx has checked it."""
    helper, from_array = onnx.helper, onnx.numpy_helper.from_array
    steps = [*nodes.nodes, *[helper.make_node("Identity", [nodes.known.get(name, name)], [out])
                             for name, out in zip(about["outputs"], outputs)]]
    read = {name for node in steps for name in node.input}
    constants = {name: x for name, x in [*graph.weights.items(), *nodes.constants.items()] if name in read}
    if sum(x.nbytes for x in constants.values()) > MOST_BYTES:
        raise OnnxExporterError(f"{about['name']} holds {sum(x.nbytes for x in constants.values()):,} bytes, but one "
                                f"ONNX file holds at most {MOST_BYTES:,}.")

    fixed = {name for name in [*graph.fixed, *nodes.constants] if name in constants}
    held = {name: from_array(np.asarray(x, order="C"), name) for name, x in constants.items()}
    steps[:0] = [helper.make_node("Constant", [], [name], value=held[name]) for name in held if name in fixed]

    def value_info(name, x, place=None):
        if place is not None:
            shape = [axes.named.get((place, dim), int(size)) for dim, size in enumerate(x["shape"])]
        else:
            wanted = axes.given.get(name, {})
            called = dict(wanted) if isinstance(wanted, dict) else {dim: f"{name}_{dim}" for dim in wanted}
            shape = [called.get(dim, named_size(size, axes, f"{name}_{dim}")) for dim, size in enumerate(x["shape"])]
        return helper.make_tensor_value_info(name, nodes.type_of(x["dtype"]), shape)
    kinds = [dict(zip(("dtype", "shape"), nodes.kinds[name])) for name in about["outputs"]]
    made = helper.make_model(
        helper.make_graph(steps, about["name"],
                          [value_info(name, x, place) for place, (name, x) in enumerate(zip(inputs, about["inputs"]))],
                          [value_info(name, x) for name, x in zip(outputs, kinds)],
                          [held[name] for name in held if name not in fixed]),
        opset_imports=[helper.make_opsetid("", opset)], producer_name="minitorch", producer_version=__version__,
        ir_version=helper.find_min_ir_version_for([helper.make_opsetid("", opset)]))
    if names := class_names(model):
        helper.set_model_props(made, {"classes": json.dumps(names, ensure_ascii=False)})
    onnx.checker.check_model(made)
    return made


def named_size(size, axes, name):
    """Return a size of an output: a number, or the name of the dynamic axis with this size."""
    if type(size) is not Size:
        return size
    return axes.named[size.formula[:2]] if size.formula and size.formula[2] == 1 else name
