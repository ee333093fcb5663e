"""Curves: `plot` draws numbers as lines, `drag` draws a function with a dot that a slider moves."""

from html import escape

import numpy as np

from .colours import INK, places
from .picture import Picture, SlidingPicture, slider_layout, svg_page, svg_text

DASHES = ("", "7 4", "2 3", "9 3 2 3", "12 3", "1 2")
WIDE, HIGH, LEFT, BOTTOM, TOP, ROW = 312, 200, 44, 38, 24, 16
POINTED = 40                               # number of bands along x that have a tooltip
RAISED = str.maketrans("-.0123456789", "⁻·⁰¹²³⁴⁵⁶⁷⁸⁹")


def figures(value):
    """Return a number as text with three digits; numbers below a million without an exponent: 6,000, not 6e+03."""
    text = f"{value:.3g}"
    return f"{value:,.0f}" if "e+" in text and abs(value) < 1e6 else text


def tick_text(value, every=()):
    """Return a number at an axis: a power of ten with a raised exponent, if it or one of `every` is far from 1."""
    if any("e" in figures(other) for other in every):
        return "10" + f"{round(np.log10(value))}".translate(RAISED)
    factor, _, power = figures(value).partition("e")
    return f"{factor}·10{str(int(power)).translate(RAISED)}".removeprefix("1·") if power else factor


def marks(low, high, log=False, most=5):
    """Return round numbers from the last one that is at most `low` to the first that is at least `high`.

    >>> marks(0.0919, 4.2), marks(3e-3, 2.0, log=True)
    ([0.0, 1.0, 2.0, 3.0, 4.0, 5.0], [0.001, 0.01, 0.1, 1.0, 10.0])
    """
    if log:
        powers = range(int(np.floor(np.log10(low))), int(np.ceil(np.log10(high))) + 1)
        every = [float(f"{factor}e{power}") for power in powers
                 for factor in ((1,) if len(powers) > 3 else (1, 2, 5) if high > 4 * low else range(1, 10))]
        return every[sum(value <= low for value in every) - 1:len(every) - sum(value >= high for value in every) + 1]
    size = 10.0 ** np.floor(np.log10((high - low) / most))
    step = next(size * factor for factor in (1, 2, 5, 10) if (high - low) / (size * factor) <= most)
    return [float(f"{step * i:.9g}") for i in range(int(np.floor(low / step)), int(np.ceil(high / step)) + 1)]


def round_down(number):
    """Return the nearest of 1, 2, 5, 10, 20 … that is not farther from 0, with the number's sign.

    >>> round_down(29.5), round_down(-0.037), round_down(0)
    (20.0, -0.02, 0.0)
    """
    if not number:
        return 0.0
    power = int(np.floor(np.log10(abs(number))))
    return float(np.sign(number)) * max(float(f"{digit}e{power}") for digit in (1, 2, 5)
                                        if digit == 1 or digit * 10.0 ** power <= abs(number))


def along(start, end, low, high, log):
    """Return a function from numbers between `low` and `high` to pixels."""
    bend = np.log10 if log else lambda v: v
    span = bend(high) - bend(low) or 1.0
    return lambda v: start + (end - start) * (bend(v) - bend(low)) / span


class Curves(Picture):
    """The result of `plot`: a picture in a notebook, a few of its numbers everywhere else."""

    log, point, floor, title, marked = "", None, np.inf, "", ()          # `marked` lists further dots as (x, y, text)

    def scaled(self):
        """Return for x and for y a function from numbers to pixels, and the round numbers along the axis."""
        found = []
        for axis, values, start, end in (("x", [self.x], LEFT, WIDE - 8),
                                         ("y", list(self.lines.values()), HIGH - BOTTOM, TOP)):
            log = axis in self.log
            flat = np.concatenate([np.ravel(v) for v in values])
            flat = flat[np.isfinite(flat) & ((flat > 0) | (not log))]
            low, high = (flat.min(), flat.max()) if flat.size else (1.0, 10.0)
            low = min(low, self.floor) if axis == "y" and not log else low
            round_numbers = marks(low, high if high > low else 10 * low if log else low + 1, log)
            if axis == "y":                                          # extend the axis to round numbers
                low, high = round_numbers[0], round_numbers[-1]
            if axis == "x" and np.array_equal(self.x, np.round(self.x)):
                # x is a number of steps: label only whole numbers
                round_numbers = [value for value in round_numbers if value == round(value)]
            found += [along(start, end, low, high, log), [x for x in round_numbers if low <= x <= high]]
        return found

    def svg(self):
        """Return the picture as SVG text."""
        to_x, across, to_y, up = self.scaled()
        parts = [f'<path d="M{LEFT} {TOP}V{HIGH - BOTTOM}H{WIDE - 8}" fill="none" stroke="#808080"/>',
                 svg_text((WIDE + LEFT) // 2, HIGH - 8, self.xlabel, anchor="middle"),
                 *self.ticks(to_x, across, to_y, up)]
        inks, named, traces = places(self.lines), self.named_places(), []
        last = named[-1][1]                                              # the number of the last row of names
        for number, ((name, values), (place, row)) in enumerate(zip(self.lines.items(), named)):
            style = (f'stroke="{INK[inks[name]]}" stroke-width="2" fill="none" '
                     f'stroke-dasharray="{DASHES[number % 6]}"')
            trace = [(to_x(x), to_y(y)) for x, y in zip(self.x, values)
                     if np.isfinite(y) and (y > 0 or "y" not in self.log) and (x > 0 or "x" not in self.log)]
            spots = " ".join(f"{x:.1f},{y:.1f}" for x, y in trace)
            traces += [trace] * bool(trace)
            high = 8 - ROW * (last - row)
            parts += [f'<polyline points="{spots}" {style}/>', f'<path d="M{place:g} {high}h22" {style}/>',
                      svg_text(place + 27, high + 4, name)]
        if self.point is not None:
            x, y = self.point
            parts.append(f'<circle cx="{to_x(x):.1f}" cy="{to_y(y):.1f}" r="6" fill="#d55e00" stroke="#ffffff"/>')
        for x, y, words in self.marked:
            left, base = free_place(to_x(x), to_y(y), 6.2 * len(words), traces)
            parts += [f'<circle cx="{to_x(x):.1f}" cy="{to_y(y):.1f}" r="4" fill="{INK[0]}" stroke="#ffffff"/>',
                      svg_text(round(left, 1), round(base, 1), words)]
        over = 4 + ROW * last
        if self.title:
            parts.append(svg_text(LEFT, -6 - ROW * last, self.title, size=12))
            over += ROW
        label = (f"{self.title + ': ' if self.title else ''}Curve of {', '.join(self.lines)} over "
                 f"{self.xlabel or 'x'}")
        drawn = [f'<g transform="translate(0 {over})">', *parts, self.tooltips(to_x), "</g>"]
        return svg_page(drawn, WIDE, HIGH + over, label)

    def named_places(self):
        """Return for each line where its name is: x, and the number of its row."""
        found, place, row = [], LEFT, 0
        for name in self.lines:
            long = 40 + 6.8 * len(name)
            if place + long > WIDE + 10 and place > LEFT:
                place, row = LEFT, row + 1
            found.append((place, row))
            place += long
        return found

    def tooltips(self, to_x):
        """Return vertical bands, each with a tooltip: the value of every line at the x in the band's middle."""
        drawn = np.flatnonzero(np.isfinite(self.x) & ((self.x > 0) | ("x" not in self.log)))
        drawn = drawn[np.unique(self.x[drawn], return_index=True)[1]]
        shown = drawn[np.unique(np.linspace(0, len(drawn) - 1, POINTED).round().astype(int))] if drawn.size else []
        middles = [to_x(self.x[i]) for i in shown]
        edges = [LEFT, *((a + b) / 2 for a, b in zip(middles, middles[1:])), WIDE - 8]
        bands = []
        for i, left, right in zip(shown, edges, edges[1:]):
            said = [f"{name} {figures(values[i])}" for name, values in self.lines.items() if np.isfinite(values[i])]
            words = f"{self.xlabel or 'x'} {figures(self.x[i])}: {', '.join(said) or 'nothing'}"
            bands.append(f'<path d="M{left:.1f} {TOP}H{right:.1f}V{HIGH - BOTTOM}H{left:.1f}z"><title>{escape(words)}'
                         '</title></path>')
        return f'<g fill="none" pointer-events="all">{"".join(bands)}</g>'

    def ticks(self, to_x, across, to_y, up):
        """Return the SVG of a mark at each round number along both axes, with the number if there is room for it."""
        powers = [each if axis in self.log and all(f"{x:e}"[:5] == "1.000" for x in each) else ()
                  for axis, each in (("x", across), ("y", up))]
        parts, end = [], -np.inf
        for value in across:
            told = tick_text(value, powers[0])
            at, half = to_x(value), 3.1 * len(told)
            parts.append(f'<path d="M{at:.1f} {HIGH - BOTTOM}v-5" stroke="#808080"/>')
            if at - half >= end and at + half <= WIDE + 2:
                parts.append(svg_text(round(min(at, WIDE - half), 1), HIGH - 23, told, anchor="middle"))
                end = at + half + 10
        end = np.inf
        for value in up:
            at = to_y(value)
            parts.append(f'<path d="M{LEFT} {at:.1f}h5" stroke="#808080"/>')
            if at <= end:
                parts.append(svg_text(LEFT - 5, round(at + 4, 1), tick_text(value, powers[1]), anchor="end"))
                end = at - 16
        return parts

    def text(self):
        width = max(len(name) for name in self.lines)
        lines = []
        for name, values in self.lines.items():
            least = int(np.nanargmin(values))
            lines.append(f"{name:<{width}}  first {figures(values[0])}, least {figures(values[least])} at "
                         f"{self.xlabel or 'x'} {figures(self.x[least])}, last {figures(values[-1])}")
        return "\n".join(lines)


def free_place(x, y, wide, traces):
    """Return x and the baseline of a word, `wide` pixels long, at a dot: where the lines cross the word least."""
    points = np.concatenate([np.stack([np.interp(np.arange(0, len(trace), 0.02), np.arange(len(trace)), axis)
                                       for axis in zip(*trace)], 1) for trace in traces])

    def covered(place):
        left, base = place
        inside = (np.abs(points - [left + wide / 2, base - 4]) < [wide / 2 + 3, 9]).all(1)
        outside = left < LEFT + 3 or left + wide > WIDE or not TOP + 10 <= base <= HIGH - BOTTOM - 6
        return inside.sum() + len(points) * outside
    sides = (8, 20, -wide - 8, -wide / 2)
    return min([(x + side, y + down) for down in (16, -8, 4, 30) for side in sides], key=covered)


def plot(x, lines=None, xlabel="", log="", point=None, title=""):
    """Draw lines over the same x, or one list of numbers over 1, 2, 3 …. If no number is negative, y starts at 0.

    x        (n,) numbers
    lines    {name: (n,) numbers}; if it is missing, x is such a dict, or a list of losses, over the steps 1, 2, 3 …
    xlabel   the text below the picture
    log      "x", "y" or "xy": the axes with a logarithmic scale; numbers of 0 or less are not drawn there
    point    (x, y) of one dot
    title    the text above the picture
    returns  Curves: displays itself, `.svg()`, `.save("loss.svg")`

    Raises ValueError if a line has more or fewer numbers than x.

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
    """The result of `drag`, with its arguments: `.slider` moves a dot along f's curve, `.value` is f at the dot."""

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
        """Return the curve with a dot at the slider's value."""
        return Curves(x=self.places, lines={"loss": np.asarray(self.values)}, xlabel=self.name,
                      point=(self.x, self.value))

    def moved(self, value):
        self.x = value

    def svg(self):
        return self.curves().svg()

    def text(self):
        return f"{self.name} = {self.x:.2f}, loss {self.value:.3f}"


def drag(f, start, stop, name, at=0.0):
    """Draw the curve of f, with a slider that moves a dot along it.

    f             a function from a number to a number
    start, stop   the slider's ends; at: its first value
    name          the name of f's argument, for the axis
    returns       Drag: displays itself; `.slider.value = 1.0` moves the dot, print shows the value of f there
    """
    return Drag(f, start, stop, name, at)
