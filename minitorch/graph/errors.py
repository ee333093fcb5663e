"""Errors, finished in one place: what was tried, what was needed, and the user's own line."""

import linecache
import os
import sys

HOME = os.path.dirname(os.path.dirname(__file__)) + os.sep


class Own(dict):
    """Whether a file is minitorch's own, by its name: looked up for every node that is made."""

    def __missing__(self, name):
        self[name] = own = name.startswith(HOME)
        return own


own = Own()
describers: list = []            # describe(frame) -> "Linear(784, 100)" or None; nn adds one for modules


def source_line(code, at=None, lineno=None):
    """'`y = head(x)` (train.py, line 12)': never a cell number, which changes from run to run."""
    if code is None:
        return "an unknown line"
    if lineno is None:
        lineno = next((line for start, end, line in code.co_lines() if start <= at < end), None)
    text = linecache.getline(code.co_filename, lineno or 0).strip()
    name = code.co_filename.rpartition("/")[2]
    if "ipykernel" in code.co_filename or name.startswith("<") or not name.endswith(".py"):
        return f"`{text}`" if text else "a line that was typed in"
    return f"`{text}` ({name}, line {lineno})" if text else f"{name}, line {lineno}"


def user_frame():
    """The innermost frame that is not minitorch's own."""
    frame = sys._getframe(1)
    while own[frame.f_code.co_filename] and frame.f_back is not None:
        frame = frame.f_back
    return frame


def place():
    """'In Linear(784, 100), at `y = head(x)`.' for the call that is running."""
    frame, inside = sys._getframe(1), None
    while own[frame.f_code.co_filename] and frame.f_back is not None:
        inside = inside or next(filter(None, (describe(frame) for describe in describers)), None)
        frame = frame.f_back
    line = source_line(frame.f_code, lineno=frame.f_lineno)
    return f"In {inside}, at {line}." if inside else f"At {line}."


def notice(text):
    """A warning that points at the user's line, and is shown once a line."""
    from warnings import warn
    frame, level = sys._getframe(1), 2
    while own[frame.f_code.co_filename] and frame.f_back is not None:
        frame, level = frame.f_back, level + 1
    warn(text, UserWarning, stacklevel=level)


def shape_of(x):
    return tuple(x.shape) if hasattr(x, "shape") else x


def explain(error, op, inputs, settings):
    """The same error, said in terms of the op, the shapes that met and the line that asked for it."""
    from . import refusals
    text = str(error)
    kind = type(error)
    shapes = " and ".join(str(shape_of(x)) for x in inputs if x is not None)
    if kind.__name__ == "AxisError":
        ndim = max((len(x.shape) for x in inputs if hasattr(x, "shape")), default=0)
        low, high = (-ndim, ndim - 1) if ndim else (-1, 0)
        given = [n for value in settings.values() for n in (value if type(value) is tuple else (value,))
                 if type(n) is int and not low <= n <= high]
        return IndexError(f"{op.name}: Dimension out of range (expected to be in range of "
                          f"[{low}, {high}], but got {given[0] if given else settings.get('dim')}). "
                          f"Input {shapes}.\n{place()}")
    if isinstance(error, ValueError) and "broadcast" in text:
        kind, text = RuntimeError, broadcast_text(op, inputs, settings)
    elif isinstance(error, TypeError) and ("not supported for the input types" in text or "unsupported in" in text):
        dtypes = " and ".join(str(x.dtype) for x in inputs if hasattr(x, "dtype"))
        kind, text = NotImplementedError, f'"{op.name}" not implemented for {dtypes}.'
    elif refusals.foreign(error):
        return refusals.refusal_of(op, error, inputs, settings)
    elif isinstance(error, ValueError):                 # NumPy's word for sizes that do not go together
        kind, text = RuntimeError, f"{op.name} of {shapes}: {text}"
    elif not isinstance(error, (RuntimeError, ValueError, IndexError, TypeError, NotImplementedError)):
        kind, text = RuntimeError, f"{op.name} of {shapes} failed: {kind.__name__}: {text}"
    elif op.name not in text and not text.startswith("No GPU"):
        text = f"{op.name} of {shapes}: {text}"
    try:
        return kind(f"{text}\n{place()}")
    except Exception:                                   # an error class with a signature of its own
        return RuntimeError(f"{text}\n{place()}")


def broadcast_text(op, inputs, settings):
    """Which two sizes do not meet, counted from the last."""
    shapes = [tuple(x.shape) for x in inputs if hasattr(x, "shape")]
    for a in shapes:
        for b in shapes:
            for back in range(1, min(len(a), len(b)) + 1):
                if a[-back] != b[-back] and 1 not in (a[-back], b[-back]):
                    which = ("last", "second-to-last", "third-to-last")[back - 1] if back < 4 else f"{back}th-to-last"
                    return (f"{op.name} cannot join {a} and {b}: the {which} size is {a[-back]} in the first and "
                            f"{b[-back]} in the second; they must be equal, or one of them 1.")
    target = next((value for value in settings.values() if type(value) is tuple), None)
    if target is not None:
        return (f"{op.name} cannot stretch {shapes[0]} to {target}: only sizes of 1 are repeated, and the others must "
                "be equal, counted from the last.")
    return f"{op.name} cannot join {' and '.join(map(str, shapes))}."


def refuse_stale(node, cell, version):
    """A value kept for backward was written to since."""
    where = source_line(*cell[1]) if cell[1] else "an unknown line"
    raise RuntimeError(
        "one of the variables needed for gradient computation has been modified by an inplace operation: "
        f"{node.op.name} at {source_line(node.code, node.at)} kept it at version {version}, "
        f"and {where} brought it to version {cell[0]}. "
        "Write out of place there (x = x + 1, not x += 1), or compute after writing.")
