"""The HTML of the instructor's page. All text of others is escaped; nothing that a student wrote becomes a tag."""

from urllib.parse import quote

from .. import bulk, exports
from ..feedback import checks, evidence, opening, said, state_of
from ..html_page import bar, number, page, safe
from ..report import grid, left_out, order, standings, to_look_at, totals
from .desk import LONGEST, shown_points

STYLE = """
body { max-width: 76rem; } form { margin: 0.3rem 0; } form.row, div.row { display: flex; flex-wrap: wrap; gap: 0.5rem; }
input, textarea, select, button { font: inherit; color: inherit; background: var(--page); padding: 0.25rem 0.5rem;
    border: 1px solid var(--none); border-radius: 6px; max-width: 100%; }
button { cursor: pointer; background: var(--card); } textarea { width: 100%; min-height: 5rem; }
input.points { width: 5rem; } input.reason { flex: 1; min-width: 10rem; } a { color: var(--right); }
.beside { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 0 1rem; }
.beside > * { min-width: 0; } nav { display: flex; flex-wrap: wrap; gap: 0.4rem 1.2rem; align-items: center; }
td a { text-decoration: none; } td:first-child { white-space: normal; min-width: 8rem; }
pre.wrap { white-space: pre-wrap; overflow-wrap: anywhere; }
"""
NAMES = {"canvas": "Canvas", "moodle": "Moodle"}
MANY = 20                                # students to look at who are shown unfolded


def link(path, text, **query):
    """Return a link within the page; the query's values may be any text."""
    asked = "&".join(f"{name}={quote(str(value), safe='')}" for name, value in query.items())
    return f'<a href="{safe(path + "?" * bool(asked) + asked, 100_000)}">{safe(text, 200)}</a>'


def form(action, token, *parts, kind="", **hidden):
    """Return a form that sends the token of this page, without which nothing is changed."""
    fields = "".join(f'<input type="hidden" name="{name}" value="{safe(value, 100_000)}">'
                     for name, value in {"token": token, **hidden}.items())
    return f'<form method="post" action="{action}" class="{kind}">{fields}{"".join(parts)}</form>'


def whole(title, *parts, refresh=False):
    """Return a page with links to the class; refresh: the browser loads it again every two seconds."""
    again = '<meta http-equiv="refresh" content="2">' if refresh else ""
    return page(title, again, nav(), *parts, style=STYLE)


def nav():
    """Return links to the pages about all students."""
    return f'<nav>{link("/", "Class")} {link("/class", "Report")} {link("/alike", "Alike")}</nav>'


def busy(desk, words):
    """Return what grading is at."""
    return f'<p class="note" role="status">Grading: {safe(desk.progress)}. {words}</p>'


def status(desk, token):
    """Return what grading is at, or the buttons that begin it."""
    if desk.busy():
        return busy(desk, "This page follows.")
    words = f'<p class="note lines" role="status">{safe(desk.failure or desk.progress, 2000)}</p>' * bool(
        desk.failure or desk.progress)
    return (words + '<nav>' + form("/grade", token, "<button>Grade what is new or changed</button>")
            + form("/grade", token, "<button>Grade all again</button>", regrade="yes") + "</nav>")


def class_page(desk, token):
    """Return the class: whom to look at, whose files are unknown, every student's points."""
    standing = desk.now()
    rows, found, sums = standing.rows, standings(standing.rows), totals(standing.rows)
    known = {*sums, *(each.student for each in standing.unreadable)}

    def name(student):
        return link("/student", student, name=student) if student in known else safe(student, 200)
    tables = " ".join(link(f"/table/{kind}.csv", NAMES.get(kind, kind)) for kind in exports.FORMS)
    pages = " ".join(link(f"/pages/{kind}.zip", NAMES.get(kind, kind)) for kind in ("plain", *bulk.FORMS))
    parts = ["<h1>The class</h1>", status(desk, token),
             f"<nav><span>Tables:</span> {tables}</nav>",
             f"<nav><span>Students' pages, zipped:</span> {pages}</nav>",
             *strangers(desk, standing, token), *by_who(desk, token)]
    look = "".join(to_look_at(standing.look, name))
    parts.append(f"<details><summary>Look at {len(standing.look)} students</summary>{look}</details>"
                 if len(standing.look) > MANY else look)
    if rows:
        parts += ["<h2>Each student</h2>", grid(rows, found, sums, name)]
    else:
        parts.append("<p>Nobody has been graded yet.</p>")
    return whole("The class", *parts, *left_out(standing.missing), refresh=desk.busy())


def strangers(desk, standing, token):
    """Yield the files of nobody on the roster, each with a list of students to choose from."""
    unknown = desk.strangers()
    if not unknown:
        return
    names = [*standing.missing, *(name for name in desk.course.known.students if name not in set(standing.missing))]
    options = "".join(f'<option value="{safe(name, 100_000)}">{safe(name, 200)}</option>' for name in names)
    yield f"<h2>Whose {'is this' if len(unknown) == 1 else 'are these'}?</h2>"
    yield '<p class="faint">Students who handed in nothing stand first. What you choose is kept in who.csv.</p>'
    for file, student, why in unknown:
        label = f'{safe(file, 200)} <span class="faint">as {safe(student, 200)}; {safe(why, 300)}</span>'
        choose = ('<select name="student" aria-label="student" required><option value="">choose a student</option>'
                  f"{options}</select>")
        yield form("/whose", token, f"<span>{label}</span>", choose, "<button>It is theirs</button>", kind="row",
                   file=file)


def by_who(desk, token):
    """Yield what who.csv says, each line with a button that takes it back."""
    given = desk.given()
    if given:
        yield "<details><summary>Files given to a student by who.csv: " + f"{len(given)}</summary>"
        for file, student in given.items():
            yield form("/take-back", token, f"<span>{safe(file, 200)} is {safe(student, 200)}'s</span>",
                       "<button>Take back</button>", kind="row", file=file)
        yield "</details>"


def sure(token, file, student):
    """Return the question that is asked before a file goes to a student who has handed in something."""
    return whole("Are you sure?", "<h1>Are you sure?</h1>", f'<p class="note">{safe(student, 200)} has handed in '
                 f"something already. Then {safe(file, 200)} counts as theirs, and what they handed in is graded apart."
                 "</p>", form("/whose", token, "<button>Yes, it is theirs</button>", file=file, student=student,
                              sure="yes"), f"<p>{link('/', 'No, back to the class')}</p>")


def student_page(desk, student, token):
    """Return a student's page: evidence beside code, one form for all changes. Raises KeyError for nobody."""
    standing = desk.now()
    rows, kept = standing.of(student)
    damaged = [f"{each.path.rpartition('/')[2]}: {each.reason}" for each in standing.unreadable
               if each.student == student]
    if not rows and not damaged:
        raise KeyError(student)
    earned, of = totals(rows).get(student, (0, 0))
    parts = [f"<h1>{safe(student, 200)}</h1>", neighbours(desk, student),
             f"<p><strong>{number(earned)} of {number(of)} points</strong></p>", bar(earned / of if of else 0),
             status_of(desk, student, token), *about_file(standing, student, kept, damaged)]
    if not rows:
        return whole(student, *parts, "<p>Nothing can be graded: put a whole file in its place, and grade again.</p>")
    fields = [exercise(result, points, reason, kept.get(result.lesson, {}), standing)
              for result, points, reason in sorted(rows, key=lambda row: order(row[0].exercise))]
    for lesson, each in sorted(kept.items()):
        comment = safe(each.get("comment", ""), LONGEST)
        fields.append(f'<h2 id="comment-{lesson}">To the student, about lesson {lesson}</h2>'
                      f'<textarea name="text {lesson}" aria-label="comment" maxlength="{LONGEST}">{comment}</textarea>'
                      f'<input type="hidden" name="was text {lesson}" value="{comment}">'
                      f'<button name="go" value="comment-{lesson}">Keep all changes</button>')
    return whole(student, *parts, form("/keep", token, *fields, student=student))


def neighbours(desk, student):
    """Return links to the students before and after, to the next to look at, and to what this one is given back."""
    names, look = desk.students(), [*desk.now().look]
    near, links = {"next to look at": look[look.index(student) + 1:] if student in look else look}, []
    if student in names:
        place = names.index(student)
        near = {"before": names[:place][-1:], "next": names[place + 1:], **near}
        links.append(link("/given", "what the student gets", name=student))
    links += [link("/student", f"{words}: {found[0]}", name=found[0]) for words, found in near.items() if found]
    return f"<nav>{' '.join(links)}</nav>"


def status_of(desk, student, token):
    """Return that grading is going on, or the button that grades this student again."""
    if desk.busy():
        return busy(desk, "Load this page again to see more.")
    return form("/grade", token, "<button>Grade this student again</button>", student=student, regrade="yes")


def about_file(standing, student, kept, damaged):
    """Yield what is odd about what was handed in, and whose answers are like these."""
    odd = [*damaged, *(line for each in kept.values() for line in each["oddities"])]
    lines = [safe(line, 400) for line in odd]
    lines += [f"{link('/alike', 'alike')}: {safe(words, 400)}" for kind, words in standing.look.get(student, ())
              if kind == "alike"]
    if lines:
        yield "<ul>" + "".join(f"<li>{line}</li>" for line in lines) + "</ul>"


def exercise(result, points, reason, kept, standing):
    """Return an exercise: what was tried beside the code, and the fields that set points."""
    id = safe(result.exercise, 50)
    full, read = points >= result.of, result.state == "read"
    kind = "right" if full else "part" if points > 0 else "none"
    by_hand = (result.student, result.exercise) in standing.changed and not read
    message = said(result)
    text, where = evidence(result, message) if result.state != "right" else ("", "")
    held = sum(bool(passed) for _, passed, *_ in result.checks)
    left = [f'<p class="state">{safe(state_of(result), 100)}'
            + f"; the grader gives {number(result.points)}" * by_hand + "</p>"]
    left += [f'<p class="note">{safe(words, 2000)}</p>' for words in (message, f"By hand: {reason}" if reason else "")
             if words]
    left += [f'<pre class="wrap">{safe(text)}</pre>'] if text else []
    left += [f'<p class="faint">{safe(line, 400)}</p>' for line in (where, *result.oddities) if line]
    if result.checks:
        summary = f"{held} of {len(result.checks)} checks passed"
        left.append(f"<details><summary>{summary}</summary>{checks(result)}</details>")
    sources = kept.get("sources", {}).get(result.exercise, [])
    code = sources[-1][1] if sources else kept.get("texts", {}).get(result.exercise, "")
    right = f"<pre>{safe(code, 20_000)}</pre>" if code.strip() else '<p class="faint">There is no answer.</p>'
    change = "" if read else (
        f'<div class="row"><input class="points" name="points {id}" inputmode="decimal" aria-label="points" '
        f'value="{number(points)}"><input class="reason" name="reason {id}" aria-label="reason" maxlength="2000" '
        f'placeholder="reason, which the student reads" value="{safe(reason, 5000)}"><input type="hidden" '
        f'name="was {id}" value="{safe(shown_points(number(points), reason), 5000)}">'
        f'<button name="go" value="{id}">Keep all changes</button>'
        + f'<button name="back" value="{id}">Take the grader\'s points again</button>' * by_hand + "</div>")
    return (f'<div id="{id}">{opening(result, points, kind)}<div class="beside"><div>{"".join(left)}</div>'
            f"<div>{right}</div></div>{change}</section></div>")


def trouble(words, back="/"):
    """Return what could not be done, and the way back."""
    return whole("This did not work", "<h1>This did not work</h1>", f'<p class="note">{safe(words, 4000)}</p>',
                 f"<p>{link(back, 'Back')}. Nothing was changed.</p>")


def opened():
    """Return what the link of the terminal answers with: it leads to the class at once."""
    return page("The class", '<meta http-equiv="refresh" content="0;url=/">', f"<p>{link('/', 'To the class')}</p>")
