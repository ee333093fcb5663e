"""Graphviz's DOT language: boxes and arrows as text that is the same on every run."""

import re
from itertools import pairwise

from .. import backend
from ..inspect.watch import parent_path
from ..text import shape_text, shortened

MANY = 60                 # boxes; of more, Graphviz looks for a layout that is good enough, with straight arrows
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
    "module": 'shape=box3d style="filled" fillcolor="#d9c8ec"',
    "group": 'shape=box style="filled,rounded" fillcolor="#f2f2f2" peripheries=2',
}
VALUE, GRADIENT = "#0072b2", "#d55e00"       # arrows: forward in blue, back in vermilion
LEGEND = {"input": "input", "parameter": "parameter", "constant": "constant, buffer", "op": "operation",
          "output": "output", "module": "module, folded", "group": "several operations of one line"}
HEAD = """digraph minitorch {
  graph [bgcolor="transparent" rankdir="TB" ordering="in" nodesep=0.25 ranksep=0.3]
  node [fontname="Helvetica,Arial,sans-serif" fontsize=11 fontcolor="#1a1a1a" color="#808080" height=0.3]
  edge [color="#808080" arrowsize=0.6 fontname="Helvetica,Arial,sans-serif" fontsize=9 fontcolor="#808080"]
"""


class Box:
    """One box of the picture: its kind (a key of STYLES), what it is called, its shape, what it holds.

    path    of the module it belongs to, or None
    line    of the program that made it
    still   no gradient passes through it; `why` says so where one might be expected
    count   how many operations it stands for
    inside  the path of the module it stands for, or None
    """

    __slots__ = ("array", "count", "grad", "id", "inside", "kind", "line", "path", "shape", "still", "title", "why")

    def __init__(self, kind, title, array=None, shape=None, grad=None):
        self.kind, self.title, self.array, self.grad = kind, title, array, grad
        self.shape = shape if array is None else shape_text(array.shape, array.dtype)
        self.path, self.line, self.still, self.why, self.count = None, "", False, "", int(kind == "op")
        self.inside = None

    def lines(self, values):
        """What stands in the box, a line each; values are left out, shown where they are few, or "all" of them told."""
        shown = (("", self.array), ("grad ", self.grad)) if values else ()
        numbers = [head + (value_text(array.tolist()) if small(array) else summary(array)) for head, array in shown
                   if small(array) or values == "all" and is_array(array) and array.size]
        return [part for part in (self.title, self.shape, *numbers, self.why) if part]


def dot(boxes, arrows, values=True, still=None, modules=None, lines=False, legend=False):
    """The whole picture as DOT text. `arrows` are (from, to, label) by the boxes' ids.

    still     the arrows that no gradient comes back by: the others are drawn both ways; None: no gradients drawn
    modules   {path: title} of those that are drawn as frames around their boxes
    lines     write the line of the program into each box
    """
    inside: dict = {}
    for box in boxes:
        text = box.lines(values) + [code(box.line)] * bool(lines and box.line)
        quiet = still is not None and box.still and box.kind not in ("constant", "input")
        style = STYLES[box.kind].replace("filled", "filled,dashed") if quiet else STYLES[box.kind]
        inside.setdefault(box.path if modules and box.path in modules else None, []).append(
            f"  {box.id} [label={quote(text)} {style}]\n")
    found = frames(inside, modules or {}) + "".join(inside.get(None, ()))
    for arrow in arrows:
        a, b, label = arrow
        words = [f"label={quote([label])}"] if label else []
        if still is not None:
            words.append(f'color="{VALUE}"' + f' style=dashed fontcolor="{GRADIENT}"' * bool(label and arrow in still))
        found += f"  {a} -> {b}" + (f" [{' '.join(words)}]" if words else "") + "\n"
        if still is not None and arrow not in still:
            found += f'  {a} -> {b} [dir=back color="{GRADIENT}" arrowtail=vee]\n'
    quick = "" if len(boxes) <= MANY else "  graph [nslimit=0.5 splines=line]\n"
    return HEAD + quick + found + (legend_of(boxes, still) if legend else "") + "}\n"


def frames(inside, modules):
    """The modules as frames, each within the one around it; a frame without anything in it is left out."""
    def frame(path):
        below = [frame(other) for other in modules if other and parent_path(other, modules) == path]
        body = "".join([*below, *inside.get(path, ())])
        return "" if not body else (
            f"  subgraph {quote(['cluster_' + path])} {{\n  label={quote([modules[path]])} labeljust=l "
            f'fontsize=10\n  style="rounded" color="#808080" fontcolor="#808080" bgcolor="#80808018"\n'
            f'  fontname="Helvetica,Arial,sans-serif"\n{body}  }}\n')
    return "".join(frame(path) for path in modules if parent_path(path, modules) is None)


def legend_of(boxes, still):
    """What the shapes and colours of this picture mean, in a frame of its own."""
    kinds = {box.kind for box in boxes}
    found = "".join(f"  legend_{kind} [label={quote([text])} {STYLES[kind]}]\n"
                    for kind, text in LEGEND.items() if kind in kinds)
    if still is not None:
        for name, text, colour in (("forward", "values go on", VALUE), ("back", "gradients come back", GRADIENT),
                                   ("still", "dashed: no gradient passes", "#808080")):
            found += f'  legend_{name} [label={quote([text])} shape=plaintext fontcolor="{colour}"]\n'
    names = re.findall(r"legend_\w+", found)                      # one below the other
    found += "".join(f"  {a} -> {b} [style=invis]\n" for a, b in pairwise(names))
    return ('  subgraph cluster_legend {\n  label="legend" labeljust=l fontsize=10 style="rounded" color="#808080" '
            f'fontcolor="#808080" fontname="Helvetica,Arial,sans-serif"\n{found}  }}\n')


def code(line):
    """The code of a line, without the place where it stands."""
    return shortened(line.partition("` (")[0].strip("`"))


def quote(lines):
    """Lines of text as one DOT string."""
    return '"' + "\\n".join(line.replace("\\", "\\\\").replace('"', '\\"') for line in lines) + '"'


def is_array(x):
    return type(x) in backend.ARRAYS


def small(array):
    return is_array(array) and 0 < array.size <= TINY


def value_text(values):
    """A small array's numbers, as one writes them by hand."""
    if isinstance(values, list):
        return "[" + ", ".join(map(value_text, values)) + "]"
    return f"{values + 0:.4g}" if isinstance(values, float | int) else str(values)     # + 0: no −0


def summary(array):
    """A large array's numbers in a few words."""
    return f"mean {array.mean():.3g}, {array.min():.3g} to {array.max():.3g}"
