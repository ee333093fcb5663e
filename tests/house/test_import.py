"""`import minitorch` is quick, and brings along only what it needs."""

import os
import subprocess
import sys

import pytest

# What it may load of Python itself, NumPy aside: all but gc only with some versions of Python and NumPy
BEYOND_NUMPY = {"gc", "importlib", "importlib._bootstrap", "importlib._bootstrap_external", "linecache", "threading",
                "token", "tokenize"}


def python(code):
    kept = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}               # byte code is kept, as on any machine
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=kept)
    return done.stdout


def test_importing_loads_no_more_than_it_did():
    """How many files of ours there are is counted in test_closure."""
    at_start = "sys.modules.pop('importlib.util', None); "           # some environments read it before any program
    loaded = python(f"import sys, numpy; {at_start}before = set(sys.modules); import minitorch; "
                    "print('\\n'.join(set(sys.modules) - before))").split()
    ours = [name for name in loaded if name.split(".")[0] == "minitorch"]
    assert "minitorch.tensors" in ours
    assert set(loaded) - set(ours) <= BEYOND_NUMPY, "import what is not needed at once where it is first used"


def test_parts_that_few_programs_need_wait_until_they_are_named():
    show = "; print(*(name for name in sys.modules if name.startswith('minitorch.')), 'numpy.random' in sys.modules)"
    alone = python("import sys, minitorch as mt; mt.tensor(1.0) + 1" + show).split()
    with_layers = python("import sys, minitorch as mt; mt.nn.Linear" + show).split()
    assert "minitorch.nn" in set(with_layers) - set(alone)
    assert "False" in with_layers
    assert not {"minitorch.optim", "minitorch.data", "minitorch.viz", "minitorch.vision"} & set(with_layers)


def test_functions_that_layers_lend_are_there_from_the_start():
    used = python("from minitorch import *; import minitorch as mt; x = tensor([-1.0, 2.0]); print(mt.nn is nn, "
                  "prelu is mt.nn.functional.prelu, 'prelu' in dir(mt), threshold(x, 0, 5).tolist())")
    assert used.split() == ["True", "True", "True", "[5.0,", "2.0]"]


def test_every_public_function_of_the_layers_is_lent():
    import minitorch.nn
    from minitorch.runtime import functions
    assert not [name for name in functions if not hasattr(minitorch, name)]


def test_the_collector_runs_again_after_the_import():
    assert python("import gc, minitorch; print(gc.isenabled())").strip() == "True"
    assert python("import gc; gc.disable(); import minitorch; print(gc.isenabled())").strip() == "False"


def test_the_collector_does_not_look_through_what_the_import_made():
    """Until a program makes enough of its own to be looked through."""
    python("import minitorch")                           # compiled by now
    passes = python("import gc; seen = []; gc.collect(); gc.callbacks.append(lambda *what: seen.append(what)); "
                    "import minitorch; print(len(seen))")
    assert passes.strip() == "0"
    assert python("import gc; gc.disable(); import minitorch; print(gc.get_freeze_count())").strip() == "0"
    assert python("import gc; gc.freeze(); before = gc.get_freeze_count(); import minitorch; "
                  "print(gc.get_freeze_count() > before / 2)").strip() == "True"


@pytest.mark.parametrize("line", [
    "import minitorch.optim as optim; optim.SGD", "from minitorch import optim; optim.SGD",
    "from minitorch.optim import SGD", "import minitorch; minitorch.optim.lr_scheduler.StepLR",
    "import minitorch; minitorch.utils.data.DataLoader", "from minitorch.utils.data import DataLoader",
    "import minitorch.nn as nn; nn.Linear", "from minitorch import nn, optim; nn.functional.relu",
    "import minitorch.nn.functional as F; F.relu", "from minitorch import *"])
def test_they_come_in_whichever_way_they_are_named(line):
    python(line)


def test_importing_prints_nothing_and_warns_of_nothing():
    done = subprocess.run([sys.executable, "-W", "error", "-c", "import minitorch"], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_every_layer_can_be_imported_first():
    for layer in ("autograd", "viz"):
        assert python(f"import minitorch.{layer} as layer; print(layer.__name__)").strip() == f"minitorch.{layer}"


@pytest.mark.slow
def test_importing_takes_at_most_twice_as_long_as_numpy():
    from benchmarks.engine import import_seconds
    numpy, ours = import_seconds(["numpy", "minitorch"], clock="process_time")
    assert ours <= 2 * numpy, f"import minitorch takes {ours:.3f} s, import numpy {numpy:.3f} s"


def test_where_sphinx_is_missing_the_site_says_what_to_install():
    code = ("import runpy, sys; sys.modules['sphinx'] = None; sys.argv = ['site']; "
            "runpy.run_module('minitorch.tools.site', run_name='__main__')")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 2 and "pip install -e '.[docs]'" in done.stderr
