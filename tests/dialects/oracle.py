"""What TensorFlow gives for a line of code: evaluated here with a dialect, and there with TensorFlow itself.

A case is an expression over `tf` and the inputs below. Its values, its gradients with respect to the inputs of floats
that it names, and the kind of its error are written down by record.py, in TensorFlow's own environment, and compared
with what the dialect gives. This file knows neither: it is given one of them.
"""

import json
import re
from pathlib import Path

import numpy as np

RECORDED = Path(__file__).with_name("recorded")
RTOL, ATOL = 1e-5, 1e-6                  # of float32, the second in parts of an array's largest number where that is
#                                          above 1: sums that cancel hang on the processor's order of adding


def inputs():
    """The inputs of all cases, by name."""
    rng = np.random.default_rng(0)
    def normal(*shape):
        return rng.standard_normal(shape).astype("float32")
    return {
        "a": normal(2, 3), "b": normal(2, 3), "c": normal(3, 4), "v": normal(3), "w": normal(3), "s": np.float32(0.7),
        "p": np.abs(normal(2, 3)) + 0.1, "q": np.abs(normal(2, 3)) + 0.1,
        "u": rng.uniform(-0.9, 0.9, (2, 3)).astype("float32"),
        "m": normal(3, 3), "spd": np.eye(3, dtype="float32") * 4 + 0.5,
        "batch": normal(2, 3, 4), "other": normal(2, 4, 2),
        "i": np.array([[1, 2, 0], [0, 2, 1]], "int32"), "j": np.array([[3, -2, 5], [1, 4, 2]], "int32"),
        "k": np.array([2, 0], "int32"), "t": np.array([[True, False, True], [False, False, True]]),
        "f": np.array([[False, False, True], [True, False, True]]), "d": rng.standard_normal((2, 3)),
        "x": normal(2, 6, 7, 3), "kernel": normal(3, 3, 3, 4), "deep": normal(3, 3, 3, 2), "back": normal(3, 3, 5, 3),
        "signal": normal(2, 9, 3), "kernel1": normal(4, 3, 5), "volume": normal(1, 4, 5, 4, 2),
        "kernel3": normal(2, 2, 2, 2, 3), "logits": normal(4, 5), "labels": np.array([1, 0, 4, 2], "int32"),
        "soft": rng.dirichlet(np.ones(5), 4).astype("float32"), "yes": rng.integers(0, 2, (4, 5)).astype("float32"),
        "table": normal(6, 3), "picture": rng.uniform(0, 1, (2, 6, 5, 3)).astype("float32"),
        "bytes": rng.integers(0, 256, (4, 5, 3)).astype("uint8"),
        "z": (normal(2, 3) + 1j * normal(2, 3)).astype("complex64"),
    }


def flat(value):
    """The arrays in a result, in order."""
    if isinstance(value, dict):
        return [part for key in value for part in flat(value[key])]
    if hasattr(value, "as_list"):
        return [np.array(str(value))]
    if isinstance(value, list | tuple) and not hasattr(value, "numpy"):
        return [part for one in value for part in flat(one)]
    if value is None or isinstance(value, str | bytes | bool | int | float | type) or not hasattr(value, "dtype"):
        return [np.array(str(value))]
    return [np.asarray(value.numpy() if hasattr(value, "numpy") else value)]


def evaluate(tf, case, given, differentiate=True):
    """{"out": arrays, "grad": {name: array}} of a case, or {"error": kind}."""
    names = sorted(set(re.findall(r"\b[a-z]\w*\b", case)) & set(given))
    tensors = {name: tf.constant(given[name]) for name in names}
    floats = [name for name in names if given[name].dtype.kind == "f"] if differentiate else []
    try:
        with tf.GradientTape() as tape:
            for name in floats:
                tape.watch(tensors[name])
            result = eval(case, {"tf": tf, "np": np, **tensors})
            parts = [x for x in parts_of(result) if getattr(getattr(x, "dtype", None), "is_floating", False)]
            total = None
            for x in parts:
                weight = np.cos(np.arange(int(np.prod(x.shape.as_list())))).reshape(x.shape.as_list())
                part = tf.reduce_sum(x * tf.constant(weight, x.dtype))
                total = part if total is None else total + tf.cast(part, total.dtype)
        found = {"out": flat(result)}
    except Exception as error:
        return {"error": type(error).__name__}
    if floats and total is not None:
        try:
            grads = tape.gradient(total, [tensors[name] for name in floats])
        except Exception as error:
            found["refused"] = type(error).__name__          # TensorFlow has kernels forward that it lacks backward
            return found
        found["grad"] = {name: np.asarray(tf.convert_to_tensor(g)) for name, g in zip(floats, grads) if g is not None}
    return found


def run(tf, program):
    """{"out": arrays} of a program, or {"error": kind}."""
    try:
        return {"out": flat(program(tf))}
    except Exception as error:
        return {"error": type(error).__name__}


def parts_of(value):
    """The tensors in a result."""
    if isinstance(value, dict):
        return [part for key in value for part in parts_of(value[key])]
    if isinstance(value, list | tuple) and not hasattr(value, "numpy"):
        return [part for one in value for part in parts_of(one)]
    return [value] if hasattr(value, "dtype") and hasattr(value, "shape") else []


def packed(array):
    """An array as JSON keeps it."""
    array = np.asarray(array)
    if array.dtype.kind in "SUO":
        return {"dtype": "str", "shape": list(array.shape), "data": [str(x) for x in array.reshape(-1).tolist()]}
    if array.dtype.kind == "c":
        return {"dtype": str(array.dtype), "shape": list(array.shape),
                "data": [[float(f"{v:.7g}") for v in (x.real, x.imag)] for x in array.reshape(-1).tolist()]}
    digits = 15 if array.dtype == np.float64 else 7
    data = array.reshape(-1).tolist()
    if array.dtype.kind == "f":
        data = [float(f"{x:.{digits}g}") for x in data]
    return {"dtype": str(array.dtype), "shape": list(array.shape), "data": data}


def unpacked(record):
    if record["dtype"] == "str":
        return np.array(record["data"]).reshape(record["shape"])
    data = [complex(*x) for x in record["data"]] if record["dtype"].startswith("complex") else record["data"]
    return np.array(data, record["dtype"]).reshape(record["shape"])


def write(path, records):
    """Write what was found: {case: what evaluate gave}."""
    lines = []
    for case, found in records.items():
        row = {"case": case, **{key: value for key, value in found.items() if key in ("error", "refused")}}
        if "out" in found:
            row["out"] = [packed(x) for x in found["out"]]
        if found.get("grad"):
            row["grad"] = {key: packed(x) for key, x in found["grad"].items()}
        lines.append(json.dumps(row))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def read(path):
    """What was written: {case: …}."""
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        found[row.pop("case")] = {
            **{key: row[key] for key in ("error", "refused") if key in row},
            **({"out": [unpacked(x) for x in row["out"]]} if "out" in row else {}),
            "grad": {key: unpacked(x) for key, x in row.get("grad", {}).items()}}
    return found


def largest(array):
    """The largest finite size in an array, 1 at least."""
    sizes = np.abs(array.astype(complex))
    return max(1.0, float(np.max(sizes, initial=0, where=np.isfinite(sizes))))


def differences(ours, theirs, rtol=RTOL, atol=ATOL):
    """What differs between two evaluations of a case, in words; an empty list if nothing does."""
    if "error" in ours or "error" in theirs:
        return [] if ours.get("error") == theirs.get("error") else [
            f"error {ours.get('error')} here, {theirs.get('error')} there"]
    found = []
    if "refused" in theirs:
        ours = {**ours, "grad": {}}
    pairs = [(f"output {i}", a, b) for i, (a, b) in enumerate(zip(ours["out"], theirs["out"]))]
    if len(ours["out"]) != len(theirs["out"]):
        found.append(f"{len(ours['out'])} outputs here, {len(theirs['out'])} there")
    if set(ours.get("grad", {})) != set(theirs.get("grad", {})):
        found.append(f"gradients of {set(ours.get('grad', {}))} here, of {set(theirs.get('grad', {}))} there")
    pairs += [(f"gradient of {name}", ours["grad"][name], b) for name, b in theirs.get("grad", {}).items()
              if name in ours.get("grad", {})]
    for what, a, b in pairs:
        a = np.asarray([str(x) for x in a.reshape(-1).tolist()]).reshape(a.shape) if a.dtype.kind in "SUO" else a
        if a.dtype.kind != b.dtype.kind or a.dtype.kind not in "SU" and a.dtype != b.dtype:
            found.append(f"{what}: {a.dtype} here, {b.dtype} there")
        elif a.shape != b.shape:
            found.append(f"{what}: shape {a.shape} here, {b.shape} there")
        elif a.dtype.kind in "SU":
            found += [f"{what}: {a.tolist()} here, {b.tolist()} there"] if a.tolist() != b.tolist() else []
        elif not np.allclose(a, b, rtol, atol * largest(b), equal_nan=True):
            found.append(f"{what} differs by up to {np.max(np.abs(a.astype(complex) - b.astype(complex))):.3g}")
    return found
