"""Pages of the source: a file with line numbers, or a folder with the first docstring line of each file."""

import ast
import inspect
import re
from functools import cache
from html import escape
from pathlib import Path

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer
from sphinx.util.osutil import relative_uri

from .public import ROOT

FOLDERS = ("minitorch", "benchmarks")
GUIDES = ("CONTRIBUTING.md", "minitorch/README.md")        # each test that these pages mention gets a page too


@cache
def files():
    """Return the paths, below the root, of the source files that have a page on the site."""
    found = {path.relative_to(ROOT).as_posix() for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")}
    for guide in GUIDES:
        found |= set(re.findall(r"tests/[\w/]+\.py", (ROOT / guide).read_text(encoding="utf-8")))
    return sorted(found)


@cache
def folders():
    """Return {path of a folder: paths of the files and folders in it} for folders with files that have a page."""
    found: dict = {}
    for path in files():
        while (parent := path.rpartition("/")[0]):
            found.setdefault(parent, set()).add(path)
            path = parent
    return found


def page(path):
    """Return the name of the page of a file or folder, or None."""
    path = path.rstrip("/")
    return f"source/{path}/index" if path in folders() else f"source/{path}" if path in set(files()) else None


def href_from(here, there):
    """Return the address of one page relative to another."""
    return relative_uri(f"{here}.html", f"{there}.html")


def lines_of(value):
    """Return (path, line) of a function, class or property; None if its source is not in the repository."""
    value = inspect.unwrap(getattr(value, "fget", value))
    try:
        path = Path(inspect.getsourcefile(value)).resolve().relative_to(ROOT).as_posix()
        return path, inspect.getsourcelines(value)[1]
    except (TypeError, OSError, ValueError):
        return None


def first_line(path):
    """Return the first line of the docstring of a file or folder."""
    path = ROOT / path
    path = path / "__init__.py" if path.is_dir() else path
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) if path.exists() else None
    return (text or "").partition("\n")[0]


def pages(app):
    """Yield (page, values, template) of each page, for Sphinx' html-collect-pages."""
    formatter = HtmlFormatter(linenos="inline", lineanchors="L", anchorlinenos=True, wrapcode=True)
    for path in files():
        text = (ROOT / path).read_text(encoding="utf-8")
        body = heading(path) + highlight(text, PythonLexer(), formatter)
        yield page(path), {"title": path, "body": body}, "page.html"
    for path, inside in folders().items():
        rows = "".join(f'<tr><td><a href="{href_from(page(path), page(inner))}">{escape(inner.rpartition("/")[2])}</a>'
                       f"</td><td>{escape(first_line(inner))}</td></tr>" for inner in sorted(inside))
        body = f'{heading(path)}<table class="table"><tbody>{rows}</tbody></table>'
        yield page(path), {"title": path, "body": body}, "page.html"


def heading(path):
    """Return the path of a file as a heading, with a link for each folder in it."""
    parts = path.split("/")
    links = [f'<a href="{href_from(page(path), page("/".join(parts[:at])))}">{escape(parts[at - 1])}</a>'
             for at in range(1, len(parts))]
    return f"<h1>{'/'.join([*links, escape(parts[-1])])}</h1>"


def setup(app):
    app.connect("html-collect-pages", pages)
    return {"parallel_read_safe": True}
