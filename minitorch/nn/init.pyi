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

__all__ = ['calculate_gain', 'constant', 'constant_', 'dirac', 'dirac_', 'eye', 'eye_', 'kaiming_normal',
           'kaiming_normal_', 'kaiming_uniform', 'kaiming_uniform_', 'normal', 'normal_', 'ones_', 'orthogonal',
           'orthogonal_', 'sparse', 'sparse_', 'trunc_normal_', 'uniform', 'uniform_', 'xavier_normal',
           'xavier_normal_', 'xavier_uniform', 'xavier_uniform_', 'zeros_']

def calculate_gain(nonlinearity: Any, param: Any = None) -> _float:
    """Return the factor for weights before a nonlinearity that keeps the variance of the signal unchanged.

    nonlinearity   "relu", "tanh", "sigmoid", "linear", "leaky_relu", "selu", or a layer such as "conv2d"
    param          the negative slope of "leaky_relu"; 0.01 when None

    Raises ValueError for other names.
    """

def constant(*given: Any, **settings: Any) -> Tensor:
    """Call constant_, of which this is the older name."""

def constant_(tensor: Tensor, val: Any) -> Tensor:
    """Fill the tensor with the number val."""

def dirac(*given: Any, **settings: Any) -> Tensor:
    """Call dirac_, of which this is the older name."""

def dirac_(tensor: Tensor, groups: _int = 1) -> Tensor:
    """Fill convolution filters (out, in/groups, …) so that they pass each channel on unchanged.

    Raises ValueError unless the tensor has 3 to 5 dimensions, and unless groups divides the first size.
    """

def eye(*given: Any, **settings: Any) -> Tensor:
    """Call eye_, of which this is the older name."""

def eye_(tensor: Tensor) -> Tensor:
    """Fill a matrix with the identity; it need not be square. Raises ValueError unless the tensor has 2 dimensions."""

def kaiming_normal(*given: Any, **settings: Any) -> Tensor:
    """Call kaiming_normal_, of which this is the older name."""

def kaiming_normal_(tensor: Tensor, a: _float = 0, mode: str = 'fan_in', nonlinearity: str = 'leaky_relu', generator: _Generator | None = None) -> Tensor:
    """Fill from a normal distribution that keeps a signal's variance through layers of relus.

    a              the negative slope, for leaky_relu
    mode           "fan_in" keeps the variance forward, "fan_out" backward; ValueError for others
    nonlinearity   the function after the layer: one of calculate_gain's names

    The tensor is a weight (out, in, …). Source: He et al., Delving Deep into Rectifiers (2015).
    """

def kaiming_uniform(*given: Any, **settings: Any) -> Tensor:
    """Call kaiming_uniform_, of which this is the older name."""

def kaiming_uniform_(tensor: Tensor, a: _float = 0, mode: str = 'fan_in', nonlinearity: str = 'leaky_relu', generator: _Generator | None = None) -> Tensor:
    """Fill from a uniform distribution with the variance of kaiming_normal_; arguments as kaiming_normal_'s."""

def normal(*given: Any, **settings: Any) -> Tensor:
    """Call normal_, of which this is the older name."""

def normal_(input: Tensor, mean: _float = 0, std: _float = 1, *, generator: _Generator | None = None) -> Tensor:
    """Fill a tensor of any shape from the normal distribution with mean and standard deviation std."""

def ones_(tensor: Tensor) -> Tensor:
    """Fill the tensor with 1."""

def orthogonal(*given: Any, **settings: Any) -> Tensor:
    """Call orthogonal_, of which this is the older name."""

def orthogonal_(tensor: Tensor, gain: _float = 1, generator: _Generator | None = None) -> Tensor:
    """Fill with orthogonal rows (or columns, if fewer) of norm `gain`; dimensions after the first are joined.

    Source: Saxe et al., Exact solutions to the nonlinear dynamics of learning in deep linear networks (2013).
    Raises ValueError for fewer than two dimensions.
    """

def sparse(*given: Any, **settings: Any) -> Tensor:
    """Call sparse_, of which this is the older name."""

def sparse_(tensor: Tensor, sparsity: Any, std: _float = 0.01, generator: _Generator | None = None) -> Tensor:
    """Fill a matrix with normal numbers; in each column a fraction `sparsity` is 0. Source: Martens (2010).

    std   standard deviation of the normal numbers

    Raises ValueError unless the tensor is a matrix.
    """

def trunc_normal_(tensor: Tensor, mean: _float = 0.0, std: _float = 1.0, a: _float = -2.0, b: _float = 2.0, generator: _Generator | None = None) -> Tensor:
    """Fill with normal numbers of mean and std, limited to [a, b], drawn by the inverse distribution function."""

def uniform(*given: Any, **settings: Any) -> Tensor:
    """Call uniform_, of which this is the older name."""

def uniform_(input: Tensor, a: _float = 0, b: _float = 1, *, generator: _Generator | None = None) -> Tensor:
    """Fill a tensor of any shape with numbers uniform between a and b."""

def xavier_normal(*given: Any, **settings: Any) -> Tensor:
    """Call xavier_normal_, of which this is the older name."""

def xavier_normal_(tensor: Tensor, gain: _float = 1.0, generator: _Generator | None = None) -> Tensor:
    """Fill from a normal distribution of variance gain² · 2 / (fan_in + fan_out): a compromise of forward and backward.

    gain   the factor for the function after the layer, from calculate_gain

    The tensor is a weight (out, in, …). Source: Glorot and Bengio (2010).
    """

def xavier_uniform(*given: Any, **settings: Any) -> Tensor:
    """Call xavier_uniform_, of which this is the older name."""

def xavier_uniform_(tensor: Tensor, gain: _float = 1.0, generator: _Generator | None = None) -> Tensor:
    """Fill with numbers uniform in ±gain·√(6 / (fan_in + fan_out)), which have the variance of xavier_normal_."""

def zeros_(tensor: Tensor) -> Tensor:
    """Fill the tensor with 0."""
