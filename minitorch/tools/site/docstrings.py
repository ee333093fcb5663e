"""Convert docstrings to docutils nodes: sentences, tables of arguments, shapes, examples."""

import re

from docutils import nodes

ROW = re.compile(r"^(\S(?:.*?\S)?)(?:  +(\S.*))?$")
WORDS = re.compile(r"`([^`]+)`")
SENTENCE = re.compile(r"[a-z]{2,} [a-z]{2,}|^(Raises|Source)\b")


def docstring_nodes(text, link):
    """Return the nodes of an HTML page for a docstring; link(name) returns a link for a `name` in it, or None."""
    first, *blocks = re.split(r"\n\s*\n", text.strip("\n"))
    made = [paragraph(" ".join(line.strip() for line in first.split("\n")), link)]
    return made + [node for block in blocks if block.strip() for node in block_nodes(block, link)]


def block_nodes(block, link):
    """Return the nodes of a block, the lines between two empty lines."""
    lines = block.split("\n")
    margin = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    lines = [line[margin:].rstrip() for line in lines]
    for at, line in enumerate(lines):
        if line.startswith(">>>"):
            return (block_nodes("\n".join(lines[:at]), link) if at else []) + [example(lines[at:])]
    found = rows(lines)
    if found:
        return [table(found, link)]
    if not SENTENCE.search(lines[0]):
        return [shapes(lines)]
    return [paragraph(" ".join(line.strip() for line in lines), link)]


def rows(lines):
    """Return [(name, words)] if lines are a table: a name, two or more spaces, words; indented lines continue them."""
    found: list = []
    for line in lines:
        if line.startswith(" ") and found:
            found[-1][1] += f" {line.strip()}"
        else:
            match = ROW.match(line)
            if match is None or len(match[1]) > 60:
                return []
            found.append([match[1], match[2] or ""])
    return found if all(words for _, words in found) else []


def table(found, link):
    """Return a definition list of names and their meanings."""
    made = nodes.field_list(classes=["arguments"])
    for name, words in found:
        body = nodes.field_body("", paragraph(words.strip(), link))
        made += nodes.field("", nodes.field_name("", "", nodes.literal("", name)), body)
    return made


def paragraph(text, link):
    """Return a paragraph with names in backticks as code."""
    made = nodes.paragraph()
    for at, part in enumerate(WORDS.split(text)):
        if at % 2:
            made += link(part) or nodes.literal("", part)
        elif part:
            made += nodes.Text(part)
    return made


def example(lines):
    """Return the node of an example: lines of Python with their output."""
    text = "\n".join(lines)
    return nodes.literal_block(text, text, language="pycon")


def shapes(lines):
    """Return the node of a formula, or of the shapes before and after an arrow."""
    text = "\n".join(lines)
    return nodes.literal_block(text, text, language="text", classes=["shapes"])
