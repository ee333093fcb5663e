"""Constructors are called, not inspected: whoever wraps one may, and a keyword that Python refuses is explained."""

import pickle
from abc import ABC, ABCMeta, abstractmethod
from functools import wraps
from typing import Generic, Protocol, TypeVar, runtime_checkable

import pytest

import minitorch as mt
from minitorch import nn, optim
from minitorch.data import DataLoader, TensorDataset

T = TypeVar("T")


def plain(start):
    def __init__(*args, **kwargs):
        start(*args, **kwargs)
    return __init__


def documented(start):
    return wraps(start)(plain(start))


class Recorder:
    """A wrapper that is no function: it has neither code nor a signature."""

    def __init__(self, start):
        self.start, self.calls = start, 0

    def __get__(self, made, kind=None):
        def call(*args, **kwargs):
            self.calls += 1
            self.start(made, *args, **kwargs)
        return call


PARAMS = [mt.ones(2, requires_grad=True)]
WRAPPERS = pytest.mark.parametrize("wrapper", [plain, documented, Recorder])
MADE = [
    (nn.RNN, lambda: nn.RNN(4, 5, nonlinearity="relu"), lambda made: made.nonlinearity == "relu"),
    (nn.LSTM, lambda: nn.LSTM(4, 5, proj_size=2, bidirectional=True), lambda made: made.proj_size == 2),
    (nn.Linear, lambda: nn.Linear(4, out_features=5, bias=False), lambda made: made.bias is None),
    (nn.ELU, lambda: nn.ELU(alpha=0.5), lambda made: made.alpha == 0.5),
    (nn.CrossEntropyLoss, lambda: nn.CrossEntropyLoss(label_smoothing=0.1), lambda made: made.label_smoothing == 0.1),
    (optim.Adam, lambda: optim.Adam(PARAMS, lr=0.1), lambda made: made.param_groups[0]["lr"] == 0.1),
    (optim.lr_scheduler.StepLR, lambda: optim.lr_scheduler.StepLR(optim.SGD(PARAMS), step_size=2),
     lambda made: made.step_size == 2),
    (DataLoader, lambda: DataLoader(TensorDataset(mt.ones(6, 2)), batch_size=3), lambda made: len(made) == 2),
]


@WRAPPERS
@pytest.mark.parametrize(("cls", "make", "right"), MADE, ids=[cls.__name__ for cls, *_ in MADE])
def test_a_wrapped_constructor_takes_what_it_took(cls, make, right, wrapper, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(cls, "__init__", wrapper(cls.__init__))
        assert right(make())
    assert right(make())                                 # and again when the class is restored


@WRAPPERS
@pytest.mark.parametrize(("cls", "make", "text"), [
    (nn.Linear, lambda: nn.Linear(3, units=4), "Linear() got an unexpected keyword argument 'units'. Here it is called "
                                               "'out_features'. It takes in_features, out_features, bias"),
    (nn.LSTM, lambda: nn.LSTM(3, units=4), "LSTM() got an unexpected keyword argument 'units'. Here it is called "
                                           "'hidden_size'."),
    (nn.RNN, lambda: nn.RNN(4, 5, bidirektional=True), "RNN() got an unexpected keyword argument 'bidirektional'. "
                                                       "Here it is called 'bidirectional'."),
    (nn.RNN, lambda: nn.RNN(4, 5, nonlinear="relu"), "Here it is called 'nonlinearity'. It takes input_size, "),
    (nn.Dropout, lambda: nn.Dropout(rate=0.5), "Here it is called 'p'. It takes p, inplace."),
    (optim.Adam, lambda: optim.Adam(PARAMS, learning_rate=1), "Here it is called 'lr'. It takes params, lr, betas"),
], ids=lambda value: getattr(value, "__name__", ""))
def test_a_wrong_keyword_is_explained_through_a_wrapper(cls, make, text, wrapper, monkeypatch):
    monkeypatch.setattr(cls, "__init__", wrapper(cls.__init__))
    with pytest.raises(TypeError) as raised:
        make()
    assert text in str(raised.value)


@pytest.mark.parametrize("make", [lambda: nn.LazyLinear(units=4), lambda: optim.Optimizer(PARAMS, default={}),
                                  lambda: optim.lr_scheduler.LRScheduler(optim.SGD(PARAMS), last_epoc=1)])
def test_bases_and_lazy_layers_explain_too(make):
    with pytest.raises(TypeError, match="Here it is called"):
        make()


def test_a_constructor_of_other_arguments_may_be_put_in_the_place_of_a_layers(monkeypatch):
    start = nn.Linear.__init__
    monkeypatch.setattr(nn.Linear, "__init__", lambda self, sizes, scale=1: start(self, *sizes))
    assert nn.Linear((4, 5), scale=2).out_features == 5


def test_an_error_in_the_body_is_passed_on_untouched(monkeypatch):
    mistake = TypeError("Linear.__init__() got an unexpected keyword argument 'units'")

    def fail(self):
        raise mistake
    monkeypatch.setattr(nn.Linear, "reset_parameters", fail)
    with pytest.raises(TypeError) as raised:
        nn.Linear(4, 5)
    assert raised.value is mistake
    assert raised.value.__cause__ is raised.value.__context__ is None
    monkeypatch.setattr(nn.Linear, "reset_parameters", lambda self: fail())             # Python's own, for another call
    with pytest.raises(TypeError, match=r"fail\(\) missing 1 required positional argument: 'self'"):
        nn.Linear(4, 5)


def test_what_is_missing_or_given_twice_is_told_by_python():
    with pytest.raises(TypeError, match=r"Linear.__init__\(\) missing 1 required positional argument: 'out_features'"):
        nn.Linear(4)
    with pytest.raises(TypeError, match="got multiple values for argument 'in_features'"):
        nn.Linear(4, in_features=5)


def test_a_value_of_the_wrong_kind_is_refused_through_a_wrapper(monkeypatch):
    monkeypatch.setattr(nn.Linear, "__init__", plain(nn.Linear.__init__))
    with pytest.raises(TypeError, match=r"Linear: out_features should be .*, not float"):
        nn.Linear(4, 5.0)


def test_a_decorated_subclass_has_pythons_words():
    class Own(nn.Linear):
        @plain
        def __init__(self, units):
            super().__init__(3, units)

    class Passing(nn.Linear):
        def __init__(self, **settings):
            super().__init__(3, **settings)

    assert Own(units=4).out_features == 4
    for make, function in (lambda: Own(unit=4), "Own"), (lambda: Passing(units=4), "Linear"):
        with pytest.raises(TypeError, match="got an unexpected keyword argument 'units?'") as raised:
            make()
        assert f"{function}.__init__()" in str(raised.value)
        assert "Here it is called" not in str(raised.value)


def test_classes_may_have_other_metaclasses():
    class Meta(ABCMeta):
        pass

    class Abstract(nn.Module, ABC):
        @abstractmethod
        def forward(self, x): ...

    class Rule(optim.SGD, metaclass=Meta):
        pass

    class Boxed(nn.Linear, Generic[T]):
        pass

    @runtime_checkable
    class Callable(Protocol):
        def forward(self, x): ...

    class Kept(nn.Linear, Callable):
        def __init__(self, size):
            super().__init__(size, size)

    with pytest.raises(TypeError, match="abstract"):
        Abstract()
    assert Rule(PARAMS, lr=0.1).param_groups[0]["lr"] == 0.1
    assert Boxed[int](2, out_features=3).out_features == 3
    assert Kept(size=2).out_features == 2


def test_pickled_copies_have_their_settings():
    for made in nn.LSTM(2, 3), nn.ELU(0.5), nn.Linear(2, 3):
        assert repr(pickle.loads(pickle.dumps(made))) == repr(made)
    assert pickle.loads(pickle.dumps(nn.Linear)) is nn.Linear
