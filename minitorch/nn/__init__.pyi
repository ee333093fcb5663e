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

from minitorch.tensors.tensor import (Size, Tensor as Tensor, _Device, _Dims, _Number, _Sizes, _Value, _EigenvaluesEigenvectors, _HistBinEdges, _MinMax, _QR, _SignLogabsdet, _SolutionResidualsRankSingularValues, _USV, _USVh, _ValuesIndices)
from minitorch.nn import functional as functional
from minitorch.nn import grad as grad
from minitorch.nn import init as init
from minitorch.nn import modules as modules
from minitorch.nn import parallel as parallel
from minitorch.nn import parameter as parameter
from minitorch.nn import utils as utils

_P = ParamSpec("_P")
_R = TypeVar("_R", covariant=True)

class _Forward(Protocol[_P, _R]):
    def forward(self, *args: _P.args, **kwargs: _P.kwargs) -> _R: ...

__all__ = ['AdaptiveAvgPool1d', 'AdaptiveAvgPool2d', 'AdaptiveAvgPool3d', 'AdaptiveLogSoftmaxWithLoss',
           'AdaptiveMaxPool1d', 'AdaptiveMaxPool2d', 'AdaptiveMaxPool3d', 'AlphaDropout', 'AvgPool1d', 'AvgPool2d',
           'AvgPool3d', 'BCELoss', 'BCEWithLogitsLoss', 'BatchNorm1d', 'BatchNorm2d', 'BatchNorm3d', 'Bilinear',
           'Buffer', 'CELU', 'CTCLoss', 'ChannelShuffle', 'CircularPad1d', 'CircularPad2d', 'CircularPad3d',
           'ConstantPad1d', 'ConstantPad2d', 'ConstantPad3d', 'Conv1d', 'Conv2d', 'Conv3d', 'ConvTranspose1d',
           'ConvTranspose2d', 'ConvTranspose3d', 'CosineEmbeddingLoss', 'CosineSimilarity', 'CrossEntropyLoss',
           'Dropout', 'Dropout1d', 'Dropout2d', 'Dropout3d', 'ELU', 'Embedding', 'EmbeddingBag', 'FeatureAlphaDropout',
           'Flatten', 'Fold', 'FractionalMaxPool2d', 'FractionalMaxPool3d', 'GELU', 'GLU', 'GRU', 'GRUCell',
           'GaussianNLLLoss', 'GroupNorm', 'Hardshrink', 'Hardsigmoid', 'Hardswish', 'Hardtanh', 'HingeEmbeddingLoss',
           'HuberLoss', 'Identity', 'InstanceNorm1d', 'InstanceNorm2d', 'InstanceNorm3d', 'KLDivLoss', 'L1Loss',
           'LPPool1d', 'LPPool2d', 'LPPool3d', 'LSTM', 'LSTMCell', 'LayerNorm', 'LazyBatchNorm1d', 'LazyBatchNorm2d',
           'LazyBatchNorm3d', 'LazyConv1d', 'LazyConv2d', 'LazyConv3d', 'LazyConvTranspose1d', 'LazyConvTranspose2d',
           'LazyConvTranspose3d', 'LazyInstanceNorm1d', 'LazyInstanceNorm2d', 'LazyInstanceNorm3d', 'LazyLinear',
           'LeakyReLU', 'Linear', 'LinearCrossEntropyLoss', 'LocalResponseNorm', 'LogSigmoid', 'LogSoftmax', 'MSELoss',
           'MarginRankingLoss', 'MaxPool1d', 'MaxPool2d', 'MaxPool3d', 'MaxUnpool1d', 'MaxUnpool2d', 'MaxUnpool3d',
           'Mish', 'Module', 'ModuleDict', 'ModuleList', 'MultiLabelMarginLoss', 'MultiLabelSoftMarginLoss',
           'MultiMarginLoss', 'MultiheadAttention', 'NLLLoss', 'NLLLoss2d', 'PReLU', 'PairwiseDistance', 'Parameter',
           'ParameterDict', 'ParameterList', 'PixelShuffle', 'PixelUnshuffle', 'PoissonNLLLoss', 'RMSNorm', 'RNN',
           'RNNBase', 'RNNCell', 'RNNCellBase', 'RReLU', 'ReLU', 'ReLU6', 'ReflectionPad1d', 'ReflectionPad2d',
           'ReflectionPad3d', 'ReplicationPad1d', 'ReplicationPad2d', 'ReplicationPad3d', 'SELU', 'Sequential', 'SiLU',
           'Sigmoid', 'SmoothL1Loss', 'SoftMarginLoss', 'Softmax', 'Softmax2d', 'Softmin', 'Softplus', 'Softshrink',
           'Softsign', 'SyncBatchNorm', 'Tanh', 'Tanhshrink', 'Threshold', 'Transformer', 'TransformerDecoder',
           'TransformerDecoderLayer', 'TransformerEncoder', 'TransformerEncoderLayer', 'TripletMarginLoss',
           'TripletMarginWithDistanceLoss', 'Unflatten', 'Unfold', 'UninitializedBuffer', 'UninitializedParameter',
           'Upsample', 'UpsamplingBilinear2d', 'UpsamplingNearest2d', 'ZeroPad1d', 'ZeroPad2d', 'ZeroPad3d',
           'functional', 'init', 'parameter']

class ModuleBase:
    """The part of Module that registers attributes: `self.name = value` goes to the dict for the value's kind."""
    def __init__(self, *args: Any, **settings: Any) -> None: ...
    def add_module(self, name: Any, module: Any) -> None:
        """Add a child under `name`, as `self.name = module` does."""
    def check_name(self, name: Any, kind: Any, known: Any) -> Any: ...
    def forget(self, name: Any, also_plain: _bool = True) -> Any:
        """Drop what is known by `name`; whether there was something."""
    def register_buffer(self, name: Any, tensor: Any, persistent: _bool = True) -> None:
        """Add a tensor that is state but not trained; persistent ones are in the state_dict."""
    def register_module(self, name: Any, module: Any) -> Any:
        """Add a child under `name`, as `self.name = module` does."""
    def register_parameter(self, name: Any, param: Any) -> None:
        """Add a Parameter (or None, for one that is left out) under `name`."""

class Module(ModuleBase):
    """Base of all layers and networks: assign parameters and layers in __init__, compute in forward.

    >>> from minitorch import nn
    >>> class Net(nn.Module):
    ...     def __init__(self):
    ...         super().__init__()
    ...         self.head = nn.Linear(4, 2)
    ...     def forward(self, x):
    ...         return self.head(x).relu()
    >>> [name for name, _ in Net().named_parameters()]
    ['head.weight', 'head.bias']
    """
    training: _bool
    forward: Callable[..., Any]
    def __getattr__(self, name: str) -> Any: ...
    def __call__(self: _Forward[_P, _R], *args: _P.args, **kwargs: _P.kwargs) -> _R: ...
    def apply(self, fn: Any) -> Self:
        """fn(module) for every module below, then for itself; returns self."""
    def buffers(self, recurse: _bool = True) -> Iterator[Tensor]: ...
    def children(self) -> Iterator[Module]: ...
    def cpu(self) -> Self: ...
    def cuda(self, device: _Device | None = None) -> Self: ...
    def double(self) -> Self: ...
    def eval(self) -> Self:
        """Evaluation mode: nothing random, running statistics instead of the batch's."""
    def extra_repr(self) -> str:
        """The settings to show between the brackets; for subclasses."""
    def float(self) -> Self:
        """All floating tensors as float32, in place."""
    def get_buffer(self, target: Any) -> Any: ...
    def get_parameter(self, target: Any) -> Any: ...
    def get_submodule(self, target: Any) -> Any:
        """The module at a path such as 'encoder.0'; AttributeError names the step that fails."""
    def half(self) -> Self: ...
    def load_state_dict(self, state_dict: Any, strict: _bool = True, assign: _bool = False) -> Any:
        """Copy the tensors of `state_dict` into this module's, by name.

        strict    every name must be in both
        assign    take the given tensors themselves instead of copying their values
        returns   (missing_keys, unexpected_keys)

        Raises RuntimeError that lists all that does not fit; nothing is then changed.
        """
    def modules(self) -> Iterator[Module]: ...
    def named_buffers(self, prefix: str = '', recurse: _bool = True, remove_duplicate: _bool = True) -> Iterator[tuple[str, Tensor]]:
        """(path, buffer), each once."""
    def named_children(self) -> Iterator[tuple[str, Module]]:
        """(name, module) of those directly below, each once."""
    def named_members(self, kind: Any, prefix: Any, recurse: Any, remove_duplicate: Any) -> Any: ...
    def named_modules(self, memo: Any = None, prefix: str = '', remove_duplicate: _bool = True) -> Iterator[tuple[str, Module]]:
        """(path, module) of itself and all below it."""
    def named_parameters(self, prefix: str = '', recurse: _bool = True, remove_duplicate: _bool = True) -> Iterator[tuple[str, Parameter]]:
        """(path, Parameter), each once."""
    def parameters(self, recurse: _bool = True) -> Iterator[Parameter]:
        """Every Parameter once, in order of assignment: what an optimiser takes."""
    def register_backward_hook(self, hook: Any, prepend: _bool = False) -> Any:
        """Call hook(module, grad_input, grad_output), tuples, when both are known; it may return a new grad_input."""
    def register_forward_hook(self, hook: Any, *, prepend: _bool = False, with_kwargs: _bool = False, always_call: _bool = False) -> Any:
        """Call hook(module, inputs, output) after each forward; what it returns takes the output's place.

        returns   a handle whose .remove() unhooks it
        """
    def register_forward_pre_hook(self, hook: Any, *, prepend: _bool = False, with_kwargs: _bool = False) -> Any:
        """Call hook(module, inputs) before each forward; what it returns takes the inputs' place."""
    def register_full_backward_hook(self, hook: Any, prepend: _bool = False) -> Any:
        """Call hook(module, grad_input, grad_output), tuples, when both are known; it may return a new grad_input."""
    def register_full_backward_pre_hook(self, hook: Any, prepend: _bool = False) -> Any:
        """Call hook(module, grad_output) before the module's backward; it may return a new grad_output."""
    def requires_grad_(self, requires_grad: _bool = True) -> Self: ...
    def share_memory(self) -> Any:
        """Move all it owns into memory that other processes can see; returns self."""
    def state_dict(self, *, destination: Any = None, prefix: str = '', keep_vars: _bool = False) -> dict[str, Any]:
        """{path: tensor} of all parameters and persistent buffers, sharing their memory.

        Tied weights appear under each of their names, as in PyTorch.
        """
    def to(self, *args: Any, dtype: _dtype | None = None, device: _Device | None = None, non_blocking: _bool = False) -> Self:
        """Move and cast all it owns, in place; only floating tensors change dtype. Returns self."""
    def to_empty(self, *, device: _Device, recurse: _bool = True) -> Any:
        """Give all it owns memory on a device, its values yet to be set: how a module leaves device "meta"."""
    def train(self, mode: _bool = True) -> Self:
        """Training mode, for dropout and batch norm; returns self."""
    def zero_grad(self, set_to_none: _bool = True) -> None:
        """Forget the gradients (or fill them with zeros)."""

class FunctionalLayer(Module):
    """Base of layers that leave the computing to a function: `class ELU(FunctionalLayer, function=F.elu)`.

    function   what forward calls. Its first argument is an input, and so are further Tensors without a default; all
               others are settings, which the constructor takes in the same order, with the same defaults
    omits      names of arguments that are no settings of the layer: the function's last
    shows      names of the settings that are printed

    `training` is what every Module keeps. A layer may have an __init__ or a forward of its own, and check its settings
    in `_check_settings`. Other class keywords become attributes of the class.
    """
    def __init__(self, *given: Any, **settings: Any) -> None: ...
    def extra_repr(self) -> str:
        """The settings as `name=value`; `inplace` only where it is True, as PyTorch prints it."""

class AdaptiveAvgPool1d(FunctionalLayer):
    """The means of output_size shares: (N, C, L) -> (N, C, output_size)."""
    def __init__(self, output_size: _Sizes) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class AdaptiveAvgPool2d(FunctionalLayer):
    """The means of shares: (N, C, H, W) -> (N, C, *output_size); AdaptiveAvgPool2d(1) is each channel's mean.

    output_size   height and width of the result: a number, or a pair in which None keeps a size.
                  Share i of n covers the rows from ⌊i·H/n⌋ to before ⌈(i + 1)·H/n⌉
    """
    def __init__(self, output_size: _Sizes) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class AdaptiveAvgPool3d(FunctionalLayer):
    """The means of shares: (N, C, D, H, W) -> (N, C, *output_size)."""
    def __init__(self, output_size: _Sizes) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class AdaptiveLogSoftmaxWithLoss(Module):
    """The log-probabilities of targets among very many classes, numbered from the most frequent to the rarest.

    cutoffs     where the clusters of rarer classes begin: the classes before the first are in the head
    div_value   by how much each cluster's features are fewer than those of the one before
    head_bias   whether the head adds a bias

    Called on (N, in_features) and targets (N,), or on one of each without a batch, it returns (output, loss). Raises
    ValueError unless cutoffs rise from 1 at least to n_classes − 1 at most.
    Source: Grave et al., Efficient softmax approximation for GPUs (2017).
    """
    in_features: _int
    n_classes: Any
    cutoffs: Any
    div_value: _float
    head_bias: _bool
    shortlist_size: Any
    n_clusters: Any
    head_size: Any
    head: Any
    tail: Any
    def __init__(self, in_features: _int, n_classes: Any, cutoffs: Any, div_value: _float = 4.0, head_bias: _bool = False, device: _Device | None = None, dtype: _dtype | None = None) -> None: ...
    def forward(self, input_: Any, target_: Any) -> Tensor: ...
    def log_prob(self, input: Any) -> Any:
        """The log-probabilities of all classes: (N, in_features) -> (N, n_classes)."""
    def predict(self, input: Any) -> Any:
        """The likeliest class of each sample: (N, in_features) -> (N,)."""
    def reset_parameters(self) -> None: ...

class AdaptiveMaxPool1d(FunctionalLayer):
    """The largest of each share: (N, C, L) -> (N, C, output_size)."""
    def __init__(self, output_size: _Sizes, return_indices: _bool = False) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class AdaptiveMaxPool2d(FunctionalLayer):
    """The largest of each share: (N, C, H, W) -> (N, C, *output_size)."""
    def __init__(self, output_size: _Sizes, return_indices: _bool = False) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class AdaptiveMaxPool3d(FunctionalLayer):
    """The largest of each share: (N, C, D, H, W) -> (N, C, *output_size)."""
    def __init__(self, output_size: _Sizes, return_indices: _bool = False) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class Dropout(FunctionalLayer):
    """Each element 0 with probability p in training, the others x / (1 − p); unchanged in evaluation.

    p         probability of 0, from 0 to 1
    inplace   whether to write over the input

    Any shape in, same out. Raises ValueError for a p outside 0 … 1. Source: Srivastava et al. (2014).
    """
    def __init__(self, p: _float = 0.5, inplace: _bool = False) -> None: ...
    def extra_repr(self) -> str: ...
    def forward(self, input: Tensor) -> Tensor: ...

class AlphaDropout(Dropout):
    """Dropout that keeps mean 0 and variance 1 behind SELU."""
    def forward(self, input: Tensor) -> Tensor: ...

class AvgPool1d(FunctionalLayer):
    """The mean of each window: (N, C, L) -> (N, C, OL)."""
    def __init__(self, kernel_size: _Sizes, stride: _Sizes | None = None, padding: _Sizes | str = 0, ceil_mode: _bool = False, count_include_pad: _bool = True) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class AvgPool2d(FunctionalLayer):
    """The mean of each window: (N, C, H, W) -> (N, C, OH, OW). Windows lie side by side unless stride is given.

    kernel_size         height and width of a window: a number, or a pair; so are stride and padding
    padding             zeros put around the image, at most half of kernel_size
    ceil_mode           whether a last window may reach over the edge: OH is rounded up, not down
    count_include_pad   whether the zeros of the padding count in a mean
    divisor_override    what sums are divided by, in place of the size of a window

    OH = ⌊(H + 2·padding − kh) / stride⌋ + 1, and OW likewise.
    """
    def __init__(self, kernel_size: _Sizes, stride: _Sizes | None = None, padding: _Sizes | str = 0, ceil_mode: _bool = False, count_include_pad: _bool = True, divisor_override: Any = None) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class AvgPool3d(AvgPool2d):
    """The mean of each window: (N, C, D, H, W) -> (N, C, OD, OH, OW)."""
    def forward(self, input: Tensor) -> Tensor: ...

class Loss(FunctionalLayer):
    """A loss of each element, averaged ("mean"), summed ("sum") or as it is ("none"); weights are kept as buffers."""
    def __init__(self, size_average: Any = None, reduce: Any = None, reduction: str = 'mean', **settings: Any) -> None: ...

class BCELoss(Loss):
    """Mean surprise at yes (1) or no (0), from probabilities.

    weight      how much each element counts, broadcast to the input
    reduction   "mean", "sum", or "none" for a loss each

    Any shape; target of the same. Raises RuntimeError for an input outside 0 … 1: sigmoid comes before.
    """
    def __init__(self, weight: Tensor | None = None, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> None: ...
    def forward(self, input: Tensor, target: Tensor) -> Tensor: ...

class BCEWithLogitsLoss(Loss):
    """Mean surprise at yes (1) or no (0), from unnormalised scores.

    weight       how much each element counts, broadcast to the input
    reduction    "mean", "sum", or "none" for a loss each
    pos_weight   how much a yes counts, for each class: above 1 where few are

    Any shape; target of the same, from 0 to 1. The sigmoid is part of it, without overflow.
    """
    def __init__(self, weight: Tensor | None = None, size_average: Any = None, reduce: Any = None, reduction: str = 'mean', pos_weight: Tensor | None = None) -> None: ...
    def forward(self, input: Tensor, target: Tensor) -> Tensor: ...

class AffineNorm(Module):
    """A weight that starts at 1 and a bias that starts at 0, either of which may be left out."""
    def add_affine(self, shape: Any, weight: Any, bias: Any, device: _Device, dtype: _dtype) -> Any:
        """Register the weight and the bias that are wanted."""
    def reset_parameters(self) -> None: ...

class BatchNorm(AffineNorm):
    """Each channel to mean 0 and variance 1, then times weight plus bias (if affine).

    In training by the batch's statistics, which are mixed into running_mean and running_var by
    `momentum` (None: their plain average so far); in evaluation by the running ones.
    """
    num_features: _int
    eps: _float
    momentum: _float
    affine: _bool
    track_running_stats: _bool
    def __init__(self, num_features: _int, eps: _float = 1e-05, momentum: _float = 0.1, affine: _bool = True, track_running_stats: _bool = True, device: _Device | None = None, dtype: _dtype | None = None, *, bias: _bool = True) -> None: ...
    def check_ndim(self, input: Any) -> Any: ...
    def extra_repr(self) -> str: ...
    def forward(self, input: Tensor) -> Tensor: ...
    def reset_parameters(self) -> None: ...
    def reset_running_stats(self) -> Any: ...

class BatchNorm1d(BatchNorm):
    """Batch norm of (N, C) or (N, C, L)."""

class BatchNorm2d(BatchNorm):
    """Batch norm of images (N, C, H, W).

    num_features          C
    eps                   added to the variance; positive in training
    momentum              share of a batch in the running statistics; None: their plain average
    affine                whether there are a weight and a bias, each (C,)
    track_running_stats   False: no running statistics, evaluation uses the batch's too

    Raises ValueError for an input that is not 4-D, and in training for one value a channel.
    """

class BatchNorm3d(BatchNorm):
    """Batch norm of volumes (N, C, D, H, W)."""

class Bilinear(Module):
    """x1ᵀ · weight_k · x2 + bias_k: (*, in1_features) and (*, in2_features) -> (*, out_features).

    weight   (out_features, in1_features, in2_features)

    Raises ValueError unless in1_features is positive.
    """
    in1_features: Any
    in2_features: Any
    out_features: _int
    def __init__(self, in1_features: Any, in2_features: Any, out_features: _int, bias: _bool = True, device: _Device | None = None, dtype: _dtype | None = None) -> None: ...
    def extra_repr(self) -> str: ...
    def forward(self, input1: Tensor, input2: Tensor) -> Tensor: ...
    def reset_parameters(self) -> None: ...

class Buffer(Tensor):
    """A tensor that a Module keeps in its state_dict and moves with itself, but does not train."""
    def __init__(self, data: Any = None, *, persistent: _bool = True) -> None: ...

class ELU(FunctionalLayer):
    """x where positive, else alpha·(eˣ − 1)."""
    def __init__(self, alpha: _float = 1.0, inplace: _bool = False) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class CELU(ELU):
    """x where positive, else alpha·(e^(x/alpha) − 1)."""
    def forward(self, input: Tensor) -> Tensor: ...

class CTCLoss(Loss):
    """Surprise at label sequences whose places are not marked, from log-probabilities (T, N, C): see F.ctc_loss."""
    def __init__(self, blank: _float = 0, reduction: str = 'mean', zero_infinity: _bool = False) -> None: ...
    def forward(self, log_probs: Any, targets: Any, input_lengths: Any, target_lengths: Any) -> Tensor: ...

class ChannelShuffle(FunctionalLayer):
    """Channels dealt out anew, one of each group in turn."""
    def __init__(self, groups: _int) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class Pad(FunctionalLayer):
    """Margins of `padding` around the last `dims` dimensions: one number, or (left, right, top, bottom, …)."""
    def __init__(self, padding: _Sizes | str) -> None: ...
    def extra_repr(self) -> str: ...
    def forward(self, input: Tensor) -> Tensor: ...

class CircularPad1d(Pad):
    """Margins taken from the opposite side, for signals (N, C, L)."""

class CircularPad2d(Pad):
    """Margins taken from the opposite side, for images (N, C, H, W)."""

class CircularPad3d(Pad):
    """Margins taken from the opposite side, for volumes (N, C, D, H, W)."""

class ConstantPad(Pad):
    """Margins of one value."""
    value: Any
    def __init__(self, padding: _Sizes | str, value: Any) -> None: ...
    def extra_repr(self) -> str: ...

class ConstantPad1d(ConstantPad):
    """Margins of one value, for signals (N, C, L)."""

class ConstantPad2d(ConstantPad):
    """Margins of one value, for images (N, C, H, W)."""

class ConstantPad3d(ConstantPad):
    """Margins of one value, for volumes (N, C, D, H, W)."""

class Conv(Module):
    """Filters slid over signals or images: what Conv1d, Conv2d and Conv3d share.

    weight        (out_channels, in_channels/groups, *kernel_size)
    padding       around the input: a number, one a dimension, "valid" (none) or "same"
    padding_mode  what it holds: "zeros", "reflect", "replicate" or "circular"
    """
    in_channels: _int
    out_channels: _int
    groups: _int
    kernel_size: _Sizes
    stride: _Sizes
    dilation: _Sizes
    padding: _Sizes | str
    padding_mode: str
    output_padding: Any
    def __init__(self, in_channels: _int, out_channels: _int, kernel_size: _Sizes, stride: _Sizes = 1, padding: _Sizes | str = 0, dilation: _Sizes = 1, groups: _int = 1, bias: _bool = True, padding_mode: str = 'zeros', device: _Device | None = None, dtype: _dtype | None = None) -> None: ...
    def extra_repr(self) -> str: ...
    def filters(self) -> Any:
        """The first two sizes of the weight."""
    def forward(self, input: Tensor) -> Tensor: ...
    def pad_widths(self) -> Any:
        """The padding as F.pad takes it: from the last dimension, before and after."""
    def reset_parameters(self) -> None: ...

class Conv1d(Conv):
    """Filters slid along signals: (N, in_channels, L) -> (N, out_channels, OL).

    Settings as Conv2d's; weight is (out_channels, in_channels/groups, kernel_size). (in_channels, L) is one sample.
    """

class Conv2d(Conv):
    """Filters slid over images: (N, in_channels, H, W) -> (N, out_channels, OH, OW).

    in_channels    channels of the input
    out_channels   filters, each of which makes one channel of the output
    kernel_size    height and width of a filter: a number, or (kh, kw); so are stride, padding and dilation
    stride         how far a filter moves from one place to the next
    padding        how much is put around the image: a number, a pair, "valid" (nothing) or "same" (the output is as
                   large as the input; for stride 1)
    dilation       distance between the elements of a filter
    groups         groups of channels, each with filters of its own; in_channels: each channel by itself
    bias           whether each filter adds a number of its own
    padding_mode   what is put there: "zeros", "reflect", "replicate" or "circular"

    weight is (out_channels, in_channels/groups, kh, kw), bias (out_channels,). (in_channels, H, W) is one image.
    OH = ⌊(H + 2·padding − dilation·(kh − 1) − 1) / stride⌋ + 1, and OW likewise.

    Raises ValueError for groups that do not divide both channels, "same" with a stride, and an unknown padding_mode;
    RuntimeError for an input of other channels or dimensions.
    """

class Conv3d(Conv):
    """Filters slid through volumes: (N, in_channels, D, H, W) -> (N, out_channels, OD, OH, OW).

    Settings as Conv2d's, three in place of a pair; weight is (out_channels, in_channels/groups, kd, kh, kw).
    """

class ConvTranspose(Conv):
    """A convolution backwards: each pixel of the input adds a filter to the output.

    weight          (in_channels, out_channels/groups, *kernel_size)
    output_padding  added at the end of the output, to tell apart sizes that a strided convolution makes equal
    """
    output_padding: _Sizes
    def __init__(self, in_channels: _int, out_channels: _int, kernel_size: _Sizes, stride: _Sizes = 1, padding: _Sizes | str = 0, output_padding: _Sizes = 0, groups: _int = 1, bias: _bool = True, dilation: _Sizes = 1, padding_mode: str = 'zeros', device: _Device | None = None, dtype: _dtype | None = None) -> None: ...
    def filters(self) -> Any: ...
    def forward(self, input: Tensor, output_size: _Sizes | None = None) -> Tensor: ...
    def needed_output_padding(self, input: Any, size: Any) -> Any:
        """The output_padding that gives `size`."""

class ConvTranspose1d(ConvTranspose):
    """Conv1d, backwards: (N, in_channels, L) -> (N, out_channels, OL).

    Settings as ConvTranspose2d's; weight is (in_channels, out_channels/groups, kernel_size).
    """

class ConvTranspose2d(ConvTranspose):
    """Conv2d, backwards: (N, in_channels, H, W) -> (N, out_channels, OH, OW).

    kernel_size, stride, padding, dilation, groups   those of the convolution that is turned round: as Conv2d's
    output_padding   rows and columns added at the end of the output: with a stride several sizes are possible
    bias             whether each channel of the output adds a number of its own

    weight is (in_channels, out_channels/groups, kh, kw).
    OH = (H − 1)·stride − 2·padding + dilation·(kh − 1) + output_padding + 1, and OW likewise.
    forward(input, output_size) takes the size that is wanted in place of output_padding.

    Raises ValueError for groups that do not divide both channels, and for an output_size out of reach.
    """

class ConvTranspose3d(ConvTranspose):
    """Conv3d, backwards: (N, in_channels, D, H, W) -> (N, out_channels, OD, OH, OW).

    Settings as ConvTranspose2d's, three in place of a pair; weight is (in_channels, out_channels/groups, kd, kh, kw).
    """

class CosineEmbeddingLoss(Loss):
    """1 − cos of pairs that are alike (target 1); by how much the cos of others (−1) exceeds the margin."""
    def __init__(self, margin: _float = 0.0, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> None: ...
    def forward(self, input1: Tensor, input2: Tensor, target: Tensor) -> Tensor: ...

class CosineSimilarity(FunctionalLayer):
    """The cosine of the angle between vectors along `dim`."""
    def __init__(self, dim: _int = 1, eps: _float = 1e-08) -> None: ...
    def forward(self, x1: Tensor, x2: Tensor) -> Tensor: ...

class CrossEntropyLoss(Loss):
    """Mean surprise at the true classes, from unnormalised scores (N, C) and labels (N,).

    weight            (C,): how much each class counts; the mean is weighted too
    ignore_index      a label that does not count
    reduction         "mean", "sum", or "none" for a loss each
    label_smoothing   share of the target that is spread over all classes, 0 to 1

    Scores (N, C, …) with labels (N, …), or with probabilities of the scores' shape. Softmax is part of it.
    Raises IndexError, with its position, for a label outside 0 … C − 1.
    """
    def __init__(self, weight: Tensor | None = None, size_average: Any = None, ignore_index: _float = -100, reduce: Any = None, reduction: str = 'mean', label_smoothing: _float = 0.0) -> None: ...
    def forward(self, input: Tensor, target: Tensor) -> Tensor: ...

class Dropout1d(Dropout):
    """Dropout of whole channels of (N, C, L)."""
    def forward(self, input: Tensor) -> Tensor: ...

class Dropout2d(Dropout):
    """Dropout of whole channels of (N, C, H, W).

    p         probability that a channel is 0; neighbouring pixels are too alike to lose them one by one
    inplace   whether to write over the input
    """
    def forward(self, input: Tensor) -> Tensor: ...

class Dropout3d(Dropout):
    """Dropout of whole channels of (N, C, D, H, W)."""
    def forward(self, input: Tensor) -> Tensor: ...

class Embedding(Module):
    """weight[input]: integers (…) -> (…, embedding_dim), a row of the table for each.

    padding_idx          a row that begins as zeros and gets no gradient
    max_norm             rows longer than this are shortened when they are asked for
    scale_grad_by_freq   each row's gradient is divided by how often it was asked for
    """
    num_embeddings: _int
    embedding_dim: _int
    max_norm: Any
    norm_type: _float
    scale_grad_by_freq: _bool
    sparse: _bool
    def __init__(self, num_embeddings: _int, embedding_dim: _int, padding_idx: Any = None, max_norm: Any = None, norm_type: _float = 2.0, scale_grad_by_freq: _bool = False, sparse: _bool = False, _weight: Any = None, _freeze: _bool = False, device: _Device | None = None, dtype: _dtype | None = None) -> None: ...
    def extra_repr(self) -> str: ...
    def forward(self, input: Tensor) -> Tensor: ...
    @classmethod
    def from_pretrained(self, embeddings: Any, freeze: _bool = True, padding_idx: Any = None, max_norm: Any = None, norm_type: _float = 2.0, scale_grad_by_freq: _bool = False, sparse: _bool = False) -> Any:
        """An Embedding around a table (V, D) that is there already; not trained further unless freeze=False."""
    def reset_parameters(self) -> None: ...

class EmbeddingBag(Module):
    """The rows of each bag of indices, reduced to one: (B, n), or (L,) with offsets (B,) -> (B, embedding_dim).

    mode                 "sum", "mean" or "max"
    max_norm             rows longer than this are shortened when they are asked for
    scale_grad_by_freq   each row's gradient is divided by how often it was asked for
    include_last_offset  offsets has one number more, where the last bag ends
    padding_idx          a row that begins as zeros and does not count
    """
    num_embeddings: _int
    embedding_dim: _int
    max_norm: Any
    norm_type: _float
    scale_grad_by_freq: _bool
    mode: str
    sparse: _bool
    include_last_offset: _bool
    def __init__(self, num_embeddings: _int, embedding_dim: _int, max_norm: Any = None, norm_type: _float = 2.0, scale_grad_by_freq: _bool = False, mode: str = 'mean', sparse: _bool = False, _weight: Any = None, include_last_offset: _bool = False, padding_idx: Any = None, device: _Device | None = None, dtype: _dtype | None = None) -> None: ...
    def extra_repr(self) -> str: ...
    def forward(self, input: Tensor, offsets: Any = None, per_sample_weights: Any = None) -> Tensor: ...
    @classmethod
    def from_pretrained(self, embeddings: Any, freeze: _bool = True, max_norm: Any = None, norm_type: _float = 2.0, scale_grad_by_freq: _bool = False, mode: str = 'mean', sparse: _bool = False, include_last_offset: _bool = False, padding_idx: Any = None) -> Any:
        """An EmbeddingBag around a table (V, D) that is there already; not trained further unless freeze=False."""
    def reset_parameters(self) -> None: ...

class FeatureAlphaDropout(Dropout):
    """AlphaDropout of whole channels."""
    def forward(self, input: Tensor) -> Tensor: ...

class Flatten(FunctionalLayer):
    """The dimensions from start_dim to end_dim become one: (N, C, H, W) -> (N, C·H·W).

    start_dim   the first of them; 1 leaves the samples of a batch apart
    end_dim     the last of them, included; −1 is the last of all
    """
    def __init__(self, start_dim: _int = 1, end_dim: _int = -1) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class Fold(FunctionalLayer):
    """Columns added up at their windows' positions: (N, C·kh·kw, windows) -> (N, C, *output_size)."""
    def __init__(self, output_size: _Sizes, kernel_size: _Sizes, dilation: _Sizes = 1, padding: _Sizes | str = 0, stride: _Sizes = 1) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class FractionalMaxPool(Module):
    """The largest of windows at random distances, which are drawn anew for each input. Graham (2014).

    output_size    how many windows there are along each dimension
    output_ratio   or their share of the input's size

    Raises ValueError unless just one of the two is given, and for ratios outside (0, 1).
    """
    kernel_size: _Sizes
    return_indices: _bool
    output_size: _Sizes | None
    output_ratio: Any
    def __init__(self, kernel_size: _Sizes, output_size: _Sizes | None = None, output_ratio: Any = None, return_indices: _bool = False, _random_samples: Any = None) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class FractionalMaxPool2d(FractionalMaxPool):
    """The largest of windows at random distances: (N, C, H, W) -> (N, C, *output_size)."""

class FractionalMaxPool3d(FractionalMaxPool):
    """The largest of windows at random distances: (N, C, D, H, W) -> (N, C, *output_size)."""

class GELU(FunctionalLayer):
    """x·Φ(x), Φ the normal distribution's."""
    def __init__(self, approximate: str = 'none') -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class GLU(FunctionalLayer):
    """The first half along `dim` times the sigmoid of the second half."""
    def __init__(self, dim: _int = -1) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class RNNBase(Module):
    """Base of RNN, LSTM and GRU: stacked layers, each run in one direction or two.

    Layer k owns weight_ih_lk (G, inputs), weight_hh_lk (G, hidden) and two biases (G,), G being the number
    of gates times hidden_size; those of the reverse direction end in _reverse.
    """
    forward: Callable[..., Any]
    mode: Any
    input_size: _int
    hidden_size: _int
    num_layers: _int
    bias: _bool
    batch_first: _bool
    bidirectional: _bool
    proj_size: _float
    dropout: _float
    def __init__(self, mode: Any, input_size: _int, hidden_size: _int, num_layers: _int = 1, bias: _bool = True, batch_first: _bool = False, dropout: _float = 0.0, bidirectional: _bool = False, proj_size: _float = 0, device: _Device | None = None, dtype: _dtype | None = None) -> None: ...
    @property
    def all_weights(self) -> Any:
        """The parameters, a list for each layer and direction."""
    def check_input(self, input: Any) -> Any: ...
    def check_settings(self, dropout: Any) -> Any: ...
    @property
    def directions(self) -> Any: ...
    def extra_repr(self) -> str: ...
    def flatten_parameters(self) -> Any:
        """For PyTorch's programs: a GPU library of theirs wants parameters side by side in memory."""
    def initial_states(self, x: Any, hx: Any, B: Any, batched: Any) -> Any:
        """The states to begin with, each (layers·directions, B, its width)."""
    def pack_states(self, states: Any) -> Any: ...
    def reset_parameters(self) -> None: ...
    def run_layers(self, x: Any, states: Any, sizes: Any) -> Any:
        """x (N, inputs) through every layer: the last one's outputs (N, …), and all last states."""
    def suffixes(self, layer: Any) -> Any: ...
    def weights(self, suffix: Any) -> Any:
        """The weights of one layer and direction; None for biases that are left out."""
    @property
    def width(self) -> Any:
        """How long each state h is."""

class GRU(RNNBase):
    """Gated recurrent unit: one gate looks back, one decides how much of h to keep."""
    def forward(self, input: Any, hx: Tensor | None = None) -> tuple[Any, Tensor]: ...
    def __init__(self, input_size: _int, hidden_size: _int, num_layers: _int = 1, *args: Any, **settings: Any) -> None: ...
    def step(self, x: Any, states: Any, suffix: Any, how: Any) -> Any: ...

class RNNCellBase(Module):
    """Base of the cells: weight_ih (G, input_size), weight_hh (G, hidden_size), two biases (G,)."""
    input_size: _int
    hidden_size: _int
    bias: Tensor
    def __init__(self, input_size: _int, hidden_size: _int, bias: Tensor, num_chunks: Any, device: _Device | None = None, dtype: _dtype | None = None) -> None: ...
    def extra_repr(self) -> str: ...
    def reset_parameters(self) -> None: ...
    def step(self, op: Any, input: Any, hx: Any, *more: Any, **how: Any) -> Any:
        """One step of a sequence op: input (B, I) or (I,), states likewise -> the new states."""

class GRUCell(RNNCellBase):
    """(B, inputs) and (B, hidden) -> (B, hidden)."""
    def __init__(self, input_size: _int, hidden_size: _int, bias: _bool = True, device: _Device | None = None, dtype: _dtype | None = None) -> None: ...
    def forward(self, input: Tensor, hx: Tensor | None = None) -> Tensor: ...

class GaussianNLLLoss(Loss):
    """Surprise at numbers when they are normal with the input as mean and a variance of their own."""
    def __init__(self, *, full: _bool = False, eps: _float = 1e-06, reduction: str = 'mean') -> None: ...
    def forward(self, input: Tensor, target: Tensor, var: Any) -> Tensor: ...

class GroupNorm(AffineNorm):
    """The channels in groups, each sample's group to mean 0 and variance 1, then times weight plus bias.

    num_groups     groups, which divide num_channels; 1 is a layer norm, num_channels an instance norm
    num_channels   C of the input (N, C, …)
    affine         whether there are a weight and a bias, each (num_channels,)

    Raises ValueError for groups that do not divide the channels. Source: Wu and He (2018).
    """
    num_groups: _int
    num_channels: _int
    eps: _float
    affine: _bool
    def __init__(self, num_groups: _int, num_channels: _int, eps: _float = 1e-05, affine: _bool = True, device: _Device | None = None, dtype: _dtype | None = None, *, bias: _bool = True) -> None: ...
    def extra_repr(self) -> str: ...
    def forward(self, input: Tensor) -> Tensor: ...

class Softshrink(FunctionalLayer):
    """x moved towards 0 by lambd, and 0 where it would pass it."""
    def __init__(self, lambd: _float = 0.5) -> None: ...
    def extra_repr(self) -> str: ...
    def forward(self, input: Tensor) -> Tensor: ...

class Hardshrink(Softshrink):
    """x, and 0 where |x| is at most lambd."""
    def forward(self, input: Tensor) -> Tensor: ...

class Hardsigmoid(FunctionalLayer):
    """A sigmoid of three straight lines."""
    def __init__(self, inplace: _bool = False) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class Hardswish(FunctionalLayer):
    """x·hardsigmoid(x)."""
    def __init__(self, inplace: _bool = False) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class Hardtanh(FunctionalLayer):
    """x kept between min_val and max_val."""
    def __init__(self, min_val: _float = -1.0, max_val: _float = 1.0, inplace: _bool = False) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class HingeEmbeddingLoss(Loss):
    """The distance of pairs that are alike (target 1); how much closer than the margin others (−1) are."""
    def __init__(self, margin: _float = 1.0, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> None: ...
    def forward(self, input: Tensor, target: Tensor) -> Tensor: ...

class HuberLoss(Loss):
    """Half the squared differences below delta, straight lines above."""
    def __init__(self, reduction: str = 'mean', delta: _float = 1.0) -> None: ...
    def forward(self, input: Tensor, target: Tensor) -> Tensor: ...

class Identity(Module):
    """The input, unchanged, whatever it was made with."""
    def __init__(self, *args: Any, **settings: Any) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class InstanceNorm(BatchNorm):
    """Each channel of each sample to mean 0 and variance 1, then times weight plus bias (if affine).

    With track_running_stats the running ones are mixed as batch norm's are, and used in evaluation.
    """
    def __init__(self, num_features: _int, eps: _float = 1e-05, momentum: _float = 0.1, affine: _bool = False, track_running_stats: _bool = False, device: _Device | None = None, dtype: _dtype | None = None, *, bias: _bool = True) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class InstanceNorm1d(InstanceNorm):
    """Instance norm of (N, C, L) or (C, L)."""

class InstanceNorm2d(InstanceNorm):
    """Instance norm of images (N, C, H, W) or (C, H, W)."""

class InstanceNorm3d(InstanceNorm):
    """Instance norm of volumes (N, C, D, H, W) or (C, D, H, W)."""

class KLDivLoss(Loss):
    """How many nats log-probabilities lose against a target distribution."""
    def __init__(self, size_average: Any = None, reduce: Any = None, reduction: str = 'mean', log_target: _bool = False) -> None: ...
    def forward(self, input: Tensor, target: Tensor) -> Tensor: ...

class L1Loss(Loss):
    """The absolute differences, averaged."""
    def __init__(self, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> None: ...
    def forward(self, input: Tensor, target: Tensor) -> Tensor: ...

class LPPool1d(FunctionalLayer):
    """(Σ x^p)^(1/p) over each window: (N, C, L) -> (N, C, OL)."""
    def __init__(self, norm_type: Any, kernel_size: _Sizes, stride: _Sizes | None = None, ceil_mode: _bool = False) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class LPPool2d(FunctionalLayer):
    """(Σ x^p)^(1/p) over each window: (N, C, H, W) -> (N, C, OH, OW)."""
    def __init__(self, norm_type: Any, kernel_size: _Sizes, stride: _Sizes | None = None, ceil_mode: _bool = False) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class LPPool3d(FunctionalLayer):
    """(Σ x^p)^(1/p) over each window: (N, C, D, H, W) -> (N, C, OD, OH, OW)."""
    def __init__(self, norm_type: Any, kernel_size: _Sizes, stride: _Sizes | None = None, ceil_mode: _bool = False) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class LSTM(RNNBase):
    """Long short-term memory: a cell c that gates write, forget and show as h. proj_size makes h smaller.

    input_size, hidden_size   features of the input, and of h and c
    num_layers                layers, one upon the other; dropout between them
    batch_first               whether sequences are (B, T, …) rather than (T, B, …); states are (layers, B, …) always
    bidirectional             whether a second one reads from the end; outputs are joined

    forward(input, (h, c)=zeros) returns output (T, B, directions·hidden) and the last (h, c).
    Source: Hochreiter and Schmidhuber (1997).
    """
    def forward(self, input: Any, hx: tuple[Tensor, Tensor] | None = None) -> tuple[Any, tuple[Tensor, Tensor]]: ...
    def __init__(self, input_size: _int, hidden_size: _int, num_layers: _int = 1, *args: Any, **settings: Any) -> None: ...
    def step(self, x: Any, states: Any, suffix: Any, how: Any) -> Any: ...

class LSTMCell(RNNCellBase):
    """(B, inputs) and (h, c) -> (h, c), each (B, hidden)."""
    def forward(self, input: Tensor, hx: tuple[Tensor, Tensor] | None = None) -> tuple[Tensor, Tensor]: ...
    def __init__(self, input_size: _int, hidden_size: _int, bias: _bool = True, device: _Device | None = None, dtype: _dtype | None = None) -> None: ...

class LayerNorm(AffineNorm):
    """The last dimensions to mean 0 and variance 1, each sample by itself, then times weight plus bias.

    normalized_shape     sizes of those dimensions: a number for the last, or several
    eps                  added to the variance, so that no division is by 0
    elementwise_affine   whether there are a weight and a bias, each of normalized_shape
    bias                 whether there is the bias

    Any shape that ends in normalized_shape in, same out; RuntimeError for others. Source: Ba et al. (2016).
    """
    normalized_shape: _Sizes
    eps: _float
    elementwise_affine: _bool
    def __init__(self, normalized_shape: _Sizes, eps: _float = 1e-05, elementwise_affine: _bool = True, bias: _bool = True, device: _Device | None = None, dtype: _dtype | None = None) -> None: ...
    def extra_repr(self) -> str: ...
    def forward(self, input: Tensor) -> Tensor: ...

class Lazy:
    """Base of lazy layers: made without the input's size, they hold tensors without a shape until the first call."""
    def __init__(self, *given: Any, **settings: Any) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...
    def has_uninitialized_params(self) -> Any:
        """Whether some tensor has no shape yet."""
    def initialize_parameters(self, input: Any) -> Any:
        """Learn the size from `input`, and take the tensors of an ordinary layer of that size."""
    def reset_parameters(self) -> None:
        """Nothing to fill yet."""
    def reset_running_stats(self) -> Any:
        """Nothing to fill yet."""

class LazyBatchNorm1d(Lazy, BatchNorm1d):
    """BatchNorm1d without num_features, which it learns from its first input."""

class LazyBatchNorm2d(Lazy, BatchNorm2d):
    """BatchNorm2d without num_features, which it learns from its first input."""

class LazyBatchNorm3d(Lazy, BatchNorm3d):
    """BatchNorm3d without num_features, which it learns from its first input."""

class LazyConv1d(Lazy, Conv1d):
    """Conv1d without in_channels, which it learns from its first input."""

class LazyConv2d(Lazy, Conv2d):
    """Conv2d without in_channels, which it learns from its first input."""

class LazyConv3d(Lazy, Conv3d):
    """Conv3d without in_channels, which it learns from its first input."""

class LazyConvTranspose1d(Lazy, ConvTranspose1d):
    """ConvTranspose1d without in_channels, which it learns from its first input."""

class LazyConvTranspose2d(Lazy, ConvTranspose2d):
    """ConvTranspose2d without in_channels, which it learns from its first input."""

class LazyConvTranspose3d(Lazy, ConvTranspose3d):
    """ConvTranspose3d without in_channels, which it learns from its first input."""

class LazyInstanceNorm1d(Lazy, InstanceNorm1d):
    """InstanceNorm1d without num_features, which it learns from its first input."""

class LazyInstanceNorm2d(Lazy, InstanceNorm2d):
    """InstanceNorm2d without num_features, which it learns from its first input."""

class LazyInstanceNorm3d(Lazy, InstanceNorm3d):
    """InstanceNorm3d without num_features, which it learns from its first input."""

class Linear(Module):
    """x @ weight.T + bias: (*, in_features) -> (*, out_features).

    in_features    size of the last dimension of the input
    out_features   size of the last dimension of the output
    bias           whether a bias is added

    weight is (out_features, in_features), bias (out_features,); both start uniform in ±1/√in_features.
    Raises RuntimeError, naming both shapes, for an input whose last size is not in_features.
    """
    in_features: _int
    out_features: _int
    def __init__(self, in_features: _int, out_features: _int, bias: _bool = True, device: _Device | None = None, dtype: _dtype | None = None) -> None: ...
    def extra_repr(self) -> str: ...
    def forward(self, input: Tensor) -> Tensor: ...
    def reset_parameters(self) -> None: ...

class LazyLinear(Lazy, Linear):
    """Linear without in_features, which it learns from its first input."""

class LeakyReLU(FunctionalLayer):
    """x where positive, else negative_slope·x."""
    def __init__(self, negative_slope: _float = 0.01, inplace: _bool = False) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class LinearCrossEntropyLoss(Loss):
    """CrossEntropyLoss of a linear layer's scores: from features (N, in_features) and labels (N, …).

    out_features   the sizes … where there is more than one label a sample: scores are (N, num_classes, …)

    Raises RuntimeError for weights of other than (num_classes,), and for a label_smoothing outside [0, 1].
    """
    linear: Any
    def __init__(self, in_features: _int, num_classes: _int, *, out_features: _int = (), bias: _bool = False, device: _Device | None = None, dtype: _dtype | None = None, reduction: str = 'mean', weight: Tensor | None = None, ignore_index: Any = None, label_smoothing: _float = 0.0, options: Any = None) -> None: ...
    def extra_repr(self) -> str: ...
    def forward(self, input: Tensor, target: Tensor) -> Tensor: ...

class LocalResponseNorm(FunctionalLayer):
    """Each element divided by a power of the mean square of its neighbouring channels."""
    def __init__(self, size: _Sizes, alpha: _float = 0.0001, beta: _float = 0.75, k: _float = 1.0) -> None: ...
    def extra_repr(self) -> str: ...
    def forward(self, input: Tensor) -> Tensor: ...

class LogSigmoid(FunctionalLayer):
    """log(sigmoid(x)), without log(0)."""
    def __init__(self) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class Softmax(FunctionalLayer):
    """eˣ, scaled to sum to 1 along `dim`."""
    def __init__(self, dim: _int | None = None) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class LogSoftmax(Softmax):
    """log(softmax(x)), without overflow."""
    def forward(self, input: Tensor) -> Tensor: ...

class MSELoss(Loss):
    """The squared differences, averaged.

    reduction   "mean", "sum", or "none" for one each

    Input and target of one shape; where they broadcast, a warning says so.
    """
    def __init__(self, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> None: ...
    def forward(self, input: Tensor, target: Tensor) -> Tensor: ...

class MarginRankingLoss(Loss):
    """By how much x1 fails to exceed x2 (target 1), or x2 to exceed x1 (target −1), by the margin."""
    def __init__(self, margin: _float = 0.0, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> None: ...
    def forward(self, input1: Tensor, input2: Tensor, target: Tensor) -> Tensor: ...

class MaxPool(FunctionalLayer):
    """The largest of each window. Windows lie side by side unless stride is given."""
    def __init__(self, kernel_size: _Sizes, stride: _Sizes | None = None, padding: _Sizes | str = 0, dilation: _Sizes = 1, return_indices: _bool = False, ceil_mode: _bool = False) -> None: ...

class MaxPool1d(MaxPool):
    """The largest of each window: (N, C, L) -> (N, C, OL)."""
    def forward(self, input: Tensor) -> Tensor: ...

class MaxPool2d(MaxPool):
    """The largest of each window: (N, C, H, W) -> (N, C, OH, OW).

    kernel_size      height and width of a window: a number, or a pair; so are the next three
    stride           how far a window moves; None: kernel_size, so that windows lie side by side
    padding          −inf put around the image, at most half of kernel_size
    dilation         distance between the elements of a window
    return_indices   whether to return (values, indices), where an index counts through H·W: for MaxUnpool2d
    ceil_mode        whether a last window may reach over the edge: OH is rounded up, not down

    OH = ⌊(H + 2·padding − dilation·(kh − 1) − 1) / stride⌋ + 1, and OW likewise.
    Raises RuntimeError for padding beyond half a window, and for a window larger than the image.
    """
    def forward(self, input: Tensor) -> Tensor: ...

class MaxPool3d(MaxPool):
    """The largest of each window: (N, C, D, H, W) -> (N, C, OD, OH, OW)."""
    def forward(self, input: Tensor) -> Tensor: ...

class MaxUnpool(FunctionalLayer):
    """Zeros with each element put where max pooling took it from."""
    def __init__(self, kernel_size: _Sizes, stride: _Sizes | None = None, padding: _Sizes | str = 0) -> None: ...
    def forward(self, input: Tensor, indices: Any, output_size: _Sizes | None = None) -> Tensor: ...

class MaxUnpool1d(MaxUnpool):
    """MaxPool1d, backwards: (N, C, OL) and its indices -> (N, C, L)."""

class MaxUnpool2d(MaxUnpool):
    """MaxPool2d, backwards: (N, C, OH, OW) and its indices -> (N, C, H, W)."""

class MaxUnpool3d(MaxUnpool):
    """MaxPool3d, backwards: (N, C, OD, OH, OW) and its indices -> (N, C, D, H, W)."""

class Mish(FunctionalLayer):
    """x·tanh(softplus(x))."""
    def __init__(self, inplace: _bool = False) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class Registered(Module):
    """Base of lists and dicts over one register of a module: over its children, or over its parameters."""
    def __len__(self) -> _int: ...

class RegisteredDict(Registered):
    """Base of ModuleDict and ParameterDict: what is registered goes by its name."""
    def __contains__(self, key: Any) -> _bool: ...
    def __delitem__(self, key: Any) -> None: ...
    def __getitem__(self, key: Any) -> Any: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __setitem__(self, key: Any, value: Any) -> None: ...
    def clear(self) -> Any: ...
    def items(self) -> Any: ...
    def keys(self) -> Any: ...
    def pop(self, key: Any) -> Any: ...
    def update(self, entries: Any) -> Any: ...
    def values(self) -> Any: ...

class ModuleDict(RegisteredDict):
    """A dict whose modules are noticed."""
    def __init__(self, modules: Any = None) -> None: ...

class RegisteredList(Registered):
    """Base of Sequential, ModuleList and ParameterList: what is registered is numbered from 0."""
    def __delitem__(self, number: Any) -> None: ...
    def __getitem__(self, number: Any) -> Any: ...
    def __iadd__(self, values: Any) -> Any: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __setitem__(self, number: Any, value: Any) -> None: ...
    def append(self, value: Any) -> Self:
        """Add one at the end; returns self."""
    def extend(self, values: Any) -> Self: ...
    def insert(self, index: Any, value: Any) -> Self: ...
    def key_at(self, number: Any) -> Any:
        """The name of what is registered at `number`, which may count from the end."""
    def pop(self, key: Any) -> Any: ...
    def renumber(self, values: Any) -> Any: ...
    def sliced(self, items: Any) -> Any: ...

class ModuleList(RegisteredList):
    """A list whose modules are noticed; it does not say how they are called."""
    def __add__(self, other: Any) -> Any: ...
    def __init__(self, modules: Any = None) -> None: ...

class MultiLabelMarginLoss(Loss):
    """By how much scores of wrong classes come within 1 of those of right ones."""
    def __init__(self, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> None: ...
    def forward(self, input: Tensor, target: Tensor) -> Tensor: ...

class MultiLabelSoftMarginLoss(Loss):
    """The mean surprise over C answers of yes (1) or no (0)."""
    def __init__(self, weight: Tensor | None = None, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> None: ...
    def forward(self, input: Tensor, target: Tensor) -> Tensor: ...

class MultiMarginLoss(Loss):
    """By how much each wrong score comes within the margin of the right one."""
    def __init__(self, p: _float = 1, margin: _float = 1.0, weight: Tensor | None = None, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> None: ...
    def forward(self, input: Tensor, target: Tensor) -> Tensor: ...

class MultiheadAttention(Module):
    """Queries, keys and values each go through a linear map, are split into heads that attend, are joined again.

    in_proj_weight (3·embed_dim, embed_dim) holds the three maps stacked; where kdim or vdim differ
    from embed_dim they are q_proj_weight, k_proj_weight and v_proj_weight instead.
    Source: Vaswani et al., Attention Is All You Need (2017), §3.2.2.
    """
    def forward(self, query: Tensor, key: Tensor, value: Tensor, key_padding_mask: Tensor | None = None, need_weights: _bool = True, attn_mask: Tensor | None = None, average_attn_weights: _bool = True, is_causal: _bool = False) -> tuple[Tensor, Tensor]: ...
    embed_dim: _int
    num_heads: _int
    head_dim: Any
    kdim: Any
    vdim: Any
    dropout: _float
    batch_first: _bool
    add_zero_attn: _bool
    out_proj: Any
    def __init__(self, embed_dim: _int, num_heads: _int, dropout: _float = 0.0, bias: _bool = True, add_bias_kv: _bool = False, add_zero_attn: _bool = False, kdim: Any = None, vdim: Any = None, batch_first: _bool = False, device: _Device | None = None, dtype: _dtype | None = None) -> None: ...
    def check_shapes(self, query: Any, key: Any, value: Any, attn_mask: Any, is_causal: Any) -> Any: ...
    def merge_masks(self, attn_mask: Any, key_padding_mask: Any, q: Any, S: Any, extra: Any) -> Any:
        """Both masks as one for every head: bools, True where a query may look, or floats to be added."""
    def project(self, query: Any, key: Any, value: Any) -> Any:
        """The three linear maps; one product where they share their input."""

class NLLLoss(Loss):
    """Minus the mean log-probability of the true classes, from log-probabilities (N, C) and labels (N,).

    weight         (C,): how much each class counts; the mean is weighted too
    ignore_index   a label that does not count
    reduction      "mean", "sum", or "none" for a loss each
    """
    def __init__(self, weight: Tensor | None = None, size_average: Any = None, ignore_index: _float = -100, reduce: Any = None, reduction: str = 'mean') -> None: ...
    def forward(self, input: Tensor, target: Tensor) -> Tensor: ...

class NLLLoss2d(NLLLoss):
    """NLLLoss, by its old name for images of labels."""

class PReLU(Module):
    """leaky_relu whose slope is learned: one, or one a channel."""
    num_parameters: _float
    init: _float
    weight: Parameter
    def __init__(self, num_parameters: _float = 1, init: _float = 0.25, device: _Device | None = None, dtype: _dtype | None = None) -> None: ...
    def extra_repr(self) -> str: ...
    def forward(self, input: Tensor) -> Tensor: ...

class PairwiseDistance(FunctionalLayer):
    """The p-norm of x1 − x2 + eps along the last dimension."""
    def __init__(self, p: _float = 2.0, eps: _float = 1e-06, keepdim: _bool = False) -> None: ...
    def forward(self, x1: Tensor, x2: Tensor) -> Tensor: ...

class Parameter(Tensor):
    """A leaf that a Module notices when it is assigned: `self.weight = Parameter(tensor)`.

    It shares the memory of `data`.
    """
    def __init__(self, data: Any = None, requires_grad: _bool = True) -> None: ...

class ParameterDict(RegisteredDict):
    """A dict whose tensors are Parameters and are noticed."""
    def __init__(self, parameters: Any = None) -> None: ...
    def extra_repr(self) -> str: ...

class ParameterList(RegisteredList):
    """A list whose tensors are Parameters and are noticed."""
    def __init__(self, values: Any = None) -> None: ...
    def extra_repr(self) -> str: ...

class PixelShuffle(FunctionalLayer):
    """r² channels become r × r pixels: (*, C·r², H, W) -> (*, C, H·r, W·r)."""
    def __init__(self, upscale_factor: _int) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class PixelUnshuffle(FunctionalLayer):
    """r × r pixels become r² channels: (*, C, H·r, W·r) -> (*, C·r², H, W)."""
    def __init__(self, downscale_factor: _int) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class PoissonNLLLoss(Loss):
    """Surprise at counts when their (logarithmic) rate is the input."""
    def __init__(self, log_input: _bool = True, full: _bool = False, size_average: Any = None, eps: _float = 1e-08, reduce: Any = None, reduction: str = 'mean') -> None: ...
    def forward(self, log_input: Tensor, target: Tensor) -> Tensor: ...

class RMSNorm(AffineNorm):
    """The last dimensions divided by their root mean square, then times weight."""
    normalized_shape: _Sizes
    eps: Any
    elementwise_affine: _bool
    def __init__(self, normalized_shape: _Sizes, eps: Any = None, elementwise_affine: _bool = True, device: _Device | None = None, dtype: _dtype | None = None) -> None: ...
    def extra_repr(self) -> str: ...
    def forward(self, input: Tensor) -> Tensor: ...

class RNN(RNNBase):
    """h = tanh(W x + b + U h + c), or relu, at each step."""
    def forward(self, input: Any, hx: Tensor | None = None) -> tuple[Any, Tensor]: ...
    nonlinearity: str
    def __init__(self, input_size: _int, hidden_size: _int, num_layers: _int = 1, nonlinearity: str = 'tanh', bias: _bool = True, *args: Any, **settings: Any) -> None: ...
    def step(self, x: Any, states: Any, suffix: Any, how: Any) -> Any: ...

class RNNCell(RNNCellBase):
    """h = tanh(W x + b + U h + c), or relu: (B, inputs) and (B, hidden) -> (B, hidden)."""
    nonlinearity: str
    def __init__(self, input_size: _int, hidden_size: _int, bias: _bool = True, nonlinearity: str = 'tanh', device: _Device | None = None, dtype: _dtype | None = None) -> None: ...
    def extra_repr(self) -> str: ...
    def forward(self, input: Tensor, hx: Tensor | None = None) -> Tensor: ...

class RReLU(FunctionalLayer):
    """leaky_relu with a slope drawn anew for each element in training, their mean otherwise."""
    def __init__(self, lower: _float = 0.125, upper: _float = 0.3333333333333333, inplace: _bool = False) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class ReLU(FunctionalLayer):
    """max(x, 0)."""
    def __init__(self, inplace: _bool = False) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class ReLU6(FunctionalLayer):
    """min(max(x, 0), 6)."""
    def __init__(self, inplace: _bool = False) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class ReflectionPad1d(Pad):
    """Margins that mirror the inside at its edge, for signals (N, C, L)."""

class ReflectionPad2d(Pad):
    """Margins that mirror the inside at its edge, for images (N, C, H, W)."""

class ReflectionPad3d(Pad):
    """Margins that mirror the inside at its edge, for volumes (N, C, D, H, W)."""

class ReplicationPad1d(Pad):
    """Margins that repeat the edge, for signals (N, C, L)."""

class ReplicationPad2d(Pad):
    """Margins that repeat the edge, for images (N, C, H, W)."""

class ReplicationPad3d(Pad):
    """Margins that repeat the edge, for volumes (N, C, D, H, W)."""

class SELU(FunctionalLayer):
    """elu scaled so that activations keep mean 0 and variance 1."""
    def __init__(self, inplace: _bool = False) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class Sequential(RegisteredList):
    """Modules in a row, each fed with what the one before gave.

    Takes modules, or one dict {name: module}.
    """
    def __add__(self, other: Any) -> Any: ...
    def __init__(self, *modules: Any) -> None: ...
    def __mul__(self, times: Any) -> Any: ...
    def __rmul__(self, times: Any) -> Any: ...
    def forward(self, input: Tensor) -> Tensor: ...
    def sliced(self, items: Any) -> Any: ...

class SiLU(FunctionalLayer):
    """x·sigmoid(x), also called swish."""
    def __init__(self, inplace: _bool = False) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class Sigmoid(FunctionalLayer):
    """1 / (1 + e⁻ˣ): from 0 to 1."""
    def __init__(self) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class SmoothL1Loss(Loss):
    """Squared differences below beta, absolute ones above."""
    def __init__(self, size_average: Any = None, reduce: Any = None, reduction: str = 'mean', beta: _float = 1.0) -> None: ...
    def forward(self, input: Tensor, target: Tensor) -> Tensor: ...

class SoftMarginLoss(Loss):
    """log(1 + e^(−target·input)), for targets of 1 and −1."""
    def __init__(self, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> None: ...
    def forward(self, input: Tensor, target: Tensor) -> Tensor: ...

class Softmax2d(Module):
    """softmax over the channels of (N, C, H, W) or (C, H, W)."""
    def forward(self, input: Tensor) -> Tensor: ...

class Softmin(Softmax):
    """softmax(−x)."""
    def forward(self, input: Tensor) -> Tensor: ...

class Softplus(FunctionalLayer):
    """log(1 + e^(beta·x)) / beta: a relu with a rounded corner."""
    def __init__(self, beta: _float = 1.0, threshold: _float = 20.0) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class Softsign(FunctionalLayer):
    """x / (1 + |x|)."""
    def __init__(self) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class SyncBatchNorm(BatchNorm):
    """Batch norm of (N, C, …) by the statistics of all ranks' batches together, which may have different sizes.

    process_group   default: all ranks; where there are none, or one, this is plain batch norm

    In evaluation by the running statistics, which are equal on all ranks.
    Source: Zhang et al., Context Encoding for Semantic Segmentation (2018), §3.2.
    """
    process_group: Any
    def __init__(self, num_features: _int, eps: _float = 1e-05, momentum: _float = 0.1, affine: _bool = True, track_running_stats: _bool = True, process_group: Any = None, device: _Device | None = None, dtype: _dtype | None = None) -> None: ...
    @classmethod
    def convert_sync_batchnorm(self, module: Any, process_group: Any = None) -> Any:
        """The module with every batch norm in it, itself too, exchanged for one over all ranks; weights are kept."""
    def forward(self, input: Tensor) -> Tensor: ...

class Tanh(FunctionalLayer):
    """The hyperbolic tangent: from −1 to 1."""
    def __init__(self) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class Tanhshrink(FunctionalLayer):
    """x − tanh(x)."""
    def __init__(self) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class Threshold(FunctionalLayer):
    """x where above the threshold, else value."""
    def __init__(self, threshold: Any, value: Any, inplace: _bool = False) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class Transformer(Module):
    """An encoder that reads src and a decoder that writes tgt: (S, B, d_model), (T, B, d_model) -> (T, B, d_model).

    Source: Vaswani et al., Attention Is All You Need (2017).
    """
    encoder: Any
    decoder: Any
    d_model: _int
    nhead: _int
    batch_first: _bool
    def __init__(self, d_model: _int = 512, nhead: _int = 8, num_encoder_layers: _float = 6, num_decoder_layers: _float = 6, dim_feedforward: _int = 2048, dropout: _float = 0.1, activation: Any = ..., custom_encoder: Any = None, custom_decoder: Any = None, layer_norm_eps: _float = 1e-05, batch_first: _bool = False, norm_first: _bool = False, bias: _bool = True, device: _Device | None = None, dtype: _dtype | None = None) -> None: ...
    def forward(self, src: Tensor, tgt: Tensor, src_mask: Tensor | None = None, tgt_mask: Tensor | None = None, memory_mask: Tensor | None = None, src_key_padding_mask: Any = None, tgt_key_padding_mask: Any = None, memory_key_padding_mask: Any = None, src_is_causal: Any = None, tgt_is_causal: Any = None, memory_is_causal: _bool = False) -> Tensor: ...
    @staticmethod
    def generate_square_subsequent_mask(sz: Any, device: _Device | None = None, dtype: _dtype | None = None) -> Tensor:
        """(sz, sz) floats: 0 where a place may self_attention, −inf above the diagonal, where the later ones are."""

class TransformerDecoder(Module):
    """Copies of a decoder layer in a row, and a last norm."""
    layers: Any
    num_layers: _int
    norm: Any
    def __init__(self, decoder_layer: Any, num_layers: _int, norm: Any = None) -> None: ...
    def forward(self, tgt: Tensor, memory: Tensor, tgt_mask: Tensor | None = None, memory_mask: Tensor | None = None, tgt_key_padding_mask: Any = None, memory_key_padding_mask: Any = None, tgt_is_causal: Any = None, memory_is_causal: _bool = False) -> Tensor: ...

class TransformerLayer(Module):
    """Base of both layers: a feed-forward network after the attentions, with a norm and dropout for each of them."""
    linear1: Any
    dropout: _float
    linear2: Any
    norm_first: _bool
    activation: Any
    def __init__(self, d_model: _int, nhead: _int, dim_feedforward: _int = 2048, dropout: _float = 0.1, activation: Any = ..., layer_norm_eps: _float = 1e-05, batch_first: _bool = False, norm_first: _bool = False, bias: _bool = True, device: _Device | None = None, dtype: _dtype | None = None) -> None: ...
    def feed_forward(self, x: Any) -> Any: ...
    def residual(self, x: Any, number: Any, part: Any) -> Any:
        """x plus what a part makes of it, normalised before the part or after the sum."""

class TransformerDecoderLayer(TransformerLayer):
    """Self-attention, attention to an encoder's memory, a feed-forward network: (T, B, d_model) -> the same shape."""
    def forward(self, tgt: Tensor, memory: Tensor, tgt_mask: Tensor | None = None, memory_mask: Tensor | None = None, tgt_key_padding_mask: Any = None, memory_key_padding_mask: Any = None, tgt_is_causal: _bool = False, memory_is_causal: _bool = False) -> Tensor: ...

class TransformerEncoder(Module):
    """Copies of an encoder layer in a row, and a last norm."""
    layers: Any
    num_layers: _int
    norm: Any
    def __init__(self, encoder_layer: Any, num_layers: _int, norm: Any = None, enable_nested_tensor: _bool = True, mask_check: _bool = True) -> None: ...
    def forward(self, src: Tensor, mask: Tensor | None = None, src_key_padding_mask: Any = None, is_causal: Any = None) -> Tensor: ...

class TransformerEncoderLayer(TransformerLayer):
    """Self-attention, then a feed-forward network at each position: (T, B, d_model) -> the same shape.

    norm_first   normalise before each part, not after
    """
    def forward(self, src: Tensor, src_mask: Tensor | None = None, src_key_padding_mask: Any = None, is_causal: _bool = False) -> Tensor: ...

class TripletMarginLoss(Loss):
    """By how much the positive fails to be nearer to the anchor than the negative, by the margin."""
    def __init__(self, margin: _float = 1.0, p: _float = 2, eps: _float = 1e-06, swap: _bool = False, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> None: ...
    def forward(self, anchor: Tensor, positive: Tensor, negative: Tensor) -> Tensor: ...

class TripletMarginWithDistanceLoss(Loss):
    """TripletMarginLoss by a distance of one's own."""
    def __init__(self, *, distance_function: Any = None, margin: _float = 1.0, swap: _bool = False, reduction: str = 'mean') -> None: ...
    def forward(self, anchor: Tensor, positive: Tensor, negative: Tensor) -> Tensor: ...

class Unflatten(FunctionalLayer):
    """One dimension as several: (N, C·H·W) -> (N, C, H, W) by Unflatten(1, (C, H, W))."""
    def __init__(self, dim: _int, unflattened_size: Any) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class Unfold(FunctionalLayer):
    """Every window as a column: (N, C, H, W) -> (N, C·kh·kw, windows)."""
    def __init__(self, kernel_size: _Sizes, dilation: _Sizes = 1, padding: _Sizes | str = 0, stride: _Sizes = 1) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class Uninitialized:
    """A tensor whose shape is not known yet: a lazy layer learns it from its first input.

    `.array` answers with an error until `materialize`; then this is an ordinary Parameter or Buffer.
    """
    def __init__(self, requires_grad: _bool = False, device: _Device | None = None, dtype: _dtype | None = None) -> None: ...
    @property
    def array(self) -> Any: ...
    @property
    def device(self) -> _device: ...
    @property
    def dtype(self) -> _dtype: ...
    def materialize(self, shape: Any, device: _Device | None = None, dtype: _dtype | None = None) -> Any:
        """Take a shape, with values yet to be set, and become an ordinary tensor."""
    def move(self, fn: Any) -> Any:
        """Apply .to() to a tensor that has no shape yet: it keeps the dtype and the device."""
    @property
    def shape(self) -> Size: ...

class UninitializedBuffer(Uninitialized, Buffer):
    """A Buffer whose shape is not known yet."""

class UninitializedParameter(Uninitialized, Parameter):
    """A Parameter whose shape is not known yet."""
    def __init__(self, requires_grad: _bool = True, device: _Device | None = None, dtype: _dtype | None = None) -> None: ...

class Upsample(FunctionalLayer):
    """(N, C, L), (N, C, H, W) or (N, C, D, H, W) in another size; see functional.interpolate."""
    scale_factor: Any
    def __init__(self, size: _Sizes | None = None, scale_factor: Any = None, mode: str = 'nearest', align_corners: Any = None, recompute_scale_factor: Any = None) -> None: ...
    def extra_repr(self) -> str: ...
    def forward(self, input: Tensor) -> Tensor: ...

class UpsamplingBilinear2d(Upsample):
    """Images in another size, bilinearly, the corners kept."""
    def __init__(self, size: _Sizes | None = None, scale_factor: Any = None) -> None: ...

class UpsamplingNearest2d(Upsample):
    """Images in another size, each pixel the nearest of the input's."""
    def __init__(self, size: _Sizes | None = None, scale_factor: Any = None) -> None: ...

class ZeroPad1d(Pad):
    """Margins of zeros, for signals (N, C, L)."""

class ZeroPad2d(Pad):
    """Margins of zeros, for images (N, C, H, W)."""

class ZeroPad3d(Pad):
    """Margins of zeros, for volumes (N, C, D, H, W)."""
