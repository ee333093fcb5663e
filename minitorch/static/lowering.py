"""Lowering: an op's forward is run once on arrays that write down the ufuncs that are called on them.

So the steps of a program in NumPy's functions come from the op's own lines, and come to the same bits.
"""

import numpy as np

from ..engine import Op, registry
from .expansion import NotExpanded, array_like, without_inner
from .program import Step, Value
from .steps import cast, reinterpreted, where


class Memory:
    """What lies in the memory of a Noted array now: `value`, None before anything is written.

    fixed   a view with other strides was taken: its memory may not change any more
    """

    def __init__(self, value=None):
        self.value, self.fixed = value, False


class Noted(np.ndarray):
    """An array whose ufuncs are written down by its `lowering`. Others of the same elements share its `memory`."""

    memory = lowering = None

    @property
    def value(self):
        """The Value that it holds now, in its own shape and dtype."""
        if self.memory is None or self.memory.value is None:
            raise NotExpanded("an array is used that no step has made")
        return self.lowering.seen_as(self, self.memory.value)

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **settings):
        found = next(x for x in [*inputs, *(out or ())] if isinstance(x, Noted))
        if method != "__call__" or settings or ufunc.nout > 1:
            raise NotExpanded(f"{ufunc.__name__} is called with {method}, {settings}")
        return found.lowering.ufunc(ufunc, inputs, out and out[0])

    def __array_function__(self, function, types, args, settings):
        raise NotExpanded(f"{function.__name__} is called")

    def plain(self):
        return self.view(np.ndarray)

    def same_elements(self, array):
        """An array of the same elements in the same order, in another shape or dtype."""
        if not self.flags.c_contiguous or not np.may_share_memory(array, self.plain()) and self.size:
            raise NotExpanded("a view of other elements is taken")
        return self.lowering.noted(array, self.memory)

    def view(self, dtype=None, type=None):
        return super().view(dtype) if dtype is np.ndarray else self.same_elements(self.plain().view(dtype))

    def reshape(self, *shape, **settings):
        return self.same_elements(self.plain().reshape(*shape, **settings))

    def __getitem__(self, index):
        found = self.plain()[index]
        if found.shape != self.shape or found.strides != self.strides:
            raise NotExpanded("a part is taken")
        return self.lowering.noted(found, self.memory)

    def __setitem__(self, index, x):
        into = self[index]
        if not isinstance(x, Noted) or (x.shape, x.dtype) != (into.shape, into.dtype) or self.memory.fixed:
            raise NotExpanded("it is written to in another way")
        self.memory.value = x.value

    @property
    def T(self):
        return self.lowering.turned(self)

    def astype(self, dtype, copy=True):
        return self if not copy and self.dtype == dtype else self.lowering.cast(self, np.dtype(dtype))


def looks(self, *args, **settings):
    raise NotExpanded("it looks at a number")


for name in ("__bool__", "__float__", "__int__", "__iter__", "item", "tolist", "copy", "sum", "max", "min", "all",
             "any", "mean"):
    setattr(Noted, name, looks)


class Lowering:
    """The steps in NumPy's functions of one step of a program. It stands for NumPy in what an op's forward calls.

    name   gives names for new Values
    like   the step, of which the new ones take phase and line
    """

    __name__ = "lowering"

    def __init__(self, name, like):
        self.name, self.like, self.steps, self.views = name, like, [], {}

    def __getattr__(self, name):
        found = getattr(np, name)
        if not isinstance(found, np.ufunc | type | float):
            raise NotExpanded(f"{name} is called")
        return found

    def noted(self, array, memory):
        found = array.view(Noted)
        found.memory, found.lowering = memory, self
        return found

    def stand_in(self, x):
        return self.noted(array_like(x), Memory(x)) if type(x) is Value else x

    def empty(self, shape, dtype=float):
        return self.noted(np.empty(shape, dtype), Memory())

    def filled(self, array, number):
        """A constant of one number: it takes no memory of its own, being the same number everywhere."""
        source = np.broadcast_to(np.asarray(number, array.dtype), array.shape)
        return self.noted(array, Memory(Value(self.name(), source, "constant", source)))

    def zeros(self, shape, dtype=float):
        return self.filled(np.zeros(shape, dtype), 0)

    def zeros_like(self, x):
        return self.filled(np.zeros_like(x.plain()), 0)

    def ones_like(self, x):
        return self.filled(np.ones_like(x.plain()), 1)

    def empty_like(self, x):
        return self.noted(np.empty_like(x.plain()), Memory())

    def ascontiguousarray(self, x):
        if not x.flags.c_contiguous:
            raise NotExpanded("a copy is made")
        return x

    def asarray(self, x, dtype=None):
        return x

    def where(self, condition, x, y):
        return self.call("where", where, [condition, x, y], np.where(*map(plain, (condition, x, y))))

    # Steps

    def call(self, name, call, args, array, settings=None, out=None):
        """Write down that call(*args) gives `array`, new, or written over `out`."""
        args = [x.value if isinstance(x, Noted) else constant(x) for x in args]
        made = Value(self.name(), array)
        self.steps.append(Step(name, call, args, settings or {}, [made], phase=self.like.phase, line=self.like.line))
        if out is None:
            return self.noted(array, Memory(made))
        if out.memory is None or out.memory.fixed or (out.shape, out.dtype) != (array.shape, array.dtype):
            raise NotExpanded("it is written over in part")
        out.memory.value = made
        return out

    def ufunc(self, ufunc, inputs, out):
        if out is not None and not isinstance(out, Noted):
            raise NotExpanded("an array of its own is written to")
        array = result_of(ufunc, list(map(plain, inputs)))
        if out is not None and array.dtype != out.dtype:
            raise NotExpanded("a result is cast")
        return self.call(ufunc.__name__, ufunc, inputs, array, out=out)

    def cast(self, x, dtype):
        return self.call("cast", cast, [x], x.plain().astype(dtype), {"dtype": dtype})

    def turned(self, x):
        """xᵀ: from here on what lies in the memory of x does not change."""
        x.memory.fixed = True
        dims = tuple(range(x.ndim))[::-1]
        name, settings = ("transpose", {"dim0": -2, "dim1": -1}) if x.ndim == 2 else ("permute", {"dims": dims})
        return self.view(name, registry[name], x.value, x.plain().T, settings)

    def seen_as(self, x, value):
        """The Value of the same elements in the shape and dtype of x."""
        if (value.shape, value.dtype) == (x.shape, x.dtype):
            return value
        key = value, x.shape, x.dtype
        if key not in self.views:
            name, call, settings = ("reshape", registry["reshape"], {"shape": x.shape}) if value.dtype == x.dtype else \
                ("view", reinterpreted, {"shape": x.shape, "dtype": x.dtype})
            self.views[key] = self.view(name, call, value, x.plain(), settings).value
        return self.views[key]

    def view(self, name, call, value, array, settings):
        made, op = Value(self.name(), array), call if type(call) is Op else None
        self.steps.append(Step(name, call, [value], settings, [made], op=op, shares=True, phase=self.like.phase,
                               line=self.like.line))
        return self.noted(array, Memory(made))


def result_of(ufunc, inputs):
    """An array of the dtype and layout of what a ufunc gives; it is computed only where that tells the layout."""
    arrays = [x for x in inputs if isinstance(x, np.ndarray)]
    whole = max(arrays, key=np.ndim)
    if all(x.flags.c_contiguous and x.shape in ((), whole.shape) for x in arrays):
        given = [np.dtype(bool) if type(x) is bool else getattr(x, "dtype", type(x)) for x in inputs]
        return np.empty(whole.shape, ufunc.resolve_dtypes((*given, None))[-1])
    with np.errstate(all="ignore"):
        return ufunc(*(without_inner(*inputs) if ufunc is np.matmul else inputs))


def plain(x):
    return x.plain() if isinstance(x, Noted) else x


def constant(x):
    """What a step may hold besides Values: numbers."""
    if isinstance(x, np.ndarray):
        raise NotExpanded("an array of its own is read")
    return x
