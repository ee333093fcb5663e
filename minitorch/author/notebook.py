"""Solution notebooks, executed and stored so that running them again changes no byte: `python -m
minitorch.author.notebook solutions/01_gradients/01_gradients.ipynb`."""

import json
import os
import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from .filling import filled
from .release import lines_of, write, written

HOME = Path(__file__).resolve().parents[2]
VIEW = "application/vnd.jupyter.widget-view+json"          # names a live widget, new in every run
DRAWN_BY_OTHERS = re.compile(r'class="node"|id="matplotlib\.')
NUMBER = re.compile(r"(#\w{6}\b)|[\s,]*[-−]?[\d.]+(?:e[-+]?\d+)?")       # but for colours
WORDS = re.compile(r"<(?:title|desc|text|tspan)\b[^>]*>([^<]+)")
KEPT = ("nbgrader", "tags", "cellView", "jupyter", "deletable", "editable")   # metadata of cells that means something


def same_everywhere():
    """Return settings for a process whose numbers are the same in every run and on every machine.

    One thread, and nothing of AVX-512: with it, OpenBLAS adds in another order, and NumPy's exp has other last digits.
    No row kernels in C, which have other last digits than NumPy.
    """
    found = np.show_config(mode="dicts")["SIMD Extensions"].get("found", ())
    wide = " ".join(name for name in found if name.startswith(("AVX512", "X86_V4")))
    narrow = {"OPENBLAS_CORETYPE": "Haswell", "NPY_DISABLE_CPU_FEATURES": wide} if wide else {}
    return {"OPENBLAS_NUM_THREADS": "1", "MINITORCH_C": "0", **narrow}


def run(notebook, timeout=120):
    """Run all cells of a notebook (a dict), in order and in a folder of its own; return it with its outputs.

    Raises nbclient's CellExecutionError for a cell that fails.
    """
    import nbformat
    from nbclient import NotebookClient
    live = nbformat.reads(json.dumps(notebook), as_version=4)
    paths = os.pathsep.join([str(HOME), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "PYTHONPATH": paths}
    environment.pop("JPY_SESSION_NAME", None)              # none of JupyterLab's pages, also when started from one
    environment = {**same_everywhere(), **environment}
    with TemporaryDirectory() as folder:                   # my_minitorch.py of an earlier run is not in it
        client = NotebookClient(live, timeout=timeout, kernel_name="python3", record_timing=False,
                                store_widget_state=False, resources={"metadata": {"path": folder}},
                                extra_arguments=["--log-level=ERROR"])
        client.execute(env=environment)
    return json.loads(json.dumps(live))


def normal(notebook):
    """Return a notebook as it is stored: without anything that changes from run to run."""
    cells = [normal_cell(cell, number) for number, cell in enumerate(notebook["cells"], 1)]
    metadata = {"language_info": {"name": "python"},
                "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    if "colab" in notebook["metadata"]:
        metadata["colab"] = notebook["metadata"]["colab"]
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def normal_cell(cell, number):
    """Return one cell with an id from its grade_id or its place, the metadata that matters, plain outputs."""
    metadata = {name: value for name, value in cell["metadata"].items() if name in KEPT}
    name = re.sub(r"[^A-Za-z0-9_-]", "-", metadata.get("nbgrader", {}).get("grade_id") or f"cell-{number:02d}")
    if "nbgrader" in metadata:
        metadata["nbgrader"] = {**metadata["nbgrader"], "grade_id": name}      # nbgrader refuses a dot in it
    out = {"cell_type": cell["cell_type"], "id": name, "metadata": metadata,
           "source": lines_of("".join(cell["source"]).rstrip("\n"))}
    if cell["cell_type"] == "code":
        out["execution_count"] = cell.get("execution_count")
        out["outputs"] = outputs(cell.get("outputs", []))
    return out


def outputs(found):
    """Return a cell's outputs with consecutive prints joined, and live widgets reduced to their text."""
    kept: list[dict] = []
    for output in found:
        output = {name: value for name, value in output.items() if name not in ("transient", "traceback")}
        if output["output_type"] == "stream":
            text = "".join(output["text"])
            if kept and kept[-1].get("name") == output["name"]:
                text = "".join(kept.pop()["text"]) + text
            kept.append({**output, "text": lines_of(text)})
            continue
        if "data" in output:
            output["metadata"] = {}
            output["data"] = {mime: lines_of("".join(data)) if mime.startswith(("text/", "image/svg")) else data
                              for mime, data in output["data"].items() if mime != VIEW}
        kept.append(output)
    return kept


def same_pictures(stored, ran):
    """Return a notebook that was run, with the stored output wherever both outputs say the same."""
    before = {cell.get("id"): cell["outputs"] for cell in stored["cells"] if cell["cell_type"] == "code"}
    for cell in ran["cells"]:
        old, new = before.get(cell["id"], []), cell.get("outputs", [])
        if new and len(old) == len(new):
            cell["outputs"] = [was if said(was) == said(now) else now for was, now in zip(old, new, strict=True)]
    return ran


def said(output):
    """Return an output with its pictures reduced to what they say; of a photograph (PNG) only that there is one."""
    data = {mime: said_by("".join(data)) if mime == "image/svg+xml" else mime.startswith("image/") or data
            for mime, data in output.get("data", {}).items()}
    return {**output, "data": data}


def said_by(svg):
    """Return what an SVG says: the drawing without its numbers, which may be measured.

    Of a picture by Graphviz or Matplotlib, which each of their versions draws in its own way: its words and style.
    """
    if not DRAWN_BY_OTHERS.search(svg):
        return NUMBER.sub(r"\1", svg)
    words = {" ".join(found.split()) for found in WORDS.findall(svg)}
    return words, re.findall(r'aria-label="([^"]*)"', svg), NUMBER.sub("", "".join(
        re.findall(r'^<svg[^>]*style="([^"]*)"', svg)))


def execute(path):
    """Fill a notebook from its exercises' records, run it, store it with its outputs; True when that changed the file.

    path   a notebook of solutions/, whose cells need neither ids nor outputs yet
    """
    path = Path(path)
    stored = json.loads(path.read_text(encoding="utf-8"))
    text = written(same_pictures(stored, normal(run(normal(filled(stored))))))
    if path.read_text(encoding="utf-8") == text:
        return False
    write(path, text)
    return True


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(f"{name}: {'stored anew' if execute(name) else 'as it was'}")
