"""What students hand in for lesson 3 that is right, in one style and in others."""

HELPERS = """
from minitorch import nn
"""

WALK = """
def named_parameters(module, prefix=""):
    found = {}
    for name, parameter in module._parameters.items():
        if parameter is not None:
            path = f"{prefix}.{name}" if prefix else name
            found.setdefault(id(parameter), (path, parameter))
    for name, child in module._modules.items():
        path = f"{prefix}.{name}" if prefix else name
        for inner, parameter in named_parameters(child, path):
            found.setdefault(id(parameter), (inner, parameter))
    return list(found.values())
"""

LINEAR = """
def linear(input, weight, bias):
    out = input @ weight.T
    return out if bias is None else out + bias
"""

KAIMING = """
def kaiming_normal_(w):
    std = (2 / w.shape[1]) ** 0.5
    with mt.no_grad():
        w.copy_(mt.randn(*w.shape) * std)
    return w
"""

SURPRISE = """
def cross_entropy(input, target):
    shifted = input - input.amax(dim=1, keepdim=True)
    logs = shifted - shifted.exp().sum(dim=1, keepdim=True).log()
    return -logs[mt.arange(len(target)), target].mean()
"""

DROPOUT = """
def dropout(x, p, training):
    if not training:
        return x
    if p == 1:
        return x * 0
    kept = mt.rand(*x.shape) >= p
    return x * kept / (1 - p)
"""

NORM = """
def batch_norm(x, running_mean, running_var, training, momentum=0.1, eps=1e-5):
    if training:
        mean, var = x.mean(dim=0), x.var(dim=0, correction=0)
        with mt.no_grad():
            running_mean.copy_((1 - momentum) * running_mean + momentum * mean)
            running_var.copy_((1 - momentum) * running_var + momentum * x.var(dim=0))
    else:
        mean, var = running_mean, running_var
    return (x - mean) / (var + eps) ** 0.5
"""

MODEL = """
class FullBasicModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 8, 3)
        self.fc = nn.Linear(8 * 6 * 6, 10)

    def forward(self, x):
        t1 = self.conv(x)
        t2 = nn.functional.relu(t1)
        t3 = self.fc(t2.flatten(1))
        return t3
"""

TEST = """
def test_softmax(softmax):
    x = mt.tensor([[1000.0, 0.0], [0.0, 1.0]])
    before = x.clone()
    p = softmax(x)
    return bool(mt.allclose(p, mt.tensor([[1.0, 0.0], [0.26894, 0.73106]]), atol=1e-4) and mt.equal(x, before))
"""

REFERENCE = {"3.1": WALK, "3.2": LINEAR, "3.3": KAIMING, "3.4": SURPRISE, "3.5": DROPOUT, "3.6": NORM, "3.7": MODEL,
             "3.8": TEST}

OTHERS = {
    "3.1": ["def named_parameters(module, prefix=''):\n    met, todo = set(), [(prefix, module)]\n    while todo:\n"
            "        path, module = todo.pop()\n        for name, p in module._parameters.items():\n"
            "            if p is not None and p not in met:\n                met.add(p)\n"
            "                yield (path + '.' + name if path else name), p\n"
            "        todo += [(path + '.' + name if path else name, child)\n"
            "                 for name, child in reversed(module._modules.items())]\n",
            "def named_parameters(module, prefix=''):\n    found = {}\n    start = prefix + '.' if prefix else ''\n"
            "    def walk(module, start):\n        for name, p in module._parameters.items():\n"
            "            if p is not None and all(p is not q for q in found.values()):\n"
            "                found[start + name] = p\n        for name, child in module._modules.items():\n"
            "            walk(child, start + name + '.')\n    walk(module, start)\n    return found\n"],
    "3.2": ["def linear(input, weight, bias):\n    out = (input.unsqueeze(-2) * weight).sum(dim=-1)\n"
            "    if bias is not None:\n        out = out + bias\n    return out\n",
            "def linear(input, weight, bias):\n    out = mt.einsum('...i,oi->...o', input, weight)\n"
            "    return out + (0 if bias is None else bias)\n"],
    "3.3": ["def kaiming_normal_(w):\n    with mt.no_grad():\n        return w.normal_(0, (2 / w.shape[1]) ** 0.5)\n",
            "def kaiming_normal_(w):\n    outputs, inputs = w.shape\n    w.data[:] = mt.randn(outputs, inputs) * mt.tensor(2 / inputs).sqrt()\n"
            "    return w\n"],
    "3.4": ["def cross_entropy(input, target):\n    total = 0\n    for row, right in zip(input, target):\n"
            "        top = row.max()\n        total = total + top + (row - top).exp().sum().log() - row[right]\n"
            "    return total / len(target)\n",
            "def cross_entropy(input, target):\n    logs = input - mt.logsumexp(input, dim=1, keepdim=True)\n"
            "    hot = mt.eye(input.shape[1])[target]\n    return -(logs * hot).sum() / len(target)\n"],
    "3.5": ["def dropout(x, p, training):\n    if training:\n        mask = (mt.rand(x.shape) > p).float()\n"
            "        x = x * mask / max(1 - p, 1e-9)\n    return x\n",
            "def dropout(x, p, training):\n    if not training or p == 0:\n        return x\n    if p == 1:\n"
            "        return mt.zeros_like(x)\n    return mt.where(mt.rand_like(x) < p, mt.zeros_like(x), x / (1 - p))\n"],
    "3.6": ["def batch_norm(x, running_mean, running_var, training, momentum=0.1, eps=1e-5):\n    n = len(x)\n"
            "    if not training:\n        return (x - running_mean) * (running_var + eps).rsqrt()\n"
            "    mean = x.sum(dim=0) / n\n    var = ((x - mean) ** 2).sum(dim=0) / n\n"
            "    running_mean.mul_(1 - momentum).add_(momentum * mean.detach())\n"
            "    running_var.mul_(1 - momentum).add_(momentum * var.detach() * n / (n - 1))\n"
            "    return (x - mean) / mt.sqrt(var + eps)\n"],
    "3.7": [MODEL.replace("t3 = self.fc(t2.flatten(1))\n        return t3", "return self.fc(t2.reshape(len(x), -1))"),
            MODEL.replace("return t3", "return nn.functional.log_softmax(t3, dim=1)")],
    "3.8": ["def test_softmax(softmax):\n    x = mt.tensor([[0.0, 1.0, 3.0], [2.0, -1.0, 0.5]])\n    kept = x.clone()\n"
            "    p = softmax(x)\n    if (x != kept).any():\n        return False\n"
            "    if not mt.allclose(p.sum(dim=1), mt.ones(2)):\n        return False\n"
            "    if abs(p[0, 1] / p[0, 0] - 2.71828) > 1e-3:\n        return False\n"
            "    return not softmax(mt.tensor([[1000.0, 999.0]])).isnan().any()\n"],
}
