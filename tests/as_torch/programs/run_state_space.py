"""State-space models: a selective scan over time, and a kernel applied by Fourier transforms."""

import math

import torch
import torch.nn.functional as F
from settled import integers, normal, settle
from torch import nn


class Scan(nn.Module):
    def __init__(self, width, state=4):
        super().__init__()
        self.project = nn.Linear(width, 2 * width, bias=False)
        self.conv = nn.Conv1d(width, width, kernel_size=4, groups=width, padding=3)
        self.select, self.step = nn.Linear(width, 1 + 2 * state, bias=False), nn.Linear(1, width)
        self.log_a = nn.Parameter(torch.log(torch.arange(1, state + 1).float().repeat(width, 1)))
        self.d, self.out = nn.Parameter(torch.ones(width)), nn.Linear(width, width, bias=False)

    def forward(self, x):
        length = x.shape[1]
        x, gate = self.project(x).chunk(2, dim=-1)
        x = F.silu(self.conv(x.transpose(1, 2))[:, :, :length].transpose(1, 2))
        step, b, c = self.select(x).split([1, 4, 4], dim=-1)
        step = F.softplus(self.step(step))
        decay = torch.exp(torch.einsum("bld,dn->bldn", step, -torch.exp(self.log_a)))
        driven = torch.einsum("bld,bln,bld->bldn", step, b, x)
        state, outputs = torch.zeros_like(driven[:, 0]), []
        for t in range(length):
            state = decay[:, t] * state + driven[:, t]
            outputs.append(torch.einsum("bdn,bn->bd", state, c[:, t]))
        return self.out((torch.stack(outputs, dim=1) + x * self.d) * F.silu(gate))


class Model(nn.Module):
    def __init__(self, words, width):
        super().__init__()
        self.embedding, self.norm = nn.Embedding(words, width), nn.RMSNorm(width)
        self.layers = nn.ModuleList(Scan(width) for _ in range(2))
        self.head = nn.Linear(width, words, bias=False)
        self.head.weight = self.embedding.weight

    def forward(self, ids):
        x = self.embedding(ids)
        for layer in self.layers:
            x = x + layer(self.norm(x))
        return self.head(x)


model, ids = settle(Model(30, 16), scale=0.2), integers(30, 2, 11)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2, betas=(0.9, 0.95))
for step in range(4):
    loss = F.cross_entropy(model(ids[:, :-1]).reshape(-1, 30), ids[:, 1:].reshape(-1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item())
print(model, model(ids).topk(3).indices[0, -1])

width, states, length = 4, 8, 32
step = torch.exp(normal(width) * 0.5 - 3)
a = torch.complex(-0.5 * torch.ones(width, states), math.pi * torch.arange(states).float().expand(width, states))
c = torch.view_as_complex(normal(width, states, 2).requires_grad_())
powers = torch.exp((a * step[:, None])[..., None] * torch.arange(length))
kernel = 2 * torch.einsum("hn,hnl->hl", c * (torch.exp(a * step[:, None]) - 1.0) / a, powers).real
x = normal(2, width, length)
y = torch.fft.irfft(torch.fft.rfft(x, n=2 * length) * torch.fft.rfft(kernel, n=2 * length), n=2 * length)
y[..., :length].pow(2).sum().backward()
print(y.norm(), kernel[0, :4])
