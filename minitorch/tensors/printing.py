"""Print tensors, in exactly PyTorch's format."""

import math

import numpy as np

from .. import backend, dtypes
from ..engine.node import Leaf


class Options:
    """The options of set_printoptions, which explains them."""

    precision, threshold, edgeitems, linewidth, sci_mode = 4, 1000, 3, 80, None


def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None, sci_mode=None):
    """Change how tensors print.

    precision   digits after the point (4)
    threshold   a tensor with more elements is printed without its middle (1000)
    edgeitems   number of elements that are then shown at each edge (3)
    linewidth   characters in a line (80)
    profile     "default", "short" (2 digits, 2 elements at each edge) or "full" (all elements)
    sci_mode    True: always 1.0e+00; False: never; None: depends on the values
    """
    if profile is not None:
        Options.precision = 2 if profile == "short" else 4
        Options.threshold = math.inf if profile == "full" else 1000
        Options.edgeitems = 2 if profile == "short" else 3
        Options.linewidth = 80
    for name, value in (("precision", precision), ("threshold", threshold), ("edgeitems", edgeitems),
                        ("linewidth", linewidth)):
        if value is not None:
            setattr(Options, name, value)
    Options.sci_mode = sci_mode


class Format:
    """The width and notation for all numbers of a tensor."""

    def __init__(self, array):
        self.floating = array.dtype.kind == "f"
        self.whole, self.scientific, self.width = True, False, 1
        flat = array.reshape(-1)
        if not self.floating:
            self.width = max((len(str(v)) for v in flat.tolist()), default=1)
            return
        shown = [v for v in flat.tolist() if v and math.isfinite(v)]       # a loop is faster than NumPy for few numbers
        if shown:
            top, bottom = max(map(abs, shown)), min(map(abs, shown))
            self.whole = all(map(float.is_integer, shown))
            self.scientific = top / bottom > 1000.0 or top > 1e8 or not self.whole and bottom < 1e-4
        if Options.sci_mode is not None:
            self.scientific = Options.sci_mode
        if shown:
            self.width = max(len(self.text(v)) for v in shown)

    def text(self, value):
        if not self.floating or not math.isfinite(value):
            return str(value)
        if self.scientific:
            return f"{value:.{Options.precision}e}"
        return f"{value:.0f}." if self.whole else f"{value:.{Options.precision}f}"

    def __call__(self, value):
        return self.text(value).rjust(self.width)


class ComplexFormat:
    """The format of a tensor's complex numbers: one Format for real parts, and one for imaginary parts."""

    def __init__(self, array):
        self.real, self.imag = Format(array.real), Format(array.imag)
        self.width = self.real.width + self.imag.width + 1

    def __call__(self, value):
        imag = self.imag(value.imag).lstrip()
        return f"{self.real(value.real)}{'' if imag[0] in '+-' else '+'}{imag}j"


def shortened(array):
    """Return the elements that are shown if the middle of each long dimension is left out."""
    edge = Options.edgeitems
    if array.ndim == 0:
        return array
    for dim, size in enumerate(array.shape):
        if size > 2 * edge:
            array = np.concatenate([np.take(array, range(edge), dim), np.take(array, range(size - edge, size), dim)],
                                   dim)
    return array


def rows(array, indent, summary, form):
    """Return the text of an array: its numbers in brackets, indented."""
    if array.ndim == 0:
        return form(array.item())
    edge = Options.edgeitems
    cut = summary and array.shape[0] > 2 * edge
    if array.ndim == 1:
        per_line = max(1, (Options.linewidth - indent) // (form.width + 2))
        if cut:
            parts = [*map(form, array[:edge].tolist()), " ...", *map(form, array[len(array) - edge:].tolist())]
        else:
            parts = [form(v) for v in array.tolist()]
        lines = [parts[i:i + per_line] for i in range(0, len(parts), per_line)]
        return "[" + (",\n" + " " * (indent + 1)).join(", ".join(line) for line in lines) + "]"
    blocks = [*array[:edge], None, *array[-edge:]] if cut else array
    parts = ["..." if block is None else rows(block, indent + 1, summary, form) for block in blocks]
    return "[" + (",\n" + "\n" * (array.ndim - 2) + " " * (indent + 1)).join(parts) + "]"


def show(tensor, name="tensor"):
    """Return the text of a tensor: its numbers, then dtype and device if they are not the default, and grad_fn."""
    prefix, notes = f"{name}(", []
    if tensor.device == backend.META:
        notes = [f"device='{tensor.device}'", f"size={tuple(tensor.shape)}"]
        notes += [f"dtype={tensor.dtype}"] * (tensor.dtype is not dtypes.default)
        return with_notes(f"{prefix}...", notes + history(tensor), len(prefix))
    array = backend.move(tensor.array, "cpu")
    if tensor.device.type != "cpu":
        notes.append(f"device='{tensor.device}'")
    if array.size == 0 and array.shape != (0,):
        notes.append(f"size={tuple(array.shape)}")
    usual = (dtypes.default, *[dtypes.default_complex(), dtypes.int64, dtypes.bool][:3 * bool(array.size)])
    if tensor.dtype not in usual:
        notes.append(f"dtype={tensor.dtype}")
    summary = array.size > Options.threshold
    form = ComplexFormat if array.dtype.kind == "c" else Format
    text = rows(array, len(prefix), summary, form(shortened(array) if summary else array)) if array.size else "[]"
    return with_notes(prefix + text, notes + history(tensor), len(prefix))


def history(tensor):
    """Return a list of the note grad_fn=… or requires_grad=True; an empty list if no gradient is needed."""
    if tensor.grad_fn is not None:
        return [f"grad_fn={tensor.grad_fn}"]
    return ["requires_grad=True"] * (type(tensor._node) is Leaf)


def with_notes(text, notes, indent):
    """Return the text with the notes added after the numbers; a note that does not fit starts a new line."""
    line = len(text) - text.rfind("\n") + 1
    for note in notes:
        if line + len(note) + 2 > Options.linewidth:
            text += ",\n" + " " * indent + note
            line = indent + len(note)
        else:
            text += f", {note}"
            line += len(note) + 2
    return text + ")"
