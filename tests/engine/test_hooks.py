"""Hooks: once, on the summed gradient, in order, before the derivative; and gradients that are kept."""

import gc
import warnings

import pytest

import minitorch as mt
from minitorch.runtime import grad


def leaf(*values):
    return mt.tensor(values, requires_grad=True)


def test_a_hook_fires_once_on_the_summed_gradient():
    x = leaf(1.0, 2.0)
    y = x * 1
    seen = []
    y.register_hook(lambda g: seen.append(g.tolist()))
    (y * 2 + y * 3 + y).sum().backward()
    assert seen == [[6, 6]]


def test_a_hook_on_a_leaf_fires_once():
    x = leaf(1.0)
    seen = []
    x.register_hook(lambda g: seen.append(g.tolist()))
    (x + x * 4).sum().backward()
    assert seen == [[5]]


def test_a_hook_is_given_a_tensor_and_what_it_returns_takes_the_gradients_place():
    x = leaf(1.0, 2.0)
    y = x * 1
    kinds = []
    y.register_hook(lambda g: kinds.append(type(g)) or g * 10)
    y.sum().backward()
    assert kinds == [mt.Tensor] and x.grad.tolist() == [10, 10]


def test_hooks_run_in_the_order_they_were_registered_each_on_the_last_ones_answer():
    x = leaf(1.0)
    x.register_hook(lambda g: g + 1)
    x.register_hook(lambda g: g * 10)
    x.sum().backward()
    assert x.grad.tolist() == [20]


def test_a_handle_removes_its_hook():
    x = leaf(1.0)
    seen = []
    handle = x.register_hook(lambda g: seen.append(1))
    with x.register_hook(lambda g: seen.append(2)):
        x.sum().backward()
    handle.remove()
    handle.remove()
    x.sum().backward()
    assert seen == [1, 2]


def test_hooks_fire_under_create_graph_and_their_work_is_recorded():
    x = mt.tensor(2.0, requires_grad=True)
    y = x * x
    with y.register_hook(lambda g: g * y):
        first, = grad(y * 1, x, create_graph=True)       # 2x · x² = 2x³
    assert first.item() == 16
    assert grad(first, x)[0].item() == 24


def test_hooks_fire_for_grad_on_wanted_tensors():
    x = leaf(1.0)
    x.register_hook(lambda g: g * 7)
    assert grad((x * 1).sum(), x)[0].tolist() == [7]


def test_hooks_need_a_gradient_to_come():
    with pytest.raises(RuntimeError, match="cannot register a hook on a tensor that doesn't require gradient"):
        mt.ones(2).register_hook(print)


def test_retain_grad_keeps_the_gradient_after_the_hooks():
    x = leaf(1.0, 2.0)
    y = x * 2
    y.register_hook(lambda g: g * 5)
    y.retain_grad()
    (y * 3).sum().backward()
    assert y.grad.tolist() == [15, 15] and x.grad.tolist() == [30, 30]


def test_retain_grad_adds_up_over_walks_and_means_nothing_on_a_leaf():
    x = leaf(1.0)
    x.retain_grad()
    y = x * 2
    y.retain_grad()
    y.sum().backward(retain_graph=True)
    y.sum().backward()
    assert y.grad.tolist() == [2] and x.grad.tolist() == [4]
    with pytest.raises(RuntimeError, match="can't retain_grad on Tensor that has requires_grad=False"):
        mt.ones(2).retain_grad()


def test_retain_grad_means_the_tensor_after_what_was_written_to_it():
    writes = {"itself": lambda y: y.mul_(3), "a view": lambda y: y[:1].mul_(3), "turned": lambda y: y.t_()}
    for name, write in writes.items():
        y = leaf(1.0, 2.0).reshape(1, 2) * 2
        y.retain_grad()
        write(y)
        y.sum().backward()
        assert y.grad.flatten().tolist() == [1, 1], name
    y = leaf(1.0, 2.0) * 2
    view = y[:1]
    view.retain_grad()
    y.mul_(3)
    (view * 5).sum().backward()
    assert view.grad.tolist() == [5]


def test_reading_grad_of_a_result_warns_that_it_is_not_kept():
    y = leaf(1.0) * 2
    with pytest.warns(UserWarning, match=r"not a leaf Tensor.*retain_grad\(\)"):
        assert y.grad is None
    y.retain_grad()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert y.grad is None


def test_hooks_and_kept_gradients_make_no_cycle():
    import weakref
    gc.disable()
    try:
        y = leaf(1.0) * 2
        y.retain_grad()
        y.sum().backward()
        gone = weakref.ref(y)
        del y
        assert gone() is None
    finally:
        gc.enable()


def test_post_accumulate_hooks_see_the_leaf_after_its_grad_is_whole():
    x = leaf(1.0)
    seen = []
    x.register_post_accumulate_grad_hook(lambda t: seen.append((t is x, t.grad.tolist())))
    (x * 2 + x).sum().backward()
    assert seen == [(True, [3])]
    with pytest.raises(RuntimeError, match="cannot be registered on non-leaf"):
        (x * 2).register_post_accumulate_grad_hook(print)


def test_hooks_on_one_of_several_outputs():
    from minitorch.engine import registry
    x = leaf(1.0, 3.0)
    values, _ = registry["max_dim"](x, dim=0)
    seen = []
    values.register_hook(lambda g: seen.append(g.item()))
    (values * 2 + values).backward()
    assert seen == [3] and x.grad.tolist() == [0, 3]


def test_in_place_a_hook_registered_before_stays_with_the_old_value():
    x = leaf(1.0)
    y = x * 1
    seen = []
    y.register_hook(lambda g: seen.append(g.tolist()))
    y.mul_(5)
    y.sum().backward()
    assert seen == [[5]]


ANSWERS = {
    "text": (lambda g: "x", TypeError, "must return a Tensor.* hook returned 'str'"),
    "a tuple": (lambda g: (g,), TypeError, "hook returned 'tuple'"),
    "False": (lambda g: False, TypeError, "hook returned 'bool'"),
    "an array": (lambda g: g.detach().numpy(), TypeError, "hook returned 'ndarray'"),
    "another shape": (lambda g: mt.ones(5), RuntimeError, r"changed the size .*a gradient of \(2,\).* one of \(5,\)"),
    "a number": (lambda g: mt.tensor(3.0), RuntimeError, "changed the size"),
    "another dtype": (lambda g: g.double(), RuntimeError, "changed the type .*float32.*float64"),
}


@pytest.mark.parametrize("create_graph", (False, True))
@pytest.mark.parametrize("name", ANSWERS)
def test_what_a_hook_may_not_return_is_refused_by_the_hooks_name(name, create_graph):
    answer, kind, words = ANSWERS[name]
    for place in range(2):
        x = leaf(1.0, 2.0)
        tensors = x, x * 2
        tensors[place].register_hook(answer)
        with pytest.raises(kind, match=r"the hook '<lambda>' at `.*test_hooks.py.*" + words):
            tensors[1].sum().backward(create_graph=create_graph)


def test_a_post_accumulate_hook_returns_nothing():
    for answer, kind in (("x", TypeError), (mt.ones(1), RuntimeError)):
        x = leaf(1.0)
        x.register_post_accumulate_grad_hook(lambda t, answer=answer: answer)
        with pytest.raises(kind, match="should return None"):
            x.sum().backward()


MODULE_ANSWERS = {
    "text": (lambda g: "x", TypeError, "hook returned 'str'"),
    "two": (lambda g: (g, g), RuntimeError, "invalid number of grad_.*put, got 2, but expected 1"),
    "none at all": (lambda g: (), RuntimeError, "got 0, but expected 1"),
    "another shape": (lambda g: (mt.ones(7),), RuntimeError, "changed the size"),
    "another dtype": (lambda g: (g.double(),), RuntimeError, "changed the type"),
}


@pytest.mark.parametrize("name", MODULE_ANSWERS)
def test_what_a_modules_hook_may_not_return_is_refused(name):
    answer, kind, words = MODULE_ANSWERS[name]
    for register in ("register_full_backward_hook", "register_full_backward_pre_hook"):
        layer = mt.nn.Linear(3, 2)
        getattr(layer, register)(lambda module, *grads: answer(grads[0][0]))
        with pytest.raises(kind, match=words):
            layer(mt.ones(1, 3, requires_grad=True)).sum().backward()
    layer = mt.nn.Linear(3, 2)
    layer.register_forward_pre_hook(lambda module, inputs, named: inputs, with_kwargs=True)
    with pytest.raises(RuntimeError, match="must return None or a tuple of .new_args, new_kwargs."):
        layer(mt.ones(1, 3))


@pytest.mark.parametrize("mode", ["all", "any"])
def test_a_hook_of_several_tensors_waits_for_those_whose_gradients_come(mode, torch):
    seen = {}
    for library in (mt, torch):
        a, b, c = (library.tensor([v, 1.0], requires_grad=True) for v in (2.0, 3.0, 4.0))
        kept, (d, e) = seen.setdefault(library, []), (a * b, b * c)

        def note(grads, kept=kept):
            grads = grads if isinstance(grads, list) else [grads]
            kept.append([g if g is None else g.tolist() for g in grads])
        handle = library.autograd.graph.register_multi_grad_hook((a, b, d, c), note, mode=mode)
        (d + e).sum().backward(retain_graph=True)
        d.sum().backward(retain_graph=True)              # c has no part in it
        e.sum().backward(inputs=[c], retain_graph=True)
        library.autograd.backward([d.sum(), e.sum()], retain_graph=True)
        (a * 1).detach().requires_grad_().sum().backward()
        handle.remove()
        (d + e).sum().backward()
        with pytest.raises(ValueError):
            library.autograd.graph.register_multi_grad_hook((a,), note, mode="both")
    assert len(seen[mt]) == 4 and (mode == "any" or seen[mt] == seen[torch])
