"""A notebook that is stored anew: which of its pictures are the new ones, and which stay as they were."""

import json

import pytest
from notebooks.running import SOLUTIONS, label

from minitorch.author.notebook import same_pictures

OURS = '<svg role="img" aria-label="two cells" style="width: 20px">{}</svg>'
DOT = ('<svg role="img" aria-label="a graph" style="min-width: {0}pt; height: auto"><title>Computational graph</title>'
       '<g id="node1" class="node"><title>op: {1}</title><path d="M{0},0"/><text x="{0}">{1}</text></g></svg>')
MATPLOTLIB = '<svg aria-label="{1}"><g id="matplotlib.axis_1"><defs><path id="p{0}"/></defs></g></svg>'


def notebook(*pictures, mime="image/svg+xml", text="a picture"):
    return {"cells": [{"cell_type": "markdown", "id": "words", "source": []},
                      {"cell_type": "code", "id": "cell", "outputs": [
                          {"output_type": "display_data", "data": {"text/plain": [text], mime: [picture]}}
                          for picture in pictures]}]}


def stored(before, now, **more):
    """The pictures that are stored where `before` were, after a run that drew `now`."""
    was, ran = notebook(*before, **more), notebook(*now, **more)
    ran = same_pictures(was, ran)
    assert "outputs" not in ran["cells"][0]
    return ["".join(picture) for out in ran["cells"][1]["outputs"] for mime, picture in out["data"].items()
            if mime.startswith("image/")]


@pytest.mark.parametrize("was, now", [
    (DOT.format(10, "relu"), DOT.format(12.5, "relu")),
    (MATPLOTLIB.format("0a", "loss"), MATPLOTLIB.format("9f", "loss")),
    (OURS.format('<path d="M1 2v-3.5L4,5"/><text x="3">1.5 ms</text>'),
     OURS.format('<path d="M1 20v3L0.4,55"/><text x="31">12 ms</text>'))], ids=["Graphviz", "Matplotlib", "a time"])
def test_what_says_the_same_stays(was, now):
    assert stored([was], [now]) == [was]


@pytest.mark.parametrize("was, now", [
    (DOT.format(10, "relu"), DOT.format(10, "tanh")), (DOT.format(10, "relu"), DOT.format(10, "relu").replace(
        "<title>op: relu</title>", "")), (DOT.format(10, "relu"), DOT.format(10, "relu").replace("height: auto", "")),
    (MATPLOTLIB.format("0a", "loss"), MATPLOTLIB.format("0a", "loss: 3")),
    (OURS.format("<rect/>"), OURS.format("<rect><title>0.5</title></rect>")),
    (OURS.format('<rect fill="#0072b2"/>'), OURS.format('<rect fill="#0072b3"/>'))],
    ids=["another op", "no tooltip", "another style", "another Matplotlib name", "a tooltip", "another colour"])
def test_what_says_something_else_is_stored_anew(was, now):
    assert stored([was], [now]) == [now]


def test_each_picture_of_a_cell_is_looked_at_by_itself():
    graph, other = DOT.format(10, "relu"), DOT.format(11, "relu")
    assert stored([graph, OURS.format("one")], [other, OURS.format("two")]) == [graph, OURS.format("two")]
    assert stored([graph], [other, OURS.format("two")]) == [other, OURS.format("two")]


def test_a_photograph_stays_where_its_words_are_the_same():
    assert stored(["iVBO"], ["iVBP"], mime="image/png") == ["iVBO"]
    was, ran = notebook("iVBO", mime="image/png"), notebook("iVBP", mime="image/png", text="another")
    assert same_pictures(was, ran)["cells"][1]["outputs"][0]["data"]["image/png"] == ["iVBP"]


@pytest.mark.parametrize("path", SOLUTIONS, ids=label)
def test_a_stored_picture_says_its_parts_where_they_are_pointed_at(path):
    """But for those that Matplotlib draws, and tables, which are words."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    pictures = ["".join(out.get("data", {}).get("image/svg+xml", "")) for cell in cells
                for out in cell.get("outputs", [])]
    mute = [picture for picture in pictures if "<path" in picture and "<title>" not in picture]
    assert not [picture[:200] for picture in mute if 'id="matplotlib.' not in picture]
