"""Watch the ops, modules and tensors of a running program. Without a Watch, a program is not slower."""

from contextlib import contextmanager
from threading import RLock, get_ident

from ..display.text import shape_text
from ..engine import tensor_types, watchers
from ..engine.backward import wrapping
from ..nn import Module

listeners: list = []                     # Watches to call before and after each module
before: list = []                        # contains the original Module.__call__
lock = RLock()


def watched_call(self, *inputs, **settings):
    """Call a module, and all Watches before and after it; this replaces Module.__call__ while a Watch is active."""
    present = tuple(listeners)
    for listener in present:
        listener.enter(self, inputs)
    result = None
    try:
        result = before[0](self, *inputs, **settings)
    finally:
        for listener in reversed(present):
            listener.leave(self, result)
    return result


class Watch:
    """A `with` block that calls `operation` after each op of this thread, and `entered` and `left` around each module.
    Subclasses define these methods.

    path     the current module's path, as in named_modules; None outside of all modules. A module that is no part of
             `model` is named by its class, in brackets
    kinds    {path: the module}
    """

    def __init__(self, model=None):
        self.paths, self.kinds, self.stack = {}, {}, []
        if model is not None:
            self.add_paths(model, "")

    def add_paths(self, model, prefix):
        for path, module in model.named_modules(prefix=prefix):
            if module not in self.paths:
                self.paths[module], self.kinds[path] = path, module

    @property
    def path(self):
        return self.stack[-1] if self.stack else None

    def __enter__(self):
        self.thread = get_ident()
        with lock:
            if not listeners:
                before[:] = [Module.__call__]
                Module.__call__ = watched_call
            listeners.append(self)
            watchers.append(self.watch)
        return self

    def __exit__(self, *failure):
        with lock:
            watchers.remove(self.watch)
            listeners.remove(self)
            if not listeners:
                Module.__call__ = before[0]

    def enter(self, module, inputs):
        if get_ident() != self.thread:
            return
        if module not in self.paths:                        # a module outside of the model is named by its class
            kind, number = type(module).__name__, 1
            while (name := f"({kind} {number})" if number > 1 else f"({kind})") in self.kinds:
                number += 1
            self.add_paths(module, name)
        self.stack.append(self.paths[module])
        self.entered(module, self.path, inputs)

    def leave(self, module, result):
        if get_ident() == self.thread:
            self.left(module, self.stack.pop(), result)

    def watch(self, op, inputs, settings, result):
        if get_ident() == self.thread:
            self.operation(op, inputs, settings, result)

    def entered(self, module, path, inputs):
        pass

    def left(self, module, path, result):
        pass

    def operation(self, op, inputs, settings, result):
        pass


class Trace(Watch):
    """A Watch that stores which op computed each tensor. Subclasses define `operated`: it returns an object for an op.

    made   {(id of a tensor, its version): result of `operated`}
    """

    def __init__(self, model=None):
        super().__init__(model)
        self.alive, self.made = [], {}

    def operation(self, op, inputs, settings, result):
        outputs = result if isinstance(result, tuple) else (result,)
        sources = [self.source(x) if type(x) in tensor_types else None for x in inputs]
        found = self.operated(op, inputs, settings, outputs, sources)
        for place, x in enumerate(outputs):
            self.note(x, self.output(found, place))
        if inputs and type(inputs[0]) in tensor_types:         # the result of relu_(x) is x: record it too
            self.alive.append(inputs[0])
            self.made[id(inputs[0]), version(inputs[0]) + 1] = found

    def note(self, x, found):
        """Record the object from which x comes."""
        self.alive.append(x)                                   # keep x alive, so that no other tensor gets its id
        self.made[id(x), version(x)] = found

    def source(self, x):
        """Return what `operated` returned for the op that computed x; `unmade(x)` if no recorded op computed x."""
        for number in range(version(x), -1, -1):
            if (id(x), number) in self.made:
                return self.made[id(x), number]
        return self.unmade(x)

    def operated(self, op, inputs, settings, outputs, sources):
        raise NotImplementedError

    def unmade(self, x):
        raise NotImplementedError

    def output(self, found, place):
        return found


@contextmanager
def wrap_derivatives(around):
    """Run every derivative in the block inside a function: around(differentiate, node, grad, …)."""
    wrapping.append(around)
    try:
        yield
    finally:
        wrapping.remove(around)


def version(x):
    """Return a tensor's version: how often it was written to."""
    return x._counter[0] if x._counter is not None and type(x._counter[0]) is int else 0


def tensors_in(value):
    """Return the tensors in nested tuples, lists and dicts, in order."""
    if type(value) in tensor_types:
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return [x for part in parts for x in tensors_in(part)]


def shapes_text(value, join):
    """Return the shapes of the tensors in a value as text; for three or more tensors, their number."""
    shapes = [shape_text(x.shape, x.dtype) for x in tensors_in(value)]
    return join.join(shapes) if len(shapes) < 3 else f"{len(shapes)} outputs"


def parent_path(path, modules):
    """Return the path of the innermost of `modules` that contains a path; None if none does."""
    while path and not path.endswith(")"):                   # "(CrossEntropyLoss)" is no part of the model
        path = path.rpartition(".")[0]
        if path in modules:
            return path
    return None
