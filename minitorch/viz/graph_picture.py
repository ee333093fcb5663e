"""A graph that shows itself: boxes and arrows as a picture, as DOT text and as a sentence."""

from ..inspect.page import drawing
from . import render
from .dot import LEGEND, dot

CROWDED = 60              # boxes; a picture of more leaves values out
PLURALS = {"op": "operations", "group": "folded groups", "module": "folded modules"}
SPOKEN = {"op": "operation", "group": "folded group", "module": "folded module"}


class Graph:
    """A computational graph that shows itself: a picture in a notebook, DOT text everywhere else.

    boxes     in the order in which the program made them
    arrows    (from, to, label) by the boxes' ids
    still     the arrows by which no gradient comes back; None where gradients are not drawn
    modules   {path: title} of the modules drawn as frames
    """

    def __init__(self, boxes, arrows, still=None, modules=None, lines=False, legend=False):
        self.boxes, self.arrows, self.still, self.modules = boxes, arrows, still, modules
        self.lines, self.legend = lines, legend
        self.values = len(boxes) <= CROWDED

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

    def drawn(self):
        """The picture as SVG text; raises render.NotDrawn where nothing can draw."""
        titles = {box.id: ", ".join([f"{box.kind}: {', '.join(box.lines(self.values))}", *[f"made at {box.line}"]
                                     * bool(box.line)]) for box in self.boxes}
        return render.svg(self.dot, self.description, titles)

    def save(self, path):
        """Write the picture to `path`: .svg, .png, .pdf or .dot. Gives the path written.

        Without Graphviz the DOT text is written beside it instead, and one line says what to install.
        """
        return render.save(self, path)

    def _repr_mimebundle_(self, include=None, exclude=None):
        try:
            return {"text/plain": self.dot, **drawing(self.drawn())}
        except render.NotDrawn as why:
            return {"text/plain": f"{self.dot}// {why}"}

    def __repr__(self):
        return self.dot
