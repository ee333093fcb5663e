"""The colours of lines, classes and graphs; each optimiser has the same colour in the whole course."""

import re

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")      # colours of Okabe and Ito; lines also differ in dashes
INK = (*COLOURS, "#e69f00", "#56b4e9")                      # two more colours for a fifth and a sixth line
OPTIMISERS = {"momentum": 2, "adagrad": 3, "rmsprop": 4, "adamw": 0, "adam": 0, "sgd": 1, "mine": 5}    # index in INK

# Tints that colour-blind readers can distinguish (after Okabe and Ito, 2008), under near-black text. Boxes are filled,
# so they look the same on a white and on a dark page. Their shapes differ too.
BOXES = {
    "input": 'shape=box style="filled,rounded" fillcolor="#8ecdf2"',
    "parameter": 'shape=box style="filled" fillcolor="#f2b84b" penwidth=2',
    "constant": 'shape=plaintext style="filled" fillcolor="#d9d9d9"',
    "op": 'shape=ellipse style="filled" fillcolor="#f2f2f2"',
    "output": 'shape=box style="filled,rounded" fillcolor="#5cc4a0" peripheries=2',
    "gone": 'shape=ellipse style="dashed" fontcolor="#595959"',
    "more": 'shape=box style="dashed" fontcolor="#595959"',
    "module": 'shape=box3d style="filled" fillcolor="#d9c8ec"',
    "group": 'shape=box style="filled,rounded" fillcolor="#f2f2f2" peripheries=2',
}
VALUE, GRADIENT, PARAMETER = "#0072b2", "#d55e00", "#9a6700"      # arrows and badges: blue, vermilion, ochre


def readable(ground):
    """Return black or white for text on a background, whichever has more contrast: at least 4.58, by WCAG 2.1.

    >>> readable("#0072b2"), readable("#d55e00")
    ('#ffffff', '#000000')
    """
    return "#000000" if luminance(ground) > 0.179 else "#ffffff"


def luminance(colour):
    """Return how bright a colour is, from 0 to 1, by WCAG 2.1."""
    parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def places(names, first=0):
    """Return {name: index of its colour in INK}: an optimiser's own colour; for others the next free one from `first`.

    >>> places(["loss", "Adam", "SGD, lr 0.1"])
    {'loss': 2, 'Adam': 0, 'SGD, lr 0.1': 1}
    """
    found, free = {}, [(first + i) % len(INK) for i in range(len(INK))]
    for name in names:
        words = re.findall("[a-z]+", str(name).lower())
        own = next((place for rule, place in OPTIMISERS.items() if rule in words), None)
        if own in free:
            found[name] = own
            free.remove(own)
    left = free or [*range(len(INK))]
    others = [name for name in names if name not in found]
    found |= {name: left[i % len(left)] for i, name in enumerate(others)}
    return {name: found[name] for name in names}
