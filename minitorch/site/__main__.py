"""Build the site: `python -m minitorch.site` writes build/site; needs the extra "docs".

Pages stand in the tree as in the repository, so that links between them hold; README.md is the first one.
"""

import argparse
import os
import shutil
import sys
from pathlib import Path

import minitorch

from .. import names
from .lessons import shown
from .public import HOME, METHODS, PLACES, ROOT

BUILD = ROOT / "build"
GUIDES = {"minitorch/README.md": "The source, a tour", "CONTRIBUTING.md": "Contributing",
          "solutions/INSTRUCTORS.md": "For instructors", "solutions/AUTHORING.md": "For authors of lessons",
          "benchmarks/README.md": "How fast it is", "minitorch/NAMES.md": "PyTorch's names, here and not",
          "minitorch/vision/README.md": "The digits", "lessons/FRAMEWORKS.md": "Where the frameworks came from",
          "solutions/instructor/instructor.ipynb": "The instructor's notebook", "CHANGELOG.md": "Changes"}
FILES = ("benchmarks/history.json", "solutions/Containerfile", "solutions/nbgrader_config.py")      # that guides name
NAV = """
```{{toctree}}
:hidden:
:maxdepth: 1
:caption: {caption}

{rows}
```
"""


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def contents(caption, rows):
    """A table of contents: lines of it are `title <page>` or a page."""
    return NAV.format(caption=caption, rows="\n".join(rows))


def assemble(to):
    """The pages as Sphinx reads them, in a folder of their own."""
    shutil.rmtree(to, ignore_errors=True)
    lessons = []
    for lesson in sorted((ROOT / "lessons").glob("*/*.ipynb")):
        inside = lesson.relative_to(ROOT)
        write(to / inside, shown(lesson, ROOT / "solutions" / inside.relative_to("lessons")))
        lessons.append(inside.with_suffix("").as_posix())
    for guide in GUIDES:
        write(to / guide, linked((ROOT / guide).read_text(encoding="utf-8"), "../" * guide.count("/")))
    for name in FILES:
        write(to / name, (ROOT / name).read_text(encoding="utf-8"))
    for picture in (ROOT / ".github").glob("*.svg"):
        write(to / "pictures" / picture.name, picture.read_text(encoding="utf-8"))
    rows = []
    for place in (*PLACES, *METHODS):
        name = f"{HOME}.{place}".rstrip(".")
        write(to / "reference" / f"{place or HOME}.md",
              f"# {name}\n\n{summary(place)}\n\n```{{reference}} {place}\n```\n")
        rows.append(f"{name} <{place or HOME}>")
    write(to / "reference" / "index.md", "# Reference\n\nEvery public name, with its arguments, shapes and errors, "
          "and a link to the lines that do it. [The source](../minitorch) has a page for each file.\n"
          + contents("Reference", sorted(rows)))
    write(to / "lessons" / "index.md", "# The course\n\nLessons with what they show; in Colab, or by `minitorch lab`, "
          "they are there to be solved.\n" + contents("Lessons", [f"/{lesson}" for lesson in lessons]))
    write(to / "guides.md", "# Guides\n" + contents("Guides", [f"{title} <{guide.rpartition('.')[0]}>"
                                                              for guide, title in GUIDES.items()]))
    front = linked((ROOT / "README.md").read_text(encoding="utf-8"), "")
    write(to / "index.md", front + contents("minitorch", ["The course <lessons/index>", "Reference <reference/index>",
                                                          "Guides <guides>"]))


def summary(place):
    """The first sentence of what a module or class says of itself."""
    return ((names.walk(minitorch, place).__doc__ or "").strip().partition("\n")[0]
            if place not in METHODS and names.walk(minitorch, place) is not None else "")


def linked(text, up):
    """A page's text with README.md as the first page, and pictures where they stand here."""
    return text.replace(f"]({up}README.md", f"]({up}index.md").replace('src=".github/', 'src="pictures/').replace(
        'src="../.github/', 'src="../pictures/')


def main(arguments=None):
    """Build into --out; what Sphinx warns of is an error."""
    parser = argparse.ArgumentParser(prog="python -m minitorch.site", description=__doc__.partition("\n")[0])
    parser.add_argument("--out", type=Path, default=BUILD / "site", help="the folder of the site (build/site)")
    parser.add_argument("--jobs", default="auto", help="processes that write pages (as many as there are processors)")
    parser.add_argument("--version", default="main", help="the name of this version among those that are published")
    chosen = parser.parse_args(arguments)
    try:
        from sphinx.cmd.build import build_main
    except ImportError:
        print("The site is built by Sphinx, which is not installed: pip install -e '.[docs]'", file=sys.stderr)
        return 2
    os.environ["MINITORCH_VERSION"] = chosen.version
    pages = BUILD / "pages"
    assemble(pages)
    shutil.rmtree(chosen.out, ignore_errors=True)
    return build_main(["-q", "-W", "--keep-going", "-b", "html", "-j", chosen.jobs, "-c", str(Path(__file__).parent),
                       "-d", str(BUILD / "doctrees"), str(pages), str(chosen.out)])


if __name__ == "__main__":
    sys.exit(main())
