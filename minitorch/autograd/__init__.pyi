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
from minitorch.autograd.function import Function as Function
from minitorch.rare.autograd.gradcheck import GradcheckError as GradcheckError
from minitorch.tensors.legacy import Variable as Variable
from minitorch.rare.autograd import anomaly_mode as anomaly_mode
from minitorch.rare.autograd.anomaly_mode import detect_anomaly as detect_anomaly
from minitorch.rare.autograd import forward_ad as forward_ad
from minitorch.autograd import function as function
from minitorch.rare.autograd import functional as functional
from minitorch.rare.autograd import graph as graph
from minitorch.inspect import profiler as profiler
from minitorch.rare.autograd.anomaly_mode import set_detect_anomaly as set_detect_anomaly

__all__ = ['Function', 'GradcheckError', 'Variable', 'detect_anomaly', 'forward_ad', 'function', 'functional',
           'gradcheck', 'gradgradcheck', 'graph', 'set_detect_anomaly']

def gradcheck(func: Any, inputs: Any, *, eps: _float = 1e-06, atol: _float = 1e-05, rtol: _float = 0.001, raise_exception: _bool = True, nondet_tol: _float = 0.0, check_undefined_grad: _bool = True, check_grad_dtypes: _bool = False, check_batched_grad: _bool = False, check_batched_forward_grad: _bool = False, check_forward_ad: _bool = False, check_backward_ad: _bool = True, fast_mode: _bool = False, masked: Any = None) -> Tensor:
    """Return True if the derivatives of func agree with central differences of a random projection of its outputs.

    func       takes Tensors, returns a Tensor or a tuple of them
    inputs     float64 Tensors; those that require grad are checked
    fast_mode  check one random direction of each input, by two calls of func, instead of each of its elements
    atol, rtol   the largest error of a derivative: atol + rtol·|central difference|
    raise_exception   whether to raise GradcheckError, with the position, if they differ; otherwise return False
    returns    True if they agree

    nondet_tol, check_undefined_grad, check_grad_dtypes, check_batched_grad, check_batched_forward_grad,
    check_forward_ad, check_backward_ad and masked are accepted, without effect: those checks do not exist here.
    Raises ValueError for inputs that are not float64, or that get no gradient.

    Source: the test of J. Bergstra et al., Theano (2010): a random projection of
    the output turns the Jacobian check into one gradient check.
    """

def gradgradcheck(func: Any, inputs: Any, grad_outputs: Any = None, *, eps: _float = 1e-06, atol: _float = 1e-05, rtol: _float = 0.001, gen_non_contig_grad_outputs: _bool = False, raise_exception: _bool = True, nondet_tol: _float = 0.0, check_undefined_grad: _bool = True, check_grad_dtypes: _bool = False, check_batched_grad: _bool = False, check_fwd_over_rev: _bool = False, check_rev_over_rev: _bool = True, fast_mode: _bool = False, masked: _bool = False) -> Tensor:
    """Return True if second derivatives agree with differences of first derivatives. Arguments as for `gradcheck`.

    grad_outputs   gradients of the outputs, of their shapes; random if None

    gen_non_contig_grad_outputs, check_fwd_over_rev and check_rev_over_rev are accepted, without effect.
    """
