"""Gradients as operations of the graph."""


from ..core.orders import in_order
from ..core.tape import UnconnectedGradients
from ..functions import creation, elementary, math
from .graph import Operation, Tensor, graphed
from .rows import gathered, lookups, results, values as values_of

FLAT = {elementary.ceil, elementary.floor, math.floordiv, elementary.rint, elementary.round, creation.ones_like,
        creation.stop_gradient, creation.zeros_like}     # functions that no gradient passes


class Gradient(Operation):
    """d (sum of ys) / d xs, by the tape of the run: nothing is computed twice."""

    def __init__(self, ys, xs, weights, name):
        self.targets, self.sources, self.weights = ys, xs, weights
        used = list(dict.fromkeys(x.op for x in behind(ys)))
        self.sliced = [[] if x in ys else lookups(x, used) for x in xs]
        super().__init__(xs[0].graph, None, ([*ys, *xs], [w for w in weights or () if isinstance(w, Tensor)]), {}, name,
                         [pair for x, indices in zip(xs, self.sliced) for pair in results(x, indices)])

    def compute(self, values, run):
        targets = [values[y] for y in self.targets]
        weights = None if self.weights is None else [values[w] if isinstance(w, Tensor) else w for w in self.weights]
        sources = [run.origin[x] for x in self.sources]
        return values_of(run.tape.gradient(targets, sources, weights, "zero"), self.sliced)


def gradients(ys, xs, grad_ys=None, name="gradients", colocate_gradients_with_ops=False, gate_gradients=False,
              aggregation_method=None, stop_gradients=None, unconnected_gradients=UnconnectedGradients.NONE):
    """Return operations that compute d ys / d xs, summed over ys: a list, a tensor for each x.

    Of a table that only tf.gather and tf.nn.embedding_lookup read, the rows alone: tf.IndexedSlices.

    ys, xs                  a tensor or a list of them
    grad_ys                 what each element of a y counts; None: 1
    colocate_gradients_with_ops, aggregation_method    taken, without effect
    stop_gradients          tensors that count as constants; such as are computed from an x are left out
    unconnected_gradients   for an x that ys do not depend on: None, or zeros

    Raises NotImplementedError for stop_gradients that are computed from an x.
    """
    several = isinstance(xs, list | tuple)
    sources, targets = list(xs) if several else [xs], list(ys) if isinstance(ys, list | tuple) else [ys]
    weights = None if grad_ys is None else list(grad_ys) if isinstance(grad_ys, list | tuple) else [grad_ys]
    reached = behind(targets, set(stop_gradients or ()))
    if any(x is not stop and x in behind([stop]) for stop in stop_gradients or () for x in sources):
        raise NotImplementedError("stop_gradients with a tensor that is computed from one of xs: use tf.stop_gradient.")
    absent = (lambda x: None) if getattr(unconnected_gradients, "value", unconnected_gradients) == "none" else \
        graphed(creation.zeros_like)
    wanted = [x for x in dict.fromkeys(sources) if x in reached]
    if not wanted:
        return [absent(x) for x in sources]
    made = Gradient(targets, wanted, weights, name)
    by_source = dict(zip(wanted, gathered(made.outputs, wanted, made.sliced)))
    return [by_source[x] if x in by_source else absent(x) for x in sources]


def behind(targets, stops=frozenset()):
    """Return the tensors that targets are computed from, and they themselves; not what is behind `stops`."""
    return set(in_order(list(targets), lambda x: [] if x.op.function in FLAT or x in stops else [
        y for y in x.op.inputs if not y.dtype.is_integer]))

