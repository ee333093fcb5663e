"""What a layer owns: weights, layers and metrics, found in its attributes; and their values."""

import numpy as np

from ...core.variable import Variable

HIDDEN = {"_given", "_nodes", "_losses"}


def found(value, kind):
    """Yield the objects of a kind in an attribute's value: itself, or what is in a list, tuple or dict."""
    if isinstance(value, kind):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from found(part, kind)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from found(part, kind)


def unique(values):
    """Return the values, each once, in order."""
    return list({id(value): value for value in values}.values())


class Owner:
    """Knows its weights by its attributes, in the order in which these were set."""

    def _begin(self, name):
        """Start to own weights and losses, under a name."""
        vars(self).update(_name=name, _own_weights=[], _losses=[])

    def _own_parts(self, kind):
        """Return the objects of a kind, Variable, Owner or Metric, that it owns itself."""
        self._check_begun()
        return unique(part for name, value in vars(self).items() if name not in HIDDEN for part in found(value, kind))

    def _check_begun(self):
        """Raise RuntimeError where __init__ did not begin as it must."""
        if "_own_weights" not in vars(self):
            raise RuntimeError(f"In layer {type(self).__name__!r}, you forgot to call `super().__init__()` as the "
                               "first statement in the `__init__()` method. Go add it!")

    @property
    def _layers(self):
        return self._own_parts(Owner)

    def _flatten_layers(self, include_self=True, recursive=True):
        """Return itself and the layers in it, each before those in it."""
        below = [layer for one in self._layers for layer in (
            one._flatten_layers() if recursive else [one])]
        return unique([self] * include_self + below)

    @property
    def name(self):
        """Its name, with which the paths of its weights begin."""
        return self._name

    path = name

    @property
    def weights(self):
        """Its own weights, then those of its layers."""
        return unique([*self._own_parts(Variable), *(w for layer in self._layers for w in layer.weights)])

    @property
    def variables(self):
        """Its weights, and the numbers of its metrics."""
        return unique([*self.weights, *(v for metric in self._tracked_metrics for v in metric.variables)])

    @property
    def trainable_weights(self):
        """What optimisers change."""
        if not self.trainable:
            return []
        return unique([*(w for w in self._own_parts(Variable) if w.trainable),
                       *(w for layer in self._layers for w in layer.trainable_weights)])

    @property
    def non_trainable_weights(self):
        """The weights that optimisers leave as they are."""
        learning = {id(w) for w in self.trainable_weights}
        return [w for w in self.weights if id(w) not in learning]

    trainable_variables = trainable_weights

    @property
    def non_trainable_variables(self):
        """The weights that optimisers leave as they are, and the numbers of metrics."""
        learning = {id(w) for w in self.trainable_weights}
        return [v for v in self.variables if id(v) not in learning]

    @property
    def trainable(self):
        """Whether optimisers change its weights, and those of its layers; may be set."""
        return self._trainable

    @trainable.setter
    def trainable(self, value):
        self._trainable = bool(value)
        for weight in self._own_parts(Variable):
            weight.trainable = bool(value) and getattr(weight, "learns", True)
        for layer in self._layers:
            layer.trainable = value

    @property
    def metrics(self):
        """Its metrics, and those of its layers."""
        return self._tracked_metrics

    @property
    def _tracked_metrics(self):
        from ..metrics.base import Metric
        return unique([*self._own_parts(Metric), *(m for layer in self._layers for m in layer.metrics)])

    @property
    def losses(self):
        """What add_loss was given in the last call, and what regularisers say of the weights."""
        total = [loss() if callable(loss) else loss for layer in self._flatten_layers() for loss in layer._losses]
        return total + [w.regularizer(w) for w in self.trainable_weights if getattr(w, "regularizer", None)]

    def count_params(self):
        """Return how many numbers its weights hold."""
        return sum(int(np.prod(w.shape)) for w in self.weights)

    def get_weights(self):
        """Return the values of its weights, as arrays."""
        return [w.numpy() for w in self.weights]

    def set_weights(self, weights):
        """Give its weights these values. Raises ValueError where their number or a shape differs."""
        own = self.weights
        if len(own) != len(weights):
            raise ValueError(f"You called `set_weights(weights)` on layer '{self.name}' with a weight list of length "
                             f"{len(weights)}, but the layer was expecting {len(own)} weights." + (
                                 "" if getattr(self, "built", True) else " It has none before it is built: call it on "
                                 "an input first."))
        for variable, value in zip(own, weights):
            if tuple(variable.shape) != tuple(np.shape(value)):
                raise ValueError(f"Layer {self.name} weight shape {tuple(variable.shape)} is not compatible with "
                                 f"provided weight shape {tuple(np.shape(value))}.")
        for variable, value in zip(own, weights):
            variable.assign(np.asarray(value, variable.dtype.as_numpy_dtype))
