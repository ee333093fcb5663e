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
from minitorch.optim import lr_scheduler as lr_scheduler
from minitorch.rare.optim import swa_utils as swa_utils

__all__ = ['ASGD', 'Adadelta', 'Adafactor', 'Adagrad', 'Adam', 'AdamW', 'Adamax', 'LBFGS', 'Muon', 'NAdam', 'Optimizer',
           'RAdam', 'RMSprop', 'Rprop', 'SGD', 'SparseAdam', 'from_rule', 'lr_scheduler']

def from_rule(rule: Any) -> Tensor:
    """Return an Optimizer class for a rule, a function that changes one parameter in place.

    rule      rule(param, grad, state, *, settings): arrays of one shape; a dict for the parameter,
              empty at first, which keeps its content between steps; settings by name. A setting without a
              default must be set for each group; if not, TypeError is raised
    returns   a class with the rule's name, used like every optimiser: parameter groups, closures,
              state_dict, schedules

    >>> @from_rule
    ... def SignDescent(param, grad, state, *, lr=0.1):
    ...     param -= lr * (grad > 0) - lr * (grad < 0)
    >>> x = mt.tensor([1.0, -2.0], requires_grad=True)
    >>> optimizer = SignDescent([x], lr=0.5)
    >>> (x * x).sum().backward()
    >>> optimizer.step()
    >>> x
    tensor([ 0.5000, -1.5000], requires_grad=True)

    State is what the rule stores in its dict, here a velocity:

    >>> @from_rule
    ... def HeavyBall(param, grad, state, *, lr, friction=0.1):
    ...     state["velocity"] = (1 - friction) * state.get("velocity", 0) - lr * grad
    ...     param += state["velocity"]
    >>> ball = HeavyBall([x], lr=0.25)
    >>> for _ in range(2):
    ...     ball.step()
    >>> ball.state_dict()["state"]
    {0: {'velocity': tensor([-0.9500,  1.9000])}}
    """

class WithHooks:
    """The part of an optimiser that registers hooks around steps, state_dict and load_state_dict."""
    def register_load_state_dict_post_hook(self, hook: Any, prepend: _bool = False) -> Any:
        """Run hook(optimizer) after a state_dict was loaded; prepend: run it first."""
    def register_load_state_dict_pre_hook(self, hook: Any, prepend: _bool = False) -> Any:
        """Run hook(optimizer, state_dict) before loading; a dict that it returns is loaded. prepend: run it first."""
    def register_state_dict_post_hook(self, hook: Any, prepend: _bool = False) -> Any:
        """Run hook(optimizer, state_dict) after state_dict(); a dict it returns is the new result. prepend: first."""
    def register_state_dict_pre_hook(self, hook: Any, prepend: _bool = False) -> Any:
        """Run hook(optimizer) before state_dict(); prepend: run it first."""
    def register_step_post_hook(self, hook: Any) -> Any:
        """Run hook(optimizer, args, kwargs) after every step."""
    def register_step_pre_hook(self, hook: Any) -> Any:
        """Run hook(optimizer, args, kwargs) before every step; if it returns a pair, that replaces args and kwargs."""

class Optimizer(WithHooks):
    """Parameters in groups, each group with settings of its own, and a rule that updates one parameter.

    params     Tensors, (name, Tensor) pairs, or dicts such as {"params": [...], "lr": 0.1}
    defaults   dict of settings for groups that do not set them

    An optimiser of your own is a rule that `from_rule` turns into a class; or, as in PyTorch, a
    subclass with a `step` of its own.

    Raises TypeError for a param that is not a Tensor; ValueError for an empty list, a tensor that is
    not a leaf, or a parameter in two groups.
    """
    param_groups: list[dict[str, Any]]
    defaults: Any
    state: Any
    def __init__(self, params: Any, defaults: Any) -> None: ...
    def add_param_group(self, param_group: Any) -> None:
        """Add a param_group {"params": …, setting: value, …}. TypeError or ValueError for one that does not fit."""
    def load_state_dict(self, state_dict: Any) -> Any:
        """Resume from what `state_dict` returned, for as many parameters in the same groups.

        Raises ValueError if the number of groups, or their sizes, differ.
        """
    def state_dict(self) -> dict[str, Any]:
        """Return all that `load_state_dict` needs to resume from here, with indices instead of parameters.

        returns   {"state": {index: {...}}, "param_groups": [{..., "params": [index, ...]}]}
        """
    def step(self, closure: Any = None) -> Any:
        """Update every parameter that has a gradient. NotImplementedError for an optimiser without a rule.

        closure   computes the loss and its gradients again, and returns the loss
        returns   what closure returned, else None
        """
    def zero_grad(self, set_to_none: _bool = True) -> None:
        """Delete all gradients; with set_to_none=False fill them with zeros."""

class ASGD(Optimizer):
    """Averaged gradient descent: `state[param]["ax"]` is the mean of the weights since step `t0`.

    lambd          weights shrink by lambd · rate a step, and the rate decreases as (1 + lambd · lr · step)^−alpha
    alpha          power of that decrease
    t0             step at which averaging begins; until then "ax" equals the weights
    weight_decay   pull towards 0, through the gradient

    Raises ValueError for a negative lr or weight_decay.
    """
    def __init__(self, params: Any, lr: _float = 0.01, lambd: _float = 0.0001, alpha: _float = 0.75, t0: _float = 1000000.0, weight_decay: _float = 0, foreach: Any = None, maximize: _bool = False, differentiable: _bool = False, capturable: _bool = False) -> None: ...

class Adadelta(Optimizer):
    """An optimiser that multiplies each weight's gradient by its typical step over its typical gradient.

    lr             multiplies every step; 1 is the rule as published
    rho            decay of both means, 0 to 1
    eps            avoids a division by 0, and makes the first steps larger than 0
    weight_decay   pull towards 0, added to the gradient

    Raises ValueError for negative settings, and for a rho above 1. Source: Zeiler, Adadelta (2012).
    """
    def __init__(self, params: Any, lr: _float = 1.0, rho: _float = 0.9, eps: _float = 1e-06, weight_decay: _float = 0, foreach: Any = None, *, capturable: _bool = False, maximize: _bool = False, differentiable: _bool = False) -> None: ...

class Adafactor(Optimizer):
    """Adaptive steps in proportion to the size of the weights; for R × C weights it stores R + C numbers.

    lr             the largest relative step; steps decrease as 1/√step
    beta2_decay    the decay of the mean squares is 1 − step^beta2_decay
    eps            the minimum mean square (None: the dtype's eps), and the minimum size of the weights
    d              updates whose root mean square is larger than d are scaled down to d
    weight_decay   weights shrink by lr · weight_decay a step

    Raises ValueError for a negative setting, a beta2_decay above 0 and a d below 1.
    """
    def __init__(self, params: Any, lr: _float = 0.01, beta2_decay: _float = -0.8, eps: Any = (None, 0.001), d: _float = 1.0, weight_decay: _float = 0.0, *, foreach: Any = None, maximize: _bool = False) -> None: ...

class Adagrad(Optimizer):
    """An optimiser that divides each weight's step by the root of the sum of its squared gradients so far.

    lr_decay                    the rate falls as 1 / (1 + steps · lr_decay)
    weight_decay                pull towards 0, added to the gradient
    initial_accumulator_value   first value of the sum of squares
    eps                         avoids a division by 0

    Source: Duchi et al., Adaptive Subgradient Methods (2011).
    """
    def __init__(self, params: Any, lr: _float = 0.01, lr_decay: _float = 0, weight_decay: _float = 0, initial_accumulator_value: _float = 0, eps: _float = 1e-10, foreach: Any = None, *, maximize: _bool = False, differentiable: _bool = False, fused: Any = None) -> None: ...

class Adam(Optimizer):
    """Adaptive moments: steps of about `lr`, for gradients of any scale.

    betas                    decay of the mean and of the mean square, each at least 0 and below 1
    eps                      avoids a division by 0
    weight_decay             pull towards 0, added to the gradient (see AdamW)
    amsgrad                  divide by the largest mean square so far
    maximize                 raise the loss instead of lowering it
    capturable               on a GPU, store the count of steps there, so that a CUDA graph can repeat them
    decoupled_weight_decay   shrink the weights by lr · weight_decay instead, as AdamW does

    Raises ValueError for negative settings, and betas outside [0, 1). Source: Kingma and Ba, Adam (2015).
    """
    def __init__(self, params: Any, lr: _float = 0.001, betas: Any = (0.9, 0.999), eps: _float = 1e-08, weight_decay: _float = 0, amsgrad: _bool = False, *, foreach: Any = None, maximize: _bool = False, capturable: _bool = False, differentiable: _bool = False, fused: Any = None, decoupled_weight_decay: _bool = False) -> None: ...

class AdamW(Adam):
    """Adam with decoupled weight decay: each step multiplies weights by 1 − lr · weight_decay. Settings as Adam's."""
    def __init__(self, params: Any, lr: _float = 0.001, betas: Any = (0.9, 0.999), eps: _float = 1e-08, weight_decay: _float = 0.01, amsgrad: _bool = False, *, maximize: _bool = False, foreach: Any = None, capturable: _bool = False, differentiable: _bool = False, fused: Any = None) -> None: ...

class Adamax(Optimizer):
    """A variant of Adam that divides by the largest recent |gradient|: no step is larger than about `lr`.

    betas          decay of the mean gradient, and of the largest |gradient|
    eps            avoids a division by 0
    weight_decay   pull towards 0, through the gradient
    """
    def __init__(self, params: Any, lr: _float = 0.002, betas: Any = (0.9, 0.999), eps: _float = 1e-08, weight_decay: _float = 0, foreach: Any = None, *, maximize: _bool = False, differentiable: _bool = False, capturable: _bool = False) -> None: ...

class LBFGS(Optimizer):
    """Limited-memory BFGS on all parameters at once, for smooth losses of the whole data, not of batches.

    max_iter           steps for each call of step(closure)
    max_eval           computations of the loss for each call; default 1.25 · max_iter
    tolerance_grad     stop if no element of the gradient is larger
    tolerance_change   stop if neither a weight nor the loss changes by more
    history_size       number of steps that are stored
    line_search_fn     "strong_wolfe", or None: move by lr times the direction

    After each step it reads the loss to decide whether to go on; this waits for the GPU.
    Raises ValueError for more than one parameter group, RuntimeError for another line_search_fn.
    """
    def __init__(self, params: Any, lr: _float = 1, max_iter: _float = 20, max_eval: Any = None, tolerance_grad: _float = 1e-07, tolerance_change: _float = 1e-09, history_size: _float = 100, line_search_fn: Any = None) -> None: ...
    def descend(self, flat: Any, history: Any, memory: Any, loss: Any, grad: Any, group: Any) -> Any:
        """Take steps until one of the limits is reached; `memory` stores values for the next call."""
    def step(self, closure: Any) -> Any:
        """Take up to max_iter steps; return the first loss. closure() computes the loss and its gradients again."""

class Muon(Optimizer):
    """Orthogonalised momentum: every direction of a weight matrix moves equally far. For matrices of hidden layers.

    weight_decay      weights shrink by lr · weight_decay a step
    momentum          decay of the mean gradient
    nesterov          whether to use Nesterov momentum
    ns_coefficients   (a, b, c) of the polynomial that brings singular values near 1
    eps               the minimum norm that a matrix is divided by
    ns_steps          how often the polynomial is applied
    adjust_lr_fn      how the rate depends on the shape: "original" (None), lr · √max(1, rows/columns), or
                      "match_rms_adamw", lr · 0.2 · √max(rows, columns)

    Use another optimiser, AdamW, for biases, embeddings and the last layer. Raises ValueError for a parameter that is
    not a matrix, a negative setting, and an unknown adjust_lr_fn.
    """
    def __init__(self, params: Any, lr: _float = 0.001, weight_decay: _float = 0.1, momentum: _float = 0.95, nesterov: _bool = True, ns_coefficients: Any = (3.4445, -4.775, 2.0315), eps: _float = 1e-07, ns_steps: _float = 5, adjust_lr_fn: Any = None) -> None: ...
    def add_param_group(self, param_group: Any) -> None: ...

class NAdam(Optimizer):
    """Adam with Nesterov momentum, which grows during training.

    betas                    decay of the mean and of the mean square
    eps                      avoids a division by 0
    weight_decay             pull towards 0, through the gradient
    momentum_decay           how quickly the momentum grows
    decoupled_weight_decay   shrink the weights instead, as AdamW does
    """
    def __init__(self, params: Any, lr: _float = 0.002, betas: Any = (0.9, 0.999), eps: _float = 1e-08, weight_decay: _float = 0, momentum_decay: _float = 0.004, decoupled_weight_decay: _bool = False, *, foreach: Any = None, maximize: _bool = False, capturable: _bool = False, differentiable: _bool = False) -> None: ...

class RAdam(Optimizer):
    """A variant of Adam that warms up by itself: plain momentum until the mean squares are reliable.

    betas                    decay of the mean and of the mean square
    eps                      avoids a division by 0
    weight_decay             pull towards 0, through the gradient
    decoupled_weight_decay   shrink the weights instead, as AdamW does
    """
    def __init__(self, params: Any, lr: _float = 0.001, betas: Any = (0.9, 0.999), eps: _float = 1e-08, weight_decay: _float = 0, decoupled_weight_decay: _bool = False, *, foreach: Any = None, maximize: _bool = False, capturable: _bool = False, differentiable: _bool = False) -> None: ...

class RMSprop(Optimizer):
    """An optimiser that divides each weight's gradient by the root of a running mean of squared gradients.

    alpha          decay of that mean, 0 to 1
    eps            avoids a division by 0
    weight_decay   pull towards 0, added to the gradient
    momentum       share of the last step's velocity that is kept
    centered       divide by the standard deviation of the gradients instead of their size
    """
    def __init__(self, params: Any, lr: _float = 0.01, alpha: _float = 0.99, eps: _float = 1e-08, weight_decay: _float = 0, momentum: _float = 0, centered: _bool = False, capturable: _bool = False, foreach: Any = None, maximize: _bool = False, differentiable: _bool = False) -> None: ...

class Rprop(Optimizer):
    """Resilient backpropagation, for gradients of the whole data: different batches would change the signs.

    lr           size of every weight's first step
    etas         two factors of the step size: if the gradient changed its sign (< 1), and if it did not (> 1)
    step_sizes   the smallest and the largest step

    Raises ValueError for a negative lr, and unless etas[0] < 1 < etas[1].
    """
    def __init__(self, params: Any, lr: _float = 0.01, etas: Any = (0.5, 1.2), step_sizes: Any = (1e-06, 50), *, capturable: _bool = False, foreach: Any = None, maximize: _bool = False, differentiable: _bool = False) -> None: ...

class SGD(Optimizer):
    """Stochastic gradient descent.

    lr             size of a step, as a multiple of the gradient
    momentum       share of the last step's velocity that is kept, 0 to 1
    dampening      how much of each new gradient is left out of the velocity
    weight_decay   pull towards 0: adds weight_decay · parameter to the gradient
    nesterov       look one step ahead; ValueError without momentum, or with dampening
    maximize       raise the loss instead of lowering it
    """
    def __init__(self, params: Any, lr: _float = 0.001, momentum: _float = 0, dampening: _float = 0, weight_decay: _float = 0, nesterov: _bool = False, *, maximize: _bool = False, foreach: Any = None, differentiable: _bool = False, fused: Any = None) -> None: ...

class SparseAdam(Optimizer):
    """Adam in which a row that a step did not use keeps its weights and its means: for nn.Embedding(sparse=True).

    betas      decay of the mean and of the mean square, each 0 to below 1
    eps        avoids a division by 0
    maximize   move in the direction of the gradient instead of against it

    Gradients are dense here, also those of sparse=True: a row counts as used if its gradient is not 0 everywhere.
    PyTorch also updates a row that was looked up but has gradient 0; otherwise the results are PyTorch's.

    Raises ValueError for negative settings, betas outside [0, 1) and complex parameters.
    """
    def __init__(self, params: Any, lr: _float = 0.001, betas: Any = (0.9, 0.999), eps: _float = 1e-08, maximize: _bool = False) -> None: ...
    def add_param_group(self, param_group: Any) -> None: ...
