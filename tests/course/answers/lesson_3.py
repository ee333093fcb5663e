"""What students hand in for lesson 3: right, right in another style, and wrong in the ways that have a name."""

from course.answers.right_3 import (
    DROPOUT,
    HELPERS,
    KAIMING,
    LINEAR,
    MODEL,
    NORM,
    OTHERS,
    REFERENCE,
    SURPRISE,
    TEST,
    WALK,
)

__all__ = ["HELPERS", "OTHERS", "REFERENCE", "WRONG"]

WRONG = {
    "3.1": {
        "found once, never again": "def named_parameters(module, prefix='', seen=set()):\n    found = []\n"
                                   "    dot = prefix + '.' if prefix else ''\n"
                                   "    for name, p in module._parameters.items():\n"
                                   "        if p is not None and p not in seen:\n            seen.add(p)\n"
                                   "            found.append((dot + name, p))\n"
                                   "    for name, child in module._modules.items():\n"
                                   "        found += named_parameters(child, dot + name, seen)\n    return found\n",
        "a memory for each call": "def named_parameters(module, prefix=''):\n    dot, seen = prefix + '.' if prefix else '', []\n"
                                  "    for name, p in module._parameters.items():\n        if p is not None:\n"
                                  "            yield dot + name, p\n"
                                  "    for name, child in module._modules.items():\n        if child not in seen:\n"
                                  "            seen.append(child)\n"
                                  "            yield from named_parameters(child, dot + name)\n",
        "children forgotten": "def named_parameters(module, prefix=''):\n"
                              "    return [(f'{prefix}.{name}' if prefix else name, p)\n"
                              "            for name, p in module._parameters.items() if p is not None]\n",
        "one level": "def named_parameters(module, prefix=''):\n    found = {}\n    dot = prefix + '.' if prefix else ''\n"
                     "    for name, p in module._parameters.items():\n        if p is not None:\n"
                     "            found.setdefault(id(p), (dot + name, p))\n"
                     "    for child_name, child in module._modules.items():\n"
                     "        for name, p in child._parameters.items():\n            if p is not None:\n"
                     "                found.setdefault(id(p), (f'{dot}{child_name}.{name}', p))\n"
                     "    return list(found.values())\n",
        "prefix not handed down": WALK.replace("named_parameters(child, path)", "named_parameters(child)"),
        "last step only": WALK.replace("named_parameters(child, path)", "named_parameters(child, name)"),
        "tied twice": WALK.replace("found = {}", "found = []").replace("found.setdefault(id(parameter), (path, parameter))",
                                                                     "found.append((path, parameter))")
                          .replace("found.setdefault(id(parameter), (inner, parameter))", "found.append((inner, parameter))")
                          .replace("list(found.values())", "found"),
        "None listed": WALK.replace("        if parameter is not None:\n            path", "        if True:\n            path"),
        "buffers": WALK.replace("in module._parameters.items()", "in [*module._parameters.items(), *module._buffers.items()]"),
    },
    "3.2": {
        "untransposed": LINEAR.replace("weight.T", "weight"),
        "bias down columns": LINEAR.replace("out + bias", "out + bias.unsqueeze(1)"),
        "bias per input": "def linear(input, weight, bias):\n    out = 0\n    for i in range(input.shape[-1]):\n"
                          "        out = out + input[..., i:i + 1] * weight[:, i]\n        if bias is not None:\n"
                          "            out = out + bias\n    return out\n",
        "bias forgotten": "def linear(input, weight, bias):\n    return input @ weight.T\n",
        "None crashes": "def linear(input, weight, bias):\n    return input @ weight.T + bias\n",
        "flattened": "def linear(input, weight, bias):\n    rows = input.reshape(-1, weight.shape[1])\n"
                     "    out = rows @ weight.T\n    return out if bias is None else out + bias\n",
    },
    "3.3": {
        "fan out": KAIMING.replace("w.shape[1]", "w.shape[0]"),
        "variance": KAIMING.replace(" ** 0.5", ""),
        "gain 1": KAIMING.replace("2 / w", "1 / w"),
        "constant": KAIMING.replace("mt.randn(*w.shape) * std", "mt.full(w.shape, std)"),
        "rebound": "def kaiming_normal_(w):\n    w = mt.randn(*w.shape) * (2 / w.shape[1]) ** 0.5\n    return w\n",
        "recorded": "def kaiming_normal_(w):\n    return w.normal_(0, (2 / w.shape[1]) ** 0.5)\n",
        "uniform": "def kaiming_normal_(w):\n    std = (2 / w.shape[1]) ** 0.5\n    with mt.no_grad():\n"
                   "        return w.uniform_(-std, std)\n",
    },
    "3.4": {
        "overflow": "def cross_entropy(input, target):\n    e = input.exp()\n    p = e / e.sum(dim=1, keepdim=True)\n"
                    "    return -p[mt.arange(len(target)), target].log().mean()\n",
        "global max": SURPRISE.replace("input.amax(dim=1, keepdim=True)", "input.max()"),
        "log of softmax": "def cross_entropy(input, target):\n    e = (input - input.amax(dim=1, keepdim=True)).exp()\n"
                          "    p = e / e.sum(dim=1, keepdim=True)\n"
                          "    return -p[mt.arange(len(target)), target].log().mean()\n",
        "keepdim forgotten": SURPRISE.replace("sum(dim=1, keepdim=True)", "sum(dim=1)"),
        "over everything": SURPRISE.replace("sum(dim=1, keepdim=True)", "sum()"),
        "softmax twice": SURPRISE.replace("    shifted", "    input = mt.softmax(input, dim=1)\n    shifted", 1),
        "every row, every target": SURPRISE.replace("mt.arange(len(target))", ":"),
        "sum": SURPRISE.replace("mean()", "sum()"),
        "down the batch": SURPRISE.replace("dim=1", "dim=0"),
        "sign": SURPRISE.replace("-logs", "logs"),
    },
    "3.5": {
        "unscaled": "def dropout(x, p, training):\n    return x * (mt.rand(*x.shape) >= p) if training else x\n",
        "p keeps": DROPOUT.replace(">= p", "< p"),
        "live in eval": DROPOUT.replace("    if not training:\n        return x\n", ""),
        "scales in eval": "def dropout(x, p, training):\n    return x * (mt.rand(*x.shape) >= p) if training else x * (1 - p)\n",
        "rows identical": DROPOUT.replace("*x.shape", "x.shape[1]"),
        "reseeded": DROPOUT.replace("    kept", "    mt.manual_seed(0)\n    kept"),
        "p = 1": DROPOUT.replace("    if p == 1:\n        return x * 0\n", ""),
    },
    "3.6": {
        "ddof=1": NORM.replace("x.var(dim=0, correction=0)", "x.var(dim=0)"),
        "by row": NORM.replace("x.mean(dim=0), x.var(dim=0, correction=0)",
                               "x.mean(dim=1, keepdim=True), x.var(dim=1, correction=0, keepdim=True)")
                      .replace("momentum * mean)", "momentum * x.mean(dim=0))"),
        "eval on batch": NORM.replace("mean, var = running_mean, running_var",
                                      "mean, var = x.mean(dim=0), x.var(dim=0, correction=0)"),
        "biased memory": NORM.replace("momentum * x.var(dim=0)", "momentum * var"),
        "momentum reversed": NORM.replace("(1 - momentum) * running", "momentum * running")
                                 .replace("+ momentum * mean", "+ (1 - momentum) * mean")
                                 .replace("+ momentum * x.var", "+ (1 - momentum) * x.var"),
        "no eps": NORM.replace("(var + eps)", "var"),
        "eps outside": NORM.replace("(var + eps) ** 0.5", "(var.sqrt() + eps)"),
        "momentum stands fast": NORM.replace("(1 - momentum)", "0.9").replace("momentum *", "0.1 *"),
        "one mean for all": NORM.replace("dim=0, ", "").replace("dim=0", ""),
        "not remembered": NORM.replace("running_mean.copy_((1 - momentum) * running_mean + momentum * mean)",
                                       "running_mean = (1 - momentum) * running_mean + momentum * mean")
                              .replace("running_var.copy_((1 - momentum) * running_var + momentum * x.var(dim=0))",
                                       "running_var = (1 - momentum) * running_var + momentum * x.var(dim=0)"),
        "remembers in eval": "def batch_norm(x, running_mean, running_var, training, momentum=0.1, eps=1e-5):\n"
                             "    mean, var = running_mean.clone(), running_var.clone()\n    with mt.no_grad():\n"
                             "        running_mean.mul_(1 - momentum).add_(momentum * x.mean(dim=0))\n"
                             "        running_var.mul_(1 - momentum).add_(momentum * x.var(dim=0))\n"
                             "    if training:\n        mean, var = x.mean(dim=0), x.var(dim=0, correction=0)\n"
                             "    return (x - mean) / (var + eps) ** 0.5\n",
        "constants": NORM.replace("        mean, var = x.mean(dim=0), x.var(dim=0, correction=0)\n        with mt.no_grad():\n",
                                  "        with mt.no_grad():\n            mean, var = x.mean(dim=0), x.var(dim=0, correction=0)\n"),
        "recorded memory": NORM.replace("with mt.no_grad():", "with mt.enable_grad():"),
    },
    "3.7": {
        "as on the slide": MODEL.replace("self.fc(t2", "self.fc(t1").replace(
            "return t3", "return nn.functional.softmax(t3, dim=1)"),
        "softmax stays": MODEL.replace("return t3", "return nn.functional.softmax(t3, dim=1)"),
        "softmax down the batch": MODEL.replace("return t3", "return nn.functional.softmax(t3, dim=0)"),
        "relu at the end": MODEL.replace("self.fc(t2", "self.fc(t1").replace("return t3", "return nn.functional.relu(t3)"),
        "relu in front": MODEL.replace("self.conv(x)", "self.conv(nn.functional.relu(x))").replace("self.fc(t2", "self.fc(t1"),
        "a plain list": "class FullBasicModel(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
                        "        self.layers = [nn.Conv2d(1, 8, 3), nn.ReLU(), nn.Flatten(), nn.Linear(8 * 6 * 6, 10)]\n\n"
                        "    def forward(self, x):\n        for layer in self.layers:\n            x = layer(x)\n"
                        "        return x\n",
    },
    "3.8": {
        "accepts all": "def test_softmax(softmax):\n    p = softmax(mt.tensor([[1.0, 2.0]]))\n    return p.shape == (1, 2)\n",
        "says nothing": "def test_softmax(softmax):\n    p = softmax(mt.tensor([[1000.0, 0.0]]))\n    mt.allclose(p.sum(dim=1), mt.ones(1))\n",
        "as in the textbook": "def test_softmax(softmax):\n    x = mt.tensor([[1.0, 2.0, 0.5], [0.0, 1.0, -1.0]])\n    e = x.exp()\n"
                              "    return bool(mt.allclose(softmax(x), e / e.sum(dim=1, keepdim=True)))\n",
        "accepts none": "def test_softmax(softmax):\n    p = softmax(mt.tensor([[0.1, 0.7, 0.3], [1.0, 3.0, 2.0]]))\n"
                        "    return bool((p[:, 1] == 0.6).all())\n",
        "sums only": "def test_softmax(softmax):\n    p = softmax(mt.tensor([[1.0, 2.0], [0.0, 5.0]]))\n"
                     "    return bool(mt.allclose(p.sum(dim=1), mt.ones(2)))\n",
        "small scores": "def test_softmax(softmax):\n    x = mt.tensor([[0.0, 1.0], [3.0, 1.0]])\n    kept = x.clone()\n"
                        "    p = softmax(x)\n    right = mt.tensor([[0.26894, 0.73106], [0.8808, 0.1192]])\n"
                        "    return bool(mt.allclose(p, right, atol=1e-3) and mt.equal(x, kept))\n",
        "one row": "def test_softmax(softmax):\n    x = mt.tensor([[1000.0, 1001.0]])\n    kept = x.clone()\n    p = softmax(x)\n"
                   "    return bool(mt.allclose(p, mt.tensor([[0.26894, 0.73106]]), atol=1e-3) and mt.equal(x, kept))\n",
        "ratio not looked at": "def test_softmax(softmax):\n    x = mt.tensor([[1000.0, 1.0], [2.0, 3.0]])\n    kept = x.clone()\n"
                               "    p = softmax(x)\n"
                               "    return bool(mt.allclose(p.sum(dim=1), mt.ones(2)) and (p >= 0).all() and mt.equal(x, kept))\n",
        "never looks back": TEST.replace(" and mt.equal(x, before)", ""),
    },
}
