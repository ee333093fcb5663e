"""What every picture does: words everywhere, a drawing where a page asks for one, a slider where it has widgets."""

import os
import re
from html import escape

from ..page import drawing, scrolling
from ..serialization.atomic import atomic_write

VIEW = "application/vnd.jupyter.widget-view+json"
SMALLEST = 12.0            # pixels of a picture's smallest letters on the page
FONT = 'font-family="Helvetica,Arial,sans-serif"'


class Picture:
    """A picture of what it is given by name; `text()` says it in words, `svg()` draws it."""

    def __init__(self, **shown):
        vars(self).update(shown)

    def text(self):
        raise NotImplementedError

    def svg(self):
        raise NotImplementedError

    def __repr__(self):
        return self.text()

    def still(self):
        """The picture for pages that cannot move it."""
        return self.svg()

    def inline(self):
        """The picture as it stands in a notebook's page."""
        return self.still()

    def save(self, path):
        """Write the picture to a file, .svg. It is written whole or not at all."""
        stem, suffix = os.path.splitext(os.fspath(path))
        if suffix.lower() not in ("", ".svg"):
            raise ValueError(f"this picture can be saved as .svg, not as {suffix}: save({stem + '.svg'!r}).")
        with atomic_write(stem + (suffix or ".svg")) as file:
            file.write(self.still().encode())

    def _repr_mimebundle_(self, include=None, exclude=None):
        try:
            return {"text/plain": repr(self), **drawing(self.still(), inline=self.inline)}
        except ImportError as missing:                   # what draws it; its message says what to install
            return {"text/plain": f"{self!r}\n{missing}"}


def or_words(picture):
    """A picture's SVG; where what draws it is not installed, its text and what to install."""
    try:
        return picture.svg()
    except ImportError as missing:
        return f"<pre>{escape(picture.text())}\n{escape(str(missing))}</pre>"


def widget_view(box):
    """The part of a MIME bundle that shows a widget."""
    return {VIEW: {"version_major": 2, "version_minor": 0, "model_id": box.model_id}}


class SlidingPicture(Picture):
    """A picture with a slider; where there are no widgets, what does not move: `still()`."""

    slider = picture = box = None

    def make_slider(self, widgets):
        """The slider, and what holds it."""
        raise NotImplementedError

    def moved(self, value):
        """Take the slider's new value in."""
        raise NotImplementedError

    def html(self):
        """What stands beneath the slider: the picture, else the words."""
        return or_words(self)

    def widget(self):
        """The slider and the picture (ipywidgets 7.7 and 8); None where ipywidgets is not installed."""
        if self.box is None:
            try:
                import ipywidgets as widgets
            except ImportError:
                return None
            self.slider, row = self.make_slider(widgets)
            row = widgets.HBox([row]) if row is self.slider else row      # it grows along a row, not down the page
            within = widgets.Layout(width="calc(100% - 4px)")                     # it has a margin of 2 pixels
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
        found.pop("text/html", None)                     # pages would show it in place of the widget
        return found | widget_view(box)


class FramesPicture(SlidingPicture):
    """A picture of one of several frames, with a slider over them; `at` is the one that is shown.

    frames       a sequence, one element a frame
    frame_name   what a frame is called
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
        """Move to a frame, in the picture too, and print it."""
        self.moved(at)
        if self.slider is not None:
            self.slider.value = self.at
        print(self.text())


def play_slider(widgets, last, name, first=0, interval=800):
    """A slider from `first` to `last`, and a row that holds it beside a play button; on a phone one stands below it."""
    play = widgets.Play(value=first, min=first, max=last, interval=interval)
    slider = widgets.IntSlider(value=first, min=first, max=last, description=name, layout=slider_layout(widgets))
    widgets.jslink((play, "value"), (slider, "value"))
    return slider, widgets.HBox([play, slider], layout=widgets.Layout(flex_flow="row wrap", max_width="100%"))


def slider_layout(widgets):
    """The layout of a slider: as wide as the page has room for, up to what a hand can aim at."""
    return widgets.Layout(flex="1 1 220px", width="auto", max_width="400px", min_width="0")


def fitting(drawn, width, unit="pt"):
    """The style of an SVG that shrinks with its page, while its words can be read; from there on the page scrolls.

    drawn   its text, which holds the sizes of its letters
    """
    least = width * scale(drawn) / (4 / 3 if unit == "pt" else 1)
    return f"width: {max(least, width):.0f}{unit}; max-width: 100%; min-width: {least:.0f}{unit}; height: auto"


def scale(drawn):
    """How large an SVG has to be shown for its smallest letters to be read."""
    return SMALLEST / min(map(float, re.findall(r'font(?:-size)?(?:="|: ?)([\d.]+)', drawn)), default=SMALLEST)


def svg_page(parts, width, height, label, among=""):
    """Drawn parts as one SVG that stands in a page and shrinks with it; `among` others, in one size with them."""
    drawn = "\n".join(parts)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(label, quote=True)}" '
            f'style="{fitting(among or drawn, width, "px")}" width="{width:g}" height="{height:g}" '
            f'viewBox="0 0 {width:g} {height:g}" {FONT}>\n{drawn}\n</svg>')


def svg_text(x, y, text, colour="#808080", size=11, anchor="start"):
    """A few words in a drawing."""
    return (f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{colour}" text-anchor="{anchor}">'
            f'{escape(str(text))}</text>')


def outline(x, y, width, height):
    """A frame that is seen on every ground: black with a white edge."""
    box = f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="none"'
    return f'{box} stroke="#ffffff" stroke-width="5"/>{box} stroke="#1a1a1a" stroke-width="2.5"/>'


def number(value):
    """A number as a text twin has it: three digits, no −0."""
    return f"{float(value) + 0.0:.3g}"


def checked_index(sequence, i, what):
    """An index counted from 0, where -1 is the last; IndexError where there is nothing."""
    if not -len(sequence) <= i < len(sequence):
        raise IndexError(f"there is no {what} {i}: they are counted from 0 to {len(sequence) - 1}, and -1 is the last.")
    return i % len(sequence)


def snapshot_name(record, count):
    """What a snapshot is called: by the epoch of `train.train`'s record, else as it is told, else by its number."""
    if isinstance(record, dict) and "epoch" in record:
        return f"epoch {record['epoch']}"
    return str(count + 1 if record is None or isinstance(record, dict) else record)
