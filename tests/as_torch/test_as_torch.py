"""`torch` is minitorch: in a whole process, or in the packages that are named; the real one is never mixed in."""

import os
import subprocess
import sys

import pytest
from as_torch.compare import ROOT, printed

pytestmark = pytest.mark.host
INSTALL = "import minitorch.as_torch; minitorch.as_torch.install()\n"


@pytest.fixture
def python(tmp_path):
    """Runs code in a process of its own, in an empty folder whose modules it may import; returns what it prints."""
    def run(code, fails=False):
        done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True,
                              env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"})
        assert (done.returncode != 0) == fails, done.stderr
        return done.stderr if fails else done.stdout
    return run


def write(folder, **files):
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)


def test_a_script_gets_its_arguments_and_the_modules_beside_it(tmp_path):
    write(tmp_path, beside="import torch\nhalf = torch.tensor(0.5)\n", script=(
        "import sys, torch, torch.nn.functional as F\nfrom torch.utils.data import DataLoader\n"
        "from beside import half\nprint(__name__, sys.argv[1:], half * 2, F.relu(-half), torch.nn.functional is F)\n"))
    assert printed(tmp_path / "script.py", "--epochs", "3").split() == (
        "__main__ ['--epochs', '3'] tensor(1.) tensor(0.) True".split())


def test_a_module_runs_as_the_program(tmp_path, python):
    (tmp_path / "package").mkdir()
    write(tmp_path / "package", __init__="", part="import torch\nx = torch.ones(2)\n",
          __main__="from .part import x\nprint(__package__, x)\n")
    run = "import sys; from minitorch.as_torch.__main__ import main; main(['-m', {!r}])"
    assert python(run.format("package")) == "package tensor([1., 1.])\n"
    assert "No module named 'other'" in python(run.format("other"), fails=True)


def test_processes_that_a_program_spawns_run_it_on_minitorch(tmp_path):
    (tmp_path / "script.py").write_text(
        "import sys, torch, torch.multiprocessing as mp\n"
        "def work(rank, scale):\n    sys.stdout.write(f'{rank} {torch.ones(2).sum() * scale!s}\\n')\n"
        "if __name__ == '__main__':\n    mp.spawn(work, (3,), nprocs=2)\n")
    assert sorted(printed(tmp_path / "script.py").splitlines()) == ["0 tensor(6.)", "1 tensor(6.)"]


def test_every_way_to_ask_for_torch_finds_minitorch(python):
    assert python(INSTALL + """
import importlib, importlib.metadata, importlib.util, sys
import torch, minitorch
from torch.nn import Linear
import torch.optim.lr_scheduler as schedules, torchvision.transforms.functional as transforms
print(torch.Tensor is minitorch.Tensor, torch.nn is minitorch.nn, Linear is minitorch.nn.Linear)
print(importlib.import_module("torch.nn.functional") is minitorch.nn.functional, "torch" in sys.modules)
print(torch.__version__ == importlib.metadata.version("torch"), importlib.util.find_spec("torch") is not None)
print(importlib.util.find_spec("torch.fx"), schedules.__spec__.name)
print(minitorch.vision.transforms.functional is transforms)
print(torch.newaxis, torch.utils._pytree.tree_map(abs, {"a": [-1, (2,)]}), isinstance(3, torch.SymInt))
""").splitlines() == ["True True True", "True True", "True True", "None minitorch.optim.lr_scheduler", "True",
                      "None {'a': [1, (2,)]} False"]


ABSENT = {
    "import torch.fx": "ModuleNotFoundError: No module named 'torch.fx'",
    "from torch import fx": "ImportError: module 'torch' has no attribute 'fx': torch is minitorch here.",
    "torch.fx": "AttributeError: module 'torch' has no attribute 'fx': torch is minitorch here.",
    "from torch.nn import Liner": "ImportError: minitorch.nn has no 'Liner'. Did you mean 'Linear'",
    "torch.ones(1, dtype=torch.float8_e5m2)": "TypeError: NumPy has no float8_e5m2",
}


def test_what_is_absent_is_absent_as_pytorchs_program_expects_it(python):
    said = python(f"""{INSTALL}import torch
for line in {list(ABSENT)}:
    try:
        exec(line)
    except (ImportError, AttributeError, TypeError) as error:
        print(f"{{type(error).__name__}}: {{error}}")
""").splitlines()
    assert len(said) == len(ABSENT) and all(map(str.startswith, said, ABSENT.values()))


def test_a_program_that_lacks_a_module_says_why(tmp_path):
    lazy = "raise ModuleNotFoundError('no part') from error"
    for handler, said in (("raise", "No module named 'torch.fx'"), (lazy, "no part")):
        (tmp_path / "script.py").write_text(
            f"try:\n    import torch.fx.node\nexcept ImportError as error:\n    {handler}\n")
        with pytest.raises(AssertionError, match=rf"Error: {said}\n.*compile\(f\).graph lists\.\n"):
            printed(tmp_path / "script.py")
    (tmp_path / "script.py").write_text("import torch\ntorch.fx\n")
    with pytest.raises(AssertionError, match=r"compile\(f\).graph lists\.\n$"):        # without Python's "Did you mean"
        printed(tmp_path / "script.py")


def test_settings_of_the_compiler_are_taken_and_the_first_is_reported(python):
    assert python(INSTALL + """
import warnings, torch, torch._inductor.config as config
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    torch._dynamo.config.suppress_errors = True
    config.triton.cudagraphs = True
print([str(warning.message) for warning in said], torch._dynamo.config.suppress_errors, config.triton.cudagraphs)
""") == ("['torch._dynamo.config.suppress_errors changes nothing: torch is minitorch here, whose compile() has no such "
         "settings.'] True True\n")


REAL = "__version__, Tensor, nn = '9', 'the real one', None\n"      # what stands for the real PyTorch
LIBRARY = """import torch, sys, importlib.util
from torch import nn as layers
def late():
    import torch.nn.functional
    return torch.nn.functional.relu(torch.tensor(-1.0))
def asked():
    return importlib.util.find_spec("torch").name, "torch" in sys.modules, importlib.import_module("torch.nn").__name__
def by_name():
    return [module.__name__ for module in (__import__("torch"), __import__("torch.nn"),
                                           __import__("torch.nn", fromlist=["Linear"]), __import__("os.path"))]
"""


def test_only_the_packages_that_are_named_get_minitorch(tmp_path, python):
    write(tmp_path, torch=REAL, other="import torch\n", library_parts=LIBRARY,
          library="from library_parts import late, asked, by_name, layers\n")
    run = """
import minitorch.as_torch, minitorch
minitorch.as_torch.only("library", "library_parts")
import library, sys
print(library.late(), library.layers is minitorch.nn, "torch" in sys.modules, *library.asked(), *library.by_name())
import torch, other
print(torch.Tensor, other.torch is torch, library.asked()[1])
"""
    for _ in range(2):                                   # a cache that the first left would be found by the second
        assert python(run).splitlines() == [
            "tensor(0.) True False minitorch.as_torch.torch True minitorch.nn minitorch.as_torch.torch "
            "minitorch.as_torch.torch minitorch.nn os", "the real one True True"]
    assert python("import library_parts, torch; print(library_parts.torch.Tensor)") == "the real one\n"


def test_a_real_torch_that_is_imported_is_not_replaced(tmp_path, python):
    write(tmp_path, torch=REAL, library=LIBRARY)
    assert "torch is imported already, and it is the real one" in python("import torch\n" + INSTALL, fails=True)
    only = "import minitorch.as_torch\nminitorch.as_torch.only({!r})\n"
    imported = "import torch\nimport library\n"
    assert "library is imported already" in python(imported + only.format("library"), fails=True)
    assert "No module named 'absent': install it first" in python(only.format("absent"), fails=True)
    assert "not 'torch'" in python(only.format("torch"), fails=True)
    assert python(INSTALL * 2 + "import torch\n" + INSTALL + "print(torch.__version__ > '1')") == "True\n"


def test_minitorch_alone_loads_nothing_of_it(python):
    assert python("import minitorch as mt, sys; mt.nn.Linear(1, 1)(mt.ones(1, 1)).sum().backward()\n"
                  "print([name for name in sys.modules if 'as_torch' in name], len(sys.meta_path))\n"
                  "sys.modules.pop('torch', None); print(mt.as_torch.only)").startswith("[] ")


def test_an_extension_of_ipython_installs_it(python):
    load = "import minitorch.as_torch; minitorch.as_torch.load_ipython_extension(None)"
    assert python(f"{load}; import torch; print(torch.ones(1))") == "tensor([1.])\n"


def test_programs_ask_torchvision_for_its_version_and_for_layers_inside_a_network(python):
    assert python(INSTALL + """
import torch, torchvision, torchvision.models._utils as _utils
from torchvision.ops.boxes import box_area
net = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.ReLU(), torch.nn.Linear(3, 1))
inside = _utils.IntermediateLayerGetter(net, {"1": "after", "0": "before"})
print(torchvision.__version__, torchvision._is_tracing(), torchvision.ops.box_area is box_area, len(inside))
print({name: tuple(x.shape) for name, x in inside(torch.ones(4, 2)).items()})
""").splitlines() == ["0.28.0 False True 2", "{'before': (4, 3), 'after': (4, 3)}"]
    assert "not present in model: 9. Its children are 0" in python(INSTALL + """
import torch
from torchvision.models._utils import IntermediateLayerGetter
IntermediateLayerGetter(torch.nn.Sequential(torch.nn.ReLU()), {"9": "x"})
""", fails=True)
    assert "module 'torchvision' has no attribute 'nothing'" in python(INSTALL + "from torchvision import nothing",
                                                                       fails=True)
