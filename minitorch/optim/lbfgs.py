"""L-BFGS: estimate the loss's curvature from the gradients of the last steps, and step to the estimated minimum."""

from .. import paths
from ..backend import library_of
from ..engine import enable_grad
from ..engine.piece import piece
from ..runtime import bump
from ..tensors.tensor import tensor_of
from .common import check
from .optimizer import Optimizer
from .state import as_number

BENT = 1e-10           # smaller changes of the gradient along a step are not stored


def add_scaled(x, factor, y):
    """Return x + factor · y, rounded once: in a narrow valley a second rounding would change the steps."""
    if x.dtype.name != "float32":
        return x + factor * y
    factor = library_of(x).asarray(factor, x.dtype).astype("float64")
    return (x.astype("float64") + factor * y).astype("float32")


@piece
def lbfgs_direction(grad, changes, steps, weights, scale):
    """Return the direction to the minimum of the loss, estimated from the gradient's changes over the last steps.

    grad      (n,)  the gradient at this point
    changes   list of (n,), how the gradient changed over each step, oldest first
    steps     list of (n,), those steps
    weights   list of (), 1 / (change · step)
    scale     ()    the first guess of the distance to the minimum, per unit of gradient

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

    max_iter           steps for each call of step(closure)
    max_eval           computations of the loss for each call; default 1.25 · max_iter
    tolerance_grad     stop if no element of the gradient is larger
    tolerance_change   stop if neither a weight nor the loss changes by more
    history_size       number of steps that are stored
    line_search_fn     "strong_wolfe", or None: move by lr times the direction

    After each step it reads the loss to decide whether to go on; this waits for the GPU.
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
        """Take up to max_iter steps; return the first loss. closure() computes the loss and its gradients again."""
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
        """Take steps until one of the limits is reached; `memory` stores values for the next call."""
        for count in range(1, group["max_iter"] + 1):
            memory["n_iter"] += 1
            t = as_number(group["lr"])
            if memory["n_iter"] == 1:
                direction = -grad
                t = min(1.0, 1 / grad.dtype.type(abs(grad).sum().item())) * t    # the first guess is at most lr
            else:
                history.learn(grad, memory)
                direction = lbfgs_direction(grad, history.changes, history.steps, history.weights, history.scale)
            before = loss
            memory.update(d=tensor_of(direction), t=t, prev_flat_grad=tensor_of(grad), prev_loss=loss)
            slope = dot(grad, direction)
            if slope > -group["tolerance_change"]:
                break
            flat.set_direction(direction)
            if group["line_search_fn"]:
                t, loss, grad, _ = paths.module("rare.optim.line_search").strong_wolfe(
                    flat.point, (0, loss, grad, slope), t, max_abs(direction), group["max_eval"] - flat.evaluations)
                memory["t"] = float(t)
            flat.move_to(t)
            if not group["line_search_fn"] and count < group["max_iter"]:    # the last iteration needs no gradient
                _, loss, grad = flat.evaluate()
            if (flat.evaluations >= group["max_eval"] or max_abs(grad) <= group["tolerance_grad"]
                    or max_abs(direction * t) <= group["tolerance_change"]
                    or abs(loss - before) < group["tolerance_change"]):
                break
        history.write(memory)


def dot(a, b):
    """Return the inner product of two vectors, as a number of their dtype."""
    return a.dtype.type((a @ b).item())


def max_abs(vector):
    """Return the largest absolute value."""
    return float(abs(vector).max())


class FlatLoss:
    """The loss as a function of all parameters, joined into one vector."""

    def __init__(self, params, closure):
        self.params, self.closure, self.evaluations = params, closure, 0

    def evaluate(self):
        """Return (closure's result, the loss as a number, the gradient as one vector) at the current parameters."""
        with enable_grad():
            loss = self.closure()
        self.evaluations += 1
        xp = library_of(self.params[0].array)
        slopes = [xp.zeros(p.array.size, p.array.dtype) if p._grad is None else p._grad.array.ravel()
                  for p in self.params]
        return loss, float(loss), xp.concatenate(slopes)

    def set_direction(self, direction):
        """Set the direction in which move_to moves; it starts from the current parameters."""
        self.direction, self.start = direction, [p.array.copy() for p in self.params]

    def move_to(self, t):
        """Set the parameters to start + t · direction."""
        offset = 0
        for param, start in zip(self.params, self.start):
            part = self.direction[offset:offset + start.size]
            param.array[...] = add_scaled(start, t, part.reshape(start.shape))
            offset += start.size
            bump(param)

    def point(self, t):
        """Return what a line search reads at t: (t, the loss, its gradient, its slope along the direction)."""
        self.move_to(t)
        _, loss, grad = self.evaluate()
        return t, loss, grad, dot(grad, self.direction)


class History:
    """The last steps, the change of the gradient over each, and 1 / (change · step)."""

    def __init__(self, memory, size):
        def arrays(name):
            return [x.array for x in memory.get(name, ())]
        self.changes, self.steps, self.weights = arrays("old_dirs"), arrays("old_stps"), arrays("ro")
        scale = memory.get("H_diag", 1)
        self.scale = getattr(scale, "array", scale)
        self.size = size

    def learn(self, grad, memory):
        """Add the last step to the history."""
        change = grad - memory["prev_flat_grad"].array
        step = memory["d"].array * float(memory["t"])         # t is a Tensor in a state_dict of PyTorch
        bent = change @ step
        if bent > BENT:
            for list, value in (self.changes, change), (self.steps, step), (self.weights, 1 / bent):
                list.append(value)
                del list[:-self.size]
            self.scale = bent / (change @ change)

    def write(self, memory):
        """Write the history into the optimiser's state, as tensors."""
        def tensors(arrays):
            return [tensor_of(library_of(array).asarray(array)) for array in arrays]
        memory.update(old_dirs=tensors(self.changes), old_stps=tensors(self.steps), ro=tensors(self.weights),
                      H_diag=tensors([self.scale])[0] if self.changes else 1)
