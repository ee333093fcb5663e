"""Pictures for stepping through a pass: Graphviz draws the graph once, and each step changes colours and badges."""

import re
from collections import namedtuple
from functools import cached_property
from html import escape

from ..display.page import drawing
from ..display.text import shortened
from .colours import GRADIENT, PARAMETER, VALUE
from .dot import small, value_text
from .picture import GAP, PAGE, SlidingPicture, play_slider, svg_text, together, widget_view
from .render import NotDrawn

GROUP = re.compile(r'<g id="(node|edge)(\d+)" class="\w+">\n(.*?</g>)', re.S)
NUMBER = re.compile(r"-?\d+\.?\d*")
KEYS = {VALUE: "value: the result; dashed: not computed yet", PARAMETER: "now: after the update; dashed: not updated",
        GRADIENT: "grad: the gradient that arrived so far; dashed: done"}
TINTS = {VALUE: "#dceefb", GRADIENT: "#fff0e0", PARAMETER: "#f2b84b"}
MARGIN, ABOVE = 70, 28                    # pixels of extra space for badges, at the right and at the top
IN_STRIP, COLUMNS, LINE = 8, 4, 15


class View(SlidingPicture):
    """The pictures of a Steps: one frame, a strip of frames, or a slider.

    at        the index of the step that the slider shows
    missing   a line that says why there are no pictures and what to install; "" if there are pictures
    """

    drawn, at, missing = None, 0, ""

    def pieces(self):
        """Return the SVG of the graph, split so that each box and each arrow is a part; drawn at the first call."""
        if self.drawn is None:
            try:
                svg = self.steps.graph.drawn()
            except NotDrawn as why:
                svg, self.missing = "", str(why)
            wide = re.search(r'viewBox="\S+ \S+ ([\d.]+) ([\d.]+)"', svg)
            self.size = (float(wide[1]) + MARGIN, float(wide[2]) + ABOVE) if wide else (0, 0)
            self.drawn = GROUP.split(svg[svg.find('<g id="graph0"'):svg.rfind("</svg>")]) if wide else []
            self.edge_of = {str(i): (a, b) for i, (a, b, _) in enumerate(self.steps.graph.arrows, 1)}
        return self.drawn

    def drawing(self, frames, title="", label=""):
        """Return (SVG, width, height, label) of the graph after these frames, with a title; None without Graphviz."""
        pieces, out = self.pieces(), []
        if not pieces:
            return None
        marks, badges = frames[-1].marks(frames, self.steps.box_of), []
        for i in range(0, len(pieces) - 1, 4):
            still, kind, number, body = pieces[i:i + 4]
            out.append(still.replace('id="graph0" class="graph"', ""))
            if kind == "edge":
                on = self.edge_of[number] in marks.arrows
                body = turned(body) if on and marks.colour == GRADIENT else body
                out.append(f"<g>{body.replace('#808080', marks.colour) if on else body}")
            else:
                out.append(styled(body, f"n{int(number) - 1}", marks, badges))
        last = pieces[-1]
        out += [last[:last.rfind("</g>")], *stacked(badges, marks.colour), "</g>"]  # draw the last node's badges on top
        width, height = self.size
        drawn = svg_text(4, LINE - 3, title) + f'<g transform="translate(0 {ABOVE + LINE})">{"".join(out)}</g>'
        return drawn, max(width, 6.5 * len(title)), height + LINE, label or title

    @cached_property
    def max_line_count(self):
        """Return the largest number of lines in a step's text: all steps get this height, so the picture stays."""
        return max(1 + self.steps.text(i).count("\n") for i in range(len(self.steps)))

    def html(self):
        """Return the HTML below the slider: the step in words, and one picture, or two if two orders are compared."""
        steps, i, text = self.steps, self.at, self.steps.text(self.at)
        sides = [("given", steps.frames[:i + 1]), ("right", steps.beside[:i + 1])]
        drawings = [self.drawing(frames, name if steps.beside else "", text) for name, frames in sides if frames]
        pictures = together(drawings, text) if all(drawings) else ""
        words = escape("\n".join(filter(None, [text, self.missing])))
        return (f'<pre style="line-height: 1.4; min-height: {1.4 * self.max_line_count:.1f}em; margin: 0; '
                'overflow-x: auto">'
                f'{words}</pre>{pictures}')

    def text(self):
        """Return all steps in words, and `missing`."""
        return "\n".join(filter(None, [self.steps.text(), self.missing]))

    def svg(self):
        """Return up to eight frames as one SVG, for pages without a slider; None without Graphviz."""
        steps = self.steps
        if not self.pieces():
            return None
        last = len(steps.frames) - 1
        spread = range(last + 1) if last < IN_STRIP else [round(i * last / (IN_STRIP - 1)) for i in range(IN_STRIP)]
        count, parts = len(steps.frames), []
        spread = range(max(count - COLUMNS, 0), max(count, 1)) if steps.beside else spread
        sides = [("given order, ", steps.frames), ("right order, ", steps.beside)]
        for side, frames in sides if steps.beside else [("", steps.frames)]:
            row = [at for at in spread if at < len(frames)]
            names = [shortened(f"{side}step {at + 1} of {len(steps)}{steps.phase(at)}: {frames[at].name}", 48)
                     for at in row]
            parts += [None] * bool(parts) + [self.drawing(frames[:at + 1], name) for at, name in zip(row, names)]
        why = [line.strip() for line in steps.why.split("\n")] if steps.why else []
        shown = {frame.marks([frame], steps.box_of).colour for frame in [*steps.frames, *steps.beside]}
        keys = ["thick line: this step", *(line for colour, line in KEYS.items() if colour in shown)]
        for lines in filter(None, (why, keys)):
            parts += [None, *((svg_text(4, 11, line), 6.2 * len(line) + 4, 14, line) for line in lines)]
        return together(parts, steps.text(), across=min(PAGE, COLUMNS * (self.size[0] + GAP)))

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
        """Return the text, the strip, and the slider if there is a kernel to drive it."""
        strip = self.svg()                               # call svg() first, because it sets `missing`
        drawn = {} if strip is None else drawing(strip, in_kernel())
        return {"text/plain": self.text()} | drawn | (widget_view(self.widget()) if in_kernel() else {})


def in_kernel():
    """Return True in a notebook with widgets."""
    try:
        import ipywidgets  # noqa: F401
        from IPython import get_ipython
    except ImportError:
        return False
    return getattr(get_ipython(), "kernel", None) is not None


class Marks(namedtuple("Marks", "now pale badges arrows colour")):
    """The style of a picture at one step. Ids stand for boxes.

    now      the current box, or None; pale, the boxes to draw paler
    badges   {box: text at its corner}; arrows, the (from, to) to colour; colour, for boxes, badges and arrows
    """


def turned(body):
    """Return the SVG of an arrow with its head at its start: it points backward, as a gradient goes."""
    line, head = re.search(r' d="([^"]*)"', body), re.search(r' points="([^"]*)"', body)
    if line is None or head is None:
        return body
    (start, towards), tips = ([complex(*map(float, xy)) for xy in re.findall(r"(-?[\d.]+),(-?[\d.]+)", text)][:many]
                              for text, many in ((line[1], 2), (head[1], 3)))
    foot, tip = start + 6 * (towards - start) / abs(towards - start), max(tips, key=lambda point: abs(point - start))
    side = 0.35j * (foot - start)
    points = " ".join(f"{p.real:.2f},{p.imag:.2f}" for p in (start, foot + side, foot - side, start))
    return body.replace(head[0], f' points="{points}"').replace(line[0], f' d="{line[1]}L{tip.real:g},{tip.imag:g}"')


def styled(body, name, marks, badges):
    """Return the SVG of one box in the style of this step; append its badge, if it has one, to `badges`."""
    shape, badge = body.partition("</text>")[0], marks.badges.get(name)
    if name == marks.now or badge is not None:
        body = re.sub(r'stroke="(#808080|none)"( stroke-width="\d+")?',
                      f'stroke="{marks.colour}" stroke-width="{3 if name == marks.now else 1.5}"', body, count=1)
    if badge is None:
        if name in marks.pale and name != marks.now:       # dashed line, grey text: neither is too light on a dark page
            body = body.replace('"#808080"', '"#808080" stroke-dasharray="3 3"').replace("#1a1a1a", "#5e5e5e")
        return f"<g>{body}"
    badges.append((*corner(shape), badge))
    return f"<g>{body}"


def stacked(badges, colour):
    """Return the SVG of badges, (x, y, text) each: one that would cover another is drawn above it."""
    taken, parts = [], []
    for x, y, text in badges:
        end = x + 6.2 * len(text) + 8
        while any(abs(y - other) < 16 and x < right and left < end for left, right, other in taken):
            y -= 16
        taken.append((x, end, y))
        parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{end - x:g}" height="15" rx="4" fill="{TINTS[colour]}" '
                     f'stroke="{colour}"/>{svg_text(round(x + 4, 1), round(y + 11, 1), text, "#1a1a1a")}')
    return parts


def badge(word, value):
    """Return the text of a badge: `word` with the numbers if there are few, else with their mean."""
    if isinstance(value, list):
        return f"{word}s"
    text = f"{word} {value_text(value.tolist())}" if small(value) else ""
    return text if 0 < len(text) <= 16 else f"{word} mean {value.mean():.2g}" if value.size else f"{word} …"


def corner(shape):
    """Return the x and y of a badge: at an ellipse's upper right, above a box."""
    ellipse = re.search(r'cx="([-\d.]+)" cy="([-\d.]+)" rx="([-\d.]+)" ry="([-\d.]+)"', shape)
    if ellipse:
        cx, cy, rx, ry = map(float, ellipse.groups())
        return cx + 0.7 * rx - 6, cy - 0.7 * ry - 8
    places = [float(n) for n in NUMBER.findall(re.search(r'(?:points|d)="([^"]*)"', shape)[1])]
    return min(places[::2]), min(places[1::2]) - 13
