"""However a notebook was saved, its answers are the same: by editors, by Colab, by converters, on Windows."""

import json
from copy import deepcopy

import pytest
from grade.handed import ANSWERS, HOME
from grade.samples import data, ids_of, index_of, lesson, marked

from minitorch.course import answer_file  # noqa: F401  (exercises register themselves)
from minitorch.grade.checker import Checker
from minitorch.grade.gradescope import graded as by_gradescope
from minitorch.grade.result import Submission
from minitorch.grade.submission import collect

IDS = ids_of(1)
ACCENT = '    größe = "é"  # ×\n'


def source(cell):
    return "".join(cell["source"])


def notebook(accent=""):
    """Lesson 1, answered; accent: a line with letters beside ASCII's, in each answer that is a function."""
    whole = deepcopy(lesson(1))
    for id in IDS:
        text = marked(id, ANSWERS[1].REFERENCE[id])
        head, line, rest = text.partition("):\n")
        whole["cells"][index_of(whole, id)]["source"] = head + line + accent + rest
    return whole


def with_cells(change):
    """How a file is saved whose cells were changed one by one."""
    def saved(whole):
        cells = [{**cell, **change(number, cell)} for number, cell in enumerate(whole["cells"])]
        return data({**whole, "cells": cells})
    return saved


def without(name):
    def saved(whole):
        return data({**whole, "nbformat_minor": 4, "cells": [
            {key: part for key, part in cell.items() if key != name} for cell in whole["cells"]]})
    return saved


def merged(whole):
    codes = [cell for cell in whole["cells"] if cell["cell_type"] == "code"]
    return data({**whole, "cells": [{**codes[0], "source": "\n\n".join(map(source, codes))}]})


def split(whole):
    cells = []
    for cell in whole["cells"]:
        head, line, rest = source(cell).partition("@exercise")
        cells += [{**cell, "source": head}, {**cell, "source": line + rest}] if line and (
            cell["cell_type"] == "code") else [cell]
    return data({**whole, "cells": cells})


def twice(blank_first):
    def saved(whole):
        at = index_of(whole, IDS[0])
        both = [lesson(1)["cells"][at], whole["cells"][at]]
        return data({**whole, "cells": [*whole["cells"][:at], *(both if blank_first else both[::-1]),
                                        *whole["cells"][at + 1:]]})
    return saved


def in_text(change, encoding="utf-8", **settings):
    return lambda whole: change(json.dumps(whole, ensure_ascii=False, **settings)).encode(encoding, "replace")


FORMS = {
    "Windows' ends of lines": in_text(lambda text: text.replace("\n", "\r\n"), indent=1),
    "Windows' ends of lines within cells": with_cells(lambda _, cell: {"source": source(cell).replace("\n", "\r\n")}),
    "a Mac's old ends of lines": with_cells(lambda _, cell: {"source": source(cell).replace("\n", "\r")}),
    "a BOM": in_text(str, "utf-8-sig"),
    "a BOM in each cell": with_cells(lambda _, cell: {"source": "\ufeff" + source(cell)}),
    "UTF-16": in_text(str, "utf-16"),
    "Latin-1": in_text(str, "latin-1"),
    "cp1252": in_text(str, "cp1252"),
    "a string for each source": with_cells(lambda _, cell: {"source": source(cell)}),
    "lines without their ends": with_cells(lambda _, cell: {"source": source(cell).split("\n")}),
    "no ids": without("id"), "no metadata": without("metadata"), "no outputs": without("outputs"),
    "metadata that are null": with_cells(lambda _, cell: {"metadata": None}),
    "VS Code": with_cells(lambda _, cell: {"metadata": {"vscode": {"languageId": "python"}}}),
    "Colab": with_cells(lambda number, _: {"metadata": {"id": f"x{number}", "colab": {"base_uri": "https://…"}}}),
    "nbformat 3": lambda whole: data({"nbformat": 3, "metadata": {}, "worksheets": [{"cells": [
        {"cell_type": cell["cell_type"], "input" if cell["cell_type"] == "code" else "source": source(cell)}
        for cell in whole["cells"]]}]}),
    "out of order": lambda whole: data({**whole, "cells": whole["cells"][::-1]}),
    "one cell for all": merged, "cells that are split": split,
    "the blank above the answer": twice(True), "the blank below it": twice(False),
    "a torn end": in_text(lambda text: text[:-40]), "zeros at the end": in_text(lambda text: text + "\0" * 9),
    "raw cells": with_cells(lambda _, cell: {"cell_type": "raw"} if "@exercise" in source(cell) else {}),
}
ALIKE = {                                # forms after which the same is read as after another: then so are the points
    **dict.fromkeys((
        "Windows' ends of lines", "Windows' ends of lines within cells", "a Mac's old ends of lines", "a BOM",
        "a BOM in each cell", "UTF-16", "lines without their ends", "no ids", "no metadata", "no outputs",
        "metadata that are null", "VS Code", "Colab", "nbformat 3", "a torn end", "zeros at the end", "raw cells"),
        "a string for each source"),
    "cp1252": "Latin-1"}


def handed(form, tmp_path):
    (tmp_path / "ada.ipynb").write_bytes(FORMS[form](notebook(ACCENT)))
    submission, = collect(tmp_path, lesson=1)
    assert isinstance(submission, Submission), submission.reason
    return submission


@pytest.mark.parametrize("form", FORMS)
def test_the_answers_are_found_and_are_python_with_all_their_letters(form, tmp_path):
    submission = handed(form, tmp_path)
    assert [*submission.sources] == IDS
    for id in IDS:
        number, text = submission.sources[id][-1]
        assert submission.cells[number] and marked(id, ANSWERS[1].REFERENCE[id]).rstrip().split("\n")[-1] in text
        assert "\ufffd" not in text or form == "one cell for all"           # the lesson's own cells have an arrow
        if form != "one cell for all":
            compile(text, form, "exec")
    assert "\n".join(submission.cells).count("größe = \"é\"") == len(IDS)


@pytest.mark.parametrize("form, other", ALIKE.items())
def test_what_is_graded_is_the_same_after_forms_that_are_alike(form, other, tmp_path):
    """For Gradescope too, which reads the folder in its own way."""
    def read(form):
        first, (second,) = handed(form, tmp_path), collect(tmp_path, lesson=1, pattern="(?P<student>^)")
        return [(each.cells, each.sources, each.versions) for each in (first, second)]
    assert read(form) == read(other)


@pytest.mark.slow
@pytest.mark.needs("bwrap")
@pytest.mark.parametrize("form", [form for form in FORMS if form not in ALIKE])
def test_the_points_are_full_and_gradescopes_are_the_same(form, tmp_path):
    submission = handed(form, tmp_path)
    found = Checker().grade(submission, IDS)
    assert [result.exercise for result in found if result.points < result.of] == [], [each.text for each in found]
    others, _, _ = by_gradescope(tmp_path, HOME / "solutions", 1)
    assert {each.exercise: each.points for each in others} == {each.exercise: each.of for each in found}
