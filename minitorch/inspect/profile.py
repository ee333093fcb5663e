"""Measure time and memory: time each op forward and backward, and count each array while it is in memory."""

from itertools import accumulate
from time import perf_counter
from weakref import WeakKeyDictionary, ref

from .. import backend
from ..display.page import drawing
from ..engine import Leaf, registry
from ..nn import Parameter
from ..runtime.errors import source_line, user_frame
from . import profile_view
from .flops import multiply_adds
from .watch import Watch, wrap_derivatives


class Entry:
    """The counts of one op at one line in one module: its calls, its time, and the bytes of its results."""

    __slots__ = ("back", "bytes", "calls", "line", "op", "path", "products", "seconds")

    def __init__(self, op, path, line):
        self.op, self.path, self.line = op, path, line
        self.calls = self.bytes = self.products = 0
        self.seconds = self.back = 0.0

    def add(self, other):
        """Add the counts of another Entry."""
        for name in ("calls", "bytes", "products", "seconds", "back"):
            setattr(self, name, getattr(self, name) + getattr(other, name))


class profile(Watch):
    """A block `with profile() as p:` that measures its code; afterwards `p` displays itself.

    model      a Module, whose layers are named by their paths; other layers are named by their class
    entries    one Entry for each operation, module and line
    seconds    from the beginning of the block to its end
    peak       the largest number of bytes in memory at once, of arrays that ops or derivatives created or read
    returns    itself: a picture in a notebook, text everywhere else; `.text(times=False)`, `.svg()`, `.peak_held()`

    Times are those of the ops and derivatives themselves; the rest of `seconds` is Python's.
    Memory that NumPy allocates and frees within one op is not counted.
    """

    def __init__(self, model=None):
        super().__init__(model)
        self.found, self.of_node = {}, WeakKeyDictionary()
        self.seconds, self.took, self.busy, self.started = 0.0, 0.0, False, None
        self.alive, self.log, self.held, self.peak, self.highest = {}, [], 0, 0, 0

    @property
    def entries(self):
        return list(self.found.values())

    def __enter__(self):
        super().__enter__()
        self.forwards = [(op, op.forward, self.timed(op.forward)) for op in registry.values()]
        for op, _, timed in self.forwards:
            op.forward = timed
        self.backs = wrap_derivatives(self.timed_back)
        self.backs.__enter__()
        self.started = perf_counter()
        return self

    def __exit__(self, *failure):
        self.seconds += perf_counter() - self.started
        self.started = None
        self.backs.__exit__(None, None, None)
        for op, forward, timed in self.forwards:
            if op.forward is timed:                        # otherwise another function was mounted in the meantime
                op.forward = forward
        super().__exit__(*failure)

    def timed(self, forward):
        """Return `forward` with a timer; it is off inside a derivative, which is timed as a whole."""
        def run(xp, *arrays, **settings):
            if self.busy or self.started is None:
                return forward(xp, *arrays, **settings)
            self.busy, start = True, perf_counter()
            try:
                return wait_for_gpu(forward(xp, *arrays, **settings))
            finally:
                self.took, self.busy = perf_counter() - start, False
        return run

    def operation(self, op, inputs, settings, result):
        if self.busy:                                      # part of a derivative, which is timed as a whole
            return
        outputs = result if isinstance(result, tuple) else (result,)
        frame = user_frame()
        entry = self.entry(op.name, source_line(frame.f_code, lineno=frame.f_lineno))
        entry.calls += 1
        entry.seconds += self.took
        entry.products += multiply_adds(op, inputs, settings, outputs)
        self.took = 0.0
        for x in inputs:
            if hasattr(x, "array"):
                self.hold(x.array, None, "parameters" if isinstance(x, Parameter) else "arrays made before")
        for x in outputs:
            entry.bytes += self.hold(x.array, entry, f"results of {op.name}")
            node = x._node
            if node is not None and type(node) is not Leaf:
                node = getattr(node, "node", node)
                self.of_node[node] = entry
                for kept in node.out if isinstance(node.out, tuple) else (node.out,):
                    entry.bytes += self.hold(kept, entry, f"saved by {op.name} for backward")

    def entry(self, name, line):
        key = name, self.path, line
        if key not in self.found:
            self.found[key] = Entry(*key)
        return self.found[key]

    def timed_back(self, differentiate, node, *how):
        """Run a derivative and measure its time."""
        if self.busy:
            return differentiate(node, *how)
        entry = self.of_node.get(node) or self.entry(node.op.name, source_line(node.code, node.at))
        self.busy, start = True, perf_counter()
        try:
            result = differentiate(node, *how)
            for part in result:
                wait_for_gpu(part)
        finally:
            entry.back += perf_counter() - start
            self.busy = False
        for part in result:
            self.hold(getattr(part, "array", part), entry, "gradients")
        return result

    def hold(self, array, entry, what):
        """Count an array's memory until it is freed; return the new bytes."""
        if type(array) not in backend.ARRAYS:
            return 0
        while type(array.base) in backend.ARRAYS:
            array = array.base
        key = id(array)
        if key in self.alive or not array.nbytes:
            return 0
        size = array.nbytes

        def gone(_):
            del self.alive[key]
            self.held -= size
            self.log.append((-size, key, None, what))
        try:
            self.alive[key] = ref(array, gone)
        except TypeError:                                  # this array type allows no weak references
            return size
        self.held += size
        self.log.append((size, key, entry, what))
        if self.held > self.peak:
            self.peak, self.highest = self.held, len(self.log)
        return size

    def peak_held(self):
        """Return the arrays that were in memory at the peak: [(bytes, what, line)], largest first."""
        there = {}
        for size, key, entry, what in self.log[:self.highest]:
            if size > 0:
                there[key] = size, what, entry.line if entry and what != "gradients" else ""
            else:
                there.pop(key, None)
        sums: dict = {}
        for size, what, line in there.values():
            sums[what, line] = sums.get((what, line), 0) + size
        return sorted(((size, *key) for key, size in sums.items()), key=lambda part: (-part[0], part[1:]))

    def curve(self):
        """Return the bytes in memory after each array that was created or freed."""
        return list(accumulate(size for size, *_ in self.log))

    def by(self, what):
        """Return {name: Entry with the sums}, by "op", "path" or "line", in the order of the first call."""
        sums: dict = {}
        for entry in self.found.values():
            sums.setdefault(getattr(entry, what), Entry(entry.op, entry.path, entry.line)).add(entry)
        return sums

    def text(self, times=True):
        """Return the profile as tables; without times the text is the same on every run."""
        return profile_view.text(self, times)

    def svg(self):
        """Return the profile as a picture: time by op, and memory from beginning to end."""
        return profile_view.svg(self)

    def __repr__(self):
        return self.text()

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"text/plain": self.text(), **drawing(self.svg())}


def wait_for_gpu(result):
    """Wait until a GPU has computed the result, and return it."""
    if type(result) in backend.ARRAYS and backend.library_of(result).__name__ == "cupy":
        backend.library_of(result).cuda.get_current_stream().synchronize()
    return result
