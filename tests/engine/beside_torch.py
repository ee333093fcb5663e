"""A fuzzed call in both libraries, and how minitorch's answer differs from PyTorch's: None where it does not.

    "value", "shape", "dtype", "gradient", "second gradient"     minitorch answers otherwise: a fault
    "accepted"     PyTorch refuses what minitorch answers
    "refused"      minitorch refuses, in its own words, what PyTorch answers
    "kind"         both refuse, with another kind of error
"""

import numpy as np
from engine.outcomes import Outcome, plain_of

import minitorch as mt

TOLERANCE = {"float16": 2e-2, "float32": 1e-3, "complex64": 1e-3}
RANDOM = set("""rand randn randint randperm rand_like randn_like randint_like bernoulli bernoulli_ multinomial normal
    normal_ uniform_ exponential_ random_ empty empty_like new_empty resize_ dropout dropout1d dropout2d dropout3d
    alpha_dropout feature_alpha_dropout gumbel_softmax rrelu rrelu_ svd_lowrank pca_lowrank""".split())


# Singular, repeated or infinite inputs leave signs, bases and roundings free; the table of samples compares good ones.
FREE = set("""svd svdvals qr eigh eigvalsh lstsq pinv pinverse cond matrix_rank slogdet det logdet inv inverse solve
    cholesky cholesky_solve cholesky_inverse solve_triangular matrix_exp matrix_power chain_matmul multi_dot
    matrix_norm corrcoef""".split())


def difference(case, torch, ours=None):
    """(what differs, how), or None."""
    if case.function(torch) is None or crashes(case):
        return None
    try:
        others = Outcome(case, torch)
    except (TypeError, RuntimeError):
        return None                                      # an array that PyTorch has no tensor for
    ours = ours or Outcome(case, mt)
    if ours.error is not None or others.error is not None:
        return of_errors(ours, others)
    return of_answers(case, ours, others) or (
        of_gradients(ours, others) if case.grad and comparable(case, others) else None)


def comparable(case, others):
    """Whether its gradients are determined: no inf or nan among its inputs, and no complex output."""
    return case.name not in RANDOM | FREE and all(np.isfinite(given.array).all() for given in case.givens()) \
        and not any(out.is_complex() for out in others.outs)


def crashes(case):
    """Whether PyTorch 2.13 itself ends in a segmentation fault."""
    return case.name == "pdist" and any(not given.array.size for given in case.givens())


def has_no_dtype(b):
    """Whether it is of PyTorch's complex32, which NumPy has not."""
    return str(b.dtype) == "torch.complex32"


def of_errors(ours, others):
    if ours.error is None:
        return "accepted", f"{type(others.error).__name__}: {str(others.error)[:150]}"
    if others.error is None:
        return "refused", f"{type(ours.error).__name__}: {str(ours.error)[:150]}"
    if ours.kind is not others.kind:
        return "kind", (f"{type(ours.error).__name__}: {str(ours.error)[:110]} | "
                        f"{type(others.error).__name__}: {str(others.error)[:110]}")
    return None


def of_answers(case, ours, others):
    """The first output that differs in shape, dtype or numbers."""
    if len(ours.outs) != len(others.outs):
        return "shape", f"{len(ours.outs)} outputs for {len(others.outs)}"
    for a, b in zip(ours.outs, others.outs):
        if tuple(a.shape) != tuple(b.shape):
            return "shape", f"{tuple(a.shape)} for {tuple(b.shape)}"
        if has_no_dtype(b):
            return None
        if a.dtype.name != str(b.dtype)[6:]:
            return "dtype", f"{a.dtype} for {b.dtype}"
        if case.name not in RANDOM | FREE:
            found = apart(numbers(a), numbers(b))
            if found:
                return "value", found
        if a.requires_grad != b.requires_grad:
            return "requires_grad", f"{a.requires_grad} for {b.requires_grad}"
    one, other = plain_of(ours.answer, mt), plain_of(others.answer, type(others.library.float32) and others.library)
    if case.name not in RANDOM and case.name != "stride" and len(one) == len(other):
        for a, b in zip(one, other):
            if isinstance(a, (str, bool)) or isinstance(b, (str, bool)):
                if a != b:
                    return "value", f"{a!r} for {b!r}"
            elif np.shape(a) != np.shape(b) or apart(np.asarray(a), np.asarray(b)):
                return "value", f"{a!r} for {b!r}"
    return None


def numbers(x):
    x = x.detach()
    return x.numpy() if isinstance(x, mt.Tensor) else x.resolve_conj().resolve_neg().numpy(force=True)


def apart(a, b, least=1e-6):
    """Where two arrays differ by more than their dtype's tolerance, of the largest number; None if nowhere."""
    tolerance = max(TOLERANCE.get(str(b.dtype), 0), least)
    if a.dtype.kind not in "fc" or b.dtype.kind not in "fc":
        bad = np.atleast_1d(a != b)
    else:
        with np.errstate(all="ignore"):
            scale = np.nanmax(np.abs(np.where(np.isfinite(b), b, 0)), initial=0)
            least = {"rtol": tolerance, "atol": tolerance * max(min(scale, 1e3), 1e-3), "equal_nan": True}
            close = np.isclose(a, b, **least)
            if b.dtype.kind == "c":                      # beside an inf the other part counts alone
                close |= np.isclose(a.real, b.real, **least) & np.isclose(a.imag, b.imag, **least)
            bad = ~close
        bad = np.atleast_1d(bad)
    if bad.any():
        return f"{bad.sum()} of {bad.size}, as {np.atleast_1d(a)[bad].flat[0]} for {np.atleast_1d(b)[bad].flat[0]}"
    return None


def of_gradients(ours, others):
    """The first gradient or second gradient that differs; a gradient that is None counts as zeros."""
    least = max([TOLERANCE.get(str(out.dtype)[6:], 1e-5) for out in others.outs], default=1e-5)
    orders = [("gradient", Outcome.gradients), ("second gradient", Outcome.second)]
    if any(x.dtype is mt.float16 for x in ours.leaves()):
        orders.pop()                                     # a second derivative in eleven bits is mostly rounding
    for what, of in orders:
        try:
            wanted = of(others)
        except RuntimeError:
            return None                                  # PyTorch has no such derivative
        if wanted is None:
            return None
        try:
            found = of(ours)
        except Exception as error:
            return "refused", f"{what}: {type(error).__name__}: {str(error)[:150]}"
        for i, x in enumerate(ours.leaves()):
            a, b = (None if grads is None else grads[i] for grads in (found, wanted))
            zeros = np.zeros(tuple(x.shape), x.dtype.name)
            a, b = zeros if a is None else numbers(a), zeros if b is None else numbers(b)
            bad = f"{a.shape} for {b.shape}" if a.shape != b.shape else apart(bounded(a), bounded(b), least)
            if bad:
                return what, f"of input {i}: {bad}"
    return None


def bounded(array):
    """What overflowed is not a number, one way or another."""
    with np.errstate(all="ignore"):
        return np.where(np.abs(array) < (3e4 if array.dtype == "float16" else 1e30), array, np.nan).astype(array.dtype)
