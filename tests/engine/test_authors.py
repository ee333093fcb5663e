"""What the author of an op is told of a forward, or a derivative, that failed."""

import traceback

import pytest

import minitorch as mt
from minitorch.engine import derivative_of, op, registry
from minitorch.runtime import Tensor, Value


@pytest.fixture(autouse=True)
def ops_are_forgotten():
    before = dict(registry)
    yield
    for name in registry.keys() - before:
        del registry[name]


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
    with pytest.raises(kind, match=text + r".\nAt `.*test_authors.py") as raised:
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
                       r"'AccumulateGrad'. The derivative of fresh reads a value .* does not name \(keeps=\"\"\)"),
    "reads out": (double, lambda grad, out, x: grad * out, "input",
                  r"'NoneType'. The derivative of fresh reads a value .* \(keeps=\"input\"\)"),
    "a method": (double, lambda grad, out, x: grad * x.tanh(), "input",
                 r"no attribute 'tanh'. The derivative of fresh is given arrays.*in place of x.tanh\(\), tanh\(x\)"),
    "one gradient of two": (product, lambda grad, out, x, y: grad * y, "input other",
                            r"gave 1 gradient for the inputs \(input, other\): return one for each, None if not"),
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
    with pytest.raises((TypeError, RuntimeError, AttributeError), match=text):
        y.sum().backward()
    if "gradient" not in case:                           # only the generated path counts gradients
        with pytest.raises((TypeError, RuntimeError, AttributeError), match=text):
            mt.autograd.grad(y.sum(), x)


def test_an_error_of_a_hook_stays_as_it_is():
    x = mt.ones(2, requires_grad=True)
    y = x * 2
    y.register_hook(lambda grad: grad + None)
    with pytest.raises(TypeError) as raised:
        y.sum().backward()
    assert "keeps" not in str(raised.value)
