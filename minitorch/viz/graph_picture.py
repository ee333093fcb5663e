"""A graph that shows itself: boxes and arrows as a picture, as DOT text and as a sentence."""

from ..page import drawing
from . import render
from .dot import LEGEND, Box, dot
from .graph_unfold import unfolding

CROWDED = 60              # boxes; a picture of more leaves values out
PLURALS = {"op": "operations", "group": "folded groups", "module": "folded modules"}
SPOKEN = {"op": "operation", "group": "folded group", "module": "folded module"}


class Graph:
    """A computational graph that shows itself: a picture in a notebook, DOT text everywhere else.

    boxes     in the order in which the program made them
    arrows    (from, to, label) by the boxes' ids
    still     the arrows by which no gradient comes back; None where gradients are not drawn
    modules   {path: title} of the modules drawn as frames
    lines     whether the lines of the user's program stand in the boxes; legend: whether colours are explained
    values    True: of every box; None: where numbers are few and boxes not too many
    inside    what is inside a folded module, which a page opens: see graph_unfold; None where nothing is folded
    """

    def __init__(self, boxes, arrows, still=None, modules=None, lines=False, legend=False,
                 values=None, inside=None):
        self.boxes, self.arrows, self.still, self.modules = boxes, arrows, still, modules
        self.lines, self.legend, self.asked, self.inside = lines, legend, values, inside
        self.values = "all" if values else values is None and len(boxes) <= CROWDED

    def add(self, title, reads=None, writes=None, kind="op", text=None):
        """Add a box that no operation made: where a batch comes from, what a step of an optimiser reads and writes.

        reads    {title: label} of the boxes from which an arrow comes; a label may be ""
        writes   {title: label} of those to which one goes
        kind     "op", "input", "parameter", "constant" or "output": how it is drawn
        text     a line below the title
        returns  this Graph

        Raises KeyError where there is no box of such a title.
        """
        boxes = {box.title: box.id for box in self.boxes}
        missing = [other for other in [*(reads or {}), *(writes or {})] if other not in boxes]
        if missing:
            raise KeyError(f"add() finds no box {missing[0]!r} to draw an arrow to; "
                           f"there are {', '.join(map(repr, boxes))}.")
        box = Box(kind, title, shape=text)
        box.id = f"added{len(self.boxes)}"
        self.boxes = [*self.boxes, box]
        self.arrows = [*self.arrows, *[(boxes[other], box.id, label) for other, label in (reads or {}).items()],
                       *[(box.id, boxes[other], label) for other, label in (writes or {}).items()]]
        return self

    @property
    def dot(self):
        """The graph in Graphviz's language: no addresses, the same text on every run."""
        return dot(self.boxes, self.arrows, self.values, self.still, self.modules, self.lines, self.legend)

    @property
    def description(self):
        """The picture in a sentence, for those who hear it."""
        counts = {kind: sum(box.kind == kind for box in self.boxes) for kind in LEGEND}
        counted = [f"{count} " + (PLURALS.get(kind, kind + "s") if count > 1 else SPOKEN.get(kind, kind))
                   for kind, count in counts.items() if count]
        cut = sum(bool(box.why) for box in self.boxes)
        return f"Computational graph: {', '.join(counted)}." + f" No gradient passes {cut} of them." * bool(cut)

    def svg(self):
        """The picture as SVG text, or None where no Graphviz is installed."""
        try:
            return self.drawn()
        except render.NotDrawn:
            return None

    def drawn(self, attributes=None):
        """The picture as SVG text; raises render.NotDrawn where nothing can draw.

        attributes   {id of a box: attributes of its element}
        """
        titles = {box.id: ", ".join([f"{box.kind}: {', '.join(box.lines(self.values))}", *[f"made at {box.line}"]
                                     * bool(box.line)]) for box in self.boxes}
        return render.svg(self.dot, self.description, titles, attributes)

    def save(self, path):
        """Write the picture to `path`: .svg, .png, .pdf or .dot. Gives the path written.

        Without Graphviz the DOT text is written beside it instead, and one line says what to install.
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
