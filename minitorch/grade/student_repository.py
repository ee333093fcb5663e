"""A graded course: a repository for students, with the library and the lessons, and nothing that gives answers away."""

import shutil
import subprocess
from pathlib import Path

from ..course.settings import settings_of
from .finding import RECORDS
from .folding import folded
from .leaks import leaked, objects, open_cells, refuse, secrets
from .release import ReleaseError, notebooks, opened, release

TAKEN = ("minitorch/", "lessons/", "LICENSE", "pyproject.toml", "environment.yml", "CHANGELOG.md", ".gitignore",
         ".gitattributes")               # of the course's files, those that students get
LEFT = ("minitorch/grade/",)             # of these, those that they do not: the grader
WITHHELD = "minitorch/course/withheld.txt"
SAID = "Solutions are withheld in this course: solution() says so, and the repository holds none.\n"
README = """# {title}

A deep-learning framework small enough to read, and the lessons that build it. In Colab, open a lesson by its badge:

{lessons}

On your own machine, with Python 3.11 or newer, in a clone of this repository:

```bash
python3 -m venv .venv && .venv/bin/pip install -q -e '.[lab]' && .venv/bin/minitorch lab
```

Every blank runs on the library until yours is right. A green check is at least 80 % of an exercise's points; the rest
comes from inputs that nobody has seen, and tests only what the text states. Hand in the notebook as it is.
"""


def give_out(target, repo=None, ref=None, root="."):
    """Release a graded course into the folder `target`, a git repository of its own; returns the paths written.

    root   the course: a clone with solutions/. Its lessons are released first, with solutions withheld

    The folder is made, or holds an earlier release, which gets one more commit. It gets the library without the
    grader, the lessons without answers, and a README; no tests, no solutions, no history of the course. The records
    of exercises, which hold answers, are folded: nobody reads one in passing, but who unfolds them can. Both what
    is written and all that the repository has ever held is searched for answers and hidden tests. Raises ReleaseError
    where one is found, or the folder is not one to write to.
    """
    root, target = Path(root), Path(target)
    check(root, target)
    release(root / "solutions", root / "lessons", repo, ref, show_solutions=False)
    hidden, files = secrets(root), given(root)
    if not hidden:
        raise ReleaseError(f"there are no answers in {root / 'solutions'}: nothing to keep back.")
    tests = {text: where for text, where in hidden.items() if where.startswith("hidden")}
    refuse(leaked(files, tests), "These files hold")       # in a record too, before it is folded
    files = {name: folded(content) if is_record(name) else content for name, content in files.items()}
    refuse(leaked(files, hidden), "These files hold")
    for path in notebooks(root / "solutions"):
        place = path.relative_to(root / "solutions")
        said = open_cells(opened(root / "lessons" / place), opened(path))
        refuse([(f"lessons/{place}", each) for each in said], "These lessons hold")
    is_git = (target / ".git").exists()
    if is_git:
        refuse(leaked(objects(target), hidden), f"The history of {target} holds")
    written = store(target, files)
    if shutil.which("git") is None:
        return written
    commit(target, is_git)
    refuse(leaked(objects(target), hidden), f"The history of {target} holds")
    return written


def is_record(name):
    """Whether a file is one of the exercises' records."""
    return name.startswith(f"{RECORDS}/lesson_") and name.endswith(".py")


def check(root, target):
    """Whether a folder can become the students' repository.

    Raises ReleaseError when it cannot.
    """
    here, there = root.resolve(), target.resolve()
    if here == there or here in there.parents or there in here.parents:
        raise ReleaseError(f"{target} lies within the course, or around it: students' files go beside it.")
    if target.exists() and not target.is_dir():
        raise ReleaseError(f"{target} is a file; the students' repository is a folder.")
    if target.is_dir() and any(target.iterdir()) and not (target / WITHHELD).is_file():
        raise ReleaseError(f"{target} holds something else. Name a new folder, or one that --graded made.")


def given(root):
    """{place: bytes} of all that students get."""
    files = {}
    for name in tracked(root):
        if name.startswith(TAKEN) and not name.startswith(LEFT):
            path = root / name
            if path.is_symlink():
                raise ReleaseError(f"{name} is a link: what it points to may be anything.")
            if path.is_file():
                files[name] = path.read_bytes()
    made = {path.relative_to(root / "solutions").as_posix() for path in notebooks(root / "solutions")}
    left = [name for name in files if name.endswith(".ipynb") and name.removeprefix("lessons/") not in made]
    for name in left:
        del files[name]                                  # a lesson whose solution is gone may be anything
    files[WITHHELD] = SAID.encode()
    files["README.md"] = readme(root, sorted(made), settings_of(root / "solutions")).encode()
    return files


def readme(root, places, settings):
    """The page that students see first: the lessons, each with its badge."""
    lines = []
    for place in places:
        first = "".join(opened(root / "solutions" / place)["cells"][0]["source"]).partition("\n")[0].lstrip("# ")
        link = f"https://colab.research.google.com/github/{settings['repo']}/blob/{settings['ref']}/lessons/{place}"
        lines.append(f"- [{first or place}](lessons/{place}) "
                     f"[![Open in Colab](https://colab.research.google.com/assets/colab-badge.svg)]({link})")
    return README.format(title=settings["repo"].rpartition("/")[2], lessons="\n".join(lines))


def tracked(root):
    """The course's files by name: what git knows and what it does not ignore; without git, all but caches."""
    try:
        done = subprocess.run(["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                              capture_output=True, text=True, check=True)
        return sorted(set(filter(None, done.stdout.split("\0"))))
    except (OSError, subprocess.CalledProcessError):
        caches = {"__pycache__", ".venv", ".git", ".ipynb_checkpoints"}
        return sorted(path.relative_to(root).as_posix() for path in root.rglob("*")
                      if path.is_file() and not caches & set(path.parts))


def store(target, files):
    """Write the files, and remove what an earlier release had besides; returns what changed."""
    target.mkdir(parents=True, exist_ok=True)
    changed = []
    for path in sorted(target.rglob("*")):
        name = path.relative_to(target).as_posix()
        if path.is_file() and not name.startswith(".git/") and name not in files:
            path.unlink()
            changed.append(path)
    for name, content in files.items():
        path = target / name
        if not path.is_file() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            changed.append(path)
    return changed


def commit(target, there):
    """One commit of all that is there; a repository of its own, begun where there was none."""
    def git(*words):
        return subprocess.run(["git", "-C", str(target), *words], capture_output=True, text=True, check=True).stdout
    if not there:
        git("init", "-q", "-b", "main")
    git("add", "-A")
    if not git("status", "--porcelain"):
        return
    known = "user.email=" in git("config", "--list")
    who = [] if known else ["-c", "user.name=the course", "-c", "user.email=course@example.invalid"]
    git(*who, "commit", "-q", "-m", "The course, as it is given out")
