"""What students hand in for lesson 4 that is right, in one style and in others."""

SGD = """
def sgd(p, grad, lr, decay):
    if grad is None:
        return
    with mt.no_grad():
        p -= lr * (grad + decay * p)
"""

MOMENTUM = """
def momentum(p, grad, state, lr, mu):
    v = mu * state.get("v", 0) + grad
    state["v"] = v
    p -= lr * v
"""

ADAPTIVE = """
def adaptive(p, grad, state, lr, alpha, eps):
    s = state.get("s", 0)
    s = s + grad ** 2 if alpha is None else alpha * s + (1 - alpha) * grad ** 2
    state["s"] = s
    p -= lr * grad / (np.sqrt(s) + eps)
"""

ADAM = """
def adam(p, grad, state, lr, beta1, beta2, eps):
    t = state.get("t", 0) + 1
    m = beta1 * state.get("m", 0) + (1 - beta1) * grad
    v = beta2 * state.get("v", 0) + (1 - beta2) * grad ** 2
    state.update(t=t, m=m, v=v)
    m_hat = m / (1 - beta1 ** t)
    v_hat = v / (1 - beta2 ** t)
    p -= lr * m_hat / (np.sqrt(v_hat) + eps)
"""

WARMUP = """
def warmup_cosine(step, warmup, total, peak):
    if step < warmup:
        return peak * (step + 1) / warmup
    share = min(1.0, (step - warmup) / (total - warmup))
    return peak * (1 + np.cos(np.pi * share)) / 2
"""

CLIP = """
def clip_grad_norm_(parameters, max_norm):
    grads = [p.grad for p in parameters if p.grad is not None]
    norm = sum((grad ** 2).sum() for grad in grads) ** 0.5
    if norm > max_norm:
        for grad in grads:
            grad *= max_norm / norm
    return norm
"""

FIT = """
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
            schedule.step()
            losses.append(loss.item())
    return losses
"""

TEST = """
def test_optimizer(make):
    a, b, still = (mt.zeros(1, requires_grad=True) for _ in range(3))
    optimizer = make([a, b, still], lr=1.0)
    for p, slope in ((a, 1.0), (b, -2.0), (still, 1.0)):
        p.grad = mt.tensor([slope])
    optimizer.step()
    still.grad = None
    optimizer.param_groups[0]["lr"] = 0.1
    optimizer.step()
    return np.allclose([a.item(), b.item(), still.item()], [-1.19, 2.38, -1.0])
"""

REFERENCE = {"4.1": SGD, "4.2": MOMENTUM, "4.3": ADAPTIVE, "4.4": ADAM, "4.5": WARMUP, "4.6": CLIP, "4.7": FIT,
             "4.8": TEST}

# In place or not, loops in the place of arrays, .data as in old code, PyTorch's own spelling.
OTHERS = {
    "4.1": ["def sgd(p, grad, lr, decay):\n    if grad is not None:\n        p.data -= lr * (grad + decay * p.data)\n",
            "def sgd(p, grad, lr, decay):\n    if grad is not None:\n        p.data = p.data - lr * (grad + decay * p.data)\n",
            "@mt.no_grad()\ndef sgd(p, grad, lr, decay):\n    if grad is None:\n        return p\n"
            "    slope = grad.add(p, alpha=decay)\n    p.add_(slope, alpha=-lr)\n    return p\n",
            "def sgd(p, grad, lr, decay):\n    with mt.no_grad():\n        if grad is not None:\n"
            "            p.mul_(1 - lr * decay)\n            p.sub_(lr * grad)\n"],
    "4.2": ["def momentum(p, grad, state, lr, mu):\n    if 'velocity' not in state:\n"
            "        state['velocity'] = np.zeros_like(p)\n    state['velocity'] *= mu\n    state['velocity'] += grad\n"
            "    p -= lr * state['velocity']\n",
            "def momentum(p, grad, state, lr, mu):\n    v = state.setdefault('v', np.zeros(p.shape))\n"
            "    for i in np.ndindex(p.shape):\n        v[i] = mu * v[i] + grad[i]\n        p[i] -= lr * v[i]\n",
            "def momentum(p, grad, state, lr, mu):\n    if not state:\n        state['v'] = grad.copy()\n    else:\n"
            "        state['v'] = mu * state['v'] + grad\n    p[:] = p - lr * state['v']\n"],
    "4.3": ["def adaptive(p, grad, state, lr, alpha, eps):\n    if not state:\n        state['s'] = np.zeros_like(p)\n"
            "    s = state['s']\n    if alpha is None:\n        s += grad * grad\n    else:\n        s *= alpha\n"
            "        s += (1 - alpha) * grad * grad\n    p -= lr / (s ** 0.5 + eps) * grad\n"],
    "4.4": ["def adam(p, grad, state, lr, beta1, beta2, eps):\n    if not state:\n        state['step'] = 0\n"
            "        state['exp_avg'], state['exp_avg_sq'] = np.zeros_like(p), np.zeros_like(p)\n    state['step'] += 1\n"
            "    m, v, t = state['exp_avg'], state['exp_avg_sq'], state['step']\n    m += (1 - beta1) * (grad - m)\n"
            "    v *= beta2\n    v += (1 - beta2) * grad * grad\n"
            "    p -= lr / (1 - beta1 ** t) * m / (np.sqrt(v) / np.sqrt(1 - beta2 ** t) + eps)\n"],
    "4.5": ["def warmup_cosine(step, warmup, total, peak):\n    if step >= total:\n        return 0.0\n"
            "    if step < warmup:\n        return peak / warmup * (step + 1)\n"
            "    return peak * np.cos(np.pi / 2 * (step - warmup) / (total - warmup)) ** 2\n"],
    "4.6": ["def clip_grad_norm_(parameters, max_norm):\n    total = 0.0\n    for p in parameters:\n"
            "        if p.grad is not None:\n            for g in p.grad.flatten():\n                total += g.item() ** 2\n"
            "    norm = total ** 0.5\n    scale = min(1.0, max_norm / norm)\n    for p in parameters:\n"
            "        if p.grad is not None:\n            p.grad = p.grad * scale\n    return norm\n",
            "def clip_grad_norm_(parameters, max_norm):\n    parts = [p.grad.flatten() for p in parameters if p.grad is not None]\n"
            "    norm = mt.cat(parts).norm()\n    for p in parameters:\n        if p.grad is not None:\n"
            "            p.grad.mul_((max_norm / (norm + 1e-6)).clamp(max=1.0))\n    return norm\n"],
    "4.7": [FIT.replace("            optimizer.zero_grad()\n", "").replace("            schedule.step()\n",
                                                                          "            schedule.step()\n"
                                                                          "            for p in params:\n"
                                                                          "                p.grad = None\n")],
    "4.8": ["def test_optimizer(make):\n    a, b = mt.ones(2, requires_grad=True), mt.ones(2, requires_grad=True)\n"
            "    optimizer, at, v = make([a, b], lr=0.5), 1.0, 0.0\n    for lr in (0.5, 0.25, 0.125):\n"
            "        optimizer.param_groups[0]['lr'] = lr\n        a.grad, b.grad = mt.ones(2), None\n"
            "        if lr == 0.125:\n            b.grad = mt.ones(2)\n        elif lr == 0.5:\n            b.grad = 2 * mt.ones(2)\n"
            "        optimizer.step()\n        v = 0.9 * v + 1\n        at -= lr * v\n"
            "    return np.allclose(a.tolist(), at) and np.allclose(b.tolist(), 1 - 0.5 * 2 - 0.125 * (0.9 * 2 + 1))\n"],
}
