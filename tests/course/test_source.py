"""Names that an answer needs: those that its instructions look up, read from the bytes as `dis` reads them."""

import dis
import inspect
import types

import pytest

from minitorch.course.source import looked_up, names_in

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
