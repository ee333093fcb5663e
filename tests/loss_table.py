"""The table of losses: settings, scores and targets; every row must give the same numbers as PyTorch."""
# ruff: noqa: E501     (a row a line)

from draws import Draw, apart, fixed, fraction, ints, normal, places, positive
from layers import layer

REDUCTIONS = ("mean", "sum", "none")
scores, labels = normal(5, 4), places(5, size=4)
ignored = fixed([1, -100, 3, 0, -100])


def spread(*shape):
    """Return probabilities along dimension 1: positive, with sum 1."""
    def make(rng, shape):
        raw = rng.uniform(0.1, 1.0, shape)
        return raw / raw.sum(1, keepdims=True)
    return Draw("spread", make, shape)


def signs(*shape):
    """Return targets 1 and −1."""
    return Draw("signs", lambda rng, shape: rng.choice([-1.0, 1.0], shape), shape, False)


def yes_no(*shape):
    """Return targets 1 and 0, as floats."""
    return Draw("yes_no", lambda rng, shape: rng.choice([0.0, 1.0], shape), shape, False)


def each(name, *args, **settings):
    """Return a row for each reduction."""
    return lambda *draws: [layer(name, *args, reduction=reduction, **settings).on(*draws) for reduction in REDUCTIONS]


classes = [
    *each("CrossEntropyLoss")(scores, labels), *each("CrossEntropyLoss")(scores, ignored),
    *each("CrossEntropyLoss", weight=positive(4))(scores, labels),
    *each("CrossEntropyLoss", label_smoothing=0.2)(scores, ignored),
    *each("CrossEntropyLoss", weight=positive(4), label_smoothing=0.2)(scores, ignored),
    *each("CrossEntropyLoss", ignore_index=2)(scores, labels),
    *each("CrossEntropyLoss")(normal(2, 4, 3), places(2, 3, size=4)),
    *each("CrossEntropyLoss", weight=positive(4), label_smoothing=0.1)(normal(2, 4, 3, 2), places(2, 3, 2, size=4)),
    *each("CrossEntropyLoss")(normal(4), places(size=4)), *each("CrossEntropyLoss")(scores, spread(5, 4)),
    *each("CrossEntropyLoss", weight=positive(4), label_smoothing=0.3)(normal(2, 4, 3), spread(2, 4, 3)),
    layer("CrossEntropyLoss", label_smoothing=0.1).on(normal(4), fraction(4)),
    *each("NLLLoss")(scores, labels), *each("NLLLoss", weight=positive(4))(scores, ignored),
    *each("NLLLoss", ignore_index=1)(normal(2, 4, 3), places(2, 3, size=4)),
    layer("NLLLoss").on(normal(4), places(size=4)),
    *each("MultiMarginLoss")(apart(5, 4), labels), *each("MultiMarginLoss", p=2, margin=0.7)(apart(5, 4), labels),
    *each("MultiMarginLoss", weight=positive(4))(apart(5, 4), labels),
    layer("MultiMarginLoss").on(apart(4), places(size=4)),
    *each("MultiLabelMarginLoss")(apart(3, 4), fixed([[3, 0, -1, 1], [1, -1, -1, -1], [-1, 2, 0, 1]])),
    layer("MultiLabelMarginLoss").on(apart(4), fixed([2, 0, -1, 2])),
    *each("MultiLabelSoftMarginLoss")(scores, yes_no(5, 4)),
    *each("MultiLabelSoftMarginLoss", weight=positive(4))(scores, yes_no(5, 4)),
]

chances = [
    *each("BCELoss")(fraction(3, 4), yes_no(3, 4)), *each("BCELoss", weight=positive(4))(fraction(3, 4), fraction(3, 4)),
    *each("BCEWithLogitsLoss")(normal(3, 4), yes_no(3, 4)),
    *each("BCEWithLogitsLoss", weight=positive(3, 1), pos_weight=positive(4))(normal(3, 4), yes_no(3, 4)),
    *each("KLDivLoss")(normal(3, 4), spread(3, 4)), layer("KLDivLoss", reduction="batchmean").on(normal(3, 4), spread(3, 4)),
    *each("KLDivLoss", log_target=True)(normal(3, 4), normal(3, 4)),
    layer("KLDivLoss", reduction="sum").on(normal(2, 2), fixed([[0.0, 1.0], [0.5, 0.5]])).but(smooth=False),
    *each("PoissonNLLLoss")(normal(3, 4), ints(3, 4, low=0)),
    *each("PoissonNLLLoss", log_input=False, full=True)(positive(3, 4), ints(3, 4, low=0)),
    *each("GaussianNLLLoss")(normal(3, 4), normal(3, 4), positive(3, 4)),
    *each("GaussianNLLLoss", full=True)(normal(3, 4), normal(3, 4), positive(3)),
    layer("GaussianNLLLoss", eps=1.0).on(normal(3, 4), normal(3, 4), positive(3, 1)),
]

numbers = [line for draws in ((apart(3, 4), apart(3, 4)), (normal(5), normal(5))) for line in (
    *each("MSELoss")(*draws), *each("L1Loss")(*draws), *each("SmoothL1Loss")(*draws),
    *each("SmoothL1Loss", beta=0.3)(*draws), layer("SmoothL1Loss", beta=0.0).on(*draws),
    *each("HuberLoss")(*draws), *each("HuberLoss", delta=0.4)(*draws))]

margins = [
    *each("MarginRankingLoss")(apart(6), apart(6), signs(6)),
    *each("MarginRankingLoss", margin=0.7)(apart(3, 2), apart(3, 2), signs(3, 2)),
    *each("HingeEmbeddingLoss")(positive(6), signs(6)), *each("HingeEmbeddingLoss", margin=1.7)(positive(2, 3), signs(2, 3)),
    *each("SoftMarginLoss")(normal(3, 4), signs(3, 4)),
    *each("CosineEmbeddingLoss")(normal(5, 4), normal(5, 4), signs(5)),
    *each("CosineEmbeddingLoss", margin=-0.3)(normal(4), normal(4), signs()),
    *each("TripletMarginLoss")(normal(5, 4), normal(5, 4), normal(5, 4)),
    *each("TripletMarginLoss", margin=2.0, p=3, swap=True)(normal(5, 4), normal(5, 4), normal(5, 4)),
    *each("TripletMarginWithDistanceLoss", swap=True)(normal(5, 4), normal(5, 4), normal(5, 4)),
    layer("CosineSimilarity").on(normal(3, 4), normal(3, 4)), layer("CosineSimilarity", 0).on(normal(3, 4), normal(4)),
    layer("PairwiseDistance").on(normal(3, 4), normal(3, 4)), layer("PairwiseDistance", 1.0, keepdim=True).on(normal(3, 4), normal(4)),
    layer("normalize").on(normal(3, 4)), layer("normalize", p=1.0, dim=0).on(apart(3, 4)),
]


def normalised(library, scores, *rest):
    return (library.log_softmax(scores, -1), *rest)


three = ints(3, 4, low=1, high=4)


def alignments(*args, targets=three, steps=(7, 6, 5), counts=(4, 2, 0), **settings):
    """Return rows of CTCLoss on random scores; `counts` are the numbers of labels of each sample."""
    return [row.but(before=normalised) for row in each("CTCLoss", *args, **settings)(
        normal(7, 3, 4), targets, fixed(list(steps)), fixed(list(counts)))]


sequences = [
    *alignments(), *alignments(targets=fixed([1, 1, 2, 3, 3, 2, 1]), counts=(3, 3, 1)),
    *alignments(2, targets=fixed([[0, 0], [1, 3], [3, 3]]), counts=(2, 2, 1)),
    *alignments(zero_infinity=True, targets=fixed([[1, 1, 1, 1], [2, 3, 1, 2], [1, 0, 0, 0]]), steps=(6, 7, 3), counts=(4, 4, 1)),
    layer("CTCLoss").on(normal(5, 4), fixed([1, 3]), fixed(5), fixed(2)).but(before=normalised),
    layer("LinearCrossEntropyLoss", 3, 4, bias=True).on(normal(5, 3), places(5, size=4)),
    layer("LinearCrossEntropyLoss", 3, 4, out_features=(2, 3), bias=True, label_smoothing=0.1).on(normal(5, 3), places(5, 2, 3, size=4)),
    layer("LinearCrossEntropyLoss", 3, 4, weight=positive(4), ignore_index=1, reduction="none").on(normal(5, 3), places(5, size=4)),
    layer("AdaptiveLogSoftmaxWithLoss", 8, 9, [2, 5], 2.0).on(normal(6, 8), places(6, size=9)),
    layer("AdaptiveLogSoftmaxWithLoss", 8, 9, [4], head_bias=True).on(normal(8), fixed(7)),
    layer("LinearCrossEntropyLoss", 3, 4).on(normal(5, 3), spread(5, 4)), layer("LinearCrossEntropyLoss", 3, 4).on(normal(3), fixed(2)),
]
LOSSES = [*classes, *chances, *numbers, *margins, *sequences]
