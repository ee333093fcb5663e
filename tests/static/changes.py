"""Changes between two calls of a function that was compiled: each names what another call would read.

A change is a function of `run`, which compiles what it is given or gives it back as it is. It returns numbers, which
must be the same in both cases. Those that `refused` names do what no program can hold, and run as they are written.
"""

import numpy as np

import minitorch as mt
from minitorch import nn

CHANGES, REFUSED = {}, set()


def change(function):
    CHANGES[function.__name__.replace("_", " ")] = function
    return function


def refused(function):
    REFUSED.add(function.__name__.replace("_", " "))
    return change(function)


def x(*shape, seed=0, **settings):
    return mt.tensor(np.random.default_rng(seed).standard_normal(shape or (4, 3)).astype("float32"), **settings)


def net(*more):
    mt.manual_seed(1)
    return nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2), *more)


def training(run, model, optimizer):
    """A compiled step of training; losses of it are returned one by one."""
    def step(data):
        optimizer.zero_grad()
        loss = model(data).pow(2).mean()
        loss.backward()
        optimizer.step()
        return loss
    return run(step)


def sgd(model, lr=0.1, **settings):
    return mt.optim.SGD(model.parameters(), lr, **settings)


# Optimisers


@change
def a_rate_set_by_a_scheduler(run):
    model = net()
    optimizer = sgd(model)
    step, schedule = training(run, model, optimizer), mt.optim.lr_scheduler.StepLR(optimizer, 1, 0.5)
    found = []
    for seed in range(4):
        found.append(step(x(seed=seed)))
        schedule.step()
    return found, list(model.parameters())


@change
def the_second_step_of_adam(run):
    model = net()
    step = training(run, model, mt.optim.Adam(model.parameters(), 0.1))
    return [step(x(seed=seed)) for seed in range(4)], list(model.parameters())


@change
def momentum_set_in_a_group(run):
    model = net()
    optimizer = sgd(model, momentum=0.9)
    step = training(run, model, optimizer)
    found = [step(x()), step(x())]
    optimizer.param_groups[0]["momentum"] = 0.1
    return [*found, step(x()), step(x())], list(model.parameters())


@change
def an_optimizer_that_gets_another_group(run):
    model, other = net(), nn.Parameter(mt.ones(2))
    optimizer = sgd(model)

    def step(data):
        optimizer.zero_grad()
        loss = (model(data) * other).pow(2).mean()
        loss.backward()
        optimizer.step()
        return loss
    step = run(step)
    found = [step(x())]
    optimizer.add_param_group({"params": [other], "lr": 0.01})
    return [*found, step(x()), step(x())], other


@change
def the_state_of_an_optimizer_that_is_loaded(run):
    model = net()
    optimizer = mt.optim.Adam(model.parameters(), 0.1)
    step = training(run, model, optimizer)
    step(x())
    state = optimizer.state_dict()
    found = [step(x()), step(x())]
    optimizer.load_state_dict(state)
    return [*found, step(x())], list(model.parameters())


@change
def gradients_that_are_kept(run):
    model, keep = net(), [False]

    def step(data):
        if not keep[0]:
            model.zero_grad()
        loss = model(data).sum()
        loss.backward()
        return loss
    step = run(step)
    step(x())
    keep[0] = True
    return step(x()), step(x()), [p.grad for p in model.parameters()]


@change
def gradients_that_are_none_again(run):
    model = net()

    def step(data):
        model(data).sum().backward()
    step = run(step)
    step(x())
    step(x())
    model.zero_grad()
    step(x())
    return [p.grad for p in model.parameters()]
