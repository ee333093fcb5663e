"""Meta-learning: gradients through steps of training, by hand, by torch.func, and Reptile's average of weights."""

import copy
from collections import OrderedDict

import numpy as np
import torch
import torch.nn.functional as F
from settled import normal, settle
from torch import nn
from torch.func import functional_call, grad, vmap

draws = np.random.RandomState(0)
net = settle(nn.Sequential(OrderedDict(first=nn.Linear(1, 20), act=nn.ReLU(), last=nn.Linear(20, 1))), scale=0.5)


def waves(amplitude, phase):
    x = torch.tensor(draws.uniform(-5, 5, (10, 1)), dtype=torch.float32)
    return x, amplitude * torch.sin(x + phase)


def forward(x, weights):
    x = F.relu(F.linear(x, weights["first.weight"], weights["first.bias"]))
    return F.linear(x, weights["last.weight"], weights["last.bias"])


optimizer = torch.optim.Adam(net.parameters(), 1e-3)
for iteration in range(3):
    total = 0.0
    for _ in range(3):
        task = draws.uniform(0.1, 5.0), draws.uniform(0, np.pi)
        fast = OrderedDict(net.named_parameters())
        x, y = waves(*task)
        for _ in range(2):
            grads = torch.autograd.grad(F.mse_loss(forward(x, fast), y), fast.values(), create_graph=True)
            fast = OrderedDict((name, weight - 0.01 * g) for (name, weight), g in zip(fast.items(), grads))
        x, y = waves(*task)
        total = total + F.mse_loss(forward(x, fast), y)
    optimizer.zero_grad()
    total.backward()
    optimizer.step()
    print(f"iteration {iteration}: {total.item():.4f}")

weights = dict(net.named_parameters())
slope = grad(lambda w, x, y: F.mse_loss(functional_call(net, w, (x,)), y))
each = vmap(slope, in_dims=(None, 0, 0))(weights, x[:, None], y[:, None])
print({name: g.norm().item() for name, g in slope(weights, x, y).items()}, each["last.weight"].shape)

clone, before = copy.deepcopy(net), copy.deepcopy(net.state_dict())
inner = torch.optim.SGD(clone.parameters(), lr=0.002, momentum=0.9)
for _ in range(3):
    inner.zero_grad()
    F.mse_loss(clone(x), y).backward()
    inner.step()
after = clone.state_dict()
net.load_state_dict({name: before[name] + 0.5 * (after[name] - before[name]) for name in before})
conv = settle(nn.Conv2d(2, 3, 3))
grads = torch.autograd.grad(conv(normal(2, 2, 5, 5)).pow(2).sum(), conv.parameters())
print(F.mse_loss(net(x), y), torch.cat([g.view(-1) for g in grads]).norm())
