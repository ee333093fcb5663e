"""What a module is told when it cannot work as it is written, and an optimiser when nothing would learn."""

import warnings

import pytest

import minitorch as mt
from minitorch import nn
from minitorch.optim import SGD, Adam


class Base(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(2, 2)


class Foward(Base):
    def foward(self, x):
        return self.head(x)


class Forwad(Base):
    def forwad(self, x):
        return self.head(x)


class Capital(Base):
    def Forward(self, x):
        return self.head(x)


class Inside(nn.Module):
    def __init__(self):
        super().__init__()

        def forward(self, x):
            return x


class Keras(Base):
    def call(self, x):
        return self.head(x)


def told(kind, call):
    with pytest.raises(kind) as raised:
        call()
    return str(raised.value)


@pytest.mark.parametrize(("kind", "text"), [
    (Base, "Define forward(self, x) in class Base (is it indented into the class?)."),
    (Foward, "It has 'foward'. Did you mean that one? Rename it to forward."),
    (Forwad, "It has 'forwad'. Did you mean that one? Rename it to forward."),
    (Capital, "It has 'Forward'. Did you mean that one? Rename it to forward."),
    (Inside, "There is one inside __init__: indent it less, so that it is next to __init__."),
    (Keras, "It has 'call', Keras' name for forward: rename it to forward."),
])
def test_a_module_without_forward_is_told_where_it_may_have_gone(kind, text):
    said = told(NotImplementedError, lambda: kind()(mt.ones(1, 2)))
    assert said == f'Module [{kind.__name__}] is missing the required "forward" function. {text}'


def test_a_forgotten_super_is_told_at_the_first_layer_and_at_the_first_call():
    class Net(nn.Module):
        def __init__(self):
            self.head = nn.Linear(2, 2)

    class Bare(nn.Module):
        def __init__(self):
            self.scale = 3

        def forward(self, x):
            return x
    assert told(AttributeError, Net) == ("cannot assign module before Module.__init__() call: begin Net.__init__ with "
                                         "super().__init__().")
    assert "Bare.__init__ did not call super().__init__(); begin it" in told(AttributeError, lambda: Bare()(1))
    assert "its __init__ must call super().__init__() first" in told(AttributeError, lambda: list(Bare().parameters()))


def test_an_init_that_is_misspelt_is_named():
    class Net(nn.Module):
        def _init_(self, width):
            pass

    class Plain(nn.Module):
        def __init__(self, width):
            super().__init__(width)
    assert "Net has '_init_': write __init__, with two underscores on each side." in told(TypeError, lambda: Net(3))
    assert "does it call super().__init__() without arguments?" in told(TypeError, lambda: Plain(3))


class Holder(nn.Module):
    """Keeps whatever it is given in self.things."""

    def __init__(self, things):
        super().__init__()
        self.things = things

    def forward(self, x):
        return x


def layer():
    return nn.Linear(1, 1)


@pytest.mark.parametrize(("things", "text"), [
    (lambda: [layer(), layer()], "2 layers in self.things, a plain list, where parameters() does not look. "
                                 "Write self.things = nn.ModuleList(...)."),
    (lambda: (layer(),), "1 layer in self.things, a plain tuple, where parameters() does not look. "
                         "Write self.things = nn.ModuleList(...)."),
    (lambda: {"a": layer()}, "1 layer in self.things, a plain dict, where parameters() does not look. "
                             "Write self.things = nn.ModuleDict(...)."),
    (lambda: [[layer()], [layer()]], "2 layers in self.things, a plain list"),
    (lambda: [nn.Parameter(mt.ones(1))], "1 parameter in self.things, a plain list, where parameters() does not look. "
                                         "Write self.things = nn.ParameterList(...)."),
    (lambda: {"a": nn.Parameter(mt.ones(1))}, "Write self.things = nn.ParameterDict(...)."),
    (lambda: mt.ones(2, requires_grad=True), "the tensor self.things, which requires grad but is no Parameter, so "
                                             "that parameters() leaves it out. Write self.things = nn.Parameter(...)."),
])
def test_layers_that_hide_from_the_optimiser_are_told_once(things, text):
    model = nn.Sequential(nn.Linear(1, 1), Holder(things()))
    with pytest.warns(UserWarning) as said:
        list(model.parameters())
    assert len(said) == 1 and said[0].filename == __file__
    assert str(said[0].message).startswith("Holder keeps ") and text in str(said[0].message)
    assert "an optimiser does not train it, state_dict() does not save it" in str(said[0].message)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        list(model.parameters())


def test_what_is_registered_frozen_or_no_layer_is_not_told_of():
    model = Holder([])
    model.known = nn.ModuleList([layer(), layer()])
    model.things = [*model.known, 1.0, "a", None]
    model.teacher = [layer().requires_grad_(False)]
    model.activations = {"relu": nn.ReLU()}
    model.state = mt.ones(2, requires_grad=True) * 2
    model.table = mt.ones(2)
    model.losses = [0.5] * 1000
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(list(model.parameters())) == 4


def test_a_list_filled_after_super_is_seen_before_the_optimiser_says_it_is_empty():
    model = Holder([])
    model.things.append(layer())
    with pytest.warns(UserWarning, match=r"Holder keeps 1 layer in self.things, a plain list"):
        text = told(ValueError, lambda: SGD(model.parameters(), lr=0.1))
    assert text.startswith("optimizer got an empty parameter list: the module has no parameters.")
    assert "Use nn.ModuleList." in text


def test_a_generator_that_is_used_up_is_recognised():
    found = layer().parameters()
    SGD(found, lr=0.1)
    text = told(ValueError, lambda: SGD(found, lr=0.1))
    assert "the generator was used before. Call model.parameters() again for each use" in text


@pytest.mark.parametrize(("params", "kind", "text"), [
    (lambda: layer(), TypeError, "given a module, Linear, but takes its parameters: write model.parameters()."),
    (lambda: mt.ones(1, requires_grad=True), TypeError, "but got Tensor. For a single tensor write [x]."),
    (lambda: [layer().parameters(), layer().parameters()], TypeError,
     "one of the params is generator. Join several modules' parameters: [*a.parameters(), *b.parameters()]."),
    (lambda: [layer()], TypeError, "one of the params is Linear. Join several"),
    (lambda: [1.0], TypeError, "optimizer can only optimize Tensors, but one of the params is float."),
    (lambda: [mt.ones(1, requires_grad=True) * 2], ValueError, "can't optimize a non-leaf Tensor: it is computed from"),
    (lambda: [], ValueError, "optimizer got an empty parameter list"),
])
def test_an_optimiser_says_what_it_takes(params, kind, text):
    assert text in told(kind, lambda: Adam(params(), lr=0.1))


def test_a_class_in_the_place_of_a_layer_is_told_of_its_brackets():
    assert "Linear is a class, not a module: write Linear(...), with brackets." in told(
        TypeError, lambda: nn.Sequential(nn.Linear))
