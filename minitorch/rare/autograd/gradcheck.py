"""Checks of gradients against finite differences, to second order."""

import numpy as np

from ...autograd.numeric import numeric_gradient, slope_along
from ...backend import device_of, move
from ...engine import enable_grad, no_grad
from ...runtime import grad as gradients
from ...tensors import tensor_of


def gradcheck(func, inputs, *, eps=1e-6, atol=1e-5, rtol=1e-3, raise_exception=True, nondet_tol=0.0,
              check_undefined_grad=True, check_grad_dtypes=False, check_batched_grad=False,
              check_batched_forward_grad=False, check_forward_ad=False, check_backward_ad=True, fast_mode=False,
              masked=None):
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
    inputs = (inputs,) if hasattr(inputs, "array") else tuple(inputs)
    wanted = [i for i, x in enumerate(inputs) if getattr(x, "requires_grad", False)]
    if not wanted:
        raise ValueError("gradcheck expects at least one input tensor to require gradient")
    for i in wanted:
        if inputs[i].array.dtype != np.float64:
            raise ValueError(f"gradcheck needs float64 inputs; input {i} is {inputs[i].dtype}. "
                             "In float32 rounding is larger than the differences.")
    with enable_grad():
        every = tuple_of(func(*inputs))
        smooth = [i for i, o in enumerate(every) if o.requires_grad]     # do not check the other outputs
        outs = [every[i] for i in smooth]
        if not outs:
            raise GradcheckError("no output of func requires grad: none depends on an input that requires grad.")
        rng = np.random.default_rng(0)
        weights = [move(np.asarray(rng.standard_normal(o.shape)), o.device) for o in outs]
        found = gradients(outs, [inputs[i] for i in wanted], [tensor_of(w) for w in weights],
                          retain_graph=True, allow_unused=True)

    def projected(x):
        if x is not place:                               # x is a copy on the CPU of an array on a GPU
            place[...] = move(x, device_of(place))
        with no_grad():
            every = tuple_of(func(*inputs))
            values = [every[i] for i in smooth]
        return sum(float((v.array * w).sum().real) for v, w in zip(values, weights))

    for i, analytic in zip(wanted, found):
        place = inputs[i].array
        values = move(place, "cpu")
        analytic = np.zeros_like(values) if analytic is None else move(analytic.array, "cpu")
        if fast_mode:
            direction = rng.standard_normal(values.shape)
            numeric, analytic = slope_along(projected, values, direction, eps), np.asarray((analytic * direction).sum())
        else:
            numeric = numeric_gradient.library(projected, values, eps)
        if values is not place:
            place[...] = move(values, device_of(place))  # write the old values back
        if not np.allclose(analytic, numeric, rtol=rtol, atol=atol, equal_nan=True):
            if not raise_exception:
                return False
            worst = np.unravel_index(np.nanargmax(np.abs(analytic - numeric)), numeric.shape) if numeric.size else ()
            raise GradcheckError(
                f"the gradient of input {i} differs from finite differences at {tuple(map(int, worst))}: "
                f"derivative {analytic[worst]:.6g}, differences {numeric[worst]:.6g}.")
    return True


def gradgradcheck(func, inputs, grad_outputs=None, *, eps=1e-6, atol=1e-5, rtol=1e-3,
                  gen_non_contig_grad_outputs=False, raise_exception=True, nondet_tol=0.0, check_undefined_grad=True,
                  check_grad_dtypes=False, check_batched_grad=False, check_fwd_over_rev=False,
                  check_rev_over_rev=True, fast_mode=False, masked=False):
    """Return True if second derivatives agree with differences of first derivatives. Arguments as for `gradcheck`.

    grad_outputs   gradients of the outputs, of their shapes; random if None

    gen_non_contig_grad_outputs, check_fwd_over_rev and check_rev_over_rev are accepted, without effect.
    """
    inputs = (inputs,) if hasattr(inputs, "array") else tuple(inputs)
    wanted = [x for x in inputs if getattr(x, "requires_grad", False)]
    outs = [o for o in tuple_of(func(*inputs)) if o.requires_grad]
    if grad_outputs is None:
        rng = np.random.default_rng(1)
        numbers = [move(np.asarray(rng.standard_normal(o.shape)), o.device) for o in outs]
        grad_outputs = [tensor_of(x).requires_grad_() for x in numbers]

    def first(*given):
        inner = given[:len(inputs)]
        outs = [o for o in tuple_of(func(*inner)) if o.requires_grad]
        asked = [x for x in inner if getattr(x, "requires_grad", False)]
        found = gradients(outs, asked, list(given[len(inputs):]), create_graph=True, allow_unused=True)
        return tuple(g for g in found if g is not None)

    def first_in_any_mode(*given):
        with enable_grad():
            return first(*given)

    if not any(g.requires_grad for g in first(*inputs, *grad_outputs)) and wanted:
        return True                                      # func is linear in all inputs: no more to check
    return gradcheck(first_in_any_mode, (*inputs, *grad_outputs), eps=eps, atol=atol, rtol=rtol,
                     raise_exception=raise_exception, fast_mode=fast_mode)


class GradcheckError(RuntimeError):
    """The error for a derivative that differs from the finite differences."""


def tuple_of(x):
    return tuple(x) if isinstance(x, tuple | list) else (x,)
