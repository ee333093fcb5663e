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
from minitorch.random import Generator as Generator
from minitorch.tensors.tensor import Size as Size
from minitorch.tensors.tensor import Tensor as Tensor
from minitorch.torch_api import accelerator as accelerator
from minitorch.torch_api import amp as amp
from minitorch import ao as ao
from minitorch import as_torch as as_torch
from minitorch.torch_api.amp import autocast as autocast
from minitorch import autograd as autograd
from minitorch.torch_api import backends as backends
from minitorch.torch_api import compiler as compiler
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
from minitorch.rare import fft as fft
from minitorch.rare.dtypes import finfo as finfo
from minitorch.torch_api import func as func
from minitorch.torch_api import functional as functional
from minitorch.models import hub as hub
from minitorch.rare.dtypes import iinfo as iinfo
from minitorch.runtime.grad_modes import inference_mode as inference_mode
from minitorch import inspect as inspect
from minitorch.torch_api import jit as jit
from minitorch.tensors.layouts import layout as layout
from minitorch import course as learn
from minitorch.torch_api import library as library
from minitorch.rare import linalg as linalg
from minitorch.tensors.layouts import memory_format as memory_format
from minitorch import models as models
from minitorch.torch_api import multiprocessing as multiprocessing
from minitorch import nn as nn
from minitorch.engine.grad_mode import no_grad as no_grad
from minitorch import numpy as numpy
from minitorch import onnx as onnx
from minitorch import optim as optim
from minitorch.inspect import profiler as profiler
from minitorch.torch_api import quantization as quantization
from minitorch import random as random
from minitorch import serialization as serialization
from minitorch.runtime.grad_modes import set_grad_enabled as set_grad_enabled
from minitorch import signal as signal
from minitorch.rare.tensors import sparse as sparse
from minitorch.rare import special as special
from minitorch import static as static
from minitorch.torch_api import testing as testing
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
           'logspace', 'logsumexp', 'long', 'lt', 'lu', 'lu_solve', 'lu_unpack', 'manual_seed', 'masked_fill',
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
           'slice_scatter', 'slogdet', 'softmax', 'sort', 'sparse_coo', 'sparse_coo_tensor', 'split',
           'split_with_sizes', 'spmm', 'sqrt', 'sqrt_', 'square', 'square_', 'squeeze', 'stack', 'std', 'std_mean',
           'stft', 'strided', 'sub', 'subtract', 'sum', 'svd', 'svd_lowrank', 'swapaxes', 'swapdims', 't', 'take',
           'take_along_dim', 'tan', 'tan_', 'tanh', 'tanh_', 'tensor', 'tensor_split', 'tensordot', 'threshold',
           'threshold_', 'tile', 'topk', 'trace', 'transpose', 'trapezoid', 'trapz', 'tril', 'tril_indices', 'triu',
           'triu_indices', 'true_divide', 'trunc', 'trunc_', 'typename', 'uint8', 'unbind', 'unflatten', 'unique',
           'unique_consecutive', 'unravel_index', 'unsqueeze', 'use_deterministic_algorithms', 'vander', 'var',
           'var_mean', 'vdot', 'view_as_complex', 'view_as_real', 'vmap', 'vsplit', 'vstack', 'where', 'xlogy',
           'xlogy_', 'zero_', 'zeros', 'zeros_like']

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
    """|input|, also of complex numbers; the derivative at 0 is taken as 0."""

def abs_(input: Tensor) -> Tensor:
    """Write the result of `abs` into the tensor's own memory; return the tensor."""

def absolute(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """|input|, also of complex numbers; the derivative at 0 is taken as 0."""

def acos(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the angle whose cosine is input, in [0, π]; nan outside [−1, 1]."""

def acos_(input: Tensor) -> Tensor:
    """Write the result of `acos` into the tensor's own memory; return the tensor."""

def acosh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the positive number whose hyperbolic cosine is input; nan below 1."""

def acosh_(input: Tensor) -> Tensor:
    """Write the result of `acosh` into the tensor's own memory; return the tensor."""

def adaptive_avg_pool1d(input: Tensor, output_size: _Sizes) -> Tensor:
    """Return the means of output_size equal parts of the signal: (N, C, L) -> (N, C, output_size)."""

def add(input: _Value, other: _Value, last: Any = None, *, alpha: _Number = 1, out: Tensor | None = None) -> Tensor:
    """input + alpha·other, broadcast."""

def addbmm(input: Tensor, batch1: Tensor, batch2: Tensor, *, beta: _Number = 1, alpha: _Number = 1, out: Tensor | None = None) -> Tensor:
    """beta · input + alpha · the sum over the batch of (batch1 @ batch2) -> (n, p). IndexError for fewer dimensions."""

def addcdiv(input: Tensor, tensor1: _Value, tensor2: Tensor, last: Any = None, *, value: _Number = 1, out: Tensor | None = None) -> Tensor:
    """input + value · tensor1 / tensor2. Raises RuntimeError if tensor1 and tensor2 are both integers."""

def addcmul(input: Tensor, tensor1: _Value, tensor2: Tensor, last: Any = None, *, value: _Number = 1, out: Tensor | None = None) -> Tensor:
    """input + value · tensor1 · tensor2."""

def addmm(input: Tensor, mat1: Tensor, mat2: Tensor, *, beta: _Number = 1, alpha: _Number = 1, out: Tensor | None = None) -> Tensor:
    """beta · input + alpha · (mat1 @ mat2): (n, m), (m, p) -> (n, p), to which input broadcasts."""

def addmv(input: Tensor, mat: Tensor, vec: Tensor, *, beta: _Number = 1, alpha: _Number = 1, out: Tensor | None = None) -> Tensor:
    """beta · input + alpha · (mat @ vec): (n, m), (m,) -> (n,), to which input broadcasts; RuntimeError for others."""

def addmv_(input: Tensor, mat: Tensor, vec: Tensor, *, beta: _Number = 1, alpha: _Number = 1) -> Tensor:
    """Write the result of `addmv` into the tensor's own memory; return the tensor."""

def addr(input: Tensor, vec1: Tensor, vec2: Tensor, *, beta: _Number = 1, alpha: _Number = 1, out: Tensor | None = None) -> Tensor:
    """beta · input + alpha · (vec1 ⊗ vec2): (n,), (m,) -> (n, m), the input broadcasts; RuntimeError for others."""

def adjoint(self: Tensor) -> Tensor:
    """Swap the last two dimensions and conjugate complex numbers."""

def all(input: Tensor, dim: _int | None = None, keepdim: _bool = False, *, out: Tensor | None = None) -> Tensor:
    """Return whether all elements are non-zero; with dim=(), test each element by itself."""

def allclose(input: Tensor, other: Tensor, rtol: _float = 1e-05, atol: _float = 1e-08, equal_nan: _bool = False) -> _bool:
    """Return whether |input − other| ≤ atol + rtol·|other| for all elements; with equal_nan, nan is close to nan.

    two tensors (*) of one dtype -> bool

    Raises RuntimeError if dtypes differ, or tolerances are negative.

    >>> minitorch.allclose(minitorch.ones(2), minitorch.ones(2) + 1e-7)
    True
    """

def amax(input: Tensor, dim: _int = (), keepdim: _bool = False, *, out: Tensor | None = None) -> Tensor:
    """Return the maximum over `dim` (all, if empty); equal maxima share the gradient evenly."""

def amin(input: Tensor, dim: _int = (), keepdim: _bool = False, *, out: Tensor | None = None) -> Tensor:
    """Return the minimum over `dim` (all, if empty); equal minima share the gradient evenly."""

def aminmax(input: Tensor, *, dim: _int | None = None, keepdim: _bool = False, out: tuple[Tensor, ...] | None = None) -> _MinMax:
    """Return the minimum and the maximum, of all elements or along `dim`."""

def angle(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the angle in radians, from −π to π; for real numbers 0, or π below 0. Any shape in, same out."""

def any(input: Tensor, dim: _int | None = None, keepdim: _bool = False, *, out: Tensor | None = None) -> Tensor:
    """Return whether any element is non-zero; with dim=(), test each element by itself."""

def arange(start: _Value | None = None, end: _Value | None = None, step: _Value = 1, *, out: Tensor | None = None, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None) -> Tensor:
    """Return start, start + step, … below end; integers unless one of the three is a float.

    returns (⌈(end − start) / step⌉,)

    Raises RuntimeError if the step leads away from end, TypeError if neither start nor end is given.

    >>> minitorch.arange(1, 7, 2)
    tensor([1, 3, 5])
    """

def arccos(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the angle whose cosine is input, in [0, π]; nan outside [−1, 1]."""

def arccosh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the positive number whose hyperbolic cosine is input; nan below 1."""

def arcsin(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the angle whose sine is input, in [−π/2, π/2]; nan outside [−1, 1]."""

def arcsinh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the number whose hyperbolic sine is input."""

def arctan(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the angle whose tangent is input, in (−π/2, π/2)."""

def arctan2(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Return the angle of the point with x = other and y = input, in (−π, π]."""

def arctanh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the number whose hyperbolic tangent is input; nan outside [−1, 1]."""

def are_deterministic_algorithms_enabled() -> Tensor:
    """Return True: with the same seed, a program computes the same bits each time."""

def argmax(input: Tensor, dim: _int | None = None, keepdim: _bool = False, *, out: Tensor | None = None) -> Tensor:
    """Return the index of the maximum (the first of several): in the flattened input, or along `dim`."""

def argmin(input: Tensor, dim: _int | None = None, keepdim: _bool = False, *, out: Tensor | None = None) -> Tensor:
    """Return the index of the minimum (the first of several): in the flattened input, or along `dim`."""

def argsort(input: Tensor, dim: _int = -1, descending: _bool = False, *, stable: _bool = False, out: Tensor | None = None) -> Tensor:
    """Return the indices that sort `input` along `dim`; arguments as sort's."""

def argwhere(input: Tensor) -> Tensor:
    """Return the indices of the n elements that are not zero: (n, dimensions)."""

def as_strided(input: Tensor, size: _Sizes, stride: _Sizes, storage_offset: _int | None = None) -> Tensor:
    """View input's storage: element (i, j, …) is at storage_offset + i·stride[0] + j·stride[1] + …

    size, stride     one number for each dimension, strides in elements; gradients of equal positions add up
    storage_offset   None: input's own offset

    Raises RuntimeError for negative numbers, and if the storage ends before the last element.
    >>> minitorch.arange(5).as_strided((3, 2), (1, 2))
    tensor([[0, 2],
            [1, 3],
            [2, 4]])
    """

def as_tensor(data: Any, dtype: _dtype | None = None, device: _Device | None = None) -> Tensor:
    """Return `data` as a tensor that shares its memory if possible."""

def asarray(obj: Any, *, dtype: _dtype | None = None, device: _Device | None = None, copy: Any = None, requires_grad: _bool = False) -> Tensor:
    """Return `obj` as a tensor, which shares its memory if possible, unless copy=True."""

def asin(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the angle whose sine is input, in [−π/2, π/2]; nan outside [−1, 1]."""

def asin_(input: Tensor) -> Tensor:
    """Write the result of `asin` into the tensor's own memory; return the tensor."""

def asinh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the number whose hyperbolic sine is input."""

def asinh_(input: Tensor) -> Tensor:
    """Write the result of `asinh` into the tensor's own memory; return the tensor."""

def atan(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the angle whose tangent is input, in (−π/2, π/2)."""

def atan2(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Return the angle of the point with x = other and y = input, in (−π, π]."""

def atan_(input: Tensor) -> Tensor:
    """Write the result of `atan` into the tensor's own memory; return the tensor."""

def atanh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the number whose hyperbolic tangent is input; nan outside [−1, 1]."""

def atanh_(input: Tensor) -> Tensor:
    """Write the result of `atanh` into the tensor's own memory; return the tensor."""

@overload
def atleast_1d(input: Tensor, /) -> Tensor:
    """Return views of the tensors, each with at least 1 dimensions."""
@overload
def atleast_1d(*tensors: Tensor | Sequence[Tensor]) -> tuple[Tensor, ...]:
    """Return views of the tensors, each with at least 1 dimensions."""

@overload
def atleast_2d(input: Tensor, /) -> Tensor:
    """Return views of the tensors, each with at least 2 dimensions."""
@overload
def atleast_2d(*tensors: Tensor | Sequence[Tensor]) -> tuple[Tensor, ...]:
    """Return views of the tensors, each with at least 2 dimensions."""

@overload
def atleast_3d(input: Tensor, /) -> Tensor:
    """Return views of the tensors, each with at least 3 dimensions."""
@overload
def atleast_3d(*tensors: Tensor | Sequence[Tensor]) -> tuple[Tensor, ...]:
    """Return views of the tensors, each with at least 3 dimensions."""

def avg_pool1d(input: Tensor, kernel_size: _Sizes, stride: _Sizes | None = None, padding: _Sizes | str = 0, ceil_mode: _bool = False, count_include_pad: _bool = True) -> Tensor:
    """Return the mean of each window: (N, C, L) -> (N, C, OL). Arguments as avg_pool2d's, but no pairs."""

def baddbmm(input: Tensor, batch1: Tensor, batch2: Tensor, *, beta: _Number = 1, alpha: _Number = 1, out: Tensor | None = None) -> Tensor:
    """beta · input + alpha · (batch1 @ batch2), (b, n, m), (b, m, p) -> (b, n, p); IndexError for fewer dimensions."""

def bartlett_window(window_length: _int, periodic: _bool = True, *, dtype: _dtype | None = None, layout: Any = None, device: _Device | None = None, requires_grad: _bool = False) -> Tensor:
    """Return a triangle, 0 at the ends and 1 in the middle: (window_length,). See hann_window for the arguments."""

def bernoulli(input: Tensor, p: Any = None, *, generator: _Generator | None = None, out: Tensor | None = None) -> Tensor:
    """Return 1 with the probability in each element (or p), else 0; in the dtype of `input`.

    Raises RuntimeError for numbers outside 0 … 1, NotImplementedError for integers.
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
    """Count how often each of 0, 1, 2, … occurs in a vector; with `weights`, add up weights instead.

    minlength   least length of the result

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
    """0.42 − 0.5·cos 2πn/N + 0.08·cos 4πn/N, (window_length,): narrower than Hann's; see hann_window."""

def block_diag(*tensors: Tensor | Sequence[Tensor]) -> Tensor:
    """Arrange matrices one after the other along the diagonal of a larger matrix, with zeros elsewhere.

    Raises RuntimeError for more than two dimensions.
    """

def bmm(input: Tensor, mat2: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return `matmul` of two batches: (b, n, m), mat2 (b, m, p) -> (b, n, p); RuntimeError for other shapes."""

bool: _dtype

def broadcast_shapes(*shapes: Any) -> Size:
    """Return the shape that all shapes broadcast to. Raises RuntimeError if there is none.

    >>> broadcast_shapes((2, 1), (3,))
    minitorch.Size([2, 3])
    """

def broadcast_tensors(*tensors: Tensor | Sequence[Tensor]) -> tuple[Tensor, ...]:
    """Expand tensors to their common broadcast shape: return views, or the tensor itself if it has this shape."""

def broadcast_to(input: Tensor, size: _Sizes) -> Tensor:
    """Return a view expanded to `size`. TypeError if size is not a tuple of ints."""

def bucketize(input: _Value, boundaries: Tensor, *, right: _bool = False, out_int32: _bool = False, out: Tensor | None = None) -> Tensor:
    """Return for each element which interval between `boundaries`, a vector, contains it. Arguments: see searchsorted.

    Raises RuntimeError for other boundaries.
    """

def can_cast(from_: Any, to: Any) -> _bool:
    """Return whether a result of dtype `from_` may be written in place into a `to`: never into a lower category."""

def cartesian_prod(*tensors: Tensor | Sequence[Tensor]) -> Tensor:
    """Return every combination of one element from each vector: (combinations, vectors).

    Raises RuntimeError unless all are vectors.
    """

def cat(tensors: Sequence[Tensor], dim: _int = 0, *, out: Tensor | None = None) -> Tensor:
    """Join tensors along an existing dimension; their other sizes must be equal.

    (.., n, ..), (.., m, ..) -> (.., n + m, ..)

    Raises RuntimeError if the other sizes differ, or no tensor is given.

    >>> minitorch.cat([minitorch.zeros(1, 2), minitorch.ones(2, 2)]).shape
    minitorch.Size([3, 2])
    """

def cdist(x1: Tensor, x2: Tensor, p: _float = 2.0, compute_mode: Any = None) -> Tensor:
    """Return the p-norm between each row of x1 and each of x2: (…, n, d), (…, m, d) -> (…, n, m).

    compute_mode   for p=2: "use_mm_for_euclid_dist": always use a matrix product; "donot_use_…": never

    Raises RuntimeError if the two d differ, and for a negative p.
    """

cdouble: _dtype

def ceil(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Round up to an integer."""

def ceil_(input: Tensor) -> Tensor:
    """Write the result of `ceil` into the tensor's own memory; return the tensor."""

def celu(input: Tensor, alpha: _float = 1.0, inplace: _bool = False) -> Tensor:
    """x if x > 0, else alpha·(e^(x/alpha) − 1). Raises RuntimeError for an alpha of 0."""

def celu_(input: Tensor, *settings: Any, **named: Any) -> Tensor:
    """Write celu over the input; return the input."""

cfloat: _dtype

def chain_matmul(*matrices: Tensor) -> Tensor:
    """Return the matrix product of several matrices."""

def channel_shuffle(input: Tensor, groups: _int) -> Tensor:
    """Reorder the channels of (N, C, …): take one from each of the `groups` in turn; same shape out.

    Raises RuntimeError unless groups divides C. Source: Zhang et al., ShuffleNet (2018).
    """

channels_last: Any

channels_last_3d: Any

def cholesky(input: Tensor, upper: _bool = False, *, out: Tensor | None = None) -> Tensor:
    """Return the triangular L, (*, n, n), with L @ Lᴴ = input, Hermitian and positive-definite; Lᴴ if upper."""

def cholesky_inverse(input: Tensor, upper: _bool = False, *, out: Tensor | None = None) -> Tensor:
    """Return the inverse of A, (*, n, n), where `input` is its Cholesky factor, lower or upper."""

def cholesky_solve(input: Tensor, input2: Tensor, upper: _bool = False, *, out: Tensor | None = None) -> Tensor:
    """Return the X with A @ X = input, (*, n, k), where input2 (*, n, n) is A's Cholesky factor, lower or upper.

    Raises RuntimeError for tensors of fewer than two dimensions.
    """

def chunk(input: Tensor, chunks: _int, dim: _int = 0) -> tuple[Tensor, ...]:
    """Split along `dim` into at most `chunks` views; the last may be smaller. RuntimeError for chunks < 1."""

def clamp(input: Tensor, min: Any = None, max: Any = None, *, out: Tensor | None = None) -> Tensor:
    """Limit input to the range min … max (numbers or tensors); its gradient is 0 outside this range.

    input (*), bounds numbers or (*) -> (*)

    Raises RuntimeError if both bounds are left out.

    >>> minitorch.tensor([-2.0, 0.5, 3.0]).clamp(0, 1)
    tensor([0.0000, 0.5000, 1.0000])
    """

def clamp_max(input: Tensor, max: Any, *, out: Tensor | None = None) -> Tensor:
    """Return the input with elements larger than max replaced by max."""

def clamp_max_(input: Tensor, max: Any) -> Tensor:
    """Write the result of `clamp_max` into the tensor's own memory; return the tensor."""

def clamp_min(input: Tensor, min: Any, *, out: Tensor | None = None) -> Tensor:
    """Return the input with elements smaller than min replaced by min."""

def clamp_min_(input: Tensor, min: Any) -> Tensor:
    """Write the result of `clamp_min` into the tensor's own memory; return the tensor."""

def clip(input: Tensor, min: Any = None, max: Any = None, *, out: Tensor | None = None) -> Tensor:
    """Limit input to the range min … max (numbers or tensors); its gradient is 0 outside this range.

    input (*), bounds numbers or (*) -> (*)

    Raises RuntimeError if both bounds are left out.

    >>> minitorch.tensor([-2.0, 0.5, 3.0]).clamp(0, 1)
    tensor([0.0000, 0.5000, 1.0000])
    """

def clone(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return a copy with its own memory that is still part of the graph.

    input (*) -> (*)

    >>> x = minitorch.ones(2); y = x.clone(); y[0] = 5; x
    tensor([1., 1.])
    """

def column_stack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor:
    """Join vectors as the columns of a matrix."""

def combinations(input: Tensor, r: _int = 2, with_replacement: _bool = False) -> Tensor:
    """Return every combination of r elements of a vector, with repeats if with_replacement: (combinations, r).

    Raises RuntimeError unless input is a vector.
    """

def compile(model: Any = None, *, fullgraph: _bool = False, dynamic: Any = None, backend: str = 'inductor', mode: Any = None, options: Any = None, disable: _bool = False) -> Tensor:
    """Compile a model or function: from its second call on it runs as a program, with the same results in less time.

    model       a module, a function of tensors, or a whole training step: backward and the optimiser's step are part
                of the program. Without it, compile() is a decorator
    fullgraph   True: raise NotRecorded, with the line, for code that no program can repeat, such as a branch on data or
                .item(). False: a branch on data is evaluated in each call, and each of its cases is a program. Other
                lines that read values of tensors are graph breaks: they run as written, the lines around them as
                programs, and a warning names the line. A function without a readable `def` (a lambda, a generator)
                then runs as written
    backend     "numpy" runs NumPy with planned memory; "c" compiles the loops with the system's C compiler, and results
                differ in the last bits (without a compiler, a notice says so once, and NumPy runs); "inductor" runs
                NumPy, and from the 100th run of a program on C, if there is a compiler; "eager" does not compile
    disable     return the model unchanged

    Each call checks what the function reads: arguments, parameters, hooks, modes, attributes, globals, outer variables.
    If one of them has changed, the function is recorded again, at most 8 times; then a warning names what changes. For
    a second batch size it is recorded again; from the third size on, the program takes the size from its input, unless
    a step needs the recorded number. Two sizes may change in this way, such as batch and sequence length.
    `dynamic`, `mode` and `options` change nothing. `f.graph` is the program, `f.code` its Python. For a function that
    breaks, `f.graphs` are the programs, and `f.explain()` says where it breaks.

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
    """Join tensors along an existing dimension; their other sizes must be equal.

    (.., n, ..), (.., m, ..) -> (.., n + m, ..)

    Raises RuntimeError if the other sizes differ, or no tensor is given.

    >>> minitorch.cat([minitorch.zeros(1, 2), minitorch.ones(2, 2)]).shape
    minitorch.Size([3, 2])
    """

def concatenate(tensors: Sequence[Tensor], dim: _int = 0, *, out: Tensor | None = None) -> Tensor:
    """Join tensors along an existing dimension; their other sizes must be equal.

    (.., n, ..), (.., m, ..) -> (.., n + m, ..)

    Raises RuntimeError if the other sizes differ, or no tensor is given.

    >>> minitorch.cat([minitorch.zeros(1, 2), minitorch.ones(2, 2)]).shape
    minitorch.Size([3, 2])
    """

def conj(input: Tensor) -> Tensor:
    """Return the complex conjugate; return a real tensor unchanged."""

contiguous_format: Any

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

def copysign(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Return |input| with the sign of other; −0 counts as negative."""

def corrcoef(input: Tensor) -> Tensor:
    """Return the correlation of variables (rows) over observations (columns): (n, observations) -> (n, n)."""

def cos(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the cosine of input radians."""

def cos_(input: Tensor) -> Tensor:
    """Write the result of `cos` into the tensor's own memory; return the tensor."""

def cosh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the hyperbolic cosine: (eˣ + e⁻ˣ) / 2."""

def cosh_(input: Tensor) -> Tensor:
    """Write the result of `cosh` into the tensor's own memory; return the tensor."""

def cosine_similarity(x1: Tensor, x2: Tensor, dim: _int = 1, eps: _float = 1e-08) -> Tensor:
    """Return the cosine of the angle between the vectors of x1 and x2 along `dim`, from −1 to 1; shapes broadcast.

    eps   the smallest norm to divide by

    Raises RuntimeError for integers, and for a negative eps.
    """

def count_nonzero(input: Tensor, dim: _Dims | None = None) -> Tensor:
    """Count the elements that are not zero."""

def cov(input: Tensor, *, correction: _int = 1, fweights: Tensor | None = None, aweights: Tensor | None = None) -> Tensor:
    """Return the covariance of variables (rows) over observations (columns): (n, observations) -> (n, n).

    correction   subtracted from the number of observations
    fweights     integers: how many times each observation was made
    aweights     weight of each observation

    Raises RuntimeError for more than two dimensions.
    """

def cross(input: Tensor, other: Tensor, dim: _int | None = None, *, out: Tensor | None = None) -> Tensor:
    """Return the cross product along `dim` (None: the first dimension of size 3; RuntimeError if there is none)."""

def cummax(input: Tensor, dim: _int, *, out: tuple[Tensor, ...] | None = None) -> _ValuesIndices:
    """Return the maximum of the elements so far along `dim`: (values, indices)."""

def cummin(input: Tensor, dim: _int, *, out: tuple[Tensor, ...] | None = None) -> _ValuesIndices:
    """Return the minimum of the elements so far along `dim`: (values, indices)."""

def cumprod(input: Tensor, dim: _int, *, dtype: _dtype | None = None, out: Tensor | None = None) -> Tensor:
    """Return running products along `dim`."""

def cumsum(input: Tensor, dim: _int, *, dtype: _dtype | None = None, out: Tensor | None = None) -> Tensor:
    """Return running sums along `dim`."""

def cumulative_trapezoid(y: Tensor, x: Tensor | None = None, *, dx: _float = 1, dim: _int = -1) -> Tensor:
    """Return the cumulative area under the line through heights y along `dim`, at the positions x, or dx apart."""

default_generator: _Generator

def deg2rad(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Convert degrees to radians."""

def deg2rad_(input: Tensor) -> Tensor:
    """Write the result of `deg2rad` into the tensor's own memory; return the tensor."""

def det(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the determinant of each square matrix."""

def detach(self: Tensor) -> Tensor:
    """Return a tensor outside the graph with the same memory and version counter.

    (*) -> (*)

    >>> minitorch.ones(2, requires_grad=True).detach().requires_grad
    False
    """

def detach_(self: Tensor) -> Tensor:
    """Remove the tensor from the graph, in place; return it. Raises RuntimeError for a view."""

def diag(input: Tensor, diagonal: _int = 0, *, out: Tensor | None = None) -> Tensor:
    """Return a matrix with a vector on its diagonal, or a matrix's diagonal as a vector; RuntimeError for others."""

def diag_embed(input: Tensor, offset: _int = 0, dim1: _int = -2, dim2: _int = -1) -> Tensor:
    """Put the last dimension on a diagonal of two new dimensions, dim1 and dim2, `offset` above the main diagonal."""

def diagflat(input: Tensor, offset: _int = 0) -> Tensor:
    """Return a matrix with the elements on the diagonal that is `offset` above the main one."""

def diagonal(input: Tensor, offset: _int = 0, dim1: _float = 0, dim2: _float = 1, *, out: Tensor | None = None) -> Tensor:
    """Return a view: the diagonal of dim1 and dim2 as the last dimension, `offset` elements above the main diagonal."""

def diagonal_scatter(input: Tensor, src: Tensor, offset: _int = 0, dim1: _int = 0, dim2: _int = 1) -> Tensor:
    """Return a copy with the tensor `src` in place of the diagonal that `diagonal` returns for offset, dim1, dim2."""

def diff(input: Tensor, n: _int = 1, dim: _int = -1, prepend: Tensor | None = None, append: Tensor | None = None, *, out: Tensor | None = None) -> Tensor:
    """Concatenate prepend, input and append; then, n times, take differences of neighbouring elements along `dim`.

    Raises RuntimeError for a single number, and for a negative n.
    """

def digamma(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the derivative of lgamma."""

def dist(input: Tensor, other: Tensor, p: _float = 2) -> Tensor:
    """Return the p-norm of the difference of two tensors that broadcast: a 0-d tensor."""

def div(input: _Value, other: _Value, *, rounding_mode: str | None = None, out: Tensor | None = None) -> Tensor:
    """input / other; with rounding_mode "floor" or "trunc", rounded to an integer in the inputs' dtype."""

def divide(input: _Value, other: _Value, *, rounding_mode: str | None = None, out: Tensor | None = None) -> Tensor:
    """input / other; with rounding_mode "floor" or "trunc", rounded to an integer in the inputs' dtype."""

def dot(input: Tensor, tensor: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the inner product of two vectors."""

double: _dtype

def dsplit(input: Tensor, indices_or_sections: Any) -> tuple[Tensor, ...]:
    """Split along dimension 2 into views: into indices_or_sections equal pieces, or before these indices. RuntimeError if that is impossible."""

def dstack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor:
    """Join along the third dimension."""

e: _float

def einsum(equation: str, *operands: Tensor | Sequence[Tensor]) -> Tensor:
    """Multiply the operands and sum over each letter of the equation that is only left of ->.

    "ij,jk->ik" is the matrix product, "bij,bj->bi" a matrix-vector product a sample,
    "ii->i" a diagonal, "..." any leading dimensions. Without -> the result has
    the letters that occur once, in alphabetical order. Raises RuntimeError for sizes that do not fit.
    """

def empty(*size: _Sizes, out: Tensor | None = None, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None, pin_memory: _bool = False, memory_format: Any = None) -> Tensor:
    """Return a tensor of the given sizes, filled with 0."""

def empty_like(input: Tensor, *, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None, memory_format: Any = None) -> Tensor:
    """Call `empty` with the shape, dtype and device of `input`."""

def eq(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Return whether input = other, element by element, broadcast; bool."""

def equal(input: Tensor, other: Tensor) -> _bool:
    """Return whether two tensors have the same shape and elements."""

def erf(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """2/√π ∫₀ˣ e^(−t²) dt: the share of a normal distribution within √2·input standard deviations of its mean."""

def erf_(input: Tensor) -> Tensor:
    """Write the result of `erf` into the tensor's own memory; return the tensor."""

def erfc(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """1 − erf(input), without cancellation if erf(input) is nearly 1."""

def erfc_(input: Tensor) -> Tensor:
    """Write the result of `erfc` into the tensor's own memory; return the tensor."""

def erfinv(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the z with erf(z) = input: a first guess by a formula, then three steps of Newton's method.

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
    """Write the result of `exp2` into the tensor's own memory; return the tensor."""

def exp_(input: Tensor) -> Tensor:
    """Write the result of `exp` into the tensor's own memory; return the tensor."""

def expm1(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """eˣ − 1, exact near 0."""

def expm1_(input: Tensor) -> Tensor:
    """Write the result of `expm1` into the tensor's own memory; return the tensor."""

def eye(n: _int, m: _int | None = None, *, out: Tensor | None = None, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None) -> Tensor:
    """Return the n×m matrix with ones on its diagonal; square if m is None."""

def fill_(self: Tensor, value: Any) -> Tensor:
    """Write one value into all elements; return the tensor."""

def fix(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Round towards zero."""

def flatten(input: Tensor, start_dim: _int = 0, end_dim: _int = -1, *, out: Tensor | None = None) -> Tensor:
    """Join the dimensions from start_dim to end_dim into one.

    (n, c, h, w) from start_dim 1 -> (n, c·h·w)

    Raises RuntimeError if start_dim comes after end_dim.

    >>> minitorch.ones(2, 3, 4).flatten(1).shape
    minitorch.Size([2, 12])
    """

def flip(input: Tensor, *dims: _Sizes) -> Tensor:
    """Reverse the order along `dims`; a copy."""

def fliplr(input: Tensor) -> Tensor:
    """Reverse the second dimension. Raises RuntimeError if the tensor has no second dimension."""

def flipud(input: Tensor) -> Tensor:
    """Reverse the first dimension. Raises RuntimeError if the tensor has no dimension."""

float: _dtype

float16: _dtype

float32: _dtype

float64: _dtype

def float_power(input: _Value, exponent: _Value, *, out: Tensor | None = None) -> Tensor:
    """Return input to the power exponent, computed in float64 (or complex128)."""

def floor(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Round down to an integer."""

def floor_(input: Tensor) -> Tensor:
    """Write the result of `floor` into the tensor's own memory; return the tensor."""

def floor_divide(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """input / other rounded down, broadcast. Its derivative is 0."""

def fmax(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Return the larger of input and other, broadcast; if one is nan, the other."""

def fmin(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Return the smaller of input and other, broadcast; if one is nan, the other."""

def fmod(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Return the remainder of input / other rounded towards zero; it has the sign of input."""

def frac(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the fractional part, with the sign of the input."""

def frac_(input: Tensor) -> Tensor:
    """Write the result of `frac` into the tensor's own memory; return the tensor."""

def frexp(input: Tensor, *, out: tuple[Tensor, ...] | None = None) -> _MantissaExponent:
    """Return a mantissa, ½ ≤ |mantissa| < 1, and an exponent, int32: input = mantissa · 2^exponent.

    Raises RuntimeError unless input is floating.
    """

def from_dlpack(x: Any, *, device: _Device | None = None, copy: Any = None) -> Tensor:
    """Return a tensor that shares the memory of x, another library's array or tensor, which has `__dlpack__`.

    device   the device to move it to; None: it stays on its device
    copy     True: copy the memory; False or None: share it, so that a change to one also changes the other

    Raises TypeError if x has no `__dlpack__`, or an element type that minitorch does not have.

    >>> from_dlpack(np.arange(3))
    tensor([0, 1, 2])
    """

def from_numpy(ndarray: Any) -> Tensor:
    """Return a tensor that shares the memory of a NumPy array (ndarray): a change to one also changes the other.

    array (*) -> (*)

    Raises TypeError if ndarray is not a NumPy array.

    >>> minitorch.from_numpy(np.arange(3))
    tensor([0, 1, 2])
    """

def frombuffer(buffer: Any, *, dtype: _dtype, count: _float = -1, offset: _float = 0, requires_grad: _bool = False) -> Tensor:
    """Return a vector of the numbers of a dtype in a buffer, bytes or a bytearray, which shares the buffer's memory.

    count    the number of elements; -1: all
    offset   the number of bytes to skip at the start

    Raises ValueError if the buffer is too small, or if its size is no multiple of the dtype's size.

    >>> frombuffer(bytearray(b"ab"), dtype=minitorch.uint8)
    tensor([97, 98], dtype=minitorch.uint8)
    """

def full(size: _Sizes, fill_value: _Number, *, out: Tensor | None = None, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None) -> Tensor:
    """Return a tensor of `size` filled with `fill_value`; by default its dtype is that of the value.

    Raises TypeError if size is not a tuple of ints.
    """

def full_like(input: Tensor, fill_value: Any, *, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None, memory_format: Any = None) -> Tensor:
    """Call `full` with the shape, dtype and device of `input`."""

def gather(input: Tensor, dim: _int, index: Tensor, *, out: Tensor | None = None) -> Tensor:
    """out[i][j] = input[index[i][j]][j] for dim 0, and in the same way for others.

    index   integers, with as many dimensions as input; the result has its shape
    """

def gcd(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """The greatest whole number that divides both, broadcast. NotImplementedError for floats."""

def ge(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Return whether input ≥ other, element by element, broadcast; bool."""

def geqrf(input: Tensor, *, out: tuple[Tensor, ...] | None = None) -> _ATau:
    """Return R and, below it, the reflections that give Q, of input (*, n, m); and factors tau (*, k); see orgqr.

    It has no gradient: linalg.qr has one.
    """

def ger(input: Tensor, vec2: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return every element of one vector times every element of another, vec2: (n,), (m,) -> (n, m).

    Raises RuntimeError unless both are vectors.
    """

def get_default_device() -> _device:
    """Return the device on which new tensors are created if a call names no device."""

def get_default_dtype() -> _dtype:
    """Return the default dtype, which tensors made from Python floats get: float32 unless it was set."""

def get_float32_matmul_precision() -> Tensor:
    """Return "highest": matrix products of float32 are computed in float32."""

def get_num_interop_threads() -> Tensor:
    """Return 1: operations run one after another."""

def get_num_threads() -> _int:
    """Return how many cores matrix products may use: at first OMP_NUM_THREADS, or else all cores."""

def get_rng_state() -> Any:
    """Return the default generator's state as a ByteTensor, which `set_rng_state` takes to continue from this point.

    >>> state = minitorch.get_rng_state()
    >>> first = minitorch.rand(3); minitorch.set_rng_state(state); minitorch.equal(minitorch.rand(3), first)
    True
    """

def gradient(input: Tensor, *, spacing: Any = 1, dim: _Dims | None = None, edge_order: _int = 1) -> tuple[Tensor, ...]:
    """Estimate the derivative of a function along each of `dim` from its values: a tuple of tensors like `input`.

    spacing      distance between points: a number, one for each dimension, or a vector of coordinates for each
    edge_order   at both ends use the slope of a line through two points (1) or of a parabola through three (2)

    Raises RuntimeError for bools and uint8, another edge_order, too few points, and spacings that do not fit dim.

    >>> minitorch.gradient(minitorch.tensor([1.0, 2.0, 4.0, 7.0]))
    (tensor([1.0000, 1.5000, 2.5000, 3.0000]),)
    """

def greater(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Return whether input > other, element by element, broadcast; bool."""

def greater_equal(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Return whether input ≥ other, element by element, broadcast; bool."""

def gt(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Return whether input > other, element by element, broadcast; bool."""

half: _dtype

def hamming_window(window_length: _int, periodic: _bool = True, alpha: _Number = 0.54, beta: _Number = 0.46, *, dtype: _dtype | None = None, layout: Any = None, device: _Device | None = None, requires_grad: _bool = False) -> Tensor:
    """alpha − beta·cos 2πn/N, (window_length,): like hann_window, with ends that are not 0."""

def hann_window(window_length: _int, periodic: _bool = True, *, dtype: _dtype | None = None, layout: Any = None, device: _Device | None = None, requires_grad: _bool = False) -> Tensor:
    """(1 − cos 2πn/N)/2, which rises from 0 to 1 and falls again: factors for a signal before fft. (window_length,)

    periodic   N = window_length, for fft; False: N = window_length − 1, and both ends are 0

    Raises RuntimeError for a negative length, or a dtype that is not floating. Source: F. Harris (1978).

    >>> minitorch.hann_window(4)
    tensor([0.0000, 0.5000, 1.0000, 0.5000])
    """

def hardshrink(input: Tensor, lambd: _float = 0.5, *, out: Tensor | None = None) -> Tensor:
    """x if |x| > lambd, else 0."""

def heaviside(input: Tensor, values: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return 0 below zero, 1 above, `values` at zero."""

def histc(input: Tensor, bins: _int = 100, min: _Value = 0, max: _Value = 0, *, out: Tensor | None = None) -> Tensor:
    """Count the elements in each of `bins` equal intervals from min to max (of the data, if min equals max).

    input     any shape, floating point
    returns   (bins,), of the input's dtype

    Raises RuntimeError for no bins, max < min, or data that is not finite.

    >>> histc(minitorch.tensor([1.0, 2, 1, 3, 5]), bins=4)
    tensor([2., 1., 1., 1.])
    """

def histogram(input: Tensor, bins: Any = 100, *, range: Any = None, weight: Any = None, density: _bool = False, out: tuple[Tensor, ...] | None = None) -> _HistBinEdges:
    """Count the elements in each bin; return the counts and the edges of the bins: (hist, bin_edges).

    input    any shape, float32 or float64
    bins     the number of bins, of equal widths; or (bins + 1,) their edges, in order, of the input's dtype
    range    (min, max) of bins of equal widths; None: of the data
    weight   weight of each element, of the input's shape and dtype; None: 1
    density  divide the counts so that Σ count · width = 1
    returns  (bins,), (bins + 1,)

    Each bin includes its left edge, and the last its right edge too; elements outside and nan do not count.
    Raises TypeError for `bins` of another type; RuntimeError if shapes, dtypes or the range do not fit.

    >>> histogram(minitorch.tensor([1.0, 2, 1, 3, 5]), bins=4)
    minitorch.return_types.histogram(
    hist=tensor([2., 1., 1., 1.]),
    bin_edges=tensor([1., 2., 3., 4., 5.]))
    """

def histogramdd(input: Tensor, bins: Any, range: Any = None, weight: Any = None, density: _bool = False) -> Any:
    """Count the points in each box of a grid in D dimensions: (hist, bin_edges).

    input    (*, D)  coordinates, float32 or float64
    bins     an int, or one for each dimension; or a list of D vectors of edges
    range    2·D numbers: min and max of each dimension; None: of the data
    weight   (*)     weight of each point; None: 1
    density  divide the counts so that Σ count · volume = 1
    returns  (bins of dimension 0, ..., bins of dimension D - 1), and a tuple of D vectors of edges

    Raises RuntimeError if shapes, dtypes or ranges do not fit. See `histogram`, for one dimension.

    >>> histogramdd(minitorch.tensor([[0.0, 1], [1, 0], [2, 2]]), bins=[2, 2]).hist
    tensor([[0., 1.],
            [1., 1.]])
    """

def hsplit(input: Tensor, indices_or_sections: Any) -> tuple[Tensor, ...]:
    """Split along dimension 1 into views: into indices_or_sections equal pieces, or before these indices. RuntimeError if that is impossible."""

def hstack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor:
    """Join along the second dimension, or vectors along the first. Raises RuntimeError for no tensors."""

def hypot(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Return √(x² + y²), the hypotenuse of a right triangle; the squares cannot overflow."""

def imag(input: Tensor) -> Tensor:
    """Return the imaginary parts as a view. Any shape in, same out.

    Raises RuntimeError for a real tensor.
    """

def index_add(input: Tensor, dim: _int, index: Tensor, source: Tensor, *, alpha: _Number = 1, out: Tensor | None = None) -> Tensor:
    """Return a copy with slices of alpha·source added to its slices at `index` along `dim`; repeated indices add up."""

def index_copy(input: Tensor, dim: _int, index: Tensor, source: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return a copy with the slices at `index` along `dim` taken from `source`."""

def index_fill(input: Tensor, dim: _int, index: Tensor, value: _Value) -> Tensor:
    """Return a copy with one value in the slices at `index` along `dim`."""

def index_put(input: Tensor, indices: Any, values: Tensor, accumulate: _bool = False) -> Tensor:
    """Return a copy with `values` written (accumulate=True: added) at indices, a tuple of index tensors."""

def index_put_(input: Tensor, indices: Any, values: Tensor, accumulate: _bool = False) -> Tensor:
    """Write (accumulate=True: add) `values` at indices, a tuple of index tensors."""

def index_reduce(input: Tensor, dim: _int, index: Tensor, source: Tensor, reduce: str, *, include_self: _bool = True, out: Tensor | None = None) -> Tensor:
    """Return a copy whose slices along `dim` are reduced with slices of `source`: "prod", "mean", "amax" or "amin".

    index          (n,)  for each of the n slices of source, the index of the input's slice
    include_self   whether input's own elements are included

    Raises RuntimeError for another reduce and for other sizes, IndexError for an index that is not a vector or is out
    of bounds, and NotImplementedError for complex numbers, except "prod" and "mean" with include_self.
    """

def index_select(input: Tensor, dim: _int, index: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return a copy of `input`'s slices at positions `index`, a vector, along `dim`. RuntimeError for a float index."""

inf: _float

def initial_seed() -> _int:
    """Return the seed that the default generator started from."""

def inner(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return products summed over the last dimensions: (*, n), (#, n) -> (*, #). RuntimeError if these sizes differ."""

int: _dtype

int16: _dtype

int32: _dtype

int64: _dtype

int8: _dtype

def inverse(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the inverse of a square matrix, or of each matrix in a batch."""

def is_autocast_enabled(device_type: str = 'cuda') -> Tensor:
    """Return whether the program is inside `autocast(device_type)`; always False for "cuda"."""

def is_complex(input: Tensor) -> _bool:
    """Return whether the dtype is complex."""

def is_conj(input: Tensor) -> _bool:
    """Return False: conj() computes its result at once, while PyTorch may only set a flag."""

def is_floating_point(self: Tensor) -> _bool:
    """Return whether the dtype is floating point."""

def is_grad_enabled() -> _bool:
    """Return whether this thread records operations for backward."""

def is_inference(self: Tensor) -> _bool:
    """Return whether the tensor was created in inference_mode."""

def is_inference_mode_enabled() -> _bool:
    """Return whether this thread is inside `inference_mode`."""

def is_neg(input: Tensor) -> _bool:
    """Return False: a tensor's elements are stored with their sign, without PyTorch's flag for negation."""

def is_nonzero(self: Tensor) -> _bool:
    """Return whether the tensor's one element is not zero; RuntimeError for several elements."""

def is_same_size(self: Tensor, other: _Value) -> _bool:
    """Return whether the shapes are equal. Raises TypeError if `other` is not a Tensor."""

def is_signed(self: Tensor) -> _bool:
    """Return whether the dtype has negative numbers."""

def is_tensor(obj: Any) -> _bool:
    """Return whether `obj` is a Tensor."""

def isclose(input: Tensor, other: Tensor, rtol: _float = 1e-05, atol: _float = 1e-08, equal_nan: _bool = False) -> Tensor:
    """Return whether |input − other| ≤ atol + rtol·|other|, element by element; with equal_nan, nan is close to nan.

    Raises RuntimeError if tolerances are negative.
    """

def isfinite(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return whether input is neither inf nor nan, element by element; bool."""

def isin(elements: _Value, test_elements: _Value, *, assume_unique: _bool = False, invert: _bool = False, out: Tensor | None = None) -> Tensor:
    """Return whether each of elements is in test_elements; invert=True: whether it is not. RuntimeError for bools.

    assume_unique   accepted, without effect
    """

def isinf(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return whether input is +inf or −inf, element by element; bool."""

def isnan(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return whether input is not a number, element by element; bool."""

def isneginf(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return whether x is −inf, element by element; bool."""

def isposinf(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return whether x is +inf, element by element; bool."""

def isreal(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return whether each element has no imaginary part: always True for dtypes that are not complex; bool."""

def istft(input: Tensor, n_fft: _int, hop_length: _int | None = None, win_length: _int | None = None, window: Tensor | None = None, center: _bool = True, normalized: _bool = False, onesided: _bool | None = None, length: _int | None = None, return_complex: _bool = False) -> Tensor:
    """Return the signal whose `stft` is input: add the windows, then divide by the sum of the squared windows.

    input            (n_fft or n_fft // 2 + 1, windows) or (N, …), complex; other arguments as in the call of stft
    length           length of the signal: longer signals are cut, shorter ones padded with zeros, with a warning
    return_complex   whether the signal is complex: then all n_fft frequencies are needed
    returns          (L) or (N, L)

    Raises RuntimeError for sizes that do not fit together, and if the windows do not cover the whole signal.

    >>> x = minitorch.arange(8.0); w = minitorch.hann_window(4)
    >>> minitorch.istft(minitorch.stft(x, 4, window=w, return_complex=True), 4, window=w).allclose(x, atol=1e-5)
    True
    """

def kaiser_window(window_length: _int, periodic: _bool = True, beta: _float = 12.0, *, dtype: _dtype | None = None, layout: Any = None, device: _Device | None = None, requires_grad: _bool = False) -> Tensor:
    """I₀(β·√(1 − (2n/N − 1)²)) / I₀(β), (window_length,): narrower for larger beta. See hann_window."""

def kron(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the Kronecker product: for every element of input, the block element · other."""

def kthvalue(input: Tensor, k: _int, dim: _int = -1, keepdim: _bool = False, *, out: tuple[Tensor, ...] | None = None) -> _ValuesIndices:
    """Return the k-th smallest along `dim`, counted from 1: (values, indices)."""

def layer_norm(input: Tensor, normalized_shape: _Sizes, weight: Tensor | None = None, bias: Tensor | None = None, eps: _float = 1e-05) -> Tensor:
    """Normalise each sample over its last dimensions to mean 0 and variance 1, then multiply by weight and add bias.

    normalized_shape   the sizes of those dimensions; weight and bias have this shape
    Source: Ba et al., Layer Normalization (2016).
    """

def lcm(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """The least whole number that both divide, broadcast. NotImplementedError for floats."""

def ldexp(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return input · 2^other, broadcast; in input's dtype if other is integer. NotImplementedError if other is bool."""

def ldexp_(input: Tensor, other: Tensor) -> Tensor:
    """Write the result of `ldexp` into the tensor's own memory; return the tensor."""

def le(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Return whether input ≤ other, element by element, broadcast; bool."""

def lerp(input: Tensor, end: Tensor, weight: _Value, *, out: Tensor | None = None) -> Tensor:
    """Interpolate: input + weight · (end − input); weight 1 gives end. RuntimeError for a weight of another dtype."""

def less(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Return whether input < other, element by element, broadcast; bool."""

def less_equal(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Return whether input ≤ other, element by element, broadcast; bool."""

def lgamma(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return log |Γ(input)|, the logarithm of the factorial of input − 1, by Stirling's series."""

def linspace(start: _Value, end: _Value, steps: _int, *, out: Tensor | None = None, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None) -> Tensor:
    """Return `steps` evenly spaced numbers from start to end, both included.

    returns (steps,)

    Raises RuntimeError for a negative number of steps.

    >>> minitorch.linspace(0, 1, 5)
    tensor([0.0000, 0.2500, 0.5000, 0.7500, 1.0000])
    """

def load(f: Any, map_location: Any = None, pickle_module: Any = None, *, weights_only: _bool = True, mmap: _bool = False, classes: Any = ()) -> Any:
    """Load a file that `save` wrote, the weights in a file that PyTorch wrote, or a safetensors file.

    f              path, or a file opened for reading bytes
    map_location   device for the tensors; or a dict {saved device: wanted device}; or a function(storage, saved device)
                   that returns the storage, moved or not. Default: the devices from which the tensors were saved
    mmap           map the file into memory, so that numbers are read when they are used; `save` may replace the file
                   meanwhile. Checksums are not checked. A file that is cut short while load reads it raises
                   LoadError; if it is cut short or overwritten in place later, the tensors change or the program ends
                   with SIGBUS, so write a new file and rename it, as save does
    classes        Module classes that the file may contain, if the program has not imported them: [Net]
    pickle_module, weights_only   accepted, without effect: no code in a file runs

    Only values are created. A whole module gets its class from `classes`, from `minitorch.nn` or from imported
    modules, and its state from the file; no name in a file is imported, and no method of the class is called.

    Raises FileNotFoundError, or LoadError (a RuntimeError) for a file that is cut off, damaged, unknown or malicious.
    """

def log(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the natural logarithm; −inf for 0, nan for negative input.

    input (*) -> (*)

    >>> minitorch.log(minitorch.tensor([1.0, 0.0]))
    tensor([0., -inf])
    """

def log10(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the logarithm to base 10."""

def log10_(input: Tensor) -> Tensor:
    """Write the result of `log10` into the tensor's own memory; return the tensor."""

def log1p(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """log(1 + input), exact near 0."""

def log1p_(input: Tensor) -> Tensor:
    """Write the result of `log1p` into the tensor's own memory; return the tensor."""

def log2(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the logarithm to base 2."""

def log2_(input: Tensor) -> Tensor:
    """Write the result of `log2` into the tensor's own memory; return the tensor."""

def log_(input: Tensor) -> Tensor:
    """Write the result of `log` into the tensor's own memory; return the tensor."""

def log_softmax(input: Tensor, dim: _int, dtype: _dtype | None = None, *, out: Tensor | None = None) -> Tensor:
    """log(softmax(input)), without overflow and without log(0).

    input (*) -> (*)

    Raises IndexError for a dimension that the input does not have.

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
    """Return the logarithm of each determinant, (*, n, n) -> (*); nan if the determinant is negative."""

def logical_and(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Return whether input and other are true, element by element, broadcast; bool."""

def logical_not(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return whether input is zero or False, element by element; bool."""

def logical_or(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Return whether input or other is true, element by element, broadcast; bool."""

def logical_xor(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Return whether one of input and other is true, but not both, element by element, broadcast; bool."""

def logit(input: Tensor, eps: _float | None = None, *, out: Tensor | None = None) -> Tensor:
    """log(p / (1 − p)), with p = input: the inverse of sigmoid. With eps, the input is first clamped to
    [eps, 1 − eps]; without eps, the result is nan outside [0, 1].
    """

def logit_(input: Tensor, eps: _float | None = None) -> Tensor:
    """Write the result of `logit` into the tensor's own memory; return the tensor."""

def logspace(start: _Value, end: _Value, steps: _int, base: _float = 10.0, *, out: Tensor | None = None, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False) -> Tensor:
    """Return `steps` numbers from base^start to base^end, with evenly spaced logarithms."""

def logsumexp(input: Tensor, dim: _int, keepdim: _bool = False, *, out: Tensor | None = None) -> Tensor:
    """log Σ eˣ over `dim`, without overflow."""

long: _dtype

def lt(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Return whether input < other, element by element, broadcast; bool."""

def lu(input: Tensor, pivot: _bool = True, get_infos: _bool = False) -> tuple[Tensor, ...]:
    """Return L and U in one matrix, (*, n, m), and pivots (*, k), for lu_solve and lu_unpack; see linalg.lu_factor.

    pivot       must be True: rows are always exchanged
    get_infos   whether to return also, for each matrix, 0 or the first j (from 1) for which U[j, j] is 0
    """

def lu_solve(input: Tensor, LU_data: Tensor, LU_pivots: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the x with A @ x = input, (*, n, k), from linalg.lu_factor's LU_data (*, n, n) and LU_pivots of A."""

def lu_unpack(LU_data: Tensor, LU_pivots: Tensor, unpack_data: _bool = True, unpack_pivots: _bool = True) -> _PLU:
    """Return P, L and U from linalg.lu_factor's results: (*, n, m), (*, k) -> (*, n, n), (*, n, k), (*, k, m).

    LU_data, LU_pivots           lu_factor's results
    unpack_data, unpack_pivots   False: L and U, or P, are empty

    Raises RuntimeError for pivots that are not int32.
    """

def manual_seed(seed: Any) -> _Generator:
    """Seed the default generator and return it: from here on, minitorch's random numbers repeat for the same seed.

    seed an integer; returns the default generator

    Raises TypeError if seed is not an integer.

    >>> _ = minitorch.manual_seed(0); x = minitorch.rand(2)
    >>> _ = minitorch.manual_seed(0); minitorch.equal(x, minitorch.rand(2))
    True
    """

def masked_fill(input: Tensor, mask: Tensor, value: _Value) -> Tensor:
    """Return `value` where the mask is True, `input` elsewhere; broadcast.

    (*), mask (*), value () -> (*)

    Raises RuntimeError for a mask that is not bool.

    >>> x = minitorch.tensor([1.0, -2.0]); x.masked_fill(x < 0, 0)
    tensor([1., 0.])
    """

def masked_scatter(input: Tensor, mask: Tensor, source: Tensor) -> Tensor:
    """Replace the elements where the mask is True by elements of `source`, in order; the mask broadcasts.

    Raises RuntimeError if `source` has too few elements.
    """

def masked_select(input: Tensor, mask: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the elements where the mask is True, as a vector; a copy."""

def matmul(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Return the matrix product; for vectors the inner product; for batches of matrices one product each.

    (…, n, m) @ (…, m, p) -> (…, n, p), the leading dimensions broadcast; RuntimeError if the two m differ
    """

def matrix_exp(input: Tensor) -> Tensor:
    """Return the exponential of each square matrix A: I + A + A²/2 + …"""

def matrix_power(input: Tensor, n: _int, *, out: Tensor | None = None) -> Tensor:
    """Return Aⁿ, the product of n factors A, (*, m, m), same shape out; for negative n, of factors A⁻¹."""

@overload
def max(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the maximum of all elements, along `dim` as (values, indices), or of two tensors.

    If several are equal, the index is that of the first, which gets the gradient.
        Without `dim`, equal elements share the gradient evenly.
    """
@overload
def max(input: Tensor, dim: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the maximum of all elements, along `dim` as (values, indices), or of two tensors.

    If several are equal, the index is that of the first, which gets the gradient.
        Without `dim`, equal elements share the gradient evenly.
    """
@overload
def max(input: Tensor, *, other: Tensor, out: Tensor | None = None) -> Tensor:
    """Return the maximum of all elements, along `dim` as (values, indices), or of two tensors.

    If several are equal, the index is that of the first, which gets the gradient.
        Without `dim`, equal elements share the gradient evenly.
    """
@overload
def max(input: Tensor, dim: _int, keepdim: _bool = False, *, out: tuple[Tensor, Tensor] | None = None) -> _ValuesIndices:
    """Return the maximum of all elements, along `dim` as (values, indices), or of two tensors.

    If several are equal, the index is that of the first, which gets the gradient.
        Without `dim`, equal elements share the gradient evenly.
    """

def max_pool1d(input: Tensor, kernel_size: _Sizes, stride: _Sizes | None = None, padding: _Sizes | str = 0, dilation: _Sizes = 1, ceil_mode: _bool = False, return_indices: _bool = False) -> Tensor:
    """Return the maximum of each window: (N, C, L) -> (N, C, OL). Arguments as max_pool2d's, but no pairs."""

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

def max_pool3d(input: Tensor, kernel_size: _Sizes, stride: _Sizes | None = None, padding: _Sizes | str = 0, dilation: _Sizes = 1, ceil_mode: _bool = False, return_indices: _bool = False) -> Tensor:
    """Return the maximum of each window: (N, C, D, H, W) -> (N, C, OD, OH, OW). As in max_pool2d, with triples.

    return_indices   also return the position of each maximum in its volume, counted plane by plane and row by row
    """

def maximum(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Return the larger of input and other, broadcast; nan if either is. Equal elements share the gradient."""

def mean(input: Tensor, dim: _int | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None, out: Tensor | None = None) -> Tensor:
    """Return the mean over `dim` (all, if None); nan for no elements. RuntimeError for integers without a dtype."""

@overload
def median(input: Tensor) -> Tensor:
    """Return the median (the lower of two; nan if any is): of all elements, or along `dim` as (values, indices)."""
@overload
def median(input: Tensor, dim: _int, keepdim: _bool = False) -> _ValuesIndices:
    """Return the median (the lower of two; nan if any is): of all elements, or along `dim` as (values, indices)."""

def meshgrid(*tensors: Tensor | Sequence[Tensor], indexing: str | None = None) -> tuple[Tensor, ...]:
    """Return grids of coordinates from vectors: with indexing "ij", each varies along its own dimension.

    indexing   "xy" swaps the first two dimensions, so that x varies along rows; RuntimeError for others

    Raises RuntimeError for no vectors, and if their dtypes differ.
    """

@overload
def min(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the minimum of all elements, along `dim` as (values, indices), or of two tensors.

    If several are equal, the index is that of the first, which gets the gradient.
        Without `dim`, equal elements share the gradient evenly.
    """
@overload
def min(input: Tensor, dim: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the minimum of all elements, along `dim` as (values, indices), or of two tensors.

    If several are equal, the index is that of the first, which gets the gradient.
        Without `dim`, equal elements share the gradient evenly.
    """
@overload
def min(input: Tensor, *, other: Tensor, out: Tensor | None = None) -> Tensor:
    """Return the minimum of all elements, along `dim` as (values, indices), or of two tensors.

    If several are equal, the index is that of the first, which gets the gradient.
        Without `dim`, equal elements share the gradient evenly.
    """
@overload
def min(input: Tensor, dim: _int, keepdim: _bool = False, *, out: tuple[Tensor, Tensor] | None = None) -> _ValuesIndices:
    """Return the minimum of all elements, along `dim` as (values, indices), or of two tensors.

    If several are equal, the index is that of the first, which gets the gradient.
        Without `dim`, equal elements share the gradient evenly.
    """

def minimum(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Return the smaller of input and other, broadcast; nan if either is. Equal elements share the gradient."""

def mm(input: Tensor, mat2: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return `matmul` of two matrices, input and mat2: (n, m), (m, p) -> (n, p)."""

def mode(input: Tensor, dim: _int = -1, keepdim: _bool = False, *, out: tuple[Tensor, ...] | None = None) -> _ValuesIndices:
    """Return the most frequent value along `dim`, the smallest of several: (values, indices)."""

def moveaxis(input: Tensor, source: _Sizes, destination: _Sizes) -> Tensor:
    """Move dimensions from source to destination; others keep their order. A view. RuntimeError for unequal lengths."""

def movedim(input: Tensor, source: _Sizes, destination: _Sizes) -> Tensor:
    """Move dimensions from source to destination; others keep their order. A view. RuntimeError for unequal lengths."""

def msort(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Sort along the first dimension."""

def mul(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """input·other, broadcast."""

def multinomial(input: Tensor, num_samples: _int, replacement: _bool = False, *, generator: _Generator | None = None, out: Tensor | None = None) -> Tensor:
    """Draw indices with the weights in each row: (n,) -> (num_samples,), (m, n) -> (m, num_samples).

    replacement   whether an index may be drawn again

    Raises RuntimeError for weights that are negative or all 0, and for more draws than weights without replacement.
    """

def multiply(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """input·other, broadcast."""

def mv(input: Tensor, vec: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return `matmul` of a matrix and a vector vec: (n, m), (m,) -> (n,)."""

nan: _float

def nan_to_num(input: Tensor, nan: _float = 0.0, posinf: _float | None = None, neginf: _float | None = None, *, out: Tensor | None = None) -> Tensor:
    """Replace nan, inf and −inf by nan, posinf and neginf. RuntimeError for complex numbers that require a gradient."""

def nan_to_num_(input: Tensor, nan: _float = 0.0, posinf: _float | None = None, neginf: _float | None = None) -> Tensor:
    """Write the result of `nan_to_num` into the tensor's own memory; return the tensor."""

def nanmean(input: Tensor, dim: _Dims | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None, out: Tensor | None = None) -> Tensor:
    """Return the mean over `dim` of the elements that are not nan. Raises RuntimeError for integers."""

@overload
def nanmedian(input: Tensor) -> Tensor:
    """Return the median of the elements that are not nan: of all, or along `dim` as (values, indices)."""
@overload
def nanmedian(input: Tensor, dim: _int, keepdim: _bool = False) -> _ValuesIndices:
    """Return the median of the elements that are not nan: of all, or along `dim` as (values, indices)."""

def nanquantile(input: Tensor, q: _Value, dim: _int | None = None, keepdim: _bool = False, *, interpolation: str = 'linear', out: Tensor | None = None) -> Tensor:
    """Return the `quantile` of the elements that are not nan."""

def nansum(input: Tensor, dim: _Dims | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None, out: Tensor | None = None) -> Tensor:
    """Return the sum over `dim` with nan counted as 0. Raises NotImplementedError for complex numbers."""

def narrow(input: Tensor, dim: _int, start: _int, length: _int) -> Tensor:
    """Return a view of `length` elements along `dim`, from `start` on. RuntimeError if the dimension is shorter."""

def narrow_copy(input: Tensor, dim: _int, start: _int, length: _int) -> Tensor:
    """Return a copy of `length` elements from `start` on along `dim`; RuntimeError if `dim` has fewer."""

def ne(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Return whether input ≠ other, element by element, broadcast; bool."""

def neg(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """−input. Raises RuntimeError for bools: use ~."""

def neg_(input: Tensor) -> Tensor:
    """Write the result of `neg` into the tensor's own memory; return the tensor."""

def negative(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """−input. Raises RuntimeError for bools: use ~."""

def nextafter(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Return the next number of the dtype after input, in the direction of other; input itself if both are equal."""

@overload
def nonzero(input: Tensor, *, as_tuple: Literal[False] = False, out: Tensor | None = None) -> Tensor:
    """Return the indices where `input` is not zero: (n, dimensions), or a vector per dimension with as_tuple."""
@overload
def nonzero(input: Tensor, *, as_tuple: Literal[True]) -> tuple[Tensor, ...]:
    """Return the indices where `input` is not zero: (n, dimensions), or a vector per dimension with as_tuple."""

def norm(input: Tensor, p: Any = 'fro', dim: _Dims | None = None, keepdim: _bool = False, out: Tensor | None = None, dtype: _dtype | None = None) -> Tensor:
    """Return the p-norm over `dim` (all, if None); 'fro' is the 2-norm of all elements, 'nuc' is for matrices.

    Raises RuntimeError for other strings.
    """

def normal(mean: Any, std: _float = 1.0, size: _Sizes | None = None, *, generator: _Generator | None = None, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, out: Tensor | None = None, layout: Any = None) -> Tensor:
    """Return normal numbers: of `size`, with the numbers mean and std; or one for each element of tensors mean and std.

    Raises TypeError for size, dtype, device, layout or requires_grad with a tensor, and if numbers come without a size.
    """

def not_equal(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Return whether input ≠ other, element by element, broadcast; bool."""

def numel(input: Tensor) -> _int:
    """Return the number of elements."""

def ones(*size: _Sizes, out: Tensor | None = None, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None, pin_memory: _bool = False, memory_format: Any = None) -> Tensor:
    """Return a tensor of the given sizes, filled with 1."""

def ones_like(input: Tensor, *, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None, memory_format: Any = None) -> Tensor:
    """Call `ones` with the shape, dtype and device of `input`."""

def orgqr(input: Tensor, input2: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Call linalg.householder_product: the Q of geqrf's results, input (*, n, m) and input2 (*, k)."""

def outer(input: Tensor, vec2: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return every element of one vector times every element of another, vec2: (n,), (m,) -> (n, m).

    Raises RuntimeError unless both are vectors.
    """

def pairwise_distance(x1: Tensor, x2: Tensor, p: _float = 2.0, eps: _float = 1e-06, keepdim: _bool = False) -> Tensor:
    """Return the p-norm of x1 − x2 + eps along the last dimension: (N, D) and (N, D) -> (N,). Shapes broadcast."""

def pca_lowrank(A: Tensor, q: _int | None = None, center: _bool = True, niter: _int = 2) -> tuple[Tensor, ...]:
    """Return the principal components of n samples with m features: svd_lowrank of A, (*, n, m), minus its mean row.

    q        number of components; None: min(6, n, m)
    center   False: do not subtract the mean

    Raises ValueError as svd_lowrank does, and for niter below 0.
    """

def pdist(input: Tensor, p: _float = 2.0) -> Tensor:
    """Return the p-norm between every two rows: (n, d) -> (n·(n − 1)/2,). Raises RuntimeError unless it is a matrix."""

def permute(input: Tensor, *dims: _Sizes) -> Tensor:
    """Return a view with the dimensions in the order `dims`.

    (a, b, c) by dims (2, 0, 1) -> (c, a, b)

    Raises RuntimeError unless each dimension is named once.

    >>> minitorch.ones(2, 3, 4).permute(2, 0, 1).shape
    minitorch.Size([4, 2, 3])
    """

pi: _float

def pinverse(input: Tensor, rcond: _float = 1e-15, *, out: Tensor | None = None) -> Tensor:
    """Return the pseudo-inverse (n, m) -> (m, n): singular values up to rcond · the largest count as 0."""

def pixel_shuffle(input: Tensor, upscale_factor: _int) -> Tensor:
    """Turn r² channels into r × r pixels, r the upscale_factor: (*, C·r², H, W) -> (*, C, H·r, W·r).

    Raises RuntimeError unless r² divides the channels. Source: Shi et al. (2016).
    """

def pixel_unshuffle(input: Tensor, downscale_factor: _int) -> Tensor:
    """Turn r × r pixels into r² channels, r the downscale_factor: (*, C, H·r, W·r) -> (*, C·r², H, W).

    Raises RuntimeError unless r divides height and width.
    """

def polar(abs: Tensor, angle: Tensor, *, out: Tensor | None = None) -> Tensor:
    """abs·e^(i·angle), broadcast, the angle in radians."""

def polygamma(n: _int, input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the n-th derivative of digamma; digamma itself for n=0. Raises RuntimeError for a negative n."""

def positive(input: Tensor) -> Tensor:
    """Return the input itself, as +input."""

def pow(input: Tensor, exponent: Any, *, out: Tensor | None = None) -> Tensor:
    """input to the power exponent, broadcast. 0⁰ is 1.

    (*), (*) -> (*)

    Raises RuntimeError for integers to a negative power.

    >>> minitorch.tensor([1.0, 2.0, 3.0]).pow(2)
    tensor([1., 4., 9.])
    """

def prelu(input: Tensor, weight: Tensor) -> Tensor:
    """x if x > 0, else weight·x; one weight, or one for each channel of (N, C, …). RuntimeError for other weights."""

preserve_format: Any

def prod(input: Tensor, dim: _int | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None, out: Tensor | None = None) -> Tensor:
    """Return the product over one `dim` (all, if None)."""

def promote_types(a: Any, b: Any) -> _dtype:
    """Return the smallest dtype that holds both a and b; a float of any size wins over an integer."""

def put(input: Tensor, index: Tensor, source: Tensor, accumulate: _bool = False) -> Tensor:
    """Return a copy with each element of `source` written (accumulate: added) at its flat index; see put_."""

qint8: _dtype

def qr(input: Tensor, some: _bool = True, *, out: tuple[Tensor, ...] | None = None) -> _QR:
    """Return linalg.qr's Q and R, (*, n, m) -> (*, n, k), (*, k, m); a square Q with some=False."""

def quantile(input: Tensor, q: _Value, dim: _int | None = None, keepdim: _bool = False, *, interpolation: str = 'linear', out: Tensor | None = None) -> Tensor:
    """Return the q-quantile: a fraction q of the elements is smaller; nan if any element is nan.

    q               a number, or a vector: its results are stacked along a new first dimension
    interpolation   between two neighbours: "linear", "lower", "higher", "nearest" or "midpoint"
    """

def rad2deg(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Convert radians to degrees."""

def rad2deg_(input: Tensor) -> Tensor:
    """Write the result of `rad2deg` into the tensor's own memory; return the tensor."""

def rand(*size: _Sizes, generator: _Generator | None = None, out: Tensor | None = None, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None) -> Tensor:
    """Return random numbers, uniform in [0, 1).

    returns (*size)

    >>> minitorch.rand(2, 3).shape
    minitorch.Size([2, 3])
    """

def rand_like(input: Tensor, *, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None, memory_format: Any = None) -> Tensor:
    """Call `rand` with the shape, dtype and device of `input`."""

def randint(low: Any = None, high: Any = None, size: _Sizes | None = None, *, generator: _Generator | None = None, out: Tensor | None = None, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None) -> Tensor:
    """Return random integers from low (0 if left out) up to, not including, high.

    returns (*size) in int64

    Raises RuntimeError unless low < high.

    >>> minitorch.randint(10, (2, 3)).shape
    minitorch.Size([2, 3])
    """

def randint_like(input: Tensor, low: Any, high: Any = None, *, generator: _Generator | None = None, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False) -> Tensor:
    """Call `randint` with the shape, dtype and device of `input`."""

def randn(*size: _Sizes, generator: _Generator | None = None, out: Tensor | None = None, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None) -> Tensor:
    """Return random numbers from the standard normal distribution.

    returns (*size)

    >>> minitorch.randn(2, 3).shape
    minitorch.Size([2, 3])
    """

def randn_like(input: Tensor, *, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None, memory_format: Any = None) -> Tensor:
    """Call `randn` with the shape, dtype and device of `input`."""

def randperm(n: _int, *, generator: _Generator | None = None, out: Tensor | None = None, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None) -> Tensor:
    """Return 0, …, n − 1 in random order. RuntimeError if n is negative, or too large for the dtype."""

def range(start: Any, end: Any = None, step: _float = 1, **settings: Any) -> Tensor:
    """Return the numbers from start to end by step, end included, as floats: range(0, 3) is 0., 1., 2., 3.

    An old form of arange. Raises RuntimeError if step leads away from the end.
    """

def ravel(input: Tensor) -> Tensor:
    """Return the elements as a vector; a view if the memory allows it."""

def real(input: Tensor) -> Tensor:
    """Return the real parts as a view; return a real tensor unchanged. Any shape in, same out."""

def reciprocal(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """1/input."""

def reciprocal_(input: Tensor) -> Tensor:
    """Write the result of `reciprocal` into the tensor's own memory; return the tensor."""

def relu(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return max(input, 0), element by element. The derivative at 0 is set to 0."""

def relu_(input: Tensor) -> Tensor:
    """Write the result of `relu` into the tensor's own memory; return the tensor."""

def remainder(input: Tensor, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Return input − other·⌊input / other⌋: the remainder, which has the sign of other."""

def renorm(input: Tensor, p: Any, dim: _int, maxnorm: Any, *, out: Tensor | None = None) -> Tensor:
    """Scale each slice along `dim` whose p-norm is larger than maxnorm down to maxnorm; same shape out.

    Raises RuntimeError for fewer than two dimensions, and unless p is positive.
    """

def repeat_interleave(input: Tensor, repeats: _Value | None = None, dim: _int | None = None, *, output_size: _int | None = None) -> Tensor:
    """Return a copy with each element (or slice along `dim`) repeated: [1, 2] with repeats 2 gives [1, 1, 2, 2].

    With repeats only, the index of each number is repeated: [1, 2] gives [0, 1, 1].
    Raises RuntimeError for negative repeats, and if the result's size is not output_size.
    """

def reshape(input: Tensor, *shape: _Sizes) -> Tensor:
    """Return the same elements in another shape; a view if the memory allows it, else a copy.

    shape   sizes, one of which may be −1
    """

def resolve_conj(input: Tensor) -> Tensor:
    """Return the tensor itself, because conj() computes its result at once."""

def resolve_neg(input: Tensor) -> Tensor:
    """Return the tensor itself, because its elements are stored with their sign."""

def result_type(tensor1: Any, tensor2: Any) -> _dtype:
    """Return the dtype of the result of an operation on tensor1 and tensor2, tensors or numbers; TypeError for others.

    >>> result_type(tensor([1, 2]), 1.0)
    minitorch.float32
    """

def rms_norm(input: Tensor, normalized_shape: _Sizes, weight: Tensor | None = None, eps: _float | None = None) -> Tensor:
    """Divide the last dimensions by their root mean square, then multiply by weight; eps=None: finfo(dtype).eps.

    normalized_shape   the sizes of those dimensions, and of the weight; RuntimeError for an input with other sizes

    Source: Zhang and Sennrich, Root Mean Square Layer Normalization (2019).
    """

def roll(input: Tensor, shifts: Any, dims: Any = ()) -> Tensor:
    """Shift elements by shifts along dims (or flattened), wrapping around; RuntimeError if their numbers differ."""

def rot90(input: Tensor, k: _int = 1, dims: _Dims = (0, 1)) -> Tensor:
    """Rotate by 90° k times in the plane of two dimensions, from dims[0] to dims[1]. Raises RuntimeError for others."""

def round(input: Tensor, *, decimals: _int = 0, out: Tensor | None = None) -> Tensor:
    """Round to an integer, or to `decimals` digits after the point; ties go to the even number.

    Raises NotImplementedError if `decimals` is not 0 and `input` has no floats.
    """

def round_(input: Tensor, *, decimals: _int = 0) -> Tensor:
    """Write the result of `round` into the tensor's own memory; return the tensor."""

def row_stack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor:
    """Join along the first dimension, with vectors as rows."""

def rrelu(input: Tensor, lower: _float = 0.125, upper: _float = 0.3333333333333333, training: _bool = False, inplace: _bool = False) -> Tensor:
    """Apply leaky_relu with a random slope for each element in training, with the mean slope otherwise.

    lower, upper   the slope is uniform between them; RuntimeError if lower is above upper
    """

def rrelu_(input: Tensor, *settings: Any, **named: Any) -> Tensor:
    """Write rrelu over the input; return the input."""

def rsqrt(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """1/√input."""

def rsqrt_(input: Tensor) -> Tensor:
    """Write the result of `rsqrt` into the tensor's own memory; return the tensor."""

def rsub(input: Tensor, other: _Value, *, alpha: _Number = 1) -> Tensor:
    """Return other − alpha·input: `sub` with its operands swapped."""

def save(obj: Any, f: Any, pickle_module: Any = None, pickle_protocol: Any = None, _use_new_zipfile_serialization: _bool = True) -> None:
    """Write values, tensors, containers of them, and whole modules.

    obj   a state_dict, an optimiser's state, a Module; numbers, strings, bytes, None, dtypes, devices, arrays;
          and dicts, lists, tuples and sets of them
    f     path, or a file opened for writing bytes

    pickle_module and pickle_protocol are accepted, without effect.
    A file is written under a temporary name and then renamed, so it is never incomplete. Tensors that share memory
    are stored once, and share memory again when loaded. Raises TypeError for a value that cannot be saved, with its
    position.

    >>> import io, minitorch as mt
    >>> file = io.BytesIO()
    >>> mt.save({"step": 3, "weight": mt.ones(2)}, file)
    >>> file.seek(0)
    0
    >>> mt.load(file)
    {'step': 3, 'weight': tensor([1., 1.])}
    """

def scalar_tensor(s: Any, *, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False) -> Tensor:
    """Return a 0-d tensor of the number s. Raises TypeError for anything else."""

def scatter(input: Tensor, dim: _int, index: Tensor, src: _Value | None = None, *, value: Any = None, reduce: str | None = None, out: Tensor | None = None) -> Tensor:
    """Return a copy with src (or one value) at out[index[i][j]][j] for dim 0, and so on for other dimensions."""

def scatter_add(input: Tensor, dim: _int, index: Tensor, src: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return a copy with src added at the positions in `index` along `dim`; repeated indices add up."""

def scatter_reduce(input: Tensor, dim: _int, index: Tensor, src: Tensor, reduce: str, *, include_self: _bool = True, out: Tensor | None = None) -> Tensor:
    """Return a copy in which src is combined with the elements at `index`: "sum", "mean", "prod", "amax" or "amin".

    dim            the dimension of the positions in index; index is no larger than src
    include_self   whether input's own elements are included; RuntimeError for another `reduce`
    """

def searchsorted(sorted_sequence: Tensor, input: _Value, *, right: _bool = False, side: str | None = None, out_int32: _bool = False, sorter: Any = None, out: Tensor | None = None) -> Tensor:
    """Return where to insert each value of input into sorted_sequence: before equal values, or after with right=True.

    sorted_sequence   a vector, or (*, n) for values (*, m): one sorted row for each row of values
    out_int32         indices of int32, not int64
    side              "right" means right=True; "left" the opposite
    sorter            indices that sort the sequence, if it is not sorted itself

    Raises RuntimeError for shapes that do not fit.
    """

def seed() -> _int:
    """Seed the default generator with a random seed of the system; return the seed."""

def select(input: Tensor, dim: _int, index: _int) -> Tensor:
    """Return a view of the slice at `index` of dimension `dim`, without that dimension. IndexError if there is none."""

def select_scatter(input: Tensor, src: Tensor, dim: _int, index: _int) -> Tensor:
    """Return a copy with `src` in place of the slice at `index` of dimension `dim`."""

def selu(input: Tensor, inplace: _bool = False) -> Tensor:
    """elu, scaled so that activations keep mean 0 and variance 1. Source: Klambauer et al. (2017)."""

def selu_(input: Tensor, *settings: Any, **named: Any) -> Tensor:
    """Write selu over the input; return the input."""

def set_default_device(device: _Device) -> None:
    """Set the device on which new tensors are created if a call names no device; None means the CPU."""

def set_default_dtype(d: Any) -> None:
    """Set the default dtype, used for tensors of Python floats and `randn`. Raises TypeError if `d` is not floating."""

def set_default_tensor_type(t: Any) -> None:
    """Set the default dtype and device by an old type t: FloatTensor, DoubleTensor, HalfTensor, cuda.FloatTensor.

    t may also be the name of the type. Raises TypeError for other types.
    """

def set_float32_matmul_precision(precision: Any) -> Tensor:
    """Do nothing: matrix products of float32 are computed in float32.

    precision is "highest", "high" or "medium", else RuntimeError.
    """

def set_flush_denormal(mode: Any) -> Tensor:
    """Return False for any mode: denormal numbers are not changed."""

def set_num_interop_threads(threads: Any) -> Tensor:
    """Do nothing, whatever number of threads: operations run one after another."""

def set_num_threads(int: Any) -> None:
    """Set how many cores matrix products and loops of `compile(backend="c")` use. RuntimeError for an int below 1.

    The setting is valid for the whole process. Small products are fastest on one core: if another
    program uses the second core, waiting for it takes more time than it saves.
    It has no effect on matrix products if NumPy's BLAS is not OpenBLAS.
    """

def set_printoptions(precision: Any = None, threshold: Any = None, edgeitems: Any = None, linewidth: Any = None, profile: Any = None, sci_mode: Any = None) -> None:
    """Change how tensors print.

    precision   digits after the point (4)
    threshold   a tensor with more elements is printed without its middle (1000)
    edgeitems   number of elements that are then shown at each edge (3)
    linewidth   characters in a line (80)
    profile     "default", "short" (2 digits, 2 elements at each edge) or "full" (all elements)
    sci_mode    True: always 1.0e+00; False: never; None: depends on the values
    """

def set_rng_state(new_state: Any) -> None:
    """Set the default generator to new_state, a ByteTensor that `get_rng_state` returned.

    Raises TypeError if it is no ByteTensor on the CPU, RuntimeError if its length is wrong.
    """

def sgn(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return −1, 0 or 1; for a complex number z the number z / |z|, or 0. Any shape in, same out."""

short: _dtype

def sigmoid(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """1 / (1 + e⁻ˣ).

    input (*) -> (*)

    Raises TypeError if the input is not a Tensor.

    >>> minitorch.sigmoid(minitorch.tensor([-1.0, 0.0, 1.0]))
    tensor([0.2689, 0.5000, 0.7311])
    """

def sigmoid_(input: Tensor) -> Tensor:
    """Write the result of `sigmoid` into the tensor's own memory; return the tensor."""

def sign(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return −1, 0 or 1; 0 for nan."""

def signbit(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return True for negative numbers and −0, element by element; bool."""

def sin(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the sine of input radians."""

def sin_(input: Tensor) -> Tensor:
    """Write the result of `sin` into the tensor's own memory; return the tensor."""

def sinc(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """sin(πx) / πx, and 1 at 0.

    Near 0 a series is used, because digits of the quotient's derivatives would cancel there.
    """

def sinc_(input: Tensor) -> Tensor:
    """Write the result of `sinc` into the tensor's own memory; return the tensor."""

def sinh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the hyperbolic sine: (eˣ − e⁻ˣ) / 2."""

def sinh_(input: Tensor) -> Tensor:
    """Write the result of `sinh` into the tensor's own memory; return the tensor."""

def slice_scatter(input: Tensor, src: Tensor, dim: Any = 0, start: Any = None, end: Any = None, step: Any = 1, *, out: Tensor | None = None) -> Tensor:
    """Return a copy with `src` in place of indices start to end, by step, of dimension `dim`.

    Raises IndexError for a 0-d tensor.
    """

def slogdet(input: Tensor, *, out: tuple[Tensor, ...] | None = None) -> _SignLogabsdet:
    """Return the sign of each matrix's determinant and the logarithm of its absolute value."""

def softmax(input: Tensor, dim: _int, dtype: _dtype | None = None, *, out: Tensor | None = None) -> Tensor:
    """eˣ, scaled to sum to 1 along `dim`.

    input (*) -> (*)

    Raises IndexError for a dimension that the input does not have.

    >>> minitorch.zeros(4).softmax(0)
    tensor([0.2500, 0.2500, 0.2500, 0.2500])
    """

def sort(input: Tensor, dim: _int = -1, descending: _bool = False, *, stable: _bool = False, out: tuple[Tensor, ...] | None = None) -> _ValuesIndices:
    """Sort along `dim`, descending or not: (values, indices); stable or not, equal elements keep their order."""

sparse_coo: Any

def sparse_coo_tensor(indices: Any, values: Any = None, size: _Sizes | None = None, *, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, check_invariants: Any = None, is_coalesced: Any = None) -> Tensor:
    """Return a sparse tensor with `values` (n, …) at `indices` (d, n); values of equal indices are summed.

    size               of the tensor; None: the smallest size that contains all indices
    requires_grad      whether it is a leaf; without it gradients pass to `values`
    check_invariants   accepted: indices are always checked
    is_coalesced       whether the indices are in order and no index occurs twice

    Raises RuntimeError for indices outside `size`, and if the numbers of indices and values differ.
    """

def split(tensor: Tensor, split_size_or_sections: Any, dim: _int = 0) -> tuple[Tensor, ...]:
    """Return views along `dim`, of size split_size_or_sections or the sizes in it; RuntimeError if they do not fit."""

def split_with_sizes(input: Tensor, split_sizes: Any, dim: _int = 0) -> tuple[Tensor, ...]:
    """Return views: pieces of the tensor along `dim`, with the sizes split_sizes."""

def spmm(input: Tensor, mat2: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return `matmul` of two matrices, input and mat2: (n, m), (m, p) -> (n, p)."""

def sqrt(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """√input; nan for negative input.

    input (*) -> (*)

    >>> minitorch.sqrt(minitorch.tensor([4.0, 9.0]))
    tensor([2., 3.])
    """

def sqrt_(input: Tensor) -> Tensor:
    """Write the result of `sqrt` into the tensor's own memory; return the tensor."""

def square(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """x²."""

def square_(input: Tensor) -> Tensor:
    """Write the result of `square` into the tensor's own memory; return the tensor."""

def squeeze(input: Tensor, dim: _int | None = None, *, out: Tensor | None = None) -> Tensor:
    """Remove dimensions of size 1 (all, or those in `dim`); a view.

    (1, n, 1) -> (n,)

    Raises IndexError for a dimension that the tensor does not have.

    >>> minitorch.ones(1, 3, 1).squeeze().shape
    minitorch.Size([3])
    """

def stack(tensors: Sequence[Tensor], dim: _int = 0, *, out: Tensor | None = None) -> Tensor:
    """Join tensors of one shape along a new dimension `dim`.

    k tensors (*) -> (*, k, *), with k at `dim`

    Raises RuntimeError if the shapes differ, or no tensor is given.

    >>> minitorch.stack([minitorch.zeros(3), minitorch.ones(3)]).shape
    minitorch.Size([2, 3])
    """

def std(input: Tensor, dim: Any = None, unbiased: _bool | None = None, keepdim: _bool = False, *, correction: _float = 1, out: Tensor | None = None) -> Tensor:
    """Return the standard deviation over `dim` (all, if None): the square root of `var`."""

def std_mean(input: Tensor, dim: Any = None, unbiased: _bool | None = None, keepdim: _bool = False, *, correction: _float = 1, out: tuple[Tensor, ...] | None = None) -> tuple[Tensor, ...]:
    """Return the standard deviation and the mean over `dim`; see var for the arguments."""

def stft(input: Tensor, n_fft: _int, hop_length: _int | None = None, win_length: _int | None = None, window: Tensor | None = None, center: _bool = True, pad_mode: str = 'reflect', normalized: _bool = False, onesided: _bool | None = None, return_complex: _bool | None = None, align_to_window: _bool | None = None) -> Tensor:
    """Return the short-time Fourier transform: the frequencies of windows of a signal, one every `hop_length` samples.

    input            (L) or (N, L), real or complex
    n_fft            how many samples are transformed at once
    hop_length       distance from one window to the next; default n_fft // 4
    win_length       length of the window, in the middle of n_fft zeros; default n_fft
    window           (win_length), factors of the samples in a window, such as hann_window's; default ones
    center           whether the first window is centred on the first sample: the signal is padded by pad_mode
    normalized       whether the result is divided by √n_fft
    onesided         whether to return only the first n_fft // 2 + 1 frequencies, whose conjugates are the others;
                     None: yes for real signals
    return_complex   False: a last dimension of 2 for real and imaginary part; you must pass it for a real signal
    align_to_window  with center=False, whether a window that is shorter than n_fft starts at the first sample
    returns          (n_fft or n_fft // 2 + 1, windows), or the same for each of N signals

    Raises RuntimeError for sizes that do not fit together, NotImplementedError for another pad_mode.

    >>> minitorch.stft(minitorch.ones(8), 4, return_complex=True)[:, 0].real
    tensor([4., 0., 0.])
    """

strided: Any

def sub(input: _Value, other: _Value, last: Any = None, *, alpha: _Number = 1, out: Tensor | None = None) -> Tensor:
    """input − alpha·other, broadcast."""

def subtract(input: _Value, other: _Value, last: Any = None, *, alpha: _Number = 1, out: Tensor | None = None) -> Tensor:
    """input − alpha·other, broadcast."""

def sum(input: Tensor, dim: _int | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None, out: Tensor | None = None) -> Tensor:
    """Return the sum over `dim` (all, if None). Integers are summed in int64."""

def svd(input: Tensor, some: _bool = True, compute_uv: _bool = True, *, out: tuple[Tensor, ...] | None = None) -> _USV:
    """Return U, S and V (not Vh, as linalg.svd does): (*, n, m) -> (*, n, k), (*, k), (*, m, k), k = min(n, m).

    some         False: square U and V
    compute_uv   False: U and V are zeros
    """

def svd_lowrank(A: Tensor, q: _int = 6, niter: _int = 2, M: Tensor | None = None) -> tuple[Tensor, ...]:
    """Return the q largest singular values of A (minus M) and their vectors: (*, n, m) -> (*, n, q), (*, q), (*, m, q).

    niter   accepted, without effect: the number of PyTorch's random projections; here the values are exact

    Raises ValueError for a q that is not between 0 and min(n, m), RuntimeError for integers.
    """

def swapaxes(input: Tensor, dim0: Any, dim1: Any, *, out: Tensor | None = None) -> Tensor:
    """Swap two dimensions; a view.

    (*, n, *, m, *) -> (*, m, *, n, *)

    Raises IndexError for a dimension that the tensor does not have.

    >>> minitorch.ones(2, 3).transpose(0, 1).shape
    minitorch.Size([3, 2])
    """

def swapdims(input: Tensor, dim0: Any, dim1: Any, *, out: Tensor | None = None) -> Tensor:
    """Swap two dimensions; a view.

    (*, n, *, m, *) -> (*, m, *, n, *)

    Raises IndexError for a dimension that the tensor does not have.

    >>> minitorch.ones(2, 3).transpose(0, 1).shape
    minitorch.Size([3, 2])
    """

def t(input: Tensor) -> Tensor:
    """Return the transpose of a matrix, a view; a vector or number is unchanged. RuntimeError for more dimensions."""

def take(input: Tensor, index: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return elements by their index in the flattened input: the result has the index's shape.

    Raises RuntimeError unless the index is int64.
    """

def take_along_dim(input: Tensor, indices: Tensor, dim: _int | None = None, *, out: Tensor | None = None) -> Tensor:
    """Return the elements at `indices` along `dim` (negative: from its end), or in the flattened input if dim is None.

    indices   int64, with as many dimensions as input; dimensions other than `dim` broadcast

    Raises RuntimeError for indices of another dtype or number of dimensions, and for an index that is out of bounds,
    or negative if dim is None.
    """

def tan(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the tangent of input radians."""

def tan_(input: Tensor) -> Tensor:
    """Write the result of `tan` into the tensor's own memory; return the tensor."""

def tanh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the hyperbolic tangent of each element, from −1 to 1.

    input (*) -> (*)

    Raises TypeError if the input is not a Tensor.

    >>> minitorch.tanh(minitorch.tensor([-1.0, 0.0]))
    tensor([-0.7616,  0.0000])
    """

def tanh_(input: Tensor) -> Tensor:
    """Write the result of `tanh` into the tensor's own memory; return the tensor."""

def tensor(data: Any, *, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, pin_memory: _bool = False) -> Tensor:
    """Return a new tensor with a copy of `data`: a number, nested lists, an array or a tensor.

    dtype   default: float32 for floats, int64 for integers, bool for bools; for an array, the array's own

    Raises TypeError for data without a dtype in minitorch, such as text.

    >>> tensor([[1.0, 2.0], [3.0, 4.0]]).sum()
    tensor(10.)
    """

def tensor_split(input: Tensor, indices_or_sections: Any, dim: _int = 0) -> tuple[Tensor, ...]:
    """Split along `dim`: into indices_or_sections nearly equal pieces, or before these indices. Views.

    Raises RuntimeError for 0.
    """

def tensordot(a: Tensor, b: Tensor, dims: Any = 2, *, out: Tensor | None = None) -> Tensor:
    """Return products summed over the last `dims` dimensions of a and the first of b, or over two lists of dimensions.

    Raises RuntimeError if their sizes differ.
    """

def threshold(input: Tensor, threshold: _float, value: Any, inplace: _bool = False) -> Tensor:
    """x if x > threshold, else value."""

def threshold_(input: Tensor, *settings: Any, **named: Any) -> Tensor:
    """Write threshold over the input; return the input."""

def tile(input: Tensor, *dims: _Sizes) -> Tensor:
    """Repeat the whole tensor `dims` times along each dimension; a copy. Missing dims in front count as 1."""

def topk(input: Tensor, k: _int, dim: _int = -1, largest: _bool = True, sorted: _bool = True, *, out: tuple[Tensor, ...] | None = None) -> _ValuesIndices:
    """Return the k largest (or smallest) along `dim`, always sorted: (values, indices).

    (*, n, *) -> two of (*, k, *)

    Raises RuntimeError if there are fewer than k.

    >>> minitorch.tensor([1.0, 5.0, 3.0]).topk(2).values
    tensor([5., 3.])
    """

def trace(input: Tensor) -> Tensor:
    """Return the sum of a matrix's diagonal. Raises RuntimeError unless it is a matrix."""

def transpose(input: Tensor, dim0: Any, dim1: Any, *, out: Tensor | None = None) -> Tensor:
    """Swap two dimensions; a view.

    (*, n, *, m, *) -> (*, m, *, n, *)

    Raises IndexError for a dimension that the tensor does not have.

    >>> minitorch.ones(2, 3).transpose(0, 1).shape
    minitorch.Size([3, 2])
    """

def trapezoid(y: Tensor, x: Tensor | None = None, *, dx: _float = 1, dim: _int = -1) -> Tensor:
    """Return the area under the line through heights y along `dim`, at the positions x, or dx apart."""

def trapz(y: Tensor, x: Tensor | None = None, *, dx: _float = 1, dim: _int = -1) -> Tensor:
    """Return the area under the line through heights y along `dim`, at the positions x, or dx apart."""

def tril(input: Tensor, diagonal: _int = 0, *, out: Tensor | None = None) -> Tensor:
    """Return the lower triangle of the last two dimensions: zeros above the diagonal numbered `diagonal` (0: main)."""

def tril_indices(row: _int, col: _int, offset: _int = 0, *, dtype: _dtype | None = None, device: _Device | None = None) -> Tensor:
    """Return row and column of each element of the lower triangle of a (row, col) matrix: (2, n).

    offset   the triangle includes `offset` diagonals above the main one (below, if negative)
    """

def triu(input: Tensor, diagonal: _int = 0, *, out: Tensor | None = None) -> Tensor:
    """Return the upper triangle of the last two dimensions: zeros below the diagonal numbered `diagonal` (0: main).

    (*, n, m) -> (*, n, m)

    Raises RuntimeError for fewer than two dimensions.

    >>> minitorch.ones(2, 2).triu(1)
    tensor([[0., 1.],
            [0., 0.]])
    """

def triu_indices(row: _int, col: _int, offset: _int = 0, *, dtype: _dtype | None = None, device: _Device | None = None) -> Tensor:
    """Return row and column of each element of the upper triangle of a (row, col) matrix: (2, n).

    offset   the triangle starts `offset` diagonals above the main one (below, if negative)
    """

def true_divide(input: _Value, other: _Value, *, rounding_mode: str | None = None, out: Tensor | None = None) -> Tensor:
    """input / other; with rounding_mode "floor" or "trunc", rounded to an integer in the inputs' dtype."""

def trunc(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Round towards zero."""

def trunc_(input: Tensor) -> Tensor:
    """Write the result of `trunc` into the tensor's own memory; return the tensor."""

def typename(obj: Any) -> Tensor:
    """Return the name of the type of obj with its module: `minitorch.FloatTensor` for a float32 tensor."""

uint8: _dtype

def unbind(input: Tensor, dim: _int = 0) -> tuple[Tensor, ...]:
    """Return views of the slices along `dim`, without that dimension."""

def unflatten(input: Tensor, dim: _int, sizes: _Sizes) -> Tensor:
    """Return a view with dimension `dim` split into several of `sizes`. TypeError unless sizes is a tuple or list."""

@overload
def unique(input: Tensor, sorted: _bool = True, return_inverse: Literal[False] = False, return_counts: Literal[False] = False, dim: _int | None = None) -> Tensor:
    """Return the distinct values in order, of all elements, or the distinct slices along `dim`.

    sorted           without effect: they are always in order
    return_inverse   also each element's index among them
    return_counts    also how often each value occurs
    """
@overload
def unique(input: Tensor, sorted: _bool = True, return_inverse: _bool = False, return_counts: _bool = False, dim: _int | None = None) -> tuple[Tensor, ...]:
    """Return the distinct values in order, of all elements, or the distinct slices along `dim`.

    sorted           without effect: they are always in order
    return_inverse   also each element's index among them
    return_counts    also how often each value occurs
    """

@overload
def unique_consecutive(input: Tensor, return_inverse: Literal[False] = False, return_counts: Literal[False] = False, dim: _int | None = None) -> Tensor:
    """Return one value of each run of equal values in the flattened input, or one slice of each run along `dim`.

    return_inverse   also each element's index among the runs
    return_counts    also the length of each run
    """
@overload
def unique_consecutive(input: Tensor, return_inverse: _bool = False, return_counts: _bool = False, dim: _int | None = None) -> tuple[Tensor, ...]:
    """Return one value of each run of equal values in the flattened input, or one slice of each run along `dim`.

    return_inverse   also each element's index among the runs
    return_counts    also the length of each run
    """

def unravel_index(indices: Tensor, shape: _Sizes) -> tuple[Tensor, ...]:
    """Convert positions in a flattened tensor of the shape `shape` to one index for each dimension.

    Raises TypeError unless the indices are integers.
    """

def unsqueeze(input: Tensor, dim: _int, *, out: Tensor | None = None) -> Tensor:
    """Insert a new dimension of size 1 at `dim`; a view.

    (n, m) at dim 1 -> (n, 1, m)

    Raises IndexError for a dimension outside the result.

    >>> minitorch.ones(2, 3).unsqueeze(0).shape
    minitorch.Size([1, 2, 3])
    """

def use_deterministic_algorithms(mode: Any, *, warn_only: _bool = False) -> Tensor:
    """Do nothing, whatever mode and warn_only are: with the same seed, a program computes the same bits each time."""

def vander(x: Tensor, N: _int | None = None, increasing: _bool = False) -> Tensor:
    """Return N powers of a vector x (None: len(x)) as columns, from xᴺ⁻¹ to x⁰; increasing=True: from x⁰ to xᴺ⁻¹.

    Raises RuntimeError unless x is a vector.
    """

def var(input: Tensor, dim: Any = None, unbiased: _bool | None = None, keepdim: _bool = False, *, correction: _float = 1, out: Tensor | None = None) -> Tensor:
    """Return the variance over `dim` (all, if None), divided by n − correction; unbiased=False is correction=0."""

def var_mean(input: Tensor, dim: Any = None, unbiased: _bool | None = None, keepdim: _bool = False, *, correction: _float = 1, out: tuple[Tensor, ...] | None = None) -> tuple[Tensor, ...]:
    """Return the variance and the mean over `dim`; see var for the arguments."""

def vdot(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the inner product Σ conj(input_i) · other_i of two vectors."""

def view_as_complex(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """View (…, 2) as (…) complex numbers, from real and imaginary parts; a copy if these are not next to each other.

    Raises RuntimeError unless the last dimension has size 2 and the dtype is float32 or float64.
    """

def view_as_real(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """View (…) complex as (…, 2): the real and the imaginary part of each number, in the same memory.

    Raises RuntimeError for a real tensor.
    """

def vmap(func: Any, in_dims: _float = 0, out_dims: _float = 0, randomness: str = 'error', *, chunk_size: Any = None) -> Tensor:
    """Return a function for batches: it calls `func` for each sample, and stacks the results.

    in_dims    which dimension counts the samples: a number for all arguments or one for each; None: the argument is the
               same for all samples; for an argument that is a dict, list or tuple also such a structure of numbers
    out_dims   which dimension of each result counts the samples: a number, or one for each of several results
    randomness, chunk_size   without effect: samples are computed one by one, each with its own random numbers

    PyTorch's vmap computes all samples at once; the results are the same. Raises ValueError if no argument has a
    batch, if two arguments have different numbers of samples, and if the results of func are not tensors or differ
    in shape.

    >>> vmap(lambda row, v: (row * v).sum(), in_dims=(0, None))(tensor([[1, 2], [3, 4]]), tensor([1, 10]))
    tensor([21, 43])
    """

def vsplit(input: Tensor, indices_or_sections: Any) -> tuple[Tensor, ...]:
    """Split along the first dimension into views: into indices_or_sections equal pieces, or before these indices. RuntimeError if that is impossible."""

def vstack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor:
    """Join along the first dimension, with vectors as rows."""

@overload
def where(condition: Tensor, /) -> tuple[Tensor, ...]:
    """Return `input` where the condition is True, else `other`, broadcast; without both, the indices of True.

    Raises TypeError if only one of input and other is given.
    """
@overload
def where(condition: Tensor, input: _Value, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """Return `input` where the condition is True, else `other`, broadcast; without both, the indices of True.

    Raises TypeError if only one of input and other is given.
    """

def xlogy(input: _Value, other: _Value, *, out: Tensor | None = None) -> Tensor:
    """input · log(other), and 0 where input is 0."""

def xlogy_(input: _Value, other: _Value) -> Tensor:
    """Write the result of `xlogy` into the tensor's own memory; return the tensor."""

def zero_(self: Tensor) -> Tensor:
    """Write 0 into all elements; return the tensor."""

def zeros(*size: _Sizes, out: Tensor | None = None, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None, pin_memory: _bool = False, memory_format: Any = None) -> Tensor:
    """Return a tensor of the given sizes, filled with 0."""

def zeros_like(input: Tensor, *, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None, memory_format: Any = None) -> Tensor:
    """Call `zeros` with the shape, dtype and device of `input`."""
