"""One my_minitorch.py for the whole course: found from every lesson, and again when it was moved, copied or lost."""

import json
import multiprocessing
import shutil
from pathlib import Path

import pytest
from course.written import answered

from minitorch import learn
from minitorch.course import answer_file, session

RELU = "def relu_derivative(grad, out, x):\n    return grad * (x > 0)\n"
MUL = "def mul_derivative(grad, out, x, y):\n    return grad * y, grad * x\n"


@pytest.fixture
def lessons(tmp_path, monkeypatch):
    """A copy of the lessons' folders, the kernel in the first of them."""
    for name in ("01_gradients", "02_autograd", "examples", "milestones"):
        (tmp_path / "lessons" / name).mkdir(parents=True)
    begin(monkeypatch, tmp_path / "lessons" / "01_gradients")
    yield tmp_path / "lessons"
    learn.reset()


def begin(monkeypatch, folder):
    """A new session in a folder."""
    learn.reset()
    monkeypatch.chdir(folder)
    monkeypatch.setattr(answer_file, "folder", None)


def mounted():
    return sorted(id for id, answer in session.answers.items() if answer.state == "right")


@pytest.mark.parametrize("place", ["02_autograd", "examples", "milestones", ".", ".."])
def test_it_is_found_from_every_folder_of_the_course(place, lessons, monkeypatch, capsys):
    learn.setup(1)
    answered("1.5", RELU)
    assert [path.name for path in lessons.glob("**/my_minitorch*")] == [answer_file.NAME]
    assert (lessons / answer_file.NAME).is_file()
    begin(monkeypatch, lessons / place)
    learn.setup(2)
    assert mounted() == ["1.5"] and answer_file.path() == lessons / answer_file.NAME


def test_in_a_copy_each_has_its_own(lessons, monkeypatch, capsys):
    answered("1.5", RELU)
    shutil.copytree(lessons, lessons.parent / "copy")
    begin(monkeypatch, lessons.parent / "copy/02_autograd")
    learn.setup(2)
    answered("1.1", MUL)
    assert mounted() == ["1.1", "1.5"] and "1.1" not in (lessons / answer_file.NAME).read_text()


@pytest.mark.parametrize("name", ["02_autograd/my_minitorch.py", "my_minitorch (1).py"])
def test_a_copy_that_lies_about_is_taken_over(name, lessons, monkeypatch, capsys):
    answered("1.5", RELU)
    shutil.move(lessons / answer_file.NAME, lessons / name)
    begin(monkeypatch, lessons / "01_gradients")
    answered("1.1", MUL)
    begin(monkeypatch, lessons / "02_autograd")
    learn.setup(2)
    assert mounted() == ["1.1", "1.5"] == sorted(answer_file.sections())
    assert f"{Path(name).name} holds 1.5: my_minitorch.py in lessons has them now" in capsys.readouterr().out


def test_a_change_of_the_working_folder_moves_nothing(lessons, monkeypatch, tmp_path):
    answered("1.5", RELU)
    monkeypatch.chdir(tmp_path)
    answered("1.1", MUL)
    assert sorted(answer_file.sections()) == ["1.1", "1.5"] and answer_file.path().parent == lessons


@pytest.mark.parametrize("lose", [Path.unlink, lambda path: path.write_bytes(b""),
                                  lambda path: path.write_bytes(b"\0\xff")], ids=["gone", "empty", "damaged"])
@pytest.mark.parametrize("after", ["an answer", "setup", "download"])
def test_a_file_lost_in_a_session_is_written_again(lose, after, lessons, capsys):
    answered("1.5", RELU)
    lose(answer_file.path())
    {"an answer": lambda: answered("1.1", MUL), "setup": lambda: learn.setup(1), "download": learn.download}[after]()
    assert "1.5" in answer_file.sections()


def test_what_could_not_be_written_is_written_later(lessons, monkeypatch, capsys):
    answered("1.1", MUL)
    with monkeypatch.context() as full:
        full.setattr(answer_file, "atomic_write", lambda path: (_ for _ in ()).throw(OSError(28, "No space left")))
        assert "No space left" in answered("1.5", RELU).verdict.text
    learn.setup(1)
    assert sorted(answer_file.sections()) == ["1.1", "1.5"]


def test_lessons_that_are_open_at_once_lose_nothing_of_each_other(lessons):
    """Thirty sections written by six at the same time."""
    answer_file.home()

    def write(number):
        for each in range(5):
            answer_file.add({f"{number}.{each}": (1, "x = 1\n")})
    writers = [multiprocessing.get_context("fork").Process(target=write, args=[number]) for number in range(6)]
    for step in ("start", "join"):
        for each in writers:
            getattr(each, step)()
    assert len(answer_file.sections()) == 30 and not list(lessons.glob("*.lock"))


def notebook(path, *sources):
    cells = [{"cell_type": "code", "source": text.splitlines(True), "metadata": {}, "outputs": []} for text in sources]
    path.write_text(json.dumps({"cells": cells}), encoding="utf-8")


def test_a_file_that_is_gone_is_rebuilt_from_the_notebooks(lessons, monkeypatch, capsys):
    """With a helper of another cell; what is not right by itself is named, a blank is not."""
    notebook(lessons / "01_gradients/01_gradients.ipynb", "%pip install x\n", "def mask(x):\n    return x > 0",
             "open('ran', 'w')", '@exercise("1.5")\n' + RELU.replace("(x > 0)", "mask(x)"),
             '@exercise("1.1")\n' + MUL.replace("grad * y", "gard * y"), '@exercise("1.4")\nthis is no Python',
             '@exercise("1.6")\ndef two_layer_gradients(x, y, w1, w2):\n    raise NotImplementedError')
    notebook(lessons / "02_autograd/02_autograd.ipynb",
             '@exercise("2.2")\ndef accumulate(old, new):\n    return old + new')
    (lessons / "examples/x.ipynb").write_text("no notebook")
    begin(monkeypatch, lessons / "02_autograd")
    learn.setup(2)
    out = capsys.readouterr().out
    assert "there was no my_minitorch.py: 1.5 were taken from the notebooks" in out and "your own 1.5\n" in out
    assert "1.1 is not in my_minitorch.py" in out and "1.4 is not in" in out and "1.6" not in out
    assert mounted() == ["1.5"] == list(answer_file.sections()) and not (lessons / "02_autograd/ran").exists()
    begin(monkeypatch, lessons / "02_autograd")
    learn.setup(2)
    assert mounted() == ["1.5"]
