"""Ready-made parametrizations: weight_norm, spectral_norm and orthogonal."""

from ....dtypes import finfo
from ....engine import no_grad
from ....nn import functional as F
from ....nn.module import Module
from ....runtime import functions
from ... import linalg
from .parametrize import register_parametrization
from .spectral_norm import as_matrix, check_iterations, random_direction, usual_dim
from .weight_norm import length, scale_vectors

__all__ = ["orthogonal", "spectral_norm", "weight_norm"]


class _WeightNorm(Module):
    """A weight computed from its norm (original0) and its direction (original1)."""

    def __init__(self, dim=0):
        super().__init__()
        self.dim = dim

    def forward(self, weight_g, weight_v):
        return scale_vectors(weight_v, weight_g, self.dim)

    def right_inverse(self, weight):
        return length(weight, self.dim), weight


def weight_norm(module, name="weight", dim=0):
    """Train `name` as a norm and a direction; return the module. Source: Salimans and Kingma (2016)."""
    return register_parametrization(module, name, _WeightNorm(dim), unsafe=True)


class _SpectralNorm(Module):
    """A weight divided by its largest singular value (a vector: by its norm); _u, _v are that value's vectors."""

    def __init__(self, weight, n_power_iterations=1, dim=0, eps=1e-12):
        super().__init__()
        if not -weight.ndim <= dim < weight.ndim:
            raise IndexError(f"Dimension out of range (expected to be in range of [{-weight.ndim}, {weight.ndim - 1}] "
                             f"but got {dim})")
        check_iterations(n_power_iterations)
        self.dim, self.eps, self.n_power_iterations = dim % weight.ndim, eps, n_power_iterations
        if weight.ndim > 1:
            matrix = as_matrix(weight.detach(), self.dim)
            for name, size in zip(("_u", "_v"), matrix.shape):
                self.register_buffer(name, random_direction(size, matrix, eps))
            self.iterate(matrix, 15)                         # take many steps at first, for an accurate estimate

    def iterate(self, matrix, count):
        """Move _u and _v closer to the singular vectors of the largest singular value."""
        with no_grad():
            for _ in range(count):
                self._u.copy_(F.normalize(matrix @ self._v, dim=0, eps=self.eps))
                self._v.copy_(F.normalize(matrix.T @ self._u, dim=0, eps=self.eps))

    def forward(self, weight):
        if weight.ndim == 1:
            return F.normalize(weight, dim=0, eps=self.eps)
        matrix = as_matrix(weight, self.dim)
        if self.training:
            self.iterate(matrix, self.n_power_iterations)
        return weight / (self._u.clone() @ (matrix @ self._v.clone()))

    def right_inverse(self, value):
        return value


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    """Divide `name` by its largest singular value whenever it is read; return the module.

    n_power_iterations   how many steps improve the estimate of the singular value at each access in training
    dim                  the dimension of the outputs: 0, or 1 in transposed convolutions

    Source: Miyato et al., Spectral Normalization for Generative Adversarial Networks (2018).
    Raises ValueError if the module has no parameter of this name.
    """
    weight = module._parameters.get(name)
    if weight is None:
        raise ValueError(f"Module '{module._get_name()}' has no parameter or buffer with name '{name}'")
    made = _SpectralNorm(weight, n_power_iterations, usual_dim(module) if dim is None else dim, eps)
    return register_parametrization(module, name, made)


class _Orthogonal(Module):
    """A matrix with orthonormal columns (rows, if it is wide) computed from any matrix; it starts at `base`, if any."""

    def __init__(self, weight, orthogonal_map, use_trivialization=True):
        super().__init__()
        if weight.is_complex() and orthogonal_map == "householder":
            raise ValueError("The householder parametrization does not support complex tensors.")
        self.shape, self.orthogonal_map = weight.shape, orthogonal_map
        if use_trivialization:
            self.register_buffer("base", None)

    def forward(self, X):
        wide = X.shape[-2] < X.shape[-1]
        X = X.mT if wide else X                              # (*, n, k), n ≥ k
        n, k = X.shape[-2:]
        if self.orthogonal_map == "householder":
            A = X.tril(-1)
            Q = linalg.householder_product(A, 2 / (1 + (A * A).sum(-2)))
            Q = Q * X.diagonal(0, -2, -1).int().unsqueeze(-2)       # multiply by the signs, 1 or −1, without a gradient
        else:
            X = X.tril()
            X = X if n == k else functions["cat"]([X, X.new_zeros(*X.shape[:-2], n, n - k)], -1)
            A = X - X.mH                                     # A is skew-symmetric, so its exponential is orthogonal
            if self.orthogonal_map == "matrix_exp":
                Q = linalg.matrix_exp(A)
            else:
                one = functions["eye"](n, dtype=A.dtype, device=A.device)
                Q = linalg.solve(one - A / 2, one + A / 2)
            Q = Q[..., :k]
        if hasattr(self, "base"):
            Q = self.base @ Q
        return Q.mT if wide else Q

    def right_inverse(self, Q):
        if Q.shape != self.shape:
            raise ValueError(f"Expected a matrix or batch of matrices of shape {self.shape}. Got a tensor of shape "
                             f"{Q.shape}.")
        with no_grad():
            wide = Q.shape[-2] < Q.shape[-1]
            tall = Q.mT if wide else Q
            n, k = tall.shape[-2:]
            if not hasattr(self, "base"):
                if self.orthogonal_map != "householder":
                    raise NotImplementedError("It is not possible to assign to the matrix exponential or the Cayley "
                                              "parametrizations when use_trivialization=False.")
                A, tau = functions["geqrf"](tall)
                signs = A.diagonal(0, -2, -1).sign() * (1 - 2 * (tau == 0).to(A.dtype))
                A.diagonal(0, -2, -1).copy_(signs)
                return A.mT if wide else A
            if n != k:
                tall = functions["cat"]([tall, functions["randn"](*tall.shape[:-1], n - k, dtype=tall.dtype,
                                                                  device=tall.device)], -1)
            self.base = tall.clone() if is_orthogonal(tall) else make_orthogonal(tall)
            start = functions["zeros_like"](Q)
            start.diagonal(0, -2, -1).fill_(-1)              # with −1, each of the three maps returns the identity
            return start


def is_orthogonal(Q):
    """Return whether the columns of square matrices are orthonormal, within the precision of their dtype."""
    one = functions["eye"](Q.shape[-1], dtype=Q.dtype, device=Q.device)
    return bool(((Q.mH @ Q - one).abs() < 10 * Q.shape[-1] * finfo(Q.dtype).eps).all())


def make_orthogonal(A):
    """Return the Q of A = Q @ R with a positive diagonal of R."""
    Q, R = linalg.qr(A)
    return Q * R.diagonal(0, -2, -1).sgn().unsqueeze(-2)


def orthogonal(module, name="weight", orthogonal_map=None, *, use_trivialization=True):
    """Keep `name`, a matrix or a batch of matrices, orthogonal during training; return the module.

    A tall matrix gets orthonormal columns, (*, n, k) with n ≥ k, a wide one orthonormal rows.

    orthogonal_map       "matrix_exp", "cayley" or "householder"; None: matrix_exp for square and complex matrices
    use_trivialization   whether to train a change of the initial matrix; False: a change of the identity

    Source: M. Lezcano-Casado, Trivializations for gradient-based optimization on manifolds (2019).
    Raises ValueError if there is no such parameter, if it is not a matrix, or if orthogonal_map is unknown.
    """
    weight = getattr(module, name, None)
    if not hasattr(weight, "array"):
        raise ValueError(f"Module '{module._get_name()}' has no parameter or buffer with name '{name}'")
    if weight.ndim < 2:
        raise ValueError(f"Expected a matrix or batch of matrices. Got a tensor of {weight.ndim} dimensions.")
    if orthogonal_map is None:
        square = weight.shape[-2] == weight.shape[-1]
        orthogonal_map = "matrix_exp" if square or weight.is_complex() else "householder"
    if orthogonal_map not in ("matrix_exp", "cayley", "householder"):
        raise ValueError('orthogonal_map has to be one of "matrix_exp", "cayley", "householder". '
                         f"Got: {orthogonal_map}")
    return register_parametrization(module, name, _Orthogonal(weight, orthogonal_map, use_trivialization), unsafe=True)
