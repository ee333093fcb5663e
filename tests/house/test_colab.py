"""Installing minitorch into Colab changes no package that is there."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
TEXT = (ROOT / "tests/house/colab.txt").read_text(encoding="utf-8")
NEWER = os.environ.get("MINITORCH_COLAB")            # a whole and newer list: what the weekly canary looks at
COLAB = {canonicalize_name(name): version for name, version in re.findall(
    r"^([\w.-]+)==(\S+)", Path(NEWER).read_text(encoding="utf-8") if NEWER else TEXT, re.MULTILINE)}
EXTRAS = PROJECT["optional-dependencies"]
ASKED = {"base": PROJECT["dependencies"], "lab": PROJECT["dependencies"] + EXTRAS["lab"],
         "test": PROJECT["dependencies"] + EXTRAS["test"], "cuda12x": PROJECT["dependencies"] + EXTRAS["cuda12x"],
         "cudnn": PROJECT["dependencies"] + EXTRAS["cudnn"],
         "a GPU": PROJECT["dependencies"] + EXTRAS["cuda12x"] + EXTRAS["cudnn"]}
PYTHON = re.search(r"for Python ([\d.]+)", TEXT)[1]


def refused(requirements):
    """The requirements that what Colab has does not meet, so that pip would change it."""
    found = []
    for line in requirements:
        asked = Requirement(line)
        there = COLAB.get(canonicalize_name(asked.name))
        if there is not None and not asked.specifier.contains(there, prereleases=True):
            found.append(f"{line} (Colab has {there})")
    return found


@pytest.mark.parametrize("extra", ASKED)
def test_what_colab_has_meets_every_bound(extra):
    assert not refused(ASKED[extra])


@pytest.mark.parametrize("line", ["numpy>=2.2", "numpy<2", "ipywidgets>=8", "traitlets>=5.10", "graphviz>=1"])
def test_a_bound_that_would_change_colab_is_noticed(line):
    assert refused([line])


def test_all_that_minitorch_itself_needs_is_in_colab_but_what_draws():
    """Colab has the program `dot`; pip cannot know, and adds a package that needs no other."""
    asked = {canonicalize_name(Requirement(line).name) for line in PROJECT["dependencies"]}
    assert asked - set(COLAB) == {"pygraphviz"}


def test_no_bound_is_put_on_what_only_colab_should_choose():
    asked = {canonicalize_name(Requirement(line).name) for lines in ASKED.values() for line in lines}
    assert not asked & {"traitlets", "ipython", "pandas", "torch", "notebook", "cupy"}


def test_the_list_says_its_date_and_is_in_order():
    assert re.search(r"published on 20\d\d-\d\d-\d\d", TEXT)
    names = [line.lower() for line in TEXT.partition("# On its GPU image")[0].splitlines() if not line.startswith("#")]
    assert names == sorted(names) and len(COLAB) > 100


def test_every_week_a_canary_looks_at_colabs_own_list():
    text = (ROOT / ".github/workflows/canary.yml").read_text(encoding="utf-8")
    for part in ("schedule:", "googlecolab/backend-info", "MINITORCH_COLAB=", "tests/house/test_colab.py"):
        assert part in text


# The same asked of pip itself, which also sees what the packages that are new would ask for.

@pytest.fixture(scope="module")
def like_colab(tmp_path_factory):
    """A Python whose pip believes that all of Colab's list is installed."""
    home = tmp_path_factory.mktemp("colab")
    program = sys.executable if sys.version.startswith(f"{PYTHON}.") else f"python{PYTHON}"
    subprocess.run([program, "-m", "venv", home], check=True)
    site, = home.glob("lib/python*/site-packages")
    for name, version in COLAB.items():
        stub = site / f"{name.replace('-', '_')}-{version}.dist-info"
        stub.mkdir()
        (stub / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8")
        (stub / "RECORD").write_text("", encoding="utf-8")
        (stub / "INSTALLER").write_text("pip\n", encoding="utf-8")
    return home / "bin/python"


def would_install(python, requirements, report):
    """{name: version} that pip would install."""
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--dry-run", "--report", report, *requirements],
                   check=True)
    done = json.loads(Path(report).read_text(encoding="utf-8"))["install"]
    return {canonicalize_name(one["metadata"]["name"]): one["metadata"]["version"] for one in done}


@pytest.mark.slow
@pytest.mark.needs(f"python{PYTHON}", "index")
@pytest.mark.parametrize("extra", ASKED)
def test_pip_would_change_nothing_in_colab(like_colab, extra, tmp_path):
    new = would_install(like_colab, ASKED[extra], tmp_path / "report.json")
    assert not set(new) & set(COLAB), f"changed: {set(new) & set(COLAB)}"
    assert set(new) == {"pygraphviz"} or extra != "base"


@pytest.mark.slow
@pytest.mark.needs(f"python{PYTHON}", "index")
def test_pip_would_change_numpy_if_it_were_asked_to(like_colab, tmp_path):
    assert "numpy" in would_install(like_colab, ["numpy>=2.2"], tmp_path / "report.json")
