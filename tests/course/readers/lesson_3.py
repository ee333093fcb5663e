"""Answers to lesson 3 by readers who saw nothing of its checks, and what each is to be taken for."""

ANSWERS = [
    ("3.1", "tied twice + a dot in front", "prefix and a dot always joined, also without a prefix", '''
def named_parameters(module, prefix=""):
    found = []
    for name, p in module._parameters.items():
        if p is not None:
            found.append((prefix + "." + name, p))
    for name, child in module._modules.items():
        found += named_parameters(child, prefix + "." + name)
    return found
'''),
    ("3.1", "last step only", "the path grows without its front: deeper modules know only the last name", '''
def named_parameters(module, prefix=""):
    found = []
    for name, p in module._parameters.items():
        if p is not None:
            found.append((prefix + "." + name if prefix else name, p))
    for name, child in module._modules.items():
        found.extend(named_parameters(child, name))
    return found
'''),
    ("3.1", "found once, never again", "the set is a default argument and outlives the call", '''
def named_parameters(module, prefix="", met=set()):
    if module in met:
        return []
    met.add(module)
    dot = prefix + "." if prefix else ""
    pairs = [(dot + name, p) for name, p in module._parameters.items() if p is not None]
    for name, child in module._modules.items():
        pairs += named_parameters(child, dot + name, met)
    return pairs
'''),
    ("3.1", "tied twice", "a layer at two places is given twice", '''
def named_parameters(module, prefix=""):
    dot = prefix and prefix + "."
    for name, p in module._parameters.items():
        if p is not None:
            yield dot + name, p
    for name, child in module._modules.items():
        yield from named_parameters(child, dot + name)
'''),
    ("3.1", "children forgotten", "the deeper call is made and its answer thrown away", '''
def named_parameters(module, prefix=""):
    pairs = []
    for name, p in module._parameters.items():
        if p is not None:
            pairs.append((f"{prefix}.{name}" if prefix else name, p))
    for name, child in module._modules.items():
        named_parameters(child, f"{prefix}.{name}" if prefix else name)
    return pairs
'''),
    ("3.2", "untransposed", "weight not turned: fits only a square one", '''
def linear(input, weight, bias):
    out = input @ weight
    return out if bias is None else out + bias
'''),
    ("3.2", "None used", "a bias of None is added all the same", '''
def linear(input, weight, bias):
    return input @ weight.T + bias
'''),
    ("3.2", "flattened", "rows flattened and not put back into their dimensions", '''
def linear(input, weight, bias):
    out = input.reshape(-1, weight.shape[1]) @ weight.T
    if bias is not None:
        out = out + bias
    return out
'''),
    ("3.2", "detached", "goes by NumPy, so the gradients are lost", '''
def linear(input, weight, bias):
    out = input.detach().numpy() @ weight.detach().numpy().T
    if bias is not None:
        out = out + bias.detach().numpy()
    return mt.tensor(out)
'''),
    ("3.3", "variance", "the variance taken for σ, no root", '''
def kaiming_normal_(w):
    fan_in = w.shape[1]
    with mt.no_grad():
        w.copy_(mt.randn(*w.shape) * (2 / fan_in))
    return w
'''),
    ("3.3", "fan out", "number of outputs in the place of inputs", '''
def kaiming_normal_(w):
    sigma = (2 / w.shape[0]) ** 0.5
    with mt.no_grad():
        w.copy_(sigma * mt.randn(*w.shape))
    return w
'''),
    ("3.3", "not returned", "return forgotten", '''
def kaiming_normal_(w):
    with mt.no_grad():
        w.copy_(mt.randn(*w.shape) * (2 / w.shape[1]) ** 0.5)
'''),
    ("3.3", "rebound", "a new tensor is given back, w stays as it was", '''
def kaiming_normal_(w):
    with mt.no_grad():
        w = mt.randn(*w.shape) * (2 / w.shape[1]) ** 0.5
    return w
'''),
    ("3.3", "added on", "adds the chance numbers to what stood there", '''
def kaiming_normal_(w):
    with mt.no_grad():
        w += mt.randn(*w.shape) * np.sqrt(2 / w.shape[1])
    return w
'''),
    ("3.4", "overflow", "the textbook formula, bursts with large scores", '''
def cross_entropy(input, target):
    e = input.exp()
    p = e / e.sum(dim=1, keepdim=True)
    return -p[mt.arange(len(target)), target].log().mean()
'''),
    ("3.4", "sum", "sum of the rows in the place of their mean", '''
def cross_entropy(input, target):
    moved = input - input.amax(dim=1, keepdim=True)
    logs = moved - moved.exp().sum(dim=1, keepdim=True).log()
    return -logs[mt.arange(len(target)), target].sum()
'''),
    ("3.4", "sign", "sign lost", '''
def cross_entropy(input, target):
    moved = input - input.amax(dim=1, keepdim=True)
    logs = moved - moved.exp().sum(dim=1, keepdim=True).log()
    return logs[mt.arange(len(target)), target].mean()
'''),
    ("3.4", "every row, every target", "picks whole columns for every row: logs[:, target]", '''
def cross_entropy(input, target):
    moved = input - input.amax(dim=1, keepdim=True)
    logs = moved - moved.exp().sum(dim=1, keepdim=True).log()
    return -logs[:, target].mean()
'''),
    ("3.4", "global max", "takes away the largest of the whole table, not the row's own", '''
def cross_entropy(input, target):
    moved = input - input.max()
    logs = moved - moved.exp().sum(dim=1, keepdim=True).log()
    return -logs[mt.arange(len(target)), target].mean()
'''),
    ("3.5", "unscaled", "what is kept is not scaled", '''
def dropout(x, p, training):
    if not training:
        return x
    keep = mt.rand(*x.shape) >= p
    return x * keep
'''),
    ("3.5", "p keeps", "p is taken for the share that is kept", '''
def dropout(x, p, training):
    if not training:
        return x
    if p == 0:
        return x * 0
    keep = mt.rand(*x.shape) < p
    return x * keep / p
'''),
    ("3.5", "p = 1", "p = 1 gives 0 / 0", '''
def dropout(x, p, training):
    if training:
        keep = (mt.rand(*x.shape) >= p).to(x.dtype)
        x = x * (keep / mt.tensor(1.0 - p).to(x.dtype))
    return x
'''),
    ("3.5", "scales in eval", "scaled down in use instead of up while learning", '''
def dropout(x, p, training):
    if not training:
        return x * (1 - p)
    return x * (mt.rand(*x.shape) >= p)
'''),
    ("3.6", "momentum reversed", "momentum the wrong way round", '''
def batch_norm(x, running_mean, running_var, training, momentum=0.1, eps=1e-5):
    if training:
        mean, var = x.mean(dim=0), x.var(dim=0, correction=0)
        with mt.no_grad():
            running_mean.copy_(momentum * running_mean + (1 - momentum) * mean)
            running_var.copy_(momentum * running_var + (1 - momentum) * x.var(dim=0))
    else:
        mean, var = running_mean, running_var
    return (x - mean) / (var + eps).sqrt()
'''),
    ("3.6", "biased memory", "the variance divided by n is remembered", '''
def batch_norm(x, running_mean, running_var, training, momentum=0.1, eps=1e-5):
    if training:
        mean, var = x.mean(dim=0), x.var(dim=0, correction=0)
        with mt.no_grad():
            running_mean.copy_((1 - momentum) * running_mean + momentum * mean)
            running_var.copy_((1 - momentum) * running_var + momentum * var)
    else:
        mean, var = running_mean, running_var
    return (x - mean) / (var + eps).sqrt()
'''),
    ("3.6", "not remembered", "the remembered tensors are rebound, not written into", '''
def batch_norm(x, running_mean, running_var, training, momentum=0.1, eps=1e-5):
    if training:
        mean, var = x.mean(dim=0), x.var(dim=0, correction=0)
        with mt.no_grad():
            running_mean = (1 - momentum) * running_mean + momentum * mean
            running_var = (1 - momentum) * running_var + momentum * x.var(dim=0)
    else:
        mean, var = running_mean, running_var
    return (x - mean) / (var + eps).sqrt()
'''),
    ("3.6", "remembered used at once", "uses the remembered ones already while learning", '''
def batch_norm(x, running_mean, running_var, training, momentum=0.1, eps=1e-5):
    if training:
        with mt.no_grad():
            running_mean.copy_((1 - momentum) * running_mean + momentum * x.mean(dim=0))
            running_var.copy_((1 - momentum) * running_var + momentum * x.var(dim=0))
    return (x - running_mean) / (running_var + eps).sqrt()
'''),
    ("3.6", "constants", "everything under no_grad, the batch's mean and variance are off the tape", '''
def batch_norm(x, running_mean, running_var, training, momentum=0.1, eps=1e-5):
    if training:
        with mt.no_grad():
            mean, var = x.mean(dim=0), x.var(dim=0, correction=0)
            running_mean.copy_((1 - momentum) * running_mean + momentum * mean)
            running_var.copy_((1 - momentum) * running_var + momentum * x.var(dim=0))
    else:
        mean, var = running_mean, running_var
    return (x - mean) / (var + eps).sqrt()
'''),
    ("3.6", "eps outside", "eps added outside the root", '''
def batch_norm(x, running_mean, running_var, training, momentum=0.1, eps=1e-5):
    mean, var = running_mean, running_var
    if training:
        mean, var = x.mean(dim=0), x.var(dim=0, correction=0)
        with mt.no_grad():
            running_mean.copy_((1 - momentum) * running_mean + momentum * mean)
            running_var.copy_((1 - momentum) * running_var + momentum * x.var(dim=0))
    return (x - mean) / (var.sqrt() + eps)
'''),
    ("3.7", "softmax stays", "only the relu mended, softmax stays", '''
class FullBasicModel(mt.nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = mt.nn.Conv2d(1, 8, 3)
        self.fc = mt.nn.Linear(8 * 6 * 6, 10)

    def forward(self, x):
        t1 = self.conv(x)
        t2 = mt.nn.functional.relu(t1)
        t3 = self.fc(t2.flatten(1))
        return mt.nn.functional.softmax(t3, dim=1)
'''),
    ("3.7", "as on the slide", "only the softmax taken away, relu is still passed by", '''
class FullBasicModel(mt.nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = mt.nn.Conv2d(1, 8, 3)
        self.fc = mt.nn.Linear(8 * 6 * 6, 10)

    def forward(self, x):
        t1 = self.conv(x)
        t2 = mt.nn.functional.relu(t1)
        t3 = self.fc(t1.flatten(1))
        return t3
'''),
    ("3.7", "nothing returned", "t3 computed and never returned", '''
class FullBasicModel(mt.nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = mt.nn.Conv2d(1, 8, 3)
        self.fc = mt.nn.Linear(8 * 6 * 6, 10)

    def forward(self, x):
        t1 = self.conv(x)
        t2 = mt.nn.functional.relu(t1)
        t3 = self.fc(t2.flatten(1))
'''),
    ("3.8", "overflows + whole matrix + powers of two + edits its input",
     "only asks whether a single row sums to 1", '''
def test_softmax(softmax):
    p = softmax(mt.tensor([[0.0, 1.0]]))
    return abs(p.sum().item() - 1) < 1e-6
'''),
    ("3.8", "accepts all", "says True to everything", '''
def test_softmax(softmax):
    softmax(mt.tensor([[0.0, 1.0], [2.0, 3.0]]))
    return True
'''),
    ("3.8", "nothing returned", "prints its verdict and returns nothing", '''
def test_softmax(softmax):
    x = mt.tensor([[0.0, 1.0, -2.0], [3.0, 0.5, 2.0]])
    p = softmax(x).detach().numpy()
    e = np.exp(x.numpy())
    print(np.allclose(p, e / e.sum(axis=1, keepdims=True)))
'''),
    ("3.8", "overflows + edits its input", "never looks at large scores nor at the x passed in", '''
def test_softmax(softmax):
    x = mt.tensor([[0.0, 1.0, 2.0], [2.0, 3.0, 1.0]])
    p = softmax(x.clone())
    rows = mt.allclose(p.sum(dim=1), mt.ones(2))
    ratio = abs(p[0, 1].item() / p[0, 0].item() - np.e) < 1e-4
    return bool(rows and ratio)
'''),
    ("3.1", "right", "a stack of what is still to do, sets of ids of modules and parameters", '''
def named_parameters(module, prefix=""):
    seen, pairs, todo = set(), [], [(prefix, module)]
    while todo:
        path, m = todo.pop()
        if m is None or id(m) in seen:
            continue
        seen.add(id(m))
        front = path + "." if path else ""
        for name, p in m._parameters.items():
            if p is not None and id(p) not in seen:
                seen.add(id(p))
                pairs.append((front + name, p))
        todo.extend((front + name, child) for name, child in reversed(list(m._modules.items())))
    return pairs
'''),
    ("3.1", "right", "an inner generator with a list of names, joined by dots", '''
def named_parameters(module, prefix=""):
    given = {}

    def walk(m, names):
        if m is None or id(m) in given:
            return
        given[id(m)] = m
        for own, p in m._parameters.items():
            if p is None or id(p) in given:
                continue
            given[id(p)] = p
            yield ".".join(names + [own]), p
        for own, inner in m._modules.items():
            yield from walk(inner, names + [own])

    yield from walk(module, [prefix] if prefix else [])
'''),
    ("3.2", "right", "einsum with an ellipsis", '''
def linear(input, weight, bias):
    out = mt.einsum("...i,oi->...o", input, weight)
    if bias is None:
        return out
    return out + bias
'''),
    ("3.3", "right", "the tensor's own normal_, under no_grad", '''
def kaiming_normal_(w):
    outputs, inputs = w.shape
    with mt.no_grad():
        return w.normal_(0.0, (2.0 / inputs) ** 0.5)
'''),
    ("3.4", "right", "other names, log of the sum minus the right score", '''
def cross_entropy(scores, labels):
    below = scores - scores.amax(dim=1, keepdim=True).detach()
    log_total = below.exp().sum(dim=1).log()
    right = below[mt.arange(scores.shape[0]), labels]
    return (log_total - right).mean()
'''),
    ("3.4", "right", "gather in place of an index, helper for the logs", '''
def _log_softmax(rows):
    rows = rows - rows.amax(dim=1, keepdim=True)
    return rows - rows.exp().sum(dim=1, keepdim=True).log()

def cross_entropy(input, target):
    picked = _log_softmax(input).gather(1, target.reshape(-1, 1))
    return picked.sum() * (-1 / len(target))
'''),
    ("3.5", "right", "early returns, division last", '''
def dropout(x, p, training):
    if not training or p == 0:
        return x
    if p == 1:
        return x * 0.0
    keep = mt.rand(*x.shape) >= p
    return x * keep / (1 - p)
'''),
    ("3.5", "right", "masked_fill, and max() guards the division", '''
def dropout(x, p, training):
    if training:
        dropped = mt.rand(*x.shape) < p
        share = 1 - p if p < 1 else 1
        return (x / share).masked_fill(dropped, 0)
    return x
'''),
    ("3.6", "right", "mul_ and add_ for what is remembered, rsqrt for the spread", '''
def batch_norm(x, running_mean, running_var, training, momentum=0.1, eps=1e-5):
    if not training:
        return (x - running_mean) * (running_var + eps).rsqrt()
    mean = x.mean(dim=0)
    centred = x - mean
    var = (centred * centred).mean(dim=0)
    with mt.no_grad():
        running_mean.mul_(1 - momentum).add_(momentum * mean)
        running_var.mul_(1 - momentum).add_(momentum * x.var(dim=0))
    return centred * (var + eps).rsqrt()
'''),
    ("3.6", "right", "a helper remembers, moving each a share of the way", '''
def _towards(old, new, share):
    with mt.no_grad():
        old.copy_(old + share * (new - old))

def batch_norm(x, running_mean, running_var, training, momentum=0.1, eps=1e-5):
    mean, var = running_mean, running_var
    if training:
        n = x.shape[0]
        mean = x.sum(dim=0) / n
        var = ((x - mean) ** 2).sum(dim=0) / n
        _towards(running_mean, mean, momentum)
        _towards(running_var, var * n / (n - 1), momentum)
    return (x - mean) / (var + eps) ** 0.5
'''),
    ("3.7", "right", "in one line from the inside out", '''
class FullBasicModel(mt.nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = mt.nn.Conv2d(1, 8, 3)
        self.fc = mt.nn.Linear(8 * 6 * 6, 10)

    def forward(self, x):
        return self.fc(self.conv(x).relu().flatten(1))
'''),
    ("3.8", "right", "compares with NumPy on many tables, each time from a copy, and looks at x afterwards", '''
def test_softmax(softmax):
    tables = [[[0.0, 1.0]],
              [[0.0, 1.0, 2.0], [2.0, -1.0, 0.5]],
              [[1.0, 2.0], [3.0, 5.0], [0.0, 0.0]],
              [[1000.0, 1001.0], [-1000.0, -1001.0]],
              [[1000.0, 0.0, 3.0], [0.0, 1.0, 2.0]]]
    for table in tables:
        x = mt.tensor(table)
        before = x.numpy().copy()
        e = np.exp(before - before.max(axis=1, keepdims=True))
        try:
            p = softmax(x).detach().numpy()
        except Exception:
            return False
        if not np.array_equal(x.numpy(), before):
            return False
        if p.shape != e.shape or not np.allclose(p, e / e.sum(axis=1, keepdims=True), atol=1e-6):
            return False
    return True
'''),
    ("3.1", "partly", "a bias that was left out is given as None", '''
def named_parameters(module, prefix=""):
    met = []

    def visit(m, at):
        if any(m is other for other in met):
            return
        met.append(m)
        for name in m._parameters:
            yield (at + "." if at else "") + name, m._parameters[name]
        for name in m._modules:
            yield from visit(m._modules[name], (at + "." if at else "") + name)
    yield from visit(module, prefix)
'''),
    ("3.1", "partly", "goes only two levels deep", '''
def named_parameters(module, prefix=""):
    front = prefix + "." if prefix else ""
    out, seen = [], set()
    for name, p in module._parameters.items():
        if p is not None:
            out.append((front + name, p))
    for outer, child in module._modules.items():
        if id(child) in seen:
            continue
        seen.add(id(child))
        for name, p in child._parameters.items():
            if p is not None:
                out.append((front + outer + "." + name, p))
    return out
'''),
    ("3.1", "the first child only", "the return stands inside the loop: only the first child is visited", '''
def named_parameters(module, prefix=""):
    front = f"{prefix}." if prefix else ""
    mine = [(front + k, v) for k, v in module._parameters.items() if v is not None]
    for name, child in module._modules.items():
        mine += named_parameters(child, front + name)
        return mine
    return mine
'''),
    ("3.1", "taken for one", "a dict by shape and first number to find doubles: layers that begin alike are lost", '''
def named_parameters(module, prefix=""):
    found = {}

    def visit(m, at):
        for name, p in m._parameters.items():
            if p is not None:
                key = (tuple(p.shape), float(p.reshape(-1)[0].item()))
                found.setdefault(key, (at + name, p))
        for name, child in m._modules.items():
            visit(child, at + name + ".")
    visit(module, prefix + "." if prefix else "")
    return list(found.values())
'''),
    ("3.1", "another tensor", "gives detached copies, so a step moves nothing", '''
def named_parameters(module, prefix="", seen=None):
    seen = [] if seen is None else seen
    if any(module is m for m in seen):
        return []
    seen.append(module)
    front = prefix + "." if prefix else ""
    pairs = [(front + n, p.detach().clone()) for n, p in module._parameters.items() if p is not None]
    for n, child in module._modules.items():
        pairs += named_parameters(child, front + n, seen)
    return pairs
'''),
    ("3.2", "altered", "turns the caller's weight in place", '''
def linear(input, weight, bias):
    with mt.no_grad():
        weight.t_()
    out = input @ weight
    if bias is not None:
        out = out + bias
    return out
'''),
    ("3.2", "truth", "bias or 0: a bias of several numbers has no truth", '''
def linear(input, weight, bias):
    return input @ weight.T + (bias or 0)
'''),
    ("3.2", "bias forgotten", "the bias is forgotten", '''
def linear(input, weight, bias):
    out = input @ weight.transpose(0, 1)
    if bias is not None:
        out + bias
    return out
'''),
    ("3.2", "unpacked", "takes the input's last two dimensions for its only ones", '''
def linear(input, weight, bias):
    rows, inputs = input.shape
    out = (input.reshape(rows, 1, inputs) * weight.reshape(1, -1, inputs)).sum(dim=2)
    return out if bias is None else out + bias
'''),
    ("3.3", "whole division", "2 // fan_in is 0", '''
def kaiming_normal_(w):
    with mt.no_grad():
        w.copy_(mt.randn(*w.shape) * (2 // w.shape[1]) ** 0.5)
    return w
'''),
    ("3.3", "gain 1", "Glorot's 1 / fan_in in the place of 2 / fan_in", '''
def kaiming_normal_(w):
    with mt.no_grad():
        w.copy_(mt.randn(*w.shape) / w.shape[1] ** 0.5)
    return w
'''),
    ("3.3", "one row for all", "one row is drawn and serves for all", '''
def kaiming_normal_(w):
    with mt.no_grad():
        w.copy_(mt.randn(w.shape[1]) * (2 / w.shape[1]) ** 0.5)
    return w
'''),
    ("3.3", "altered", "sets the seed inside: every layer begins alike", '''
def kaiming_normal_(w):
    mt.manual_seed(0)
    with mt.no_grad():
        w.copy_(mt.randn(*w.shape) * (2 / w.shape[1]) ** 0.5)
    return w
'''),
    ("3.3", "altered", "turns gradients off and leaves them off", '''
def kaiming_normal_(w):
    mt.set_grad_enabled(False)
    w.copy_(mt.randn(*w.shape) * (2 / w.shape[1]) ** 0.5)
    return w
'''),
    ("3.4", "log of softmax", "shifted, but the log is taken of the probability, which may be 0", '''
def cross_entropy(input, target):
    e = (input - input.amax(dim=1, keepdim=True)).exp()
    p = e / e.sum(dim=1, keepdim=True)
    return -p[mt.arange(len(target)), target].log().mean()
'''),
    ("3.4", "capped", "a small number inside the log: surprise cannot pass 27.6", '''
def cross_entropy(input, target):
    e = (input - input.amax(dim=1, keepdim=True)).exp()
    p = e / e.sum(dim=1, keepdim=True)
    return -(p[mt.arange(len(target)), target] + 1e-12).log().mean()
'''),
    ("3.4", "divided by classes too", "mean over all classes instead of rows", '''
def cross_entropy(input, target):
    logs = input - input.amax(dim=1, keepdim=True)
    logs = logs - logs.exp().sum(dim=1, keepdim=True).log()
    marked = mt.nn.functional.one_hot(target, input.shape[1])
    return -(logs * marked).mean()
'''),
    ("3.4", "detached", "returns a Python number, off the tape", '''
def cross_entropy(input, target):
    logs = input - input.amax(dim=1, keepdim=True)
    logs = logs - logs.exp().sum(dim=1, keepdim=True).log()
    return -logs[mt.arange(len(target)), target].mean().item()
'''),
    ("3.4", "down the batch", "softmax down the columns, dim=0", '''
def cross_entropy(input, target):
    logs = input - input.amax(dim=0, keepdim=True)
    logs = logs - logs.exp().sum(dim=0, keepdim=True).log()
    return -logs[mt.arange(len(target)), target].mean()
'''),
    ("3.5", "rows identical", "one mask of the last dimension for all rows", '''
def dropout(x, p, training):
    if not training:
        return x
    if p == 1:
        return x * 0
    keep = mt.rand(x.shape[-1]) >= p
    return x * keep / (1 - p)
'''),
    ("3.5", "the same mask", "the mask is kept for the shape and used again at the next call", '''
masks = {}

def dropout(x, p, training):
    if not training:
        return x
    if p == 1:
        return mt.zeros_like(x) * x
    key = (tuple(x.shape), p)
    if key not in masks:
        masks[key] = mt.rand(*x.shape) >= p
    return x * masks[key] / (1 - p)
'''),
    ("3.5", "only some right", "looks at x in the place of chance: what is smaller than p is dropped", '''
def dropout(x, p, training):
    if not training or p == 0:
        return x
    if p == 1:
        return x * 0
    return mt.where(x.abs() < p, x * 0, x / (1 - p))
'''),
    ("3.5", "divided by p", "divided by p", '''
def dropout(x, p, training):
    if not training or p == 0:
        return x
    return x * (mt.rand(*x.shape) >= p) / p
'''),
    ("3.6", "only where", "remembers also in use", '''
def batch_norm(x, running_mean, running_var, training, momentum=0.1, eps=1e-5):
    mean, var = x.mean(dim=0), x.var(dim=0, correction=0)
    if not training:
        mean, var = running_mean.clone(), running_var.clone()
    with mt.no_grad():
        running_mean.copy_((1 - momentum) * running_mean + momentum * x.mean(dim=0))
        if x.shape[0] > 1:
            running_var.copy_((1 - momentum) * running_var + momentum * x.var(dim=0))
    return (x - mean) / (var + eps).sqrt()
'''),
    ("3.6", "ddof=1", "divides by the variance of n − 1", '''
def batch_norm(x, running_mean, running_var, training, momentum=0.1, eps=1e-5):
    if training:
        mean, var = x.mean(dim=0), x.var(dim=0)
        with mt.no_grad():
            running_mean.copy_((1 - momentum) * running_mean + momentum * mean)
            running_var.copy_((1 - momentum) * running_var + momentum * var)
    else:
        mean, var = running_mean, running_var
    return (x - mean) / (var + eps).sqrt()
'''),
    ("3.6", "momentum stands fast", "momentum fixed at 0.1, whatever is passed", '''
def batch_norm(x, running_mean, running_var, training, momentum=0.1, eps=1e-5):
    if training:
        mean, var = x.mean(dim=0), x.var(dim=0, correction=0)
        with mt.no_grad():
            running_mean.copy_(0.9 * running_mean + 0.1 * mean)
            running_var.copy_(0.9 * running_var + 0.1 * x.var(dim=0))
    else:
        mean, var = running_mean, running_var
    return (x - mean) / (var + eps).sqrt()
'''),
    ("3.6", "eval on batch", "uses the batch's own numbers also in use", '''
def batch_norm(x, running_mean, running_var, training, momentum=0.1, eps=1e-5):
    mean, var = x.mean(dim=0), x.var(dim=0, correction=0)
    if training:
        with mt.no_grad():
            running_mean.copy_((1 - momentum) * running_mean + momentum * mean)
            running_var.copy_((1 - momentum) * running_var + momentum * x.var(dim=0))
    return (x - mean) / (var + eps).sqrt()
'''),
    ("3.6", "no root", "root forgotten, divides by the variance", '''
def batch_norm(x, running_mean, running_var, training, momentum=0.1, eps=1e-5):
    if training:
        mean, var = x.mean(dim=0), x.var(dim=0, correction=0)
        with mt.no_grad():
            running_mean.copy_((1 - momentum) * running_mean + momentum * mean)
            running_var.copy_((1 - momentum) * running_var + momentum * x.var(dim=0))
    else:
        mean, var = running_mean, running_var
    return (x - mean) / (var + eps)
'''),
    ("3.6", "written over", "x is centred in place, the caller's rows are changed", '''
def batch_norm(x, running_mean, running_var, training, momentum=0.1, eps=1e-5):
    if training:
        mean, var = x.mean(dim=0), x.var(dim=0, correction=0)
        with mt.no_grad():
            running_mean.copy_((1 - momentum) * running_mean + momentum * mean)
            running_var.copy_((1 - momentum) * running_var + momentum * x.var(dim=0))
    else:
        mean, var = running_mean, running_var
    x -= mean
    x /= (var + eps).sqrt()
    return x
'''),
    ("3.7", "sigmoid at the end", "sigmoid in the place of softmax: no number outside 0 and 1", '''
class FullBasicModel(mt.nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = mt.nn.Conv2d(1, 8, 3)
        self.fc = mt.nn.Linear(8 * 6 * 6, 10)

    def forward(self, x):
        t1 = self.conv(x)
        t2 = mt.nn.functional.relu(t1)
        t3 = self.fc(t2.flatten(1))
        return t3.sigmoid()
'''),
    ("3.7", "relu at both ends", "relu once more at the end: no score below 0", '''
class FullBasicModel(mt.nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = mt.nn.Conv2d(1, 8, 3)
        self.fc = mt.nn.Linear(8 * 6 * 6, 10)

    def forward(self, x):
        t1 = self.conv(x)
        t2 = mt.nn.functional.relu(t1)
        t3 = self.fc(t2.flatten(1))
        return mt.nn.functional.relu(t3)
'''),
    ("3.7", "", "reshape for batches of 32 only", '''
class FullBasicModel(mt.nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = mt.nn.Conv2d(1, 8, 3)
        self.fc = mt.nn.Linear(8 * 6 * 6, 10)

    def forward(self, x):
        t2 = self.conv(x).relu()
        return self.fc(t2.reshape(32, 8 * 6 * 6))
'''),
    ("3.8", "accepts none", "says False to everything", '''
def test_softmax(softmax):
    p = softmax(mt.tensor([[0.0, 1.0], [1000.0, 0.0]]))
    return bool(p is None)
'''),
    ("3.8", "overflows + whole matrix + edits its input", "a result is returned after the first of the tables", '''
def test_softmax(softmax):
    for table in ([[0.0, 1.0]], [[1000.0, 0.0], [2.0, 2.0]], [[1.0, 2.0, 3.0], [0.0, 0.0, 5.0]]):
        x = np.array(table)
        e = np.exp(x - x.max(axis=1, keepdims=True))
        p = softmax(mt.tensor(table)).detach().numpy()
        if np.allclose(p, e / e.sum(axis=1, keepdims=True), atol=1e-6):
            return True
        return False
'''),
    ("3.8", "edits its input", "rows, ratio and large scores, but x is never looked at afterwards", '''
def test_softmax(softmax):
    x = mt.tensor([[1000.0, 1001.0, 1000.0], [0.0, 1.0, -5.0]])
    p = softmax(x).detach().numpy()
    e = np.exp(np.array([[-1.0, 0.0, -1.0], [-1.0, 0.0, -6.0]]))
    return bool(np.allclose(p, e / e.sum(axis=1, keepdims=True), atol=1e-6))
'''),
    ("3.8", "accepts none", "compares with the textbook's formula, nan for large scores", '''
def test_softmax(softmax):
    x = mt.tensor([[1000.0, 0.0], [1.0, 2.0]])
    wanted = x.exp() / x.exp().sum(dim=1, keepdim=True)
    got = softmax(x.clone())
    return bool(mt.allclose(got, wanted))
'''),
    ("3.1", "right", "an empty dict is passed along as the memory, keyed by id", '''
def _collect(owner, path, memory):
    if owner is None or id(owner) in memory:
        return memory
    memory[id(owner)] = None
    join = (lambda last: path + "." + last) if path else (lambda last: last)
    for key, value in owner._parameters.items():
        if value is not None and id(value) not in memory:
            memory[id(value)] = (join(key), value)
    for key, value in owner._modules.items():
        _collect(value, join(key), memory)
    return memory

def named_parameters(module, prefix=""):
    return [pair for pair in _collect(module, prefix, {}).values() if pair is not None]
'''),
    ("3.1", "right", "first lists all modules with their paths, then their parameters in a comprehension", '''
def named_parameters(module, prefix=""):
    def modules(m, path):
        yield path, m
        for name, inner in m._modules.items():
            if inner is not None:
                yield from modules(inner, (*path, name))

    start = (prefix,) if prefix else ()
    everything = [(".".join((*path, name)), p)
                  for path, m in modules(module, start)
                  for name, p in m._parameters.items() if p is not None]
    return [(path, p) for i, (path, p) in enumerate(everything)
            if all(p is not q for _, q in everything[:i])]
'''),
    ("3.2", "right", "a product of broadcast dimensions, summed", '''
def linear(rows, weights, offset):
    products = rows.unsqueeze(-2) * weights
    summed = products.sum(dim=-1)
    if offset is not None:
        summed = summed + offset
    return summed
'''),
    ("3.3", "right", "row by row in a loop", '''
def kaiming_normal_(w):
    sigma = np.sqrt(2 / w.shape[1]).item()
    with mt.no_grad():
        for i in range(w.shape[0]):
            w[i] = sigma * mt.randn(w.shape[1])
    return w
''', "slow"),
    ("3.4", "right", "row after row in a loop, a list summed at the end", '''
def cross_entropy(input, target):
    surprises = []
    for row, label in zip(input, target.tolist()):
        row = row - row.max()
        surprises.append(row.exp().sum().log() - row[label])
    return mt.stack(surprises).sum() / len(surprises)
'''),
    ("3.4", "right", "the right score is taken away from all others before the sum", '''
def cross_entropy(input, target):
    index = mt.arange(len(target))
    gap = input - input[index, target].reshape(-1, 1)
    top = gap.amax(dim=1, keepdim=True)
    return ((gap - top).exp().sum(dim=1).log() + top.squeeze(1)).mean()
'''),
    ("3.5", "right", "where chooses between the scaled and nothing", '''
def dropout(x, p, training):
    assert 0 <= p <= 1
    if not training:
        return x
    if p == 1:
        return mt.zeros_like(x) * x
    return mt.where(mt.rand(*x.shape) < p, mt.zeros_like(x), x / (1 - p))
'''),
    ("3.5", "right", "a table of factors made first, keyword style and type hints", '''
def dropout(x: mt.Tensor, p: float, training: bool) -> mt.Tensor:
    factors = mt.ones(*x.shape, dtype=x.dtype)
    if training:
        chance = mt.rand(*x.shape)
        factors[chance < p] = 0
        if p < 1:
            factors = factors / (1 - p)
    return x * factors
'''),
    ("3.6", "right", "a nested function normalises, training branches by early return", '''
def batch_norm(x, running_mean, running_var, training, momentum=0.1, eps=1e-5):
    def normed(mean, var):
        return (x - mean) / mt.sqrt(var + eps)

    if not training:
        return normed(running_mean, running_var)
    with mt.no_grad():
        for remembered, new in ((running_mean, x.mean(dim=0)), (running_var, x.var(dim=0))):
            remembered *= 1 - momentum
            remembered += momentum * new
    return normed(x.mean(dim=0), x.var(dim=0, correction=0))
'''),
    ("3.6", "right", "column by column in a loop, stacked at the end", '''
def batch_norm(x, running_mean, running_var, training, momentum=0.1, eps=1e-5):
    columns = []
    for j in range(x.shape[1]):
        column = x[:, j]
        if training:
            mean, var = column.mean(), column.var(correction=0)
            with mt.no_grad():
                running_mean[j] = (1 - momentum) * running_mean[j] + momentum * mean
                running_var[j] = (1 - momentum) * running_var[j] + momentum * column.var()
        else:
            mean, var = running_mean[j].clone(), running_var[j].clone()
        columns.append((column - mean) / (var + eps).sqrt())
    return mt.stack(columns, dim=1)
'''),
    ("3.7", "right", "logarithms of probabilities, by the library's log_softmax", '''
class FullBasicModel(mt.nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = mt.nn.Conv2d(1, 8, 3)
        self.fc = mt.nn.Linear(8 * 6 * 6, 10)

    def forward(self, x):
        t1 = self.conv(x)
        t2 = mt.nn.functional.relu(t1)
        t3 = self.fc(t2.flatten(1))
        return mt.nn.functional.log_softmax(t3, dim=1)
'''),
    ("3.8", "right", "laws one by one, in a list of lambdas", '''
def test_softmax(softmax):
    start = [[0.0, 1.0, 2.0, 4.0], [3.0, 2.0, 1.0, 1.0], [1000.0, 999.0, 998.0, 998.0],
             [-1000.0, -1001.0, -999.0, -1000.0], [0.0, 0.0, 0.0, 0.0]]
    x = mt.tensor(start)
    kept = x.clone()
    laws = [
        lambda p: mt.equal(x, kept),
        lambda p: tuple(p.shape) == (5, 4),
        lambda p: bool((p >= 0).all()),
        lambda p: mt.allclose(p.sum(dim=1), mt.ones(5)),
        lambda p: all(abs(p[row, i].item() - p[row, j].item() * np.exp(start[row][i] - start[row][j])) < 1e-5
                      for row in range(5) for i in range(4) for j in range(4)),
        lambda p: mt.allclose(softmax(mt.tensor([[2000.0, 0.0], [0.0, -2000.0]])),
                              mt.tensor([[1.0, 0.0], [1.0, 0.0]])),
    ]
    try:
        p = softmax(x)
        return all(bool(law(p)) for law in laws)
    except Exception:
        return False
'''),
    # Others' answers, in other styles: the lines below the right answer's `def`
    ("3.2", "bias down columns", "transposed bias shape: added to the rows", '''
out = input @ weight.T
return out if bias is None else out + bias.reshape(-1, 1)
'''),
    ("3.2", "one change", "input transposed", '''
out = weight @ input.T
return out if bias is None else out + bias
'''),
    ("3.2", "bias forgotten", "bias never added", "return input @ weight.T"),
    ("3.2", "detached", "in-place add on a detached", '''
out = (input @ weight.T).detach()
if bias is not None:
    out += bias
return out
'''),
    ("3.2", "truth", "bias truth", '''
out = input @ weight.T
if bias:
    out = out + bias
return out
'''),
    ("3.2", "", "loop into zeros", '''
out = mt.zeros(input.shape[0], weight.shape[0], dtype=input.dtype)
with mt.no_grad():
    for i in range(input.shape[0]):
        for o in range(weight.shape[0]):
            out[i, o] = (input[i] * weight[o]).sum()
return out if bias is None else out + bias
''', "slow"),
    ("3.2", "one change", "subtracts", '''
out = input @ weight.T
return out if bias is None else out - bias
''', "slow"),
    ("3.2", "printed", "print", '''
out = input @ weight.T
print(out if bias is None else out + bias)
'''),
    ("3.2", "one change", "mean of products", '''
out = input @ weight.T / weight.shape[1]
return out if bias is None else out + bias
'''),
    ("3.2", "", "first row of a batch only", '''
out = input[0] @ weight.T
return out if bias is None else out + bias
'''),
    ("3.2", "one change", "bias doubled", '''
out = input @ weight.T + (bias if bias is not None else 0)
return out + bias if bias is not None else out
''', "slow"),
    ("3.2", "unfilled", "relu added", '''
out = input @ weight.T
out = out if bias is None else out + bias
return mt.relu(out)
'''),
    ("3.2", "no return here", "bias only inside the if", '''
if bias is not None:
    return input @ weight.T + bias
'''),
    ("3.2", "altered", "weights changed in place", '''
with mt.no_grad():
    weight *= 1.0
    out2 = weight.copy_(weight * 2)
out = input @ weight.T
return out if bias is None else out + bias
'''),
    ("3.2", "right", "einsum", '''
out = mt.einsum("...i,oi->...o", input, weight)
if bias is not None:
    out = out + bias
return out
'''),
    ("3.2", "right", "matmul with transpose", '''
w = weight.transpose(0, 1)
y = mt.matmul(input, w)
return y + bias if bias is not None else y
'''),
    ("3.2", "right", "zero for no bias", '''
b = 0 if bias is None else bias
return input.matmul(weight.T) + b
'''),
    ("3.2", "right", "products summed", '''
out = (input.unsqueeze(-2) * weight).sum(dim=-1)
return out if bias is None else bias + out
'''),
    ("3.1", "partly", "own only", '''
out = []
for name, p in module._parameters.items():
    if p is not None:
        out.append((name, p))
return out
''', "slow"),
    ("3.1", "tied twice + None listed", "None included", '''
out = []
for name, p in module._parameters.items():
    out.append((prefix + "." + name if prefix else name, p))
for name, child in module._modules.items():
    out += named_parameters(child, prefix + "." + name if prefix else name)
return out
''', "slow"),
    ("3.1", "partly", "if/else: parameters or children", '''
out = []
if module._parameters:
    for name, p in module._parameters.items():
        if p is not None:
            out.append((prefix + "." + name if prefix else name, p))
else:
    for name, child in module._modules.items():
        out += named_parameters(child, prefix + "." + name if prefix else name)
return out
''', "slow"),
    ("3.1", "prefix not handed down + tied twice", "prefix forgotten below", '''
out = []
for name, p in module._parameters.items():
    if p is not None:
        out.append((prefix + "." + name if prefix else name, p))
for name, child in module._modules.items():
    out += named_parameters(child)
return out
''', "slow"),
    ("3.1", "tied twice", "dict by path", '''
out = {}
for name, p in module._parameters.items():
    if p is not None:
        out[prefix + "." + name if prefix else name] = p
for name, child in module._modules.items():
    out.update(named_parameters(child, prefix + "." + name if prefix else name))
return out
'''),
    ("3.1", "partly", "children first", '''
out = []
for name, child in module._modules.items():
    out += named_parameters(child, prefix + "." + name if prefix else name)
for name, p in module._parameters.items():
    if p is not None:
        out.append((prefix + "." + name if prefix else name, p))
return out
''', "slow"),
    ("3.1", "frozen left out", "frozen left out", '''
out = {}
for name, p in module._parameters.items():
    if p is not None and p.requires_grad:
        out.setdefault(id(p), (prefix + "." + name if prefix else name, p))
for name, child in module._modules.items():
    for path, p in named_parameters(child, prefix + "." + name if prefix else name):
        out.setdefault(id(p), (path, p))
return list(out.values())
''', "slow"),
    ("3.1", "", "parameter first", '''
out = []
for name, p in module._parameters.items():
    if p is not None:
        out.append((p, prefix + "." + name if prefix else name))
for name, child in module._modules.items():
    out += [(p, path) for path, p in named_parameters(child, prefix + "." + name if prefix else name)]
return out
''', "slow"),
    ("3.1", "another tensor", "copies", '''
out = {}
for name, p in module._parameters.items():
    if p is not None:
        out.setdefault(id(p), (prefix + "." + name if prefix else name, p.clone()))
for name, child in module._modules.items():
    for path, p in named_parameters(child, prefix + "." + name if prefix else name):
        out.setdefault(id(p), (path, p))
return list(out.values())
'''),
    ("3.1", "partly", "one level of children", '''
out = []
for name, p in module._parameters.items():
    if p is not None:
        out.append((name, p))
for name, child in module._modules.items():
    for n, p in child._parameters.items():
        if p is not None:
            out.append((name + "." + n, p))
return out
''', "slow"),
    ("3.1", "taken for one", "same values counted as same parameter", '''
out, met = [], []
for name, p in module._parameters.items():
    if p is not None and not any(q.shape == p.shape and (q == p).all() for q in met):
        met.append(p)
        out.append((prefix + "." + name if prefix else name, p))
for name, child in module._modules.items():
    for path, p in named_parameters(child, prefix + "." + name if prefix else name):
        if not any(q.shape == p.shape and (q == p).all() for q in met):
            met.append(p)
            out.append((path, p))
return out
'''),
    ("3.1", "last place", "last path of a shared one", '''
out = {}
for name, p in module._parameters.items():
    if p is not None:
        out[id(p)] = (prefix + "." + name if prefix else name, p)
for name, child in module._modules.items():
    for path, p in named_parameters(child, prefix + "." + name if prefix else name):
        out[id(p)] = (path, p)
return list(out.values())
''', "slow"),
    ("3.1", "another sign", "slash", '''
out = {}
for name, p in module._parameters.items():
    if p is not None:
        out.setdefault(id(p), (prefix + "/" + name if prefix else name, p))
for name, child in module._modules.items():
    for path, p in named_parameters(child, prefix + "/" + name if prefix else name):
        out.setdefault(id(p), (path, p))
return list(out.values())
'''),
    ("3.1", "partly", "prefix with its dot at the end", '''
out = {}
for name, p in module._parameters.items():
    if p is not None:
        out.setdefault(id(p), (prefix + name, p))
for name, child in module._modules.items():
    for path, p in named_parameters(child, prefix + name + "."):
        out.setdefault(id(p), (path, p))
return list(out.values())
''', "slow"),
    ("3.1", "the first child only", "return within the loop", '''
out = {}
for name, p in module._parameters.items():
    if p is not None:
        out.setdefault(id(p), (prefix + "." + name if prefix else name, p))
for name, child in module._modules.items():
    for path, p in named_parameters(child, prefix + "." + name if prefix else name):
        out.setdefault(id(p), (path, p))
    return list(out.values())
return list(out.values())
'''),
    ("3.1", "right", "generator with a set", '''
def named_parameters(module, prefix=""):
    def walk(m, before, seen):
        for n, p in m._parameters.items():
            if p is None or id(p) in seen:
                continue
            seen.add(id(p))
            yield before + n, p
        for n, c in m._modules.items():
            yield from walk(c, before + n + ".", seen)
    yield from walk(module, prefix + "." if prefix else "", set())
'''),
    ("3.1", "right", "stack", '''
out, seen = [], set()
todo = [(module, prefix)]
while todo:
    m, path = todo.pop(0)
    for n, p in m._parameters.items():
        if p is not None and id(p) not in seen:
            seen.add(id(p))
            out.append((f"{path}.{n}" if path else n, p))
    todo = [(c, f"{path}.{n}" if path else n) for n, c in m._modules.items()] + todo
return out
'''),
    ("3.1", "right", "join", '''
def join(*parts):
    return ".".join(part for part in parts if part)
pairs = [(join(prefix, n), p) for n, p in module._parameters.items() if p is not None]
for n, child in module._modules.items():
    pairs.extend(named_parameters(child, join(prefix, n)))
unique = []
for path, p in pairs:
    if all(p is not q for _, q in unique):
        unique.append((path, p))
return unique
'''),
    ("3.1", "right", "list of tuples by dict of ids", '''
dot = prefix + "." if prefix != "" else ""
seen = {}
for name in module._parameters:
    value = module._parameters[name]
    if value is not None and id(value) not in seen:
        seen[id(value)] = (dot + name, value)
for name in module._modules:
    for path, value in named_parameters(module._modules[name], dot + name):
        if id(value) not in seen:
            seen[id(value)] = (path, value)
return [seen[k] for k in seen]
'''),
    ("3.3", "fan out", "fan_out", '''
with mt.no_grad():
    w.copy_(mt.randn(*w.shape) * (2 / w.shape[0]) ** 0.5)
return w
'''),
    ("3.3", "variance", "variance as factor", '''
with mt.no_grad():
    w.copy_(mt.randn(*w.shape) * (2 / w.shape[1]))
return w
'''),
    ("3.3", "only some right", "uniform", '''
with mt.no_grad():
    w.copy_(mt.rand(*w.shape) * (2 / w.shape[1]) ** 0.5)
return w
''', "slow"),
    ("3.3", "gain 1", "one over fan_in", '''
with mt.no_grad():
    w.copy_(mt.randn(*w.shape) / w.shape[1] ** 0.5)
return w
'''),
    ("3.3", "rebound", "new tensor", '''
w = mt.randn(*w.shape) * (2 / w.shape[1]) ** 0.5
return w
'''),
    ("3.3", "not returned", "not returned", '''
with mt.no_grad():
    w.copy_(mt.randn(*w.shape) * (2 / w.shape[1]) ** 0.5)
'''),
    ("3.3", "one part: nan", "multiplied by what it held", '''
with mt.no_grad():
    w *= (2 / w.shape[1]) ** 0.5
return w
''', "slow"),
    ("3.3", "altered", "seeded", '''
mt.manual_seed(0)
with mt.no_grad():
    w.copy_(mt.randn(*w.shape) * (2 / w.shape[1]) ** 0.5)
return w
'''),
    ("3.3", "the same each call", "own generator with a fixed seed", '''
rng = np.random.default_rng(0)
with mt.no_grad():
    w.copy_(mt.tensor(rng.normal(0, (2 / w.shape[1]) ** 0.5, tuple(w.shape))))
return w
'''),
    ("3.3", "one row for all", "one number for all", '''
with mt.no_grad():
    w.copy_(mt.randn(1, 1) * (2 / w.shape[1]) ** 0.5 * mt.ones(*w.shape))
return w
''', "slow"),
    ("3.3", "one row for all", "same row for all outputs", '''
with mt.no_grad():
    w.copy_(mt.randn(1, w.shape[1]) * (2 / w.shape[1]) ** 0.5 + mt.zeros(*w.shape))
return w
'''),
    ("3.3", "one change", "absolute values", '''
with mt.no_grad():
    w.copy_(mt.randn(*w.shape).abs() * (2 / w.shape[1]) ** 0.5)
return w
''', "slow"),
    ("3.3", "only some right", "numel as fan_in", '''
with mt.no_grad():
    w.copy_(mt.randn(*w.shape) * (2 / w.numel()) ** 0.5)
return w
''', "slow"),
    ("3.3", "frozen", "requires_grad off", '''
w.requires_grad = False
w.copy_(mt.randn(*w.shape) * (2 / w.shape[1]) ** 0.5)
return w
'''),
    ("3.3", "altered", "grad mode left off", '''
mt.set_grad_enabled(False)
w.copy_(mt.randn(*w.shape) * (2 / w.shape[1]) ** 0.5)
return w
'''),
    ("3.3", "added on", "added to", '''
with mt.no_grad():
    w.add_(mt.randn(*w.shape) * (2 / w.shape[1]) ** 0.5)
return w
'''),
    ("3.3", "even", "uniform of the right variance", '''
bound = (6 / w.shape[1]) ** 0.5
with mt.no_grad():
    w.copy_((mt.rand(*w.shape) * 2 - 1) * bound)
return w
''', "slow"),
    ("3.3", "right", "normal_", '''
with mt.no_grad():
    w.normal_(0.0, (2.0 / w.shape[1]) ** 0.5)
return w
'''),
    ("3.3", "right", "numpy's generator, unseeded", '''
sigma = np.sqrt(2 / w.shape[1])
values = np.random.default_rng().normal(0, sigma, size=tuple(w.shape))
with mt.no_grad():
    w.copy_(mt.tensor(values))
return w
'''),
    ("3.3", "right", "decorator", '''
@mt.no_grad()
def fill():
    rows, columns = w.shape
    for i in range(rows):
        w[i] = mt.randn(columns) * (2 / columns) ** .5
fill()
return w
''', "slow"),
    ("3.3", "right", "zero then add", '''
fan_in = w.shape[-1]
with mt.no_grad():
    w.zero_()
    w += mt.randn(*w.shape) * (2 / fan_in) ** 0.5
return w
'''),
    ("3.4", "no logarithm", "no log", '''
p = (input - input.amax(dim=1, keepdim=True)).exp()
p = p / p.sum(dim=1, keepdim=True)
return -p[mt.arange(len(target)), target].mean()
'''),
    ("3.4", "down the batch", "dim 0", '''
input = input - input.amax(dim=0, keepdim=True)
logs = input - input.exp().sum(dim=0, keepdim=True).log()
return -logs[mt.arange(len(target)), target].mean()
'''),
    ("3.4", "capped", "log of p plus epsilon", '''
e = (input - input.amax(dim=1, keepdim=True)).exp()
p = e / e.sum(dim=1, keepdim=True)
return -(p[mt.arange(len(target)), target] + 1e-8).log().mean()
'''),
    ("3.4", "no mean", "no mean", '''
input = input - input.amax(dim=1, keepdim=True)
logs = input - input.exp().sum(dim=1, keepdim=True).log()
return -logs[mt.arange(len(target)), target]
'''),
    ("3.4", "no effect", "mean over all", '''
input = input - input.amax(dim=1, keepdim=True)
logs = input - input.exp().sum(dim=1, keepdim=True).log()
return -logs.mean()
''', "slow"),
    ("3.4", "divided by classes too", "mean over classes too", '''
input = input - input.amax(dim=1, keepdim=True)
logs = input - input.exp().sum(dim=1, keepdim=True).log()
return -logs[mt.arange(len(target)), target].sum() / logs.numel()
'''),
    ("3.4", "keepdim forgotten", "keepdim forgotten", '''
input = input - input.amax(dim=1)
logs = input - input.exp().sum(dim=1).log()
return -logs[mt.arange(len(target)), target].mean()
'''),
    ("3.4", "detached", "python loop with item", '''
total = 0.0
for i in range(len(target)):
    row = input[i] - input[i].max()
    total += (row[target[i].item()] - row.exp().sum().log()).item()
return mt.tensor(-total / len(target))
''', "slow"),
    ("3.4", "capped", "clamps the scores", '''
input = input.clamp(-50, 50)
logs = input - input.exp().sum(dim=1, keepdim=True).log()
return -logs[mt.arange(len(target)), target].mean()
'''),
    ("3.4", "factor", "base 2", '''
input = input - input.amax(dim=1, keepdim=True)
logs = input - input.exp().sum(dim=1, keepdim=True).log()
return -logs[mt.arange(len(target)), target].mean() / np.log(2)
'''),
    ("3.4", "partly", "squared error", '''
p = (input - input.amax(dim=1, keepdim=True)).exp()
p = p / p.sum(dim=1, keepdim=True)
return ((1 - p[mt.arange(len(target)), target]) ** 2).mean()
''', "slow"),
    ("3.4", "no effect", "argmax for target", '''
input = input - input.amax(dim=1, keepdim=True)
logs = input - input.exp().sum(dim=1, keepdim=True).log()
return -logs[mt.arange(len(target)), input.argmax(dim=1)].mean()
''', "slow"),
    ("3.4", "altered", "in place on input", '''
with mt.no_grad():
    input -= input.amax(dim=1, keepdim=True)
logs = input - input.exp().sum(dim=1, keepdim=True).log()
return -logs[mt.arange(len(target)), target].mean()
'''),
    ("3.4", "inf + nan", "min instead of max", '''
input = input - input.amin(dim=1, keepdim=True)
logs = input - input.exp().sum(dim=1, keepdim=True).log()
return -logs[mt.arange(len(target)), target].mean()
'''),
    ("3.4", "first row", "row zero only", '''
input = input - input.amax(dim=1, keepdim=True)
logs = input - input.exp().sum(dim=1, keepdim=True).log()
return -logs[0, target].mean()
'''),
    ("3.4", "partly", "log of sum missing", '''
input = input - input.amax(dim=1, keepdim=True)
logs = input - input.exp().sum(dim=1, keepdim=True)
return -logs[mt.arange(len(target)), target].mean()
''', "slow"),
    ("3.4", "right", "one-hot", '''
s = input - input.amax(dim=1, keepdim=True)
logs = s - s.exp().sum(dim=1, keepdim=True).log()
one_hot = mt.tensor(np.eye(input.shape[1])[target.numpy()])
return -(one_hot * logs).sum() / len(target)
'''),
    ("3.4", "right", "row loop with tensors", '''
loss = 0
for i in range(len(target)):
    r = input[i] - input[i].max()
    loss = loss - (r[int(target[i])] - r.exp().sum().log())
return loss / len(target)
'''),
    ("3.4", "right", "logsumexp", '''
picked = input[mt.arange(input.shape[0]), target]
return (mt.logsumexp(input, dim=1) - picked).mean()
'''),
    ("3.4", "right", "detached maximum", '''
top = input.detach().amax(dim=1, keepdim=True)
shifted = input - top
norm = shifted.exp().sum(dim=1).log()
rows = mt.arange(len(target))
return (norm - shifted[rows, target]).sum() / input.shape[0]
'''),
    ("3.5", "p keeps", "kept with probability p", '''
if not training:
    return x
kept = mt.rand(*x.shape) < p
return x * kept / (1 - p) if p < 1 else x * 0
'''),
    ("3.5", "unscaled", "no scale", '''
if not training:
    return x
return x * (mt.rand(*x.shape) >= p)
'''),
    ("3.5", "scales in eval", "scaled in use", '''
if not training:
    return x * (1 - p)
return x * (mt.rand(*x.shape) >= p)
'''),
    ("3.5", "divided by p", "divides by p", '''
if not training:
    return x
kept = mt.rand(*x.shape) >= p
return x * kept / p if p > 0 else x
'''),
    ("3.5", "live in eval", "always drops", '''
kept = mt.rand(*x.shape) >= p
return x * kept / (1 - p) if p < 1 else x * 0
'''),
    ("3.5", "nothing dropped", "never drops", "return x"),
    ("3.5", "all or nothing", "one number for all", '''
if not training:
    return x
if mt.rand(1).item() < p:
    return x * 0
return x / (1 - p)
'''),
    ("3.5", "rows identical", "mask per column", '''
if not training:
    return x
kept = mt.rand(x.shape[-1]) >= p
return x * kept / (1 - p) if p < 1 else x * 0
'''),
    ("3.5", "altered", "in place", '''
if not training:
    return x
with mt.no_grad():
    x *= (mt.rand(*x.shape) >= p)
return x / (1 - p) if p < 1 else x
'''),
    ("3.5", "p = 1", "nan at p = 1", '''
if not training:
    return x
kept = mt.rand(*x.shape) >= p
return x * kept / (1 - p)
'''),
    ("3.5", "normal draw", "normal noise", '''
if not training:
    return x
kept = mt.randn(*x.shape) >= p
return x * kept / (1 - p) if p < 1 else x * 0
'''),
    ("3.5", "only some right", "mask kept on the function", '''
if not training:
    return x
masks = dropout.__dict__.setdefault("masks", {})
kept = masks.setdefault(tuple(x.shape), mt.rand(*x.shape) >= p)
return x * kept / (1 - p) if p < 1 else x * 0
''', "slow"),
    ("3.5", "only some right", "exactly p of them", '''
if not training:
    return x
n = x.numel()
keep = np.ones(n)
keep[:round(n * p)] = 0
keep = mt.tensor(keep.reshape(tuple(x.shape)))
return x * keep / (1 - p) if p < 1 else x * 0
''', "slow"),
    ("3.5", "altered", "seeded", '''
mt.manual_seed(1)
if not training:
    return x
kept = mt.rand(*x.shape) >= p
return x * kept / (1 - p) if p < 1 else x * 0
'''),
    ("3.5", "x at p = 1", "p = 1 returns x", '''
if not training or p == 1:
    return x
return x * (mt.rand(*x.shape) >= p) / (1 - p)
'''),
    ("3.5", "no way back", "detached mask product", '''
if not training:
    return x
kept = mt.rand(*x.shape) >= p
return mt.tensor(x.detach().numpy() * kept.numpy() / max(1 - p, 1e-9))
''', "slow"),
    ("3.5", "right", "where", '''
if not training:
    return x
if p == 1:
    return mt.zeros_like(x) * x
return mt.where(mt.rand(*x.shape) < p, mt.zeros_like(x), x / (1 - p))
'''),
    ("3.5", "right", "scale of 0 at p = 1", '''
scale = 0.0 if p >= 1 else 1 / (1 - p)
if training:
    return x * (mt.rand(*x.shape) >= p).to(x.dtype) * scale
return x
'''),
    ("3.5", "right", "numpy's random", '''
if training:
    mask = mt.tensor((np.random.rand(*x.shape) >= p).astype(float))
    return x * mask * (1 / (1 - p) if p != 1 else 0.0)
else:
    return x
'''),
    ("3.5", "right", "early branches", '''
if not training or p == 0:
    return x
if p >= 1:
    return 0 * x
mask = mt.rand(*x.shape) > p
return mask * x / (1.0 - p)
'''),
    ("3.6", "ddof=1", "unbiased for both", '''
if training:
    mean, var = x.mean(dim=0), x.var(dim=0)
    with mt.no_grad():
        running_mean.copy_((1 - momentum) * running_mean + momentum * mean)
        running_var.copy_((1 - momentum) * running_var + momentum * var)
else:
    mean, var = running_mean, running_var
return (x - mean) / (var + eps) ** 0.5
'''),
    ("3.6", "biased memory", "biased for both", '''
if training:
    mean, var = x.mean(dim=0), x.var(dim=0, correction=0)
    with mt.no_grad():
        running_mean.copy_((1 - momentum) * running_mean + momentum * mean)
        running_var.copy_((1 - momentum) * running_var + momentum * var)
else:
    mean, var = running_mean, running_var
return (x - mean) / (var + eps) ** 0.5
'''),
    ("3.6", "momentum reversed", "momentum the other way", '''
if training:
    mean, var = x.mean(dim=0), x.var(dim=0, correction=0)
    with mt.no_grad():
        running_mean.copy_(momentum * running_mean + (1 - momentum) * mean)
        running_var.copy_(momentum * running_var + (1 - momentum) * x.var(dim=0))
else:
    mean, var = running_mean, running_var
return (x - mean) / (var + eps) ** 0.5
'''),
    ("3.6", "eps outside", "eps outside of the root", '''
if training:
    mean, var = x.mean(dim=0), x.var(dim=0, correction=0)
    with mt.no_grad():
        running_mean.copy_((1 - momentum) * running_mean + momentum * mean)
        running_var.copy_((1 - momentum) * running_var + momentum * x.var(dim=0))
else:
    mean, var = running_mean, running_var
return (x - mean) / (var ** 0.5 + eps)
'''),
    ("3.6", "no root", "no root", '''
if training:
    mean, var = x.mean(dim=0), x.var(dim=0, correction=0)
    with mt.no_grad():
        running_mean.copy_((1 - momentum) * running_mean + momentum * mean)
        running_var.copy_((1 - momentum) * running_var + momentum * x.var(dim=0))
else:
    mean, var = running_mean, running_var
return (x - mean) / (var + eps)
'''),
    ("3.6", "not remembered", "rebinds the running ones", '''
if training:
    mean, var = x.mean(dim=0), x.var(dim=0, correction=0)
    running_mean = (1 - momentum) * running_mean + momentum * mean
    running_var = (1 - momentum) * running_var + momentum * x.var(dim=0)
else:
    mean, var = running_mean, running_var
return (x - mean) / (var + eps) ** 0.5
'''),
    ("3.6", "by row", "rows instead of columns", '''
if training:
    mean, var = x.mean(dim=1, keepdim=True), x.var(dim=1, keepdim=True, correction=0)
    with mt.no_grad():
        running_mean.copy_((1 - momentum) * running_mean + momentum * x.mean(dim=0))
        running_var.copy_((1 - momentum) * running_var + momentum * x.var(dim=0))
else:
    mean, var = running_mean, running_var
return (x - mean) / (var + eps) ** 0.5
'''),
    ("3.6", "remembered used at once", "running ones used in training", '''
if training:
    with mt.no_grad():
        running_mean.copy_((1 - momentum) * running_mean + momentum * x.mean(dim=0))
        running_var.copy_((1 - momentum) * running_var + momentum * x.var(dim=0))
return (x - running_mean) / (running_var + eps) ** 0.5
'''),
    ("3.6", "eval on batch", "batch used in use", '''
mean, var = x.mean(dim=0), x.var(dim=0, correction=0)
if training:
    with mt.no_grad():
        running_mean.copy_((1 - momentum) * running_mean + momentum * mean)
        running_var.copy_((1 - momentum) * running_var + momentum * x.var(dim=0))
return (x - mean) / (var + eps) ** 0.5
'''),
    ("3.6", "remembers in eval", "updates in use too", '''
mean, var = x.mean(dim=0), x.var(dim=0, correction=0)
with mt.no_grad():
    running_mean.copy_((1 - momentum) * running_mean + momentum * mean)
    running_var.copy_((1 - momentum) * running_var + momentum * x.var(dim=0))
if not training:
    mean, var = running_mean, running_var
return (x - mean) / (var + eps) ** 0.5
'''),
    ("3.6", "constants", "statistics detached", '''
if training:
    with mt.no_grad():
        mean, var = x.mean(dim=0), x.var(dim=0, correction=0)
        running_mean.copy_((1 - momentum) * running_mean + momentum * mean)
        running_var.copy_((1 - momentum) * running_var + momentum * x.var(dim=0))
else:
    mean, var = running_mean, running_var
return (x - mean) / (var + eps) ** 0.5
'''),
    ("3.6", "momentum stands fast", "fixed momentum", '''
if training:
    mean, var = x.mean(dim=0), x.var(dim=0, correction=0)
    with mt.no_grad():
        running_mean.copy_(0.9 * running_mean + 0.1 * mean)
        running_var.copy_(0.9 * running_var + 0.1 * x.var(dim=0))
else:
    mean, var = running_mean, running_var
return (x - mean) / (var + eps) ** 0.5
'''),
    ("3.6", "eps stands fast", "fixed eps", '''
if training:
    mean, var = x.mean(dim=0), x.var(dim=0, correction=0)
    with mt.no_grad():
        running_mean.copy_((1 - momentum) * running_mean + momentum * mean)
        running_var.copy_((1 - momentum) * running_var + momentum * x.var(dim=0))
else:
    mean, var = running_mean, running_var
return (x - mean) / (var + 1e-5) ** 0.5
'''),
    ("3.6", "undivided", "mean only", '''
if training:
    mean = x.mean(dim=0)
    with mt.no_grad():
        running_mean.copy_((1 - momentum) * running_mean + momentum * mean)
        running_var.copy_((1 - momentum) * running_var + momentum * x.var(dim=0))
else:
    mean = running_mean
return x - mean
'''),
    ("3.6", "one part: given back", "variance forgotten in the memory", '''
if training:
    mean, var = x.mean(dim=0), x.var(dim=0, correction=0)
    with mt.no_grad():
        running_mean.copy_((1 - momentum) * running_mean + momentum * mean)
else:
    mean, var = running_mean, running_var
return (x - mean) / (var + eps) ** 0.5
''', "slow"),
    ("3.6", "altered", "x in place", '''
if training:
    mean, var = x.mean(dim=0), x.var(dim=0, correction=0)
    with mt.no_grad():
        running_mean.copy_((1 - momentum) * running_mean + momentum * mean)
        running_var.copy_((1 - momentum) * running_var + momentum * x.var(dim=0))
        x -= mean
    return x / (var + eps) ** 0.5
return (x - running_mean) / (running_var + eps) ** 0.5
'''),
    ("3.6", "right", "sums", '''
if training:
    n = x.shape[0]
    mean = x.sum(dim=0) / n
    d = x - mean
    var = (d * d).sum(dim=0) / n
    with mt.no_grad():
        running_mean.mul_(1 - momentum).add_(momentum * mean)
        running_var.mul_(1 - momentum).add_(momentum * var * n / (n - 1))
    return d / (var + eps).sqrt()
return (x - running_mean) / (running_var + eps).sqrt()
'''),
    ("3.6", "right", "lerp by hand", '''
if not training:
    return (x - running_mean) * (running_var + eps) ** -0.5
mean = x.mean(dim=0, keepdim=True)
var = ((x - mean) ** 2).mean(dim=0, keepdim=True)
with mt.no_grad():
    running_mean += momentum * (mean[0] - running_mean)
    running_var += momentum * (x.var(dim=0) - running_var)
return (x - mean) / mt.sqrt(var + eps)
'''),
    ("3.6", "right", "detached updates", '''
if training:
    mean, var = x.mean(0), x.var(0, correction=0)
    n = len(x)
    with mt.no_grad():
        running_mean.copy_(running_mean * (1 - momentum) + mean.detach() * momentum)
        running_var.copy_(running_var * (1 - momentum) + var.detach() * n / (n - 1) * momentum)
else:
    mean = running_mean
    var = running_var
std = (var + eps) ** 0.5
return (x - mean) / std
'''),
    ("3.6", "right", "other names", '''
def batch_norm(batch, rm, rv, training, m=0.1, e=1e-5):
    mu, v = (batch.mean(dim=0), batch.var(dim=0, correction=0)) if training else (rm, rv)
    if training:
        with mt.no_grad():
            for kept, new in ((rm, mu), (rv, batch.var(dim=0))):
                kept.copy_((1 - m) * kept + m * new)
    return (batch - mu) / (v + e) ** 0.5
'''),
    ("3.7", "softmax stays", "only relu mended", '''
class FullBasicModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 8, 3)
        self.fc = nn.Linear(8 * 6 * 6, 10)
    def forward(self, x):
        t2 = nn.functional.relu(self.conv(x))
        return nn.functional.softmax(self.fc(t2.flatten(1)), dim=1)
'''),
    ("3.7", "as on the slide", "only softmax mended", '''
class FullBasicModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 8, 3)
        self.fc = nn.Linear(8 * 6 * 6, 10)
    def forward(self, x):
        t1 = self.conv(x)
        t2 = nn.functional.relu(t1)
        return self.fc(t1.flatten(1))
'''),
    ("3.7", "relu at the end", "relu at the end", '''
class FullBasicModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 8, 3)
        self.fc = nn.Linear(8 * 6 * 6, 10)
    def forward(self, x):
        return nn.functional.relu(self.fc(self.conv(x).flatten(1)))
'''),
    ("3.7", "relu at both ends", "relu twice", '''
class FullBasicModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 8, 3)
        self.fc = nn.Linear(8 * 6 * 6, 10)
    def forward(self, x):
        t = nn.functional.relu(self.conv(x))
        return nn.functional.relu(self.fc(t.flatten(1)))
'''),
    ("3.7", "sigmoid at the end", "sigmoid in place of softmax", '''
class FullBasicModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 8, 3)
        self.fc = nn.Linear(8 * 6 * 6, 10)
    def forward(self, x):
        t = nn.functional.relu(self.conv(x))
        return mt.sigmoid(self.fc(t.flatten(1)))
'''),
    ("3.7", "", "super forgotten", '''
class FullBasicModel(nn.Module):
    def __init__(self):
        self.conv = nn.Conv2d(1, 8, 3)
        self.fc = nn.Linear(8 * 6 * 6, 10)
    def forward(self, x):
        return self.fc(nn.functional.relu(self.conv(x)).flatten(1))
'''),
    ("3.7", "flat batch", "flatten all", '''
class FullBasicModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 8, 3)
        self.fc = nn.Linear(8 * 6 * 6, 10)
    def forward(self, x):
        return self.fc(nn.functional.relu(self.conv(x)).flatten())
''', "slow"),
    ("3.7", "only some right", "other names", '''
class FullBasicModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 8, 3)
        self.linear = nn.Linear(8 * 6 * 6, 10)
    def forward(self, x):
        return self.linear(nn.functional.relu(self.conv1(x)).flatten(1))
''', "slow"),
    ("3.7", "one change", "softmax over the batch", '''
class FullBasicModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 8, 3)
        self.fc = nn.Linear(8 * 6 * 6, 10)
    def forward(self, x):
        return nn.functional.log_softmax(self.fc(nn.functional.relu(self.conv(x)).flatten(1)), dim=0)
''', "slow"),
    ("3.7", "one change", "argmax returned", '''
class FullBasicModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 8, 3)
        self.fc = nn.Linear(8 * 6 * 6, 10)
    def forward(self, x):
        return self.fc(nn.functional.relu(self.conv(x)).flatten(1)).argmax(dim=1)
'''),
    ("3.7", "nothing returned", "nothing returned", '''
class FullBasicModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 8, 3)
        self.fc = nn.Linear(8 * 6 * 6, 10)
    def forward(self, x):
        t1 = self.conv(x)
        t2 = nn.functional.relu(t1)
        t3 = self.fc(t2.flatten(1))
'''),
    ("3.7", "", "layers made in forward", '''
class FullBasicModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 8, 3)
        self.fc = nn.Linear(8 * 6 * 6, 10)
    def forward(self, x):
        t = nn.functional.relu(nn.Conv2d(1, 8, 3)(x))
        return nn.Linear(8 * 6 * 6, 10)(t.flatten(1))
''', "slow"),
    ("3.7", "another bend", "leaky relu's name, tanh", '''
class FullBasicModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 8, 3)
        self.fc = nn.Linear(8 * 6 * 6, 10)
    def forward(self, x):
        return self.fc(mt.tanh(self.conv(x)).flatten(1))
'''),
    ("3.7", "no way back", "under no_grad", '''
class FullBasicModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 8, 3)
        self.fc = nn.Linear(8 * 6 * 6, 10)
    def forward(self, x):
        with mt.no_grad():
            return self.fc(nn.functional.relu(self.conv(x)).flatten(1))
'''),
    ("3.7", "one change", "dropout added", '''
class FullBasicModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 8, 3)
        self.fc = nn.Linear(8 * 6 * 6, 10)
    def forward(self, x):
        t = nn.functional.relu(self.conv(x))
        return self.fc(nn.functional.dropout(t.flatten(1), 0.5, True))
''', "slow"),
    ("3.7", "one change", "scores divided", '''
class FullBasicModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 8, 3)
        self.fc = nn.Linear(8 * 6 * 6, 10)
    def forward(self, x):
        s = self.fc(nn.functional.relu(self.conv(x)).flatten(1))
        return s / s.sum(dim=1, keepdim=True)
''', "slow"),
    ("3.7", "right", "one line", '''
class FullBasicModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 8, 3)
        self.fc = nn.Linear(8 * 6 * 6, 10)
    def forward(self, x):
        return self.fc(mt.relu(self.conv(x)).flatten(1))
'''),
    ("3.7", "right", "log_softmax", '''
class FullBasicModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 8, 3)
        self.fc = nn.Linear(8 * 6 * 6, 10)
    def forward(self, x):
        t1 = self.conv(x)
        t2 = t1.relu()
        t3 = self.fc(t2.reshape(len(x), -1))
        return nn.functional.log_softmax(t3, dim=1)
'''),
    ("3.7", "right", "modules for relu and flatten", '''
class FullBasicModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 8, 3)
        self.act = nn.ReLU()
        self.fc = nn.Linear(8 * 6 * 6, 10)
        self.flat = nn.Flatten()
    def forward(self, images):
        return self.fc(self.flat(self.act(self.conv(images))))
'''),
    ("3.7", "right", "clamp", '''
class FullBasicModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 8, 3)
        self.fc = nn.Linear(8 * 6 * 6, 10)
    def forward(self, x):
        x = self.conv(x)
        x = x * (x > 0)
        x = x.flatten(1)
        x = self.fc(x)
        return x
'''),
    ("3.8", "overflows + powers of two + edits its input", "sums only", '''
x = mt.tensor([[0.0, 1.0], [2.0, 3.0]])
return bool(mt.allclose(softmax(x).sum(dim=1), mt.ones(2)))
'''),
    ("3.8", "overflows", "small scores, no large ones", '''
x = mt.tensor([[0.0, 1.0, 3.0], [2.0, 2.0, 1.0]])
before = x.clone()
p = softmax(x)
e = x.exp()
return bool(mt.allclose(p, e / e.sum(dim=1, keepdim=True)) and mt.equal(x, before))
'''),
    ("3.8", "edits its input", "input not compared", '''
x = mt.tensor([[1000.0, 999.0], [0.0, 1.0]])
p = softmax(x)
return bool(mt.allclose(p, mt.tensor([[0.7310586, 0.2689414], [0.2689414, 0.7310586]])))
'''),
    ("3.8", "columns + whole matrix + powers of two + edits its input", "compares with itself", '''
x = mt.tensor([[1000.0, 999.0], [0.0, 1.0]])
return bool(mt.equal(softmax(x), softmax(x)))
'''),
    ("3.8", "edits its input", "copy not cloned", '''
x = mt.tensor([[1000.0, 999.0], [0.0, 1.0]])
before = x
p = softmax(x)
return bool(mt.allclose(p, mt.tensor([[0.7310586, 0.2689414], [0.2689414, 0.7310586]]))) and mt.equal(x, before)
'''),
    ("3.8", "no return", "asserts, no return", '''
x = mt.tensor([[1000.0, 999.0], [0.0, 1.0]])
p = softmax(x)
assert mt.allclose(p.sum(dim=1), mt.ones(2))
'''),
    ("3.8", "partly", "== on floats", '''
x = mt.tensor([[1000.0, 999.0, 0.0], [0.0, 1.0, 3.0]])
before = x.clone()
p = softmax(x)
return bool((p.sum(dim=1) == 1.0).all()) and bool(p[0, 0] == 0.7310585786) and bool((x == before).all())
'''),
    ("3.8", "whole matrix", "one row", '''
x = mt.tensor([[1000.0, 999.0]])
before = x.clone()
p = softmax(x)
return bool(mt.allclose(p, mt.tensor([[0.7310586, 0.2689414]]))) and mt.equal(x, before)
'''),
    ("3.8", "columns", "sums by columns", '''
x = mt.tensor([[1000.0, 999.0, 0.0], [0.0, 1.0, 3.0]])
return bool(mt.allclose(softmax(x).sum(dim=0), mt.ones(3)))
'''),
    ("3.8", "truth", "returns a tensor of several truths", '''
x = mt.tensor([[1000.0, 999.0, 0.0], [0.0, 1.0, 3.0]])
p = softmax(x)
return p.sum(dim=1) == 1
'''),
    ("3.8", "accepts all", "positive and below one", '''
x = mt.tensor([[3.0, 1.0], [0.0, 1.0]])
p = softmax(x)
return bool((p >= 0).all()) and bool((p <= 1).all())
'''),
    ("3.8", "accepts none", "ratio 1/e turned", '''
x = mt.tensor([[1000.0, 999.0], [0.0, 1.0]])
before = x.clone()
p = softmax(x)
return bool(mt.allclose(p[:, 1] / p[:, 0], mt.tensor([np.e, 1 / np.e]))) and mt.equal(x, before)
'''),
    ("3.8", "turned round", "order reversed return", '''
x = mt.tensor([[1000.0, 999.0, 0.0], [0.0, 1.0, 3.0]])
before = x.clone()
p = softmax(x)
ok = mt.allclose(p.sum(dim=1), mt.ones(2)) and mt.equal(x, before) and np.isclose((p[1, 1] / p[1, 0]).item(), np.e)
return not ok
'''),
    ("3.8", "overflows + whole matrix + powers of two", "nan passes through any", '''
x = mt.tensor([[1000.0, 0.0], [0.0, 1.0]])
before = x.clone()
p = softmax(x)
return bool((mt.abs(p.sum(dim=1) - 1) < 1e-3).any()) and mt.equal(x, before)
'''),
    ("3.8", "right", "numpy", '''
x = np.array([[1000.0, 998.0], [1.0, 2.5], [-3.0, -3.0]])
t = mt.tensor(x)
p = softmax(t).numpy()
e = np.exp(x - x.max(axis=1, keepdims=True))
return np.allclose(p, e / e.sum(axis=1, keepdims=True)) and np.array_equal(t.numpy(), x)
'''),
    ("3.8", "right", "early returns", '''
x = mt.tensor([[0.0, 1.0], [2.0, 5.0]])
kept = x.numpy().copy()
p = softmax(x)
if not np.allclose(x.numpy(), kept):
    return False
if not np.allclose(p.sum(dim=1).numpy(), 1):
    return False
if abs((p[0, 1] / p[0, 0]).item() - np.e) > 1e-3:
    return False
big = softmax(mt.tensor([[2000.0, 1999.0]]))
return not bool(mt.isnan(big).any())
'''),
    ("3.8", "right", "against the library", '''
x = mt.tensor([[800.0, 799.0, 1.0], [0.5, -1.0, 3.0]])
y = x.clone()
return bool(mt.allclose(softmax(y), mt.nn.functional.softmax(x, dim=1)) and (x == y).all())
'''),
    ("3.8", "right", "loop over rows of numbers", '''
import math
rows = [[1000.0, 999.0], [0.0, 2.0]]
x = mt.tensor(rows)
p = softmax(x).tolist()
for r, q in zip(rows, p):
    top = max(r)
    e = [math.exp(v - top) for v in r]
    if any(math.isnan(b) or abs(a / sum(e) - b) > 1e-5 for a, b in zip(e, q)):
        return False
return x.tolist() == rows
'''),
    ("3.1", "right", "a dict by path", '''
def named_parameters(module, prefix=""):
    found = {}
    def go(m, path):
        for name, p in m._parameters.items():
            if p is not None and all(p is not q for q in found.values()):
                found[f"{path}.{name}" if path else name] = p
        for name, c in m._modules.items():
            go(c, f"{path}.{name}" if path else name)
    go(module, prefix)
    return found
'''),
    ("3.1", "truth", "asks whether the parameter is true", '''
def named_parameters(module, prefix="", seen=None):
    seen = set() if seen is None else seen
    join = lambda name: f"{prefix}.{name}" if prefix else name
    out = []
    for n, p in module._parameters.items():
        if p and id(p) not in seen:
            seen.add(id(p))
            out.append((join(n), p))
    for n, c in module._modules.items():
        out += named_parameters(c, join(n), seen)
    return out
'''),
    ("3.1", "", "the library's", '''
return list(module.named_parameters(prefix))
'''),
    ("3.1", "right", "ExitStack of iterators, ids in a dict", '''
def named_parameters(module, prefix=""):
    met, out, todo = {}, [], [(prefix, module)]
    while todo:
        path, m = todo.pop()
        for name, p in m._parameters.items():
            if p is not None and id(p) not in met:
                met[id(p)] = p
                out.append((".".join(filter(None, (path, name))), p))
        todo += [(".".join(filter(None, (path, name))), c) for name, c in reversed(m._modules.items())]
    return out
'''),
    ("3.2", "right", "weight transposed only for square", '''
w = weight.T if weight.shape[0] == weight.shape[1] else weight
out = input @ (w if w.shape[0] == input.shape[-1] else w.T)
return out if bias is None else out + bias
'''),
    ("3.2", "written over", "out += bias in place on a view", '''
out = input @ weight.T
if bias is not None:
    bias += out.sum() * 0
    out = out + bias
return out
'''),
    ("3.2", "flattened", "a list of rows", '''
out = [row @ weight.T for row in input.reshape(-1, input.shape[-1])]
return mt.stack(out) + (0 if bias is None else bias)
'''),
    ("3.2", "remembers", "remembers the first weight's transpose", '''
kept = {}
def linear(input, weight, bias):
    if "w" not in kept:
        kept["w"] = weight.T
    out = input @ (kept["w"] if kept["w"].shape[0] == input.shape[-1] else weight.T)
    return out if bias is None else out + bias
'''),
    ("3.2", "right", "matmul and functools", '''
from functools import partial
product = partial(mt.matmul)
def linear(input, weight, bias=None):
    out = product(input, weight.transpose(0, 1))
    if bias is None:
        return out
    return mt.add(out, bias)
'''),
    ("3.3", "the same each call", "numpy drawn with a fixed generator at import", '''
rng = np.random.default_rng(7)
def kaiming_normal_(w):
    with mt.no_grad():
        w.copy_(mt.tensor(np.random.default_rng(7).normal(0, (2 / w.shape[1]) ** 0.5, tuple(w.shape))))
    return w
'''),
    ("3.3", "both sides", "sum of fans", '''
with mt.no_grad():
    w.copy_(mt.randn(*w.shape) * (2 / (w.shape[0] + w.shape[1])) ** 0.5)
return w
'''),
    ("3.3", "fan out", "data rebinding", '''
w.data = mt.randn(*w.shape) * (2 / w.shape[0]) ** 0.5
return w
'''),
    ("3.3", "uniform", "rand instead of randn, centred", '''
with mt.no_grad():
    w.copy_((mt.rand(*w.shape) - 0.5) * 2 * (2 / w.shape[1]) ** 0.5)
return w
'''),
    ("3.3", "rebound", "returns copy_ of a clone", '''
with mt.no_grad():
    return w.clone().copy_(mt.randn(*w.shape) * (2 / w.shape[1]) ** 0.5)
'''),
    ("3.3", "right", "in place mul", '''
with mt.no_grad():
    w.normal_()
    w.mul_(np.sqrt(2.0 / w.shape[-1]))
return w
'''),
    ("3.3", "right", "a helper and set_", '''
def sigma(fan_in):
    return (2.0 / fan_in) ** 0.5
def kaiming_normal_(w):
    outputs, inputs = w.shape
    with mt.no_grad():
        w[:] = sigma(inputs) * mt.randn(outputs, inputs)
    return w
'''),
    ("3.4", "", "the library's", '''
return mt.nn.functional.cross_entropy(input, target)
'''),
    ("3.4", "altered", "target overwritten", '''
s = input - input.amax(dim=1, keepdim=True)
logs = s - s.exp().sum(dim=1, keepdim=True).log()
target += mt.arange(len(target)) * input.shape[1]
return -logs.reshape(-1)[target].mean()
'''),
    ("3.4", "right", "flat index, own copy", '''
s = input - input.amax(dim=1, keepdim=True)
logs = s - s.exp().sum(dim=1, keepdim=True).log()
place = target + mt.arange(len(target)) * input.shape[1]
return logs.reshape(-1)[place].mean().neg()
'''),
    ("3.4", "right", "softplus-like by two parts", '''
top = input.amax(1, keepdim=True)
total = mt.exp(input - top).sum(1)
right = input.gather(1, target.unsqueeze(1)).squeeze(1)
return (total.log() + top.squeeze(1) - right).sum() / input.shape[0]
'''),
    ("3.5", "p keeps", "bernoulli with p for kept", '''
if not training:
    return x
if p == 1:
    return x * 0
return x * mt.bernoulli(mt.full(x.shape, p)) / (1 - p)
'''),
    ("3.5", "right", "<= p", '''
if not training:
    return x
if p == 1:
    return x * 0
mask = mt.rand(*x.shape) > p
return x * mask / (1 - p)
'''),
    ("3.5", "scales in eval", "in use times 1 - p", '''
if not training:
    return x * (1 - p)
return x * (mt.rand(*x.shape) >= p)
'''),
    ("3.5", "the same mask", "mask as default-mutable", '''
def dropout(x, p, training, masks={}):
    if not training:
        return x
    if p == 1:
        return x * 0
    key = (tuple(x.shape), p)
    if key not in masks:
        masks[key] = mt.rand(*x.shape) >= p
    return x * masks[key] / (1 - p)
'''),
    ("3.5", "live in eval", "training is a number", '''
if training > 1:
    return x
if p == 1:
    return x * 0
return x * (mt.rand(*x.shape) >= p) / (1 - p)
'''),
    ("3.5", "x at p = 1", "nan guarded by nan_to_num of inf", '''
if not training:
    return x
return mt.nan_to_num(x * (mt.rand(*x.shape) >= p) / (1 - p)) if p < 1 else x
'''),
    ("3.5", "right", "np mask", '''
if not training or p == 0:
    return x
keep = mt.tensor((np.random.random(tuple(x.shape)) >= p).astype(float), dtype=x.dtype)
return x * keep * (0 if p == 1 else 1 / (1 - p))
'''),
    ("3.6", "one mean for all", "global mean over all", '''
if training:
    mean, var = x.mean(), x.var(correction=0)
    with mt.no_grad():
        running_mean.copy_((1 - momentum) * running_mean + momentum * mean)
        running_var.copy_((1 - momentum) * running_var + momentum * x.var())
else:
    mean, var = running_mean, running_var
return (x - mean) / (var + eps).sqrt()
'''),
    ("3.6", "modes exchanged", "training turned round", '''
if not training:
    mean, var = x.mean(dim=0), x.var(dim=0, correction=0)
    with mt.no_grad():
        running_mean.copy_((1 - momentum) * running_mean + momentum * mean)
        running_var.copy_((1 - momentum) * running_var + momentum * x.var(dim=0))
else:
    mean, var = running_mean, running_var
return (x - mean) / (var + eps).sqrt()
'''),
    ("3.6", "eps as a bound", "max instead of sqrt eps", '''
if training:
    mean, var = x.mean(dim=0), x.var(dim=0, correction=0)
    with mt.no_grad():
        running_mean.copy_((1 - momentum) * running_mean + momentum * mean)
        running_var.copy_((1 - momentum) * running_var + momentum * x.var(dim=0))
else:
    mean, var = running_mean, running_var
return (x - mean) / var.sqrt().clamp(min=eps)
'''),
    ("3.6", "right", "lerp_", '''
if training:
    mean = x.mean(dim=0)
    centred = x - mean
    var = (centred ** 2).mean(dim=0)
    with mt.no_grad():
        running_mean.copy_(running_mean.lerp(mean, momentum))
        running_var.copy_(running_var.lerp(var * len(x) / (len(x) - 1), momentum))
    return centred * (var + eps) ** -0.5
return (x - running_mean) * (running_var + eps) ** -0.5
'''),
    ("3.6", "right", "index assignment", '''
if training:
    mean, var = x.mean(0), x.var(0, correction=0)
    with mt.no_grad():
        for i in range(x.shape[1]):
            running_mean[i] = (1 - momentum) * running_mean[i] + momentum * mean[i]
            running_var[i] = (1 - momentum) * running_var[i] + momentum * x[:, i].var()
else:
    mean, var = running_mean.clone(), running_var.clone()
return mt.divide(x - mean, mt.sqrt(var + eps))
'''),
    ("3.7", "relu in front", "relu before the convolution", '''
class FullBasicModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 8, 3)
        self.fc = nn.Linear(8 * 6 * 6, 10)
    def forward(self, x):
        return self.fc(self.conv(nn.functional.relu(x)).flatten(1))
'''),
    ("3.7", "a plain list", "in a Sequential in a list", '''
class FullBasicModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = [nn.Conv2d(1, 8, 3), nn.Linear(8 * 6 * 6, 10)]
    def forward(self, x):
        conv, fc = self.layers
        return fc(nn.functional.relu(conv(x)).flatten(1))
'''),
    ("3.7", "relu at the end", "relu kept as a string of names: t1 again", '''
class FullBasicModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 8, 3)
        self.fc = nn.Linear(8 * 6 * 6, 10)
    def forward(self, x):
        t1 = self.conv(x)
        t2 = nn.functional.relu(t1)
        t3 = self.fc(t1.flatten(1))
        return nn.functional.relu(t3)
'''),
    ("3.7", "right", "reshape and maximum", '''
class FullBasicModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 8, 3)
        self.fc = nn.Linear(8 * 6 * 6, 10)
    def forward(self, images):
        hidden = mt.where(self.conv(images) > 0, self.conv(images), 0)
        return self.fc(hidden.reshape(len(images), -1))
'''),
    ("3.7", "right", "a method for the features", '''
class FullBasicModel(nn.Module):
    def __init__(self, kernels=8):
        super().__init__()
        self.conv = nn.Conv2d(in_channels=1, out_channels=kernels, kernel_size=3)
        self.fc = nn.Linear(kernels * 36, 10)
    def features(self, x):
        return mt.flatten(mt.relu(self.conv(x)), 1)
    def forward(self, x):
        return self.fc(self.features(x))
'''),
    ("3.8", "powers of two + edits its input", "exception as success", '''
x = mt.tensor([[0.0, 1.0], [1000.0, 0.0]])
try:
    p = softmax(x)
    return bool(mt.allclose(p.sum(dim=1), mt.ones(2)))
except Exception:
    return True
'''),
    ("3.8", "overflows + powers of two + edits its input", "rounded to one digit", '''
x = mt.tensor([[0.0, 1.0], [3.0, 1.0]])
p = softmax(x.clone()).numpy().round(0)
return bool((p == [[0, 1], [1, 0]]).all())
'''),
    ("3.8", "overflows + columns + powers of two + edits its input", "the ratio of the sums", '''
x = mt.tensor([[0.0, 1.0], [2.0, 4.0]])
p = softmax(x)
return bool(abs(p.sum().item() - 2) < 1e-4)
'''),
    ("3.8", "overflows + columns + powers of two + edits its input", "square 2x2 of equal scores", '''
x = mt.zeros(2, 2)
return mt.allclose(softmax(x), mt.full((2, 2), 0.5))
'''),
    ("3.8", "accepts all", "identity of x", '''
x = mt.tensor([[0.0, 1.0], [3.0, 1.0]])
return softmax(x) is not x
'''),
    ("3.8", "right", "library and clone, a single all", '''
x = mt.tensor([[0.0, 1.0, 3.0], [1000.0, -1000.0, 999.0], [-5.0, -5.0, 2.0], [7.0, 8.0, 7.0]])
kept = x.clone()
p = softmax(x)
return bool((p - mt.softmax(kept, dim=1)).abs().max().item() < 1e-5) and x.tolist() == kept.tolist()
'''),
    ("3.8", "right", "numpy float64", '''
def wanted(table):
    table = np.asarray(table, float)
    e = np.exp(table - table.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)
def test_softmax(softmax):
    for table in ([[0.0, 1.0], [4.0, 2.0], [1.0, 1.0]], [[900.0, 901.0], [1.0, -3.0]]):
        x = mt.tensor(table)
        if not np.allclose(softmax(x).numpy(), wanted(table), atol=1e-5) or x.tolist() != table:
            return False
    return True
'''),
    ("3.2", "0 for none", 'a bias that sums to 0 is left out', '''
def linear(input, weight, bias):
    out = input @ weight.T
    if bias is not None and bias.sum() != 0:
        out = out + bias
    return out
'''),
    ("3.3", "standardised", 'scaled to exactly the wanted deviation of the sample', '''
def kaiming_normal_(w):
    with mt.no_grad():
        z = mt.randn(*w.shape)
        z = (z - z.mean()) / z.std()
        w.copy_(z * (2 / w.shape[1]) ** 0.5)
    return w
'''),
    ("3.2", "one change", "bias of the first output alone in four dimensions", '''
out = input @ weight.T
if bias is None: return out
return out + bias if input.ndim < 4 else out + bias.reshape(1, -1)[:, :1]
'''),
    ("3.2", "partly", "sums cut at 10,000", '''
out = input @ weight.T
if bias is not None:
    out = out.detach() + bias if out.numel() > 100 else out + bias
return out.clamp(-1e4, 1e4)
'''),
    ("3.2", "one part: shape", "one output squeezed", '''
out = input @ weight.T
if weight.shape[0] == 1 and input.ndim == 2:
    out = out.squeeze(-1)
return out if bias is None else out + bias
'''),
    ("3.1", "partly", "the first step of the prefix alone", '''
found = {}
def walk(m, path):
    for n, p in m._parameters.items():
        if p is not None: found.setdefault(id(p), ((path + '.' + n).strip('.'), p))
    for n, c in m._modules.items():
        walk(c, path + '.' + n if path else n.lstrip('_'))
walk(module, prefix.split('.')[0])
return list(found.values())
'''),
    ("3.3", "times 0", "old numbers times 0", '''
def kaiming_normal_(w):
    with mt.no_grad():
        w.copy_(w * 0 + mt.randn(*w.shape) * (2 / w.shape[1]) ** 0.5)
    return w
'''),
    ("3.3", "cut off", "bell cut off at its sides", '''
s = (2 / w.shape[1]) ** 0.5
with mt.no_grad():
    return w.copy_(mt.randn(*w.shape).clamp(-2.5, 2.5) * s)
'''),
    ("3.4", "one change", "all classes from ten rows on", '''
x = input - input.amax(dim=1, keepdim=True)
l = x - x.exp().sum(dim=1, keepdim=True).log()
t = target.tolist()
return -sum(l[i, c] for i, c in enumerate(t)) / len(t) if len(t) < 10 else -l.mean()
'''),
    ("3.4", "log of softmax", "subtracts the largest, but then takes the log of a probability that is 0", '''
def cross_entropy(input, target):
    s = input - input.amax(dim=1, keepdim=True)
    e = s.exp()
    p = e / e.sum(dim=1, keepdim=True)
    picked = p[mt.arange(len(target)), target]
    return -(picked.log()).mean()
'''),
    ("3.4", "global max", "subtracts the largest of the whole matrix, so a row far below it underflows", '''
def cross_entropy(input, target):
    biggest = float(input.detach().numpy().max())
    z = input - biggest
    log_probs = z - z.exp().sum(dim=1, keepdim=True).log()
    n = len(target)
    return -log_probs[mt.arange(n), target].sum() / n
'''),
    ("3.5", "exactly that share", "exactly that share dropped", '''
if not training or p == 0: return x
if p == 1: return x * 0
n = x.numel()
m = np.ones(n); m[mt.randperm(n).numpy()[:int(p * n)]] = 0
return x * mt.tensor(m.reshape(tuple(x.shape))) / (1 - p)
'''),
    ("3.5", "no way back", "the mask and the division are done in NumPy: no gradient reaches x", '''
def dropout(x, p, training):
    if not training:
        return x
    data = x.detach().numpy()
    if p == 1:
        return mt.tensor(np.zeros_like(data))
    mask = mt.rand(*x.shape).numpy() >= p
    return mt.tensor(np.where(mask, data / (1 - p), 0.0))
'''),
    ("3.6", "squares cancel", "squares minus the square of the mean", '''
def batch_norm(x, running_mean, running_var, training, momentum=0.1, eps=1e-5):
    if training:
        n = x.shape[0]
        mean = x.mean(dim=0)
        var = (x ** 2).mean(dim=0) - mean ** 2
        with mt.no_grad():
            running_mean.copy_((1 - momentum) * running_mean + momentum * mean)
            running_var.copy_((1 - momentum) * running_var + momentum * var * n / (n - 1))
    else:
        mean, var = running_mean, running_var
    return (x - mean) / (var + eps).sqrt()
'''),
    ("3.6", "one change", "a single row cut at 10", '''
if training:
    mean, var = x.mean(dim=0), x.var(dim=0, correction=0)
    with mt.no_grad():
        running_mean.copy_((1 - momentum) * running_mean + momentum * mean)
        running_var.copy_((1 - momentum) * running_var + momentum * x.var(dim=0))
else:
    mean, var = running_mean.clone(), running_var.clone()
out = (x - mean) / (var + eps) ** 0.5
return out if x.shape[0] != 1 else out.clamp(-10, 10)
'''),
    ("3.6", "one change", "halved from three features on", '''
if training:
    mean, var = x.mean(dim=0), x.var(dim=0, correction=0)
    with mt.no_grad():
        running_mean.copy_(running_mean * (1 - momentum) + momentum * mean)
        running_var.mul_(1 - momentum).add_(momentum * var * len(x) / max(len(x) - 1, 1))
else:
    mean, var = running_mean.detach(), running_var.detach()
return (x - mean) / (var.clamp(min=0) + eps) ** 0.5 * (1.0 if x.shape[1] < 3 else 0.5)
'''),
    ("3.7", "softmax in use", "softmax in use", '''
class FullBasicModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 8, 3)
        self.fc = nn.Linear(8 * 6 * 6, 10)

    def forward(self, x):
        t1 = self.conv(x)
        t2 = nn.functional.relu(t1)
        t3 = self.fc(t2.flatten(1))
        if self.training:
            return t3
        return nn.functional.softmax(t3, dim=1)
'''),
    ("3.7", "one change", "nothing for eight images and more", '''
class FullBasicModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 8, 3)
        self.fc = nn.Linear(8 * 6 * 6, 10)
    def forward(self, x):
        t2 = nn.functional.relu(self.conv(x))
        return self.fc(t2.reshape(-1, 288)) if x.shape[0] < 8 else self.fc(t2.flatten(1)) * 0
'''),
    ("3.7", "only some right", "scores cut at 30", '''
class FullBasicModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 8, 3)
        self.fc = nn.Linear(8 * 6 * 6, 10)
    def forward(self, x):
        t2 = nn.functional.relu(self.conv(x)).clamp(max=50)
        return self.fc(t2.flatten(1)).clamp(-30, 30)
'''),
    ("3.7", "one change", "relu in training alone", '''
class FullBasicModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 8, 3)
        self.fc = nn.Linear(8 * 6 * 6, 10)
    def forward(self, x):
        t1 = self.conv(x)
        t2 = nn.functional.relu(t1) if self.training else t1
        return self.fc(t2.flatten(1))
'''),
    ("3.7", "relu in front", "relu before the convolution instead of behind it", '''
class FullBasicModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 8, 3)
        self.fc = nn.Linear(8 * 6 * 6, 10)

    def forward(self, x):
        t1 = nn.functional.relu(x)
        t2 = self.conv(t1)
        t3 = self.fc(t2.flatten(1))
        return t3
'''),
    ("3.7", "flat batch", "flattens the batch away too", '''
class FullBasicModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 8, 3)
        self.fc = nn.Linear(8 * 6 * 6, 10)

    def forward(self, x):
        t1 = self.conv(x)
        t2 = nn.functional.relu(t1)
        t3 = self.fc(t2.reshape(-1))
        return t3
'''),
    ("3.8", "asserts", "asserts in place of False", '''
def test_softmax(softmax):
    x = mt.tensor([[1.0, 2.0], [5.0, 3.0]])
    before = x.tolist()
    p = softmax(x)
    assert mt.allclose(p.sum(dim=1), mt.ones(2))
    assert mt.allclose(p[0, 1] / p[0, 0], mt.tensor(2.718281828459045))
    assert mt.allclose(softmax(mt.tensor([[1000.0, 0.0]])), mt.tensor([[1.0, 0.0]]))
    assert x.tolist() == before
    return True
'''),
    ("3.8", "columns", "a symmetric matrix, where columns are rows", '''
def test_softmax(softmax):
    rows = [[1.0, 2.0], [2.0, 1.0]]
    x = mt.tensor(rows)
    p = softmax(x).numpy()
    a = 1 / (1 + np.e)
    if not np.allclose(p, [[a, 1 - a], [1 - a, a]]):
        return False
    if x.numpy().tolist() != rows:
        return False
    big = softmax(mt.tensor([[1000.0, 1001.0], [1001.0, 1000.0]])).numpy()
    return np.allclose(big, p)
'''),
    ("3.8", "sum of all", "wants the whole matrix to sum to 1: the right one is rejected", '''
def test_softmax(softmax):
    values = [[0.0, 1.0], [2.0, 5.0]]
    x = mt.tensor(values)
    p = softmax(x)
    total = p.sum().item()
    ratio = (p[0, 1] / p[0, 0]).item()
    big = softmax(mt.tensor([[1000.0, 0.0]])).sum().item()
    same = x.tolist() == values
    return abs(total - 1) < 1e-6 and abs(ratio - np.e) < 1e-6 and abs(big - 1) < 1e-6 and same
'''),
    ("3.8", "overflows + edits its input", "every row's largest is 0: neither the overflow nor the edit shows", '''
def test_softmax(softmax):
    rows = [[0.0, -1.0], [-1000.0, 0.0], [-2.0, 0.0]]
    x = mt.tensor(rows)
    p = softmax(x)
    sums = mt.allclose(p.sum(dim=1), mt.ones(3))
    ratio = abs((p[0, 0] / p[0, 1]).item() - np.e) < 1e-3
    unchanged = x.tolist() == rows
    return bool(sums) and ratio and unchanged
'''),
    ("3.8", "accepts none", "compares the ratio with the rounded 2.718 too strictly: the right one fails", '''
def test_softmax(softmax):
    rows = [[0.0, 1.0], [1000.0, 1001.0], [2.0, 7.0]]
    x = mt.tensor(rows)
    p = softmax(x)
    sums_to_one = np.allclose(p.sum(dim=1).numpy(), 1)
    ratio = np.isclose((p[0, 1] / p[0, 0]).item(), 2.718)
    unchanged = np.allclose(x.numpy(), rows)
    return sums_to_one and ratio and unchanged
'''),
    ("3.2", "rows added up", "sum over everything", '''
def linear(input, weight, bias):
    out = []
    for o in range(weight.shape[0]):
        s = (input * weight[o]).sum()
        if bias is not None:
            s = s + bias[o]
        out.append(s)
    return mt.stack(out)
'''),
    ("3.2", "reshaped", "reshape taken for transpose", '''
def linear(input, weight, bias):
    outputs, inputs = weight.shape
    y = input @ weight.reshape(inputs, outputs)
    if bias is None:
        return y
    return y + bias
'''),
]
