"""The base classes of pictures: text in a terminal, a drawing on a page, and a slider if the page has widgets."""

import os
import textwrap
from html import escape
from itertools import groupby

from ..display.page import LARGER, ROW, WORDS, alone, drawing, fitting, scrolling
from ..serialization.atomic import atomic_write

VIEW = "application/vnd.jupyter.widget-view+json"
TOGETHER, GAP = 640, 14    # pixels: width of a row of drawings, space between drawings
PAGE = 880                 # pixels: width of a row of wide drawings; JupyterLab cuts off wider rows
FONT = 'font-family="Helvetica,Arial,sans-serif"'


class Picture:
    """A picture; its keyword arguments become attributes. `text()` describes it in words, `svg()` draws it."""

    def __init__(self, **shown):
        vars(self).update(shown)

    def text(self):
        raise NotImplementedError

    def svg(self):
        raise NotImplementedError

    def __repr__(self):
        return folded(self.text())

    def still(self):
        """Return the picture for pages without a slider."""
        return self.svg()

    def inline(self):
        """Return the picture for a notebook's page, where tooltips work."""
        return self.still()

    def save(self, path):
        """Write the picture to an .svg file, completely or not at all."""
        stem, suffix = os.path.splitext(os.fspath(path))
        if suffix.lower() not in ("", ".svg"):
            raise ValueError(f"this picture can be saved as .svg, not as {suffix}: save({stem + '.svg'!r}).")
        with atomic_write(stem + (suffix or ".svg")) as file:
            file.write(alone(self.still()).encode())

    def _repr_mimebundle_(self, include=None, exclude=None):
        try:
            return {"text/plain": repr(self), **drawing(self.still(), picture=self.inline)}
        except ImportError as missing:                   # matplotlib is missing: the error says how to install it
            return {"text/plain": f"{self!r}\n{missing}"}


def or_words(picture):
    """Return a picture's SVG; if the drawing library is not installed, its text and what to install."""
    try:
        return picture.svg()
    except ImportError as missing:
        return f"<pre>{escape(picture.text())}\n{escape(str(missing))}</pre>"


def widget_view(box):
    """Return the part of a MIME bundle that shows a widget."""
    return {VIEW: {"version_major": 2, "version_minor": 0, "model_id": box.model_id}}


class SlidingPicture(Picture):
    """A picture with a slider; a page without widgets shows `still()`."""

    slider = picture = box = None

    def make_slider(self, widgets):
        """Return the slider and the row that contains it."""
        raise NotImplementedError

    def moved(self, value):
        """Set the picture to the slider's new value."""
        raise NotImplementedError

    def html(self):
        """Return the HTML below the slider: the picture, or words if it cannot be drawn."""
        return or_words(self)

    def widget(self):
        """Return the slider with the picture (ipywidgets 7.7 and 8), or None if ipywidgets is not installed."""
        if self.box is None:
            try:
                import ipywidgets as widgets
            except ImportError:
                return None
            self.slider, row = self.make_slider(widgets)
            row = widgets.HBox([row]) if row is self.slider else row  # in an HBox, the slider grows only in width
            within = widgets.Layout(width="calc(100% - 4px)")               # leave out the widget's margins of 2 pixels
            self.picture = widgets.HTML(value=scrolling(self.html()), layout=within)
            self.slider.observe(self.follow, names="value")
            self.box = widgets.VBox([row, self.picture])
        return self.box

    def follow(self, change):
        self.moved(change["new"])
        self.picture.value = scrolling(self.html())

    def _repr_mimebundle_(self, include=None, exclude=None):
        box, found = self.widget(), super()._repr_mimebundle_()
        if box is None:
            return found
        found.pop("text/html", None)           # remove the HTML text, because pages would show it instead of the widget
        return found | widget_view(box)


class FramesPicture(SlidingPicture):
    """A picture that shows one of several frames, which a slider chooses; `at` is the index of this frame.

    frames       a sequence with one element for each frame
    frame_name   the word for a frame
    """

    frames: list
    frame_name: str
    at = 0

    def make_slider(self, widgets):
        slider, row = play_slider(widgets, max(len(self.frames) - 1, 0), self.frame_name)
        slider.value = self.at
        return slider, row

    def moved(self, value):
        self.at = checked_index(self.frames, int(value), self.frame_name)

    def go(self, at):
        """Move the slider and the picture to a frame, and print its text."""
        self.moved(at)
        if self.slider is not None:
            self.slider.value = self.at
        print(folded(self.text()))


def play_slider(widgets, last, name, first=0, interval=800):
    """Return a slider from `first` to `last`, and a row that contains a play button and the slider."""
    play = widgets.Play(value=first, min=first, max=last, interval=interval)
    slider = widgets.IntSlider(value=first, min=first, max=last, description=name, layout=slider_layout(widgets))
    widgets.jslink((play, "value"), (slider, "value"))
    return slider, widgets.HBox([play, slider], layout=widgets.Layout(flex_flow="row wrap", max_width="100%"))


def slider_layout(widgets):
    """Return the layout of a slider: as wide as the page, but at most 400 pixels."""
    return widgets.Layout(flex="1 1 220px", width="auto", max_width="400px", min_width="0")


def svg_page(parts, width, height, label, kind=""):
    """Join drawn parts into one SVG, which becomes smaller on a narrow page."""
    drawn = "\n".join(parts)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(label, quote=True)}" {kind}'
            f'style="{fitting(drawn, width)}" width="{LARGER * width:g}" height="{LARGER * height:g}" '
            f'viewBox="0 0 {width:g} {height:g}" {FONT}>\n{drawn}\n</svg>')


def together(parts, label, across=TOGETHER):
    """Return several drawings, placed in rows, as one SVG; a narrow page puts them beneath each other.

    parts    [(SVG text, width, height, name)]; None begins a new row
    across   the width of a row in pixels
    """
    y = wide = 0.0
    placed: list[str] = []
    for row in in_rows(parts, across):
        if row is None:
            placed.append(ROW)
            continue
        x, y = 0.0, y + GAP * (y > 0)
        for drawn, width, height, name in row:
            placed.append(f'<svg class="part" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" '
                          f'viewBox="0 0 {width:g} {height:g}" aria-label="{escape(name, quote=True)}">{drawn}</svg>')
            wide, x = max(wide, x + width), x + width + GAP
        y += max(height for _, _, height, _ in row)
    return svg_page(placed, wide, y, label, 'class="parts" ')


def in_rows(parts, across):
    """Yield as few rows of parts as the width allows, about equally long; None ends a row and is yielded itself."""
    for new, group in groupby(parts, lambda part: part is None):
        if new:
            yield from group
            continue
        rows: list[list] = [[]]
        for part in group:
            rows[-1].append(part)
            if sum(width + GAP for _, width, *_ in rows[-1]) - GAP > across and len(rows[-1]) > 1:
                rows.append([rows[-1].pop()])
        every = [part for row in rows for part in row]
        count = -(-len(every) // len(rows))
        even = [every[i:i + count] for i in range(0, len(every), count)]
        yield from even if all(sum(width + GAP for _, width, *_ in row) - GAP <= across for row in even) else rows


def svg_text(x, y, text, colour=WORDS, size=11, anchor="start"):
    """Return words as an SVG text element."""
    return (f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{colour}" text-anchor="{anchor}">'
            f'{escape(str(text))}</text>')


def outline(x, y, width, height):
    """Return the SVG of a frame that is visible on every background: black with a white edge."""
    box = f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="none"'
    return f'{box} stroke="#ffffff" stroke-width="5"/>{box} stroke="#1a1a1a" stroke-width="2.5"/>'


def number(value):
    """Return a number as text: three digits, no −0."""
    return f"{float(value) + 0.0:.3g}"


def folded(text):
    """Return text in which long lines go on in further lines, so that a terminal of 80 columns shows them."""
    return "\n".join(textwrap.fill(line, 80, subsequent_indent="    ", break_on_hyphens=False)
                     for line in text.split("\n"))


def checked_index(sequence, i, what):
    """Return an index counted from 0; -1 is the last. Raise IndexError if it is out of range."""
    if not -len(sequence) <= i < len(sequence):
        raise IndexError(f"there is no {what} {i}: they are counted from 0 to {len(sequence) - 1}, and -1 is the last.")
    return i % len(sequence)


def snapshot_name(record, count):
    """Return a snapshot's name: its epoch if `record` is a dict from `train.train`, else `record`, else its number."""
    if isinstance(record, dict) and "epoch" in record:
        return f"epoch {record['epoch']}"
    return str(count + 1 if record is None or isinstance(record, dict) else record)
