"""Changes between two calls: of arguments and modes; and what no program can hold."""

import random as dice

from static.changes import change, net, refused, sgd, x

import minitorch as mt
from minitorch import nn
from minitorch.engine.piece import mount
from minitorch.ops.elementwise.activation import relu

# Arguments


@change
def a_shape(run):
    call = run(lambda data: data.sum(0) * data.shape[0])
    return call(x(4, 3)), call(x(5, 3)), call(x(4, 3)), call(x(4, 3, 2))


@change
def a_dtype(run):
    call = run(lambda data: data * 2 / 3)
    return call(x()), call(x().double()), call(mt.arange(3))


@change
def a_layout_in_memory(run):
    call = run(lambda data: data.view(-1) if data.is_contiguous() else data.sum(0))
    return call(x(3, 4)), call(x(4, 3).t()), call(x(3, 8)[:, ::2])


@change
def an_argument_that_wants_a_gradient(run):
    call, data = run(lambda data: data.exp()), x(requires_grad=True)
    first, second = call(x()), call(data)
    second.sum().backward()
    return first, first.requires_grad, second, second.requires_grad, data.grad, call(data * 2).grad_fn is None


@change
def two_arguments_that_are_one(run):
    def function(a, b):
        a.add_(1)
        return a + b
    call, one = run(function), x()
    return call(x(), x(seed=1)), call(one, one), one, call(x(), x(seed=1))


@refused
def two_arguments_that_overlap(run):
    def function(a, b):
        a.mul_(2)
        return a + b
    call, one = run(function), x(6)
    return call(x(4), x(4, seed=1)), call(one[:4], one[2:]), one


@change
def an_argument_that_is_a_parameter(run):
    weight = nn.Parameter(mt.ones(3))

    def function(data):
        data.add_(1)
        return (data * weight).sum()
    call = run(mt.no_grad()(function))
    return call(x()), call(weight), weight, call(x())


@change
def numbers_and_words_that_are_given(run):
    def function(data, factor=1.0, *, how="sum"):
        return getattr(data, how)() * factor
    call = run(function)
    return call(x()), call(x(), 2.0), call(x(), 2), call(x(), how="mean"), call(x(), -0.0), call(x(), True)


@change
def a_list_that_is_given(run):
    call = run(lambda parts: sum(parts[1:], parts[0]))
    return call([x(), x(seed=1)]), call([x(), x(seed=1), x(seed=2)]), call((x(), x(seed=1))), call([x(), 3.0])


@change
def the_order_of_arguments_by_keyword(run):
    call = run(lambda **parts: sum(part * (place + 1) for place, part in enumerate(parts.values())))
    return call(a=x(), b=x(seed=1)), call(b=x(seed=1), a=x())


@change
def a_gradient_that_is_given(run):
    weight, grad = nn.Parameter(x()), mt.ones(4, 3)

    def step():
        weight.grad = None
        (weight * weight).backward(grad)
        return weight.grad
    step = run(step)
    first = step().clone()
    grad.mul_(3)
    return first, step()


# Modes


@change
def grad_mode(run):
    model = net()
    call = run(model)
    first = call(x())
    with mt.no_grad():
        second = call(x())
    with mt.inference_mode():
        third = call(x())
    return first, first.requires_grad, second, second.requires_grad, third, third.is_inference(), call(x())


@change
def the_default_dtype(run):
    call = run(lambda data: mt.ones(3) * 2 + data.sum().long())
    first = call(x())
    mt.set_default_dtype(mt.float64)
    try:
        return first, str(first.dtype), (second := call(x())), str(second.dtype)
    finally:
        mt.set_default_dtype(mt.float32)


@refused
def the_device_of_the_moment(run):
    call = run(lambda data: mt.ones(3))
    first = call(x())
    with mt.device("meta"):
        return first, str(call(x()).device)


@change
def a_piece_that_is_mounted(run):
    call = run(lambda data: mt.relu(data))
    first = call(x())
    with mount(relu, lambda xp, input: xp.maximum(input, 1)):
        second = call(x())
    return first, second, call(x())


# What no program can hold


@change
def a_branch_on_data(run):
    call = run(lambda data: data * 2 if data.sum() > 0 else data * 3)
    return call(x()), call(-x()), call(mt.ones(2)), call(x()), call(-mt.ones(2))


@refused
def a_branch_on_data_after_a_write(run):
    call = run(lambda data: data * 2 if data.add_(1).sum() > 0 else data * 3)
    return call(x()), call(-x()), call(mt.ones(2))


@refused
def a_number_that_is_taken_out(run):
    call = run(lambda data: data * data.max().item())
    return call(x()), call(x(seed=1))


@refused
def a_counter(run):
    calls = [0]

    def function(data):
        calls[0] += 1
        return data * calls[0]
    call = run(function)
    return call(x()), call(x()), call(x()), calls


@refused
def dice_that_are_thrown(run):
    call = run(lambda data: data * dice.random())
    dice.seed(0)
    return call(x()), call(x()), call(x())


@refused
def a_closure_of_an_optimizer(run):
    model = net()
    optimizer = sgd(model)

    def loss():
        optimizer.zero_grad()
        value = model(x()).pow(2).mean()
        value.backward()
        return value
    step = run(lambda: optimizer.step(loss))
    return step(), step(), list(model.parameters())


@change
def one_tensor_by_two_names(run):
    known, other = x(), x(seed=1)
    call = run(lambda a, b: a * 10 if a is b else a * 100 if a is known else a + b)
    return [call(*given) for given in [(other, x()), (other, other), (known, other), (known, known), (x(), other)]]


@change
def a_tensor_that_a_dict_knows(run):
    known, other = x(), x(seed=1)
    call = run(lambda data: data * len({data, known}))
    return [call(given) for given in (other, known, other)]


@refused
def a_dict_that_loses_what_is_read(run):
    def function(data, table):
        for name in list(table):
            table[name + name] = table.pop(name) * data
        return table["bb"] if "bb" in table else data
    call, table = run(function), {"a": x(seed=1), "b": x(seed=2)}
    return [call(x(seed=seed), table) for seed in range(3)], table


@refused
def a_hook_that_removes_itself(run):
    model, handles = net(), []

    def once(module, given, answer):
        handles.pop().remove()
        return answer * 2
    handles.append(model.register_forward_hook(once))
    call = run(model)
    return [call(x()) for _ in range(3)]


@refused
def an_argument_that_is_turned(run):
    call, found = run(lambda data: data.t_() * 2), []
    for seed in range(3):
        given = x(4, 2 + seed, seed=seed)
        found += [call(given), given]
    return found
