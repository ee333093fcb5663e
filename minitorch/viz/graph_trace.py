"""Run a call once and turn its ops into boxes and arrows, with their modules; also ops that record no gradient."""

from functools import cache

from ..engine import tensor_types
from ..inspect.watch import Trace, shapes_text, tensors_in
from ..nn import Module
from ..runtime import DetachedBy, source_line, user_frame
from .dot import Box, value_text
from .graph import op_title, source


class Drawn(Trace):
    """The boxes of a run. For each tensor it notes a pair: the tensor's box, and the label of arrows from that box.

    still    the arrows through which no gradient passes
    shapes   {path of a module: shape of its output}
    """

    def __init__(self, model, names):
        super().__init__(model)
        self.boxes, self.arrows, self.still = [], [], set()
        self.names, self.arrays, self.line = names, {}, cache(source_line)
        self.owned, self.shapes, self.caller = {}, {}, user_frame()
        for path, module in () if model is None else model.named_modules():
            for kind, parts in (("parameter", module._parameters), ("constant", module._buffers)):
                for name, x in parts.items():
                    if x is not None:
                        self.owned.setdefault(id(x), (path, name, kind))

    def begin(self, inputs, words):
        """Add a box for each input, named by the user's variable or by forward's argument."""
        for place, x in enumerate(inputs):
            for y in tensors_in(x):
                name = self.names.get(id(y.array)) or (words[place] if place < len(words) else "input")
                self.note(y, (self.add(Box("input", name, y.array), None, not y.requires_grad), None))

    def finish(self, result, names):
        """Add a box for each tensor in the result."""
        found = tensors_in(result)
        for place, x in enumerate(found):
            name = names.get(id(x.array)) or (f"output {place}" if len(found) > 1 else "output")
            self.arrow(self.source(x), self.add(Box("output", name, x.array), None, x._node is None),
                       x._node is not None)

    def add(self, box, path=None, still=False):
        box.id, box.path, box.still = f"n{len(self.boxes)}", path, still
        self.boxes.append(box)
        return box

    def arrow(self, found, box, flows):
        arrow = found[0].id, box.id, found[1]
        self.arrows.append(arrow)
        if not flows:
            self.still.add(arrow)

    def operated(self, op, inputs, settings, outputs, sources):
        node = next((source(x._node) for x in outputs if x._node is not None), None)
        constants = [self.add(Box("constant", value_text(x)), self.path, True)
                     if isinstance(x, int | float | bool | complex) else None for x in inputs]
        box = self.add(Box("op", op_title(op, settings, inputs), outputs[0].array if len(outputs) == 1 else None,
                           f"{len(outputs)} outputs"), self.path, node is None)
        frame = user_frame()
        if frame is not self.caller:                    # skip the line that calls draw(), because it is no useful label
            box.line = self.line(frame.f_code, lineno=frame.f_lineno)
        cut = next((x._detached_by for x in outputs if type(x._detached_by) is DetachedBy), None)
        if node is None and cut is not None and any(x._node is not None for x in inputs if type(x) in tensor_types):
            box.why = f"no gradient: {cut.how if type(cut.how) is str else cut.dtype}"
        for place, found in enumerate(sources):
            if found is None and constants[place] is not None:
                found = constants[place], None
            if found is not None:
                self.arrow(found, box, node is not None and node.edges[place] is not None)
        return box, None

    def left(self, module, path, result):
        self.shapes[path] = shapes_text(result, " and ")

    def output(self, found, place):
        return (found[0], f"output {place}") if place else found

    def note(self, x, found):
        super().note(x, found)
        self.arrays.setdefault(id(x.array), found)

    def unmade(self, x):
        if id(x.array) in self.arrays and id(x) not in self.owned:        # a detached tensor shares this memory
            known = type(x._detached_by) is DetachedBy
            found = self.arrays[id(x.array)][0], x._detached_by.how if known else "detached"
        elif id(x) in self.owned:
            path, name, kind = self.owned[id(x)]
            box = Box(kind, f"{path}.{name}" if path else name, x.array,
                      grad=None if x._grad is None else x._grad.array)
            if kind == "parameter" and not x.requires_grad:
                box.why = "frozen"
            found = self.add(box, path, not x.requires_grad), None
        else:
            name = self.names.get(id(x.array))
            kind = "input" if name or x.requires_grad else "constant"
            found = self.add(Box(kind, name, x.array), None if name else self.path, not x.requires_grad), None
        self.note(x, found)
        return found


def traced(call, inputs, model, names):
    """Call a function or module once, watch its ops, and return a Drawn."""
    drawn = Drawn(model, {id(x.array): name for name, x in names.items()})
    forward = getattr(call, "forward", call) if isinstance(call, Module) else call
    code = getattr(forward, "__code__", None)
    words = code.co_varnames[:code.co_argcount] if code is not None else ()
    drawn.begin(inputs, words[1:] if hasattr(forward, "__self__") else words)
    with drawn:
        result = call(*inputs)
    drawn.finish(result, {})
    return drawn
