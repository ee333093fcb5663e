"""A graded course: a repository for students, with the library and the lessons, and nothing that gives answers away."""

import json
import re
import shutil
import subprocess
from pathlib import Path

from ..course.settings import settings_of
from ..grade.course_files import notebooks, tracked
from .given_lessons import lessons_of
from .leaks import answer_forms, leaked, objects, open_cells, refuse, secrets, with_form
from .release import ReleaseError, opened, written as as_text
from .withhold import withheld

TAKEN = ("minitorch/", "lessons/", "LICENSE", "pyproject.toml", "environment.yml", "CHANGELOG.md", ".gitignore",
         ".gitattributes")               # of the course's files, those that students get
LEFT = ("minitorch/author/", "minitorch/grade/", "minitorch/tools/site/")   # of these, those that they do not
KINDS = (".py", ".pyi", ".c", ".h", ".txt", ".md", ".json", ".npz", ".npy", ".gz", ".typed", ".toml", ".yml", "LICENSE",
         ".gitignore", ".gitattributes")               # endings of files that may be given out; lessons are made anew
WITHHELD = "minitorch/course/withheld.txt"
SAID = "Solutions are withheld in this course: solution() says so, and the repository holds none.\n"
GIVEN = ".given.json"                    # in the students' repository: what was given out, and for which address
README = """# {title}

A deep-learning framework small enough to read, and the lessons that build it. In Colab, open a lesson by its badge:

{lessons}

On your own machine, with Python 3.11 or newer, in a clone of this repository:

```bash
python3 -m venv .venv && .venv/bin/pip install -q -e '.[lab]' && .venv/bin/minitorch lab
```

`git pull --no-rebase --no-edit` fetches what was given out since, and leaves your answers as they are.

Where the library has a piece of its own, a blank runs on that until yours is right; a cell that needs an answer which
only you can give says so. A green check is at least 80 % of an exercise's points; the rest comes from inputs that
nobody has seen, and tests only what the text states. Hand in the notebook as it is.
"""


def give_out(target, repo=None, ref=None, root=".", lessons=None, again=False):
    """Release a graded course into the folder `target`, a git repository of its own; returns the paths written.

    root      the course: a clone with solutions/, of which nothing is changed
    lessons   numbers of the lessons to give out, besides those given out before; default: all there are
    again     whether lessons that were given out, and have changed since, are given out anew

    The folder is made, or holds an earlier release, which gets one more commit. It gets the library without the
    grader, the lessons without answers, and a README; no tests, no solutions, no history of the course. The records of
    exercises have lost their answers: what came of each case is written down in their place. Both what is written and
    all that the repository has ever held is searched for answers and hidden tests. Raises ReleaseError where one is
    found, where git does not know a file, or the folder is not one to write to.
    """
    root, target = Path(root), Path(target)
    check(root, target)
    before = given_before(target)
    try:
        settings = settings_of(root / "solutions") | before.get("settings", {})
    except ValueError as error:
        raise ReleaseError(str(error)) from None
    settings |= {name: value for name, value in (("repo", repo), ("ref", ref)) if value is not None}
    hidden, forms = secrets(root), answer_forms(root)
    if not hidden:
        raise ReleaseError(f"there are no answers in {root / 'solutions'}: nothing to keep back.")
    made, kept = lessons_of(root, settings, lessons, target, before.get("lessons", ()), again)
    files = given(root)
    tests = {text: where for text, where in hidden.items() if where.startswith("hidden")}
    refuse(leaked(files, tests), "These files hold")       # in a record too, before its answers go
    every = lessons_of(root, settings, None, target, (), True)[0]
    files = withheld(files, list(every.values()), root)
    for place, notebook in made.items():
        files[f"lessons/{place}"] = as_text(notebook).encode()
        if place not in kept:
            refuse([(f"lessons/{place}", each) for each in open_cells(notebook, opened(root / "solutions" / place))],
                   "These lessons hold")
    refuse(leaked(files, hidden) + with_form(files, forms), "These files hold")
    files[WITHHELD] = SAID.encode()
    files["README.md"] = readme(root, sorted(made), settings).encode()
    files[GIVEN] = (json.dumps({"settings": {name: settings[name] for name in ("repo", "ref")}, "lessons": sorted(made),
                                "kept": kept, "files": sorted(files)}, indent=1) + "\n").encode()
    is_git = (target / ".git").exists()
    if is_git:
        search_history(target, hidden)
    changed = store(target, files, before.get("files", ()))
    if shutil.which("git") is None:
        return changed
    commit(target, is_git)
    search_history(target, hidden)
    return changed


def search_history(target, hidden):
    """Raise ReleaseError if anything that the repository ever held gives answers away."""
    there = objects(target)
    refuse(leaked(there, hidden), f"The history of {target} holds")
    refuse([(name, "the answers of an earlier minitorch, folded: begin a repository anew") for name, content in
            there.items() if b"unfold(__name__, " in content], f"The history of {target} holds")


def check(root, target):
    """Whether a folder can become the students' repository.

    Raises ReleaseError when it cannot.
    """
    here, there = root.resolve(), target.resolve()
    if here == there or here in there.parents or there in here.parents:
        raise ReleaseError(f"{target} lies within the course, or around it: students' files go beside it.")
    if target.exists() and not target.is_dir():
        raise ReleaseError(f"{target} is a file; the students' repository is a folder.")
    if target.is_dir() and any(path.name != ".git" for path in target.iterdir()) and not (target / WITHHELD).is_file():
        raise ReleaseError(f"{target} holds something else. Name a new folder, or one that --graded made.")
    if not notebooks(root / "solutions"):
        raise ReleaseError(f"there is no solution notebook in {root / 'solutions'}: they lie in NN_name/NN_name.ipynb.")


def given_before(target):
    """Return what the last release noted in the students' repository; {} if there was none."""
    try:
        return json.loads((target / GIVEN).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except ValueError as error:
        raise ReleaseError(f"{target / GIVEN} is no JSON: {error}. It says what was given out: take back the last one "
                           "that git has.") from None


def given(root):
    """Return {place: bytes} of all that students get besides the lessons, as it stands in the course."""
    files = {}
    for name in known(root):
        path = root / name
        if path.is_symlink():
            raise ReleaseError(f"{name} is a link: what it points to may be anything.")
        if not path.is_file() or name.endswith(".ipynb"):
            continue                                     # a notebook is made from its solution, or may be anything
        if not name.endswith(KINDS):
            raise ReleaseError(f"{name} is of a kind that is not given out; these are: {', '.join(KINDS)}.")
        files[name] = path.read_bytes()
    return files


def known(root):
    """Return the names of the course's files that may be given out.

    Raises ReleaseError for those of them that git does not know, and where there is no git to ask.
    """
    if (root / ".git").exists() and shutil.which("git") is None:
        raise ReleaseError(f"{root} is a git repository, and the program git is not here to say which of its files are "
                           "known: install git, or release from a copy of the course without its .git folder.")
    names = [name for name in tracked(root) if name.startswith(TAKEN) and not name.startswith(LEFT)]
    new = [name for name in tracked(root, "--others") if name in names and not name.endswith(".ipynb")] if (
        root / ".git").exists() else []
    if new:
        raise ReleaseError("git does not know these files of the course, so nobody has decided that students get them:"
                           + "".join(f"\n    {name}" for name in new[:10])
                           + (f"\n    and {len(new) - 10} more" if len(new) > 10 else "")
                           + "\nAdd and commit them, or move them out of the course's folder.")
    return names


def readme(root, places, settings):
    """Return the page that students see first: the lessons, each with its badge."""
    lines = []
    for place in places:
        first = "".join(opened(root / "solutions" / place)["cells"][0]["source"]).partition("\n")[0].lstrip("# ")
        link = f"https://colab.research.google.com/github/{settings['repo']}/blob/{settings['ref']}/lessons/{place}"
        lines.append(f"- [{first or place}](lessons/{place}) "
                     f"[![Open in Colab](https://colab.research.google.com/assets/colab-badge.svg)]({link})")
    return README.format(title=settings["repo"].rpartition("/")[2], lessons="\n".join(lines))


def store(target, files, before):
    """Write the files, and remove what an earlier release wrote besides; returns what changed."""
    target.mkdir(parents=True, exist_ok=True)
    changed = [target / name for name in before if name not in files and (target / name).is_file()]
    for path in changed:
        path.unlink()
    for name, content in files.items():
        path = target / name
        if not path.is_file() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            changed.append(path)
    return changed


def commit(target, there):
    """Commit all files, in a repository that is made if there is none."""
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


def listing(target):
    """Return a summary of what was given out: which kinds of files of the library, and the lessons."""
    said = given_before(Path(target))
    library = [name for name in said["files"] if name.startswith("minitorch/")]
    kinds = sorted({re.search(r"[^./]*$", name)[0] for name in library})
    lines = [name for name in said["files"] if name not in library and not name.endswith(".ipynb")]
    lines += [f"minitorch/, without {', '.join(LEFT)}: files of the kinds {', '.join(kinds)}"]
    lines += [f"lessons/{place}" + " (as it was given out before: it has changed since)" * (place in said["kept"])
              for place in said["lessons"]]
    return "\n".join(f"    {line}" for line in lines)
