"""compile and jit: functions, methods and modules that run as programs, in PyTorch's words."""

import copy
import cProfile
import gc
import linecache
import pickle
import pstats
import sys
import threading
import weakref

import numpy as np
import pytest

import minitorch as mt
from minitorch import nn, static


def network():
    mt.manual_seed(0)
    return nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))


def test_a_compiled_module_is_the_module_in_all_but_how_it_runs():
    model = network()
    compiled = mt.compile(model, fullgraph=True)
    x = mt.rand(2, 3)
    assert (compiled(x) == model(x)).all() and (compiled(x) == model(x)).all()
    assert isinstance(compiled, nn.Module) and next(iter(compiled.state_dict())) == "_orig_mod.0.weight"
    assert [*compiled.parameters()] == [*model.parameters()] and compiled[0] is model[0]
    assert not compiled.eval().training and not model.training and model.train().training == compiled.training
    compiled.rate = 3
    assert model.rate == 3 == compiled.rate
    compiled(x).sum().backward()
    assert model[0].weight.grad is not None
    for again in (copy.deepcopy(compiled), pickle.loads(pickle.dumps(compiled))):
        assert (again(x) == model(x)).all() and again._orig_mod is not model
    assert "addmm" in str(compiled.graph) or "matmul" in str(compiled.graph)
    assert "np.matmul" in compiled.code and "recorded" in compiled.explain()


def test_a_training_step_compiles_while_it_is_profiled():
    model, x = network(), mt.rand(2, 3)

    def step():
        model.zero_grad()
        loss = model(x).square().sum()
        loss.backward()
        return loss

    wanted, compiled = step(), mt.compile(step, fullgraph=True)
    grads = [p.grad.clone() for p in model.parameters()]
    profile = cProfile.Profile()
    profile.enable()
    before = sys.getprofile()
    found, after = compiled(), sys.getprofile()
    again = compiled()
    profile.disable()
    assert after is before and sys.getprofile() is None
    assert found == wanted and again == wanted
    assert all((p.grad == grad).all() for p, grad in zip(model.parameters(), grads))
    calls = {name: count for (_, _, name), (count, *_) in pstats.Stats(profile).stats.items()}
    assert calls["run"] >= 1                                 # it goes on after the recording: the program is seen


def test_a_function_a_method_and_a_decorator_with_settings():
    @mt.compile(fullgraph=True)
    def double(x):
        """Twice x."""
        return x * 2

    class Layer(nn.Module):
        @mt.compile
        def forward(self, x):
            return double(x) + 1
    layer = Layer()
    assert double.__doc__ == "Twice x." and double.__name__ == "double"
    assert [layer(mt.full((2,), float(n))).tolist() for n in range(3)] == [[1, 1], [3, 3], [5, 5]]
    assert double(mt.ones(1)).item() == 2 and "double: 1 form>" in repr(double)
    mt.compiler.reset()
    assert "double: 0 forms>" in repr(double)
    with pytest.raises(RuntimeError, match="call it once"):
        double.code  # noqa: B018


def test_a_module_compiles_itself():
    model, wanted, x = network(), network(), mt.rand(2, 3)
    names = [*model.state_dict()]
    assert model.compile(fullgraph=True) is None and [*model.state_dict()] == names
    model.register_forward_hook(lambda module, args, out: out * 2)
    for one in (model, copy.deepcopy(model), pickle.loads(pickle.dumps(network_that_compiles()))):
        for _ in range(2):
            assert (one(x) == wanted(x) * (1 + bool(one._forward_hooks))).all()
        assert len(one.forward.forms) == 1 and one.forward.function.__self__ is one


def network_that_compiles():
    model = network()
    model.compile()
    return model


def test_what_a_compiled_function_held_is_free_when_it_is_let_go():
    weights, before = mt.ones(3), {*linecache.cache}
    function = mt.compile(lambda x: (x * weights).sum(), fullgraph=True)
    bystander, x = mt.ones(3), mt.ones(3, requires_grad=True)
    function(x).backward()
    left = [weakref.ref(thing) for thing in (bystander, weights, function, function.replay)]
    gc.disable()
    try:
        del bystander
        assert left[0]() is None                             # while the program lives
        weights = function = x = None
        assert not [each for each in left if each() is not None]
    finally:
        gc.enable()
    assert not [file for file in {*linecache.cache} - before if "<program" in file or "static/generated" in file]


def test_settings_are_pytorchs():
    model = network()
    assert mt.compile(model, disable=True) is model is mt.compile(model, backend="eager")
    compiled = mt.compile(model, mode="max-autotune", dynamic=True, backend="inductor")
    assert mt.compile(compiled) is compiled
    with pytest.raises(ValueError, match="'inductor', 'numpy', 'c', 'eager', not 'tensorrt'"):
        mt.compile(model, backend="tensorrt")
    with pytest.raises(RuntimeError, match="takes a model or a function, not int"):
        mt.compile(3)


def test_what_cannot_be_a_program_says_so_once_and_runs_as_it_is_written():
    @mt.compile
    def function(x):
        return x * 2 if x.sum().item() > 0 else x * 3
    with pytest.warns(UserWarning, match="between them. item takes a value out .*test_compile.py"):
        assert function(mt.ones(1)).item() == 2
    assert function(-mt.ones(1)).item() == -3
    with pytest.raises(RuntimeError, match="is no single program: it is split into several programs, with uncompiled"):
        function.graph  # noqa: B018


def test_errors_of_the_function_are_its_own():
    @mt.compile
    def function(a, b):
        return a @ b
    for _ in range(2):
        with pytest.raises(RuntimeError, match="matmul cannot join|mat1 and mat2"):
            function(mt.ones(2, 3), mt.ones(2, 3))
    assert function(mt.ones(2, 3), mt.ones(3, 2)).tolist() == [[3, 3], [3, 3]]


def test_second_derivatives_are_refused():
    function, x = mt.compile(lambda x: x.pow(3).sum()), mt.ones(2, requires_grad=True)
    function(x)
    with pytest.raises(RuntimeError, match="cannot be differentiated again"):
        mt.autograd.grad(function(x), x, create_graph=True)
    assert mt.autograd.grad(function(x), x)[0].tolist() == [3, 3]


def test_what_is_overwritten_before_backward_is_noticed():
    function, x = mt.compile(lambda x: (x * x).sum()), mt.ones(2, requires_grad=True)
    function(x)
    out = function(x)
    with mt.no_grad():
        x.mul_(2)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        out.backward()


def test_two_threads_call_at_once():
    function = mt.compile(lambda x: ((x * 2).exp() @ x.T).relu().sum(0), backend="numpy")
    inputs = [mt.rand(40, 40) for _ in range(4)]
    wanted, found = [function.function(x).tolist() for x in inputs], [[] for _ in inputs]

    def run(number):
        found[number] += [function(inputs[number]).tolist() for _ in range(30)]
    function(inputs[0])
    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(inputs))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(one == right for right, many in zip(wanted, found) for one in many)


def test_jit_saves_and_loads(tmp_path):
    model, x = network().eval(), mt.rand(2, 3)
    with pytest.raises(RuntimeError, match="call it once"):
        mt.jit.save(mt.jit.script(model), tmp_path / "net.pt")
    with mt.no_grad():
        mt.jit.save(mt.jit.trace(model, x), tmp_path / "net.pt")
    assert mt.allclose(mt.jit.load(tmp_path / "net.pt")(x), model(x))


def test_what_is_traced_saves_itself_without_its_training(tmp_path):
    model, x = network().eval(), mt.rand(2, 3)
    traced = mt.jit.trace(model, x)
    traced(x).sum().backward()
    traced.save(tmp_path / "net.pt")
    loaded = mt.jit.load(str(tmp_path / "net.pt"))
    assert mt.allclose(loaded(x), model(x)) and not loaded(x).requires_grad
    traced = mt.jit.trace(lambda a, b: a @ b + 1, (mt.ones(2, 3), mt.ones(3, 2)))
    traced.save(tmp_path / "function.pt")
    assert mt.jit.load(tmp_path / "function.pt")(mt.ones(2, 3), mt.ones(3, 2)).tolist() == [[4, 4], [4, 4]]
    with pytest.raises(RuntimeError, match="call it once"):
        mt.jit.script(model).save(tmp_path / "never.pt")
    assert not (tmp_path / "never.pt").exists()


def test_jit_traces_and_scripts_as_the_lectures_do():
    w1, w2a, w2b = (mt.tensor(np.random.default_rng(0).standard_normal(shape).astype("float32"), requires_grad=True)
                    for shape in ((10, 8), (8, 3), (8, 3)))

    @mt.jit.script
    def model(x, y, w1, w2a, w2b, prev_loss: float):
        w2 = w2a if prev_loss < 5.0 else w2b
        y_pred = x.mm(w1).clamp(min=0).mm(w2)
        return (y_pred - y).pow(2).sum()

    x, y = mt.ones(4, 10), mt.zeros(4, 3)
    for previous in (1.0, 9.0, 1.0, 9.0):
        loss, wanted = model(x, y, w1, w2a, w2b, previous), model.function(x, y, w1, w2a, w2b, previous)
        loss.backward()
        assert loss.item() == wanted.item()
    assert len(model.forms) == 2 and w2a.grad is not None is not w2b.grad

    traced = mt.jit.trace(network(), mt.ones(2, 3))
    assert isinstance(traced, mt.jit.ScriptModule) and (traced(mt.ones(5, 3)) == network()(mt.ones(5, 3))).all()
    with pytest.raises(static.NotRecorded, match="A branch depends on data"):
        mt.jit.trace(lambda x: x if x.sum() > 0 else -x, (mt.ones(2),))

    @mt.jit.ignore
    def untouched(x):
        return x
    assert untouched(3) == 3 == mt.jit.annotate(int, 3) and not mt.jit.is_scripting()


def test_the_collector_whose_callbacks_may_compute_waits_while_a_function_is_recorded():
    seen = []

    def function(x, wrong=False):
        seen.append(gc.isenabled())
        return x @ x if wrong else x * 2
    static.trace(function, mt.ones(2, 3))
    with pytest.raises(RuntimeError, match="matmul|mat1"):
        static.trace(function, mt.ones(2, 3), True)
    assert seen == [False, False] and gc.isenabled()


@pytest.mark.parametrize("layer", [nn.BatchNorm1d(4), nn.LayerNorm(4), nn.Sequential(nn.BatchNorm1d(4), nn.Tanh())])
@pytest.mark.parametrize("view", [lambda x: x.T, lambda x: x.T[:, [0, 2, 1, 3]].T.T, lambda x: x.T.unsqueeze(0)[0]])
def test_norms_of_inputs_in_another_memory_layout_train_as_eagers(layer, view):
    """A pass that splits a norm where it cannot must leave all of it: its statistics, and what its derivative reads."""
    def trained(wrap):
        net, x = copy.deepcopy(layer), mt.from_numpy(np.arange(20.0).reshape(4, 5) ** 1.5).float()

        @wrap
        def step(x):
            net.zero_grad()
            y = net(view(x))
            (y * y.tanh()).sum().backward()
            return y
        results = [step(x).detach().numpy() for _ in range(3)]
        return [*results, *(p.grad.numpy() for p in net.parameters()), *(b.numpy() for b in net.buffers())]
    for found, wanted in zip(trained(mt.compile), trained(lambda function: function), strict=True):
        np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-6)
