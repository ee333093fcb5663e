"""Lessons for the site: the students' notebooks, with stored outputs."""

import json
from pathlib import Path

from ...display.page import scrolling

ANSWERS, TESTS = "### BEGIN SOLUTION", "### BEGIN HIDDEN TESTS"


def lesson_with_outputs(lesson, solved):
    """Return a lesson's notebook with the outputs stored in its solution, except for cells that students fill in."""
    book = json.loads(Path(lesson).read_text(encoding="utf-8"))
    stored = {cell["id"]: cell for cell in json.loads(Path(solved).read_text(encoding="utf-8"))["cells"]}
    for cell in book["cells"]:
        twin = stored.get(cell["id"])
        source = "" if twin is None else "".join(twin["source"])
        if cell["cell_type"] == "code" and twin is not None and ANSWERS not in source:
            cell["outputs"] = without_hidden_results(twin["outputs"]) if TESTS in source else twin["outputs"]
            cell["execution_count"] = twin["execution_count"]
            for output in cell["outputs"]:
                svg_as_html(output.get("data", {}))
    return json.dumps(book, ensure_ascii=False)


def svg_as_html(data):
    """Change an SVG output to HTML, so that its parts wrap on a phone and its text has the page's colour."""
    if "image/svg+xml" in data:
        data["text/html"] = scrolling("".join(data.pop("image/svg+xml")))


def without_hidden_results(outputs):
    """Return a check's outputs without the line that counts hidden tests, and without the cell's value, the points."""
    said = [{**output, "text": [line for line in output["text"] if "unseen cases" not in line]}
            for output in outputs if output["output_type"] == "stream"]
    return [*said, *(output for output in outputs if output["output_type"] not in ("stream", "execute_result"))]
