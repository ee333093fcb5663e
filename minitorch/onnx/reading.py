"""ONNX files are read and checked; nothing in them is executed, and other files that they name are not opened."""

import os

import numpy as np

from ..serialization.reading import LoadError
from .errors import package

OLDEST = 9                             # version of the operators, of late 2018: by then constants had their form
MOST_BYTES = 2 ** 31 - 1


def read(f):
    """The graph of a file, its name, its version of the operators. Raises LoadError for what is no whole ONNX model."""
    onnx = package()
    name = getattr(f, "name", "this file") if hasattr(f, "read") else os.fsdecode(f)
    if hasattr(f, "read"):
        content = f.read(MOST_BYTES + 1)
    else:
        with open(f, "rb") as file:
            content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise LoadError(f"{name} has more than {MOST_BYTES:,} bytes, the most that one ONNX file holds.")
    try:
        model = onnx.load_model_from_string(content)
        if external := next((x.name for x in model.graph.initializer
                             if x.data_location == onnx.TensorProto.EXTERNAL), None):
            raise LoadError(f"{name} keeps its weights in other files ({external!r} is one), which are not opened: "
                            'join them by onnx.save_model(onnx.load_model("net.onnx"), "whole.onnx").')
        onnx.checker.check_model(model)
    except LoadError:
        raise
    except Exception as error:                               # the parser's and the checker's have several bases
        reason = " ".join(str(error).split())[:200]
        raise LoadError(f"{name} is no ONNX model, or is damaged: {reason or type(error).__name__}") from None
    version = next((x.version for x in model.opset_import if x.domain in ("", "ai.onnx")), 0)
    if version < OLDEST:
        raise LoadError(f"{name} is written for version {version} of ONNX's operators, and {OLDEST} or later is read: "
                        f"onnx.version_converter.convert_version(model, {OLDEST}) makes it newer.")
    if model.graph.sparse_initializer or model.functions:
        raise LoadError(f"{name} holds sparse weights or functions of its own, which are not read.")
    return model.graph, name, version


def array_of(tensor, name):
    """A tensor of the file as an array of its own."""
    onnx = package()
    try:
        if tensor.data_location == onnx.TensorProto.EXTERNAL:
            raise LoadError(f"{name}: a constant lies in another file, which is not opened.")
        found = np.array(onnx.numpy_helper.to_array(tensor))
    except (TypeError, ValueError, OverflowError, RuntimeError) as error:
        raise LoadError(f"{name} is damaged: the array {tensor.name!r} is not whole ({str(error)[:100]}).") from None
    if found.dtype.kind not in "biuf" or found.dtype.name in ("uint16", "uint32", "uint64"):
        raise LoadError(f"{name}: the array {tensor.name!r} is of {found.dtype}, which tensors here do not hold.")
    return found


def settings_of(node, name):
    """{name: number, text, list or array} of a node's attributes."""
    onnx = package()
    found = {}
    for attribute in node.attribute:
        value = onnx.helper.get_attribute_value(attribute)
        if isinstance(value, onnx.TensorProto):
            value = array_of(value, name)
        elif isinstance(value, bytes):
            value = value.decode("utf-8", "replace")
        elif type(value) not in (int, float, list):
            raise LoadError(f"{name}: {node.op_type} has a graph inside, {attribute.name!r}: branches and loops "
                            "are not read.")
        found[attribute.name] = [x.decode("utf-8", "replace") if isinstance(x, bytes) else x for x in value] \
            if type(value) is list else value
    return found
