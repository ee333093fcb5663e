"""What the author of an op is told of a declaration that cannot work."""

import ast
import inspect
import textwrap

import pytest
from draws import normal
from notation import row

import minitorch as mt
from minitorch.engine import derivative_of, op, registry
from minitorch.runtime import Tensor, function, functions


@pytest.fixture(autouse=True)
def ops_are_forgotten():
    before, public = dict(registry), dict(functions)
    yield
    for names, kept in ((registry, before), (functions, public)):
        for name in names.keys() - kept:
            del names[name]


def no_xp():
    op(name="fresh")(lambda input: input)


def unknown_word():
    op(name="fresh", symbl="f")(lambda xp, input: input)


def far_word():
    op(name="fresh", xyz=1)(lambda xp, input: input)


def before_the_star():
    @op
    def fresh(xp, input: Tensor, beta: float = 1.0):
        return input * beta


def default_before_the_star():
    @op
    def fresh(xp, input: Tensor, beta=1.0):
        return input * beta


def none_before_the_star():
    @op
    def fresh(xp, input: Tensor, size: int | None = None):
        return input


def setting_called_out():
    @op
    def fresh(xp, input: Tensor, *, out: float = 1.0):
        return input


def name_of_a_function():
    op(name="addcmul")(lambda xp, input: input)


def alias_of_an_op():
    op(name="fresh", aliases="exp")(lambda xp, input: input)


def function_of_an_ops_name():
    @function
    def exp(input: Tensor):
        return input


def with_settings():
    @op
    def fresh(xp, input: Tensor, *, width: float = 1.0, floor: float = 0.0):
        return input
    return fresh


def setting_forgotten():
    @derivative_of(with_settings())
    def back(grad, out, x, *, width):
        return grad


def setting_too_many():
    @derivative_of(with_settings())
    def back(grad, out, x, *, width, floor, height):
        return grad


def kept_name_misspelt():
    op(name="fresh", keeps="inptu out")(lambda xp, input: input)


def input_forgotten():
    @derivative_of(with_settings())
    def back(grad, out, *, width, floor):
        return grad


FORM = r"def fresh_derivative\(grad, out, input, \*, width, floor\)."
REFUSED = {
    no_xp: (TypeError, r"the first argument is xp, the array library: def fresh\(xp, input: Tensor\)"),
    unknown_word: (TypeError, "there is no keyword 'symbl'. Did you mean 'symbol'?"),
    far_word: (TypeError, "there is no keyword 'xyz'. There are .*'aliases'.*'symbol'"),
    before_the_star: (TypeError, r"'beta' is before the star, so it is an input. A setting comes after it: "
                                 r"def fresh\(xp, ..., \*, beta: float = ...\)"),
    default_before_the_star: (TypeError, r"'beta' is before the star.*\*, beta = ...\)"),
    none_before_the_star: (TypeError, r"'size' is before the star.*\*, size: int = ...\)"),
    setting_called_out: (TypeError, "a setting must not be called 'out'"),
    name_of_a_function: (ValueError, "there is a function named addcmul in minitorch.rare.ops.elementwise.arithmetic"),
    alias_of_an_op: (ValueError, "there is a function named exp in minitorch.ops"),
    function_of_an_ops_name: (ValueError, "there are an op and a function named exp: minitorch.ops"),
    setting_forgotten: (TypeError, "the derivative of fresh lacks the setting 'floor': " + FORM),
    setting_too_many: (TypeError, "the derivative of fresh has a setting that the op does not have: 'height': " + FORM),
    kept_name_misspelt: (ValueError, r"keeps names 'inptu', which is neither an input \(input\) nor out nor arrays"),
    input_forgotten: (TypeError, "the derivative of fresh takes grad, out and each input: " + FORM),
}


@pytest.mark.parametrize("declare", REFUSED, ids=lambda declare: declare.__name__)
def test_what_cannot_work_is_refused_when_it_is_declared(declare):
    kind, text = REFUSED[declare]
    with pytest.raises(kind, match=text):
        declare()


def test_the_name_of_a_refused_op_stays_free():
    with pytest.raises(TypeError, match="the first argument is xp"):
        no_xp()
    op(name="fresh")(lambda xp, input: input + 1)
    assert registry["fresh"].function(mt.ones(1)).tolist() == [2]


@pytest.mark.parametrize("name", [op.name for op in registry.values() if not op.hidden])
def test_nothing_else_goes_by_the_name_of_an_op(name):
    own = registry[name].function
    if name in ("add", "sub", "div"):                    # which are functions that join forms of a call
        own = functions[name]
    assert getattr(mt, name) is own
    if registry[name].method:
        assert getattr(mt.Tensor, name) is own


def declared(op):
    """The words of an op's @op(...), as far as they stand there as texts."""
    decorators = ast.parse(textwrap.dedent(inspect.getsource(op.piece.library))).body[0].decorator_list
    return {word.arg: word.value.value for call in decorators if isinstance(call, ast.Call) for word in call.keywords
            if isinstance(word.value, ast.Constant)}


@pytest.mark.parametrize("op", registry.values(), ids=repr)
def test_keeps_names_inputs_or_out(op):
    names = {*op.inputs, "out"} | ({"arrays"} if op.variadic else set())
    for word in declared(op).get("keeps", "").split():
        name, _, whose = word.partition(":")
        assert name in names, f'keeps names {name!r}, but the inputs are: {", ".join(op.inputs)}; also "out"'
        assert whose in {"", "others", *op.inputs}, f"{word}: there is no input {whose!r}"


def test_a_row_that_names_no_op_says_so():
    with pytest.raises(LookupError, match="there is no op 'sofplus'. Did you mean 'softplus'?"):
        row("sofplus", normal(3)).call([])
