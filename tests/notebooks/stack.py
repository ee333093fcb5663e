"""Colab's packages in an environment of their own, and the lessons run in it: `python tests/notebooks/stack.py`."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]
VERSION = "3.13"
# As Colab had them in August 2026; without a bound: what Colab lacks, and what runs the tests.
PACKAGES = ["numpy==2.1.3", "ipython==7.34.0", "ipykernel==6.17.1", "jupyter_client==7.4.9", "ipywidgets==7.7.1",
            "traitlets==5.7.1", "matplotlib==3.10.0", "pytest>=8.2,<9", "nbclient>=0.10", "nbval>=0.11,<0.12",
            "graphviz>=0.20", "pygraphviz>=2.0",
            "pillow==11.3.0", "starlette==1.6.0", "tensorboard==2.20.0", "uvicorn==0.52.3",
            "onnx", "onnxruntime"]
TESTS = ["tests/notebooks/test_notebooks.py", "tests/course/test_quiz.py", "tests/viz/test_widget_cells.py"]
# What else an untouched lesson runs, its solution runs too: of those the first is enough.
WHICH = "gives_what_is_stored or untouched_lesson and 01_gradients or question or choose or widget_cell"


class Missing(Exception):
    """What this machine lacks to build the environment."""


def python():
    """A Python of Colab's version: on the PATH, or among pyenv's.

    Raises Missing when there is none.
    """
    homes = [Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")]
    found = [sys.executable, shutil.which(f"python{VERSION}"),
             *[str(path) for home in homes for path in sorted(home.glob(f"versions/{VERSION}.*/bin/python"))]]
    for candidate in filter(None, found):
        said = subprocess.run([candidate, "-c", "import sys, venv, ensurepip; print('%d.%d' % sys.version_info[:2])"],
                              capture_output=True, text=True)
        if said.stdout.strip() == VERSION:
            return candidate
    raise Missing(f"needs Python {VERSION}, which Colab has: neither on the PATH nor among pyenv's")


def build(folder):
    """The environment, in a folder; returns its Python.

    Raises Missing when there is no such Python or no package index.
    """
    subprocess.run([python(), "-m", "venv", folder], check=True)
    inside = str(Path(folder) / ("Scripts" if os.name == "nt" else "bin") / "python")
    done = subprocess.run([inside, "-m", "pip", "install", "-q", "--disable-pip-version-check", *PACKAGES],
                          capture_output=True, text=True)
    if done.returncode:
        raise Missing(f"needs a package index with Colab's packages: {done.stderr.strip().splitlines()[-1]}")
    return inside


def run(inside):
    """Run lessons and solutions with that Python; returns the finished pytest."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1"}
    environment.pop("PYTEST_ADDOPTS", None)
    return subprocess.run([inside, "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", "-m", "", *TESTS,
                           "-k", WHICH],
                          cwd=ROOT, env=environment, capture_output=True, text=True)


def main():
    with TemporaryDirectory() as folder:
        done = run(build(sys.argv[1] if len(sys.argv) > 1 else folder))
    print(done.stdout + done.stderr)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
