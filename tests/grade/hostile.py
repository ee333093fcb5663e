"""Files that are made to stop a grader, each made when it is asked for.

{name: (a function that gives its bytes, ending, what is said of it, or None where it is graded)}
"""

import io
import json
import struct
import zipfile

from grade.samples import data, filled, packed

RIGHT = data(filled(1, reference=["1.1", "1.5"]))


def code(*sources):
    return json.dumps({"cells": [{"cell_type": "code", "source": text} for text in sources]}).encode()


def member(name, content=RIGHT, method=zipfile.ZIP_DEFLATED, change=None):
    """A zip of one file, whose info `change` may alter."""
    file, info = io.BytesIO(), zipfile.ZipInfo(name)
    info.compress_type = method
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(info, content)
    raw = file.getvalue()
    return change(raw) if change else raw


def directory(names):
    """A zip of one file, in whose directory it stands under all these names."""
    raw = member(names[0].decode()[:50])
    start = raw.index(b"PK\x01\x02")
    entry, end, count = raw[start:start + 46], raw[raw.index(b"PK\x05\x06"):], len(names)
    made = b"".join(entry[:28] + struct.pack("<H", len(name)) + entry[30:] + name for name in names)
    places = count, count, len(made), start
    if count < 0xFFFF:
        return raw[:start] + made + end[:8] + struct.pack("<2H2L", *places) + end[20:]
    large = struct.pack("<4sQ2H2L4Q", b"PK\x06\x06", 44, 45, 45, 0, 0, *places)
    return (raw[:start] + made + large + struct.pack("<4sLQL", b"PK\x06\x07", 0, start + len(made), 1)
            + end[:8] + b"\xff" * 12 + end[20:])


def locked(raw):
    out = bytearray(raw)
    out[6] |= 1
    out[raw.index(b"PK\x01\x02") + 8] |= 1
    return bytes(out)


def unknown(raw):
    out = bytearray(raw)
    out[8] = out[raw.index(b"PK\x01\x02") + 10] = 99
    return bytes(out)


def torn(raw):
    return raw[:300] + bytes(400) + raw[700:]


FUNCTION = "@exercise(\"1.5\")\ndef relu_derivative(grad, out, x):\n    return grad\n"
HOSTILE = {
    "many braces": (lambda: b"{}," * 3_500_000, "ipynb", "no notebook"),
    "many cells": (lambda: b'{"cells": [' + b"{}," * 3_400_000 + b"{}]}", "ipynb", "cells; at most|more than"),
    "many cells, torn": (lambda: b'{"cells": [' + b'{"cell_type": ' * 700_000, "ipynb", "no whole cell"),
    "many halves of cells": (lambda: b'{"id": "x", ' * 800_000, "ipynb", "no whole cell"),
    "empty lines": (lambda: code(FUNCTION, "\n" * 300_000 + "x"), "ipynb", None),
    "blanks": (lambda: code(FUNCTION, " " * 1_900_000, FUNCTION + " " * 150_000 + "!"), "ipynb", None),
    "empty lines in a script": (lambda: b"# %%\n" + FUNCTION.encode() + b"\n" * 300_000, "py", None),
    "names and commas": (lambda: code(FUNCTION + "a, " * 60_000), "ipynb", None),
    "a long number": (lambda: code(FUNCTION, f"setup(lesson={'9' * 5000})"), "ipynb", None),
    "a long version": (lambda: code(FUNCTION.replace('")', f'", version={"9" * 5000})')), "ipynb", None),
    "a long exercise": (lambda: code(FUNCTION, FUNCTION.replace("1.5", f"{'9' * 5000}.1")), "ipynb", None),
    "many exercises": (lambda: code(FUNCTION, *(f'@exercise("1.{i}")\ndef f(): 0' for i in range(1000, 9000))), "ipynb",
                       None),
    "one exercise, many times": (lambda: code(*['@exercise("1.5")\ndef f(): 0'] * 20_000), "ipynb", None),
    "a deep expression": (lambda: code(FUNCTION + "x = " + "(" * 50_000), "ipynb", None),
    "signs": (lambda: code(FUNCTION, FUNCTION + "x = " + "-" * 150_000 + "1"), "ipynb", None),
    "dots": (lambda: code(FUNCTION, FUNCTION + "x = a" + ".a" * 90_000), "ipynb", None),
    "a long sum": (lambda: code(FUNCTION, FUNCTION + "x = 1" + "+1" * 90_000), "ipynb", None),
    "deep JSON": (lambda: b'{"cells": ' + b"[" * 100_000, "ipynb", "no whole cell"),
    "deep JSON, whole": (lambda: b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "ipynb", "no whole cell|no notebook"),
    "half characters": (lambda: code(FUNCTION, "x = '\ud800\udfff\udc00'"), "ipynb", None),
    "zeros in it": (lambda: code(FUNCTION, "x = '\0'"), "ipynb", None),
    "ten million characters": (lambda: code(FUNCTION, *["#" * 1_900_000] * 7), "ipynb", "its cells hold more than"),
    "LZMA": (lambda: member("a.ipynb", method=zipfile.ZIP_LZMA), "zip", None),
    "LZMA, torn": (lambda: member("a.ipynb", method=zipfile.ZIP_LZMA, change=torn), "zip", "damaged"),
    "bz2": (lambda: member("a.ipynb", method=zipfile.ZIP_BZIP2), "zip", None),
    "bz2, torn": (lambda: member("a.ipynb", method=zipfile.ZIP_BZIP2, change=torn), "zip", "damaged|empty"),
    "deflate, torn": (lambda: member("a.ipynb", change=torn), "zip", "damaged|empty"),
    "packed nobody knows how": (lambda: member("a.ipynb", change=unknown), "zip", "number 99"),
    "a password": (lambda: member("a.ipynb", change=locked), "zip", "locked with a password"),
    "no name": (lambda: member(""), "zip", "not a notebook|nameless"),
    "a name of digits": (lambda: member("1" * 5000 + ".ipynb"), "zip", None),
    "a name of dots": (lambda: member("../" * 3000 + "a.ipynb"), "zip", None),
    "a name of folders": (lambda: member("a/" * 9000 + "a.ipynb"), "zip", None),
    "a name of endings": (lambda: member("a" + ".py" * 20_000), "zip", "no exercise|no notebook"),
    "a name of blanks": (lambda: member(" " * 60_000 + "a.ipynb"), "zip", None),
    "names of names": (lambda: packed({"in.zip": directory([b"/".join([b"n" * 190] * 40)] * 9000)}), "zip",
                       "9,000 files that were not read"),
    "folders of its own": (lambda: directory([b"%d/a.ipynb" % i for i in range(70_000)]), "zip",
                           "65,000 files that were not read"),
    "one file, many times": (lambda: directory([b"a.ipynb"] * 300), "zip", None),
    "a name with zeros": (lambda: member("a\x01.ipynb").replace(b"a\x01", b"a\0"), "zip", None),
    "a name with colours": (lambda: member("\x1b[31m\u202e.ipynb"), "zip", None),
    "a bomb": (lambda: member("a.ipynb", b" " * 400_000_000), "zip", "larger|more than"),
    "a bomb in LZMA": (lambda: member("a.ipynb", b" " * 300_000_000, zipfile.ZIP_LZMA), "zip", "larger|more than"),
    "a bomb of cells": (lambda: member("a.ipynb", b'{"cells": [' + b"{}," * 60_000_000 + b"{}]}"), "zip",
                        "more than|at most"),
    "a zip of nothing": (lambda: packed({}), "zip", "the zip is empty"),
    "many files": (lambda: packed({f"{i}.txt": b"" for i in range(25_000)}), "zip", "at most"),
    "itself twice": (lambda: packed({"a.ipynb": RIGHT, "A.ipynb": RIGHT}), "zip", None),
}
QUICK = [name for name in HOSTILE if "bomb" not in name]
