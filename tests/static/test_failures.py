"""What fails in and around a compiled function: the same sentence as without compile, and nothing left in memory."""

import gc
from functools import partial

import pytest

import minitorch as mt
from minitorch import nn, optim
from minitorch.tensors import Tensor

pytestmark = pytest.mark.filterwarnings("ignore:compile")
BACKENDS = ["numpy", pytest.param("c", marks=pytest.mark.needs("cc"))]


class Failure(Exception):
    pass


def raised(function, *args):
    """What a call raises, as text; "" where it raises nothing."""
    try:
        function(*args)
    except RuntimeError as error:
        return str(error)
    return ""


class Refuses(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 1

    @staticmethod
    def backward(ctx, grad):
        raise Failure


class Misfits(Refuses):
    @staticmethod
    def backward(ctx, grad):
        return mt.ones(7)


def refuse(grad):
    raise Failure


def hooked(f, x):
    y = x * 1
    y.register_hook(refuse)
    f(y).backward()


def twice(f, x):
    y = f(x)
    y.backward()
    y.backward()


def twice_inside(f, x):
    y = f(x * 1)
    mt.autograd.grad(y, x)
    mt.autograd.grad(y, x)


FAILING = {
    "hooked": hooked, "twice": twice, "twice_inside": twice_inside,
    "other_shape": lambda f, x: f(x).backward(mt.ones(7)),
    "refusing": lambda f, x: f(Refuses.apply(x)).backward(),
    "misfitting": lambda f, x: f(Misfits.apply(x)).backward(),
    "unused": lambda f, x: mt.autograd.grad(f(x), mt.ones(1, requires_grad=True)),
}


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("name", FAILING)
def test_a_failing_backward_leaves_no_cycles(name, compiled):
    def f(x):
        return (x * 2).sin().sum()
    f, x = mt.compile(f) if compiled else f, mt.ones(3, requires_grad=True)
    for _ in range(2):
        with pytest.raises((Failure, RuntimeError)):
            FAILING[name](f, x)
    gc.collect()
    gc.disable()
    try:
        for _ in range(5):
            try:
                FAILING[name](f, x)
            except (Failure, RuntimeError):
                pass
        assert gc.collect() == 0
    finally:
        gc.enable()


OPTIMIZERS = [(optim.SGD, {"momentum": 0.9}), (optim.SGD, {"momentum": 0.9, "nesterov": True}), (optim.SGD, {}),
              (optim.Adam, {}), (optim.AdamW, {}), (optim.Adam, {"amsgrad": True}), (optim.RMSprop, {}),
              (optim.RMSprop, {"momentum": 0.5, "centered": True}), (optim.Adagrad, {}), (optim.Adadelta, {}),
              (optim.Adamax, {}), (optim.NAdam, {}), (optim.Rprop, {})]


def trained(kind, settings, backend):
    """A weight after steps between which the optimiser's state is cleared, and loaded."""
    weight = mt.linspace(-1, 1, 6).reshape(2, 3).requires_grad_()
    optimizer = kind([weight], lr=0.1, **settings)

    def step(x):
        optimizer.zero_grad()
        loss = (x @ weight.T).square().mean()
        loss.backward()
        optimizer.step()
        return loss
    step, x = step if backend is None else mt.compile(step, backend=backend), mt.linspace(0, 1, 12).reshape(4, 3)
    for change in (None, optimizer.state.clear, lambda: optimizer.load_state_dict(optimizer.state_dict()),
                   lambda: optimizer.state.pop(weight)):
        if change is not None:
            change()
        for _ in range(3):
            step(x)
    return weight.tolist()


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("kind, settings", OPTIMIZERS)
def test_an_optimizer_whose_state_is_cleared_begins_anew(kind, settings, backend):
    wanted, found = [mt.tensor(trained(kind, settings, way)) for way in (None, backend)]
    assert mt.allclose(found, wanted, rtol=1e-5, atol=1e-6)


GRAPHS = {
    **{name: lambda x, w, name=name: getattr(mt, name)(x * w)
       for name in ("sin", "exp", "tanh", "relu", "sqrt", "abs")},
    "softmax": lambda x, w: (x * w).softmax(0), "sort": lambda x, w: (x * w).sort()[0],
    "cat": lambda x, w: mt.cat([x * w, w])[:3], "matmul": lambda x, w: mt.outer(x, w) @ w,
    "layer_norm": lambda x, w: nn.functional.layer_norm(x * w, (3,)),
    "linear": lambda x, w: nn.functional.linear(x, mt.outer(w, w)).tanh(),
}


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("name", GRAPHS)
def test_a_freed_graph_is_said_in_a_step_as_without_compile(name, backend):
    x, w = mt.rand(3).requires_grad_(), mt.rand(3).requires_grad_()

    def step(hidden):
        loss = (hidden * w).sum()
        loss.backward()
        return loss

    def ending(hidden):
        hidden.backward(mt.ones(hidden.shape))
        return w * 1

    def again(x):
        y = GRAPHS[name](x, w)
        y.sum().backward()
        return y
    for function in (step, ending):
        for first in range(3):                           # the call in which the graph is freed before
            wanted, found = [], []
            for said, f in ((wanted, function), (found, mt.compile(function, backend=backend))):
                for call in range(3):
                    hidden = GRAPHS[name](x, w)
                    if call >= first:
                        hidden.sum().backward()
                    said.append(raised(f, hidden))
            assert found == wanted and "second time" in wanted[2]
    wanted, compiled = raised(again(x).sum().backward), mt.compile(again, backend=backend)
    assert [raised(compiled(x).sum().backward) for _ in range(3)] == [wanted] * 3 and "second time" in wanted


def test_functions_of_the_user_leave_the_methods_of_tensors_alone():
    names = [name for name in vars(Tensor) if name.isidentifier() and not name.startswith("_")]
    for name in names:
        getattr(Tensor, name)                            # which reads the file of a late one
    before = dict(vars(Tensor))
    for name in names:
        type(name, (Refuses,), {}).apply(mt.ones(1, requires_grad=True))
    assert {name for name in before if before[name] is not vars(Tensor)[name]} == set()


def softmax(x):
    return x * 2


def test_a_compiled_function_may_have_the_name_of_an_op():
    f, x = mt.compile(softmax), mt.ones(2, requires_grad=True)
    assert [f(x).sum().backward() for _ in range(2)] == [None, None]
    assert x.softmax(0).tolist() == [0.5, 0.5]


state: list = []


def changing(x):
    state.append(1)
    return x * 1


def returning(x):
    return object()


def replacing(x):
    x.data = mt.ones(4)
    return x * 1


def switching(x):
    mt.set_grad_enabled(False)
    return x * 1


def refusing(x):
    return Refuses.apply(x)


def sharing(x):
    known.add_(1)
    return seen * x


class Layer(nn.Module):
    def forward(self, x):
        self.calls = 3
        return x * 1


known = mt.zeros(3)
seen = known[:]
AT_THE_END = [changing, returning, replacing, switching, refusing, sharing, partial(returning), Layer(),
              mt.no_grad()(returning)]


@pytest.mark.parametrize("function", AT_THE_END, ids=lambda f: getattr(f, "__name__", type(f).__name__))
def test_what_is_found_at_the_end_of_a_recording_shows_the_functions_line(function):
    try:
        said = raised(mt.compile(function, fullgraph=True), mt.ones(3, requires_grad=function is refusing))
    finally:
        mt.set_grad_enabled(True)
    name = "forward" if function in AT_THE_END[-2:-1] else getattr(getattr(function, "func", function), "__name__", "")
    assert f"In {name}, at `def {name}(" in said and "(test_failures.py, line " in said
    assert "fails: ." not in said
