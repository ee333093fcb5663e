"""Lessons for the site: what students get, with what the cells show when they run."""

import json
from pathlib import Path

ANSWERS, TESTS = "### BEGIN SOLUTION", "### BEGIN HIDDEN TESTS"


def shown(lesson, solved):
    """The notebook of a lesson, with the outputs that are stored beside its answers; blanks show nothing."""
    book = json.loads(Path(lesson).read_text(encoding="utf-8"))
    stored = {cell["id"]: cell for cell in json.loads(Path(solved).read_text(encoding="utf-8"))["cells"]}
    for cell in book["cells"]:
        twin = stored.get(cell["id"])
        source = "" if twin is None else "".join(twin["source"])
        if cell["cell_type"] == "code" and twin is not None and ANSWERS not in source:
            cell["outputs"] = of_the_check(twin["outputs"]) if TESTS in source else twin["outputs"]
            cell["execution_count"] = twin["execution_count"]
    return json.dumps(book, ensure_ascii=False)


def of_the_check(outputs):
    """What a check says, without what the hidden tests below it add: their count, and the points as a value."""
    said = [{**output, "text": [line for line in output["text"] if "unseen cases" not in line]}
            for output in outputs if output["output_type"] == "stream"]
    return [*said, *(output for output in outputs if output["output_type"] not in ("stream", "execute_result"))]
