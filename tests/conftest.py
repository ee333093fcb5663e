"""For all tests: the backends, the seed, and a check for the programs and packages that some tests need."""

import faulthandler
import gc
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from weakref import ref

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")     # threads of several test runs that wait for each other are slow
os.environ.setdefault("OMP_NUM_THREADS", "1")          # PyTorch's too
os.environ.setdefault("MINITORCH_C", "0")              # tests/backends/test_row_kernels.py switches row kernels on

import numpy as np
import nvrtc
import once
import pytest
from backing import BACKENDS, cupy_missing, cupy_there
from skips import pytest_report_teststatus, pytest_terminal_summary  # noqa: F401

import minitorch as mt
from minitorch.engine import tensor_types
from minitorch.static import collector

STDERR = pytest.StashKey[int]()
WOUND = pytest.StashKey[float]()           # when the timer for hanging tests was last set
LOOKED = pytest.StashKey[float]()          # when objects that are not frozen were last counted
LEFT = 10_000                              # if more objects are not frozen, left in caches by tests, freeze them
LIMIT = 600                                # seconds for one test; the longest takes 120 on a loaded machine
REQUIRED = {name for name in os.environ.get("MINITORCH_REQUIRE", "").split(",") if name}


@cache
def runs(*command):
    """Return whether a command exists and succeeds."""
    try:
        return subprocess.run(command, capture_output=True, timeout=300).returncode == 0
    except (OSError, subprocess.SubprocessError):
        return False


def index_answers():
    """Return whether pip can reach a package index."""
    with TemporaryDirectory() as folder:
        return runs(sys.executable, "-m", "pip", "download", "--no-deps", "--quiet", "--dest", folder, "graphviz")


def mpi_runs():
    """Return whether mpi4py is installed, with an mpiexec that can start two ranks."""
    from minitorch.distributed import launch
    try:
        return runs(launch.find_starter(), "-n", "2", sys.executable, "-c",
                    "from mpi4py import MPI; raise SystemExit(MPI.COMM_WORLD.Get_size() != 2)")
    except RuntimeError:
        return False


PRESENT = {
    "torch": lambda: importlib.util.find_spec("torch") is not None,
    "torchvision": lambda: importlib.util.find_spec("torchvision") is not None,
    "safetensors": lambda: importlib.util.find_spec("safetensors") is not None,    # the package, beside ours
    "sklearn": lambda: importlib.util.find_spec("sklearn") is not None,
    "expecttest": lambda: importlib.util.find_spec("expecttest") is not None,      # which PyTorch's own tests import
    "dot": lambda: shutil.which("dot") is not None or importlib.util.find_spec("pygraphviz") is not None,
    "cc": lambda: importlib.import_module("minitorch.backend.compiler").compiler() is not None,
    "g++": lambda: shutil.which("g++") is not None,
    "nvrtc": lambda: nvrtc.found() is not None,
    "cudnn": lambda: runs(sys.executable, "-c", "import cudnn; cudnn.backend_version()"),
    "bwrap": lambda: shutil.which("bwrap") is not None,
    "browser": lambda: shutil.which("chromedriver") is not None and all(
        importlib.util.find_spec(name) is not None for name in ("selenium", "jupyterlab")),
    "tensorflow": lambda: runs(os.environ.get("MINITORCH_TENSORFLOW", "no-python"), "-c", "import tensorflow"),
    # the Python of an environment with the libraries of tests/as_torch/libraries.txt, and PyTorch
    "libraries": cache(lambda: runs(os.environ.get("MINITORCH_LIBRARIES", "no-python"), "-c",
                                    "from importlib.metadata import version; version('keras'), version('torch')")),
    "sphinx": lambda: all(importlib.util.find_spec(name) is not None for name in (
        "sphinx", "myst_nb", "pydata_sphinx_theme")),
    "tensorboard": lambda: importlib.util.find_spec("tensorboard") is not None,
    "serve": lambda: all(importlib.util.find_spec(name) is not None for name in ("starlette", "uvicorn")),
    "onnxruntime-web": lambda: os.path.isdir(os.environ.get("MINITORCH_ORT_WEB", "")),
    "onnx": lambda: all(importlib.util.find_spec(name) is not None for name in ("onnx", "onnxruntime")),
    "mpi": cache(mpi_runs),
    "netns": cache(lambda: sys.platform == "linux" and os.geteuid() == 0 and runs(
        "unshare", "-mn", "ip", "link", "add", "wire0", "type", "veth", "peer", "name", "wire1")),
    "mypy": lambda: importlib.util.find_spec("mypy") is not None,
    "pyright": lambda: importlib.util.find_spec("basedpyright") is not None,
    "git": lambda: shutil.which("git") is not None,
    "nbgrader": lambda: importlib.util.find_spec("nbgrader") is not None,       # not in .[test]: it changes Jupyter's
    "nbval": lambda: importlib.util.find_spec("nbval") is not None,
    "python3.13": lambda: sys.version_info[:2] == (3, 13) or runs("python3.13", "-c", "import ensurepip, venv"),
    "index": cache(index_answers),
    "conda": lambda: any(map(shutil.which, ("micromamba", "mamba", "conda"))),
}


def pytest_configure(config):
    config.addinivalue_line("markers", "host: about the CPU only, or about no tensors: not tried on a GPU too")
    config.addinivalue_line("markers", f"needs(name): uses one of {', '.join(PRESENT)}; skipped where it is missing, "
                                       "failed where MINITORCH_REQUIRE names it")
    config.stash[STDERR] = os.dup(2)                                   # before pytest captures what a test writes there
    once.keep(config)
    unknown = REQUIRED - set(PRESENT)
    if unknown:
        raise pytest.UsageError(f"MINITORCH_REQUIRE knows {', '.join(PRESENT)}, not {', '.join(sorted(unknown))}.")


@pytest.hookimpl(tryfirst=True)
def pytest_generate_tests(metafunc):
    """Without PyTorch, skip a parametrized test that needs it once, not for each parameter, which would take time."""
    if "torch" in metafunc.fixturenames and "torch" not in REQUIRED and not PRESENT["torch"]():
        definition = metafunc.definition
        definition.own_markers = [mark for mark in definition.own_markers if mark.name != "parametrize"]


def pytest_collection_modifyitems(config, items):
    named_by_address = [item.nodeid for item in items if " at 0x" in item.nodeid]
    if named_by_address:
        raise pytest.UsageError(f"each process would have another name for {named_by_address[0]}: give its row an id")
    passed = once.earlier()
    left = [item for item in items if item.nodeid in passed or once_is_enough(item)]
    if left:
        config.hook.pytest_deselected(items=left)
        left = set(left)
        items[:] = [item for item in items if item not in left]
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.needs("browser"))


def pytest_collection():
    gc.disable()


def pytest_collection_finish(session):
    """Freeze the millions of objects of all collected tests, so that garbage collections do not examine them again.

    One collection afterwards finds few objects; Python then sets the time of the next ones by this small number.
    """
    freeze()
    gc.enable()
    gc.collect()


def freeze():
    """Freeze all objects. A recording examines only objects that are not frozen; keep the frozen tensors for it."""
    known = collector.all_objects(tensor_types)
    gc.freeze()
    collector.mark, collector.frozen = collector.Mark(), (tensor_types, list(map(ref, known)))


def once_is_enough(item):
    """Return whether to leave a test out on the GPU backend: it is marked `host`, or has float16 or float32."""
    params = item.callspec.params if hasattr(item, "callspec") else {}
    return params.get("new_tensors", params.get("xp", "numpy")) != "numpy" and (
        item.get_closest_marker("host") is not None or params.get("dtype") in ("float16", "float32"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    """End the process of a hanging test, with tracebacks of all threads; pytest-xdist goes on with a new process.

    The timer is set again only once a minute, because this ends a thread and starts another, which takes as long as
    a small test. Every second this hook checks whether tests have left many objects in caches.
    """
    now, stash = time.monotonic(), item.config.stash
    if now > stash.get(WOUND, -60) + 60:
        faulthandler.dump_traceback_later(LIMIT + 60, exit=True, file=stash[STDERR])
        stash[WOUND] = now
    if now > stash.get(LOOKED, 0) + 1:
        if len(gc.get_objects()) > LEFT:
            gc.collect()
            freeze()
        stash[LOOKED] = time.monotonic()
    return (yield)


def pytest_unconfigure():
    faulthandler.cancel_dump_traceback_later()


def pytest_runtest_setup(item):
    of_fixture = [name for name in ("torch", "torchvision") if name in getattr(item, "fixturenames", ())]
    for name in [name for mark in item.iter_markers("needs") for name in mark.args] + of_fixture:
        if not PRESENT[name]():
            if name in REQUIRED:
                pytest.fail(f"{name} is missing, and MINITORCH_REQUIRE asks for it.", pytrace=False)
            pytest.skip(f"needs {name}")


@pytest.fixture(autouse=True)
def seeded():
    """Set the seed before every test; reset the default dtype, device and print options after it."""
    mt.manual_seed(0)
    np.random.seed(0)
    yield
    mt.set_default_dtype(mt.float32)
    mt.set_default_device(None)
    mt.set_printoptions(profile="default")


@pytest.fixture(params=BACKENDS)
def xp(request):
    """Run a law that takes `xp` on each backend of backing.py."""
    with BACKENDS[request.param].active() as chosen:
        yield chosen


@pytest.fixture
def cupy():
    """In this test minitorch finds a GPU: the imitation of CuPy, or CuPy itself if MINITORCH_CUPY=real."""
    with cupy_there() as module:
        yield module


@pytest.fixture
def no_gpu():
    """In this test minitorch finds no GPU."""
    with cupy_missing():
        yield


@pytest.fixture
def torch():
    """PyTorch, to compare with; pytest_runtest_setup skips the test if PyTorch is not installed."""
    import torch
    torch.default_generator.manual_seed(0)               # other devices note the whole stack each time
    return torch


LIBRARY: list = []                       # keeps the declarations of operators alive


@pytest.fixture
def torchvision(torch):
    """torchvision, after declaring its operators, which are missing if torch has no CUDA."""
    if not LIBRARY:
        home = Path(importlib.util.find_spec("torchvision").origin).parent
        text = (home / "_meta_registrations.py").read_text()
        LIBRARY.append(torch.library.Library("torchvision", "FRAGMENT"))
        for one, other in set(re.findall(r'register_meta\("(\w+)"\)|"torchvision::(\w+)"', text)):
            if not hasattr(torch.ops.torchvision, one or other):
                LIBRARY[0].define(f"{one or other}(Tensor a) -> Tensor")
    import torchvision.transforms
    return torchvision
