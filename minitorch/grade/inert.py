"""Text of others made harmless: in a terminal, on a page, in a file, in a table that a spreadsheet opens."""

from ..serialization.atomic import atomic_write

CONTROL = dict.fromkeys([*range(32), *range(127, 160), 0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A)],
                        "\ufffd")
LINES = {code: mark for code, mark in CONTROL.items() if code not in (9, 10)}        # for text of several lines
FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")       # what spreadsheets run; Excel the wide ones too


def one_line(text):
    """Return a name as one line without control characters."""
    return " ".join(str(text).split()).translate(CONTROL)


def cell(text):
    """Return a text that no spreadsheet takes for a formula."""
    text = str(text).replace("\r\n", "\n").replace("\r", "\n").strip().translate(LINES)
    plain_number = text.removeprefix("-").replace(".", "", 1).isdecimal()
    return f"'{text}" if len(text) > 1 and text.startswith(FORMULA) and not plain_number else text


def text_of_cell(text):
    """Return the text that `cell` was given: without the quote before a formula."""
    return text[1:] if text[:1] == "'" and text[1:].startswith(FORMULA) else text


def write(path, text):
    """Write a text into a file as UTF-8, all of it or nothing; half characters in it become question marks."""
    with atomic_write(path) as file:
        file.write(text.encode("utf-8", "replace"))
