"""Changes between two calls: of what is named by text, by a pattern or an import, or was not there at first."""

import enum
import functools
import sys
import types
from dataclasses import dataclass

from static.changes import change, x

import minitorch as mt
from minitorch import nn
from minitorch.rare.nn import hooks


class Thing:
    rate = 2.0

    def __init__(self, **attributes):
        vars(self).update(attributes)


@dataclass
class Settings:
    mode: str
    rate: float = 1.0


def module(**attributes):
    made = types.ModuleType("settings_of_a_test")
    vars(made).update(attributes)
    return made


def each(call, set_to, values):
    """What a call gives after each of some changes."""
    found = [call(x()), call(x())]
    for value in values:
        set_to(value)
        found += [call(x()), call(x())]
    return found


@change
def an_attribute_that_was_not_there(run):
    thing = Thing()

    def function(data):
        try:
            return data * thing.scale
        except AttributeError:
            return data
    found = each(run(function), lambda value: setattr(thing, "scale", value), [3.0, 4.0])
    del thing.scale
    return found, run(function)(x())


@change
def an_attribute_that_getattr_finds_later(run):
    class Own(Thing):
        pass
    own, layer, settings = Own(), nn.Identity(), module()
    call = run(lambda data: data * getattr(own, "scale", 1.0) + getattr(layer, "scale", 1.0)
               - getattr(settings, "scale", 0.5))
    return each(call, lambda owner: setattr(owner, "scale", 3.0), [Own, own, layer, settings])


@change
def an_attribute_of_an_argument(run):
    call, other = run(lambda data: data * 2 if hasattr(data, "tag") else data), x()
    found = [call(other)]
    other.tag = 1
    return [*found, call(other), call(x()), call(other)]


@change
def a_global_that_was_not_there(run):
    def function(data):
        try:
            return data * SCALE
        except NameError:
            return data
    found = each(run(function), lambda value: globals().update(SCALE=value), [3.0, 4.0])
    del globals()["SCALE"]
    return found


@change
def a_global_before_a_builtin(run):
    found = each(run(lambda data: data * len([1, 2])), lambda value: globals().update(len=value), [lambda x: 7])
    del globals()["len"]
    return found


@change
def a_module_imported_inside(run):
    sys.modules["settings_of_a_test"] = settings = module(rate=1.0)

    def function(data):
        import settings_of_a_test
        from settings_of_a_test import rate
        return data * settings_of_a_test.rate + rate
    found = each(run(function), lambda value: setattr(settings, "rate", value), [3.0, 4.0])
    del sys.modules["settings_of_a_test"]
    return found


@change
def an_attribute_in_a_pattern(run):
    settings = Settings("double")

    def function(data):
        match settings:
            case Settings(mode="double"):
                return data * 2
            case Settings("rate", rate):
                return data * rate
        return data

    def change_to(value):
        settings.mode, settings.rate = value
    return each(run(function), change_to, [("rate", 3.0), ("rate", 4.0), ("none", 4.0), ("double", 1.0)])


@change
def the_class_of_an_object(run):
    class Other(Thing):
        rate = 5.0

    class Layer(nn.Linear):
        def forward(self, data):
            return data * 2
    thing, layer = Thing(), nn.Linear(3, 3)
    call = run(lambda data: layer(data * thing.rate))
    with mt.no_grad():
        layer.weight.fill_(1.0)
        layer.bias.zero_()
    return each(call, lambda value: setattr(value[0], "__class__", value[1]), [(thing, Other), (layer, Layer)])


@change
def the_bases_of_a_class(run):
    class Other:
        rate = 7.0

    class Base:
        rate = 3.0

    class Own(Base):
        pass
    own = Own()
    return each(run(lambda data: data * own.rate), lambda value: setattr(Own, "__bases__", value), [(Other,), (Base,)])


@change
def the_class_of_a_class(run):
    class Kind(type):
        rate = 2.0

        @property
        def scale(cls):
            return cls.rate * 2

    class Own(metaclass=Kind):
        pass
    call = run(lambda data: data * Own.scale)
    return each(call, lambda owner: setattr(owner, "rate", owner.rate + 1), [Kind, Own])


@change
def a_read_only_dict(run):
    inside = {"rate": 2.0}
    settings = types.MappingProxyType(inside)
    return each(run(lambda data: data * settings["rate"]), lambda value: inside.update(rate=value), [3.0])


@change
def functions_by_type(run):
    scaled = functools.singledispatch(lambda by, data: data)
    call = run(lambda data: scaled(1, data))
    return each(call, lambda value: scaled.register(int)(lambda by, data: data * value), [3])


@change
def hooks_of_all_modules(run):
    layer = nn.Identity()
    call, found = run(lambda data: layer(data)), []
    for register, hook in ((hooks.register_module_forward_hook, lambda layer, given, result: result * 2),
                           (hooks.register_module_forward_pre_hook, lambda layer, given: (given[0] + 1,))):
        found += call(x()), call(x())
        handle = register(hook)
        found += call(x()), call(x())
        handle.remove()
    return *found, call(x())


@change
def a_cache_that_is_emptied(run):
    settings = {"rate": 2.0}

    @functools.lru_cache
    def rate(times):
        return settings["rate"] * times
    call = run(lambda data, times: data * rate(times))
    found = [call(x(), times) for times in (2, 3, 2, 4)]
    settings["rate"] = 5.0
    kept = [call(x(), times) for times in (2, 3, 2)]
    rate.cache_clear()
    return found, kept, [call(x(), times) for times in (3, 2, 3)]


@change
def the_value_of_a_member(run):
    class Rate(enum.Enum):
        LOW = 1.0
        HIGH = 2.0
    call = run(lambda data: data * Rate.LOW.value)
    return each(call, lambda value: setattr(Rate.LOW, "_value_", value), [3.0])


@change
def the_sign_of_a_zero(run):
    settings = Thing(zero=0.0)
    return each(run(lambda data: (data.abs() + 1) / (mt.zeros(4, 3) * settings.zero)),
                lambda value: setattr(settings, "zero", value), [-0.0])
