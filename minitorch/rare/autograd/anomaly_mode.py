"""Anomaly mode: backward raises at the first derivative that is nan, and names the line of its operation."""

from ...engine.backward import wrapping
from ...runtime.errors import source_line


def check_derivative(differentiate, node, *how):
    """Compute a derivative; raise RuntimeError if it has a nan."""
    result = differentiate(node, *how)
    for number, part in enumerate(result):
        array = getattr(getattr(part, "grad", part), "array", getattr(part, "grad", part))
        if hasattr(array, "dtype") and array.dtype.kind in "fc" and bool((array != array).any()):
            raise RuntimeError(f"Function '{node.name()}' returned nan values in its {number}th output, in the "
                               f"derivative of {node.op.name} at {source_line(node.code, node.at)}.")
    return result


class set_detect_anomaly:
    """Set anomaly mode, in a block `with set_detect_anomaly(True):` or, by a plain call, from now on.

    mode   True: on; False: off; see `detect_anomaly`
    """

    def __init__(self, mode, check_nan=True):
        self.before = check_derivative in wrapping
        self.turn(mode and check_nan)

    def turn(self, on):
        if check_derivative in wrapping:
            wrapping.remove(check_derivative)
        if on:
            wrapping.append(check_derivative)

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        self.turn(self.before)


class detect_anomaly(set_detect_anomaly):
    """A block `with detect_anomaly():` in which backward is slower, and raises RuntimeError at the first nan.

    check_nan   whether to check for nan; False: the block has no effect
    """

    def __init__(self, check_nan=True):
        super().__init__(True, check_nan)
        self.turn(self.before)
        self.check = check_nan

    def __enter__(self):
        self.turn(self.check)
        return self


def is_anomaly_enabled():
    """Return whether anomaly mode is on."""
    return check_derivative in wrapping
