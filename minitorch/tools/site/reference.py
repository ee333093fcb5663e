"""The reference: each public name with its signature, its docstring and a link to its source."""

import inspect
import re
from functools import cache

from docutils import nodes
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective

import minitorch

from .. import names
from .docstrings import docstring_nodes
from .public import HOME, METHODS, PLACES, is_documented, methods_of, names_in, plain, public
from .sources import href_from, lines_of, page


def document(place):
    """Return the page of `place`, the name of a module or of a class in METHODS."""
    return f"reference/{place or HOME}"


@cache
def addresses():
    """Return {name: (page, anchor)} of every name that has an entry."""
    found = {}
    for place in PLACES:
        for name, value in names_in(place):
            full = f"{place}.{name}".lstrip(".")
            if public().get(full) is value:
                found[full] = document(full if full in METHODS else place), f"{HOME}.{full}"
    for place in METHODS:
        found.update({f"{place}.{name}": (document(place), f"{HOME}.{place}.{name}") for name, _ in methods_of(place)})
    return found


@cache
def by_last_part():
    """Return {last part of a name: the full names that end in it}."""
    found: dict = {}
    for name in addresses():
        found.setdefault(name.rpartition(".")[2], []).append(name)
    return found


@cache
def main_names():
    """Return {id of an object: the name under which it has an entry}."""
    return {id(value): name for name, value in public().items()}


def arguments(value, method=False):
    """Return the text of each argument of a signature, without annotations; for a method without `self`."""
    try:
        given = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return []
    bare = inspect.Signature([p.replace(annotation=p.empty) for p in given])
    text = re.sub(r"<(?:\w+\.)*(\w+)[^<>]*>", r"\1", str(bare))        # for example, <function relu at 0x…>
    return split(text[1:-1])[method:]


def split(text):
    """Split an argument list at its commas, except for commas in brackets and strings."""
    parts, depth, quote = [""], 0, ""
    for letter in text:
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "'\"":
            quote = letter
        depth += (letter in "([{") - (letter in ")]}") if not quote else 0
        if letter == "," and not depth and not quote:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


class Reference(SphinxDirective):
    """A directive, `{reference} nn.utils`: an entry for each name of a module, or for each method of a class."""

    required_arguments, final_argument_whitespace = 0, True
    optional_arguments = 1

    def run(self):
        place = self.arguments[0] if self.arguments else ""
        if place in METHODS:
            kind = names.resolve(minitorch, place)
            return [self.entry(place, kind, [*methods_of(place)])]
        made = []
        for name, value in names_in(place):
            full = f"{place}.{name}".lstrip(".")
            first = main_names()[id(value)]
            made.append(self.entry(full, value, inner(value)) if first == full and full not in METHODS
                        else self.pointer(full, first))
        return made

    def pointer(self, full, first):
        """Return a line that links a name to the entry of its object, which is under another name."""
        line = nodes.paragraph("", "", nodes.literal("", f"{HOME}.{full}"), nodes.Text(": "))
        line += self.link_to(first)
        return line

    def link_to(self, full):
        """Return a link to the entry of a name."""
        where, anchor = addresses()[full]
        return nodes.reference("", "", nodes.literal("", full), internal=True,
                               refuri=f"{href_from(self.env.docname, where)}#{anchor}")

    def linker(self, full, listing):
        """Return link(word), which links a word to that name in the same module, or else to the only such name."""
        around, own = full.rpartition(".")[0], {part.partition("=")[0].strip("*") for part in listing}

        def link(word):
            wanted = word.removeprefix("minitorch.").removesuffix("()")
            near = [f"{around}.{wanted}".lstrip("."), wanted]
            all_ = by_last_part().get(wanted, [])
            found = [name for name in near if name in addresses()] or (all_ if len(all_) == 1 else [])
            return self.link_to(found[0]) if found and found[0] != full and word not in own else None
        return link

    def entry(self, full, value, inside=(), method=False):
        """Return the entry of one name; inside: [(name, object)] of a class's methods, which get entries below it."""
        kind = ("class" if isinstance(value, type) else "attribute" if isinstance(value, property) else
                "method" if method else "function")
        anchor = f"{HOME}.{full}"
        listing = [] if kind == "attribute" else arguments(value, kind == "method")
        head = addnodes.desc_signature(full, "", ids=[anchor], fullname=full, module=HOME,
                                        _toc_name=full.rpartition(".")[2], _toc_parts=(HOME, *full.split(".")))
        if kind == "class":
            head += addnodes.desc_annotation("", "class ")
        head += addnodes.desc_addname("", f"{HOME}.{full.rpartition('.')[0]}".rstrip(".") + ".")
        head += addnodes.desc_name("", full.rpartition(".")[2])
        if kind != "attribute":
            listed = addnodes.desc_parameterlist()
            for part in listing:
                listed += addnodes.desc_parameter("", part)
            head += listed
        head += self.source_link(value)
        body = addnodes.desc_content()
        body += docstring_nodes(text_of(value), self.linker(full, listing))
        body += [self.entry(f"{full}.{name}", thing, method=True) for name, thing in inside]
        self.env.domains.python_domain.note_object(anchor, kind, anchor, location=head)
        return addnodes.desc("", head, body, domain="py", objtype=kind, desctype=kind, noindex=False, no_index=False,
                             no_index_entry=False, no_contents_entry=False, no_typesetting=False)

    def source_link(self, value):
        """Return the link to the source lines, or an empty node."""
        found = lines_of(value)
        if found is None or page(found[0]) is None:
            return nodes.inline()
        address = href_from(self.env.docname, page(found[0]))
        return nodes.reference("", "", nodes.inline("", "[source]", classes=["viewcode-link"]), internal=True,
                               refuri=f"{address}#L-{found[1]}")


def text_of(value):
    """Return the docstring of a value; for a class, also the docstrings of its own __init__ and forward."""
    own = vars(value) if isinstance(value, type) else {}
    inside = [own[name] for name in ("__init__", "forward") if inspect.isfunction(own.get(name))]
    texts = [part.__doc__ for part in (value, *inside)]
    return "\n\n".join(inspect.cleandoc(text) for text in texts if text)


def inner(value):
    """Return [(name, object)] of a class's own methods and properties that have a docstring."""
    if not isinstance(value, type):
        return []
    found = [(name, plain(thing)) for name, thing in vars(value).items() if name != "forward"]
    return [(name, thing) for name, thing in found if is_documented(name, thing) and getattr(thing, "__doc__", None)
            and not isinstance(thing, type)]


def setup(app):
    app.add_directive("reference", Reference)
    return {"parallel_read_safe": True}
