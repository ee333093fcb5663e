"""Losses and metrics of each output, from the arguments of `compile`, made for the labels of the first batch."""

from ....rare.autograd.tree import leaves
from ...core.replicas import unscaled
from .. import losses as loss_functions, metrics as metric_functions
from ..losses.base import Loss, LossFunctionWrapper
from ..metrics.base import MeanMetricWrapper, Metric


def kind_of_labels(y_true, y_pred):
    """Return "binary", "sparse" or "categorical", by the shapes of labels and predictions."""
    true, said = tuple(y_true.shape), tuple(y_pred.shape)
    if said[-1] == 1:
        return "binary"
    if len(true) < len(said) or true[-1] == 1 and said[-1] > 1:
        return "sparse"
    return "categorical"


def loss_for(identifier, y_true, y_pred):
    """Return the Loss for a name, a function or a Loss; None for None."""
    if identifier is None or isinstance(identifier, Loss):
        return identifier
    if str(identifier).lower() in ("crossentropy", "ce"):
        kind = kind_of_labels(y_true, y_pred)
        identifier = {"sparse": "sparse_categorical_crossentropy"}.get(kind, f"{kind}_crossentropy")
    found = loss_functions.get(identifier)
    return found if isinstance(found, Loss) else LossFunctionWrapper(found)


def metric_for(identifier, y_true, y_pred):
    """Return the Metric for a name, a function or a Metric."""
    if str(identifier).lower() in ("accuracy", "acc"):
        kind = {"binary": "BinaryAccuracy", "sparse": "SparseCategoricalAccuracy",
                "categorical": "CategoricalAccuracy"}[kind_of_labels(y_true, y_pred)]
        found = getattr(metric_functions, kind)(name=str(identifier))
    else:
        found = metric_functions.get(identifier)
    if not isinstance(found, Metric):
        found = MeanMetricWrapper(found)
    if isinstance(identifier, str):
        found.name = identifier
    return found


def by_output(given, names, count, what):
    """Return one entry for each output, from a list, or a dict by the outputs' names."""
    if isinstance(given, dict):
        unknown = [key for key in given if key not in (names or ())]
        if unknown:
            raise ValueError(f"In the dict argument `{what}`, the keys {unknown} do not correspond to any output of "
                             f"the model: {names}.")
        return [given.get(name) for name in names]
    given = list(given)
    if len(given) != count:
        raise ValueError(f"For a model with multiple outputs, when providing the `{what}` argument as a list, it "
                         f"should have as many entries as the model has outputs. Received {len(given)}, and there are "
                         f"{count} outputs.")
    return given


def flat(values, names):
    """Return the values of the outputs, in their order."""
    if isinstance(values, dict):
        return [values[name] for name in names or sorted(values)]
    return leaves(values)


def weights_of(sample_weight, names, count):
    """Return the sample weights of each of `count` outputs."""
    weights = [None] if sample_weight is None else flat(sample_weight, names)
    return weights * count if len(weights) == 1 else weights


class CompiledLoss:
    """The losses of all outputs, added up with their weights."""

    def __init__(self, loss, weights, names):
        self.given, self.weights, self.names, self.losses = loss, weights, names, None

    def build(self, y_true, y_pred):
        names = list(y_pred) if isinstance(y_pred, dict) else self.names
        said, true, given = flat(y_pred, names), self.targets(y_true, names), self.given
        if len(true) != len(said):
            raise ValueError(f"the model has {len(said)} outputs, and {len(true)} targets were given.")
        if len(said) == 1:
            given = next(iter(given.values())) if isinstance(given, dict) else given[0] if isinstance(
                given, list | tuple) else given
        several = by_output(given, names, len(said), "loss") if isinstance(given, dict | list | tuple) else [
            given] * len(said)
        self.losses = [loss_for(one, t, p) for one, t, p in zip(several, true, said)]
        weights = self.weights
        self.factors = [1.0] * len(said) if weights is None else [weights] if isinstance(weights, int | float) else [
            1.0 if w is None else w for w in by_output(weights, names, len(said), "loss_weights")]
        self.order, counted = names, [loss for loss in self.losses if loss is not None]
        self.parts = [loss and metric_functions.Mean(name=f"{name}_loss") for name, loss in zip(names, self.losses)
                      ] if len(counted) > 1 and names else []

    def targets(self, y_true, names):
        """Return the target of each output of these names; if losses are a list, only outputs with a loss need one."""
        true = flat(y_true, names)
        if isinstance(self.given, list | tuple) and len(true) == len(self.given) - self.given.count(None):
            given = iter(true)
            return [None if loss is None else next(given) for loss in self.given]
        return true

    def __call__(self, y_true, y_pred, sample_weight=None):
        """Compute the loss of a batch; None where no output has one."""
        if self.losses is None:
            self.build(y_true, y_pred)
        true, said, total = self.targets(y_true, self.order), flat(y_pred, self.order), None
        weights = weights_of(sample_weight, self.order, len(said))
        for place, (loss, factor, t, p, w) in enumerate(zip(self.losses, self.factors, true, said, weights)):
            if loss is None:
                continue
            if hasattr(p, "_activation_of"):                 # TensorFlow trains in a graph, where it is seen
                p._keras_logits = p._activation_of
            found = loss(t, p, w)
            if self.parts:
                self.parts[place].update_state(unscaled(found))      # batches count alike, as on TensorFlow
            found = found * factor if factor != 1.0 else found
            total = found if total is None else total + found
        return total


class CompiledMetrics(Metric):
    """The metrics of all outputs."""

    def __init__(self, metrics, weighted, names):
        super().__init__(name="compile_metrics")
        self.given, self.names, self.pairs = (metrics, weighted), names, None

    def build(self, y_true, y_pred):
        names = sorted(y_pred) if isinstance(y_pred, dict) else self.names
        said, true = flat(y_pred, names), flat(y_true, names)
        self.order, self.pairs = names, []
        for given, weighs in zip(self.given, (False, True)):
            if not given:
                continue
            several = [given] if len(said) == 1 and not isinstance(given, dict) else by_output(
                given, names, len(said), "metrics")
            for place, own in enumerate(several):
                for one in own if isinstance(own, list | tuple) else [] if own is None else [own]:
                    metric = metric_for(one, true[place], said[place])
                    name = f"{names[place]}_{metric.name}" if len(said) > 1 and names else metric.name
                    self.pairs.append((self.unused(name, weighs), metric, place, weighs))

    def unused(self, name, weighs):
        """Return the name, or one like it that no metric has yet."""
        taken = {own for own, *_ in self.pairs}
        name = f"weighted_{name}" if weighs and name in taken else name
        number, base = 0, name
        while name in taken:
            number += 1
            name = f"{base}_{number}"
        return name

    @property
    def metrics(self):
        return [metric for _, metric, _, _ in self.pairs or ()]

    @property
    def variables(self):
        return [v for metric in self.metrics for v in metric.variables]

    def reset_state(self):
        for metric in self.metrics:
            metric.reset_state()

    def update_state(self, y_true, y_pred, sample_weight=None):
        """Take in a batch."""
        if self.pairs is None:
            self.build(y_true, y_pred)
        true, said = flat(y_true, self.order), flat(y_pred, self.order)
        weights = weights_of(sample_weight, self.order, len(said))
        for _, metric, place, weighs in self.pairs:
            metric.update_state(true[place], said[place], *([weights[place]] if weighs else []))

    def result(self):
        """Return {name: number} of all of them."""
        return {name: metric.result() for name, metric, _, _ in self.pairs or ()}


def made_by_compile(model):
    """Return two lists of what a model's `compile` made: the means of losses, and the metrics."""
    first = [] if model._loss_tracker is None else [model._loss_tracker]
    first += [part for part in getattr(model._compile_loss, "parts", []) if part is not None]
    return first, [m for m in (model._compile_metrics,) if m is not None]
