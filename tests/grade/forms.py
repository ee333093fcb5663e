"""Odd forms of right answers, such as a notebook allows: {its name: cells(exercise id)}, beside those of ways.py."""

import ast
from textwrap import indent

from grade.forms_of_notebooks import HELPERS as OF_NOTEBOOKS
from grade.forms_of_python import HELPERS as OF_PYTHON
from grade.samples import marked
from grade.ways import above, called, helped_by

from minitorch.course.record import find


def name_of(id):
    return find(id).name


def under(lines):
    """Own lines between helpers and answer: {N} its name, {id}; the answer itself is called `mine`."""
    def cells(id):
        aids, own = above(id)
        name = name_of(id)
        mine = renamed(own, name)
        return [f"{aids}\n{mine}", lines.format(N=name, id=id, args=arguments(own))]
    return cells


def renamed(own, name):
    tree = ast.parse(own)
    for node in ast.walk(tree):
        if getattr(node, "name", None) == name:
            node.name = "mine"
        if isinstance(node, ast.Name) and node.id == name:
            node.id = "mine"
    return ast.unparse(tree)


def arguments(own):
    node = ast.parse(own).body[0]
    if isinstance(node, ast.ClassDef):
        return None
    return ", ".join(each.arg for each in node.args.args)


def for_functions(lines):
    def cells(id):
        own = above(id)[1]
        node = ast.parse(own).body[0]
        if isinstance(node, ast.ClassDef) or node.args.defaults or node.args.vararg or node.args.kwonlyargs:
            return called(id)
        return under(lines)(id)
    return cells


def written(make):
    """make(id, helpers, marked answer, name) gives the cells."""
    def cells(id):
        aids, own = above(id)
        return make(id, aids, own, name_of(id))
    return cells


WRAPPED = {
    "a partial of two": for_functions(
        "from functools import partial\ndef both(flag, {args}):\n    return mine({args})\n"
                               "{N} = exercise('{id}')(partial(both, True))"),
    "an object that is called": for_functions(
        "class Answer:\n    def __call__(self, {args}):\n        return mine({args})\n"
                                      "{N} = exercise('{id}')(Answer())"),
    "a bound method": for_functions("class Answer:\n    def solve(self, {args}):\n        return mine({args})\n"
                            "{N} = exercise('{id}')(Answer().solve)"),
    "a static method": for_functions(
        "class Answer:\n    @staticmethod\n    def solve({args}):\n        return mine({args})\n"
                             "{N} = exercise('{id}')(Answer.solve)"),
    "a class method": for_functions(
        "class Answer:\n    @classmethod\n    def solve(cls, {args}):\n        return mine({args})\n"
                            "{N} = exercise('{id}')(Answer.solve)"),
    "a closure": for_functions("def make(f):\n    def {N}({args}):\n        return f({args})\n    return {N}\n"
                       "{N} = exercise('{id}')(make(mine))"),
    "a decorator with wraps": for_functions(
        "from functools import wraps\ndef traced(f):\n    @wraps(f)\n    def inner(*a, **k):\n"
        "        return f(*a, **k)\n"
        "    return inner\n@exercise('{id}')\n@traced\ndef {N}({args}):\n    return mine({args})"),
    "a decorator without wraps": for_functions(
        "def traced(f):\n    def inner(*a, **k):\n        return f(*a, **k)\n"
        "    return inner\n@exercise('{id}')\n@traced\ndef {N}({args}):\n    return mine({args})"),
    "a decorator above": for_functions(
        "from functools import wraps\ndef traced(f):\n    @wraps(f)\n    def inner(*a, **k):\n"
        "        return f(*a, **k)\n"
        "    return inner\n@traced\n@exercise('{id}')\ndef {N}({args}):\n    return mine({args})"),
    "a decorator that is a class": for_functions(
        "class Traced:\n    def __init__(self, f):\n        self.f = f\n    def __call__(self, *a, **k):\n"
        "        return self.f(*a, **k)\n@exercise('{id}')\n@Traced\ndef {N}({args}):\n    return mine({args})"),
    "a lambda at once": for_functions("{N} = exercise('{id}')(lambda {args}: mine({args}))"),
    "a lambda with a name": for_functions("{N} = lambda {args}: mine({args})\nexercise('{id}')({N})"),
    "hints of types": for_functions(
        "from __future__ import annotations\n@exercise('{id}')\ndef {N}({args}) -> Nobody:\n"
                                    "    return mine({args})"),
    "an alias of exercise": under("graded = exercise\n{N} = graded('{id}')(mine)"),
    "exercise of the module": under("import minitorch.learn as ml\n{N} = ml.exercise('{id}')(mine)"),
    "exercise of minitorch": under("{N} = mt.learn.exercise('{id}')(mine)"),
    "exercise imported": under("from minitorch.learn import exercise as task\n{N} = task('{id}')(mine)"),
    "the id by name": under("{N} = exercise(id='{id}')(mine)"),
    "the id and its version": under("{N} = exercise('{id}', 1)(mine)"),
    "the id put together": under(
        "lesson = '{id}'.split('.')[0]\n{N} = exercise(f'{{lesson}}.' + '{id}'.split('.')[1])(mine)"),
    "the id in a name": under("ID = '{id}'\n{N} = exercise(ID)(mine)"),
    "in a loop over all": under("TODO = {{'{id}': mine}}\nfor id, f in TODO.items():\n    exercise(id)(f)\n{N} = mine"),
    "yielded": under("def all_of():\n    yield mine\n{N} = exercise('{id}')(next(all_of()))"),
    "chosen by a condition": under("fast = None\n{N} = exercise('{id}')(fast or mine)"),
    "chosen by match": under("match 'slow':\n    case 'slow':\n        {N} = exercise('{id}')(mine)"),
    "given in a function": under("def give():\n    global {N}\n    {N} = exercise('{id}')(mine)\ngive()"),
    "given in a class": under("class Given:\n    here = exercise('{id}')(mine)\n{N} = Given.here"),
    "given in a try with else": under(
        "try:\n    pass\nexcept Exception:\n    raise\nelse:\n    {N} = exercise('{id}')(mine)"),
    "given in main": under(
        "def main():\n    return exercise('{id}')(mine)\nif __name__ == '__main__':\n    {N} = main()"),
    "given by map": under("{N}, = map(exercise('{id}'), [mine])"),
    "given with a walrus": under("print(({N} := exercise('{id}')(mine)))"),
    "given by globals": under("globals()['{N}'] = exercise('{id}')(mine)"),
    "given by eval": under("{N} = eval(\"exercise('{id}')(mine)\")"),
    "given twice, the second right": written(lambda id, aids, own, name: [
        f"@exercise('{id}')\ndef {name}(*all):\n    return None", f"{aids}\n{marked(id, own)}"]),
    "its stub left below": written(lambda id, aids, own, name: [
        f"{aids}\n{marked(id, own)}", f"# my notes: @exercise('{id}') is done above\n"]),
    "tests in its cell": written(lambda id, aids, own, name: [
        f"{aids}\n{marked(id, own)}\n\nprint('fine')\ncheck('{id}')\nhint('{id}')\nassert {name} is not None"]),
    "tabs throughout": written(lambda id, aids, own, name: [f"{aids}\n{tabbed(marked(id, own))}"]),
    "indented as a whole": written(lambda id, aids, own, name: [indent(f"{aids}\n{marked(id, own)}", "    ")]),
    "%%time above": written(lambda id, aids, own, name: [f"%%time\n{aids}\n{marked(id, own)}"]),
    "%%capture above": written(lambda id, aids, own, name: [f"%%capture\n{aids}\n{marked(id, own)}"]),
    "magics beside": written(lambda id, aids, own, name: [
        f"!echo hi\n%matplotlib inline\n{aids}\n{marked(id, own)}\n%timeit -n 1 -r 1 1 + 1\nlen?\nx = !echo 2"]),
    "written to a file and run": written(lambda id, aids, own, name: [
        f"%%writefile answer.py\nimport numpy as np, minitorch as mt\nfrom minitorch.learn import *\n{aids}\n{own}",
        f"from answer import {name}\nexercise('{id}')({name})"]),
    "written to a file with its line": written(lambda id, aids, own, name: [
        f"%%writefile answer.py\nimport numpy as np, minitorch as mt\n"
        f"from minitorch.learn import *\n{aids}\n{marked(id, own)}",
        f"from answer import {name}"]),
    "all in one text": written(lambda id, aids, own, name: [
        f"code = {f'{aids}{chr(10)}{marked(id, own)}'!r}\nexec(code)"]),
    "comments and blank lines": written(lambda id, aids, own, name: [
        f"\n\n# ---- mine ----\n\n{aids}\n\n{marked(id, own)}\n\n# end\n\n"]),
    "a text above it": written(lambda id, aids, own, name: [f'"""My answer to {id}."""\n{aids}\n{marked(id, own)}']),
}


def tabbed(source):
    lines = []
    for line in source.split("\n"):
        body = line.lstrip(" ")
        depth, rest = divmod(len(line) - len(body), 4)
        lines.append("\t" * depth + " " * rest + body)
    return "\n".join(lines)


def numbered(number, cells, read):
    """The same with a module name of its own: all forms may stand in one notebook."""
    return [cell.replace("aids", f"aids{number}") for cell in cells], read.replace("aids", f"aids{number}")


HELPERS = OF_PYTHON | OF_NOTEBOOKS
FORMS = {**{name: helped_by(*numbered(i, *each)) for i, (name, each) in enumerate(HELPERS.items())}, **WRAPPED}
