"""Every link in the documents leads somewhere, and a function that a link names is where it leads."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [page for page in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "benchmarks/README.md",
                           "minitorch/README.md", "minitorch/vision/README.md", "lessons/FRAMEWORKS.md",
                           "solutions/AUTHORING.md", "solutions/INSTRUCTORS.md")
         if (ROOT / page).exists()]
LINK = re.compile(r"!?\[([^\]]*)\]\(([^)\s]+)\)")
SOURCE = re.compile(r"""(?:src|href)="([^"]+)\"""")
PATH = re.compile(r"`((?:minitorch|tests|solutions|benchmarks|lessons|\.ci|\.github)/[\w./]*)`")
MODULE = re.compile(r"python -m ((?:minitorch|benchmarks)(?:\.\w+)*)")
IMAGINED = re.compile(r"NN_name|weight_norm|sequences|my_minitorch")       # what a page makes up, or a learner makes
NAME = re.compile(r"`(\w+(?:\.\w+)*)(?:\(\))?`")


def links(text):
    """(words, target) of each link and picture, with what stands in code taken out."""
    text = re.sub(r"```.*?```", "", text, flags=re.S)
    return [*LINK.findall(text), *(("", target) for target in SOURCE.findall(text))]


def anchors(page):
    """The anchors that GitHub gives the headings of a page."""
    headings = re.findall(r"^#+ (.+)$", re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.S), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def defined(path):
    """The names that a file of source defines: functions, classes, their methods as Class.method, variables."""
    names = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        names |= names_of(node)
        if isinstance(node, ast.ClassDef):
            names |= {f"{node.name}.{name}" for inner in node.body for name in names_of(inner)}
    return names


def names_of(node):
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return {node.name}
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return {name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)}


def wrong(page, words, target, root=ROOT):
    """What is wrong with a link of a page; None where it is right."""
    if re.match(r"https?://", target):
        return None
    file, _, anchor = target.partition("#")
    path = (root / page).parent / file if file else root / page
    if not path.exists():
        return f"{target}: there is no such file"
    if not path.resolve().is_relative_to(root.resolve()):
        return f"{target}: lies outside the repository"
    if re.fullmatch(r"L\d+(-L\d+)?", anchor):
        return f"{target}: the number of a line changes; link to the file and name the function"
    if anchor and anchor not in anchors(path):
        return f"{target}: the page has no heading #{anchor}"
    name = NAME.fullmatch(words)
    if name and path.suffix == ".py" and name[1] != path.name and name[1] not in defined(path):
        return f"{target}: defines no {name[1]}"
    return None


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere(page):
    found = links((ROOT / page).read_text(encoding="utf-8"))
    assert not list(filter(None, (wrong(page, *link) for link in found)))


def modules_and_paths(text):
    """Every path of the repository that a text names in code, and the path of each module it runs."""
    modules = (module.replace(".", "/") for module in MODULE.findall(text))
    return [*(path for path in PATH.findall(text) if not IMAGINED.search(path)), *modules]


@pytest.mark.parametrize("page", [page for page in PAGES if page != "CHANGELOG.md"])       # which tells of old names
def test_every_path_and_module_that_a_page_names_exists(page):
    named = modules_and_paths((ROOT / page).read_text(encoding="utf-8"))
    assert not [path for path in named if not (ROOT / path).exists() and not (ROOT / f"{path}.py").exists()]


def test_paths_and_modules_are_found():
    text = "`tests/house/` `solutions/NN_name/x.ipynb` python -m benchmarks.ops [x] `not/here` `lessons/`"
    assert modules_and_paths(text) == ["tests/house/", "lessons/", "benchmarks/ops"]


@pytest.mark.parametrize("page, least", [
    ("README.md", 12), ("benchmarks/README.md", 5), ("solutions/INSTRUCTORS.md", 3)])
def test_the_links_of_a_page_are_found(page, least):
    assert len(links((ROOT / page).read_text(encoding="utf-8"))) >= least


@pytest.mark.parametrize("link, said", [
    ("[a](b.md)", None), ("[a](https://example.org/x)", None), ("[a](b.md#two-words-here)", None), ("[a](#top)", None),
    ("[`f`](c.py)", None), ("[`f()`](c.py)", None), ("[`C.m`](c.py)", None), ("[`x`](c.py)", None),
    ("[`c.py`](c.py)", None),
    ("![a](gone.svg)", "gone.svg: there is no such file"),
    ("[a](gone.md)", "gone.md: there is no such file"), ('<img src="gone.svg">', "gone.svg: there is no such file"),
    ("[a](b.md#gone)", "b.md#gone: the page has no heading #gone"),
    ("[`g`](c.py)", "c.py: defines no g"), ("[`C.g`](c.py)", "c.py: defines no C.g"),
    ("[f](c.py#L3)", "c.py#L3: the number of a line changes; link to the file and name the function"),
    ("[a](../b.md)", "../b.md: there is no such file")])
def test_a_wrong_link_is_noticed(tmp_path, link, said):
    (tmp_path / "page.md").write_text(f"# Top\n\n{link}\n\n```\n[not](a-link)\n```\n")
    (tmp_path / "b.md").write_text("# B\n\n## Two words, `here`\n")
    (tmp_path / "c.py").write_text("x = 1\n\n\ndef f():\n    pass\n\n\nclass C:\n    def m(self):\n        pass\n")
    (one,) = links((tmp_path / "page.md").read_text())
    assert wrong("page.md", *one, root=tmp_path) == said
