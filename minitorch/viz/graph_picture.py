"""A graph that displays itself: boxes and arrows as a picture, as DOT text and as a sentence."""

from ..display.page import drawing
from . import render
from .dot import LEGEND, Box, dot
from .graph_unfold import unfolding

CROWDED = 60              # maximum number of boxes of a picture that shows values
SPOKEN = {"op": "operation", "group": "folded group", "module": "folded module", "gone": "left-out operation"}


class Graph:
    """A computational graph that displays itself: a picture in a notebook, DOT text everywhere else.

    boxes     in the order in which the program made them
    arrows    (from, to, label) by the boxes' ids
    still     the arrows through which no gradient passes; None if gradients are not drawn
    modules   {path: title} of the modules drawn as frames
    lines     write the lines of the user's program into the boxes; legend: explain the colours
    values    True: show the value of every box; None: of small arrays, if there are not too many boxes
    inside    returns the content of a folded module for a page: see graph_unfold; None if nothing is folded
    rows      lists of modules: their frames in rows, as `dot.dot` draws them; None: in one row
    """

    def __init__(self, boxes, arrows, still=None, modules=None, lines=False, legend=False,
                 values=None, inside=None, rows=None):
        self.boxes, self.arrows, self.still, self.modules = boxes, arrows, still, modules
        self.lines, self.legend, self.asked, self.inside = lines, legend, values, inside
        self.rows = rows
        self.values = "all" if values else values is None and len(boxes) <= CROWDED

    def add(self, title, reads=None, writes=None, kind="op", text=None):
        """Add a box that is no op of the graph, such as a data loader or an optimiser step.

        reads    {title: label} of the boxes from which an arrow leads to the new one; a label may be ""
        writes   {title: label} of the boxes to which an arrow leads
        kind     "op", "input", "parameter", "constant" or "output": how it is drawn
        text     a line below the title
        returns  this Graph

        Raises KeyError if no box has this title.
        """
        boxes = {box.title: box.id for box in self.boxes}
        missing = [other for other in [*(reads or {}), *(writes or {})] if other not in boxes]
        if missing:
            raise KeyError(f"add() finds no box {missing[0]!r} for an arrow; "
                           f"the boxes are {', '.join(map(repr, boxes))}.")
        box = Box(kind, title, shape=text)
        box.id = f"added{len(self.boxes)}"
        self.boxes = [*self.boxes, box]
        self.arrows = [*self.arrows, *[(boxes[other], box.id, label) for other, label in (reads or {}).items()],
                       *[(box.id, boxes[other], label) for other, label in (writes or {}).items()]]
        return self

    @property
    def dot(self):
        """Return the graph in Graphviz's DOT language; the text is the same on every run."""
        return dot(self.boxes, self.arrows, self.values, self.still, self.modules, self.lines, self.legend,
                   self.rows)

    @property
    def description(self):
        """Return the picture as one sentence, for screen readers."""
        counts = {kind: sum(box.kind == kind for box in self.boxes) for kind in LEGEND}
        counted = [f"{count} {SPOKEN.get(kind, kind)}{'s' * (count > 1)}" for kind, count in counts.items() if count]
        cut = sum(bool(box.why) for box in self.boxes)
        return f"Computational graph: {', '.join(counted)}." + f" No gradient passes {cut} of them." * bool(cut)

    def svg(self):
        """Return the picture as SVG text, or None if Graphviz is not installed."""
        try:
            return self.drawn()
        except render.NotDrawn:
            return None

    def drawn(self, attributes=None):
        """Return the picture as SVG text; raise render.NotDrawn if no engine can draw.

        attributes   {id of a box: attributes of its element}
        """
        titles = {box.id: ", ".join([f"{box.kind}: {', '.join(box.lines(self.values))}", *[f"made at {box.line}"]
                                     * bool(box.line)]) for box in self.boxes}
        return render.svg(self.dot, self.description, titles, attributes)

    def save(self, path):
        """Write the picture to `path` (.svg, .png, .pdf or .dot) and return the path.

        Without Graphviz it writes the DOT text to the same name with .dot, and prints what to install.
        """
        return render.save(self, path)

    def _repr_mimebundle_(self, include=None, exclude=None):
        try:
            found = {"text/plain": self.dot, **drawing(self.drawn())}
            return found | {"text/html": unfolding(self)} if "text/html" in found else found
        except render.NotDrawn as why:
            return {"text/plain": f"{self.dot}// {why}"}

    def __repr__(self):
        return self.dot
