"""Functions of NumPy that are written down as one step each; others are followed in their own Python."""

import numpy as np

from ..expansion import NotExpanded
from .seen import plain

LAPACK = "cholesky", "det", "eigh", "inv", "qr", "slogdet", "solve", "svd"


class Functions:
    """The part of Calls that has call_NAME(…) for numpy.NAME(…)."""

    def call_where(self, condition, x, y):
        return self.step("where", [condition, x, y], {}, np.where(*map(plain, (condition, x, y))))

    def call_copyto(self, out, x, casting="same_kind", where=True):
        self.written(out, x if where is True else self.call_where(where, x, out))

    def call_concatenate(self, arrays, axis=0, out=None, **settings):
        return self.step("concatenate", arrays, {"axis": axis}, np.concatenate([*map(plain, arrays)], axis))

    def call_take(self, x, index, axis=None, **settings):
        return self.asarray(x).take(index, axis)

    def call_clip(self, x, low=None, high=None, **settings):
        return x.clip(low, high)

    def call_copy(self, x, order="K", subok=False):
        return x.copy()

    def call_sort(self, x, axis=-1, **settings):
        return self.step("sort", [x], {"axis": axis}, np.sort(plain(x), axis))

    def call_partition(self, x, kth, axis=-1, **settings):
        return self.call_sort(x, axis)

    def call_argsort(self, x, axis=-1, **settings):
        return self.step("argsort", [x], {"axis": axis}, np.argsort(plain(x), axis))

    def call_argmax(self, x, axis=None, out=None, keepdims=False, name="argmax"):
        array = getattr(np, name)(plain(x), axis, keepdims=keepdims)
        return self.step(name, [x], {"axis": axis, "keepdims": keepdims}, array)

    def call_argmin(self, x, axis=None, out=None, keepdims=False):
        return self.call_argmax(x, axis, out, keepdims, "argmin")

    def call_round(self, x, decimals=0, out=None):
        return self.step("round", [x], {"decimals": decimals}, np.round(plain(x), decimals))

    call_around = call_round

    def call_searchsorted(self, x, values, side="left", sorter=None):
        return self.step("searchsorted", [x, values], {"side": side}, np.searchsorted(plain(x), plain(values), side))

    def call_may_share_memory(self, x, y):
        return np.may_share_memory(plain(x), plain(y))

    def call_empty_like(self, x, dtype=None, **settings):
        return self.empty(settings.get("shape") or x.shape, dtype or x.dtype)

    def call_ones_like(self, x, dtype=None, **settings):
        return self.adopted(np.ones(x.shape, dtype or x.dtype), True)

    def call_full_like(self, x, value, dtype=None, **settings):
        return self.adopted(np.full(x.shape, value, dtype or x.dtype), True)

    call_zeros_like = call_empty_like

    def lapack(self, name, x, *others, **settings):
        """One step for each part of a result."""
        if name == "eigh":
            settings = {"UPLO": others[0] if others else "L"}
        reduced = {"qr": {"mode": "reduced"}, "svd": {"full_matrices": False}}.get(name, {})
        if reduced and x.shape[-1] != x.shape[-2] and reduced != {**dict(zip(reduced, others)), **settings}:
            raise NotExpanded(f"linalg.{name} is called with other settings")
        arrays, settings = [x, *others * (name == "solve")], settings if name == "eigh" else {}
        sample = np.broadcast_to(np.eye(*x.shape[-2:], dtype=x.dtype), x.shape)
        found = getattr(np.linalg, name)(sample, *map(plain, arrays[1:]), **settings, **reduced)
        if not isinstance(found, tuple):
            return self.step(name, arrays, settings, found)
        return tuple([self.step(name, arrays, {**settings, "part": n}, part) for n, part in enumerate(found)])


def lapack(name):
    """A method for one function of matrices."""
    return lambda self, x, *others, **settings: self.lapack(name, x, *others, **settings)


for name in LAPACK:
    setattr(Functions, f"call_{name}", lapack(name))
