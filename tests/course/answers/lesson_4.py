"""What students hand in for lesson 4: right, right in another style, and wrong in the ways that have a name."""

from course.answers.right_4 import (
    ADAM,
    ADAPTIVE,
    CLIP,
    FIT,
    MOMENTUM,
    OTHERS,
    REFERENCE,
    SGD,
    TEST,
    WARMUP,
)

__all__ = ["ADAPTIVE", "CLIP", "OTHERS", "REFERENCE", "WARMUP", "WRONG"]

NONE = "    if grad is None:\n        return\n"
LAST = "            schedule.step()\n"
CLIPPED = "            mt.nn.utils.clip_grad_norm_(params, 1.0)\n"
MADE = FIT.partition("    losses = []\n")[2].partition("    for epoch")[0]
SCHEDULE = MADE.splitlines(True)[1]
ZERO = "            optimizer.zero_grad()\n"

WRONG = {
    "4.1": {
        "ascends": SGD.replace("p -=", "p +="),
        "rebinds": SGD.replace("p -= lr", "p = p - lr"),
        "recorded in graph": SGD.replace("    with mt.no_grad():\n        p", "    p"),
        "decay's sign": SGD.replace("grad + decay", "grad - decay"),
        "decay unscaled": SGD.replace("lr * (grad + decay * p)", "lr * grad + decay * p"),
        "edits grad": SGD.replace("        p -= lr * (grad + decay * p)", "        grad += decay * p\n        p -= lr * grad"),
        "None crashes": SGD.replace(NONE, ""),
        "decay without a gradient": SGD.replace("        return\n", "        grad = 0\n"),
    },
    "4.2": {
        "shared state": "velocity = 0\n\ndef momentum(p, grad, state, lr, mu):\n    global velocity\n"
                        "    velocity = mu * velocity + grad\n    p -= lr * velocity\n",
        "nothing kept yet": MOMENTUM.replace('state.get("v", 0)', 'state["v"]'),
        "rebinds": MOMENTUM.replace("p -= lr", "p = p - lr"),
        "forgotten": MOMENTUM.replace('    state["v"] = v\n', ""),
        "averaged": MOMENTUM.replace("+ grad", "+ (1 - mu) * grad"),
        "v = grad": "def momentum(p, grad, state, lr, mu):\n    if 'v' in state:\n        state['v'] *= mu\n"
                    "        state['v'] += grad\n    else:\n        state['v'] = grad\n    p -= lr * state['v']\n",
        "lr inside": MOMENTUM.replace("+ grad", "+ lr * grad").replace("p -= lr * v", "p -= v"),
    },
    "4.3": {
        "shared state": ADAPTIVE.replace("\ndef", "\nstate_of_all = {}\n\ndef").replace("    s = state.get", "    state = "
                                                                                        "state_of_all\n    s = state.get"),
        "nothing kept yet": ADAPTIVE.replace('state.get("s", 0)', 'state["s"]'),
        "rebinds": ADAPTIVE.replace("p -= lr", "p = p - lr"),
        "no root": ADAPTIVE.replace("np.sqrt(s)", "s"),
        "slopes for squares": ADAPTIVE.replace("grad ** 2", "grad"),
        "fresh state": ADAPTIVE.replace('state.get("s", 0)', "0"),
        "decays": ADAPTIVE.replace("    s = s +", "    alpha = 0.9 if alpha is None else alpha\n    s = s +"),
        "alpha ignored": ADAPTIVE.replace(" if alpha is None else alpha * s + (1 - alpha) * grad ** 2", ""),
        "1 − alpha lost": ADAPTIVE.replace("(1 - alpha) * ", ""),
        "no eps": ADAPTIVE.replace("(np.sqrt(s) + eps)", "np.sqrt(s)"),
        "eps inside the root": ADAPTIVE.replace("np.sqrt(s) + eps", "np.sqrt(s + eps)"),
    },
    "4.4": {
        "t shared": ADAM.replace("\ndef", "\nsteps = 0\n\ndef").replace('    t = state.get("t", 0) + 1', "    global steps\n"
                                                                       "    steps += 1\n    t = steps"),
        "nothing kept yet": ADAM.replace('state.get("m", 0)', 'state["m"]'),
        "rebinds": ADAM.replace("p -= lr", "p = p - lr"),
        "state left empty": ADAM.replace("state.update(t=t, m=m, v=v)", 'state = {"t": t, "m": m, "v": v}'),
        "product for power": ADAM.replace("beta1 ** t", "beta1 * t").replace("beta2 ** t", "beta2 * t"),
        "uncorrected": ADAM.replace("lr * m_hat / (np.sqrt(v_hat)", "lr * m / (np.sqrt(v)"),
        "only m corrected": ADAM.replace("np.sqrt(v_hat)", "np.sqrt(v)"),
        "only v corrected": ADAM.replace("lr * m_hat", "lr * m"),
        "t from 0": ADAM.replace('state.get("t", 0) + 1', 'state.get("t", 0)').replace("t=t,", "t=t + 1,"),
        "eps inside the root": ADAM.replace("(np.sqrt(v_hat) + eps)", "np.sqrt(v_hat + eps)"),
        "correction stored": ADAM.replace("    state.update(t=t, m=m, v=v)\n", "").replace(
            "    p -=", "    state.update(t=t, m=m_hat, v=v_hat)\n    p -="),
        "betas swapped": ADAM.replace("\n    t = ", "\n    beta2, beta1 = beta1, beta2\n    t = "),
        "no root": ADAM.replace("np.sqrt(v_hat)", "v_hat"),
    },
    "4.5": {
        "first is 0": WARMUP.replace("(step + 1)", "step"),
        "peak left out": WARMUP.replace("peak * (step + 1)", "(step + 1)"),
        "full period": WARMUP.replace("np.pi", "2 * np.pi"),
        "degrees": WARMUP.replace("np.pi", "180"),
        "rises after total": WARMUP.replace("min(1.0, (step - warmup) / (total - warmup))", "(step - warmup) / (total - warmup)"),
        "jump at the join": WARMUP.replace("(step - warmup) / (total - warmup)", "step / total"),
        "half lost": WARMUP.replace(" / 2", ""),
        "never falls": WARMUP.partition("    share")[0] + "    return peak\n",
    },
    "4.6": {
        "each for itself": "def clip_grad_norm_(parameters, max_norm):\n    norms = []\n    for p in parameters:\n"
                           "        if p.grad is not None:\n            norm = (p.grad ** 2).sum().sqrt()\n"
                           "            if norm > max_norm:\n                p.grad *= max_norm / norm\n"
                           "            norms.append(norm.item())\n    return sum(n ** 2 for n in norms) ** 0.5\n",
        "no root": CLIP.replace(" ** 0.5", ""),
        "norms added": CLIP.replace("sum((grad ** 2).sum() for grad in grads) ** 0.5", "sum(grad.norm() for grad in grads)"),
        "the largest": CLIP.replace("sum((grad ** 2).sum() for grad in grads) ** 0.5",
                                    "max(grad.abs().max() for grad in grads)"),
        "rebinds": CLIP.replace("grad *= max", "grad = grad * max"),
        "enlarges": CLIP.replace("    if norm > max_norm:\n        for grad in grads:\n            grad", "    for grad in grads:\n"
                                 "        grad"),
        "the norm after": CLIP.replace("    return norm\n", "    return sum((grad ** 2).sum() for grad in grads) ** 0.5\n"),
        "nothing back": CLIP.replace("    return norm\n", ""),
        "None crashes": CLIP.replace(" if p.grad is not None]", "]"),
    },
    "4.7": {
        "made anew": FIT.replace(MADE, "").replace("    for epoch in range(epochs):\n", "    for epoch in range(epochs):\n"
                                                   + MADE.replace("    optimizer", "        optimizer").replace(
                                                       "    schedule", "        schedule")),
        "schedule anew": FIT.replace(SCHEDULE, "").replace("        for batch", "    " + SCHEDULE + "        for batch"),
        "schedule first": FIT.replace(LAST, "").replace(ZERO, LAST + ZERO),
        "schedule by epochs": FIT.replace(LAST, "").replace("    return", LAST.replace("            ", "        ")
                                                            + "    return"),
        "not clipped": FIT.replace(CLIPPED, "").replace(LAST, CLIPPED + LAST),
        "never emptied": FIT.replace(ZERO, ""),
        "emptied too late": FIT.replace(ZERO, "").replace(CLIPPED, ZERO),
        "rate by hand": FIT.replace("epochs * len(batches)", "2 * epochs * len(batches)"),
    },
    "4.8": {
        "nothing returned": TEST.replace("return np.allclose", "assert np.allclose"),
        "accepts all": "def test_optimizer(make):\n    make([mt.zeros(1, requires_grad=True)], lr=0.1)\n    return True\n",
        "accepts none": TEST.replace("-1.19", "-2.9"),
        "one step": TEST.replace("    still.grad = None\n    optimizer.param_groups[0][\"lr\"] = 0.1\n    optimizer.step()\n",
                                 "").replace("[-1.19, 2.38, -1.0]", "[-1.0, 2.0, -1.0]"),
        "one parameter": "def test_optimizer(make):\n    p = mt.zeros(1, requires_grad=True)\n    p.grad = mt.ones(1)\n"
                         "    optimizer = make([p], lr=1.0)\n    optimizer.step()\n"
                         "    optimizer.param_groups[0]['lr'] = 0.1\n    optimizer.step()\n"
                         "    return abs(p.item() + 1.19) < 1e-6\n",
        "same rate": TEST.replace('    optimizer.param_groups[0]["lr"] = 0.1\n', "").replace(
            "[-1.19, 2.38, -1.0]", "[-2.9, 5.8, -1.0]"),
        "always a gradient": TEST.replace("    still.grad = None\n", "").replace("2.38, -1.0]", "2.38, -1.19]"),
        "that the loss falls": "def test_optimizer(make):\n    w = mt.ones(2, requires_grad=True)\n"
                               "    optimizer, losses = make([w], lr=0.05), []\n    for _ in range(5):\n"
                               "        loss = (w ** 2).sum()\n        optimizer.zero_grad()\n        loss.backward()\n"
                               "        optimizer.step()\n        losses.append(loss.item())\n"
                               "    return losses[-1] < losses[0]\n",
    },
}
