"""Run a saved program with NumPy only. This file can be copied to a computer without minitorch, if that has NumPy.

    python run.py digits.program                                   list the program's inputs, steps and outputs
    python run.py digits.program --input x.npy --output y.npy      run the program

A program is a safetensors file: its tensors are the weights, and its metadata has the steps as JSON. A step names a
function in WRITES, VIEWS or DRAWS. The file contains no code, and every step is checked before the first step runs.

Some dimensions of the inputs may have any size. A number that depends on such a size is stored as a formula.
"""

import argparse
import json
import os
import struct
import sys
from contextlib import suppress
from copy import copy
from functools import cache
from math import prod

import numpy as np

FORMAT, VERSIONS = "minitorch program", ("1", "2")       # files of version 2 contain programs for any size
MOST_HEADER = 1 << 24                  # maximum number of bytes of the description of a program
MOST_MEMORY = 4.0                      # maximum GiB of memory that a run may use besides the weights
MOST_SIZES = 16                        # maximum number of prepared programs that are stored, one for each size
DTYPES = {"F64": "float64", "F32": "float32", "F16": "float16", "I64": "int64", "I32": "int32", "I16": "int16",
          "I8": "int8", "U8": "uint8", "BOOL": "bool", "C64": "complex64"}
KINDS = *DTYPES.values(), "complex128"  # steps can compute these dtypes

UFUNCS = """absolute add arccos arccosh arcsin arcsinh arctan arctan2 arctanh bitwise_and bitwise_or bitwise_xor ceil
conjugate copysign cos cosh divide equal exp exp2 expm1 floor floor_divide fmax fmin fmod gcd greater greater_equal
hypot invert isfinite isinf isnan lcm left_shift less less_equal log log10 log1p log2 logaddexp logaddexp2 logical_and
logical_not logical_or logical_xor matmul maximum minimum multiply negative nextafter not_equal power reciprocal
remainder right_shift rint sign signbit sin sinh sqrt square subtract tan tanh trunc""".split()

SIZES = "Inputs must have the sizes for which the program was traced, except along the dynamic_axes of static.save."


class ProgramError(RuntimeError):
    """The error for a file that is no program or is incomplete, and for a program that cannot run."""


# The functions of steps. WRITES fill `out`, an array with the shape and dtype in the file; VIEWS return views.

def ufunc(name):
    """Return a function that calls the NumPy ufunc `name`, and raises for a wrong number of arrays."""
    call = getattr(np, name)

    def run(out, *arrays):
        if len(arrays) != call.nin:
            raise ValueError(f"{name} takes {call.nin} arrays, not {len(arrays)}")
        call(*arrays, out=out)
    return run


def reduction(name):
    """Return a function that reduces an array over `axes`; None for all axes."""
    def run(out, x, *, axes, keepdims):
        kind = {"dtype": out.dtype} if name in ("mean", "prod", "sum") else {}
        getattr(np, name)(x, axis=None if axes is None else tuple(axes), keepdims=keepdims, out=out, **kind)
    return run


def position(name):
    """Return a function that runs argmax or argmin along one axis, or over all elements."""
    def run(out, x, *, axis, keepdims):
        out[...] = getattr(np, name)(x, axis=axis, keepdims=keepdims).reshape(out.shape)
    return run


def running(name):
    """Return a function that runs cumsum or cumprod along one axis."""
    def run(out, x, *, axis):
        if not x.ndim or x.shape != out.shape:               # NumPy does not check the shape of `out`
            raise ValueError(f"the result of {x.shape} cannot have the shape {out.shape}")
        getattr(np, name)(x, axis=axis, dtype=out.dtype, out=out)
    return run


def cast(out, x):
    np.copyto(out, x, casting="unsafe")


def where(out, condition, x, y):
    np.copyto(out, y)
    np.copyto(out, x, where=condition)


def take(out, x, index, *, axis):
    if np.min(index, initial=0) < 0:
        raise IndexError(f"index {np.min(index)} is negative")
    np.take(x, index, axis=axis, out=out)


def take_along(out, x, index, *, axis):
    if index.shape != out.shape or [n for d, n in enumerate(x.shape) if d != axis % x.ndim] != [
            n for d, n in enumerate(index.shape) if d != axis % x.ndim]:
        raise ValueError(f"an index of shape {index.shape} does not fit {x.shape}")
    if np.min(index, initial=0) < 0:
        raise IndexError(f"index {np.min(index)} is negative")
    out[...] = np.take_along_axis(x, index, axis)


def concatenate(out, *arrays, axis):
    np.concatenate(arrays, axis, out=out)


def stack(out, *arrays, axis):
    np.stack(arrays, axis, out=out)


def pad(out, x, value, *, before):
    inside = tuple([slice(start, start + size) for start, size in zip(before, x.shape, strict=True)])
    if min(before, default=0) < 0 or out[inside].shape != x.shape:
        raise ValueError(f"{x.shape} does not fit into {out.shape} at {before}")
    out[...] = value
    out[inside] = x


def triangle(out, x, *, diagonal, lower):
    out[...] = 0
    np.copyto(out, x, where=np.tri(*out.shape[-2:], diagonal, bool) == lower)


def key(index, arrays=()):
    """Return the NumPy index for its description in a file.

    The description is a list of numbers, [start, stop, step], "...", null for a new axis, "array" for the next array.
    """
    arrays = iter(arrays)
    parts = [slice(*part) if type(part) is list else ... if part == "..." else next(arrays) if part == "array" else part
             for part in index]
    if [*arrays]:
        raise ValueError("it has more arrays than its index")
    return (*parts, ...) if not any(part is ... for part in parts) else tuple(parts)


def gather(out, x, *arrays, index):
    """Fill `out` with x[index], for an index that contains arrays."""
    whole = [*map(check_index, arrays)]
    size = prod(np.broadcast_shapes(*[i.shape for i in whole])) * x[key(index, [0] * len(whole))].size
    if size != out.size:
        raise ValueError(f"the result of {x.shape} cannot have the shape {out.shape}")
    out[...] = x[key(index, whole)]


def scatter(out, x, value, *arrays, index, by):
    """Fill `out` with x after x[index] = value, or after the ufunc `by`, such as add, was applied there."""
    out[...] = x
    whole = [*map(check_index, arrays)]
    if by is None:
        out[key(index, whole)] = value
    else:
        {"add": np.add, "multiply": np.multiply, "maximum": np.maximum, "minimum": np.minimum}[by].at(
            out, key(index, whole), value)


def check_index(array):
    """Return an index array; raise IndexError if it does not contain integers, for example a mask."""
    if array.dtype.kind not in "iu":
        raise IndexError(f"an index must hold integers, not {array.dtype}")
    return array


def strided(x, shape, dtype=None, *, start, strides):
    """Return a view whose element (i, j, …) is element start + i·strides[0] + j·strides[1] + … of x, flattened."""
    x = np.ascontiguousarray(x).reshape(-1)
    reach = [(n - 1) * step for n, step in zip(shape, strides, strict=True)]
    if not all(type(n) is int for n in (start, *strides)) or 0 in shape or (
            start + sum(min(n, 0) for n in reach) < 0 or start + sum(max(n, 0) for n in reach) >= x.size):
        raise ValueError(f"a view of shape {list(shape)} does not fit into {x.size} elements")
    return np.lib.stride_tricks.as_strided(x[start:], shape, [n * x.itemsize for n in strides])


def put(out, x, value, *, start, sizes, strides):
    """Fill `out` with x, then write a value into a strided view of `out`."""
    out[...] = x
    strided(out, sizes, start=start, strides=strides)[...] = value


def index(x, shape, dtype, *, index):
    """Return the view x[index], for an index without arrays: a description, or the tuple that `key` returns."""
    return x[index if type(index) is tuple else key(index)]


def windows(x, shape, dtype, *, axis, size, step, dilation):
    """Return the sliding windows along an axis; the elements of a window are along a new last axis."""
    found = np.lib.stride_tricks.sliding_window_view(x, dilation * (size - 1) + 1, axis)
    return found[(*[slice(None)] * axis, slice(None, None, step), ..., slice(None, None, dilation))]


def ordered(name):
    """Return a function that runs sort or argsort along an axis; equal elements keep their order."""
    def run(out, x, *, axis):
        out[...] = getattr(np, name)(x, axis=axis, kind="stable")
    return run


def rounded(out, x, *, decimals):
    np.round(x, decimals, out=out)


def searchsorted(out, x, values, *, side):
    out[...] = np.searchsorted(x, values, side)


def lapack(name, finite=False, **settings):
    """Return a function that calls numpy.linalg.NAME; `part` is the index of the result, if there are several.

    Other settings are refused, so that no result is larger than `out`.
    """
    def run(out, *arrays, part=None, **given):
        if finite and not all(np.isfinite(x).all() for x in arrays):  # LAPACK may never return if x contains nan or inf
            raise ValueError("a matrix must not contain inf or nan")
        if not given.keys() <= {"eigh": {"UPLO"}, "qr": {"mode"}}.get(name, set()):
            raise ValueError(f"{name} takes no {', '.join(given)}")
        if given.get("mode") == "complete" and (part != 0 or out.shape[-1:] != arrays[0].shape[-2:-1]):
            raise ValueError(f"a complete qr can only return the square Q, not an array of shape {out.shape}")
        found = getattr(np.linalg, name)(*arrays, **settings, **given)
        out[...] = found if part is None else found[part]
    return run


def complex_of(out, x, y):
    """Fill `out` with x + y·i."""
    if out.dtype.kind != "c":
        raise ValueError(f"{out.dtype} has no imaginary part")
    out.real[...], out.imag[...] = x, y


def fourier(name):
    """Return a function that runs the Fourier transform numpy.fft.NAME along `axes`."""
    def run(out, x, *, axes, norm):
        sizes = [n for d, n in enumerate(x.shape) if name[-4:] != "rfft" or d != axes[0] % x.ndim]
        others = [n for d, n in enumerate(out.shape) if name[-4:] != "rfft" or d != axes[0] % out.ndim]
        if len(axes) > x.ndim or sizes != others:
            raise ValueError(f"the result of {x.shape} along {axes} cannot have the shape {out.shape}")
        given = {"axes": axes} if name[-1] == "n" else {"axis": axes[0]}
        given |= {"n": out.shape[axes[0]]} if name == "irfft" else {}
        out[...] = getattr(np.fft, name)(x, norm=norm, **given)
    return run


def histogram(out, x, *, low, high):
    """Fill `out` with the number of elements of x in each of out.size equal intervals from low to high."""
    out[...] = np.histogram(x, out.size, (low, high))[0]


def mode(out, x, *, axis):
    """Fill `out` with the last index of the most frequent value along an axis; of equally frequent ones, the smallest.

    Two nan do not count as equal.
    """
    def last_of_most(row):
        values, counts = np.unique(row, return_counts=True, equal_nan=False)
        found = np.flatnonzero(row == values[counts.argmax()])
        return found[-1] if found.size else 0
    out[...] = np.apply_along_axis(last_of_most, axis, x).reshape(out.shape) if x.size else 0


def uniform(out, chance):
    """Fill `out` with random numbers in [0, 1)."""
    out[...] = chance.random(out.shape, out.dtype)


def normal(out, chance):
    """Fill `out` with normal random numbers of mean 0 and variance 1."""
    out[...] = chance.standard_normal(out.shape, out.dtype)


def integers(out, chance, *, low, high):
    """Fill `out` with random integers from low up to, but not including, high."""
    out[...] = chance.integers(int(low), int(high), out.shape)


def permutation(out, chance):
    """Fill `out` with a random permutation of 0, 1, …, out.size − 1."""
    out[...] = chance.permutation(out.size)


WRITES = {**{name: ufunc(name) for name in UFUNCS},
          **{name: reduction(name) for name in ("all", "any", "max", "mean", "min", "prod", "sum")},
          **{name: position(name) for name in ("argmax", "argmin")},
          **{name: running(name) for name in ("cumprod", "cumsum")},
          **{name: ordered(name) for name in ("argsort", "sort")},
          **{name: lapack(name) for name in ("det", "inv", "qr", "slogdet", "solve")},
          **{name: lapack(name, True) for name in ("cholesky", "eig", "eigh")},
          **{name: fourier(name) for name in ("fftn", "ifftn", "irfft", "rfft")},
          "svd": lapack("svd", True, full_matrices=False), "cast": cast, "complex": complex_of,
          "concatenate": concatenate, "gather": gather, "histogram": histogram, "mode": mode, "pad": pad, "put": put,
          "round": rounded, "scatter": scatter, "searchsorted": searchsorted, "stack": stack, "take": take,
          "take_along": take_along, "triangle": triangle, "where": where}
VIEWS = {"bits": lambda x, shape, dtype: np.ascontiguousarray(x).view(dtype).reshape(shape),
         "broadcast": lambda x, shape, dtype: np.broadcast_to(x, shape),
         "flip": lambda x, shape, dtype, *, axes: np.flip(x, axes),
         "full": lambda x, shape, dtype: np.broadcast_to(np.asarray(x, dtype), shape),
         "imag": lambda x, shape, dtype: np.asarray(x).imag,
         "index": index,
         "real": lambda x, shape, dtype: np.asarray(x).real,
         "reshape": lambda x, shape, dtype: x.reshape(shape),
         "strided": strided,
         "transpose": lambda x, shape, dtype, *, axes: x.transpose(axes),
         "windows": windows}
DRAWS = {"integers": integers, "normal": normal, "permutation": permutation, "uniform": uniform}


# Functions that read a file

def need(holds, text):
    if not holds:
        raise ProgramError(text)


def parse_json(text):
    """Return the value of a JSON text; raise ProgramError if it is invalid or an object has a name twice."""
    def once(pairs):
        need(len(dict(pairs)) == len(pairs), "a JSON object in it has a name twice.")
        return dict(pairs)
    try:
        return json.loads(text, object_pairs_hook=once)
    except (ValueError, RecursionError) as error:
        raise ProgramError(f"its description is no JSON ({type(error).__name__}).") from None


def read_form(about, what):
    """Return (shape, dtype) from the description of an array; raise ProgramError if one is missing or not allowed."""
    need(type(about) is dict and type(about.get("shape")) is list and len(about["shape"]) <= 32
         and all(type(n) is int and 0 <= n < 2 ** 48 for n in about["shape"])
         and type(about.get("dtype")) is str, f"{what} has no shape of at most 32 sizes, or no dtype.")
    need(about["dtype"] in KINDS, f"{what} has dtype {about['dtype'][:20]!r}; there are {', '.join(KINDS)}.")
    return tuple(about["shape"]), np.dtype(about["dtype"])


def read(path):
    """Return (the description of a program, its weights as {name: array})."""
    size = os.path.getsize(path)
    with open(path, "rb") as file:
        length = struct.unpack("<Q", file.read(8).ljust(8, b"\0"))[0]
        need(2 <= length <= min(MOST_HEADER, size - 8),
             f"it is no program, or was cut short: its description would have {length:,} bytes. The file has {size:,}, "
             f"and no description has more than {MOST_HEADER:,}.")
        header = parse_json(file.read(length))
        meta = header.pop("__metadata__", None) if type(header) is dict else None
        need(type(meta) is dict and meta.get("format") == FORMAT and type(meta.get("program")) is str,
             "it holds no program: program.save(FILE) writes one.")
        need(meta.get("version") in VERSIONS,
             f"it is of version {str(meta.get('version'))[:20]}, and this runner reads {' and '.join(VERSIONS)}: take "
             "the run.py of the minitorch that wrote it.")
        return parse_json(meta["program"]), weights(file, header, size - 8 - length)


def weights(file, header, size):
    """Return {name: array} of the tensors, which must fill the rest of the file without gaps."""
    found, at = {}, 0
    for name, about in header.items():
        need(type(about) is dict and type(about.get("dtype")) is str, f"tensor {name[:40]!r} is not described.")
        shape, dtype = read_form({**about, "dtype": DTYPES.get(about["dtype"], "?")}, f"tensor {name[:40]!r}")
        end = at + prod(shape) * dtype.itemsize
        need(about.get("data_offsets") == [at, end] and end <= size,
             f"tensor {name[:40]!r} of shape {list(shape)} should fill the bytes from {at:,} to {end:,} of {size:,}.")
        raw = np.frombuffer(file.read(end - at), np.uint8)
        found[name] = (raw != 0 if dtype.kind == "b" else raw.view(dtype.newbyteorder("<")).astype(dtype, copy=False)
                       ).reshape(shape)
        at = end
    need(at == size, f"its weights have {at:,} bytes, and it has {size:,}.")
    return found


def number(formula, sizes):
    """Return the value of a formula, times · Π((size ** power + plus) // by) + more, or 1 / this value."""
    follows, kind = formula["follows"], formula.get("kind", "int")
    times, more = formula.get("times", 1), formula.get("more", 0)
    need(type(follows) is dict and follows.keys() <= sizes.keys() and kind in ("int", "float", "inverse")
         and all(type(x) is list and len(x) == 3 for x in follows.values())
         and all(type(n) is int and abs(n) < 2 ** 48 for n in [times, more, *[n for x in follows.values() for n in x]])
         and all(1 <= power <= 3 and by > 0 for power, _, by in follows.values()),
         "a formula in it is invalid.")
    found = times * prod((sizes[name] ** power + plus) // by for name, (power, plus, by) in follows.items()) + more
    need(kind != "inverse" or found, "a formula divides by zero.")
    return found if kind == "int" else float(found) if kind == "float" else 1 / found


def resolve_formulas(x, sizes):
    """Return a description in which formulas are replaced by their values for these sizes."""
    if type(x) is list:
        return [resolve_formulas(part, sizes) for part in x]
    if type(x) is not dict:
        return x
    return number(x, sizes) if "follows" in x else {key: resolve_formulas(part, sizes) for key, part in x.items()}


def literal(x):
    """Return an argument, a name or a number; dicts stand for inf, nan and complex numbers, which JSON lacks."""
    if type(x) is dict and x.get("number") in ("inf", "-inf", "nan"):
        return float(x["number"])
    if type(x) is dict and type(x.get("complex")) is list and len(x["complex"]) == 2:
        parts = [*map(literal, x["complex"])]
        return complex(*parts) if all(type(part) is float for part in parts) else x
    return x


class Step:
    """One call: op(*args, **settings) computes the array `name`, with a known shape and dtype."""

    def __init__(self, about, number):
        need(type(about) is dict, f"step {number} is not described.")
        self.op, self.name, self.args, self.settings = [about.get(key) for key in ("op", "name", "args", "settings")]
        self.label = f"step {number}, {str(self.op)[:40]!r},"
        need(type(self.op) is str and (self.op in WRITES or self.op in VIEWS or self.op in DRAWS),
             f"{self.label} must be one of {', '.join([*WRITES, *VIEWS, *DRAWS])}.")
        need(type(self.name) is str and type(self.args) is list and type(self.settings) is dict,
             f"{self.label} needs a name, args and settings.")
        self.args = [*map(literal, self.args)]
        need(all(type(x) in (str, int, float, complex, bool) for x in self.args),
             f"{self.label} must have names and numbers as args.")
        self.reads = [x for x in self.args if type(x) is str]
        self.shape, self.dtype = read_form(about, self.label)
        self.nbytes, self.done = prod(self.shape) * self.dtype.itemsize, []
        self.shows, self.draws = self.op in VIEWS, self.op in DRAWS
        self.call, self.given = VIEWS.get(self.op) or WRITES.get(self.op) or DRAWS[self.op], self.settings
        if self.op == "index":
            with suppress(Exception):                        # a wrong index fails in each run
                self.given = {**self.settings, "index": key(self.settings["index"])}

    def run(self, values, chance):
        """Run the step; return its array, and raise ProgramError if it fails.

        chance   chance() returns the random generator
        """
        args = [values[x] if type(x) is str else x for x in self.args]
        try:
            if self.shows:
                out = self.call(*args, self.shape, self.dtype, **self.given)
            else:
                out = np.empty(self.shape, self.dtype)
                self.call(out, *args, *[chance()] * self.draws, **self.given)
        except Exception as error:
            raise ProgramError(f"{self.label} fails: {error}") from None
        if out.shape != self.shape or out.dtype != self.dtype:           # need() would write its text in each run
            raise ProgramError(f"{self.label} returns {out.dtype}{list(out.shape)}, but should return "
                               f"{self.dtype}{list(self.shape)}.")
        return out

    def __str__(self):
        given = [*map(str, self.args), *[f"{key}={value}" for key, value in self.settings.items()]]
        return f"    {self.name} = {self.op}({', '.join(given)})".ljust(64) + f"  {self.dtype}{list(self.shape)}"


class Program:
    """A saved program: a call with arrays returns a list of arrays.

    memory   GiB of memory that a run may use besides weights and inputs; checked before a run
    held     (description, weights), to use instead of a file
    seed     seed of the random numbers, which continue from run to run; None: a new seed each time the file is read
    free     {name of a variable size: {"input": number of the input, "dim", "recorded": size when recorded}}
    """

    def __init__(self, path, memory=MOST_MEMORY, held=None, seed=None):
        try:
            self.about, self.weights = read(path) if held is None else held
            self.memory, self.ready, self.chance = memory, {}, cache(lambda: np.random.default_rng(seed))
            need(type(self.about) is dict and all(type(self.about.get(key)) is list
                                                  for key in ("inputs", "steps", "outputs")),
                 "its description lacks inputs, steps or outputs.")
            self.title, self.free = str(self.about.get("name")), self.about.get("sizes", {})
            need(type(self.free) is dict and all(
                type(x) is dict and all(type(x.get(key)) is int and x[key] >= 0 for key in ("input", "dim", "recorded"))
                and x["input"] < len(self.about["inputs"]) for x in self.free.values()), "its sizes are not described.")
            self.take({name: x["recorded"] for name, x in self.free.items()})
        except ProgramError as error:
            raise ProgramError(f"{path}: {error}") from None

    def take(self, sizes):
        """Check the description for these sizes, and set the inputs, steps and outputs from it."""
        try:
            about = resolve_formulas(self.about, sizes) if self.free else self.about
        except RecursionError:
            raise ProgramError("its description is nested too deep.") from None
        self.sizes = sizes
        self.inputs = {str(x.get("name") if type(x) is dict else x): read_form(x, f"input {number}")
                       for number, x in enumerate(about["inputs"], 1)}
        self.steps = [Step(x, number) for number, x in enumerate(about["steps"], 1)]
        self.outputs = about["outputs"]
        self.check(len(about["inputs"]))
        most = self.plan()
        need(most <= self.memory * 2 ** 30, f"a run takes {most:,} bytes, but only {self.memory * 2 ** 30:,.0f} are "
                                            "allowed. Use --memory GIB to allow more.")

    def at(self, arrays):
        """Return the program for the sizes of these inputs; self if it already has these sizes."""
        sizes = {}
        for name, x in self.free.items():
            need(x["input"] < len(arrays) and x["dim"] < arrays[x["input"]].ndim,
                 f"{self.title} takes {name} from dim {x['dim']} of input {x['input'] + 1}, which has none.")
            sizes[name] = arrays[x["input"]].shape[x["dim"]]
        if sizes == self.sizes:
            return self
        key = (*sizes.values(),)
        if key not in self.ready:
            made = copy(self)
            made.take(sizes)
            while len(self.ready) >= MOST_SIZES:
                del self.ready[min(self.ready)]
            self.ready[key] = made
        return self.ready[key]

    def check(self, inputs):
        """Check that each name belongs to one array, and that this array exists before a step reads it."""
        known = {*self.inputs, *self.weights}
        need(len(known) == inputs + len(self.weights), "two of its inputs and weights have the same name.")
        for step in self.steps:
            missing = [x for x in step.reads if x not in known]
            need(not missing, f"{step.label} reads {missing[:1]}, which no earlier step computes.")
            need(step.name not in known, f"{step.label} computes {step.name[:40]!r}, a name that already exists.")
            known.add(step.name)
        need(self.outputs and all(type(x) is str and x in known for x in self.outputs),
             "it needs outputs, and each must be an input, a weight or the result of a step.")

    def plan(self):
        """Store in each step, as `done`, the arrays that no later step reads; return the peak bytes of a run."""
        last = dict.fromkeys(self.outputs, len(self.steps))
        for number, step in reversed([*enumerate(self.steps)]):
            until = last.setdefault(step.name, number)
            for x in step.reads:                             # a view needs the memory of its base
                last[x] = max(last.get(x, number), until if step.op in VIEWS else number)
        sizes = {step.name: step.nbytes for step in self.steps}
        for name in sizes:
            if last[name] < len(self.steps):
                self.steps[last[name]].done.append(name)
        now = most = 0
        for step in self.steps:
            now += step.nbytes
            most = max(most, now)
            now -= sum(sizes[name] for name in step.done)
        return most

    def __call__(self, *arrays):
        need(len(arrays) == len(self.inputs), f"{self.title} needs {len(self.inputs)} inputs, not {len(arrays)}.")
        if self.free and (fitting := self.at(arrays)) is not self:
            return fitting.run(arrays)
        return self.run(arrays)

    def run(self, arrays):
        """Return the results for arrays of exactly these shapes."""
        values = dict(self.weights)
        for array, (name, (shape, dtype)) in zip(arrays, self.inputs.items()):
            if array.shape != shape or not np.can_cast(array.dtype, dtype, "same_kind"):
                raise ProgramError(f"input {name} must be {dtype}{list(shape)}, not {array.dtype}{list(array.shape)}. "
                                   f"{SIZES}")
            values[name] = array.astype(dtype, copy=False)
        with np.errstate(all="ignore"):
            for step in self.steps:
                values[step.name] = step.run(values, self.chance)
                for name in step.done:
                    del values[name]
        return [values[name].copy() for name in self.outputs]

    def __str__(self):
        given = ", ".join(f"{name}: {dtype}{list(shape)}" for name, (shape, dtype) in self.inputs.items())
        held = [f"    {name}: {x.dtype}{list(x.shape)} held" for name, x in self.weights.items()]
        free = [f"    {name} any size of {[*self.inputs][x['input']]}, dim {x['dim']}; here {x['recorded']}"
                for name, x in self.free.items()]
        return "\n".join([f"{self.title}({given})", *free, *held, *map(str, self.steps),
                          f"    return {', '.join(self.outputs)}"])


def write(path, array):
    """Write an array to a .npy file; if this fails, leave no incomplete file."""
    part = f"{path}.part"
    try:
        with open(part, "wb") as file:
            np.save(file, array, allow_pickle=False)
        os.replace(part, path)
    except BaseException:
        if os.path.exists(part):
            os.remove(part)
        raise


def main(args=None):
    parser = argparse.ArgumentParser(prog="run.py", description="Run a program that minitorch saved.")
    parser.add_argument("program", help="the file; without --input its steps are listed")
    parser.add_argument("--input", action="append", default=[], metavar="X.npy", help="once for each input")
    parser.add_argument("--output", action="append", default=[], metavar="Y.npy", help="once for each output")
    parser.add_argument("--memory", type=float, default=MOST_MEMORY, metavar="GIB", help="memory that a run may use")
    parser.add_argument("--seed", type=int, metavar="N", help="seed of random numbers; by default a new one each time")
    given = parser.parse_args(args)
    try:
        program = Program(given.program, given.memory, seed=given.seed)
        if program.inputs and not given.input:
            print(program)
            return
        need(len(given.output) in (0, len(program.outputs)), f"give --output {len(program.outputs)} times, once for "
                                                             f"each output, or never, not {len(given.output)} times.")
        found = program(*[np.load(path, mmap_mode="r", allow_pickle=False) for path in given.input])
        for path, array in zip(given.output, found):
            write(path, array)
        for array in () if given.output else found:
            print(array)
    except (ProgramError, OSError, ValueError, MemoryError) as error:
        sys.exit(f"run.py: {error}")


if __name__ == "__main__":
    main()
