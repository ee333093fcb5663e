"""Stub files say what is there: they are up to date and complete, and user programs type-check with them."""

import ast
import inspect
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from backing import NumPy
from samples import every_row

import minitorch
from minitorch.ops.named_results import Named
from minitorch.tools.stubs import __main__ as stubs

ROOT = Path(__file__).resolve().parents[2]
HOME = ROOT / "minitorch"
USER = [Path(__file__).with_name(name) for name in ("user_program.py", "user_mistakes.py")]


def test_the_stub_files_are_what_the_declarations_give():
    stale = [path.relative_to(ROOT).as_posix() for path, text in stubs.stubs().items()
             if not path.exists() or path.read_text(encoding="utf-8") != text]
    assert not stale, "a declaration has changed: run `python -m minitorch.tools.stubs`"


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
    """A folder with two programs of a user, of which one has a mistake in each line of its last part."""
    for path in USER:
        shutil.copy(path, tmp_path)
    return tmp_path


def mistakes():
    """Return the numbers of the lines that have a mistake: those below the last blank line."""
    text = USER[1].read_text(encoding="utf-8")
    first = text.rpartition("\n\n")[0].count("\n") + 3
    return range(first, first + len(text.rpartition("\n\n")[2].splitlines()))


def run(folder, *command):
    return subprocess.run([sys.executable, *command], cwd=folder, env=os.environ | {"MYPYPATH": str(ROOT)},
                          capture_output=True, text=True, timeout=300).stdout


def test_the_user_program_runs(programs):
    assert len(USER[0].read_text(encoding="utf-8").splitlines()) >= 150 and len(mistakes()) >= 15
    assert run(programs, "user_program.py").startswith(("0.", "1", "2", "3", "4", "5", "6", "7", "8", "9"))


@pytest.mark.needs("mypy")
def test_mypy_accepts_a_user_program_and_finds_each_mistake(programs):
    (programs / "mypy.ini").write_text("[mypy]\nignore_missing_imports = true\n"
                                       "[mypy-minitorch.*]\nfollow_imports = silent\n")
    said = run(programs, "-m", "mypy", "--config-file", "mypy.ini", "--cache-dir", "cache", *(x.name for x in USER))
    found = [line.split(":")[:2] for line in said.splitlines() if ": error: " in line]
    assert [(name, int(line)) for name, line in found] == [(USER[1].name, line) for line in mistakes()], said


@pytest.mark.needs("pyright")
def test_pyright_accepts_a_user_program_and_finds_each_mistake(programs):
    settings = {"typeCheckingMode": "standard", "extraPaths": [str(ROOT)], "include": [path.name for path in USER]}
    (programs / "pyrightconfig.json").write_text(json.dumps(settings))
    found = json.loads(run(programs, "-m", "basedpyright", "--outputjson", "--pythonpath", sys.executable))
    found = [(Path(one["file"]).name, one["range"]["start"]["line"] + 1, one["message"].splitlines()[0])
             for one in found["generalDiagnostics"]]
    assert [one[:2] for one in found] == [(USER[1].name, line) for line in mistakes()], found


def test_importing_minitorch_reads_no_writer_of_code():
    said = run(ROOT, "-c", "import sys, minitorch, minitorch.nn; print([n for n in sys.modules if 'stubs' in n])")
    assert said.strip() == "[]"
