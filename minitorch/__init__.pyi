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
from minitorch.random import Generator as Generator
from minitorch.tensors.tensor import Size as Size
from minitorch.tensors.tensor import Tensor as Tensor
from minitorch import accelerator as accelerator
from minitorch import amp as amp
from minitorch import ao as ao
from minitorch.amp import autocast as autocast
from minitorch import autograd as autograd
from minitorch import backends as backends
from minitorch import compiler as compiler
from minitorch import compress as compress
from minitorch import course as course
from minitorch import cuda as cuda
from minitorch import data as data
from minitorch.devices import device as device
from minitorch import distributed as distributed
from minitorch import distributions as distributions
from minitorch.dtypes import dtype as dtype
from minitorch.engine.grad_mode import enable_grad as enable_grad
from minitorch import engine as engine
from minitorch import fft as fft
from minitorch.dtypes import finfo as finfo
from minitorch import func as func
from minitorch import functional as functional
from minitorch import hub as hub
from minitorch.dtypes import iinfo as iinfo
from minitorch.runtime.grad_modes import inference_mode as inference_mode
from minitorch import inspect as inspect
from minitorch import jit as jit
from minitorch.layouts import layout as layout
from minitorch import course as learn
from minitorch import library as library
from minitorch import linalg as linalg
from minitorch.layouts import memory_format as memory_format
from minitorch import models as models
from minitorch import multiprocessing as multiprocessing
from minitorch import nn as nn
from minitorch.engine.grad_mode import no_grad as no_grad
from minitorch import numpy as numpy
from minitorch import onnx as onnx
from minitorch import optim as optim
from minitorch import profiler as profiler
from minitorch import quantization as quantization
from minitorch import random as random
from minitorch import serialization as serialization
from minitorch.runtime.grad_modes import set_grad_enabled as set_grad_enabled
from minitorch import signal as signal
from minitorch import special as special
from minitorch import static as static
from minitorch import testing as testing
from minitorch import tokenizers as tokenizers
from minitorch import train as train
from minitorch import utils as utils
from minitorch import version as version
from minitorch import vision as vision
from minitorch import viz as viz

__all__ = ['BoolTensor', 'ByteTensor', 'CharTensor', 'DoubleTensor', 'FloatTensor', 'Generator', 'HalfTensor',
           'IntTensor', 'LongTensor', 'ShortTensor', 'Size', 'Tensor', 'abs', 'abs_', 'absolute', 'acos', 'acos_',
           'acosh', 'acosh_', 'adaptive_avg_pool1d', 'add', 'addbmm', 'addcdiv', 'addcmul', 'addmm', 'addmv', 'addmv_',
           'addr', 'adjoint', 'all', 'allclose', 'amax', 'amin', 'aminmax', 'angle', 'any', 'arange', 'arccos',
           'arccosh', 'arcsin', 'arcsinh', 'arctan', 'arctan2', 'arctanh', 'are_deterministic_algorithms_enabled',
           'argmax', 'argmin', 'argsort', 'argwhere', 'as_strided', 'as_tensor', 'asarray', 'asin', 'asin_', 'asinh',
           'asinh_', 'atan', 'atan2', 'atan_', 'atanh', 'atanh_', 'atleast_1d', 'atleast_2d', 'atleast_3d', 'autocast',
           'autograd', 'avg_pool1d', 'baddbmm', 'bartlett_window', 'bernoulli', 'bfloat16', 'bilinear', 'bincount',
           'bitwise_and', 'bitwise_left_shift', 'bitwise_not', 'bitwise_or', 'bitwise_right_shift', 'bitwise_xor',
           'blackman_window', 'block_diag', 'bmm', 'bool', 'broadcast_shapes', 'broadcast_tensors', 'broadcast_to',
           'bucketize', 'can_cast', 'cartesian_prod', 'cat', 'cdist', 'cdouble', 'ceil', 'ceil_', 'celu', 'celu_',
           'cfloat', 'chain_matmul', 'channel_shuffle', 'channels_last', 'channels_last_3d', 'cholesky',
           'cholesky_inverse', 'cholesky_solve', 'chunk', 'clamp', 'clamp_max', 'clamp_max_', 'clamp_min', 'clamp_min_',
           'clip', 'clone', 'column_stack', 'combinations', 'compile', 'complex', 'complex128', 'complex64', 'concat',
           'concatenate', 'conj', 'contiguous_format', 'conv1d', 'conv2d', 'conv3d', 'conv_transpose1d',
           'conv_transpose2d', 'conv_transpose3d', 'copysign', 'corrcoef', 'cos', 'cos_', 'cosh', 'cosh_',
           'cosine_similarity', 'count_nonzero', 'cov', 'cross', 'cummax', 'cummin', 'cumprod', 'cumsum',
           'cumulative_trapezoid', 'default_generator', 'deg2rad', 'deg2rad_', 'det', 'detach', 'detach_', 'device',
           'diag', 'diag_embed', 'diagflat', 'diagonal', 'diagonal_scatter', 'diff', 'digamma', 'dist', 'div', 'divide',
           'dot', 'double', 'dsplit', 'dstack', 'dtype', 'e', 'einsum', 'empty', 'empty_like', 'enable_grad', 'engine',
           'eq', 'equal', 'erf', 'erf_', 'erfc', 'erfc_', 'erfinv', 'exp', 'exp2', 'exp2_', 'exp_', 'expm1', 'expm1_',
           'eye', 'fill_', 'finfo', 'fix', 'flatten', 'flip', 'fliplr', 'flipud', 'float', 'float16', 'float32',
           'float64', 'float_power', 'floor', 'floor_', 'floor_divide', 'fmax', 'fmin', 'fmod', 'frac', 'frac_',
           'frexp', 'from_dlpack', 'from_numpy', 'frombuffer', 'full', 'full_like', 'func', 'gather', 'gcd', 'ge',
           'geqrf', 'ger', 'get_default_device', 'get_default_dtype', 'get_float32_matmul_precision',
           'get_num_interop_threads', 'get_num_threads', 'get_rng_state', 'gradient', 'greater', 'greater_equal', 'gt',
           'half', 'hamming_window', 'hann_window', 'hardshrink', 'heaviside', 'histc', 'histogram', 'histogramdd',
           'hsplit', 'hstack', 'hypot', 'iinfo', 'imag', 'index_add', 'index_copy', 'index_fill', 'index_put',
           'index_put_', 'index_reduce', 'index_select', 'inf', 'inference_mode', 'initial_seed', 'inner', 'int',
           'int16', 'int32', 'int64', 'int8', 'inverse', 'is_autocast_enabled', 'is_complex', 'is_conj',
           'is_floating_point', 'is_grad_enabled', 'is_inference', 'is_inference_mode_enabled', 'is_neg', 'is_nonzero',
           'is_same_size', 'is_signed', 'is_tensor', 'isclose', 'isfinite', 'isin', 'isinf', 'isnan', 'isneginf',
           'isposinf', 'isreal', 'istft', 'kaiser_window', 'kron', 'kthvalue', 'layer_norm', 'layout', 'lcm', 'ldexp',
           'ldexp_', 'le', 'lerp', 'less', 'less_equal', 'lgamma', 'linalg', 'linspace', 'load', 'log', 'log10',
           'log10_', 'log1p', 'log1p_', 'log2', 'log2_', 'log_', 'log_softmax', 'logaddexp', 'logaddexp2',
           'logcumsumexp', 'logdet', 'logical_and', 'logical_not', 'logical_or', 'logical_xor', 'logit', 'logit_',
           'logspace', 'logsumexp', 'long', 'lt', 'lu_solve', 'lu_unpack', 'manual_seed', 'masked_fill',
           'masked_scatter', 'masked_select', 'matmul', 'matrix_exp', 'matrix_power', 'max', 'max_pool1d', 'max_pool2d',
           'max_pool3d', 'maximum', 'mean', 'median', 'memory_format', 'meshgrid', 'min', 'minimum', 'mm', 'mode',
           'moveaxis', 'movedim', 'msort', 'mul', 'multinomial', 'multiply', 'mv', 'nan', 'nan_to_num', 'nan_to_num_',
           'nanmean', 'nanmedian', 'nanquantile', 'nansum', 'narrow', 'narrow_copy', 'ne', 'neg', 'neg_', 'negative',
           'nextafter', 'nn', 'no_grad', 'nonzero', 'norm', 'normal', 'not_equal', 'numel', 'ones', 'ones_like',
           'orgqr', 'outer', 'pairwise_distance', 'pca_lowrank', 'pdist', 'permute', 'pi', 'pinverse', 'pixel_shuffle',
           'pixel_unshuffle', 'polar', 'polygamma', 'positive', 'pow', 'prelu', 'preserve_format', 'prod',
           'promote_types', 'put', 'qint8', 'qr', 'quantile', 'rad2deg', 'rad2deg_', 'rand', 'rand_like', 'randint',
           'randint_like', 'randn', 'randn_like', 'random', 'randperm', 'range', 'ravel', 'real', 'reciprocal',
           'reciprocal_', 'relu', 'relu_', 'remainder', 'renorm', 'repeat_interleave', 'reshape', 'resolve_conj',
           'resolve_neg', 'result_type', 'rms_norm', 'roll', 'rot90', 'round', 'round_', 'row_stack', 'rrelu', 'rrelu_',
           'rsqrt', 'rsqrt_', 'rsub', 'save', 'scalar_tensor', 'scatter', 'scatter_add', 'scatter_reduce',
           'searchsorted', 'seed', 'select', 'select_scatter', 'selu', 'selu_', 'serialization', 'set_default_device',
           'set_default_dtype', 'set_default_tensor_type', 'set_float32_matmul_precision', 'set_flush_denormal',
           'set_grad_enabled', 'set_num_interop_threads', 'set_num_threads', 'set_printoptions', 'set_rng_state', 'sgn',
           'short', 'sigmoid', 'sigmoid_', 'sign', 'signbit', 'sin', 'sin_', 'sinc', 'sinc_', 'sinh', 'sinh_',
           'slice_scatter', 'slogdet', 'softmax', 'sort', 'split', 'split_with_sizes', 'sqrt', 'sqrt_', 'square',
           'square_', 'squeeze', 'stack', 'std', 'std_mean', 'stft', 'strided', 'sub', 'subtract', 'sum', 'svd',
           'svd_lowrank', 'swapaxes', 'swapdims', 't', 'take', 'take_along_dim', 'tan', 'tan_', 'tanh', 'tanh_',
           'tensor', 'tensor_split', 'tensordot', 'threshold', 'threshold_', 'tile', 'topk', 'trace', 'transpose',
           'trapezoid', 'trapz', 'tril', 'tril_indices', 'triu', 'triu_indices', 'true_divide', 'trunc', 'trunc_',
           'typename', 'uint8', 'unbind', 'unflatten', 'unique', 'unique_consecutive', 'unravel_index', 'unsqueeze',
           'use_deterministic_algorithms', 'vander', 'var', 'var_mean', 'vdot', 'view_as_complex', 'view_as_real',
           'vmap', 'vsplit', 'vstack', 'where', 'xlogy', 'xlogy_', 'zero_', 'zeros', 'zeros_like']

class BoolTensor(Tensor): ...

class ByteTensor(Tensor): ...

class CharTensor(Tensor): ...

class DoubleTensor(Tensor): ...

class FloatTensor(Tensor): ...

class HalfTensor(Tensor): ...

class IntTensor(Tensor): ...

class LongTensor(Tensor): ...

class ShortTensor(Tensor): ...

__version__: str

def abs(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """|input|, of complex numbers too; its slope at 0 is taken as 0."""

def abs_(input: Tensor) -> Tensor:
    """`abs`, written over the tensor's own memory; returns it."""

def absolute(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """|input|, of complex numbers too; its slope at 0 is taken as 0."""

def acos(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The angle whose cosine is input, in [0, π]; nan outside [−1, 1]."""

def acos_(input: Tensor) -> Tensor:
    """`acos`, written over the tensor's own memory; returns it."""

def acosh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The positive number whose hyperbolic cosine is input; nan below 1."""

def acosh_(input: Tensor) -> Tensor:
    """`acosh`, written over the tensor's own memory; returns it."""

def adaptive_avg_pool1d(input: Tensor, output_size: _Sizes) -> Tensor:
    """The means of output_size shares of the signal: (N, C, L) -> (N, C, output_size)."""

def add(input: _Value, other: _Value, last: Any = None, *, alpha: _Number = 1, out: Tensor | None = None) -> Tensor:
    """input + alpha·other, broadcast."""

def addbmm(input: Tensor, batch1: Tensor, batch2: Tensor, *, beta: _Number = 1, alpha: _Number = 1, out: Tensor | None = None) -> Tensor:
    """beta · input + alpha · the sum over the batch of (batch1 @ batch2) -> (n, p). IndexError for fewer dimensions."""

def addcdiv(input: Tensor, tensor1: _Value, tensor2: Tensor, last: Any = None, *, value: _Number = 1, out: Tensor | None = None) -> Tensor:
    """input + value · tensor1 / tensor2. Raises RuntimeError where both of these are of integers."""

def addcmul(input: Tensor, tensor1: _Value, tensor2: Tensor, last: Any = None, *, value: _Number = 1, out: Tensor | None = None) -> Tensor:
    """input + value · tensor1 · tensor2."""

def addmm(input: Tensor, mat1: Tensor, mat2: Tensor, *, beta: _Number = 1, alpha: _Number = 1, out: Tensor | None = None) -> Tensor:
    """beta · input + alpha · (mat1 @ mat2): (n, m), (m, p) -> (n, p), to which input broadcasts."""

def addmv(input: Tensor, mat: Tensor, vec: Tensor, *, beta: _Number = 1, alpha: _Number = 1, out: Tensor | None = None) -> Tensor:
    """beta · input + alpha · (mat @ vec): (n, m), (m,) -> (n,), to which input broadcasts; RuntimeError for others."""

def addmv_(input: Tensor, mat: Tensor, vec: Tensor, *, beta: _Number = 1, alpha: _Number = 1) -> Tensor:
    """`addmv`, written over the tensor's own memory; returns it."""

def addr(input: Tensor, vec1: Tensor, vec2: Tensor, *, beta: _Number = 1, alpha: _Number = 1, out: Tensor | None = None) -> Tensor:
    """beta · input + alpha · (vec1 ⊗ vec2): (n,), (m,) -> (n, m), the input broadcasts; RuntimeError for others."""

def adjoint(self: Tensor) -> Tensor:
    """Swap the last two dimensions and conjugate complex numbers."""

def all(input: Tensor, dim: _int | None = None, keepdim: _bool = False, *, out: Tensor | None = None) -> Tensor:
    """Whether all elements are non-zero; with dim=(), each by itself."""

def allclose(input: Tensor, other: Tensor, rtol: _float = 1e-05, atol: _float = 1e-08, equal_nan: _bool = False) -> _bool:
    """Whether all |input − other| ≤ atol + rtol·|other|; with equal_nan, nan is close to nan.

    two tensors (*) of one dtype -> bool

    Raises RuntimeError where dtypes differ, or tolerances are negative.

    >>> minitorch.allclose(minitorch.ones(2), minitorch.ones(2) + 1e-7)
    True
    """

def amax(input: Tensor, dim: _int = (), keepdim: _bool = False, *, out: Tensor | None = None) -> Tensor:
    """The largest over `dim` (all, when empty); where several tie, the gradient is shared evenly."""

def amin(input: Tensor, dim: _int = (), keepdim: _bool = False, *, out: Tensor | None = None) -> Tensor:
    """The smallest over `dim` (all, when empty); where several tie, the gradient is shared evenly."""

def aminmax(input: Tensor, *, dim: _int | None = None, keepdim: _bool = False, out: tuple[Tensor, ...] | None = None) -> _MinMax:
    """The smallest and the largest, of all elements or along `dim`."""

def angle(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The angle in radians, from −π to π; of real numbers 0, or π below 0. Any shape in, same out."""

def any(input: Tensor, dim: _int | None = None, keepdim: _bool = False, *, out: Tensor | None = None) -> Tensor:
    """Whether any element is non-zero; with dim=(), each by itself."""

def arange(start: _Value | None = None, end: _Value | None = None, step: _Value = 1, *, out: Tensor | None = None, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None) -> Tensor:
    """start, start + step, … below end; integers unless one of them is a float.

    returns (⌈(end − start) / step⌉,)

    Raises RuntimeError where the step leads away from end, TypeError where neither start nor end is given.

    >>> minitorch.arange(1, 7, 2)
    tensor([1, 3, 5])
    """

def arccos(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The angle whose cosine is input, in [0, π]; nan outside [−1, 1]."""

def arccosh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The positive number whose hyperbolic cosine is input; nan below 1."""

def arcsin(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The angle whose sine is input, in [−π/2, π/2]; nan outside [−1, 1]."""

def arcsinh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The number whose hyperbolic sine is input."""

def arctan(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The angle whose tangent is input, in (−π/2, π/2)."""

def arctan2(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """The angle of the point (other, input), first the height: in (−π, π], by the signs of both."""

def arctanh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The number whose hyperbolic tangent is input; nan outside [−1, 1]."""

def are_deterministic_algorithms_enabled() -> Tensor:
    """True: every computation repeats to the last bit once the generator is seeded."""

def argmax(input: Tensor, dim: _int | None = None, keepdim: _bool = False, *, out: Tensor | None = None) -> Tensor:
    """Return the index of the largest (the first of several): in the flattened input, or along `dim`."""

def argmin(input: Tensor, dim: _int | None = None, keepdim: _bool = False, *, out: Tensor | None = None) -> Tensor:
    """Return the index of the smallest (the first of several): in the flattened input, or along `dim`."""

def argsort(input: Tensor, dim: _int = -1, descending: _bool = False, *, stable: _bool = False, out: Tensor | None = None) -> Tensor:
    """The indices that sort `input` along `dim`; arguments as sort's."""

def argwhere(input: Tensor) -> Tensor:
    """Where `input` is not zero: (n, dimensions)."""

def as_strided(input: Tensor, size: _Sizes, stride: _Sizes, storage_offset: _int | None = None) -> Tensor:
    """A view of input's memory: element (i, j, …) is the one at storage_offset + i·stride[0] + j·stride[1] + …

    size, stride     of each dimension, the strides in elements; where places overlap their gradients add up
    storage_offset   None: where input begins

    Raises RuntimeError for negative numbers, and where memory ends before the last element.
    >>> minitorch.arange(5).as_strided((3, 2), (1, 2))
    tensor([[0, 2],
            [1, 3],
            [2, 4]])
    """

def as_tensor(data: Any, dtype: _dtype | None = None, device: _Device | None = None) -> Tensor:
    """`data` as a tensor, sharing its memory where it can."""

def asarray(obj: Any, *, dtype: _dtype | None = None, device: _Device | None = None, copy: Any = None, requires_grad: _bool = False) -> Tensor:
    """`obj` as a tensor: sharing its memory where that may be, unless copy=True."""

def asin(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The angle whose sine is input, in [−π/2, π/2]; nan outside [−1, 1]."""

def asin_(input: Tensor) -> Tensor:
    """`asin`, written over the tensor's own memory; returns it."""

def asinh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The number whose hyperbolic sine is input."""

def asinh_(input: Tensor) -> Tensor:
    """`asinh`, written over the tensor's own memory; returns it."""

def atan(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The angle whose tangent is input, in (−π/2, π/2)."""

def atan2(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """The angle of the point (other, input), first the height: in (−π, π], by the signs of both."""

def atan_(input: Tensor) -> Tensor:
    """`atan`, written over the tensor's own memory; returns it."""

def atanh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The number whose hyperbolic tangent is input; nan outside [−1, 1]."""

def atanh_(input: Tensor) -> Tensor:
    """`atanh`, written over the tensor's own memory; returns it."""

@overload
def atleast_1d(input: Tensor, /) -> Tensor:
    """Each tensor with at least 1 dimensions. Views."""
@overload
def atleast_1d(*tensors: Tensor | Sequence[Tensor]) -> tuple[Tensor, ...]:
    """Each tensor with at least 1 dimensions. Views."""

@overload
def atleast_2d(input: Tensor, /) -> Tensor:
    """Each tensor with at least 2 dimensions. Views."""
@overload
def atleast_2d(*tensors: Tensor | Sequence[Tensor]) -> tuple[Tensor, ...]:
    """Each tensor with at least 2 dimensions. Views."""

@overload
def atleast_3d(input: Tensor, /) -> Tensor:
    """Each tensor with at least 3 dimensions. Views."""
@overload
def atleast_3d(*tensors: Tensor | Sequence[Tensor]) -> tuple[Tensor, ...]:
    """Each tensor with at least 3 dimensions. Views."""

def avg_pool1d(input: Tensor, kernel_size: _Sizes, stride: _Sizes | None = None, padding: _Sizes | str = 0, ceil_mode: _bool = False, count_include_pad: _bool = True) -> Tensor:
    """The mean of each window: (N, C, L) -> (N, C, OL). Arguments as avg_pool2d's, a number in place of a pair."""

def baddbmm(input: Tensor, batch1: Tensor, batch2: Tensor, *, beta: _Number = 1, alpha: _Number = 1, out: Tensor | None = None) -> Tensor:
    """beta · input + alpha · (batch1 @ batch2), (b, n, m), (b, m, p) -> (b, n, p); IndexError for fewer dimensions."""

def bartlett_window(window_length: _int, periodic: _bool = True, *, dtype: _dtype | None = None, layout: Any = None, device: _Device | None = None, requires_grad: _bool = False) -> Tensor:
    """A triangle, 0 at the ends and 1 in the middle, (window_length,): arguments as hann_window's."""

def bernoulli(input: Tensor, p: Any = None, *, generator: _Generator | None = None, out: Tensor | None = None) -> Tensor:
    """1 with the probability each element gives (or p), else 0; the dtype of `input`.

    Raises RuntimeError for no probabilities, NotImplementedError for integers.
    """

bfloat16: _dtype

def bilinear(input1: Tensor, input2: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """Σ_ij input1_i · weight_kij · input2_j + bias_k, for each sample.

    input1, input2   (*, I) and (*, J)
    weight           (K, I, J)
    bias             (K,), or None
    returns          (*, K)

    Raises RuntimeError for shapes that do not fit, IndexError for a weight of fewer dimensions.
    """

def bincount(input: Tensor, weights: Tensor | None = None, minlength: _int = 0) -> Tensor:
    """How often each whole number from 0 on occurs in a vector; or the sum of its weights.

    minlength   how many numbers are counted at least

    Raises RuntimeError for another input, and for weights of another shape.
    """

def bitwise_and(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """input & other on bools or integers."""

def bitwise_left_shift(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Shift the bits of integers left by other: input · 2^other."""

def bitwise_not(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """~input on bools or integers."""

def bitwise_or(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """input | other on bools or integers."""

def bitwise_right_shift(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Shift the bits of integers right by other: input / 2^other rounded down."""

def bitwise_xor(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """input ^ other on bools or integers."""

def blackman_window(window_length: _int, periodic: _bool = True, *, dtype: _dtype | None = None, layout: Any = None, device: _Device | None = None, requires_grad: _bool = False) -> Tensor:
    """0.42 − 0.5·cos 2πn/N + 0.08·cos 4πn/N, (window_length,): narrower; arguments as hann_window's."""

def block_diag(*tensors: Tensor | Sequence[Tensor]) -> Tensor:
    """Matrices one after the other along the diagonal of a larger one, zeros elsewhere.

    Raises RuntimeError for more dimensions.
    """

def bmm(input: Tensor, mat2: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`matmul` of two stacks, as many in each: (b, n, m), mat2 (b, m, p) -> (b, n, p); RuntimeError for others."""

bool: _dtype

def broadcast_shapes(*shapes: Any) -> Size:
    """The one shape that shapes broadcast to. Raises RuntimeError where there is none.

    >>> broadcast_shapes((2, 1), (3,))
    minitorch.Size([2, 3])
    """

def broadcast_tensors(*tensors: Tensor | Sequence[Tensor]) -> tuple[Tensor, ...]:
    """The tensors expanded to the one shape they broadcast to: views, or a tensor itself that has the shape."""

def broadcast_to(input: Tensor, size: _Sizes) -> Tensor:
    """The tensor expanded to `size`. A view. TypeError for a size that is no tuple of ints."""

def bucketize(input: _Value, boundaries: Tensor, *, right: _bool = False, out_int32: _bool = False, out: Tensor | None = None) -> Tensor:
    """Which interval between `boundaries`, a vector, each element falls in; arguments as searchsorted's.

    Raises RuntimeError for other boundaries.
    """

def can_cast(from_: Any, to: Any) -> _bool:
    """Whether a result of type `from_` may be written into `to` in place: never to a lower category."""

def cartesian_prod(*tensors: Tensor | Sequence[Tensor]) -> Tensor:
    """Every combination of one element from each vector: (combinations, vectors).

    Raises RuntimeError for what is no vector.
    """

def cat(tensors: Sequence[Tensor], dim: _int = 0, *, out: Tensor | None = None) -> Tensor:
    """Tensors joined along an existing dimension, their other sizes being equal.

    (.., n, ..), (.., m, ..) -> (.., n + m, ..)

    Raises RuntimeError where the other sizes differ, or no tensor is given.

    >>> minitorch.cat([minitorch.zeros(1, 2), minitorch.ones(2, 2)]).shape
    minitorch.Size([3, 2])
    """

def cdist(x1: Tensor, x2: Tensor, p: _float = 2.0, compute_mode: Any = None) -> Tensor:
    """The p-norm between each row of x1 and each of x2: (…, n, d), (…, m, d) -> (…, n, m).

    compute_mode   for p=2: "use_mm_for_euclid_dist" goes by a product of matrices always, "donot_use_…" never

    Raises RuntimeError where the d differ, and for a negative p.
    """

cdouble: _dtype

def ceil(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Round up to an integer."""

def ceil_(input: Tensor) -> Tensor:
    """`ceil`, written over the tensor's own memory; returns it."""

def celu(input: Tensor, alpha: _float = 1.0, inplace: _bool = False) -> Tensor:
    """x where positive, else alpha·(e^(x/alpha) − 1). Raises RuntimeError for an alpha of 0."""

def celu_(input: Tensor, *settings: Any, **named: Any) -> Tensor:
    """celu, written over the input."""

cfloat: _dtype

def chain_matmul(*matrices: Tensor) -> Tensor:
    """The product of several matrices."""

def channel_shuffle(input: Tensor, groups: _int) -> Tensor:
    """Channels dealt out anew, one of each of the `groups` in turn: (N, C, …), the same shape.

    Raises RuntimeError for groups that do not divide C. Source: Zhang et al., ShuffleNet (2018).
    """

channels_last: Any

channels_last_3d: Any

def cholesky(input: Tensor, upper: _bool = False, *, out: Tensor | None = None) -> Tensor:
    """The triangular L, (*, n, n), with L @ Lᴴ = input, Hermitian and positive-definite; Lᴴ if upper."""

def cholesky_inverse(input: Tensor, upper: _bool = False, *, out: Tensor | None = None) -> Tensor:
    """The inverse of A, (*, n, n), where `input` is its Cholesky factor, lower or upper."""

def cholesky_solve(input: Tensor, input2: Tensor, upper: _bool = False, *, out: Tensor | None = None) -> Tensor:
    """The X with A @ X = input, (*, n, k), where input2 (*, n, n) is A's Cholesky factor, lower or upper.

    Raises RuntimeError for tensors of fewer than two dimensions.
    """

def chunk(input: Tensor, chunks: _int, dim: _int = 0) -> tuple[Tensor, ...]:
    """At most `chunks` pieces along `dim`, of equal size but for the last. Views. RuntimeError for chunks below 1."""

def clamp(input: Tensor, min: Any = None, max: Any = None, *, out: Tensor | None = None) -> Tensor:
    """input kept between min and max (numbers or tensors); the gradient passes where input is within.

    input (*), bounds numbers or (*) -> (*)

    Raises RuntimeError where both bounds are left out.

    >>> minitorch.tensor([-2.0, 0.5, 3.0]).clamp(0, 1)
    tensor([0.0000, 0.5000, 1.0000])
    """

def clamp_max(input: Tensor, max: Any, *, out: Tensor | None = None) -> Tensor:
    """Return the input, elements above max replaced by max."""

def clamp_max_(input: Tensor, max: Any) -> Tensor:
    """`clamp_max`, written over the tensor's own memory; returns it."""

def clamp_min(input: Tensor, min: Any, *, out: Tensor | None = None) -> Tensor:
    """Return the input, elements below min replaced by min."""

def clamp_min_(input: Tensor, min: Any) -> Tensor:
    """`clamp_min`, written over the tensor's own memory; returns it."""

def clip(input: Tensor, min: Any = None, max: Any = None, *, out: Tensor | None = None) -> Tensor:
    """input kept between min and max (numbers or tensors); the gradient passes where input is within.

    input (*), bounds numbers or (*) -> (*)

    Raises RuntimeError where both bounds are left out.

    >>> minitorch.tensor([-2.0, 0.5, 3.0]).clamp(0, 1)
    tensor([0.0000, 0.5000, 1.0000])
    """

def clone(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """A copy with its own memory, still part of the graph.

    input (*) -> (*)

    >>> x = minitorch.ones(2); y = x.clone(); y[0] = 5; x
    tensor([1., 1.])
    """

def column_stack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor:
    """Vectors as the columns of a matrix."""

def combinations(input: Tensor, r: _int = 2, with_replacement: _bool = False) -> Tensor:
    """Every choice of r elements of a vector, repeated ones if with_replacement: (choices, r).

    Raises RuntimeError for others.
    """

def compile(model: Any = None, *, fullgraph: _bool = False, dynamic: Any = None, backend: str = 'inductor', mode: Any = None, options: Any = None, disable: _bool = False) -> Tensor:
    """The model or function, run as a program from its second call on, with the numbers of the first: in less time.

    model       a module, a function of tensors, or a whole training step: backward and the optimiser's step are part
                of the program. Without it, a decorator
    fullgraph   True: raise NotRecorded, with the line, for what no program can hold, such as a branch on data or
                .item(). False: a branch on data is asked in each call, and each way it goes is a program of its own;
                a function that reads numbers of tensors otherwise breaks there: those lines run as they are written,
                at each call, what is around them as programs, and a warning tells the line. A function without a
                `def` that can be read (a lambda, a generator) runs as it is written then
    backend     "inductor" and "numpy" are planned NumPy; "c" compiles its loops with the system's C compiler (where
                none is, it says so once and runs NumPy): results differ in the last bits; "eager" runs the model as
                it is written
    disable     give the model back as it is

    What the function reads is asked about at each call: arguments, parameters, hooks, modes, attributes, globals,
    variables around it. Where something is another, it is recorded anew, at most 8 times; then a warning says what
    changes. A batch of a second size is recorded too; for a third, and all others, the program takes the size from its
    input, unless something holds the number; so may two sizes change, as those of the batch and of a sequence.
    `dynamic`, `mode` and `options` change nothing. `f.graph` is the program, `f.code` its Python; of a function that
    breaks `f.graphs` are the programs, and `f.explain()` tells where it does.

    >>> import minitorch as mt
    >>> double = compile(lambda x: x * 2 + 1)
    >>> double(mt.ones(2)), double(mt.zeros(2)), double
    (tensor([3., 3.]), tensor([1., 1.]), <compiled <lambda>: 1 form>)
    """

def complex(real: Tensor, imag: Tensor, *, out: Tensor | None = None) -> Tensor:
    """real + imag·i, broadcast: complex64 of two float32, complex128 of two float64."""

complex128: _dtype

complex64: _dtype

def concat(tensors: Sequence[Tensor], dim: _int = 0, *, out: Tensor | None = None) -> Tensor:
    """Tensors joined along an existing dimension, their other sizes being equal.

    (.., n, ..), (.., m, ..) -> (.., n + m, ..)

    Raises RuntimeError where the other sizes differ, or no tensor is given.

    >>> minitorch.cat([minitorch.zeros(1, 2), minitorch.ones(2, 2)]).shape
    minitorch.Size([3, 2])
    """

def concatenate(tensors: Sequence[Tensor], dim: _int = 0, *, out: Tensor | None = None) -> Tensor:
    """Tensors joined along an existing dimension, their other sizes being equal.

    (.., n, ..), (.., m, ..) -> (.., n + m, ..)

    Raises RuntimeError where the other sizes differ, or no tensor is given.

    >>> minitorch.cat([minitorch.zeros(1, 2), minitorch.ones(2, 2)]).shape
    minitorch.Size([3, 2])
    """

def conj(input: Tensor) -> Tensor:
    """The complex conjugate; a real tensor itself."""

contiguous_format: Any

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

def copysign(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """|input| with the sign of other, −0's too."""

def corrcoef(input: Tensor) -> Tensor:
    """The correlation of variables (rows) over observations (columns): (n, observations) -> (n, n)."""

def cos(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The cosine of input radians."""

def cos_(input: Tensor) -> Tensor:
    """`cos`, written over the tensor's own memory; returns it."""

def cosh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The hyperbolic cosine: (eˣ + e⁻ˣ) / 2."""

def cosh_(input: Tensor) -> Tensor:
    """`cosh`, written over the tensor's own memory; returns it."""

def cosine_similarity(x1: Tensor, x2: Tensor, dim: _int = 1, eps: _float = 1e-08) -> Tensor:
    """The cosine of the angle between the vectors of x1 and x2 along `dim`, from −1 to 1; shapes broadcast.

    eps   what a length counts as at least

    Raises RuntimeError for integers, and for a negative eps.
    """

def count_nonzero(input: Tensor, dim: _Dims | None = None) -> Tensor:
    """How many elements are not zero."""

def cov(input: Tensor, *, correction: _int = 1, fweights: Tensor | None = None, aweights: Tensor | None = None) -> Tensor:
    """The covariance of variables (rows) over observations (columns): (n, observations) -> (n, n).

    correction   what is taken off the number of observations
    fweights     how often each observation was made: whole numbers
    aweights     how much each counts

    Raises RuntimeError for more than two dimensions.
    """

def cross(input: Tensor, other: Tensor, dim: _int | None = None, *, out: Tensor | None = None) -> Tensor:
    """The vector at right angles to both, along `dim` (the first of size 3, when None; else RuntimeError)."""

def cummax(input: Tensor, dim: _int, *, out: tuple[Tensor, ...] | None = None) -> _ValuesIndices:
    """The largest so far along `dim`: (values, indices)."""

def cummin(input: Tensor, dim: _int, *, out: tuple[Tensor, ...] | None = None) -> _ValuesIndices:
    """The smallest so far along `dim`: (values, indices)."""

def cumprod(input: Tensor, dim: _int, *, dtype: _dtype | None = None, out: Tensor | None = None) -> Tensor:
    """Running products along `dim`."""

def cumsum(input: Tensor, dim: _int, *, dtype: _dtype | None = None, out: Tensor | None = None) -> Tensor:
    """Running sums along `dim`."""

def cumulative_trapezoid(y: Tensor, x: Tensor | None = None, *, dx: _float = 1, dim: _int = -1) -> Tensor:
    """The area so far under a curve of heights y along `dim`, straight between points at x, or dx apart."""

default_generator: _Generator

def deg2rad(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Degrees as radians."""

def deg2rad_(input: Tensor) -> Tensor:
    """`deg2rad`, written over the tensor's own memory; returns it."""

def det(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The determinant of each square matrix."""

def detach(self: Tensor) -> Tensor:
    """The same memory and versions, outside the graph.

    (*) -> (*)

    >>> minitorch.ones(2, requires_grad=True).detach().requires_grad
    False
    """

def detach_(self: Tensor) -> Tensor:
    """Take it out of the graph, in place; returns it. Raises RuntimeError for a view."""

def diag(input: Tensor, diagonal: _int = 0, *, out: Tensor | None = None) -> Tensor:
    """A vector as the diagonal of a matrix, or a matrix's diagonal as a vector; a copy. RuntimeError for others."""

def diag_embed(input: Tensor, offset: _int = 0, dim1: _int = -2, dim2: _int = -1) -> Tensor:
    """The last dimension spread on the diagonal of two new ones, dim1 and dim2; offset: so far above the main one."""

def diagflat(input: Tensor, offset: _int = 0) -> Tensor:
    """The elements as the diagonal of a matrix, so far above the main one as offset says."""

def diagonal(input: Tensor, offset: _int = 0, dim1: _float = 0, dim2: _float = 1, *, out: Tensor | None = None) -> Tensor:
    """The diagonal of dimensions dim1 and dim2, put last; offset: so far above the main one. A view."""

def diagonal_scatter(input: Tensor, src: Tensor, offset: _int = 0, dim1: _int = 0, dim2: _int = 1) -> Tensor:
    """A copy with the tensor `src` in place of the diagonal that `diagonal` gives for offset, dim1 and dim2."""

def diff(input: Tensor, n: _int = 1, dim: _int = -1, prepend: Tensor | None = None, append: Tensor | None = None, *, out: Tensor | None = None) -> Tensor:
    """Return differences of neighbours along `dim`, n times; `prepend` and `append` are joined on first.

    Raises RuntimeError for a single number, and for a negative n.
    """

def digamma(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The slope of lgamma."""

def dist(input: Tensor, other: Tensor, p: _float = 2) -> Tensor:
    """The p-norm of the difference of two tensors that broadcast: a 0-d tensor."""

def div(input: _Value, other: _Value, *, rounding_mode: str | None = None, out: Tensor | None = None) -> Tensor:
    """input / other; with rounding_mode "floor" or "trunc", a whole number of the inputs' dtype."""

def divide(input: _Value, other: _Value, *, rounding_mode: str | None = None, out: Tensor | None = None) -> Tensor:
    """input / other; with rounding_mode "floor" or "trunc", a whole number of the inputs' dtype."""

def dot(input: Tensor, tensor: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The inner product of two vectors."""

double: _dtype

def dsplit(input: Tensor, indices_or_sections: Any) -> tuple[Tensor, ...]:
    """Pieces along dimension 2, views: as many as indices_or_sections, or cut at these indices. RuntimeError where it cannot be cut so."""

def dstack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor:
    """Joined in depth: along the third dimension."""

e: _float

def einsum(equation: str, *operands: Tensor | Sequence[Tensor]) -> Tensor:
    """Multiply the operands and sum over each letter of the equation that is only left of ->.

    "ij,jk->ik" is the matrix product, "bij,bj->bi" one matrix-vector product a batch,
    "ii->i" a diagonal, "..." stands for any leading dimensions. Without -> the result has
    the letters that stand once, in alphabetical order. Raises RuntimeError for sizes that do not fit.
    """

def empty(*size: _Sizes, out: Tensor | None = None, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None, pin_memory: _bool = False, memory_format: Any = None) -> Tensor:
    """A tensor of the sizes given, every element 0."""

def empty_like(input: Tensor, *, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None, memory_format: Any = None) -> Tensor:
    """`empty` with the shape, dtype and device of `input`."""

def eq(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Whether input equals other, element by element, broadcast; bool."""

def equal(input: Tensor, other: Tensor) -> _bool:
    """Whether two tensors have the same shape and elements."""

def erf(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """2/√π ∫₀ˣ e^(−t²) dt: how much of a normal distribution lies within √2·input of its mean."""

def erf_(input: Tensor) -> Tensor:
    """`erf`, written over the tensor's own memory; returns it."""

def erfc(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """1 − erf(input), exact where erf is nearly 1."""

def erfc_(input: Tensor) -> Tensor:
    """`erfc`, written over the tensor's own memory; returns it."""

def erfinv(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The z with erf(z) = input: a first guess by a formula, then three steps of Newton's method.

    Source of the guess: S. Winitzki, A handy approximation for the error function (2008).
    """

def exp(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """eˣ.

    input (*) -> (*)

    >>> minitorch.exp(minitorch.tensor([0.0, 1.0]))
    tensor([1.0000, 2.7183])
    """

def exp2(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """2ˣ."""

def exp2_(input: Tensor) -> Tensor:
    """`exp2`, written over the tensor's own memory; returns it."""

def exp_(input: Tensor) -> Tensor:
    """`exp`, written over the tensor's own memory; returns it."""

def expm1(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """eˣ − 1, exact near 0."""

def expm1_(input: Tensor) -> Tensor:
    """`expm1`, written over the tensor's own memory; returns it."""

def eye(n: _int, m: _int | None = None, *, out: Tensor | None = None, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None) -> Tensor:
    """The n×m matrix with ones on its diagonal; square when m is None."""

def fill_(self: Tensor, value: Any) -> Tensor:
    """Write one value everywhere."""

def fix(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Round towards zero."""

def flatten(input: Tensor, start_dim: _int = 0, end_dim: _int = -1, *, out: Tensor | None = None) -> Tensor:
    """The dimensions from start_dim to end_dim become one.

    (n, c, h, w) from start_dim 1 -> (n, c·h·w)

    Raises RuntimeError where start_dim comes after end_dim.

    >>> minitorch.ones(2, 3, 4).flatten(1).shape
    minitorch.Size([2, 12])
    """

def flip(input: Tensor, *dims: _Sizes) -> Tensor:
    """The order along `dims` reversed; a copy."""

def fliplr(input: Tensor) -> Tensor:
    """The second dimension reversed. Raises RuntimeError where there is none."""

def flipud(input: Tensor) -> Tensor:
    """The first dimension reversed. Raises RuntimeError where there is none."""

float: _dtype

float16: _dtype

float32: _dtype

float64: _dtype

def float_power(input: _Value, exponent: _Value, *, out: Tensor | None = None) -> Tensor:
    """input to the power exponent, in float64 (or complex128) throughout."""

def floor(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Round down to an integer."""

def floor_(input: Tensor) -> Tensor:
    """`floor`, written over the tensor's own memory; returns it."""

def floor_divide(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """input / other rounded down, broadcast. Its slope is 0."""

def fmax(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """The larger of input and other, broadcast; where one is nan, the other."""

def fmin(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """The smaller of input and other, broadcast; where one is nan, the other."""

def fmod(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Return the remainder of input / other rounded towards zero; it has the sign of input."""

def frac(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the fractional part, with the sign of the input."""

def frac_(input: Tensor) -> Tensor:
    """`frac`, written over the tensor's own memory; returns it."""

def frexp(input: Tensor, *, out: tuple[Tensor, ...] | None = None) -> _MantissaExponent:
    """The mantissa, from a half up to 1, and the exponent, int32: input is mantissa · 2^exponent.

    Raises RuntimeError for what is not floating.
    """

def from_dlpack(x: Any, *, device: _Device | None = None, copy: Any = None) -> Tensor:
    """A tensor on the memory of another library's array or tensor x, which has `__dlpack__`.

    device   move it there; None: it stays
    copy     True: in memory of its own; False or None: the same, so that a change to one is seen in the other

    Raises TypeError for what has no `__dlpack__`, or an element type that there is not here.

    >>> from_dlpack(np.arange(3))
    tensor([0, 1, 2])
    """

def from_numpy(ndarray: Any) -> Tensor:
    """A tensor on the memory of a NumPy array (ndarray): a change to one is seen in the other.

    array (*) -> (*)

    Raises TypeError for what is no NumPy array.

    >>> minitorch.from_numpy(np.arange(3))
    tensor([0, 1, 2])
    """

def frombuffer(buffer: Any, *, dtype: _dtype, count: _float = -1, offset: _float = 0, requires_grad: _bool = False) -> Tensor:
    """A vector of the numbers of a dtype that lie in a buffer, bytes or a bytearray, with which it shares its memory.

    count    how many numbers; -1: all there are
    offset   how many bytes to leave out first

    Raises ValueError for a buffer that holds no such numbers.

    >>> frombuffer(bytearray(b"ab"), dtype=minitorch.uint8)
    tensor([97, 98], dtype=minitorch.uint8)
    """

def full(size: _Sizes, fill_value: _Number, *, out: Tensor | None = None, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None) -> Tensor:
    """A tensor of `size`, every element `fill_value`; its dtype is that of the value.

    Raises TypeError for a size that is no tuple of ints.
    """

def full_like(input: Tensor, fill_value: Any, *, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None, memory_format: Any = None) -> Tensor:
    """`full` with the shape, dtype and device of `input`."""

def gather(input: Tensor, dim: _int, index: Tensor, *, out: Tensor | None = None) -> Tensor:
    """out[i][j] = input[index[i][j]][j] for dim 0, and likewise for others.

    index   integers, of as many dimensions as input; the result has its shape
    """

def gcd(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """The greatest whole number that divides both, broadcast. NotImplementedError for floats."""

def ge(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Whether input is at least other, element by element, broadcast; bool."""

def geqrf(input: Tensor, *, out: tuple[Tensor, ...] | None = None) -> _ATau:
    """R above, and the reflections that make Q below, of input (*, n, m); tau (*, k) are their factors; see orgqr.

    No gradient passes: linalg.qr has one.
    """

def ger(input: Tensor, vec2: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Every element of one vector times every element of another, vec2: (n,), (m,) -> (n, m).

    Raises RuntimeError for no vectors.
    """

def get_default_device() -> _device:
    """Where new tensors are made when no device is named."""

def get_default_dtype() -> _dtype:
    """The dtype that Python floats become: float32 unless set otherwise."""

def get_float32_matmul_precision() -> Tensor:
    """"highest": products of float32 are computed in float32."""

def get_num_interop_threads() -> Tensor:
    """1: operations run one after another."""

def get_num_threads() -> _int:
    """How many cores matrix products may use: at first OMP_NUM_THREADS, or all there are."""

def get_rng_state() -> Any:
    """The default generator's place, a ByteTensor: pass it to `set_rng_state` to come back here.

    >>> state = minitorch.get_rng_state()
    >>> first = minitorch.rand(3); minitorch.set_rng_state(state); minitorch.equal(minitorch.rand(3), first)
    True
    """

def gradient(input: Tensor, *, spacing: Any = 1, dim: _Dims | None = None, edge_order: _int = 1) -> tuple[Tensor, ...]:
    """Estimate the slopes of a function along each of `dim` from its values at points: a tuple of tensors like `input`.

    spacing      how far apart points are: a number, one for each dimension, or a vector of coordinates for each
    edge_order   1 or 2: at both ends slopes of a line through two points, or of a parabola through three

    Raises RuntimeError for bools and bytes, another edge_order, too few points, and spacings that do not fit dim.

    >>> minitorch.gradient(minitorch.tensor([1.0, 2.0, 4.0, 7.0]))
    (tensor([1.0000, 1.5000, 2.5000, 3.0000]),)
    """

def greater(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Whether input is above other, element by element, broadcast; bool."""

def greater_equal(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Whether input is at least other, element by element, broadcast; bool."""

def gt(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Whether input is above other, element by element, broadcast; bool."""

half: _dtype

def hamming_window(window_length: _int, periodic: _bool = True, alpha: _Number = 0.54, beta: _Number = 0.46, *, dtype: _dtype | None = None, layout: Any = None, device: _Device | None = None, requires_grad: _bool = False) -> Tensor:
    """alpha − beta·cos 2πn/N, (window_length,): like hann_window, with ends that are not 0."""

def hann_window(window_length: _int, periodic: _bool = True, *, dtype: _dtype | None = None, layout: Any = None, device: _Device | None = None, requires_grad: _bool = False) -> Tensor:
    """(1 − cos 2πn/N)/2, from 0 up to 1 and back: what a signal is multiplied with before fft. (window_length,)

    periodic   N = window_length, as fft wants it; False: N = window_length − 1, and both ends are 0

    Raises RuntimeError for a negative length, or a dtype that is not floating. Source: F. Harris (1978).

    >>> minitorch.hann_window(4)
    tensor([0.0000, 0.5000, 1.0000, 0.5000])
    """

def hardshrink(input: Tensor, lambd: _float = 0.5, *, out: Tensor | None = None) -> Tensor:
    """x, and 0 where |x| is at most lambd."""

def heaviside(input: Tensor, values: Tensor, *, out: Tensor | None = None) -> Tensor:
    """0 below zero, 1 above, `values` at it."""

def histc(input: Tensor, bins: _int = 100, min: _Value = 0, max: _Value = 0, *, out: Tensor | None = None) -> Tensor:
    """How many elements fall into each of `bins` equal intervals from min to max (the data's when equal).

    input     any shape, floating point
    returns   (bins,), of the input's dtype

    Raises RuntimeError for no bins, max < min, or data that is not finite.

    >>> histc(minitorch.tensor([1.0, 2, 1, 3, 5]), bins=4)
    tensor([2., 1., 1., 1.])
    """

def histogram(input: Tensor, bins: Any = 100, *, range: Any = None, weight: Any = None, density: _bool = False, out: tuple[Tensor, ...] | None = None) -> _HistBinEdges:
    """How many elements fall into each bin, and where the bins end: (hist, bin_edges).

    input    any shape, float32 or float64
    bins     the number of bins, of equal widths; or (bins + 1,) their edges, in order, of the input's dtype
    range    (min, max) of bins of equal widths; None: the data's
    weight   what each element counts, of the input's shape and dtype; None: 1
    density  divide so that the bins times their widths add up to 1
    returns  (bins,), (bins + 1,)

    Each bin holds its left edge, and the last its right edge too; elements outside and nan are left out.
    Raises TypeError for `bins` of another kind; RuntimeError where shapes, dtypes or the range do not fit.

    >>> histogram(minitorch.tensor([1.0, 2, 1, 3, 5]), bins=4)
    minitorch.return_types.histogram(
    hist=tensor([2., 1., 1., 1.]),
    bin_edges=tensor([1., 2., 3., 4., 5.]))
    """

def histogramdd(input: Tensor, bins: Any, range: Any = None, weight: Any = None, density: _bool = False) -> Any:
    """How many points fall into each box of a grid in D dimensions: (hist, bin_edges).

    input    (*, D)  coordinates, float32 or float64
    bins     an int, or one for each dimension; or a list of D vectors of edges
    range    2·D numbers: min and max of each dimension; None: the data's
    weight   (*)     what each point counts; None: 1
    density  divide so that the boxes times their volumes add up to 1
    returns  (bins of dimension 0, ..., bins of dimension D - 1), and a tuple of D vectors of edges

    Raises RuntimeError where shapes, dtypes or ranges do not fit. See `histogram`, of one dimension.

    >>> histogramdd(minitorch.tensor([[0.0, 1], [1, 0], [2, 2]]), bins=[2, 2]).hist
    tensor([[0., 1.],
            [1., 1.]])
    """

def hsplit(input: Tensor, indices_or_sections: Any) -> tuple[Tensor, ...]:
    """Pieces along dimension 1, views: as many as indices_or_sections, or cut at these indices. RuntimeError where it cannot be cut so."""

def hstack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor:
    """Joined side by side: along the second dimension, vectors along the first. RuntimeError for no tensors."""

def hypot(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Return √(x² + y²), the hypotenuse of a right triangle; the squares cannot overflow."""

def imag(input: Tensor) -> Tensor:
    """The imaginary parts, sharing memory. Any shape in, same out.

    Raises RuntimeError for a real tensor, which has none.
    """

def index_add(input: Tensor, dim: _int, index: Tensor, source: Tensor, *, alpha: _Number = 1, out: Tensor | None = None) -> Tensor:
    """A copy with slices of alpha·source added to those along `dim` that `index` names; repeats add up."""

def index_copy(input: Tensor, dim: _int, index: Tensor, source: Tensor, *, out: Tensor | None = None) -> Tensor:
    """A copy with the slices along `dim` that `index` names taken from `source`."""

def index_fill(input: Tensor, dim: _int, index: Tensor, value: _Value) -> Tensor:
    """A copy with one value in the slices along `dim` that `index` names."""

def index_put(input: Tensor, indices: Any, values: Tensor, accumulate: _bool = False) -> Tensor:
    """A copy with `values` written (accumulate=True: added) where indices, a tuple of index tensors, points."""

def index_put_(input: Tensor, indices: Any, values: Tensor, accumulate: _bool = False) -> Tensor:
    """Write (accumulate=True: add) `values` where indices, a tuple of index tensors, points."""

def index_reduce(input: Tensor, dim: _int, index: Tensor, source: Tensor, reduce: str, *, include_self: _bool = True, out: Tensor | None = None) -> Tensor:
    """A copy whose slices along `dim` are reduced with those of `source`: "prod", "mean", "amax" or "amin".

    index          (n,), which slice each of the n slices of source goes to
    include_self   whether the elements that are there take part

    Raises RuntimeError for another reduce and for other sizes, IndexError for an index that is no vector or names no
    slice, and NotImplementedError for complex numbers, but for what takes part with them by "prod" and "mean".
    """

def index_select(input: Tensor, dim: _int, index: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The slices of `input` along `dim` that `index`, a vector of integers, names; a copy. RuntimeError for others."""

inf: _float

def initial_seed() -> _int:
    """The seed the default generator started from."""

def inner(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Products summed over the last dimensions, both of size n: (*, n), (#, n) -> (*, #). RuntimeError for others."""

int: _dtype

int16: _dtype

int32: _dtype

int64: _dtype

int8: _dtype

def inverse(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The inverse of each square matrix of a stack."""

def is_autocast_enabled(device_type: str = 'cuda') -> Tensor:
    """False, whatever the device_type: numbers keep the dtype they are given."""

def is_complex(input: Tensor) -> _bool:
    """Whether its numbers are complex."""

def is_conj(input: Tensor) -> _bool:
    """False: conj() has computed its result, where PyTorch may only have marked it."""

def is_floating_point(self: Tensor) -> _bool:
    """Whether the dtype is a floating one."""

def is_grad_enabled() -> _bool:
    """Whether operations are being recorded for backward in this thread."""

def is_inference(self: Tensor) -> _bool:
    """Whether it was made in inference_mode."""

def is_inference_mode_enabled() -> _bool:
    """Whether this thread is inside `inference_mode`."""

def is_neg(input: Tensor) -> _bool:
    """False: a tensor's numbers are those in its memory."""

def is_nonzero(self: Tensor) -> _bool:
    """Whether the one element is not zero."""

def is_same_size(self: Tensor, other: _Value) -> _bool:
    """Whether the shapes are equal. Raises TypeError for what is no Tensor."""

def is_signed(self: Tensor) -> _bool:
    """Whether the dtype has negative numbers."""

def is_tensor(obj: Any) -> _bool:
    """Whether `obj` is a Tensor."""

def isclose(input: Tensor, other: Tensor, rtol: _float = 1e-05, atol: _float = 1e-08, equal_nan: _bool = False) -> Tensor:
    """Whether |input − other| ≤ atol + rtol·|other|, element by element; with equal_nan, nan is close to nan.

    Raises RuntimeError where tolerances are negative.
    """

def isfinite(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Whether input is neither inf nor nan, element by element; bool."""

def isin(elements: _Value, test_elements: _Value, *, assume_unique: _bool = False, invert: _bool = False, out: Tensor | None = None) -> Tensor:
    """Whether each of elements is one of test_elements; with invert=True, whether it is none. RuntimeError for bools.

    assume_unique   has no effect here: PyTorch's is faster for it
    """

def isinf(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Whether input is +inf or −inf, element by element; bool."""

def isnan(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Whether input is not a number, element by element; bool."""

def isneginf(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Whether x is −inf, element by element; bool."""

def isposinf(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Whether x is +inf, element by element; bool."""

def isreal(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Whether input is a real number, as all but complex tensors' are; bool."""

def istft(input: Tensor, n_fft: _int, hop_length: _int | None = None, win_length: _int | None = None, window: Tensor | None = None, center: _bool = True, normalized: _bool = False, onesided: _bool | None = None, length: _int | None = None, return_complex: _bool = False) -> Tensor:
    """The signal of which `stft` gave these frequencies: windows added where they were, divided by what covers each.

    input            (n_fft or n_fft // 2 + 1, windows) or (N, …), complex; other arguments as stft was given them
    length           how long the signal is: what is beyond is cut, and what is missing is zeros, with a warning
    return_complex   whether the signal is complex: then all n_fft frequencies are needed
    returns          (L) or (N, L)

    Raises RuntimeError for sizes that do not go together, and where windows leave a number of the signal uncovered.

    >>> x = minitorch.arange(8.0); w = minitorch.hann_window(4)
    >>> minitorch.istft(minitorch.stft(x, 4, window=w, return_complex=True), 4, window=w).allclose(x, atol=1e-5)
    True
    """

def kaiser_window(window_length: _int, periodic: _bool = True, beta: _float = 12.0, *, dtype: _dtype | None = None, layout: Any = None, device: _Device | None = None, requires_grad: _bool = False) -> Tensor:
    """I₀(β·√(1 − (2n/N − 1)²)) / I₀(β), (window_length,): the larger beta, the narrower; arguments as hann_window's."""

def kron(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Every element of the first times the whole second, laid out in blocks."""

def kthvalue(input: Tensor, k: _int, dim: _int = -1, keepdim: _bool = False, *, out: tuple[Tensor, ...] | None = None) -> _ValuesIndices:
    """The k-th smallest along `dim`, counted from 1: (values, indices)."""

def layer_norm(input: Tensor, normalized_shape: _Sizes, weight: Tensor | None = None, bias: Tensor | None = None, eps: _float = 1e-05) -> Tensor:
    """Each sample by itself to mean 0 and variance 1 over its last dimensions, then times weight plus bias.

    normalized_shape   the sizes of those dimensions; weight and bias have this shape
    Source: Ba et al., Layer Normalization (2016).
    """

def lcm(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """The least whole number that both divide, broadcast. NotImplementedError for floats."""

def ldexp(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """input · 2^other, broadcast: in input's dtype where other is of integers; NotImplementedError for bools there."""

def ldexp_(input: Tensor, other: Tensor) -> Tensor:
    """`ldexp`, written over the tensor's own memory; returns it."""

def le(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Whether input is at most other, element by element, broadcast; bool."""

def lerp(input: Tensor, end: Tensor, weight: _Value, *, out: Tensor | None = None) -> Tensor:
    """Interpolate: input + weight · (end − input), end itself for 1. RuntimeError for a weight of another dtype."""

def less(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Whether input is below other, element by element, broadcast; bool."""

def less_equal(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Whether input is at most other, element by element, broadcast; bool."""

def lgamma(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """log |Γ(input)|, the logarithm of the factorial of input − 1, by Stirling's series."""

def linspace(start: _Value, end: _Value, steps: _int, *, out: Tensor | None = None, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None) -> Tensor:
    """`steps` numbers evenly from start to end, both included.

    returns (steps,)

    Raises RuntimeError for a negative number of steps.

    >>> minitorch.linspace(0, 1, 5)
    tensor([0.0000, 0.2500, 0.5000, 0.7500, 1.0000])
    """

def load(f: Any, map_location: Any = None, pickle_module: Any = None, *, weights_only: _bool = True, mmap: _bool = False, classes: Any = ()) -> Any:
    """What `save` wrote; the weights in a file that PyTorch wrote; or a safetensors file.

    f              path, or a file opened for reading bytes
    map_location   device for the tensors; or a dict {saved: wanted}; or a function(storage, place) that returns
                   the storage, moved or not. Default: the devices they were saved from
    mmap           leave the numbers of a path in the file until they are used; the file is opened once, and may be
                   replaced by another meanwhile, as save does
    classes        Module classes that the file may hold, if the program has not imported them: [Net]
    pickle_module, weights_only   accepted: whatever they say, nothing in a file can run

    Only values are made. A whole module gets its class from `classes`, from `minitorch.nn` or from what is already
    imported, and its state from the file; nothing that a file names is imported, and no method of the class is called.

    Raises FileNotFoundError, or LoadError (a RuntimeError) for a file cut short, damaged, foreign or hostile.
    """

def log(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The natural logarithm; −inf at 0, nan below.

    input (*) -> (*)

    >>> minitorch.log(minitorch.tensor([1.0, 0.0]))
    tensor([0., -inf])
    """

def log10(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The logarithm to base 10."""

def log10_(input: Tensor) -> Tensor:
    """`log10`, written over the tensor's own memory; returns it."""

def log1p(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """log(1 + input), exact near 0."""

def log1p_(input: Tensor) -> Tensor:
    """`log1p`, written over the tensor's own memory; returns it."""

def log2(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The logarithm to base 2."""

def log2_(input: Tensor) -> Tensor:
    """`log2`, written over the tensor's own memory; returns it."""

def log_(input: Tensor) -> Tensor:
    """`log`, written over the tensor's own memory; returns it."""

def log_softmax(input: Tensor, dim: _int, dtype: _dtype | None = None, *, out: Tensor | None = None) -> Tensor:
    """log(softmax(input)), without overflow and without log(0).

    input (*) -> (*)

    Raises IndexError for a dimension that is not there.

    >>> minitorch.zeros(2).log_softmax(0)
    tensor([-0.6931, -0.6931])
    """

def logaddexp(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """log(eˣ + eʸ), without overflow, broadcast."""

def logaddexp2(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """log₂(2ˣ + 2ʸ), without overflow, broadcast."""

def logcumsumexp(input: Tensor, dim: _int, *, out: Tensor | None = None) -> Tensor:
    """log of the running sum of eˣ along `dim`, without overflow."""

def logdet(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The logarithm of each determinant, (*, n, n) -> (*); nan where that is negative."""

def logical_and(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Whether input and other, element by element, broadcast; bool."""

def logical_not(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Whether input is zero or False, element by element; bool."""

def logical_or(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Whether input or other, element by element, broadcast; bool."""

def logical_xor(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Whether input xor other, element by element, broadcast; bool."""

def logit(input: Tensor, eps: _float | None = None, *, out: Tensor | None = None) -> Tensor:
    """log(p / (1 − p)) of p = input, the inverse of sigmoid; nan outside [0, 1], unless eps is given: then the input
    is clamped to [eps, 1 − eps] first.
    """

def logit_(input: Tensor, eps: _float | None = None) -> Tensor:
    """`logit`, written over the tensor's own memory; returns it."""

def logspace(start: _Value, end: _Value, steps: _int, base: _float = 10.0, *, out: Tensor | None = None, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False) -> Tensor:
    """`steps` numbers from base^start to base^end, evenly by their logarithms."""

def logsumexp(input: Tensor, dim: _int, keepdim: _bool = False, *, out: Tensor | None = None) -> Tensor:
    """log Σ eˣ over `dim`, without overflow."""

long: _dtype

def lt(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Whether input is below other, element by element, broadcast; bool."""

def lu_solve(input: Tensor, LU_data: Tensor, LU_pivots: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The x with A @ x = input, (*, n, k), from linalg.lu_factor's LU_data (*, n, n) and LU_pivots of A."""

def lu_unpack(LU_data: Tensor, LU_pivots: Tensor, unpack_data: _bool = True, unpack_pivots: _bool = True) -> _PLU:
    """P, L and U of what linalg.lu_factor gave: (*, n, m), (*, k) -> (*, n, n), (*, n, k), (*, k, m).

    LU_data, LU_pivots           its LU and pivots
    unpack_data, unpack_pivots   False: L and U, or P, stay empty

    Raises RuntimeError for pivots that are not int32.
    """

def manual_seed(seed: Any) -> _Generator:
    """Seed the default generator; returns it. All of minitorch's randomness then repeats.

    seed an integer; returns the default generator

    Raises TypeError for what is no integer.

    >>> _ = minitorch.manual_seed(0); x = minitorch.rand(2)
    >>> _ = minitorch.manual_seed(0); minitorch.equal(x, minitorch.rand(2))
    True
    """

def masked_fill(input: Tensor, mask: Tensor, value: _Value) -> Tensor:
    """`value` where the mask is True, `input` elsewhere; broadcast.

    (*), mask (*), value () -> (*)

    Raises RuntimeError for a mask that is not bool.

    >>> x = minitorch.tensor([1.0, -2.0]); x.masked_fill(x < 0, 0)
    tensor([1., 0.])
    """

def masked_scatter(input: Tensor, mask: Tensor, source: Tensor) -> Tensor:
    """Elements of `source`, in order, where the mask is True, of a shape that broadcasts.

    Raises RuntimeError if they are too few.
    """

def masked_select(input: Tensor, mask: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The elements where the mask is True, as a vector; a copy."""

def matmul(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """The matrix product; of vectors the inner product; of stacks of matrices one product each.

    (…, n, m) @ (…, m, p) -> (…, n, p), the leading dimensions broadcast; RuntimeError where the m differ
    """

def matrix_exp(input: Tensor) -> Tensor:
    """e to the power of each square matrix of a stack: I + A + A²/2 + …"""

def matrix_power(input: Tensor, n: _int, *, out: Tensor | None = None) -> Tensor:
    """A matrix multiplied with itself n times; its inverse for negative n."""

@overload
def max(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The maximum: of all elements; along `dim`, as (values, indices); or of two tensors.

    The index is that of the first, where several tie; the gradient goes there.
        Of all elements, it is shared evenly among those that tie.
    """
@overload
def max(input: Tensor, dim: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The maximum: of all elements; along `dim`, as (values, indices); or of two tensors.

    The index is that of the first, where several tie; the gradient goes there.
        Of all elements, it is shared evenly among those that tie.
    """
@overload
def max(input: Tensor, *, other: Tensor, out: Tensor | None = None) -> Tensor:
    """The maximum: of all elements; along `dim`, as (values, indices); or of two tensors.

    The index is that of the first, where several tie; the gradient goes there.
        Of all elements, it is shared evenly among those that tie.
    """
@overload
def max(input: Tensor, dim: _int, keepdim: _bool = False, *, out: tuple[Tensor, Tensor] | None = None) -> _ValuesIndices:
    """The maximum: of all elements; along `dim`, as (values, indices); or of two tensors.

    The index is that of the first, where several tie; the gradient goes there.
        Of all elements, it is shared evenly among those that tie.
    """

def max_pool1d(input: Tensor, kernel_size: _Sizes, stride: _Sizes | None = None, padding: _Sizes | str = 0, dilation: _Sizes = 1, ceil_mode: _bool = False, return_indices: _bool = False) -> Tensor:
    """The largest of each window: (N, C, L) -> (N, C, OL). Arguments as max_pool2d's, a number in place of a pair."""

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

def max_pool3d(input: Tensor, kernel_size: _Sizes, stride: _Sizes | None = None, padding: _Sizes | str = 0, dilation: _Sizes = 1, ceil_mode: _bool = False, return_indices: _bool = False) -> Tensor:
    """The largest of each window: (N, C, D, H, W) -> (N, C, OD, OH, OW). Arguments as max_pool2d's, three for a pair.

    return_indices   also give where each stood in its volume, counted plane by plane and row by row
    """

def maximum(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """The larger of input and other, broadcast; nan if either is. Where they tie the gradient is halved."""

def mean(input: Tensor, dim: _int | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None, out: Tensor | None = None) -> Tensor:
    """The mean over `dim` (all, when None). nan of nothing. Raises RuntimeError for integers without a dtype."""

@overload
def median(input: Tensor) -> Tensor:
    """The median, the lower of two, nan where there is one: of all elements, or along `dim` as (values, indices)."""
@overload
def median(input: Tensor, dim: _int, keepdim: _bool = False) -> _ValuesIndices:
    """The median, the lower of two, nan where there is one: of all elements, or along `dim` as (values, indices)."""

def meshgrid(*tensors: Tensor | Sequence[Tensor], indexing: str | None = None) -> tuple[Tensor, ...]:
    """Grids of coordinates from vectors: each varies along its own dimension, as indexing "ij" says.

    indexing   "xy" swaps the first two, so that x goes across; RuntimeError for others

    Raises RuntimeError for no vectors, and where their dtypes differ.
    """

@overload
def min(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The minimum: of all elements; along `dim`, as (values, indices); or of two tensors.

    The index is that of the first, where several tie; the gradient goes there.
        Of all elements, it is shared evenly among those that tie.
    """
@overload
def min(input: Tensor, dim: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The minimum: of all elements; along `dim`, as (values, indices); or of two tensors.

    The index is that of the first, where several tie; the gradient goes there.
        Of all elements, it is shared evenly among those that tie.
    """
@overload
def min(input: Tensor, *, other: Tensor, out: Tensor | None = None) -> Tensor:
    """The minimum: of all elements; along `dim`, as (values, indices); or of two tensors.

    The index is that of the first, where several tie; the gradient goes there.
        Of all elements, it is shared evenly among those that tie.
    """
@overload
def min(input: Tensor, dim: _int, keepdim: _bool = False, *, out: tuple[Tensor, Tensor] | None = None) -> _ValuesIndices:
    """The minimum: of all elements; along `dim`, as (values, indices); or of two tensors.

    The index is that of the first, where several tie; the gradient goes there.
        Of all elements, it is shared evenly among those that tie.
    """

def minimum(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """The smaller of input and other, broadcast; nan if either is. Where they tie the gradient is halved."""

def mm(input: Tensor, mat2: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`matmul` of two matrices, input and mat2: (n, m), (m, p) -> (n, p)."""

def mode(input: Tensor, dim: _int = -1, keepdim: _bool = False, *, out: tuple[Tensor, ...] | None = None) -> _ValuesIndices:
    """The most frequent value along `dim`, the smallest of several: (values, indices)."""

def moveaxis(input: Tensor, source: _Sizes, destination: _Sizes) -> Tensor:
    """Move dimensions from source to destination, the others in order. A view. RuntimeError for unequal numbers."""

def movedim(input: Tensor, source: _Sizes, destination: _Sizes) -> Tensor:
    """Move dimensions from source to destination, the others in order. A view. RuntimeError for unequal numbers."""

def msort(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Sorted along the first dimension."""

def mul(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """input·other, broadcast."""

def multinomial(input: Tensor, num_samples: _int, replacement: _bool = False, *, generator: _Generator | None = None, out: Tensor | None = None) -> Tensor:
    """Indices drawn with the weights in each row: (n,) -> (num_samples,), (m, n) -> (m, num_samples).

    replacement   whether an index may come again

    Raises RuntimeError for weights that are negative or all 0, and for more draws than there are without replacement.
    """

def multiply(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """input·other, broadcast."""

def mv(input: Tensor, vec: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`matmul` of a matrix and a vector vec: (n, m), (m,) -> (n,)."""

nan: _float

def nan_to_num(input: Tensor, nan: _float = 0.0, posinf: _float | None = None, neginf: _float | None = None, *, out: Tensor | None = None) -> Tensor:
    """nan, inf and −inf as nan, posinf and neginf. RuntimeError for complex numbers that require a gradient."""

def nan_to_num_(input: Tensor, nan: _float = 0.0, posinf: _float | None = None, neginf: _float | None = None) -> Tensor:
    """`nan_to_num`, written over the tensor's own memory; returns it."""

def nanmean(input: Tensor, dim: _Dims | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None, out: Tensor | None = None) -> Tensor:
    """The mean over `dim` of what is not nan. Raises RuntimeError for integers."""

@overload
def nanmedian(input: Tensor) -> Tensor:
    """The median of what is not nan: of all elements, or along `dim` as (values, indices)."""
@overload
def nanmedian(input: Tensor, dim: _int, keepdim: _bool = False) -> _ValuesIndices:
    """The median of what is not nan: of all elements, or along `dim` as (values, indices)."""

def nanquantile(input: Tensor, q: _Value, dim: _int | None = None, keepdim: _bool = False, *, interpolation: str = 'linear', out: Tensor | None = None) -> Tensor:
    """`quantile` of what is not nan."""

def nansum(input: Tensor, dim: _Dims | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None, out: Tensor | None = None) -> Tensor:
    """The sum over `dim` with nan counted as 0. Raises NotImplementedError for complex numbers."""

def narrow(input: Tensor, dim: _int, start: _int, length: _int) -> Tensor:
    """Return `length` elements from `start` on along `dim`. A view. RuntimeError where there are not that many."""

def narrow_copy(input: Tensor, dim: _int, start: _int, length: _int) -> Tensor:
    """Return a copy of `length` elements from `start` on along `dim`; RuntimeError where there are not that many."""

def ne(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Whether input differs from other, element by element, broadcast; bool."""

def neg(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """−input. Raises RuntimeError for bools, which ~ turns round."""

def neg_(input: Tensor) -> Tensor:
    """`neg`, written over the tensor's own memory; returns it."""

def negative(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """−input. Raises RuntimeError for bools, which ~ turns round."""

def nextafter(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """The next number that the dtype has after input, towards other; input itself where the two are equal."""

@overload
def nonzero(input: Tensor, *, as_tuple: Literal[False] = False, out: Tensor | None = None) -> Tensor:
    """Where `input` is not zero: (n, dimensions), or one vector a dimension with as_tuple."""
@overload
def nonzero(input: Tensor, *, as_tuple: Literal[True]) -> tuple[Tensor, ...]:
    """Where `input` is not zero: (n, dimensions), or one vector a dimension with as_tuple."""

def norm(input: Tensor, p: Any = 'fro', dim: _Dims | None = None, keepdim: _bool = False, out: Tensor | None = None, dtype: _dtype | None = None) -> Tensor:
    """The p-norm over `dim` (all, when None); 'fro' is the 2-norm of all, 'nuc' of a matrix.

    Raises RuntimeError for other words.
    """

def normal(mean: Any, std: _float = 1.0, size: _Sizes | None = None, *, generator: _Generator | None = None, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, out: Tensor | None = None) -> Tensor:
    """Normal numbers: of one mean and spread std and a size, or elementwise from tensors of them."""

def not_equal(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Whether input differs from other, element by element, broadcast; bool."""

def numel(input: Tensor) -> _int:
    """The number of elements."""

def ones(*size: _Sizes, out: Tensor | None = None, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None, pin_memory: _bool = False, memory_format: Any = None) -> Tensor:
    """A tensor of the sizes given, every element 1."""

def ones_like(input: Tensor, *, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None, memory_format: Any = None) -> Tensor:
    """`ones` with the shape, dtype and device of `input`."""

def orgqr(input: Tensor, input2: Tensor, *, out: Tensor | None = None) -> Tensor:
    """linalg.householder_product: the Q of geqrf's results, input (*, n, m) and input2 (*, k)."""

def outer(input: Tensor, vec2: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Every element of one vector times every element of another, vec2: (n,), (m,) -> (n, m).

    Raises RuntimeError for no vectors.
    """

def pairwise_distance(x1: Tensor, x2: Tensor, p: _float = 2.0, eps: _float = 1e-06, keepdim: _bool = False) -> Tensor:
    """The p-norm of x1 − x2 + eps along the last dimension: (N, D) and (N, D) -> (N,). Broadcasts."""

def pca_lowrank(A: Tensor, q: _int | None = None, center: _bool = True, niter: _int = 2) -> tuple[Tensor, ...]:
    """Principal components of n rows of m numbers: svd_lowrank of A, (*, n, m), less its mean row.

    q        how many; None: 6, or as many as there are
    center   False: the mean is 0 already

    Raises ValueError as svd_lowrank does, and for niter below 0; niter as there.
    """

def pdist(input: Tensor, p: _float = 2.0) -> Tensor:
    """The p-norm between every two rows: (n, d) -> (n·(n − 1)/2,). Raises RuntimeError for what is no matrix."""

def permute(input: Tensor, *dims: _Sizes) -> Tensor:
    """A view with the dimensions in the order `dims`.

    (a, b, c) by dims (2, 0, 1) -> (c, a, b)

    Raises RuntimeError unless each dimension is named once.

    >>> minitorch.ones(2, 3, 4).permute(2, 0, 1).shape
    minitorch.Size([4, 2, 3])
    """

pi: _float

def pinverse(input: Tensor, rcond: _float = 1e-15, *, out: Tensor | None = None) -> Tensor:
    """The pseudo-inverse (n, m) -> (m, n): singular values up to rcond · the largest count as 0."""

def pixel_shuffle(input: Tensor, upscale_factor: _int) -> Tensor:
    """r² channels become r × r pixels, r the upscale_factor: (*, C·r², H, W) -> (*, C, H·r, W·r).

    Raises RuntimeError unless r² divides the channels. Source: Shi et al. (2016).
    """

def pixel_unshuffle(input: Tensor, downscale_factor: _int) -> Tensor:
    """r × r pixels become r² channels, r the downscale_factor: (*, C, H·r, W·r) -> (*, C·r², H, W).

    Raises RuntimeError unless r divides height and width.
    """

def polar(abs: Tensor, angle: Tensor, *, out: Tensor | None = None) -> Tensor:
    """abs·e^(i·angle), broadcast, the angle in radians."""

def polygamma(n: _int, input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The n-th derivative of digamma; digamma itself for n=0. Raises RuntimeError for a negative n."""

def positive(input: Tensor) -> Tensor:
    """+input: itself."""

def pow(input: Tensor, exponent: Any, *, out: Tensor | None = None) -> Tensor:
    """input to the power exponent, broadcast. 0⁰ is 1.

    (*), (*) -> (*)

    Raises RuntimeError for integers to a negative power.

    >>> minitorch.tensor([1.0, 2.0, 3.0]).pow(2)
    tensor([1., 4., 9.])
    """

def prelu(input: Tensor, weight: Tensor) -> Tensor:
    """x where positive, else weight·x; one weight, or one a channel of (N, C, …). RuntimeError for other weights."""

preserve_format: Any

def prod(input: Tensor, dim: _int | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None, out: Tensor | None = None) -> Tensor:
    """The product over one `dim` (all, when None)."""

def promote_types(a: Any, b: Any) -> _dtype:
    """The smallest dtype that holds both a and b, a float of any size winning over an integer."""

def put(input: Tensor, index: Tensor, source: Tensor, accumulate: _bool = False) -> Tensor:
    """A copy with each of `source` written, or added if accumulate, at its index in the flattened tensor; see put_."""

qint8: _dtype

def qr(input: Tensor, some: _bool = True, *, out: tuple[Tensor, ...] | None = None) -> _QR:
    """Q and R as of linalg.qr, (*, n, m) -> (*, n, k), (*, k, m); a square Q with some=False."""

def quantile(input: Tensor, q: _Value, dim: _int | None = None, keepdim: _bool = False, *, interpolation: str = 'linear', out: Tensor | None = None) -> Tensor:
    """The value below which a part q of the elements lies, nan where there is one.

    q               a number, or a vector: its results come stacked along a new first dimension
    interpolation   between two neighbours: "linear", "lower", "higher", "nearest" or "midpoint"
    """

def rad2deg(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Radians as degrees."""

def rad2deg_(input: Tensor) -> Tensor:
    """`rad2deg`, written over the tensor's own memory; returns it."""

def rand(*size: _Sizes, generator: _Generator | None = None, out: Tensor | None = None, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None) -> Tensor:
    """Random numbers, uniform in [0, 1).

    returns (*size)

    >>> minitorch.rand(2, 3).shape
    minitorch.Size([2, 3])
    """

def rand_like(input: Tensor, *, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None, memory_format: Any = None) -> Tensor:
    """`rand` with the shape, dtype and device of `input`."""

def randint(low: Any = None, high: Any = None, size: _Sizes | None = None, *, generator: _Generator | None = None, out: Tensor | None = None, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None) -> Tensor:
    """Random integers from low (0 when left out) up to, not including, high.

    returns (*size) in int64

    Raises RuntimeError unless low < high.

    >>> minitorch.randint(10, (2, 3)).shape
    minitorch.Size([2, 3])
    """

def randint_like(input: Tensor, low: Any, high: Any = None, *, generator: _Generator | None = None, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False) -> Tensor:
    """`randint` with the shape, dtype and device of `input`."""

def randn(*size: _Sizes, generator: _Generator | None = None, out: Tensor | None = None, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None) -> Tensor:
    """Random numbers from the standard normal distribution.

    returns (*size)

    >>> minitorch.randn(2, 3).shape
    minitorch.Size([2, 3])
    """

def randn_like(input: Tensor, *, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None, memory_format: Any = None) -> Tensor:
    """`randn` with the shape, dtype and device of `input`."""

def randperm(n: _int, *, generator: _Generator | None = None, out: Tensor | None = None, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None) -> Tensor:
    """The integers below n in random order. Raises RuntimeError for a negative n, or one too large for the dtype."""

def range(start: Any, end: Any = None, step: _float = 1, **settings: Any) -> Tensor:
    """The old arange, from start to end by step, the end in it: range(0, 3) is 0., 1., 2., 3. Always floats.

    Raises RuntimeError where step leads away from the end.
    """

def ravel(input: Tensor) -> Tensor:
    """The elements as a vector; a view where the memory allows."""

def real(input: Tensor) -> Tensor:
    """The real parts, sharing memory; a real tensor itself. Any shape in, same out."""

def reciprocal(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """1/input."""

def reciprocal_(input: Tensor) -> Tensor:
    """`reciprocal`, written over the tensor's own memory; returns it."""

def relu(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return max(input, 0), element by element. The derivative at 0 is taken as 0."""

def relu_(input: Tensor) -> Tensor:
    """`relu`, written over the tensor's own memory; returns it."""

def remainder(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Return the remainder of input / other rounded down; it has the sign of other."""

def renorm(input: Tensor, p: Any, dim: _int, maxnorm: Any, *, out: Tensor | None = None) -> Tensor:
    """Each slice along `dim` scaled down where its p-norm exceeds maxnorm, the same shape.

    Raises RuntimeError for fewer than two dimensions, and unless p is positive.
    """

def repeat_interleave(input: Tensor, repeats: _Value | None = None, dim: _int | None = None, *, output_size: _int | None = None) -> Tensor:
    """Each element (or slice along `dim`) repeated in place: [1, 2] by 2 gives [1, 1, 2, 2].

    Called with repeats only, it repeats their indices: [1, 2] gives [0, 1, 1].
    Raises RuntimeError for negative repeats, and where output_size is not the size that comes out.
    """

def reshape(input: Tensor, *shape: _Sizes) -> Tensor:
    """The same elements in another shape; a view where the memory allows, else a copy.

    shape   sizes, one of which may be −1
    """

def resolve_conj(input: Tensor) -> Tensor:
    """The tensor itself: conj() has computed its result."""

def resolve_neg(input: Tensor) -> Tensor:
    """The tensor itself: its numbers are those in its memory."""

def result_type(tensor1: Any, tensor2: Any) -> _dtype:
    """The dtype of what an operation makes of tensor1 and tensor2, tensors or numbers; TypeError for others.

    >>> result_type(tensor([1, 2]), 1.0)
    minitorch.float32
    """

def rms_norm(input: Tensor, normalized_shape: _Sizes, weight: Tensor | None = None, eps: _float | None = None) -> Tensor:
    """The last dimensions divided by their root mean square, then times weight; eps None: the dtype's own.

    normalized_shape   the sizes of those dimensions, and the weight's; RuntimeError for an input that ends otherwise

    Source: Zhang and Sennrich, Root Mean Square Layer Normalization (2019).
    """

def roll(input: Tensor, shifts: Any, dims: Any = ()) -> Tensor:
    """Elements moved by as many shifts as dims (or through the flattened tensor), wrapping round; else RuntimeError."""

def rot90(input: Tensor, k: _int = 1, dims: _Dims = (0, 1)) -> Tensor:
    """Turned by 90° k times, from the first of two dimensions `dims` to the second. RuntimeError if there are fewer."""

def round(input: Tensor, *, decimals: _int = 0, out: Tensor | None = None) -> Tensor:
    """Round to the nearest integer, or to `decimals` decimals of floats (else NotImplementedError); ties go to even."""

def round_(input: Tensor, *, decimals: _int = 0) -> Tensor:
    """`round`, written over the tensor's own memory; returns it."""

def row_stack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor:
    """Joined one below the other: along the first dimension, vectors as rows."""

def rrelu(input: Tensor, lower: _float = 0.125, upper: _float = 0.3333333333333333, training: _bool = False, inplace: _bool = False) -> Tensor:
    """leaky_relu with a slope drawn anew for each element in training, their mean otherwise.

    lower, upper   the slope is uniform between them; RuntimeError if lower is above upper
    """

def rrelu_(input: Tensor, *settings: Any, **named: Any) -> Tensor:
    """rrelu, written over the input."""

def rsqrt(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """1/√input."""

def rsqrt_(input: Tensor) -> Tensor:
    """`rsqrt`, written over the tensor's own memory; returns it."""

def rsub(input: Tensor, other: _Value, *, alpha: _Number = 1) -> Tensor:
    """Return other − alpha·input: `sub` with its operands swapped."""

def save(obj: Any, f: Any, pickle_module: Any = None, pickle_protocol: Any = None, _use_new_zipfile_serialization: _bool = True) -> None:
    """Write values, tensors, containers of them, and whole modules.

    obj   a state_dict, an optimiser's state, a Module; numbers, strings, bytes, None, dtypes, devices, arrays;
          and dicts, lists, tuples and sets of them
    f     path, or a file opened for writing bytes

    pickle_module and pickle_protocol are PyTorch's, and change nothing here.
    A path is written whole or not at all: first beside it, then moved to its name. Tensors that share memory are
    stored once, and share it again when loaded. Raises TypeError, with the place, for what cannot be kept.

    >>> import io, minitorch as mt
    >>> file = io.BytesIO()
    >>> mt.save({"step": 3, "weight": mt.ones(2)}, file)
    >>> file.seek(0)
    0
    >>> mt.load(file)
    {'step': 3, 'weight': tensor([1., 1.])}
    """

def scalar_tensor(s: Any, *, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False) -> Tensor:
    """A 0-d tensor of the number s. Raises TypeError for anything else."""

def scatter(input: Tensor, dim: _int, index: Tensor, src: _Value | None = None, *, value: Any = None, reduce: str | None = None, out: Tensor | None = None) -> Tensor:
    """A copy with src (or one value) written at out[index[i][j]][j] for dim 0, and likewise for other dimensions."""

def scatter_add(input: Tensor, dim: _int, index: Tensor, src: Tensor, *, out: Tensor | None = None) -> Tensor:
    """A copy with src added where `index` points along `dim`; repeated indices add up."""

def scatter_reduce(input: Tensor, dim: _int, index: Tensor, src: Tensor, reduce: str, *, include_self: _bool = True, out: Tensor | None = None) -> Tensor:
    """A copy reduced with src where `index` points: "sum", "mean", "prod", "amax" or "amin", else RuntimeError.

    dim            the dimension that indices count along; index is no larger than src
    include_self   whether the elements that are there take part
    """

def searchsorted(sorted_sequence: Tensor, input: _Value, *, right: _bool = False, side: str | None = None, out_int32: _bool = False, sorter: Any = None, out: Tensor | None = None) -> Tensor:
    """The index at which each value of input keeps sorted_sequence sorted: before equals, or after with right=True.

    sorted_sequence   a vector, or (*, n) with a row for each (*) of the values
    out_int32         indices of int32, not int64
    side              "right", another way to say right=True; or "left"
    sorter            indices that sort the sequence, where it is not sorted itself

    Raises RuntimeError for shapes that do not fit.
    """

def seed() -> _int:
    """Seed the default generator from the system; returns the seed."""

def select(input: Tensor, dim: _int, index: _int) -> Tensor:
    """The slice at `index` of dimension `dim`, without it. A view. IndexError where there is none."""

def select_scatter(input: Tensor, src: Tensor, dim: _int, index: _int) -> Tensor:
    """A copy with `src` in place of the slice at `index` of dimension `dim`."""

def selu(input: Tensor, inplace: _bool = False) -> Tensor:
    """elu scaled so that activations keep mean 0 and variance 1. Source: Klambauer et al. (2017)."""

def selu_(input: Tensor, *settings: Any, **named: Any) -> Tensor:
    """selu, written over the input."""

def set_default_device(device: _Device) -> None:
    """Make new tensors on `device` where none is named; None means the CPU."""

def set_default_dtype(d: Any) -> None:
    """Make `d` what Python floats and `randn` become. Raises TypeError for what is no floating dtype."""

def set_default_tensor_type(t: Any) -> None:
    """The old set_default_dtype and _device, by the type t: FloatTensor, DoubleTensor, HalfTensor, cuda.FloatTensor.

    Its name does too. Raises TypeError for others.
    """

def set_float32_matmul_precision(precision: Any) -> Tensor:
    """Do nothing: products of float32 are computed in float32.

    precision is "highest", "high" or "medium", else RuntimeError.
    """

def set_flush_denormal(mode: Any) -> Tensor:
    """False, whatever the mode: denormal numbers are kept."""

def set_num_interop_threads(threads: Any) -> Tensor:
    """Do nothing, whatever number of threads: operations run one after another."""

def set_num_threads(int: Any) -> None:
    """Let matrix products, and the loops of `compile(backend="c")`, use so many cores. RuntimeError for an int below 1.

    It holds for the whole process. Small products are fastest on one core: waiting
    for a second one that another program is using costs far more than it saves.
    Products do not follow where NumPy brings another BLAS than OpenBLAS.
    """

def set_printoptions(precision: Any = None, threshold: Any = None, edgeitems: Any = None, linewidth: Any = None, profile: Any = None, sci_mode: Any = None) -> None:
    """Change how tensors print.

    precision   digits after the point (4)
    threshold   number of elements above which the middle is left out (1000)
    edgeitems   how many are shown at each edge then (3)
    linewidth   characters a line (80)
    profile     "default", "short" (2 digits, 2 at the edges) or "full" (never left out)
    sci_mode    always or never 1.0e+00; None decides by the values
    """

def set_rng_state(new_state: Any) -> None:
    """Bring the default generator back to new_state, a ByteTensor that `get_rng_state` returned.

    Raises TypeError for what is no ByteTensor of the CPU, RuntimeError for one of another length.
    """

def sgn(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """−1, 0 or 1; of a complex number the one of size 1 in its direction, or 0. Any shape in, same out."""

short: _dtype

def sigmoid(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """1 / (1 + e⁻ˣ).

    input (*) -> (*)

    Raises TypeError for what is no Tensor.

    >>> minitorch.sigmoid(minitorch.tensor([-1.0, 0.0, 1.0]))
    tensor([0.2689, 0.5000, 0.7311])
    """

def sigmoid_(input: Tensor) -> Tensor:
    """`sigmoid`, written over the tensor's own memory; returns it."""

def sign(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """−1, 0 or 1; 0 of nan."""

def signbit(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Whether the sign is minus, that of −0 too; bool."""

def sin(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The sine of input radians."""

def sin_(input: Tensor) -> Tensor:
    """`sin`, written over the tensor's own memory; returns it."""

def sinc(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """sin(πx) / πx, and 1 at 0.

    Near 0 by its series, whose derivatives of any order are right at 0, where the quotient's cancel.
    """

def sinc_(input: Tensor) -> Tensor:
    """`sinc`, written over the tensor's own memory; returns it."""

def sinh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The hyperbolic sine: (eˣ − e⁻ˣ) / 2."""

def sinh_(input: Tensor) -> Tensor:
    """`sinh`, written over the tensor's own memory; returns it."""

def slice_scatter(input: Tensor, src: Tensor, dim: Any = 0, start: Any = None, end: Any = None, step: Any = 1, *, out: Tensor | None = None) -> Tensor:
    """A copy with `src` in place of indices start to end, by step, of dimension `dim`.

    Raises IndexError for a single number.
    """

def slogdet(input: Tensor, *, out: tuple[Tensor, ...] | None = None) -> _SignLogabsdet:
    """The sign of the determinant and the logarithm of its size."""

def softmax(input: Tensor, dim: _int, dtype: _dtype | None = None, *, out: Tensor | None = None) -> Tensor:
    """eˣ, scaled to sum to 1 along `dim`.

    input (*) -> (*)

    Raises IndexError for a dimension that is not there.

    >>> minitorch.zeros(4).softmax(0)
    tensor([0.2500, 0.2500, 0.2500, 0.2500])
    """

def sort(input: Tensor, dim: _int = -1, descending: _bool = False, *, stable: _bool = False, out: tuple[Tensor, ...] | None = None) -> _ValuesIndices:
    """Sorted along `dim`, largest first if descending: (values, indices); stable or not, equals keep their order."""

def split(tensor: Tensor, split_size_or_sections: Any, dim: _int = 0) -> tuple[Tensor, ...]:
    """Pieces along `dim`, views: of one size split_size_or_sections, or of a list of sizes; RuntimeError for others."""

def split_with_sizes(input: Tensor, split_sizes: Any, dim: _int = 0) -> tuple[Tensor, ...]:
    """Pieces of the given split_sizes along `dim`. Views."""

def sqrt(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """√input; nan below 0.

    input (*) -> (*)

    >>> minitorch.sqrt(minitorch.tensor([4.0, 9.0]))
    tensor([2., 3.])
    """

def sqrt_(input: Tensor) -> Tensor:
    """`sqrt`, written over the tensor's own memory; returns it."""

def square(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """x²."""

def square_(input: Tensor) -> Tensor:
    """`square`, written over the tensor's own memory; returns it."""

def squeeze(input: Tensor, dim: _int | None = None, *, out: Tensor | None = None) -> Tensor:
    """Without its dimensions of size 1 (all, or those named); a view.

    (1, n, 1) -> (n,)

    Raises IndexError for a dimension that is not there.

    >>> minitorch.ones(1, 3, 1).squeeze().shape
    minitorch.Size([3])
    """

def stack(tensors: Sequence[Tensor], dim: _int = 0, *, out: Tensor | None = None) -> Tensor:
    """Tensors of one shape joined along a new dimension `dim`.

    k tensors (*) -> (*, k, *), with k at `dim`

    Raises RuntimeError where the shapes differ, or no tensor is given.

    >>> minitorch.stack([minitorch.zeros(3), minitorch.ones(3)]).shape
    minitorch.Size([2, 3])
    """

def std(input: Tensor, dim: Any = None, unbiased: _bool | None = None, keepdim: _bool = False, *, correction: _float = 1, out: Tensor | None = None) -> Tensor:
    """The standard deviation over `dim` (all, when None): the root of `var`."""

def std_mean(input: Tensor, dim: Any = None, unbiased: _bool | None = None, keepdim: _bool = False, *, correction: _float = 1, out: tuple[Tensor, ...] | None = None) -> tuple[Tensor, ...]:
    """The standard deviation and the mean over `dim`; arguments as var's."""

def stft(input: Tensor, n_fft: _int, hop_length: _int | None = None, win_length: _int | None = None, window: Tensor | None = None, center: _bool = True, pad_mode: str = 'reflect', normalized: _bool = False, onesided: _bool | None = None, return_complex: _bool | None = None, align_to_window: _bool | None = None) -> Tensor:
    """The short-time Fourier transform: the frequencies of every `hop_length`-th window of a signal.

    input            (L) or (N, L), real or complex
    n_fft            how many numbers a transform takes
    hop_length       from one window to the next; n_fft // 4 unless given
    win_length       how long the window is, in the middle of n_fft zeros; n_fft unless given
    window           (win_length), what each piece is multiplied with, as hann_window gives it; ones unless given
    center           whether the first window's middle is the first number: the signal is padded, as pad_mode says
    normalized       whether the result is divided by √n_fft
    onesided         only the first n_fft // 2 + 1 frequencies, of which the others are the mirror image; None: of real
                     signals
    return_complex   False: real and imaginary parts in a last dimension of 2; must be given for a real signal
    align_to_window  with center=False, whether a window that is shorter than n_fft begins at the first number
    returns          (n_fft or n_fft // 2 + 1, windows), or the same for each of N signals

    Raises RuntimeError for sizes that do not go together, NotImplementedError for another pad_mode.

    >>> minitorch.stft(minitorch.ones(8), 4, return_complex=True)[:, 0].real
    tensor([4., 0., 0.])
    """

strided: Any

def sub(input: _Value, other: _Value, last: Any = None, *, alpha: _Number = 1, out: Tensor | None = None) -> Tensor:
    """input − alpha·other, broadcast."""

def subtract(input: _Value, other: _Value, last: Any = None, *, alpha: _Number = 1, out: Tensor | None = None) -> Tensor:
    """input − alpha·other, broadcast."""

def sum(input: Tensor, dim: _int | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None, out: Tensor | None = None) -> Tensor:
    """The sum over `dim` (all, when None). Integers are summed in int64."""

def svd(input: Tensor, some: _bool = True, compute_uv: _bool = True, *, out: tuple[Tensor, ...] | None = None) -> _USV:
    """U, S and V, not its transpose as of linalg.svd: (*, n, m) -> (*, n, k), (*, k), (*, m, k), k = min(n, m).

    some         False: square U and V
    compute_uv   False: U and V are zeros
    """

def svd_lowrank(A: Tensor, q: _int = 6, niter: _int = 2, M: Tensor | None = None) -> tuple[Tensor, ...]:
    """The q largest singular values of A (less M), and their vectors: (*, n, m) -> (*, n, q), (*, q), (*, m, q).

    niter   taken as PyTorch does, which comes near them by so many random projections: here they are exact

    Raises ValueError for a q that is not between 0 and min(n, m), RuntimeError for whole numbers.
    """

def swapaxes(input: Tensor, dim0: Any, dim1: Any, *, out: Tensor | None = None) -> Tensor:
    """Swap two dimensions; a view.

    (*, n, *, m, *) -> (*, m, *, n, *)

    Raises IndexError for a dimension that is not there.

    >>> minitorch.ones(2, 3).transpose(0, 1).shape
    minitorch.Size([3, 2])
    """

def swapdims(input: Tensor, dim0: Any, dim1: Any, *, out: Tensor | None = None) -> Tensor:
    """Swap two dimensions; a view.

    (*, n, *, m, *) -> (*, m, *, n, *)

    Raises IndexError for a dimension that is not there.

    >>> minitorch.ones(2, 3).transpose(0, 1).shape
    minitorch.Size([3, 2])
    """

def t(input: Tensor) -> Tensor:
    """The transpose of a matrix; a vector or number as it is. A view. RuntimeError for more dimensions."""

def take(input: Tensor, index: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Elements by their index in the flattened input: the result has the index's shape.

    Raises RuntimeError unless it is of int64.
    """

def take_along_dim(input: Tensor, indices: Tensor, dim: _int | None = None, *, out: Tensor | None = None) -> Tensor:
    """Elements by their index along `dim`, negative ones counted from its end; of the flattened input when None.

    indices   int64, as many dimensions as input; what lies beside `dim` is broadcast

    Raises RuntimeError for indices of another dtype or number of dimensions, and for one that is out of bounds, or
    negative where dim is None.
    """

def tan(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The tangent of input radians."""

def tan_(input: Tensor) -> Tensor:
    """`tan`, written over the tensor's own memory; returns it."""

def tanh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The hyperbolic tangent: from −1 to 1.

    input (*) -> (*)

    Raises TypeError for what is no Tensor.

    >>> minitorch.tanh(minitorch.tensor([-1.0, 0.0]))
    tensor([-0.7616,  0.0000])
    """

def tanh_(input: Tensor) -> Tensor:
    """`tanh`, written over the tensor's own memory; returns it."""

def tensor(data: Any, *, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, pin_memory: _bool = False) -> Tensor:
    """A new tensor with a copy of `data`: a number, nested lists, an array or a tensor.

    dtype   default: float32 for floats, int64 for integers, bool; an array's own

    Raises TypeError for data without a dtype here, such as text.

    >>> tensor([[1.0, 2.0], [3.0, 4.0]]).sum()
    tensor(10.)
    """

def tensor_split(input: Tensor, indices_or_sections: Any, dim: _int = 0) -> tuple[Tensor, ...]:
    """Split along `dim`: into indices_or_sections nearly equal pieces, or before these indices. Views.

    Raises RuntimeError for 0.
    """

def tensordot(a: Tensor, b: Tensor, dims: Any = 2, *, out: Tensor | None = None) -> Tensor:
    """Products summed over the last `dims` of a and the first of b, or over two lists of dimensions.

    Raises RuntimeError where their sizes differ.
    """

def threshold(input: Tensor, threshold: _float, value: Any, inplace: _bool = False) -> Tensor:
    """x where above the threshold, else value."""

def threshold_(input: Tensor, *settings: Any, **named: Any) -> Tensor:
    """threshold, written over the input."""

def tile(input: Tensor, *dims: _Sizes) -> Tensor:
    """Like `repeat`; missing repeats in front count as 1."""

def topk(input: Tensor, k: _int, dim: _int = -1, largest: _bool = True, sorted: _bool = True, *, out: tuple[Tensor, ...] | None = None) -> _ValuesIndices:
    """The k largest (or smallest) along `dim`, sorted in any case: (values, indices).

    (*, n, *) -> two of (*, k, *)

    Raises RuntimeError where there are not k.

    >>> minitorch.tensor([1.0, 5.0, 3.0]).topk(2).values
    tensor([5., 3.])
    """

def trace(input: Tensor) -> Tensor:
    """The sum of a matrix's diagonal. Raises RuntimeError for what is no matrix."""

def transpose(input: Tensor, dim0: Any, dim1: Any, *, out: Tensor | None = None) -> Tensor:
    """Swap two dimensions; a view.

    (*, n, *, m, *) -> (*, m, *, n, *)

    Raises IndexError for a dimension that is not there.

    >>> minitorch.ones(2, 3).transpose(0, 1).shape
    minitorch.Size([3, 2])
    """

def trapezoid(y: Tensor, x: Tensor | None = None, *, dx: _float = 1, dim: _int = -1) -> Tensor:
    """The area under a curve of heights y along `dim`, straight between points at x, or dx apart."""

def trapz(y: Tensor, x: Tensor | None = None, *, dx: _float = 1, dim: _int = -1) -> Tensor:
    """The area under a curve of heights y along `dim`, straight between points at x, or dx apart."""

def tril(input: Tensor, diagonal: _int = 0, *, out: Tensor | None = None) -> Tensor:
    """The lower triangle of the last two dimensions, zeros above diagonal 0, or that many further up."""

def tril_indices(row: _int, col: _int, offset: _int = 0, *, dtype: _dtype | None = None, device: _Device | None = None) -> Tensor:
    """Row and column of each element of the lower triangle of a (row, col) matrix: (2, n).

    offset as diagonal takes it.
    """

def triu(input: Tensor, diagonal: _int = 0, *, out: Tensor | None = None) -> Tensor:
    """The upper triangle of the last two dimensions, zeros below diagonal 0, or that many further up.

    (*, n, m) -> (*, n, m)

    Raises RuntimeError for fewer than two dimensions.

    >>> minitorch.ones(2, 2).triu(1)
    tensor([[0., 1.],
            [0., 0.]])
    """

def triu_indices(row: _int, col: _int, offset: _int = 0, *, dtype: _dtype | None = None, device: _Device | None = None) -> Tensor:
    """Row and column of each element of the upper triangle of a (row, col) matrix: (2, n).

    offset as diagonal takes it.
    """

def true_divide(input: _Value, other: _Value, *, rounding_mode: str | None = None, out: Tensor | None = None) -> Tensor:
    """input / other; with rounding_mode "floor" or "trunc", a whole number of the inputs' dtype."""

def trunc(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Round towards zero."""

def trunc_(input: Tensor) -> Tensor:
    """`trunc`, written over the tensor's own memory; returns it."""

def typename(obj: Any) -> Tensor:
    """The name of what obj is, with where it is from: `minitorch.FloatTensor` of a tensor."""

uint8: _dtype

def unbind(input: Tensor, dim: _int = 0) -> tuple[Tensor, ...]:
    """The slices along `dim`, without it. Views."""

def unflatten(input: Tensor, dim: _int, sizes: _Sizes) -> Tensor:
    """One dimension as several, of the given sizes. A view. Raises TypeError unless sizes is a tuple or list."""

@overload
def unique(input: Tensor, sorted: _bool = True, return_inverse: Literal[False] = False, return_counts: Literal[False] = False, dim: _int | None = None) -> Tensor:
    """Return the distinct values in order, of all elements, or the distinct slices along `dim`.

    sorted           of no effect: they are in order always
    return_inverse   also each element's index among them
    return_counts    also how often each occurs
    """
@overload
def unique(input: Tensor, sorted: _bool = True, return_inverse: _bool = False, return_counts: _bool = False, dim: _int | None = None) -> tuple[Tensor, ...]:
    """Return the distinct values in order, of all elements, or the distinct slices along `dim`.

    sorted           of no effect: they are in order always
    return_inverse   also each element's index among them
    return_counts    also how often each occurs
    """

@overload
def unique_consecutive(input: Tensor, return_inverse: Literal[False] = False, return_counts: Literal[False] = False, dim: _int | None = None) -> Tensor:
    """Each run of equal values once: of the flattened input, or of its slices along `dim`.

    return_inverse   also each element's index among the runs
    return_counts    also how long each run is
    """
@overload
def unique_consecutive(input: Tensor, return_inverse: _bool = False, return_counts: _bool = False, dim: _int | None = None) -> tuple[Tensor, ...]:
    """Each run of equal values once: of the flattened input, or of its slices along `dim`.

    return_inverse   also each element's index among the runs
    return_counts    also how long each run is
    """

def unravel_index(indices: Tensor, shape: _Sizes) -> tuple[Tensor, ...]:
    """Convert indices into a flattened tensor of that shape to one index per dimension.

    Raises TypeError unless of integers.
    """

def unsqueeze(input: Tensor, dim: _int, *, out: Tensor | None = None) -> Tensor:
    """With a new dimension of size 1 at `dim`; a view.

    (n, m) at dim 1 -> (n, 1, m)

    Raises IndexError for a dimension outside the result.

    >>> minitorch.ones(2, 3).unsqueeze(0).shape
    minitorch.Size([1, 2, 3])
    """

def use_deterministic_algorithms(mode: Any, *, warn_only: _bool = False) -> Tensor:
    """Do nothing, whatever mode and warn_only are: every computation repeats to the last bit once seeded."""

def vander(x: Tensor, N: _int | None = None, increasing: _bool = False) -> Tensor:
    """Powers of a vector x as N columns, as many as it is long if None, the highest first, or last when increasing.

    Raises RuntimeError for what is no vector.
    """

def var(input: Tensor, dim: Any = None, unbiased: _bool | None = None, keepdim: _bool = False, *, correction: _float = 1, out: Tensor | None = None) -> Tensor:
    """The variance over `dim` (all, when None), divided by n − correction; unbiased=False is correction=0."""

def var_mean(input: Tensor, dim: Any = None, unbiased: _bool | None = None, keepdim: _bool = False, *, correction: _float = 1, out: tuple[Tensor, ...] | None = None) -> tuple[Tensor, ...]:
    """The variance and the mean over `dim`; arguments as var's."""

def vdot(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The inner product of two vectors, the first conjugated."""

def view_as_complex(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """(…, 2) -> (…) complex, numbers of a real and an imaginary part; a copy where these do not lie side by side.

    Raises RuntimeError unless the last dimension has size 2 and the dtype is float32 or float64.
    """

def view_as_real(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """(…) complex -> (…, 2): the real and the imaginary part of each, sharing memory.

    Raises RuntimeError for a real tensor, which has no such parts.
    """

def vmap(func: Any, in_dims: _float = 0, out_dims: _float = 0, randomness: str = 'error', *, chunk_size: Any = None) -> Tensor:
    """A function that takes batches: `func` of each sample in turn, the results stacked.

    in_dims    which dimension counts the samples: a number for all arguments or one for each; None: the argument is the
               same for all; of an argument that is a dict, list or tuple also such a structure of numbers
    out_dims   which dimension of each result counts them: a number, or one for each of several results
    randomness, chunk_size   PyTorch's: samples are computed one by one, each with random numbers of its own

    PyTorch's computes all samples at once; the numbers are the same. Raises ValueError where no argument has a
    batch, or two have a different number of samples; and, with the function's name, where its results are no
    tensors, or not all of one shape.

    >>> vmap(lambda row, v: (row * v).sum(), in_dims=(0, None))(tensor([[1, 2], [3, 4]]), tensor([1, 10]))
    tensor([21, 43])
    """

def vsplit(input: Tensor, indices_or_sections: Any) -> tuple[Tensor, ...]:
    """Pieces along the first dimension, views: as many as indices_or_sections, or cut at these indices. RuntimeError where it cannot be cut so."""

def vstack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor:
    """Joined one below the other: along the first dimension, vectors as rows."""

@overload
def where(condition: Tensor, /) -> tuple[Tensor, ...]:
    """`input` where the condition holds, else `other`, all broadcast; with the condition alone, its true indices.

    Raises TypeError where only one of the two is given.
    """
@overload
def where(condition: Tensor, input: _Value, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """`input` where the condition holds, else `other`, all broadcast; with the condition alone, its true indices.

    Raises TypeError where only one of the two is given.
    """

def xlogy(input: _Value, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """input · log(other), and 0 where input is 0."""

def xlogy_(input: _Value, other: _Value) -> Tensor:
    """`xlogy`, written over the tensor's own memory; returns it."""

def zero_(self: Tensor) -> Tensor:
    """Write 0 everywhere."""

def zeros(*size: _Sizes, out: Tensor | None = None, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None, pin_memory: _bool = False, memory_format: Any = None) -> Tensor:
    """A tensor of the sizes given, every element 0."""

def zeros_like(input: Tensor, *, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None, memory_format: Any = None) -> Tensor:
    """`zeros` with the shape, dtype and device of `input`."""
