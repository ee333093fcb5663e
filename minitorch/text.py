"""Numbers, shapes and source lines as text, and tables of them."""


def shortened(text, most=44):
    return text if len(text) <= most else text[:most - 1] + "…"


def short_line(line):
    """A line with the place where it stands, its code cut where it is long."""
    text, mark, place = line.partition("` (")
    return f"`{shortened(text.strip('`'))}`{' (' * bool(mark)}{place}" if line.startswith("`") else line


def counted(number, one):
    """A number with what it counts, in the plural unless it is one: counted(1, "hint") is "1 hint"."""
    return f"{number:.12g} {one}{'s' * (number != 1)}"


def shape_text(shape, dtype):
    """(2, 3), and the dtype where it is not the usual one."""
    kind = "" if dtype.name == "float32" else f" {dtype.name}"
    return f"{tuple(shape)}{kind}"


def memory_text(count):
    """1.5 kB, 2.3 MB: bytes in steps of 1,000."""
    units = ["B", "kB", "MB", "GB"]
    while abs(count) >= 1000 and len(units) > 1:
        count, units = count / 1000, units[1:]
    return f"{count:.3g} {units[0]}" if abs(count) < 100 and units[0] != "B" else f"{count:.0f} {units[0]}"


def time_text(seconds):
    """12 µs, 3.4 ms, 1.2 s."""
    unit, size = ("s", 1) if seconds >= 1 else ("ms", 1e-3) if seconds >= 1e-3 else ("µs", 1e-6)
    return f"{seconds / size:.3g} {unit}" if seconds else "0"


def table(head, rows):
    """Rows of text in columns: the first to the left, the others to the right. An empty row is a line."""
    rows = [head, [], *rows]
    widths = [max((len(row[i]) for row in rows if row), default=0) for i in range(len(head))]
    lines = ["  ".join([f"{row[0]:<{widths[0]}}", *(f"{text:>{width}}" for text, width in zip(row[1:], widths[1:]))])
             if row else "-" * (sum(widths) + 2 * len(head) - 2) for row in rows]
    return "\n".join(line.rstrip() for line in lines)
