"""Steps of NumPy's functions: what an op's own forward calls is written down, and a runner does the same.

The forward is given a Calls in the place of NumPy, and stand-ins for its arrays. As for a GPU, whose numbers are not
looked at, it then takes the way that holds for all numbers. What it writes into a part of an array makes a new one.
"""

import numpy as np

from .. import run
from ..expansion import NotExpanded
from ..program import Step, Value
from ..shapes_of_data import MASKED
from .numpy_functions import Functions
from .seen import Seen, plain, silent


class Root:
    """Memory of an array that is not a view, and the Value that lies in it now."""

    def __init__(self, array, value):
        self.array, self.value, self.start = array, value, array.__array_interface__["data"][0]


class Calls(Functions):
    """NumPy, for a forward that runs on arrays of Seen: writes down its calls as `steps`.

    name        gives names for new Values
    like        the step, of which the new ones take phase and line
    number      what all numbers of the stand-ins are
    wrong       the number of the question of a forward, such as `if (x < 0).any()`, whose answer is yes; others are no
    general     the same of a question whose answer yes leads to lines that hold for all numbers
    questions   how many it has asked
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
        if isinstance(x, Seen):
            return x if dtype is None else x.astype(dtype, copy=False)
        return self.adopted(np.asarray(x, dtype), True)

    def ascontiguousarray(self, x):
        return x if x.flags.c_contiguous else x.copy()

    array = asarray

    def asked(self):
        """The answer to a question about numbers: see written_down.is_checked."""
        self.questions += 1
        return self.questions - 1 in (self.wrong, self.general)

    def looked(self, name, args):
        """Arguments of a call that lets numbers out: for the text of an error only."""
        if self.wrong is None or self.questions <= self.wrong:
            raise NotExpanded(f"it looks at a number by {name}")
        return map(plain, args)

    # Arrays

    def seen(self, array, value):
        """An array of its own memory, in which a Value lies."""
        found = np.array(array, order="C", ndmin=np.ndim(array))
        self.roots.append(Root(found, value))
        return self.known(found)

    def known(self, array):
        found = array.view(Seen)
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
            raise NotExpanded(f"{x.name} is no array")
        return self.seen(x.source if x.role == "constant" else np.full(
            x.shape, self.number if x.dtype.kind in "fcb" else 0, x.dtype), x)

    def adopted(self, x, new=False):
        """A result of NumPy's own lines: an array in memory that is known is one of these; a new one is a constant."""
        if type(x) in (tuple, list):
            return type(x)([self.adopted(part, new) for part in x])
        if type(x) is not np.ndarray:
            return x
        if self.root(x) is not None:
            return self.known(x)
        return self.seen(x, self.constant(x)) if new else x

    def root(self, x):
        at = x.__array_interface__["data"][0]
        return next((root for root in self.roots if root.start <= at < root.start + root.array.nbytes), None)

    def place(self, x):
        """(its root, where it starts in it, its strides), in elements; of a part of complex numbers in parts."""
        root = self.root(x)
        if root is None:
            raise NotExpanded("an array is used that no call has made")
        places = [x.__array_interface__["data"][0] - root.start, *x.strides]
        if x.dtype not in (root.array.dtype, root.array.real.dtype) or any(n % x.itemsize for n in places):
            raise NotExpanded("memory is read as another dtype")
        start, *strides = [n // x.itemsize for n in places]
        return root, start, strides

    def value(self, x):
        """The Value of an array, or a number."""
        if isinstance(x, np.generic):
            x = np.asarray(x)
        if not isinstance(x, np.ndarray):
            return x
        if not x.size or self.root(x) is None:
            if isinstance(x, Seen) and x.size:
                raise NotExpanded("an array is used that no call has made")
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
        """What lies in a root, as numbers of a dtype: the parts of complex ones, one after the other."""
        return root.value if dtype == root.array.dtype else self.noted(
            "bits", [root.value], {}, root.array.reshape(-1).view(dtype))

    # Steps

    def noted(self, name, args, settings, array):
        """The Value that a step gives, or a constant where that is known."""
        if name not in run.WRITES and name not in run.VIEWS:
            raise NotExpanded(f"the runner has no {name}")
        if all(type(x) is not Value or x.role == "constant" for x in args):
            return self.constant(array)
        call = getattr(np, name) if name in run.UFUNCS else run.WRITES.get(name) or run.VIEWS[name]
        made = Value(self.name(), np.ascontiguousarray(array).reshape(np.shape(array)))
        self.steps.append(Step(name, call, args, settings, [made], shares=name in run.VIEWS, phase=self.like.phase,
                               line=self.like.line))
        return made

    def step(self, name, args, settings, array):
        return self.seen(array, self.noted(name, [self.value(x) for x in args], settings, np.asarray(array)))

    def ufunc(self, ufunc, *inputs, out=None, **settings):
        if settings.pop("casting", "same_kind") != "same_kind" or settings:
            raise NotExpanded(f"{ufunc.__name__} is called with {settings}")
        if ufunc is np.positive or ufunc is np.conjugate and inputs[0].dtype.kind != "c":
            found = inputs[0].copy()
        else:
            found = self.step(ufunc.__name__, inputs, {}, silent(ufunc, *map(plain, inputs)))
        return found if out is None else self.written(out, found)

    # Parts

    def part(self, x, index):
        if not any(isinstance(i, np.ndarray | list | np.generic) for i in index):
            return self.known(np.asarray(x)[index if Ellipsis in index else (*index, ...)])
        index = self.counted(index)
        pattern, arrays = self.pattern(index)
        return self.step("gather", [x, *arrays], {"index": pattern}, np.asarray(x)[tuple(map(plain, index))])

    def counted(self, index):
        """An index with whole numbers in the place of masks that are constants."""
        found = []
        for part in index:
            mask = self.value(part) if isinstance(part, np.ndarray) and part.dtype == bool and part.ndim else None
            known = mask is not None and mask.role == "constant"
            found += np.nonzero(mask.source) if known else [part]
        return tuple(found)

    def pattern(self, index):
        """An index as a file holds it, and the arrays in it."""
        arrays = [np.asarray(i) if isinstance(i, list | np.generic) else i for i in index
                  if isinstance(i, np.ndarray | list | np.generic)]
        if any(x.dtype.kind not in "iu" for x in arrays):
            raise NotExpanded(f"an index is a mask, which selects as many elements as data has. {MASKED}")
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
        """Put, or add, values where arrays of indices point."""
        index = self.counted(index)
        pattern, arrays = self.pattern(index)
        array, key = np.array(x), tuple(map(plain, index))
        if by is None:
            array[key] = plain(value)
        else:
            silent(getattr(np, by).at, array, key, plain(value))
        self.written(x, self.step("scatter", [x, value, *arrays], {"index": pattern, "by": by}, array))

    def written(self, into, x):
        """Write x over an array, which may be a part of another."""
        if not into.size:
            return into
        root, start, strides = self.place(into)
        value, whole, array = self.value(x), root.array, np.asarray(into)
        if type(value) is not Value or (start, value.shape, into.shape, value.dtype, into.flags.c_contiguous) != (
                0, whole.shape, whole.shape, whole.dtype, True):
            args = [self.parts(root, into.dtype), value]
            array.flags.writeable = True
            array[...] = plain(x)
            parts = whole if into.dtype == whole.dtype else whole.reshape(-1).view(into.dtype)
            value = self.noted("put", args, {"start": start, "sizes": list(into.shape), "strides": strides}, parts)
            value = value if parts is whole else self.noted("bits", [value], {}, whole)
        else:
            whole[...] = plain(x)
        root.value = value
        return into
