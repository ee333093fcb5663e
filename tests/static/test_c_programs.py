"""Programs whose loops run in C come to eager's numbers, to a few units in the last place."""

import ctypes
import os
from itertools import product

import numpy as np
import pytest
from engine import programs
from static.test_random_programs import inputs, program
from static.test_workloads import BLOCKS, QUICK, SLOW

import minitorch as mt
from minitorch import static
from minitorch.backend import compiler
from minitorch.static import writers
from minitorch.static.compile import Compiled
from minitorch.static.fused import Fused
from minitorch.static.program import Step, Value
from minitorch.static.replay import Replay
from minitorch.static.writers.c_lines import UFUNCS, Loop, computed_in

c_only = pytest.mark.needs("cc")
slow = pytest.mark.slow


@pytest.fixture(autouse=True, scope="module")
def home(tmp_path_factory):
    """A folder of libraries that goes with the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MINITORCH_HOME", str(tmp_path_factory.mktemp("home")))
        yield


def close(found, wanted, rtol):
    """Whether arrays agree, but for rtol of the largest number."""
    return all(np.allclose(a, b, rtol=rtol, atol=rtol * np.nanmax(np.abs(b), initial=0), equal_nan=True)
               for a, b in zip(found, wanted, strict=True))


@c_only
@pytest.mark.parametrize("name", ["W1", "W2", "small GPT", *[pytest.param(x, marks=slow) for x in ("W3", "W4", "W5")]])
def test_a_step_in_c_comes_to_eagers_losses(name):
    build = {**QUICK, **SLOW}[name]
    eager, compiled = build(mt).step, Compiled(build(mt).step, fullgraph=True, backend="c")
    losses = np.array([[step().item() for step in (eager, compiled)] for _ in range(3)])
    assert close([losses[:, 1]], [losses[:, 0]], 1e-5)


@c_only
@pytest.mark.parametrize("name", BLOCKS)
def test_a_block_trains_in_c_to_eagers_numbers(name):
    found = []
    for backend in ("eager", "c"):
        mt.manual_seed(0)
        model, shape = BLOCKS[name]()
        optimizer = mt.optim.SGD(model.parameters(), 0.01)

        def step(x, model=model, optimizer=optimizer):
            optimizer.zero_grad()
            loss = model(x).pow(2).mean()
            loss.backward()
            optimizer.step()
            return loss
        step = mt.compile(step, fullgraph=True, backend=backend)
        mt.manual_seed(1)
        losses = [step(mt.randn(*shape)).item() for _ in range(3)]
        found.append([np.array(losses), *[x.detach().numpy() for x in model.state_dict().values()]])
    assert "fused_1(" in step.code and "void fused_1(" in step.graph.code("c")
    assert close(found[1], found[0], 1e-5)


@c_only
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("start, enough", [(0, 4), pytest.param(100, 8, marks=slow)])
def test_random_programs_in_c_come_to_eagers_numbers(start, enough, monkeypatch):
    monkeypatch.setattr(programs, "overlap", lambda x, y: np.shares_memory(x.array, y.array))
    write, count = Replay.__init__, 0
    monkeypatch.setattr(Replay, "__init__", lambda self, recording, passes, backend="c": write(
        self, recording, passes, "c"))
    for seed in range(start, start + 3 * enough):
        function = program(seed)
        try:
            function(*inputs(seed))                          # what eager refuses is not asked for
            recorded = static.Trace(function, inputs(seed + 1), optimise=False)
        except (RuntimeError, static.NotRecorded):
            continue
        trace = recorded.with_program(static.optimised(recorded.recorded, writers.passes_of("c", static.PASSES)))
        ours, eager = inputs(seed + 2), inputs(seed + 2)
        found, wanted = [*trace(*ours), ours[0].grad], [*function(*eager), eager[0].grad]
        assert close([x.detach().numpy() for x in found], [x.detach().numpy() for x in wanted], 1e-9), seed
        count += "fused_1(" in trace.code()
        if count == enough:
            break
    assert count == enough


SPECIAL = {"f": [0, -0.0, 1, -1, 2.5, -2.5, 1e-30, 1e30, 88, np.inf, -np.inf, np.nan], "b": [False, True],
           "i": [0, 1, -1, 2, 3, -128, 127, 100], "u": [0, 1, 2, 3, 255, 100]}


@c_only
@pytest.mark.parametrize("kind", ["float32", pytest.param("float64", marks=slow), "int8", "int64", "uint8", "bool"])
def test_each_expression_means_what_numpys_function_does(kind):
    """Also of inf, nan and integers that run over; exp, log and tanh are held to 2 ulp by test_c_functions."""
    x, y = np.array(list(product(SPECIAL[np.dtype(kind).kind], repeat=2))).astype(kind).T.copy()
    given, steps = [Value("x", x, "input", 0), Value("y", y, "input", 1)], []
    with np.errstate(all="ignore"):
        for name in UFUNCS[np.dtype(kind).kind]:
            call = getattr(np, name)
            outs = [Value(f"made_{name}", call(x, y) if call.nin == 2 else call(x))]
            steps.append(Step(name, call, given[:call.nin], {}, outs))
        assert all(map(computed_in, steps))
        fused = Fused(steps, [step.outputs[0] for step in steps])
        wanted = fused(*[{"x": x, "y": y}[value.name] for value in fused.inputs])
    found, loop = [np.empty_like(array) for array in wanted], Loop(fused)
    arrays = [*[{"x": x, "y": y}[value.name] for value in loop.reads], *found]
    compiler.compiled_library('#include "functions.h"\n' + loop.text("run")).run(*[
        array.ctypes.data_as(ctypes.c_void_p) for array in arrays])
    for step, a, b in zip(steps, found, wanted):
        assert np.allclose(a, b, rtol=4 * np.finfo(a.dtype).eps if a.dtype.kind == "f" else 0, atol=0,
                           equal_nan=True), step


def test_without_a_compiler_it_says_so_once_and_runs_numpy(monkeypatch):
    monkeypatch.setattr(writers, "notices", set())
    monkeypatch.setenv("PATH", os.devnull)
    monkeypatch.delenv("CC", raising=False)
    compiler.compiled_library.cache_clear()
    compiled = [mt.compile(lambda x, n=n: (x * n).exp() + 1, backend="c", fullgraph=True) for n in (2, 3)]
    with pytest.warns(UserWarning, match="runs NumPy instead: there is no C compiler here. Install one") as told:
        found = [function(mt.zeros(2)).tolist() for function in compiled for _ in range(2)]
    assert found == [[2, 2]] * 4 and len(told) == 1 and "np.exp" in compiled[0].code
