"""Graphviz's DOT language: boxes and arrows as text that is the same on every run."""

from .. import backend

TINY = 4                  # values of at most so many elements are written into the picture

# Tints that colour-blind readers can tell apart (after Okabe and Ito, 2008), under near-black text: the boxes
# carry their own ground, so they read the same on a white and on a dark page. Shapes say the same again.
STYLES = {
    "input": 'shape=box style="filled,rounded" fillcolor="#8ecdf2"',
    "parameter": 'shape=box style="filled" fillcolor="#f2b84b" penwidth=2',
    "constant": 'shape=plaintext style="filled" fillcolor="#d9d9d9"',
    "op": 'shape=ellipse style="filled" fillcolor="#f2f2f2"',
    "output": 'shape=box style="filled,rounded" fillcolor="#5cc4a0" peripheries=2',
    "more": 'shape=box style="dashed" fontcolor="#808080"',
}
HEAD = """digraph minitorch {
  graph [bgcolor="transparent" rankdir="TB" ordering="in" nodesep=0.25 ranksep=0.3]
  node [fontname="Helvetica,Arial,sans-serif" fontsize=11 fontcolor="#1a1a1a" color="#808080" height=0.3]
  edge [color="#808080" arrowsize=0.6 fontname="Helvetica,Arial,sans-serif" fontsize=9 fontcolor="#808080"]
"""


class Box:
    """One box of the picture: its kind (a key of STYLES), what it is called, its shape, what it holds."""

    __slots__ = ("array", "grad", "id", "kind", "shape", "title")

    def __init__(self, kind, title, array=None, shape=None, grad=None):
        self.kind, self.title, self.array, self.grad = kind, title, array, grad
        self.shape = shape if array is None else shape_text(array.shape, array.dtype)

    def lines(self, values):
        """What stands in the box, a line each."""
        lines = [part for part in (self.title, self.shape) if part]
        if values and small(self.array):
            lines.append(value_text(self.array.tolist()))
        if values and small(self.grad):
            lines.append("grad " + value_text(self.grad.tolist()))
        return lines


def dot(boxes, arrows, values=True):
    """The whole picture as DOT text. `arrows` are (from, to, label) by the boxes' ids."""
    lines = [f"  {box.id} [label={quote(box.lines(values))} {STYLES[box.kind]}]\n" for box in boxes]
    lines += [f"  {a} -> {b}" + (f" [label={quote([label])}]" if label else "") + "\n" for a, b, label in arrows]
    return HEAD + "".join(lines) + "}\n"


def quote(lines):
    """Lines of text as one DOT string."""
    return '"' + "\\n".join(line.replace("\\", "\\\\").replace('"', '\\"') for line in lines) + '"'


def is_array(x):
    return type(x) in backend.ARRAYS


def small(array):
    return is_array(array) and 0 < array.size <= TINY


def shape_text(shape, dtype):
    """(2, 3), and the dtype where it is not the usual one."""
    kind = "" if dtype.name == "float32" else f" {dtype.name}"
    return f"{tuple(shape)}{kind}"


def value_text(values):
    """A small array's numbers, as one writes them by hand."""
    if isinstance(values, list):
        return "[" + ", ".join(map(value_text, values)) + "]"
    return f"{values + 0:.4g}" if isinstance(values, float | int) else str(values)     # + 0: no −0
