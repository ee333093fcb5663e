"""What README.md shows is what happens."""

import re
from html import unescape
from pathlib import Path

import pytest
from house.test_arrows import FACADES, LEVEL

import minitorch as mt

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
HOUSE = {"minitorch": "minitorch", "ops": "minitorch/ops"}       # as a table is headed: the folder


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
    wanted = [line for box in names["shown"].boxes for line in box.lines(True)]
    assert sorted(map(unescape, re.findall(r"<text[^>]*>([^<]*)</text>", picture))) == sorted(wanted)


def rows(folder):
    """(names, purpose) of each row of the house's table of a folder; none where there is no such table."""
    table = README.partition(f"| in `{folder}/` | |\n|---|---|\n")[2].partition("\n\n")[0]
    return [(re.findall(r"`([\w./]+)`", names), purpose.strip())
            for names, purpose in (line.strip("|").split("|") for line in table.splitlines())]


def folders(parent):
    """The folders with source directly beneath one."""
    return {f"{path.parent.name}/" for path in (ROOT / parent).glob("*/*.py")}


@pytest.mark.parametrize("parent", HOUSE)
def test_every_folder_has_its_one_line_in_the_house(parent):
    lines = [names for names, _ in rows(parent) if any(name.endswith("/") for name in names)]
    assert all(len(names) == 1 for names in lines), "a folder stands in a row of its own"
    assert sorted(name for names in lines for name in names) == sorted(folders(HOUSE[parent]))


def test_every_file_named_in_the_house_exists_and_has_a_purpose():
    named = [name for names, _ in rows("minitorch") for name in names]
    assert len(named) > 15 and not [name for name in named if not (ROOT / "minitorch" / name).exists()]
    assert all(purpose for parent in HOUSE for _, purpose in rows(parent))


@pytest.mark.parametrize("folder, file", [
    (names[0], file) for names, purpose in rows("ops") for file in re.findall(r"`(\w+)`", purpose)])
def test_every_file_of_a_subject_that_its_line_names_exists(folder, file):
    assert (ROOT / "minitorch/ops" / folder / f"{file}.py").exists()


def test_the_layers_stand_in_the_order_the_arrows_point():
    order = [name.removesuffix("/").removesuffix(".py") for names, _ in rows("minitorch") for name in names]
    levels = [LEVEL.get(name, len(LEVEL)) for name in order if name in LEVEL or name in FACADES]
    assert levels == sorted(levels) and len(levels) == len(order)


def test_version_and_changelog_speak_of_the_same():
    assert mt.__version__ and "## Unreleased" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
