"""A verdict as a card in notebooks: its state by colour, sign and word; wanted and yours side by side.

The card runs nothing and fetches nothing, and all that came from an answer is escaped. Everywhere else, and as the
card's `text/plain`, a verdict is its text.
"""

import re
from html import escape, unescape
from textwrap import dedent

import numpy as np

from ..display.page import on_page
from .compare import DIGITS, first_difference, numbers, plain, same, shown, wording
from .html_page import DARK, LIGHT, variables
from .source_code import own_lines, source_of
from .telling import describe, printed

SIGNS = {"right": ("✓", "good"), "right but slow": ("✓", "soon"), "not yet": ("↻", "soon"), "crashed": ("⚠", "soon"),
         "not attempted": ("○", "quiet")}
WIDE, HALF = 84, 40                      # letters that a card has room for in a line, and one of its two sides
LONGEST = 9                              # letters of a result's name that stands beside it
MOST_LINES = 14                          # of a case's program that are shown
DARK_PAGES = ("[data-jp-theme-light=false]", ".vscode-dark", "[theme=dark]")          # JupyterLab, VS Code, Colab
FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif'
STYLE = f"""
.mt-card {{ {variables(LIGHT)} background: var(--paper); color: var(--ink); border: 1px solid var(--line);
  border-left: 5px solid var(--state); border-radius: 4px; padding: 6px 12px; margin: 4px 0; max-width: 46rem;
  box-sizing: border-box; font: 14px/1.5 {FONT}; overflow-wrap: anywhere; }}
{", ".join(f"{page} .mt-card" for page in DARK_PAGES)} {{ {variables(DARK)} }}
@media (prefers-color-scheme: dark) {{ body:not([data-jp-theme-light]):not([class*=vscode]) .mt-card {{
  {variables(DARK)} }} }}
.mt-card.mt-card p {{ margin: 4px 0; }}
.mt-card .mt-state {{ color: var(--state); font-weight: bold; }}
.mt-card .mt-quiet {{ color: var(--quiet); font-size: 13px; }}
.mt-card.mt-card pre {{ background: var(--code); color: var(--ink); margin: 2px 0 6px;
  font: 13px/1.45 ui-monospace, Menlo, Consolas, monospace; padding: 4px 8px; border: 0; border-radius: 3px;
  overflow-x: auto; white-space: pre; }}
.mt-card.mt-card code {{ background: var(--code); color: var(--ink); padding: 0 3px; border-radius: 3px;
  font: 13px/1.45 ui-monospace, Menlo, Consolas, monospace; }}
.mt-card.mt-card mark {{ background: var(--mark); color: var(--ink); text-decoration: underline; font-weight: bold; }}
.mt-card .mt-sides {{ display: flex; flex-wrap: wrap; gap: 0 12px; }}
.mt-card .mt-sides > div {{ flex: 1 1 14em; min-width: 0; }}
.mt-card .mt-long > div {{ flex-basis: 100%; }}
.mt-card.mt-card pre.mt-wraps {{ white-space: pre-wrap; }}
""".replace("\n  ", " ").strip()


class Points(float):
    """The points that a check earned: a plain number to programs; on a notebook's page the card has said them."""

    def __new__(cls, earned):
        points = super().__new__(cls, earned)
        points.plain = repr(earned)
        return points

    def __repr__(self):
        return self.plain

    def _repr_html_(self):
        return "<span></span>" if on_page() else None


def present(verdict, say, more="", brief=False):
    """Show a verdict, and a line more: as a card on a notebook's page, else by `say`; brief: its first line alone."""
    text = verdict.text.partition("\n")[0] if brief else verdict.text
    text += f"\n    {more}" if more else ""
    if on_page():
        try:
            from IPython.display import display
            display({"text/plain": text, "text/html": card(verdict, more, brief)}, raw=True)
            return
        except Exception:                # whatever an answer has done to the session: its text can still be said
            pass
    say(text)


def card(verdict, more="", brief=False):
    """Return a verdict as HTML; brief: its state alone."""
    exercise, worst = verdict.exercise, verdict.worst
    title, _, words = verdict.text.partition("\n")
    sign, colour = SIGNS[verdict.state]
    name = f"{exercise.id} {exercise.name}"
    parts = [f'<p><span class="mt-state"><span aria-hidden="true">{sign}</span> '
             f'{escape(title.removeprefix(f"{name}: "))}</span> <b>{escape(name)}</b> '
             f'<span class="mt-quiet">{escape(more)}</span></p>']
    if worst is not None and not brief:
        words = words.removeprefix(describe(exercise, worst))
        parts += evidence(exercise, worst)
    parts += [] if brief else paragraphs(words)
    return (f'<div class="mt-card" role="status" aria-live="polite" style="--state: var(--{colour})">'
            f"<style>{STYLE}</style>\n" + "\n".join(parts) + "\n</div>")


def paragraphs(text):
    """Return lines of words as one paragraph; text in columns, such as what was printed, as it is."""
    lines = [line.removeprefix("    ") for line in text.split("\n") if line.strip()]
    if any(re.search(r"^\s|\S  +\S", line) and "hint(" not in line for line in lines):
        return [block("\n".join(lines))]
    return [f"<p>{sentence(' '.join(lines))}</p>"] if lines else []


def evidence(exercise, trial):
    """Return as HTML what a case is, what was wanted and what came."""
    name = f"The case “{escape(trial.case.name)}”" if trial.case.name else "An example"
    parts = [f'<p class="mt-quiet">{name}</p>', block(program(exercise, trial.case))]
    if trial.altered:                    # its result was not looked at: the words below say why
        return parts + paragraphs(printed(trial))
    if trial.error is not None:
        wanted = marked(trial.wanted, trial.wanted, exercise)
        parts += sides(wanted, "nothing: it ends in an error", True), block(dedent(own_lines(trial.error)), True)
    else:
        digits, _ = wording(trial.wanted, trial.got, exercise.results)
        parts.append(sides(marked(trial.wanted, trial.got, exercise, digits),
                           marked(trial.got, trial.wanted, exercise, digits)))
        where = first_difference(trial.got, trial.wanted, exercise.close, exercise.results)
        parts += [f"<p>{sentence(where[0].upper() + where[1:])}.</p>"] if where else []
    return parts + paragraphs(printed(trial))


def sentence(text):
    """Return a sentence as HTML, what is between backticks in it as code."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(text))


def sides(wanted, yours, words=False):
    """Return two texts, as HTML, side by side; long ones, and all on a phone, one below the other. words: yours are."""
    long = " mt-long" if max(longest(wanted), longest(yours)) > HALF else ""
    return (f'<div class="mt-sides{long}"><div><b>wanted</b>{pre(wanted)}</div>'
            f'<div><b>yours</b>{pre(yours, words)}</div></div>')


def block(text, words=False):
    """Return text that keeps its columns, unless it is words or too long."""
    return pre(escape(text), words)


def pre(html, words=False):
    """Return HTML that keeps its columns; words, and lines that are longer than a card is wide, wrap."""
    wraps = ' class="mt-wraps"' if words or longest(html) > WIDE else ""
    return f'<pre{wraps} tabindex="0">{html}</pre>'


def longest(html):
    """Return the number of letters in the longest line."""
    return max(map(len, unescape(re.sub("<[^>]*>", "", html)).split("\n")))


def program(exercise, case):
    """Return a case as lines to read: its arguments, the functions among them with their source, and the call."""
    lines = [listing(name, value) for name, value in case.inputs.items()]
    return "\n".join(lines if exercise.programs else [*lines, f"{exercise.name}({', '.join(case.inputs)})"])


def listing(name, value):
    """Return an argument as text: its value, or its source if it is a function."""
    if callable(value):
        try:
            source = source_of(value)
        except Exception:                # typed in, or folded
            source = ""
        if source.startswith("def ") and source.count("\n") < MOST_LINES:
            return f"{source}\n{name} = {value.__name__}"
    head = f"{name} = "
    return head + shown(value).replace("\n", "\n" + " " * len(head))


def marked(value, other, exercise, digits=DIGITS[0]):
    """Return a value as HTML, with the parts marked that differ from another value."""
    names = exercise.results
    value, other = plain(value), plain(other)
    if isinstance(value, tuple | list) and isinstance(other, tuple | list) and len(value) == len(other):
        names = names if len(names) == len(value) else ()
        parts = [one(part, beside, exercise.close, digits) for part, beside in zip(value, other)]
        wide = max(map(len, names), default=0)
        if wide > LONGEST:               # beside it, what differs would be cut off
            return "\n".join(f'<span class="mt-quiet">{escape(name)}</span>\n  ' + part.replace("\n", "\n  ")
                             for name, part in zip(names, parts))
        heads = [f"{escape(name):<{wide}}  " for name in names] or [""] * len(parts)
        return "\n".join(head + part.replace("\n", "\n" + " " * (wide + 2 if names else 0))
                         for head, part in zip(heads, parts))
    return one(value, other, exercise.close, digits)


def one(value, other, close, digits):
    """Return one value with what differs marked: single numbers of arrays of one shape, else all of it."""
    text = shown(value, digits)
    if same(value, other, close):
        return escape(text)
    if isinstance(value, np.ndarray | np.generic):
        mine, theirs = numbers(value), numbers(other)
        if mine is not None and theirs is not None and mine.shape == theirs.shape:
            differ = ~np.isclose(mine, theirs, rtol=close, atol=close, equal_nan=True).ravel()
            order = re.findall(r"\d+", shown(np.arange(differ.size).reshape(mine.shape)))      # the same places
            tokens = re.split(r"([^\s\[\],]+)", text)
            spots = [i for i in range(1, len(tokens), 2) if not re.fullmatch(r"\.\.\.|…", tokens[i])]
            if len(spots) == len(order):
                found = {spot for spot, place in zip(spots, order) if differ[int(place)]}
                return "".join(f"<mark>{escape(token)}</mark>" if i in found else escape(token)
                               for i, token in enumerate(tokens))
    return re.sub(r"\S.*", lambda line: f"<mark>{escape(line[0])}</mark>", text)
