# Written by `python -m minitorch.tools.stubs`.
# mypy: disable-error-code="override, misc, assignment, valid-type, overload-overlap, type-arg, no-redef"
from builtins import bool as _bool, complex as _complex, float as _float, int as _int
from collections.abc import Callable, Iterator, Sequence
from types import EllipsisType
from typing import Any, Generic, Literal, NamedTuple, ParamSpec, Protocol, Self, SupportsIndex, overload

import numpy as np
from typing_extensions import TypeVar

from minitorch.backend import device as _device
from minitorch.dtypes import dtype as _dtype
from minitorch.random import Generator as _Generator

from minitorch.tensors.tensor import (Size, Tensor as Tensor, _Device, _Dims, _Number, _Sizes, _Value, _ATau, _EigenvaluesEigenvectors, _HistBinEdges, _InverseInfo, _LInfo, _LuPivots, _LuPivotsInfo, _MantissaExponent, _MinMax, _PLU, _QR, _ResultInfo, _SignLogabsdet, _SolutionResidualsRankSingularValues, _USV, _USVh, _ValuesIndices)

__all__ = ['adaptive_avg_pool1d', 'adaptive_avg_pool2d', 'adaptive_avg_pool3d', 'adaptive_max_pool1d',
           'adaptive_max_pool1d_with_indices', 'adaptive_max_pool2d', 'adaptive_max_pool2d_with_indices',
           'adaptive_max_pool3d', 'adaptive_max_pool3d_with_indices', 'affine_grid', 'alpha_dropout', 'avg_pool1d',
           'avg_pool2d', 'avg_pool3d', 'batch_norm', 'bilinear', 'binary_cross_entropy',
           'binary_cross_entropy_with_logits', 'celu', 'celu_', 'channel_shuffle', 'conv1d', 'conv2d', 'conv3d',
           'conv_transpose1d', 'conv_transpose2d', 'conv_transpose3d', 'cosine_embedding_loss', 'cosine_similarity',
           'cross_entropy', 'ctc_loss', 'dropout', 'dropout1d', 'dropout2d', 'dropout3d', 'elu', 'elu_', 'embedding',
           'embedding_bag', 'feature_alpha_dropout', 'fold', 'fractional_max_pool2d',
           'fractional_max_pool2d_with_indices', 'fractional_max_pool3d', 'fractional_max_pool3d_with_indices',
           'gaussian_nll_loss', 'gelu', 'glu', 'grid_sample', 'group_norm', 'gumbel_softmax', 'hardshrink',
           'hardsigmoid', 'hardswish', 'hardtanh', 'hardtanh_', 'hinge_embedding_loss', 'huber_loss', 'instance_norm',
           'interpolate', 'kl_div', 'l1_loss', 'layer_norm', 'leaky_relu', 'leaky_relu_', 'linear',
           'linear_cross_entropy', 'local_response_norm', 'log_softmax', 'logsigmoid', 'lp_pool1d', 'lp_pool2d',
           'lp_pool3d', 'margin_ranking_loss', 'max_pool1d', 'max_pool1d_with_indices', 'max_pool2d',
           'max_pool2d_with_indices', 'max_pool3d', 'max_pool3d_with_indices', 'max_unpool1d', 'max_unpool2d',
           'max_unpool3d', 'mish', 'mse_loss', 'multi_margin_loss', 'multilabel_margin_loss',
           'multilabel_soft_margin_loss', 'native_channel_shuffle', 'nll_loss', 'normalize', 'one_hot', 'pad',
           'pairwise_distance', 'pixel_shuffle', 'pixel_unshuffle', 'poisson_nll_loss', 'prelu', 'relu', 'relu6',
           'relu_', 'rms_norm', 'rrelu', 'rrelu_', 'scaled_dot_product_attention', 'selu', 'selu_', 'sigmoid', 'silu',
           'smooth_l1_loss', 'soft_margin_loss', 'softmax', 'softmin', 'softplus', 'softshrink', 'softsign', 'tanh',
           'tanhshrink', 'threshold', 'threshold_', 'triplet_margin_loss', 'triplet_margin_with_distance_loss',
           'unfold', 'upsample', 'upsample_bilinear', 'upsample_nearest']

def adaptive_avg_pool1d(input: Tensor, output_size: _Sizes) -> Tensor:
    """Return the means of output_size equal parts of the signal: (N, C, L) -> (N, C, output_size)."""

def adaptive_avg_pool2d(input: Tensor, output_size: _Sizes) -> Tensor:
    """Return the means of equal parts of the image, output_size of them: (N, C, H, W) -> (N, C, *output_size).

    output_size   a number, or (rows, columns); None keeps a dimension's size. Parts may overlap by one.
    """

def adaptive_avg_pool3d(input: Tensor, output_size: _Sizes) -> Tensor:
    """Split volumes into output_size equal parts, and return their means: (N, C, D, H, W) -> (N, C, *output_size)."""

def adaptive_max_pool1d(input: Tensor, output_size: _Sizes, return_indices: _bool = False) -> Tensor:
    """Split the signal into output_size equal parts, and return the maximum of each: (N, C, L) -> (N, C, output_size).

    return_indices   also return the position of each maximum
    """

def adaptive_max_pool1d_with_indices(input: Tensor, output_size: _Sizes, return_indices: _bool = True) -> tuple[Tensor, ...]:
    """Return adaptive_max_pool1d and the position of each maximum: see adaptive_max_pool1d."""

def adaptive_max_pool2d(input: Tensor, output_size: _Sizes, return_indices: _bool = False) -> Tensor:
    """Split images into output_size equal parts, and return the maximum of each: (N, C, H, W) -> (N, C, *output_size).

    return_indices   also return the position of each maximum, counted row by row in its H×W plane
    """

def adaptive_max_pool2d_with_indices(input: Tensor, output_size: _Sizes, return_indices: _bool = True) -> tuple[Tensor, ...]:
    """Return adaptive_max_pool2d and the position of each maximum: see adaptive_max_pool2d."""

def adaptive_max_pool3d(input: Tensor, output_size: _Sizes, return_indices: _bool = False) -> Tensor:
    """Split volumes into output_size equal parts, return their maxima: (N, C, D, H, W) -> (N, C, *output_size).

    return_indices   also return the position of each maximum in its volume
    """

def adaptive_max_pool3d_with_indices(input: Tensor, output_size: _Sizes, return_indices: _bool = True) -> tuple[Tensor, ...]:
    """Return adaptive_max_pool3d and the position of each maximum: see adaptive_max_pool3d."""

def affine_grid(theta: Tensor, size: _Sizes, align_corners: _bool | None = None) -> Tensor:
    """Return the positions where grid_sample reads the input, so that it rotates, moves and scales images by theta.

    theta     (N, 2, 3)
    size      (N, C, H, W) of grid_sample's output
    returns   (N, H, W, 2): x and y; −1 and 1 are the edges (with align_corners, the centres of the corner pixels)

    Raises ValueError for a theta of another shape, RuntimeError for another N.
    """

def alpha_dropout(input: Tensor, p: _float = 0.5, training: _bool = False, inplace: _bool = False) -> Tensor:
    """Drop elements but keep selu's mean 0 and variance 1: in training, an element becomes −1.76 with probability p.

    Any shape in, same out. Source: Klambauer et al. (2017).
    """

def avg_pool1d(input: Tensor, kernel_size: _Sizes, stride: _Sizes | None = None, padding: _Sizes | str = 0, ceil_mode: _bool = False, count_include_pad: _bool = True) -> Tensor:
    """Return the mean of each window: (N, C, L) -> (N, C, OL). Arguments as avg_pool2d's, but no pairs."""

def avg_pool2d(input: Tensor, kernel_size: _Sizes, stride: _Sizes | None = None, padding: _Sizes | str = 0, ceil_mode: _bool = False, count_include_pad: _bool = True, divisor_override: _int | None = None, *, out: Tensor | None = None) -> Tensor:
    """Return the mean of each window: (N, C, H, W) -> (N, C, OH, OW).

    kernel_size         height and width of a window: a number, or a pair; so are the next two
    stride              how far a window moves; None: kernel_size, so that windows do not overlap
    padding             zeros put around the image, at most half of kernel_size
    ceil_mode           whether a last window may reach over the edge: OH is rounded up, not down
    count_include_pad   whether the zeros of the padding count among the elements of a window
    divisor_override    divide the sum by this instead; RuntimeError for 0

    OH = ⌊(H + 2·padding − kh) / stride⌋ + 1, and OW likewise.
    """

def avg_pool3d(input: Tensor, kernel_size: _Sizes, stride: _Sizes | None = None, padding: _Sizes | str = 0, ceil_mode: _bool = False, count_include_pad: _bool = True, divisor_override: _int | None = None, *, out: Tensor | None = None) -> Tensor:
    """Return the mean of each window: (N, C, D, H, W) -> (N, C, OD, OH, OW).

    See avg_pool2d for the arguments; a size is one number, or three numbers instead of two.
    """

def batch_norm(input: Tensor, running_mean: Any, running_var: Any, weight: Tensor | None = None, bias: Tensor | None = None, training: _bool = False, momentum: _float = 0.1, eps: _float = 1e-05) -> Tensor:
    """Normalise each channel of (N, C, …) to mean 0 and variance 1, then multiply by weight and add bias.

    Training uses the batch's own mean and variance, and mixes them into running_mean and
    running_var (the unbiased variance) by `momentum`; evaluation uses running_mean and running_var.
    Raises ValueError in training if a channel has one value; RuntimeError for statistics or weights that are not (C,).
    Source: Ioffe and Szegedy, Batch Normalization (2015).
    """

def bilinear(input1: Tensor, input2: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """Σ_ij input1_i · weight_kij · input2_j + bias_k, for each sample.

    input1, input2   (*, I) and (*, J)
    weight           (K, I, J)
    bias             (K,), or None
    returns          (*, K)

    Raises RuntimeError for shapes that do not fit, IndexError for a weight of fewer dimensions.
    """

def binary_cross_entropy(input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> Tensor:
    """Return the mean negative log-likelihood of answers 1 (yes) or 0 (no), from probabilities; log ≥ −100.

    input, target   both have the same shape; numbers from 0 to 1
    weight          how much each element counts, broadcast to the input

    Raises ValueError for unequal shapes, RuntimeError for numbers outside 0 … 1.
    """

def binary_cross_entropy_with_logits(input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: Any = None, reduce: Any = None, reduction: str = 'mean', pos_weight: Tensor | None = None) -> Tensor:
    """Return binary_cross_entropy of sigmoid(input), without overflow; pos_weight is the weight of a yes.

    target and weight as binary_cross_entropy's; pos_weight broadcasts to the input.
    """

def celu(input: Tensor, alpha: _float = 1.0, inplace: _bool = False) -> Tensor:
    """x if x > 0, else alpha·(e^(x/alpha) − 1). Raises RuntimeError for an alpha of 0."""

def celu_(input: Tensor, *settings: Any, **named: Any) -> Tensor:
    """Write celu over the input; return the input."""

def channel_shuffle(input: Tensor, groups: _int) -> Tensor:
    """Reorder the channels of (N, C, …): take one from each of the `groups` in turn; same shape out.

    Raises RuntimeError unless groups divides C. Source: Zhang et al., ShuffleNet (2018).
    """

def conv1d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: _Sizes = 1, padding: _Sizes | str = 0, dilation: _Sizes = 1, groups: _int = 1) -> Tensor:
    """Slide each filter along the signals: (N, C, L) with (O, C/groups, k) -> (N, O, OL). See conv2d."""

def conv2d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: _Sizes = 1, padding: _Sizes | str = 0, dilation: _Sizes = 1, groups: _int = 1) -> Tensor:
    """Slide each filter over the images: at each position sum the products with the window under the filter.

    input     (N, C, H, W)
    weight    (O, C/groups, kh, kw)
    bias      (O,)
    padding   zeros around the image: a number, (rows, columns), "valid" (none) or "same" (the output
              has the input's size; stride 1)
    returns   (N, O, OH, OW), OH = ⌊(H + 2·padding − dilation·(kh − 1) − 1) / stride⌋ + 1
    """

def conv3d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: _Sizes = 1, padding: _Sizes | str = 0, dilation: _Sizes = 1, groups: _int = 1) -> Tensor:
    """Slide each filter through the volumes: (N, C, D, H, W) with (O, C/groups, kd, kh, kw) -> (N, O, OD, OH, OW).

    See conv2d: the slices of a filter become more channels of a 2-D filter.
    """

def conv_transpose1d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: _Sizes = 1, padding: _Sizes | str = 0, output_padding: _Sizes = 0, groups: _int = 1, dilation: _Sizes = 1) -> Tensor:
    """Compute the transpose of conv1d: (N, C, L) with (C, O/groups, k) -> (N, O, OL). See conv_transpose2d."""

def conv_transpose2d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: _Sizes = 1, padding: _Sizes | str = 0, output_padding: _Sizes = 0, groups: _int = 1, dilation: _Sizes = 1) -> Tensor:
    """Compute the transpose of conv2d: each pixel of the input adds the filter, times its value, to the output.

    input           (N, C, H, W)
    weight          (C, O/groups, kh, kw)
    bias            (O,), or None
    output_padding  rows and columns added at the end: several input sizes of a strided conv2d give one output size
    returns         (N, O, OH, OW), OH = (H − 1)·stride − 2·padding + dilation·(kh − 1) + output_padding + 1

    stride, padding, dilation and groups are those of the convolution, as conv2d takes them.
    """

def conv_transpose3d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: _Sizes = 1, padding: _Sizes | str = 0, output_padding: _Sizes = 0, groups: _int = 1, dilation: _Sizes = 1) -> Tensor:
    """Compute the transpose of conv3d: (N, C, D, H, W), weight (C, O/groups, kd, kh, kw). See conv_transpose2d."""

def cosine_embedding_loss(input1: Tensor, input2: Tensor, target: Tensor, margin: _float = 0.0, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> Tensor:
    """Return the mean of 1 − cos for similar pairs (target 1), max(0, cos − margin) for others (−1).

    input1, input2   (N, D) or (D,)
    target           (N,) or ()

    Raises RuntimeError for other shapes.
    """

def cosine_similarity(x1: Tensor, x2: Tensor, dim: _int = 1, eps: _float = 1e-08) -> Tensor:
    """Return the cosine of the angle between the vectors of x1 and x2 along `dim`, from −1 to 1; shapes broadcast.

    eps   the smallest norm to divide by

    Raises RuntimeError for integers, and for a negative eps.
    """

def cross_entropy(input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: Any = None, ignore_index: _int = -100, reduce: Any = None, reduction: str = 'mean', label_smoothing: _float = 0.0) -> Tensor:
    """Return the mean negative log-likelihood of the true classes, in nats.

    input            (C,), (N, C) or (N, C, …)  unnormalised scores
    target           (), (N,) or (N, …)  integers in [0, C), or probabilities of the input's shape
    weight           (C,)  how much each class counts
    ignore_index     samples with this label do not count
    label_smoothing  share of the target probability that is spread evenly over all classes
    returns          ()  log(C) for a blind guess, 0 when sure and right

    Raises TargetError (an IndexError and a ValueError) if a target is outside [0, C), with its position; RuntimeError
    for a label_smoothing outside [0, 1], and for an ignore_index with probabilities.
    Source: Goodfellow et al., Deep Learning (2016), §6.2.2.3.
    """

def ctc_loss(log_probs: Tensor, targets: Tensor, input_lengths: Any, target_lengths: Any, blank: _int = 0, reduction: str = 'mean', zero_infinity: _bool = False) -> Tensor:
    """Return the mean −log probability of label sequences; a sequence's probability is the sum over its alignments.

    log_probs       (T, N, C) or (T, C)  from log_softmax: for each time step, over the labels and the blank
    targets         (N, S), padded; or the sequences one after the other; labels other than the blank
    input_lengths   (N,)  how many time steps of each sample count: a tensor of integers, or a tuple
    target_lengths  (N,)  how many labels each sample has
    blank           the number of the class that means no label
    reduction       "mean" divides each loss by its target's length first
    zero_infinity   whether an infinite loss, from a target that is too long for its outputs, counts as 0
    returns         (), or (N,) with reduction "none"

    An alignment repeats labels and inserts blanks; two equal labels need a blank between them. The gradient is
    PyTorch's: that of the scores before log_softmax, exp(log_probs) minus the probability of each label at each step.
    Raises RuntimeError for lengths that do not fit. Source: Graves et al., Connectionist Temporal Classification
    (2006).
    """

def dropout(input: Tensor, p: _float = 0.5, training: _bool = True, inplace: _bool = False) -> Tensor:
    """In training set each element to 0 with probability p, the others to x / (1 − p); else return x. Any shape.

    Raises ValueError for a p outside 0 … 1. Source: Srivastava et al., Dropout (2014).
    """

def dropout1d(input: Tensor, p: _float = 0.5, training: _bool = True, inplace: _bool = False) -> Tensor:
    """Drop whole channels of (N, C, …) with 1 dimensions of space: if training, each is 0 with probability p. Raises ValueError for a p outside 0 … 1."""

def dropout2d(input: Tensor, p: _float = 0.5, training: _bool = True, inplace: _bool = False) -> Tensor:
    """Drop whole channels of (N, C, …) with 2 dimensions of space: if training, each is 0 with probability p. Raises ValueError for a p outside 0 … 1."""

def dropout3d(input: Tensor, p: _float = 0.5, training: _bool = True, inplace: _bool = False) -> Tensor:
    """Drop whole channels of (N, C, …) with 3 dimensions of space: if training, each is 0 with probability p. Raises ValueError for a p outside 0 … 1."""

def elu(input: Tensor, alpha: _float = 1.0, inplace: _bool = False) -> Tensor:
    """x if x > 0, else alpha·(eˣ − 1)."""

def elu_(x: Any, alpha: _float = 1.0, scale: _float = 1.0, rate: _float = 1.0) -> Tensor:
    """Write elu over the input; return the input."""

def embedding(input: Tensor, weight: Tensor, padding_idx: _int | None = None, max_norm: Any = None, norm_type: _float = 2.0, scale_grad_by_freq: _bool = False, sparse: _bool = False) -> Tensor:
    """weight[input]: a row of the table for each index.

    input                (…)     integers in [0, V)
    weight               (V, D)  the table
    padding_idx          a row that gets no gradient
    max_norm             selected rows with a larger norm are first scaled down to this norm, in the table
    norm_type            p of this p-norm
    scale_grad_by_freq   each row's gradient is divided by how often the row was selected
    sparse               accepted, without effect: a gradient is an ordinary tensor here
    returns              (…, D)

    Raises IndexError for an index outside [0, V), with its position and the size of the vocabulary; RuntimeError for a
    weight that is not 2-D, AssertionError for a padding_idx outside the table.
    """

def embedding_bag(input: Tensor, weight: Tensor, offsets: Tensor | None = None, max_norm: Any = None, norm_type: _float = 2, scale_grad_by_freq: _bool = False, mode: str = 'mean', sparse: _bool = False, per_sample_weights: Tensor | None = None, include_last_offset: _bool = False, padding_idx: _int | None = None) -> Tensor:
    """Reduce the rows weight[input] of each bag to one row; an empty bag gives zeros.

    input                (B, n)  bags of n indices; or (L,), all bags one after the other
    weight               (V, D)  the table
    offsets              (B,)    for input (L,): the start of each bag, the first at 0
    max_norm             selected rows with a larger norm are first scaled down to max_norm, in the table itself
    norm_type            p of the p-norm that max_norm limits
    scale_grad_by_freq   each row's gradient is divided by how often the row was selected
    mode                 "sum", "mean" or "max"
    sparse               accepted, but not with "max"; without effect: a gradient is an ordinary tensor here
    per_sample_weights   of input's shape: the factor of each row, for mode "sum"
    include_last_offset  offsets has one element more: the end of the last bag
    padding_idx          an index that bags leave out
    returns              (B, D)
    """

def feature_alpha_dropout(input: Tensor, p: _float = 0.5, training: _bool = False, inplace: _bool = False) -> Tensor:
    """Drop whole channels of (N, C, …), each with probability p, in training. See alpha_dropout."""

def fold(input: Tensor, output_size: _Sizes, kernel_size: _Sizes, dilation: _Sizes = 1, padding: _Sizes | str = 0, stride: _Sizes = 1) -> Tensor:
    """Add each column to an image, at the position of its window: (N, C·kh·kw, windows) -> (N, C, *output_size).

    The other arguments describe the windows, as in unfold. Raises RuntimeError if the sizes do not match.
    """

def fractional_max_pool2d(input: Tensor, kernel_size: _Sizes, output_size: _Sizes | None = None, output_ratio: Any = None, return_indices: _bool = False, _random_samples: Tensor | None = None) -> Tensor:
    """Return the maximum of windows at random distances: (N, C, H, W) -> (N, C, *output_size).

    kernel_size      height and width of a window: a number, or a pair
    output_size      number of windows: a number, or (rows, columns)
    output_ratio     used without output_size: the output's size as a fraction of the input's, between 0 and 1
    return_indices   also return the position of each maximum, counted row by row
    _random_samples  (N, C, 2)  numbers in [0, 1) that position the windows; drawn if left out

    Raises ValueError without output_size and output_ratio, RuntimeError for windows that do not fit.
    Source: Graham, Fractional Max-Pooling (2014).
    """

def fractional_max_pool2d_with_indices(input: Tensor, kernel_size: _Sizes, output_size: _Sizes | None = None, output_ratio: Any = None, return_indices: _bool = True, _random_samples: Tensor | None = None) -> tuple[Tensor, ...]:
    """Return fractional_max_pool2d and the position of each maximum: see fractional_max_pool2d."""

def fractional_max_pool3d(input: Tensor, kernel_size: _Sizes, output_size: _Sizes | None = None, output_ratio: Any = None, return_indices: _bool = False, _random_samples: Tensor | None = None) -> Tensor:
    """Return the maximum of random windows: (N, C, D, H, W) -> (N, C, *output_size); see fractional_max_pool2d."""

def fractional_max_pool3d_with_indices(input: Tensor, kernel_size: _Sizes, output_size: _Sizes | None = None, output_ratio: Any = None, return_indices: _bool = True, _random_samples: Tensor | None = None) -> tuple[Tensor, ...]:
    """Return fractional_max_pool3d and the position of each maximum: see fractional_max_pool2d."""

def gaussian_nll_loss(input: Tensor, target: Tensor, var: _Value, full: _bool = False, eps: _float = 1e-06, reduction: str = 'mean') -> Tensor:
    """Return the −log likelihood of `target` under a normal distribution: mean `input`, variance `var` (at least eps).

    var    a number, or a tensor of the input's shape; its last dimension may have size 1 or be absent
    full   add log(2π)/2, which does not depend on the input

    Raises ValueError for a negative variance, or one of another shape. Source: Nix and Weigend (1994).
    """

def gelu(input: Tensor, approximate: str = 'none', *, out: Tensor | None = None) -> Tensor:
    """x·Φ(x), Φ the normal distribution function; approximate="tanh": by a formula. RuntimeError for others.

    Source: Hendrycks and Gimpel, Gaussian Error Linear Units (2016).
    """

def glu(input: Tensor, dim: _int = -1) -> Tensor:
    """Multiply the first half along `dim` by the sigmoid of the second half. Raises RuntimeError for an odd size."""

def grid_sample(input: Tensor, grid: Tensor, mode: str = 'bilinear', padding_mode: str = 'zeros', align_corners: _bool | None = None) -> Tensor:
    """Sample the image at the positions of a grid: each pixel of the output is the input at grid's position.

    input           (N, C, H, W), or a volume (N, C, D, H, W)
    grid            (N, OH, OW, 2): x and y, −1 to 1 from edge to edge (from corner to corner with align_corners);
                    of a volume (N, OD, OH, OW, 3): x, y and z
    mode            "bilinear", "nearest" or, of an image, "bicubic"
    padding_mode    values outside the image: "zeros", "border" (the nearest edge), "reflection"
    returns         (N, C, OH, OW), or (N, C, OD, OH, OW)
    """

def group_norm(input: Tensor, num_groups: _int, weight: Tensor | None = None, bias: Tensor | None = None, eps: _float = 1e-05) -> Tensor:
    """Split the channels of (N, C, …) into num_groups groups, and normalise each to mean 0 and variance 1.

    weight, bias   (C,)  the result is multiplied by weight, then bias is added; or None

    Raises RuntimeError unless num_groups divides C, ValueError if a group has a single element.
    Source: Wu and He, Group Normalization (2018).
    """

def gumbel_softmax(logits: Any, tau: _float = 1, hard: _bool = False, eps: _float = 1e-10, dim: _int = -1) -> Tensor:
    """Draw a random choice through which gradients pass: softmax of (scores + Gumbel noise) / tau.

    logits   scores of any shape; the choice is along `dim`
    hard     whether the result is one-hot, with the gradient of the softmax

    Source: Jang et al., Categorical Reparameterization with Gumbel-Softmax (2017).
    """

def hardshrink(input: Tensor, lambd: _float = 0.5, *, out: Tensor | None = None) -> Tensor:
    """x if |x| > lambd, else 0."""

def hardsigmoid(input: Tensor, inplace: _bool = False) -> Tensor:
    """Return a piecewise linear sigmoid: 0 below −3, 1 above 3."""

def hardswish(input: Tensor, inplace: _bool = False) -> Tensor:
    """x·hardsigmoid(x)."""

def hardtanh(input: Tensor, min_val: _float = -1.0, max_val: _float = 1.0, inplace: _bool = False) -> Tensor:
    """min(max(x, min_val), max_val). Raises ValueError if min_val > max_val, RuntimeError for bools."""

def hardtanh_(input: Tensor, *settings: Any, **named: Any) -> Tensor:
    """Write hardtanh over the input; return the input."""

def hinge_embedding_loss(input: Tensor, target: Tensor, margin: _float = 1.0, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> Tensor:
    """Return the mean of `input`, a distance, for similar pairs (target 1), max(0, margin − input) for others (−1).

    Both have the same shape.
    """

def huber_loss(input: Tensor, target: Tensor, reduction: str = 'mean', delta: _float = 1.0, weight: Tensor | None = None) -> Tensor:
    """Return the mean of d²/2 if |d| < delta, else delta·(|d| − delta/2), where d = input − target.

    input, target   tensors of the same shape; other shapes are broadcast, with a warning
    weight          the input's shape: the factor of each element

    Raises RuntimeError for a delta of 0 or less, TypeError if it is not a number.
    """

def instance_norm(input: Tensor, running_mean: Tensor | None = None, running_var: Tensor | None = None, weight: Tensor | None = None, bias: Tensor | None = None, use_input_stats: _bool = True, momentum: _float = 0.1, eps: _float = 1e-05) -> Tensor:
    """Normalise each channel of each sample of (N, C, …) to mean 0 and variance 1, then apply weight and bias.

    use_input_stats   False: use running_mean and running_var, as batch_norm in evaluation

    Raises ValueError if a channel has one value. Source: Ulyanov et al., Instance Normalization (2016).
    """

def interpolate(input: Tensor, size: _Sizes | None = None, scale_factor: Any = None, mode: str = 'nearest', align_corners: Any = None, recompute_scale_factor: Any = None, antialias: _bool = False) -> Tensor:
    """Resize the input (N, C, L), (N, C, H, W) or (N, C, D, H, W), one dimension after the other.

    size, scale_factor       the new size, or the factor of the sizes; a number, or one per dimension
    mode                     "nearest", "nearest-exact", "area" (means of parts), "linear" (3-D), "bilinear",
                             "bicubic" (4-D), "trilinear" (5-D)
    align_corners            whether the centres of corner pixels keep their positions, instead of the image's edges
    recompute_scale_factor   whether distances are computed from the rounded new size, not from scale_factor
    antialias                whether each pixel of a smaller image is a mean over all the pixels it covers ("bilinear",
                             "bicubic"), as Pillow shrinks images

    Raises ValueError unless exactly one of size and scale_factor is given; NotImplementedError for a mode that does not
    fit the input.
    """

def kl_div(input: Tensor, target: Tensor, size_average: Any = None, reduce: Any = None, reduction: str = 'mean', log_target: _bool = False) -> Tensor:
    """Return the Kullback-Leibler divergence of log-probabilities `input` from probabilities `target` of one shape.

    reduction    "batchmean" divides by N, "mean" by all elements
    log_target   whether the target contains log-probabilities too

    Raises RuntimeError for integers.
    """

def l1_loss(input: Tensor, target: Tensor, size_average: Any = None, reduce: Any = None, reduction: str = 'mean', weight: Tensor | None = None) -> Tensor:
    """Return the mean of the absolute differences of input and target. Arguments as mse_loss's."""

def layer_norm(input: Tensor, normalized_shape: _Sizes, weight: Tensor | None = None, bias: Tensor | None = None, eps: _float = 1e-05) -> Tensor:
    """Normalise each sample over its last dimensions to mean 0 and variance 1, then multiply by weight and add bias.

    normalized_shape   the sizes of those dimensions; weight and bias have this shape
    Source: Ba et al., Layer Normalization (2016).
    """

def leaky_relu(input: Tensor, negative_slope: _float = 0.01, inplace: _bool = False) -> Tensor:
    """x where positive, else negative_slope·x."""

def leaky_relu_(input: Tensor, negative_slope: _float = 0.01) -> Tensor:
    """Write leaky_relu over the input; return the input."""

def linear(input: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """input @ weight.T + bias: (*, in_features) with (out_features, in_features) -> (*, out_features)."""

def linear_cross_entropy(input: Tensor, linear_weight: Tensor, target: Tensor, *, linear_bias: Tensor | None = None, weight: Tensor | None = None, reduction: str = 'mean', ignore_index: Any = None, label_smoothing: _float = 0.0, options: Any = None) -> Tensor:
    """Return cross_entropy of the scores input @ linear_weight.T + linear_bias.

    input           (N, in_features) or (in_features,)
    linear_weight   (C, in_features), or (C, …, in_features) for scores (N, C, …)
    target          (N, …)  labels, or probabilities of the scores' shape; see cross_entropy
    linear_bias     (C, …)
    options         accepted, without effect; PyTorch uses them to save memory by computing in parts

    Raises RuntimeError for shapes that do not fit, and for an ignore_index with probabilities.
    """

def local_response_norm(input: Tensor, size: _Sizes, alpha: _float = 0.0001, beta: _float = 0.75, k: _float = 1.0) -> Tensor:
    """Divide each element by (k + alpha · the mean square of `size` neighbouring channels)^beta.

    Raises ValueError for fewer than 3 dimensions.
    Source: Krizhevsky et al., ImageNet Classification with Deep Convolutional Neural Networks (2012).
    """

def log_softmax(input: Tensor, dim: _int | None = None, _stacklevel: _float = 3, dtype: _dtype | None = None) -> Tensor:
    """log(softmax(x)) along `dim`, without overflow; any shape in, same out."""

def logsigmoid(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """log(sigmoid(x)), without log(0)."""

def lp_pool1d(input: Tensor, norm_type: Any, kernel_size: _Sizes, stride: _Sizes | None = None, ceil_mode: _bool = False) -> Tensor:
    """(Σ x^p)^(1/p) over each window: (N, C, L) -> (N, C, OL). See lp_pool2d for the arguments."""

def lp_pool2d(input: Tensor, norm_type: Any, kernel_size: _Sizes, stride: _Sizes | None = None, ceil_mode: _bool = False) -> Tensor:
    """(Σ x^p)^(1/p) over each window: (N, C, H, W) -> (N, C, OH, OW).

    norm_type     p: 1 is the sum, inf the maximum
    kernel_size   height and width of a window: a number, or a pair; stride likewise, default: kernel_size
    ceil_mode     whether a last window may extend beyond the edge
    """

def lp_pool3d(input: Tensor, norm_type: Any, kernel_size: _Sizes, stride: _Sizes | None = None, ceil_mode: _bool = False) -> Tensor:
    """(Σ x^p)^(1/p) over each window: (N, C, D, H, W) -> (N, C, OD, OH, OW). See lp_pool2d for the arguments."""

def margin_ranking_loss(input1: Tensor, input2: Tensor, target: Tensor, margin: _float = 0.0, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> Tensor:
    """Return max(0, margin − target·(input1 − input2)): input1 should be larger for target 1, input2 for target −1.

    All three have the same shape. Raises RuntimeError if their numbers of dimensions differ.
    """

def max_pool1d(input: Tensor, kernel_size: _Sizes, stride: _Sizes | None = None, padding: _Sizes | str = 0, dilation: _Sizes = 1, ceil_mode: _bool = False, return_indices: _bool = False) -> Tensor:
    """Return the maximum of each window: (N, C, L) -> (N, C, OL). Arguments as max_pool2d's, but no pairs."""

def max_pool1d_with_indices(input: Tensor, kernel_size: _Sizes, stride: _Sizes | None = None, padding: _Sizes | str = 0, dilation: _Sizes = 1, ceil_mode: _bool = False, return_indices: _bool = True) -> tuple[Tensor, ...]:
    """Return max_pool1d and the position of each maximum: arguments as max_pool2d's."""

def max_pool2d(input: Tensor, kernel_size: _Sizes, stride: _Sizes | None = None, padding: _Sizes | str = 0, dilation: _Sizes = 1, ceil_mode: _bool = False, return_indices: _bool = False) -> Tensor:
    """Return the maximum of each window: (N, C, H, W) -> (N, C, OH, OW).

    kernel_size      height and width of a window: a number, or a pair; so are the next three
    stride           how far a window moves; None: kernel_size, so that windows do not overlap
    padding          −inf put around the image, at most half of kernel_size
    dilation         distance between the elements of a window
    ceil_mode        whether a last window may reach over the edge: OH is rounded up, not down
    return_indices   also return the position of each maximum, counted row by row in its H×W plane

    OH = ⌊(H + 2·padding − dilation·(kh − 1) − 1) / stride⌋ + 1, and OW likewise.
    Raises RuntimeError for padding beyond half a window, and for a window larger than the image.
    """

def max_pool2d_with_indices(input: Tensor, kernel_size: _Sizes, stride: _Sizes | None = None, padding: _Sizes | str = 0, dilation: _Sizes = 1, ceil_mode: _bool = False, return_indices: _bool = True) -> tuple[Tensor, ...]:
    """Return max_pool2d and the position of each maximum: arguments as max_pool2d's."""

def max_pool3d(input: Tensor, kernel_size: _Sizes, stride: _Sizes | None = None, padding: _Sizes | str = 0, dilation: _Sizes = 1, ceil_mode: _bool = False, return_indices: _bool = False) -> Tensor:
    """Return the maximum of each window: (N, C, D, H, W) -> (N, C, OD, OH, OW). As in max_pool2d, with triples.

    return_indices   also return the position of each maximum in its volume, counted plane by plane and row by row
    """

def max_pool3d_with_indices(input: Tensor, kernel_size: _Sizes, stride: _Sizes | None = None, padding: _Sizes | str = 0, dilation: _Sizes = 1, ceil_mode: _bool = False, return_indices: _bool = True) -> tuple[Tensor, ...]:
    """Return max_pool3d and the position of each maximum: see max_pool3d."""

def max_unpool1d(input: Tensor, indices: Tensor, kernel_size: _Sizes, stride: _Sizes | None = None, padding: _Sizes | str = 0, output_size: _Sizes | None = None) -> Tensor:
    """Put each element at the position that max_pool1d took it from: (N, C, OL) -> (N, C, L); see max_unpool2d."""

def max_unpool2d(input: Tensor, indices: Tensor, kernel_size: _Sizes, stride: _Sizes | None = None, padding: _Sizes | str = 0, output_size: _Sizes | None = None) -> Tensor:
    """Put each element at the position that max_pool2d took it from, else 0: (N, C, OH, OW) -> (N, C, H, W).

    indices                        the indices that max_pool2d returned with the values
    kernel_size, stride, padding   those of max_pool2d
    output_size                    the size before max_pool2d; default: the size that leaves no rest

    Raises ValueError if pooling output_size does not give the input's size, RuntimeError for indices out of range.
    """

def max_unpool3d(input: Tensor, indices: Tensor, kernel_size: _Sizes, stride: _Sizes | None = None, padding: _Sizes | str = 0, output_size: _Sizes | None = None) -> Tensor:
    """Put elements at max_pool3d's positions, else 0: (N, C, OD, OH, OW) -> (N, C, D, H, W); see max_unpool2d."""

def mish(input: Tensor, inplace: _bool = False) -> Tensor:
    """x·tanh(softplus(x))."""

def mse_loss(input: Tensor, target: Tensor, size_average: Any = None, reduce: Any = None, reduction: str = 'mean', weight: Tensor | None = None) -> Tensor:
    """Return the mean of the squared differences of input and target.

    input, target   both have the same shape; if they must be broadcast, a warning says so
    weight          the input's shape: how much each element counts; the mean divides by the sum of weights
    """

def multi_margin_loss(input: Tensor, target: Tensor, p: _float = 1, margin: _float = 1.0, weight: Tensor | None = None, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> Tensor:
    """Return the mean over classes of max(0, margin − right score + wrong score)^p.

    input    (N, C) or (C,)
    target   (N,) or ()  integers in [0, C)
    weight   (C,)  how much each class counts

    Raises ValueError unless p is 1 or 2, RuntimeError for other shapes and labels.
    """

def multilabel_margin_loss(input: Tensor, target: Tensor, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> Tensor:
    """Return the sum of max(0, 1 − right score + wrong score) over pairs of right and wrong classes, divided by C.

    input    (N, C) or (C,)
    target   the same shape: the right classes of each sample first, then −1

    Raises RuntimeError for other shapes, and for labels of C or more.
    """

def multilabel_soft_margin_loss(input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> Tensor:
    """Return the mean binary cross-entropy of C independent yes/no labels (1 or 0), from unnormalised scores.

    input    (N, C) or (C,)
    target   the same shape, from 0 to 1
    weight   (C,)  how much each label counts

    Raises IndexError for a single number.
    """

def native_channel_shuffle(input: Tensor, groups: _int) -> Tensor:
    """Reorder the channels of (N, C, …): take one from each of the `groups` in turn; same shape out.

    Raises RuntimeError unless groups divides C. Source: Zhang et al., ShuffleNet (2018).
    """

def nll_loss(input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: Any = None, ignore_index: _int = -100, reduce: Any = None, reduction: str = 'mean') -> Tensor:
    """Return minus the mean log-probability of the true classes.

    input          (C,), (N, C) or (N, C, …)  log-probabilities
    target         (), (N,) or (N, …)  integers in [0, C)
    weight         (C,)  how much each class counts; the mean is weighted too
    ignore_index   samples with this label do not count

    Raises IndexError for a target outside [0, C), with its position.
    """

def normalize(input: Tensor, p: _float = 2.0, dim: _int = 1, eps: _float = 1e-12, out: Tensor | None = None) -> Tensor:
    """Divide each vector along `dim` by its p-norm, or by eps if that is larger; write into `out` if given."""

def one_hot(tensor: Tensor, num_classes: _int = -1) -> Tensor:
    """Return each index as a vector with a 1 at that index: (…) integers -> (…, num_classes) int64.

    num_classes   −1: one more than the largest index

    Raises RuntimeError for an index below 0 or not below num_classes, and for a dtype other than int64.

    >>> one_hot(tensor([0, 2]))
    tensor([[1, 0, 0],
            [0, 0, 1]])
    """

def pad(input: Tensor, pad: Any, mode: str = 'constant', value: Any = None) -> Tensor:
    """Pad the last dimensions; `pad` names their widths from the last: (left, right, top, bottom, …).

    mode   "constant": `value` (0 unless given), any dimensions; negative widths crop
           "reflect" (mirrored at the edge), "replicate" (the edge again) or "circular" (from the other side)
           pad only dimensions after C, of (N, C, L), (N, C, H, W) or (N, C, D, H, W), with N or without
    Raises RuntimeError for an odd number of widths or more than the input has, and for widths that are too large for
    the mode; TypeError if pad is not a sequence.
    """

def pairwise_distance(x1: Tensor, x2: Tensor, p: _float = 2.0, eps: _float = 1e-06, keepdim: _bool = False) -> Tensor:
    """Return the p-norm of x1 − x2 + eps along the last dimension: (N, D) and (N, D) -> (N,). Shapes broadcast."""

def pixel_shuffle(input: Tensor, upscale_factor: _int) -> Tensor:
    """Turn r² channels into r × r pixels, r the upscale_factor: (*, C·r², H, W) -> (*, C, H·r, W·r).

    Raises RuntimeError unless r² divides the channels. Source: Shi et al. (2016).
    """

def pixel_unshuffle(input: Tensor, downscale_factor: _int) -> Tensor:
    """Turn r × r pixels into r² channels, r the downscale_factor: (*, C, H·r, W·r) -> (*, C·r², H, W).

    Raises RuntimeError unless r divides height and width.
    """

def poisson_nll_loss(input: Tensor, target: Tensor, log_input: _bool = True, full: _bool = False, size_average: Any = None, eps: _float = 1e-08, reduce: Any = None, reduction: str = 'mean') -> Tensor:
    """Return the Poisson −log likelihood of counts `target` at rate e^input (input if not log_input); any shape.

    full   add Stirling's approximation of log(target!), which does not depend on the input
    """

def prelu(input: Tensor, weight: Tensor) -> Tensor:
    """x if x > 0, else weight·x; one weight, or one for each channel of (N, C, …). RuntimeError for other weights."""

def relu(input: Tensor, inplace: _bool = False) -> Tensor:
    """max(x, 0)."""

def relu6(input: Tensor, inplace: _bool = False) -> Tensor:
    """min(max(x, 0), 6)."""

def relu_(input: Tensor) -> Tensor:
    """Write relu over the input; return the input."""

def rms_norm(input: Tensor, normalized_shape: _Sizes, weight: Tensor | None = None, eps: _float | None = None) -> Tensor:
    """Divide the last dimensions by their root mean square, then multiply by weight; eps=None: finfo(dtype).eps.

    normalized_shape   the sizes of those dimensions, and of the weight; RuntimeError for an input with other sizes

    Source: Zhang and Sennrich, Root Mean Square Layer Normalization (2019).
    """

def rrelu(input: Tensor, lower: _float = 0.125, upper: _float = 0.3333333333333333, training: _bool = False, inplace: _bool = False) -> Tensor:
    """Apply leaky_relu with a random slope for each element in training, with the mean slope otherwise.

    lower, upper   the slope is uniform between them; RuntimeError if lower is above upper
    """

def rrelu_(input: Tensor, *settings: Any, **named: Any) -> Tensor:
    """Write rrelu over the input; return the input."""

def scaled_dot_product_attention(query: Tensor, key: Tensor, value: Tensor, attn_mask: Tensor | None = None, dropout_p: _float = 0.0, is_causal: _bool = False, scale: Any = None, enable_gqa: _bool = False) -> Tensor:
    """softmax(query keyᵀ / √D) value: for each query a mean of the values, weighted by how well their keys match.

    query       (…, T, D)
    key         (…, S, D)
    value       (…, S, E)
    attn_mask   (…, T, S)  bools, True where a query may attend; or floats, added to the scores
    dropout_p   chance that a weight is dropped, in training and in evaluation
    is_causal   True: no query attends to a later position
    scale       instead of 1/√D
    enable_gqa  several heads of queries share one head of keys and values
    returns     (…, T, E); 0 for a query that may attend to no key

    On a GPU in float16, cuDNN computes it if it has a plan (see minitorch/cuda/attention.py). cuDNN draws the
    dropped weights with its own generator, from the seed and the offset of the GPU's generator: the same weights
    after the same `manual_seed`, but not those that `dropout` would draw.

    Source: Vaswani et al., Attention Is All You Need (2017), §3.2.1.
    """

def selu(input: Tensor, inplace: _bool = False) -> Tensor:
    """elu, scaled so that activations keep mean 0 and variance 1. Source: Klambauer et al. (2017)."""

def selu_(input: Tensor, *settings: Any, **named: Any) -> Tensor:
    """Write selu over the input; return the input."""

def sigmoid(input: Tensor) -> Tensor:
    """1 / (1 + e⁻ˣ): from 0 to 1."""

def silu(input: Tensor, inplace: _bool = False) -> Tensor:
    """x·sigmoid(x), also called swish."""

def smooth_l1_loss(input: Tensor, target: Tensor, size_average: Any = None, reduce: Any = None, reduction: str = 'mean', beta: _float = 1.0) -> Tensor:
    """Return huber_loss / beta, or the absolute difference if beta is 0. input and target as huber_loss's.

    Raises RuntimeError for a negative beta.
    """

def soft_margin_loss(input: Tensor, target: Tensor, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> Tensor:
    """log(1 + e^(−target·input)), for targets of 1 and −1, of the input's shape. RuntimeError for other shapes."""

def softmax(input: Tensor, dim: _int | None = None, _stacklevel: _float = 3, dtype: _dtype | None = None) -> Tensor:
    """eˣ, scaled to sum to 1 along `dim`; any shape in, same out."""

def softmin(input: Tensor, dim: _int | None = None, _stacklevel: _float = 3, dtype: _dtype | None = None) -> Tensor:
    """softmax(−x) along `dim`; any shape in, same out."""

def softplus(input: Tensor, beta: _float = 1.0, threshold: _float = 20.0, *, out: Tensor | None = None) -> Tensor:
    """log(1 + e^(beta·x)) / beta; x itself where beta·x is above the threshold."""

def softshrink(input: Tensor, lambd: _float = 0.5, *, out: Tensor | None = None) -> Tensor:
    """Move x towards 0 by lambd; 0 for |x| below lambd. Raises RuntimeError for a negative lambd."""

def softsign(input: Tensor) -> Tensor:
    """x / (1 + |x|)."""

def tanh(input: Tensor) -> Tensor:
    """Return the hyperbolic tangent of each element, from −1 to 1."""

def tanhshrink(input: Tensor) -> Tensor:
    """x − tanh(x)."""

def threshold(input: Tensor, threshold: _float, value: Any, inplace: _bool = False) -> Tensor:
    """x if x > threshold, else value."""

def threshold_(input: Tensor, *settings: Any, **named: Any) -> Tensor:
    """Write threshold over the input; return the input."""

def triplet_margin_loss(anchor: Tensor, positive: Tensor, negative: Tensor, margin: _float = 1.0, p: _float = 2, eps: _float = 1e-06, swap: _bool = False, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> Tensor:
    """Return max(0, margin + |anchor − positive| − |anchor − negative|), of tensors (N, D).

    p, eps   |a − b| is the p-norm of a − b + eps
    swap     use |positive − negative| instead of |anchor − negative| if it is smaller

    Source: Schroff et al., FaceNet (2015).
    """

def triplet_margin_with_distance_loss(anchor: Tensor, positive: Tensor, negative: Tensor, *, distance_function: Any = None, margin: _float = 1.0, swap: _bool = False, reduction: str = 'mean') -> Tensor:
    """Return max(0, margin + distance(anchor, positive) − distance(anchor, negative)).

    distance_function   a function of two tensors; default: pairwise_distance
    swap                use distance(positive, negative) instead of distance(anchor, negative) if it is smaller

    Raises ValueError for a margin of 0 or less, RuntimeError if the numbers of dimensions differ.
    """

def unfold(input: Tensor, kernel_size: _Sizes, dilation: _Sizes = 1, padding: _Sizes | str = 0, stride: _Sizes = 1) -> Tensor:
    """Copy every window into a column: (N, C, H, W) -> (N, C·kh·kw, windows). weight @ columns is a convolution.

    kernel_size   height and width of a window: a number, or a pair, like the other arguments
    dilation      distance between the elements of a window
    padding       zeros put around the image
    stride        how far a window moves

    Raises RuntimeError for an input of another number of dimensions, and for a window larger than the input.
    """

def upsample(input: Tensor, size: _Sizes | None = None, scale_factor: Any = None, mode: str = 'nearest', align_corners: Any = None) -> Tensor:
    """Call interpolate, of which this is an older name; arguments as interpolate's."""

def upsample_bilinear(input: Tensor, size: _Sizes | None = None, scale_factor: Any = None) -> Tensor:
    """Call interpolate with mode "bilinear" and align_corners=True; arguments as interpolate's."""

def upsample_nearest(input: Tensor, size: _Sizes | None = None, scale_factor: Any = None) -> Tensor:
    """Call interpolate with mode "nearest"; arguments as interpolate's."""
