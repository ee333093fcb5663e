"""Generated paths leave what the nucleus leaves: every bit, node, version, view, line and error, for all forms of call.

Each call is made on the path that was generated for it, and again inside `engine.plain()`; the two are compared.
"""

import inspect
import operator

import numpy as np
import pytest
from draws import Draw
from engine.left_behind import difference, left_behind, walked_back, walked_twice
from notation import rows_by_name
from samples import every_row

import minitorch as mt
import minitorch.nn.functional

SYMBOLS = {"add": operator.add, "sub": operator.sub, "mul": operator.mul, "div": operator.truediv, "mod": operator.mod,
           "floor_divide": operator.floordiv, "remainder": operator.mod, "pow": operator.pow, "eq": operator.eq,
           "matmul": operator.matmul, "bitwise_and": operator.and_, "bitwise_or": operator.or_, "neg": operator.neg,
           "bitwise_xor": operator.xor, "ne": operator.ne, "lt": operator.lt, "le": operator.le, "gt": operator.gt,
           "ge": operator.ge, "abs": operator.abs}


def tensors(row, wants=lambda place: True, dtypes=lambda place: None, change=lambda x: x):
    """What makes new arguments of a row; those floating ones want a gradient that `wants` names."""
    def one(draw, place):
        x = mt.from_numpy(draw.array(place, dtypes(place)))
        return change(x.requires_grad_() if draw.floating and wants(place) else x)

    def make():
        args = row.fill(one)
        return args if row.before is None else row.before(mt, *args)
    return make


def public(row):
    """The row's call as it stands."""
    function, settings = row.function, row.settings
    return lambda *args: function(*args, **settings)


def arguments(row, args):
    """[(parameter, value)] of a call of the row's op by PyTorch's signature; None where it is none."""
    if row.op is None or row.op.hidden or row.op.function is not row.function:
        return None
    try:
        bound = inspect.signature(row.function).bind(*args, **row.settings)
    except TypeError:
        return None
    return [(p, bound.arguments.get(p.name, p.default)) for p in bound.signature.parameters.values() if p.name != "out"]


def spellings(row):
    """{name: call} of the ways in which a program may write the row's call."""
    args, function, settings = tensors(row)(), row.function, row.settings
    found = {"public": public(row)}
    if row.op is not None and row.op.method and not row.op.hidden and args and isinstance(args[0], mt.Tensor):
        found["method"] = lambda x, *rest: getattr(x, row.name)(*rest, **settings)
    if row.name in SYMBOLS and not settings and any(isinstance(x, mt.Tensor) for x in args):
        found["operator"] = lambda *args: SYMBOLS[row.name](*args)
    given = arguments(row, args)
    if given is None or any(p.kind is p.VAR_POSITIONAL for p, _ in given):
        return found
    names = [p.name for p, _ in given]
    in_order = [p.name for p, _ in given if p.kind is p.POSITIONAL_OR_KEYWORD]
    used = {p.name: value for p, value in given if value is not p.empty}
    steps = names[:len(args)]
    rest = {name: value for name, value in used.items() if name not in steps}
    found["by keyword"] = lambda *args: function(**dict(zip(steps, args)), **rest)
    last = next((i for i, name in enumerate(in_order) if name not in used), len(in_order))
    by_position = [used[name] for name in in_order[len(args):last]]
    by_name = {name: value for name, value in rest.items() if name not in in_order[:last]}
    found["by position"] = lambda *args: function(*args, *by_position, **by_name)
    lists = {name: list(value) if type(value) is tuple else value for name, value in rest.items()}
    found["lists"] = lambda *args: function(*args, **lists)
    inputs = steps[:len(row.op.inputs)]
    more = dict.fromkeys(row.op.inputs[len(inputs):])
    known = {**dict(zip(names[len(inputs):], args[len(inputs):])), **rest}
    exact = {name: tuple(value) if type(value) is list else value for name, value in known.items() if name not in more}
    found["dispatched"] = lambda *args: row.op(*args[:len(inputs)], *more.values(), **exact)
    return found


def written_to(x):
    """A view of what was written to after it was made, where a gradient is wanted."""
    if not x.requires_grad:
        return x
    base = x * 1
    view = base.view_as(base) if hasattr(base, "view_as") else base[...]
    base.mul_(2)
    return view


def without(mode, call):
    """The call inside a grad mode."""
    def inner(*args):
        with mode():
            return call(*args)
    return inner


def trials(row):
    """{name: what is done and compared} for one row."""
    call, made = public(row), tensors(row)
    floating = [place for place, draw in enumerate(row.draws) if draw.floating]
    found = {name: lambda spelt=spelt: left_behind(spelt, made) for name, spelt in spellings(row).items()}
    found["no gradient"] = lambda: left_behind(call, tensors(row, lambda place: False))
    found["no_grad"] = lambda: left_behind(without(mt.no_grad, call), made)
    found["inference"] = lambda: left_behind(without(mt.inference_mode, call), made)
    if row.op is not None and not row.op.hidden and row.op.outputs == 1:
        found["out"] = lambda: left_behind(lambda *args: row.function(*args, **row.settings, out=mt.empty(0)), made)
        found["out no_grad"] = lambda: left_behind(without(mt.no_grad, lambda *args: row.function(
            *args, **row.settings, out=mt.empty(0, dtype=mt.float64))), made)
    if row.op is not None and row.op.inplace and isinstance(row.args[0], Draw):
        found["in place"] = lambda: walked_back(lambda x, *rest: getattr(
            x.clone(), f"{row.name}_")(*rest, **row.settings), made)
    if not floating:
        return found
    for one in floating * (len(floating) > 1):
        found[f"only {one}"] = lambda one=one: walked_back(call, tensors(row, lambda place: place == one))
    found["detached"] = lambda: left_behind(call, tensors(row, change=mt.Tensor.detach))
    found["view"] = lambda: walked_back(call, tensors(row, change=written_to))
    found["parameters"] = lambda: left_behind(call, tensors(row, change=as_parameter))
    found["float32"] = lambda: walked_back(call, tensors(row, dtypes=lambda place: np.float32))
    found["mixed"] = lambda: walked_back(call, tensors(row, dtypes=lambda place: np.float32 if place else None))
    found["backward"] = lambda: walked_back(call, made)
    found["kept graph"] = lambda: walked_back(call, made, retain=True, times=2)
    found["freed graph"] = lambda: walked_back(call, made, times=2)
    found["second"] = lambda: walked_twice(call, made)
    return found


def as_parameter(x):
    return mt.nn.Parameter(x.detach()) if x.requires_grad else x


def wrong_calls(row):
    """{name: call} of calls that must be refused, or are at least unusual, in the same words."""
    function, settings, op = row.function, row.settings, row.op
    found = {"too many": lambda *args: function(*args, *[1] * 9),
             "twice": lambda *args: function(*args, *settings.values(), **settings),
             "unknown": lambda *args: function(*args, **settings, nonsense=1),
             "nothing": lambda *args: function(),
             "first missing": lambda *args: function(*args[1:], **settings),
             "an array": lambda x, *args: function(getattr(x, "array", x), *args, **settings),
             "a string": lambda x, *args: function("x", *args, **settings),
             "integers": lambda *args: function(*[whole(x) for x in args], **settings),
             "bools": lambda *args: function(*[whole(x, np.bool_) for x in args], **settings),
             "other shape": lambda x, *args: function(mt.ones(7, 5, 3, requires_grad=True), *args, **settings),
             "last of other shape": lambda *args: function(*args[:-1], mt.ones(7, 5, 3), **settings)}
    if op is not None:
        for name in op.setting_names:
            for value in ("1", 99, 1.5, [0, 99], None, True, (0, 0)):
                found[f"{name}={value!r}"] = lambda *args, one={name: value}: function(*args, **{**settings, **one})
    return found


def whole(x, dtype=np.int64):
    if not isinstance(x, mt.Tensor):
        return x
    array = x.array.real if x.is_complex() else x.array
    return mt.from_numpy(array.astype(dtype))


def compare(tried):
    """Run each trial on generated paths, again, and plain: nothing may differ."""
    generated = {name: trial() for name, trial in tried.items()}
    again = {name: trial() for name, trial in tried.items()}
    with mt.engine.plain():
        plain = {name: trial() for name, trial in tried.items()}
    written = {name: repr(left) for name, left in plain.items()}     # nearly always the same, and soon compared
    for found in (generated, again):
        differs = {name: difference(found[name], plain[name]) for name in tried if repr(found[name]) != written[name]}
        assert not any(differs.values()), {name: text[:600] for name, text in differs.items() if text}


def tried(declared):
    """{(number of the row, name): trial} of all rows of an op."""
    def of(rows):
        return {f"{i} {row!r} {name}": trial for i, row in enumerate(rows) for name, trial in declared(row).items()}
    return of


@pytest.mark.host
@pytest.mark.parametrize("rows", **rows_by_name(every_row()))
def test_both_ways_leave_the_same(rows):
    compare(tried(trials)(rows))


@pytest.mark.host
@pytest.mark.parametrize("rows", **rows_by_name(every_row(lambda row: row.op is None or not row.op.hidden)))
def test_both_ways_refuse_in_the_same_words(rows):
    compare(tried(lambda row: {name: lambda call=call: left_behind(call, tensors(row))
                               for name, call in wrong_calls(row).items()})(rows[:1]))
