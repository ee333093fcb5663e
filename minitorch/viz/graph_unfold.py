"""Folded modules that a reader opens on a page: by a click on the box, or, without scripts, on a line below it."""

from copy import copy
from html import escape

from ..display.page import scrolling
from .dot import Box
from .graph_fold import chain, fold, within

MOST = 24                 # maximum number of folded modules of a picture whose inside it shows
OPEN = ("const found = [...this.closest('.minitorch-graph').children].find(x =&gt; x.dataset.module === this.dataset."
        "module); found.open = !found.open; found.open &amp;&amp; found.scrollIntoView({block: 'nearest'})")


class Inside:
    """A graph before folding. Called with a module's path, it returns the inside of this module, folded by `fold`."""

    def __init__(self, boxes, arrows, still, modules, shapes=None):
        self.boxes, self.arrows = [copy(box) for box in boxes], arrows
        self.still, self.modules, self.shapes = still, modules, shapes

    def __call__(self, path):
        own = {box.id for box in self.boxes if within(box, path, self.modules)}
        arrows = [arrow for arrow in self.arrows if arrow[0] in own or arrow[1] in own]
        seen = {name for a, b, _ in arrows for name in (a, b)} | own
        boxes = [copy(box) if box.id in own else make_outside_box(box) for box in self.boxes if box.id in seen]
        still = None if self.still is None else {arrow for arrow in arrows if arrow in self.still}
        return fold(boxes, arrows, still, {name: module for name, module in self.modules.items()
                                           if path in chain(name, self.modules)}, None, self.shapes)


def make_outside_box(box):
    """Return a small box that replaces a box outside the opened module, where an arrow from or to the module ends."""
    found = Box("more", box.title or box.kind, shape=box.shape)
    found.id, found.still = box.id, box.still
    return found


def opening(path):
    """Return attributes for a box: a click, or the Enter key, then opens and closes the module's inside."""
    return (f'role="button" tabindex="0" style="cursor: pointer" data-module="{escape(path, quote=True)}" '
            f'onclick="{OPEN}" onkeydown="if (event.key === \'Enter\') this.onclick(event)"')


def unfolding(graph, left=None):
    """Return a graph as HTML: its picture, and below it each folded module, which can be opened."""
    left = [MOST] if left is None else left
    folded = [box for box in graph.boxes if box.inside is not None and graph.inside is not None]
    drawn = folded[:left[0]]
    left[0] -= len(drawn)
    parts = [scrolling(graph.drawn({box.id: opening(box.inside) for box in drawn}))]
    for box in drawn:
        within_it = type(graph)(*graph.inside(box.inside), graph.lines, values=graph.asked, inside=graph.inside)
        parts.append(f'<details style="margin-left: 1em" data-module="{escape(box.inside, quote=True)}"><summary '
                     f'style="cursor: pointer">{escape(f"{box.title}, {box.shape}")}</summary>'
                     f'{unfolding(within_it, left)}</details>')
    if len(drawn) < len(folded):
        parts.append(f"<small>{len(folded) - len(drawn)} more: draw a module by itself to see its inside.</small>")
    return f'<div class="minitorch-graph">{"".join(parts)}</div>'
