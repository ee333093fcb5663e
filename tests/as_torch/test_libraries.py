"""Libraries that were written for PyTorch run unchanged on minitorch, with PyTorch's numbers."""

import os
import re
import subprocess
from functools import cache
from html import unescape

import pytest
from as_torch.compare import HERE, ROOT, differences, printed
from course.answers import ANSWERS, HELPERS
from course.test_real_keras import START
from course.written import cell

from minitorch.course import answer_file
from minitorch.course.record import find
from minitorch.course.source import section

pytestmark = [pytest.mark.slow, pytest.mark.host, pytest.mark.needs("libraries")]
LIBRARIES = "einops", "Keras 3", "safetensors", "skorch", "torchinfo", "torchmetrics", "torchviz"
PYTHON = os.environ.get("MINITORCH_LIBRARIES", "")       # of an environment that has them, and PyTorch


@cache
def run(library, ours=True):
    return printed(f"programs/use_{library.split()[0].lower()}.py", python=PYTHON, ours=ours)


def python(code):
    """Return what Python prints in the environment of the libraries."""
    done = subprocess.run([PYTHON, "-W", "ignore", "-c", code], capture_output=True, text=True, encoding="utf-8",
                          env={**os.environ, "PYTHONPATH": str(ROOT)})
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_library_runs_with_pytorchs_numbers(library):
    assert not differences(run(library, ours=False), run(library))


@pytest.mark.parametrize("library", [name for name in LIBRARIES if name not in ("safetensors", "skorch")])
def test_a_library_alone_can_be_given_minitorch(library, tmp_path):
    """The program names minitorch itself; the real torch is installed, and nothing imports it."""
    name = library.split()[0].lower()
    for file in (f"use_{name}.py", "settled.py"):
        text = (HERE / "programs" / file).read_text(encoding="utf-8")
        text = re.sub(r"^(import|from) torch\b(.*)", r"\1 minitorch\2", text, flags=re.M)
        (tmp_path / file).write_text(text.replace("import minitorch\n", "import minitorch as torch\n"), "utf-8")
    code = f"import minitorch.as_torch, runpy, sys; minitorch.as_torch.only({name!r})"
    program = tmp_path / f"use_{name}.py"
    printed = python(f"{code}; sys.path[0] = {str(tmp_path)!r}; runpy.run_path({str(program)!r}); "
                     "assert 'torch' not in sys.modules")
    assert not differences(run(library).replace("minitorch.", "torch."), printed)


def test_the_guide_shows_the_graph_that_its_code_draws():
    """Word for word; where each word stands depends on the Graphviz that drew it."""
    guide = (ROOT / "minitorch/as_torch/README.md").read_text(encoding="utf-8")
    *body, last = guide.partition("<!-- keras -->\n```python\n")[2].partition("```")[0].strip().splitlines()
    shown = f"print(*(line for box in {last}.boxes for line in box.lines(True)), sep='\\n')"
    drawn = python("\n".join([*body, shown])).splitlines()
    picture = (ROOT / ".github/keras.svg").read_text(encoding="utf-8")
    written = map(unescape, re.findall(r"<text[^>]*>([^<]*)</text>", picture))
    assert sorted(map(numberless, written)) == sorted(map(numberless, drawn)) and len(drawn) > 15


def numberless(line):
    """Return a line without the values of weights, which are drawn at random."""
    return re.sub(r"-?\d+\.?\d*(e-?\d+)?", "#", line)


def test_lesson_12_trains_keras_itself_on_a_backward_pass_of_ones_own(tmp_path):
    sections = [section(find("2.4"), cell(ANSWERS[2].REFERENCE["2.4"], cell(HELPERS))["backward"])]
    (tmp_path / answer_file.NAME).write_text(answer_file.HEAD + "\n\n".join(["", *sections]), encoding="utf-8")
    said = python(f"""
from pathlib import Path
from minitorch.course import answer_file, real_keras
answer_file.folder = Path({str(tmp_path)!r})
exec({START!r})
losses, passes = real_keras.real_keras(start, x, labels)
print(max(abs(a - b) for a, b in zip(losses, real_keras.RECORDED, strict=True)) < 1e-5, passes)
""")
    assert said.split("\n")[-2] == "True {'2.4': 450}", said


def test_readme_names_the_libraries():
    """README's list is the one that is tried here."""
    listed = re.search(r"Libraries that run unchanged[^:]*: ([^.]*)\.", (ROOT / "README.md").read_text())
    assert listed and listed[1].replace("\n", " ").replace(" and ", ", ").split(", ") == list(LIBRARIES)
