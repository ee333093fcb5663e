"""Metrics: numbers gathered over batches."""

from ...core.dtypes import as_dtype
from ...core.engine import mt
from ...core.lift import function
from ...core.replicas import result_of_all, several
from ...functions.creation import cast, convert_to_tensor
from ...functions.math import divide_no_nan
from .. import initializers
from ..core.configured import Described
from ..core.naming import auto_name, settings
from ..core.variable import Variable
from ..losses.functions import same_rank


class Metric(Described):
    """Base of metrics. Define update_state, which takes in a batch, and result, which returns the number so far.

    Variables that add_variable makes hold what was gathered; reset_state sets them to 0.
    """

    def __init__(self, dtype=None, name=None):
        self.name, self._kind = name or auto_name(type(self).__name__), as_dtype(dtype or settings["floatx"])
        self._variables: list = []
        self.strategy = several()

    def __init_subclass__(cls, **settings):
        super().__init_subclass__(**settings)
        if "result" in vars(cls):
            cls.result = result_of_all(cls.result)

    @property
    def dtype(self):
        """The element type of what is gathered, as text: "float32"."""
        return self._kind.name

    def add_variable(self, shape, initializer, dtype=None, aggregation="sum", name=None):
        """Make a variable that holds what was gathered.

        shape          its sizes
        initializer    a name or an Initializer; None: zeros
        """
        made = Variable(initializers.get(initializer or "zeros"), tuple(shape), dtype or self.dtype, False, name=name)
        self._variables.append(made)
        return made

    def add_weight(self, shape=(), initializer=None, dtype=None, name=None):
        """Call add_variable, by the name that layers have for it; shape and initializer as there."""
        return self.add_variable(shape, initializer, dtype, name=name)

    @property
    def variables(self):
        """What it gathers: its variables, and those of metrics in it."""
        parts = [m for value in vars(self).values() for m in (value if isinstance(value, list) else [value])
                 if isinstance(m, Metric)]
        return [*self._variables, *(v for metric in parts for v in metric.variables)]

    def reset_state(self):
        """Forget what was gathered."""
        for variable in self.variables:
            variable.assign(mt.zeros_like(variable.tensor.detach()))

    def update_state(self, *args, **kwargs):
        """Take in a batch: what a metric of your own defines. Raises NotImplementedError here."""
        raise NotImplementedError(f"{type(self).__name__} must define update_state.")

    def result(self):
        """Return the number so far: what a metric of your own defines. Raises NotImplementedError here."""
        raise NotImplementedError(f"{type(self).__name__} must define result.")

    def __call__(self, *args, **kwargs):
        self.update_state(*args, **kwargs)
        return self.result()

    def __repr__(self):
        return f"<{type(self).__name__} name={self.name}>"


def begin(metric, given):
    """Begin a metric with its name and dtype; the other arguments of `given` are returned."""
    Metric.__init__(metric, given.pop("dtype"), given.pop("name"))
    return given


@function("values | weight? | mask?")
def gathered(values, weight, mask, mean):
    """Return (sum over the samples, of their weights) of values (N, …), each sample's averaged, or summed, first."""
    reduce = mt.mean if mean else mt.sum
    if weight is not None:
        weight = weight.to(values.dtype)
        if mask is not None:
            share, weight = same_rank(mask.to(values.dtype), weight)
            weight = share * weight
        values, weight = same_rank(values, weight)
        if values.ndim > weight.ndim:
            values = reduce(values, tuple(range(weight.ndim, values.ndim)))
        weight = weight.expand(values.shape)
        values = values * weight
        if weight.ndim > 1:
            weight = reduce(weight, tuple(range(1, weight.ndim)))
    if values.ndim > 1:
        values = reduce(values, tuple(range(1, values.ndim)))
    count = mt.sum(weight) if weight is not None else mt.as_tensor(float(values.shape[0] if values.ndim else 1))
    return mt.sum(values), count.to(values.dtype)


class Reduction(Metric):
    """Base: a sum over samples."""

    mean = True

    def __init__(self, name="mean", dtype=None):
        super().__init__(dtype, name)
        self.total = self.add_variable((), "zeros", name="total")
        self.count = self.add_variable((), "zeros", name="count") if self.mean else None

    def update_state(self, values, sample_weight=None):
        """Take in values (N, …), each sample counting as often as sample_weight says."""
        mask = getattr(values, "_keras_mask", None)
        values = convert_to_tensor(values) if not hasattr(values, "tensor") else values
        total, count = gathered(cast(values, self._kind), sample_weight, mask, self.mean)
        self.total.assign_add(total)
        if self.mean:
            self.count.assign_add(count)

    def result(self):
        """Return the number so far."""
        return divide_no_nan(self.total, self.count) if self.mean else self.total.value


class Mean(Reduction):
    """The mean of values.

    >>> from minitorch.dialects import keras
    >>> mean = keras.metrics.Mean()
    >>> mean.update_state([1.0, 3.0]); mean.update_state([8.0])
    >>> float(mean.result())
    4.0
    """


class Sum(Reduction):
    """The sum of values."""

    mean = False

    def __init__(self, name="sum", dtype=None):
        super().__init__(name, dtype)


class MeanMetricWrapper(Mean):
    """The mean of a function fn(y_true, y_pred, **kwargs)."""

    def __init__(self, fn, name=None, dtype=None, **kwargs):
        super().__init__(name or fn.__name__, dtype)
        self.fn, self.fn_kwargs = fn, kwargs

    def update_state(self, y_true, y_pred, sample_weight=None):
        """Take in a batch."""
        mask = getattr(y_pred, "_keras_mask", None)
        values = self.fn(y_true, y_pred, **self.fn_kwargs)
        if sample_weight is not None and mask is not None:
            values._keras_mask = mask
        super().update_state(values, sample_weight)
