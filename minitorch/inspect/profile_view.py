"""Show a profile in tables and as a picture."""

from html import escape

from ..display.page import LARGER, SAID, WORDS, fitting
from ..display.text import memory_text, short_line, table, time_text

MOST = 12                                        # maximum number of rows of the table
FORWARD, BACK = "#0072b2", "#d55e00"             # blue and vermilion, as in the graphs
BAR, ROW, LEFT, RIGHT, TALL = 110, 18, 90, 116, 90


def text(profile, times=True):
    """Return the profile as tables."""
    all_of = profile.by("op").values()
    calls, forward, back = (sum(getattr(e, name) for e in all_of) for name in ("calls", "seconds", "back"))
    head = f"profile: {calls:,} operations"
    if times:
        head += (f" in {time_text(profile.seconds)}: {time_text(forward)} forward, {time_text(back)} backward, "
                 f"{time_text(max(profile.seconds - forward - back, 0))} around them")
    parts = [head]
    for title, what in (("operation", "op"), ("module", "path"), ("line", "line")):
        sums = profile.by(what)
        if what != "path" or any(path is not None for path in sums):
            parts.append(totals_table(profile, title, sums, times))
    held = profile.peak_held()
    rows = [[what + (f", {short_line(line)}" if line else ""), memory_text(size)]
            for size, what, line in held[:MOST]]
    rows += [[f"{len(held) - MOST} more", memory_text(sum(h[0] for h in held[MOST:]))]] * (len(held) > MOST)
    parts.append(table(["held at the peak", memory_text(profile.peak)], rows))
    return "\n\n".join(parts)


def totals_table(profile, title, sums, times):
    """Return a table with a row for each op, module or line; the slowest first if times are shown."""
    items = list(sums.items())
    if times:
        items.sort(key=lambda item: -(item[1].seconds + item[1].back))
    rows = []
    for name, e in items[:MOST]:
        name = module_title(name, profile.kinds) if title == "module" else short_line(name)
        row = [name, f"{e.calls:,}"]
        row += [time_text(e.seconds), time_text(e.back)] * times
        rows.append([*row, memory_text(e.bytes), f"{e.products:,}" if e.products else ""])
    rows += [[f"{len(items) - MOST} more"] + [""] * (len(rows[0]) - 1)] if len(items) > MOST else []
    return table([title, "calls", *["forward", "backward"] * times, "results", "multiply-adds"], rows)


def svg(profile, memory=True):
    """Return the profile as a picture: bars for the ops, and, with `memory`, memory over the run."""
    sums = sorted(profile.by("op").items(), key=lambda item: -(item[1].seconds + item[1].back))[:MOST]
    longest = max([e.seconds + e.back for _, e in sums], default=0) or 1
    parts = [f'<text x="{LEFT}" y="12" fill="{SAID[FORWARD]}">forward</text>']
    if any(e.back for _, e in sums):
        parts.append(f'<text x="{LEFT + 60}" y="12" fill="{SAID[BACK]}">backward</text>')
    for i, (name, e) in enumerate(sums):
        y, a, b = 20 + ROW * i, BAR * e.seconds / longest, BAR * e.back / longest
        parts.append(f'<text x="{LEFT - 6}" y="{y + 12}" text-anchor="end">{escape(name)}</text>'
                     f'<rect x="{LEFT}" y="{y + 2}" width="{a:.1f}" height="{ROW - 5}" fill="{FORWARD}"/>'
                     f'<rect x="{LEFT + a:.1f}" y="{y + 2}" width="{b:.1f}" height="{ROW - 5}" fill="{BACK}"/>'
                     f'<text x="{LEFT + a + b + 5:.1f}" y="{y + 12}">{time_text(e.seconds + e.back)}, '
                     f'{e.calls:,} call{"s" * (e.calls != 1)}</text>')
    high, wide = 20 + ROW * len(sums), LEFT + BAR + RIGHT
    if memory:
        parts.append(memory_curve(profile, high + 30))
        high += TALL + 70
    label = escape(f"Profile: {', '.join(f'{name} {time_text(e.seconds + e.back)}' for name, e in sums)}. "
                   f"Peak memory {memory_text(profile.peak)}.", quote=True)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{label}" width="{LARGER * wide:g}" '
            f'height="{LARGER * high:g}" viewBox="0 0 {wide} {high}" style="{fitting("", wide)}" '
            f'font-family="Helvetica,Arial,sans-serif" font-size="11" fill="{WORDS}">'
            f'<title>Profile</title><desc>{label}</desc>\n' + "\n".join(parts) + "</svg>")


def memory_curve(profile, top):
    """Draw the bytes in memory over the run, with its peak."""
    curve = profile.curve()
    if not curve:
        return ""
    step = max(1, len(curve) // 400)
    wide, bottom = BAR + RIGHT - 20, top + TALL
    spots = [(LEFT + wide * i / max(len(curve) - 1, 1), bottom - TALL * max(curve[i:i + step]) / (profile.peak or 1))
             for i in range(0, len(curve), step)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
    x = LEFT + wide * (profile.highest - 1) / max(len(curve) - 1, 1)
    end = "end" if x > LEFT + wide / 2 else "start"
    held = profile.peak_held()
    return (f'<text x="{LEFT - 6}" y="{top + 10}" text-anchor="end">memory</text>'
            f'<polygon points="{LEFT},{bottom} {line} {spots[-1][0]:.1f},{bottom}" fill="{FORWARD}" '
            f'fill-opacity="0.25"/><polyline points="{line}" fill="none" stroke="{FORWARD}" stroke-width="1.5"/>'
            f'<path d="M{LEFT} {bottom}h{wide}" stroke="#808080"/>'
            f'<circle cx="{x:.1f}" cy="{top}" r="4" fill="{BACK}"/>'
            f'<text x="{x + (-8 if end == "end" else 8):.1f}" y="{top - 6}" text-anchor="{end}">peak '
            f'{memory_text(profile.peak)}</text>'
            f'<text x="{LEFT}" y="{bottom + 16}">from beginning to end, array by array</text>'
            f'<text x="{LEFT}" y="{bottom + 32}">most of it at the peak: '
            f'{escape(held[0][1] if held else "nothing")}</text>')


def module_title(path, kinds):
    """Return the name of a module in a table."""
    if path is None:
        return "outside of modules"
    kind = type(kinds[path]).__name__
    if path == "":
        return kind
    return path.replace("(", "").replace(")", "") if path.endswith(")") else (
        f"{path.replace('(', '').replace(')', '')}: {kind}")
