"""From DOT text to a picture: Graphviz in process, else the `dot` program, else a line of advice."""

import os
import re
from contextlib import contextmanager
from html import escape
from pathlib import Path

from ..piece import banner

ADVICE = "To see it as a picture install Graphviz: `pip install pygraphviz`, or your system's package `graphviz`."
FORMATS = (".svg", ".png", ".pdf", ".dot")


def in_process(dot, kind):
    """By pygraphviz, which brings Graphviz along: about a millisecond for ten boxes."""
    try:
        from pygraphviz import AGraph
    except ImportError:
        return None
    try:
        with silence():                      # its own font library may not know this system's font settings
            return AGraph(string=dot).draw(format=kind, prog="dot")
    except ValueError:                       # this build of it cannot write that format
        return None


@contextmanager
def silence():
    """Nothing that C code says on standard error is seen."""
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def by_program(dot, kind):
    """By the program `dot`."""
    from graphviz import ExecutableNotFound, pipe
    try:
        return pipe("dot", kind, dot.encode(), quiet=True)
    except ExecutableNotFound:
        return None


ENGINES = [in_process, by_program]


def rendered(dot, kind):
    """The picture as bytes in the format `kind`, or None where no engine can make it."""
    for engine in ENGINES:
        found = engine(dot, kind)
        if found is not None:
            return found
    return None


def svg(dot, description, titles):
    """SVG text that stands in a page: no prolog, a title and a description, a spoken name for each box.

    titles   {id of a box in `dot`: what to call it}
    """
    found = rendered(dot, "svg")
    if found is None:
        return None
    text = found.decode()
    text = text[text.index("<svg"):]
    text = re.sub(r"<!--.*?-->\n?", "", text, flags=re.DOTALL)
    text = re.sub(r"<title>[^<]*&#45;&gt;[^<]*</title>\n?", "", text)
    text = re.sub(r"<title>([^<]*)</title>\n?", lambda m: f"<title>{escape(titles[m[1]])}</title>\n"
                  if m[1] in titles else "", text)
    label = escape(description, quote=True)
    text = text.replace(">", f">\n<title>Computational graph</title>\n<desc>{label}</desc>", 1)
    return text.replace("<svg", f'<svg role="img" aria-label="{label}" style="max-width: 100%; height: auto"', 1)


def save(graph, path):
    """Write a Graph's picture whole or not at all; gives the path written."""
    path = Path(path)
    kind = path.suffix.lower()
    if kind not in FORMATS:
        raise ValueError(f"a graph can be saved as {', '.join(FORMATS)}, not as {path.name!r}.")
    if kind == ".dot":
        data = graph.dot
    else:
        data = graph.svg() if kind == ".svg" else rendered(graph.dot, kind[1:])
    if data is None:
        banner(f"{path.name} was not drawn: there is no Graphviz here, so its text is in "
               f"{path.with_suffix('.dot').name}. {ADVICE}")
        path, data = path.with_suffix(".dot"), graph.dot
    replace(path, data.encode() if isinstance(data, str) else data)
    return path


def replace(path, data):
    """Put `data` in the place of a file in one step: nobody ever reads half a picture."""
    from ..serialization.atomic import whole
    with whole(path) as file:
        file.write(data)
