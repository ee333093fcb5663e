"""What README.md shows is what happens, and the map in minitorch/README.md names every folder."""

import re
from html import unescape
from pathlib import Path

import pytest
from house.test_arrows import FACADES, LEVEL

import minitorch as mt

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
MAP = (ROOT / "minitorch/README.md").read_text(encoding="utf-8").partition("\n## The map\n")[2]
# how tables are headed: the folder
HOUSE = {("in `minitorch/`, the core", "in `minitorch/`, the wings"): "minitorch", ("in `ops/`",): "minitorch/ops"}


@pytest.fixture
def example(capsys):
    """The names the example leaves, what it printed, and what it promises to print."""
    code = README.partition("<!-- example -->\n```python\n")[2].partition("```")[0]
    *body, last = code.strip().splitlines()
    names: dict = {}
    exec(compile("\n".join(body) + f"\nshown = {last}\n", "README.md", "exec"), names)
    promised = [line[2:] for line in body if line.startswith("# ")]
    return names, capsys.readouterr().out.splitlines(), promised


def test_the_example_prints_what_it_says(example):
    _, printed, promised = example
    assert printed == promised and printed


def test_the_picture_is_the_one_the_example_makes(example):
    """Word for word; where each word stands depends on the Graphviz that drew it."""
    names, _, _ = example
    picture = (ROOT / ".github/graph.svg").read_text(encoding="utf-8")
    labels = re.findall(r'label="([^"]*)"', names["shown"].dot)
    wanted = [line for label in labels for line in label.split("\\n")]
    assert sorted(map(unescape, re.findall(r"<text[^>]*>([^<]*)</text>", picture))) == sorted(wanted)


def rows(*heads):
    """(names, purpose) of each row of the house's tables that are headed so."""
    table = "\n".join(MAP.partition(f"| {head} | |\n|---|---|\n")[2].partition("\n\n")[0] for head in heads)
    return [(re.findall(r"`([\w./]+)`", names), purpose.strip())
            for names, purpose in (line.strip("|").split("|") for line in table.splitlines())]


def folders(parent):
    """The folders with source directly beneath one."""
    return {f"{path.parent.name}/" for path in (ROOT / parent).glob("*/*.py")}


@pytest.mark.parametrize("heads, parent", HOUSE.items())
def test_every_folder_is_in_the_house_once(heads, parent):
    named = [name for names, _ in rows(*heads) for name in names if name.endswith("/")]
    assert sorted(named) == sorted(folders(parent) - {f"{name}/" for name in FACADES if parent == "minitorch"})


def test_every_file_named_in_the_house_exists_and_has_a_purpose():
    named = [name for names, _ in rows(*next(iter(HOUSE))) for name in names]
    assert len(named) > 15 and not [name for name in named if not (ROOT / "minitorch" / name).exists()]
    assert all(purpose for heads in HOUSE for _, purpose in rows(*heads))


@pytest.mark.parametrize("folder, file", [
    (names[0], file) for names, purpose in rows("in `ops/`") for file in re.findall(r"`(\w+)`", purpose)])
def test_every_file_of_a_subject_that_its_line_names_exists(folder, file):
    assert (ROOT / "minitorch/ops" / folder / f"{file}.py").exists()


def test_the_layers_stand_in_the_order_the_arrows_point():
    order = [name.removesuffix("/").removesuffix(".py") for names, _ in rows(*next(iter(HOUSE))) for name in names]
    levels = [LEVEL.get(name, len(LEVEL)) for name in order if name in LEVEL or name in FACADES]
    assert levels == sorted(levels) and len(levels) == len(order)


def test_the_newest_version_of_the_changelog_is_the_one_that_runs():
    lines = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines()
    headings = [line.removeprefix("## ") for line in lines if line.startswith("## ")]
    assert headings[:2] == ["Unreleased", mt.__version__]
    assert len(lines[lines.index(f"## {mt.__version__}"):]) <= 200, "write it for a reader, not for each commit"
