"""The cells of a notebook, whatever has become of it: any format since 3, other encodings, conflicts, a torn end."""

import json
import re

LONGEST = 2_000_000                      # characters of one cell
MOST = 20_000                            # cells of one notebook
FAILURES = 200                           # cells that are looked for in a damaged file and are not whole
DAMAGE = "the file is damaged: {} that are whole were read"
CONFLICT = "a merge conflict was left in it: both sides were read"
SHAPES = {b"PK\x03\x04": "a zip", b"%PDF": "a PDF", b"\x89PNG": "a picture", b"\xff\xd8\xff": "a picture",
          b"\x1f\x8b": "a gz archive"}   # what comes under a notebook's name, by its first bytes
BOMS = ((b"\xff\xfe\x00\x00", "utf-32-le"), (b"\x00\x00\xfe\xff", "utf-32-be"), (b"\xef\xbb\xbf", "utf-8"),
        (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
UNUSED = {0x81, 0x8d, 0x8f, 0x90, 0x9d}  # bytes that stand for nothing in Windows' cp1252
CELL = re.compile(r'\{\s*"(?:attachments|cell_type|collapsed|execution_count|id|input|language|metadata|outputs|'
                  r'source)"')           # how a cell begins


class NotRead(ValueError):
    """Nothing in the file can be graded; the message says why."""


class Cell:
    """One cell: kind ("code", "markdown", …), source, nbgrader's name for it ('' when there is none).

    versions   {exercise id: the version that the lesson was released with}, where `release` has noted one
    """

    def __init__(self, kind, source, grade_id="", versions=None):
        self.versions = versions or {}
        source = source.encode("utf-8", "replace").decode()              # half a surrogate pair can be in JSON
        source = source.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        self.kind, self.source, self.grade_id = kind, source, grade_id


def decoded(data):
    """Return (bytes as text with plain ends of lines, what was odd about them).

    Raises NotRead for what is no text at all.
    """
    if not data.strip(b"\x00 \t\r\n"):
        raise NotRead("it is empty" if not data.strip() else "it holds nothing but zeros")
    for head, name in SHAPES.items():
        if data.startswith(head):
            raise NotRead(f"it is {name} under a notebook's name")
    for mark, encoding in BOMS:
        if data.startswith(mark):
            text = data[len(mark):].decode(encoding, "replace").replace("\r\n", "\n")
            return text, [] if encoding == "utf-8" else [f"it is written in {encoding.upper()}, not UTF-8"]
    start = data[:1000]
    if start.count(0) > len(start) // 4:                 # ASCII in UTF-16: every other byte is zero
        encoding = "utf-16-le" if start[1::2].count(0) >= start[::2].count(0) else "utf-16-be"
        text = data.decode(encoding, "replace").replace("\r\n", "\n")
        return text, [f"it is written in {encoding.upper()}, not UTF-8"]
    text = data.decode("utf-8", "replace")
    lost = text.count("\ufffd") - data.count("\ufffd".encode())
    if lost and text.replace("\ufffd", "").isascii():       # no letter beside ASCII is UTF-8
        text = data.decode("latin-1" if UNUSED.intersection(data) else "cp1252")
        return text.replace("\r\n", "\n"), ["it is written in Latin-1, or as Windows does, not in UTF-8"]
    return text.replace("\r\n", "\n"), [f"{lost} characters in it are no UTF-8"] if lost else []


def sides(text):
    """Return both sides of a text with merge conflicts; the text alone if it has none."""
    if not re.search(r"^<{7}(?: |$)", text, re.M) or not re.search(r"^>{7}(?: |$)", text, re.M):
        return [text]
    kept: dict[str, list[str]] = {"ours": [], "theirs": []}
    state = ""
    for line in text.splitlines(True):
        mark = re.match(r"(<{7}|\|{7}|={7}|>{7})(?: |$)", line)
        if mark and (state or mark[1][0] == "<"):
            state = {"<": "ours", "|": "base", "=": "theirs", ">": ""}[mark[1][0]]
            continue
        for side, lines in kept.items():
            if state in ("", side):
                lines.append(line)
    return ["".join(lines) for lines in kept.values()]


def both(text, read):
    """Apply `read` to a text; to both sides of its merge conflicts, with the second side's own cells at the end."""
    first, *second = sides(text)
    cells, oddities = read(first)
    if second:
        more, also = read(second[0])
        known = {cell.source for cell in cells}
        cells = cells + [cell for cell in more if cell.source not in known]
        oddities = [CONFLICT, *dict.fromkeys([*oddities, *also])]
    return cells, oddities


def of_notebook(text):
    """Return the cells of a notebook's text, and what was odd.

    Raises NotRead when there is none.
    """
    cells, oddities = both(text, of_json)
    out = []
    for cell in cells:                                   # a conflict within a cell, saved by an editor
        halves = sides(cell.source)
        out += [Cell(cell.kind, half, cell.grade_id, cell.versions) for half in halves]
        if len(halves) > 1 and CONFLICT not in oddities:
            oddities = [CONFLICT, *oddities]
    return out, oddities


def of_json(text):
    """Return the cells of one notebook in JSON; of a damaged one, those that are whole."""
    try:
        whole = json.loads(text, parse_int=short)
    except (ValueError, RecursionError):
        found = rescued(text)
        if not found:
            page = re.match(r"\s*(?:<!DOCTYPE html|<html)", text, re.I)
            raise NotRead("it is a web page saved under a notebook's name" if page else
                          "it is no notebook, and no whole cell could be found in it") from None
        return read(found, [DAMAGE.format(f"{len(found)} cells" if len(found) > 1 else "the one cell")])
    if not isinstance(whole, dict):
        raise NotRead("it is JSON, but no notebook")
    found = whole.get("cells")
    if found is None and isinstance(whole.get("worksheets"), list):          # nbformat 3
        found = [cell for sheet in whole["worksheets"] if isinstance(sheet, dict)
                 for cell in sheet.get("cells") or [] if isinstance(cell, dict)]
    if not isinstance(found, list):
        raise NotRead("it is JSON, but no notebook: it has no cells")
    if not found:
        raise NotRead("it is a notebook without cells")
    return read(found, [])


def short(digits):
    """Parse a whole number of the file; return 0 for one with 40 digits or more, as none that is used has so many."""
    return int(digits) if len(digits) < 40 else 0


def rescued(text):
    """Return the whole cells of a damaged text, in order."""
    decoder = json.JSONDecoder(parse_int=short)
    found, place, failures = [], 0, 0                    # each failure costs as much as the file is long
    while failures < FAILURES and len(found) < MOST and (match := CELL.search(text, place)):
        try:
            value, place = decoder.raw_decode(text, match.start())
            if isinstance(value, dict) and "cell_type" in value and ("source" in value or "input" in value):
                found.append(value)
        except (ValueError, RecursionError):
            place, failures = match.end(), failures + 1
    return found


def read(found, oddities):
    """Return the cells of a notebook as Cells, and what was odd; invalid cells are counted."""
    if len(found) > MOST:
        raise NotRead(f"it has {len(found):,} cells; at most {MOST:,} are read")
    cells, other, long = [], 0, 0
    for cell in found:
        if not isinstance(cell, dict):
            other += 1
            continue
        source = cell.get("source", cell.get("input", ""))
        lines = [line for line in (source if isinstance(source, list) else [source]) if isinstance(line, str)]
        ended = len(lines) < 2 or any(line.endswith(("\n", "\r")) for line in lines)     # else their ends were lost
        text = ("" if ended else "\n").join(lines)
        if len(text) > LONGEST:
            long += 1
            continue
        noted = cell.get("metadata")
        noted = noted if isinstance(noted, dict) else {}
        grading, released = (part if isinstance(part, dict) else {}
                             for part in (noted.get("nbgrader"), noted.get("exercises")))
        name = grading.get("grade_id")
        versions = {id: version for id, version in released.items() if type(version) is int}
        cells.append(Cell(str(cell.get("cell_type")), text, name if isinstance(name, str) else "", versions))
    if other:
        oddities = [*oddities, f"{other} of its cells are none"]
    if long:
        oddities = [*oddities, f"{long} of its cells hold more than {LONGEST // 10**6} MB of text: not read"]
    return cells, oddities
