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
    if id(module) in met:
        return []
    met.add(id(module))
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
    ("3.1", "None listed", "a bias that was left out is given as None", '''
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
    ("3.1", "one level", "goes only two levels deep", '''
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
    ("3.2", "", "takes the input's last two dimensions for its only ones", '''
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
    ("3.6", "remembers in eval", "remembers also in use", '''
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
    ("3.6", "", "x is centred in place, the caller's rows are changed", '''
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
]
