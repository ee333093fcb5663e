"""The base of invertible maps between random numbers, with the log of the derivative's absolute value."""

from ..runtime import functions
from . import constraints


class Transform:
    """A map y = f(x) that has an inverse.

    domain, codomain   the constraints that x and y satisfy
    bijective          whether each y comes from exactly one x
    sign               1 for an increasing map, −1 for a decreasing one
    cache_size         accepted as in PyTorch; nothing is cached

    A subclass defines `forward(x)`, `inverse(y)` and `log_abs_det_jacobian(x, y)`.
    """

    bijective = False
    parameters: tuple[str, ...] = ()     # two transforms of a class are equal if these attributes are equal
    domain: constraints.Constraint
    codomain: constraints.Constraint
    sign = 1

    def __init__(self, cache_size=0):
        self.cache_size = cache_size

    def __call__(self, x):
        """Return y for x, of any shape."""
        return self.forward(x)

    def forward(self, x):
        """Return y for x; your own class may define it as `_call`, PyTorch's name."""
        return self._call(x)

    def inverse(self, y):
        """Return x for y; your own class may define it as `_inverse`, PyTorch's name."""
        return self._inverse(y)

    def log_abs_det_jacobian(self, x, y):
        """Return log |dy / dx| at x, for y = f(x): one number for each event."""
        raise NotImplementedError

    def forward_shape(self, shape):
        """Return the shape of y for the shape of x."""
        return shape

    def inverse_shape(self, shape):
        """Return the shape of x for the shape of y."""
        return shape

    inv = property(lambda self: Inverse(self), doc="The map of y to x.")

    def __eq__(self, other):
        return type(self) is type(other) and all(
            equal_parameters(getattr(self, name), getattr(other, name)) for name in self.parameters)

    __hash__ = object.__hash__

    def __repr__(self):
        return f"{type(self).__name__}()"


def equal_parameters(one, other):
    """Return True if two parameters are equal; tensors must be equal in all elements."""
    return bool((one == other).all()) if hasattr(one, "array") and hasattr(other, "array") else one is other or (
        not hasattr(one, "array") and not hasattr(other, "array") and one == other)


class Inverse(Transform):
    """The inverse of another map."""

    parameters = ("inv",)

    def __init__(self, transform):
        super().__init__()
        self.inv, self.bijective, self.sign = transform, transform.bijective, transform.sign
        self.domain, self.codomain = transform.codomain, transform.domain

    inv = None                                             # each instance sets it to the inverse map

    def forward(self, x):
        return self.inv.inverse(x)

    def inverse(self, y):
        return self.inv(y)

    def log_abs_det_jacobian(self, x, y):
        return -self.inv.log_abs_det_jacobian(y, x)

    def __repr__(self):
        return f"_InverseTransform({self.inv!r})"


class ComposeTransform(Transform):
    """Several maps, applied one after the other: y = g(f(x)).

    parts   [f, g, …], Transforms in the order in which they are applied
    """

    parameters = ("parts",)

    def __init__(self, parts, cache_size=0):
        super().__init__(cache_size)
        self.parts = list(parts)
        self.bijective = all(part.bijective for part in self.parts)
        self.domain = self.parts[0].domain if self.parts else constraints.real
        self.codomain = self.parts[-1].codomain if self.parts else constraints.real

    @property
    def sign(self):
        sign = 1
        for part in self.parts:
            sign = sign * part.sign
        return sign

    def forward(self, x):
        for part in self.parts:
            x = part(x)
        return x

    def inverse(self, y):
        for part in reversed(self.parts):
            y = part.inverse(y)
        return y

    def log_abs_det_jacobian(self, x, y):
        if not self.parts:
            return functions["zeros_like"](x)
        events = max(max(part.domain.event_dim, part.codomain.event_dim) for part in self.parts)
        total = 0
        for part in self.parts:
            y = part(x)
            each = part.log_abs_det_jacobian(x, y)
            total = total + sum_last_dims(each, events - max(part.domain.event_dim, part.codomain.event_dim))
            x = y
        return total

    def __repr__(self):
        return "ComposeTransform(\n    " + ",\n    ".join(map(repr, self.parts)) + "\n)"


def sum_last_dims(x, dims):
    """Return the sum over the last dimensions."""
    return x.sum(dim=tuple(range(-dims, 0))) if dims else x
