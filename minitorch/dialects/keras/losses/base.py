"""Loss: a function of true values and predictions, weighted and reduced to one number."""

from ...core.dtypes import as_dtype
from ...core.engine import mt
from ...core.lift import function
from ...core.replicas import counted, scaled
from ...core.tensor import Tensor
from ...functions.creation import cast
from ..core.configured import Described, registered_name
from ..core.naming import auto_name, settings
from .functions import same_rank

REDUCTIONS = ("sum_over_batch_size", "sum", "mean", "mean_with_sample_weight", "none", None)


class Loss(Described):
    """Base of losses. A subclass of your own defines call(y_true, y_pred): a loss for each sample.

    Raises ValueError for another reduction.
    """

    def __init__(self, name=None, reduction="sum_over_batch_size", dtype=None):
        if reduction not in REDUCTIONS:
            raise ValueError("Invalid value for argument `reduction`. Expected one of "
                             f"{', '.join(map(repr, REDUCTIONS))}. Received: reduction={reduction}")
        self.name = name or auto_name(type(self).__name__)
        self.reduction, self._kind = reduction, as_dtype(dtype or settings["floatx"])

    @property
    def dtype(self):
        """The element type that losses are computed in, as text: "float32"."""
        return self._kind.name

    def get_config(self):
        return {"name": None, **super().get_config()} | {"name": self.name}

    def __call__(self, y_true, y_pred, sample_weight=None):
        """Return the loss: y_true (N, …), y_pred (N, …), sample_weight (N,) or one for each element."""
        mask = getattr(y_pred, "_keras_mask", None)
        y_true, y_pred = converted(y_true, self._kind), converted(y_pred, self._kind)
        losses = self.call(y_true, y_pred)
        mask = getattr(losses, "_keras_mask", mask)
        found = reduce_weighted(losses, sample_weight, mask, self.reduction)
        return found if self.reduction in ("sum", "none", None) else scaled(found)

    def call(self, y_true, y_pred):
        """Return a loss for each sample: what a loss of your own defines. Raises NotImplementedError here."""
        raise NotImplementedError(f"{type(self).__name__} must define call(y_true, y_pred).")


class LossFunctionWrapper(Loss):
    """A function fn(y_true, y_pred, **kwargs) as a loss."""

    def __init__(self, fn, reduction="sum_over_batch_size", name=None, dtype=None, **kwargs):
        super().__init__(name or getattr(fn, "__name__", None), reduction, dtype)
        self.fn, self.fn_kwargs = fn, kwargs

    def call(self, y_true, y_pred):
        if isinstance(y_true, Tensor) and isinstance(y_pred, Tensor):
            given = brought(y_true, y_pred)                  # what keeps its shape keeps what was noted of it
            y_true, y_pred = (x if x.shape == y.shape else y for x, y in zip((y_true, y_pred), given))
        return self.fn(y_true, y_pred, **self.fn_kwargs)

    def __repr__(self):
        return f"<LossFunctionWrapper({registered_name(self.fn)}, kwargs={self.fn_kwargs})>"


@function("a | b")
def brought(a, b):
    return same_rank(a, b)


def converted(x, kind):
    """Return a value as a tensor of a float type, with what was noted of it."""
    if isinstance(x, dict):
        return {key: converted(value, kind) for key, value in x.items()}
    if (type(x) is Tensor or hasattr(x, "symbolic_owner")) and x.dtype is kind:
        return x
    return cast(x, kind)


@function("losses | weight? | mask?")
def reduce_weighted(losses, weight, mask, reduction):
    """Reduce losses times their weights, without steps that are masked, to one number."""
    mean = reduction not in ("sum", "none", None)
    if mask is not None:
        share = mask.to(losses.dtype)
        if reduction in ("mean", "sum_over_batch_size"):
            valid, n = counted(mt.sum(share), mask.numel())
            share = share * mt.where(valid > 0, n / mt.clamp(valid, min=1.0), mt.zeros_like(valid))
        if weight is not None:
            share, weight = same_rank(share, weight.to(losses.dtype))
            share = share * weight
        weight = share
    if weight is not None:
        losses, weight = same_rank(losses, weight.to(losses.dtype))
        while weight.ndim < losses.ndim:
            weight = weight.unsqueeze(-1)
        losses = losses * weight
    if not mean:
        return mt.sum(losses) if reduction == "sum" else losses
    if reduction == "mean_with_sample_weight" and weight is not None:
        total, n = counted(mt.sum(weight.expand(losses.shape)), losses.numel())
        total = total if n == losses.numel() else total * (losses.numel() / n)
        return mt.sum(losses) / mt.where(total == 0, mt.ones_like(total), total)
    return mt.mean(losses) if losses.numel() else mt.sum(losses)
