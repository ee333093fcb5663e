"""Pages to read: one HTML file each, with nothing from outside, on a phone as on a desk, light or dark."""

from html import escape

from .inert import LINES

STYLE = """
:root { color-scheme: light dark; --page: #fff; --ink: #1c1c1c; --faint: #666; --line: #ddd; --card: #f6f6f4;
        --right: #0072b2; --part: #b45f00; --none: #8a8a8a; --note: #fdf3e1; }
@media (prefers-color-scheme: dark) { :root { --page: #161616; --ink: #e8e8e6; --faint: #a0a0a0; --line: #3a3a3a;
        --card: #212121; --right: #56b4e9; --part: #e69f00; --none: #808080; --note: #33290f; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 52rem; background: var(--page); color: var(--ink);
       font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.4rem; line-height: 1.25; margin: 0.5rem 0; } h2 { font-size: 1.1rem; margin: 2rem 0 0.5rem; }
p { margin: 0.5rem 0; } .faint { color: var(--faint); font-size: 0.9rem; }
pre { margin: 0.5rem 0; padding: 0.6rem; overflow-x: auto; background: var(--page); border: 1px solid var(--line);
      border-radius: 6px; font: 13px/1.45 ui-monospace, monospace; overflow-wrap: normal; unicode-bidi: isolate; }
section { margin: 0.8rem 0; padding: 0.8rem; background: var(--card); border-radius: 8px;
          border-left: 4px solid var(--none); }
section.right { border-color: var(--right); } section.part { border-color: var(--part); }
section h2 { margin: 0; display: flex; gap: 0.6rem; justify-content: space-between; align-items: baseline; }
.points { white-space: nowrap; font-variant-numeric: tabular-nums; }
.state { color: var(--faint); font-size: 0.9rem; margin: 0 0 0.4rem; }
.note { background: var(--note); border-radius: 6px; padding: 0.5rem 0.7rem; margin: 0.6rem 0; }
.lines { white-space: pre-line; }
ul { margin: 0.4rem 0; padding-left: 1.2rem; } ul.checks { list-style: none; padding: 0; }
ul.checks li { display: flex; gap: 0.5rem; } ul.checks li span:nth-child(2) { flex: 1; }
summary { cursor: pointer; padding: 0.3rem 0; }
.bar { height: 10px; border-radius: 5px; background: var(--line); overflow: hidden; }
.bar div { height: 100%; background: var(--right); }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; width: 100%; }
th, td { padding: 0.25rem 0.5rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; position: sticky; left: 0; background: var(--page); }
svg { max-width: 100%; height: auto; } svg text { fill: var(--ink); font: 12px sans-serif; }
"""
SAFE = "default-src 'none'; style-src 'unsafe-inline'"     # whatever were in a page, nothing of it would run


def safe(text, most=4000):
    """Return anyone's text for a page: escaped, without control characters, cut after `most` characters."""
    text = str(text)
    return escape((text if len(text) <= most else f"{text[:most]} …").translate(LINES))


def page(title, *parts, style=""):
    """Return a whole HTML page; style: more rules for it."""
    return ('<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{SAFE}">\n'
            f"<title>{safe(title)}</title>\n<style>{STYLE}{style}</style></head>\n<body>\n" + "\n".join(parts)
            + "\n</body></html>\n")


def bar(share):
    """Return a share as a bar."""
    return f'<div class="bar" aria-hidden="true"><div style="width:{100 * min(max(share, 0), 1):.1f}%"></div></div>'


def number(points):
    """Return points as text: 2, 1.5, 0.33."""
    return f"{round(points, 2):g}"


def file_name(student, taken=()):
    """Return a unique file name for a student, of letters, digits and -, that is no other page's, such as class."""
    import re
    from hashlib import sha256
    from unicodedata import normalize
    plain = normalize("NFKD", student).encode("ascii", "ignore").decode()
    plain = re.sub(r"[^A-Za-z0-9]+", "-", plain).strip("-")[:60]
    if plain != student or plain.lower() in {"class", "copies", *(each.lower() for each in taken)}:
        plain = f"{plain or 'student'}-{sha256(student.encode('utf-8', 'replace')).hexdigest()[:8]}"
    return plain
