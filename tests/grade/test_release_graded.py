"""release --graded: what students are given holds no answer and no hidden test, in no file and in no commit."""

import json
import re
import shutil
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from course.answers import LESSONS, RECORDS
from course.small_notebook import ANSWER, CHECK
from grade.small_course import LIBRARY, course_of_one, git

from minitorch.author import leaks
from minitorch.author.release import ReleaseError
from minitorch.author.student_repository import give_out
from minitorch.grade.course_files import notebooks
from minitorch.tools.cli import main

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")


small = pytest.fixture(course_of_one)


@pytest.fixture(scope="module")
def given(tmp_path_factory):
    """This course, given out."""
    root = tmp_path_factory.mktemp("course")
    for name in ("minitorch", "solutions"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("LICENSE", "pyproject.toml", "environment.yml", "CHANGELOG.md", "README.md"):
        shutil.copy(ROOT / name, root)
    target = tmp_path_factory.mktemp("out") / "students"
    give_out(target, "ada/course", "v1", root)
    return root, target


def words(text):
    """Code as a row of words: layout, quotes and JSON's marks do not count."""
    return " ".join(re.findall(r"\w+|[^\w\s\"'\\,]", text.replace("\\n", " ")))


def told():
    """Every text that may be nowhere: hidden tests and answers, found here by other means than the release's own."""
    out = {}
    public = words("\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "minitorch").rglob("*.py")
                             if path.parent.name != "exercises"))
    for path in notebooks(ROOT / "solutions"):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            source = "".join(cell["source"])
            for kind, block in re.findall(r"### BEGIN (SOLUTION|HIDDEN TESTS)\n(.*?)### END", source, re.S):
                for line in [block] if kind == "SOLUTION" else block.splitlines():
                    out[words(line)] = kind
    for record in RECORDS:
        wrong = [text for known in record.misconceptions for text in known.texts]
        out.update(dict.fromkeys(map(words, [*record.right, *wrong]), record.id))
    return {text: kind for text, kind in out.items()
            if len(text) > 40 and ("HIDDEN" in kind or text not in public)}


def blobs(repository):
    """Every object of a repository, read from its files with no help of git's."""
    packs = list((repository / ".git/objects/pack").glob("*.pack"))
    assert not packs, "unpack them first"
    return [zlib.decompress(path.read_bytes()) for path in (repository / ".git/objects").glob("??/*")]


@pytest.mark.slow
def test_no_file_and_no_commit_holds_a_secret(given):
    _, target = given
    secret = told()
    assert len(secret) > 100 and {"HIDDEN TESTS", "SOLUTION", "1.1", "2.3"} <= set(secret.values())
    everything = [path.read_bytes() for path in target.rglob("*") if path.is_file()] + blobs(target)
    assert len(everything) > 500
    text = words(b"\n".join(everything).decode("utf-8", "replace"))
    assert words("def matmul_derivative(grad, out, x, y") in text, "it is searched"
    assert not [(kind, each) for each, kind in secret.items() if each in text]


def test_the_search_itself_finds_what_is_hidden_in_a_course():
    """Each notebook of solutions/, and each lesson's answers, searched as if it were given out."""
    hidden = leaks.secrets(ROOT)
    given = {path.stem: path.read_bytes() for path in notebooks(ROOT / "solutions")
             if path.parent.name not in ("examples", "milestones")}
    given |= {f"answers to {path.stem}": path.read_bytes() for path in leaks.records(ROOT)}
    assert len(given) >= 10
    sizes = {lesson: sum(record.lesson == lesson for record in RECORDS) for lesson in LESSONS}
    for name, content in given.items():
        size = sizes.get(int(re.search(r"\d+", name)[0]), 0)         # lesson 0 asks for nothing
        assert len(leaks.leaked({"x": content}, hidden)) >= min(8, size), name


@pytest.mark.slow
def test_what_is_given_out_and_what_is_not(given):
    root, target = given
    assert (root / "solutions/course.json").read_bytes() == (ROOT / "solutions/course.json").read_bytes()
    names = {path.relative_to(target).as_posix() for path in target.rglob("*") if path.is_file()}
    assert {"lessons/01_gradients/01_gradients.ipynb", "minitorch/__init__.py", "pyproject.toml", "README.md"} <= names
    withheld = "solutions", "tests", "minitorch/author/", "minitorch/grade/"
    assert not [name for name in names if name.startswith(withheld)]
    page = (target / "README.md").read_text(encoding="utf-8")
    assert "ada/course/blob/v1/lessons/02_autograd/02_autograd.ipynb" in page and "instructor" not in page
    assert git(target, "rev-list", "--count", "--all").strip() == b"1" and not git(target, "status", "--porcelain")


@pytest.mark.slow
def test_it_runs_and_says_what_is_withheld(given):
    _, target = given
    code = ("from minitorch.learn import *\nfrom minitorch.tools.cli import main\n"
            '@exercise("1.5")\ndef relu_derivative(grad, out, x):\n    return grad * (x > 0)\n'
            'for _ in range(3): hint("1.5")\nsolution("1.5")\nprint(main(["viva", "ada"]))\n'
            '@exercise("1.6")\ndef two_layer_gradients(x, y, w1, w2):\n    raise NotImplementedError\nyours("1.6")')
    (target.parent / "try.py").write_text(code, encoding="utf-8")
    done = subprocess.run([sys.executable, "../try.py"], cwd=target, capture_output=True, text=True,
                          env={"PYTHONPATH": str(target), "PATH": "", "OPENBLAS_NUM_THREADS": "1"})
    assert "1.5 relu_derivative: right, 2 of 2 points" in done.stdout, done.stderr
    assert "hint 2 of 2" in done.stdout and "Nothing runs in its place" in done.stdout
    assert "which is not attempted, and this course gives out nothing" in done.stderr
    assert "withheld in this course" in done.stdout and "this command is not part of this copy" in done.stderr
    git(target, "clean", "-fdxq")


def test_a_course_in_git_without_the_program_git_is_refused_and_says_so(small, monkeypatch):
    root, target = small
    (root / ".git").mkdir(exist_ok=True)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(ReleaseError, match="the program git is not here"):
        give_out(target, "ada/course", "v1", root)
    assert not target.exists()


def test_a_second_release_is_one_more_commit_or_none(small):
    root, target = small
    assert give_out(target, "ada/course", "v1", root)
    assert give_out(target, root=root) == [] and git(target, "rev-list", "--count", "HEAD").strip() == b"1"
    (root / "LICENSE").write_text("freer\n", encoding="utf-8")
    (root / "minitorch/new.py").write_text("x = 1\n", encoding="utf-8")
    (root / LIBRARY).unlink()
    changed = {path.relative_to(target).as_posix() for path in give_out(target, root=root)}
    assert changed == {"LICENSE", "minitorch/new.py", LIBRARY, ".given.json"} and not (target / LIBRARY).exists()
    assert git(target, "rev-list", "--count", "HEAD").strip() == b"2" and (target / ".git").is_dir()


SECRET = CHECK.split("\n")[2]
LEAKS = {
    "an answer in the changelog": ("CHANGELOG.md", f"```\n{ANSWER}\n```", "These files hold"),
    "a hidden test in the changelog": ("CHANGELOG.md", f"as in `{SECRET}`", "hidden tests in 01_toy.ipynb"),
    "a hidden test in other words": ("minitorch/a.md", SECRET.replace(" ", "\n"), "hidden tests in 01_toy.ipynb"),
    "a hidden test in an exercise's record": ("minitorch/course/exercises/lesson_1.py", SECRET, "hidden tests in"),
    "an answer in an exercise's record": ("minitorch/course/exercises/lesson_1.py", f"ANSWER = {ANSWER!r}",
                                          "These files hold"),
    "an answer as JSON": ("minitorch/a.txt", json.dumps({"source": ANSWER.splitlines(True)}), "These files hold"),
}


@pytest.mark.parametrize("name, text, said", LEAKS.values(), ids=LEAKS)
def test_a_leak_is_named_and_nothing_is_written(small, name, text, said):
    root, target = small
    (root / name).write_text(text, encoding="utf-8")
    with pytest.raises(ReleaseError, match=said) as error:
        give_out(target, "ada/course", "v1", root)
    assert name in str(error.value) and not target.exists()


def test_an_answer_that_is_the_librarys_own_is_no_secret(small):
    root, target = small
    body = ANSWER.split("\n", 1)[1].replace("    ### BEGIN SOLUTION\n", "").replace("    ### END SOLUTION", "")
    (root / LIBRARY).write_text(body, encoding="utf-8")
    assert give_out(target, "ada/course", "v1", root)


def test_a_secret_in_the_history_is_found(small):
    root, target = small
    give_out(target, "ada/course", "v1", root)
    (target / "minitorch/a.md").write_text(SECRET, encoding="utf-8")
    who = ["-c", "user.name=x", "-c", "user.email=x@x.org"]
    git(target, "add", "-A")
    git(target, *who, "commit", "-qm", "a slip")
    git(target, "rm", "-q", "minitorch/a.md")
    git(target, *who, "commit", "-qm", "mended")
    with pytest.raises(ReleaseError, match=r"The history of .* holds what students may not see"):
        give_out(target, root=root)
    git(target, "reset", "-q", "--hard", "HEAD~2")                     # named by no branch, and still there
    with pytest.raises(ReleaseError, match="The history of"):
        give_out(target, root=root)


@pytest.mark.parametrize("place, said", [("", "lies within the course, or around it"),
                                         ("out", "lies within the course"), ("..", "lies within the course"),
                                         ("../there", "holds something else"), ("../file", "is a file")])
def test_where_it_cannot_be_written(small, place, said):
    root, _ = small
    (root.parent / "there").mkdir()
    (root.parent / "there/thesis.tex").write_text("years")
    (root.parent / "file").write_text("x")
    with pytest.raises(ReleaseError, match=said):
        give_out(root / place, "ada/course", "v1", root)


def test_a_link_is_not_given_out(small):
    root, target = small
    (root / "minitorch/link.py").symlink_to(root / "solutions/01_toy/01_toy.ipynb")
    with pytest.raises(ReleaseError, match=r"minitorch/link\.py is a link"):
        give_out(target, "ada/course", "v1", root)


def test_the_command(small, monkeypatch, capsys):
    root, target = small
    monkeypatch.chdir(root)
    assert main(["release", "--graded", str(target), "--repo", "ada/course"]) == 0
    said = capsys.readouterr().out
    assert f"written: {target}" in said and "No answer and no hidden test was found" in said
    assert "    lessons/01_toy/01_toy.ipynb\n" in said and "files of the kinds py, txt\n" in said
    assert not Path("solutions/course.json").exists() and not Path("lessons").exists(), "the fork is not changed"
    assert main(["release", "--graded", str(target), "--solutions"]) == 1
    assert "--graded withholds solutions" in capsys.readouterr().err
