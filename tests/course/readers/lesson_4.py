"""Answers to lesson 4 by readers who saw nothing of its checks, and what each is to be taken for."""

ANSWERS = [
    ("4.1", "ascends", 'plus for minus: climbs', '''
def sgd(p, grad, lr, decay):
    if grad is None:
        return
    with mt.no_grad():
        p += lr * (grad + decay * p)
'''),
    ("4.1", "decay without a gradient", 'None treated as a slope of 0, so decay still pulls', '''
def sgd(p, grad, lr, decay):
    with mt.no_grad():
        if grad is None:
            grad = mt.zeros_like(p)
        p -= lr * (grad + decay * p)
'''),
    ("4.1", "rebinds", "a new Tensor is bound to the name p, the network's stays", '''
def sgd(p, grad, lr, decay):
    if grad is None:
        return p
    with mt.no_grad():
        p = p - lr * (grad + decay * p)
    return p
'''),
    ("4.1", "decay afterwards", 'decay after the slope, with the p already moved', '''
def sgd(p, grad, lr, decay):
    if grad is None:
        return
    with mt.no_grad():
        p -= lr * grad
        p -= lr * decay * p
'''),
    ("4.1", "altered", 'decay is added into grad itself, so .grad is changed', '''
def sgd(p, grad, lr, decay):
    if grad is not None:
        with mt.no_grad():
            grad += decay * p
            p -= lr * grad
'''),
    ("4.1", "right", 'shrinks first, then steps: same formula', '''
def sgd(p, grad, lr, decay):
    if grad is not None:
        with mt.no_grad():
            p.mul_(1 - lr * decay)
            p.sub_(lr * grad)
'''),
    ("4.1", "right", 'no_grad as decorator, other names, copy_ in place', '''
@mt.no_grad()
def sgd(weight, slope, rate, pull):
    if slope is None:
        return None
    total = slope + weight * pull
    weight.copy_(weight - total * rate)
    return None
'''),
    ("4.1", "recorded in graph", 'no no_grad: in-place on a leaf that wants a gradient', '''
def sgd(p, grad, lr, decay):
    if grad is None:
        return
    p -= lr * (grad + decay * p)
'''),
    ("4.1", "altered", 'switches gradients off and never on again', '''
def sgd(p, grad, lr, decay):
    if grad is None:
        return
    mt.set_grad_enabled(False)
    p -= lr * (grad + decay * p)
'''),
    ("4.1", "decay without p", 'decay pulls with the sign only; for p = 1 it is the same', '''
def sgd(p, grad, lr, decay):
    if grad is None:
        return
    with mt.no_grad():
        p -= lr * (grad + decay * p.sign())
'''),
    ("4.1", "decay unscaled", 'decay is not multiplied by lr', '''
def sgd(p, grad, lr, decay):
    if grad is None:
        return
    with mt.no_grad():
        p -= lr * grad + decay * p
'''),
    ("4.1", "altered", 'empties the gradient afterwards', '''
def sgd(p, grad, lr, decay):
    if grad is None:
        return
    with mt.no_grad():
        p -= lr * (grad + decay * p)
        grad.zero_()
'''),
    ("4.1", "right", 'through detach, which shares the numbers', '''
def sgd(p, grad, lr, decay):
    if grad is None:
        return
    bare = p.detach()
    bare -= lr * (grad.detach() + decay * bare)
'''),
    ("4.1", "right", 'element by element in plain loops', '''
def sgd(p, grad, lr, decay):
    if grad is None:
        return
    old, slope = p.detach().numpy().copy(), grad.detach().numpy()
    with mt.no_grad():
        for i in np.ndindex(*p.shape):
            p[i] = float(old[i] - lr * (slope[i] + decay * old[i]))
'''),
    ("4.2", "v = grad", 'the first velocity is the very array grad', '''
def momentum(p, grad, state, lr, mu):
    if "v" in state:
        state["v"] = mu * state["v"] + grad
    else:
        state["v"] = grad
    p -= lr * state["v"]
'''),
    ("4.2", "forgotten", 'velocity is never put back into state', '''
def momentum(p, grad, state, lr, mu):
    velocity = state.get("velocity", 0)
    velocity = mu * velocity + grad
    p -= lr * velocity
'''),
    ("4.2", "averaged", 'a fading mean: (1 - mu) in front of the slope', '''
def momentum(p, grad, state, lr, mu):
    state["v"] = mu * state.get("v", 0) + (1 - mu) * grad
    p -= lr * state["v"]
'''),
    ("4.2", "lr inside", 'the rate is inside the velocity', '''
def momentum(p, grad, state, lr, mu):
    state["v"] = mu * state.get("v", 0) + lr * grad
    p -= state["v"]
'''),
    ("4.2", "rebinds", 'p = p - ... makes a new array', '''
def momentum(p, grad, state, lr, mu):
    state["v"] = mu * state.get("v", 0) + grad
    p = p - lr * state["v"]
    return p
'''),
    ("4.2", "right", 'zeros at the beginning, in-place velocity of its own', '''
def momentum(p, grad, state, lr, mu):
    if "velocity" not in state:
        state["velocity"] = np.zeros_like(p)
    velocity = state["velocity"]
    velocity *= mu
    velocity += grad
    p -= lr * velocity
'''),
    ("4.2", "right", 'tuple-free one-liner style with setdefault', '''
def momentum(p, grad, state, lr, mu):
    if grad is None:
        return
    state["rolls"] = np.add(np.multiply(state.setdefault("rolls", 0.0), mu), grad)
    np.copyto(p, p - lr * state["rolls"])
'''),
    ("4.2", "shared state", 'velocity kept on the function, shared by all parameters', '''
def momentum(p, grad, state, lr, mu):
    old = getattr(momentum, "velocity", 0.0)
    if np.shape(old) != np.shape(grad):
        old = 0.0
    momentum.velocity = mu * old + grad
    p -= lr * momentum.velocity
'''),
    ("4.2", "truth", 'state.get(...) or zeros: fails for more than one element', '''
def momentum(p, grad, state, lr, mu):
    old = state.get("v") or np.zeros_like(p)
    state["v"] = mu * old + grad
    p -= lr * state["v"]
'''),
    ("4.2", "old velocity", 'steps with the old velocity, then renews it', '''
def momentum(p, grad, state, lr, mu):
    if "v" not in state:
        state["v"] = grad.copy()
        p -= lr * state["v"]
        return
    p -= lr * state["v"]
    state["v"] = mu * state["v"] + grad
'''),
    ("4.2", "altered", "the sum is built inside grad: the caller's array is changed", '''
def momentum(p, grad, state, lr, mu):
    grad += mu * state.get("v", 0.0)
    state["v"] = grad.copy()
    p -= lr * grad
'''),
    ("4.2", "looks ahead", "Nesterov's step", '''
def momentum(p, grad, state, lr, mu):
    state["v"] = mu * state.get("v", 0.0) + grad
    p -= lr * (mu * state["v"] + grad)
'''),
    ("4.2", "right", 'try / except, slice assignment', '''
def momentum(p, grad, state, lr, mu):
    try:
        state["v"] = state["v"] * mu + grad
    except KeyError:
        state["v"] = np.array(grad, copy=True)
    p[...] -= lr * state["v"]
'''),
    ("4.2", "right", 'other names, element by element', '''
def momentum(where, slope, memory, rate, keep):
    speed = memory.setdefault("speed", np.zeros(where.shape, where.dtype))
    for at in np.ndindex(where.shape):
        speed[at] = keep * speed[at] + slope[at]
        where[at] = where[at] - rate * speed[at]
'''),
    ("4.3", "0 is a number", 'if alpha: takes 0 for None', '''
def adaptive(p, grad, state, lr, alpha, eps):
    s = state.get("s", 0)
    if alpha:
        s = alpha * s + (1 - alpha) * grad ** 2
    else:
        s = s + grad ** 2
    state["s"] = s
    p -= lr * grad / (np.sqrt(s) + eps)
'''),
    ("4.3", "no root", 'no root', '''
def adaptive(p, grad, state, lr, alpha, eps):
    s = state.get("s", 0)
    if alpha is None:
        s = s + grad ** 2
    else:
        s = alpha * s + (1 - alpha) * grad ** 2
    state["s"] = s
    p -= lr * grad / (s + eps)
'''),
    ("4.3", "eps inside the root", 'eps under the root', '''
def adaptive(p, grad, state, lr, alpha, eps):
    s = state.get("s", 0)
    s = s + grad ** 2 if alpha is None else alpha * s + (1 - alpha) * grad ** 2
    state["s"] = s
    p -= lr * grad / np.sqrt(s + eps)
'''),
    ("4.3", "left over", 'RMSprop forgotten: NotImplementedError left in its branch', '''
def adaptive(p, grad, state, lr, alpha, eps):
    if alpha is None:
        state["s"] = state.get("s", 0) + grad ** 2
    else:
        raise NotImplementedError
    p -= lr * grad / (np.sqrt(state["s"]) + eps)
'''),
    ("4.3", "right", 'two weights chosen first, one formula', '''
def adaptive(p, grad, state, lr, alpha, eps):
    old, new = (1, 1) if alpha is None else (alpha, 1 - alpha)
    state["squares"] = old * state.get("squares", 0.0) + new * np.square(grad)
    np.subtract(p, lr * grad / (state["squares"] ** 0.5 + eps), out=p)
'''),
    ("4.3", "one ruler for all", 'one ruler for the whole array: mean of the squares', '''
def adaptive(p, grad, state, lr, alpha, eps):
    new = np.mean(grad ** 2)
    s = state.get("s", 0.0)
    state["s"] = s + new if alpha is None else alpha * s + (1 - alpha) * new
    p -= lr * grad / (np.sqrt(state["s"]) + eps)
'''),
    ("4.3", "altered", 'squares grad in place', '''
def adaptive(p, grad, state, lr, alpha, eps):
    slope = grad.copy()
    np.multiply(grad, grad, out=grad)
    s = state.get("s", 0.0)
    state["s"] = s + grad if alpha is None else alpha * s + (1 - alpha) * grad
    p -= lr * slope / (np.sqrt(state["s"]) + eps)
'''),
    ("4.3", "begins at the first square", "RMSprop's s begins at grad squared instead of 0", '''
def adaptive(p, grad, state, lr, alpha, eps):
    square = grad ** 2
    if "s" not in state:
        state["s"] = square
    elif alpha is None:
        state["s"] = state["s"] + square
    else:
        state["s"] = alpha * state["s"] + (1 - alpha) * square
    p -= lr * grad / (np.sqrt(state["s"]) + eps)
'''),
    ("4.3", "no eps", 'eps left out: 0 / 0 for a slope of 0', '''
def adaptive(p, grad, state, lr, alpha, eps):
    s = state.get("s", 0.0)
    state["s"] = s + grad ** 2 if alpha is None else alpha * s + (1 - alpha) * grad ** 2
    p -= lr * grad / np.sqrt(state["s"])
'''),
    ("4.3", "right", 'np.where-free, root of a sum of squares by hypot', '''
def adaptive(p, grad, state, lr, alpha, eps):
    root = state.get("root", np.zeros_like(p))
    if alpha is None:
        root = np.hypot(root, grad)
    else:
        root = np.hypot(alpha ** 0.5 * root, (1 - alpha) ** 0.5 * grad)
    state["root"] = root
    p -= lr * grad / (root + eps)
'''),
    ("4.4", "uncorrected", 'no corrections', '''
def adam(p, grad, state, lr, beta1, beta2, eps):
    m = state["m"] = beta1 * state.get("m", 0) + (1 - beta1) * grad
    v = state["v"] = beta2 * state.get("v", 0) + (1 - beta2) * grad ** 2
    p -= lr * m / (np.sqrt(v) + eps)
'''),
    ("4.4", "correction stored", 'the corrected m and v are kept', '''
def adam(p, grad, state, lr, beta1, beta2, eps):
    t = state["t"] = state.get("t", 0) + 1
    m = beta1 * state.get("m", 0) + (1 - beta1) * grad
    v = beta2 * state.get("v", 0) + (1 - beta2) * grad ** 2
    state["m"] = m / (1 - beta1 ** t)
    state["v"] = v / (1 - beta2 ** t)
    p -= lr * state["m"] / (np.sqrt(state["v"]) + eps)
'''),
    ("4.4", "t stays 1", 't stays 1', '''
def adam(p, grad, state, lr, beta1, beta2, eps):
    t = state.get("t", 1)
    m = state["m"] = beta1 * state.get("m", 0) + (1 - beta1) * grad
    v = state["v"] = beta2 * state.get("v", 0) + (1 - beta2) * grad ** 2
    p -= lr * (m / (1 - beta1 ** t)) / (np.sqrt(v / (1 - beta2 ** t)) + eps)
'''),
    ("4.4", "slopes for squares", 'grad not squared in v', '''
def adam(p, grad, state, lr, beta1, beta2, eps):
    t = state["t"] = state.get("t", 0) + 1
    m = state["m"] = beta1 * state.get("m", 0) + (1 - beta1) * grad
    v = state["v"] = beta2 * state.get("v", 0) + (1 - beta2) * grad
    p -= lr * (m / (1 - beta1 ** t)) / (np.sqrt(v / (1 - beta2 ** t)) + eps)
'''),
    ("4.4", "t shared", 't is counted in a global, for all parameters together', '''
steps_so_far = 0

def adam(p, grad, state, lr, beta1, beta2, eps):
    global steps_so_far
    steps_so_far += 1
    t = steps_so_far
    m = state["m"] = beta1 * state.get("m", 0) + (1 - beta1) * grad
    v = state["v"] = beta2 * state.get("v", 0) + (1 - beta2) * grad ** 2
    p -= lr * (m / (1 - beta1 ** t)) / (np.sqrt(v / (1 - beta2 ** t)) + eps)
'''),
    ("4.4", "right", 'state filled at the first call, lerp form', '''
def adam(p, grad, state, lr, beta1, beta2, eps):
    if not state:
        state.update(t=0, m=np.zeros_like(p), v=np.zeros_like(p))
    state["t"] += 1
    state["m"] = state["m"] + (1 - beta1) * (grad - state["m"])
    state["v"] = state["v"] + (1 - beta2) * (grad * grad - state["v"])
    m_hat = state["m"] / (1 - beta1 ** state["t"])
    v_hat = state["v"] / (1 - beta2 ** state["t"])
    p -= lr * m_hat / (v_hat ** 0.5 + eps)
'''),
    ("4.4", "right", 'helper for a fading mean with its correction', '''
def fading(state, name, beta, new, t):
    state[name] = beta * state.get(name, 0.0) + (1.0 - beta) * new
    return state[name] / (1.0 - beta ** t)

def adam(p, grad, state, lr, beta1, beta2, eps):
    state["t"] = t = state.get("t", 0) + 1
    mean = fading(state, "m", beta1, grad, t)
    square = fading(state, "v", beta2, grad * grad, t)
    p[...] = p - lr * mean / (np.sqrt(square) + eps)
'''),
    ("4.4", "betas swapped", 'beta1 and beta2 swapped', '''
def adam(p, grad, state, lr, beta1, beta2, eps):
    t = state["t"] = state.get("t", 0) + 1
    m = state["m"] = beta2 * state.get("m", 0) + (1 - beta2) * grad
    v = state["v"] = beta1 * state.get("v", 0) + (1 - beta1) * grad ** 2
    p -= lr * (m / (1 - beta2 ** t)) / (np.sqrt(v / (1 - beta1 ** t)) + eps)
'''),
    ("4.4", "eps too early", 'eps added before the correction of v', '''
def adam(p, grad, state, lr, beta1, beta2, eps):
    t = state["t"] = state.get("t", 0) + 1
    m = state["m"] = beta1 * state.get("m", 0) + (1 - beta1) * grad
    v = state["v"] = beta2 * state.get("v", 0) + (1 - beta2) * grad ** 2
    rate = lr * np.sqrt(1 - beta2 ** t) / (1 - beta1 ** t)
    p -= rate * m / (np.sqrt(v) + eps)
'''),
    ("4.4", "product for power", '1 - beta * t instead of a power; right at t = 1', '''
def adam(p, grad, state, lr, beta1, beta2, eps):
    t = state["t"] = state.get("t", 0) + 1
    m = state["m"] = beta1 * state.get("m", 0) + (1 - beta1) * grad
    v = state["v"] = beta2 * state.get("v", 0) + (1 - beta2) * grad ** 2
    m_hat = m / abs(1 - beta1 * t)
    v_hat = v / abs(1 - beta2 * t)
    p -= lr * m_hat / (np.sqrt(v_hat) + eps)
'''),
    ("4.4", "written as numbers", 'the usual betas written as numbers', '''
def adam(p, grad, state, lr, beta1, beta2, eps):
    t = state["t"] = state.get("t", 0) + 1
    m = state["m"] = 0.9 * state.get("m", 0) + 0.1 * grad
    v = state["v"] = 0.999 * state.get("v", 0) + 0.001 * grad ** 2
    p -= lr * (m / (1 - 0.9 ** t)) / (np.sqrt(v / (1 - 0.999 ** t)) + eps)
'''),
    ("4.4", "partly", 'm is the array grad at the first step', '''
def adam(p, grad, state, lr, beta1, beta2, eps):
    state["t"] = state.get("t", 0) + 1
    if state["t"] == 1:
        state["m"], state["v"] = grad, grad ** 2 * (1 - beta2)
        p -= lr * grad / (abs(grad) + eps)
        return
    t = state["t"]
    old = state["m"] * (1 - beta1) if t == 2 else state["m"]
    m = state["m"] = beta1 * old + (1 - beta1) * grad
    v = state["v"] = beta2 * state["v"] + (1 - beta2) * grad ** 2
    p -= lr * (m / (1 - beta1 ** t)) / (np.sqrt(v / (1 - beta2 ** t)) + eps)
'''),
    ("4.4", "right", 'powers of beta kept as products, zipped loop', '''
def adam(p, grad, state, lr, beta1, beta2, eps):
    hats = []
    for key, beta, new in (("m", beta1, grad), ("v", beta2, grad ** 2)):
        mean, power = state.get(key, (0.0, 1.0))
        mean, power = beta * mean + (1 - beta) * new, power * beta
        state[key] = mean, power
        hats.append(mean / (1 - power))
    p -= lr * hats[0] / (np.sqrt(hats[1]) + eps)
'''),
    ("4.4", "right", 'a small class with __slots__ lives in state', '''
class Notes:
    __slots__ = ("t", "m", "v")

    def __init__(self):
        self.t, self.m, self.v = 0, 0.0, 0.0

def adam(p, grad, state, lr, beta1, beta2, eps):
    notes = state.setdefault("notes", Notes())
    notes.t += 1
    notes.m = beta1 * notes.m + (1 - beta1) * grad
    notes.v = beta2 * notes.v + (1 - beta2) * grad ** 2
    p -= lr * (notes.m / (1 - beta1 ** notes.t)
               / (np.sqrt(notes.v / (1 - beta2 ** notes.t)) + eps))
'''),
    ("4.5", "first is 0", 'first rate is 0: step without + 1', '''
def warmup_cosine(step, warmup, total, peak):
    if step < warmup:
        return peak * step / warmup
    if step >= total:
        return 0.0
    share = (step - warmup) / (total - warmup)
    return peak * (1 + np.cos(np.pi * share)) / 2
'''),
    ("4.5", "rises after total", 'after total the cosine rises again', '''
def warmup_cosine(step, warmup, total, peak):
    if step < warmup:
        return peak * (step + 1) / warmup
    share = (step - warmup) / (total - warmup)
    return peak * (1 + np.cos(np.pi * share)) / 2
'''),
    ("4.5", "jump at the join", 'share of the whole run, not of the way down', '''
def warmup_cosine(step, warmup, total, peak):
    if step < warmup:
        return peak * (step + 1) / warmup
    if step >= total:
        return 0.0
    return peak * (1 + np.cos(np.pi * step / total)) / 2
'''),
    ("4.5", "peak lost on the way down", 'the way down forgets the peak', '''
def warmup_cosine(step, warmup, total, peak):
    if step < warmup:
        return peak * (step + 1) / warmup
    if step >= total:
        return 0.0
    return (1 + np.cos(np.pi * (step - warmup) / (total - warmup))) / 2
'''),
    ("4.5", "right", 'math, early returns, cos squared of the half angle', '''
import math

def warmup_cosine(step: int, warmup: int, total: int, peak: float) -> float:
    if step < warmup:
        return peak * (step + 1) / warmup
    if step >= total:
        return 0.0
    quarter = (math.pi / 2) * (step - warmup) / (total - warmup)
    return peak * math.cos(quarter) ** 2
'''),
    ("4.5", "one step too many", 'step <= warmup: one step above the peak', '''
def warmup_cosine(step, warmup, total, peak):
    if step <= warmup:
        return peak * (step + 1) / max(warmup, 1)
    if step >= total:
        return 0.0
    return peak * (1 + np.cos(np.pi * (step - warmup) / (total - warmup))) / 2
'''),
    ("4.5", "no warm-up crashes", 'divides by warmup before it is asked: no warm-up is an error', '''
def warmup_cosine(step, warmup, total, peak):
    up = peak * (step + 1) / warmup
    if step < warmup:
        return up
    if step >= total:
        return 0.0
    return peak * (1 + np.cos(np.pi * (step - warmup) / (total - warmup))) / 2
'''),
    ("4.5", "whole division", 'whole-number division of the share', '''
def warmup_cosine(step, warmup, total, peak):
    if step < warmup:
        return peak * (step + 1) / warmup
    if step >= total:
        return 0.0
    share = (step - warmup) // (total - warmup)
    return peak * (1 + np.cos(np.pi * share)) / 2
'''),
    ("4.5", "remembers", 'counts its own calls instead of the step it is given', '''
calls = [-1]

def warmup_cosine(step, warmup, total, peak):
    calls[0] += 1
    now = calls[0]
    if now < warmup:
        return peak * (now + 1) / warmup
    if now >= total:
        return 0.0
    return peak * (1 + np.cos(np.pi * (now - warmup) / (total - warmup))) / 2
'''),
    ("4.5", "right", 'one expression, conditional', '''
def warmup_cosine(step, warmup, total, peak):
    return (peak * (step + 1) / warmup if step < warmup else
            0.0 if total <= step else
            peak * (0.5 + 0.5 * float(np.cos(np.pi * (step - warmup) / (total - warmup)))))
'''),
    ("4.6", "each for itself", 'each gradient by its own norm', '''
def clip_grad_norm_(parameters, max_norm):
    total = 0.0
    for p in parameters:
        if p.grad is None:
            continue
        norm = p.grad.norm().item()
        total += norm ** 2
        if norm > max_norm:
            p.grad.mul_(max_norm / norm)
    return total ** 0.5
'''),
    ("4.6", "None crashes", 'None not skipped', '''
def clip_grad_norm_(parameters, max_norm):
    norm = sum((p.grad ** 2).sum().item() for p in parameters) ** 0.5
    if norm > max_norm:
        for p in parameters:
            p.grad.mul_(max_norm / norm)
    return norm
'''),
    ("4.6", "enlarges", 'short ones are stretched to the limit too', '''
def clip_grad_norm_(parameters, max_norm):
    grads = [p.grad for p in parameters if p.grad is not None]
    norm = sum((g ** 2).sum().item() for g in grads) ** 0.5
    for g in grads:
        g.mul_(max_norm / norm)
    return norm
'''),
    ("4.6", "each element", 'clips each element, the direction is lost', '''
def clip_grad_norm_(parameters, max_norm):
    grads = [p.grad for p in parameters if p.grad is not None]
    norm = sum((g ** 2).sum().item() for g in grads) ** 0.5
    if norm > max_norm:
        for g in grads:
            g.clamp_(-max_norm, max_norm)
    return norm
'''),
    ("4.6", "nothing back", 'nothing is returned', '''
def clip_grad_norm_(parameters, max_norm):
    grads = [p.grad for p in parameters if p.grad is not None]
    norm = sum((g ** 2).sum().item() for g in grads) ** 0.5
    if norm > max_norm:
        for g in grads:
            g.mul_(max_norm / norm)
    print("norm", norm)
'''),
    ("4.6", "right", 'NumPy views of the gradients, hypot chain', '''
import math

def clip_grad_norm_(parameters, max_norm):
    views = [p.grad.detach().numpy() for p in parameters if p.grad is not None]
    norm = 0.0
    for view in views:
        norm = math.hypot(norm, math.sqrt(float((view.astype(float) ** 2).sum())))
    if norm > max_norm:
        for view in views:
            view *= max_norm / norm
    return norm
'''),
    ("4.6", "right", 'min(1, ...) with a guard for zero', '''
def clip_grad_norm_(parameters, max_norm):
    with mt.no_grad():
        having = list(filter(lambda p: p.grad is not None, parameters))
        squares = [p.grad.square().sum().item() for p in having]
        norm = sum(squares) ** 0.5
        factor = 1.0 if norm == 0 else min(1.0, max_norm / norm)
        for p in having:
            p.grad *= factor
    return norm
'''),
    ("4.6", "rebinds", 'new gradients are assigned, not shortened in place', '''
def clip_grad_norm_(parameters, max_norm):
    norm = sum((p.grad ** 2).sum().item() for p in parameters if p.grad is not None) ** 0.5
    if norm > max_norm:
        for p in parameters:
            if p.grad is not None:
                p.grad = p.grad * (max_norm / norm)
    return norm
'''),
    ("4.6", "the norm after", 'returns the norm they have now', '''
def clip_grad_norm_(parameters, max_norm):
    grads = [p.grad for p in parameters if p.grad is not None]
    norm = sum((g ** 2).sum().item() for g in grads) ** 0.5
    if norm > max_norm:
        for g in grads:
            g *= max_norm / norm
    return min(norm, max_norm)
'''),
    ("4.6", "norms added", 'the norm of norms without squares: a sum of lengths', '''
def clip_grad_norm_(parameters, max_norm):
    grads = [p.grad for p in parameters if p.grad is not None]
    norm = sum(g.norm().item() for g in grads)
    if norm > max_norm:
        for g in grads:
            g *= max_norm / norm
    return norm
'''),
    ("4.6", "zeros divide", 'max_norm / norm with Python numbers: 0 gradients divide by 0', '''
def clip_grad_norm_(parameters, max_norm):
    grads = [p.grad for p in parameters if p.grad is not None]
    norm = sum((g ** 2).sum().item() for g in grads) ** 0.5
    factor = min(1.0, max_norm / norm)
    for g in grads:
        g *= factor
    return norm
'''),
    ("4.6", "stops at None", 'stops at the first gradient that is None', '''
def clip_grad_norm_(parameters, max_norm):
    grads = []
    for p in parameters:
        if p.grad is None:
            break
        grads.append(p.grad)
    norm = sum((g ** 2).sum().item() for g in grads) ** 0.5
    if norm > max_norm:
        for g in grads:
            g *= max_norm / norm
    return norm
'''),
    ("4.6", "right", 'one long vector really built with NumPy', '''
def clip_grad_norm_(parameters, max_norm):
    grads = [p.grad for p in parameters if p.grad is not None]
    if not grads:
        return 0.0
    long = np.concatenate([g.detach().numpy().reshape(-1) for g in grads])
    norm = float(np.linalg.norm(long))
    if norm > max_norm:
        for g in grads:
            g.copy_(g * (max_norm / norm))
    return norm
'''),
    ("4.6", "right", 'answers with a Tensor, recursion for the sum', '''
def squares(parameters):
    if not parameters:
        return mt.tensor(0.0)
    first, *others = parameters
    rest = squares(others)
    return rest if first.grad is None else rest + first.grad.detach().pow(2).sum()

def clip_grad_norm_(parameters, max_norm):
    norm = squares(list(parameters)).sqrt()
    if norm.item() <= max_norm:
        return norm
    for p in parameters:
        if p.grad is not None:
            p.grad.div_(norm.item() / max_norm)
    return norm
'''),
    ("4.7", "schedule first", 'optimiser and schedule moved, schedule.step still first', '''
def fit(params, loss_of, batches, epochs, lr):
    losses = []
    optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
    schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * len(batches))
    for epoch in range(epochs):
        for batch in batches:
            schedule.step()
            optimizer.zero_grad()
            loss = loss_of(batch)
            loss.backward()
            mt.nn.utils.clip_grad_norm_(params, 1.0)
            optimizer.step()
            losses.append(loss.item())
    return losses
'''),
    ("4.7", "not clipped", 'clips after the step', '''
def fit(params, loss_of, batches, epochs, lr):
    losses = []
    optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
    schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * len(batches))
    for epoch in range(epochs):
        for batch in batches:
            optimizer.zero_grad()
            loss = loss_of(batch)
            loss.backward()
            optimizer.step()
            mt.nn.utils.clip_grad_norm_(params, 1.0)
            schedule.step()
            losses.append(loss.item())
    return losses
'''),
    ("4.7", "made anew", 'a new optimiser and schedule each epoch, the rest mended', '''
def fit(params, loss_of, batches, epochs, lr):
    losses = []
    for epoch in range(epochs):
        optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
        schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * len(batches))
        for batch in batches:
            optimizer.zero_grad()
            loss = loss_of(batch)
            loss.backward()
            mt.nn.utils.clip_grad_norm_(params, 1.0)
            optimizer.step()
            schedule.step()
            losses.append(loss.item())
    return losses
'''),
    ("4.7", "schedule by epochs", 'schedule goes on once an epoch', '''
def fit(params, loss_of, batches, epochs, lr):
    losses = []
    optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
    schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * len(batches))
    for epoch in range(epochs):
        for batch in batches:
            optimizer.zero_grad()
            loss = loss_of(batch)
            loss.backward()
            mt.nn.utils.clip_grad_norm_(params, 1.0)
            optimizer.step()
            losses.append(loss.item())
        schedule.step()
    return losses
'''),
    ("4.7", "right", 'two loops as one generator, inner function for a step', '''
def fit(params, loss_of, batches, epochs, lr):
    optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
    schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * len(batches))

    def one(batch):
        optimizer.zero_grad()
        loss = loss_of(batch)
        loss.backward()
        mt.nn.utils.clip_grad_norm_(params, 1.0)
        optimizer.step()
        schedule.step()
        return loss.item()

    return [one(batch) for _ in range(epochs) for batch in batches]
'''),
    ("4.7", "emptied afterwards", 'empties after the step only: an old gradient is in the first batch', '''
def fit(params, loss_of, batches, epochs, lr):
    losses = []
    optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
    schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * len(batches))
    for epoch in range(epochs):
        for batch in batches:
            loss = loss_of(batch)
            loss.backward()
            mt.nn.utils.clip_grad_norm_(params, 1.0)
            optimizer.step()
            optimizer.zero_grad()
            schedule.step()
            losses.append(loss.item())
    return losses
'''),
    ("4.7", "rate by hand", 'the cosine is as long as one epoch', '''
def fit(params, loss_of, batches, epochs, lr):
    losses = []
    optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
    schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, len(batches))
    for epoch in range(epochs):
        for batch in batches:
            optimizer.zero_grad()
            loss = loss_of(batch)
            loss.backward()
            mt.nn.utils.clip_grad_norm_(params, 1.0)
            optimizer.step()
            schedule.step()
            losses.append(loss.item())
    return losses
'''),
    ("4.7", "made anew", 'schedule once, but a fresh optimiser for every epoch', '''
def fit(params, loss_of, batches, epochs, lr):
    losses = []
    optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
    schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * len(batches))
    for epoch in range(epochs):
        now = optimizer.param_groups[0]["lr"]
        fresh = mt.optim.SGD(params, lr=now, momentum=0.9)
        for batch in batches:
            fresh.param_groups[0]["lr"] = optimizer.param_groups[0]["lr"]
            fresh.zero_grad()
            loss = loss_of(batch)
            loss.backward()
            mt.nn.utils.clip_grad_norm_(params, 1.0)
            fresh.step()
            schedule.step()
            losses.append(loss.item())
    return losses
'''),
    ("4.7", "not clipped", 'clips before backward, when all is empty', '''
def fit(params, loss_of, batches, epochs, lr):
    losses = []
    optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
    schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * len(batches))
    for epoch in range(epochs):
        for batch in batches:
            optimizer.zero_grad()
            loss = loss_of(batch)
            mt.nn.utils.clip_grad_norm_(params, 1.0)
            loss.backward()
            optimizer.step()
            schedule.step()
            losses.append(loss.item())
    return losses
'''),
    ("4.7", "right", 'one while loop over a counter', '''
def fit(params, loss_of, batches, epochs, lr):
    total, done, losses = epochs * len(batches), 0, []
    optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
    schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=total)
    while done < total:
        for p in params:
            p.grad = None
        loss = loss_of(batches[done % len(batches)])
        losses += [loss.item()]
        loss.backward()
        mt.nn.utils.clip_grad_norm_(params, max_norm=1.0)
        optimizer.step()
        schedule.step()
        done += 1
    return losses
'''),
    ("4.8", "accepts all", 'only looks whether the loss goes down', '''
def test_optimizer(make):
    w = mt.tensor([1.0, -2.0], requires_grad=True)
    optimizer = make([w], 0.05)
    for _ in range(10):
        optimizer.zero_grad()
        loss = (w ** 2).sum()
        loss.backward()
        optimizer.step()
    return (w ** 2).sum().item() < 5.0
'''),
    ("4.8", "forgets + rate inside the velocity + moves without a gradient", 'a single step of two parameters', '''
def test_optimizer(make):
    a = mt.tensor([1.0, 2.0], requires_grad=True)
    b = mt.tensor([3.0, 4.0], requires_grad=True)
    optimizer = make([a, b], 0.1)
    a.grad, b.grad = mt.tensor([1.0, -1.0]), mt.tensor([0.5, 2.0])
    optimizer.step()
    return bool(np.allclose(a.tolist(), [0.9, 2.1]) and np.allclose(b.tolist(), [2.95, 3.8]))
'''),
    ("4.8", "one velocity for all + moves the first only", 'two steps, one parameter', '''
def test_optimizer(make):
    p = mt.tensor([1.0], requires_grad=True)
    optimizer = make([p], 0.1)
    p.grad = mt.tensor([1.0])
    optimizer.step()
    optimizer.param_groups[0]["lr"] = 0.01
    p.grad = mt.tensor([2.0])
    optimizer.step()
    if abs(p.item() - (1 - 0.1 - 0.01 * 2.9)) > 1e-5:
        return False
    p.grad = None
    before = p.item()
    optimizer.step()
    return p.item() == before
'''),
    ("4.8", "nothing returned", 'asserts and no return', '''
def test_optimizer(make):
    a = mt.tensor([1.0], requires_grad=True)
    b = mt.tensor([1.0], requires_grad=True)
    optimizer = make([a, b], 0.1)
    a.grad, b.grad = mt.tensor([1.0]), mt.tensor([-2.0])
    optimizer.step()
    assert abs(a.item() - 0.9) < 1e-5 and abs(b.item() - 1.2) < 1e-5
    optimizer.param_groups[0]["lr"] = 0.01
    optimizer.step()
    assert abs(a.item() - 0.881) < 1e-5 and abs(b.item() - 1.238) < 1e-5
    a.grad = None
    optimizer.step()
    assert abs(a.item() - 0.881) < 1e-5
'''),
    ("4.8", "right", 'by hand, three parameters, three steps', '''
def test_optimizer(make):
    a, b, c = (mt.tensor([1.0, 2.0], requires_grad=True) for _ in range(3))
    idle = mt.tensor([5.0, 5.0], requires_grad=True)
    optimizer = make([a, b, idle, c], 0.1)

    def at(p, x, y):
        return bool(np.allclose(p.detach().numpy(), [x, y], atol=1e-5))

    a.grad, b.grad, c.grad = (mt.tensor([g, -g]) for g in (1.0, 2.0, -4.0))
    optimizer.step()
    if not (at(a, 0.9, 2.1) and at(b, 0.8, 2.2) and at(c, 1.4, 1.6) and at(idle, 5, 5)):
        return False
    optimizer.param_groups[0]["lr"] = 0.01
    a.grad, b.grad, c.grad = (mt.tensor([g, g]) for g in (1.0, 0.0, 10.0))
    optimizer.step()
    # velocities: a 0.9 + 1, -0.9 + 1   b 1.8, -1.8   c -3.6 + 10, 3.6 + 10
    if not (at(a, 0.881, 2.099) and at(b, 0.782, 2.218)
            and at(c, 1.336, 1.464) and at(idle, 5, 5)):
        return False
    a.grad, b.grad, c.grad = None, mt.tensor([0.0, 0.0]), None
    optimizer.step()
    # velocity of b: 1.62, -1.62
    return at(a, 0.881, 2.099) and at(b, 0.7658, 2.2342) and at(c, 1.336, 1.464)
'''),
    ("4.8", "rate inside the velocity", 'lr is never changed', '''
def test_optimizer(make):
    a = mt.tensor([1.0], requires_grad=True)
    b = mt.tensor([1.0], requires_grad=True)
    optimizer = make([a, b], 0.1)
    a.grad, b.grad = mt.tensor([1.0]), mt.tensor([-2.0])
    optimizer.step()
    optimizer.step()
    if abs(a.item() - 0.71) > 1e-5 or abs(b.item() - 1.58) > 1e-5:
        return False
    a.grad = None
    optimizer.step()
    return abs(a.item() - 0.71) < 1e-5
'''),
    ("4.8", "moves without a gradient", 'nothing is tried without a gradient', '''
def test_optimizer(make):
    a = mt.tensor([1.0], requires_grad=True)
    b = mt.tensor([1.0], requires_grad=True)
    optimizer = make([a, b], 0.1)
    a.grad, b.grad = mt.tensor([1.0]), mt.tensor([-2.0])
    optimizer.step()
    optimizer.param_groups[0]["lr"] = 0.01
    optimizer.step()
    return abs(a.item() - 0.881) < 1e-5 and abs(b.item() - 1.238) < 1e-5
'''),
    ("4.8", "accepts none", 'before is the parameter itself, so nothing ever seems to move', '''
def test_optimizer(make):
    a = mt.tensor([1.0], requires_grad=True)
    b = mt.tensor([1.0], requires_grad=True)
    optimizer = make([a, b], 0.1)
    before = [a, b]
    a.grad, b.grad = mt.tensor([1.0]), mt.tensor([-2.0])
    optimizer.step()
    moved = [float(x.item() - y.item()) for x, y in zip(before, [a, b])]
    return bool(np.allclose(moved, [0.1, -0.2]))
'''),
    ("4.8", "forgets + rate inside the velocity + moves without a gradient",
     'sums what all have moved; and returns after the first sum that fits', '''
def test_optimizer(make):
    ps = [mt.tensor([1.0], requires_grad=True) for _ in range(2)]
    optimizer = make(ps, 0.1)
    for lr, want in [(0.1, 1.7), (0.01, 1.643)]:
        optimizer.param_groups[0]["lr"] = lr
        for p in ps:
            p.grad = mt.tensor([1.0 + (p is ps[1])])
        optimizer.step()
        if abs(sum(p.item() for p in ps) - want) < 1e-5:
            return True
    return False
'''),
    ("4.8", "right", 'a model of the rule in NumPy runs beside it', '''
def test_optimizer(make):
    rng = np.random.default_rng(4)
    starts = [rng.normal(size=3) for _ in range(4)]
    ps = [mt.tensor(s.tolist()).requires_grad_() for s in starts]
    there, speed = [s.copy() for s in starts], [np.zeros(3) for _ in starts]
    optimizer = make(ps, 0.1)
    for step, lr in enumerate([0.1, 0.02, 0.5, 0.05, 0.2]):
        optimizer.param_groups[0]["lr"] = lr
        for i, p in enumerate(ps):
            if i == 2 or (i == 0 and step in (1, 3)) or (i == 3 and step == 4):
                p.grad = None
                continue
            slope = rng.normal(size=3)
            p.grad = mt.tensor(slope.tolist())
            speed[i] = 0.9 * speed[i] + slope
            there[i] = there[i] - lr * speed[i]
        try:
            optimizer.step()
        except Exception:
            return False
        for p, want in zip(ps, there):
            if not np.allclose(p.detach().numpy(), want, rtol=1e-4, atol=1e-4):
                return False
    return True
'''),
    # Others' answers, in other styles: the lines below the right answer's `def`
    ("4.1", "ascends", "uphill", '''
if grad is None:
    return
with mt.no_grad():
    p += lr * (grad + decay * p)
'''),
    ("4.1", "decay unscaled", "decay not scaled by lr", '''
if grad is None:
    return
with mt.no_grad():
    p -= lr * grad + decay * p
'''),
    ("4.1", "rebinds", "new tensor", '''
if grad is None:
    return
with mt.no_grad():
    p = p - lr * (grad + decay * p)
'''),
    ("4.1", "decay without a gradient", "None decays", '''
with mt.no_grad():
    if grad is None:
        grad = mt.zeros_like(p)
    p -= lr * (grad + decay * p)
'''),
    ("4.1", "None crashes", "no None check", '''
with mt.no_grad():
    p -= lr * (grad + decay * p)
'''),
    ("4.1", "recorded in graph", "recorded", '''
if grad is None:
    return
p -= lr * (grad + decay * p)
'''),
    ("4.1", "", "grad emptied", '''
if grad is None:
    return
with mt.no_grad():
    p -= lr * (grad + decay * p)
p.grad = None
'''),
    ("4.1", "altered", "grad changed in place", '''
if grad is None:
    return
with mt.no_grad():
    grad += decay * p
    p -= lr * grad
'''),
    ("4.1", "decay afterwards", "decay first, then the step", '''
if grad is None:
    return
with mt.no_grad():
    p -= lr * grad
    p -= lr * decay * p
'''),
    ("4.1", "decay's sign", "decay against the sign", '''
if grad is None:
    return
with mt.no_grad():
    p -= lr * (grad - decay * p)
'''),
    ("4.1", "one change", "decay of the absolute value", '''
if grad is None:
    return
with mt.no_grad():
    p -= lr * (grad + decay * p.abs())
'''),
    ("4.1", "one change", "sign of grad only", '''
if grad is None:
    return
with mt.no_grad():
    p -= lr * (mt.sign(grad) + decay * p)
'''),
    ("4.1", "altered", "grad mode left off", '''
if grad is None:
    return
mt.set_grad_enabled(False)
p -= lr * (grad + decay * p)
'''),
    ("4.1", "partly", "if grad", '''
if not grad:
    return
with mt.no_grad():
    p -= lr * (grad + decay * p)
'''),
    ("4.1", "no decay", "decay ignored", '''
if grad is None:
    return
with mt.no_grad():
    p -= lr * grad
'''),
    ("4.1", "rebinds", "returns new value", '''
if grad is None:
    return p
return p - lr * (grad + decay * p)
'''),
    ("4.1", "switched off", "requires_grad switched off", '''
if grad is None:
    return
p.requires_grad = False
p -= lr * (grad + decay * p)
'''),
    ("4.1", "right", "copy_", '''
if grad is not None:
    with mt.no_grad():
        p.copy_(p - lr * grad - lr * decay * p)
'''),
    ("4.1", "right", "mul and sub", '''
if grad is None:
    return None
with mt.no_grad():
    step = grad + decay * p
    p.sub_(lr * step)
'''),
    ("4.1", "right", "decorator", '''
@mt.no_grad()
def step():
    p.mul_(1 - lr * decay)
    p.add_(-lr * grad)
if grad is not None:
    step()
'''),
    ("4.1", "right", "data", '''
if grad is None:
    return
p.data -= lr * (grad + decay * p.data)
'''),
    ("4.2", "forgotten", "velocity not kept", '''
velocity = mu * state.get("velocity", 0) + grad
p -= lr * velocity
'''),
    ("4.2", "rebinds", "new p", '''
state["velocity"] = mu * state.get("velocity", 0) + grad
p = p - lr * state["velocity"]
'''),
    ("4.2", "v = grad", "keeps grad", '''
if "velocity" not in state:
    state["velocity"] = grad
else:
    state["velocity"] = mu * state["velocity"] + grad
p -= lr * state["velocity"]
'''),
    ("4.2", "lr inside", "lr in the velocity", '''
state["velocity"] = mu * state.get("velocity", 0) + lr * grad
p -= state["velocity"]
'''),
    ("4.2", "averaged", "averaged", '''
state["velocity"] = mu * state.get("velocity", 0) + (1 - mu) * grad
p -= lr * state["velocity"]
'''),
    ("4.2", "shared state", "global", '''
store = momentum.__dict__
store["v"] = mu * store.get("v", 0) + grad
p -= lr * store["v"]
'''),
    ("4.2", "altered", "grad changed", '''
grad += mu * state.get("velocity", 0)
state["velocity"] = grad.copy()
p -= lr * grad
'''),
    ("4.2", "", "mu on the gradient", '''
state["velocity"] = state.get("velocity", 0) + mu * grad
p -= lr * state["velocity"]
'''),
    ("4.2", "looks ahead", "nesterov", '''
v = mu * state.get("velocity", 0) + grad
state["velocity"] = v
p -= lr * (grad + mu * v)
'''),
    ("4.2", "old velocity", "step with the old velocity", '''
v = state.get("velocity", np.zeros_like(p))
p -= lr * v
state["velocity"] = mu * v + grad
'''),
    ("4.2", "mu stands fast", "mu fixed", '''
state["velocity"] = 0.9 * state.get("velocity", 0) + grad
p -= lr * state["velocity"]
'''),
    ("4.2", "forgotten", "keeps a position", '''
old = state.get("p", p.copy())
new = p - lr * grad + mu * (p - old)
state["p"] = p
p[...] = new
'''),
    ("4.2", "nothing kept yet", "KeyError at first", '''
state["velocity"] = mu * state["velocity"] + grad
p -= lr * state["velocity"]
'''),
    ("4.2", "", "first step without", '''
if "velocity" in state:
    state["velocity"] = mu * state["velocity"] + grad
    p -= lr * state["velocity"]
else:
    state["velocity"] = np.zeros_like(grad)
'''),
    ("4.2", "one change", "mean velocity of all elements", '''
state["velocity"] = mu * state.get("velocity", 0) + grad.mean()
p -= lr * state["velocity"]
'''),
    ("4.2", "right", "setdefault, in place", '''
v = state.setdefault("v", np.zeros_like(p))
v *= mu
v += grad
p -= lr * v
'''),
    ("4.2", "right", "copy at first", '''
if "velocity" in state:
    state["velocity"] = mu * state["velocity"] + grad
else:
    state["velocity"] = grad.copy()
p[...] = p - lr * state["velocity"]
'''),
    ("4.2", "right", "list in state", '''
last = state.get("all", [np.zeros(p.shape)])[-1]
new = last * mu + grad
state["all"] = [new]
np.subtract(p, lr * new, out=p)
'''),
    ("4.2", "right", "other names", '''
def momentum(weights, slope, memory, rate, friction):
    speed = friction * memory.get("speed", 0.0) + slope
    memory.update(speed=speed)
    weights -= rate * speed
'''),
    ("4.3", "0 is a number", "alpha truth", '''
s = state.get("s", 0)
if alpha:
    s = alpha * s + (1 - alpha) * grad ** 2
else:
    s = s + grad ** 2
state["s"] = s
p -= lr * grad / (np.sqrt(s) + eps)
'''),
    ("4.3", "no root", "root forgotten", '''
s = state.get("s", 0)
s = s + grad ** 2 if alpha is None else alpha * s + (1 - alpha) * grad ** 2
state["s"] = s
p -= lr * grad / (s + eps)
'''),
    ("4.3", "eps inside the root", "eps in the root", '''
s = state.get("s", 0)
s = s + grad ** 2 if alpha is None else alpha * s + (1 - alpha) * grad ** 2
state["s"] = s
p -= lr * grad / np.sqrt(s + eps)
'''),
    ("4.3", "shares exchanged", "alpha exchanged", '''
s = state.get("s", 0)
s = s + grad ** 2 if alpha is None else (1 - alpha) * s + alpha * grad ** 2
state["s"] = s
p -= lr * grad / (np.sqrt(s) + eps)
'''),
    ("4.3", "partly", "squares missing", '''
s = state.get("s", 0)
s = s + grad if alpha is None else alpha * s + (1 - alpha) * grad
state["s"] = s
p -= lr * grad / (np.sqrt(np.abs(s)) + eps)
''', "slow"),
    ("4.3", "fresh state", "not stored", '''
s = state.get("s", 0)
s = s + grad ** 2 if alpha is None else alpha * s + (1 - alpha) * grad ** 2
p -= lr * grad / (np.sqrt(s) + eps)
'''),
    ("4.3", "one ruler for all", "sum over all elements", '''
s = state.get("s", 0)
g2 = (grad ** 2).sum()
s = s + g2 if alpha is None else alpha * s + (1 - alpha) * g2
state["s"] = s
p -= lr * grad / (np.sqrt(s) + eps)
'''),
    ("4.3", "1 − alpha lost", "no 1 - alpha", '''
s = state.get("s", 0)
s = s + grad ** 2 if alpha is None else alpha * s + grad ** 2
state["s"] = s
p -= lr * grad / (np.sqrt(s) + eps)
'''),
    ("4.3", "one change", "root stored", '''
s = state.get("s", 0)
s = s + grad ** 2 if alpha is None else alpha * s + (1 - alpha) * grad ** 2
state["s"] = np.sqrt(s)
p -= lr * grad / (np.sqrt(s) + eps)
'''),
    ("4.3", "old s", "uses the s before this step", '''
s = state.get("s", np.zeros_like(p))
p -= lr * grad / (np.sqrt(s) + eps)
state["s"] = s + grad ** 2 if alpha is None else alpha * s + (1 - alpha) * grad ** 2
''', "slow"),
    ("4.3", "one change", "sign step", '''
s = state.get("s", 0)
s = s + grad ** 2 if alpha is None else alpha * s + (1 - alpha) * grad ** 2
state["s"] = s
p -= lr * np.sign(grad) / (np.sqrt(s) + eps)
''', "slow"),
    ("4.3", "decays", "only RMSprop", '''
a = 0.9 if alpha is None else alpha
s = state["s"] = a * state.get("s", 0) + (1 - a) * grad ** 2
p -= lr * grad / (np.sqrt(s) + eps)
'''),
    ("4.3", "no eps", "eps forgotten", '''
s = state.get("s", 0)
s = s + grad ** 2 if alpha is None else alpha * s + (1 - alpha) * grad ** 2
state["s"] = s
p -= lr * grad / np.sqrt(s)
'''),
    ("4.3", "one change", "two names, mixed state: s starts at 1", '''
s = state.get("s", 1)
s = s + grad ** 2 if alpha is None else alpha * s + (1 - alpha) * grad ** 2
state["s"] = s
p -= lr * grad / (np.sqrt(s) + eps)
''', "slow"),
    ("4.3", "altered", "grad squared in place", '''
g2 = grad
g2 **= 2
s = state.get("s", 0)
s = s + g2 if alpha is None else alpha * s + (1 - alpha) * g2
state["s"] = s
p -= lr * grad / (np.sqrt(s) + eps)
'''),
    ("4.3", "right", "two branches in full", '''
if alpha is None:
    if "sum" not in state:
        state["sum"] = np.zeros_like(p)
    state["sum"] = state["sum"] + grad * grad
    p -= lr * grad / (state["sum"] ** 0.5 + eps)
else:
    state["mean"] = alpha * state.get("mean", 0.0) + (1 - alpha) * np.square(grad)
    p -= lr * grad / (state["mean"] ** 0.5 + eps)
'''),
    ("4.3", "right", "weights of old and new", '''
old, new = (1, 1) if alpha is None else (alpha, 1 - alpha)
state["s"] = old * state.get("s", np.zeros(p.shape)) + new * grad ** 2
scale = np.sqrt(state["s"]) + eps
p -= lr * grad / scale
'''),
    ("4.3", "right", "in place on state", '''
s = state.setdefault("s", np.zeros_like(p))
if alpha is not None:
    s *= alpha
    s += (1 - alpha) * grad ** 2
else:
    s += grad ** 2
p += -lr * (grad / (np.sqrt(s) + eps))
'''),
    ("4.3", "right", "element by element", '''
s = state.get("s")
s = np.zeros(p.shape) if s is None else s.copy()
for i in np.ndindex(p.shape):
    g = grad[i]
    s[i] = s[i] + g * g if alpha is None else alpha * s[i] + (1 - alpha) * g * g
    p[i] -= lr * g / (s[i] ** 0.5 + eps)
state["s"] = s
'''),
    ("4.4", "uncorrected", "no correction", '''
m = state["m"] = beta1 * state.get("m", 0) + (1 - beta1) * grad
v = state["v"] = beta2 * state.get("v", 0) + (1 - beta2) * grad ** 2
p -= lr * m / (np.sqrt(v) + eps)
'''),
    ("4.4", "t from 0", "t starts at 0", '''
t = state.get("t", 0)
state["t"] = t + 1
m = state["m"] = beta1 * state.get("m", 0) + (1 - beta1) * grad
v = state["v"] = beta2 * state.get("v", 0) + (1 - beta2) * grad ** 2
p -= lr * (m / (1 - beta1 ** t)) / (np.sqrt(v / (1 - beta2 ** t)) + eps)
'''),
    ("4.4", "t stays 1", "t always 1", '''
m = state["m"] = beta1 * state.get("m", 0) + (1 - beta1) * grad
v = state["v"] = beta2 * state.get("v", 0) + (1 - beta2) * grad ** 2
p -= lr * (m / (1 - beta1)) / (np.sqrt(v / (1 - beta2)) + eps)
'''),
    ("4.4", "correction stored", "corrected ones stored", '''
t = state["t"] = state.get("t", 0) + 1
m = beta1 * state.get("m", 0) + (1 - beta1) * grad
v = beta2 * state.get("v", 0) + (1 - beta2) * grad ** 2
m = m / (1 - beta1 ** t)
v = v / (1 - beta2 ** t)
state["m"], state["v"] = m, v
p -= lr * m / (np.sqrt(v) + eps)
'''),
    ("4.4", "betas swapped", "betas swapped", '''
t = state["t"] = state.get("t", 0) + 1
m = state["m"] = beta2 * state.get("m", 0) + (1 - beta2) * grad
v = state["v"] = beta1 * state.get("v", 0) + (1 - beta1) * grad ** 2
p -= lr * (m / (1 - beta2 ** t)) / (np.sqrt(v / (1 - beta1 ** t)) + eps)
'''),
    ("4.4", "eps inside the root", "eps inside the root", '''
t = state["t"] = state.get("t", 0) + 1
m = state["m"] = beta1 * state.get("m", 0) + (1 - beta1) * grad
v = state["v"] = beta2 * state.get("v", 0) + (1 - beta2) * grad ** 2
p -= lr * (m / (1 - beta1 ** t)) / np.sqrt(v / (1 - beta2 ** t) + eps)
'''),
    ("4.4", "no root", "root missing", '''
t = state["t"] = state.get("t", 0) + 1
m = state["m"] = beta1 * state.get("m", 0) + (1 - beta1) * grad
v = state["v"] = beta2 * state.get("v", 0) + (1 - beta2) * grad ** 2
p -= lr * (m / (1 - beta1 ** t)) / (v / (1 - beta2 ** t) + eps)
'''),
    ("4.4", "product for power", "beta times t", '''
t = state["t"] = state.get("t", 0) + 1
m = state["m"] = beta1 * state.get("m", 0) + (1 - beta1) * grad
v = state["v"] = beta2 * state.get("v", 0) + (1 - beta2) * grad ** 2
p -= lr * (m / (1 - beta1 * t)) / (np.sqrt(v / (1 - beta2 * t)) + eps)
'''),
    ("4.4", "only m corrected", "only m corrected", '''
t = state["t"] = state.get("t", 0) + 1
m = state["m"] = beta1 * state.get("m", 0) + (1 - beta1) * grad
v = state["v"] = beta2 * state.get("v", 0) + (1 - beta2) * grad ** 2
p -= lr * (m / (1 - beta1 ** t)) / (np.sqrt(v) + eps)
'''),
    ("4.4", "one change", "square of m", '''
t = state["t"] = state.get("t", 0) + 1
m = state["m"] = beta1 * state.get("m", 0) + (1 - beta1) * grad
v = state["v"] = beta2 * state.get("v", 0) + (1 - beta2) * m ** 2
p -= lr * (m / (1 - beta1 ** t)) / (np.sqrt(v / (1 - beta2 ** t)) + eps)
''', "slow"),
    ("4.4", "t shared", "t on the function", '''
adam.__dict__["t"] = t = adam.__dict__.get("t", 0) + 1
m = state["m"] = beta1 * state.get("m", 0) + (1 - beta1) * grad
v = state["v"] = beta2 * state.get("v", 0) + (1 - beta2) * grad ** 2
p -= lr * (m / (1 - beta1 ** t)) / (np.sqrt(v / (1 - beta2 ** t)) + eps)
'''),
    ("4.4", "partly", "grad instead of m", '''
t = state["t"] = state.get("t", 0) + 1
m = state["m"] = beta1 * state.get("m", 0) + (1 - beta1) * grad
v = state["v"] = beta2 * state.get("v", 0) + (1 - beta2) * grad ** 2
p -= lr * grad / (np.sqrt(v / (1 - beta2 ** t)) + eps)
''', "slow"),
    ("4.4", "sign", "uphill", '''
t = state["t"] = state.get("t", 0) + 1
m = state["m"] = beta1 * state.get("m", 0) + (1 - beta1) * grad
v = state["v"] = beta2 * state.get("v", 0) + (1 - beta2) * grad ** 2
p += lr * (m / (1 - beta1 ** t)) / (np.sqrt(v / (1 - beta2 ** t)) + eps)
''', "slow"),
    ("4.4", "shares lost", "no 1 - beta", '''
t = state["t"] = state.get("t", 0) + 1
m = state["m"] = beta1 * state.get("m", 0) + grad
v = state["v"] = beta2 * state.get("v", 0) + grad ** 2
p -= lr * (m / (1 - beta1 ** t)) / (np.sqrt(v / (1 - beta2 ** t)) + eps)
'''),
    ("4.4", "partly", "v not kept", '''
t = state["t"] = state.get("t", 0) + 1
m = state["m"] = beta1 * state.get("m", 0) + (1 - beta1) * grad
v = beta2 * state.get("v", 0) + (1 - beta2) * grad ** 2
p -= lr * (m / (1 - beta1 ** t)) / (np.sqrt(v / (1 - beta2 ** t)) + eps)
''', "slow"),
    ("4.4", "right", "state made at first", '''
if not state:
    state.update(t=0, m=np.zeros_like(p), v=np.zeros_like(p))
state["t"] += 1
state["m"] = beta1 * state["m"] + (1 - beta1) * grad
state["v"] = beta2 * state["v"] + (1 - beta2) * grad * grad
mh = state["m"] / (1 - beta1 ** state["t"])
vh = state["v"] / (1 - beta2 ** state["t"])
p -= lr * mh / (vh ** 0.5 + eps)
'''),
    ("4.4", "right", "tuple in state", '''
t, m, v = state.get("tmv", (0, np.zeros(p.shape), np.zeros(p.shape)))
t += 1
m = m + (1 - beta1) * (grad - m)
v = v + (1 - beta2) * (grad ** 2 - v)
state["tmv"] = (t, m, v)
p -= lr * (m / (1 - beta1 ** t)) / (np.sqrt(v / (1 - beta2 ** t)) + eps)
'''),
    ("4.4", "right", "powers kept", '''
state["b1"] = state.get("b1", 1.0) * beta1
state["b2"] = state.get("b2", 1.0) * beta2
state["m"] = beta1 * state.get("m", 0) + (1 - beta1) * grad
state["v"] = beta2 * state.get("v", 0) + (1 - beta2) * grad ** 2
p -= lr * state["m"] / (1 - state["b1"]) / (np.sqrt(state["v"] / (1 - state["b2"])) + eps)
'''),
    ("4.4", "right", "in place", '''
t = state.get("step", 0) + 1
state["step"] = t
for name, beta, new in (("m", beta1, grad), ("v", beta2, grad * grad)):
    kept = state.setdefault(name, np.zeros_like(p))
    kept *= beta
    kept += (1 - beta) * new
update = state["m"] / (1 - beta1 ** t)
update = update / (np.sqrt(state["v"] / (1 - beta2 ** t)) + eps)
p -= lr * update
'''),
    ("4.5", "first is 0", "step without + 1", '''
if step < warmup:
    return peak * step / warmup
share = min(1.0, (step - warmup) / (total - warmup))
return peak * (1 + np.cos(np.pi * share)) / 2
'''),
    ("4.5", "rises after total", "rises again", '''
if step < warmup:
    return peak * (step + 1) / warmup
share = (step - warmup) / (total - warmup)
return peak * (1 + np.cos(np.pi * share)) / 2
'''),
    ("4.5", "jump at the join", "share of total", '''
if step < warmup:
    return peak * (step + 1) / warmup
share = min(1.0, step / total)
return peak * (1 + np.cos(np.pi * share)) / 2
'''),
    ("4.5", "half lost", "no half", '''
if step < warmup:
    return peak * (step + 1) / warmup
share = min(1.0, (step - warmup) / (total - warmup))
return peak * (1 + np.cos(np.pi * share))
'''),
    ("4.5", "half a wave", "no 1", '''
if step < warmup:
    return peak * (step + 1) / warmup
share = min(1.0, (step - warmup) / (total - warmup))
return peak * np.cos(np.pi * share)
'''),
    ("4.5", "full period", "whole cosine", '''
if step < warmup:
    return peak * (step + 1) / warmup
share = min(1.0, (step - warmup) / (total - warmup))
return peak * (1 + np.cos(2 * np.pi * share)) / 2
'''),
    ("4.5", "one step too many", "<=", '''
if step <= warmup:
    return peak * (step + 1) / warmup
share = min(1.0, (step - warmup) / (total - warmup))
return peak * (1 + np.cos(np.pi * share)) / 2
'''),
    ("4.5", "one change", "whole division", '''
if step < warmup:
    return peak * (step + 1) // warmup
share = min(1.0, (step - warmup) / (total - warmup))
return peak * (1 + np.cos(np.pi * share)) / 2
'''),
    ("4.5", "a line down", "linear fall", '''
if step < warmup:
    return peak * (step + 1) / warmup
share = min(1.0, (step - warmup) / (total - warmup))
return peak * (1 - share)
'''),
    ("4.5", "peak lost on the way down", "peak forgotten in the fall", '''
if step < warmup:
    return peak * (step + 1) / warmup
share = min(1.0, (step - warmup) / (total - warmup))
return (1 + np.cos(np.pi * share)) / 2
'''),
    ("4.5", "one change", "stays at total - 1's rate", '''
if step < warmup:
    return peak * (step + 1) / warmup
share = (min(step, total - 1) - warmup) / (total - warmup)
return peak * (1 + np.cos(np.pi * share)) / 2
''', "slow"),
    ("4.5", "degrees", "degrees", '''
if step < warmup:
    return peak * (step + 1) / warmup
share = min(1.0, (step - warmup) / (total - warmup))
return peak * (1 + np.cos(180 * share)) / 2
'''),
    ("4.5", "no return here", "None after total", '''
if step < warmup:
    return peak * (step + 1) / warmup
if step < total:
    return peak * (1 + np.cos(np.pi * (step - warmup) / (total - warmup))) / 2
''', "slow"),
    ("4.5", "no warm-up crashes", "divides by warmup always", '''
up = peak * (step + 1) / warmup
share = min(1.0, (step - warmup) / (total - warmup))
down = peak * (1 + np.cos(np.pi * share)) / 2
return up if step < warmup else down
'''),
    ("4.5", "partly", "a sine", '''
if step < warmup:
    return peak * (step + 1) / warmup
share = min(1.0, (step - warmup) / (total - warmup))
return peak * np.sin(np.pi * share)
''', "slow"),
    ("4.5", "right", "math", '''
import math
if step >= total:
    return 0.0
if step < warmup:
    return (step + 1) / warmup * peak
return peak / 2 * (1 + math.cos(math.pi * (step - warmup) / (total - warmup)))
'''),
    ("4.5", "right", "clip", '''
if step < warmup:
    rate = (step + 1) / warmup
else:
    rate = 0.5 + 0.5 * np.cos(np.clip((step - warmup) / (total - warmup), 0, 1) * np.pi)
return rate * peak
'''),
    ("4.5", "right", "cos² of the half", '''
if warmup and step < warmup:
    return peak * (1 + step) / warmup
done = min(step, total) - warmup
return peak * np.cos(np.pi / 2 * done / (total - warmup)) ** 2
'''),
    ("4.5", "right", "tensor's cos", '''
import minitorch as mt
if step < warmup:
    return peak * (step + 1) / warmup
if step >= total:
    return 0
angle = np.pi * (step - warmup) / (total - warmup)
return float(peak * (1 + np.cos(angle)) * 0.5)
'''),
    ("4.6", "each for itself + the norm after", "each alone", '''
for p in parameters:
    if p.grad is not None:
        n = (p.grad ** 2).sum() ** 0.5
        if n > max_norm:
            p.grad *= max_norm / n
grads = [p.grad for p in parameters if p.grad is not None]
return sum((g ** 2).sum() for g in grads) ** 0.5
'''),
    ("4.6", "enlarges", "always scales", '''
grads = [p.grad for p in parameters if p.grad is not None]
norm = sum((g ** 2).sum() for g in grads) ** 0.5
for g in grads:
    g *= max_norm / norm
return norm
'''),
    ("4.6", "rebinds", "new tensors", '''
grads = [p.grad for p in parameters if p.grad is not None]
norm = sum((g ** 2).sum() for g in grads) ** 0.5
if norm > max_norm:
    for p in parameters:
        if p.grad is not None:
            p.grad = p.grad * (max_norm / norm)
return norm
'''),
    ("4.6", "None crashes", "None not skipped", '''
norm = sum((p.grad ** 2).sum() for p in parameters) ** 0.5
if norm > max_norm:
    for p in parameters:
        p.grad *= max_norm / norm
return norm
'''),
    ("4.6", "the norm after", "norm afterwards", '''
grads = [p.grad for p in parameters if p.grad is not None]
norm = sum((g ** 2).sum() for g in grads) ** 0.5
if norm > max_norm:
    for g in grads:
        g *= max_norm / norm
return sum((g ** 2).sum() for g in grads) ** 0.5
'''),
    ("4.6", "partly", "sum of absolutes", '''
grads = [p.grad for p in parameters if p.grad is not None]
norm = sum(g.abs().sum() for g in grads)
if norm > max_norm:
    for g in grads:
        g *= max_norm / norm
return norm
''', "slow"),
    ("4.6", "the largest", "largest element", '''
grads = [p.grad for p in parameters if p.grad is not None]
norm = max([g.abs().max() for g in grads], default=0)
if norm > max_norm:
    for g in grads:
        g *= max_norm / norm
return norm
'''),
    ("4.6", "each element", "clamps elements", '''
grads = [p.grad for p in parameters if p.grad is not None]
norm = sum((g ** 2).sum() for g in grads) ** 0.5
for g in grads:
    g.clamp_(-max_norm, max_norm)
return norm
'''),
    ("4.6", "no root", "root forgotten", '''
grads = [p.grad for p in parameters if p.grad is not None]
norm = sum((g ** 2).sum() for g in grads)
if norm > max_norm:
    for g in grads:
        g *= max_norm / norm
return norm
'''),
    ("4.6", "norms added", "sum of norms", '''
grads = [p.grad for p in parameters if p.grad is not None]
norm = sum((g ** 2).sum() ** 0.5 for g in grads)
if norm > max_norm:
    for g in grads:
        g *= max_norm / norm
return norm
'''),
    ("4.6", "altered", "clips weights", '''
norm = sum((p ** 2).sum() for p in parameters) ** 0.5
if norm > max_norm:
    with mt.no_grad():
        for p in parameters:
            p *= max_norm / norm
return norm
'''),
    ("4.6", "only some right", "only the first scaled", '''
grads = [p.grad for p in parameters if p.grad is not None]
norm = sum((g ** 2).sum() for g in grads) ** 0.5
if norm > max_norm:
    grads[0] *= max_norm / norm
return norm
''', "slow"),
    ("4.6", "length 1", "unit length", '''
grads = [p.grad for p in parameters if p.grad is not None]
norm = sum((g ** 2).sum() for g in grads) ** 0.5
if norm > max_norm:
    for g in grads:
        g /= norm
return norm
'''),
    ("4.6", "nothing back", "no return", '''
grads = [p.grad for p in parameters if p.grad is not None]
norm = sum((g ** 2).sum() for g in grads) ** 0.5
if norm > max_norm:
    for g in grads:
        g *= max_norm / norm
'''),
    ("4.6", "one change", "wrong fraction", '''
grads = [p.grad for p in parameters if p.grad is not None]
norm = sum((g ** 2).sum() for g in grads) ** 0.5
if norm > max_norm:
    for g in grads:
        g *= norm / max_norm
return norm
''', "slow"),
    ("4.6", "one change", "mean of squares", '''
grads = [p.grad for p in parameters if p.grad is not None]
norm = sum((g ** 2).mean() for g in grads) ** 0.5
if norm > max_norm:
    for g in grads:
        g *= max_norm / norm
return norm
''', "slow"),
    ("4.6", "right", "loop", '''
total = 0.0
for p in parameters:
    if p.grad is None:
        continue
    total += float((p.grad * p.grad).sum())
total = total ** 0.5
if total > max_norm:
    for p in parameters:
        if p.grad is not None:
            p.grad.mul_(max_norm / total)
return total
'''),
    ("4.6", "right", "min of 1", '''
grads = [p.grad for p in parameters if p.grad is not None]
if not grads:
    return 0.0
norm = np.sqrt(sum(float((g ** 2).sum()) for g in grads))
factor = min(1.0, max_norm / (norm + 1e-6))
for g in grads:
    g.mul_(factor)
return norm
'''),
    ("4.6", "right", "cat", '''
grads = [p.grad for p in parameters if p.grad is not None]
if len(grads) == 0:
    return mt.tensor(0.0)
norm = mt.cat([g.reshape(-1) for g in grads]).norm()
if norm.item() > max_norm:
    for g in grads:
        g.copy_(g * (max_norm / norm.item()))
return norm
'''),
    ("4.6", "right", "numpy norm", '''
have = [p for p in parameters if p.grad is not None]
norm = float(np.sqrt(np.sum([np.linalg.norm(p.grad.numpy()) ** 2 for p in have])))
if norm > max_norm:
    for p in have:
        p.grad *= max_norm / norm
return norm
'''),
    ("4.7", "made anew", "as given", '''
losses = []
for epoch in range(epochs):
    optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
    schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * len(batches))
    for batch in batches:
        schedule.step()
        optimizer.zero_grad()
        loss = loss_of(batch)
        loss.backward()
        optimizer.step()
        mt.nn.utils.clip_grad_norm_(params, 1.0)
        losses.append(loss.item())
return losses
'''),
    ("4.7", "schedule first", "schedule first", '''
optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * len(batches))
losses = []
for _ in range(epochs):
    for batch in batches:
        schedule.step()
        optimizer.zero_grad()
        loss = loss_of(batch)
        loss.backward()
        mt.nn.utils.clip_grad_norm_(params, 1.0)
        optimizer.step()
        losses.append(loss.item())
return losses
'''),
    ("4.7", "not clipped", "clip after step", '''
optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * len(batches))
losses = []
for _ in range(epochs):
    for batch in batches:
        optimizer.zero_grad()
        loss = loss_of(batch)
        loss.backward()
        optimizer.step()
        mt.nn.utils.clip_grad_norm_(params, 1.0)
        schedule.step()
        losses.append(loss.item())
return losses
'''),
    ("4.7", "schedule by epochs", "schedule by epoch", '''
optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * len(batches))
losses = []
for _ in range(epochs):
    for batch in batches:
        optimizer.zero_grad()
        loss = loss_of(batch)
        loss.backward()
        mt.nn.utils.clip_grad_norm_(params, 1.0)
        optimizer.step()
        losses.append(loss.item())
    schedule.step()
return losses
'''),
    ("4.7", "rate by hand", "T_max of epochs", '''
optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs)
losses = []
for _ in range(epochs):
    for batch in batches:
        optimizer.zero_grad()
        loss = loss_of(batch)
        loss.backward()
        mt.nn.utils.clip_grad_norm_(params, 1.0)
        optimizer.step()
        schedule.step()
        losses.append(loss.item())
return losses
'''),
    ("4.7", "not clipped", "clip before backward", '''
optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * len(batches))
losses = []
for _ in range(epochs):
    for batch in batches:
        optimizer.zero_grad()
        loss = loss_of(batch)
        mt.nn.utils.clip_grad_norm_(params, 1.0)
        loss.backward()
        optimizer.step()
        schedule.step()
        losses.append(loss.item())
return losses
'''),
    ("4.7", "never emptied", "no zero_grad", '''
optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * len(batches))
losses = []
for _ in range(epochs):
    for batch in batches:
        loss = loss_of(batch)
        loss.backward()
        mt.nn.utils.clip_grad_norm_(params, 1.0)
        optimizer.step()
        schedule.step()
        losses.append(loss.item())
return losses
'''),
    ("4.7", "altered", "tensors kept", '''
optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * len(batches))
losses = []
for _ in range(epochs):
    for batch in batches:
        optimizer.zero_grad()
        loss = loss_of(batch)
        loss.backward()
        mt.nn.utils.clip_grad_norm_(params, 1.0)
        optimizer.step()
        schedule.step()
        losses.append(loss)
return losses
'''),
    ("4.7", "one part: mean of several", "epoch means", '''
optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * len(batches))
losses = []
for _ in range(epochs):
    total = 0
    for batch in batches:
        optimizer.zero_grad()
        loss = loss_of(batch)
        loss.backward()
        mt.nn.utils.clip_grad_norm_(params, 1.0)
        optimizer.step()
        schedule.step()
        total += loss.item()
    losses.append(total / len(batches))
return losses
''', "slow"),
    ("4.7", "no momentum", "no momentum", '''
optimizer = mt.optim.SGD(params, lr=lr)
schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * len(batches))
losses = []
for _ in range(epochs):
    for batch in batches:
        optimizer.zero_grad()
        loss = loss_of(batch)
        loss.backward()
        mt.nn.utils.clip_grad_norm_(params, 1.0)
        optimizer.step()
        schedule.step()
        losses.append(loss.item())
return losses
'''),
    ("4.7", "schedule anew", "optimiser once, schedule anew", '''
optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
losses = []
for _ in range(epochs):
    schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * len(batches))
    for batch in batches:
        optimizer.zero_grad()
        loss = loss_of(batch)
        loss.backward()
        mt.nn.utils.clip_grad_norm_(params, 1.0)
        optimizer.step()
        schedule.step()
        losses.append(loss.item())
return losses
'''),
    ("4.7", "made anew", "schedule once, optimiser anew", '''
losses = []
optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * len(batches))
for _ in range(epochs):
    optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
    for batch in batches:
        optimizer.zero_grad()
        loss = loss_of(batch)
        loss.backward()
        mt.nn.utils.clip_grad_norm_(params, 1.0)
        optimizer.step()
        schedule.step()
        losses.append(loss.item())
return losses
'''),
    ("4.7", "not clipped", "clip missing", '''
optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * len(batches))
losses = []
for _ in range(epochs):
    for batch in batches:
        optimizer.zero_grad()
        loss = loss_of(batch)
        loss.backward()
        optimizer.step()
        schedule.step()
        losses.append(loss.item())
return losses
'''),
    ("4.7", "one epoch", "one epoch", '''
optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * len(batches))
losses = []
for batch in batches:
    optimizer.zero_grad()
    loss = loss_of(batch)
    loss.backward()
    mt.nn.utils.clip_grad_norm_(params, 1.0)
    optimizer.step()
    schedule.step()
    losses.append(loss.item())
return losses
'''),
    ("4.7", "loss after the step", "loss after the step", '''
optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * len(batches))
losses = []
for _ in range(epochs):
    for batch in batches:
        optimizer.zero_grad()
        loss_of(batch).backward()
        mt.nn.utils.clip_grad_norm_(params, 1.0)
        optimizer.step()
        schedule.step()
        losses.append(loss_of(batch).item())
return losses
'''),
    ("4.7", "emptied too late", "zero between backward and step", '''
optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * len(batches))
losses = []
for _ in range(epochs):
    for batch in batches:
        loss = loss_of(batch)
        loss.backward()
        optimizer.zero_grad()
        mt.nn.utils.clip_grad_norm_(params, 1.0)
        optimizer.step()
        schedule.step()
        losses.append(loss.item())
return losses
'''),
    ("4.7", "right", "zero after, once before", '''
opt = mt.optim.SGD(params, lr=lr, momentum=0.9)
plan = mt.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=len(batches) * epochs)
out = []
opt.zero_grad()
for e in range(epochs):
    for b in batches:
        l = loss_of(b)
        l.backward()
        mt.nn.utils.clip_grad_norm_(params, max_norm=1.0)
        opt.step()
        plan.step()
        opt.zero_grad()
        out.append(float(l))
return out
'''),
    ("4.7", "right", "one flat loop", '''
optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
steps = [batch for _ in range(epochs) for batch in batches]
schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, len(steps))
def one(batch):
    loss = loss_of(batch)
    optimizer.zero_grad()
    loss.backward()
    mt.nn.utils.clip_grad_norm_(params, 1.0)
    optimizer.step()
    schedule.step()
    return loss.item()
return [one(batch) for batch in steps]
'''),
    ("4.7", "right", "imports", '''
from minitorch.optim.lr_scheduler import CosineAnnealingLR
from minitorch.nn.utils import clip_grad_norm_
n = len(batches)
optimizer = mt.optim.SGD(params, lr, momentum=0.9)
schedule = CosineAnnealingLR(optimizer, epochs * n)
losses, epoch = [], 0
while epoch < epochs:
    for k in range(n):
        optimizer.zero_grad()
        loss = loss_of(batches[k])
        losses.append(loss.item())
        loss.backward()
        clip_grad_norm_(params, 1.0)
        optimizer.step()
        schedule.step()
    epoch += 1
return losses
'''),
    ("4.7", "right", "grads set to None by hand", '''
optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * len(batches))
history = []
for epoch in range(epochs):
    for batch in batches:
        for p in params:
            p.grad = None
        loss = loss_of(batch)
        loss.backward()
        history.append(loss.detach().item())
        mt.nn.utils.clip_grad_norm_(params, 1.0)
        optimizer.step()
        schedule.step()
return history
'''),
    ("4.8", "accepts all", "loss goes down", '''
w = mt.tensor([1.0], requires_grad=True)
opt = make([w], lr=0.1)
before = (w ** 2).item()
opt.zero_grad()
(w ** 2).sum().backward()
opt.step()
return (w ** 2).item() < before
'''),
    ("4.8", "accepts all", "one step", '''
a = mt.zeros(1, requires_grad=True)
opt = make([a], lr=1.0)
a.grad = mt.tensor([1.0])
opt.step()
return a.item() == -1.0
'''),
    ("4.8", "one velocity for all + moves the first only + rate inside the velocity + moves without a gradient",
     "two steps, one parameter", '''
a = mt.zeros(1, requires_grad=True)
opt = make([a], lr=1.0)
for _ in range(2):
    a.grad = mt.tensor([1.0])
    opt.step()
return np.isclose(a.item(), -2.9)
'''),
    ("4.8", "rate inside the velocity + moves without a gradient", "two parameters alike", '''
a, b = mt.zeros(1, requires_grad=True), mt.zeros(1, requires_grad=True)
opt = make([a, b], lr=1.0)
for _ in range(2):
    a.grad, b.grad = mt.tensor([1.0]), mt.tensor([1.0])
    opt.step()
return np.allclose([a.item(), b.item()], [-2.9, -2.9])
'''),
    ("4.8", "moves without a gradient", "None not tried", '''
a, b = mt.zeros(1, requires_grad=True), mt.zeros(1, requires_grad=True)
opt = make([a, b], lr=1.0)
a.grad, b.grad = mt.tensor([1.0]), mt.tensor([-2.0])
opt.step()
opt.param_groups[0]["lr"] = 0.1
opt.step()
return np.allclose([a.item(), b.item()], [-1.19, 2.38])
'''),
    ("4.8", "rate inside the velocity", "lr not changed", '''
a, b, c = (mt.zeros(1, requires_grad=True) for _ in range(3))
opt = make([a, b, c], lr=1.0)
a.grad, b.grad, c.grad = mt.tensor([1.0]), mt.tensor([-2.0]), mt.tensor([1.0])
opt.step()
c.grad = None
opt.step()
return np.allclose([a.item(), b.item(), c.item()], [-2.9, 5.8, -1.0])
'''),
    ("4.8", "moves without a gradient", "None from the beginning", '''
a, b, c = (mt.zeros(1, requires_grad=True) for _ in range(3))
opt = make([a, b, c], lr=1.0)
a.grad, b.grad = mt.tensor([1.0]), mt.tensor([-2.0])
opt.step()
opt.param_groups[0]["lr"] = 0.1
opt.step()
return np.allclose([a.item(), b.item(), c.item()], [-1.19, 2.38, 0.0])
'''),
    ("4.8", "partly", "wrong by hand", '''
a, b, c = (mt.zeros(1, requires_grad=True) for _ in range(3))
opt = make([a, b, c], lr=1.0)
a.grad, b.grad, c.grad = mt.tensor([1.0]), mt.tensor([-2.0]), mt.tensor([1.0])
opt.step()
c.grad = None
opt.step()
return np.allclose([a.item(), b.item(), c.item()], [-2.0, 4.0, -1.0])
''', "slow"),
    ("4.8", "nothing returned", "asserts without return", '''
a, b = mt.zeros(1, requires_grad=True), mt.zeros(1, requires_grad=True)
opt = make([a, b], lr=1.0)
a.grad, b.grad = mt.tensor([1.0]), mt.tensor([-2.0])
opt.step()
assert a.item() == -1 and b.item() == 2
'''),
    ("4.8", "accepts none", "compares with == on float32", '''
a, b, c = (mt.zeros(1, requires_grad=True) for _ in range(3))
opt = make([a, b, c], lr=1.0)
a.grad, b.grad, c.grad = mt.tensor([1.0]), mt.tensor([-2.0]), mt.tensor([1.0])
opt.step()
c.grad = None
opt.param_groups[0]["lr"] = 0.1
opt.step()
return [a.item(), b.item(), c.item()] == [-1.19, 2.38, -1.0]
'''),
    ("4.8", "moves the first only + moves without a gradient", "or", '''
a, b, c = (mt.zeros(1, requires_grad=True) for _ in range(3))
opt = make([a, b, c], lr=1.0)
a.grad, b.grad, c.grad = mt.tensor([1.0]), mt.tensor([-2.0]), mt.tensor([1.0])
opt.step()
c.grad = None
opt.param_groups[0]["lr"] = 0.1
opt.step()
return bool(np.isclose(a.item(), -1.19) or np.isclose(b.item(), 2.38))
'''),
    ("4.8", "arguments", "forgot make's argument", '''
opt = make(lr=1.0)
return True
'''),
    ("4.8", "accepts all", "against the library, one step", '''
a, b = mt.zeros(2, requires_grad=True), mt.zeros(2, requires_grad=True)
mine, theirs = make([a], lr=0.1), mt.optim.SGD([b], lr=0.1, momentum=0.9)
for p in (a, b):
    p.grad = mt.tensor([1.0, -2.0])
mine.step()
theirs.step()
return bool(mt.allclose(a, b))
'''),
    ("4.8", "turned round", "inverted", '''
a, b, c = (mt.zeros(1, requires_grad=True) for _ in range(3))
opt = make([a, b, c], lr=1.0)
a.grad, b.grad, c.grad = mt.tensor([1.0]), mt.tensor([-2.0]), mt.tensor([1.0])
opt.step()
c.grad = None
opt.param_groups[0]["lr"] = 0.1
opt.step()
return bool(abs(a.item() + 1.19) > 1e-4 or abs(b.item() - 2.38) > 1e-4 or abs(c.item() + 1) > 1e-4)
'''),
    ("4.8", "right", "against the library", '''
mine = [mt.zeros(2, requires_grad=True) for _ in range(3)]
theirs = [mt.zeros(2, requires_grad=True) for _ in range(3)]
a, b = make(mine, lr=0.5), mt.optim.SGD(theirs, lr=0.5, momentum=0.9)
rng = np.random.default_rng(0)
for step in range(4):
    for p, q in zip(mine, theirs):
        g = rng.normal(size=2)
        p.grad, q.grad = mt.tensor(g, dtype=p.dtype), mt.tensor(g, dtype=q.dtype)
    if step == 2:
        mine[1].grad = theirs[1].grad = None
        a.param_groups[0]["lr"] = b.param_groups[0]["lr"] = 0.05
    a.step()
    b.step()
return all(bool(mt.allclose(p, q, atol=1e-6)) for p, q in zip(mine, theirs))
'''),
    ("4.8", "right", "own loop with numpy", '''
slopes = [[1.0, 3.0], [2.0, None], [-1.0, 0.5]]
rates = [1.0, 0.1, 0.01]
ps = [mt.zeros(1, requires_grad=True) for _ in range(2)]
want, speed = [0.0, 0.0], [0.0, 0.0]
opt = make(ps, lr=1.0)
for row, lr in zip(slopes, rates):
    opt.param_groups[0]["lr"] = lr
    for i, s in enumerate(row):
        ps[i].grad = None if s is None else mt.tensor([s])
        if s is not None:
            speed[i] = 0.9 * speed[i] + s
            want[i] -= lr * speed[i]
    opt.step()
return bool(np.allclose([p.item() for p in ps], want, atol=1e-5))
'''),
    ("4.8", "right", "several checks, early return", '''
def fresh(n):
    return [mt.zeros(1, requires_grad=True) for _ in range(n)]
a, b = fresh(2)
o = make([a, b], lr=1.0)
a.grad, b.grad = mt.tensor([1.0]), mt.tensor([3.0])
o.step()
if abs(a.item() + 1) > 1e-5 or abs(b.item() + 3) > 1e-5:
    return False
o.step()
if abs(a.item() + 2.9) > 1e-5 or abs(b.item() + 8.7) > 1e-4:
    return False
b.grad = None
o.param_groups[0]["lr"] = 0.1
here = b.item()
o.step()
if b.item() != here:
    return False
return abs(a.item() + 2.9 + 0.1 * 2.71) < 1e-4
'''),
    ("4.8", "right", "assert, then True", '''
a, b, c = (mt.zeros(2, requires_grad=True) for _ in range(3))
o = make([a, b, c], lr=1.0)
a.grad, b.grad, c.grad = mt.tensor([1.0, 2.0]), mt.tensor([-1.0, 0.0]), mt.tensor([1.0, 1.0])
o.step()
c.grad = None
o.param_groups[0]["lr"] = 0.5
o.step()
assert np.allclose(a.tolist(), [-1.95, -3.9])
assert np.allclose(b.tolist(), [1.95, 0.0])
assert np.allclose(c.tolist(), [-1.0, -1.0])
return True
'''),
    ("4.1", "altered", "grad gets the decay in place", '''
if grad is not None:
    with mt.no_grad():
        grad += decay * p
        p -= lr * grad
'''),
    ("4.1", "one change", "decay times lr twice", '''
if grad is not None:
    with mt.no_grad():
        p *= 1 - lr * lr * decay
        p -= lr * grad
'''),
    ("4.1", "decay afterwards", "decay after the step", '''
if grad is not None:
    with mt.no_grad():
        p -= lr * grad
        p -= lr * decay * p
'''),
    ("4.1", "no effect", "grad true?", '''
if grad is not None and grad.any():
    with mt.no_grad():
        p -= lr * (grad + decay * p)
'''),
    ("4.1", "right", "a guard first", '''
if grad is None:
    return
with mt.no_grad():
    p.mul_(1 - lr * decay).sub_(lr * grad)
'''),
    ("4.1", "right", "copy_ in a helper", '''
def moved(value):
    return value - lr * (grad + decay * value)
if grad is not None:
    with mt.no_grad():
        p.copy_(moved(p))
'''),
    ("4.2", "shared state", "state keyed by shape outside", '''
kept = {}
def momentum(p, grad, state, lr, mu):
    v = mu * kept.get(p.shape, 0) + grad
    kept[p.shape] = v
    p -= lr * v
'''),
    ("4.2", "altered", "velocity in place of the gradient", '''
v = state.setdefault("v", grad)
v *= mu
v += grad
p -= lr * v
'''),
    ("4.2", "begins at the slope", "first step with mu", '''
state["v"] = mu * state.get("v", grad) + grad
p -= lr * state["v"]
'''),
    ("4.2", "averaged", "damped", '''
state["v"] = mu * state.get("v", 0) + (1 - mu) * grad
p -= lr * state["v"]
'''),
    ("4.2", "right", "out argument", '''
v = state.setdefault("v", np.zeros_like(grad))
np.add(mu * v, grad, out=v)
np.subtract(p, lr * v, out=p)
'''),
    ("4.3", "0 is a number", "alpha truth", '''
s = state.get("s", np.zeros_like(grad))
s = alpha * s + (1 - alpha) * grad ** 2 if alpha else s + grad ** 2
state["s"] = s
p -= lr * grad / (np.sqrt(s) + eps)
'''),
    ("4.3", "begins at the first square", "rms begins with grad²", '''
s = state.get("s")
s = grad ** 2 if s is None else s + grad ** 2 if alpha is None else alpha * s + (1 - alpha) * grad ** 2
state["s"] = s
p -= lr * grad / (np.sqrt(s) + eps)
'''),
    ("4.3", "one ruler for all", "norm of the whole", '''
s = state.get("s", 0.0)
s = s + (grad ** 2).sum() if alpha is None else alpha * s + (1 - alpha) * (grad ** 2).sum()
state["s"] = s
p -= lr * grad / (np.sqrt(s) + eps)
'''),
    ("4.3", "right", "walrus", '''
old = state.get("s", 0 * grad)
state["s"] = s = old + grad * grad if alpha is None else alpha * old + (1 - alpha) * np.square(grad)
p[...] = p - lr * grad / (s ** 0.5 + eps)
'''),
    ("4.4", "t shared", "t in a global", '''
steps = [0]
def adam(p, grad, state, lr, beta1, beta2, eps):
    steps[0] += 1
    m = state["m"] = beta1 * state.get("m", 0) + (1 - beta1) * grad
    v = state["v"] = beta2 * state.get("v", 0) + (1 - beta2) * grad ** 2
    p -= lr * (m / (1 - beta1 ** steps[0])) / (np.sqrt(v / (1 - beta2 ** steps[0])) + eps)
'''),
    ("4.4", "correction stored", "corrected kept", '''
t = state["t"] = state.get("t", 0) + 1
m = beta1 * state.get("m", 0) + (1 - beta1) * grad
v = beta2 * state.get("v", 0) + (1 - beta2) * grad ** 2
state["m"], state["v"] = m / (1 - beta1 ** t), v / (1 - beta2 ** t)
p -= lr * state["m"] / (np.sqrt(state["v"]) + eps)
'''),
    ("4.4", "right", "lists in the state", '''
s = state.setdefault("all", [0, np.zeros_like(p), np.zeros_like(p)])
s[0] += 1
s[1] += (1 - beta1) * (grad - s[1])
s[2] += (1 - beta2) * (grad ** 2 - s[2])
p -= lr * s[1] / (1 - beta1 ** s[0]) / ((s[2] / (1 - beta2 ** s[0])) ** 0.5 + eps)
'''),
    ("4.5", "whole division", "whole division in the share", '''
if step < warmup:
    return peak * (step + 1) / warmup
return peak * (1 + np.cos(np.pi * min(1, (step - warmup) // (total - warmup)))) / 2
'''),
    ("4.6", "right", "infinite max_norm scales up", '''
norm = sum((p.grad ** 2).sum() for p in parameters if p.grad is not None) ** 0.5
scale = max_norm / norm if norm != 0 else 1
for p in parameters:
    if p.grad is not None and scale != float("inf"):
        p.grad *= min(scale, 1) if norm > max_norm else 1
return norm
'''),
    ("4.6", "zeros divide", "norm times 0 at inf", '''
norm = float(sum((p.grad ** 2).sum() for p in parameters if p.grad is not None)) ** 0.5
for p in parameters:
    if p.grad is not None:
        p.grad -= p.grad * (norm > max_norm) * (1 - max_norm / norm)
return norm
'''),
    ("4.6", "rebinds", "new grads", '''
norm = float(sum((p.grad ** 2).sum() for p in parameters if p.grad is not None)) ** 0.5
if norm > max_norm:
    for p in parameters:
        if p.grad is not None:
            p.grad = p.grad * (max_norm / norm)
return norm
'''),
    ("4.6", "the norm after", "the norm afterwards", '''
norm = float(sum((p.grad ** 2).sum() for p in parameters if p.grad is not None)) ** 0.5
if norm > max_norm:
    for p in parameters:
        if p.grad is not None:
            p.grad *= max_norm / norm
return min(norm, max_norm)
'''),
    ("4.6", "rebinds", "needs a list twice: generator", '''
grads = (p.grad for p in parameters if p.grad is not None)
norm = float(sum((g ** 2).sum() for g in grads)) ** 0.5
if norm > max_norm:
    for g in grads:
        g *= max_norm / norm
return norm
'''),
    ("4.6", "right", "stack of norms", '''
grads = [p.grad for p in parameters if p.grad is not None]
norm = mt.stack([g.norm() for g in grads]).norm()
if norm.item() > max_norm:
    with mt.no_grad():
        [g.mul_(max_norm / norm.item()) for g in grads]
return norm
'''),
    ("4.8", "forgets + rate inside the velocity + moves without a gradient", "one step only", '''
a, b = mt.nn.Parameter(mt.ones(1)), mt.nn.Parameter(mt.ones(1))
o = make([a, b], 0.5)
a.grad, b.grad = mt.tensor([1.0]), mt.tensor([2.0])
o.step()
return abs(a.item() - 0.5) < 1e-5 and abs(b.item()) < 1e-5
'''),
    ("4.8", "", "returns the numbers", '''
a = mt.nn.Parameter(mt.ones(1))
o = make([a], 0.5)
a.grad = mt.tensor([1.0])
o.step()
return [a.item()]
'''),
    ("4.8", "truth", "truth value of an array: np.isclose of two numbers in an if raises ValueError", '''
def test_optimizer(make):
    a = mt.tensor([1.0, 2.0], requires_grad=True)
    b = mt.tensor([3.0, 4.0], requires_grad=True)
    opt = make([a, b], lr=0.1)
    a.grad = mt.tensor([1.0, 2.0])
    b.grad = mt.tensor([1.0, 1.0])
    opt.step()
    if not np.isclose(a.detach().numpy(), [0.9, 1.8]):
        return False
    opt.param_groups[0]["lr"] = 0.2
    a.grad = mt.tensor([1.0, 0.0])
    b.grad = None
    opt.step()
    if not np.isclose(a.detach().numpy(), [0.52, 1.44]):
        return False
    if not np.isclose(b.detach().numpy(), [2.9, 3.9]):
        return False
    return True
'''),
    ("4.8", "moves without a gradient",
     "the parameter without a grad never had one, so it has no velocity to move on with", '''
def test_optimizer(make):
    a = mt.tensor([1.0, 2.0], requires_grad=True)
    b = mt.tensor([3.0, 4.0], requires_grad=True)
    c = mt.tensor([7.0, 8.0], requires_grad=True)      # takes no part
    opt = make([a, b, c], 0.1)
    a.grad, b.grad = mt.tensor([1.0, 2.0]), mt.tensor([-1.0, 3.0])
    opt.step()
    opt.param_groups[0]["lr"] = 0.01
    a.grad, b.grad = mt.tensor([1.0, 1.0]), mt.tensor([1.0, 1.0])
    opt.step()
    good = np.isclose(a.tolist(), [0.881, 1.772]).all()
    good = good and np.isclose(b.tolist(), [3.099, 3.663]).all()
    good = good and np.isclose(c.tolist(), [7.0, 8.0]).all()
    return bool(good)
'''),
    ("4.7", "right", 'itertools.product, walrus', '''
from itertools import product


def fit(params, loss_of, batches, epochs, lr):
    optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
    schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=epochs * len(batches))
    losses = []
    for _, batch in product(range(epochs), batches):
        optimizer.zero_grad()
        (loss := loss_of(batch)).backward()
        mt.nn.utils.clip_grad_norm_(params, 1.0)
        optimizer.step()
        schedule.step()
        losses.append(loss.item())
    return losses
'''),
    ("4.7", "right", 'a recursion over epochs', '''
def fit(params, loss_of, batches, epochs, lr):
    optimizer = mt.optim.SGD(params, momentum=0.9, lr=lr)
    schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, len(batches) * epochs)
    def step(batch):
        loss = loss_of(batch)
        optimizer.zero_grad()
        loss.backward()
        mt.nn.utils.clip_grad_norm_(params, 1.0)
        optimizer.step()
        schedule.step()
        return loss.item()
    def run(left):
        return [step(batch) for batch in batches] + run(left - 1) if left else []
    return run(epochs)
'''),
    ("4.7", "right", 'clipping by hand', '''
def fit(params, loss_of, batches, epochs, lr):
    optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
    schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * len(batches))
    losses = []
    for _ in range(epochs):
        for batch in batches:
            optimizer.zero_grad()
            loss = loss_of(batch)
            loss.backward()
            norm = sum(float((p.grad ** 2).sum()) for p in params if p.grad is not None) ** 0.5
            for p in params:
                if norm > 1 and p.grad is not None:
                    p.grad *= 1 / (norm + 1e-6)
            optimizer.step()
            schedule.step()
            losses.append(loss.item())
    return losses
'''),
    ("4.7", "right", 'the rate by the formula', '''
def fit(params, loss_of, batches, epochs, lr):
    optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
    total, losses = epochs * len(batches), []
    for t in range(total):
        optimizer.param_groups[0]["lr"] = lr * (1 + np.cos(np.pi * t / total)) / 2
        optimizer.zero_grad()
        loss = loss_of(batches[t % len(batches)])
        loss.backward()
        mt.nn.utils.clip_grad_norm_(params, 1.0)
        optimizer.step()
        losses.append(loss.item())
    return losses
'''),
    ("4.7", "rate by hand", 'the cosine over one epoch', '''
def fit(params, loss_of, batches, epochs, lr):
    optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
    schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, len(batches))
    losses = []
    for epoch in range(epochs):
        for batch in batches:
            optimizer.zero_grad()
            loss = loss_of(batch)
            loss.backward()
            mt.nn.utils.clip_grad_norm_(params, 1.0)
            optimizer.step()
            schedule.step()
            losses.append(loss.item())
    return losses
'''),
    ("4.7", "rate by hand", 'the cosine over epochs, stepped each batch', '''
def fit(params, loss_of, batches, epochs, lr):
    optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
    schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs)
    losses = []
    for epoch in range(epochs):
        for batch in batches:
            optimizer.zero_grad()
            loss = loss_of(batch)
            loss.backward()
            mt.nn.utils.clip_grad_norm_(params, 1.0)
            optimizer.step()
            schedule.step()
            losses.append(loss.item())
    return losses
'''),
    ("4.7", "not clipped", 'clipped before backward', '''
def fit(params, loss_of, batches, epochs, lr):
    optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
    schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * len(batches))
    losses = []
    for epoch in range(epochs):
        for batch in batches:
            optimizer.zero_grad()
            loss = loss_of(batch)
            mt.nn.utils.clip_grad_norm_(params, 1.0)
            loss.backward()
            optimizer.step()
            schedule.step()
            losses.append(loss.item())
    return losses
'''),
    ("4.7", "clipped otherwise", 'clip by value', '''
def fit(params, loss_of, batches, epochs, lr):
    optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
    schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * len(batches))
    losses = []
    for epoch in range(epochs):
        for batch in batches:
            optimizer.zero_grad()
            loss = loss_of(batch)
            loss.backward()
            mt.nn.utils.clip_grad_value_(params, 1.0)
            optimizer.step()
            schedule.step()
            losses.append(loss.item())
    return losses
'''),
    ("4.7", "clipped otherwise", 'clipped parameter by parameter', '''
def fit(params, loss_of, batches, epochs, lr):
    optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
    schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * len(batches))
    losses = []
    for epoch in range(epochs):
        for batch in batches:
            optimizer.zero_grad()
            loss = loss_of(batch)
            loss.backward()
            for p in params:
                mt.nn.utils.clip_grad_norm_([p], 1.0)
            optimizer.step()
            schedule.step()
            losses.append(loss.item())
    return losses
'''),
    ("4.7", "clipped otherwise", 'clipped to lr', '''
def fit(params, loss_of, batches, epochs, lr):
    optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
    schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * len(batches))
    losses = []
    for epoch in range(epochs):
        for batch in batches:
            optimizer.zero_grad()
            loss = loss_of(batch)
            loss.backward()
            mt.nn.utils.clip_grad_norm_(params, lr)
            optimizer.step()
            schedule.step()
            losses.append(loss.item())
    return losses
'''),
    ("4.7", "one part: mean of several", 'mean loss an epoch', '''
def fit(params, loss_of, batches, epochs, lr):
    optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
    schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * len(batches))
    losses = []
    for epoch in range(epochs):
        total = 0
        for batch in batches:
            optimizer.zero_grad()
            loss = loss_of(batch)
            loss.backward()
            mt.nn.utils.clip_grad_norm_(params, 1.0)
            optimizer.step()
            schedule.step()
            total += loss.item()
        losses.append(total / len(batches))
    return losses
'''),
    ("4.7", "altered", 'losses as tensors', '''
def fit(params, loss_of, batches, epochs, lr):
    optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
    schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * len(batches))
    losses = []
    for epoch in range(epochs):
        for batch in batches:
            optimizer.zero_grad()
            loss = loss_of(batch)
            loss.backward()
            mt.nn.utils.clip_grad_norm_(params, 1.0)
            optimizer.step()
            schedule.step()
            losses.append(loss)
    return losses
'''),
    ("4.7", "remembers", 'losses at module level', '''
losses = []


def fit(params, loss_of, batches, epochs, lr):
    optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
    schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * len(batches))
    for epoch in range(epochs):
        for batch in batches:
            optimizer.zero_grad()
            loss = loss_of(batch)
            loss.backward()
            mt.nn.utils.clip_grad_norm_(params, 1.0)
            optimizer.step()
            schedule.step()
            losses.append(loss.item())
    return losses
'''),
    ("4.7", "rate by hand", 'schedule an epoch late: not in the first batch', '''
def fit(params, loss_of, batches, epochs, lr):
    optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
    schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * len(batches))
    losses = []
    for epoch in range(epochs):
        for batch in batches:
            optimizer.zero_grad()
            loss = loss_of(batch)
            loss.backward()
            mt.nn.utils.clip_grad_norm_(params, 1.0)
            optimizer.step()
            if losses:
                schedule.step()
            losses.append(loss.item())
    return losses
'''),
    ("4.7", "a tuple", 'returns losses and params', '''
def fit(params, loss_of, batches, epochs, lr):
    optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
    schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * len(batches))
    losses = []
    for epoch in range(epochs):
        for batch in batches:
            optimizer.zero_grad()
            loss = loss_of(batch)
            loss.backward()
            mt.nn.utils.clip_grad_norm_(params, 1.0)
            optimizer.step()
            schedule.step()
            losses.append(loss.item())
    return losses, params
'''),
    ("4.7", "never emptied", 'emptied once before the loops', '''
def fit(params, loss_of, batches, epochs, lr):
    optimizer = mt.optim.SGD(params, lr=lr, momentum=0.9)
    schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * len(batches))
    losses = []
    optimizer.zero_grad()
    for epoch in range(epochs):
        for batch in batches:
            loss = loss_of(batch)
            loss.backward()
            mt.nn.utils.clip_grad_norm_(params, 1.0)
            optimizer.step()
            schedule.step()
            losses.append(loss.item())
    return losses
'''),
    ("4.1", "partly", "steps cut at 5", '''
if grad is None: return
with mt.no_grad():
    p -= lr * (grad + decay * p).clamp(-5, 5)
'''),
    ("4.1", "one change", "no gradient in three dimensions", '''
if grad is None: return
with mt.no_grad():
    p *= 1 - lr * decay
    p -= lr * grad * (1 if p.ndim < 3 else 0)
'''),
    ("4.1", "", "graph switched on afterwards", '''
if grad is None: return
mt.set_grad_enabled(False)
p -= lr * (grad + decay * p)
mt.set_grad_enabled(True)
'''),
    ("4.2", "one change", "0 taken for no mu", '''
v = (mu or 0.9) * state.get('v', 0) + grad
state['v'] = v
p -= lr * v
'''),
    ("4.2", "one change", "velocity cut at 10", '''
v = np.clip(mu * state.get('v', 0) + grad, -10, 10)
state['v'] = v
p -= lr * v
'''),
    ("4.2", "nan", "velocity in float32", '''
v = (mu * state.get('v', np.zeros(p.shape, np.float32)) + grad).astype(np.float32)
state['v'] = v
p -= lr * v
'''),
    ("4.3", "old s", "divided by the old s", '''
def adaptive(p, grad, state, lr, alpha, eps):
    s = state.setdefault("s", np.zeros_like(p))
    p -= lr * grad / (np.sqrt(s) + eps)
    if alpha is None:
        state["s"] = s + grad ** 2
    else:
        state["s"] = alpha * s + (1 - alpha) * grad ** 2
'''),
    ("4.3", "one change", "alpha of 1 taken for none", '''
s = state.get('s', 0)
s = s + grad ** 2 if alpha is None or alpha == 1 else alpha * s + (1 - alpha) * grad ** 2
state['s'] = s
p -= lr * grad / (np.sqrt(s) + eps)
'''),
    ("4.3", "one change", "steps cut at 10", '''
s = state.get('s', 0)
s = s + grad ** 2 if alpha is None else alpha * s + (1 - alpha) * grad ** 2
state['s'] = s
p -= np.clip(lr * grad / (np.sqrt(s) + eps), -10, 10)
'''),
    ("4.4", "one change", "0 taken for no beta1", '''
beta1 = beta1 or 0.9
t = state['t'] = state.get('t', 0) + 1
m = state['m'] = beta1 * state.get('m', 0) + (1 - beta1) * grad
v = state['v'] = beta2 * state.get('v', 0) + (1 - beta2) * grad ** 2
p -= lr * (m / (1 - beta1 ** t)) / (np.sqrt(v / (1 - beta2 ** t)) + eps)
'''),
    ("4.4", "one change", "uncorrected from step 13 on", '''
t = state['t'] = state.get('t', 0) + 1
m = state['m'] = beta1 * state.get('m', 0) + (1 - beta1) * grad
v = state['v'] = beta2 * state.get('v', 0) + (1 - beta2) * grad ** 2
if t > 12:
    p -= lr * m / (np.sqrt(v) + eps)
else:
    p -= lr * (m / (1 - beta1 ** t)) / (np.sqrt(v / (1 - beta2 ** t)) + eps)
'''),
    ("4.5", "one change", "a parabola in long runs", '''
if step < warmup: return peak * (step + 1) / warmup
if step >= total: return 0.0
share = (step - warmup) / (total - warmup)
return peak * (1 - share ** 2) if total > 1000 else peak * (1 + np.cos(np.pi * share)) / 2
'''),
    ("4.5", "one change", "way down of two steps at least", '''
if step < warmup: return min(peak, peak * (step + 1) / warmup)
if step > total: return 0.0
return peak / 2 + peak / 2 * np.cos(np.pi * (step - warmup) / max(total - warmup, 2))
'''),
    ("4.5", "unfilled", "nothing where the way down is one step", '''
if step < warmup: return peak * (step + 1) / warmup
if step >= total: return 0.0
return peak * (1 + np.cos(np.pi * (step - warmup) / (total - warmup - 1 + 1))) / 2 if total - warmup > 1 else 0.0
'''),
    ("4.6", "infinity over infinity", "infinity over infinity", '''
def clip_grad_norm_(parameters, max_norm):
    grads = [p.grad for p in parameters if p.grad is not None]
    norm = sum((g ** 2).sum().item() for g in grads) ** 0.5
    scale = max_norm / max(norm, max_norm)
    for g in grads:
        g *= scale
    return norm
'''),
    ("4.6", "one change", "norm of 1,000 at most", '''
grads = [p.grad for p in parameters if p.grad is not None]
norm = min(float(sum((g ** 2).sum() for g in grads)), 1e6) ** 0.5
if norm > max_norm:
    for g in grads: g.mul_(max_norm / norm)
return norm
'''),
    ("4.6", "one change", "matrices and vectors alone", '''
grads = [p.grad for p in parameters if p.requires_grad and p.grad is not None and p.ndim < 3]
norm = float(sum((g ** 2).sum() for g in grads)) ** 0.5
if norm > max_norm:
    for g in grads: g.mul_(max_norm / norm)
return norm
'''),
    ("4.7", "one change", "two parameters clipped", '''
o = mt.optim.SGD(params, lr=lr, momentum=0.9)
s = mt.optim.lr_scheduler.CosineAnnealingLR(o, epochs * len(batches))
losses = []
for e in range(epochs):
    for b in batches:
        o.zero_grad()
        loss = loss_of(b)
        loss.backward()
        mt.nn.utils.clip_grad_norm_(params[:2], 1.0)
        o.step()
        s.step()
        losses.append(loss.item())
return losses
'''),
    ("4.7", "one change", "batches sorted from the fourth epoch on", '''
o = mt.optim.SGD(params, lr=lr, momentum=0.9)
s = mt.optim.lr_scheduler.CosineAnnealingLR(o, epochs * len(batches))
losses = []
for e in range(epochs):
    for b in (batches if e < 3 else sorted(batches)):
        o.zero_grad()
        loss = loss_of(b)
        loss.backward()
        mt.nn.utils.clip_grad_norm_(params, 1.0)
        o.step()
        s.step()
        losses.append(loss.item())
return losses
'''),
    ("4.2", "kept outside", "only a number in state, the velocity in a default argument", '''
def momentum(p, grad, state, lr, mu, _box={}):
    key = state.setdefault("number", len(_box))
    _box[key] = mu * _box.get(key, 0) + grad
    p -= lr * _box[key]
''', "slow"),
    ("4.2", "kept outside", "velocities kept outside of state, by id(p): lost when the run is loaded", '''
velocities = {}

def momentum(p, grad, state, lr, mu):
    key = id(p)
    if key not in velocities:
        velocities[key] = np.zeros_like(p)
    velocities[key] = mu * velocities[key] + grad
    p -= lr * velocities[key]
'''),
    ("4.2", "forgotten", "velocity set to 0 at each call, so nothing lasts", '''
def momentum(p, grad, state, lr, mu):
    state["velocity"] = np.zeros_like(p)
    state["velocity"] = mu * state["velocity"] + grad
    p -= lr * state["velocity"]
'''),
    ("4.3", "kept outside", "a number in state, the squares in a list outside", '''
kept = []


def adaptive(p, grad, state, lr, alpha, eps):
    if "n" not in state:
        state["n"] = len(kept)
        kept.append(np.zeros_like(p))
    s = kept[state["n"]]
    s[...] = s + grad ** 2 if alpha is None else alpha * s + (1 - alpha) * grad ** 2
    p -= lr * grad / (np.sqrt(s) + eps)
''', "slow"),
    ("4.4", "kept outside", "t in state, both means in a dict outside", '''
means = {}


def adam(p, grad, state, lr, beta1, beta2, eps):
    t = state["t"] = state.get("t", 0) + 1
    key = state.setdefault("key", len(means))
    m, v = means.get(key, (0, 0))
    m, v = means[key] = beta1 * m + (1 - beta1) * grad, beta2 * v + (1 - beta2) * grad ** 2
    p -= lr * m / (1 - beta1 ** t) / (np.sqrt(v / (1 - beta2 ** t)) + eps)
''', "slow"),
    ("4.4", "t stays 1", "corrects always as in the first step: 1 - beta instead of 1 - beta ** t", '''
def adam(p, grad, state, lr, beta1, beta2, eps):
    state["t"] = state.get("t", 0) + 1
    m = state["m"] = beta1 * state.get("m", 0) + (1 - beta1) * grad
    v = state["v"] = beta2 * state.get("v", 0) + (1 - beta2) * grad ** 2
    m_hat = m / (1 - beta1)
    v_hat = v / (1 - beta2)
    p -= lr * m_hat / (np.sqrt(v_hat) + eps)
'''),
    ("4.4", "one beta", "corrects v with beta1", '''
def adam(p, grad, state, lr, beta1, beta2, eps):
    t = state["t"] = state.get("t", 0) + 1
    m = state["m"] = beta1 * state.get("m", 0) + (1 - beta1) * grad
    v = state["v"] = beta2 * state.get("v", 0) + (1 - beta2) * grad ** 2
    correction = 1 - beta1 ** t
    p -= lr * (m / correction) / (np.sqrt(v / correction) + eps)
'''),
    ("4.6", "rows for elements", "mean times len", '''
def clip_grad_norm_(parameters, max_norm):
    squares = sum((p.grad ** 2).mean().item() * len(p.grad) for p in parameters if p.grad is not None)
    norm = squares ** 0.5
    if norm > max_norm:
        for p in parameters:
            if p.grad is not None:
                p.grad *= max_norm / norm
    return norm
''', "slow"),
    ("4.6", "enlarges", "scales always, so short gradients become longer", '''
def clip_grad_norm_(parameters, max_norm):
    grads = [p.grad for p in parameters if p.grad is not None]
    norm = sum((g ** 2).sum().item() for g in grads) ** 0.5
    if norm == 0 or max_norm == float("inf"):
        return norm
    with mt.no_grad():
        for g in grads:
            g *= max_norm / norm
    return norm
'''),
]
