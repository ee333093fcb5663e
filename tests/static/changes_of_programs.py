"""Changes between two calls: of what objects and variables hold, and of batches that one program takes."""

import collections
import dataclasses
import functools

import pytest
from static.changes import change, refused, x

import minitorch as mt
from minitorch import nn

# Objects and variables


@change
def a_variable_of_an_inner_function(run):
    def outer():
        factor = 2.0

        def inner(data):
            return data * factor

        def put(value):
            nonlocal factor
            factor = value
        return inner, put
    inner, put = outer()
    call = run(lambda data: inner(data) + 1)
    first = call(x())
    put(5.0)
    return first, call(x())


@change
def a_property(run):
    class Scaled(nn.Module):
        def __init__(self):
            super().__init__()
            self.half = 1.0

        @property
        def factor(self):
            return self.half * 2

        def forward(self, data):
            return data * self.factor
    model = Scaled()
    call = run(model)
    first = call(x())
    model.half = 3.0
    return first, call(x())


@change
def a_field_of_a_dataclass(run):
    @dataclasses.dataclass
    class Settings:
        rate: float = 1.0
    settings = Settings()
    call = run(lambda data: data * settings.rate)
    first = call(x())
    settings.rate = 2.0
    return first, call(x())


@change
def a_partial_function(run):
    def scaled(data, factor):
        return data * factor
    double = functools.partial(scaled, factor=2.0)
    call = run(lambda data: double(data))
    first = call(x())
    double = functools.partial(scaled, factor=3.0)
    return first, call(x())


@change
def a_function_in_a_dict(run):
    table = {"wave": mt.sin}
    call = run(lambda data: table["wave"](data))
    first = call(x())
    table["wave"] = mt.cos
    return first, call(x())


@change
def a_default_that_is_a_list(run):
    def scaled(data, factors=[1.0]):  # noqa: B006
        for factor in factors:
            data = data * factor
        return data
    call = run(scaled)
    first = call(x())
    scaled.__defaults__[0].append(3.0)
    return first, call(x())


@change
def a_method_of_a_class_that_is_replaced(run):
    class Doubled:
        def of(self, data):
            return data * 2
    one = Doubled()
    call = run(lambda data: one.of(data))
    first = call(x())
    Doubled.of = lambda self, data: data * 3
    return first, call(x())


@refused
def an_object_with_slots(run):
    class Settings:
        __slots__ = ("rate",)
    settings = Settings()
    settings.rate = 2.0
    call = run(lambda data: data * settings.rate)
    first = call(x())
    settings.rate = 4.0
    return first, call(x())


@change
def a_name_that_leaves_a_set(run):
    names = {"double"}
    call = run(lambda data: data * 2 if "double" in names else data * 3)
    first = call(x())
    names.discard("double")
    return first, call(x())


@change
def a_tensor_in_a_list(run):
    parts = [x(seed=3)]
    call = run(lambda data: data + parts[0])
    first = call(x())
    parts[0] = x(seed=4)
    second = call(x())
    parts[0].add_(1)
    return first, second, call(x())


@change
def a_named_tuple_that_is_given(run):
    Pair = collections.namedtuple("Pair", "a b")
    call = run(lambda pair: pair.a * 2 + pair.b)
    return call(Pair(x(), x(seed=1))), call(Pair(x(seed=2), 1.0)), call(Pair(x(), x()))


@change
def chance_that_is_seeded_anew(run):
    drop = nn.Dropout(0.5)
    call, found = run(lambda data: drop(data) + 1), []
    for seed in (1, 1, None):
        if seed is not None:
            mt.manual_seed(seed)
        found.append(call(x()))
    return found


# Batches


@change
def a_variable_among_batches_of_several_sizes(run):
    factor = 2.0
    call = run(lambda data: (data * factor).sum(0) / data.shape[0])
    found = [call(x(size, 3)) for size in (4, 5, 6)]
    factor = 3.0
    return found, [call(x(size, 3)) for size in (6, 7, 4)]


@change
def a_weight_of_which_a_batch_takes_a_part(run):
    weight = x(4, 4)
    call = run(lambda data: weight[:, :data.shape[0]] @ data)
    found = [call(x(size, 3)) for size in (2, 3, 4)]
    weight.data = x(4, 4, seed=9)
    return found, call(x(3, 3))


@change
def a_branch_among_batches_of_several_sizes(run):
    call = run(lambda data: data * 2 if data.sum() > 0 else data.abs() * data.shape[0])
    return [call(x(size, 3, seed=size)) for size in (2, 3, 4, 5, 3)]


def learned(run, function):
    """What is returned, and the gradients of all of it, in three calls."""
    call, found = run(function), []
    for seed in range(3):
        w = x(3, 3, seed=seed, requires_grad=True)
        several = call(w)
        sum((one * one).sum() for one in several).backward()
        found += [*several, w.grad, [one.requires_grad for one in several]]
    return found


@change
def a_leaf_twice_in_one_step(run):
    return learned(run, lambda w: (w + w, w * w, mt.cat([w, w]), w @ w))


@change
def a_view_of_what_is_returned(run):
    def function(w):
        y = w.tanh()
        return y, y.view(-1), y.t()[1:], y.detach()[0]
    return learned(run, function)


@change
def a_view_of_an_argument_that_is_a_view(run):
    call, whole, found = run(lambda data: (data[0], data.t()[1:], data * 2)), x(4, 3, 2), []
    for batch in (*whole, whole[:2, 0], whole[1]):
        found += call(batch)
        found[-3].add_(1)
    return found, whole


@change
def pieces_that_are_returned(run):
    call, found = run(lambda data: (whole := data.clone(), *whole.chunk(2))), []
    for seed in range(3):
        found += call(x(seed=seed, requires_grad=True))
        with pytest.raises(RuntimeError, match="one of several views"):
            found[-1].add_(1)
    return found
