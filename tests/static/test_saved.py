"""A program that was saved runs where the code that built it is not, and comes to eager's numbers."""

import ast
import io
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from static.saved_models import MODELS, model, normal

import minitorch as mt
from minitorch import nn, static
from minitorch.serialization import safetensors
from minitorch.static import run

RUNNER = Path(run.__file__)
ALONE = """
import runpy, sys
sys.modules["minitorch"] = None            # so that importing it fails
sys.path.append({site!r})
sys.argv = {args!r}
runpy.run_path({runner!r}, run_name="__main__")
assert not [name for name in sys.modules if name.startswith("minitorch.")]
"""


def alone(folder, *args):
    """Run a copy of the runner in a process of its own that has NumPy, and no minitorch."""
    runner = shutil.copy(RUNNER, folder / "copied.py")
    text = ALONE.format(site=str(Path(np.__file__).parents[1]), runner=str(runner), args=["run.py", *map(str, args)])
    return subprocess.run([sys.executable, "-I", "-S", "-c", text], capture_output=True, text=True, timeout=120)


def test_a_mask_that_is_known_selects_in_a_file_too(tmp_path):
    def selects(x):
        mask, y = mt.tensor([True, False, True]), x * 2
        y[mask] = -1.0
        return x[mask], y
    x = normal(3, 2)
    static.save(static.trace(selects, x), tmp_path / "net")
    assert all(a.equal(b) for a, b in zip(static.load(tmp_path / "net")(x), selects(x)))


def near(found, wanted):
    return found.shape == wanted.shape and np.allclose(found, wanted, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("name", MODELS)
def test_a_loaded_program_gives_eagers_numbers(name, tmp_path):
    net, x = model(name)
    static.trace(net, x).save(tmp_path / "net")
    loaded = static.load(tmp_path / "net")
    for given in (x, x.flip(0)):
        assert near(loaded(given).numpy(), net(given).detach().numpy())
    assert {name for name, _ in net.named_parameters()} <= {*safetensors.load_file(tmp_path / "net")}


@pytest.mark.parametrize("name", MODELS)
def test_it_runs_where_minitorch_is_not(name, tmp_path):
    net, x = model(name)
    with mt.no_grad():
        static.trace(net, x).save(tmp_path / "net")
    np.save(tmp_path / "x.npy", x.numpy())
    done = alone(tmp_path, tmp_path / "net", "--input", tmp_path / "x.npy", "--output", tmp_path / "y.npy")
    assert (done.returncode, done.stderr, done.stdout) == (0, "", "")
    assert near(np.load(tmp_path / "y.npy"), net(x).detach().numpy())
    assert not [path for path in tmp_path.iterdir() if path.suffix == ".part"]


def test_the_runner_imports_pythons_own_modules_and_numpy():
    tree = ast.parse(RUNNER.read_text(encoding="utf-8"))
    found = {alias.name.partition(".")[0] for node in ast.walk(tree) if isinstance(node, ast.Import)
             for alias in node.names}
    found |= {node.module.partition(".")[0] if not node.level else "minitorch" for node in ast.walk(tree)
              if isinstance(node, ast.ImportFrom)}
    assert found - {"numpy"} <= sys.stdlib_module_names and "numpy" in found


def test_without_input_a_program_is_listed(tmp_path, capsys):
    static.trace(nn.Linear(2, 1), mt.ones(3, 2)).save(tmp_path / "net")
    run.main([str(tmp_path / "net")])
    first, *_, last = capsys.readouterr().out.splitlines()
    assert first == "linear(a: float32[3, 2])" and last.strip() == "return d"
    assert str(static.load(tmp_path / "net")).splitlines()[1:3] == ["    bias: float32[1] held",
                                                                    "    weight: float32[1, 2] held"]


@pytest.mark.parametrize("array, words", [
    (np.ones((2, 2), "float32"), "input a must be float32[3, 2], not float32[2, 2]"),
    (np.ones((3, 2), "complex64"), "input a must be float32[3, 2], not complex64[3, 2]")])
def test_an_input_of_another_form_is_refused(array, words, tmp_path):
    static.trace(nn.Linear(2, 1), mt.ones(3, 2)).save(tmp_path / "net")
    np.save(tmp_path / "x.npy", array)
    done = alone(tmp_path, tmp_path / "net", "--input", tmp_path / "x.npy", "--output", tmp_path / "y.npy")
    assert done.returncode == 1 and words in done.stderr and len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "y.npy").exists()
    with pytest.raises(run.ProgramError, match="needs 1 inputs, not 2"):
        static.load(tmp_path / "net")(mt.ones(3, 2), mt.ones(3, 2))


def test_inputs_and_outputs_keep_their_order(tmp_path):
    def function(x, y):
        return x - y, {"second": (y * 2).sum(), "given": x}
    static.trace(function, mt.ones(2), mt.ones(2)).save(tmp_path / "net")
    difference, double, given = static.load(tmp_path / "net")(mt.tensor([5.0, 6.0]), mt.tensor([1.0, 2.0]))
    assert (difference.tolist(), double.item(), given.tolist()) == ([4, 4], 6, [5, 6])


def test_weights_are_those_of_the_moment_it_is_saved(tmp_path):
    net = nn.Linear(2, 2)
    trace = static.trace(net, mt.ones(1, 2))
    with mt.no_grad():
        net.weight.zero_()
        net.bias.data = mt.tensor([5.0, 6.0])
    trace.save(tmp_path / "net")
    with mt.no_grad():
        net.bias.zero_()
    assert static.load(tmp_path / "net")(mt.ones(1, 2)).tolist() == [[5, 6]]


def test_a_program_is_saved_after_any_pass(tmp_path):
    net, x = model("residual")
    with mt.no_grad():
        trace = static.trace(net, x)
        for number in range(len(static.PASSES) + 1):
            static.optimised(trace.recorded, static.PASSES[:number]).save(tmp_path / "net")
            assert near(static.load(tmp_path / "net")(x).numpy(), net(x).numpy())


def draws(x):
    return x.abs().multinomial(2)


def trains(x):
    w = mt.ones(3, requires_grad=True)
    (w * x).sum().backward()
    return w.grad + 0 * x


def writes(x):
    x[0] = 1
    return x * 2


@pytest.mark.parametrize("function, words", [
    (draws, r"`multinomial_op`, of `return x.abs\(\).multinomial\(2\)` \(test_saved.py, line"),
    (writes, "memory of an input")])
def test_what_a_file_cannot_hold_is_refused_by_name(function, words, tmp_path):
    trace = static.trace(function, normal(3))
    with pytest.raises(static.NotSaved, match=words):
        trace.save(tmp_path / "net")
    assert not [*tmp_path.iterdir()]


def test_a_training_step_is_refused(tmp_path):
    net = nn.Linear(2, 1)

    def step(x):
        net.zero_grad()
        loss = net(x).sum()
        loss.backward()
        return loss
    with pytest.raises(static.NotSaved, match="it trains"):
        static.trace(step, mt.ones(1, 2)).save(tmp_path / "net")
    with pytest.raises(TypeError, match="save.. needs a program"):
        static.save(net, tmp_path / "net")


def test_what_eager_refuses_is_refused(tmp_path):
    static.trace(nn.Embedding(3, 2), mt.tensor([0])).save(tmp_path / "net")
    for index in (-1, 3):
        with pytest.raises(run.ProgramError, match="step 1, 'take', fails: ind"):
            static.load(tmp_path / "net")(mt.tensor([index]))


def test_a_program_goes_to_an_open_file():
    file = io.BytesIO()
    static.trace(nn.Linear(2, 1), mt.ones(3, 2)).save(file)
    assert file.getvalue()[8:9] == b"{"
