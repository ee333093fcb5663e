"""torchmetrics: metrics of classification and of regression, alone and together."""

import torch
import torchmetrics
from settled import integers, normal
from torchmetrics import MetricCollection, classification, regression

scores, classes = normal(20, 3).softmax(-1), integers(3, 20)
for name in """Accuracy F1Score Precision Recall ConfusionMatrix AUROC AveragePrecision CohenKappa CalibrationError
        JaccardIndex MatthewsCorrCoef HingeLoss StatScores Specificity""".split():
    metric = getattr(classification, f"Multiclass{name}")(num_classes=3)
    metric.update(scores[:10], classes[:10])
    metric.update(scores[10:], classes[10:])
    print(name, metric.compute())
print([curve[1][:4] for curve in classification.MulticlassROC(3)(scores, classes)])
for name in "Accuracy F1Score AUROC ROC ConfusionMatrix AveragePrecision".split():
    print(name, getattr(classification, f"Binary{name}")()(scores[:, 0], (classes == 0).long()))
truth = normal(20, seed=5).abs()
guess = truth + 0.3 * normal(20, seed=6)
for name in """MeanSquaredError MeanAbsoluteError R2Score PearsonCorrCoef SpearmanCorrCoef KendallRankCorrCoef
        ExplainedVariance ConcordanceCorrCoef MeanAbsolutePercentageError LogCoshError""".split():
    print(name, getattr(regression, name)()(guess, truth))
both = MetricCollection([classification.MulticlassAccuracy(3), classification.MulticlassPrecision(3)])
print(both(scores, classes), torchmetrics.functional.accuracy(scores, classes, task="multiclass", num_classes=3))
mean = torchmetrics.MeanMetric()
mean.update(torch.tensor([1.0, 2.0]))
mean.update(6.0)
print(mean.compute(), mean.state_dict(), both)
