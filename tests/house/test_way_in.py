"""The way in, minitorch/README.md: its code runs and prints what stands there, and its op can be added as it says."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import minitorch as mt

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "minitorch/README.md").read_text(encoding="utf-8")
PLAN, _, WALK = PAGE.partition("\n## Follow a product\n")
WALK, _, MAP = WALK.partition("\n## The map\n")
FOLLOW, _, ADD = WALK.partition("\n## Add an operation\n")
FILES = [sys.modules[f"minitorch.engine.{name}"] for name in ("apply", "backward", "grad_mode", "op")]
LAYER = re.compile(r"^\| \[(\w+)\]\((runtime/\w+\.py)\) \| .* \| ([`\w ]+) \|$", re.M)


def blocks(text, language="python"):
    """The blocks of code of a text."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.M | re.S)


def run(code, home=ROOT, *options):
    """What a fresh process prints that runs `code`, or `python -m options`, with the minitorch that lies in `home`."""
    command = options or ("-c", code)
    plain = {name: value for name, value in os.environ.items() if name not in ("MINITORCH_PLAIN", "PYTEST_ADDOPTS")}
    done = subprocess.run([sys.executable, *command], cwd=home, capture_output=True, text=True, encoding="utf-8",
                          env={**plain, "PYTHONPATH": str(home), "PYTHONIOENCODING": "utf-8"})
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def promised(code):
    """What the comments beneath its prints say that a piece of code prints."""
    return [line[2:] for line in code.splitlines() if line.startswith("# ")]


def test_what_the_walk_shows_is_what_happens():
    code = "\n".join(blocks(FOLLOW))
    assert run(code).splitlines() == promised(code) and len(promised(code)) == 4


def test_the_page_is_read_in_one_sitting():
    assert MAP and len(list(filter(None, WALK.splitlines()))) <= 100


def test_the_reading_plan_says_how_long_each_file_is():
    rows = re.findall(r"^\| (\d+) \| \[(.+)\]\((.+)\) \| (\d+) \| .+ \| (\d+) \|$", PLAN, re.M)
    assert 20 < len(rows) < 30 and [int(number) for number, *_ in rows] == list(range(1, len(rows) + 1))
    assert all(name == path for _, name, path, *_ in rows)
    lines = {path: len((ROOT / "minitorch" / path).read_text(encoding="utf-8").splitlines()) for _, _, path, *_ in rows}
    assert {path: int(count) for _, _, path, count, _ in rows} == lines
    lessons = [int(lesson) for *_, lesson in rows]
    assert lessons == sorted(lessons) and all(next((ROOT / "lessons").glob(f"{lesson:02}_*")) for lesson in lessons)


def layers():
    """{file of a layer: the engine's lists in which a function of it stands}."""
    mt.ones(1, requires_grad=True).register_hook(abs)            # the first adds to a list
    found: dict = {}
    for file in FILES:
        for name, value in vars(file).items():
            if type(value) is list and not name.startswith("_"):
                for layer in filter(callable, value):
                    if layer.__module__.startswith("minitorch.runtime."):
                        found.setdefault(layer.__module__.split(".")[-1], set()).add(name)
    return found


def test_the_table_of_layers_has_each_layer_and_its_lists():
    table = {name: set(re.findall(r"\w+", lists)) for name, path, lists in LAYER.findall(PAGE)}
    assert table == layers() and len(table) > 5
    assert all(path == f"runtime/{name}.py" for name, path, _ in LAYER.findall(PAGE))


@pytest.mark.parametrize("file, names", [("apply", "forward wrap record"),
                                         ("backward", "differentiate add_gradient sum_to accumulate_grad")])
def test_the_steps_that_the_page_names_are_functions_of_the_file_it_links_to(file, names):
    module = sys.modules[f"minitorch.engine.{file}"]
    for name in names.split():
        assert f"`{name}`" in FOLLOW and callable(getattr(module, name))


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A copy of minitorch and of the tests with the page's operation added as the page says."""
    home = tmp_path_factory.mktemp("house")
    for folder in ("minitorch", "tests"):
        shutil.copytree(ROOT / folder, home / folder, ignore=shutil.ignore_patterns("__pycache__", "*.ipynb"))
    shutil.copy(ROOT / "pyproject.toml", home)
    (operation, row, _), subject = blocks(ADD), re.search(r"\((ops/.*?\.py)\)", ADD)[1]
    with (home / "minitorch" / subject).open("a", encoding="utf-8") as file:
        file.write("\n\n" + operation)
    samples = home / "tests/samples.py"
    before, head, after = samples.read_text(encoding="utf-8").partition("\nactivation = [\n")
    samples.write_text(before + head + row + after, encoding="utf-8")
    return home


def test_the_operation_of_the_page_is_a_function_a_method_and_a_node(house):
    code = "import minitorch as mt\n" + blocks(ADD)[-1]
    assert run(code, house).splitlines() == promised(code) and len(promised(code)) == 1


def test_the_laws_hold_of_the_operation_of_the_page(house):
    stubs, laws = (re.sub(r"\s+#.*", "", line).split()[1:] for line in blocks(ADD, "bash")[0].splitlines())
    run("", house, *stubs)
    assert "def gaussian(input: Tensor" in (house / "minitorch/__init__.pyi").read_text(encoding="utf-8")
    assert "def gaussian_(self)" in (house / "minitorch/tensors/tensor.pyi").read_text(encoding="utf-8")
    files = ["tests/engine/test_laws.py", "tests/engine/test_laws_in_place.py"]      # collecting all takes 20 seconds
    laws[laws.index("tests/engine"):laws.index("tests/engine") + 1] = files
    said = run("", house, *laws, "-q", "-p", "no:cacheprovider").splitlines()[-1]
    assert int(re.search(r"(\d+) passed", said)[1]) >= 4 and "failed" not in said
