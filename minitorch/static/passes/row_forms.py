"""Replace softmax, layer norm and sums by elementwise functions and reductions along rows, for code that loops.

In NumPy each of these is fastest as one step. C code loops over rows: there the steps before and after a reduction can
run in the same loop, while the row is in the cache.
"""

from math import prod

import numpy as np

from ..expansion import NotExpanded, Repeats, fresh_names, with_outputs_of
from ..fused import column_sum, is_elementwise, row_max, row_shape, row_sum
from ..lowering import Lowering
from ..program import Step, Value
from .algebra import RESHAPE, calls


class RowLowering(Lowering):
    """A Lowering that can also record reductions along rows.

    dims   the number of trailing dimensions that form a row
    """

    def __init__(self, name, like, dims):
        super().__init__(name, like)
        self.dims = dims

    def reduced(self, reduction, x):
        with np.errstate(all="ignore"):                  # the numbers in a stand-in are arbitrary
            like = reduction(x.plain(), self.dims)
        return self.call(reduction.__name__, reduction, [x], like, {"dims": self.dims})


def softmax_of_row(r, x):
    e = np.exp(x - r.reduced(row_max, x))
    return [e * (1 / r.reduced(row_sum, e))]


def log_softmax_of_row(r, x):
    x = x - r.reduced(row_max, x)
    return [x - np.log(r.reduced(row_sum, np.exp(x)))]


def softmax_gradient_of_row(r, grad, y):
    return [(grad - r.reduced(row_sum, grad * y)) * y]


def statistics_of_row(r, x, eps, n):
    """Return each row's mean, the mean that remains after this mean is subtracted, and 1 / √(variance + eps).

    A large mean, rounded, differs from the true mean: without the second one, x̂ would lose digits.
    """
    mean = r.reduced(row_sum, x) * (1 / n)
    centred = x - mean
    rest = r.reduced(row_sum, centred) * (1 / n)
    variance = np.maximum(r.reduced(row_sum, centred * centred) * (1 / n) - rest * rest, 0)
    return [mean, rest, 1 / np.sqrt(variance + eps)]


def pack_statistics(mean, rest, scale):
    """Return a row's statistics as the op's `row_statistics` returns them; another program reads them."""
    found = np.stack([scale.ravel(), (rest * scale).ravel(), np.ones(scale.size, scale.dtype)])
    return found, mean.reshape(-1, 1).copy()


def normalise_row(r, x, weight, bias, mean, rest, scale):
    out = (x - mean - rest) * scale
    out = out if weight is None else out * weight
    return [out if bias is None else out + bias]


def layer_norm_gradients_of_row(r, grad, x, weight, mean, rest, scale, n, needs):
    """Return the gradients of x, weight and bias.

    With x̂ = (x − mean − rest)·scale and g = grad·weight: (g − mean(g) − x̂·mean(g·x̂))·scale, Σ grad·x̂ and Σ grad.
    """
    normal, g = (x - mean - rest) * scale, grad if weight is None else grad * weight
    by_x = (g - r.reduced(row_sum, g) * (1 / n) - normal * (r.reduced(row_sum, g * normal) * (1 / n))) * scale
    return [by_x, r.reduced(column_sum, grad * normal) if needs[1] else None,
            r.reduced(column_sum, grad) if needs[2] else None]


class RowForms:
    """A converter of steps to operations on rows: step(step) returns the list of steps that replace one step.

    statistics   {the result of a row_statistics step: the results of `statistics_of_row`}
    views        {a broadcast view: the Value that it shows, which has one number for each row}
    """

    def __init__(self, program):
        self.name, self.statistics, self.views, self.kept = fresh_names(program), {}, {}, set(program.saved)
        self.repeats = Repeats(self.name)

    def step(self, step):
        fits = all(x.dtype is None or x.dtype.char in "fd" and x.size for x in step.values)
        if not fits and not is_elementwise(step):
            return [step]
        try:
            if is_elementwise(step):
                return [step.replaced(self.views)] if self.views else [step]
            found = self.reduction(step) if calls(step, "sum", "mean", "sum_rows") else self.layer_norm(step)
            if found is None and calls(step, "softmax", "log_softmax", "softmax_gradient"):
                found = self.softmax(step)
        except NotExpanded:
            found = None
        if calls(step, "expand") and len(step.outputs[0].shape) == len(step.args[0].shape):
            self.views[step.outputs[0]] = step.args[0]
        return [step] if found is None else found

    def lowered(self, step, form, dims, *args):
        """Run a function like softmax_of_row on recording arrays; return its steps, which replace `step`."""
        def run():
            lowering = RowLowering(self.name, step, dims)
            found = form(lowering, *map(lowering.stand_in, args))
            return [x if x is None else x.value for x in found], lowering.steps
        key = step.name, dims, [x is not None for x in step.outputs], *sorted(step.settings.items())
        found, steps = self.repeats.find(step, key, args, run)
        return with_outputs_of(step.replaced({}, outputs=step.outputs[:len(found)]), found, steps, {})

    def softmax(self, step):
        shape, settings = step.outputs[0].shape, step.settings
        if not shape or settings["dim"] not in (-1, len(shape) - 1) or settings.get("dtype") is not None:
            return None
        form = {"softmax": softmax_of_row, "log_softmax": log_softmax_of_row,
                "softmax_gradient": softmax_gradient_of_row}[step.name]
        return self.lowered(step, form, 1, *step.args)

    def layer_norm(self, step):
        """Return the steps that replace one step of a layer norm: statistics, result or derivative, or None."""
        if step.name not in ("row_statistics", "normalised", "layer_norm_derivative"):
            return None
        dims = step.settings["dims"]
        if step.name == "row_statistics":
            (x,), (kept,) = step.args, step.outputs
            n = prod(x.shape[len(x.shape) - dims:])
            own = [Value(self.name(), np.empty(row_shape(x.shape, dims), x.dtype)) for _ in range(3)]
            self.statistics[kept] = own
            steps = self.lowered(step.replaced({}, outputs=own), lambda r, x: statistics_of_row(
                r, x, step.settings["eps"], n), dims, x)
            return [*steps, *[Step("packed", pack_statistics, own, {}, [kept], phase=step.phase, line=step.line)]
                    * (kept in self.kept)]
        if step.name == "normalised":
            x, weight, bias, kept = step.args
            known = self.statistics.get(kept)
            return known and self.lowered(step, normalise_row, dims, x, weight, bias, *known)
        grad, kept, x, weight, bias = step.args
        n, known = prod(x.shape[len(x.shape) - dims:]), self.statistics.get(kept)

        def gradients(r, grad, x, weight, *known):
            known = known or statistics_of_row(r, x, step.settings["eps"], n)
            return layer_norm_gradients_of_row(r, grad, x, weight, *known, n, [y is not None for y in step.outputs])
        return self.lowered(step, gradients, dims, grad, x, weight, *known or ())

    def reduction(self, step):
        """Return the steps of a sum or mean over the last dimensions, or a sum over the first dimensions; else None."""
        x, out = step.args[0], step.outputs[0]
        ndim = len(x.shape)
        dim = 0 if step.name == "sum_rows" else step.settings["dim"]
        dims = sorted({d % ndim for d in ((dim,) if type(dim) is int else dim)}) if ndim and dim not in (None, ()) \
            else list(range(ndim))
        keep = step.name != "sum_rows" and step.settings["keepdim"]
        if not dims or step.settings.get("dtype") is not None:
            return None
        if dims == list(range(ndim - len(dims), ndim)):
            made = out if keep else Value(self.name(), np.empty(row_shape(x.shape, len(dims)), x.dtype))
            n = prod(x.shape[ndim - len(dims):]) if step.name == "mean" else 1
            steps = self.lowered(step.replaced({}, outputs=[made]), lambda r, x: [
                r.reduced(row_sum, x) / n if n > 1 else r.reduced(row_sum, x)], len(dims), x)
            again = Step("reshape", RESHAPE, [made], {"shape": out.shape}, [out], op=RESHAPE, shares=True,
                         phase=step.phase, line=step.line)
            return steps if keep else [*steps, again]
        if dims == list(range(len(dims))) and step.name != "mean" and not keep:
            return self.lowered(step, lambda r, x: [r.reduced(column_sum, x)], ndim - len(dims), x)
        return None


def row_forms(program):
    """Replace softmax, layer norm, sum and mean by reductions along rows with elementwise steps around them."""
    forms = RowForms(program)
    return program.with_steps([one for step in program.steps for one in forms.step(step)])
