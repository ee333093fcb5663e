"""The walk back as pictures: one layout of the graph, drawn once and restyled at each step."""

import re
from collections import namedtuple
from functools import cached_property
from html import escape

from ..page import drawing
from ..text import shortened
from .dot import small, value_text
from .picture import SlidingPicture, fitting, play_slider, svg_page, svg_text, widget_view
from .render import NotDrawn

GROUP = re.compile(r'<g id="(node|edge)(\d+)" class="\w+">\n(.*?</g>)', re.S)
NUMBER = re.compile(r"-?\d+\.?\d*")
VALUE, GRADIENT, PARAMETER = "#0072b2", "#d55e00", "#9a6700"      # in every picture: blue, vermilion, ochre
TINTS = {VALUE: "#dceefb", GRADIENT: "#fff0e0", PARAMETER: "#f2b84b"}
MARGIN, ABOVE = 70, 12                    # points beside and above the picture, for the last badges
IN_STRIP, COLUMNS, LINE = 8, 4, 15


class View(SlidingPicture):
    """The pictures of a Steps: one frame, a strip of them, or a slider.

    at        the step that the slider shows
    missing   why nothing is drawn and what to install, in one line; "" where the pictures are there
    """

    drawn, at, missing = None, 0, ""

    def pieces(self):
        """The drawn graph, cut into what changes and what does not; drawn when first asked for."""
        if self.drawn is None:
            try:
                svg = self.steps.graph.drawn()
            except NotDrawn as why:
                svg, self.missing = "", str(why)
            wide = re.search(r'width="([\d.]+)pt" height="([\d.]+)pt"', svg)
            self.size = (float(wide[1]) + MARGIN, float(wide[2]) + ABOVE) if wide else (0, 0)
            self.drawn = GROUP.split(svg[svg.find('<g id="graph0"'):svg.rfind("</svg>")]) if wide else []
            self.edge_of = {str(i): (a, b) for i, (a, b, _) in enumerate(self.steps.graph.arrows, 1)}
        return self.drawn

    def drawing(self, frames, place="", label=""):
        """The graph after some frames, as SVG text; '' where nothing can draw."""
        pieces, out = self.pieces(), []
        if not pieces:
            return ""
        marks, badges = frames[-1].marks(frames, self.steps.box_of), []
        for i in range(0, len(pieces) - 1, 4):
            still, kind, number, body = pieces[i:i + 4]
            out.append(still.replace('id="graph0" class="graph"', ""))
            if kind == "edge":
                on = self.edge_of[number] in marks.arrows
                out.append(f"<g>{body.replace('#808080', marks.colour) if on else body}")
            else:
                out.append(styled(body, f"n{int(number) - 1}", marks, badges))
        last = pieces[-1]
        out += [last[:last.rfind("</g>")], *badges, "</g>"] if badges else [last]      # over everything else
        width, height = self.size
        drawn = "".join(out)
        head = place or (f'role="img" aria-label="{escape(label, quote=True)}" '
                         f'style="{fitting(drawn, width)}" width="{width:g}pt" height="{height:g}pt"')
        return (f'<svg xmlns="http://www.w3.org/2000/svg" {head} viewBox="0 {-ABOVE} {width:g} {height:g}">'
                f"{drawn}</svg>")

    @cached_property
    def tallest(self):
        """Lines of the longest step's words: so much room is kept, and the picture below stands still."""
        return max(1 + self.steps.text(i).count("\n") for i in range(len(self.steps)))

    def html(self):
        """What the slider shows: the step in words, and below it the picture, or two side by side."""
        steps, i, text = self.steps, self.at, self.steps.text(self.at)
        sides = [("given", steps.frames[:i + 1]), ("right", steps.beside[:i + 1])]
        drawings = [(f"<b>{name}</b><br>" if steps.beside else "") + self.drawing(frames, label=text)
                    for name, frames in sides if frames]
        pictures = "".join(f"<div>{drawing}</div>" for drawing in drawings)
        words = escape("\n".join(filter(None, [text, self.missing])))
        return (f'<pre style="line-height: 1.4; min-height: {1.4 * self.tallest:.1f}em; margin: 0; overflow-x: auto">'
                f'{words}</pre><div style="display: flex; gap: 1.5em">{pictures}</div>')

    def text(self):
        """All steps in words, and what is missing."""
        return "\n".join(filter(None, [self.steps.text(), self.missing]))

    def svg(self):
        """Eight frames from the first to the last as one picture, for pages without a slider; None without Graphviz."""
        steps = self.steps
        if not self.pieces():
            return None
        last = len(steps.frames) - 1
        spread = range(last + 1) if last < IN_STRIP else [round(i * last / (IN_STRIP - 1)) for i in range(IN_STRIP)]
        width, height = (0.8 * size for size in self.size)
        cells, y, longest = [], 0.0, 0
        count = len(steps.frames)
        sides = ([("given: ", steps.frames, range(min(count, COLUMNS))),
                  ("right: ", steps.beside, range(min(max(count, 1), COLUMNS)))]
                 if steps.beside else [("", steps.frames, spread)])
        for side, frames, row in sides:
            for i, at in enumerate(row):
                x, top = (i % COLUMNS) * width, y + (i // COLUMNS) * (height + 2 * LINE)
                title = shortened(f"{side}step {at + 1} of {len(steps)}: {frames[at].name}", 40)
                cells += [svg_text(x + 4, top + LINE, title),
                          self.drawing(frames[:at + 1], place=f'x="{x:g}" y="{top + 1.5 * LINE:g}" '
                                                              f'width="{width:g}" height="{height:g}"')]
            y, longest = y + -(-len(row) // COLUMNS) * (height + 2 * LINE), max(longest, len(row))
        wide = width * min(COLUMNS, longest)
        for line in steps.why.split("\n") if steps.why else ():
            y, wide = y + LINE, max(wide, 6 * len(line))
            cells.append(svg_text(4, y - 4, line.strip()))
        return svg_page(cells, wide, y, steps.text())

    def make_slider(self, widgets):
        slider, row = play_slider(widgets, len(self.steps), "step", first=1, interval=1500)
        slider.value = self.at + 1
        return slider, row

    def moved(self, value):
        self.at = value - 1

    def go(self, i):
        self.at = i
        if self.slider is not None:
            self.slider.value = i + 1

    def _repr_mimebundle_(self, include=None, exclude=None):
        """Return the text, the strip, and the slider where there is a kernel to drive it."""
        strip = self.svg()                               # sets what is missing, too
        drawn = {} if strip is None else drawing(strip, in_kernel())
        return {"text/plain": self.text()} | drawn | (widget_view(self.widget()) if in_kernel() else {})


def in_kernel():
    """Whether this is a notebook with widgets."""
    try:
        import ipywidgets  # noqa: F401
        from IPython import get_ipython
    except ImportError:
        return False
    return getattr(get_ipython(), "kernel", None) is not None


class Marks(namedtuple("Marks", "now pale badges arrows colour")):
    """How a picture is restyled at one step, by the ids of boxes.

    now      the box at work, or None; pale, those that are not looked at any more, or not yet
    badges   {box: what stands beside it}; arrows, the (from, to) that are used; colour, of all of it
    """


def styled(body, name, marks, badges):
    """One box of the picture as it stands at this step; its value or gradient is added to the drawn badges."""
    shape, badge = body.partition("</text>")[0], marks.badges.get(name)
    if name == marks.now or badge is not None:
        body = re.sub(r'stroke="(#808080|none)"( stroke-width="\d+")?',
                      f'stroke="{marks.colour}" stroke-width="{3 if name == marks.now else 1.5}"', body, count=1)
    if badge is None:
        return f'<g opacity="{0.45 if name in marks.pale and name != marks.now else 1}">{body}'
    right, top = corner(shape)
    badges.append(f'<rect x="{right - 6:.1f}" y="{top - 7:.1f}" width="{6 * len(badge) + 8}" height="15" rx="4" '
                  f'fill="{TINTS[marks.colour]}" stroke="{marks.colour}"/><text x="{right - 2:.1f}" y="{top + 4:.1f}" '
                  f'font-family="Helvetica,Arial,sans-serif" font-size="10" fill="#1a1a1a">{escape(badge)}</text>')
    return f"<g>{body}"


def badge(word, value):
    """What a badge says: the numbers where they are few; the shape stands in the box anyway."""
    if isinstance(value, list):
        return f"{word}s"
    text = f"{word} {value_text(value.tolist())}" if small(value) else ""
    return text if 0 < len(text) <= 16 else f"{word} mean {value.mean():.2g}" if value.size else f"{word} …"


def corner(shape):
    """The right and upper end of a box."""
    ellipse = re.search(r'cx="([-\d.]+)" cy="([-\d.]+)" rx="([-\d.]+)" ry="([-\d.]+)"', shape)
    if ellipse:
        cx, cy, rx, ry = map(float, ellipse.groups())
        return cx + 0.7 * rx, cy - 0.7 * ry
    places = [float(n) for n in NUMBER.findall(re.search(r'(?:points|d)="([^"]*)"', shape)[1])]
    return max(places[::2]), min(places[1::2])
