"""Output on a notebook's page: SVG inline, with its words and tooltips."""

import os
import re
import sys
from html import escape

from ..runtime.errors import ipython_shell

WORDS = "#595959"                          # colour of text in a drawing; on a page the text takes the page's colour
SAID = {"#d55e00": "#b04a00", "#0072b2": "#0072b2", "#009e73": "#00734f", "#cc79a7": "#a83d78"}  # {line: text} colours
LARGER, SMALLEST = 1.25, 11                # maximum scale of a picture; size of the smallest letters in pixels
EDGE = 6                                   # pixels around a picture with its own background
GROUP = re.compile(r'<svg [^>]*aria-label="([^"]*)" class="parts"[^>]*width="([\d.]+)"[^>]*>'
                   r'(?:<rect[^>]*>)?\s*(.*?</svg>)\s*</svg>', re.S)
PART = re.compile(r'<svg class="part" x="[^"]*" y="[^"]*" (width="([\d.]+)".*?</svg>)', re.S)
ROW = '<g class="row"/>'                   # marks the start of a new row
STYLE = f"""@keyframes mt-more {{ from, 95% {{ mask-image: linear-gradient(to left, #0002, #000 36px) }} }}
.mt-drawn {{ animation: mt-more linear; animation-timeline: scroll(self inline) }}
.mt-drawn .mt-ground {{ display: none }}
.mt-drawn :is(text, svg)[fill="{WORDS}"], .mt-drawn text[style*="{WORDS}"] {{ fill: currentColor !important }}
""" + "\n".join(f""".mt-drawn text[fill="{colour}"] {{ fill: color-mix(in srgb, {colour} 55%, currentColor) }}"""
                for colour in SAID.values()) + "".join(f"""
.widget-play .{icon}::before {{ content: "{sign}" / "{word}" }}""" for icon, sign, word in (
    ("fa-play", r"\f04b", "play"), ("fa-pause", r"\f04c", "pause"), ("fa-stop", r"\f04d", "to the start"),
    ("fa-retweet", r"\f079", "repeat")))  # names for screen readers, because a slider's buttons show only signs

INKS = {"red": "#e75c58", "green": "#00a250", "yellow": "#ddb62b", "blue": "#208ffb", "magenta": "#d160c4",
        "cyan": "#60c6c8"}     # JupyterLab's traceback colours: too pale, so they are mixed with the text's
CODE = {"true": {"comment": "#337070", "bracket": "#666650", "meta": "#9010e8", "number": "#007a00", "atom": "#5050d8"},
        "false": {"comment": "#5fa3a3", "meta": "#c080ff", "def": "#3a96ee"}}    # {light page: colours of code}
NOTEBOOK = "\n".join(f"[data-jp-theme-light={light}] {{ --jp-mirror-editor-{word}-color: {colour} }}"
                     for light, words in CODE.items() for word, colour in words.items()) + """
.jp-RenderedMarkdown.jp-RenderedMarkdown pre { overflow-x: auto }
.jp-RenderedMarkdown.jp-RenderedMarkdown pre, .jp-RenderedMarkdown.jp-RenderedMarkdown pre > code {
  white-space: pre !important }
.jp-RenderedMarkdown :is(p, li) > code { overflow-wrap: anywhere }
@media (max-width: 600px) {
  .jp-Cell :is(.jp-InputPrompt, .jp-OutputPrompt) { flex: 0 0 0; min-width: 0; padding: 0; visibility: hidden }
  .jp-Notebook.jp-Notebook .jp-Cell { padding-left: 0; padding-right: 0 }
  .jp-Notebook .jp-WindowedPanel-viewport, .jp-Notebook .jp-WindowedPanel-outer { padding-left: 0; padding-right: 0 }
  .jp-OutputArea-output.jp-RenderedHTMLCommon { padding-right: 0 }
  .jp-RenderedMarkdown.jp-RenderedMarkdown :is(td, th) { padding: 4px; white-space: normal }
  .jp-RenderedMarkdown td:last-child:not(:first-child) { min-width: 8em; overflow-wrap: anywhere }
  .jp-RenderedMarkdown td:has(code):not(:last-child) { min-width: 7em; overflow-wrap: anywhere } }
.jp-RenderedMarkdown details { margin-bottom: 1em }
.jp-OutputArea-output.jp-RenderedText pre { word-break: normal; overflow-wrap: anywhere }
[data-mime-type="application/vnd.jupyter.stderr"] span[style*="color"]:not([style*="background"]) {
  color: inherit !important }
""" + "\n".join(f"""[data-mime-type="application/vnd.jupyter.stderr"] :is(.ansi-{name}-fg, .ansi-{name}-intense-fg) {{
  color: color-mix(in srgb, {colour} 35%, currentColor) !important }}""" for name, colour in INKS.items())


def dress():
    """Add styles that JupyterLab's page lacks: text diagrams scroll and do not wrap, words in outputs are not broken,
    comments and tracebacks can be read on their background, tables fit a phone, and Matplotlib's figures have words for
    a screen reader."""
    if on_page():
        from IPython import get_ipython
        from IPython.display import display
        formatter = get_ipython().display_formatter.formatters["text/html"]
        formatter.for_type_by_name("matplotlib.figure", "FigureBase", figure_as_html)       # %matplotlib resets Figure
        display({"text/plain": "", "text/html": f"<style>{NOTEBOOK}</style>"}, raw=True)


def figure_as_html(figure):
    """Return a Matplotlib figure as HTML: the image that Jupyter shows, and its content in words."""
    from IPython.core.pylabtools import print_figure
    image = print_figure(figure, fmt="png", base64=True)
    if not image:                                                     # a figure without axes has no image
        return None
    # The picture scrolls on a phone, because its text would be too small if it were shrunk.
    return ('<div style="max-width: 100%; overflow-x: auto"><img style="max-width: none" '
            f'alt="{escape(describe_figure(figure), quote=True)}" src="data:image/png;base64,{image}"></div>')


def describe_figure(figure):
    """Return a Matplotlib figure's content in words: for each plot its title and the names of its axes and lines."""
    plots = [getattr(figure, "get_suptitle", str)()]                 # older versions of Matplotlib have no get_suptitle
    for axes in figure.axes:
        lines = [name for name in axes.get_legend_handles_labels()[1] if not name.startswith("_")]
        said = {"": axes.get_title(), "lines: ": ", ".join(lines), "across: ": axes.get_xlabel(),
                "up: ": axes.get_ylabel()}
        plots.append("; ".join(what + words for what, words in said.items() if words) or "a plot without names")
    return f"Figure: {'. '.join(filter(None, plots))}"


def on_page():
    """Return True if a person sees the output on a notebook's page that renders HTML.

    JupyterLab, VS Code and Colab each set a name that a kernel can read. A notebook that is run without a page, to be
    stored or graded, gets only text and SVG, which every program shows that opens notebooks.
    """
    shell = ipython_shell()
    return getattr(shell, "kernel", None) is not None and (
        "JPY_SESSION_NAME" in os.environ or "google.colab" in sys.modules or "__vsc_ipynb_file__" in shell.user_ns)


def on_unknown_page():
    """Return True if a person runs a notebook on a page that is not known to render HTML.

    Programs that run notebooks to store or grade them, such as nbconvert, do not allow a cell to ask for input.
    """
    return bool(getattr(getattr(ipython_shell(), "kernel", None), "_allow_stdin", False)) and not on_page()


def drawing(svg, moves=False, picture=None):
    """Return the parts of a MIME bundle that show an SVG: on a page as HTML, for JupyterLab's images have no tooltips.

    moves    the bundle also has a widget, which HTML would hide
    picture  a function that returns the SVG for a page, if it differs from `svg`
    """
    seen = on_page() and not moves
    return {"image/svg+xml": alone(svg), **({"text/html": scrolling(picture() if picture else svg)} if seen else {})}


def alone(svg):
    """Return a picture with a white background, for pages such as GitHub's that show it unchanged, light or dark."""
    head, _, rest = svg.partition(">")
    x, y, width, height = map(float, re.search(r'viewBox="([^"]*)"', head)[1].split())
    x, y, width, height = x - EDGE, y - EDGE, width + 2 * EDGE, height + 2 * EDGE
    for mine in (f'viewBox="{x:g} {y:g} {width:g} {height:g}"', f'style="{fitting(svg, width)}"',
                 f' width="{LARGER * width:g}"', f' height="{LARGER * height:g}"'):
        head = re.sub(mine.partition('"')[0] + '"[^"]*"', mine, head)
    return f'{head}><rect class="mt-ground" x="{x:g}" y="{y:g}" width="100%" height="100%" fill="#ffffff"/>{rest}'


def scrolling(html):
    """Return pictures for a page: on a narrow page their parts are below one another, and wider parts scroll; words can
    be read on white and dark pages."""
    return (f'<div class="mt-drawn" style="max-width: 100%; overflow-x: auto"><style>{STYLE}</style>'
            f'{GROUP.sub(split_parts, html)}</div>')


def split_parts(found):
    """Return the parts of one picture as separate SVGs with one scale."""
    label, width, drawn = found.groups()
    least = SMALLEST / smallest_letters(drawn)
    parts = PART.sub(lambda part: f'<svg role="img" style="{fitting(part[1], float(part[2]), least)}" {part[1]}',
                     drawn.replace(ROW, '<div style="flex-basis: 100%"></div>'))
    return (f'<div role="group" aria-label="{label}" style="display: flex; flex-wrap: wrap; align-items: flex-start; '
            'gap: 8px 14px; margin-bottom: 6px; font-family: Helvetica, Arial, sans-serif; '
            f'max-width: {float(width):.0f}px">{parts}</div>')


def fitting(drawn, width, least=None):
    """Return the style of an SVG that is as wide as its page; if its words would be too small, the page scrolls.

    drawn   the SVG's text, in which the sizes of its letters are found
    """
    narrowest = width * (SMALLEST / smallest_letters(drawn) if least is None else least)
    return (f"width: {max(narrowest, LARGER * width):.0f}px; max-width: 100%; min-width: {narrowest:.0f}px; "
            "height: auto")


def smallest_letters(drawn):
    """Return the size of a drawing's smallest letters."""
    return min(map(float, re.findall(r'font(?:-size)?(?:="|: ?)([\d.]+)', drawn)), default=SMALLEST)
