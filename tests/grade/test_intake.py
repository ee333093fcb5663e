"""Intake: whatever has become of a notebook, what is whole in it is found, and what was odd is said."""

import codecs
import json
import re
from copy import deepcopy

import pytest
from grade.samples import answers, data, filled, ids_of, index_of, marked

from minitorch.grade.result import Submission, Unreadable
from minitorch.grade.submission import collect

RIGHT = filled(1, reference=True)
TEXT = marked("1.5", answers(1).REFERENCE["1.5"]).strip()
WRONG = marked("1.5", answers(1).WRONG["1.5"]["passes"]).strip()


@pytest.fixture
def handed(tmp_path):
    """Hand in bytes or a notebook under a name; gives what is collected."""
    def hand(content, name="ada.ipynb", **options):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else data(content))
        return list(collect(tmp_path, **options))
    return hand


def only(found):
    assert len(found) == 1 and isinstance(found[0], Submission), [getattr(each, "reason", each) for each in found]
    return found[0]


def counts(submission, id):
    """The source that counts for an exercise."""
    return submission.sources[id][-1][1].strip()


def changed(change, notebook=RIGHT):
    """A copy of a notebook after `change` has had its way with it."""
    copy = deepcopy(notebook)
    return change(copy) or copy


def test_an_honest_notebook(handed):
    found = only(handed(RIGHT))
    assert (found.student, found.lesson, found.oddities) == ("ada", 1, [])
    assert list(found.sources) == ids_of(1) and counts(found, "1.5") == TEXT
    assert all(found.cells[number] == source for each in found.sources.values() for number, source in each)


def each_cell(change):
    return lambda notebook: [change(cell) for cell in notebook["cells"]] and None


def colab(notebook):
    for cell in notebook["cells"]:
        cell.pop("id", None)
        cell["metadata"] = {"id": "x1Y2z3"}
    notebook["metadata"], notebook["nbformat_minor"] = {"colab": {"provenance": []}}, 0


def format_3(notebook):
    cells = [{"cell_type": "code", "input": cell["source"], "language": "python", "outputs": []}
             if cell["cell_type"] == "code" else {"cell_type": "markdown", "source": cell["source"]}
             for cell in notebook["cells"]]
    return {"metadata": {"name": ""}, "nbformat": 3, "nbformat_minor": 0, "worksheets": [{"cells": cells}]}


def format_4(minor):
    def change(notebook):
        notebook["nbformat_minor"] = minor
        for cell in notebook["cells"] if minor < 5 else []:
            cell.pop("id", None)
    return change


def inputs_as_text(notebook):
    for cell in notebook["cells"]:
        cell["source"] = "".join(cell["source"]).replace("\n", "\r\n")


HARMLESS = {
    "no metadata": each_cell(lambda cell: cell.update(metadata={})),
    "metadata that is none": each_cell(lambda cell: cell.update(metadata=None)),
    "saved by Colab": colab,
    "nbformat 3": format_3,
    **{f"nbformat 4.{minor}": format_4(minor) for minor in range(6)},
    "source as one text, lines as on Windows": inputs_as_text,
    "outputs of 50 kB": each_cell(lambda cell: cell.update(outputs=[{"text": "x" * 50_000}])),
    "the same id twice": each_cell(lambda cell: cell.update(id="same")),
    "markdown gone": lambda notebook: {**notebook, "cells": [c for c in notebook["cells"] if c["cell_type"] == "code"]},
    "written tightly": lambda notebook: json.dumps(notebook).encode(),
    "UTF-8 with a mark": lambda notebook: codecs.BOM_UTF8 + data(notebook),
}


@pytest.mark.parametrize("change", HARMLESS.values(), ids=HARMLESS)
def test_what_editors_do_is_not_odd(handed, change):
    found = only(handed(changed(change)))
    assert list(found.sources) == ids_of(1) and counts(found, "1.5") == TEXT and found.oddities == []


def conflict(notebook):
    """Two sides of 1.5, as git leaves them in the file: ours wrong, theirs right."""
    right, wrong = (json.dumps(text.splitlines(True), indent=3)[1:-1] for text in (TEXT, WRONG))
    raw = data(notebook).decode()
    cell = json.dumps(notebook["cells"][index_of(notebook, "1.5")]["source"])
    raw = json.dumps(notebook).replace(cell, f"[\n<<<<<<< HEAD\n{wrong}\n=======\n{right}\n>>>>>>> theirs\n]")
    assert raw.count("<<<<<<<") == 1
    return raw.encode()


def cell_conflict(notebook):
    cell = notebook["cells"][index_of(notebook, "1.5")]
    cell["source"] = f"<<<<<<< HEAD\n{WRONG}\n=======\n{TEXT}\n>>>>>>> theirs\n"


def retyped(kind, around="{}"):
    def change(notebook):
        cell = notebook["cells"][index_of(notebook, "1.5")]
        cell["cell_type"], cell["source"] = kind, around.format(TEXT)
    return change


def appended(*texts):
    def change(notebook):
        notebook["cells"] += [{"cell_type": "code", "metadata": {}, "outputs": [], "source": text} for text in texts]
    return change


def reversed_cells(notebook):
    notebook["cells"].reverse()


def first_line_lost(notebook):
    cell = notebook["cells"][index_of(notebook, "1.5")]
    cell["source"] = TEXT.partition("\n")[2]


STUB = '@exercise("1.5")\ndef relu_derivative(grad, out, x):\n    """Words."""\n    raise NotImplementedError'
ODD = {
    "UTF-16": (lambda notebook: data(notebook).decode().encode("utf-16"), "written in UTF-16-LE"),
    "UTF-16 without a mark": (lambda notebook: data(notebook).decode().encode("utf-16-be"), "written in UTF-16-BE"),
    "UTF-32": (lambda notebook: data(notebook).decode().encode("utf-32"), "written in UTF-32-LE"),
    "no UTF-8": (lambda notebook: data(notebook).replace(b'"metadata"', b'"\xff": 1, "metadata"', 3), "no UTF-8"),
    "a merge conflict": (conflict, "a merge conflict was left in it"),
    "a merge conflict in a cell": (cell_conflict, "a merge conflict was left in it"),
    "now markdown": (retyped("markdown"), "1.5 stands in a cell that is no code cell any more"),
    "now raw": (retyped("raw"), "1.5 stands in a cell that is no code cell any more"),
    "now fenced": (retyped("markdown", "My answer:\n\n```python\n{}\n```\n"), "1.5 stands in a cell that is no code"),
    "the other way round": (reversed_cells, "its exercises stand in another order"),
    "its line lost": (first_line_lost, "1.5 has lost its @exercise line; it was found by its name, relu_derivative"),
    "doubled": (appended(TEXT), r"1.5 is answered more than once, in code cells \d+ and"),
    "a stub below it": (appended(STUB), "1.5 is answered more than once"),
    "a broken copy below it": (appended(TEXT + "\nreturn return"), r"1.5 in code cell \d+ is no Python: line 4"),
    "cells that are none": (lambda notebook: notebook["cells"].extend([None, 7, "x"]), "3 of its cells are none"),
    "an exercise that is none": (appended(TEXT.replace("1.5", "1.77")), "it answers 1.77, which is no exercise"),
    "a torn end": (lambda notebook: data(notebook)[:-300], r"the file is damaged: \d+ cells that are whole were read"),
    "a torn middle": (lambda notebook: data(notebook).replace(b'"cell_type": "markdown"', b'"cell_ty', 1), "damaged"),
    "something after its end": (lambda notebook: data(notebook) + b'{"cells": []}', "the file is damaged"),
    "a huge cell": (appended("#" * 3_000_000), "1 of its cells hold more than 2 MB of text"),
}


@pytest.mark.parametrize("change, said", ODD.values(), ids=ODD)
def test_what_is_odd_is_said_and_all_answers_are_found(handed, change, said):
    found = only(handed(changed(change)))
    assert set(found.sources) == set(ids_of(1))
    body = counts(found, "1.5").removeprefix('@exercise("1.5")\n')
    assert body == TEXT.removeprefix('@exercise("1.5")\n')
    assert any(re.search(said, oddity) for oddity in found.oddities), found.oddities


def test_a_later_answer_wins_over_an_earlier_one(handed):
    assert counts(only(handed(changed(appended(WRONG)))), "1.5") == WRONG


def test_of_very_many_answers_the_last_counts_and_a_few_are_named(handed):
    found = only(handed(changed(appended(*[WRONG] * 4000, TEXT.replace("def", '@exercise("1.5")\ndef', 1)))))
    assert re.search(r"code cells (\d+ and ){5}3,997 more: the one in \d+ counts'", repr(found.oddities))
    assert counts(found, "1.5").endswith(TEXT[TEXT.index("def"):])


@pytest.mark.parametrize("written", [
    "@exercise('1.5')", '@exercise( "1.5" )   # mine', "@minitorch.learn.exercise('1.5')", '@exercise(id="1.5")',
    '@exercise("1.5", version=2)', '@ exercise("1.5",)'])
def test_the_id_is_found_however_it_is_written(handed, written):
    text = TEXT.replace('@exercise("1.5")', written)
    found = only(handed(filled(1, text={"1.5": answers(1).REFERENCE["1.5"]}) | {"cells": [
        {"cell_type": "code", "source": "%matplotlib inline\n!ls\n" + text}]}))
    assert list(found.sources) == ["1.5"] and counts(found, "1.5").endswith(text)


def test_deleted_cells_take_their_own_exercise_only(handed):
    cut = deepcopy(RIGHT)
    del cut["cells"][index_of(cut, "1.5")], cut["cells"][0]
    assert list(only(handed(cut)).sources) == [id for id in ids_of(1) if id != "1.5"]


NOTHING = {
    "empty": (b"", "it is empty"), "spaces": (b" \n\n", "it is empty"), "zeros": (b"\0" * 900, "nothing but zeros"),
    "a zip": (b"PK\x03\x04....", "it is a zip under"), "a PDF": (b"%PDF-1.7 ...", "it is a PDF under"),
    "a page": (b"<!DOCTYPE html><p>Sign in", "a web page saved"), "a list": (b"[1, 2]", "it is JSON, but no notebook"),
    "settings": (b'{"a": 1}', "it has no cells"), "no cells": (b'{"cells": []}', "a notebook without cells"),
    "half a cell": (b'{"cells": [{"cell_type": "code", "source": ["x', "no whole cell"),
    "deep": (b"[" * 200_000, "no notebook, and no whole cell"), "9s": (b'{"cells": ' + b"9" * 9000, "no whole cell"),
    "another notebook": (data({"cells": [{"cell_type": "code", "source": "import torch"}]}), "it holds no exercise"),
}


@pytest.mark.parametrize("content, said", NOTHING.values(), ids=NOTHING)
def test_what_cannot_be_graded_is_named_with_its_reason(handed, content, said):
    handed(RIGHT, "bob.ipynb")
    found = handed(content)
    assert [type(each) for each in found] == [Unreadable, Submission]
    assert found[0].student == "ada" and said in found[0].reason and found[1].oddities == []


def test_the_wrong_lesson_is_said(handed):
    found = handed(RIGHT, lesson=2)
    assert isinstance(found[0], Unreadable) and found[0].reason == "it holds exercises of lesson 1, not of 2"


def test_a_notebook_of_fifty_megabytes(handed):
    def grown(notebook):
        notebook["cells"][3]["outputs"] = [{"output_type": "stream", "text": ["x" * 1000] * 50_000}]
    found = only(handed(changed(grown)))
    assert list(found.sources) == ids_of(1) and sum(map(len, found.cells)) < 100_000


def test_only_code_changes_the_digest(handed):
    first = only(handed(RIGHT)).digest
    assert only(handed(changed(HARMLESS["outputs of 50 kB"]))).digest == first
    assert only(handed(changed(appended("1 + 1")))).digest != first


def test_an_exercise_of_another_lesson_is_said_and_counts_where_it_belongs(handed):
    other = marked("2.3", answers(2).REFERENCE["2.3"])
    found = only(handed(changed(appended(other))))
    assert found.lesson == 1 and set(found.sources) == set(ids_of(1))
    assert found.oddities == ["it also answers exercises of lesson 2, which count in a notebook of theirs"]
    assert list(only(handed(changed(appended(other)), lesson=2)).sources) == ["2.3"]


def test_a_helper_called_as_another_lessons_exercise_is_none(handed):
    helper = answers(1).REFERENCE["1.5"]
    found = only(handed(changed(appended(helper), filled(2, reference=True))))
    assert found.lesson == 2 and found.oddities == []
