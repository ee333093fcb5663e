"""Write boxes and arrows in Graphviz's DOT language; the text is the same on every run."""

import re
from itertools import pairwise

from .. import backend
from ..display.page import SAID, WORDS
from ..display.text import shape_text, shortened
from ..inspect.watch import parent_path
from .colours import BOXES, GRADIENT, VALUE

MANY = 60                 # number of boxes; with more boxes, Graphviz draws straight arrows, to save time
TINY = 4                  # the picture contains the numbers of values of at most this many elements

LEGEND = {"input": "input", "parameter": "parameter", "constant": "constant, buffer", "op": "operation",
          "output": "output", "module": "module, folded", "group": "several operations in one",
          "gone": "left out by a pass"}
HEAD = """digraph minitorch {
  graph [bgcolor="transparent" rankdir="TB" ordering="in" nodesep=0.25 ranksep=0.3]
  node [fontname="Helvetica,Arial,sans-serif" fontsize=12 fontcolor="#1a1a1a" color="#808080" height=0.3]
  edge [color="#808080" arrowsize=0.6 fontname="Helvetica,Arial,sans-serif" fontsize=11 fontcolor="#595959"]
"""


class Box:
    """One box of the picture: its kind (a key of BOXES), its title, and the shape, array and gradient of its value.

    path    the path of the module it belongs to, or None
    line    the line of the program that made its value
    still   True if no gradient passes through it; `why` gives the reason if a reader might expect a gradient
    count   how many operations it replaces
    inside  the path of the module it replaces, or None
    """

    __slots__ = ("array", "count", "grad", "id", "inside", "kind", "line", "path", "shape", "still", "title", "why")

    def __init__(self, kind, title, array=None, shape=None, grad=None):
        self.kind, self.title, self.array, self.grad = kind, title, array, grad
        self.shape = shape if array is None else shape_text(array.shape, array.dtype)
        self.path, self.line, self.still, self.why, self.count = None, "", False, "", int(kind == "op")
        self.inside = None

    def lines(self, values):
        """Return the box's lines of text. values=False: no numbers; True: if there are few; "all": of every array."""
        shown = (("", self.array), ("grad ", self.grad)) if values else ()
        numbers = [head + line for head, array in shown if small(array) or values == "all" and is_array(array)
                   and array.size for line in ([value_text(array.tolist())] if small(array) else summary(array))]
        title = re.sub(r"(.{12,}?) (?=\w+=)", r"\1\n", self.title or "").split("\n")   # write settings on further lines
        return [part for part in (*title, self.shape, *numbers, self.why) if part]


def dot(boxes, arrows, values=True, still=None, modules=None, lines=False, legend=False, rows=None):
    """Return the whole picture as DOT text. `arrows` are (id of a box, id of a box, label).

    still     the arrows through which no gradient passes: all others are drawn in both directions. None: no gradients
    modules   {path: title} of the modules that are drawn as frames around their boxes
    lines     write into each box the line of the program that made it
    rows      lists of modules: the frames of a list are next to each other, below those of the list before it
    """
    gone = {box.id for box in boxes if box.kind == "gone"}
    row_of = {box.id: row for box in boxes for row, paths in enumerate(rows or ()) if box.path in paths}
    worker_of = {box.id: box.path for box in boxes if str(box.path).startswith("worker:")}
    inside: dict = {}
    for box in boxes:
        text = box.lines(values) + [code(box.line)] * bool(lines and box.line)
        quiet = still is not None and box.still and box.kind not in ("constant", "input")
        style = BOXES[box.kind].replace("filled", "filled,dashed") if quiet else BOXES[box.kind]
        inside.setdefault(box.path if modules and box.path in modules else None, []).append(
            f"  {box.id} [label={quote(text)} {style}]\n")
    found = frames(inside, modules or {}) + "".join(inside.get(None, ()))
    found += row_breaks(boxes, arrows, rows or ())
    found += "".join(arrow_text(arrow, still, gone, row_of, worker_of) for arrow in arrows)
    if modules and not rows:
        found += "  newrank=true\n" + under_inputs(boxes, arrows, modules)   # arrows that leave a frame lead down too
    quick = "" if len(boxes) <= MANY else "  graph [nslimit=0.5 splines=line]\n"
    return HEAD + quick + found + (legend_of(boxes, still) if legend else "") + "}\n"


def arrow_text(arrow, still, gone, row_of, worker_of):
    """Return an arrow's lines of DOT text; from worker to worker it is thick and coloured."""
    a, b, label = arrow
    words = [f"label={quote([f' {label} '])}"] if label else []          # spaces separate adjacent labels
    if still is not None:
        lost = f' style=dashed fontcolor="{SAID[GRADIENT]}"' * bool(label and arrow in still)
        words.append(f'color="{VALUE}"{lost}')
    if worker_of.get(a, worker_of.get(b)) != worker_of.get(b, worker_of.get(a)):
        words.append(f'color="{GRADIENT}" penwidth=2.5 fontcolor="{SAID[GRADIENT]}" fontsize=12')
    if {a, b} & gone:
        words.append("style=dashed")
    if row_of.get(a, 0) > row_of.get(b, 0):                              # an upward arrow moves no box
        words.append("constraint=false")
    found = f"  {a} -> {b}" + (f" [{' '.join(words)}]" if words else "") + "\n"
    if still is not None and arrow not in still:
        found += f'  {a} -> {b} [dir=back color="{GRADIENT}" arrowtail=vee]\n'
    return found


def under_inputs(boxes, arrows, modules):
    """Return invisible arrows from inputs that are in no inner frame to their ops' parameters, which are then below."""
    kinds = {box.id: box.kind for box in boxes}
    outer = [(box.id, op) for box in boxes if box.kind == "input" and not (box.path and box.path in modules)
             for a, op, _ in arrows if a == box.id]
    return "".join(f"  {box} -> {a} [style=invis]\n" for box, op in outer for a, b, _ in arrows
                   if b == op and kinds[a] in ("parameter", "constant"))


def row_breaks(boxes, arrows, rows):
    """Return invisible arrows from the lowest boxes of each frame to the highest of the frame below it."""
    path_of = {box.id: box.path for box in boxes}
    inner = [(a, b) for a, b, _ in arrows if path_of.get(a) is not None and path_of[a] == path_of.get(b)]
    above, below = dict.fromkeys(path_of, 0), dict.fromkeys(path_of, 0)  # maximum boxes above and below each box
    for a, b in inner:
        above[b] = max(above[b], above[a] + 1)
    for a, b in reversed(inner):
        below[a] = max(below[a], below[b] + 1)

    def farthest(path, steps):
        inside = [box for box in path_of if path_of[box] == path]
        most = max((steps[box] for box in inside), default=0)
        return [box for box in inside if steps[box] == most]
    frame_pairs = [pair for upper, lower in pairwise(rows) for pair in zip(upper, lower)]
    return "".join(f"  {a} -> {b} [style=invis]\n" for over, under in frame_pairs
                   for a in farthest(over, above) for b in farthest(under, below))


def frames(inside, modules):
    """Return the modules as nested frames; a frame without boxes is left out."""
    def frame(path):
        below = [frame(other) for other in modules if other and parent_path(other, modules) == path]
        body = "".join([*below, *inside.get(path, ())])
        return "" if not body else (
            f"  subgraph {quote(['cluster_' + path])} {{\n  label={quote([modules[path]])} labeljust=l "
            f'fontsize=11\n  style="rounded" color="#808080" fontcolor="#595959" bgcolor="#80808018"\n'
            f'  fontname="Helvetica,Arial,sans-serif"\n{body}  }}\n')
    return "".join(frame(path) for path in modules if parent_path(path, modules) is None)


def legend_of(boxes, still):
    """Return a frame that explains the shapes and colours that this picture uses."""
    kinds = {box.kind for box in boxes}
    found = "".join(f"  legend_{kind} [label={quote([text])} {BOXES[kind]}]\n"
                    for kind, text in LEGEND.items() if kind in kinds)
    if still is not None:
        for name, text, colour in (("forward", "values go on", SAID[VALUE]),
                                   ("back", "gradients come back", SAID[GRADIENT]),
                                   ("still", "dashed: no gradient passes", WORDS)):
            found += f'  legend_{name} [label={quote([text])} shape=plaintext fontcolor="{colour}"]\n'
    names = re.findall(r"legend_\w+", found)      # invisible arrows put each line of the legend below the one before it
    found += "".join(f"  {a} -> {b} [style=invis]\n" for a, b in pairwise(names))
    below = f"  {boxes[-1].id} -> {names[0]} [style=invis]\n"      # next to the picture, its lines would be far apart
    return ('  subgraph cluster_legend {\n  label="legend" labeljust=l fontsize=11 style="rounded" color="#808080" '
            f'fontcolor="{WORDS}" fontname="Helvetica,Arial,sans-serif"\n{found}  }}\n{below}')


def code(line):
    """Return the code of a line, without its file and number."""
    return shortened(line.partition("` (")[0].strip("`"))


def quote(lines):
    """Return lines of text as one DOT string in quotes."""
    return '"' + "\\n".join(line.replace("\\", "\\\\").replace('"', '\\"') for line in lines) + '"'


def is_array(x):
    return type(x) in backend.ARRAYS


def small(array):
    return is_array(array) and 0 < array.size <= TINY


def value_text(values):
    """Return a small array's numbers as text, as a person writes them."""
    if isinstance(values, list):
        return "[" + ", ".join(map(value_text, values)) + "]"
    return f"{values + 0:.4g}" if isinstance(values, float | int) else str(values)     # + 0 turns −0 into 0


def summary(array):
    """Return two short lines of text about a large array: its mean; its smallest and its largest number."""
    return f"mean {array.mean():.2g}", f"{array.min():.2g} to {array.max():.2g}"
