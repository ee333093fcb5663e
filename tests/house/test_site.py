"""The site builds without a warning, every public name is on it, and every link within it leads somewhere."""

import os
import re
import zlib
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest

from minitorch.tools.site.public import public

pytestmark = [pytest.mark.slow, pytest.mark.needs("sphinx")]


LINK = re.compile(r'<(?:a|link|img|script)\b[^>]*? (?:href|src)="([^"]*)"')
ANCHOR = re.compile(r'\b(?:id|name)="([^"]*)"')


def test_the_site_builds_and_is_whole(tmp_path):
    """One test for all that is asked of it: of several, each process that runs some would build it."""
    from minitorch.tools.site.__main__ import main
    assert main(["--out", str(tmp_path), "--jobs", "1"]) == 0  # a warning is an error
    faults = []
    for asked in (every_public_name_is_on_it, no_link_is_broken, lessons_show_what_they_print_and_not_their_answers,
                  a_name_says_its_arguments_and_leads_to_its_lines):
        try:
            asked(tmp_path)
        except Exception as error:
            faults.append(f"{asked.__name__}: {type(error).__name__}: {error}")
    assert not faults, "\n".join(faults)


def every_public_name_is_on_it(site):
    inventory = zlib.decompress((site / "objects.inv").read_bytes().split(b"zlib.\n", 1)[1]).decode()
    there = {line.split()[0] for line in inventory.splitlines() if " py:" in line}
    assert {f"minitorch.{name}" for name in public()} <= there and len(there) > 1450


def no_link_is_broken(site):
    texts = {path: path.read_text(encoding="utf-8") for path in site.rglob("*.html")
             if "_static" not in path.parts}                 # where the theme keeps its templates
    anchors = {path: set(ANCHOR.findall(text)) for path, text in texts.items()}
    broken = set()
    for path, text in texts.items():
        for link in set(LINK.findall(text)):
            target, anchor = urldefrag(unescape(link))
            if re.match(r"[a-z]+:|//", target) or link == "#":
                continue
            goes = Path(os.path.normpath(path.parent / unquote(target.partition("?")[0]))) if target else path
            if goes not in texts and not goes.exists() or anchor and unquote(anchor) not in anchors.get(goes, {anchor}):
                broken.add(f"{path.relative_to(site)}: {link}")
    assert not broken and len(texts) > 900, sorted(broken)[:20]


def lessons_show_what_they_print_and_not_their_answers(site):
    lesson = (site / "lessons" / "03_nn" / "03_nn.html").read_text(encoding="utf-8")
    assert "<svg" in lesson and "size after 20 layers" in lesson and "BEGIN SOLUTION" not in lesson


def a_name_says_its_arguments_and_leads_to_its_lines(site):
    text = (site / "reference" / "nn.html").read_text(encoding="utf-8")
    entry = text.partition('id="minitorch.nn.Conv2d"')[2][:12000]
    assert "padding_mode=" in entry and "channels of the input" in entry
    path, line = re.search(r'href="\.\./source/([^"#]+)\.html#L-(\d+)"', entry).groups()
    assert f'name="L-{line}"' in (site / "source" / f"{path}.html").read_text(encoding="utf-8")
    assert path == "minitorch/nn/conv.py"


def test_arguments_are_divided_at_their_commas():
    from minitorch.tools.site.docstrings import rows
    from minitorch.tools.site.reference import split
    assert split("a, b=(1, 2), *, c='x, y', d=[]") == ["a", "b=(1, 2)", "*", "c='x, y'", "d=[]"]
    assert rows(["dim     along which", "        it goes", "other   a number"]) == [
        ["dim", "along which it goes"], ["other", "a number"]]
    assert rows(["A sentence of words"]) == []
