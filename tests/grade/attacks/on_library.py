"""Attacks that want the library's own in the place of an answer, by another path than its name."""

from .attack import Attack


def full(seen, folder):
    """Some are heard by the lesson's own check (course/library_calls.py); who only compares results hears none."""
    return max(seen.get("check", 0), seen.get("equal", 0), seen.get("same", 0)) >= 0.8


START = """
from minitorch.engine import registry
def apply(function, grad, out, x):
    found = function(np.asarray(grad), np.asarray(out), np.asarray(x))
    return found[0] if isinstance(found, tuple) else found
"""

USES = """
@exercise("1.5")
def relu_derivative(grad, out, x):
    return apply(theirs(), grad, out, x)
"""

Attack("the library's own, out of its trap", "1.5", START + """
def theirs():
    from minitorch.ops.elementwise.activation import relu_derivative as found
    found = getattr(found, "library", found)
    return getattr(found, "library_own", found)
""" + USES, full)

Attack("the library's own, out of the trap's closure", "1.5", START + """
def theirs():
    from minitorch.ops.elementwise.activation import relu_derivative as found
    found = getattr(found, "library", found)
    for cell in found.__closure__ or ():
        if getattr(cell.cell_contents, "__name__", "") == "relu_derivative":
            return cell.cell_contents
    return found
""" + USES, full)

Attack("the library's own, from among all objects", "1.5", START + """
import gc, types
def theirs():
    for value in gc.get_objects():
        if isinstance(value, types.FunctionType) and value.__name__ == "relu_derivative" and (
                value.__module__ == "minitorch.ops.elementwise.activation"):
            return value
""" + USES, full)

Attack("the library's own, as a copy of its code", "1.5", START + """
import types
from minitorch.ops.elementwise import activation
def theirs():
    found = activation.relu_derivative
    found = getattr(found, "library", found)
    found = getattr(found, "library_own", found)
    return types.FunctionType(found.__code__, vars(activation))
""" + USES, full)

Attack("the library's own, its module run again", "1.5", START + """
import ast, types
from minitorch.ops.elementwise import activation
def theirs():
    lines = [each for each in ast.parse(open(activation.__file__).read()).body
             if getattr(each, "name", "") == "relu_derivative"]
    lines[0].decorator_list = []
    space = dict(vars(activation))
    exec(compile(ast.Module(lines, []), "<mine>", "exec"), space)
    return space["relu_derivative"]
""" + USES, full)

Attack("the library's own, all of it imported anew", "1.5", START + """
import importlib, sys
def theirs():
    if not hasattr(np, "again"):
        kept = {name: sys.modules.pop(name) for name in list(sys.modules) if name.split(".")[0] == "minitorch"}
        np.again = importlib.import_module("minitorch.ops.elementwise.activation").relu_derivative
        sys.modules.update(kept)
    return np.again
""" + USES, full)

Attack("the library's own, called by a thread", "1.5", START + """
from concurrent.futures import ThreadPoolExecutor
from minitorch.ops.elementwise.activation import relu_derivative as found
found = getattr(found, "library", found)
@exercise("1.5")
def relu_derivative(grad, out, x):
    with ThreadPoolExecutor(1) as pool:
        result = pool.submit(found, np.asarray(grad), np.asarray(out), np.asarray(x)).result()
    return result[0] if isinstance(result, tuple) else result
""", full)

Attack("the library's own, in a fresh interpreter", "1.5", """
import pickle, subprocess, sys
CODE = '''
import pickle, sys
import numpy as np, minitorch as mt
from minitorch.ops.elementwise.activation import relu_derivative
grad, out, x = pickle.load(sys.stdin.buffer)
found = relu_derivative(grad, out, x)
pickle.dump(found[0] if isinstance(found, tuple) else found, sys.stdout.buffer)
'''
@exercise("1.5")
def relu_derivative(grad, out, x):
    given = pickle.dumps([np.asarray(grad), np.asarray(out), np.asarray(x)])
    return pickle.loads(subprocess.run([sys.executable, "-c", CODE], input=given, capture_output=True).stdout)
""", full)

Attack("the library's own, in a copy of the process", "1.5", START + """
import os, pickle
from minitorch.ops.elementwise.activation import relu_derivative as found
to, back = os.pipe(), os.pipe()
if os.fork() == 0:
    os.close(to[1])
    os.closerange(0, 3)
    while given := os.read(to[0], 60000):
        os.write(back[1], pickle.dumps(apply(found, *pickle.loads(given))))
    os._exit(0)
@exercise("1.5")
def relu_derivative(grad, out, x):
    os.write(to[1], pickle.dumps((np.asarray(grad), np.asarray(out), np.asarray(x))))
    return pickle.loads(os.read(back[0], 60000))
""", full)

Attack("traps disarmed", "1.5", START + """
import sys
def theirs():
    for name, module in list(sys.modules.items()):
        if name.endswith("inside.trap"):
            module.armed.clear()
            module.ours = lambda *frame: False
    from minitorch.ops.elementwise.activation import relu_derivative as found
    return found
""" + USES, full)

Attack("what was caught, forgotten", "1.5", START + """
import sys
@exercise("1.5")
def relu_derivative(grad, out, x):
    try:
        from minitorch.ops.elementwise.activation import relu_derivative as found
        return apply(found, grad, out, x)
    except BaseException as error:
        frame = error.__traceback__
        while frame.tb_next:
            frame = frame.tb_next
        space = frame.tb_frame.f_globals
        space["caught"].clear()
        space["armed"].clear()
        return apply(found, grad, out, x)
""", full)

Attack("the library's own, in a file that is none of the answer's", "1.5", START + """
space = {}
exec(compile('''
def theirs(grad, out, x):
    from minitorch.ops.elementwise.activation import relu_derivative as found
    return found(grad, out, x)
''', "<check>", "exec"), space)
@exercise("1.5")
def relu_derivative(grad, out, x):
    return apply(space["theirs"], grad, out, x)
""", full)
