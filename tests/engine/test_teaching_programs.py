"""Programs as courses and tutorials write them, run in both libraries: what they print agrees."""

import re

import minitorch.optim.swa_utils
import numpy as np
import pytest

import minitorch as mt

pytestmark = pytest.mark.filterwarnings("ignore")
NUMBER = re.compile(r"-?\d+\.?\d*(?:e[-+]?\d+)?")


def drawn(torch, *shape):
    """Numbers that are the same in both libraries."""
    return torch.tensor(np.random.default_rng(sum(shape)).normal(size=shape).tolist())


def started(torch, module):
    """The module, with parameters that are the same in both libraries."""
    with torch.no_grad():
        for p in module.parameters():
            p.copy_(drawn(torch, *p.shape) * 0.3)
    return module


def graph_of_a_loss(torch):
    """Walk from the loss back through what made it, as tutorials of autograd do."""
    net = started(torch, torch.nn.Sequential(torch.nn.Conv2d(1, 2, 3), torch.nn.ReLU(), torch.nn.MaxPool2d(2)))
    out = net(drawn(torch, 1, 1, 6, 6))
    loss = torch.nn.MSELoss()(out, torch.zeros_like(out))
    yield loss
    node = loss.grad_fn
    while node is not None and node.next_functions:
        yield node.name()
        node = node.next_functions[0][0]
    loss.backward()
    yield net[0].weight.grad.norm()


def grad_cam(torch):
    """The features that speak for a class: hooks forward and back on one layer."""
    net = started(torch, torch.nn.Sequential(torch.nn.Conv2d(1, 3, 3), torch.nn.ReLU(), torch.nn.Flatten(),
                                             torch.nn.Linear(108, 4)))
    seen = {}
    net[1].register_forward_hook(lambda module, given, out: seen.update(features=out))
    net[1].register_full_backward_hook(lambda module, into, out: seen.update(slopes=out[0]))
    net(drawn(torch, 1, 1, 8, 8).requires_grad_())[0, 1].backward()
    weights = seen["slopes"].mean((2, 3), keepdim=True)
    heat = torch.relu((weights * seen["features"]).sum(1))
    yield torch.nn.functional.interpolate(heat[None], size=(4, 4), mode="bilinear", align_corners=False).squeeze()


def tied_language_model(torch):
    """Embedding and output share a weight; padding is ignored, gradients are clipped."""
    embedding, rnn = torch.nn.Embedding(7, 4, padding_idx=0), torch.nn.GRU(4, 4, 2, batch_first=True)
    head = torch.nn.Linear(4, 7, bias=False)
    net = started(torch, torch.nn.ModuleDict({"embedding": embedding, "rnn": rnn, "head": head}))
    head.weight = embedding.weight
    yield len(list(net.parameters())), len(net.state_dict()), [name for name, _ in net.named_parameters()]
    words = torch.tensor([[1, 2, 3, 0], [4, 5, 6, 1]])
    optimizer = torch.optim.Adam(net.parameters(), lr=0.05)
    for _ in range(4):
        optimizer.zero_grad(set_to_none=True)
        scores = head(rnn(embedding(words[:, :-1]))[0])
        loss = torch.nn.CrossEntropyLoss(ignore_index=0)(scores.reshape(-1, 7), words[:, 1:].reshape(-1))
        loss.backward()
        yield loss, torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
    yield net


def graph_network(torch):
    """Messages along edges, normalised by degrees; labels of some nodes only."""
    edges = torch.tensor([[0, 1, 2, 3, 0], [1, 2, 3, 0, 2]])
    adjacent = torch.zeros(4, 4)
    adjacent[edges[0], edges[1]] = 1
    adjacent = adjacent + adjacent.T + torch.eye(4)
    scale = adjacent.sum(1).pow(-0.5).diag()
    adjacent = scale @ adjacent @ scale
    first, second = (started(torch, torch.nn.Linear(*sizes)) for sizes in ((3, 4), (4, 2)))
    optimizer = torch.optim.AdamW([*first.parameters(), *second.parameters()], 0.05)
    known, labels = torch.tensor([True, True, False, False]), torch.tensor([0, 1, 0, 1])
    for _ in range(4):
        optimizer.zero_grad()
        out = second(adjacent @ torch.nn.functional.elu(adjacent @ first(drawn(torch, 4, 3))))
        loss = torch.nn.functional.cross_entropy(out[known], labels[known])
        loss.backward()
        optimizer.step()
        yield loss
    yield torch.zeros(4, 3).index_add_(0, edges[1], drawn(torch, 4, 3)[edges[0]]), torch.linalg.eigvalsh(adjacent).max()


def averaged_weights(torch):
    """Stochastic weight averaging and an exponential average beside training; batch norm is measured anew."""
    swa = torch.optim.swa_utils
    net = started(torch, torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.BatchNorm1d(3), torch.nn.Linear(3, 1)))
    x, optimizer = drawn(torch, 6, 2), torch.optim.SGD(net.parameters(), 0.1)
    mean, moving = swa.AveragedModel(net), swa.AveragedModel(net, multi_avg_fn=swa.get_ema_multi_avg_fn(0.9))
    schedule = swa.SWALR(optimizer, swa_lr=0.05, anneal_epochs=3)
    for _ in range(4):
        optimizer.zero_grad()
        net(x).pow(2).mean().backward()
        optimizer.step()
        mean.update_parameters(net)
        moving.update_parameters(net)
        schedule.step()
        yield optimizer.param_groups[0]["lr"]
    swa.update_bn([x], mean)
    yield mean.module[0].bias, moving.module[0].bias, mean.n_averaged, mean.module[1].running_mean


def symmetric_weight(torch):
    """A weight that is computed from another, kept for a block, set, and made ordinary again."""
    parametrize = torch.nn.utils.parametrize

    class Symmetric(torch.nn.Module):
        def forward(self, X):
            return X.triu() + X.triu(1).transpose(-1, -2)

        def right_inverse(self, A):
            return A.triu()

    layer = started(torch, torch.nn.Linear(3, 3))
    parametrize.register_parametrization(layer, "weight", Symmetric())
    yield layer, torch.allclose(layer.weight, layer.weight.T), [name for name, _ in layer.named_parameters()]
    with parametrize.cached():
        yield layer.weight is layer.weight
    yield layer.weight is layer.weight
    layer.weight = torch.eye(3)
    layer(drawn(torch, 2, 3)).sum().backward()
    yield layer.weight, layer.parametrizations.weight.original.grad
    parametrize.remove_parametrizations(layer, "weight")
    yield layer


def contrastive_views(torch):
    """Two views of each sample attract each other and repel all others; the rate falls along a cosine."""
    net = started(torch, torch.nn.Sequential(torch.nn.Linear(8, 6), torch.nn.BatchNorm1d(6), torch.nn.ReLU(),
                                             torch.nn.Linear(6, 4, bias=False)))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.3, momentum=0.9, weight_decay=1e-4, nesterov=True)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 4)
    x = drawn(torch, 6, 8)
    for _ in range(4):
        views = [torch.nn.functional.normalize(net(x + 0.1 * noise), dim=-1) for noise in (x.flip(0), x.roll(1, 1))]
        z = torch.cat(views)
        alike = z @ z.t() / 0.5
        alike.masked_fill_(torch.eye(12, dtype=torch.bool), float("-inf"))
        loss = torch.nn.functional.cross_entropy(alike, torch.arange(12).roll(6))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        yield loss, schedule.get_last_lr()[0], torch.cat([alike.diag(6), alike.diag(-6)]).mean()
    yield optimizer


def mixture_of_experts(torch):
    """Each word goes to the two experts that its gate prefers; a second loss spreads the words over them."""
    gate = started(torch, torch.nn.Linear(4, 3, bias=False))
    experts = started(torch, torch.nn.ModuleList([torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.GELU(),
                                                                      torch.nn.Linear(8, 4)) for _ in range(3)]))
    x = drawn(torch, 10, 4).requires_grad_()
    scores = gate(x).softmax(-1)
    weights, chosen = scores.topk(2, dim=-1)
    weights = weights / weights.sum(-1, keepdim=True)
    out = torch.zeros_like(x)
    for number, expert in enumerate(experts):
        word, slot = torch.where(chosen == number)
        out.index_add_(0, word, expert(x[word]) * weights[word, slot, None])
    share = torch.nn.functional.one_hot(chosen[:, 0], 3).float().mean(0)
    (out.pow(2).mean() + 0.01 * 3 * (scores.mean(0) * share).sum()).backward()
    yield out, gate.weight.grad, x.grad.norm(), torch.bincount(chosen.flatten(), minlength=3)
    yield experts


def gradient_penalty(torch):
    """A critic's slope between real and generated samples is kept near 1: a gradient of a gradient."""
    critic = started(torch, torch.nn.Sequential(torch.nn.Linear(2, 8), torch.nn.LeakyReLU(0.2), torch.nn.Linear(8, 1)))
    optimizer = torch.optim.RMSprop(critic.parameters(), lr=5e-3)
    real, fake, part = drawn(torch, 6, 2), drawn(torch, 6, 2).flip(0) * 2, drawn(torch, 6, 1).sigmoid()
    for _ in range(3):
        between = (part * real + (1 - part) * fake).requires_grad_(True)
        out = critic(between)
        slope, = torch.autograd.grad(out, between, torch.ones_like(out), create_graph=True, only_inputs=True)
        penalty = ((slope.view(6, -1).norm(2, dim=1) - 1) ** 2).mean()
        loss = critic(fake).mean() - critic(real).mean() + 10 * penalty
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        yield loss, penalty, critic[0].weight.grad.abs().sum()
    for p in critic.parameters():
        p.data.clamp_(-0.1, 0.1)
    yield max(p.max().item() for p in critic.parameters()), list(optimizer.state_dict()["state"][0])


def rotary_and_low_rank(torch):
    """Attention whose queries and keys turn with their position; a frozen layer learns by two thin matrices."""
    turns = torch.outer(torch.arange(3, dtype=torch.float32), 10000.0 ** -(torch.arange(0, 4, 2).float() / 4))
    x = drawn(torch, 1, 2, 3, 4)
    even, odd = x[..., ::2], x[..., 1::2]
    turned = torch.stack((even * turns.cos() - odd * turns.sin(), even * turns.sin() + odd * turns.cos()), -1)
    turned = turned.flatten(-2)
    as_complex = torch.view_as_complex(x.reshape(1, 2, 3, 2, 2)) * torch.polar(torch.ones_like(turns), turns)
    yield turned, torch.allclose(turned, torch.view_as_real(as_complex).flatten(3), atol=1e-6)
    yield torch.nn.functional.scaled_dot_product_attention(turned, turned, x, is_causal=True)
    layer = started(torch, torch.nn.Linear(4, 4)).requires_grad_(False)
    thin, wide = torch.nn.Parameter(drawn(torch, 2, 4)), torch.nn.Parameter(torch.zeros(4, 2))
    optimizer = torch.optim.AdamW([{"params": [thin], "weight_decay": 0.1},
                                   {"params": [wide], "weight_decay": 0.0}], 0.05)
    for _ in range(3):
        loss = (layer(x) + x @ thin.T @ wide.T - turned).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        yield loss, wide.grad.norm(), layer.weight.grad
    layer.weight += wide.detach() @ thin.detach()
    yield layer(x)[0, 0]


def printed(program, torch):
    return "\n".join(map(str, program(torch))).replace("minitorch.", "torch.")


@pytest.mark.parametrize("program", [graph_of_a_loss, grad_cam, tied_language_model, graph_network, averaged_weights,
                                     symmetric_weight, contrastive_views, mixture_of_experts, gradient_penalty,
                                     rotary_and_low_rank])
def test_a_program_prints_what_it_prints_in_pytorch(program, torch):
    import torch.nn.utils.parametrize
    agree(program, torch)


def agree(program, torch):
    """Compare what a program prints in both libraries: its words, and its numbers as far as they are rounded."""
    ours, others = printed(program, mt), printed(program, torch)
    assert NUMBER.sub("#", ours) == NUMBER.sub("#", others)
    here, there = ([float(one) for one in NUMBER.findall(text)] for text in (ours, others))
    np.testing.assert_allclose(here, there, rtol=2e-3, atol=2e-4)
