"""`minitorch doctor` says what is and isn't there and what to do about it, imports nothing heavy, and never fails."""

import json
import subprocess
import sys
from importlib import metadata

import pytest

from minitorch.tools import cli, doctor

HEAVY = {"torch", "matplotlib", "IPython", "ipywidgets", "pygraphviz", "PIL", "cupy", "mpi4py", "pytest", "jupyterlab"}


def finding(name):
    return next(f for f in doctor.examine() if f.name == name)


@pytest.fixture
def bare(monkeypatch):
    """A machine with nothing on it but Python and NumPy."""
    def missing(name):
        raise metadata.PackageNotFoundError(name)
    monkeypatch.setattr(doctor.metadata, "version", missing)
    monkeypatch.setattr(doctor.shutil, "which", lambda name: None)
    monkeypatch.setattr(doctor, "driver", lambda: ([], 0, "no NVIDIA driver is installed"))
    monkeypatch.delenv("COLAB_RELEASE_TAG", raising=False)


@pytest.fixture
def rich(monkeypatch):
    """A machine with everything."""
    versions = {"ipywidgets": "8.1.5", "graphviz": "0.21", "pygraphviz": "2.0", "jupyterlab": "4.4", "mpi4py": "4.1"}
    monkeypatch.setattr(doctor.metadata, "version", lambda name: versions.get(name, "1.0"))
    monkeypatch.setattr(doctor.shutil, "which", lambda name: f"/bin/{name}")
    monkeypatch.setattr(doctor, "run_program", lambda *command: f"{command[0].rpartition('/')[2]} 9.9")
    monkeypatch.setattr(doctor, "ask_python", lambda code: "")


def test_it_names_all_that_matters():
    names = [f.name for f in doctor.examine()]
    assert names == ["minitorch", "Python", "NumPy", "BLAS", "C compiler", "GPU", "cuDNN", "ipywidgets", "Graphviz",
                     "Jupyter", "matplotlib", "Pillow", "onnx", "starlette", "uvicorn", "torch", "pytest", "bubblewrap",
                     "MPI"]


def test_it_says_where_things_come_from():
    assert "minitorch" in finding("minitorch").text and ", from " in finding("minitorch").text
    assert sys.executable in finding("Python").text
    assert "thread" in finding("BLAS").text or "cores" in finding("BLAS").text


def test_whatever_is_not_here_comes_with_what_to_do(bare):
    findings = doctor.examine()
    assert {f.name: f.state for f in findings if f.name in ("ipywidgets", "Graphviz")} == {
        "ipywidgets": "broken", "Graphviz": "broken"}
    assert not [f.name for f in findings if f.state == "unknown"]
    for f in findings:
        assert f.todo or f.state == "here", f.name
    said = doctor.report(findings)
    assert "minitorch cannot work without: ipywidgets, Graphviz." in said
    assert 'pip install "ipywidgets>=7.7,<9"' in said and "In Colab: Runtime > Change runtime type > GPU." in said
    assert "pip install " + "minitorch" not in said


def test_what_is_here_is_told_with_its_version(rich):
    said = doctor.report(doctor.examine())
    for text in ("ipywidgets  8.1.5", "pygraphviz 2.0, dot 9.9 at /bin/dot; it draws",
                 "jupyterlab 4.4", "mpi4py 4.1, /bin/mpiexec", "it shuts in"):
        assert text in said
    assert "All that minitorch needs is here" in said


def test_graphviz_that_is_there_and_cannot_draw_is_told_of(rich, monkeypatch):
    monkeypatch.setattr(doctor, "ask_python", lambda code: "Graphviz fails here (no libgvc).")
    found = doctor.graphviz()
    assert found.state == "not here" and found.todo.startswith("pip install pygraphviz")
    assert found.text.endswith("dot 9.9 at /bin/dot, and graphs are shown as text: Graphviz fails here (no libgvc).")


@pytest.mark.needs("dot")
def test_graphviz_is_asked_to_draw():
    assert finding("Graphviz").text.endswith("; it draws")


def test_lines_are_asked_of_a_python_of_their_own():
    assert doctor.ask_python("import minitorch; print(minitorch.tensor(2.0).item())") == "2.0"


def test_a_pip_that_is_not_this_pythons_is_named(bare):
    assert f"pip of this Python: {sys.executable} -m pip" in doctor.report(doctor.examine())


def test_a_gpu_without_cupy_and_one_that_computes(rich, monkeypatch):
    monkeypatch.setattr(doctor, "driver", lambda: (["NVIDIA T4"], 12, ""))
    installed = {}
    monkeypatch.setattr(doctor, "version", lambda *names: next((installed[n] for n in names if n in installed), None))
    assert doctor.gpu().text == "NVIDIA T4; CuPy, which computes on it, is not installed"
    assert "cuda12x" in doctor.gpu().todo and "cuda13x" not in doctor.gpu().todo
    installed["cupy-cuda13x"] = "14.0"
    assert doctor.gpu().text == "NVIDIA T4; its driver runs CUDA 12, and CuPy 14.0 is for CUDA 13"
    installed["cupy-cuda12x"] = "14.0"
    assert "installed twice" in doctor.gpu().text
    del installed["cupy-cuda13x"]
    monkeypatch.setattr(doctor, "ask_python", lambda code: "")
    assert doctor.gpu().state == "here" and doctor.gpu().text == "NVIDIA T4, with CuPy 14.0; it computes"
    monkeypatch.setattr(doctor, "ask_python", lambda code: "a library is missing")
    assert doctor.gpu().state == "not here" and doctor.gpu().text == "NVIDIA T4; a library is missing"


def test_colab_without_a_gpu_is_told_what_to_click(bare, monkeypatch):
    assert "Everything runs on the CPU" in doctor.gpu().todo
    monkeypatch.setenv("COLAB_RELEASE_TAG", "r1")
    assert "click Runtime > Change runtime type" in doctor.gpu().todo


def test_cudnn_is_looked_for(bare, monkeypatch):
    assert '".[cudnn]"' in doctor.cudnn().todo
    monkeypatch.setattr(doctor, "version", lambda *names: "1.28.0")
    assert doctor.cudnn().text == "frontend 1.28.0, library 1.28.0"


def test_bubblewrap_that_may_not_work_is_told_of(rich, monkeypatch):
    def refused(*command):
        raise OSError("No permissions to create new namespace")
    monkeypatch.setattr(doctor, "run_program", refused)
    assert "bwrap is there but may not work here: No permissions to create new namespace" in doctor.bubblewrap().text


@pytest.mark.parametrize(("found", "wanted", "enough"), [
    ("2.1.3", "2.0", True), ("2.0", "2.0", True), ("1.26.4", "2.0", False), ("10.0", "9.0", True),
    ("8.1.9", "9.0", False), ("7.7.1", "7.7", True), ("2.0rc1", "2.0", True)])
def test_versions_are_compared_as_numbers(found, wanted, enough):
    assert doctor.at_least(found, wanted) == enough


def test_old_versions_of_what_is_needed_are_broken(monkeypatch):
    import numpy
    monkeypatch.setattr(numpy, "__version__", "1.26.4")
    assert (doctor.numpy().state, doctor.numpy().todo) == ("broken", 'pip install "numpy>=2.0"')
    monkeypatch.setattr(doctor, "version", lambda *names: "9.0.1")
    assert doctor.widgets().state == "broken"


def test_a_look_that_fails_is_told_and_stops_nothing():
    def crash():
        raise ValueError("no such thing\nand more")
    first, second = doctor.examine([crash, doctor.python])
    assert (first.name, first.state) == ("crash", "unknown")
    assert first.text == "the look at it failed: ValueError: no such thing" and second.name == "Python"
    assert "unknown   crash" in doctor.report([first, second])


def test_a_program_that_hangs_or_fails_is_an_error_of_the_system(monkeypatch):
    monkeypatch.setattr(doctor, "SECONDS", 0.2)
    with pytest.raises(OSError, match="did not answer in 0.2 seconds"):
        doctor.run_program(sys.executable, "-c", "import time; time.sleep(60)")
    monkeypatch.undo()                                   # a slow machine takes longer to start Python
    with pytest.raises(OSError, match="too bad"):
        doctor.run_program(sys.executable, "-c", "import sys; sys.exit('too bad')")


def test_on_the_command_line_as_text_and_as_json(capsys, bare):
    assert cli.main(["doctor"]) == 1
    assert capsys.readouterr().out.startswith("minitorch doctor: what is here, what is not, and what to do about it\n")
    assert cli.main(["doctor", "--json"]) == 1
    lines = json.loads(capsys.readouterr().out)
    assert [set(line) for line in lines] == [{"name", "state", "text", "todo"}] * len(doctor.CHECKS)


def test_it_ends_well_where_nothing_is_missing(capsys, rich):
    assert cli.main(["doctor"]) == 0


def test_it_imports_nothing_heavy():
    code = ("import sys; from minitorch.tools.cli import main; before = set(sys.modules); main(['doctor']); "
            "print('\\n' + ' '.join({name.partition('.')[0] for name in set(sys.modules) - before}))")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not HEAVY & set(done.stdout.splitlines()[-1].split())
