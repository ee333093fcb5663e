"""The generated functions of one op: their source text, which tracebacks can show, and their namespace."""

import linecache
from sys import _getframe

import numpy as np

from ..backend import ARRAYS
from ..engine.apply import NOTHING, apply, unrecord, watchers, wrap
from ..engine.backward import add_gradient
from ..engine.dispatch import dispatch, paths
from ..engine.grad_mode import recording
from ..engine.node import FREED, Leaf, Node, Spec, tensor_types, tick
from ..engine.piece import mounted
from ..runtime.errors import HOME, own
from ..runtime.functions import MISSING, operate
from ..runtime.grad_modes import inference_blocks, inferring
from ..runtime.version_counter import KEPT_NUMBER, check_kept
from ..runtime.views import follow, share
from . import backward, forward

NAMES = {                              # {name: object} of the globals of generated code
    "ARRAYS": ARRAYS, "FREED": FREED, "KEPT_NUMBER": KEPT_NUMBER, "Leaf": Leaf, "MISSING": MISSING, "NOTHING": NOTHING,
    "inference_blocks": inference_blocks, "inferring": inferring, "Node": Node, "Spec": Spec,
    "_getframe": _getframe, "add_gradient": add_gradient, "apply": apply, "check_kept": check_kept,
    "dispatch": dispatch, "follow": follow, "mounted": mounted, "ndarray": np.ndarray, "new": object.__new__, "np": np,
    "operate": operate, "own": own, "paths": paths, "recording": recording, "share": share,
    "single": np.dtype("float32"), "tensor_types": tensor_types, "tick": tick, "unrecord": unrecord,
    "watchers": watchers}


class Source:
    """The generated functions of `op`, in the namespace of its public function."""

    def __init__(self, op, **names):
        self.op, self.file, self.text = op, f"{HOME}codegen/generated/{op.name}.py", ""
        self.names = op.function.__globals__
        self.names.update(NAMES, Tensor=type(wrap(None)), **names)
        for setting, argument in op.signature.by_name.items():
            self.names[f"{setting}_types"] = {*argument.types, type(None)} if argument.optional else argument.types
        self.names.update({f"{setting}_default": value for setting, value in op.defaults.items()})

    def path(self, letters):
        """Return the path for calls by `dispatch` with inputs of these types, as letters; write it if it is new."""
        name = f"{self.op.name}_" + "".join(one if type(one) is str else one.__name__[0] for one in letters)
        return self.names.get(name) or self.define(name, forward.path_source(self.op, name, letters))

    def public(self):
        """Return the generated public function."""
        return self.define(self.op.name, forward.public_source(self.op))

    def operator(self):
        """Return the generated method of the operator."""
        name = f"{self.op.name}_operator"
        return self.define(name, forward.operator_source(self.op, name))

    def back(self):
        """Return the generated backward function."""
        return self.define(f"{self.op.name}_back", backward.back_source(self.op))

    def define(self, name, written):
        """Add lines of Python to the text, run them, and return the function `name` that they define."""
        before, self.text = self.text, self.text + "\n".join(written) + "\n\n\n"
        code = compile("\n" * before.count("\n") + self.text[len(before):], self.file, "exec")
        linecache.cache[self.file] = len(self.text), None, self.text.splitlines(True), self.file
        defined: dict = {}
        exec(code, self.names, defined)
        self.names[name] = defined[name]
        return defined[name]
