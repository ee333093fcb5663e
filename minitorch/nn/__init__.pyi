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
from minitorch.nn import functional as functional
from minitorch.rare.nn import grad as grad
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
    def check_name(self, name: Any, kind: Any, known: Any) -> Any:
        """Raise TypeError or KeyError for a name that cannot be registered.

        kind    "parameter", "buffer" or "module", for the error
        known   names that may be assigned again
        """
    def forget(self, name: Any, also_plain: _bool = True) -> Any:
        """Delete the entry registered as `name`; return whether it existed. also_plain: plain attributes too."""
    def register_buffer(self, name: Any, tensor: Any, persistent: _bool = True) -> None:
        """Add a tensor, or None, that is state but not trained, under `name`; persistent ones are in the state_dict.

        Raises KeyError for a name that is taken or has a dot, TypeError if it is not a Tensor, AttributeError before
        Module.__init__() has run.
        """
    def register_module(self, name: Any, module: Any) -> Any:
        """Add a child under `name`, as `self.name = module` does."""
    def register_parameter(self, name: Any, param: Any) -> None:
        """Add a Parameter, or None for one that is left out, under `name`.

        Raises KeyError for a name that is taken or has a dot, TypeError for a param that is not a Parameter, and
        ValueError for a param that was computed from others.
        """

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
        """Call fn(module) for every module inside this one, then for this one; return self."""
    def buffers(self, recurse: _bool = True) -> Iterator[Tensor]:
        """Return every buffer once. recurse: those of the modules below too."""
    def children(self) -> Iterator[Module]:
        """Return the modules directly below, each once."""
    def compile(self, *, fullgraph: _bool = False, dynamic: Any = None, backend: str = 'inductor', mode: Any = None, options: Any = None, disable: _bool = False) -> Any:
        """Compile this module's forward, from its second call on; arguments as minitorch.compile's.

        Names in state_dict() do not change, and hooks are called around the compiled program.

        >>> from minitorch import nn
        >>> model = nn.Linear(2, 1)
        >>> model.compile()
        >>> model(minitorch.ones(3, 2)).shape, model.forward
        (minitorch.Size([3, 1]), <compiled forward: 1 form>)
        """
    def cpu(self) -> Self:
        """Move all parameters and buffers to the CPU, in place."""
    def cuda(self, device: _Device | None = None) -> Self:
        """Move all tensors to a GPU, in place: to the current GPU, or to device. RuntimeError if there is no GPU."""
    def double(self) -> Self:
        """Convert all floating tensors to float64, in place."""
    def eval(self) -> Self:
        """Set evaluation mode: no dropout, and running statistics instead of the batch's; return self."""
    def extra_repr(self) -> str:
        """Return the settings to print between the brackets; subclasses define it."""
    def float(self) -> Self:
        """Convert all floating tensors to float32, in place."""
    def get_buffer(self, target: Any) -> Any:
        """Return the buffer at a path (target); KeyError if no buffer has this path."""
    def get_parameter(self, target: Any) -> Any:
        """Return the Parameter at a path (target) such as 'encoder.0.weight'; else AttributeError or TypeError."""
    def get_submodule(self, target: Any) -> Any:
        """Return the module at a path (target) such as 'encoder.0'; AttributeError names the part that is absent."""
    def half(self) -> Self:
        """Convert all floating tensors to float16, in place."""
    def load_state_dict(self, state_dict: Any, strict: _bool = True, assign: _bool = False) -> Any:
        """Copy the tensors of `state_dict` into this module's, by name.

        strict    every name must be in both
        assign    use the given tensors themselves instead of copying their values
        returns   (missing_keys, unexpected_keys)

        Raises RuntimeError, which lists all names and shapes that do not fit; then nothing is changed.
        """
    def modules(self, remove_duplicate: _bool = True) -> Iterator[Module]:
        """Return this module and all below it, each once, or with remove_duplicate=False once for each path."""
    def named_buffers(self, prefix: str = '', recurse: _bool = True, remove_duplicate: _bool = True) -> Iterator[tuple[str, Tensor]]:
        """Yield (path, buffer), each once; arguments as named_parameters's."""
    def named_children(self) -> Iterator[tuple[str, Module]]:
        """Yield (name, module) of those directly below, each once."""
    def named_members(self, kind: Any, prefix: Any, recurse: Any, remove_duplicate: Any) -> Any:
        """Yield (path, tensor) of all "_parameters" or "_buffers", as kind says; arguments as named_parameters's."""
    def named_modules(self, memo: Any = None, prefix: str = '', remove_duplicate: _bool = True) -> Iterator[tuple[str, Module]]:
        """Yield (path, module) of itself and all below it.

        memo               a set of modules to leave out; those that are found are added to it
        prefix             the path of this module
        remove_duplicate   whether a module with two paths is yielded once
        """
    def named_parameters(self, prefix: str = '', recurse: _bool = True, remove_duplicate: _bool = True) -> Iterator[tuple[str, Parameter]]:
        """Yield (path, Parameter), each once.

        prefix             the path of this module
        recurse            whether to include those of the modules below
        remove_duplicate   whether a Parameter with two paths is yielded once
        """
    def parameters(self, recurse: _bool = True) -> Iterator[Parameter]:
        """Return every Parameter once, in order of assignment, for an optimiser. recurse: those below too."""
    def register_backward_hook(self, hook: Any, prepend: _bool = False) -> Any:
        """Call hook(module, grad_input, grad_output), tuples, when both are known; it may return a new grad_input.

        prepend   whether it runs before the hooks registered so far
        """
    def register_forward_hook(self, hook: Any, *, prepend: _bool = False, with_kwargs: _bool = False, always_call: _bool = False) -> Any:
        """Call hook(module, inputs, output) after each forward; the hook's result, unless None, replaces the output.

        prepend       whether it runs before the hooks registered so far
        with_kwargs   whether the hook gets the keyword arguments too: hook(module, inputs, settings, output)
        always_call   accepted, without effect: no hook is called after an error
        returns       a handle whose .remove() removes the hook
        """
    def register_forward_pre_hook(self, hook: Any, *, prepend: _bool = False, with_kwargs: _bool = False) -> Any:
        """Call hook(module, inputs) before each forward; the hook's result, unless None, replaces the inputs.

        prepend       as register_forward_hook's
        with_kwargs   hook(module, inputs, settings) instead, which may return (inputs, settings)
        """
    def register_full_backward_hook(self, hook: Any, prepend: _bool = False) -> Any:
        """Call hook(module, grad_input, grad_output), tuples, when both are known; it may return a new grad_input.

        prepend   whether it runs before the hooks registered so far
        """
    def register_full_backward_pre_hook(self, hook: Any, prepend: _bool = False) -> Any:
        """Call hook(module, grad_output) before the module's backward; it may return a new grad_output.

        prepend   whether it runs before the hooks registered so far
        """
    def register_load_state_dict_post_hook(self, hook: Any) -> Any:
        """Call hook(module, incompatible_keys) after each load_state_dict that did not raise, submodules first.

        Returns a handle whose .remove() removes the hook.
        """
    def register_load_state_dict_pre_hook(self, hook: Any) -> Any:
        """Call a hook before each load_state_dict; the hook may change the dict, which is a copy.

        hook   (module, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs); the last
               three are lists: load_state_dict raises if the hook adds to error_msgs
        """
    def register_state_dict_post_hook(self, hook: Any) -> Any:
        """Call hook(module, state_dict, prefix, local_metadata) after the module's part is in state_dict, to change it.

        local_metadata is {"version": …}. Returns a handle whose .remove() removes the hook.
        """
    def register_state_dict_pre_hook(self, hook: Any) -> Any:
        """Call hook(module, prefix, keep_vars) before each state_dict(); return a handle whose .remove() removes it."""
    def requires_grad_(self, requires_grad: _bool = True) -> Self:
        """Set whether operations on the parameters are recorded; False freezes layers. Returns self."""
    def set_submodule(self, target: Any, module: Any, strict: _bool = False) -> Any:
        """Put `module` at a path (target); strict: only in place of a module. AttributeError if its owner is absent."""
    def share_memory(self) -> Any:
        """Move all parameters and buffers into memory that other processes can read; return self."""
    def state_dict(self, *, destination: Any = None, prefix: str = '', keep_vars: _bool = False) -> dict[str, Any]:
        """Return {path: tensor} of all parameters and persistent buffers, sharing their memory.

        destination   a dict to add to; a new one when None
        prefix        the beginning of every path
        keep_vars     whether the dict contains the Parameters themselves, not tensors outside the graph

        Tied weights appear under each of their names, as in PyTorch. The dict's attribute `_metadata` holds the version of
        each module.
        """
    def to(self, *args: Any, dtype: _dtype | None = None, device: _Device | None = None, non_blocking: _bool = False) -> Self:
        """Move and cast all parameters and buffers, in place; only floating tensors change dtype. Returns self.

        Takes a device, a dtype, both, or a tensor that has them. Raises TypeError for a dtype of integers or bools.
        """
    def to_empty(self, *, device: _Device, recurse: _bool = True) -> Any:
        """Allocate new memory on a device for all parameters and buffers, without values; for modules on "meta".

        recurse   whether to include those of the modules below
        """
    def train(self, mode: _bool = True) -> Self:
        """Set training mode (dropout, batch norm), or evaluation if False; return self. ValueError unless bool."""
    def type(self, dst_type: Any) -> Any:
        """Cast all tensors to dst_type: a dtype, FloatTensor, or "torch.FloatTensor"; RuntimeError for integers."""
    def zero_grad(self, set_to_none: _bool = True) -> None:
        """Delete the gradients; with set_to_none=False fill them with zeros instead."""

class FunctionalLayer(Module):
    """Base of layers that only call a function: `class ELU(FunctionalLayer, function=F.elu)`.

    function   the function that forward calls. Its first argument is an input, and so are further Tensors without a
               default; all others are settings, which the constructor takes in the same order, with the same defaults
    omits      names of the function's last arguments that are not settings of the layer
    shows      names of the settings that are printed

    `training` is an attribute of every Module. A layer may have an __init__ or a forward of its own, and check its
    settings in `_check_settings`. Other class keywords become attributes of the class.
    """
    def __init__(self, *given: Any, **settings: Any) -> None: ...
    def extra_repr(self) -> str:
        """Return the settings as `name=value`; `inplace` only if it is True, as PyTorch prints it."""

class AdaptiveAvgPool1d(FunctionalLayer):
    """The means of output_size equal parts: (N, C, L) -> (N, C, output_size), divided as by AdaptiveAvgPool2d."""
    def __init__(self, output_size: _Sizes) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class AdaptiveAvgPool2d(FunctionalLayer):
    """The means of equal parts: (N, C, H, W) -> (N, C, *output_size); AdaptiveAvgPool2d(1) is each channel's mean.

    output_size   height and width of the result: a number, or a pair, in which None means the input's size.
                  Part i of n covers the rows from ⌊i·H/n⌋ to before ⌈(i + 1)·H/n⌉
    """
    def __init__(self, output_size: _Sizes) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class AdaptiveAvgPool3d(FunctionalLayer):
    """The means of output_size equal parts of volumes: (N, C, D, H, W) -> (N, C, *output_size)."""
    def __init__(self, output_size: _Sizes) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class AdaptiveLogSoftmaxWithLoss(Module):
    """A layer for log-probabilities of targets among very many classes, numbered from the most frequent to the rarest.

    cutoffs     the first class of each cluster of rarer classes: the classes before the first cutoff are in the head
    div_value   each cluster has 1/div_value as many features as the cluster before it
    head_bias   whether the head adds a bias

    Call it with input_ (N, in_features) and target_ (N,), in [0, n_classes), or with (in_features,) and (); it returns
    (output, loss). Raises ValueError unless cutoffs increase, from at least 1 to at most n_classes − 1.
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
        """Return the log-probabilities of all classes: (N, in_features) -> (N, n_classes)."""
    def predict(self, input: Any) -> Any:
        """Return the most likely class of each sample: (N, in_features) -> (N,)."""
    def reset_parameters(self) -> None: ...

class AdaptiveMaxPool1d(FunctionalLayer):
    """The maxima of output_size equal parts: (N, C, L) -> (N, C, output_size). See AdaptiveMaxPool2d."""
    def __init__(self, output_size: _Sizes, return_indices: _bool = False) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class AdaptiveMaxPool2d(FunctionalLayer):
    """The maxima of output_size equal parts of images: (N, C, H, W) -> (N, C, *output_size).

    output_size      as in AdaptiveAvgPool2d
    return_indices   whether to return (values, indices); an index counts the pixels of a plane, row by row
    """
    def __init__(self, output_size: _Sizes, return_indices: _bool = False) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class AdaptiveMaxPool3d(FunctionalLayer):
    """The maxima of equal parts: (N, C, D, H, W) -> (N, C, *output_size). See AdaptiveMaxPool2d."""
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
    """Dropout that keeps mean 0 and variance 1 after SELU: dropped elements become −1.76. Settings as Dropout's."""
    def forward(self, input: Tensor) -> Tensor: ...

class AvgPool1d(FunctionalLayer):
    """The mean of each window: (N, C, L) -> (N, C, OL). Settings as AvgPool2d's, but no pairs."""
    def __init__(self, kernel_size: _Sizes, stride: _Sizes | None = None, padding: _Sizes | str = 0, ceil_mode: _bool = False, count_include_pad: _bool = True) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class AvgPool2d(FunctionalLayer):
    """The mean of each window: (N, C, H, W) -> (N, C, OH, OW). Windows do not overlap unless stride is given.

    kernel_size         height and width of a window: a number, or a pair; so are stride and padding
    padding             zeros put around the image, at most half of kernel_size
    ceil_mode           whether a last window may reach over the edge: OH is rounded up, not down
    count_include_pad   whether the zeros of the padding count in a mean
    divisor_override    the number that sums are divided by, instead of the size of a window

    OH = ⌊(H + 2·padding − kh) / stride⌋ + 1, and OW likewise.
    """
    def __init__(self, kernel_size: _Sizes, stride: _Sizes | None = None, padding: _Sizes | str = 0, ceil_mode: _bool = False, count_include_pad: _bool = True, divisor_override: Any = None) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class AvgPool3d(AvgPool2d):
    """The mean of each window: (N, C, D, H, W) -> (N, C, OD, OH, OW). As in AvgPool2d, with triples."""
    def forward(self, input: Tensor) -> Tensor: ...

class Loss(FunctionalLayer):
    """A loss of each element, averaged ("mean"), summed ("sum") or returned as it is ("none"); weights are buffers."""
    def __init__(self, size_average: Any = None, reduce: Any = None, reduction: str = 'mean', **settings: Any) -> None: ...

class BCELoss(Loss):
    """Mean negative log-likelihood of answers 1 (yes) or 0 (no), from probabilities.

    weight      how much each element counts, broadcast to the input
    reduction   "mean", "sum", or "none" for one loss per element

    Any shape, the same for input and target. Raises RuntimeError for an input outside 0 … 1: apply sigmoid first.
    """
    def __init__(self, weight: Tensor | None = None, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> None: ...
    def forward(self, input: Tensor, target: Tensor) -> Tensor: ...

class BCEWithLogitsLoss(Loss):
    """Mean negative log-likelihood of answers 1 (yes) or 0 (no), from unnormalised scores.

    weight       how much each element counts, broadcast to the input
    reduction    "mean", "sum", or "none" for one loss per element
    pos_weight   weight of a yes, for each class: above 1 if a yes is rare

    Any shape, the same for input and target; target from 0 to 1. It applies the sigmoid itself, without overflow.
    """
    def __init__(self, weight: Tensor | None = None, size_average: Any = None, reduce: Any = None, reduction: str = 'mean', pos_weight: Tensor | None = None) -> None: ...
    def forward(self, input: Tensor, target: Tensor) -> Tensor: ...

class AffineNorm(Module):
    """Base of layers with a weight that starts at 1 and a bias that starts at 0, both optional."""
    def add_affine(self, shape: Any, weight: Any, bias: Any, device: _Device, dtype: _dtype) -> Any:
        """Register the weight and the bias; None for one that is left out."""
    def reset_parameters(self) -> None: ...

class BatchNorm(AffineNorm):
    """Base of batch norms: each channel is normalised to mean 0 and variance 1, then scaled and shifted (if affine).

    Training uses the batch's statistics, and mixes them into running_mean and running_var by
    `momentum` (None: their plain average so far); evaluation uses these two.
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
    """Batch norm of (N, C) or (N, C, L). Settings as BatchNorm2d's."""

class BatchNorm2d(BatchNorm):
    """Batch norm of images (N, C, H, W): each channel to mean 0 and variance 1, then times weight, plus bias.

    num_features          C
    eps                   added to the variance; positive in training
    momentum              share of a batch in the running statistics; None: their plain average
    affine                whether there are a weight and a bias, each (C,)
    track_running_stats   False: no running statistics; evaluation also uses the batch's statistics
    bias                  False: there is no bias, only a weight

    Raises ValueError for an input that is not 4-D, and in training if a channel has one value.
    Source: Ioffe and Szegedy, Batch Normalization (2015).
    """

class BatchNorm3d(BatchNorm):
    """Batch norm of volumes (N, C, D, H, W). Settings as BatchNorm2d's."""

class Bilinear(Module):
    """input1ᵀ · weight_k · input2 + bias_k: (*, in1_features) and (*, in2_features) -> (*, out_features).

    in1_features, in2_features   last sizes of input1 and of input2
    out_features                 last size of the output
    bias                         whether a bias is added

    weight is (out_features, in1_features, in2_features); weight and bias start uniform in ±1/√in1_features.
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
    """A tensor that a Module stores in its state_dict and moves with itself, but does not train.

    data         a tensor, whose memory is shared
    persistent   whether it is in the state_dict
    """
    def __init__(self, data: Any = None, *, persistent: _bool = True) -> None: ...

class ELU(FunctionalLayer):
    """x if x > 0, else alpha·(eˣ − 1)."""
    def __init__(self, alpha: _float = 1.0, inplace: _bool = False) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class CELU(ELU):
    """x if x > 0, else alpha·(e^(x/alpha) − 1)."""
    def forward(self, input: Tensor) -> Tensor: ...

class CTCLoss(Loss):
    """−log probability of label sequences at unknown positions, from log-probabilities (T, N, C): see F.ctc_loss."""
    def __init__(self, blank: _float = 0, reduction: str = 'mean', zero_infinity: _bool = False) -> None: ...
    def forward(self, log_probs: Any, targets: Any, input_lengths: Any, target_lengths: Any) -> Tensor: ...

class ChannelShuffle(FunctionalLayer):
    """A layer that reorders the channels of (N, C, …): takes one from each of the `groups` in turn; same shape out."""
    def __init__(self, groups: _int) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class Pad(FunctionalLayer):
    """Base of padding layers for the last `dims` dimensions; padding: one number, or (left, right, top, bottom, …)."""
    def __init__(self, padding: _Sizes | str) -> None: ...
    def extra_repr(self) -> str: ...
    def forward(self, input: Tensor) -> Tensor: ...

class CircularPad1d(Pad):
    """Margins taken from the opposite side, for signals (N, C, L); padding is their width: a number, or (left, right)."""

class CircularPad2d(Pad):
    """Margins taken from the opposite side, for images (N, C, H, W); padding is their width: a number, or (left, right, top, bottom)."""

class CircularPad3d(Pad):
    """Margins taken from the opposite side, for volumes (N, C, D, H, W); padding is their width: a number, or (left, right, top, bottom, front, back)."""

class ConstantPad(Pad):
    """Base of layers that pad with one value."""
    value: Any
    def __init__(self, padding: _Sizes | str, value: Any) -> None: ...
    def extra_repr(self) -> str: ...

class ConstantPad1d(ConstantPad):
    """Margins of one value, for signals (N, C, L); padding is their width: a number, or (left, right). value fills them."""

class ConstantPad2d(ConstantPad):
    """Margins of one value, for images (N, C, H, W); padding is their width: a number, or (left, right, top, bottom). value fills them."""

class ConstantPad3d(ConstantPad):
    """Margins of one value, for volumes (N, C, D, H, W); padding is their width: a number, or (left, right, top, bottom, front, back). value fills them."""

class Conv(Module):
    """Base of Conv1d, Conv2d and Conv3d: filters slid over signals, images or volumes.

    weight        (out_channels, in_channels/groups, *kernel_size)
    padding       around the input: a number, one per dimension, "valid" (none) or "same"
    padding_mode  the values of the padding: "zeros", "reflect", "replicate" or "circular"
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
        """Return the first two sizes of the weight."""
    def forward(self, input: Tensor) -> Tensor: ...
    def pad_widths(self) -> Any:
        """Return the padding in F.pad's order: from the last dimension, before and after."""
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
    stride         how far a filter moves from one position to the next
    padding        how many elements are added around the image: a number, a pair, "valid" (none) or "same" (the output
                   is as large as the input; for stride 1)
    dilation       distance between the elements of a filter
    groups         groups of channels, each with its own filters; in_channels: each channel is a group
    bias           whether each output channel adds its own number
    padding_mode   the values that are added: "zeros", "reflect", "replicate" or "circular"

    weight is (out_channels, in_channels/groups, kh, kw), bias (out_channels,). (in_channels, H, W) is one image.
    OH = ⌊(H + 2·padding − dilation·(kh − 1) − 1) / stride⌋ + 1, and OW likewise.

    Raises ValueError for groups that do not divide both channels, "same" with a stride, and an unknown padding_mode;
    RuntimeError for an input of other channels or dimensions.
    """

class Conv3d(Conv):
    """Filters slid through volumes: (N, in_channels, D, H, W) -> (N, out_channels, OD, OH, OW).

    Settings as Conv2d's, with triples instead of pairs; weight is (out_channels, in_channels/groups, kd, kh, kw).
    """

class ConvTranspose(Conv):
    """A transposed convolution: each pixel of the input adds a filter to the output.

    weight          (in_channels, out_channels/groups, *kernel_size)
    output_padding  added at the end of the output: it chooses among the sizes that a strided convolution maps to one
    """
    output_padding: _Sizes
    def __init__(self, in_channels: _int, out_channels: _int, kernel_size: _Sizes, stride: _Sizes = 1, padding: _Sizes | str = 0, output_padding: _Sizes = 0, groups: _int = 1, bias: _bool = True, dilation: _Sizes = 1, padding_mode: str = 'zeros', device: _Device | None = None, dtype: _dtype | None = None) -> None: ...
    def filters(self) -> Any: ...
    def forward(self, input: Tensor, output_size: _Sizes | None = None) -> Tensor: ...
    def needed_output_padding(self, input: Any, size: Any) -> Any:
        """Return the output_padding that gives `size`."""

class ConvTranspose1d(ConvTranspose):
    """The transpose of Conv1d: (N, in_channels, L) -> (N, out_channels, OL).

    Settings as ConvTranspose2d's; weight is (in_channels, out_channels/groups, kernel_size).
    """

class ConvTranspose2d(ConvTranspose):
    """The transpose of Conv2d: (N, in_channels, H, W) -> (N, out_channels, OH, OW).

    kernel_size, stride, padding, dilation, groups   those of the convolution that is transposed: as Conv2d's
    output_padding   rows and columns added at the end of the output: with a stride several sizes are possible
    bias             whether each output channel adds its own number

    weight is (in_channels, out_channels/groups, kh, kw).
    OH = (H − 1)·stride − 2·padding + dilation·(kh − 1) + output_padding + 1, and OW likewise.
    forward(input, output_size) takes the size of the output instead of output_padding.

    Raises ValueError for groups that do not divide both channels, and for an impossible output_size.
    """

class ConvTranspose3d(ConvTranspose):
    """The transpose of Conv3d: (N, in_channels, D, H, W) -> (N, out_channels, OD, OH, OW).

    Settings as ConvTranspose2d's, with triples instead of pairs; weight (in_channels, out_channels/groups, kd, kh, kw).
    """

class CosineEmbeddingLoss(Loss):
    """1 − cos for similar pairs (target 1), max(0, cos − margin) for others (−1).

    margin   from −1 to 1: other pairs have no loss up to this cosine

    input1 and input2 (N, D) with target (N,), or (D,) with (); RuntimeError for others.
    """
    def __init__(self, margin: _float = 0.0, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> None: ...
    def forward(self, input1: Tensor, input2: Tensor, target: Tensor) -> Tensor: ...

class CosineSimilarity(FunctionalLayer):
    """The cosine of the angle between the vectors of x1 and x2 along `dim`: (N, D) and (N, D) -> (N,), broadcast.

    eps   the minimum norm to divide by
    """
    def __init__(self, dim: _int = 1, eps: _float = 1e-08) -> None: ...
    def forward(self, x1: Tensor, x2: Tensor) -> Tensor: ...

class CrossEntropyLoss(Loss):
    """Mean negative log-likelihood of the true classes, from unnormalised scores (N, C) and labels (N,).

    weight            (C,): how much each class counts; the mean is weighted too
    ignore_index      samples with this label do not count
    reduction         "mean", "sum", or "none" for one loss a sample
    label_smoothing   share of the target probability that is spread over all classes, 0 to 1

    Scores (N, C, …) with labels (N, …), or with probabilities of the scores' shape. Softmax is part of it.
    Raises IndexError, with its position, for a label outside 0 … C − 1.
    """
    def __init__(self, weight: Tensor | None = None, size_average: Any = None, ignore_index: _float = -100, reduce: Any = None, reduction: str = 'mean', label_smoothing: _float = 0.0) -> None: ...
    def forward(self, input: Tensor, target: Tensor) -> Tensor: ...

class Dropout1d(Dropout):
    """Dropout of whole channels of (N, C, L). Settings as Dropout2d's."""
    def forward(self, input: Tensor) -> Tensor: ...

class Dropout2d(Dropout):
    """Dropout of whole channels of (N, C, H, W).

    p         probability that a channel is 0; single pixels are not dropped, since neighbours are similar
    inplace   whether to write over the input
    """
    def forward(self, input: Tensor) -> Tensor: ...

class Dropout3d(Dropout):
    """Dropout of whole channels of (N, C, D, H, W). Settings as Dropout2d's."""
    def forward(self, input: Tensor) -> Tensor: ...

class Embedding(Module):
    """weight[input]: integers (…) -> (…, embedding_dim), a row of the table for each integer.

    num_embeddings       rows of the table: indices are in [0, num_embeddings)
    embedding_dim        numbers in a row; weight is (num_embeddings, embedding_dim) and starts normally distributed
    padding_idx          a row that begins as zeros and gets no gradient
    max_norm             selected rows with a larger norm are scaled down to this norm
    norm_type            p of this p-norm
    scale_grad_by_freq   each row's gradient is divided by how often the row was selected
    sparse               accepted, without effect: a gradient is an ordinary tensor here

    Raises IndexError, with the position, for an index outside [0, num_embeddings).
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
        """Return an Embedding that uses a given table (V, D); the table is trained further only if freeze=False."""
    def reset_parameters(self) -> None: ...

class EmbeddingBag(Module):
    """A layer that reduces the rows of each bag of indices to one row: (B, n), or (L,) with offsets (B,) -> (B, D).

    num_embeddings       number of rows of the table, weight (num_embeddings, embedding_dim); D is embedding_dim
    mode                 "sum", "mean" or "max"
    max_norm             a row with a larger norm is scaled down to max_norm when an index selects it
    norm_type            p of the p-norm that max_norm limits
    scale_grad_by_freq   each row's gradient is divided by how often the row was selected
    sparse               accepted, but not with "max"; without effect: a gradient is an ordinary tensor here
    include_last_offset  offsets has one element more: the end of the last bag
    padding_idx          a row that starts as zeros and that bags leave out

    forward's per_sample_weights, of input's shape, multiply the rows; for mode "sum" only.
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
        """Return an EmbeddingBag that uses a given table (V, D), which is trained further only if freeze=False."""
    def reset_parameters(self) -> None: ...

class FeatureAlphaDropout(Dropout):
    """AlphaDropout that drops whole channels of (N, C, …). Settings as Dropout2d's."""
    def forward(self, input: Tensor) -> Tensor: ...

class Flatten(FunctionalLayer):
    """A layer that joins the dimensions from start_dim to end_dim into one: (N, C, H, W) -> (N, C·H·W).

    start_dim   the first of these dimensions; 1 keeps the samples of a batch separate
    end_dim     the last of these dimensions; −1 is the input's last
    """
    def __init__(self, start_dim: _int = 1, end_dim: _int = -1) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class Fold(FunctionalLayer):
    """A layer that adds up columns, each at its window's position: (N, C·kh·kw, windows) -> (N, C, *output_size).

    output_size   height and width of the output images

    The other settings describe the windows, as in Unfold.
    """
    def __init__(self, output_size: _Sizes, kernel_size: _Sizes, dilation: _Sizes = 1, padding: _Sizes | str = 0, stride: _Sizes = 1) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class FractionalMaxPool(Module):
    """The maximum of windows at random distances, drawn for each input. Source: Graham (2014).

    output_size    number of windows along each dimension
    output_ratio   or the output's size as a fraction of the input's

    Raises ValueError unless exactly one of the two is given, and for ratios outside (0, 1).
    """
    kernel_size: _Sizes
    return_indices: _bool
    output_size: _Sizes | None
    output_ratio: Any
    def __init__(self, kernel_size: _Sizes, output_size: _Sizes | None = None, output_ratio: Any = None, return_indices: _bool = False, _random_samples: Any = None) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class FractionalMaxPool2d(FractionalMaxPool):
    """The maximum of windows at random distances, drawn for each input: (N, C, H, W) -> (N, C, *output_size).

    kernel_size      height and width of a window: a number, or a pair
    output_size      number of windows along each dimension
    output_ratio     or the output's size as a fraction of the input's, in (0, 1)
    return_indices   whether to return (values, indices); an index counts the pixels of a plane, row by row

    Raises ValueError unless exactly one of output_size and output_ratio is given. Source: Graham (2014).
    """

class FractionalMaxPool3d(FractionalMaxPool):
    """The maximum of random windows in volumes: returns (N, C, *output_size); see FractionalMaxPool2d."""

class GELU(FunctionalLayer):
    """x·Φ(x), Φ the normal distribution function; approximate="tanh" uses a formula with tanh for Φ, as GPT-2 does."""
    def __init__(self, approximate: str = 'none') -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class GLU(FunctionalLayer):
    """The first half along `dim` times the sigmoid of the second half."""
    def __init__(self, dim: _int = -1) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class RNNBase(Module):
    """Base of RNN, LSTM and GRU: stacked layers, each run in one direction or two. Settings as LSTM's.

    mode   the kind of layer: "RNN_TANH", "RNN_RELU", "LSTM" or "GRU"

    Layer k owns weight_ih_lk (G, inputs), weight_hh_lk (G, hidden) and two biases (G,), G being the number
    of gates times hidden_size; names for the reverse direction end in _reverse.
    Raises TypeError or ValueError for settings of the wrong kind or size; RuntimeError for an input of another size.
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
        """Do nothing: PyTorch's programs call it for a GPU library that needs the parameters next to each other."""
    def initial_states(self, x: Any, hx: Any, B: Any, batched: Any) -> Any:
        """Return the first states, each (layers·directions, B, width of the state)."""
    def pack_states(self, states: Any) -> Any: ...
    def reset_parameters(self) -> None: ...
    def run_layers(self, x: Any, states: Any, sizes: Any) -> Any:
        """Run x (N, inputs) through every layer; return the last layer's outputs (N, …), and all last states."""
    def suffixes(self, layer: Any) -> Any: ...
    def weights(self, suffix: Any) -> Any:
        """Return the weights of one layer and direction; None for biases that are left out."""
    @property
    def width(self) -> Any:
        """The number of features of a state h."""

class GRU(RNNBase):
    """Gated recurrent unit: one gate selects what to read of h, one how much to keep. Source: Cho et al. (2014).

    (T, B, input_size) -> (T, B, hidden_size) and the last h. Settings as LSTM's, except proj_size.
    """
    def forward(self, input: Any, hx: Tensor | None = None) -> tuple[Any, Tensor]: ...
    def __init__(self, input_size: _int, hidden_size: _int, num_layers: _int = 1, *args: Any, **settings: Any) -> None: ...
    def step(self, x: Any, states: Any, suffix: Any, how: Any) -> Any: ...

class RNNCellBase(Module):
    """Base of the cells: weight_ih (G, input_size), weight_hh (G, hidden_size), two biases (G,).

    num_chunks   how many gates there are: G is num_chunks · hidden_size
    bias         whether there are biases
    """
    input_size: _int
    hidden_size: _int
    bias: Tensor
    def __init__(self, input_size: _int, hidden_size: _int, bias: Tensor, num_chunks: Any, device: _Device | None = None, dtype: _dtype | None = None) -> None: ...
    def extra_repr(self) -> str: ...
    def given_states(self, name: Any, hx: Any, one: Any) -> Any:
        """Return the states of a call, each (B, H); a single sample's state (H,) becomes a batch of one."""
    def reset_parameters(self) -> None: ...
    def step(self, run: Any, input: Any, hx: Any, **how: Any) -> Any:
        """Run one step of a sequence by `run`: input (B, I) or (I,), states (B, H) or (H,) -> the new states."""

class GRUCell(RNNCellBase):
    """A layer for one step of a GRU: input (B, input_size) and the state hx (B, hidden_size) -> the next state.

    Settings as RNNCell's, without a nonlinearity; hx is zeros when None.
    """
    def __init__(self, input_size: _int, hidden_size: _int, bias: _bool = True, device: _Device | None = None, dtype: _dtype | None = None) -> None: ...
    def forward(self, input: Tensor, hx: Tensor | None = None) -> Tensor: ...

class GaussianNLLLoss(Loss):
    """−log likelihood of `target` under a normal distribution with mean `input` and variance `var`, at least eps.

    full   add log(2π)/2, which does not depend on the input

    Any shape, the same for input and target; var may have a last dimension of size 1 instead, lack it, or be a number.
    Raises ValueError for a negative variance. Source: Nix and Weigend (1994).
    """
    def __init__(self, *, full: _bool = False, eps: _float = 1e-06, reduction: str = 'mean') -> None: ...
    def forward(self, input: Tensor, target: Tensor, var: Any) -> Tensor: ...

class GroupNorm(AffineNorm):
    """A layer that gives each group of channels mean 0 and variance 1, then multiplies by weight and adds bias.

    num_groups     number of groups, a divisor of num_channels; 1 is a layer norm, num_channels an instance norm
    num_channels   C of the input (N, C, …)
    affine         whether there are a weight and a bias, each (num_channels,)

    Raises ValueError unless num_groups divides num_channels. Source: Wu and He (2018).
    """
    num_groups: _int
    num_channels: _int
    eps: _float
    affine: _bool
    def __init__(self, num_groups: _int, num_channels: _int, eps: _float = 1e-05, affine: _bool = True, device: _Device | None = None, dtype: _dtype | None = None, *, bias: _bool = True) -> None: ...
    def extra_repr(self) -> str: ...
    def forward(self, input: Tensor) -> Tensor: ...

class Softshrink(FunctionalLayer):
    """x moved towards 0 by lambd; 0 for |x| below lambd."""
    def __init__(self, lambd: _float = 0.5) -> None: ...
    def extra_repr(self) -> str: ...
    def forward(self, input: Tensor) -> Tensor: ...

class Hardshrink(Softshrink):
    """x if |x| > lambd, else 0."""
    def forward(self, input: Tensor) -> Tensor: ...

class Hardsigmoid(FunctionalLayer):
    """A piecewise linear sigmoid: 0 below −3, 1 above 3."""
    def __init__(self, inplace: _bool = False) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class Hardswish(FunctionalLayer):
    """x·hardsigmoid(x)."""
    def __init__(self, inplace: _bool = False) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class Hardtanh(FunctionalLayer):
    """min(max(x, min_val), max_val)."""
    def __init__(self, min_val: _float = -1.0, max_val: _float = 1.0, inplace: _bool = False) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class HingeEmbeddingLoss(Loss):
    """The distance `input` for similar pairs (target 1), max(0, margin − input) for others (−1).

    margin   other pairs have no loss from this distance on

    Both inputs have the same shape.
    """
    def __init__(self, margin: _float = 1.0, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> None: ...
    def forward(self, input: Tensor, target: Tensor) -> Tensor: ...

class HuberLoss(Loss):
    """d²/2 if |d| < delta, else delta·(|d| − delta/2), where d = input − target: outliers count less.

    delta   the |d| above which the loss is a straight line; larger than 0

    Shapes and reduction are those of MSELoss. Raises RuntimeError for a delta of 0 or less.
    """
    def __init__(self, reduction: str = 'mean', delta: _float = 1.0) -> None: ...
    def forward(self, input: Tensor, target: Tensor) -> Tensor: ...

class Identity(Module):
    """A layer that returns its input, of any shape, unchanged; its constructor accepts any arguments."""
    def __init__(self, *args: Any, **settings: Any) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class InstanceNorm(BatchNorm):
    """Layers that normalise each channel of each sample to mean 0 and variance 1, then scale and shift it (if affine).

    With track_running_stats they store running statistics as batch norm does, and use them in evaluation.
    """
    def __init__(self, num_features: _int, eps: _float = 1e-05, momentum: _float = 0.1, affine: _bool = False, track_running_stats: _bool = False, device: _Device | None = None, dtype: _dtype | None = None, *, bias: _bool = True) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class InstanceNorm1d(InstanceNorm):
    """Instance norm of (N, C, L) or (C, L). Settings as InstanceNorm2d's."""

class InstanceNorm2d(InstanceNorm):
    """Instance norm of images (N, C, H, W) or (C, H, W): each channel of each sample to mean 0 and variance 1.

    affine                whether there are a weight and a bias, each (C,); False by default
    track_running_stats   whether running statistics are stored for evaluation; False by default

    Other settings as BatchNorm2d's. Raises ValueError for an input of other dimensions, or of other channels if affine.
    Source: Ulyanov et al., Instance Normalization (2016).
    """

class InstanceNorm3d(InstanceNorm):
    """Instance norm of volumes (N, C, D, H, W) or (C, D, H, W). Settings as InstanceNorm2d's."""

class KLDivLoss(Loss):
    """The Kullback-Leibler divergence of log-probabilities `input` from probabilities `target`, both of any one shape.

    reduction    "batchmean" divides the sum by N, as in the definition; "mean" divides by all elements
    log_target   whether the target contains log-probabilities too

    Raises RuntimeError for integers.
    """
    def __init__(self, size_average: Any = None, reduce: Any = None, reduction: str = 'mean', log_target: _bool = False) -> None: ...
    def forward(self, input: Tensor, target: Tensor) -> Tensor: ...

class L1Loss(Loss):
    """The mean of the absolute differences of input and target. Shapes and reduction as MSELoss's."""
    def __init__(self, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> None: ...
    def forward(self, input: Tensor, target: Tensor) -> Tensor: ...

class LPPool1d(FunctionalLayer):
    """(Σ x^p)^(1/p) over each window: (N, C, L) -> (N, C, OL). See LPPool2d for the settings."""
    def __init__(self, norm_type: Any, kernel_size: _Sizes, stride: _Sizes | None = None, ceil_mode: _bool = False) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class LPPool2d(FunctionalLayer):
    """(Σ x^p)^(1/p) over each window: (N, C, H, W) -> (N, C, OH, OW).

    norm_type     p: 1 is the sum, inf the maximum
    kernel_size   height and width of a window: a number, or a pair; stride likewise, default: kernel_size
    ceil_mode     whether a last window may reach over the edge
    """
    def __init__(self, norm_type: Any, kernel_size: _Sizes, stride: _Sizes | None = None, ceil_mode: _bool = False) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class LPPool3d(FunctionalLayer):
    """(Σ x^p)^(1/p) over each window: (N, C, D, H, W) -> (N, C, OD, OH, OW). See LPPool2d for the settings."""
    def __init__(self, norm_type: Any, kernel_size: _Sizes, stride: _Sizes | None = None, ceil_mode: _bool = False) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class LSTM(RNNBase):
    """Long short-term memory: gates write to a cell c, erase it, and read it as the output h.

    input_size, hidden_size   features of the input, and of h and c
    num_layers                number of layers, each reading the outputs of the one before
    bias                      whether the gates have biases
    batch_first               whether sequences are (B, T, …) rather than (T, B, …); states are (layers, B, …) always
    dropout                   probability that an output of a layer before the last is dropped, in training
    bidirectional             whether a second layer reads from the end; outputs are concatenated
    proj_size                 if above 0, one more matrix reduces h to this size; 0: h has the size of c

    forward(input, (h, c)=zeros) returns output (T, B, directions·hidden) and the last (h, c).
    Raises as RNNBase does. Source: Hochreiter and Schmidhuber (1997).
    """
    def forward(self, input: Any, hx: tuple[Tensor, Tensor] | None = None) -> tuple[Any, tuple[Tensor, Tensor]]: ...
    def __init__(self, input_size: _int, hidden_size: _int, num_layers: _int = 1, *args: Any, **settings: Any) -> None: ...
    def step(self, x: Any, states: Any, suffix: Any, how: Any) -> Any: ...

class LSTMCell(RNNCellBase):
    """A layer for one step of an LSTM: input (B, input_size), states hx = (h, c) -> next (h, c), each (B, hidden_size).

    Settings as RNNCell's, without a nonlinearity; hx is zeros when None.
    """
    def forward(self, input: Tensor, hx: tuple[Tensor, Tensor] | None = None) -> tuple[Tensor, Tensor]: ...
    def __init__(self, input_size: _int, hidden_size: _int, bias: _bool = True, device: _Device | None = None, dtype: _dtype | None = None) -> None: ...

class LayerNorm(AffineNorm):
    """Layer norm: each sample's last dimensions are normalised to mean 0 and variance 1, then scaled and shifted.

    normalized_shape     sizes of those dimensions: a number for the last, or several
    eps                  added to the variance, to avoid a division by 0
    elementwise_affine   whether there are a weight and a bias, each of normalized_shape
    bias                 whether there is a bias

    Any shape that ends in normalized_shape in, same out; RuntimeError for others. Source: Ba et al. (2016).
    """
    normalized_shape: _Sizes
    eps: _float
    elementwise_affine: _bool
    def __init__(self, normalized_shape: _Sizes, eps: _float = 1e-05, elementwise_affine: _bool = True, bias: _bool = True, device: _Device | None = None, dtype: _dtype | None = None) -> None: ...
    def extra_repr(self) -> str: ...
    def forward(self, input: Tensor) -> Tensor: ...

class Lazy:
    """Base of lazy layers: created without the input's size, their tensors have no shape until the first call."""
    def __init__(self, *given: Any, **settings: Any) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...
    def has_uninitialized_params(self) -> Any:
        """Return whether some tensor has no shape yet."""
    def initialize_parameters(self, input: Any) -> Any:
        """Learn the size from `input`, and fill the tensors as in an ordinary layer of that size."""
    def reset_parameters(self) -> None:
        """Do nothing, because the tensors have no shape yet."""
    def reset_running_stats(self) -> Any:
        """Do nothing, because the tensors have no shape yet."""

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
    Raises RuntimeError with both shapes for an input whose last size is not in_features.
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
    """CrossEntropyLoss with a linear layer before it: input (N, in_features) and target (N, …), the labels.

    num_classes    C
    out_features   the sizes written … in scores (N, num_classes, …), if a sample has more than one label
    bias           whether the linear layer adds a bias
    options        accepted, without effect; PyTorch uses them to compute in parts

    weight, ignore_index, reduction and label_smoothing are those of CrossEntropyLoss.
    Raises RuntimeError unless weight is (num_classes,), and for a label_smoothing outside [0, 1].
    """
    linear: Any
    def __init__(self, in_features: _int, num_classes: _int, *, out_features: _int = (), bias: _bool = False, device: _Device | None = None, dtype: _dtype | None = None, reduction: str = 'mean', weight: Tensor | None = None, ignore_index: Any = None, label_smoothing: _float = 0.0, options: Any = None) -> None: ...
    def extra_repr(self) -> str: ...
    def forward(self, input: Tensor, target: Tensor) -> Tensor: ...

class LocalResponseNorm(FunctionalLayer):
    """Each element divided by (k + alpha · the mean square of neighbouring channels)^beta; (N, C, …), same shape out.

    size   how many channels are neighbours, including the element's own

    Raises ValueError for fewer than three dimensions. Source: Krizhevsky et al. (2012), §3.3.
    """
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
    """The mean of the squared differences of input and target.

    reduction   "mean", "sum", or "none" for one loss per element

    Both have the same shape; if they must be broadcast, a warning says so.
    """
    def __init__(self, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> None: ...
    def forward(self, input: Tensor, target: Tensor) -> Tensor: ...

class MarginRankingLoss(Loss):
    """max(0, margin − target·(input1 − input2)): input1 should be larger for target 1, input2 for target −1.

    margin   by how much it should be larger

    All three have the same shape, mostly (N,); RuntimeError if their numbers of dimensions differ.
    """
    def __init__(self, margin: _float = 0.0, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> None: ...
    def forward(self, input1: Tensor, input2: Tensor, target: Tensor) -> Tensor: ...

class MaxPool(FunctionalLayer):
    """Base of max-pooling layers: the maximum of each window. Windows do not overlap unless stride is given."""
    def __init__(self, kernel_size: _Sizes, stride: _Sizes | None = None, padding: _Sizes | str = 0, dilation: _Sizes = 1, return_indices: _bool = False, ceil_mode: _bool = False) -> None: ...

class MaxPool1d(MaxPool):
    """The maximum of each window: (N, C, L) -> (N, C, OL). Settings as MaxPool2d's, but no pairs."""
    def forward(self, input: Tensor) -> Tensor: ...

class MaxPool2d(MaxPool):
    """The maximum of each window: (N, C, H, W) -> (N, C, OH, OW).

    kernel_size      height and width of a window: a number, or a pair; so are the next three
    stride           how far a window moves; None: kernel_size, so that windows do not overlap
    padding          −inf put around the image, at most half of kernel_size
    dilation         distance between the elements of a window
    return_indices   whether to return (values, indices), where an index counts through H·W: for MaxUnpool2d
    ceil_mode        whether a last window may reach over the edge: OH is rounded up, not down

    OH = ⌊(H + 2·padding − dilation·(kh − 1) − 1) / stride⌋ + 1, and OW likewise.
    Raises RuntimeError for padding beyond half a window, and for a window larger than the image.
    """
    def forward(self, input: Tensor) -> Tensor: ...

class MaxPool3d(MaxPool):
    """The maximum of each window: (N, C, D, H, W) -> (N, C, OD, OH, OW). As in MaxPool2d, with triples."""
    def forward(self, input: Tensor) -> Tensor: ...

class MaxUnpool(FunctionalLayer):
    """Base of layers that put each element at the position that max pooling took it from, and zeros elsewhere."""
    def __init__(self, kernel_size: _Sizes, stride: _Sizes | None = None, padding: _Sizes | str = 0) -> None: ...
    def forward(self, input: Tensor, indices: Any, output_size: _Sizes | None = None) -> Tensor: ...

class MaxUnpool1d(MaxUnpool):
    """The transpose of MaxPool1d: (N, C, OL) and the maxima's indices -> (N, C, L). See MaxUnpool2d."""

class MaxUnpool2d(MaxUnpool):
    """The transpose of MaxPool2d: put each element at its index, else 0; (N, C, OH, OW) and indices -> (N, C, H, W).

    kernel_size, stride, padding   those of the MaxPool2d whose indices are given
    output_size                    of forward: the size before MaxPool2d; default: the size that leaves no rest

    Raises ValueError for an output_size from which MaxPool2d does not give the input's size.
    """

class MaxUnpool3d(MaxUnpool):
    """The transpose of MaxPool3d: (N, C, OD, OH, OW) and indices -> (N, C, D, H, W). See MaxUnpool2d."""

class Mish(FunctionalLayer):
    """x·tanh(softplus(x))."""
    def __init__(self, inplace: _bool = False) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class Registered(Module):
    """Base of lists and dicts of modules or parameters: `_register` names the Module's dict of their entries."""
    def __len__(self) -> _int: ...

class RegisteredDict(Registered):
    """Base of ModuleDict and ParameterDict: their entries have names."""
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
    """A dict whose modules are registered."""
    def __init__(self, modules: Any = None) -> None: ...

class RegisteredList(Registered):
    """Base of Sequential, ModuleList and ParameterList: their entries are numbered from 0."""
    def __delitem__(self, number: Any) -> None: ...
    def __getitem__(self, number: Any) -> Any: ...
    def __iadd__(self, values: Any) -> Any: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __setitem__(self, number: Any, value: Any) -> None: ...
    def append(self, value: Any) -> Self:
        """Append one entry at the end; return self."""
    def extend(self, values: Any) -> Self: ...
    def insert(self, index: Any, value: Any) -> Self: ...
    def key_at(self, number: Any) -> Any:
        """Return the name of the entry at `number`; negative numbers count from the end."""
    def pop(self, key: Any) -> Any: ...
    def renumber(self, values: Any) -> Any: ...
    def sliced(self, items: Any) -> Any: ...

class ModuleList(RegisteredList):
    """A list whose modules are registered; it has no forward."""
    def __add__(self, other: Any) -> Any: ...
    def __init__(self, modules: Any = None) -> None: ...

class MultiLabelMarginLoss(Loss):
    """The sum of max(0, 1 − right score + wrong score) over pairs of right and wrong classes, divided by C.

    input (N, C) or (C,); target of the same shape: the right classes of each sample first, then −1.
    Raises RuntimeError for other shapes, and for labels of C or more.
    """
    def __init__(self, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> None: ...
    def forward(self, input: Tensor, target: Tensor) -> Tensor: ...

class MultiLabelSoftMarginLoss(Loss):
    """The mean binary cross-entropy of C independent yes/no labels: scores input (N, C) and target (N, C), 1 or 0.

    weight   (C,): how much each label counts
    """
    def __init__(self, weight: Tensor | None = None, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> None: ...
    def forward(self, input: Tensor, target: Tensor) -> Tensor: ...

class MultiMarginLoss(Loss):
    """The mean over classes of max(0, margin − right score + wrong score)^p.

    p        1 or 2; ValueError for others
    margin   by how much the right score should exceed the others
    weight   (C,): how much each class counts

    Scores input (N, C) and target (N,), the labels; or (C,) and (). RuntimeError for other shapes and labels.
    """
    def __init__(self, p: _float = 1, margin: _float = 1.0, weight: Tensor | None = None, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> None: ...
    def forward(self, input: Tensor, target: Tensor) -> Tensor: ...

class MultiheadAttention(Module):
    """Attention in num_heads heads: map queries, keys and values linearly, split them by head, attend, join the heads.

    embed_dim       features of the queries and of the output
    num_heads       heads, which divide embed_dim: each attends with embed_dim/num_heads features
    dropout         chance that a weight of attention is dropped, in training
    bias            whether the linear maps add a bias
    add_bias_kv     append a learned key and value to each sequence
    add_zero_attn   append a key and a value of zeros
    kdim, vdim      features of the keys and of the values; embed_dim when None
    batch_first     whether tensors are (B, T, …) rather than (T, B, …)

    in_proj_weight (3·embed_dim, embed_dim) contains the three maps, stacked; if kdim or vdim differ
    from embed_dim they are q_proj_weight, k_proj_weight and v_proj_weight instead.
    Raises AssertionError if num_heads does not divide embed_dim.
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
        """Merge both masks into one for every head: bools, True if a query may attend, or floats to add."""
    def project(self, query: Any, key: Any, value: Any) -> Any:
        """Apply the three linear maps; as one matrix product if query, key and value are the same tensor."""

class NLLLoss(Loss):
    """Minus the mean log-probability of the true classes: input (N, C) of log_softmax, and target (N,), the labels.

    weight         (C,): how much each class counts; the mean is weighted too
    ignore_index   samples with this label do not count
    reduction      "mean", "sum", or "none" for one loss a sample

    Log-probabilities (N, C, …) with labels (N, …) too.
    Raises IndexError, with its position, for a label outside 0 … C − 1.
    """
    def __init__(self, weight: Tensor | None = None, size_average: Any = None, ignore_index: _float = -100, reduce: Any = None, reduction: str = 'mean') -> None: ...
    def forward(self, input: Tensor, target: Tensor) -> Tensor: ...

class NLLLoss2d(NLLLoss):
    """The old name of NLLLoss for images of labels; settings as in NLLLoss."""

class PReLU(Module):
    """leaky_relu whose slope is learned: weight (num_parameters,). Source: He et al. (2015).

    num_parameters   1: one slope for all elements; C: one for each channel of (N, C, …)
    init             the slope that training starts from
    """
    num_parameters: _float
    init: _float
    weight: Parameter
    def __init__(self, num_parameters: _float = 1, init: _float = 0.25, device: _Device | None = None, dtype: _dtype | None = None) -> None: ...
    def extra_repr(self) -> str: ...
    def forward(self, input: Tensor) -> Tensor: ...

class PairwiseDistance(FunctionalLayer):
    """The p-norm of x1 − x2 + eps along the last dimension: (N, D) and (N, D) -> (N,), broadcast."""
    def __init__(self, p: _float = 2.0, eps: _float = 1e-06, keepdim: _bool = False) -> None: ...
    def forward(self, x1: Tensor, x2: Tensor) -> Tensor: ...

class Parameter(Tensor):
    """A leaf that a Module registers when it is assigned: `self.weight = Parameter(tensor)`.

    data            a tensor, whose memory is shared; None: an empty one
    requires_grad   whether it is trained; RuntimeError for a dtype that is not floating or complex

    Raises TypeError if data is not a Tensor.
    """
    def __init__(self, data: Any = None, requires_grad: _bool = True) -> None: ...

class ParameterDict(RegisteredDict):
    """A dict whose tensors become registered Parameters. parameters: a dict {name: tensor} to begin with."""
    def __init__(self, parameters: Any = None) -> None: ...
    def copy(self) -> Any: ...
    def extra_repr(self) -> str: ...
    def fromkeys(self, keys: Any, default: Any = None) -> Any: ...
    def get(self, key: Any, default: Any = None) -> Any: ...
    def popitem(self) -> Any: ...
    def setdefault(self, key: Any, default: Any = None) -> Any: ...

class ParameterList(RegisteredList):
    """A list whose tensors become registered Parameters. values: tensors, or Parameters, to begin with."""
    def __init__(self, values: Any = None) -> None: ...
    def extra_repr(self) -> str: ...

class PixelShuffle(FunctionalLayer):
    """A layer that turns r² channels into r × r pixels, r the upscale_factor: (*, C·r², H, W) -> (*, C, H·r, W·r)."""
    def __init__(self, upscale_factor: _int) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class PixelUnshuffle(FunctionalLayer):
    """A layer that turns r × r pixels into r² channels, r the downscale_factor: (*, C, H·r, W·r) -> (*, C·r², H, W)."""
    def __init__(self, downscale_factor: _int) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class PoissonNLLLoss(Loss):
    """−log likelihood of counts `target` from a Poisson distribution: both have the same shape.

    log_input   True: the rate is e^input; False: input
    full        add Stirling's approximation of log(target!), which does not depend on the input
    """
    def __init__(self, log_input: _bool = True, full: _bool = False, size_average: Any = None, eps: _float = 1e-08, reduce: Any = None, reduction: str = 'mean') -> None: ...
    def forward(self, log_input: Tensor, target: Tensor) -> Tensor: ...

class RMSNorm(AffineNorm):
    """A layer that divides the last dimensions by their root mean square, then multiplies by weight: same shape out.

    normalized_shape     sizes of those dimensions: a number for the last, or several
    eps                  added to the mean square; None: finfo(dtype).eps
    elementwise_affine   whether there is a weight, of normalized_shape

    Source: Zhang and Sennrich, Root Mean Square Layer Normalization (2019).
    """
    normalized_shape: _Sizes
    eps: Any
    elementwise_affine: _bool
    def __init__(self, normalized_shape: _Sizes, eps: Any = None, elementwise_affine: _bool = True, device: _Device | None = None, dtype: _dtype | None = None) -> None: ...
    def extra_repr(self) -> str: ...
    def forward(self, input: Tensor) -> Tensor: ...

class RNN(RNNBase):
    """h = tanh(W x + b + U h + c), or relu, at each step: (T, B, input_size) -> (T, B, hidden_size) and the last h.

    nonlinearity   "tanh" or "relu"; ValueError for others. Other settings as LSTM's, except proj_size
    """
    def forward(self, input: Any, hx: Tensor | None = None) -> tuple[Any, Tensor]: ...
    nonlinearity: str
    def __init__(self, input_size: _int, hidden_size: _int, num_layers: _int = 1, nonlinearity: str = 'tanh', bias: _bool = True, *args: Any, **settings: Any) -> None: ...
    def step(self, x: Any, states: Any, suffix: Any, how: Any) -> Any: ...

class RNNCell(RNNCellBase):
    """h = tanh(W x + b + U h + c), or relu: input (B, input_size) and hx (B, hidden_size) -> (B, hidden_size).

    input_size, hidden_size   features of the input and of the state
    bias                      whether b and c are added
    nonlinearity              "tanh" or "relu"; RuntimeError for others

    hx is the state so far, zeros when None. For one sample both are vectors. Weights start uniform in ±1/√hidden_size.
    """
    nonlinearity: str
    def __init__(self, input_size: _int, hidden_size: _int, bias: _bool = True, nonlinearity: str = 'tanh', device: _Device | None = None, dtype: _dtype | None = None) -> None: ...
    def extra_repr(self) -> str: ...
    def forward(self, input: Tensor, hx: Tensor | None = None) -> Tensor: ...

class RReLU(FunctionalLayer):
    """leaky_relu with a random slope for each element in training, and the mean slope in evaluation.

    lower, upper   the slope is uniform between them
    """
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
    """Margins that mirror the inside at its edge, for signals (N, C, L); padding is their width: a number, or (left, right)."""

class ReflectionPad2d(Pad):
    """Margins that mirror the inside at its edge, for images (N, C, H, W); padding is their width: a number, or (left, right, top, bottom)."""

class ReflectionPad3d(Pad):
    """Margins that mirror the inside at its edge, for volumes (N, C, D, H, W); padding is their width: a number, or (left, right, top, bottom, front, back)."""

class ReplicationPad1d(Pad):
    """Margins that repeat the edge, for signals (N, C, L); padding is their width: a number, or (left, right)."""

class ReplicationPad2d(Pad):
    """Margins that repeat the edge, for images (N, C, H, W); padding is their width: a number, or (left, right, top, bottom)."""

class ReplicationPad3d(Pad):
    """Margins that repeat the edge, for volumes (N, C, D, H, W); padding is their width: a number, or (left, right, top, bottom, front, back)."""

class SELU(FunctionalLayer):
    """elu, scaled so that activations keep mean 0 and variance 1."""
    def __init__(self, inplace: _bool = False) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class Sequential(RegisteredList):
    """Modules called in order, each with the result of the one before: the first's input -> the last's output.

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
    """HuberLoss with delta=beta, divided by beta: quadratic for differences below beta, with slope ±1 beyond.

    beta   the difference at which the curve becomes a line; 0: as L1Loss

    Shapes and reduction as MSELoss's. Raises RuntimeError for a negative beta. Source: Girshick, Fast R-CNN (2015).
    """
    def __init__(self, size_average: Any = None, reduce: Any = None, reduction: str = 'mean', beta: _float = 1.0) -> None: ...
    def forward(self, input: Tensor, target: Tensor) -> Tensor: ...

class SoftMarginLoss(Loss):
    """log(1 + e^(−target·input)), for targets of 1 and −1, of the input's shape. RuntimeError for other shapes."""
    def __init__(self, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> None: ...
    def forward(self, input: Tensor, target: Tensor) -> Tensor: ...

class Softmax2d(Module):
    """softmax over the channels of (N, C, H, W) or (C, H, W). Raises ValueError for other inputs."""
    def forward(self, input: Tensor) -> Tensor: ...

class Softmin(Softmax):
    """softmax(−x)."""
    def forward(self, input: Tensor) -> Tensor: ...

class Softplus(FunctionalLayer):
    """log(1 + e^(beta·x)) / beta: a relu with a rounded corner; x itself where beta·x is above threshold."""
    def __init__(self, beta: _float = 1.0, threshold: _float = 20.0) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class Softsign(FunctionalLayer):
    """x / (1 + |x|)."""
    def __init__(self) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class SyncBatchNorm(BatchNorm):
    """Batch norm of (N, C, …) by the statistics of all ranks' batches together, which may have different sizes.

    process_group   default: all ranks; without a group, or with one rank, this is plain batch norm

    In evaluation it uses the running statistics, which are equal on all ranks.
    Source: Zhang et al., Context Encoding for Semantic Segmentation (2018), §3.2.
    For the other settings see BatchNorm2d.
    """
    process_group: Any
    def __init__(self, num_features: _int, eps: _float = 1e-05, momentum: _float = 0.1, affine: _bool = True, track_running_stats: _bool = True, process_group: Any = None, device: _Device | None = None, dtype: _dtype | None = None) -> None: ...
    @classmethod
    def convert_sync_batchnorm(self, module: Any, process_group: Any = None) -> Any:
        """Replace every batch norm in a module by a SyncBatchNorm with the same weights; return the module."""
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
    """x if x > threshold, else value."""
    def __init__(self, threshold: Any, value: Any, inplace: _bool = False) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class Transformer(Module):
    """An encoder that reads src and a decoder that writes tgt: (S, B, d_model), (T, B, d_model) -> (T, B, d_model).

    num_encoder_layers, num_decoder_layers   how many layers each of them has
    custom_encoder, custom_decoder           modules to use instead of the usual ones

    Other settings as TransformerEncoderLayer's. forward takes src_mask (S, S), tgt_mask (T, T), memory_mask (T, S), and
    src_key_padding_mask, tgt_key_padding_mask, memory_key_padding_mask (B, …), and passes them on; the hints
    src_is_causal, tgt_is_causal and memory_is_causal have no effect: only the masks count.
    Raises RuntimeError if batches or features of src and tgt differ.
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
        """Return (sz, sz) floats: 0 where a position may attend, −inf above the diagonal, at later positions."""

class TransformerDecoder(Module):
    """Copies of a decoder layer, one after the other, and a last norm: (T, B, d_model) -> the same shape.

    decoder_layer   the layer that is copied, its weights too
    num_layers      how many copies
    norm            a module that is applied last, or None

    forward passes its tensors and masks to every layer: tgt and memory, tgt_mask, memory_mask, tgt_key_padding_mask and
    memory_key_padding_mask. The hints tgt_is_causal and memory_is_causal have no effect: only the masks count.
    """
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
        """Return x plus part(x), normalised before the part or after the sum."""

class TransformerDecoderLayer(TransformerLayer):
    """Self-attention, attention to memory (the encoder's output), feed-forward: (T, B, d_model) -> the same shape.

    Settings as TransformerEncoderLayer's. forward takes tgt (T, B, d_model) and memory (S, B, d_model), and masks as
    MultiheadAttention does: tgt_mask, tgt_key_padding_mask and tgt_is_causal for the self-attention, memory_mask,
    memory_key_padding_mask and memory_is_causal for the attention to memory.
    """
    def forward(self, tgt: Tensor, memory: Tensor, tgt_mask: Tensor | None = None, memory_mask: Tensor | None = None, tgt_key_padding_mask: Any = None, memory_key_padding_mask: Any = None, tgt_is_causal: _bool = False, memory_is_causal: _bool = False) -> Tensor: ...

class TransformerEncoder(Module):
    """Copies of an encoder layer, one after the other, and a last norm: src (T, B, d_model) -> the same shape.

    encoder_layer   the layer that is copied, its weights too
    num_layers      how many copies
    norm            a module that is applied last, or None

    forward passes mask, src_key_padding_mask and is_causal to every layer. enable_nested_tensor and mask_check are
    accepted, without effect.
    """
    layers: Any
    num_layers: _int
    norm: Any
    def __init__(self, encoder_layer: Any, num_layers: _int, norm: Any = None, enable_nested_tensor: _bool = True, mask_check: _bool = True) -> None: ...
    def forward(self, src: Tensor, mask: Tensor | None = None, src_key_padding_mask: Any = None, is_causal: Any = None) -> Tensor: ...

class TransformerEncoderLayer(TransformerLayer):
    """Self-attention, then a feed-forward network at each position: (T, B, d_model) -> the same shape.

    d_model           features at each position
    nhead             heads of attention, which divide d_model
    dim_feedforward   features inside the feed-forward network
    dropout           probability that a number is dropped, in training, after each sublayer and inside it
    activation        of the feed-forward network: "relu", "gelu" or a function; RuntimeError for other names
    layer_norm_eps    eps of the layer norms
    batch_first       whether tensors are (B, T, d_model)
    norm_first        normalise before each sublayer, not after
    bias              whether the linear layers and the norms add a bias

    forward takes src, and src_mask, src_key_padding_mask and is_causal as MultiheadAttention takes its masks.
    """
    def forward(self, src: Tensor, src_mask: Tensor | None = None, src_key_padding_mask: Any = None, is_causal: _bool = False) -> Tensor: ...

class TripletMarginLoss(Loss):
    """max(0, margin + |anchor − positive| − |anchor − negative|), of tensors (N, D).

    margin   how much nearer than the negative the positive should be; ValueError unless larger than 0
    p        |…| is the p-norm
    swap     use |positive − negative| instead of |anchor − negative| if it is smaller

    Source: Schroff et al., FaceNet (2015).
    """
    def __init__(self, margin: _float = 1.0, p: _float = 2, eps: _float = 1e-06, swap: _bool = False, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> None: ...
    def forward(self, anchor: Tensor, positive: Tensor, negative: Tensor) -> Tensor: ...

class TripletMarginWithDistanceLoss(Loss):
    """TripletMarginLoss of anchor, positive and negative, with a distance function of your own.

    distance_function   a function of two tensors; None: a PairwiseDistance

    margin and swap are those of TripletMarginLoss. Raises ValueError for a margin of 0 or less.
    """
    def __init__(self, *, distance_function: Any = None, margin: _float = 1.0, swap: _bool = False, reduction: str = 'mean') -> None: ...
    def forward(self, anchor: Tensor, positive: Tensor, negative: Tensor) -> Tensor: ...

class Unflatten(FunctionalLayer):
    """A layer that splits one dimension into several: (N, C·H·W) -> (N, C, H, W) by Unflatten(1, (C, H, W)).

    dim                the dimension
    unflattened_size   a tuple of the new sizes, whose product is the old size; TypeError unless a tuple or list
    """
    def __init__(self, dim: _int, unflattened_size: Any) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class Unfold(FunctionalLayer):
    """A layer that copies windows into columns: (N, C, H, W) -> (N, C·kh·kw, windows). weight @ columns: convolution.

    kernel_size   height and width of a window: a number, or a pair, like the other settings
    dilation      distance between the elements of a window
    padding       zeros put around the image
    stride        how far a window moves
    """
    def __init__(self, kernel_size: _Sizes, dilation: _Sizes = 1, padding: _Sizes | str = 0, stride: _Sizes = 1) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...

class Uninitialized:
    """A tensor whose shape is not known yet: a lazy layer learns it from its first input.

    `.array` raises until `materialize` is called; then this is an ordinary Parameter or Buffer.
    """
    def __init__(self, requires_grad: _bool = False, device: _Device | None = None, dtype: _dtype | None = None) -> None: ...
    @property
    def array(self) -> Any: ...
    @property
    def device(self) -> _device: ...
    @property
    def dtype(self) -> _dtype: ...
    def materialize(self, shape: Any, device: _Device | None = None, dtype: _dtype | None = None) -> Any:
        """Allocate the shape, with values to be set later, and become an ordinary tensor."""
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
    """A layer that resizes (N, C, L), (N, C, H, W) or (N, C, D, H, W).

    size, scale_factor       the new size, or the factor of the sizes: a number, or one per dimension
    mode                     how pixels are computed, one of interpolate's: "nearest", "bilinear", …
    align_corners            whether the centres of corner pixels keep their positions, instead of the image's edges
    recompute_scale_factor   whether distances are computed from the rounded new size, not from scale_factor

    Raises ValueError unless exactly one of size and scale_factor is given.
    """
    scale_factor: Any
    def __init__(self, size: _Sizes | None = None, scale_factor: Any = None, mode: str = 'nearest', align_corners: Any = None, recompute_scale_factor: Any = None) -> None: ...
    def extra_repr(self) -> str: ...
    def forward(self, input: Tensor) -> Tensor: ...

class UpsamplingBilinear2d(Upsample):
    """A layer that resizes images (N, C, H, W) bilinearly, with align_corners; size and scale_factor as in Upsample."""
    def __init__(self, size: _Sizes | None = None, scale_factor: Any = None) -> None: ...

class UpsamplingNearest2d(Upsample):
    """A layer that resizes images (N, C, H, W) by the nearest pixel; size and scale_factor as in Upsample."""
    def __init__(self, size: _Sizes | None = None, scale_factor: Any = None) -> None: ...

class ZeroPad1d(Pad):
    """Margins of zeros, for signals (N, C, L); padding is their width: a number, or (left, right)."""

class ZeroPad2d(Pad):
    """Margins of zeros, for images (N, C, H, W); padding is their width: a number, or (left, right, top, bottom)."""

class ZeroPad3d(Pad):
    """Margins of zeros, for volumes (N, C, D, H, W); padding is their width: a number, or (left, right, top, bottom, front, back)."""
