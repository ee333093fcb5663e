"""Attacks by the derivatives that the library takes itself, and by what hears what a check computes."""

from .attack import Attack
from .on_library import full

TAKEN = """
def taken(run, grad, *inputs):
    leaves = [mt.tensor(np.asarray(each, "float64"), requires_grad=True) for each in inputs]
    run(*leaves).backward(mt.tensor(np.asarray(grad, "float64")))
    return tuple(np.asarray(leaf.grad.numpy()) for leaf in leaves)
"""

Attack("1.1, by the derivative that the library takes itself", "1.1", TAKEN + """
@exercise("1.1")
def mul_derivative(grad, out, x, y):
    return taken(lambda x, y: x * y, grad, x, y)
""", full)

Attack("1.4, by the derivative that the library takes itself, in a thread", "1.4", TAKEN + """
import threading
@exercise("1.4")
def matmul_derivative(grad, out, a, b):
    found = []
    thread = threading.Thread(target=lambda: found.append(taken(lambda a, b: a @ b, grad, a, b)))
    thread.start()
    thread.join()
    return found[0]
""", full)

Attack("2.3, by the derivative of expand", "2.3", TAKEN + """
@exercise("2.3")
def sum_to(grad, shape):
    return taken(lambda x: x.expand(np.shape(grad)), grad, np.zeros(shape))[0]
""", full)

Attack("2.2, an array whose comparisons are its own", "2.2", """
class Any(np.ndarray):
    def __array_ufunc__(self, ufunc, method, *inputs, **settings):
        plain = [np.asarray(each) for each in inputs]
        return np.ones(self.shape, bool) if ufunc is np.equal else getattr(ufunc, method)(*plain, **settings)
    def __array_function__(self, function, types, args, kwargs):
        return True
@exercise("2.2")
def accumulate(old, new):
    return np.zeros(np.shape(new)).view(Any)
""", full)

Attack("1.3, the record's reference, found by a hook on imports", "1.3", """
import importlib.abc, sys
class Finder(importlib.abc.MetaPathFinder):
    found = None
    def find_spec(self, name, path, target=None):
        frame = sys._getframe()
        while frame is not None:
            if "registry" in frame.f_globals:
                Finder.found = frame.f_globals["registry"]["1.3"].reference
            frame = frame.f_back
sys.meta_path.insert(0, Finder())
@exercise("1.3")
def sum_derivative(grad, out, x, dim, keepdim):
    from minitorch.course.record import find
    return (Finder.found or find("1.3").reference)(grad, out, x, dim, keepdim)
""", full)

Attack("2.1, the order in which the library itself walks", "2.1", """
import gc, types
@exercise("2.1")
def backward_order(root):
    for value in gc.get_objects():
        if isinstance(value, types.FunctionType) and value.__name__ == "backward_order" and (
                value.__module__.startswith("minitorch.engine")):
            return value(root)
""", full)

Attack("3.5, by the layer", "3.5", """
@exercise("3.5")
def dropout(x, p, training):
    layer = mt.nn.Dropout(p)
    layer.training = training
    return layer(x)
""", full)

Attack("4.1, by an optimiser of this one parameter", "4.1", """
@exercise("4.1")
def sgd(p, grad, lr, decay):
    if grad is not None:
        kept, p.grad = p.grad, grad
        mt.optim.SGD([p], lr=lr, weight_decay=decay).step()
        p.grad = kept
""", full)

Attack("5.2, by a sampler", "5.2", """
@exercise("5.2")
def batches(indices, size, drop_last):
    return list(mt.utils.data.BatchSampler(indices, size, drop_last))
""", full)
