"""The record that `diagnose` makes of the forward and the backward pass of a batch."""

from .. import backend
from ..display.text import short_line
from ..engine import tensor_types
from ..nn import Parameter
from ..nn.normalization import BatchNorm
from ..runtime import DetachedBy, source_line, user_frame
from .watch import Watch

ENOUGH = 8                # a unit is called dead only after this many samples


class Examination(Watch):
    """The record of one run.

    loss      the loss, or None if the run stopped before it
    used      ids of the parameters that an op read
    cuts      an entry for each point where a gradient ends, in the order of the program
    origin    {id of an array with nan or inf: (op, where, words) of the op from which its first nan or inf came}; masks
              may contain inf
    bad_back  (op, where, words) of the first derivative that returned nan or inf, or None
    units     {where: (dead, all, samples)} for each relu
    made      {id of an array: the op that made it}
    """

    def __init__(self, model):
        super().__init__(model)
        self.loss = self.bad_back = None
        self.parameters, self.used, self.alive, self.scores = model.parameters, set(), [], []
        self.origin, self.cuts, self.units, self.made = {}, {}, {}, {}

    @property
    def broken(self):
        """Return True if the loss or a gradient is nan or inf."""
        return not_finite(self.loss.array) or any(not_finite(x._grad.array) for x in self.parameters()
                                                if x._grad is not None)

    def place(self):
        """Return 'in 0 (ReLU), at `y = net(x)`' for the current op."""
        frame, module = user_frame(), self.kinds.get(self.path)
        line = f"at {short_line(source_line(frame.f_code, lineno=frame.f_lineno))}"
        if module is None or not self.path or self.path.endswith(")"):
            return line
        return f"in {self.path} ({type(module).__name__}), {line}"

    def operation(self, op, inputs, settings, result):
        outputs = result if isinstance(result, tuple) else (result,)
        self.note_cuts(inputs, outputs)
        for x in outputs:
            self.made[id(x.array)] = op.name
            self.alive.append(x.array)
        broken = [x.array for x in outputs if not_finite(x.array)]
        if broken:
            self.note_origin(op, [x.array for x in inputs if type(x) in tensor_types and x.array.size], broken)
        if op.name == "relu":
            self.count_dead(outputs[0].array)
        if op.name in ("cross_entropy", "nll_loss") and self.made.get(id(inputs[0].array)) == "relu":
            self.scores.append(op.name)

    def note_cuts(self, inputs, outputs):
        """Record which parameters are used, and where a gradient ends: at an input, or if this result has none."""
        for x in inputs:
            if type(x) in tensor_types:
                if isinstance(x, Parameter):
                    self.used.add(id(x))
                if type(x._detached_by) is DetachedBy and x._detached_by.how not in ("no_grad()", "inference_mode()"):
                    self.cut_at(x)
        for x in outputs:
            if type(x._detached_by) is DetachedBy and any(
                    type(y) in tensor_types and y._node is not None for y in inputs):
                self.cut_at(x)

    def note_origin(self, op, arrays, broken):
        """Record, for arrays with nan or inf, the first op from which nan or inf came."""
        known = [self.origin[id(a)] for a in arrays if id(a) in self.origin]
        words = "nan" if any(bool((a != a).any()) for a in broken) else "inf"
        ranges = " and ".join(f"{float(a.min()):.4g} to {float(a.max()):.4g}" for a in arrays)
        lost = any(bool((a != a).any()) for a in arrays)          # whether the inputs already had nan
        self.origin.update(dict.fromkeys(map(id, broken), known[0] if known else None if lost else (
            op.name, self.place(), f"{words}, from numbers of {ranges}" if ranges else words)))

    def cut_at(self, x):
        """Record that a gradient ends at x, unless x is a statistic of a batch norm, which must have no gradient."""
        if x._node is None and not isinstance(self.kinds.get(self.path), BatchNorm):
            self.cuts.setdefault(repr(x._detached_by))

    def count_dead(self, array):
        """Count units that are 0 for every sample: channels of images, else the last axis."""
        axis = 1 if array.ndim == 4 else array.ndim - 1
        if array.ndim < 2 or not array.size or array.size // array.shape[axis] < ENOUGH:
            return
        dead = int((array.max(axis=tuple(i for i in range(array.ndim) if i != axis)) <= 0).sum())
        self.units[self.place()] = dead, array.shape[axis], array.size // array.shape[axis]

    def derivative(self, differentiate, node, grad, *how):
        """Run a derivative and check that the gradients it returns are finite."""
        parts = differentiate(node, grad, *how)
        came = grad if isinstance(grad, list | tuple) else [grad]
        if self.bad_back is None and any(not_finite(getattr(part, "grad", part)) for part in parts) and not any(
                not_finite(part) for part in came):
            self.bad_back = node.op.name, f"at {short_line(source_line(node.code, node.at))}", "nan or inf"
        return parts


def not_finite(array):
    """Return True if an array of floats contains nan or inf."""
    if type(array) not in backend.ARRAYS or array.dtype.kind not in "fc":
        return False
    return not bool(backend.library_of(array).isfinite(array).all())
