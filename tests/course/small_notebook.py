"""A small solution notebook, for tests of release and grading."""

import json

BADGE = ("[![Open in Colab](https://colab.research.google.com/assets/colab-badge.svg)]"
         "(https://colab.research.google.com/github/OWNER/minitorch/blob/main/lessons/01_toy/01_toy.ipynb)")
INSTALL = ('    %pip install -q "minitorch @ git+https://github.com/OWNER/minitorch@main"'
           ' || echo "No minitorch there: see README"')
ANSWER = ('@exercise("1.5")                                  # about one line\n'
          "def relu_derivative(grad, out, x):\n    ### BEGIN SOLUTION\n    return grad * (x > 0)\n    ### END SOLUTION")
CHECK = ('check("1.5")\n### BEGIN HIDDEN TESTS\nhidden("1.5", inputs=lambda rng: dict(grad=rng.standard_normal(3), '
         'out=np.zeros(3), x=rng.standard_normal(3)))\n### END HIDDEN TESTS')


def grading(id, points=None):
    kind = {"grade": points is not None, "solution": points is None, "locked": points is not None, "task": False,
            "grade_id": id, "schema_version": 3}
    return {"nbgrader": kind | ({} if points is None else {"points": points})}


def cell(kind, source, id, metadata=None):
    more = {"outputs": [{"output_type": "stream", "name": "stdout", "text": ["an old output\n"]}],
            "execution_count": 3} if kind == "code" else {}
    return {"cell_type": kind, "id": id, "metadata": metadata or {}, "source": source.splitlines(True), **more}


def toy(answer=ANSWER, check=CHECK, more=()):
    """A notebook as a dict: a badge, a set-up cell, an exercise, its check."""
    cells = [cell("markdown", f"# Toy\n\n{BADGE}", "title"),
             cell("code", 'import sys\nif "google.colab" in sys.modules:\n' + INSTALL + "\nimport numpy as np\n"
                  "from minitorch.learn import *\nsetup(lesson=1)", "setup"),
             cell("markdown", "**Exercise 1.5 •** Pass back what passed.\n\n```\n  x ──►[relu]\n```", "task"),
             cell("code", answer, "answer", grading("exercise-1-5")), cell("code", check, "check",
                                                                          grading("check-1-5", 2)), *more]
    return {"cells": cells, "metadata": {"kernelspec": {"display_name": "Python 3", "language": "python",
                                                        "name": "python3"}, "language_info": {"name": "python"}},
            "nbformat": 4, "nbformat_minor": 5}


def save(notebook, root, name="01_toy", before=b""):
    """Put it into solutions/NAME/NAME.ipynb under root; returns the path."""
    path = root / "solutions" / name / f"{name}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(before + json.dumps(notebook, ensure_ascii=False).encode())
    return path
