"""What is installed: the same from pip and from conda, and with its data."""

import json
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
CONDA = (ROOT / "environment.yml").read_text(encoding="utf-8")
# The platforms on which pygraphviz has a wheel: pip's name, sys.platform, platform.machine().
WHEELS = [("manylinux_2_28_x86_64", "linux", "x86_64"), ("manylinux_2_28_aarch64", "linux", "aarch64"),
          ("macosx_14_0_arm64", "darwin", "arm64"), ("macosx_14_0_x86_64", "darwin", "x86_64"),
          ("win_amd64", "win32", "AMD64")]
PYTHONS = ["3.11", "3.12", "3.13", "3.14"]


def lines(text, mark="- "):
    return [line.strip().removeprefix(mark) for line in text.splitlines() if line.strip().startswith(mark)]


def reached(line):
    """What pip would install for a line such as -e .[lab,test], by name."""
    extras = re.fullmatch(r"-e \.\[([\w,]+)\]", line)[1].split(",")
    return {Requirement(one).name for one in PROJECT["dependencies"] + sum((EXTRAS[name] for name in extras), [])}


def test_conda_and_pip_ask_for_the_same():
    asked = lines(CONDA)
    assert f"python{PROJECT['requires-python']}" in asked
    assert "-e .[lab,test]" in asked
    assert not {"numpy", "ipywidgets"} & {name.split(">")[0] for name in asked}, "bounds stand in pyproject.toml only"


def test_all_seven_packages_that_the_project_is_built_around_are_in_the_environment():
    """Six in every one; CuPy by the line for a GPU, which says when to take it."""
    line, = (one for one in lines(CONDA) if one.startswith("-e"))
    six = {"numpy", "jupyterlab", "ipywidgets", "graphviz", "nbval", "pytest"}
    assert six <= reached(line)
    gpu, = lines(CONDA, "# - ")
    assert six | {"cupy-cuda12x"} <= reached(gpu) and "NVIDIA" in CONDA.partition(gpu)[0].splitlines()[-2]


def test_nothing_asks_for_cupy_from_source():
    asked = PROJECT["dependencies"] + sum(EXTRAS.values(), [])
    assert not [name for name in asked if name.split(">")[0].strip() == "cupy"]
    *plain, draws = PROJECT["dependencies"]
    assert plain == ["numpy>=2.0", "ipywidgets>=7.7,<9", "graphviz>=0.20"]
    assert draws.startswith("pygraphviz>=2.0;")


def asked_for(system, machine, implementation="CPython"):
    marker = Requirement(PROJECT["dependencies"][-1]).marker
    return marker.evaluate({"sys_platform": system, "platform_machine": machine,
                            "platform_python_implementation": implementation})


def test_what_draws_is_asked_for_where_it_has_a_wheel_and_nowhere_else():
    assert all(asked_for(system, machine) for _, system, machine in WHEELS)
    for system, machine in [("win32", "ARM64"), ("win32", "x86"), ("linux", "i686"), ("linux", "armv7l"),
                            ("linux", "ppc64le"), ("linux", "s390x"), ("linux", "riscv64"), ("freebsd14", "amd64")]:
        assert not asked_for(system, machine), (system, machine)
    assert not asked_for("linux", "x86_64", "PyPy")


@pytest.mark.slow
@pytest.mark.needs("index")
@pytest.mark.parametrize("platform", [platform for platform, _, _ in WHEELS])
@pytest.mark.parametrize("python", PYTHONS)
def test_all_that_minitorch_itself_needs_comes_as_wheels(python, platform, tmp_path):
    asked = [line.partition(";")[0] for line in PROJECT["dependencies"]]
    report = tmp_path / "report.json"
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--no-deps", "--ignore-installed",
                    "--target", tmp_path / "site", "--only-binary", ":all:", "--platform", platform,
                    "--python-version", python, "--report", report, *asked], check=True)
    found = {one["metadata"]["name"] for one in json.loads(report.read_text(encoding="utf-8"))["install"]}
    assert found == {Requirement(line).name for line in asked}


def conda():
    """The command that makes an environment from a file."""
    from shutil import which
    if which("micromamba"):
        return ["micromamba", "create", "--yes", "--quiet"]
    return [which("mamba") or which("conda"), "env", "create", "--quiet"]


@pytest.mark.slow
@pytest.mark.needs("conda")
def test_condas_environment_runs_the_first_lesson(tmp_path):
    from notebooks.running import LESSONS, compare

    from minitorch.author.check_notebook import code_cells
    source = copy_of_the_source(tmp_path, "environment.yml")
    home = tmp_path / "environment"
    made = subprocess.run([*conda(), "--prefix", home, "--file", source / "environment.yml"], capture_output=True,
                          text=True, timeout=600)
    said = made.stdout + made.stderr
    if made.returncode and re.search(r"(?i)resolve host|connection|timed? ?out|HTTPError|failed to download", said):
        pytest.skip(f"needs a channel of conda's: {said.strip().splitlines()[-1]}")
    assert not made.returncode, said
    python, = [path for path in (home / "bin/python", home / "python.exe") if path.exists()]
    lesson = json.loads(LESSONS[0].read_text(encoding="utf-8"))
    passed, failed, said = compare({LESSONS[0].stem: lesson}, tmp_path, python)
    assert not failed and passed == len(code_cells(lesson)), said


def test_the_version_is_told_once():
    import minitorch
    assert PROJECT["dynamic"] == ["version"]
    assert f'__version__ = "{minitorch.__version__}"' in (ROOT / "minitorch/__init__.py").read_text(encoding="utf-8")


def test_the_readme_gives_the_two_commands():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in ("train", "test"):
        after = text.partition(f"<!-- {name} -->")[2]
        assert after.lstrip().startswith("```bash\npython3 -m venv .venv && ")


def copy_of_the_source(folder, *more):
    """What is installed from, in a folder where building may leave files."""
    import shutil
    copy = folder / "source"
    copy.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE", *more):
        shutil.copy(ROOT / name, copy)
    shutil.copytree(ROOT / "minitorch", copy / "minitorch", ignore=shutil.ignore_patterns("__pycache__"))
    return copy


@pytest.mark.slow
def test_the_wheel_holds_every_module_and_every_data_file(tmp_path):
    copy = copy_of_the_source(tmp_path)
    subprocess.run([sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", tmp_path, copy], check=True)
    wheel, = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if name.startswith("minitorch/")}
    there = {p.relative_to(copy).as_posix() for p in (copy / "minitorch").rglob("*") if p.is_file()}
    assert held == {name for name in there
                    if "__pycache__" not in name and not name.startswith("minitorch/tools/site/")}
    assert {"minitorch/py.typed", "minitorch/__init__.pyi", "minitorch/tensors/tensor.pyi"} <= held


@pytest.mark.slow
def test_the_source_archive_and_an_editable_install_tell_type_checkers_too(tmp_path):
    """An archive holds the stub files; an editable install names the folder itself, which they search."""
    copy = copy_of_the_source(tmp_path)
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "empty"], check=True)
    python, = [path for path in (tmp_path / "empty/bin/python", tmp_path / "empty/Scripts/python.exe") if path.exists()]
    subprocess.run([python, "-m", "pip", "install", "-q", "--no-deps", "-e", copy], check=True)
    line, = [path.read_text() for path in (tmp_path / "empty").rglob("__editable__*.pth")]
    assert Path(line.strip()).samefile(copy)
    subprocess.run([python, "-m", "pip", "install", "-q", "setuptools>=77"], check=True)
    build = "from setuptools.build_meta import build_sdist; build_sdist('..')"
    subprocess.run([python, "-c", build], cwd=copy, check=True)
    archive, = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as file:
        held = {name.partition("/")[2] for name in file.getnames()}
    assert {"minitorch/py.typed", "minitorch/__init__.pyi", "minitorch/tensors/tensor.pyi"} <= held


def test_type_checkers_are_told_that_there_are_types():
    data = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["package-data"]
    assert {"py.typed", "*.pyi"} <= set(data["*"]) and (ROOT / "minitorch/py.typed").exists()
