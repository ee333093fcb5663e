"""Convert a request's body, in TensorFlow Serving's two forms, to a model's inputs, and its outputs to JSON."""

import json

import numpy as np

DTYPES = {"float32": "DT_FLOAT", "float64": "DT_DOUBLE", "float16": "DT_HALF", "int64": "DT_INT64",
          "int32": "DT_INT32", "int16": "DT_INT16", "int8": "DT_INT8", "uint8": "DT_UINT8", "bool": "DT_BOOL"}
SIGNATURE = "serving_default"
OTHERS = [(0, b"\x89PNG", "a PNG that was changed on its way, as by curl -d: take -F file=@cat.png, or --data-binary"),
          (0, b"GIF8", "a GIF"), (0, b"BM", "a BMP"), (8, b"WEBP", "a WebP"), (0, b"II*\0", "a TIFF"),
          (0, b"MM\0*", "a TIFF"), (4, b"ftyp", "a HEIC, an AVIF or a film"), (0, b"%PDF", "a PDF"),
          (0, b"PK\3\4", "a zip"), (0, b"\x1f\x8b", "packed by gzip")]     # (position, bytes at it, kind of file)


class BadBody(ValueError):
    """Raised for an invalid body; the message says what is wrong with it."""


def unreadable_text(content, reason=""):
    """Return the message for a body that is no PNG, JPEG or JSON: what it is; `reason`: why it is no JSON."""
    if not content.strip():
        return "the body is empty: curl sends an empty one if there is no file of the name after @."
    kind = next((kind for at, start, kind in OTHERS if content.startswith(start, at)), None)
    if kind is not None:
        return f"the body is no JSON, it is {kind}. Of pictures PNG and JPEG are read."
    return f"the body is no PNG, no JPEG and no JSON{f': {str(reason)[:120]}' if reason else ''}."


def parse_json(text, keys):
    """Parse the JSON of a body; raise BadBody if an object has a name twice, because its value would be unclear.

    keys   text that says which keys the body may have
    """
    def refused(name):
        raise BadBody(f"{name} is no number in JSON.")

    def once(pairs):
        found = dict(pairs)
        if len(found) < len(pairs):
            raise BadBody("an object has the same key twice.")
        return found
    try:
        found = json.loads(text.decode("utf-8-sig"), parse_constant=refused, object_pairs_hook=once)
    except BadBody:
        raise
    except RecursionError:
        raise BadBody("the body is nested too deeply.") from None
    except ValueError as error:                              # UnicodeDecodeError is a ValueError
        raise BadBody(unreadable_text(text, "" if isinstance(error, UnicodeDecodeError) else error)) from None
    if type(found) is not dict:
        raise BadBody(f"the body must be an object with {keys}.")
    return found


def instances_of(text, served, classify=False):
    """Return the instances (N, …) of a body, and the key that contains them.

    {"instances": [x, …]} or {"inputs": array}; with classify {"examples": [x, …]}
    """
    allowed = ("examples",) if classify else ("instances", "inputs")
    keys = " or ".join(f'"{key}"' for key in allowed)
    body = parse_json(text, keys)
    if unknown := {*body} - {*allowed, "signature_name"}:
        raise BadBody(f"the key {min(unknown)[:40]!r} is unknown: use {keys}, and \"signature_name\".")
    if body.get("signature_name", SIGNATURE) not in (SIGNATURE, ""):
        raise BadBody(f"signature_name must be {SIGNATURE!r}.")
    found = [key for key in allowed if key in body]
    if len(found) != 1:
        raise BadBody(f"{keys} is needed{', and not both' * bool(found)}.")
    given = body[found[0]]
    if found != ["inputs"]:
        if type(given) is not list or not given:
            raise BadBody(f"\"{found[0]}\" must be a list of at least one instance.")
        given = [value_by_name(x, served.input) for x in given]
    else:
        given = value_by_name(given, served.input)
    if served.dtype.kind != "b" and (b"true" in text or b"false" in text) and has_bools(given):
        raise BadBody(f"{needed_text(served)} are needed, and they must contain numbers only.")
    return array_of(given, served), found[0]


def has_bools(x):
    """Return True if nested lists contain true or false, which NumPy would convert to 1 or 0."""
    waiting = [x]
    for each in waiting:                                     # the loop appends to this list
        waiting += each if type(each) is list else ()
    return any(type(each) is bool for each in waiting)


def value_by_name(x, name):
    """Return the value under the input's name if x is an object, else x."""
    if type(x) is not dict:
        return x
    if {*x} != {name}:
        raise BadBody(f"an input that is an object must have one key, {name!r}.")
    return x[name]


def needed_text(served):
    """Return a text that describes the instances that the network takes."""
    return f"instances of shape ({', '.join('any' if n is None else str(n) for n in served.shape)})"


def array_of(given, served):
    """Return lists of numbers as an array of the network's shape and dtype."""
    wanted = needed_text(served)
    try:
        found = np.array(given)
    except (ValueError, OverflowError, RecursionError):
        raise BadBody(f"{wanted} are needed; the lists are of different lengths or too deep.") from None
    if found.dtype.kind not in "biuf":
        raise BadBody(f"{wanted} are needed, and they must contain numbers only.")
    if found.ndim != len(served.shape) + 1 or not len(found) or any(
            n is not None and n != size for n, size in zip(served.shape, found.shape[1:])):
        raise BadBody(f"{wanted} are needed, at least one; all of these together have shape {list(found.shape)}.")
    with np.errstate(all="ignore"):
        made = found.astype(served.dtype)
    if served.dtype.kind in "iu" and (found.dtype.kind == "f" or (made != found).any()):
        raise BadBody(f"the values must be integers in the range of {served.dtype}.")
    if served.dtype.kind == "b" and found.dtype.kind != "b":
        raise BadBody("the values must be true or false.")
    if served.dtype.kind == "f" and not np.isfinite(made).all():
        raise BadBody(f"a number is too large for {served.dtype}.")
    return made


def label_scores(scores, classes):
    """Return scores (N, C) as N lists of [label, score], the highest first; the label is the class's name or index.

    Raises BadBody if the network's answer is not one score for each class.
    """
    if scores.ndim != 2:
        raise BadBody(f"the network's answer has shape {list(scores.shape[1:])}, but :classify needs a list of scores: "
                      "use :predict.")
    labels = [*classes, *map(str, range(len(classes), scores.shape[1]))]
    return [sorted(map(list, zip(labels, row)), key=lambda pair: -pair[1]) for row in scores.tolist()]


def metadata(name, served):
    """Return the network's inputs and outputs in TensorFlow Serving's form, and the names of its classes."""
    def tensor_info(called, dtype, shape):
        return {"dtype": DTYPES[np.dtype(dtype).name], "name": called, "tensor_shape": {
            "unknown_rank": shape is None, "dim": [{"size": str(-1 if n is None else n), "name": ""}
                                                   for n in shape or ()]}}
    return {"model_spec": {"name": name, "signature_name": "", "version": "1"},
            "metadata": {"classes": served.classes, "signature_def": {"signature_def": {SIGNATURE: {
                "inputs": {served.input: tensor_info(served.input, served.dtype, (None, *served.shape))},
                "outputs": {served.output: tensor_info(served.output, "float32", None)},
                "method_name": "tensorflow/serving/predict"}}}}}
