"""Read and check ONNX files: no code in a file is executed, and only files in the same folder are opened too."""

import os

import numpy as np

from ..serialization.reading import LoadError, similar_names
from .errors import package
from .external_data import restore_contents, take_contents

OLDEST = 9                             # older versions of the operators are converted to this version of late 2018
MOST_BYTES = 2 ** 31 - 1


def read(f):
    """Return (graph, file name, version of the operators, class names); LoadError for an incomplete ONNX model."""
    onnx = package()
    name = getattr(f, "name", "this file") if hasattr(f, "read") else os.fsdecode(f)
    if hasattr(f, "read"):
        content = f.read(MOST_BYTES + 1)
    else:
        if not os.path.exists(name):
            raise FileNotFoundError(f"There is no file {name}.{similar_names(name)}")
        with open(f, "rb") as file:
            content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise LoadError(f"{name} is too large: an ONNX file has at most {MOST_BYTES:,} bytes.")
    try:
        model = onnx.load_model_from_string(content)
        if model.ir_version == 3:
            model.ir_version = 4                             # from version 4 on, weights need not be inputs
        taken = take_contents(model.graph, name, None if hasattr(f, "read") else os.path.dirname(name))
        onnx.checker.check_model(model)
        restore_contents(taken)
    except (LoadError, OSError):
        raise
    except Exception as error:                               # the errors of parser and checker share no base class
        reason = " ".join(str(error).split())[:200]
        raise LoadError(f"{name} is no ONNX model, or is damaged: {reason or type(error).__name__}") from None
    version = next((x.version for x in model.opset_import if x.domain in ("", "ai.onnx")), OLDEST)
    if version < OLDEST:
        model, version = convert(model, name, version), OLDEST
    if model.graph.sparse_initializer or model.functions:
        raise LoadError(f"{name} holds sparse weights or functions of its own, which are not supported.")
    return model.graph, name, version, next((x.value for x in model.metadata_props if x.key == "classes"), "null")


def convert(model, name, version):
    """Return a model with operators of version OLDEST. Raises LoadError if onnx cannot convert it."""
    from onnx.version_converter import convert_version
    try:
        return convert_version(model, OLDEST)
    except Exception as error:                               # onnx's errors share no base class
        reason = " ".join(str(error).split())[:200]
        raise LoadError(f"{name} is written for version {version} of ONNX's operators, but must be {OLDEST} or later, "
                        f"and onnx cannot convert it: {reason}") from None


def array_of(tensor, name):
    """Return a copy of a tensor of the file as an array."""
    onnx = package()
    try:
        found = np.array(onnx.numpy_helper.to_array(tensor))
    except (TypeError, ValueError, OverflowError, RuntimeError) as error:
        raise LoadError(f"{name} is damaged: the array {tensor.name!r} is incomplete ({str(error)[:100]}).") from None
    if found.dtype.kind not in "biuf" or found.dtype.name in ("uint16", "uint32", "uint64"):
        raise LoadError(f"{name}: the array {tensor.name!r} has the dtype {found.dtype}, which is not supported.")
    return found


def settings_of(node, name):
    """Return {name: number, text, list or array} of a node's attributes."""
    onnx = package()
    found = {}
    for attribute in node.attribute:
        value = onnx.helper.get_attribute_value(attribute)
        if isinstance(value, onnx.TensorProto):
            value = array_of(value, name)
        elif isinstance(value, bytes):
            value = value.decode("utf-8", "replace")
        elif isinstance(value, onnx.GraphProto):             # a branch, which its operator runs
            continue
        elif type(value) not in (int, float, list):
            raise LoadError(f"{name}: the attribute {attribute.name!r} of {node.op_type} has an unsupported type.")
        found[attribute.name] = [x.decode("utf-8", "replace") if isinstance(x, bytes) else x for x in value] \
            if type(value) is list else value
    return found
