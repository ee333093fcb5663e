"""keras.metrics: how good predictions are, gathered over batches.

Each is called on y_true and y_pred, (N, …), and tells the number after them: update_state takes a batch in, result
tells, reset_state begins anew.

Arguments that mean the same wherever they occur:

    from_logits        whether y_pred are scores, and not probabilities
    label_smoothing    what share of each label is spread over all classes, or moved to 1/2 of yes and no
    thresholds         above which a score says yes: a number, or a list, which gives one number each; None: 0.5
    class_id           the class, of the last axis, that is looked at alone; None: all
    top_k              only the so many highest scores of a row say yes; None: by the threshold
    name               of the metric, in logs
"""

from types import ModuleType as _ModuleType

from ...core.missing import speak_for as _speak_for
from ..core.configured import files_of as _files_of, getter as _getter
from ..core.naming import snake_case as _snake
from ..losses.crossentropy import (binary_crossentropy, binary_focal_crossentropy, categorical_crossentropy,
                                   categorical_focal_crossentropy,
                                   sparse_categorical_crossentropy)
from ..losses.functions import (categorical_hinge, hinge, huber, kl_divergence, log_cosh, mean_absolute_error,
                                mean_absolute_percentage_error, mean_squared_error, mean_squared_logarithmic_error,
                                poisson, squared_hinge)
from .accuracy import (Accuracy, BinaryAccuracy, CategoricalAccuracy, SparseCategoricalAccuracy,
                       SparseTopKCategoricalAccuracy, TopKCategoricalAccuracy, binary_accuracy, categorical_accuracy,
                       sparse_categorical_accuracy, sparse_top_k_categorical_accuracy, top_k_categorical_accuracy)
from .base import Mean, MeanMetricWrapper, Metric, Sum
from .confusion import AUC, FalseNegatives, FalsePositives, Precision, Recall, TrueNegatives, TruePositives
from .curves import PrecisionAtRecall, RecallAtPrecision, SensitivityAtSpecificity, SpecificityAtSensitivity
from .of_losses import (BinaryCrossentropy, CategoricalCrossentropy, CategoricalHinge, CosineSimilarity, Hinge,
                        KLDivergence, LogCoshError, MeanAbsoluteError, MeanAbsolutePercentageError, MeanSquaredError,
                        MeanSquaredLogarithmicError, Poisson, RootMeanSquaredError, SparseCategoricalCrossentropy,
                        SquaredHinge)
from .others import F1Score, FBetaScore, MeanIoU
from .regression import R2Score

__all__ = [name for name, value in globals().items() if name[0] != "_" and not isinstance(value, _ModuleType)] + [
    "deserialize", "get", "serialize"]
SHORT = {"mse": MeanSquaredError, "mae": MeanAbsoluteError, "mape": MeanAbsolutePercentageError,
         "msle": MeanSquaredLogarithmicError, "auc": AUC, "precision": Precision, "recall": Recall,
         "cosine_similarity": CosineSimilarity, "kld": KLDivergence}
SHORT.update({name.upper(): SHORT[name] for name in ("mse", "mae", "mape", "msle")})
OWN = {_snake(name): globals()[name] for name in __all__ if isinstance(globals().get(name), type)}
TABLE = {**{name: globals()[name] for name in __all__ if name in globals()}, **OWN, **SHORT}
get = _getter(TABLE, "metric", "mae")
serialize, deserialize = _files_of("metric")
_speak_for(globals(), "keras.metrics")
