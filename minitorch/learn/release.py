"""From solutions to lessons: answers and hidden tests cut, outputs cleared, addresses of one's own fork."""

import json
import re
from copy import deepcopy
from pathlib import Path

from ..serialization.atomic import whole

STUB = "raise NotImplementedError"
SOLUTION = re.compile(r"^([ \t]*)### BEGIN SOLUTION.*?^[ \t]*### END SOLUTION[^\n]*", re.M | re.S)
HIDDEN = re.compile(r"^[ \t]*### BEGIN HIDDEN TESTS.*?^[ \t]*### END HIDDEN TESTS[^\n]*\n?", re.M | re.S)
BADGE = re.compile(r"\[!\[Open in Colab\]\([^)]*\)\]\([^)]*\)")
INSTALL = re.compile(r'"minitorch @ git\+https://github\.com/[^"]*"')
SETTINGS = "course.json"                 # in solutions/: whose repository the lessons point to
DEFAULTS = {"repo": "OWNER/minitorch", "ref": "main", "solutions": True}


class ReleaseError(ValueError):
    """A solution notebook that cannot be released, and where."""


def settings_of(solutions):
    """The course's settings: defaults, changed by solutions/course.json."""
    file = Path(solutions) / SETTINGS
    return {**DEFAULTS, **(json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {})}


def notebooks(solutions):
    """Every solution notebook: NN_name/NN_name.ipynb, and examples/*.ipynb."""
    root = Path(solutions)
    return sorted([*root.glob("[0-9][0-9]_*/[0-9][0-9]_*.ipynb"), *root.glob("examples/*.ipynb")])


def lines_of(text):
    """Source as notebooks store it: a list of lines, each but the last with its newline."""
    return text.splitlines(True)


def cut(source, where):
    """A cell's source without its answer and its hidden tests.

    Raises ReleaseError for a mark without its other half.
    """
    for kind in ("SOLUTION", "HIDDEN TESTS"):
        if source.count(f"### BEGIN {kind}") != source.count(f"### END {kind}"):
            raise ReleaseError(f"{where}: a ### BEGIN {kind} lacks its ### END {kind}, or the other way round.")
    source = SOLUTION.sub(lambda match: match[1] + STUB, source)
    return HIDDEN.sub("", source).rstrip("\n")


def addressed(source, repo, ref, path):
    """Badges and the install line for one repository and tag."""
    badge = (f"[![Open in Colab](https://colab.research.google.com/assets/colab-badge.svg)]"
             f"(https://colab.research.google.com/github/{repo}/blob/{ref}/lessons/{path})")
    source = BADGE.sub(lambda match: badge, source)
    return INSTALL.sub(f'"minitorch @ git+https://github.com/{repo}@{ref}"', source)


def released(notebook, path, repo, ref):
    """The student's notebook made from a solution notebook (both as dicts)."""
    out = deepcopy(notebook)
    for number, cell in enumerate(out["cells"], 1):
        source = "".join(cell["source"])
        source = addressed(source, repo, ref, path)
        if cell["cell_type"] == "code":
            source = cut(source, f"{path}, cell {number}")
            cell["outputs"], cell["execution_count"] = [], None
        grading = cell["metadata"].get("nbgrader", {})
        if grading.get("locked"):
            cell["metadata"] |= {"deletable": False, "editable": False}
        cell["source"] = lines_of(source)
    return out


def written(notebook):
    """A notebook as text, the same for the same content: sorted keys, one newline at the end."""
    return json.dumps(notebook, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def write(path, text):
    with whole(path) as file:
        file.write(text.encode())


def release(solutions="solutions", lessons="lessons", repo=None, ref=None):
    """Write every lesson from its solution. Running it again changes no byte.

    repo, ref   whose repository and which tag the badges and the set-up cell name; kept in
                solutions/course.json
    returns     the paths that changed
    """
    root = Path(solutions)
    if not notebooks(root):
        raise ReleaseError(f"there is no solution notebook in {root}/: they lie in NN_name/NN_name.ipynb.")
    settings = settings_of(root)
    chosen = {**settings, **({"repo": repo} if repo else {}), **({"ref": ref} if ref else {})}
    if not re.fullmatch(r"[\w.-]+/[\w.-]+", chosen["repo"]):
        raise ReleaseError(f"--repo is OWNER/NAME as on GitHub, not {chosen['repo']!r}.")
    changed = []
    for source in notebooks(root):
        path = source.relative_to(root).as_posix()
        try:
            notebook = json.loads(source.read_text(encoding="utf-8"))
        except json.JSONDecodeError as error:
            raise ReleaseError(f"{source} is no notebook: {error}.") from None
        for target, content in ((source, with_address(notebook, path, chosen)),
                                (Path(lessons) / path, released(notebook, path, chosen["repo"], chosen["ref"]))):
            text = written(content)
            if not target.is_file() or target.read_text(encoding="utf-8") != text:
                target.parent.mkdir(parents=True, exist_ok=True)
                write(target, text)
                changed.append(target)
    if chosen != settings or not (root / SETTINGS).is_file():
        write(root / SETTINGS, json.dumps(chosen, indent=1, sort_keys=True) + "\n")
        changed.append(root / SETTINGS)
    return changed


def with_address(notebook, path, settings):
    """The solution notebook itself, its badges and install line brought to the same address."""
    out = deepcopy(notebook)
    for cell in out["cells"]:
        cell["source"] = lines_of(addressed("".join(cell["source"]), settings["repo"], settings["ref"], path))
    return out
