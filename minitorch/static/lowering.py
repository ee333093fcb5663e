"""Lower an op to NumPy's functions: run its forward once on arrays that record which ufuncs are called on them.

The steps come from the op's own code, so they compute exactly the same bits.
"""

import numpy as np

from ..engine import Op, registry
from .expansion import NotExpanded, array_like, without_inner
from .program import Step, Value, cast, reinterpreted, where


class Memory:
    """The content of a Noted array's memory: the Value in `value`, or None for an array from empty().

    fixed   whether a view with other strides exists; later writes to this memory are then refused
    """

    def __init__(self, value=None):
        self.value, self.fixed = value, False


class Noted(np.ndarray):
    """An array whose ufuncs `lowering` records. Arrays with the same elements in memory share one `memory`."""

    memory = lowering = None

    @property
    def value(self):
        """The Value that is now in the array, as a Value of the array's shape and dtype."""
        if self.memory is None or self.memory.value is None:
            raise NotExpanded("the op reads an array from empty() before writing to the array")
        return self.lowering.in_form_of(self, self.memory.value)

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **settings):
        found = next(x for x in [*inputs, *(out or ())] if isinstance(x, Noted))
        if method != "__call__" or settings or ufunc.nout > 1:
            raise NotExpanded(f"{ufunc.__name__} is called with {method}, {settings}")
        return found.lowering.record_ufunc(ufunc, inputs, out and out[0])

    def __array_function__(self, function, types, args, settings):
        raise NotExpanded(f"{function.__name__} is called")

    def plain(self):
        return self.view(np.ndarray)

    def same_elements(self, array):
        """Return a Noted array with the same elements in the same order, in the shape and dtype of `array`."""
        if not self.flags.c_contiguous or not np.may_share_memory(array, self.plain()) and self.size:
            raise NotExpanded("the op makes a view of some elements of an array")
        return self.lowering.noted(array, self.memory)

    def view(self, dtype=None, type=None):
        return super().view(dtype) if dtype is np.ndarray else self.same_elements(self.plain().view(dtype))

    def reshape(self, *shape, **settings):
        return self.same_elements(self.plain().reshape(*shape, **settings))

    def __getitem__(self, index):
        found = self.plain()[index]
        if found.shape != self.shape or found.strides != self.strides:
            raise NotExpanded("the op reads an element or a part of an array, which is not supported")
        return self.lowering.noted(found, self.memory)

    def __setitem__(self, index, x):
        into = self[index]
        if not isinstance(x, Noted) or (x.shape, x.dtype) != (into.shape, into.dtype) or self.memory.fixed:
            raise NotExpanded("the op writes to an array in a way that cannot be recorded")
        self.memory.value = x.value

    @property
    def T(self):
        return self.lowering.record_transpose(self)

    def astype(self, dtype, copy=True):
        return self if not copy and self.dtype == dtype else self.lowering.record_cast(self, np.dtype(dtype))


def raise_on_value_read(self, *args, **settings):
    raise NotExpanded("the op reads the numbers of an array")


for name in ("__bool__", "__float__", "__int__", "__iter__", "item", "tolist", "copy", "sum", "max", "min", "all",
             "any", "mean"):
    setattr(Noted, name, raise_on_value_read)


class Lowering:
    """A stand-in for the numpy module that records the calls in an op's forward as `steps`, to replace one step.

    name   name() returns a name for a new Value
    like   the step to replace; the new steps have its phase and line
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
        """Return a constant that is `number` everywhere, stored with strides of 0."""
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
            raise NotExpanded("the op copies an array")
        return x

    def asarray(self, x, dtype=None):
        return x

    def where(self, condition, x, y):
        return self.call("where", where, [condition, x, y], np.where(*map(array_without_notes, (condition, x, y))))

    # Methods that add steps

    def call(self, name, call, args, array, settings=None, out=None):
        """Record a step: call(*args) returns `array`, as a new array or in the memory of `out`."""
        args = [x.value if isinstance(x, Noted) else check_constant(x) for x in args]
        made = Value(self.name(), array)
        self.steps.append(Step(name, call, args, settings or {}, [made], phase=self.like.phase, line=self.like.line))
        if out is None:
            return self.noted(array, Memory(made))
        if out.memory is None or out.memory.fixed or (out.shape, out.dtype) != (array.shape, array.dtype):
            raise NotExpanded("the op overwrites a part of an array")
        out.memory.value = made
        return out

    def record_ufunc(self, ufunc, inputs, out):
        if out is not None and not isinstance(out, Noted):
            raise NotExpanded("the op writes to an array that is not recorded")
        array = result_of(ufunc, list(map(array_without_notes, inputs)))
        if out is not None and array.dtype != out.dtype:
            raise NotExpanded("the op casts a result to the dtype of `out`")
        return self.call(ufunc.__name__, ufunc, inputs, array, out=out)

    def record_cast(self, x, dtype):
        return self.call("cast", cast, [x], x.plain().astype(dtype), {"dtype": dtype})

    def record_transpose(self, x):
        """Record a transpose and return xᵀ; later writes to the memory of x are refused."""
        x.memory.fixed = True
        dims = tuple(range(x.ndim))[::-1]
        name, settings = ("transpose", {"dim0": -2, "dim1": -1}) if x.ndim == 2 else ("permute", {"dims": dims})
        return self.view(name, registry[name], x.value, x.plain().T, settings)

    def in_form_of(self, x, value):
        """Return `value` in the shape and dtype of x; record a reshape or view if it has others."""
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
    """Return an array with the dtype and strides of a ufunc's result; run the ufunc only if they are not known."""
    arrays = [x for x in inputs if isinstance(x, np.ndarray)]
    whole = max(arrays, key=np.ndim)
    if all(x.flags.c_contiguous and x.shape in ((), whole.shape) for x in arrays):
        given = [np.dtype(bool) if type(x) is bool else getattr(x, "dtype", type(x)) for x in inputs]
        return np.empty(whole.shape, ufunc.resolve_dtypes((*given, None))[-1])
    with np.errstate(all="ignore"):
        return ufunc(*(without_inner(*inputs) if ufunc is np.matmul else inputs))


def array_without_notes(x):
    return x.plain() if isinstance(x, Noted) else x


def check_constant(x):
    """Return x if it is a number, which a step may contain; raise NotExpanded for an array."""
    if isinstance(x, np.ndarray):
        raise NotExpanded("the op reads an array that was made outside the compiled function")
    return x
