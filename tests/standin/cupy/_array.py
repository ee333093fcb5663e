"""The array of the stand-in: NumPy's behind a wall, which counts what passes through it."""

import numpy as np

from ._flags import Flags, Pointer
from ._index import place, place_again
from ._launch import captures, counts, launch, wait
from .cuda import Device, allocate, here, used

shuffle = np.random.default_rng(20)              # who wins where several threads write to one place


class ndarray:
    """Looks like NumPy's from outside; nothing gets in or out that CuPy would not let through."""

    __slots__ = ("base", "bytes", "device_id", "host")
    __array_ufunc__ = None                       # np.exp(a) and np_array + a are refused; CuPy would take np.exp
    __array_priority__ = 100
    __hash__ = None

    def __new__(cls, shape, dtype=float, memptr=None, strides=None, order="C"):
        return garbage(shape, dtype)

    def __del__(self):
        used[self.device_id] -= self.bytes

    def __array__(self, dtype=None, copy=None):
        raise TypeError("Implicit conversion to a NumPy array is not allowed: use a.get().")

    def __array_function__(self, function, types, args, settings):
        raise TypeError(f"numpy.{function.__name__} was called on an array of the device: use xp.{function.__name__}.")

    shape = property(lambda self: self.host.shape)
    dtype = property(lambda self: self.host.dtype)
    ndim = property(lambda self: self.host.ndim)
    size = property(lambda self: self.host.size)
    strides = property(lambda self: self.host.strides)
    itemsize = property(lambda self: self.host.itemsize)
    nbytes = property(lambda self: self.host.nbytes)
    flags = property(lambda self: Flags(self.host.flags, self.base is None))
    data = property(lambda self: Pointer(self))
    device = property(lambda self: Device(self.device_id))
    T = property(lambda self: look(self, self.host.T))
    mT = property(lambda self: look(self, self.host.mT))
    real = property(lambda self: look(self, self.host.real))
    imag = property(lambda self: look(self, self.host.imag))

    def __len__(self):
        return len(self.host)

    def __iter__(self):
        if not self.ndim:
            raise TypeError("iteration over a 0-d array")
        return (self[i] for i in range(len(self)))

    # Out: every look at a value waits for the device and copies

    def get(self, stream=None, order="C", out=None, blocking=True):
        wait()
        counts.syncs += 1
        counts.downloads += 1
        if out is None:
            return np.array(self.host, order=order)
        out[...] = self.host
        return out

    def set(self, array, stream=None):
        if not isinstance(array, np.ndarray) or array.dtype != self.dtype or array.shape != self.shape:
            raise TypeError("Only a numpy.ndarray of the same shape and dtype can be set to cupy.ndarray")
        counts.uploads += 1
        copy = lambda host=self.host: np.copyto(host, array)
        copy() if stream is None or not stream.ptr else stream.queue.append(copy)      # later: both may be written over

    def __bool__(self):
        return bool(self.get())

    def __int__(self):
        return int(self.get())

    def __float__(self):
        return float(self.get())

    def __complex__(self):
        return complex(self.get())

    def __repr__(self):
        return repr(self.get())

    def __str__(self):
        return str(self.get())

    def __format__(self, spec):
        return format(self.get()[()], spec)

    def item(self):
        return self.get().item()

    def tolist(self):
        return self.get().tolist()

    def __reduce__(self):
        import cupy
        return cupy.array, (self.get(),)

    # Within the device

    def copy(self, order="C"):
        return new(lambda: np.array(self.host, order=order))      # also from one device to the current one

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        with self.device:
            return self.copy()

    def astype(self, dtype, order="K", casting=None, subok=None, copy=True):
        dtype = np.dtype(dtype)
        if not copy and dtype == self.dtype:
            return self
        inside(self)

        def converted(source=self.host):
            if source.dtype.kind == "f" and dtype.kind in "iu":   # CUDA stops at the ends, and makes nan 0
                low, high = np.iinfo(dtype).min, min(float(np.iinfo(dtype).max), np.nextafter(2.0**63, 0))
                source = np.clip(np.nan_to_num(source.astype(np.float64), nan=0), low, high)
            with np.errstate(all="ignore"):
                return np.array(source.astype(dtype), order=order)
        return new(converted)

    def fill(self, value):
        value = inside(value)
        launch(lambda: self.host.fill(value))

    def view(self, dtype=None):
        return look(self, self.host.view() if dtype is None else self.host.view(dtype))

    def __getitem__(self, index):
        key, advanced = place(self.shape, index)
        if advanced:
            source = inside(self)
            again = place_again(key, index, self.shape)
            return new(lambda: np.array(source[again()]))
        return look(self, self.host[key if Ellipsis in key else (*key, ...)])       # a view launches nothing

    def __setitem__(self, index, value):
        target = inside(self)
        key, advanced = place(target.shape, index)
        if not advanced:
            if isinstance(value, list | tuple) or isinstance(value, np.ndarray) and value.ndim:
                raise ValueError("non-scalar numpy.ndarray cannot be used for fill")
            value = inside(value)
            launch(lambda: target.__setitem__(key, value))
            return
        if not isinstance(value, ndarray):
            counts.uploads += 1
        again = place_again(key, index, target.shape)
        launch(lambda: self.assign(target, again(), value))

    def assign(self, target, key, value):
        """Write values to places that an array names."""
        positions = np.arange(target.size).reshape(target.shape)[key]
        values = np.broadcast_to(value.host if isinstance(value, ndarray) else value, positions.shape).ravel()
        order = shuffle.permutation(positions.size)               # duplicates: any of them may be the last
        target.flat[positions.ravel()[order]] = values[order]

    def scatter_add(self, index, value):
        target = inside(self)
        if target.dtype.name not in ("int32", "int64", "uint32", "uint64", "float16", "float32", "float64"):
            raise TypeError(f"scatter_add does not support {target.dtype}")
        launch(lambda: np.add.at(target, place(target.shape, index)[0], inside(value)))


def own(host, base=None):
    """An array of the current device around NumPy's; without a base, in memory of its own, row after row."""
    out = object.__new__(ndarray)
    out.base, out.device_id, out.bytes = base, here.device, 0
    out.host = host = np.asarray(host)
    if base is None:
        if not host.flags.forc:
            out.host = host = np.array(host, order="C")
        allocate(host.nbytes)
        out.bytes = host.nbytes
        for hook in here.hooks.values():
            hook.malloc_postprocess(device_id=here.device, size=host.nbytes, mem_size=host.nbytes, mem_ptr=0, pmem_id=0)
    return out


def new(compute):
    """An array that a kernel makes."""
    out = own(compute())
    launch(lambda: np.copyto(out.host, compute()), out.host) if captures else launch(lambda: None)
    return out


def look(array, host):
    """A view of an array's memory."""
    if not host.flags.writeable:
        host.flags.writeable = True                               # no array of the device is read-only
    out = own(host, array if array.base is None else array.base)
    out.device_id = array.device_id
    return out


def garbage(shape, dtype=float, order="C"):
    """Memory as it is found: nothing that a program could take for zeros."""
    dtype = np.dtype(dtype)
    return own(np.full(shape, {"f": np.nan, "c": np.nan, "b": True}.get(dtype.kind, 77), dtype, order=order))


def inside(x):
    """What NumPy computes with: numbers, and arrays of the current device."""
    if type(x) is ndarray:
        if x.device_id != here.device:
            raise ValueError("Array device must be same as the current device: array device = "
                             f"{x.device_id} while current = {here.device}.")
        return x.host
    if isinstance(x, np.ndarray | list):
        raise TypeError(f"Unsupported type {type(x)}")
    return x
