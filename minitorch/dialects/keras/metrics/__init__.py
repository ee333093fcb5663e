"""keras.metrics: how good predictions are, gathered over batches.

Each is called on y_true and y_pred, (N, …), and returns the number after them: update_state takes a batch in,
result returns the number so far, reset_state starts again.

Arguments that mean the same wherever they occur:

    from_logits        whether y_pred are scores, and not probabilities
    label_smoothing    what share of each label is spread over all classes, or moved to 1/2 of yes and no
    thresholds         above which a score says yes: a number, or a list, which gives one number each; None: 0.5
    class_id           the class, of the last axis, that is looked at alone; None: all
    top_k              only the so many highest scores of a row say yes; None: by the threshold
    name               of the metric, in logs
"""

from ..core.configured import files_of as _files_of, getter as _getter
from ..core.naming import snake_case as _snake
from ..losses import SHORT as _SHORT, TABLE as _LOSSES
from .base import Mean, MeanMetricWrapper, Metric, Sum
from .confusion import AUC, FalseNegatives, FalsePositives, Precision, Recall, TrueNegatives, TruePositives
from .means import CLASSES as _ACCURACIES, FUNCTIONS as _FUNCTIONS, OF_LOSSES as _OF_LOSSES, RootMeanSquaredError
from .others import MeanIoU, R2Score

_SAME = """binary_crossentropy categorical_crossentropy sparse_categorical_crossentropy categorical_hinge hinge huber
    kl_divergence log_cosh mean_absolute_error mean_absolute_percentage_error mean_squared_error
    mean_squared_logarithmic_error poisson squared_hinge""".split()
TABLE = {kind.__name__: kind for kind in (
    AUC, FalseNegatives, FalsePositives, Mean, MeanIoU, MeanMetricWrapper, Metric, Precision, R2Score, Recall,
    RootMeanSquaredError, Sum, TrueNegatives, TruePositives)} | _ACCURACIES | _OF_LOSSES
TABLE |= _FUNCTIONS | {name: _LOSSES[name] for name in _SAME}
globals().update(TABLE)
TABLE.update({_snake(name): kind for name, kind in TABLE.items() if isinstance(kind, type)})
TABLE.update({short: TABLE[name] for short, name in {**_SHORT, "kld": "kl_divergence"}.items()})
get = _getter(TABLE, "metric", "mae")
serialize, deserialize = _files_of("metric")
