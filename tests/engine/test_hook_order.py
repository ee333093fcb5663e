"""Hooks of leaves run when their gradients are complete, in PyTorch's order."""

import gc
import sys

import pytest

import minitorch as mt


def several(lib, leaf, seen):
    a, b = leaf("a"), leaf("b")
    lib.autograd.backward([seen(a * b, "1").sum(), seen(b * 2, "2").sum()])


def only_some(lib, leaf, seen):
    a, b = leaf("a"), leaf("b")
    c = seen(a * b, "1")
    loss = (c * c).sum()
    lib.autograd.grad(loss, [a, b], retain_graph=True)
    loss.backward(inputs=[b])


def used_often(lib, leaf, seen):
    a, b = leaf("a"), leaf("b")
    x = seen(a * 2, "1")
    seen(seen(x * a, "2") * b * a, "3").sum().backward()


ORDERS = {
    "of a product": lambda lib, leaf, seen: seen(leaf("a") * leaf("b"), "1").sum().backward(),
    "of a chain": lambda lib, leaf, seen: seen(seen(leaf("a") * leaf("b"), "1") * leaf("c"), "2").sum().backward(),
    "of two layers": lambda lib, leaf, seen: (seen(lib.tanh(seen(leaf("w") + leaf("b"), "1")) * leaf("v"), "2")
                                              + leaf("c")).sum().backward(),
    "of a stack": lambda lib, leaf, seen: lib.stack([leaf("a"), leaf("b"), leaf("c")]).sum().backward(),
    "of a linear": lambda lib, leaf, seen: lib.nn.functional.linear(leaf("x", 1, 1), leaf("w")[:, None], leaf("b")).sum(
        ).backward(),
    "of a linear of leaves": lambda lib, leaf, seen: lib.nn.functional.linear(
        leaf("x", 1, 1), leaf("w", 1, 1), leaf("b")).sum().backward(),
    "used often": used_often, "of several results": several, "of some inputs": only_some,
    "of a leaf alone": lambda lib, leaf, seen: leaf("a").backward()}


@pytest.mark.parametrize("walked", ORDERS)
def test_hooks_of_leaves_run_when_their_gradients_are_complete_as_in_pytorch(walked, torch):
    found = []
    for lib in (mt, torch):
        log, leaves = [], []

        def leaf(name, *shape, lib=lib, log=log, leaves=leaves):
            x = lib.ones(shape or (1,), requires_grad=True)
            leaves.append(x)                                                   # which our graph does not keep alive
            x.register_hook(lambda grad: log.append(f"gradient of {name}"))
            x.register_post_accumulate_grad_hook(lambda x: log.append(f"{name}.grad"))
            return x

        def seen(x, name, log=log):
            x.register_hook(lambda grad: log.append(f"result {name}"))
            return x
        ORDERS[walked](lib, leaf, seen)
        found.append(log)
    assert found[0] == found[1]


@pytest.mark.parametrize("make", [lambda nn: nn.Sequential(nn.Linear(2, 2), nn.ReLU(), nn.Linear(2, 1, bias=False)),
                                  lambda nn: nn.Sequential(
                                      nn.Unflatten(1, (1, 2, 1)), nn.Conv2d(1, 2, 1), nn.BatchNorm2d(2), nn.Flatten(),
                                      nn.Linear(4, 3), nn.LayerNorm(3))], ids=["linear", "conv"])
def test_the_gradients_of_layers_are_complete_in_pytorchs_order(make, torch):
    found = []
    for lib in (mt, torch):
        net, log = make(lib.nn), []
        for name, p in net.named_parameters():
            p.register_post_accumulate_grad_hook(lambda p, name=name, log=log: log.append(name))
        net(lib.ones(3, 2)).sum().backward()
        found.append(log)
    assert found[0] == found[1] and len(found[0]) > 2


def two_steps(cell, x):
    first = cell(x)
    return cell(x, first)


@pytest.mark.parametrize("name, run", [
    *[pytest.param(name, lambda cell, x: cell(x), id=name) for name in ("RNNCell", "LSTMCell", "GRUCell")],
    *[pytest.param(name, two_steps, id=f"{name}, two steps") for name in ("RNNCell", "LSTMCell", "GRUCell")],
    *[pytest.param(name, lambda layer, x: layer(x[None].expand(3, 4, 2)), id=name) for name in ("RNN", "LSTM", "GRU")]])
def test_the_gradients_of_recurrent_layers_are_complete_in_pytorchs_order(name, run, torch):
    found = []
    for lib in (mt, torch):
        layer, log = getattr(lib.nn, name)(2, 2), []
        for key, p in layer.named_parameters():
            p.register_hook(lambda grad, key=key, log=log: log.append(f"gradient of {key}"))
            p.register_post_accumulate_grad_hook(lambda p, key=key, log=log: log.append(key))
        out = run(layer, lib.ones(4, 2))
        (out[0] if isinstance(out, tuple) else out).sum().backward()
        found.append(log)
    assert found[0] == found[1] and len(found[0]) == 8


def test_the_order_for_hooks_ends_with_the_last_hook_of_a_leaf():
    ordering = sys.modules["minitorch.engine.backward"].ordering
    gc.collect()                                          # leaves of other tests
    x = mt.ones(1, requires_grad=True)
    for register in (x.register_hook, x.register_post_accumulate_grad_hook, x.register_hook):
        seen = []
        handle = register(seen.append)
        x.sum().backward()
        assert len(ordering) == 2 and len(seen) == 1
        handle.remove()
        x.sum().backward()
        assert len(ordering) == 1 and len(seen) == 1
