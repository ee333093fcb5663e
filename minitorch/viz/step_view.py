"""The walk back as pictures: one layout of the graph, drawn once and restyled at each step."""

import re
from html import escape

from .dot import small, value_text

GROUP = re.compile(r'<g id="(node|edge)(\d+)" class="\w+">\n(.*?</g>)', re.S)
NUMBER = re.compile(r"-?\d+\.?\d*")
NOW, THERE = "#d55e00", "#0072b2"         # vermilion: the node at work; blue: a gradient waits here
MARGIN, ABOVE = 70, 12                    # points beside and above the picture, for the last badges
IN_STRIP, COLUMNS, LINE = 8, 4, 15


class View:
    """The pictures of a Steps: one frame, a strip of them, or a slider."""

    def __init__(self, steps):
        self.steps = steps
        self.drawn, self.box = None, None
        self.slider = self.picture = None

    def pieces(self):
        """The drawn graph, cut into what changes and what does not; drawn when first asked for."""
        if self.drawn is None:
            svg = self.steps.graph.svg() or ""
            wide = re.search(r'width="([\d.]+)pt" height="([\d.]+)pt"', svg)
            self.size = (float(wide[1]) + MARGIN, float(wide[2]) + ABOVE) if wide else (0, 0)
            self.drawn = GROUP.split(svg[svg.find('<g id="graph0"'):svg.rfind("</svg>")]) if wide else []
            arrows = self.steps.graph.arrows
            self.edge_of = {str(i): (a, b) for i, (a, b, _) in enumerate(arrows, 1)}
        return self.drawn

    def svg(self, frames, place="", label=""):
        """The graph after some frames, as SVG text; '' where nothing can draw."""
        pieces, out = self.pieces(), []
        if not pieces:
            return ""
        of, frame = self.steps.box_of, frames[-1]
        now = of[frame.node].id if frame.node in of else None
        done = {of[earlier.node].id for earlier in frames if earlier.node in of}
        waits = {of[node].id: grad for node, grad in frame.waiting.items() if node in of}
        if now is not None and frame.arrives is not None:
            waits.setdefault(now, frame.arrives)
        sent = {(of[s.edge].id, now) for s in frame.sends if s.edge in of}
        for i in range(0, len(pieces) - 1, 4):
            still, kind, number, body = pieces[i:i + 4]
            out.append(still.replace('id="graph0" class="graph"', ""))
            if kind == "edge":
                out.append(f"<g>{body.replace('#808080', NOW) if self.edge_of[number] in sent else body}")
                continue
            name = f"n{int(number) - 1}"
            out.append(styled(body, name == now, name in done, waits.get(name)))
        out.append(pieces[-1])
        width, height = self.size
        head = place or (f'role="img" aria-label="{escape(label, quote=True)}" '
                         f'style="max-width: 100%; height: auto" width="{width:g}pt" height="{height:g}pt"')
        return (f'<svg xmlns="http://www.w3.org/2000/svg" {head} viewBox="0 {-ABOVE} {width:g} {height:g}">'
                + "".join(out) + "</svg>")

    def html(self, i):
        """What the slider shows at step i: the picture, or two side by side, and the step in words."""
        steps, text = self.steps, self.steps.text(i)
        sides = [("given", steps.frames[:i + 1]), ("right", steps.beside[:i + 1])]
        pictures = "".join(f"<div>{f'<b>{name}</b><br>' if steps.beside else ''}{self.svg(frames, label=text)}</div>"
                           for name, frames in sides if frames)
        return (f'<div style="display:flex;gap:1.5em;flex-wrap:wrap">{pictures}'
                f'<pre style="line-height:1.4">{escape(text)}</pre></div>')

    def strip(self):
        """The first frames beside each other as one picture, for pages without a slider; None without Graphviz."""
        steps = self.steps
        if not self.pieces():
            return None
        rows = [[*steps.frames[:IN_STRIP]]]
        if steps.beside:
            shown = max(len(steps.frames), 1)
            rows = [steps.frames[:COLUMNS], steps.beside[:min(shown, COLUMNS)]]
        width, height = (0.8 * size for size in self.size)
        cells, y = [], 0.0
        for side, row in zip(("given: ", "right: ") if steps.beside else ("",), rows):
            for i, frame in enumerate(row):
                x, top = (i % COLUMNS) * width, y + (i // COLUMNS) * (height + 2 * LINE)
                cells.append(f'<text x="{x + 4:g}" y="{top + LINE:g}" font-family="Helvetica,Arial,sans-serif" '
                             f'font-size="11" fill="#808080">{escape(f"{side}{i + 1}  {frame.name}"[:36])}</text>')
                cells.append(self.svg(row[:i + 1], place=f'x="{x:g}" y="{top + 1.5 * LINE:g}" '
                                                   f'width="{width:g}" height="{height:g}"'))
            y += -(-len(row) // COLUMNS) * (height + 2 * LINE)
        wide = width * min(COLUMNS, max(len(row) for row in rows))
        for line in steps.why.split("\n") if steps.why else ():
            y, wide = y + LINE, max(wide, 6 * len(line))
            cells.append(f'<text x="4" y="{y - 4:g}" font-family="Helvetica,Arial,sans-serif" font-size="11" '
                         f'fill="#808080">{escape(line.strip())}</text>')
        label = escape(steps.text(), quote=True)
        return (f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{label}" width="{wide:g}" '
                f'height="{y:g}" style="max-width: 100%; height: auto" viewBox="0 0 {wide:g} {y:g}">'
                + "\n".join(cells) + "</svg>")

    def widget(self):
        """A play button and a slider over the frames (ipywidgets 7.7 and 8)."""
        import ipywidgets as widgets
        if self.box is None:
            last = len(self.steps) - 1
            play = widgets.Play(value=0, min=0, max=last, interval=1500)
            self.slider = widgets.IntSlider(value=0, min=0, max=last, description="step")
            self.picture = widgets.HTML(value=self.html(0))
            self.slider.observe(lambda change: setattr(self.picture, "value", self.html(change["new"])), "value")
            widgets.jslink((play, "value"), (self.slider, "value"))
            self.box = widgets.VBox([widgets.HBox([play, self.slider]), self.picture])
        return self.box

    def go(self, i):
        if self.slider is not None:
            self.slider.value = i

    def bundle(self):
        """What a notebook is given beside the text: the strip, and the slider where there is a kernel to drive it."""
        found, strip = {}, self.strip()
        if strip is not None:
            found["image/svg+xml"] = strip
        if in_kernel():
            found["application/vnd.jupyter.widget-view+json"] = {
                "version_major": 2, "version_minor": 0, "model_id": self.widget().model_id}
        return found


def in_kernel():
    """Whether this is a notebook with widgets."""
    try:
        import ipywidgets  # noqa: F401
        from IPython import get_ipython
    except ImportError:
        return False
    return getattr(get_ipython(), "kernel", None) is not None


def styled(body, now, done, grad):
    """One box of the picture as it stands at this step, with its gradient in a badge."""
    shape = body.partition("</text>")[0]
    if now or grad is not None:
        colour, thick = (NOW, 3) if now else (THERE, 2)
        body = re.sub(r'stroke="(#808080|none)"( stroke-width="\d+")?',
                      f'stroke="{colour}" stroke-width="{thick}"', body, count=1)
    if grad is None:
        return f'<g opacity="{0.45 if done else 1}">{body}'
    right, top = corner(shape)
    text = "grads" if isinstance(grad, list) else f"grad {value_text(grad.tolist())}" if small(grad) else ""
    text = text if 0 < len(text) <= 16 else f"grad {tuple(grad.shape)}"
    badge = (f'<rect x="{right - 6:.1f}" y="{top - 7:.1f}" width="{6 * len(text) + 8}" height="15" rx="4" '
             f'fill="#fff4d6" stroke="{NOW if now else THERE}"/><text x="{right - 2:.1f}" y="{top + 4:.1f}" '
             f'font-family="Helvetica,Arial,sans-serif" font-size="10" fill="#1a1a1a">{escape(text)}</text>')
    return f"<g>{body.removesuffix('</g>')}{badge}</g>"


def corner(shape):
    """The right and upper end of a box."""
    ellipse = re.search(r'cx="([-\d.]+)" cy="([-\d.]+)" rx="([-\d.]+)" ry="([-\d.]+)"', shape)
    if ellipse:
        cx, cy, rx, ry = map(float, ellipse.groups())
        return cx + 0.7 * rx, cy - 0.7 * ry
    places = [float(n) for n in NUMBER.findall(re.search(r'(?:points|d)="([^"]*)"', shape)[1])]
    return max(places[::2]), min(places[1::2])
