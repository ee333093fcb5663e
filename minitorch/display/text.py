"""Numbers, shapes and source lines as text, and tables of them."""


def shortened(text, most=44):
    return text if len(text) <= most else text[:most - 1] + "…"


def short_line(line):
    """Return a source line with its file and number; long code is shortened."""
    text, mark, place = line.partition("` (")
    return f"`{shortened(text.strip('`'))}`{' (' * bool(mark)}{place}" if line.startswith("`") else line


def counted(number, one):
    """Return a number with a noun, in the plural unless it is 1: counted(1, "hint") is "1 hint"."""
    return f"{number:.12g} {one}{'s' * (number != 1)}"


def shape_text(shape, dtype):
    """Return a shape as text, (2, 3), with the dtype unless it is the default one."""
    kind = "" if dtype.name == "float32" else f" {dtype.name}"
    return f"{tuple(shape)}{kind}"


def memory_text(count):
    """Return bytes as text in steps of 1,000: 1.5 kB, 2.3 MB."""
    units = ["B", "kB", "MB", "GB"]
    while abs(count) >= 1000 and len(units) > 1:
        count, units = count / 1000, units[1:]
    return f"{count:.3g} {units[0]}" if abs(count) < 100 and units[0] != "B" else f"{count:.0f} {units[0]}"


def time_text(seconds):
    """Return seconds as text: 12 µs, 3.4 ms, 1.2 s."""
    unit, size = ("s", 1) if seconds >= 1 else ("ms", 1e-3) if seconds >= 1e-3 else ("µs", 1e-6)
    return f"{seconds / size:.3g} {unit}" if seconds else "0"


def table(head, rows):
    """Return rows of text in columns: the first aligned left, the others right. An empty row becomes a line."""
    rows = [head, [], *rows]
    widths = [max((len(row[i]) for row in rows if row), default=0) for i in range(len(head))]
    lines = ["  ".join([f"{row[0]:<{widths[0]}}", *(f"{text:>{width}}" for text, width in zip(row[1:], widths[1:]))])
             if row else "-" * (sum(widths) + 2 * len(head) - 2) for row in rows]
    return "\n".join(line.rstrip() for line in lines)


def class_names(owner):
    """Return the names in `owner.classes`, of a model or a data set, as a list; [] if there are none."""
    names = getattr(owner, "classes", None)
    return list(names) if isinstance(names, list | tuple) and all(type(name) is str for name in names) else []


def this_command():
    """Return what a shell runs as this environment's `minitorch`: its path, shortened if it is below the folder."""
    import sys
    from pathlib import Path
    from shlex import quote
    from shutil import which
    script = Path(sys.executable).with_name("minitorch.exe" if sys.platform == "win32" else "minitorch")
    if which("minitorch") == str(script):
        return "minitorch"
    if not script.exists():
        return f"{quote(sys.executable)} -m minitorch"
    return quote(str(script.relative_to(Path.cwd()) if script.is_relative_to(Path.cwd()) else script))
