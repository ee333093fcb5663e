"""Names that are read late behave as names that were read at once: in threads, processes, programs and files."""

import pickle
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import minitorch as mt
from minitorch import paths
from minitorch.tools import paths as writer

OLD = Path(__file__).parents[1] / "persistence" / "of_0_1"       # written by version 0.1, before files were moved


def run(program):
    """Run a program in a process where nothing late has been read; return the last line that it prints."""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()[-1]


def test_the_table_says_what_the_files_declare():
    assert [" ".join(writer.row(file).split()) for file in writer.op_files() if any(writer.names_in(file))] == [
        " ".join(row.split()) for row in paths.OPS]


@pytest.mark.parametrize("path, file", paths.PYTORCH.items(), ids=paths.PYTORCH)
def test_an_import_path_is_written_from_the_table_and_is_the_file_itself(path, file):
    assert (writer.HOME / f"{path}.py").read_text(encoding="utf-8") == writer.path_file(path, file)
    assert import_module(f"minitorch.{path}") is import_module(f"minitorch.{file}") is getattr(mt, path)


@pytest.mark.parametrize("old, new", paths.MOVED.items(), ids=paths.MOVED)
def test_a_moved_file_is_found_under_its_old_name(old, new):
    assert import_module(f"minitorch.{old}") is import_module(f"minitorch.{new}")


def test_a_file_of_a_moved_folder_has_one_copy():
    program = "import minitorch.ops.fourier.functions as a, minitorch.rare.ops.fourier.functions as b; print(a is b)"
    assert run(program) == "True"


def test_files_of_a_room_are_its_attributes():
    assert run("""
import minitorch as mt
print(mt.nn.cells.GRUCell is mt.nn.GRUCell, mt.optim.adam.Adam is mt.optim.Adam,
      mt.data.loader.DataLoader is mt.data.DataLoader, hasattr(mt.nn, "cell"))
""") == "True True True False"


def test_threads_that_ask_first_at_once_get_the_same():
    assert run("""
import threading
import minitorch as mt
start, found = threading.Barrier(8), []
def ask():
    x = mt.eye(3)
    start.wait()
    found.append((x.tan().sum().item(), x.inverse().sum().item(), mt.nn.LPPool2d, mt.fft.fft, mt.histc))
threads = [threading.Thread(target=ask) for _ in range(8)]
[thread.start() for thread in threads]
[thread.join(60) for thread in threads]
print(len(found), len(set(found)))
""") == "8 1"


@pytest.mark.skipif(sys.platform == "win32", reason="processes are forked on Unix")
def test_a_forked_worker_of_a_loader_reads_them():
    assert run("""
import minitorch as mt
class Angles(mt.data.Dataset):
    def __len__(self):
        return 4
    def __getitem__(self, index):
        return mt.tensor(float(index)).atan()
loader = mt.data.DataLoader(Angles(), batch_size=2, num_workers=2, multiprocessing_context="fork")
print(mt.cat(list(loader)).allclose(mt.arange(4.0).atan()))
""") == "True"


def test_a_compiled_function_may_ask_first():
    assert run("""
import minitorch as mt
@mt.compile
def f(x):
    return (x.tan() + mt.erfinv(x / 4)).nan_to_num().kthvalue(2).values
x = mt.arange(3.0) / 2
print([f(x).item() for _ in range(3)] == [f.__wrapped__(x).item()] * 3)
""") == "True"


def test_a_saved_program_names_an_op_that_has_not_been_read(tmp_path):
    file = str(tmp_path / "program.mt")
    run(f"""
import minitorch as mt
mt.jit.save(mt.jit.trace(lambda x: x.asinh().hypot(x), mt.ones(3)), {file!r})
print()
""")
    assert run(f"""
import minitorch as mt
x = mt.arange(3.0)
f = mt.jit.load({file!r})
print(f(x).allclose(x.asinh().hypot(x)))
""") == "True"


def test_a_users_own_method_stays():
    assert run("""
import minitorch as mt
mt.Tensor.svd = lambda self: "mine"
mt.Tensor.tan = "mine too"
mt.linalg.svd(mt.eye(2)), mt.tan(mt.ones(1))
print(mt.eye(2).svd(), mt.Tensor.tan)
""") == "mine mine too"


def test_readers_of_whole_tables_see_all():
    assert run("""
import minitorch as mt
from minitorch.engine import registry
from minitorch.runtime import functions
print("svd" in registry, "tan" in {**dict(registry.items())}, len(registry) > 250, "vander" in list(functions),
      "polygamma" in functions, registry.get("nothing"), len({*dir(mt)} & {"svd", "tan", "polygamma"}))
""") == "True True True True True None 3"


def test_operators_are_read_late_too():
    assert run("""
import minitorch as mt
x = mt.tensor([6, 5])
y = x / 2
y //= 2
print((x & 4).tolist(), (7 % x).tolist(), y.tolist(), abs(-x).tolist(), (2 ** x).tolist())
""") == "[4, 4] [1, 2] [1.0, 1.0] [6, 5] [64, 32]"


def test_files_of_version_0_1_are_read():
    found = mt.load(OLD / "whole.mt")
    assert found["net"](found["x"]).equal(found["y"])
    assert found["function"] is mt.nn.functional.mish
    assert [type(layer) for layer in found["layers"]] == [
        mt.nn.CosineEmbeddingLoss, mt.nn.AdaptiveLogSoftmaxWithLoss, mt.nn.HuberLoss]


def test_pickles_of_version_0_1_are_read():
    """The classes' and functions' paths of then are in them."""
    assert run(f"""
import pickle
found = pickle.load(open({str(OLD / "pickled.pkl")!r}, "rb"))
import minitorch as mt
assert found["net"](found["x"]).equal(found["y"])
print(found["classes"][1] is mt.nn.LPPool2d, found["functions"][0] is mt.nn.functional.mish, len(found["classes"]))
""") == "True True 12"


def test_what_is_pickled_now_is_read_again():
    layers = [mt.nn.LPPool2d(2, 2), mt.nn.PReLU(), mt.nn.HuberLoss()]
    assert [type(layer) for layer in pickle.loads(pickle.dumps(layers))] == list(map(type, layers))
