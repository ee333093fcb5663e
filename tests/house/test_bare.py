"""The machine on which .ci/run tries README's commands has Python and pip, and nothing else can be found there."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HELPERS = ["dot", "bwrap", "chromium", "google-chrome", "chromedriver", "firefox", "git", "gcc", "cc", "conda",
           "micromamba", "mpiexec", "nvidia-smi", "tensorboard", "pytest"]
pytestmark = pytest.mark.skipif(shutil.which("bash") is None or sys.platform == "win32", reason="scripts of bash")


def bare(*command, **environment):
    done = subprocess.run([ROOT / ".ci/bare", sys.executable, *command], env={**os.environ, **environment},
                          capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout


def test_no_helper_can_be_found_and_python_can():
    code, said = bare("bash", "-c", f"for name in {' '.join(HELPERS)}; do command -v $name; done; command -v python3; "
                                    "python3 -c 'import sys; print(sys.executable)'; ls -A $HOME; exit 7")
    found, python = said.splitlines()
    assert code == 7 and Path(found).name == "python3" and python == sys.executable
    assert not Path(found).exists(), "the folder is taken away in the end"


def test_of_the_environment_only_where_packages_come_from_is_left():
    kept = {"PIP_FIND_LINKS": "wheels more", "PIP_NO_INDEX": "1", "PIP_TIMEOUT": "99", "https_proxy": "http://proxy:1"}
    gone = {"PYTHONPATH": "x", "PYTHONSTARTUP": "x", "PYTHONUSERBASE": "x", "PIP_TARGET": "x", "PIP_USER": "1",
            "PIP_CONSTRAINT": "x", "PIP_REQUIRE_VIRTUALENV": "1", "VIRTUAL_ENV": "x", "LD_LIBRARY_PATH": "",
            "MINITORCH_REQUIRE": "torch", "PYTEST_ADDOPTS": "-x", "DISPLAY": ":0"}
    code, said = bare("env", **kept, **gone)
    left = dict(line.partition("=")[::2] for line in said.splitlines())
    assert code == 0 and kept.items() <= left.items() and not set(gone) & set(left)
    assert left["HOME"] != os.environ.get("HOME") and os.environ["PATH"] not in left["PATH"]


def test_ci_runs_the_readmes_commands_before_it_installs_anything():
    text = (ROOT / ".ci/run").read_text(encoding="utf-8").partition('step "Python"')[2]
    commands = [line.strip() for line in text.splitlines() if ".ci/readme" in line]
    assert commands == ['.ci/bare "$python" .ci/readme train', '.ci/bare "$python" .ci/readme test']
    after = text.partition(commands[-1])[2]
    for words in ("apt_install", "pip install"):
        assert words in after and words not in text.removesuffix(after)


@pytest.mark.parametrize("name", ["train", "test"])
def test_a_command_is_run_as_the_readme_has_it(name, tmp_path):
    """By a python3 that says what it is asked to do, and does nothing."""
    fake = tmp_path / "python3"
    fake.write_text("#!/bin/sh\necho made: $@\nexit 3\n")
    fake.chmod(0o755)
    done = subprocess.run([ROOT / ".ci/readme", name], capture_output=True, text=True, timeout=300,
                          env={**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"})
    shown, made = done.stdout.splitlines()
    wanted = (ROOT / "README.md").read_text(encoding="utf-8").partition(f"<!-- {name} -->\n```bash\n")[2]
    assert (shown, made) == (f"$ {wanted.partition(chr(10))[0]}", "made: -m venv .venv") and done.returncode == 3
