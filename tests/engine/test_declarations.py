"""What the author of an op is told: of a declaration that cannot work, and of a forward or derivative that failed."""

import ast
import inspect
import textwrap
import traceback

import pytest

import minitorch as mt
from minitorch.engine import derivative_of, op, registry
from minitorch.runtime import Tensor, Value, function, functions


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


def input_forgotten():
    @derivative_of(with_settings())
    def back(grad, out, *, width, floor):
        return grad


FORM = r"def fresh_derivative\(grad, out, input, \*, width, floor\)."
REFUSED = {
    no_xp: (TypeError, r"the first argument is xp, the array library: def fresh\(xp, input: Tensor\)"),
    unknown_word: (TypeError, "there is no word 'symbl'. Did you mean 'symbol'?"),
    far_word: (TypeError, "there is no word 'xyz'. There are .*'aliases'.*'symbol'"),
    before_the_star: (TypeError, r"'beta' stands before the star, so it is an input. A setting stands after: "
                                 r"def fresh\(xp, ..., \*, beta: float = ...\)"),
    default_before_the_star: (TypeError, r"'beta' stands before the star.*\*, beta = ...\)"),
    none_before_the_star: (TypeError, r"'size' stands before the star.*\*, size: int = ...\)"),
    setting_called_out: (TypeError, "a setting must not be called 'out'"),
    name_of_a_function: (ValueError, "there is a function named addcmul in minitorch.ops.elementwise.arithmetic"),
    alias_of_an_op: (ValueError, "there is a function named exp in minitorch.ops"),
    function_of_an_ops_name: (ValueError, "there are an op and a function named exp: minitorch.ops"),
    setting_forgotten: (TypeError, "the derivative of fresh lacks the setting 'floor': " + FORM),
    setting_too_many: (TypeError, "the derivative of fresh has a setting that the op has not: 'height': " + FORM),
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


def failing(forward, derivative=None, keeps=""):
    """The public function of an op."""
    made = op(name="fresh", keeps=keeps)(forward)
    if derivative is not None:
        derivative_of(made)(derivative)
    return made.function


def no_such_name(xp, input: Tensor):
    return input * nothing_of_the_kind  # noqa: F821


def no_such_function(xp, input: Tensor):
    return xp.expp(input)


def no_such_module(xp, input: Tensor):
    import nowhere_at_all
    return nowhere_at_all.f(input)


@pytest.mark.parametrize("forward, kind, text", [
    (no_such_name, NameError, "fresh: name 'nothing_of_the_kind' is not defined"),
    (no_such_function, AttributeError, "fresh: module 'numpy' has no attribute 'expp'"),
    (no_such_module, ImportError, "fresh: No module named 'nowhere_at_all'")])
def test_a_name_that_is_not_there_stays_an_error_of_that_kind(forward, kind, text):
    with pytest.raises(kind, match=text + r".\nAt `.*test_declarations.py") as raised:
        failing(forward)(mt.ones(2))
    assert forward.__name__ in "".join(traceback.format_exception(raised.value.__cause__))     # where it stands


def test_shapes_that_a_forward_mixes_up_are_numpys_to_tell():
    def forward(xp, input: Tensor):
        return input + xp.ones(3)
    with pytest.raises(RuntimeError, match=r"fresh of \(2,\): operands could not be .* \(2,\) \(3,\)") as raised:
        failing(forward)(mt.ones(2))
    assert raised.value.__cause__ is not None


def test_a_forward_without_return_is_found_when_its_result_is_used():
    with pytest.raises(TypeError, match="dtype object is no tensor's. Did the forward of an op return None"):
        print(failing(lambda xp, input: None)(mt.ones(2)))


def double(xp, input: Tensor):
    return input * 2


def product(xp, input: Value, other: Value):
    return input * other


def total(xp, input: Tensor):
    return input.sum(axis=-1)


WRONG = {
    "reads an input": (double, lambda grad, out, x: grad * x, "",
                       r"'Leaf'. The derivative of fresh reads something that keeps does not name \(keeps=\"\"\)"),
    "reads out": (double, lambda grad, out, x: grad * out, "input",
                  r"'NoneType'. The derivative of fresh reads something .* \(keeps=\"input\"\)"),
    "one gradient of two": (product, lambda grad, out, x, y: grad * y, "input other",
                            r"gave 1 gradient for the inputs \(input, other\): return one for each, None where none"),
    "two gradients of one": (double, lambda grad, out, x: (grad, grad), "", r"gave 2 gradients for the inputs"),
    "a number": (double, lambda grad, out, x: 2.0, "", "gave a float for 'input': a gradient is an array"),
    "another shape": (total, lambda grad, out, x: grad, "", r"of shape \(3,\) for 'input', which is \(3, 2\)"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_with_a_derivative_is_said(case):
    forward, derivative, keeps, text = WRONG[case]
    x = mt.ones(3, 2, requires_grad=True)
    made = failing(forward, derivative, keeps)
    y = made(x) if forward is not product else made(x, mt.ones(3, 2, requires_grad=True))
    with pytest.raises((TypeError, RuntimeError), match=text):
        y.sum().backward()
    if "gradient" not in case:                           # only the generated path counts gradients
        with pytest.raises((TypeError, RuntimeError), match=text):
            mt.autograd.grad(y.sum(), x)


def test_an_error_of_a_hook_stays_as_it_is():
    x = mt.ones(2, requires_grad=True)
    y = x * 2
    y.register_hook(lambda grad: grad + None)
    with pytest.raises(TypeError) as raised:
        y.sum().backward()
    assert "keeps" not in str(raised.value)
