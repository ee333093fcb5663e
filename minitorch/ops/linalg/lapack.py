"""Calls of LAPACK routines."""

from ...backend import NOWHERE, holds
from ...dtypes import as_dtype


def square(x, name):
    """Raise unless x is one square matrix or a batch of them."""
    if x.ndim < 2 or x.shape[-1] != x.shape[-2]:
        raise RuntimeError(f"linalg.{name}: A must be batches of square matrices, but they are {x.shape}.")


def raising_linalg_errors(xp):
    """Return a context that raises for singular matrices: CuPy returns undefined numbers by default."""
    if xp.__name__ != "cupy":
        return NOWHERE
    import cupyx
    return cupyx.errstate(linalg="raise")


class LinAlgError(RuntimeError):
    """The error for a matrix that is singular, or not positive-definite although the function needs it."""


LinAlgError.__name__ = "_LinAlgError"                    # PyTorch uses this name

FAULTS = {"inv": ": the inversion could not be completed because the input matrix is singular",
          "solve": ": the solver failed because the input matrix is singular",
          "solve_triangular": ": the solver failed because the input matrix is singular",
          "cholesky": ": the factorization could not be completed because the input is not positive-definite"}


def run_lapack(xp, call, x, name, finite=False):
    """Run a LAPACK routine; raise an error that names the input that it rejected, and the reason.

    finite   raise for inf and nan first, because LAPACK might never return
    """
    if x.dtype.itemsize < 4:
        raise NotImplementedError(f'"linalg.{name}" not implemented for {as_dtype(x.dtype)}: LAPACK has float32 and '
                                  "float64 only; convert first, as in x.float().")
    if x.ndim < 2:
        raise RuntimeError(f"linalg.{name}: The input tensor A must have at least 2 dimensions, not shape {x.shape}.")
    if name not in ("svd", "qr", "pinv", "lu_factor"):
        square(x, name)
    if finite and holds(~xp.isfinite(x).all()):
        raise RuntimeError(f"linalg.{name}: The algorithm failed to converge because the input matrix contained "
                           "non-finite values (inf or nan): x.isfinite() shows where.")
    try:
        with raising_linalg_errors(xp):
            return call()
    except xp.linalg.LinAlgError as reason:
        raise LinAlgError(f"linalg.{name}: {reason}{FAULTS.get(name, '')}.") from None
