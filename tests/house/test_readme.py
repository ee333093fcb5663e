"""What README.md shows is what happens."""

import re
from html import unescape
from pathlib import Path

import pytest
from house.test_arrows import LEVEL

import minitorch as mt

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


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


def test_every_file_named_in_the_readme_exists():
    table = README.partition("## The house")[2].partition("## Working on it")[0]
    named = re.findall(r"`([\w/.]+)`", table.partition("`tests/`")[0].partition("|---|---|")[2])
    missing = [name for name in named if not (ROOT / "minitorch" / name).exists()]
    assert len(named) > 15 and not missing


def test_the_layers_stand_in_the_order_the_arrows_point():
    order = re.findall(r"`(\w+)(?:/|\.py)`", README.partition("| in `minitorch/` | |")[2].partition("`tests/`")[0])
    levels = [LEVEL[name] for name in order]
    assert levels == sorted(levels)


def test_version_and_changelog_speak_of_the_same():
    assert mt.__version__ and "## Unreleased" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
