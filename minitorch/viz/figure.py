"""A plot that matplotlib draws when a page asks for it, and that says the same in words everywhere."""

import os
import re
from html import escape

from ..serialization.atomic import atomic_write
from .picture import Picture, fitting

ADVICE = "This picture is drawn by matplotlib, which is not installed: `pip install matplotlib`."
GREY = "#808080"                           # readable on a white page and on a dark one
STYLES = ["-", "--", ":", "-."]            # dashes say the colour again
STYLE = {
    "figure.facecolor": "none", "axes.facecolor": "none", "savefig.facecolor": "none", "axes.edgecolor": GREY,
    "axes.labelcolor": GREY, "axes.titlecolor": GREY, "xtick.color": GREY, "ytick.color": GREY, "text.color": GREY,
    "grid.color": GREY, "legend.frameon": False, "legend.fontsize": 9, "font.size": 9, "axes.titlesize": 10,
    "axes.spines.top": False, "axes.spines.right": False, "lines.linewidth": 1.8,
    "svg.fonttype": "none", "svg.hashsalt": "minitorch",
}


def say_so(figure, text):
    """Words where a plot would stand: there is nothing to draw yet."""
    figure.text(0.5, 0.5, text, ha="center", va="center", wrap=True)


class Figure(Picture):
    """What the plots return: a picture in a notebook, `text()` everywhere else, `.save("file.png")`.

    A kind of plot says its size in inches, what it shows in `text()`, and draws itself in `draw(figure)`.
    """

    size = (6.0, 3.2)

    def draw(self, figure):
        raise NotImplementedError

    def figure(self):
        """The plot as a matplotlib Figure, drawn anew; pyplot knows nothing of it.

        Raises ImportError where matplotlib is not installed.
        """
        try:
            from matplotlib import rc_context
            from matplotlib.figure import Figure as Canvas
        except ImportError:
            raise ImportError(ADVICE) from None
        with rc_context(STYLE):
            canvas = Canvas(figsize=self.size)
            self.draw(canvas)
        return canvas

    def svg(self):
        """The picture as SVG text that stands in a page; the same on every run."""
        return svg_of(self.figure(), self.text())

    def save(self, path):
        """Write the picture to a file, .png, .svg or .pdf by its name."""
        from matplotlib import rc_context
        with rc_context(STYLE):
            canvas = self.figure()
            if hasattr(path, "write"):
                canvas.savefig(path)
                return
            stem, suffix = os.path.splitext(os.fspath(path))
            with atomic_write(stem + (suffix or ".png")) as file:
                canvas.savefig(file, format=suffix[1:] or "png")


def grid_of(figure, count, columns, left=0.55, below=0.5, above=0.3, right=0.12, foot=0.0):
    """The axes of so many plots in rows of `columns`, with room around each in inches, and `foot` under all.

    Fixed room is quicker than to look for what each plot needs, and nothing moves.
    """
    rows, columns = -(-max(count, 1) // columns), min(columns, max(count, 1))
    axes = figure.subplots(rows, columns, squeeze=False).ravel()
    for unused in axes[count:]:
        unused.set_visible(False)
    wide, high = figure.get_size_inches()
    across, down = (wide / columns - left - right), ((high - foot) / rows - below - above)
    figure.subplots_adjust(left / wide, (foot + below) / high, 1 - right / wide, 1 - above / high,
                           wspace=(left + right) / across, hspace=(below + above) / down)
    return axes


def log_axis(axes):
    """Let the vertical axis count in powers of ten, written as plain numbers."""
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter("{x:g}")
    axes.minorticks_off()


def svg_of(canvas, label):
    """A matplotlib Figure as SVG text: no prolog, nothing that restyles the page, a name for those who hear it."""
    from io import StringIO

    from matplotlib import rc_context
    out = StringIO()
    with rc_context(STYLE):
        canvas.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    text = text[text.index("<svg"):]
    text = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->|<style.*?</style>", "", text, flags=re.S)
    head = (f'<svg role="img" aria-label="{escape(label, quote=True)}" '
            f'style="{fitting(text, 72 * canvas.get_size_inches()[0])}; stroke-linejoin: round; stroke-linecap: butt; '
            'font-family: Helvetica, Arial, sans-serif"')
    return shorter(text).replace("<svg", head, 1)


def shorter(text):
    """The same picture in fewer letters: a notebook holds many."""
    text = re.sub(r">\s+<", "><", re.sub(r"font-family: [^;\"]*;? ?", "", text))          # svg_of says it once
    text = re.sub(r' transform="rotate\(-?0 [^"]*"|(?<=<g) id="(?:[xy]tick|text|line2d|patch)_\d+"', "", text)
    text = re.sub(r' d="[^"]*"', lambda path: re.sub(r"\s+", " ", path[0]), text)
    text = re.sub(r' d="[^"]*"', lambda path: re.sub(r" ?([CHLMQSTVZz]) ?", r"\1", path[0]), text)
    text = re.sub(r' (d|x|y|transform)="[^"]*"', lambda found: re.sub(r"(\.\d)\d+", r"\1", found[0]), text)
    return re.sub(r"<g( [^>]*)>((?:<use [^>]*/>)+)</g>", with_one_style, text)


def with_one_style(found):
    """Marks of one style say it once, in the group that holds them."""
    styles = set(re.findall(r' style="[^"]*"', found[2]))
    if len(styles) != 1 or "style=" in found[1]:
        return found[0]
    style, = styles
    return f"<g{found[1]}{style}>{found[2].replace(style, '')}</g>"
