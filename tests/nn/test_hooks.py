"""Hooks on modules, forward and back."""

import minitorch as mt
from minitorch import nn


def test_forward_hooks_see_and_may_change_what_goes_in_and_out():
    layer, seen = nn.Identity(), []
    first = layer.register_forward_pre_hook(lambda module, inputs: (inputs[0] + 1,))
    layer.register_forward_hook(lambda module, inputs, output: seen.append((inputs[0].item(), output.item())))
    layer.register_forward_hook(lambda module, inputs, output: output * 10)
    assert layer(mt.tensor(1.0)).item() == 20 and seen == [(2.0, 2.0)]
    first.remove()
    assert layer(mt.tensor(1.0)).item() == 10


def test_hooks_take_keyword_arguments_when_asked_and_run_first_when_prepended():
    class Scale(nn.Module):
        def forward(self, x, by=1):
            return x * by
    layer, order = Scale(), []
    layer.register_forward_pre_hook(lambda m, args, kwargs: (args, {"by": kwargs["by"] + 1}), with_kwargs=True)
    layer.register_forward_hook(lambda m, args, kwargs, out: order.append(kwargs["by"]), with_kwargs=True)
    layer.register_forward_hook(lambda m, args, out: order.append("first"), prepend=True)
    assert layer(mt.tensor(2.0), by=2).item() == 6 and order == ["first", 3]


def test_backward_hooks_see_both_gradients_as_torchs_do(torch):
    def run(library):
        layer, seen = library.nn.Linear(2, 2), []
        with library.no_grad():
            layer.weight[...] = library.tensor([[1.0, 2.0], [3.0, 4.0]])
        layer.register_full_backward_pre_hook(lambda m, grads: (grads[0] * 2,))
        layer.register_full_backward_hook(lambda m, ins, outs: seen.append((ins[0].tolist(), outs[0].tolist())))
        layer.register_full_backward_hook(lambda m, ins, outs: (ins[0] * 100,))
        x = library.tensor([[1.0, 1.0]], requires_grad=True)
        (layer(x) * library.tensor([[1.0, 10.0]])).sum().backward()
        return seen, x.grad.tolist(), layer.weight.grad.tolist()
    assert run(mt) == run(torch)


def test_a_backward_hook_fires_once_even_where_no_input_wants_a_gradient():
    layer, seen = nn.Linear(2, 1), []
    handle = layer.register_full_backward_hook(lambda m, ins, outs: seen.append((ins, outs[0].shape)))
    layer(mt.ones(3, 2)).sum().backward()
    assert seen == [((None,), (3, 1))]
    handle.remove()
    layer(mt.ones(3, 2)).sum().backward()
    assert len(seen) == 1


def test_backward_hooks_take_part_in_a_second_derivative(torch):
    def run(library, grad):
        layer = library.nn.Identity()
        layer.register_full_backward_hook(lambda m, ins, outs: (ins[0] * 3,))
        x = library.tensor(2.0, requires_grad=True)
        first, = grad(layer(x) ** 3, x, create_graph=True)
        second, = grad(first, x)
        return first.item(), second.item()
    assert run(mt, mt.runtime.grad) == run(torch, torch.autograd.grad)


def test_hooks_of_every_module_run_before_its_own(torch):
    seen = {}
    for library in (mt, torch):
        nn, kept = library.nn, seen.setdefault(library, [])
        everywhere = nn.modules.module
        net = nn.Sequential(nn.Linear(2, 3), nn.ReLU())
        net[1].register_forward_hook(lambda module, inputs, out, kept=kept: kept.append("own"))
        handles = [
            everywhere.register_module_forward_pre_hook(lambda m, inputs, k=kept: k.append(["pre", m._get_name()])),
            everywhere.register_module_forward_hook(lambda m, inputs, out, k=kept: k.append(["out", m._get_name()])),
            everywhere.register_module_full_backward_pre_hook(lambda m, grad, k=kept: k.append(["in", m._get_name()])),
            everywhere.register_module_full_backward_hook(lambda m, i, o, k=kept: k.append(["back", m._get_name()]))]
        net(library.ones(1, 2, requires_grad=True)).sum().backward()
        for handle in handles:
            handle.remove()
        net(library.ones(1, 2)).sum().backward()
    assert seen[mt] == seen[torch] and len(seen[mt]) == 14
