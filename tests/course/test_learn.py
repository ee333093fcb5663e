"""`minitorch.learn` is the course under the name that notebooks import: one copy, whichever name comes first."""

import subprocess
import sys

import pytest

from minitorch import course, learn
from minitorch.course import answer_file, session
from minitorch.course.record import find, registry

FIRST = {
    "all names": "from minitorch.learn import *\nassert exercise is sys.modules['minitorch.course'].exercise",
    "an exercise's programs": "from minitorch.learn.exercises.lesson_3 import VERSIONS",
    "pictures": "from minitorch.learn.pictures import bars",
    "the course": "import minitorch.course.exercises.lesson_2",
    "an attribute": "import minitorch as mt\nassert mt.learn.pictures.bars is mt.course.pictures.bars",
}
SAME = """
import sys
{first}
import minitorch.learn
from pkgutil import walk_packages
from minitorch import course
names = ["minitorch.course", *(each.name for each in walk_packages(course.__path__, "minitorch.course."))]
for name in names:
    assert sys.modules[name] is sys.modules[name.replace("course", "learn", 1)], name
assert len(names) > 20 and not [name for name in sys.modules if name.startswith("minitorch.grade")]
print(len(course.record.registry))
"""


@pytest.mark.parametrize("first", FIRST.values(), ids=FIRST)
def test_both_names_are_one_module_whichever_is_imported_first(first):
    """And no exercise is registered twice: that raises."""
    done = subprocess.run([sys.executable, "-c", SAME.format(first=first)], capture_output=True, text=True)
    assert done.stdout == f"{len(registry)}\n", done.stderr


def test_a_name_that_is_in_neither_is_missing():
    assert learn is course
    with pytest.raises(ModuleNotFoundError, match=r"minitorch\.learn\.grade"):
        __import__("minitorch.learn.grade")


KEPT = """# exercise 1.5, version 1
from minitorch.learn import sum_to
from minitorch.learn.record import find
mul_derivative = find("1.1").reference
from minitorch.learn.exercises.lesson_2 import postorder
def relu_derivative(grad, out, x):
    return sum_to(grad * (x > 0), grad.shape) if mul_derivative and postorder else None
"""


@pytest.mark.usefixtures("own_folder")
def test_a_file_that_was_kept_under_the_old_name_still_runs():
    (answer_file.folder / answer_file.NAME).write_text(KEPT, encoding="utf-8")
    learn.setup(2)
    assert session.answers["1.5"].state == "right"
    assert session.answers["1.5"].function.__globals__["mul_derivative"] is find("1.1").reference
