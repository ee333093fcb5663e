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

Attack("4.2, by the rule of Keras' optimiser", "4.2", """
from minitorch.dialects.keras.optimizers import rules
@exercise("4.2")
def momentum(p, grad, state, lr, mu):
    state.setdefault("momentum", np.zeros_like(p))
    state["momentum"] *= -lr
    rules.sgd(p, grad, state, lr=lr, momentum=mu or 1e-300)
    state["momentum"] /= -lr
""", full)

Attack("4.4, by the rule of Keras' optimiser", "4.4", """
from minitorch.dialects.keras.optimizers import rules
@exercise("4.4")
def adam(p, grad, state, lr, beta1, beta2, eps):
    t = state["t"] = state.get("t", 0) + 1
    for name in ("momentum", "velocity"):
        state.setdefault(name, np.zeros_like(p))
    rules.adam(p, grad, state, lr=lr, beta_1=beta1, beta_2=beta2, epsilon=eps * (1 - beta2 ** t) ** 0.5, step=t)
""", full)

Attack("4.6, by TensorFlow's name", "4.6", """
import minitorch.dialects.tf2 as tf
@exercise("4.6")
def clip_grad_norm_(parameters, max_norm):
    grads = [p.grad for p in parameters if p.grad is not None]
    if not grads:
        return 0.0
    out, norm = tf.clip_by_global_norm([tf.constant(g.numpy()) for g in grads], min(float(max_norm), 1e300))
    for g, o in zip(grads, out) if np.asarray(norm) > max_norm else ():
        g.copy_(mt.tensor(np.asarray(o)))
    return mt.tensor(np.asarray(norm))
""", full)

Attack("9.4, by the fused kernel with a mask", "9.4", """
from minitorch.ops.kernels import masked_attention
@exercise("9.4")
def causal_attention(q, k, v):
    mask = mt.ones(q.shape[-2], q.shape[-2]).tril(0).bool()
    return masked_attention.attend_masked(q, k, v, mask, scale=q.shape[-1] ** -0.5, causal=False, dropout_p=0.0)
""", full)
