"""The base of plots: matplotlib draws the plot for a page; everywhere else, text has the same content."""

import os
import re
from contextlib import contextmanager

from ..display.page import WORDS
from ..serialization.atomic import atomic_write
from .picture import GAP, Picture, together

ADVICE = "This picture is drawn by matplotlib, which is not installed: `pip install matplotlib`."
GREY = "#808080"                           # colour of lines that is visible on white and on dark pages
STYLES = ["-", "--", ":", "-."]            # lines differ in their dashes and in their colour
STYLE = {
    "figure.facecolor": "none", "axes.facecolor": "none", "savefig.facecolor": "none", "axes.edgecolor": GREY,
    "axes.labelcolor": WORDS, "axes.titlecolor": WORDS, "xtick.color": GREY, "ytick.color": GREY, "text.color": WORDS,
    "xtick.labelcolor": WORDS, "ytick.labelcolor": WORDS, "grid.color": GREY, "legend.frameon": False,
    "legend.fontsize": 11, "font.size": 11, "axes.titlesize": 12, "xtick.labelsize": 11, "ytick.labelsize": 11,
    "axes.spines.top": False, "axes.spines.right": False, "lines.linewidth": 1.8,
    "svg.fonttype": "none", "svg.hashsalt": "minitorch",
}


def say_so(figure, text):
    """Write text into a figure that has no data to draw yet."""
    figure.text(0.5, 0.5, text, ha="center", va="center", wrap=True)


class Figure(Picture):
    """The result of every plot: a picture in a notebook, `text()` everywhere else, `.save("file.png")`.

    A subclass sets `size`, returns its content in `text()`, and draws on a figure in `draw(figure)`; if it has several
    parts, it returns them in `plots()`. Sizes are in inches; a page shows 72 pixels for an inch, or more if it is wide.
    """

    size = (4.3, 3.2)
    columns = 3

    def draw(self, figure):
        raise NotImplementedError

    def plots(self):
        """Return [(size, function that draws on a figure, text)]; the plots in a row have equal heights."""
        return [(self.size, self.draw, self.text())]

    def figure(self):
        """Draw the plot again and return it as a matplotlib Figure that pyplot does not know.

        Raises ImportError if matplotlib is not installed.
        """
        plots = self.plots()
        columns, rows = min(len(plots), self.columns), -(-len(plots) // self.columns)
        widths = [size[0] for size, *_ in plots[:columns]]
        with styled() as canvas_of:
            canvas = canvas_of(figsize=(sum(widths), rows * plots[0][0][1]))
            parts = canvas.subfigures(rows, columns, squeeze=False, width_ratios=widths).ravel()
            for part, (_, draw, _) in zip(parts, plots):
                draw(part)
        return canvas

    def svg(self):
        """Return the picture as SVG text for a page; the same on every run."""
        parts = []
        for size, draw, label in self.plots():
            with styled() as canvas_of:
                canvas = canvas_of(figsize=size)
                draw(canvas)
            parts.append((drawn(canvas), 72 * size[0], 72 * size[1], label))
        return together(parts, self.text(), sum(wide + GAP for _, wide, *_ in parts[:self.columns]))

    def save(self, path):
        """Write the picture to a file; its name ends in .png, .svg or .pdf."""
        canvas = self.figure()
        with styled():
            if hasattr(path, "write"):
                canvas.savefig(path)
                return
            stem, suffix = os.path.splitext(os.fspath(path))
            with atomic_write(stem + (suffix or ".png")) as file:
                canvas.savefig(file, format=suffix[1:] or "png")


@contextmanager
def styled():
    """Use this package's settings of matplotlib in the block; yield the class that makes a figure."""
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure as Canvas
    except ImportError:
        raise ImportError(ADVICE) from None
    with rc_context(STYLE):
        yield Canvas


def axes_of(figure, size, left=0.6, below=0.55, above=0.35, right=0.15):
    """Return the axes of a plot; their margins in inches are fixed, so that axes do not move when labels change."""
    axes = figure.subplots()
    figure.subplots_adjust(left / size[0], below / size[1], 1 - right / size[0], 1 - above / size[1])
    return axes


def log_axis(axes):
    """Give the vertical axis a logarithmic scale, with plain numbers."""
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter("{x:g}")
    axes.minorticks_off()


def drawn(canvas):
    """Return the SVG of a matplotlib Figure, without the style sheet, which would change the whole page."""
    from io import StringIO
    out = StringIO()
    with styled():
        canvas.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    text = text[text.index(">", text.index("<svg")) + 1:text.rindex("</svg>")]
    text = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->|<style.*?</style>", "", text, flags=re.S)
    return f'<g style="stroke-linejoin: round; stroke-linecap: butt">{shorter(text)}</g>'


def shorter(text):
    """Return the same picture as shorter SVG text, because a notebook contains many pictures."""
    text = text.replace("xlink:href", "href")
    text = re.sub(r">\s+<", "><", re.sub(r"font-family: [^;\"]*;? ?", "", text))          # svg_page sets the font
    text = re.sub(r' transform="rotate\(-?0 [^"]*"|(?<=<g) id="(?:[xy]tick|text|line2d|patch)_\d+"', "", text)
    text = re.sub(r' style="[^"]*"', lambda style: re.sub(r"(?<=[:;]) ", "", style[0]), text)
    text = re.sub(r' d="[^"]*"', lambda path: re.sub(r"\s+", " ", path[0]), text)
    text = re.sub(r' d="[^"]*"', lambda path: re.sub(r" ?([CHLMQSTVZz]) ?", r"\1", path[0]), text)
    text = re.sub(r'<path d="M[-\d.]+ [-\d.]+ *"[^>]*/>', "", text)        # a line of one point is not drawn
    text = re.sub(r' (d|x|y|transform)="[^"]*"', lambda found: re.sub(r"(\.\d)\d+", r"\1", found[0]), text)
    return re.sub(r"<g( [^>]*)>((?:<use [^>]*/>)+)</g>", with_one_style, text)


def with_one_style(found):
    """If all marks of a group have the same style, write it once, at the group."""
    styles = set(re.findall(r' style="[^"]*"', found[2]))
    if len(styles) != 1 or "style=" in found[1]:
        return found[0]
    style, = styles
    return f"<g{found[1]}{style}>{found[2].replace(style, '')}</g>"
