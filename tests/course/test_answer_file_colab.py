"""my_minitorch.py in Colab: downloaded, uploaded, kept on Drive. A google.colab of the test's own is asked."""

import sys
import types
from pathlib import Path

import pytest
from course.written import answered

from minitorch import learn
from minitorch.course import answer_file, places, session

RELU = "def relu_derivative(grad, out, x):\n    return grad * (x > 0)\n"
MUL = "def mul_derivative(grad, out, x, y):\n    return grad * y, grad * x\n"


pytestmark = pytest.mark.usefixtures("own_folder")


def right_again(id):
    return id in session.answers and session.answers[id].verdict.state == "right"


@pytest.fixture
def colab(monkeypatch, tmp_path):
    """A google.colab that remembers what was asked of it."""
    google, module = types.ModuleType("google"), types.ModuleType("google.colab")
    module.asked, module.given = [], {}
    module.files = types.SimpleNamespace(download=lambda path: module.asked.append(("download", Path(path).name)),
                                         upload=lambda: module.given)
    module.drive = types.SimpleNamespace(mount=lambda path: module.asked.append(("mount", path)))
    google.colab = module
    monkeypatch.setitem(sys.modules, "google", google)
    monkeypatch.setitem(sys.modules, "google.colab", module)
    return module


def test_download_in_colab_is_one_click(colab, capsys):
    learn.download()
    assert colab.asked == [] and "There is no my_minitorch.py yet" in capsys.readouterr().out
    answered("1.5", RELU)
    learn.download()
    assert colab.asked == [("download", "my_minitorch.py")]


def test_upload_in_colab_mounts_what_comes(colab, capsys):
    answered("1.5", RELU)
    content = answer_file.path().read_bytes()
    answer_file.path().unlink()
    learn.reset()
    colab.given = {"my_minitorch (1).py": content}
    answered("1.1", MUL)
    learn.upload()
    assert right_again("1.5") and set(answer_file.sections()) == {"1.1", "1.5"}
    assert "from my_minitorch.py: 1.5" in capsys.readouterr().out


@pytest.mark.parametrize("given", [{}, {"cat.png": b"\x89PNG\xff"}, {"empty.py": b""}, {"x.py": b"x = 1"}], ids=str)
def test_what_is_uploaded_by_mistake_changes_nothing(colab, given, capsys):
    answered("1.5", RELU)
    before = answer_file.path().read_bytes()
    colab.given = given
    learn.upload()
    out = capsys.readouterr().out
    assert answer_file.path().read_bytes() == before and all(f"{name} holds no answer" in out for name in given)


def test_on_drive_it_outlives_the_session(colab, monkeypatch, tmp_path):
    monkeypatch.setattr(places, "DRIVE", tmp_path / "MyDrive" / "minitorch")
    learn.setup(1, drive=True)
    assert colab.asked == [("mount", "/content/drive")]
    answered("1.5", RELU)
    assert (tmp_path / "MyDrive/minitorch/my_minitorch.py").is_file()
    monkeypatch.setattr(answer_file, "folder", Path())
    learn.reset()
    learn.setup(2, drive=True)
    assert right_again("1.5")


def test_a_drive_that_is_refused_keeps_nothing_from_working(colab, capsys):
    def refuse(path):
        raise ValueError("mount failed")
    colab.drive.mount = refuse
    before = answer_file.folder
    learn.setup(1, drive=True)
    assert "Drive is not there (mount failed)" in capsys.readouterr().out and answer_file.folder == before


def test_drive_elsewhere_is_the_folder_beside_the_notebook(capsys):
    before = answer_file.folder
    learn.setup(1, drive=True)
    assert "Drive is for Colab" in capsys.readouterr().out and answer_file.folder == before
