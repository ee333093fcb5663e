"""L-BFGS: steps that know how the slope changed over the last steps, and so how the valley bends."""

from ..backend import library_of
from ..engine import enable_grad
from ..piece import piece
from ..runtime import bump
from ..tensors.tensor import plain
from .common import check
from .line_search import Point, strong_wolfe
from .optimizer import Optimizer
from .state import as_number

BENT = 1e-10           # a step along which the slope changed less teaches nothing


def add_scaled(x, factor, y):
    """x + factor · y, rounded once, as processors do it: a valley is narrow, and the steps tell."""
    if x.dtype.name != "float32":
        return x + factor * y
    factor = library_of(x).asarray(factor, x.dtype).astype("float64")
    return (x.astype("float64") + factor * y).astype("float32")


@piece
def lbfgs_direction(grad, changes, steps, weights, scale):
    """The direction that would end at the bottom of the valley, were it as the last steps make it out.

    grad      (n,)  the slope here
    changes   list of (n,), how the slope changed over each step, oldest first
    steps     list of (n,), those steps
    weights   list of (), 1 / (change · step)
    scale     ()    the first guess of how far the bottom is, for each unit of slope

    Source: Nocedal & Wright, Numerical optimization (2006), algorithm 7.4, the two-loop recursion.
    """
    direction, shares = -grad, []
    for change, step, weight in reversed(list(zip(changes, steps, weights))):
        shares.append(weight * (step @ direction))
        direction = add_scaled(direction, -shares[-1], change)
    direction = direction * scale
    for change, step, weight in zip(changes, steps, weights):
        direction = add_scaled(direction, shares.pop() - weight * (change @ direction), step)
    return direction


class LBFGS(Optimizer):
    """Limited-memory BFGS on all parameters at once, for smooth losses of the whole data, not of batches.

    max_iter           steps in the valley for each call of step(closure)
    max_eval           computations of the loss for each call; default 1.25 · max_iter
    tolerance_grad     stop where no slope is steeper
    tolerance_change   stop where no weight, or the loss, changes by more
    history_size       steps that are remembered
    line_search_fn     "strong_wolfe", or None for steps of length lr

    It decides by the loss whether to go on: each look at it waits for the device.
    Raises ValueError for more than one parameter group, RuntimeError for another line_search_fn.
    """

    def __init__(self, params, lr=1, max_iter=20, max_eval=None, tolerance_grad=1e-7, tolerance_change=1e-9,
                 history_size=100, line_search_fn=None):
        check(lr=lr)
        if line_search_fn not in (None, "strong_wolfe"):
            raise RuntimeError(f"only 'strong_wolfe' is supported as line_search_fn, not {line_search_fn!r}.")
        super().__init__(params, {
            "lr": lr, "max_iter": max_iter, "max_eval": max_iter * 5 // 4 if max_eval is None else max_eval,
            "tolerance_grad": tolerance_grad, "tolerance_change": tolerance_change, "history_size": history_size,
            "line_search_fn": line_search_fn})
        if len(self.param_groups) != 1:
            raise ValueError("LBFGS doesn't support per-parameter options (parameter groups): it sees all "
                             "parameters as one vector.")

    def step(self, closure):
        """Up to max_iter steps. closure() computes the loss and its gradients anew; its first result is returned."""
        group, = self.param_groups
        memory = self.state[group["params"][0]]
        memory.setdefault("func_evals", 0)
        memory.setdefault("n_iter", 0)
        flat = FlatLoss(group["params"], closure)
        first, loss, grad = flat.evaluate()
        if max_abs(grad) > group["tolerance_grad"]:
            self.descend(flat, History(memory, group["history_size"]), memory, loss, grad, group)
        memory["func_evals"] += flat.evaluations
        return first

    def descend(self, flat, history, memory, loss, grad, group):
        """Steps until the bottom is reached, or the patience ends; `memory` holds what the next call needs."""
        for count in range(1, group["max_iter"] + 1):
            memory["n_iter"] += 1
            t = as_number(group["lr"])
            if memory["n_iter"] == 1:
                direction = -grad
                t = min(1.0, 1 / grad.dtype.type(abs(grad).sum().item())) * t    # how far is anybody's guess: at most 1
            else:
                history.learn(grad, memory)
                direction = lbfgs_direction(grad, history.changes, history.steps, history.weights, history.scale)
            before = loss
            memory.update(d=plain(direction), t=t, prev_flat_grad=plain(grad), prev_loss=loss)
            slope = dot(grad, direction)
            if slope > -group["tolerance_change"]:
                break
            flat.set_direction(direction)
            if group["line_search_fn"]:
                t, loss, grad, _ = strong_wolfe(flat.point, Point(0, loss, grad, slope), t, max_abs(direction),
                                                group["max_eval"] - flat.evaluations)
                memory["t"] = float(t)
            flat.move_to(t)
            if not group["line_search_fn"] and count < group["max_iter"]:    # the last slope would not be used
                _, loss, grad = flat.evaluate()
            if (flat.evaluations >= group["max_eval"] or max_abs(grad) <= group["tolerance_grad"]
                    or max_abs(direction * t) <= group["tolerance_change"]
                    or abs(loss - before) < group["tolerance_change"]):
                break
        history.write(memory)


def dot(a, b):
    """The inner product of two vectors, as a number of their dtype."""
    return a.dtype.type((a @ b).item())


def max_abs(vector):
    """The largest element, whatever its sign."""
    return float(abs(vector).max())


class FlatLoss:
    """The loss as a function of all parameters laid end to end."""

    def __init__(self, params, closure):
        self.params, self.closure, self.evaluations = params, closure, 0

    def evaluate(self):
        """(what closure returned, the loss as a number, the slope as one vector) where we stand."""
        with enable_grad():
            loss = self.closure()
        self.evaluations += 1
        xp = library_of(self.params[0].array)
        slopes = [xp.zeros(p.array.size, p.array.dtype) if p._grad is None else p._grad.array.ravel()
                  for p in self.params]
        return loss, float(loss), xp.concatenate(slopes)

    def set_direction(self, direction):
        """From here on, t counts along `direction`."""
        self.direction, self.start = direction, [p.array.copy() for p in self.params]

    def move_to(self, t):
        """Stand at t."""
        offset = 0
        for param, start in zip(self.params, self.start):
            part = self.direction[offset:offset + start.size]
            param.array[...] = add_scaled(start, t, part.reshape(start.shape))
            offset += start.size
            bump(param)

    def point(self, t):
        """Look around at t."""
        self.move_to(t)
        _, loss, grad = self.evaluate()
        return Point(t, loss, grad, dot(grad, self.direction))


class History:
    """The last steps, how the slope changed over each, and 1 / (change · step)."""

    def __init__(self, memory, size):
        def arrays(name):
            return [x.array for x in memory.get(name, ())]
        self.changes, self.steps, self.weights = arrays("old_dirs"), arrays("old_stps"), arrays("ro")
        scale = memory.get("H_diag", 1)
        self.scale = getattr(scale, "array", scale)
        self.size = size

    def learn(self, grad, memory):
        """Take in the step that led here."""
        change = grad - memory["prev_flat_grad"].array
        step = memory["d"].array * float(memory["t"])         # a Tensor in a state of PyTorch's
        bent = change @ step
        if bent > BENT:
            for list, value in (self.changes, change), (self.steps, step), (self.weights, 1 / bent):
                list.append(value)
                del list[:-self.size]
            self.scale = bent / (change @ change)

    def write(self, memory):
        """Put everything into the optimiser's state, as tensors."""
        def tensors(arrays):
            return [plain(library_of(array).asarray(array)) for array in arrays]
        memory.update(old_dirs=tensors(self.changes), old_stps=tensors(self.steps), ro=tensors(self.weights),
                      H_diag=tensors([self.scale])[0] if self.changes else 1)
