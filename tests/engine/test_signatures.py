"""Public functions take PyTorch's arguments: names, order, defaults, and which go by keyword only."""

import ast
import inspect
from pathlib import Path

import pytest

import minitorch as mt
from minitorch.engine import registry
from minitorch.runtime import functions

REQUIRED = inspect.Parameter.empty
NAMES = sorted(name for name in {**registry, **functions} if callable(getattr(mt, name, None))
               and not getattr(mt, name).__module__.startswith("minitorch.nn."))

# name: why none of torch's overloads has the same arguments by position
EXCEPTIONS = {
    **dict.fromkeys(("add", "sub", "subtract", "addcmul", "addcdiv"), "takes the old form add(input, alpha, other)"),
    **dict.fromkeys(("std", "std_mean", "var", "var_mean"), "unbiased=None tells whether correction was given"),
    **dict.fromkeys(("dsplit", "hsplit", "vsplit", "tensor_split"), "named as in PyTorch's documentation"),
    "nan_to_num": "the default is that of PyTorch's documentation",
    "nan_to_num_": "the default is that of PyTorch's documentation",
    "numel": "named as in PyTorch's documentation",
    **dict.fromkeys(("max", "min", "scatter"), "join torch's overloads: other, or value, goes by keyword too"),
    "swapaxes": "an alias of transpose, whose dimensions are dim0 and dim1",
    "true_divide": "an alias of div, which takes rounding_mode",
}
# keywords that torch has and minitorch does not, for every function
LEFT_OUT = {"out", "layout", "pin_memory", "device", "requires_grad", "generator", "memory_format"}
MISSING = {"gather": {"sparse_grad"}}


def overloads(stub):
    """Every overload of every function of torch's own stub file: name -> [(by position, by keyword)]."""
    found = {}
    for node in ast.parse(stub.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            a = node.args
            names = [x.arg for x in a.posonlyargs + a.args]
            values = [REQUIRED] * (len(names) - len(a.defaults)) + list(map(value, a.defaults))
            if a.vararg:
                names.append(a.vararg.arg)
                values.append(REQUIRED)
            by_keyword = {x.arg: value(default) for x, default in zip(a.kwonlyargs, a.kw_defaults)}
            found.setdefault(node.name, []).append((list(zip(names, values)), by_keyword))
    return found


def value(default):
    """The value of a default; REQUIRED for none, and where it is no literal."""
    try:
        return ast.literal_eval(default)
    except (TypeError, ValueError):
        return REQUIRED


def described(name):
    """The arguments of minitorch's function: ([(name, default)] by position, {name: default} by keyword only)."""
    parameters = [p for p in inspect.signature(getattr(mt, name)).parameters.values() if p.name != "out"]
    by_position = [(p.name, p.default) for p in parameters if p.kind is not p.KEYWORD_ONLY]
    return by_position, {p.name: p.default for p in parameters if p.kind is p.KEYWORD_ONLY}


def same_by_position(ours, theirs):
    return [name for name, _ in ours] == [name for name, _ in theirs] and all(
        REQUIRED in (default, there) or default == there for (_, default), (_, there) in zip(ours, theirs))


def differences(name, theirs):
    """In words, how minitorch's function differs from all of torch's overloads; [] where it does not."""
    by_position, by_keyword = described(name)
    if not any(same_by_position(by_position, there) for there, _ in theirs):
        return [f"{name}: by position {by_position}, in torch {[[key for key, _ in there] for there, _ in theirs]}"]
    lacking = set.intersection(*[set(keys) for _, keys in theirs]) - set(by_keyword) - LEFT_OUT
    found = [] if lacking == MISSING.get(name, set()) else [f"{name} lacks {lacking}"]
    for key, default in by_keyword.items():
        given = [keys[key] for _, keys in theirs if key in keys]
        if not given and key not in LEFT_OUT:
            found.append(f"{name}: torch does not take {key} by keyword only")
        if given and REQUIRED not in given and default not in given:
            found.append(f"{name}: {key}={default}, where torch has {given}")
    return found


def test_arguments_are_those_of_one_overload_of_torch(torch):
    stub = overloads(Path(torch.__file__).parent / "_C" / "_VariableFunctions.pyi")
    compared = [name for name in NAMES if name in stub]
    assert len(compared) > 300
    found = {name: problems for name in compared if (problems := differences(name, stub[name]))}
    assert not [problem for name, several in found.items() if name not in EXCEPTIONS for problem in several]
    assert EXCEPTIONS.keys() - found.keys() == set(), "these are exceptions no longer"


@pytest.mark.parametrize("name", sorted(name for name, op in registry.items() if not op.hidden))
def test_every_argument_of_an_op_has_an_annotation(name):
    forward = registry[name].piece.library
    lacking = [p.name for p in list(inspect.signature(forward).parameters.values())[1:] if p.annotation is p.empty]
    assert not lacking
