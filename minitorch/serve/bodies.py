"""The body of a request as instances, in TensorFlow Serving's two forms, and answers as JSON."""

import json

import numpy as np

DTYPES = {"float32": "DT_FLOAT", "float64": "DT_DOUBLE", "float16": "DT_HALF", "int64": "DT_INT64",
          "int32": "DT_INT32", "int16": "DT_INT16", "int8": "DT_INT8", "uint8": "DT_UINT8", "bool": "DT_BOOL"}
SIGNATURE = "serving_default"


class BadBody(ValueError):
    """A body that asks for nothing that can be computed; the message says what is wrong with it."""


def parsed(text):
    """The JSON of a body, in which no object has a name twice: of the two, others might take the other."""
    def refused(name):
        raise BadBody(f"JSON has no number {name}.")

    def once(pairs):
        found = dict(pairs)
        if len(found) < len(pairs):
            raise BadBody("an object has a name twice.")
        return found
    try:
        found = json.loads(text.decode("utf-8-sig"), parse_constant=refused, object_pairs_hook=once)
    except BadBody:
        raise
    except RecursionError:
        raise BadBody("the body is nested too deeply.") from None
    except ValueError as error:                              # UnicodeDecodeError is one
        raise BadBody(f"the body is no JSON: {str(error)[:120]}") from None
    if type(found) is not dict:
        raise BadBody("the body must be an object with \"instances\" or \"inputs\".")
    return found


def instances_of(text, served):
    """(N, …) instances of a body, and whether it came in rows: {"instances": [x, …]}, or {"inputs": array}."""
    body = parsed(text)
    if unknown := {*body} - {"instances", "inputs", "signature_name"}:
        raise BadBody(f"there is no key {min(unknown)[:40]!r}: \"instances\" or \"inputs\", and \"signature_name\".")
    if body.get("signature_name", SIGNATURE) not in (SIGNATURE, ""):
        raise BadBody(f"there is one signature, {SIGNATURE!r}.")
    if ("instances" in body) == ("inputs" in body):
        raise BadBody("one of \"instances\" and \"inputs\" is needed, and not both.")
    by_row = "instances" in body
    given = body["instances"] if by_row else body["inputs"]
    if by_row:
        if type(given) is not list or not given:
            raise BadBody("\"instances\" must be a list of at least one instance.")
        given = [named(x, served.input) for x in given]
    else:
        given = named(given, served.input)
    if served.dtype.kind != "b" and (b"true" in text or b"false" in text) and has_bools(given):
        raise BadBody(f"{needed(served)} are needed, of numbers alone.")
    return array_of(given, served), by_row


def has_bools(x):
    """Whether there is a true or false in lists, which NumPy would take for 1 or 0."""
    waiting = [x]
    for each in waiting:                                     # which grows while it is read
        waiting += each if type(each) is list else ()
    return any(type(each) is bool for each in waiting)


def named(x, name):
    """What an object holds under the input's name; anything else as it is."""
    if type(x) is not dict:
        return x
    if {*x} != {name}:
        raise BadBody(f"the input is named {name!r}.")
    return x[name]


def needed(served):
    """What is asked for, in words."""
    return f"instances of shape ({', '.join('any' if n is None else str(n) for n in served.shape)})"


def array_of(given, served):
    """Lists of numbers as an array of the network's shape and dtype."""
    wanted = needed(served)
    try:
        found = np.array(given)
    except (ValueError, OverflowError, RecursionError):
        raise BadBody(f"{wanted} are needed; the lists are of different lengths or too deep.") from None
    if found.dtype.kind not in "biuf":
        raise BadBody(f"{wanted} are needed, of numbers alone.")
    if found.ndim != len(served.shape) + 1 or not len(found) or any(
            n is not None and n != size for n, size in zip(served.shape, found.shape[1:])):
        raise BadBody(f"{wanted} are needed, at least one; these are {list(found.shape)} in all.")
    with np.errstate(all="ignore"):
        made = found.astype(served.dtype)
    if served.dtype.kind in "iu" and (found.dtype.kind == "f" or (made != found).any()):
        raise BadBody(f"whole numbers that {served.dtype} holds are needed.")
    if served.dtype.kind == "b" and found.dtype.kind != "b":
        raise BadBody("true and false are needed.")
    if served.dtype.kind == "f" and not np.isfinite(made).all():
        raise BadBody(f"a number is too large for {served.dtype}.")
    return made


def metadata(name, served):
    """What the network takes and gives, as TensorFlow Serving tells it."""
    def told(called, dtype, shape):
        return {"dtype": DTYPES[np.dtype(dtype).name], "name": called, "tensor_shape": {
            "unknown_rank": shape is None, "dim": [{"size": str(-1 if n is None else n), "name": ""}
                                                   for n in shape or ()]}}
    return {"model_spec": {"name": name, "signature_name": "", "version": "1"},
            "metadata": {"signature_def": {"signature_def": {SIGNATURE: {
                "inputs": {served.input: told(served.input, served.dtype, (None, *served.shape))},
                "outputs": {served.output: told(served.output, "float32", None)},
                "method_name": "tensorflow/serving/predict"}}}}}
