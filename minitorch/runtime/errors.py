"""The parts of errors that all ops share: the user's own line and the layer in which the error occurred."""

import linecache
import os
import sys

HOME = os.path.dirname(os.path.dirname(__file__)) + os.sep


class Own(dict):
    """A dict from a file's name to whether it is one of minitorch's: read for every new node."""

    def __missing__(self, name):
        self[name] = own = name.startswith(HOME)
        return own


own = Own()
LIBRARIES = {"numpy", "cupy"}
describers: list = []            # describe(frame) returns "Linear(784, 100)" or None; nn adds such a function
owners: list = []                # owner(parameter) returns "Linear(32, 1)" or None; nn adds such a function


def source_line(code, at=None, lineno=None):
    """Return '`y = head(x)` (train.py, line 12)': without the number of a notebook cell, which differs between runs."""
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
    """Return the innermost frame of code that is not minitorch's."""
    frame = sys._getframe(1)
    while own[frame.f_code.co_filename] and frame.f_back is not None:
        frame = frame.f_back
    return frame


def location():
    """Return 'In Linear(784, 100), at `y = head(x)`.' for the call that is running."""
    frame, inside = sys._getframe(1), None
    while own[frame.f_code.co_filename] and frame.f_back is not None:
        inside = inside or next(filter(None, (describe(frame) for describe in describers)), None)
        frame = frame.f_back
    line = source_line(frame.f_code, lineno=frame.f_lineno)
    return f"In {inside}, at {line}." if inside else f"At {line}."


def notice(text):
    """Issue a warning at the user's line; Python shows this warning once for each line."""
    from warnings import warn
    frame, level = sys._getframe(1), 2
    while own[frame.f_code.co_filename] and frame.f_back is not None:
        frame, level = frame.f_back, level + 1
    warn(text, UserWarning, stacklevel=level)


def ipython_shell():
    """Return IPython's shell, which also runs notebooks; None in a script or in Python's own prompt."""
    return getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()


def fold_tracebacks(module):
    """Show scripts' and IPython's errors by inspect.tracebacks, which `module` imports, if no other code does."""
    if sys.excepthook is sys.__excepthook__:
        sys.excepthook = lambda *failure: module().print_folded(*failure)
    shell = ipython_shell()
    if shell is not None and not shell.custom_exceptions:
        shell.set_custom_exc((Exception,), lambda *failure, **settings: module().show_folded(*failure, **settings))


def locate(node, inputs, results):
    """Store on a node the user's line that created it."""
    frame = user_frame()
    node.code, node.at = frame.f_code, frame.f_lasti


# The code of `locate` in generated code for an op.
LOCATE = """
frame = _getframe(1)
while own[(code := frame.f_code).co_filename] and frame.f_back is not None:
    frame = frame.f_back
node.code, node.at = code, frame.f_lasti
"""
