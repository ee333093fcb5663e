"""Lessons for the site: what students get, with what the cells show when they run."""

import json
from pathlib import Path

ANSWERS = "### BEGIN SOLUTION"


def shown(lesson, solved):
    """The notebook of a lesson, with the outputs that are stored beside its answers; blanks show nothing."""
    book = json.loads(Path(lesson).read_text(encoding="utf-8"))
    stored = {cell["id"]: cell for cell in json.loads(Path(solved).read_text(encoding="utf-8"))["cells"]}
    for cell in book["cells"]:
        twin = stored.get(cell["id"])
        if cell["cell_type"] == "code" and twin is not None and ANSWERS not in "".join(twin["source"]):
            cell["outputs"], cell["execution_count"] = twin["outputs"], twin["execution_count"]
    return json.dumps(book, ensure_ascii=False)
