"""Rare properties of a Tensor, and functions of the same names."""

from ...runtime import clear_errors, version_counter
from ...tensors.methods import method
from ...tensors.tensor import Tensor


@method
def is_signed(self):
    """Return whether the dtype has negative numbers."""
    return self.dtype.is_signed


@method
def is_nonzero(self):
    """Return whether the tensor's one element is not zero; RuntimeError for several elements."""
    return bool(self)


@method
def is_same_size(self, other):
    """Return whether the shapes are equal. Raises TypeError if `other` is not a Tensor."""
    if not isinstance(other, Tensor):
        raise TypeError(f"is_same_size(): argument 'other' must be a Tensor, not {type(other).__name__}.")
    return self.shape == other.shape


@method
def is_inference(self):
    """Return whether the tensor was created in inference_mode."""
    return version_counter.is_inference(self)


@method
def adjoint(self):
    """Swap the last two dimensions and conjugate complex numbers."""
    return self.mT.conj()


def conjugate_transpose(tensor):
    """Return the conjugate transpose of a matrix. Raises RuntimeError unless the tensor has 0 or 2 dimensions."""
    if tensor.ndim not in (0, 2):
        raise RuntimeError(f"tensor.H is only supported on matrices (2-D tensors). Got {tensor.ndim}-D tensor.")
    return (tensor.mT if tensor.ndim else tensor).conj()


def conjugate_transposes(tensor):
    """Return the conjugate transpose of each matrix of a batch. Raises RuntimeError for a vector."""
    if tensor.ndim == 1:
        raise RuntimeError("tensor.mH is only supported on matrices or batches of matrices. Got 1-D tensor.")
    return (tensor.mT if tensor.ndim else tensor).conj()


def retains_grad(tensor):
    """Return whether retain_grad was called on the tensor."""
    hooks = None if tensor.is_leaf else tensor._node.hooks
    return hooks is not None and hooks.retained is not None


def output_nr(tensor):
    """Return the tensor's index among the results of its operation."""
    return 0 if tensor.is_leaf else getattr(tensor._node, "index", 0)


def no_name(tensor):
    """Return None: tensors have no names here."""


def volatile(tensor):
    """Return False: an old flag of PyTorch, which `no_grad` has replaced."""
    return False


for name, get in {"H": conjugate_transpose, "mH": conjugate_transposes, "retains_grad": retains_grad,
                  "output_nr": output_nr, "name": no_name, "volatile": volatile}.items():
    setattr(Tensor, name, property(get))

adjoint, is_inference, is_nonzero, is_same_size, is_signed = map(
    clear_errors, (adjoint, is_inference, is_nonzero, is_same_size, is_signed))
