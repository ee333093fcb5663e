"""Where what is shown is seen: a notebook's page draws SVG inline, with its words and tooltips."""

import os
import sys
from html import escape

GREY = "#808080"                           # of words in a drawing, and on a page of the page's own colour
STYLE = f""".mt-drawn :is(text, svg)[fill="{GREY}"], .mt-drawn text[style*="{GREY}"] {{ fill: currentColor !important }}
""" + "\n".join(f""".mt-drawn text[fill="{colour}"] {{ fill: color-mix(in srgb, {colour} 55%, currentColor) }}"""
                for colour in ("#d55e00", "#0072b2", "#009e73", "#cc79a7")) + "".join(f"""
.widget-play .{icon}::before {{ content: "{sign}" / "{word}" }}""" for icon, sign, word in (
    ("fa-play", r"\f04b", "play"), ("fa-pause", r"\f04c", "pause"), ("fa-stop", r"\f04d", "to the start"),
    ("fa-retweet", r"\f079", "repeat")))  # the buttons beside a slider are signs alone: words for a screen reader

INKS = {"red": "#e75c58", "green": "#00a250", "yellow": "#ddb62b", "blue": "#208ffb", "magenta": "#d160c4",
        "cyan": "#60c6c8"}                 # of JupyterLab's tracebacks, too pale for their ground by themselves
CODE = {"true": {"comment": "#337070", "bracket": "#666650", "meta": "#9010e8", "number": "#007a00", "atom": "#5050d8"},
        "false": {"comment": "#5fa3a3", "meta": "#c080ff", "def": "#3a96ee"}}    # in light and dark: words of code
NOTEBOOK = "\n".join(f"[data-jp-theme-light={light}] {{ --jp-mirror-editor-{word}-color: {colour} }}"
                     for light, words in CODE.items() for word, colour in words.items()) + """
.jp-RenderedMarkdown.jp-RenderedMarkdown pre { overflow-x: auto }
.jp-RenderedMarkdown.jp-RenderedMarkdown pre, .jp-RenderedMarkdown.jp-RenderedMarkdown pre > code {
  white-space: pre !important }
.jp-RenderedMarkdown :is(p, li) > code { overflow-wrap: anywhere }
@media (max-width: 600px) { .jp-RenderedMarkdown.jp-RenderedMarkdown :is(td, th) { padding: 4px; white-space: normal }
  .jp-RenderedMarkdown td:last-child:not(:first-child) { min-width: 8em; overflow-wrap: anywhere }
  .jp-RenderedMarkdown td:has(code):not(:last-child) { min-width: 7em; overflow-wrap: anywhere } }
.jp-RenderedMarkdown details { margin-bottom: 1em }
.jp-OutputArea-output.jp-RenderedText pre { word-break: normal; overflow-wrap: anywhere }
[data-mime-type="application/vnd.jupyter.stderr"] span[style*="color"]:not([style*="background"]) {
  color: inherit !important }
""" + "\n".join(f"""[data-mime-type="application/vnd.jupyter.stderr"] :is(.ansi-{name}-fg, .ansi-{name}-intense-fg) {{
  color: color-mix(in srgb, {colour} 35%, currentColor) !important }}""" for name, colour in INKS.items())


def dress():
    """Give JupyterLab's page what it lacks: diagrams in text scroll and do not wrap, words in outputs stay whole,
    comments are read on their grey and tracebacks on their red, tables fit a phone, and Matplotlib's figures have words
    for a screen reader."""
    if on_page():
        from IPython import get_ipython
        from IPython.display import display
        formatter = get_ipython().display_formatter.formatters["text/html"]
        formatter.for_type_by_name("matplotlib.figure", "FigureBase", named)       # %matplotlib removes a Figure's own
        display({"text/plain": "", "text/html": f"<style>{NOTEBOOK}</style>"}, raw=True)


def named(figure):
    """A Matplotlib figure as HTML: the image that Jupyter shows, and what it shows in words."""
    from IPython.core.pylabtools import print_figure
    image = print_figure(figure, fmt="png", base64=True)
    if not image:                                                     # a figure without axes
        return None
    # scrolled on a phone: its words could not be read in a smaller picture
    return ('<div style="max-width: 100%; overflow-x: auto"><img style="max-width: none" '
            f'alt="{escape(in_words(figure), quote=True)}" src="data:image/png;base64,{image}"></div>')


def in_words(figure):
    """What a Matplotlib figure says itself: for each plot its title, its axes' names and its lines'."""
    plots = [getattr(figure, "get_suptitle", str)()]                 # older Matplotlibs lack it
    for axes in figure.axes:
        lines = [name for name in axes.get_legend_handles_labels()[1] if not name.startswith("_")]
        said = {"": axes.get_title(), "lines: ": ", ".join(lines), "across: ": axes.get_xlabel(),
                "up: ": axes.get_ylabel()}
        plots.append("; ".join(what + words for what, words in said.items() if words) or "a plot without names")
    return f"Figure: {'. '.join(filter(None, plots))}"


def on_page():
    """Whether what is shown now is seen by a person, on a notebook's page that renders HTML.

    JupyterLab, VS Code and Colab each leave a mark on their kernels. A notebook that is run without a page, to be
    stored or graded, gets text and SVG alone, which every reader of notebooks shows.
    """
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return getattr(shell, "kernel", None) is not None and (
        "JPY_SESSION_NAME" in os.environ or "google.colab" in sys.modules or "__vsc_ipynb_file__" in shell.user_ns)


def drawing(svg, moves=False, inline=None):
    """The parts of a MIME bundle that show an SVG; JupyterLab shows the image alone without its name and tooltips.

    moves    a widget stands beside it in the bundle, which HTML would hide
    inline   gives the HTML that a page shows; default: the SVG
    """
    seen = on_page() and not moves
    html = {"text/html": scrolling(svg if inline is None else inline())} if seen else {}
    return {"image/svg+xml": svg, **html}


def scrolling(html):
    """A picture in a page: what is wider is scrolled, and not cut; its words are read on a white and a dark page."""
    return f'<div class="mt-drawn" style="max-width: 100%; overflow-x: auto"><style>{STYLE}</style>{html}</div>'
