"""What is installed: the same from pip and from conda, and with its data."""

import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_conda_and_pip_ask_for_the_same():
    text = (ROOT / "environment.yml").read_text(encoding="utf-8")
    asked = [line.strip()[2:] for line in text.splitlines() if line.strip().startswith("- ")]
    assert f"python{PROJECT['requires-python']}" in asked
    assert "-e .[lab]" in asked
    assert "lab" in PROJECT["optional-dependencies"]
    assert not {"numpy", "ipywidgets"} & {name.split(">")[0] for name in asked}, "bounds stand in pyproject.toml only"


def test_nothing_asks_for_cupy_from_source():
    asked = PROJECT["dependencies"] + sum(PROJECT["optional-dependencies"].values(), [])
    assert not [name for name in asked if name.split(">")[0].strip() == "cupy"]
    assert {"numpy>=2.0", "ipywidgets>=7.7,<9", "graphviz>=0.20"} == set(PROJECT["dependencies"])


def test_the_version_is_told_once():
    import minitorch
    assert PROJECT["dynamic"] == ["version"]
    assert f'__version__ = "{minitorch.__version__}"' in (ROOT / "minitorch/__init__.py").read_text(encoding="utf-8")


def test_the_readme_gives_the_two_commands():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in ("train", "test"):
        after = text.partition(f"<!-- {name} -->")[2]
        assert after.lstrip().startswith("```bash\npython3 -m venv .venv && ")


@pytest.mark.slow
def test_the_wheel_holds_every_module_and_every_data_file(tmp_path):
    """Built from a copy, since setuptools leaves files beside what it builds."""
    import shutil
    copy = tmp_path / "source"
    copy.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    shutil.copytree(ROOT / "minitorch", copy / "minitorch", ignore=shutil.ignore_patterns("__pycache__"))
    subprocess.run([sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", tmp_path, copy], check=True)
    wheel, = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if name.startswith("minitorch/")}
    there = {p.relative_to(copy).as_posix() for p in (copy / "minitorch").rglob("*") if p.is_file()}
    assert held == {name for name in there if "__pycache__" not in name}
