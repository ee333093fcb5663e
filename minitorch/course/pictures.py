"""Pictures of lesson 3: where a signal's numbers lie, layer by layer, and scores as bars that a loss pulls at."""

from html import escape

import numpy as np

from ..tensors import Tensor
from ..viz.colours import COLOURS
from ..viz.curves import RAISED, figures, marks
from ..viz.picture import Picture, SlidingPicture, number, slider_layout, svg_page, svg_text, together

BINS, WIDE, HIGH = 80, 312, 24                 # of a histogram, in pixels
FARTHEST = (4.0, 6.0, 10.0, 30.0)              # ends of an axis in powers of ten, the nearest that holds all
BLUE, ORANGE, GREEN = COLOURS[:3]
LEAST = 1e-300


def numbers(values):
    """Return any Tensor or array as one row of floats."""
    return np.asarray(values.detach().cpu().numpy() if isinstance(values, Tensor) else values, float).ravel()


def size(x):
    """Return the usual size of some numbers: the root of their mean square."""
    return float(np.sqrt((x * x).mean())) if x.size else 0.0


class Levels(Picture):
    """What `levels` returns: a histogram a row, all over the same axis."""

    def __init__(self, rows, low, high, log, title=""):
        self.rows = {str(name): numbers(values) for name, values in rows.items()}
        self.low, self.high, self.log, self.title = low, high, log, title

    def text(self):
        """Return each row in words; of many, the first, the middle and the last."""
        names = list(self.rows)
        if len(names) > 6:
            names = [names[0], names[len(names) // 2 - 1], names[-1]]
        width = max(map(len, names))
        lines = [f"{name:<{width}}  {self.in_words(self.rows[name])}" for name in names]
        return "\n".join([self.title, *lines] if self.title else lines)

    def in_words(self, x):
        if self.log:
            return f"size {size(x):.1e}"
        return f"mean {number(x.mean().round(3))}, deviation {number(x.std().round(3))}"

    def heights(self, x, low, high):
        """Return the histogram of one row, the highest bin 1."""
        x = x[np.isfinite(x)]
        x = np.log10(np.maximum(np.abs(x[x != 0]), LEAST)) if self.log else x
        counted = np.histogram(x, BINS, (low, high))[0]
        return counted / max(counted.max(), 1)

    def ends(self):
        """Return the ends of the axis: of powers of ten no farther than the rows need."""
        if not self.log:
            return self.low, self.high
        sizes = [abs(np.log10(max(size(x), LEAST))) for x in self.rows.values()]
        far = next((end for end in FARTHEST if end > max(sizes, default=0) + 0.5), np.inf)
        return max(self.low, -far), min(self.high, far)

    def svg(self):
        (low, high), many = self.ends(), len(self.rows) > 6
        names = 12 + 6.2 * max([0, *map(len, self.rows)])
        outside = {name: np.mean((x < low) | (x > high)) for name, x in self.rows.items() if not self.log}
        right = WIDE - 50 * (self.log or any(outside.values()))          # beside it a number for each row
        tall = HIGH if many else 2 * HIGH
        step, parts = tall * (0.7 if many else 1.15), []
        across = (right - names) / BINS
        for i, (name, x) in enumerate(self.rows.items()):
            base = tall + 4 + i * step
            tops = "".join(f"V{base - (tall - 2) * h:.1f}h{across:g}" for h in self.heights(x, low, high))
            parts.append(f'<path d="M{names:g} {base:g}{tops}V{base:g}z" fill="{BLUE}" '
                         'stroke="#ffffff" stroke-width="0.5">'
                         f'<title>{escape(name)}: {self.in_words(x)}</title></path>')
            parts.append(f'<path d="M{names:g} {base + 0.5:g}H{right:g}" stroke="#808080" stroke-width="0.5"/>')
            parts.append(svg_text(names - 8, base, name, anchor="end"))
            if right < WIDE:
                told = figures(float(f"{size(x):.1e}")) if self.log else f"{outside[name]:.0%}"
                parts.append(svg_text(WIDE, base, told, anchor="end"))
        parts += [svg_text(WIDE, 9, "size" if self.log else "outside", anchor="end")] * (right < WIDE)
        bottom = tall + 4 + (len(self.rows) - 1) * step
        parts.append(f'<path d="M{names:g} {bottom + 2:g}H{right:g}" stroke="#808080"/>')
        zero = names - (right - names) * low / (high - low)
        parts.append(f'<path d="M{zero:g} 2V{bottom + 2:g}" stroke="#808080" stroke-dasharray="3 3"/>')
        for i, place in enumerate(np.linspace(low, high, 5)):
            told = "10" + f"{place:g}".translate(RAISED) if self.log else f"{place:g}"
            parts.append(svg_text(names + (right - names) * i / 4, bottom + 16, told, anchor="middle"))
        axis = f"{'size |x|' if self.log else 'value'} of a number; height: how many have it"
        parts.append(svg_text(WIDE + 6, bottom + 32, axis, anchor="end"))
        parts += [svg_text(2, 9, self.title)] * bool(self.title)
        return svg_page(parts, WIDE + 8, bottom + 38, self.text())


class Tower(SlidingPicture):
    """What `tower` returns: levels over a slider; `.go(0.1)` moves it, print shows where it stands."""

    def __init__(self, f, start, stop, name, at, low, high):
        self.f, self.start, self.stop, self.name, self.at = f, start, stop, name, at
        self.low, self.high = low, high

    def levels(self):
        return Levels(self.f(self.at), self.low, self.high, True, f"{self.name} = {self.at:.3g}")

    def text(self):
        return self.levels().text()

    def svg(self):
        return self.levels().svg()

    def make_slider(self, widgets):
        slider = widgets.FloatLogSlider(value=self.at, base=10, min=np.log10(self.start), max=np.log10(self.stop),
                                        step=0.01, description=self.name, layout=slider_layout(widgets))
        return slider, slider

    def moved(self, value):
        self.at = float(value)

    def go(self, value):
        """Move to a number, in the picture too, and print what is there."""
        self.moved(value)
        if self.slider is not None:
            self.slider.value = self.at
        print(self.text())


def levels(rows, low=-3.0, high=3.0, log=False):
    """Draw where the numbers of several arrays are: one histogram each, one above the other.

    rows       {name: Tensor or array}
    low, high  the ends of the axis; the picture says how many numbers are beyond them
    log        the axis counts powers of ten of |x|; zeros are left out

    >>> levels({"x": [-1.0, 1.0]})
    x  mean 0, deviation 1
    """
    return Levels(rows, low, high, log)


def tower(f, start, stop, name, at, low=-30.0, high=30.0):
    """Draw levels (in powers of ten) of what f of a number gives, and a slider for that number.

    f        takes a number between start and stop, gives {name: Tensor or array}
    returns  Tower: displays itself; `.go(0.1)` moves it and prints
    """
    return Tower(f, start, stop, name, at, low, high)


class Bars(Picture):
    """What `bars` returns: one group of bars each, with arrows at their ends."""

    def __init__(self, groups, pulls, right, names):
        self.groups = {name: numbers(values) for name, values in groups.items()}
        self.pulls = {name: numbers(pulls[name]) for name in pulls}
        self.right, self.names = right, [str(name) for name in names]

    def text(self):
        width = max(map(len, self.groups))
        lines = [" " * width + "".join(f"{name:>8}" for name in self.names)] if self.names else []
        for name, values in self.groups.items():
            told = "  ".join(f"{value + 0.0:6.2f}" for value in values.round(4))
            pulled = "   pulled by " + "  ".join(f"{pull + 0.0:+.2f}" for pull in self.pulls[name].round(4)) if (
                name in self.pulls) else ""
            lines.append(f"{name:<{width}}  {told}{pulled}")
        return "\n".join(lines)

    def told(self, name, i):
        """Return the number of a bar in words, and how it is pulled."""
        pull = f", pulled by {self.pulls[name][i] + 0.0:+.2f}" if name in self.pulls else ""
        return f"{name}, {self.names[i] if self.names else i}: {number(self.groups[name][i])}{pull}"

    def svg(self):
        """Draw a part for each group, all with one axis."""
        count = max(map(len, self.groups.values()))
        unnamed, names = not self.names, self.names or [str(i) for i in range(count)]
        bar = max(50 if self.pulls else 34, *(6.5 * len(name) + 4 for name in names))
        thick = 16 if self.pulls else bar - 4                         # beside a bar there is room for its arrow
        tall, top = 120, 34
        ends = [v for name, values in self.groups.items() for v in (values, values + self.pulls.get(name, 0.0))]
        every = [0.0, *(v for values in ends for v in values[np.isfinite(values)])]
        up = marks(min(every), max(every) if any(every) else 1.0, most=4)            # the axis has round numbers
        unit = tall / (up[-1] - up[0])
        floor, foot, found = top + up[-1] * unit, top + tall, []
        for name, values in self.groups.items():
            x, wide = 44.0, bar * len(values)
            parts = [f'<path d="M38 {top}V{foot:.1f}M38 {floor:.1f}h{wide + 6:g}" stroke="#808080"/>']
            parts += [svg_text(34, floor - value * unit + 4, figures(value), anchor="end") for value in up]
            for i, value in enumerate(values):
                height = abs(value) * unit
                colour = ORANGE if i == self.right else BLUE
                parts.append(f'<rect x="{x:g}" y="{floor - max(value, 0) * unit:.1f}" width="{thick:g}" '
                             f'height="{height:.1f}" fill="{colour}">'
                             f'<title>{escape(self.told(name, i))}</title></rect>')
                if name in self.pulls:
                    pull = self.pulls[name][i] + 0.0
                    end = floor - value * unit
                    parts += [*arrow(x + 32, end, -pull * unit), svg_text(
                        x + 32, end - max(pull, 0) * unit - 5, f"{pull:+.2f}", anchor="middle")]
                elif not self.pulls:
                    parts.append(svg_text(x + bar / 2 - 2, floor - max(value, 0) * unit - 4, number(value.round(2)),
                                          anchor="middle"))
                parts += [svg_text(x + bar / 2 - 2, foot + 16, each, anchor="middle") for each in names[i:i + 1]]
                x += bar
            parts += [svg_text(2, 11, name), *[svg_text(42 + wide / 2, foot + 31, "class", anchor="middle")] * unnamed]
            found.append(("".join(parts), max(44 + wide + 4, 6.4 * len(name)), foot + 24 + 13 * unnamed, name))
        if self.pulls:
            right = f'<rect x="2" y="3" width="12" height="12" fill="{ORANGE}"/>' + svg_text(19, 13, "the right class")
            words = "where the loss pulls, and how strongly, on the same axis"
            found += [None, *[(right, 110, 18, "the colour of the right class")] * (self.right is not None),
                      ("".join(arrow(10, 15, -12)) + svg_text(20, 13, words), 22 + 6 * len(words), 18, "the arrows")]
        return together(found, self.text())


def arrow(x, y, length):
    """Draw an arrow from the end of a bar, its head inside its length; none if it would be a dot."""
    if abs(length) < 2:
        return []
    tip = max(-5.0, min(length, 5.0))
    return [f'<path d="M{x - 6:g} {y:.1f}h12M{x:g} {y:.1f}v{length - tip:.1f}" fill="none" stroke="{GREEN}" '
            f'stroke-width="2"/><path d="M{x:g} {y + length:.1f}l-4.5 {-tip:.1f}h9z" fill="{GREEN}"/>']


def bars(groups, pulls=None, right=None, names=()):
    """Draw groups of bars side by side; arrows at their ends show where a loss pulls them.

    groups   {name: (n,) numbers}
    pulls    {name: (n,) numbers}  minus the slopes; groups without are drawn without arrows
    right    the number of the bar that is right, in another colour
    names    what each bar of a group is called

    >>> bars({"scores": [2.0, 0.0]}, {"scores": [0.12, -0.12]}, right=0)
    scores    2.00    0.00   pulled by +0.12  -0.12
    """
    return Bars(groups, pulls or {}, right, names)
