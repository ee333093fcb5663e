"""Tensor: an array, the node that computed it, and PyTorch's methods and properties."""

import numpy as np

from .. import backend, dtypes, paths, random
from ..engine import Leaf, dispatch, is_grad_enabled, register_tensor, registry, tensor_types, wrap
from ..engine.piece import mounted
from ..runtime import NUMBERS, DetachedBy, backward, backward_from, hooks_after, hooks_of, leaf_of, set_item
from ..runtime.missing import lacking
from ..runtime.version_counter import check_inference
from ..runtime.views import QUIET
from . import indexing
from .arrays import legacy_array, to_array


class Named(type):
    """The type of Tensor and Size: their classes print the name that users import."""

    def __repr__(cls):
        return (f"<class 'minitorch.{cls.__name__}'>" if cls.__module__ == __name__ else
                type.__repr__(cls))


class Size(tuple, metaclass=Named):
    """A shape: a tuple that also has `numel()`. Sums and slices of shapes are shapes.

    sizes   an iterable of integers; TypeError for others
    """

    __slots__ = ()

    def __new__(cls, sizes=()):
        sizes = [size.item() if isinstance(size, Tensor | np.generic) else size for size in sizes]
        for place, size in enumerate(sizes):
            if not hasattr(type(size), "__index__"):
                raise TypeError("minitorch.Size() takes an iterable of 'int' (item "
                                f"{place} is '{type(size).__name__}')")
        return tuple.__new__(cls, sizes)

    def numel(self):
        """Return the number of elements of a tensor of this shape."""
        total = 1
        for size in self:
            total *= size
        return total

    def __getitem__(self, index):
        part = tuple.__getitem__(self, index)
        return Size(part) if type(index) is slice else part

    def __add__(self, other):
        whole = tuple.__add__(self, other)
        return whole if whole is NotImplemented else Size(whole)

    def __radd__(self, other):
        return Size(other + tuple(self)) if isinstance(other, tuple) else NotImplemented

    def __mul__(self, times):
        return Size(tuple.__mul__(self, times))

    __rmul__ = __mul__

    def __repr__(self):
        return f"minitorch.Size({list(self)})"


def only_number(x):
    """Return the one element of x as a Python number, for float(x), int(x) and complex(x)."""
    if x.array.size != 1:
        raise ValueError("only one element tensors can be converted to Python scalars, and this one has "
                         f"{x.array.size}: use .tolist(), or reduce it first.")
    return backend.to_host(x.array).item()


class Tensor(metaclass=Named):
    """An n-dimensional array, whose history is recorded if a gradient is needed.

    Use `minitorch.tensor(data)` to make one; the old `Tensor(data)` makes a float32 tensor, or a view of a tensor.
    `.array` is its NumPy or CuPy array.
    """

    array: np.ndarray
    # _node    the Node that computed the tensor, or its Leaf; None if no gradient is needed
    # _counter    [version, last write], shared by all tensors on the same memory
    # _view    how the tensor was made from its base, if both share memory
    # _detached_by     the call that left the tensor without a graph; backward's error names the call
    __slots__ = "__dict__", "__weakref__", "_counter", "_detached_by", "_node", "_view", "array"
    _generation = 0         # number of recorded in-place writes; after each write, views compute their nodes again
    _turns = ()             # for older views: the op that undoes each in-place change of the shape
    _grad = None
    __array_priority__ = 1000

    def __init_subclass__(cls, **settings):
        super().__init_subclass__(**settings)
        register_tensor(cls)

    def __new__(cls, *data, **settings):
        self = object.__new__(cls)
        self._node = self._counter = self._view = self._detached_by = None
        return self

    def __init__(self, *data, device=None):
        if len(data) == 1 and isinstance(data[0], Tensor):           # Tensor(x) is a view of x
            view = data[0][...]
            self.array, self._node, self._counter, self._view = view.array, view._node, view._counter, view._view
        else:
            self.array = backend.move(legacy_array(data, dtypes.default.numpy), device or "cpu")

    # Methods for attributes

    @property
    def shape(self):
        """The sizes of the tensor's dimensions, a Size."""
        return tuple.__new__(Size, self.array.shape)          # the sizes of an array need no check

    @property
    def dtype(self):
        """The type of the elements, such as minitorch.float32."""
        return dtypes.BY_NUMPY[self.array.dtype]

    @property
    def device(self):
        """The device on which the tensor's memory is."""
        return backend.device_of(self.array)

    @property
    def ndim(self):
        """The number of dimensions."""
        return self.array.ndim

    def refresh(self):
        """Compute a view's node again if its base was written to since; do nothing for other tensors."""
        view = self._view
        if view is not None and view.seen != view.base._generation:
            view.refresh(self)

    def refresh_open(self):
        """Refresh a view's node, unless that would raise, as for a view made under no_grad."""
        if self._view is not None and self._view.closed is not QUIET:
            self.refresh()

    @property
    def requires_grad(self):
        """Whether operations on the tensor are recorded.

        Setting it raises RuntimeError for integers, or for False if the tensor is not a leaf.
        """
        self.refresh_open()
        return self._node is not None

    @requires_grad.setter
    def requires_grad(self, wanted):
        if not wanted and not self.is_leaf:
            raise RuntimeError("you can only change requires_grad flags of leaf variables. "
                               "If you want a tensor outside the graph, use x.detach().")
        if wanted and self.array.dtype.kind not in "fc":
            raise RuntimeError(f"only Tensors of floating point and complex dtype can require gradients; "
                               f"this one is {self.dtype}. Convert first: x.float().")
        if wanted:
            check_inference(self, "Setting requires_grad=True on")
            leaf_of(self)
        else:
            self._node = None

    def requires_grad_(self, requires_grad=True):
        """Set requires_grad; return the tensor."""
        self.requires_grad = requires_grad
        return self

    @property
    def is_leaf(self):
        """True if no recorded operation computed the tensor: gradients stop here."""
        self.refresh_open()
        return self._node is None or type(self._node) is Leaf

    @property
    def grad_fn(self):
        """The node of the operation that computed the tensor; None for a leaf."""
        self.refresh()
        return None if self.is_leaf else paths.module("rare.autograd.grad_fn").grad_fn(self._node)

    @property
    def grad(self):
        """The sum of the gradients from backward, of the tensor's shape; None before the first backward.

        A tensor that is not a leaf has a gradient only after retain_grad().
        """
        if self._grad is None and not self.is_leaf and (self._node.hooks is None
                                                         or self._node.hooks.retained is None):
            from warnings import warn
            warn("The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its gradient "
                 "is not kept; call .retain_grad() on the non-leaf Tensor before backward.", UserWarning,
                 stacklevel=2)
        return self._grad

    @grad.setter
    def grad(self, value):
        if value is not None and not isinstance(value, Tensor):
            raise TypeError("assigned grad expected to be a Tensor or None but got grad of type "
                            f"{type(value).__name__}. To empty it: x.grad = None.")
        if value is not None and tuple(value.shape) != tuple(self.shape):
            raise RuntimeError(f"assigned grad has data of a different size: {tuple(value.shape)} for a "
                               f"tensor of {tuple(self.shape)}.")
        if value is not None and value.array.dtype != self.array.dtype:
            raise RuntimeError(f"assigned grad has data of a different type: {value.dtype} for a tensor of "
                               f"{self.dtype}. Convert it first: x.grad = grad.to(x.dtype).")
        if value is not None and value.device != self.device:
            raise RuntimeError(f"assigned grad has data located on a different device: {value.device} for a tensor on "
                               f"{self.device}. Move it first: x.grad = grad.to(x.device).")
        self._grad = value

    @property
    def data(self):
        """The same memory outside the graph, with another version counter: backward does not detect writes to it."""
        out = tensor_of(self.array)
        out._detached_by = self._detached_by if self._node is None else DetachedBy(".data")
        return out

    @data.setter
    def data(self, value):
        if not isinstance(value, Tensor):
            raise TypeError(f"Variable data has to be a tensor, but got {type(value).__name__}. Convert it first: "
                            "x.data = minitorch.tensor(...).")
        self.array = value.array
        self._view = self._counter = None
        if type(self._node) is Leaf:
            self._node.shape, self._node.dtype = self.array.shape, self.array.dtype

    @property
    def _version(self):
        return 0 if self._counter is None else self._counter[0]

    @property
    def _base(self):
        return None if self._view is None else self._view.base

    # Methods for the graph

    def backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None):
        """Add d self / d leaf to the .grad of every leaf; see `minitorch.autograd.backward`."""
        if backward_from in mounted and gradient is inputs is None and not retain_graph and not create_graph:
            backward_from.run(self)
        else:
            backward(self, gradient, retain_graph, create_graph, inputs)

    def detach(self):
        """Return a tensor outside the graph with the same memory and version counter.

        (*) -> (*)

        >>> minitorch.ones(2, requires_grad=True).detach().requires_grad
        False
        """
        if self._counter is None:
            self._counter = [0, None]
        out = tensor_of(self.array)
        out._counter = self._counter
        out._detached_by = self._detached_by if self._node is None else DetachedBy("detach()")
        return out

    def detach_(self):
        """Remove the tensor from the graph, in place; return it. Raises RuntimeError for a view."""
        if self._view is not None:
            raise RuntimeError("Can't detach views in-place. Use detach() instead.")
        if self._node is not None:
            self._node, self._detached_by = None, DetachedBy("detach_()")
        return self

    def retain_grad(self):
        """Keep this tensor's gradient in .grad although it is no leaf. RuntimeError if it requires no gradient."""
        from weakref import ref
        if not self.requires_grad:
            raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
        if not self.is_leaf:
            hooks_of(self._node).retained = ref(self)

    def register_hook(self, hook):
        """Call hook(grad) when this tensor's gradient is complete; a tensor that it returns replaces the gradient.

        returns   a handle whose .remove() removes the hook

        Raises RuntimeError for a tensor without a gradient.
        """
        if not self.requires_grad:
            raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
        return hooks_of(self._node).add(hook)

    def register_post_accumulate_grad_hook(self, hook):
        """Call hook(tensor) after backward has added to this leaf's .grad. RuntimeError if it is not a leaf."""
        if type(self._node) is not Leaf:
            raise RuntimeError("post accumulate grad hooks cannot be registered on non-leaf tensors")
        return hooks_after(self._node).add(hook)

    def share_memory_(self):
        """Move the tensor, in place, to memory that processes can share; minitorch.multiprocessing sends it to them."""
        paths.module("rare.tensors.shared").share(self)
        return self

    def is_shared(self):
        """Return whether `share_memory_` has moved the tensor to shared memory."""
        return paths.module("rare.tensors.shared").memory_of(self.array) is not None

    # Methods of Python's protocols

    def __len__(self):
        if not self.array.ndim:
            raise TypeError("len() of a 0-d tensor")
        return len(self.array)

    def __iter__(self):
        if not self.array.ndim:
            raise TypeError("iteration over a 0-d tensor: use .item() for its value.")
        return iter(self.unbind(0))

    def __getitem__(self, index):
        index, arrays = indexing.encode(self, index)
        if arrays and indexing.numbers_apart(index):
            numbers, index = indexing.numbers_first(index, arrays)
            self = dispatch(registry["getitem"], (self,), {"index": numbers})
        return dispatch(registry["getitem"], (self, *arrays), {"index": index})

    def __setitem__(self, index, value):
        index, arrays = indexing.encode(self, index)
        if arrays and indexing.numbers_apart(index):
            numbers, index = indexing.numbers_first(index, arrays)
            self = dispatch(registry["getitem"], (self,), {"index": numbers})
        if type(value) not in tensor_types and type(value) not in NUMBERS:
            value = tensor_of(to_array(value))
        elif arrays and type(value) in tensor_types:
            indexing.check_dtype(self, arrays, value)
        if type(value) in tensor_types:
            value = indexing.fit_value(self, index, arrays, value.to(self.device))
        set_item(registry["setitem"], self, value, arrays, {"index": index})

    def __bool__(self):
        if self.array.size != 1:
            raise RuntimeError("Boolean value of Tensor with " + ("no values" if self.array.size == 0 else
                               "more than one value") + " is ambiguous: use .any() or .all().")
        return bool(self.item())

    def __index__(self):
        if self.array.dtype.kind not in "biu" or self.array.size != 1:
            raise TypeError("only integer tensors of a single element can be converted to an index")
        return int(self.item())

    def __float__(self):
        return float(only_number(self))

    def __int__(self):
        return int(only_number(self))

    def __complex__(self):
        return complex(only_number(self))

    def __contains__(self, value):
        return bool((self == value).any())

    __hash__ = object.__hash__

    def item(self):
        """Return the tensor's one element as a Python number.

        (), or one element of any shape -> a number

        Raises RuntimeError if there are several elements, or none.

        >>> minitorch.tensor([2.5]).item()
        2.5
        """
        if self.array.size != 1:
            raise RuntimeError(f"a Tensor with {self.array.size} elements cannot be converted to Scalar; "
                               "use .tolist(), or reduce it first.")
        return backend.to_host(self.array).item()

    def tolist(self):
        """Return the elements as nested lists of Python numbers; for a 0-d tensor, a number.

        (n, m) -> n lists of m numbers

        >>> minitorch.tensor([[1, 2], [3, 4]]).tolist()
        [[1, 2], [3, 4]]
        """
        return backend.to_host(self.array).tolist()

    def numpy(self, *, force=False):
        """Return a NumPy array that shares the tensor's memory; the tensor must be on the CPU and require no gradient.

        (*) -> an array (*); force: also from a GPU, or if a gradient is required

        Raises RuntimeError if the tensor requires a gradient, unless in no_grad; TypeError if it is on a GPU.

        >>> minitorch.ones(2).numpy()
        array([1., 1.], dtype=float32)
        """
        if self.requires_grad and not force and is_grad_enabled():
            raise RuntimeError("Can't call numpy() on Tensor that requires grad. "
                               "Use tensor.detach().numpy() instead.")
        if self.device.type != "cpu" and not force:
            raise TypeError(f"can't convert {self.device} device type tensor to numpy. Use Tensor.cpu() to copy the "
                            "tensor to host memory first.")
        return backend.move(self.array, "cpu")

    def __array__(self, dtype=None, copy=None):
        array = self.numpy()
        if dtype is not None and array.dtype != dtype:
            return array.astype(dtype)
        return array.copy() if copy else array

    def __array_wrap__(self, array, context=None, return_scalar=False):
        array = np.asarray(array)                # the result of a NumPy function called on tensors
        return tensor_of(array.astype(np.uint8) if array.dtype == bool else array)

    def __deepcopy__(self, memo):
        if not self.is_leaf:
            raise RuntimeError("Only Tensors created explicitly by the user (graph leaves) support the "
                               "deepcopy protocol at the moment. Use x.detach().clone() or x.clone().")
        if id(self) in memo:
            return memo[id(self)]
        with backend.on(self.array):
            out = tensor_of(self.array.copy(), type(self))
        memo[id(self)] = out
        out.__dict__.update({name: value for name, value in self.__dict__.items() if not name.startswith("_")})
        if self._grad is not None:
            out._grad = self._grad.__deepcopy__(memo)
        if self._node is not None:
            leaf_of(out)
        return out

    def __reduce_ex__(self, protocol):
        return rebuild, (backend.move(self.array, "cpu"), self.requires_grad and self.is_leaf, type(self),
                         str(self.device))

    def __repr__(self):
        from .printing import show
        return show(self)

    def __format__(self, spec):
        return format(self.item(), spec) if self.array.ndim == 0 else object.__format__(self, spec)

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(f"'Tensor' object has no attribute '{name}'")
        raise lacking("Tensor", name, lambda: dir(type(self)))


def tensor_of(array, kind=Tensor):
    """Return a Tensor of `array` outside any graph, of class `kind`."""
    out = kind.__new__(kind)
    out.array = array
    return out


def rebuild(array, requires_grad, kind, device="cpu"):
    """Make a pickled tensor again from its array, whether it is a leaf that requires grad, its class and device."""
    out = tensor_of(backend.move(array, backend.reachable(device)), kind)
    if requires_grad:
        leaf_of(out)
    return out


register_tensor(Tensor)
random.wrap = wrap
