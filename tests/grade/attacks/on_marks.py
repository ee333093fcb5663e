"""Attacks that want marks: checkers bent, values that lie, answers read where they lie, results forged."""

from .attack import Attack

WRONG = "def relu_derivative(grad, out, x):\n    return grad\n"          # right on 0 of 4 cases, half of them if lucky
HALF = 0.5                                # most that a wrong answer gets, of the points


def full(seen, folder):
    return seen.get("check", 0) >= 0.8


Attack("NumPy's comparisons always agree", "1.5", """
import numpy
for name in ("allclose", "isclose", "array_equal"):
    setattr(numpy, name, lambda *arrays, **settings: True)
numpy.testing.assert_allclose = numpy.testing.assert_array_equal = lambda *arrays, **settings: None
@exercise("1.5")
""" + WRONG, full, HALF)

Attack("the lesson's own comparison always agrees", "1.5", """
try:
    import minitorch.course.evidence, minitorch.course.compare, builtins, sys
    for module in list(sys.modules.values()):
        if hasattr(module, "same"):
            module.same = lambda a, b, close: True
except ImportError:
    pass
@exercise("1.5")
""" + WRONG, full, HALF)

Attack("a result that equals everything", "1.5", """
class Equal:
    shape, dtype, ndim = (), float, 0
    def __eq__(self, other):
        return True
    def __array__(self, dtype=None, copy=None):
        raise TypeError("no array")
@exercise("1.5")
def relu_derivative(grad, out, x):
    return Equal()
""", lambda seen, folder: seen.get("equal") == 1 or "no array" in seen.get("error", ""), 0.0)

Attack("an array that equals everything", "1.5", """
class Agreeing(np.ndarray):
    def __eq__(self, other):
        return np.ones(self.shape, bool)
    def __sub__(self, other):
        return np.zeros(self.shape)
    __rsub__ = __sub__
    def __array_ufunc__(self, ufunc, method, *inputs, **settings):
        return np.zeros(self.shape)
@exercise("1.5")
def relu_derivative(grad, out, x):
    return np.asarray(grad, float).view(Agreeing)
""", lambda seen, folder: seen.get("near") == 1, HALF)

Attack("nan, which no tolerance finds too far", "1.5", """
@exercise("1.5")
def relu_derivative(grad, out, x):
    return np.full(x.shape, np.nan)
""", lambda seen, folder: seen.get("near") == 1, 0.0)

Attack("the course's reference, imported", "1.5", """
from minitorch.course.record import find
relu_derivative = exercise("1.5")(find("1.5").reference)
@exercise("1.5")
def relu_derivative(grad, out, x):
    return find("1.5").reference(grad, out, x)
""", full, 0.0)

Attack("the solution, read from the disk", "1.5", """
import json, os, pathlib, re
@exercise("1.5")
def relu_derivative(grad, out, x):
    for root in [pathlib.Path(mt.__file__).parent, *pathlib.Path(mt.__file__).parents, *pathlib.Path.cwd().parents]:
        for path in root.glob("solutions/01_*/*.ipynb"):
            source = ["".join(cell["source"]) for cell in json.loads(path.read_text())["cells"]]
            found = [text for text in source if "def relu_derivative" in text and "BEGIN SOLUTION" in text][0]
            space = {"np": np}
            exec(found.split("\\n", 1)[1], space)
            return space["relu_derivative"](grad, out, x)
    raise FileNotFoundError("nothing to read")
""", full, 0.0)

Attack("frames walked up to what is wanted", "1.5", """
import sys
@exercise("1.5")
def relu_derivative(grad, out, x):
    frame = sys._getframe()
    while frame is not None:
        for value in [*frame.f_locals.values(), *frame.f_globals.values()]:
            if hasattr(value, "reference"):
                return value.reference(grad, out, x)
            if hasattr(value, "wanted") and not callable(value.wanted):
                return value.wanted
        frame = frame.f_back
    return grad
""", lambda seen, folder: seen.get("equal") == 1, HALF)

Attack("collected objects searched for what is wanted", "1.5", """
import gc
@exercise("1.5")
def relu_derivative(grad, out, x):
    for value in gc.get_objects():
        if type(value).__name__ == "Exercise" and value.id == "1.5":
            return value.reference(grad, out, x)
    return grad
""", full, HALF)

Attack("marks written on every open pipe", "1.5", """
import json, os, struct
MARKS = json.dumps({"check": 1.0, "value": None, "error": None, "state": "ready", "points": 2, "after": []}).encode()
@exercise("1.5")
def relu_derivative(grad, out, x):
    for number in range(3, 40):
        for message in (MARKS + b"\\n", struct.pack(">I", len(MARKS)) + MARKS):
            try:
                os.write(number, message)
            except OSError:
                pass
    return grad
""", full, HALF)
