"""Names that an answer needs: those that its instructions look up, read from the bytes as `dis` reads them."""

import dis
import inspect
import linecache
import types

import pytest

from minitorch.course.source import looked_up, names_in, needs
from minitorch.course.source_code import source_of

READS = {"LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS"}


def described(code):
    """What `dis` says that a code object, and all inside it, look up."""
    inner = [described(constant) for constant in code.co_consts if isinstance(constant, types.CodeType)]
    return {step.argval for step in dis.get_instructions(code) if step.opname in READS}.union(*inner)


@pytest.mark.parametrize("module", [dis, inspect, types, pytest])
def test_names_are_those_that_dis_finds(module):
    code = compile(inspect.getsource(module), "<module>", "exec")
    assert looked_up(code) == described(code) != set()


def test_names_past_the_256th_and_names_of_functions_within_are_found():
    text = "\n".join(f"x.a{i}" for i in range(700)) + "\ndef f(own):\n    return [own + y for z in __doc__]\n"
    assert looked_up(compile(text, "<text>", "exec")) == {"x", "y", "__doc__"} and names_in(text) == {"x", "y"}
    wide = "\n".join(f"n{i}" for i in range(700))
    assert names_in(wide) == {f"n{i}" for i in range(700)}


@pytest.mark.parametrize("decorator", ["functools.cache", "functools.lru_cache(2)", "noted"])
def test_what_an_answer_needs_is_found_below_its_decorator(decorator, monkeypatch):
    text = ("import functools, math\nSCALE = 2\ndef noted(f):\n    @functools.wraps(f)\n    def run(x):\n"
            f"        return f(x)\n    return run\n@{decorator}\ndef root(x):\n    return math.sqrt(x) * SCALE\n")
    monkeypatch.setitem(linecache.cache, "<decorated>", (len(text), None, text.splitlines(True), "<decorated>"))
    space = {"__name__": "of_a_notebook"}
    exec(compile(text, "<decorated>", "exec"), space)
    lines = "\n".join([*needs(space["root"], source_of(space["root"]), {"root"}), source_of(space["root"])])
    alone: dict = {}
    exec(lines, alone)
    assert alone["root"](4.0) == space["root"](4.0) == 4
