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
    assert "from my_minitorch.py: 1.1, 1.5\n" in capsys.readouterr().out
    learn.upload()                                          # once more: the same answers still run
    assert "from my_minitorch.py: 1.1, 1.5\n" in capsys.readouterr().out


@pytest.mark.parametrize("given", [{}, {"cat.png": b"\x89PNG\xff"}, {"empty.py": b""}, {"x.py": b"x = 1"}], ids=str)
def test_what_is_uploaded_by_mistake_changes_nothing(colab, given, capsys):
    answered("1.5", RELU)
    before = answer_file.path().read_bytes()
    colab.given = given
    learn.upload()
    out = capsys.readouterr().out
    assert answer_file.path().read_bytes() == before and all(f"{name} holds no answer" in out for name in given)


@pytest.fixture
def drive(colab, monkeypatch, tmp_path):
    """A Drive that is mounted when somebody asks; its folder is of the test's own."""
    content, home = tmp_path / "content", tmp_path / "drive" / "MyDrive" / "minitorch"
    content.mkdir()
    monkeypatch.chdir(content)
    monkeypatch.setattr(answer_file, "folder", None)
    monkeypatch.setattr(places, "DRIVE", home)
    colab.drive.mount = lambda path: home.parent.mkdir(parents=True, exist_ok=True)
    return home


def another_session(monkeypatch, folder):
    learn.reset()
    monkeypatch.chdir(folder)
    monkeypatch.setattr(answer_file, "folder", None)


def test_on_drive_all_files_outlive_the_session(drive, monkeypatch, tmp_path, capsys):
    """Asked for once; where Drive is mounted, later lessons use it without being asked."""
    learn.setup(1)
    assert "Colab forgets its files. setup(lesson=1, drive=True) keeps" in capsys.readouterr().out
    assert "download() saves it" in answered("1.5", RELU).verdict.text
    assert "download()" not in answered("1.1", MUL).verdict.text
    learn.setup(1, drive=True)
    said = capsys.readouterr().out
    assert "Drive is mounted: my_minitorch.py, and what you save here, lies in MyDrive/minitorch" in said
    Path("run.mt").write_text("a checkpoint")
    assert {path.name for path in drive.iterdir()} == {"my_minitorch.py", "run.mt"}
    another_session(monkeypatch, tmp_path / "content")
    learn.setup(2)
    assert right_again("1.1") and right_again("1.5") and Path("run.mt").read_text() == "a checkpoint"
    assert answer_file.path().parent == drive


def test_a_drive_that_is_mounted_by_hand_gets_what_comes_after_and_what_was_before(drive, monkeypatch, tmp_path):
    learn.setup(1)
    answered("1.5", RELU)
    drive.mkdir(parents=True)
    (drive / "my_minitorch.py").write_text("# mine\n\n# exercise 9.9, version 1\nx = 1\n")
    answered("1.1", MUL)
    assert set(answer_file.sections()) == {"1.1", "1.5", "9.9"} and answer_file.path().parent == drive
    another_session(monkeypatch, tmp_path / "content")
    learn.setup(2)
    assert right_again("1.1") and right_again("1.5")


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
