"""Invertible maps between random numbers, with log |dy / dx|."""

from math import log

from ..nn.functional import softplus
from ..runtime import functions
from . import constraints
from .transform import ComposeTransform, Transform, sum_last_dims

__all__ = ["AbsTransform", "AffineTransform", "ComposeTransform", "ExpTransform", "PowerTransform", "SigmoidTransform",
           "SoftplusTransform", "TanhTransform", "Transform", "identity_transform"]


class ExpTransform(Transform):
    """y = e^x."""

    domain, codomain, bijective = constraints.real, constraints.positive, True

    def forward(self, x):
        return x.exp()

    def inverse(self, y):
        return y.log()

    def log_abs_det_jacobian(self, x, y):
        return x


class PowerTransform(Transform):
    """y = x^exponent, for positive x.

    exponent   a number or a tensor
    """

    domain, codomain, bijective = constraints.positive, constraints.positive, True
    parameters = ("exponent",)

    def __init__(self, exponent, cache_size=0):
        super().__init__(cache_size)
        self.exponent = exponent if hasattr(exponent, "array") else functions["full"]((), float(exponent))

    sign = property(lambda self: self.exponent.sign())

    def forward(self, x):
        return x ** self.exponent

    def inverse(self, y):
        return y ** (1 / self.exponent)

    def log_abs_det_jacobian(self, x, y):
        return (self.exponent * y / x).abs().log()


class SigmoidTransform(Transform):
    """y = 1 / (1 + e^−x)."""

    domain, codomain, bijective = constraints.real, constraints.unit_interval, True

    def forward(self, x):
        return x.sigmoid()

    def inverse(self, y):
        return y.log() - (-y).log1p()

    def log_abs_det_jacobian(self, x, y):
        return -softplus(-x) - softplus(x)


class TanhTransform(Transform):
    """y = tanh(x)."""

    domain, codomain, bijective = constraints.real, constraints.interval(-1.0, 1.0), True

    def forward(self, x):
        return x.tanh()

    def inverse(self, y):
        return y.atanh()

    def log_abs_det_jacobian(self, x, y):
        return 2.0 * (log(2.0) - x - softplus(-2.0 * x))


class SoftplusTransform(Transform):
    """y = log(1 + e^x)."""

    domain, codomain, bijective = constraints.real, constraints.positive, True

    def forward(self, x):
        return softplus(x)

    def inverse(self, y):
        return (-y).expm1().neg().log() + y

    def log_abs_det_jacobian(self, x, y):
        return -softplus(-x)


class AbsTransform(Transform):
    """y = |x|; `inverse` returns the positive x."""

    domain, codomain = constraints.real, constraints.nonnegative

    def forward(self, x):
        return x.abs()

    def inverse(self, y):
        return y


class AffineTransform(Transform):
    """y = loc + scale · x.

    loc, scale   numbers or tensors
    event_dim    how many of the last dimensions form one value
    """

    bijective = True
    parameters = ("loc", "scale")

    def __init__(self, loc, scale, event_dim=0, cache_size=0):
        super().__init__(cache_size)
        self.loc, self.scale, self.event_dim = loc, scale, event_dim
        self.domain = self.codomain = constraints.independent(constraints.real, event_dim) if event_dim else (
            constraints.real)

    @property
    def sign(self):
        return self.scale.sign() if hasattr(self.scale, "array") else (self.scale > 0) - (self.scale < 0)

    def forward(self, x):
        return self.loc + self.scale * x

    def inverse(self, y):
        return (y - self.loc) / self.scale

    def log_abs_det_jacobian(self, x, y):
        scale = self.scale if hasattr(self.scale, "array") else x.new_full((), self.scale)
        return sum_last_dims(scale.abs().log().expand(x.shape), self.event_dim)


identity_transform = ComposeTransform([])
