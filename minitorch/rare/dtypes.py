"""The limits of element types."""

import numpy as np

from .. import dtypes


class finfo:
    """Limits of a floating dtype (kind; None: the default one): eps, max, min, tiny, bits."""

    def __init__(self, kind=None):
        info = np.finfo((kind or dtypes.default).numpy)
        self.bits, self.dtype = info.bits, str(info.dtype)
        limits = info.eps, info.max, info.min, info.tiny
        self.eps, self.max, self.min, self.tiny = [info.dtype.type(x).item() for x in limits]
        self.smallest_normal, self.resolution = self.tiny, 10.0 ** -info.precision

    def __repr__(self):
        names = "resolution", "min", "max", "eps", "smallest_normal", "tiny"
        return f"finfo({', '.join(f'{name}={getattr(self, name):g}' for name in names)}, dtype={self.dtype})"


class iinfo:
    """Limits of an integer dtype (kind): min, max, bits."""

    def __init__(self, kind):
        info = np.iinfo(kind.numpy)
        self.bits, self.min, self.max, self.dtype = info.bits, info.min, info.max, str(info.dtype)

    def __repr__(self):
        return f"iinfo(min={self.min:g}, max={self.max:g}, dtype={self.dtype})"
