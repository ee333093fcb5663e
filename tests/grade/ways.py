"""Ways in which people give a right answer: {its name: cells(exercise id)}, each the sources of its cells."""

import ast
from textwrap import indent

from grade.samples import answers, marked

from minitorch.course.record import find

RIGHT = {"under if": "if True:\n", "under else": "if not np:\n    pass\nelse:\n", "in a with": "with np.errstate():\n",
         "in a for": "for _ in range(1):\n", "in a match": "match 1:\n  case 1:\n"}
HELPERS = {                              # cells above an answer, and what they let it read: 1
    "a table, by subscript": (["TABLE = {}", "TABLE['a'] = 1"], "TABLE['a']"),
    "a table, by update": (["TABLE = {}", "TABLE.update(a=1)"], "TABLE['a']"),
    "a table, in a loop": (["TABLE = []", "for _ in range(1):\n    TABLE.append(1)"], "TABLE[0]"),
    "a table, by a function": (["TABLE = {}\ndef fill():\n    TABLE['a'] = 1", "fill()"], "TABLE['a']"),
    "a table, by a decorator": (["TABLE = {}\ndef put(f):\n    TABLE[f.__name__] = f\n    return f",
                                 "@put\ndef one():\n    return 1"], "TABLE['one']()"),
    "global": (["def make():\n    global aid\n    aid = 1", "make()"], "aid"),
    "globals()": (["globals()['aid'] = 1"], "aid"),
    "exec": (["exec('aid = 1')"], "aid"),
    "setattr": (["class Box: pass\nbox = Box()", "setattr(box, 'aid', 1)"], "box.aid"),
    "singledispatch": (["from functools import singledispatch\n@singledispatch\ndef kind(x):\n    return 0",
                        "@kind.register\ndef _(x: int):\n    return 1"], "kind(1)"),
    "%%writefile": (["%%writefile aids.py\none = 1\n", "import aids"], "aids.one"),
    "a file": (["with open('aids.py', 'w') as f:\n    f.write('one = 1')", "from aids import one"], "one"),
    "a name of the lesson": (["digits = unseen = 1"], "(digits + unseen) / 2"),
}


def text(id):
    return answers(int(id.partition(".")[0])).REFERENCE[id]


def above(id):
    """(what stands above an answer, the answer)."""
    name, whole = find(id).name, text(id)
    own = next(node for node in ast.parse(whole).body if getattr(node, "name", None) == name)
    first = min([own.lineno, *(each.lineno for each in own.decorator_list)]) - 1
    lines = whole.split("\n")
    return "\n".join(lines[:first]), "\n".join(lines[first:]).strip()


def within(head):
    def cells(id):
        aids, own = above(id)
        return [f'{aids}\n{head}{indent(marked(id, own), "    ")}']
    return cells


def called(id):
    aids, own = above(id)
    return [f"{aids}\n{own}", f'{find(id).name} = exercise("{id}")({find(id).name})']


def executed(id):
    aids, own = above(id)
    return [f"{aids}\nexec({marked(id, own)!r})"]


def by_lambda(id):
    """For functions; a class is called by its own name."""
    aids, own = above(id)
    node = ast.parse(own).body[0]
    if isinstance(node, ast.ClassDef) or node.args.defaults or node.args.vararg or node.args.kwonlyargs:
        return called(id)
    given = ", ".join(each.arg for each in node.args.args)
    return [f"{aids}\n{own.replace(f'def {node.name}(', 'def mine(')}\nmine_too = {node.name} = mine",
            f'exercise("{id}")(lambda {given}: mine({given}))']


def tried(id):
    aids, own = above(id)
    return [f'{aids}\ntry:\n{indent(marked(id, own), "    ")}\nexcept ValueError:\n    raise']


def helped_by(aids, read):
    """An answer that reads what cells above it have made: 1."""
    def cells(id):
        tree = ast.parse(text(id))
        own = next(node for node in tree.body if getattr(node, "name", None) == find(id).name)
        first = own if isinstance(own, ast.FunctionDef) else next(
            node for node in own.body if isinstance(node, ast.FunctionDef))
        first.body[1 if ast.get_docstring(first) else 0:0] = ast.parse(f"if {read} != 1: raise ValueError").body
        return [*aids, marked(id, ast.unparse(tree))]
    return cells


WAYS = {**{name: within(head) for name, head in RIGHT.items()}, "in a try": tried, "called": called,
        "a lambda": by_lambda, "executed": executed, **{name: helped_by(*each) for name, each in HELPERS.items()}}
