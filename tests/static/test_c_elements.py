"""The loops inside an op in C come to what NumPy comes to, and are written of the same lines."""

import numpy as np
import pytest

import minitorch as mt
from minitorch.ops.kernels.element_loops import element_loop
from minitorch.ops.recurrent import lstm
from minitorch.static.expansion import NotExpanded
from minitorch.static.writers import c_elements

c_only = pytest.mark.needs("cc")
pytestmark = pytest.mark.host


@pytest.fixture(autouse=True, scope="module")
def home(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MINITORCH_HOME", str(tmp_path_factory.mktemp("home")))
        yield


@c_only
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("loop", [lstm.pass_gates, lstm.pass_gates_back], ids=lambda loop: loop.__name__)
def test_a_loop_in_c_comes_to_numpys_numbers(loop, dtype):
    rng = np.random.default_rng(0)
    shapes = [(loop.stacks[name], 5, 46) if name in loop.stacks else (5, 46) for name in loop.names]
    arrays = [rng.standard_normal(shape).astype(dtype)[..., 3:40] for shape in shapes]
    copies = [array.copy() for array in arrays]
    assert c_elements.run_loop(loop, arrays)
    loop(np, *copies)
    for name, found, wanted in zip(loop.names, arrays, copies):
        assert name in loop.spare or np.allclose(found, wanted, rtol=0, atol=4 * np.finfo(dtype).eps), name


@c_only
@pytest.mark.parametrize("settings", [{}, {"bidirectional": True, "num_layers": 2}, {"proj_size": 3}], ids=str)
def test_an_lstm_trains_in_c_to_numpys_numbers(settings):
    found = []
    for backend in ("c", "numpy"):
        mt.manual_seed(0)
        model = mt.nn.LSTM(4, 5, **settings)
        x = mt.randn(6, 3, 4)

        def step(model=model, x=x):
            model.zero_grad()
            out, state = model(x)
            loss = sum(y.square().sum() for y in (out, *state))
            loss.backward()
            return loss
        step = mt.compile(step, fullgraph=True, backend=backend)
        losses = [step().item() for _ in range(3)]
        found.append([np.array(losses), *[p.grad.numpy() for p in model.parameters()]])
        assert ("int pass_gates(" in step.graph.code("c")) and ("int pass_gates_back(" in step.graph.code("c"))
    assert all(np.allclose(a, b, rtol=1e-5, atol=1e-6) for a, b in zip(*found, strict=True))


@element_loop(pair=2)
def copies(xp, pair, out):
    pair[1] = pair[0]


@element_loop()
def looks(xp, x, out):
    if x:
        xp.exp(x, out=out)


@element_loop()
def sums(xp, x, out):
    xp.add.reduce(x, out=out)


@pytest.mark.parametrize("loop", [copies, looks, sums], ids=lambda loop: loop.__name__)
def test_what_is_no_loop_of_functions_is_left_to_numpy(loop):
    with pytest.raises(NotExpanded):
        c_elements.loop_text(loop, np.dtype("float32"))
    assert not c_elements.run_loop(loop, [np.ones((2, 1, 1), "f"), np.ones((1, 1), "f")])


@c_only
def test_arrays_of_other_layouts_are_left_to_numpy():
    @element_loop()
    def doubled(xp, x, out):
        xp.multiply(x, 2, out=out)
    x, out = np.ones((3, 4)), np.zeros((3, 4))
    assert c_elements.run_loop(doubled, [x, out]) and (out == 2).all()
    for other in (np.ones((4, 3)).T, np.ones((3, 4), "f"), np.ones((3, 1))):
        assert not c_elements.run_loop(doubled, [x, other])
    assert not c_elements.run_loop(doubled, [x.astype("e"), out.astype("e")])


def test_the_c_of_a_program_has_its_optimisers_steps():
    weight = mt.nn.Parameter(mt.ones(5))
    optimizer = mt.optim.Adam([{"params": [weight], "lr": 0.1}])

    def step():
        optimizer.zero_grad()
        weight.square().sum().backward()
        optimizer.step()
    step = mt.compile(step, fullgraph=True)
    step()
    assert step.graph.code("c").count("void step(long parameters") == 1
