"""How a lesson reads: few cells, a short way to the first exercise, cells that run in any order, a graph."""

import builtins
from functools import reduce

from ..course import __all__ as LEARN
from ..course.record import registry
from ..grade.inside.slicing import looked_up, statements, touched
from .check_notebook import code_cells, exercises, source, text_of
from .finding import Place
from .release import opened

MOST_CELLS = 60
FIRST = 3                                # code cells at the head, which hold the imports and the data of a lesson
SHORT = 8                                # lines at most of what is given before the first exercise
GRAPH = "digraph minitorch"              # how the text of a drawn graph begins
KNOWN = {*dir(builtins), *LEARN, "display", "get_ipython", "__name__"}


def reads(path, root="."):
    """Yield findings about what makes a lesson hard to read."""
    notebook = opened(path)
    place, cells = Place(path, notebook, root), code_cells(notebook)
    if len(notebook["cells"]) > MOST_CELLS:
        yield place.of(None, f"{len(notebook['cells'])} cells; {MOST_CELLS} are the most.")
    first = next((cells.index(cell) for _, cell, _ in exercises(notebook)), 0)
    for cell in cells[:first]:
        if len(source(cell).splitlines()) > SHORT:
            yield place.of(cell, f"{len(source(cell).splitlines())} lines before the first exercise; {SHORT} are the "
                                 "most: put what helps into minitorch/course.")
    asked = [id for id, _, _ in exercises(notebook)]
    if asked != [id for id in registry if id in asked]:
        yield place.of(None, f"its exercises stand in the order {', '.join(asked)}, and in another one in the exercise "
                             "file: the grader tells students' notebooks by it.")
    if not any(GRAPH in text_of(out) for cell in cells for out in cell["outputs"]):
        yield place.of(None, "it draws no computational graph: draw what it teaches (minitorch.viz.draw).")
    heads = reduce(set.union, map(bound, cells[:FIRST]), set())
    for cell in cells[FIRST:]:
        again = ", ".join(sorted((heads & bound(cell)) - {"_"}))
        if again:
            yield place.of(cell, f"it binds {again} again, which the first {FIRST} code cells define: cells that are "
                                 "run after it would see another value.")
    yield from (place.of(cell, f"it needs {', '.join(names)}, which neither it nor the first {FIRST} code cells "
                               "define: it cannot be run alone after them.") for cell, names in leaning(cells))


def leaning(cells):
    """Yield (cell, names) for each code cell that needs names of other cells than the first ones."""
    given = reduce(set.union, (bound(cell) for cell in cells[:FIRST]), KNOWN)
    for number, cell in enumerate(cells):
        known = given | bound(cell) if number >= FIRST else reduce(set.union, map(bound, cells[:number + 1]), KNOWN)
        missing = sorted({name for line in lines_of(cell) for name in looked_up(line)} - known)
        if missing:
            yield cell, missing


def lines_of(cell):
    """Return the statements of a cell without its hidden tests, which see the whole notebook."""
    return [line for _, _, line in statements([source(cell).partition("### BEGIN HIDDEN TESTS")[0]])]


def bound(cell):
    """Return the names that a cell defines at its top."""
    return reduce(set.union, map(touched, lines_of(cell)), set())
