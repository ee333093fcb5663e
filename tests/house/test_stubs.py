"""Stub files say what is there: they are up to date and complete, and user programs type-check with them."""

import ast
import inspect
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from backing import NumPy
from samples import every_row

import minitorch
from minitorch.ops.named_results import Named
from minitorch.stubs import __main__ as stubs

ROOT = Path(__file__).resolve().parents[2]
HOME = ROOT / "minitorch"
PROGRAM = '''
import minitorch as mt
import minitorch.nn.functional as F
from minitorch import nn, optim
from minitorch.data import DataLoader, TensorDataset


class Net(nn.Module):
    def __init__(self, hidden: int = 16) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, hidden), nn.ReLU(), nn.Dropout(0.1))
        self.head = nn.Linear(hidden, 3, bias=True)

    def forward(self, x: mt.Tensor) -> mt.Tensor:
        return self.head(self.body(x)).log_softmax(dim=-1)


@mt.no_grad()
def accuracy(net: Net, x: mt.Tensor, y: mt.Tensor) -> float:
    return float((net.eval()(x).argmax(dim=1) == y).float().mean())


mt.manual_seed(0)
x, y = mt.randn(60, 4, dtype=mt.float32), mt.randint(0, 3, (60,))
net, total, right = Net(), 0.0, 0
optimizer = optim.Adam(net.parameters(), lr=1e-2, betas=(0.9, 0.99))
for inputs, targets in DataLoader(TensorDataset(x, y), batch_size=20, shuffle=True):
    loss = F.nll_loss(net.train()(inputs), targets) + 1e-3 * net.head.weight.pow(2).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    total += loss.item()
with mt.no_grad():
    scores: mt.Tensor = net(x)
    right += (scores.argmax(dim=1) == y).sum().item()
values, indices = scores.max(dim=1)
best: mt.Tensor = scores.sort(descending=True).values[0, ..., None]
means: mt.Tensor = mt.stack([x[y == k].mean(dim=0, keepdim=True) for k in range(3)], dim=0)
centred = (x - x.mean(0)) / (x.std(dim=0) + 1e-6)
shape: tuple[int, ...] = mt.cat([centred, x[:, 1:3]], dim=1).to(mt.float64).reshape(-1, 6).shape
error = float(F.cross_entropy(scores, y, reduction="mean") * 2) + accuracy(net, x, y)
norm: float = 0.0 if net.head.weight.grad is None else net.head.weight.grad.norm().item()
mt.save(net.state_dict(), "net.mt")
net.load_state_dict(mt.load("net.mt"))
out, (h, c) = nn.LSTM(4, 8, num_layers=1, batch_first=True)(x.unsqueeze(0))
parts: list[mt.Tensor] = list(mt.where(x > 0, x, 0.0).clamp_(max=1).split(20))
print(parts[0].numpy().sum(), h.shape[-1] + 1, -x @ x.T, 1 - x[0], error, norm, best, means)
'''
MISTAKES = '''
import minitorch as mt

x = mt.randn(2, 3)
x.sum(axs=0)
mt.softmax(x, dim="rows")
x.summ()
'''


def test_the_stub_files_are_what_the_declarations_give():
    stale = [path.relative_to(ROOT).as_posix() for path, text in stubs.stubs().items()
             if not path.exists() or path.read_text(encoding="utf-8") != text]
    assert not stale, "a declaration has changed: run `python -m minitorch.stubs`"


def parsed(name):
    """The statements of a stub file."""
    return ast.parse((HOME / name).read_text(encoding="utf-8")).body


def names_in(statements):
    """The names that statements of a stub file define."""
    for one in statements:
        if isinstance(one, ast.ImportFrom):
            yield from (alias.asname for alias in one.names if alias.asname)
        elif isinstance(one, ast.AnnAssign):
            yield one.target.id
        elif isinstance(one, ast.FunctionDef | ast.ClassDef):
            yield one.name


def members_of(cls, name):
    return next(one for one in parsed(name) if isinstance(one, ast.ClassDef) and one.name == cls).body


def test_every_name_is_in_a_stub_file():
    lacking = {name for name in dir(minitorch) if not name.startswith("_")} - set(names_in(parsed("__init__.pyi")))
    assert not {name for name in lacking if not isinstance(getattr(minitorch, name), ModuleType)}
    assert not lacking & {"nn", "optim", "data", "viz", "linalg", "autograd", "train", "vision", "utils", "cuda"}
    shown = set(names_in(members_of("Tensor", "tensors/tensor.pyi")))
    attributes = {name for name in dir(minitorch.Tensor) if not name.startswith("_")}
    assert len(attributes) > 450 and attributes == {name for name in shown if not name.startswith("_")}
    assert {f"__{name}__" for name in "add radd iadd matmul eq lt neg getitem setitem len iter bool".split()} <= shown
    for module, stub in (minitorch.nn, "nn"), (minitorch.nn.functional, "nn/functional"), (minitorch.optim, "optim"):
        shown = {name for name in module.__dict__.get("__all__", dir(module)) if not name.startswith("_")}
        lacking = shown - set(names_in(parsed(f"{stub}/__init__.pyi")))
        assert not {name for name in lacking if not isinstance(getattr(module, name), ModuleType)}


def forms():
    """{name: [(signature, result)]} of the functions in the package's stub file."""
    found = {}
    for one in parsed("__init__.pyi"):
        if isinstance(one, ast.FunctionDef):
            result, one.body, one.decorator_list = ast.unparse(one.returns), [ast.Pass()], []
            namespace = {}
            source = "from __future__ import annotations\n" + ast.unparse(one)
            exec(source, namespace)
            found.setdefault(one.name, []).append((inspect.signature(namespace[one.name]), result))
    return found


def gives(out, result):
    """Whether a value is of the type that a stub file names."""
    if isinstance(out, Named):
        nested = any(isinstance(part, tuple) for part in out)              # which stub files have no class for
        return result == ("Any" if nested else "_" + "".join(field.title().replace("_", "") for field in out._fields))
    kinds = {"Tensor": minitorch.Tensor, "_int": int, "_bool": bool}
    return isinstance(out, tuple if result.startswith("tuple[Tensor") else kinds[result])


def test_every_call_in_the_table_of_samples_is_one_that_the_stub_allows():
    signatures, tried = forms(), 0
    for row in every_row(lambda row: row.name in signatures and not (row.op and row.op.hidden)):
        args = row.tensors(NumPy(), grad=False)
        args = args if row.before is None else row.before(minitorch, *args)
        out = row.function(*args, **row.settings)
        assert any(binds(signature, args, row.settings) and gives(out, result)
                   for signature, result in signatures[row.name]), row
        tried += 1
    assert tried > 1000


def binds(signature, args, settings):
    try:
        return signature.bind(*args, **settings)
    except TypeError:
        return False


@pytest.fixture
def programs(tmp_path):
    """A folder with two programs of a user, of which one has a mistake in each of its last three lines."""
    assert len(PROGRAM.splitlines()) > 40
    (tmp_path / "program.py").write_text(PROGRAM)
    (tmp_path / "mistakes.py").write_text(MISTAKES)
    return tmp_path


def run(folder, *command):
    return subprocess.run([sys.executable, *command], cwd=folder, env=os.environ | {"MYPYPATH": str(ROOT)},
                          capture_output=True, text=True, timeout=300).stdout


def test_the_user_program_runs(programs):
    assert run(programs, "program.py").startswith(("0.", "1", "2", "3", "4", "5", "6", "7", "8", "9"))


@pytest.mark.needs("mypy")
def test_mypy_accepts_a_user_program_and_finds_each_mistake(programs):
    (programs / "mypy.ini").write_text("[mypy]\nignore_missing_imports = true\n"
                                       "[mypy-minitorch.*]\nfollow_imports = silent\n")
    said = run(programs, "-m", "mypy", "--config-file", "mypy.ini", "--cache-dir", "cache", "program.py", "mistakes.py")
    first, second, third = [line for line in said.splitlines() if ": error: " in line]
    assert first.startswith("mistakes.py:5:") and '"axs" for "sum"' in first
    assert second.startswith("mistakes.py:6:") and 'expected "int"' in second
    assert third.startswith("mistakes.py:7:") and '"Tensor" has no attribute "summ"' in third


@pytest.mark.needs("pyright")
def test_pyright_accepts_a_user_program_and_finds_each_mistake(programs):
    settings = {"typeCheckingMode": "standard", "extraPaths": [str(ROOT)], "include": ["program.py", "mistakes.py"]}
    (programs / "pyrightconfig.json").write_text(json.dumps(settings))
    found = json.loads(run(programs, "-m", "basedpyright", "--outputjson", "--pythonpath", sys.executable))
    found = [(Path(one["file"]).name, one["range"]["start"]["line"] + 1, one["message"].splitlines()[0])
             for one in found["generalDiagnostics"]]
    assert [one[:2] for one in found] == [("mistakes.py", 5), ("mistakes.py", 6), ("mistakes.py", 7)], found
    assert "axs" in found[0][2] and '"int"' in found[1][2] and '"summ"' in found[2][2]


def test_importing_minitorch_reads_no_writer_of_code():
    said = run(ROOT, "-c", "import sys, minitorch, minitorch.nn; print([n for n in sys.modules if 'stubs' in n])")
    assert said.strip() == "[]"
