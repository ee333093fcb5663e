"""NumPy's functions, methods and operators as kernels of the stand-in: the same results, behind narrower doors."""

from functools import partialmethod

import numpy as np

from ._array import inside, look, ndarray, own
from ._launch import captures, counts, launch, wait

NO_ARRAY_FIRST = set("arange diag_indices einsum eye full hanning identity indices linspace logspace meshgrid ones tri "
                     "tril_indices triu_indices zeros".split())
PAIRS = set("allclose array_equal bincount clip dot inner interp isclose isin outer searchsorted solve take_along_axis "
            "tensordot where".split())
LISTS = set("concatenate column_stack dstack hstack stack vstack".split())
VIEWS = set("atleast_1d atleast_2d atleast_3d broadcast_to diagonal expand_dims flip fliplr flipud moveaxis ravel real "
            "imag reshape rollaxis rot90 squeeze swapaxes transpose".split())
WAITING = set("argwhere compress extract flatnonzero nonzero unique".split())      # sizes must be known on the host
NOT_THERE = {"device", "initial", "like", "stable", "subok", "where"}      # keywords that only NumPy takes
NUMBERS = int | float | complex | np.generic


def view(compute, array, args, settings):
    """What may be only another look at the memory: then nothing is launched, on whatever device."""
    result = compute(array.host, *args, **settings)
    if result.base is not None and np.may_share_memory(result, array.host):
        return look(array, result)
    inside(array)
    return again(lambda: compute(array.host, *args, **settings), result)


def kernel(compute, hosts, settings):
    """Run NumPy's function on the values, and wrap what it returns."""
    out = settings.pop("out", None)
    settings = {name: inside(value) for name, value in settings.items()}
    if out is not None:
        settings["out"] = inside(out)

    def run():
        with np.errstate(all="ignore"):
            return compute(*hosts, **settings)
    if out is not None:
        launch(run)
        return out
    return again(run, run())


def again(run, result):
    """Arrays around what came out, which is computed anew where a captured graph is launched."""
    several = isinstance(result, tuple | list)
    arrays = [wrap(r) for r in (result if several else [result])]
    made = [array.host for array in arrays if type(array) is ndarray]

    def refill():
        values = run()
        for host, value in zip(made, values if several else [values]):
            host[...] = value
    if captures:
        launch(refill, *made)
    else:
        counts.launches += 1
    return tuple(arrays) if several else arrays[0]


def wrap(result):
    """What came out, as an array of the device, row after row."""
    if isinstance(result, np.ndarray | np.generic | bool):
        result = np.asarray(result)
        return own(result if result.flags.c_contiguous and result.flags.writeable else np.array(result, order="C"))
    return result


class ufunc:
    """An element-by-element function: arrays and numbers, and only CuPy's few keywords and methods."""

    def __init__(self, compute):
        self.compute = compute
        self.name = self.__name__ = compute.__name__

    def __call__(self, *args, out=None, dtype=None, casting="same_kind"):
        for a in args:
            if not isinstance(a, ndarray | NUMBERS):
                raise TypeError(f"{self.name}: Unsupported type {type(a)}")
        settings = {} if dtype is None else {"dtype": dtype}
        return kernel(self.compute, [inside(a) for a in args], {**settings, "out": out, "casting": casting})

    def only(self, method, *names):
        if self.name not in names:
            raise NotImplementedError(f"`{self.name}.{method}` is not supported yet")

    def reduce(self, array, axis=0, dtype=None, out=None, keepdims=False):
        self.only("reduce", "add", "multiply")
        settings = {"axis": axis, "dtype": dtype, "out": out, "keepdims": keepdims}
        return kernel(self.compute.reduce, [of_device(array)], settings)

    def accumulate(self, array, axis=0, dtype=None, out=None):
        self.only("accumulate", "add", "multiply")
        return kernel(self.compute.accumulate, [of_device(array)], {"axis": axis, "dtype": dtype, "out": out})

    def at(self, a, indices, b=None):
        self.only("at", "add")                   # CuPy has a few more
        a.scatter_add(indices, b)


def of_device(array):
    if type(array) is not ndarray:
        raise TypeError(f"Unsupported type {type(array)}")
    return inside(array)


def function(name, compute):
    """A function of NumPy's as CuPy has it: its first argument is an array of the device."""
    fixed = {"mode": "wrap"} if name == "take" else {}            # places beyond the end begin again, and no error

    def call(*args, **settings):
        if NOT_THERE & set(settings):
            raise TypeError(f"{name}() got an unexpected keyword argument {min(NOT_THERE & set(settings))!r}")
        if name in LISTS:
            return kernel(compute, [[of_device(a) for a in args[0]], *args[1:]], settings)
        if name in VIEWS and type(args[0]) is ndarray:
            return view(compute, args[0], args[1:], settings)
        if args and name not in NO_ARRAY_FIRST:
            of_device(args[0])
        hosts = [a if isinstance(a, list) and name not in PAIRS else inside(a) for a in args]    # shapes, axes
        if name in WAITING:
            wait()
            counts.syncs += 1
            counts.downloads += 1
        return kernel(compute, hosts, {**settings, **fixed})
    call.__name__ = name
    return call


class Linalg:
    """`cupy.linalg`: where NumPy refuses a matrix, CuPy goes on with any numbers; here that fails the test."""

    LinAlgError = np.linalg.LinAlgError
    strict = False                               # inside cupyx.errstate(linalg="raise")
    missing = set("diagonal matrix_norm multi_dot outer svdvals tensordot trace vecdot vector_norm".split())

    def __getattr__(self, name):
        if name in self.missing or name.startswith("_"):
            raise AttributeError(f"module 'cupy.linalg' has no attribute {name!r}")
        compute = function(name, getattr(np.linalg, name))

        def call(*args, **settings):
            try:
                result = compute(*args, **settings)
            except np.linalg.LinAlgError:
                assert self.strict, f"linalg.{name} would go on with any numbers; use cupyx.errstate(linalg='raise')"
                raise
            counts.syncs += self.strict
            counts.downloads += self.strict
            return result
        return call


linalg = Linalg()


class Fourier:
    """`cupy.fft`: NumPy's names."""

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(f"module 'cupy.fft' has no attribute {name!r}")
        return function(name, getattr(np.fft, name))


fft = Fourier()

# What an array can do

METHODS = ("all any argmax argmin argsort choose clip compress conj cumprod cumsum diagonal dot flatten max mean min "
           "nonzero prod ravel repeat reshape round searchsorted squeeze std sum swapaxes take trace transpose var")
OPERATORS = {"add": "add", "sub": "subtract", "mul": "multiply", "truediv": "true_divide", "floordiv": "floor_divide",
             "mod": "remainder", "pow": "power", "and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor",
             "lshift": "left_shift", "rshift": "right_shift", "matmul": "matmul"}
COMPARISONS = {"eq": "equal", "ne": "not_equal", "lt": "less", "le": "less_equal", "gt": "greater",
               "ge": "greater_equal"}


def method(name):
    compute = function(name, getattr(np.ndarray, name))
    setattr(ndarray, name, lambda self, *args, **settings: compute(self, *args, **settings))


def operator(python, name):
    """The method behind +, its mirror, and += where CuPy has it. Other types are asked for their own."""
    compute = ufunc(getattr(np, name))

    def known(other):
        if isinstance(other, np.ndarray | list):
            raise TypeError(f"{name}: Unsupported type {type(other)}")
        return isinstance(other, ndarray | NUMBERS)
    setattr(ndarray, f"__{python}__", lambda self, y: compute(self, y) if known(y) else NotImplemented)
    if python in OPERATORS:
        setattr(ndarray, f"__r{python}__", lambda self, y: compute(y, self) if known(y) else NotImplemented)
        if python != "matmul":
            setattr(ndarray, f"__i{python}__",
                    lambda self, y: compute(self, y, out=self) if known(y) else NotImplemented)


for name in METHODS.split():
    method(name)
for python, name in (OPERATORS | COMPARISONS).items():
    operator(python, name)
for python, compute in {"neg": np.negative, "pos": np.positive, "abs": np.absolute, "invert": np.invert}.items():
    setattr(ndarray, f"__{python}__", partialmethod(lambda self, compute: compute(self), ufunc(compute)))
