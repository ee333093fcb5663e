"""A simulated GPU that is reached by calls alone, so that it stays with the grader and no answer sees into it."""

from .gpu import ARITHMETIC, OnGpu

REACHED = ("sum", "mean", "detach", "get", "cpu", "numpy", "item", "__float__", "__bool__", "__repr__", "__format__",
           "__len__", "__getitem__", "__matmul__", *(name for name in vars(OnGpu) if name.strip("_") in ARITHMETIC))


class GpuCalls:
    """A Gpu that is reached by calls alone: who makes them gets a number for each array that lies there."""

    def __init__(self, gpu):
        self.gpu, self.arrays = gpu, []

    def lent(self, made):
        """Return what the caller gets of a result: (number, shape) of an array on the GPU, else the result itself."""
        if not isinstance(made, OnGpu):
            return made
        self.arrays.append(made)
        return {"number": len(self.arrays) - 1, "shape": made.shape}

    def __call__(self, name, number, *inputs):
        """Call a method of an array by its number, or of the GPU without one."""
        if name not in (("put", "launch", "synchronize", "clock") if number is None else REACHED):
            raise AttributeError(f"nothing on the GPU is called {name}")
        inputs = [self.arrays[each["number"]] if isinstance(each, dict) else each for each in inputs]
        return self.lent(getattr(self.gpu if number is None else self.arrays[number], name)(*inputs))


class FarGpu:
    """A Gpu of which only its calls are there."""

    def __init__(self, call):
        self.call = call

    def put(self, array):
        return FarArray(self.call, self.call("put", None, array))

    def launch(self, *work):
        self.call("launch", None, *work)

    def synchronize(self):
        self.call("synchronize", None)

    def clock(self):
        return self.call("clock", None)


class FarArray:
    """An OnGpu of which only its number and its shape are there."""

    __array_ufunc__ = None

    def __init__(self, call, lent):
        self.call, self.lent, self.shape = call, lent, tuple(lent["shape"])


def far(name):
    """Make a method of FarArray: that of OnGpu, where the array is."""
    def method(self, *inputs):
        made = self.call(name, self.lent["number"], *(getattr(each, "lent", each) for each in inputs))
        return FarArray(self.call, made) if isinstance(made, dict) else made
    method.__name__ = name
    return method


for name in REACHED:
    setattr(FarArray, name, far(name))
