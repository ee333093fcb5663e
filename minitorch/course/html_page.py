"""A page of one file: text, code and pictures as HTML that runs nothing and fetches nothing."""

import re
from base64 import b64encode
from html import escape

import numpy as np

from ..tensors import Tensor
from ..vision.utils import png
from ..viz.arrays import ABOVE, BELOW, ZERO

LIGHT = {"paper": "#ffffff", "ink": "#1b1c1e", "quiet": "#5b6068", "line": "#c9ccd1", "code": "#f4f5f7",
         "word": "#0b57a4", "text": "#8f3f00", "number": "#00665a", "good": "#00664a", "soon": "#8f3f00",
         "mark": "#ffe0bd"}
DARK = {"paper": "#15171a", "ink": "#e7e8ea", "quiet": "#a4aab3", "line": "#454a52", "code": "#1e2126",
        "word": "#85bdff", "text": "#f0b27a", "number": "#6fd3bd", "good": "#6fd3bd", "soon": "#f0b27a",
        "mark": "#5c3a12"}


def variables(colours):
    """Return colours by name, as a style sheet declares them."""
    return " ".join(f"--{name}: {colour};" for name, colour in colours.items())


STYLE = f":root {{ color-scheme: light dark; --lit: #0072b2; {variables(LIGHT)} }}" """
@media (prefers-color-scheme: dark) { :root { """ f"{variables(DARK)}" """ } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 46rem; padding: 1rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: .5rem 0; }
h2 { font-size: 1.25rem; margin: 2rem 0 .5rem; border-top: 1px solid var(--line); padding-top: 1rem; }
h3 { font-size: 1rem; margin: 1.2rem 0 .3rem; }
p { margin: .4rem 0; }
a { color: inherit; }
small, .quiet { color: var(--quiet); font-size: .85rem; }
.boxes { display: flex; flex-wrap: wrap; gap: .35rem; margin: .3rem 0 .8rem; padding: 0; list-style: none; }
.boxes li { border: 1px solid var(--line); border-radius: .3rem; padding: .15rem .5rem; font-size: .85rem; }
.boxes a { text-decoration: none; }
.boxes li.lit { background: var(--lit); border-color: var(--lit); color: #ffffff; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; overflow-wrap: break-word; }
td:nth-child(3) { overflow-wrap: anywhere; }
th, td { text-align: left; padding: .25rem .6rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td:last-child, th:last-child { text-align: right; padding-right: 0; white-space: nowrap; }
pre { background: var(--code); border-radius: .3rem; padding: .7rem; overflow-x: auto; font-size: .82rem;
  line-height: 1.45; overflow-wrap: normal; margin: .3rem 0; }
pre .word { color: var(--word); } pre .text { color: var(--text); } pre .number { color: var(--number); }
pre .note { color: var(--quiet); } pre .named { font-weight: bold; }
svg { max-width: 100%; height: auto; }
img { image-rendering: pixelated; border: 1px solid var(--line); }
.pictures { display: grid; grid-template-columns: repeat(auto-fill, minmax(5.2rem, 1fr)); gap: .8rem; }
.pictures.small { grid-template-columns: repeat(auto-fill, minmax(3rem, 1fr)); gap: .4rem; }
figure { margin: 0; } figure img { width: 100%; display: block; } figcaption { font-size: .82rem; line-height: 1.3; }
"""

# Even what slipped through could not run, or ask a server for anything.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"


def page(title, parts):
    """Return the whole document.

    parts   HTML, its texts escaped already
    """
    return (f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
            + "\n".join(parts) + "\n</main>\n</body>\n</html>\n")


def table(head, rows):
    """Return rows of text under a head as a table; the last column is numbers."""
    def line(tag, cells):
        return "<tr>" + "".join(f"<{tag}>{escape(str(cell))}</{tag}>" for cell in cells) + "</tr>"
    lines = [line("th", head), *[line("td", row) for row in rows]]
    return "\n".join(['<div class="wide"><table>', *lines, "</table></div>"])


def figures(pictures, small=False):
    """Return pictures side by side as HTML: (data, what it shows, the caption or '')."""
    cells = [f'<figure><img src="{source}" alt="{escape(words)}">'
             + (f"<figcaption>{escape(caption)}</figcaption>" if caption else "") + "</figure>"
             for source, words, caption in pictures]
    return f'<div class="pictures{" small" if small else ""}">\n' + "\n".join(cells) + "\n</div>"


def embedded(pixels):
    """Return (H, W, 3) bytes as an address that holds the picture itself."""
    return "data:image/png;base64," + b64encode(png(np.ascontiguousarray(pixels))).decode()


def picture(image, most=128):
    """Return an image as an address: (H, W), (1, H, W) or (3, H, W), its least number black, its greatest white.

    most   pixels on a side; larger ones are thinned out

    Raises ValueError for other shapes.
    """
    array = np.asarray(image.detach().cpu().numpy() if isinstance(image, Tensor) else image, float)
    array = array[None] if array.ndim == 2 else array
    if array.ndim != 3 or array.shape[0] not in (1, 3) or not array.size:
        raise ValueError(f"a mistake's image is (H, W), (1, H, W) or (3, H, W), not {array.shape}.")
    step = -(-max(array.shape[1:]) // most)
    array = np.nan_to_num(array[:, ::step, ::step], posinf=0, neginf=0)
    low, high = array.min(), array.max()
    pixels = ((array - low) * (255 / (high - low or 1)) + 0.5).astype(np.uint8)
    return embedded(np.repeat(pixels, 3, 0).transpose(1, 2, 0) if len(pixels) == 1 else pixels.transpose(1, 2, 0))


def heat(array):
    """Return a matrix as an address of a picture: blue below zero, white at zero, orange above."""
    share = np.nan_to_num(array / (np.abs(array).max(initial=0) or 1))[..., None]
    ends = np.where(share > 0, np.array(ABOVE, float), np.array(BELOW, float))
    return embedded((np.array(ZERO) + (ends - np.array(ZERO)) * np.abs(share) + 0.5).astype(np.uint8))


def highlighted(text):
    """Return Python source as HTML, its words coloured; other text comes out plain. It is read, never run."""
    parts, done = [], 0
    for start, end, kind in spans(text):
        if start >= done:
            parts += [escape(text[done:start]), f'<span class="{kind}">{escape(text[start:end])}</span>']
            done = end
    return f"<pre><code>{''.join(parts)}{escape(text[done:])}</code></pre>"


def spans(text):
    """Return (start, end, kind) of what is coloured in a source; [] if it cannot be read."""
    import tokenize
    from io import StringIO
    from keyword import iskeyword
    kinds = {"STRING": "text", "FSTRING_START": "text", "FSTRING_MIDDLE": "text", "FSTRING_END": "text",
             "NUMBER": "number", "COMMENT": "note"}
    lines = [0, *[match.end() for match in re.finditer("\n", text)], len(text)]
    found, before = [], ""
    try:
        for token in tokenize.generate_tokens(StringIO(text, newline="\n").readline):
            kind = kinds.get(tokenize.tok_name[token.type])
            if token.type == tokenize.NAME:
                kind = "word" if iskeyword(token.string) else "named" if before in ("def", "class") else None
            if kind is not None:
                found.append((lines[token.start[0] - 1] + token.start[1], lines[token.end[0] - 1] + token.end[1], kind))
            before = token.string
    except (tokenize.TokenError, SyntaxError):
        return []
    return found
