"""Changes between two calls: of variables, defaults and objects that the function reads besides its arguments."""

import numpy as np
from static.changes import change, x

import minitorch as mt

rate, weights = 2.0, mt.ones(3)


@change
def a_flag_in_a_closure(run):
    on = True
    call = run(lambda data: data * 2 if on else data * 3)
    first = call(x())
    on = False
    return first, call(x())


@change
def a_tensor_in_a_closure(run):
    other = mt.ones(3)
    call = run(lambda data: data * other)
    first = call(x())
    other.mul_(2)
    second = call(x())
    other = mt.zeros(3)
    return first, second, call(x())


@change
def a_global(run):
    global rate, weights
    call = run(lambda data: data * rate + weights)
    first, before = call(x()), (rate, weights)
    rate, weights = 5.0, mt.zeros(3)
    second = call(x())
    rate, weights = before
    return first, second


def helper(data):
    return data * 2


@change
def a_function_that_is_called(run):
    global helper
    call, before = run(lambda data: helper(data)), helper
    first = call(x())
    helper = mt.sin
    second = call(x())
    helper = before
    return first, second


@change
def a_default(run):
    def function(data, factor=2.0):
        return data * factor

    def around(data):
        return function(data)
    call = run(around)
    first = call(x())
    function.__defaults__ = (3.0,)
    return first, call(x())


@change
def an_attribute_of_an_object(run):
    class Settings:
        rate = 2.0
    settings = Settings()
    call = run(lambda data: data * settings.rate)
    first = call(x())
    settings.rate = 3.0
    second = call(x())
    del settings.rate
    Settings.rate = 4.0
    return first, second, call(x())


@change
def elements_of_a_list_and_a_dict(run):
    factors, table = [1.0, 2.0], {"a": 2.0}
    call = run(lambda data: sum(data * factor for factor in factors) * sum(table.values()))
    first = call(x())
    factors[1] = 3.0
    second = call(x())
    factors.append(4.0)
    third = call(x())
    table["b"] = 1.0
    return first, second, third, call(x())


@change
def a_numpy_array(run):
    table = np.ones(3, "float32")
    call = run(lambda data: data * mt.tensor(table))
    first = call(x())
    table[0] = 7
    return first, call(x())
