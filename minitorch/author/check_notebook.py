"""What a lesson's notebook must be: paced, its exercises in order, its outputs stored and free of one machine."""

import re

from ..course.record import find
from ..display.text import counted
from .finding import Place
from .release import opened

MOST_BYTES, MOST_LINES, SETUP_LINES = 500_000, 25, 6
IGNORED = {"progress()": 1, "importlib.import_module": 1}     # cells whose output may differ: what for, how many
PICTURES = {"lesson": 4, "example": 3, "milestone": 1}       # the least
QUESTIONS, WITH_OUTPUT = 3, 0.8
WIDGETS = re.compile(r"\b(widgets\.)?(Output\(|interact\(|interactive\()")
OF_ONE_RUN = re.compile(r"\bIn \[\d|Cell In|0x[0-9a-f]{6}|/tmp/|model_id")


def source(cell):
    return "".join(cell["source"])


def code_cells(notebook):
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def text_of(out):
    """Return the plain text of an output."""
    return "".join(out["text"] if out["output_type"] == "stream" else out.get("data", {}).get("text/plain", ""))


def exercises(notebook):
    """Yield (id, cell, the cell after it) for each exercise."""
    cells = code_cells(notebook)
    for cell, after in zip(cells, [*cells[1:], None]):
        for id in re.findall(r'^@exercise\("([\d.]+)"', source(cell), re.M):
            yield id, cell, after


def paced(path, root=".", kind="lesson"):
    """Yield findings about long cells, missing set-up lines, and stretches that show nothing.

    kind   "lesson", "example" or "milestone"
    """
    notebook = opened(path)
    place, cells = Place(path, notebook, root), code_cells(notebook)
    if path.stat().st_size >= MOST_BYTES:
        yield place.of(None, f"the notebook has {path.stat().st_size:,} bytes; {MOST_BYTES:,} are the most.")
    first = source(cells[0])
    if len(first.splitlines()) > SETUP_LINES or "minitorch @ git+https" not in first:
        yield place.of(cells[0], f"the first code cell installs minitorch and sets up, in {SETUP_LINES} lines.")
    begins = {"lesson": "setup(lesson=", "milestone": "milestone("}.get(kind, "")
    if begins not in first:
        yield place.of(cells[0], f"the first code cell ends with {begins}N).")
    for cell in cells:
        if len(source(cell).splitlines()) > MOST_LINES:
            yield place.of(cell, f"it has {len(source(cell).splitlines())} lines, of {MOST_LINES} at most.")
        if WIDGETS.search(source(cell)):
            yield place.of(cell, "Output and interact cannot be compared: update a widgets.HTML, and print.")
    for three in zip(cells, cells[1:], cells[2:]):
        if not any(cell["outputs"] for cell in three):
            yield place.of(three[0], "three code cells in a row show nothing: let one of them show what it did.")
    pictures = sum("image/svg+xml" in out.get("data", {}) for cell in cells for out in cell["outputs"])
    if pictures < PICTURES[kind]:
        yield place.of(None, f"it has {counted(pictures, 'stored picture')}, of {PICTURES[kind]} at least "
                             "(minitorch.viz).")
    if sum("question(" in source(cell) for cell in cells) > QUESTIONS:
        yield place.of(None, f"more than {QUESTIONS} questions: ask for experiments in place of the others.")


def executed(path, root="."):
    """Yield findings about the stored outputs."""
    notebook = opened(path)
    place, cells = Place(path, notebook, root), code_cells(notebook)
    ignored = [cell for cell in cells if "nbval-ignore-output" in cell["metadata"].get("tags", [])]
    for number, cell in enumerate(cells, 1):
        if cell["execution_count"] != number:
            yield place.of(cell, "its output is not stored, or not from a run of the whole notebook in order.")
        for tag in cell["metadata"].get("tags", []):
            if tag != "nbval-ignore-output":
                yield place.of(cell, f"the tag {tag} has no meaning here.")
        for out in cell["outputs"]:
            if out.get("name") == "stderr" or out["output_type"] == "error":
                yield place.of(cell, f"it warns or fails: {text_of(out) or out.get('evalue', '')}".rstrip())
            elif OF_ONE_RUN.search(text_of(out)):
                yield place.of(cell, f"what it shows differs from run to run: {OF_ONE_RUN.search(text_of(out))[0]}")
    for cell in ignored:
        if sum(words in source(cell) for words in IGNORED) != 1:
            yield place.of(cell, f"why is its output not compared? Only that of {' and '.join(IGNORED)} may differ.")
    if len(ignored) > len(IGNORED):
        yield place.of(ignored[-1], f"{len(ignored)} outputs are not compared; {len(IGNORED)} are the most.")
    shown = sum(bool(cell["outputs"]) for cell in cells if cell not in ignored)
    if shown < WITH_OUTPUT * len(cells):
        yield place.of(None, f"{shown} of {len(cells)} code cells show something; {WITH_OUTPUT:.0%} of them should.")


def answered(path, root="."):
    """Yield findings about exercises' cells: each once, followed by its check, whose stored output has all points."""
    notebook = opened(path)
    place, found = Place(path, notebook, root), list(exercises(notebook))
    for number, (id, cell, _) in enumerate(found):
        if id in [other for other, _, _ in found[:number]]:
            yield place.of(cell, f"{id} stands here a second time.")
    for id, cell, after in found:
        name = id.replace(".", "-")
        grading = cell["metadata"].get("nbgrader", {})
        if grading.get("grade_id") != f"exercise-{name}" or not grading.get("solution") or grading.get("locked"):
            yield place.of(cell, f"the cell of {id} is marked as nbgrader's solution cell exercise-{name}: "
                                 "copy one that new-exercise made.")
        if after is None or after["metadata"].get("nbgrader", {}).get("grade_id") != f"check-{name}" or not (
                after["metadata"]["nbgrader"].get("grade") and after["metadata"]["nbgrader"].get("locked")):
            yield place.of(cell, f"the next code cell is its check, marked as nbgrader's grade cell check-{name}.")
            continue
        for words in (f'check("{id}")', f'hidden("{id}"'):
            if words not in source(after):
                yield place.of(after, f"the check of {id} holds {words}…")
        if not after["outputs"] or text_of(after["outputs"][-1]) != str(find(id).points):
            yield place.of(after, f"the answer to {id} does not score all {find(id).points} points here.")


def untouched(path, root="."):
    """Run a lesson as students get it; yield findings if it fails, does not say what is blank, or scores points."""
    from .notebook import run
    notebook = opened(path)
    try:
        ran = run(notebook)
    except Exception as error:
        last = re.sub(r"\x1b\[[0-9;]*m", "", str(error)).strip().splitlines()[-1]
        yield Place(path, notebook, root).of(
            None, f"a cell fails while the exercises are blank: {last} Name answers by yours(\"ID\").")
        return
    yield from nothing_earned(path, ran, root)


def nothing_earned(path, notebook, root="."):
    """Yield findings about a lesson that was run with blanks only: it must say so, and score nothing."""
    place, cells = Place(path, notebook, root), code_cells(notebook)
    checks = [cell for cell in cells if cell["metadata"].get("nbgrader", {}).get("grade")]
    if [text_of(cell["outputs"][-1]) for cell in checks] != ["0"] * len(list(exercises(notebook))):
        yield place.of(None, "a blank scores points.")
    said = "\n".join(text_of(out) for cell in cells for out in cell["outputs"])
    if "runs on the library's own until yours is right" not in said:
        yield place.of(None, "nothing in it runs on an answer: show something by yours(\"ID\").")
    if any(out.get("name") == "stderr" for cell in cells for out in cell["outputs"]):
        yield place.of(None, "a cell warns while the exercises are blank.")
