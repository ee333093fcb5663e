"""Draw DOT text with pygraphviz, or else with the program `dot`; without both, say which program to install."""

import os
import re
import threading
from contextlib import contextmanager
from html import escape
from pathlib import Path

from ..display.page import LARGER, alone, fitting
from ..engine.piece import notify
from ..serialization.atomic import atomic_write

ADVICE = "To see it as a picture install Graphviz: `pip install pygraphviz`, or your system's package `graphviz`."
FORMATS = (".svg", ".png", ".pdf", ".dot")
one_at_a_time = threading.Lock()           # lets one thread draw at a time, because Graphviz's library has global state


class NotDrawn(ImportError):
    """Raised if Graphviz is missing or fails; the message says in one line why, and what to install."""


def in_process(dot, kind):
    """Draw with pygraphviz, which includes Graphviz: about a millisecond for ten boxes."""
    try:
        from pygraphviz import AGraph
    except ModuleNotFoundError:
        return None
    with one_at_a_time, silence():           # Graphviz's font library may print warnings about the system's fonts
        return AGraph(string=dot).draw(format=kind, prog="dot")


@contextmanager
def silence():
    """Hide what C code writes to standard error."""
    try:
        kept = os.dup(2)
    except OSError:                          # a program that runs without a console, by pythonw, has no standard error
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def by_program(dot, kind):
    """Draw with the program `dot`."""
    from graphviz import ExecutableNotFound, pipe
    try:
        return pipe("dot", kind, dot.encode(), quiet=True)
    except ExecutableNotFound:
        return None


ENGINES = [in_process, by_program]


def rendered(dot, kind):
    """Return the picture as bytes in the format `kind`.

    Raises NotDrawn if no engine is installed, or if each one fails.
    """
    failures = []
    for engine in ENGINES:
        try:
            found = engine(dot, kind)
        except Exception as error:           # the installation is broken, or cannot write this format
            said = getattr(error, "stderr", None) or str(error)
            said = said.decode(errors="replace") if isinstance(said, bytes) else said
            failures.append(" ".join(said.split()) or type(error).__name__)
        else:
            if found is not None:
                return found
    why = f"Graphviz fails here ({'; '.join(failures)})." if failures else "There is no Graphviz here."
    raise NotDrawn(f"{why} {ADVICE}")


def svg(dot, description, titles, attributes=None):
    """Return an <svg> element as text. Screen readers find in it the description, and a name for each box.

    titles       {id of a box in `dot`: its name}
    attributes   {id of a box: attributes of its element}

    Raises NotDrawn if no engine can draw.
    """
    text = rendered(dot, "svg").decode()
    text = re.sub(r"<!--.*?-->\n?", "", text[text.index("<svg"):], flags=re.DOTALL)
    text = re.sub(r"<title>[^<]*&#45;&gt;[^<]*</title>\n?", "", text)
    text = re.sub(r'(<g id="node\d+" class="node")(>\s*<title>([^<]*)</title>)', lambda m: m[1] + " " * (
        m[3] in (attributes or {})) + (attributes or {}).get(m[3], "") + m[2], text)
    text = re.sub(r"<title>([^<]*)</title>\n?", lambda m: f"<title>{escape(titles[m[1]])}</title>\n"
                  if m[1] in titles else "", text)
    label = escape(description, quote=True)
    text = text.replace(">", f">\n<title>Computational graph</title>\n<desc>{label}</desc>", 1)
    wide, high = (float(size) for size in re.search(r'viewBox="\S+ \S+ ([\d.]+) ([\d.]+)"', text).groups())
    head = f'<svg role="img" aria-label="{label}" style="{fitting(text, wide)}"'
    return re.sub(r'<svg(?: width="[^"]*"\s+height="[^"]*")?',
                  lambda _: f'{head} width="{LARGER * wide:g}" height="{LARGER * high:g}"', text, count=1)


def save(graph, path):
    """Write a Graph's picture, completely or not at all, and return the path."""
    path = Path(path)
    kind = path.suffix.lower()
    if kind not in FORMATS:
        raise ValueError(f"a graph can be saved as {', '.join(FORMATS)}, not as {path.name!r}.")
    try:
        data = {".dot": lambda: graph.dot, ".svg": lambda: alone(graph.drawn())}.get(
            kind, lambda: rendered(graph.dot, kind[1:]))()
    except NotDrawn as why:
        notify(f"{path.name} was not drawn; its text is in {path.with_suffix('.dot').name}. {why}")
        path, data = path.with_suffix(".dot"), graph.dot
    with atomic_write(path) as file:
        file.write(data.encode() if isinstance(data, str) else data)
    return path
