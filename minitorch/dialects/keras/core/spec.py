"""What shapes a layer takes."""

from ....rare.autograd.tree import leaves


class InputSpec:
    """Rank and sizes that an input must have.

    shape                the whole shape, None for a size that may be any
    ndim                 how many axes exactly; max_ndim, min_ndim: at most, and at least
    axes                 {axis: size}
    allow_last_axis_squeeze, optional    taken, without effect
    """

    def __init__(self, dtype=None, shape=None, ndim=None, max_ndim=None, min_ndim=None, axes=None,
                 allow_last_axis_squeeze=False, name=None, optional=False):
        self.dtype, self.shape, self.name = dtype, None if shape is None else tuple(shape), name
        self.ndim = len(self.shape) if self.shape is not None else ndim
        self.max_ndim, self.min_ndim, self.optional = max_ndim, min_ndim, optional
        self.axes = {int(axis): size for axis, size in (axes or {}).items()}
        self.allow_last_axis_squeeze = allow_last_axis_squeeze

    def wrong(self, shape):
        """Return in words what of a shape does not fit; "" if all fits."""
        given, rank = tuple(shape), len(shape)
        seen = f"Full shape received: {given}"
        if self.ndim is not None and rank != self.ndim:
            return f"expected ndim={self.ndim}, found ndim={rank}. {seen}"
        if self.max_ndim is not None and rank > self.max_ndim:
            return f"expected max_ndim={self.max_ndim}, found ndim={rank}. {seen}"
        if self.min_ndim is not None and rank < self.min_ndim:
            return f"expected min_ndim={self.min_ndim}, found ndim={rank}. {seen}"
        for axis, size in self.axes.items():
            if size is not None and given[axis] not in (size, None):
                return (f"expected axis {axis} of input shape to have value {size}, but received input with shape "
                        f"{given}")
        for own, size in zip(self.shape or (), given):
            if own is not None and size not in (own, None):
                return f"expected shape={self.shape}, found shape={given}"
        return ""


def check_inputs(layer, args):
    """Raise ValueError for inputs that a layer's `input_spec` does not allow."""
    specs = layer.input_spec
    if specs is None or not args:
        return
    for number, (spec, x) in enumerate(zip(specs if isinstance(specs, list | tuple) else [specs], leaves(args[0]))):
        wrong = spec.wrong(x.shape) if hasattr(x, "shape") else ""
        if wrong:
            raise ValueError(f'Input {number} of layer "{layer.name}" is incompatible with the layer: {wrong}')
