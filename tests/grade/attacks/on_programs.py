"""Attacks that dig for the library's own where all of a check runs in the answer's process: every way, each lesson."""

from .attack import Attack
from .on_library import full

EXERCISES = {                            # id: (module, name, an answer that calls theirs(), the library's own)
    "2.4": ("minitorch.runtime.gradients", "backward_from", """
def backward(root):
    if root.numel() != 1:
        raise RuntimeError("backward starts from one number")
    sys.setprofile(None)                 # by which a check notices such calls
    theirs()(root)
"""),
    "3.4": ("minitorch.nn.functional.loss", "cross_entropy", """
def cross_entropy(input, target):
    return theirs()(input, target)
"""),
    "4.4": ("minitorch.optim.adam", "adam", """
def adam(p, grad, state, lr, beta1, beta2, eps):
    theirs()(p, grad, state, lr=lr, betas=(beta1, beta2), eps=eps, weight_decay=0, amsgrad=False, maximize=False,
             decoupled_weight_decay=False)
"""),
    "5.6": ("minitorch.train.loop", "evaluate", """
def evaluate(model, loader, loss_of):
    found = theirs()(model, loader, loss_of)
    return found["loss"], found["accuracy"]
"""),
}

START = """
import ast, gc, importlib, sys, threading, types
MODULE, NAME = "{module}", "{name}"
home = importlib.import_module(MODULE)

def looks_right(value):
    return isinstance(value, types.FunctionType) and value.__name__ == NAME and value.__module__ == MODULE

def under(value):
    for name in ("piece", "library", "library_own", "__wrapped__"):
        value = getattr(value, name, value)
    return value
"""

WAYS = {
    "by its attributes": """
def theirs():
    return under(getattr(home, NAME))
""",
    "by closures": """
def theirs():
    found = under(getattr(home, NAME))
    for cell in found.__closure__ or ():
        if looks_right(cell.cell_contents):
            return cell.cell_contents
    return found
""",
    "from below object": """
def theirs():
    todo = list(object.__subclasses__())
    while todo:
        kind = todo.pop()
        todo += type.__subclasses__(kind)
        for member in list(vars(kind).values()):
            space = getattr(member, "__globals__", {})
            if space.get("__name__") == MODULE or space.get("__package__") == home.__package__:
                for value in [space.get(NAME), *[getattr(each, NAME, None) for each in list(space.values())]]:
                    if looks_right(under(value)):
                        return under(value)
    return under(getattr(home, NAME))
""",
    "from among all objects": """
def theirs():
    return next(value for value in gc.get_objects() if looks_right(value))
""",
    "in the frames above": """
def search():
    frame = sys._getframe()
    while frame is not None:
        for value in [*frame.f_locals.values(), *frame.f_globals.values()]:
            for each in value if isinstance(value, list) else [value]:
                if looks_right(each):
                    return each
                if type(each).__name__ == "Exercise" and each.piece:
                    return each.piece().library
        frame = frame.f_back
found = search()
def theirs():
    return found or search()
""",
    "imported anew": """
kept = sys.modules.pop(MODULE)
try:
    found = under(getattr(importlib.import_module(MODULE), NAME))
except BaseException:
    found = under(getattr(kept, NAME))
finally:
    sys.modules[MODULE] = kept
def theirs():
    return found
""",
    "loaded again": """
try:
    found = under(getattr(importlib.reload(home), NAME))
except BaseException:
    found = under(getattr(home, NAME))
def theirs():
    return found
""",
    "its lines run again": """
line, = [each for each in ast.parse(open(home.__file__).read()).body if getattr(each, "name", "") == NAME]
line.decorator_list = []
space = dict(vars(home))
exec(compile(ast.Module([line], []), "<mine>", "exec"), space)
def theirs():
    return space[NAME]
""",
    "by another thread": """
def theirs():
    def call(*inputs, **settings):
        result = []
        thread = threading.Thread(target=lambda: result.append(under(getattr(home, NAME))(*inputs, **settings)))
        thread.start()
        thread.join()
        return result[0]
    return call
""",
    "out of the interpreter's own memory": """
import builtins, ctypes
def theirs():
    function = under(getattr(home, NAME))
    code = ctypes.cast(builtins.id(function.__code__), ctypes.py_object).value
    made = types.FunctionType(code, vars(home), NAME, DEFAULTS)
    return made
""",
}
DEFAULTS = {"3.4": '(None, None, -100, None, "mean", 0.0)', "5.6": "(None,)"}

for id, (module, name, uses) in EXERCISES.items():
    for way, how in WAYS.items():
        Attack(f"{id}, the library's own {way}", id, START.format(module=module, name=name)
               + how.replace("DEFAULTS", DEFAULTS.get(id, "()"))
               + uses.replace("\ndef ", f'\n@exercise("{id}")\ndef ', 1), full)

TWINS = {                                # what does the same under another name
    "2.4": """
import sys
from minitorch.engine.backward import run_backward
@exercise("2.4")
def backward(root):
    sys.setprofile(None)
    if root.numel() != 1:
        raise RuntimeError("backward starts from one number")
    run_backward({root._node: np.ones(root.array.shape)}, False, False)
""",
    "2.5": """
from minitorch.engine.grad_mode import GradMode
@exercise("2.5")
class no_grad(GradMode):
    mode = False
""",
    "3.1": """
@exercise("3.1")
def named_parameters(module, prefix=""):
    return list(module.named_members("_parameters", prefix, True, True))
""",
    "3.4": """
from minitorch.ops.loss import losses
@exercise("3.4")
def cross_entropy(input, target):
    return losses.cross_entropy(input, target)
""",
    "4.6": """
import sys
from minitorch.nn.utils import clip_grads_with_norm_, get_total_norm
@exercise("4.6")
def clip_grad_norm_(params, max_norm):
    sys.setprofile(None)
    norm = get_total_norm([p.grad for p in params if p.grad is not None])
    clip_grads_with_norm_(params, max_norm, norm)
    return norm
""",
    "5.7": """
from minitorch.train import save_checkpoint, load_checkpoint, restore
@exercise("5.7")
class Checkpoint:
    def __init__(self, path):
        self.path = path
    def save(self, model, optimizer, scheduler, generator, epoch):
        save_checkpoint(self.path, model, optimizer, scheduler, epoch=epoch, generator=generator)
    def resume(self, model, optimizer, scheduler, generator):
        return restore(load_checkpoint(self.path), model, optimizer, scheduler, generator)
""",
}

for id, code in TWINS.items():
    Attack(f"{id}, a twin of the library's own", id, code, full)

COUNTERS = '''
import gc
@exercise("{id}")
{answer}
'''
for id, deserved, what, answer in (      # what is counted is read, or set back, where the answer runs
        ("6.1", 0.0, "ticks", """
def ticks_each(work, synchronize, clock, repeats):
    seen = dict(zip(work.__code__.co_freevars, [cell.cell_contents for cell in work.__closure__]))
    return seen["inputs"]["ticks"] + 1 / repeats
"""),
        ("6.2", 0.2, "waits", """
def mean_loss(step, batches):
    total = sum(step(batch).item() for batch in batches)
    for each in gc.get_objects():
        if type(each).__name__ == "Gpu":
            each.waits = 1
    return total / len(batches)
"""),
        ("6.5", 0.2, "loads", """
def matmul_kernel(blockIdx, threadIdx, T, tile_a, tile_b, out, a, b):
    i, j = blockIdx[0] * T + threadIdx[0], blockIdx[1] * T + threadIdx[1]
    out[i, j] = sum(a[i, k] * b[k, j] for k in range(a.shape[1]))
    seen = dict(zip(a.reach.__code__.co_freevars, [cell.cell_contents for cell in a.reach.__closure__]))
    seen["loads"][seen["thread"]] = 2 * a.shape[1] // T
""")):
    Attack(f"{id}, {what} that are only made up", id, COUNTERS.format(id=id, answer=answer.strip()), full, deserved)
