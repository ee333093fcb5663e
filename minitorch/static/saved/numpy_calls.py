"""Replace each op that run.py does not know by the NumPy calls of the op's forward, because run.py knows these.

The forward gets a Calls instead of the numpy module, and stand-ins for its arrays. As on a GPU, it then runs code that
is right for all numbers, because it cannot read numbers. A write into a part of an array makes a new array.
"""

import numpy as np

from .. import run
from ..data_dependence import MASKED
from ..expansion import NotExpanded
from ..program import Step, Value
from .numpy_functions import Functions, RecordedArray, plain_array, without_warnings


class Root:
    """The memory of an array that is not a view, and the Value that is in this memory now."""

    def __init__(self, array, value):
        self.array, self.value, self.start = array, value, array.__array_interface__["data"][0]


class Calls(Functions):
    """A replacement for the numpy module in a forward that runs on RecordedArrays: it records the calls as `steps`.

    name        name() returns a name for a new Value
    like        the step that is replaced; the new steps have its phase and line
    number      the number with which all stand-ins are filled
    wrong       index of the condition, such as `if (x < 0).any()`, that is True; all others are False
    general     index of a condition that is True too, because it leads to code that is right for all numbers
    questions   how many such conditions the forward has evaluated
    """

    __name__ = "calls"
    linalg, lib, fft = np.linalg, np.lib, np.fft

    def __init__(self, name, like=None, number=0, wrong=None, general=None):
        self.name, self.like, self.number, self.steps, self.roots, self.views = name, like, number, [], [], {}
        self.wrong, self.general, self.questions = wrong, general, 0

    def __getattr__(self, name):
        found = getattr(np, name)
        if isinstance(found, np.ufunc | type) or not callable(found):
            return found
        return lambda *args, **settings: self.adopted(found(*args, **settings), True)

    def empty(self, shape, dtype=float):
        return self.adopted(np.zeros(shape, dtype), True)

    def asarray(self, x, dtype=None):
        if isinstance(x, RecordedArray):
            return x if dtype is None else x.astype(dtype, copy=False)
        return self.adopted(np.asarray(x, dtype), True)

    def ascontiguousarray(self, x):
        return x if x.flags.c_contiguous else x.copy()

    array = asarray

    def asked(self):
        """Return the value of the next condition on an array's numbers: True if it is number `wrong` or `general`."""
        self.questions += 1
        return self.questions - 1 in (self.wrong, self.general)

    def args_for_error(self, name, args):
        """Return plain arguments for a call that reads numbers; allow this only after the condition for an error."""
        if self.wrong is None or self.questions <= self.wrong:
            raise NotExpanded(f"the op reads a number by {name}")
        return map(plain_array, args)

    # Methods that find or make the Value of an array: its name in the program

    def record_copy(self, array, value):
        """Return a copy of an array as a RecordedArray; note that the copy's memory contains the Value `value`."""
        found = np.array(array, order="C", ndmin=np.ndim(array))
        self.roots.append(Root(found, value))
        return self.known(found)

    def known(self, array):
        found = array.view(RecordedArray)
        found.writer = self
        return found

    def constant(self, array):
        array = np.array(array, order="C")
        if array.size > 1 and (array.view(np.uint8).reshape(array.size, -1) ==
                               array.reshape(-1)[:1].view(np.uint8)).all():
            return Value(self.name(), source := np.broadcast_to(array.reshape(-1)[0], array.shape), "constant", source)
        return Value(self.name(), array, "constant", array)

    def stand_in(self, x):
        if type(x) in (tuple, list):
            return type(x)(map(self.stand_in, x))
        if type(x) is not Value:
            return x
        if x.dtype is None:
            raise NotExpanded(f"{x.name} is not an array")
        return self.record_copy(x.source if x.role == "constant" else np.full(
            x.shape, self.number if x.dtype.kind in "fcb" else 0, x.dtype), x)

    def adopted(self, x, new=False):
        """Return a result of NumPy as a RecordedArray if its memory is known; if it is `new`, as a constant."""
        if type(x) in (tuple, list):
            return type(x)([self.adopted(part, new) for part in x])
        if type(x) is not np.ndarray:
            return x
        if self.root(x) is not None:
            return self.known(x)
        return self.record_copy(x, self.constant(x)) if new else x

    def root(self, x):
        at = x.__array_interface__["data"][0]
        return next((root for root in self.roots if root.start <= at < root.start + root.array.nbytes), None)

    def place(self, x):
        """Return (root, start, strides) of an array, in its elements; two floats make an element of a complex root."""
        root = self.root(x)
        if root is None:
            raise NotExpanded("the op uses an array that no recorded call returned")
        places = [x.__array_interface__["data"][0] - root.start, *x.strides]
        if x.dtype not in (root.array.dtype, root.array.real.dtype) or any(n % x.itemsize for n in places):
            raise NotExpanded("the op reads memory as another dtype")
        start, *strides = [n // x.itemsize for n in places]
        return root, start, strides

    def value(self, x):
        """Return the Value of an array; return a number unchanged."""
        if isinstance(x, np.generic):
            x = np.asarray(x)
        if not isinstance(x, np.ndarray):
            return x
        if not x.size or self.root(x) is None:
            if isinstance(x, RecordedArray) and x.size:
                raise NotExpanded("the op uses an array that no recorded call returned")
            return self.constant(x)
        root = self.root(x)
        whole = x.flags.c_contiguous and x.nbytes == root.array.nbytes
        if whole and (x.shape, x.dtype) == (root.array.shape, root.array.dtype):
            return root.value
        key = root.value, x.__array_interface__["data"][0] - root.start, x.shape, x.strides, x.dtype
        if key not in self.views:
            name, settings = "bits" if x.dtype != root.array.dtype else "reshape", {}
            if not whole:
                _, start, strides = self.place(x)
                name, settings = "strided", {"start": start, "strides": strides}
            inside = root.value if whole else self.parts(root, x.dtype)
            self.views[key] = self.noted(name, [inside], settings, np.array(x))
        return self.views[key]

    def parts(self, root, dtype):
        """Return a root's Value in a dtype: complex numbers as floats, real and imaginary parts in turn."""
        return root.value if dtype == root.array.dtype else self.noted(
            "bits", [root.value], {}, root.array.reshape(-1).view(dtype))

    # Methods that record steps

    def noted(self, name, args, settings, array):
        """Record a step and return the Value of its result; return a constant if all its arguments are constants."""
        if name not in run.WRITES and name not in run.VIEWS:
            raise NotExpanded(f"minitorch.static.run does not support {name}")
        if all(type(x) is not Value or x.role == "constant" for x in args):
            return self.constant(array)
        call = getattr(np, name) if name in run.UFUNCS else run.WRITES.get(name) or run.VIEWS[name]
        made = Value(self.name(), np.ascontiguousarray(array).reshape(np.shape(array)))
        self.steps.append(Step(name, call, args, settings, [made], shares=name in run.VIEWS, phase=self.like.phase,
                               line=self.like.line))
        return made

    def step(self, name, args, settings, array):
        return self.record_copy(array, self.noted(name, [self.value(x) for x in args], settings, np.asarray(array)))

    def ufunc(self, ufunc, *inputs, out=None, **settings):
        if settings.pop("casting", "same_kind") != "same_kind" or settings:
            raise NotExpanded(f"{ufunc.__name__} is called with {settings}")
        if ufunc is np.positive or ufunc is np.conjugate and inputs[0].dtype.kind != "c":
            found = inputs[0].copy()
        else:
            found = self.step(ufunc.__name__, inputs, {}, without_warnings(ufunc, *map(plain_array, inputs)))
        return found if out is None else self.written(out, found)

    # Methods that record a write into a part of an array

    def part(self, x, index):
        if not any(isinstance(i, np.ndarray | list | np.generic) for i in index):
            return self.known(np.asarray(x)[index if Ellipsis in index else (*index, ...)])
        index = self.counted(index)
        pattern, arrays = self.pattern(index)
        return self.step("gather", [x, *arrays], {"index": pattern}, np.asarray(x)[tuple(map(plain_array, index))])

    def counted(self, index):
        """Return an index in which each constant mask is replaced by the integer indices of its True elements."""
        found = []
        for part in index:
            mask = self.value(part) if isinstance(part, np.ndarray) and part.dtype == bool and part.ndim else None
            known = mask is not None and mask.role == "constant"
            found += np.nonzero(mask.source) if known else [part]
        return tuple(found)

    def pattern(self, index):
        """Return (the description of an index for a file, the arrays in the index)."""
        arrays = [np.asarray(i) if isinstance(i, list | np.generic) else i for i in index
                  if isinstance(i, np.ndarray | list | np.generic)]
        if any(x.dtype.kind not in "iu" for x in arrays):
            raise NotExpanded(f"how many elements a mask selects depends on data. {MASKED}")
        return ["array" if isinstance(i, np.ndarray | list | np.generic) else "..." if i is ... else
                [i.start, i.stop, i.step] if type(i) is slice else i for i in index], arrays

    def assign(self, x, index, value):
        if len(index) == 1 and isinstance(index[0], np.ndarray) and index[0].dtype == bool and np.ndim(value) == 0:
            mask = index[0].reshape(*index[0].shape, *[1] * (x.ndim - index[0].ndim))
            self.written(x, self.call_where(mask, value, x))
        elif any(isinstance(i, np.ndarray | list | np.generic) for i in index):
            self.scatter(x, index, value, None)
        else:
            self.written(self.part(x, index), value)

    def at(self, ufunc, x, index, value, out=None):
        self.scatter(x, index if type(index) is tuple else (index,), value, ufunc.__name__)

    def scatter(self, x, index, value, by):
        """Write values at the positions in index arrays, or combine them with the old values by the ufunc `by`."""
        index = self.counted(index)
        pattern, arrays = self.pattern(index)
        array, key = np.array(x), tuple(map(plain_array, index))
        if by is None:
            array[key] = plain_array(value)
        else:
            without_warnings(getattr(np, by).at, array, key, plain_array(value))
        self.written(x, self.step("scatter", [x, value, *arrays], {"index": pattern, "by": by}, array))

    def written(self, into, x):
        """Record a write of x into `into`, which may be a view; return `into`."""
        if not into.size:
            return into
        root, start, strides = self.place(into)
        value, whole, array = self.value(x), root.array, np.asarray(into)
        if type(value) is not Value or (start, value.shape, into.shape, value.dtype, into.flags.c_contiguous) != (
                0, whole.shape, whole.shape, whole.dtype, True):
            args = [self.parts(root, into.dtype), value]
            array.flags.writeable = True
            array[...] = plain_array(x)
            parts = whole if into.dtype == whole.dtype else whole.reshape(-1).view(into.dtype)
            value = self.noted("put", args, {"start": start, "sizes": list(into.shape), "strides": strides}, parts)
            value = value if parts is whole else self.noted("bits", [value], {}, whole)
        else:
            whole[...] = plain_array(x)
        root.value = value
        return into


GENERAL = {"cofactors": 0, "pow": 0}   # {op: index of the `if` whose True branch is right for all numbers}


def in_numpy_calls(step, name):
    """Return (the NumPy calls that replace a step, as steps; the Value or number of each output of the step).

    name   name() returns a name for a new Value

    The op runs on zeros and on ones. Raises NotExpanded if the recorded steps differ between the two.
    """
    (steps, made, questions), again = [record_calls(step, name, number) for number in (0, 1)]
    if nameless_form(steps, made) != nameless_form(*again[:2]):
        raise NotExpanded("its NumPy calls depend on the numbers in its inputs")
    check_conditions(step, name, questions)
    needed, kept = {x for x in made if type(x) is Value}, []
    for inner in reversed(steps):
        if inner.draws or needed.intersection(inner.outputs):
            needed.update(inner.reads)
            kept.append(inner)
    return kept[::-1], made


def check_conditions(step, name, count):
    """Raise NotExpanded unless each condition on numbers in a forward only leads to an error if it is True.

    The condition in GENERAL is always True.
    """
    for number in range(count):
        if number == GENERAL.get(step.name):
            continue
        calls = Calls(name, step, wrong=number, general=GENERAL.get(step.name))
        try:
            results_of_forward(step, calls, calls.stand_in(step.args))
        except NotExpanded:
            raise
        except Exception:
            continue
        raise NotExpanded("a branch in its code depends on numbers in its inputs")


def record_calls(step, name, number):
    """Run a forward on stand-ins filled with `number`; return (its calls, its results, its number of conditions)."""
    calls = Calls(name, step, number, general=GENERAL.get(step.name))
    try:
        made = [calls.value(calls.asarray(x)) for x in results_of_forward(step, calls, calls.stand_in(step.args))]
    except NotExpanded:
        raise
    except Exception as error:
        raise NotExpanded(f"its code raises {type(error).__name__}: {error}") from error
    if len(made) != len(step.outputs) or any(old is not None and (old.shape, old.dtype) != (new.shape, new.dtype)
                                             for new, old in zip(made, step.outputs)):
        raise NotExpanded("the results of its forward on stand-ins have other shapes or dtypes")
    return calls.steps, made, calls.questions


def results_of_forward(step, calls, args):
    """Run a step with `calls` instead of NumPy; return its arrays."""
    if step.op is None or step.call is not step.op:
        found = step.call(*args, **step.settings)
        return [found] if step.single else found
    found = step.op.forward(calls, *args, **step.settings)
    found = found[0] if step.op.residual else found
    return [found] if step.single else found


def nameless_form(steps, made):
    """Return a recording in a form without names, which is equal for equal recordings."""
    numbers = {x: number for number, step in enumerate(steps) for x in step.outputs}

    def without_name(x):
        if type(x) is not Value:
            return x
        return ("constant", x.shape, x.dtype, x.source.tobytes()) if x.role == "constant" else numbers.get(x, x)
    return [(step.name, [*map(without_name, step.args)], step.settings) for step in steps], [*map(without_name, made)]
