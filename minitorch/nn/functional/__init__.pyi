# Written by `python -m minitorch.stubs`.
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
    """The means of output_size shares of the signal: (N, C, L) -> (N, C, output_size)."""

def adaptive_avg_pool2d(input: Tensor, output_size: _Sizes) -> Tensor:
    """The means of as many shares as output_size says: (N, C, H, W) -> (N, C, *output_size).

    output_size   a number, or (rows, columns); None leaves a dimension as it is. Shares may overlap by one.
    """

def adaptive_avg_pool3d(input: Tensor, output_size: _Sizes) -> Tensor:
    """The means of as many shares as output_size says: (N, C, D, H, W) -> (N, C, *output_size)."""

def adaptive_max_pool1d(input: Tensor, output_size: _Sizes, return_indices: _bool = False) -> Tensor:
    """The largest of each of output_size shares of the signal: (N, C, L) -> (N, C, output_size).

    return_indices   also give where each stood
    """

def adaptive_max_pool1d_with_indices(input: Tensor, output_size: _Sizes, return_indices: _bool = True) -> tuple[Tensor, ...]:
    """adaptive_max_pool1d, and where each stood: see adaptive_max_pool1d."""

def adaptive_max_pool2d(input: Tensor, output_size: _Sizes, return_indices: _bool = False) -> Tensor:
    """The largest of each of as many shares as output_size says: (N, C, H, W) -> (N, C, *output_size).

    return_indices   also give where each stood, counted row by row in its H×W plane
    """

def adaptive_max_pool2d_with_indices(input: Tensor, output_size: _Sizes, return_indices: _bool = True) -> tuple[Tensor, ...]:
    """adaptive_max_pool2d, and where each stood: see adaptive_max_pool2d."""

def adaptive_max_pool3d(input: Tensor, output_size: _Sizes, return_indices: _bool = False) -> Tensor:
    """The largest of each of as many shares as output_size says: (N, C, D, H, W) -> (N, C, *output_size).

    return_indices   also give where each stood in its volume
    """

def adaptive_max_pool3d_with_indices(input: Tensor, output_size: _Sizes, return_indices: _bool = True) -> tuple[Tensor, ...]:
    """adaptive_max_pool3d, and where each stood: see adaptive_max_pool3d."""

def affine_grid(theta: Tensor, size: _Sizes, align_corners: _bool | None = None) -> Tensor:
    """Where grid_sample should look for an image turned, moved and scaled by theta.

    theta     (N, 2, 3)
    size      (N, C, H, W) of the image to be made
    returns   (N, H, W, 2): x and y from −1 to 1, edge to edge (corner pixels' middles with align_corners)

    Raises ValueError for a theta of another shape, RuntimeError for another N.
    """

def alpha_dropout(input: Tensor, p: _float = 0.5, training: _bool = False, inplace: _bool = False) -> Tensor:
    """Dropout that keeps mean 0 and variance 1 behind selu: with chance p, if training, an element becomes −1.76.

    Any shape in, same out. Source: Klambauer et al. (2017).
    """

def avg_pool1d(input: Tensor, kernel_size: _Sizes, stride: _Sizes | None = None, padding: _Sizes | str = 0, ceil_mode: _bool = False, count_include_pad: _bool = True) -> Tensor:
    """The mean of each window: (N, C, L) -> (N, C, OL). Arguments as avg_pool2d's, a number in place of a pair."""

def avg_pool2d(input: Tensor, kernel_size: _Sizes, stride: _Sizes | None = None, padding: _Sizes | str = 0, ceil_mode: _bool = False, count_include_pad: _bool = True, divisor_override: _int | None = None, *, out: Tensor | None = None) -> Tensor:
    """The mean of each window: (N, C, H, W) -> (N, C, OH, OW).

    kernel_size         height and width of a window: a number, or a pair; so are the next two
    stride              how far a window moves; None: kernel_size, so that windows lie side by side
    padding             zeros put around the image, at most half of kernel_size
    ceil_mode           whether a last window may reach over the edge: OH is rounded up, not down
    count_include_pad   whether the zeros of the padding count among the elements of a window
    divisor_override    divide the sum by this instead; RuntimeError for 0

    OH = ⌊(H + 2·padding − kh) / stride⌋ + 1, and OW likewise.
    """

def avg_pool3d(input: Tensor, kernel_size: _Sizes, stride: _Sizes | None = None, padding: _Sizes | str = 0, ceil_mode: _bool = False, count_include_pad: _bool = True, divisor_override: _int | None = None, *, out: Tensor | None = None) -> Tensor:
    """The mean of each window: (N, C, D, H, W) -> (N, C, OD, OH, OW). Arguments as avg_pool2d's, three for a pair."""

def batch_norm(input: Tensor, running_mean: Any, running_var: Any, weight: Tensor | None = None, bias: Tensor | None = None, training: _bool = False, momentum: _float = 0.1, eps: _float = 1e-05) -> Tensor:
    """Each channel of (N, C, …) to mean 0 and variance 1, then times weight plus bias.

    In training by the batch's own mean and variance, which are also mixed into running_mean and
    running_var (the unbiased variance) by `momentum`; otherwise by the running ones.
    Raises ValueError in training for one value a channel; RuntimeError for statistics or weights that are not (C,).
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
    """Mean surprise at answers of yes (1) or no (0), from probabilities; a logarithm is kept above −100.

    input, target   any shape, the same for both, from 0 to 1
    weight          how much each element counts, broadcast to the input

    Raises ValueError for other shapes, RuntimeError for numbers outside 0 … 1.
    """

def binary_cross_entropy_with_logits(input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: Any = None, reduce: Any = None, reduction: str = 'mean', pos_weight: Tensor | None = None) -> Tensor:
    """binary_cross_entropy of sigmoid(input), without overflow; pos_weight: how much a yes counts.

    target and weight as binary_cross_entropy's; pos_weight broadcasts to the input.
    """

def celu(input: Tensor, alpha: _float = 1.0, inplace: _bool = False) -> Tensor:
    """x where positive, else alpha·(e^(x/alpha) − 1). Raises RuntimeError for an alpha of 0."""

def celu_(input: Tensor, *settings: Any, **named: Any) -> Tensor:
    """celu, written over the input."""

def channel_shuffle(input: Tensor, groups: _int) -> Tensor:
    """Channels dealt out anew, one of each of the `groups` in turn: (N, C, …), the same shape.

    Raises RuntimeError for groups that do not divide C. Source: Zhang et al., ShuffleNet (2018).
    """

def conv1d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: _Sizes = 1, padding: _Sizes | str = 0, dilation: _Sizes = 1, groups: _int = 1) -> Tensor:
    """Slide each filter along the signals: (N, C, L) with (O, C/groups, k) -> (N, O, OL). See conv2d."""

def conv2d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: _Sizes = 1, padding: _Sizes | str = 0, dilation: _Sizes = 1, groups: _int = 1) -> Tensor:
    """Slide each filter over the images: at each position the sum of products with the window beneath.

    input     (N, C, H, W)
    weight    (O, C/groups, kh, kw)
    bias      (O,)
    padding   zeros around the image: a number, (rows, columns), "valid" (none) or "same" (the output
              has the input's size; stride 1)
    returns   (N, O, OH, OW), OH = ⌊(H + 2·padding − dilation·(kh − 1) − 1) / stride⌋ + 1
    """

def conv3d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: _Sizes = 1, padding: _Sizes | str = 0, dilation: _Sizes = 1, groups: _int = 1) -> Tensor:
    """Slide each filter through the volumes: (N, C, D, H, W) with (O, C/groups, kd, kh, kw) -> (N, O, OD, OH, OW).

    See conv2d: a filter's slices are filters of images, of as many channels more.
    """

def conv_transpose1d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: _Sizes = 1, padding: _Sizes | str = 0, output_padding: _Sizes = 0, groups: _int = 1, dilation: _Sizes = 1) -> Tensor:
    """conv1d, backwards: (N, C, L) with (C, O/groups, k) -> (N, O, OL). See conv_transpose2d."""

def conv_transpose2d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: _Sizes = 1, padding: _Sizes | str = 0, output_padding: _Sizes = 0, groups: _int = 1, dilation: _Sizes = 1) -> Tensor:
    """conv2d, backwards: each pixel of the input adds the filter, times its value, to the output.

    input           (N, C, H, W)
    weight          (C, O/groups, kh, kw)
    bias            (O,), or None
    output_padding  rows and columns added at the end: several input sizes of a strided conv2d give one output size
    returns         (N, O, OH, OW), OH = (H − 1)·stride − 2·padding + dilation·(kh − 1) + output_padding + 1

    stride, padding, dilation and groups are those of the convolution, as conv2d takes them.
    """

def conv_transpose3d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: _Sizes = 1, padding: _Sizes | str = 0, output_padding: _Sizes = 0, groups: _int = 1, dilation: _Sizes = 1) -> Tensor:
    """conv3d, backwards: (N, C, D, H, W) with (C, O/groups, kd, kh, kw) -> (N, O, OD, OH, OW). See conv_transpose2d."""

def cosine_embedding_loss(input1: Tensor, input2: Tensor, target: Tensor, margin: _float = 0.0, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> Tensor:
    """1 − cos of pairs that are alike (target 1); by how much the cos of others (−1) exceeds the margin.

    input1, input2   (N, D) or (D,)
    target           (N,) or ()

    Raises RuntimeError for other shapes.
    """

def cosine_similarity(x1: Tensor, x2: Tensor, dim: _int = 1, eps: _float = 1e-08) -> Tensor:
    """The cosine of the angle between the vectors of x1 and x2 along `dim`, from −1 to 1; shapes broadcast.

    eps   what a length counts as at least

    Raises RuntimeError for integers, and for a negative eps.
    """

def cross_entropy(input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: Any = None, ignore_index: _int = -100, reduce: Any = None, reduction: str = 'mean', label_smoothing: _float = 0.0) -> Tensor:
    """Mean surprise at the true classes, in nats.

    input            (C,), (N, C) or (N, C, …)  unnormalised scores
    target           (), (N,) or (N, …)  integers in [0, C), or probabilities of the input's shape
    weight           (C,)  how much each class counts
    ignore_index     a label that does not count
    label_smoothing  share of the truth spread evenly over all classes
    returns          ()  log(C) for a blind guess, 0 when sure and right

    Raises TargetError (an IndexError and a ValueError) when a target names no class, with its position; RuntimeError
    for a label_smoothing outside [0, 1], and for an ignore_index beside probabilities.
    Source: Goodfellow et al., Deep Learning (2016), §6.2.2.3.
    """

def ctc_loss(log_probs: Tensor, targets: Tensor, input_lengths: Any, target_lengths: Any, blank: _int = 0, reduction: str = 'mean', zero_infinity: _bool = False) -> Tensor:
    """Mean surprise at label sequences, in nats: minus the log of the chance of all alignments with the outputs.

    log_probs       (T, N, C) or (T, C)  what log_softmax gives: for each step, over the labels and the blank
    targets         (N, S), padded; or the sequences one after the other; labels other than the blank
    input_lengths   (N,)  how many steps of each sample count: a tensor of integers, or a tuple
    target_lengths  (N,)  how many labels each sample has
    blank           the number of the class that stands for no label
    reduction       "mean" divides each loss by its target's length first
    zero_infinity   a loss that is infinite, for a target too long for its outputs, counts as 0
    returns         (), or (N,) with reduction "none"

    An alignment repeats labels and puts blanks between; two equal labels need a blank. The gradient is PyTorch's,
    exp(log_probs) less the chance of each label at each step: that of the scores before log_softmax.
    Raises RuntimeError for lengths that do not fit. Source: Graves et al., Connectionist Temporal Classification
    (2006).
    """

def dropout(input: Tensor, p: _float = 0.5, training: _bool = True, inplace: _bool = False) -> Tensor:
    """In training each element becomes 0 with probability p, and the others x / (1 − p); otherwise x. Any shape.

    Raises ValueError for a p outside 0 … 1. Source: Srivastava et al., Dropout (2014).
    """

def dropout1d(input: Tensor, p: _float = 0.5, training: _bool = True, inplace: _bool = False) -> Tensor:
    """dropout of whole channels of (N, C, …) with 1 dimensions of space: if training, each is 0 with chance p. Raises ValueError for a p outside 0 … 1."""

def dropout2d(input: Tensor, p: _float = 0.5, training: _bool = True, inplace: _bool = False) -> Tensor:
    """dropout of whole channels of (N, C, …) with 2 dimensions of space: if training, each is 0 with chance p. Raises ValueError for a p outside 0 … 1."""

def dropout3d(input: Tensor, p: _float = 0.5, training: _bool = True, inplace: _bool = False) -> Tensor:
    """dropout of whole channels of (N, C, …) with 3 dimensions of space: if training, each is 0 with chance p. Raises ValueError for a p outside 0 … 1."""

def elu(input: Tensor, alpha: _float = 1.0, inplace: _bool = False) -> Tensor:
    """x where positive, else alpha·(eˣ − 1)."""

def elu_(x: Any, alpha: _float = 1.0, scale: _float = 1.0, rate: _float = 1.0) -> Tensor:
    """elu, written over the input."""

def embedding(input: Tensor, weight: Tensor, padding_idx: _int | None = None, max_norm: Any = None, norm_type: _float = 2.0, scale_grad_by_freq: _bool = False, sparse: _bool = False) -> Tensor:
    """weight[input]: a row of the table for each index.

    input                (…)     integers in [0, V)
    weight               (V, D)  the table
    padding_idx          a row that gets no gradient
    max_norm             rows that are asked for and longer than this are first shortened, in the table
    norm_type            the p of the norm that measures them
    scale_grad_by_freq   each row's gradient is divided by how often it was asked for
    sparse               taken as PyTorch does; a gradient is an ordinary tensor here
    returns              (…, D)

    Raises IndexError when an index names no row, with its position and the size of the vocabulary; RuntimeError for a
    weight that is not 2-D, AssertionError for a padding_idx that is no row.
    """

def embedding_bag(input: Tensor, weight: Tensor, offsets: Tensor | None = None, max_norm: Any = None, norm_type: _float = 2, scale_grad_by_freq: _bool = False, mode: str = 'mean', sparse: _bool = False, per_sample_weights: Tensor | None = None, include_last_offset: _bool = False, padding_idx: _int | None = None) -> Tensor:
    """The rows weight[input] of each bag, reduced to one; zeros for a bag of none.

    input                (B, n)  bags of n indices; or (L,), all bags one after the other
    weight               (V, D)  the table
    offsets              (B,)    of input (L,): where each bag begins, the first at 0
    max_norm             rows that are asked for and longer than this are first shortened, in the table
    norm_type            the p of the norm that measures them
    scale_grad_by_freq   each row's gradient is divided by how often it was asked for
    mode                 "sum", "mean" or "max"
    sparse               taken as PyTorch does, but not with "max"; a gradient is an ordinary tensor here
    per_sample_weights   of input's shape: what each row is multiplied by, for mode "sum"
    include_last_offset  offsets has one number more, where the last bag ends
    padding_idx          an index that does not count
    returns              (B, D)
    """

def feature_alpha_dropout(input: Tensor, p: _float = 0.5, training: _bool = False, inplace: _bool = False) -> Tensor:
    """alpha_dropout of whole channels of (N, C, …), each with chance p, if training."""

def fold(input: Tensor, output_size: _Sizes, kernel_size: _Sizes, dilation: _Sizes = 1, padding: _Sizes | str = 0, stride: _Sizes = 1) -> Tensor:
    """Columns added up at their windows' positions: (N, C·kh·kw, windows) -> (N, C, *output_size).

    The other arguments are those of the windows, as unfold's. Raises RuntimeError for other sizes.
    """

def fractional_max_pool2d(input: Tensor, kernel_size: _Sizes, output_size: _Sizes | None = None, output_ratio: Any = None, return_indices: _bool = False, _random_samples: Tensor | None = None) -> Tensor:
    """The largest of windows at random distances: (N, C, H, W) -> (N, C, *output_size).

    kernel_size      height and width of a window: a number, or a pair
    output_size      how many windows: a number, or (rows, columns)
    output_ratio     or their share of the input's size, between 0 and 1
    return_indices   also give where each stood, counted row by row
    _random_samples  (N, C, 2)  the numbers in [0, 1) that place the windows; drawn when left out

    Raises ValueError without output_size and output_ratio, RuntimeError for windows that do not fit.
    Source: Graham, Fractional Max-Pooling (2014).
    """

def fractional_max_pool2d_with_indices(input: Tensor, kernel_size: _Sizes, output_size: _Sizes | None = None, output_ratio: Any = None, return_indices: _bool = True, _random_samples: Tensor | None = None) -> tuple[Tensor, ...]:
    """fractional_max_pool2d, and where each stood: see fractional_max_pool2d."""

def fractional_max_pool3d(input: Tensor, kernel_size: _Sizes, output_size: _Sizes | None = None, output_ratio: Any = None, return_indices: _bool = False, _random_samples: Tensor | None = None) -> Tensor:
    """The largest of windows placed at random: (N, C, D, H, W) -> (N, C, *output_size); see fractional_max_pool2d."""

def fractional_max_pool3d_with_indices(input: Tensor, kernel_size: _Sizes, output_size: _Sizes | None = None, output_ratio: Any = None, return_indices: _bool = True, _random_samples: Tensor | None = None) -> tuple[Tensor, ...]:
    """fractional_max_pool3d, and where each stood: see fractional_max_pool2d."""

def gaussian_nll_loss(input: Tensor, target: Tensor, var: _Value, full: _bool = False, eps: _float = 1e-06, reduction: str = 'mean') -> Tensor:
    """Surprise at `target` when it is normal with mean `input` and variance `var` (at least eps).

    var    a number, the input's shape, or that shape with a last dimension of 1 or without it
    full   add log(2π)/2, which does not depend on the input

    Raises ValueError for a negative variance, or one of another shape. Source: Nix and Weigend (1994).
    """

def gelu(input: Tensor, approximate: str = 'none', *, out: Tensor | None = None) -> Tensor:
    """x·Φ(x), Φ the normal distribution's; approximate="tanh" for the formula with tanh. RuntimeError for other words.

    Source: Hendrycks and Gimpel, Gaussian Error Linear Units (2016).
    """

def glu(input: Tensor, dim: _int = -1) -> Tensor:
    """The first half along `dim` times the sigmoid of the second half. Raises RuntimeError for an odd size."""

def grid_sample(input: Tensor, grid: Tensor, mode: str = 'bilinear', padding_mode: str = 'zeros', align_corners: _bool | None = None) -> Tensor:
    """The image seen through a grid: at each pixel of the output, the input at the position that the grid names.

    input           (N, C, H, W), or a volume (N, C, D, H, W)
    grid            (N, OH, OW, 2): x and y, −1 to 1 from edge to edge (from corner to corner with align_corners);
                    of a volume (N, OD, OH, OW, 3): x, y and z
    mode            "bilinear", "nearest" or, of an image, "bicubic"
    padding_mode    what lies outside: "zeros", "border" (the nearest edge), "reflection"
    returns         (N, C, OH, OW), or (N, C, OD, OH, OW)
    """

def group_norm(input: Tensor, num_groups: _int, weight: Tensor | None = None, bias: Tensor | None = None, eps: _float = 1e-05) -> Tensor:
    """The channels of (N, C, …) in num_groups groups, each sample's group to mean 0 and variance 1 by itself.

    weight, bias   (C,)  what the result is multiplied by, and what is added; or None

    Raises RuntimeError for groups that do not divide C, ValueError for one value a group.
    Source: Wu and He, Group Normalization (2018).
    """

def gumbel_softmax(logits: Any, tau: _float = 1, hard: _bool = False, eps: _float = 1e-10, dim: _int = -1) -> Tensor:
    """A random choice that gradients pass through: softmax of (scores + Gumbel noise) / tau.

    logits   scores, of any shape: the choice is along `dim`
    hard     one-hot on the way forward, soft on the way back

    Source: Jang et al., Categorical Reparameterization with Gumbel-Softmax (2017).
    """

def hardshrink(input: Tensor, lambd: _float = 0.5, *, out: Tensor | None = None) -> Tensor:
    """x, and 0 where |x| is at most lambd."""

def hardsigmoid(input: Tensor, inplace: _bool = False) -> Tensor:
    """A sigmoid of three straight lines: 0 below −3, 1 above 3."""

def hardswish(input: Tensor, inplace: _bool = False) -> Tensor:
    """x·hardsigmoid(x)."""

def hardtanh(input: Tensor, min_val: _float = -1.0, max_val: _float = 1.0, inplace: _bool = False) -> Tensor:
    """x kept between min_val and max_val. Raises ValueError if min_val is above max_val, RuntimeError for bools."""

def hardtanh_(input: Tensor, *settings: Any, **named: Any) -> Tensor:
    """hardtanh, written over the input."""

def hinge_embedding_loss(input: Tensor, target: Tensor, margin: _float = 1.0, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> Tensor:
    """The distance `input` of pairs that are alike (target 1); how much closer than the margin others (−1) are.

    Any shape, the same for both.
    """

def huber_loss(input: Tensor, target: Tensor, reduction: str = 'mean', delta: _float = 1.0, weight: Tensor | None = None) -> Tensor:
    """Half the squared difference where it is below delta, else delta·(|difference| − delta/2).

    input, target   any shape, the same for both; where they broadcast, a warning says so
    weight          the input's shape: what each element is multiplied by

    Raises RuntimeError for a delta of 0 or less, TypeError for what is no number.
    """

def instance_norm(input: Tensor, running_mean: Tensor | None = None, running_var: Tensor | None = None, weight: Tensor | None = None, bias: Tensor | None = None, use_input_stats: _bool = True, momentum: _float = 0.1, eps: _float = 1e-05) -> Tensor:
    """Each channel of each sample of (N, C, …) to mean 0 and variance 1, then times weight plus bias.

    use_input_stats   False: by running_mean and running_var, as batch_norm outside of training

    Raises ValueError for one value a channel. Source: Ulyanov et al., Instance Normalization (2016).
    """

def interpolate(input: Tensor, size: _Sizes | None = None, scale_factor: Any = None, mode: str = 'nearest', align_corners: Any = None, recompute_scale_factor: Any = None, antialias: _bool = False) -> Tensor:
    """The input in another size: (N, C, L), (N, C, H, W) or (N, C, D, H, W), one dimension after the other.

    size, scale_factor       the new size, or how many times as large; a number or one a dimension
    mode                     "nearest", "nearest-exact", "area" (means of shares), "linear" (3-D), "bilinear",
                             "bicubic" (4-D), "trilinear" (5-D)
    align_corners            whether corners keep their positions, instead of the edges of corner pixels
    recompute_scale_factor   whether distances follow from the rounded new size, and not from scale_factor
    antialias                whether each pixel of a smaller image is a mean over all that it stands for ("bilinear",
                             "bicubic"), as Pillow shrinks images

    Raises ValueError unless just one of size and scale_factor is given; NotImplementedError for a mode that does not
    fit the input.
    """

def kl_div(input: Tensor, target: Tensor, size_average: Any = None, reduce: Any = None, reduction: str = 'mean', log_target: _bool = False) -> Tensor:
    """How many nats the log-probabilities `input` lose against the probabilities `target`, of the same shape.

    reduction    "batchmean" divides by N, "mean" by all elements
    log_target   whether the target is of log-probabilities too

    Raises RuntimeError for integers.
    """

def l1_loss(input: Tensor, target: Tensor, size_average: Any = None, reduce: Any = None, reduction: str = 'mean', weight: Tensor | None = None) -> Tensor:
    """The absolute differences of input and target, averaged. Arguments as mse_loss's."""

def layer_norm(input: Tensor, normalized_shape: _Sizes, weight: Tensor | None = None, bias: Tensor | None = None, eps: _float = 1e-05) -> Tensor:
    """Each sample by itself to mean 0 and variance 1 over its last dimensions, then times weight plus bias.

    normalized_shape   the sizes of those dimensions; weight and bias have this shape
    Source: Ba et al., Layer Normalization (2016).
    """

def leaky_relu(input: Tensor, negative_slope: _float = 0.01, inplace: _bool = False) -> Tensor:
    """x where positive, else negative_slope·x."""

def leaky_relu_(input: Tensor, negative_slope: _float = 0.01) -> Tensor:
    """leaky_relu, written over the input."""

def linear(input: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """input @ weight.T + bias: (*, in_features) with (out_features, in_features) -> (*, out_features)."""

def linear_cross_entropy(input: Tensor, linear_weight: Tensor, target: Tensor, *, linear_bias: Tensor | None = None, weight: Tensor | None = None, reduction: str = 'mean', ignore_index: Any = None, label_smoothing: _float = 0.0, options: Any = None) -> Tensor:
    """cross_entropy of the scores input @ linear_weight.T + linear_bias.

    input           (N, in_features) or (in_features,)
    linear_weight   (C, in_features), or (C, …, in_features) for scores (N, C, …)
    target          (N, …)  labels, or chances of the scores' shape; see cross_entropy
    linear_bias     (C, …)
    options         how PyTorch saves memory by computing in parts: accepted, no effect

    Raises RuntimeError for shapes that do not belong together, and for an ignore_index beside probabilities.
    """

def local_response_norm(input: Tensor, size: _Sizes, alpha: _float = 0.0001, beta: _float = 0.75, k: _float = 1.0) -> Tensor:
    """Each element divided by (k + alpha · the mean square of `size` neighbouring channels)^beta.

    Raises ValueError for fewer than 3 dimensions.
    Source: Krizhevsky et al., ImageNet Classification with Deep Convolutional Neural Networks (2012).
    """

def log_softmax(input: Tensor, dim: _int | None = None, _stacklevel: _float = 3, dtype: _dtype | None = None) -> Tensor:
    """log(softmax(x)) along `dim`, without overflow; any shape in, same out."""

def logsigmoid(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """log(sigmoid(x)), without log(0)."""

def lp_pool1d(input: Tensor, norm_type: Any, kernel_size: _Sizes, stride: _Sizes | None = None, ceil_mode: _bool = False) -> Tensor:
    """(Σ x^p)^(1/p) over each window: (N, C, L) -> (N, C, OL). Arguments as lp_pool2d's."""

def lp_pool2d(input: Tensor, norm_type: Any, kernel_size: _Sizes, stride: _Sizes | None = None, ceil_mode: _bool = False) -> Tensor:
    """(Σ x^p)^(1/p) over each window: (N, C, H, W) -> (N, C, OH, OW).

    norm_type     p: 1 is the sum, inf the largest
    kernel_size   height and width of a window: a number, or a pair; so is stride, kernel_size when None
    ceil_mode     whether a last window may reach over the edge
    """

def lp_pool3d(input: Tensor, norm_type: Any, kernel_size: _Sizes, stride: _Sizes | None = None, ceil_mode: _bool = False) -> Tensor:
    """(Σ x^p)^(1/p) over each window: (N, C, D, H, W) -> (N, C, OD, OH, OW). Arguments as lp_pool2d's."""

def margin_ranking_loss(input1: Tensor, input2: Tensor, target: Tensor, margin: _float = 0.0, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> Tensor:
    """By how much input1 fails to exceed input2 (target 1), or input2 to exceed input1 (target −1), by the margin.

    Any shape, the same for all three. Raises RuntimeError for other numbers of dimensions.
    """

def max_pool1d(input: Tensor, kernel_size: _Sizes, stride: _Sizes | None = None, padding: _Sizes | str = 0, dilation: _Sizes = 1, ceil_mode: _bool = False, return_indices: _bool = False) -> Tensor:
    """The largest of each window: (N, C, L) -> (N, C, OL). Arguments as max_pool2d's, a number in place of a pair."""

def max_pool1d_with_indices(input: Tensor, kernel_size: _Sizes, stride: _Sizes | None = None, padding: _Sizes | str = 0, dilation: _Sizes = 1, ceil_mode: _bool = False, return_indices: _bool = True) -> tuple[Tensor, ...]:
    """max_pool1d, and where each stood: arguments as max_pool2d's."""

def max_pool2d(input: Tensor, kernel_size: _Sizes, stride: _Sizes | None = None, padding: _Sizes | str = 0, dilation: _Sizes = 1, ceil_mode: _bool = False, return_indices: _bool = False) -> Tensor:
    """The largest of each window: (N, C, H, W) -> (N, C, OH, OW).

    kernel_size      height and width of a window: a number, or a pair; so are the next three
    stride           how far a window moves; None: kernel_size, so that windows lie side by side
    padding          −inf put around the image, at most half of kernel_size
    dilation         distance between the elements of a window
    ceil_mode        whether a last window may reach over the edge: OH is rounded up, not down
    return_indices   also give where each stood, counted row by row in its H×W plane

    OH = ⌊(H + 2·padding − dilation·(kh − 1) − 1) / stride⌋ + 1, and OW likewise.
    Raises RuntimeError for padding beyond half a window, and for a window larger than the image.
    """

def max_pool2d_with_indices(input: Tensor, kernel_size: _Sizes, stride: _Sizes | None = None, padding: _Sizes | str = 0, dilation: _Sizes = 1, ceil_mode: _bool = False, return_indices: _bool = True) -> tuple[Tensor, ...]:
    """max_pool2d, and where each stood: arguments as max_pool2d's."""

def max_pool3d(input: Tensor, kernel_size: _Sizes, stride: _Sizes | None = None, padding: _Sizes | str = 0, dilation: _Sizes = 1, ceil_mode: _bool = False, return_indices: _bool = False) -> Tensor:
    """The largest of each window: (N, C, D, H, W) -> (N, C, OD, OH, OW). Arguments as max_pool2d's, three for a pair.

    return_indices   also give where each stood in its volume, counted plane by plane and row by row
    """

def max_pool3d_with_indices(input: Tensor, kernel_size: _Sizes, stride: _Sizes | None = None, padding: _Sizes | str = 0, dilation: _Sizes = 1, ceil_mode: _bool = False, return_indices: _bool = True) -> tuple[Tensor, ...]:
    """max_pool3d, and where each stood: see max_pool3d."""

def max_unpool1d(input: Tensor, indices: Tensor, kernel_size: _Sizes, stride: _Sizes | None = None, padding: _Sizes | str = 0, output_size: _Sizes | None = None) -> Tensor:
    """Zeros with each element put where max_pool1d took it from: (N, C, OL) -> (N, C, L); see max_unpool2d."""

def max_unpool2d(input: Tensor, indices: Tensor, kernel_size: _Sizes, stride: _Sizes | None = None, padding: _Sizes | str = 0, output_size: _Sizes | None = None) -> Tensor:
    """Zeros with each element put where max_pool2d took it from: (N, C, OH, OW) -> (N, C, H, W).

    indices                        what max_pool2d returned beside the values
    kernel_size, stride, padding   those of max_pool2d
    output_size                    which of the sizes that pool to the input's; the smallest usual one when left out

    Raises ValueError for an output_size that does not pool to the input's, RuntimeError for indices outside of it.
    """

def max_unpool3d(input: Tensor, indices: Tensor, kernel_size: _Sizes, stride: _Sizes | None = None, padding: _Sizes | str = 0, output_size: _Sizes | None = None) -> Tensor:
    """As max_unpool2d, for max_pool3d: (N, C, OD, OH, OW) -> (N, C, D, H, W)."""

def mish(input: Tensor, inplace: _bool = False) -> Tensor:
    """x·tanh(softplus(x))."""

def mse_loss(input: Tensor, target: Tensor, size_average: Any = None, reduce: Any = None, reduction: str = 'mean', weight: Tensor | None = None) -> Tensor:
    """The squared differences of input and target, averaged.

    input, target   any shape, the same for both; where they broadcast, a warning says so
    weight          the input's shape: how much each element counts; the mean is over its sum
    """

def multi_margin_loss(input: Tensor, target: Tensor, p: _float = 1, margin: _float = 1.0, weight: Tensor | None = None, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> Tensor:
    """By how much each wrong score comes within the margin of the right one, to the power p, averaged over classes.

    input    (N, C) or (C,)
    target   (N,) or ()  integers in [0, C)
    weight   (C,)  how much each class counts

    Raises ValueError for a p that is not 1 or 2, RuntimeError for other shapes and labels.
    """

def multilabel_margin_loss(input: Tensor, target: Tensor, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> Tensor:
    """By how much scores of wrong classes come within 1 of those of right ones, over all pairs, divided by C.

    input    (N, C) or (C,)
    target   the same shape: the right classes of each sample first, then −1

    Raises RuntimeError for other shapes, and for labels from C on.
    """

def multilabel_soft_margin_loss(input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> Tensor:
    """The mean surprise over C answers of yes (1) or no (0), each by itself, from unnormalised scores.

    input    (N, C) or (C,)
    target   the same shape, from 0 to 1
    weight   (C,)  how much each answer counts

    Raises IndexError for a single number.
    """

def native_channel_shuffle(input: Tensor, groups: _int) -> Tensor:
    """Channels dealt out anew, one of each of the `groups` in turn: (N, C, …), the same shape.

    Raises RuntimeError for groups that do not divide C. Source: Zhang et al., ShuffleNet (2018).
    """

def nll_loss(input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: Any = None, ignore_index: _int = -100, reduce: Any = None, reduction: str = 'mean') -> Tensor:
    """Minus the mean log-probability of the true classes.

    input          (C,), (N, C) or (N, C, …)  log-probabilities
    target         (), (N,) or (N, …)  integers in [0, C)
    weight         (C,)  how much each class counts; the mean is weighted too
    ignore_index   a label that does not count

    Raises IndexError for a target that names no class, with its position.
    """

def normalize(input: Tensor, p: _float = 2.0, dim: _int = 1, eps: _float = 1e-12, out: Tensor | None = None) -> Tensor:
    """Each vector along `dim` divided by its p-norm, or by eps where that is smaller; written into `out` if given."""

def one_hot(tensor: Tensor, num_classes: _int = -1) -> Tensor:
    """Each index as a vector with a 1 at that index: (…) integers -> (…, num_classes) int64.

    num_classes   −1: one more than the largest index

    Raises RuntimeError for an index below 0 or from num_classes on, and for a dtype other than int64.

    >>> one_hot(tensor([0, 2]))
    tensor([[1, 0, 0],
            [0, 0, 1]])
    """

def pad(input: Tensor, pad: Any, mode: str = 'constant', value: Any = None) -> Tensor:
    """More around the last dimensions; `pad` names them from the last: (left, right, top, bottom, …).

    mode   "constant": `value` (0 unless given), any dimensions; negative widths cut
           "reflect" (mirrored at the edge), "replicate" (the edge again) or "circular" (from the other side):
           the dimensions of space of (N, C, L), (N, C, H, W) or (N, C, D, H, W), or of one without its batch
    Raises RuntimeError for an odd number of widths or more than the input has, and for margins it cannot fill;
    TypeError for what is no sequence.
    """

def pairwise_distance(x1: Tensor, x2: Tensor, p: _float = 2.0, eps: _float = 1e-06, keepdim: _bool = False) -> Tensor:
    """The p-norm of x1 − x2 + eps along the last dimension: (N, D) and (N, D) -> (N,). Broadcasts."""

def pixel_shuffle(input: Tensor, upscale_factor: _int) -> Tensor:
    """r² channels become r × r pixels, r the upscale_factor: (*, C·r², H, W) -> (*, C, H·r, W·r).

    Raises RuntimeError unless r² divides the channels. Source: Shi et al. (2016).
    """

def pixel_unshuffle(input: Tensor, downscale_factor: _int) -> Tensor:
    """r × r pixels become r² channels, r the downscale_factor: (*, C, H·r, W·r) -> (*, C·r², H, W).

    Raises RuntimeError unless r divides height and width.
    """

def poisson_nll_loss(input: Tensor, target: Tensor, log_input: _bool = True, full: _bool = False, size_average: Any = None, eps: _float = 1e-08, reduce: Any = None, reduction: str = 'mean') -> Tensor:
    """Surprise at counts `target` when their rate is e^input (or input, with log_input=False); any shape.

    full   add Stirling's approximation of log(target!), which does not depend on the input
    """

def prelu(input: Tensor, weight: Tensor) -> Tensor:
    """x where positive, else weight·x; one weight, or one a channel of (N, C, …). RuntimeError for other weights."""

def relu(input: Tensor, inplace: _bool = False) -> Tensor:
    """max(x, 0)."""

def relu6(input: Tensor, inplace: _bool = False) -> Tensor:
    """min(max(x, 0), 6)."""

def relu_(input: Tensor) -> Tensor:
    """relu, written over the input."""

def rms_norm(input: Tensor, normalized_shape: _Sizes, weight: Tensor | None = None, eps: _float | None = None) -> Tensor:
    """The last dimensions divided by their root mean square, then times weight; eps None: the dtype's own.

    normalized_shape   the sizes of those dimensions, and the weight's; RuntimeError for an input that ends otherwise

    Source: Zhang and Sennrich, Root Mean Square Layer Normalization (2019).
    """

def rrelu(input: Tensor, lower: _float = 0.125, upper: _float = 0.3333333333333333, training: _bool = False, inplace: _bool = False) -> Tensor:
    """leaky_relu with a slope drawn anew for each element in training, their mean otherwise.

    lower, upper   the slope is uniform between them; RuntimeError if lower is above upper
    """

def rrelu_(input: Tensor, *settings: Any, **named: Any) -> Tensor:
    """rrelu, written over the input."""

def scaled_dot_product_attention(query: Tensor, key: Tensor, value: Tensor, attn_mask: Tensor | None = None, dropout_p: _float = 0.0, is_causal: _bool = False, scale: Any = None, enable_gqa: _bool = False) -> Tensor:
    """softmax(query keyᵀ / √D) value: for each query a mean of the values, weighted by how its key fits.

    query       (…, T, D)
    key         (…, S, D)
    value       (…, S, E)
    attn_mask   (…, T, S)  bools, True where a query may look; or floats, added to the scores
    dropout_p   chance that a weight is dropped, whatever the mode
    is_causal   no query attends to a later position
    scale       instead of 1/√D
    enable_gqa  several heads of queries share one head of keys and values
    returns     (…, T, E); 0 for a query that may look nowhere

    On a GPU in float16 a plan of cuDNN computes it where there is one (see minitorch/cuda/attention.py). It draws what
    is dropped by numbers of its own, from the seed and the place that the GPU's generator has come to: the same again
    after the same `manual_seed`, but not those of `dropout`.

    Source: Vaswani et al., Attention Is All You Need (2017), §3.2.1.
    """

def selu(input: Tensor, inplace: _bool = False) -> Tensor:
    """elu scaled so that activations keep mean 0 and variance 1. Source: Klambauer et al. (2017)."""

def selu_(input: Tensor, *settings: Any, **named: Any) -> Tensor:
    """selu, written over the input."""

def sigmoid(input: Tensor) -> Tensor:
    """1 / (1 + e⁻ˣ): from 0 to 1."""

def silu(input: Tensor, inplace: _bool = False) -> Tensor:
    """x·sigmoid(x), also called swish."""

def smooth_l1_loss(input: Tensor, target: Tensor, size_average: Any = None, reduce: Any = None, reduction: str = 'mean', beta: _float = 1.0) -> Tensor:
    """huber_loss divided by beta; with beta 0 the absolute difference. input and target as huber_loss's.

    Raises RuntimeError for a negative beta.
    """

def soft_margin_loss(input: Tensor, target: Tensor, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> Tensor:
    """log(1 + e^(−target·input)), for targets of 1 and −1; any shape, the same for both. RuntimeError for others."""

def softmax(input: Tensor, dim: _int | None = None, _stacklevel: _float = 3, dtype: _dtype | None = None) -> Tensor:
    """eˣ, scaled to sum to 1 along `dim`; any shape in, same out."""

def softmin(input: Tensor, dim: _int | None = None, _stacklevel: _float = 3, dtype: _dtype | None = None) -> Tensor:
    """softmax(−x) along `dim`; any shape in, same out."""

def softplus(input: Tensor, beta: _float = 1.0, threshold: _float = 20.0, *, out: Tensor | None = None) -> Tensor:
    """log(1 + e^(beta·x)) / beta; x itself where beta·x is above the threshold."""

def softshrink(input: Tensor, lambd: _float = 0.5, *, out: Tensor | None = None) -> Tensor:
    """x moved towards 0 by lambd, and 0 where it would pass it. Raises RuntimeError for a negative lambd."""

def softsign(input: Tensor) -> Tensor:
    """x / (1 + |x|)."""

def tanh(input: Tensor) -> Tensor:
    """The hyperbolic tangent: from −1 to 1."""

def tanhshrink(input: Tensor) -> Tensor:
    """x − tanh(x)."""

def threshold(input: Tensor, threshold: _float, value: Any, inplace: _bool = False) -> Tensor:
    """x where above the threshold, else value."""

def threshold_(input: Tensor, *settings: Any, **named: Any) -> Tensor:
    """threshold, written over the input."""

def triplet_margin_loss(anchor: Tensor, positive: Tensor, negative: Tensor, margin: _float = 1.0, p: _float = 2, eps: _float = 1e-06, swap: _bool = False, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> Tensor:
    """By how much the positive (N, D) fails to be nearer to the anchor than the negative, by the margin.

    p      the norm that measures distances, of differences to which eps is added
    swap   measure the negative from the anchor or the positive, whichever is nearer

    Source: Schroff et al., FaceNet (2015).
    """

def triplet_margin_with_distance_loss(anchor: Tensor, positive: Tensor, negative: Tensor, *, distance_function: Any = None, margin: _float = 1.0, swap: _bool = False, reduction: str = 'mean') -> Tensor:
    """By how much the positive fails to be nearer to the anchor than the negative, by the margin.

    distance_function   of two tensors; pairwise_distance when left out
    swap                measure the negative from the anchor or the positive, whichever is nearer

    Raises ValueError for a margin of 0 or less, RuntimeError for other numbers of dimensions.
    """

def unfold(input: Tensor, kernel_size: _Sizes, dilation: _Sizes = 1, padding: _Sizes | str = 0, stride: _Sizes = 1) -> Tensor:
    """Every window as a column: (N, C, H, W) -> (N, C·kh·kw, windows). A matrix times it is a convolution.

    kernel_size   height and width of a window: a number, or a pair; so are the others
    dilation      distance between the elements of a window
    padding       zeros put around the image
    stride        how far a window moves

    Raises RuntimeError for an input of other dimensions, and for a window larger than it.
    """

def upsample(input: Tensor, size: _Sizes | None = None, scale_factor: Any = None, mode: str = 'nearest', align_corners: Any = None) -> Tensor:
    """interpolate, by its first name; arguments as interpolate's."""

def upsample_bilinear(input: Tensor, size: _Sizes | None = None, scale_factor: Any = None) -> Tensor:
    """interpolate bilinearly, the corners kept; arguments as interpolate's."""

def upsample_nearest(input: Tensor, size: _Sizes | None = None, scale_factor: Any = None) -> Tensor:
    """interpolate by the nearest pixel; arguments as interpolate's."""
