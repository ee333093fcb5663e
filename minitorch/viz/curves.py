"""Curves: numbers over numbers as a line, and one to drag along."""

from html import escape

import numpy as np

from ..page import drawing
from .colours import INK, places
from .picture import Picture, SlidingPicture, fitting, slider_layout, widget_view

DASHES = ("", "7 4", "2 3", "9 3 2 3", "12 3", "1 2")
WIDE, HIGH, LEFT, BOTTOM, TOP, TITLE = 440, 220, 52, 38, 24, 22
POINTED = 40                               # places along x that tell their numbers where they are pointed at


def figures(value):
    """A number in three digits; thousands in full, 6,000 and not 6e+03."""
    text = f"{value:.3g}"
    return f"{value:,.0f}" if "e+" in text and abs(value) < 1e6 else text


def powers(low, high):
    """The powers of ten between two numbers."""
    return [10.0 ** power for power in range(int(np.ceil(np.log10(low))), int(np.floor(np.log10(high))) + 1)]


def rounded(low, high, most=6):
    """Up to so many round numbers between two: steps of 1, 2 or 5 times a power of ten."""
    if not high > low:
        return []
    size = 10.0 ** np.floor(np.log10((high - low) / most))
    step = next(size * factor for factor in (1, 2, 5, 10) if (high - low) / (size * factor) <= most)
    return [float(step * i) for i in range(int(np.ceil(low / step)), int(np.floor(high / step)) + 1)]


class Curves(Picture):
    """What `plot` returns: a picture in a notebook, a few of its numbers everywhere else."""

    log, point, floor, title = "", None, np.inf, ""

    def scaled(self):
        """Two functions from numbers to pixels, and the ranges they cover."""
        ranges = []
        for axis, values in (("x", [self.x]), ("y", list(self.lines.values()))):
            flat = np.concatenate([np.ravel(v) for v in values])
            flat = flat[np.isfinite(flat) & ((flat > 0) | (axis not in self.log))]
            least = min(flat.min(initial=np.inf), self.floor if axis == "y" and "y" not in self.log else np.inf)
            ranges.append((least, flat.max()) if flat.size else (0.0, 1.0))

        def along(axis, start, length, low, high):
            bend = np.log10 if axis in self.log else lambda v: v
            span = bend(high) - bend(low) or 1.0
            return lambda v: start + length * (bend(v) - bend(low)) / span
        return (along("x", LEFT, WIDE - LEFT - 12, *ranges[0]),
                along("y", HIGH - BOTTOM, BOTTOM + TOP - HIGH, *ranges[1]), ranges)

    def svg(self):
        """The picture as SVG text."""
        to_x, to_y, ((x0, x1), (y0, y1)) = self.scaled()
        grey = 'font-size="11" fill="#808080"'
        parts = [f'<path d="M{LEFT} {TOP}V{HIGH - BOTTOM}H{WIDE - 12}" fill="none" stroke="#808080"/>',
                 f'<text x="{LEFT}" y="{HIGH - 22}" {grey}>{figures(x0)}</text>',
                 f'<text x="{WIDE - 12}" y="{HIGH - 22}" text-anchor="end" {grey}>{figures(x1)}</text>',
                 f'<text x="{LEFT - 5}" y="{HIGH - BOTTOM}" text-anchor="end" {grey}>{figures(y0)}</text>',
                 f'<text x="{LEFT - 5}" y="{TOP + 8}" text-anchor="end" {grey}>{figures(y1)}</text>',
                 f'<text x="{(WIDE + LEFT) // 2}" y="{HIGH - 8}" text-anchor="middle" {grey}>{escape(self.xlabel)}'
                 '</text>']
        parts += self.ticks(to_x, to_y, (x0, x1), (y0, y1), grey)
        if self.title:
            parts.append(f'<text x="{LEFT}" y="-6" font-size="13" fill="#808080">{escape(self.title)}</text>')
        place = LEFT
        tight = LEFT + sum(40 + 7 * len(name) for name in self.lines) > WIDE
        inks = places(self.lines)
        for number, (name, values) in enumerate(self.lines.items()):
            style = (f'stroke="{INK[inks[name]]}" stroke-width="2" fill="none" '
                     f'stroke-dasharray="{DASHES[number % 6]}"')
            spots = " ".join(f"{to_x(x):.1f},{to_y(y):.1f}" for x, y in zip(self.x, values)
                             if np.isfinite(y) and (y > 0 or "y" not in self.log) and (x > 0 or "x" not in self.log))
            parts += [f'<polyline points="{spots}" {style}/>',
                      f'<path d="M{place:g} 8h22" {style}/>'
                      f'<text x="{place + 27:g}" y="12" {grey}>{escape(name)}</text>']
            place += 37 + 6.3 * len(name) if tight else 40 + 7 * len(name)
        if self.point is not None:
            x, y = self.point
            parts.append(f'<circle cx="{to_x(x):.1f}" cy="{to_y(y):.1f}" r="6" fill="#d55e00" stroke="#ffffff"/>')
        parts.append(self.tooltips(to_x))
        over = TITLE if self.title else 0
        label = escape(f"{self.title + ': ' if self.title else ''}Curve of {', '.join(self.lines)} over "
                       f"{self.xlabel or 'x'}", quote=True)
        head = f'width="{WIDE}" height="{HIGH + over}" viewBox="0 {-over} {WIDE} {HIGH + over}"'
        return (f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{label}" {head} '
                f'style="{fitting("".join(parts), WIDE, "px")}" font-family="Helvetica,Arial,sans-serif">\n'
                + "\n".join(parts) + "\n</svg>")

    def tooltips(self, to_x):
        """Bands from the top to the bottom; each tells all lines' numbers at the x in its middle."""
        drawn = np.flatnonzero(np.isfinite(self.x) & ((self.x > 0) | ("x" not in self.log)))
        drawn = drawn[np.unique(self.x[drawn], return_index=True)[1]]
        shown = drawn[np.unique(np.linspace(0, len(drawn) - 1, POINTED).round().astype(int))] if drawn.size else []
        middles = [to_x(self.x[i]) for i in shown]
        edges = [LEFT, *((a + b) / 2 for a, b in zip(middles, middles[1:])), WIDE - 12]
        bands = []
        for i, left, right in zip(shown, edges, edges[1:]):
            said = [f"{name} {figures(values[i])}" for name, values in self.lines.items() if np.isfinite(values[i])]
            words = f"{self.xlabel or 'x'} {figures(self.x[i])}: {', '.join(said) or 'nothing'}"
            bands.append(f'<path d="M{left:.1f} {TOP}H{right:.1f}V{HIGH - BOTTOM}H{left:.1f}z"><title>{escape(words)}'
                         '</title></path>')
        return f'<g fill="none" pointer-events="all">{"".join(bands)}</g>'

    def ticks(self, to_x, to_y, across, up, style):
        """A stroke at round numbers, or powers of ten, along both axes, and its number where there is room."""
        whole = np.array_equal(self.x, np.round(self.x))
        parts, axes = [], {"x": (to_x, across, 34), "y": (to_y, up, 17)}
        for axis, (to, (low, high), room) in axes.items():
            if axis in self.log and low <= 0:
                continue                                   # nothing to draw
            ends = [to(low), to(high)]
            for value in (powers if axis in self.log else rounded)(low, high):
                if axis == "x" and whole and value != round(value):
                    continue                               # between two steps there is none
                at, free = to(value), min(abs(to(value) - end) for end in ends) >= room
                if axis == "x":
                    parts.append(f'<path d="M{at:.1f} {HIGH - BOTTOM}v-5" stroke="#808080"/>')
                    spot = f'x="{at:.1f}" y="{HIGH - 22}" text-anchor="middle"'
                else:
                    parts.append(f'<path d="M{LEFT} {at:.1f}h5" stroke="#808080"/>')
                    spot = f'x="{LEFT - 5}" y="{at + 4:.1f}" text-anchor="end"'
                if free:
                    parts.append(f'<text {spot} {style}>{figures(value)}</text>')
                    ends.append(at)
        return parts

    def text(self):
        width = max(len(name) for name in self.lines)
        lines = []
        for name, values in self.lines.items():
            least = int(np.nanargmin(values))
            lines.append(f"{name:<{width}}  first {figures(values[0])}, least {figures(values[least])} at "
                         f"{self.xlabel or 'x'} {figures(self.x[least])}, last {figures(values[-1])}")
        return "\n".join(lines)


def plot(x, lines=None, xlabel="", log="", point=None, title=""):
    """Lines over the same x, or one list of numbers over 1, 2, 3 …. What is never negative is drawn above 0.

    x        (n,) numbers
    lines    {name: (n,) numbers}; without them x is a list of losses, or such a dict, over the steps
    xlabel   what stands below the picture
    log      "x", "y" or "xy": the axes that count in powers of ten; there, what is not above 0 is left out
    point    (x, y) of one dot
    title    what stands above
    returns  Curves: displays itself, `.svg()`, `.save("loss.svg")`

    Raises ValueError for lines that are not as long as x.

    >>> plot([4.0, 1.0, 2.0])
    loss  first 4, least 1 at step 2, last 2
    >>> plot([0, 1, 2], {"loss": [4.0, 1.0, 2.0]}, "step")
    loss  first 4, least 1 at step 1, last 2
    """
    if lines is None:
        lines = x if isinstance(x, dict) else {"loss": x}
        x, xlabel = range(1, len(next(iter(lines.values()), ())) + 1), xlabel or "step"
    x = np.asarray(x, float)
    lines = {name: np.asarray(values, float) for name, values in lines.items()}
    for name, values in lines.items():
        if values.shape != x.shape or x.ndim != 1 or not x.size:
            raise ValueError(f"plot() needs as many numbers in {name} as in x: {values.shape} and {x.shape}.")
    return Curves(x=x, lines=lines, xlabel=xlabel, log=log, point=point, floor=0.0, title=title)


class Drag(SlidingPicture):
    """What `drag` returns, with drag's arguments: `.slider` is a slider over a curve, `.value` what f gives there."""

    def __init__(self, f, start, stop, name, at):
        self.f, self.name, self.x = f, name, at
        self.places = np.linspace(start, stop, 61)
        self.values = [f(x) for x in self.places]
        self.widget()

    def make_slider(self, widgets):
        start, stop = self.places[[0, -1]].tolist()
        slider = widgets.FloatSlider(value=self.x, min=start, max=stop, step=(stop - start) / 60,
                                     description=self.name, layout=slider_layout(widgets))
        return slider, slider

    @property
    def value(self):
        return self.f(self.x)

    def curves(self):
        """The curve with a dot where the slider stands."""
        return Curves(x=self.places, lines={"loss": np.asarray(self.values)}, xlabel=self.name,
                      point=(self.x, self.value))

    def moved(self, value):
        self.x = value

    def svg(self):
        return self.curves().svg()

    def text(self):
        return f"{self.name} = {self.x:.2f}, loss {self.value:.3f}"

    def _repr_mimebundle_(self, include=None, exclude=None):
        shown = drawing(self.svg()) if self.slider is None else widget_view(self.box)
        return {"text/plain": self.text(), **shown}


def drag(f, start, stop, name, at=0.0):
    """Drag a number and watch f of it: the whole curve, and a dot where the slider stands.

    f             takes a number, gives a number
    start, stop   where the slider begins and ends; at: where it stands at first
    name          what the number is called
    returns       Drag: displays itself; `.slider.value = 1.0` moves it, print shows where it stands
    """
    return Drag(f, start, stop, name, at)
