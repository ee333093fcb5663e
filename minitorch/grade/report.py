"""How the class stands: where it fails, which mistake how often, hints opened, time taken, and each student's row."""

from statistics import median

from .html_page import number, page, safe

GROUPS = (("right", "right"), ("part", "partly"), ("wrong", "no points"), ("none", "not attempted"))
FIRST = 8                                # mistakes that are shown at once
COLOURS = {"right": "var(--right)", "part": "var(--part)", "wrong": "#8c5a7a", "none": "var(--none)"}


class Standing:
    """One exercise in the class.

    counts     {group: how many answers}
    share      of all its points, earned by all
    mistakes   {name of a misconception: [students]}
    hints      [how many each student opened, of those who handed that in]
    seconds    [what each answer took to grade]
    """

    def __init__(self, exercise, of):
        self.exercise, self.of, self.counts = exercise, of, dict.fromkeys((group for group, _ in GROUPS), 0)
        self.points: list[float] = []
        self.mistakes: dict[str, list] = {}
        self.hints: list[int] = []
        self.seconds: list[float] = []

    @property
    def share(self):
        return sum(self.points) / (self.of * len(self.points)) if self.points and self.of else 0.0

    def add(self, result, points):
        self.points.append(points)
        self.seconds.append(result.seconds)
        self.counts["none" if result.state in ("missing", "not attempted") and points == 0 else
                    "right" if points >= result.of else "part" if points > 0 else "wrong"] += 1
        if result.misconception is not None:
            self.mistakes.setdefault(result.misconception, []).append(result.student)


def order(id):
    """Return a key that sorts exercises as in a lesson, 1.9 before 1.10, then questions by name."""
    parts = id.split(".")
    return ([int(part) for part in parts], "") if all(part.isdecimal() for part in parts) else ([10**6], id)


def standings(rows, hints=()):
    """Return {exercise: Standing} of [(result, points, reason)]; hints: [{exercise: how many a student opened}]."""
    found: dict[str, Standing] = {}
    for result, points, _ in rows:
        found.setdefault(result.exercise, Standing(result.exercise, result.of)).add(result, points)
    for each in hints:
        for id, opened in each.items():
            if id in found:
                found[id].hints.append(opened)
    return dict(sorted(found.items(), key=lambda item: order(item[0])))


def totals(rows, key=lambda result: result.student):
    """Return {key(result): (earned, of)}, summed over rows; by default for each student."""
    out: dict = {}
    for result, points, _ in rows:
        earned, of = out.get(key(result), (0, 0))
        out[key(result)] = earned + points, of + result.of
    return out


def mistakes(found):
    """Return [(exercise, name, message, [students])], the most frequent first."""
    from ..course.record import find
    out = []
    for id, standing in found.items():
        for name, students in standing.mistakes.items():
            try:
                message = find(id).message(name)
            except ValueError:
                message = ""
            out.append((id, name, message, sorted(students)))
    return sorted(out, key=lambda row: (-len(row[3]), order(row[0]), row[1]))


def many(students):
    return f"{len(students)} student{'s' * (len(students) != 1)}"


def text(rows, hints=()):
    """Return the class as text for a terminal: a line for each exercise, the usual mistakes, the median total."""
    found = standings(rows, hints)
    if not found:
        return "Nobody has been graded yet."
    sums = totals(rows)
    lines = [f"{many(sums)}, middle total {number(median(earned for earned, _ in sums.values()))} "
             f"of {number(max(of for _, of in sums.values()))}", "",
             f"{'exercise':<10}{'points':>8}  " + "  ".join(f"{said:>13}" for _, said in GROUPS)]
    lines += [f"{id:<10}{100 * each.share:>7.0f}%  " + "  ".join(f"{count:>13}" for count in each.counts.values())
              for id, each in found.items()]
    usual = mistakes(found)[:8]
    if usual:
        lines += ["", "usual mistakes"] + [f"{len(students):>4} x  {id} {name}" for id, name, _, students in usual]
    return "\n".join(lines)


def page_of(rows, title="The class", look=None, missing=(), hints=(), nav=""):
    """Return the class report, as HTML.

    rows         [(result, points, reason)], as store.final gives them
    look         {student: [(kind, words)]} of those to look at first, as look.look gave it
    missing      students of the roster who handed in nothing
    hints        [{exercise: how many hints a student opened}], of those who handed that in
    nav          links to other pages, as HTML
    """
    found, sums = standings(rows, hints), totals(rows)
    parts = [nav, f"<h1>{safe(title)}</h1>", *to_look_at(look or {})]
    if not found:
        return page(title, *parts, "<p>Nobody has been graded yet.</p>", *left_out(missing))
    hardest = min(found.values(), key=lambda each: each.share)
    parts += [f"<p><strong>{many(sums)}</strong>, middle total "
              f"{number(median(earned for earned, _ in sums.values()))} of "
              f"{number(max(of for _, of in sums.values()))} points. The class finds {safe(called(hardest.exercise))} "
              f"hardest: {100 * hardest.share:.0f} % of its points.</p>",
              "<h2>Where the class stands</h2>", stacked(found), table(found),
              "<h2>Totals</h2>", histogram([earned / of if of else 0 for earned, of in sums.values()])]
    parts += [*usual(found), *left_out(missing), "<h2>Each student</h2>", grid(rows, found, sums)]
    return page(title, *parts)


def called(id):
    from ..course.record import find
    try:
        return f"{id} {find(id).name}"
    except ValueError:
        return id


def stacked(found):
    """Return a stacked bar for each exercise: right, partly, no points, not attempted."""
    high, left, width = 22, 40, 340
    bars = []
    for row, (id, each) in enumerate(found.items()):
        place, all_of = float(left), sum(each.counts.values())
        bars.append(f'<text x="{left - 8}" y="{row * high + 15}" text-anchor="end">{safe(id)}</text>')
        for group, said in GROUPS:
            wide = width * each.counts[group] / all_of
            if wide:
                bars.append(f'<rect x="{place:.1f}" y="{row * high + 3}" width="{wide:.1f}" height="{high - 7}" '
                            f'fill="{COLOURS[group]}"><title>{safe(id)}: {each.counts[group]} {said}</title></rect>')
            place += wide
    words = "; ".join(f"{id}: {', '.join(f'{each.counts[group]} {said}' for group, said in GROUPS)}"
                      for id, each in found.items())
    key = " ".join(f'<span style="color:{COLOURS[group]}">■</span> {said}' for group, said in GROUPS)
    return (f'<svg role="img" aria-label="{safe(words, 20_000)}" viewBox="0 0 {left + width} {high * len(found)}" '
            f'width="570">{"".join(bars)}</svg><p class="faint">{key}</p>')


def table(found):
    """Return the numbers behind the bars, as an HTML table."""
    hinted = any(each.hints for each in found.values())
    head = ["exercise", "points", *(said for _, said in GROUPS), *(["hints"] if hinted else []), "seconds"]
    lines = []
    for id, each in found.items():
        cells = [safe(called(id)), f"{100 * each.share:.0f} %", *map(str, each.counts.values())]
        cells += [f"{sum(each.hints) / len(each.hints):.1f}" if each.hints else "" for _ in range(hinted)]
        cells.append(f"{median(each.seconds):.1f} – {max(each.seconds):.1f}")
        lines.append(cells)
    note = "Seconds: what an answer takes to grade, the middle one and the slowest."
    note += " Hints: opened on average, by those whose notebook says so." if hinted else ""
    return rows_of(head, lines) + f'<p class="faint">{note}</p>'


def rows_of(head, lines):
    top = "".join(f"<th>{name}</th>" for name in head)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in line) + "</tr>" for line in lines)
    return f'<div class="wide"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'


def histogram(shares, parts=10):
    """Return how many students have which share of all points, as a bar chart."""
    counts = [0] * parts
    for share in shares:
        counts[min(parts - 1, max(0, int(share * parts + 1e-9)))] += 1
    high, wide = 90, 38
    bars = [f'<rect x="{i * wide + 4}" y="{high - high * count / max(counts) + 18:.1f}" width="{wide - 8}" '
            f'height="{high * count / max(counts):.1f}" fill="var(--right)"></rect>'
            f'<text x="{i * wide + wide / 2}" y="{high - high * count / max(counts) + 13:.1f}" text-anchor="middle">'
            f'{count or ""}</text><text x="{i * wide + 4}" y="{high + 34}">{100 * i // parts} %</text>'
            for i, count in enumerate(counts)]
    words = ", ".join(f"{count} with {100 * i // parts} to {100 * (i + 1) // parts} %" for i, count in enumerate(counts)
                      if count)
    return (f'<svg role="img" aria-label="students by share of all points: {words}" '
            f'viewBox="0 0 {parts * wide} {high + 40}" width="570">{"".join(bars)}</svg>'
            '<p class="faint">Students by their share of all points.</p>')


def usual(found):
    """Yield the recognised mistakes, the most frequent first, each with the students who made it."""
    rows = mistakes(found)
    if not rows:
        return
    yield "<h2>Usual mistakes</h2>"
    for place, (id, name, message, students) in enumerate(rows):
        if place == FIRST:
            yield f"<details><summary>{len(rows) - FIRST} more</summary>"
        share = len(students) / max(1, len(found[id].points))
        yield (f'<details><summary><strong>{len(students)}</strong> ({100 * share:.0f} %) {safe(called(id))}: '
               f'{safe(name)}</summary><p>{safe(message)}</p><p class="faint">{safe(", ".join(students), 5000)}</p>'
               "</details>")
    if len(rows) > FIRST:
        yield "</details>"


def to_look_at(found, name=lambda student: safe(student, 200)):
    """Yield the list of students to look at first, and why."""
    if found:
        yield f"<h2>Look at these {len(found)}</h2>" + "<ul>" + "".join(
            f"<li><strong>{name(student)}</strong>: "
            + "; ".join(f'{safe(kind)}, <span class="faint">{safe(words, 300)}</span>' for kind, words in kinds)
            + "</li>" for student, kinds in found.items()) + "</ul>"


def left_out(missing):
    """Yield the list of students who handed in nothing."""
    if missing:
        yield f"<h2>Handed in nothing</h2><p>{safe(', '.join(missing), 20_000)}</p>"


def grid(rows, found, sums, name=lambda student: safe(student, 100)):
    """Return a table of students by exercises, coloured by points; name(student): what the first cell holds."""
    points = {(result.student, result.exercise): (got, result) for result, got, _ in rows}
    lines = []
    for student in sorted(sums, key=str.casefold):
        cells = [name(student), f"<strong>{number(sums[student][0])}</strong>"]
        for id in found:
            got, result = points.get((student, id), (0, None))
            share = got / result.of if result is not None and result.of else 0
            mixed = f"color-mix(in srgb, var(--right) {60 * share:.0f}%, transparent)"
            shade = f' style="background:{mixed}"' if share else ""
            words = f' title="{safe(result.misconception or result.state)}"' if result is not None else ""
            cells.append(f"<span{words}{shade}>&nbsp;{number(got) if result is not None else '–'}&nbsp;</span>")
        lines.append(cells)
    return rows_of(["student", "total", *map(safe, found)], lines)
