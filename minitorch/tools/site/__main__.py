"""Build the site: `python -m minitorch.tools.site` writes build/site; needs the extra "docs".

Pages are in the same folders as their files in the repository, so that links work; README.md is the first page.
"""

import argparse
import os
import re
import shutil
import sys
from pathlib import Path

import minitorch

from .. import names
from .lessons import lesson_with_outputs
from .public import HOME, METHODS, PLACES, ROOT

BUILD = ROOT / "build"
GUIDES = {"minitorch/README.md": "Read the source", "minitorch/as_torch/README.md": "Run someone else's program",
          "CONTRIBUTING.md": "Contributing",
          "solutions/INSTRUCTORS.md": "For instructors", "solutions/AUTHORING.md": "For authors of lessons",
          "benchmarks/README.md": "How fast it is", "minitorch/NAMES.md": "PyTorch's names, here and not",
          "minitorch/vision/README.md": "The digits", "lessons/FRAMEWORKS.md": "Where the frameworks came from",
          "solutions/instructor/instructor.ipynb": "The instructor's notebook", "CHANGELOG.md": "Changes"}
FILES = ("benchmarks/history.json", "solutions/Containerfile", "solutions/nbgrader_config.py")   # guides link to these
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
    """Return a table of contents; each of its rows is `title <page>` or the name of a page."""
    return NAV.format(caption=caption, rows="\n".join(rows))


def assemble(to):
    """Write all pages into the folder `to`, in the form that Sphinx reads."""
    shutil.rmtree(to, ignore_errors=True)
    lessons = []
    for lesson in sorted((ROOT / "lessons").glob("*/*.ipynb")):
        inside = lesson.relative_to(ROOT)
        write(to / inside, lesson_with_outputs(lesson, ROOT / "solutions" / inside.relative_to("lessons")))
        lessons.append(inside.with_suffix("").as_posix())
    for guide in GUIDES:
        write(to / guide, with_site_links((ROOT / guide).read_text(encoding="utf-8"), "../" * guide.count("/")))
    for name in FILES:
        write(to / name, (ROOT / name).read_text(encoding="utf-8"))
    shutil.copytree(ROOT / ".github", to / "pictures", ignore=shutil.ignore_patterns("workflows"))
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
    front = with_site_links((ROOT / "README.md").read_text(encoding="utf-8"), "")
    write(to / "index.md", front + contents("minitorch", ["The course <lessons/index>", "Reference <reference/index>",
                                                          "Guides <guides>"]))


def summary(place):
    """Return the first line of the docstring of a module or class."""
    return ((names.resolve(minitorch, place).__doc__ or "").strip().partition("\n")[0]
            if place not in METHODS and names.resolve(minitorch, place) is not None else "")


def with_site_links(text, up):
    """Return a page's text in which links to README.md, pictures and solved lessons have the site's paths."""
    text = re.sub(r"\]\(((?:\.\./)*)solutions/(\d\d_)", r"](\1lessons/\2", text)
    return text.replace(f"]({up}README.md", f"]({up}index.md").replace(f'src="{up}.github/', f'src="{up}pictures/')


def main(arguments=None):
    """Build the site in the folder --out; a warning of Sphinx is an error."""
    parser = argparse.ArgumentParser(prog="python -m minitorch.tools.site", description=__doc__.partition("\n")[0])
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
