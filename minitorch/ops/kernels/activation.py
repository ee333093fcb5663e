"""Activations whose value and gradient are computed block by block; `plain_…` composes the activation of plain ops."""

from ...engine import derivative_of, op
from ..elementwise.activation import logistic, sigmoid
from .tiling import in_parts


def gradient_of(activation):
    """Declare the derivative of an op by a kernel that fills `out` with grad times the derivative at x."""
    def declare(kernel):
        @op(hidden=True, method=False, name=f"{activation.name}_gradient")
        def gradient(xp, grad, x):
            """Return grad times the derivative at x."""
            return in_parts(xp, kernel, x, grad, x)

        @derivative_of(activation)
        def derivative(grad, out, x):
            return gradient(grad, x)
        return kernel
    return declare


def plain_silu(x):
    """Compute silu in plain ops."""
    return x * sigmoid(x)


@op(symbol="silu", keeps="x", hidden=True, takes="fc", composition=plain_silu)
def silu(xp, x):
    """x·σ(x), also called swish."""
    return in_parts(xp, logistic, x, x, x)               # x / (1 + e⁻ˣ)


@gradient_of(silu)
def silu_gradient(xp, out, grad, x):
    """Write grad·σ·(1 + x·(1 − σ))."""
    logistic(xp, out, x)
    rest = xp.subtract(1, out)
    rest *= x
    rest += 1
    out *= rest
    out *= grad
