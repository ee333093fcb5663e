"""From solutions to lessons: answers and hidden tests cut, outputs cleared, addresses of one's own fork."""

import json
import re
from copy import deepcopy
from pathlib import Path

from ..course.settings import FILE as SETTINGS, settings_of
from ..course.source import versions_in
from ..grade.course_files import notebooks
from ..serialization.atomic import atomic_write

STUB = "raise NotImplementedError"
INSTRUCTOR = "instructor"                # the tag of a cell that no student gets
MARK = re.compile(r"### (BEGIN|END) (SOLUTION|HIDDEN TESTS)")
BADGE = re.compile(r"\[!\[Open in Colab\]\([^)]*\)\]\([^)]*\)")
INSTALL = re.compile(r'"minitorch @ git\+https://github\.com/[^"]*"')
PAGE = re.compile(r"https://github\.com/[\w.-]+/[\w.-]+/blob/[^)\s]+?/lessons/")
CLONE = re.compile(r"git clone https://github\.com/[\w.-]+/([\w.-]+) && cd \1(?![\w.-])")
SITE = re.compile(r"https://[\w.-]+\.github\.io/[\w.-]+/")


class ReleaseError(ValueError):
    """A solution notebook that cannot be released, and where."""


def lines_of(text):
    """Return source as notebooks store it: a list of lines, each but the last with its newline."""
    return text.splitlines(True)


def cut(source, where, grading):
    """Return a cell's source without its answer and its hidden tests, line by line as nbgrader does it.

    Raises ReleaseError for a mark without its other half, and for one in a cell of another kind.
    """
    kept, inside, found = [], None, set()
    for line in source.split("\n"):
        mark = MARK.search(line)
        if mark is None:
            if inside is None:
                kept.append(line)
        elif mark[1] == "BEGIN" and inside is None:
            inside = mark[2]
            found.add(inside)
            if inside == "SOLUTION":
                kept.append(re.match(r"\s*", line)[0] + STUB)
        elif mark[1] == "END" and inside == mark[2]:
            inside = None
        else:
            raise ReleaseError(f"{where}: a {mark[0]} stands where its other half was due.")
    if inside is not None:
        raise ReleaseError(f"{where}: a ### BEGIN {inside} lacks its ### END {inside}.")
    if ("SOLUTION" in found) != bool(grading.get("solution")):
        raise ReleaseError(f"{where}: " + ("an answer in a cell that is not marked as a solution cell." if found else
                                           "a solution cell without ### BEGIN SOLUTION and ### END SOLUTION."))
    if "HIDDEN TESTS" in found and not grading.get("grade"):
        raise ReleaseError(f"{where}: hidden tests in a cell that is not marked as a grade cell.")
    return "\n".join(kept)


def addressed(source, repo, ref, path):
    """Return a text with the badges, the install line, links, the site and the clone line of one repository and tag."""
    badge = (f"[![Open in Colab](https://colab.research.google.com/assets/colab-badge.svg)]"
             f"(https://colab.research.google.com/github/{repo}/blob/{ref}/lessons/{path})")
    source = BADGE.sub(lambda match: badge, source)
    source = PAGE.sub(f"https://github.com/{repo}/blob/{ref}/lessons/", source)
    source = SITE.sub("https://{}.github.io/{}/".format(*repo.split("/")), source)
    source = CLONE.sub(f"git clone https://github.com/{repo} && cd {repo.split('/')[1]}", source)
    return INSTALL.sub(f'"minitorch @ git+https://github.com/{repo}@{ref}"', source)


def released(notebook, path, repo, ref):
    """Return the student's notebook made from a solution notebook (both as dicts)."""
    out = deepcopy(notebook)
    out["cells"] = [cell for cell in out["cells"] if INSTRUCTOR not in cell["metadata"].get("tags", ())]
    ids = [cell["metadata"].get("nbgrader", {}).get("grade_id") for cell in out["cells"]]
    for number, cell in enumerate(out["cells"], 1):
        source = addressed("".join(cell["source"]), repo, ref, path)
        grading, place = cell["metadata"].get("nbgrader", {}), f"{path}, cell {number}"
        if grading and (not re.fullmatch(r"[A-Za-z0-9_-]+", str(ids[number - 1])) or ids.count(ids[number - 1]) > 1):
            raise ReleaseError(f"{place}: a grade_id is letters, digits, - and _, and no two cells have the same, not "
                               f"{ids[number - 1]!r}.")
        if cell["cell_type"] == "code":
            source = cut(source, place, grading)
            cell["outputs"], cell["execution_count"] = [], None
        elif MARK.search(source):
            raise ReleaseError(f"{place}: a mark for answers or tests in a cell that is not code.")
        if grading.get("solution"):
            cell["metadata"]["deletable"] = False
            later = {id: version for id, version in versions_in(source).items() if version > 1}
            if later:                                      # by which it is graded, whatever becomes of the line
                cell["metadata"]["exercises"] = later
        elif grading.get("grade") or grading.get("locked"):
            cell["metadata"] |= {"deletable": False, "editable": False}
        cell["source"] = lines_of(source)
    return out


def written(notebook):
    """Return a notebook as text, the same for the same content: sorted keys, one newline at the end."""
    return json.dumps(notebook, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def write(path, text):
    with atomic_write(path) as file:
        file.write(text.encode())


def opened(path):
    """Read a notebook as a dict.

    Raises ReleaseError for a file that is none.
    """
    try:
        notebook = json.loads(path.read_text(encoding="utf-8-sig"))
    except ValueError as error:
        raise ReleaseError(f"{path} is no notebook: {error}.") from None
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    if not isinstance(cells, list) or not all({"cell_type", "metadata", "source"} <= set(cell) for cell in cells):
        raise ReleaseError(f"{path} is no notebook of nbformat 4: it has no list of cells.")
    return notebook


def release(solutions="solutions", lessons="lessons", repo=None, ref=None, show_solutions=None):
    """Write every lesson from its solution. Running it again changes no byte; a fault anywhere, and none is written.

    repo, ref        whose repository and which tag README.md and the lessons' badges and set-up cells name; solution
                     notebooks keep the address that they have, so that a fork takes later changes without conflicts
    show_solutions   whether solution() shows them; False for a graded course
    returns          the paths that changed

    All three are kept in solutions/course.json, for the next time.
    """
    root = Path(solutions)
    if not notebooks(root):
        raise ReleaseError(f"there is no solution notebook in {root}/: they lie in NN_name/NN_name.ipynb.")
    asked = {"repo": repo, "ref": ref, "solutions": show_solutions}
    try:
        chosen = {**settings_of(root), **{name: value for name, value in asked.items() if value is not None}}
    except ValueError as error:
        raise ReleaseError(str(error)) from None
    if not re.fullmatch(r"[\w.-]+/[\w.-]+", str(chosen["repo"])):
        raise ReleaseError(f"--repo is OWNER/NAME as on GitHub, not {chosen['repo']!r}.")
    if not re.fullmatch(r"[\w.-]+(/[\w.-]+)*", str(chosen["ref"])):
        raise ReleaseError(f"--ref is a tag or a branch, such as v1.0, not {chosen['ref']!r}.")
    texts = {root / SETTINGS: json.dumps(chosen, indent=1, sort_keys=True) + "\n"}
    for source in notebooks(root):
        path, notebook = source.relative_to(root).as_posix(), opened(source)
        texts[source] = written(notebook)                # as it is, in the form in which notebooks are kept
        texts[Path(lessons) / path] = written(released(notebook, path, chosen["repo"], chosen["ref"]))
    page = root.parent / "README.md"
    if page.is_file():
        texts[page] = addressed(page.read_text(encoding="utf-8"), chosen["repo"], chosen["ref"], "")
    changed = [target for target, text in texts.items() if not target.is_file() or target.read_bytes() != text.encode()]
    for target in changed:
        target.parent.mkdir(parents=True, exist_ok=True)
        write(target, texts[target])
    return changed
