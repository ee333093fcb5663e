"""The colours of lines and classes, and one table of optimisers: each keeps its colour through the course."""

import re

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")      # after Okabe and Ito; dashes say the same again
INK = (*COLOURS, "#e69f00", "#56b4e9")                      # for a fifth and a sixth line
OPTIMISERS = {"momentum": 2, "adagrad": 3, "rmsprop": 4, "adamw": 0, "adam": 0, "sgd": 1, "mine": 5}


def readable(ground):
    """Black or white, the colour of words that are read on a ground: WCAG's contrast of both is 4.58 or one is more.

    >>> readable("#0072b2"), readable("#d55e00")
    ('#ffffff', '#000000')
    """
    return "#000000" if luminance(ground) > 0.179 else "#ffffff"


def luminance(colour):
    """How bright a colour is, from 0 to 1, after WCAG 2.1."""
    parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def places(names, first=0):
    """{name: its place in INK}: an optimiser's own, others the first that is free, counted from `first`.

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
