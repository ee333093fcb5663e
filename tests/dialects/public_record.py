"""Write down the numbers that a public program computes and prints."""

import re

import numpy as np

SHOWN = 256                                              # numbers that are written down of one array
SKIPPED = re.compile(r"\bversion|\[Op:|error", re.IGNORECASE)       # texts whose numbers are not computed
NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w])")


class Record:
    """The numbers that a program computes, in order, each with where it was seen."""

    def __init__(self):
        self.rows, self.paused, self.called, self.trained = [], False, set(), {}

    def add(self, source, value):
        """Write down a number or an array; anything else is left out."""
        try:
            array = np.asarray(value.numpy() if hasattr(value, "numpy") else value)
        except Exception:
            return
        if array.dtype.kind not in "fiub" or len(self.rows) > 30000 or self.paused:
            return
        flat = array.reshape(-1).astype(float)
        if flat.size > SHOWN:
            flat = flat[np.linspace(0, flat.size - 1, SHOWN).astype(int)]
        self.rows.append({"source": source, "shape": list(array.shape), "float": array.dtype.kind == "f",
                          "values": flat.tolist()})

    def each(self, source, value):
        """Write down all numbers in a nest of lists, tuples and dictionaries."""
        if isinstance(value, dict):
            for key in value:
                self.each(f"{source} {key}", value[key])
        elif isinstance(value, list | tuple) and not all(isinstance(x, int | float) for x in value):
            for part in value:
                self.each(source, part)
        elif value is not None and not isinstance(value, str | bytes | type):
            self.add(source, value)

    def print(self, *values, **_):
        """Write down the numbers of a call of print."""
        if self.paused or any(isinstance(value, str) and SKIPPED.search(value) for value in values):
            return
        for value in values:
            if isinstance(value, str):
                found = NUMBER.findall(value)
                for text in found:
                    self.rows.append({"source": "print", "shape": [], "float": "." in text, "values": [float(text)],
                                      "digits": len(text.partition(".")[2].partition("e")[0])})
            else:
                self.each("print", value)
