"""A plot that matplotlib draws when a page asks for it, and that says the same in words everywhere."""

import re
from html import escape

from .curves import COLOURS, VIEW

ADVICE = "To see it as a picture install matplotlib: `pip install matplotlib`."
GREY = "#808080"                           # readable on a white page and on a dark one
INK = [*COLOURS, "#e69f00", "#56b4e9"]     # Okabe and Ito's further two
STYLES = ["-", "--", ":", "-."]            # dashes say the colour again
STYLE = {
    "figure.facecolor": "none", "axes.facecolor": "none", "savefig.facecolor": "none", "axes.edgecolor": GREY,
    "axes.labelcolor": GREY, "axes.titlecolor": GREY, "xtick.color": GREY, "ytick.color": GREY, "text.color": GREY,
    "grid.color": GREY, "legend.frameon": False, "legend.fontsize": 9, "font.size": 9, "axes.titlesize": 10,
    "axes.spines.top": False, "axes.spines.right": False, "lines.linewidth": 1.8,
    "svg.fonttype": "none", "svg.hashsalt": "minitorch",
}


class Figure:
    """What the plots return: a picture in a notebook, `text()` everywhere else, `.save("file.png")`.

    A kind of plot says its size in inches, what it shows in `text()`, and draws itself in `draw(figure)`.
    """

    size = (6.0, 3.2)
    layout: str | None = "constrained"

    def text(self):
        raise NotImplementedError

    def draw(self, figure):
        raise NotImplementedError

    def figure(self):
        """The plot as a matplotlib Figure, drawn anew; pyplot knows nothing of it.

        Raises ImportError where matplotlib is not installed.
        """
        try:
            from matplotlib import rc_context
            from matplotlib.figure import Figure as Canvas
        except ImportError as error:
            raise ImportError(f"this plot is drawn by matplotlib, which is not installed. {ADVICE}") from error
        with rc_context(STYLE):
            canvas = Canvas(figsize=self.size, layout=self.layout)
            self.draw(canvas)
        return canvas

    def svg(self):
        """The picture as SVG text that stands in a page; the same on every run."""
        return svg_of(self.figure(), self.text())

    def save(self, path):
        """Write the picture to a file, .png, .svg or .pdf by its name."""
        from matplotlib import rc_context
        with rc_context(STYLE):
            self.figure().savefig(path)

    def __repr__(self):
        return self.text()

    def _repr_mimebundle_(self, include=None, exclude=None):
        try:
            return {"text/plain": self.text(), "image/svg+xml": self.svg()}
        except ImportError:
            return {"text/plain": f"{self.text()}\n{ADVICE}"}


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
    text = re.sub(r"\n\s*\n+", "\n", text).replace("'DejaVu Sans', ", "Helvetica, Arial, ")
    head = (f'<svg role="img" aria-label="{escape(label, quote=True)}" '
            'style="max-width: 100%; height: auto; stroke-linejoin: round; stroke-linecap: butt"')
    return text.replace("<svg", head, 1)


class Sliding(Figure):
    """A plot with a slider beneath it; where there are no widgets, the plot as it stands."""

    slider = picture = box = None

    def make_slider(self, widgets):
        raise NotImplementedError

    def moved(self, value):
        """Take the slider's new value in."""
        raise NotImplementedError

    def html(self):
        """What stands over the slider: the picture, else the words."""
        try:
            return self.svg()
        except ImportError:
            return f"<pre>{escape(self.text())}</pre>"

    def widget(self):
        """The slider and the picture (ipywidgets 7.7 and 8); None where ipywidgets is not installed."""
        if self.box is None:
            try:
                import ipywidgets as widgets
            except ImportError:
                return None
            self.slider, row = self.make_slider(widgets)
            self.picture = widgets.HTML(value=self.html())
            self.slider.observe(self.follow, names="value")
            self.box = widgets.VBox([row, self.picture])
        return self.box

    def follow(self, change):
        self.moved(change["new"])
        self.picture.value = self.html()

    def _repr_mimebundle_(self, include=None, exclude=None):
        found = super()._repr_mimebundle_()
        box = self.widget()
        if box is not None:
            found[VIEW] = {"version_major": 2, "version_minor": 0, "model_id": box.model_id}
        return found


def played(widgets, last, name, interval=800):
    """A slider from 0 to `last`, and a row that holds it beside a play button."""
    play = widgets.Play(value=0, min=0, max=last, interval=interval)
    slider = widgets.IntSlider(value=0, min=0, max=last, description=name)
    widgets.jslink((play, "value"), (slider, "value"))
    return slider, widgets.HBox([play, slider])


def number(value):
    """A number as a text twin has it: three digits, no −0."""
    return f"{float(value) + 0.0:.3g}"
