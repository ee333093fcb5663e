"""A float attribute that changes from call to call, like a float argument, is an input of the program."""

import math
import pickle

import pytest

import minitorch as mt
from minitorch import nn

silent = pytest.mark.filterwarnings("error:compile")
BACKENDS = ["numpy", pytest.param("c", marks=pytest.mark.needs("cc"))]


class Tempered(nn.Module):
    """A network whose attributes a training loop changes."""

    def __init__(self):
        super().__init__()
        self.linear, self.t, self.options = nn.Linear(3, 2), 1.0, {"weight": 0.5}

    def forward(self, x):
        return (self.linear(x) / self.t).softmax(-1) * self.options["weight"] + (1 - self.t) * self.linear.weight.sum()


class Plain:
    t = 1.0


SETTING = {"t": 1.0}
rate = 1.0
plain, inside = Plain(), nn.Sequential(Tempered(), nn.Tanh())
plain.t = 1.0


def of_a_module(x):
    return inside(x)


def of_an_object(x):
    return (x * plain.t + 1).exp() / (plain.t + 2)


def of_a_dict(x):
    return x * SETTING["t"] - 2 * SETTING["t"]


def of_a_global(x):
    return (x * rate).tanh() * (1 - rate) / (3 + rate)


def as_an_argument(x, t=1.0):
    return (x * t).tanh() * (1 - t) / (3 + t)


def change(function, value):
    """Put a number where a function reads it; the arguments of the call."""
    global rate
    rate = plain.t = SETTING["t"] = value
    if isinstance(function, Tempered):
        function.t, function.options["weight"] = value, value / 3
    inside[0].t = value
    return (value,) if function is as_an_argument else ()


@silent
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("function", [Tempered(), of_a_module, of_an_object, of_a_dict, of_a_global, as_an_argument],
                         ids=lambda f: getattr(f, "__name__", "module"))
def test_a_float_that_changes_is_recorded_at_most_twice(function, backend):
    compiled, forms = mt.compile(function, backend=backend), set()
    for epoch in range(12):
        found = []
        for run in (function, compiled):
            arguments = change(function, 1.0 + epoch / 4)
            x = mt.linspace(-1, 1, 6).reshape(2, 3).requires_grad_()
            y = run(x, *arguments)
            y.sum().backward()
            found += y.detach(), x.grad
        assert all(mt.allclose(x, y, atol=1e-6) for x, y in zip(found[:2], found[2:])), epoch
        own = getattr(compiled, "compiled", compiled)
        assert len(own.forms) == 1
        forms.add(own.forms[0])
    assert len(forms) == 2                               # one that holds the first number, one for any
    assert type(rate) is type(plain.t) is type(SETTING["t"]) is type(inside[0].t) is float
    if isinstance(function, Tempered):
        assert pickle.loads(pickle.dumps(function)).t == function.t and type(function.t) is float


def test_an_attribute_that_python_asks_about_is_asked_again():
    def f(x):
        return x * plain.t if plain.t > 2 else x + math.floor(plain.t)
    compiled = mt.compile(f)
    for t in (0.5, 1.5, 2.5, 3.5, 0.7, 1.7, 2.7, 1e30, -0.0):
        plain.t = t
        assert repr(compiled(mt.ones(2))) == repr(f(mt.ones(2))), t


@pytest.mark.filterwarnings("ignore:compile")
def test_another_kind_of_value_and_writes_to_the_attribute():
    def f(x):
        return x * plain.t

    def counting(x):
        plain.t = plain.t * 0.5
        return x * plain.t
    for function in (f, counting):
        for values in ((1.0, 2.0, 3.0, 2, True, 4.0, mt.ones(2) * 3, 5.0, 6.0), (1, 2.0, 3.0, None, 4.0)):
            compiled = mt.compile(function)
            for value in values:
                said = []
                for run in (function, compiled):
                    plain.t = value
                    try:
                        said.append((run(mt.ones(2)).tolist(), repr(plain.t), type(plain.t)))
                    except TypeError as error:
                        said.append(type(error))
                assert said[0] == said[1], value


@silent
def test_a_method_of_several_objects_has_the_number_of_each():
    class Scaled:
        def __init__(self, t):
            self.t = t

        @mt.compile
        def scaled(self, x):
            return x * self.t
    objects = [Scaled(1.0), Scaled(2.0)]
    for t in range(6):
        for place, own in enumerate(objects):
            own.t = t + place / 2
            assert own.scaled(mt.ones(1)).item() == t + place / 2


@silent
def test_a_function_that_asks_for_the_type_has_a_float():
    def f(x):
        assert type(plain.t) is float
        return x * plain.t
    compiled = mt.compile(f)
    for t in (1.0, 2.0, 3.0):
        plain.t = t
        assert compiled(mt.ones(1)).item() == t
