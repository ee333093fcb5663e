"""Loading a model runs no code of its class: every method of the class rings, and none is heard."""

import io
import sys
import types

import pytest

import minitorch as mt
from minitorch import nn
from minitorch.serialization import LoadError

ALARM: list = []
TRAPS = ("__init__", "__new__", "__setattr__", "__delattr__", "__getattr__", "__getattribute__", "__reduce__",
         "__reduce_ex__", "__setstate__", "__getstate__", "__getnewargs__", "__hash__", "__eq__", "__bool__", "__len__",
         "__iter__", "__call__", "__copy__", "__deepcopy__", "__repr__", "__dir__", "register_parameter", "train",
         "load_state_dict", "forward")
META = ("__call__", "__instancecheck__", "__subclasscheck__", "__getattribute__", "__hash__", "__eq__")


def trapped(name):
    def ring(*arguments, **settings):
        ALARM.append(name)
        raise AttributeError(name)
    return ring


def module_with(name, cls):
    """A Python module of that name that holds a class Net, and rings when it is asked for anything."""
    class Lazy(types.ModuleType):
        __getattribute__ = trapped("the module's __getattribute__")
    module = Lazy(name)
    object.__getattribute__(module, "__dict__")["Net"] = cls
    return module


@pytest.fixture
def net():
    """(what opens a file that holds a Net of the module `imagined`, the class it was saved from)"""
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.weight, self.level, self.head = nn.Parameter(mt.ones(2)), 7, nn.Linear(2, 1)

        def forward(self, x):
            return self.head(x * self.weight)
    Net.__module__, Net.__qualname__ = "imagined", "Net"
    file = io.BytesIO()
    mt.save(Net(), file)
    data = file.getvalue()
    return (lambda **settings: mt.load(io.BytesIO(data), **settings)), Net


@pytest.mark.parametrize("passed", [False, True])
def test_loading_calls_nothing_of_the_class(net, monkeypatch, passed):
    load, _ = net
    body = {name: trapped(name) for name in TRAPS}
    made = {"__getattribute__": property(trapped("metaclass property")), **{n: trapped(f"metaclass {n}") for n in META}}
    Meta = type("Meta", (type,), {})
    Trapped = Meta("Net", (nn.Module,), {**body, "__class__": property(trapped("__class__")),
                                         "__module__": "imagined", "__qualname__": "Net"})
    for name, trap in made.items():
        setattr(Meta, name, trap)
    if not passed:
        monkeypatch.setitem(sys.modules, "imagined", module_with("imagined", Trapped))
    ALARM.clear()
    found = load(classes=[Trapped] if passed else ())
    assert ALARM == [] and type(found) is Trapped
    with pytest.raises(AttributeError, match="__getattr__"):
        _ = found.level                                      # the traps do ring
    assert "__getattribute__" in ALARM


def test_the_class_may_be_imported_or_passed(net, monkeypatch):
    load, Net = net
    monkeypatch.setitem(sys.modules, "imagined", types.SimpleNamespace(Net=Net))
    with pytest.raises(LoadError, match="has not imported"):           # no Python module: not looked into
        load()
    monkeypatch.setitem(sys.modules, "imagined", module_with("imagined", Net))
    assert load()(mt.ones(2)).shape == (1,)
    monkeypatch.delitem(sys.modules, "imagined")
    moved = type("Net", (nn.Module,), {"__module__": "elsewhere", "forward": Net.forward})
    for classes in ([Net], Net, (moved,), {nn.Linear, Net}, [moved, Net]):
        assert type(load(classes=classes)) is (moved if classes == (moved,) else Net)
    with pytest.raises(LoadError, match=r"several of classes=\[...\] have that name"):
        load(classes=[moved, type("Net", (nn.Module,), {})])
    with pytest.raises(TypeError, match=r"classes=\[...\] takes Module classes, not a Linear: write the name of"):
        load(classes=[nn.Linear(1, 1)])


def test_a_class_that_is_not_there_is_named_with_what_to_do(net):
    with pytest.raises(LoadError, match=r"this file holds a Net \(class Net of module imagined\), which this "
                                        r"program has not imported. .*load\(..., classes=\[Net\]\)"):
        net[0]()
