"""Changes between two calls of a compiled module: of its layers, hooks, mode, parameters, buffers and attributes."""

from static.changes import change, net, sgd, training, x

import minitorch as mt
from minitorch import nn


@change
def a_layer_that_is_replaced(run):
    model = net()
    call = run(model)
    first = call(x())
    model[2] = nn.Linear(4, 5)
    return first, call(x())


@change
def a_layer_that_is_appended(run):
    model = net()
    call = run(model)
    first = call(x())
    model.append(nn.Tanh())
    return first, call(x())


@change
def a_forward_hook_that_is_added_and_removed(run):
    model = net()
    call = run(model)
    first = call(x())
    handle = model[0].register_forward_hook(lambda module, args, out: out * 2)
    second = call(x())
    handle.remove()
    return first, second, call(x())


@change
def a_forward_pre_hook_that_is_added(run):
    model = net()
    call = run(model)
    first = call(x())
    model.register_forward_pre_hook(lambda module, args: (args[0] + 1,))
    return first, call(x())


@change
def a_hook_on_a_gradient_that_is_added(run):
    model = net()
    step = training(run, model, sgd(model))
    first = step(x())
    model[0].weight.register_hook(lambda grad: grad * 3)
    return first, step(x()), step(x()), list(model.parameters())


@change
def training_and_evaluation(run):
    model = net(nn.Dropout(0.5), nn.BatchNorm1d(2))
    call = run(model)
    mt.manual_seed(3)
    first = call(x()), call(x())
    model.eval()
    second = call(x())
    model.train()
    return first, second, call(x()), list(model.buffers())


@change
def how_often_dropout_drops(run):
    model = net(nn.Dropout(0.5))
    call = run(model)
    mt.manual_seed(3)
    first = call(x())
    model[3].p = 0.9
    return first, call(x())


@change
def a_parameter_that_is_frozen(run):
    model = net()
    step = training(run, model, sgd(model))
    first = step(x())
    model[0].weight.requires_grad_(False)
    return first, step(x()), step(x()), list(model.parameters())


@change
def a_parameter_that_is_replaced(run):
    model = net()
    call = run(model)
    first = call(x())
    model[0].weight = nn.Parameter(mt.ones(4, 3))
    return first, call(x())


@change
def a_parameter_that_gets_other_memory(run):
    model = net()
    call = run(model)
    first = call(x())
    model[0].weight.data = mt.ones(4, 3)
    return first, call(x())


@change
def weights_that_are_loaded(run):
    model, other = net(), net()
    other[0].weight.data.fill_(0.5)
    call = run(model)
    first = call(x())
    model.load_state_dict(other.state_dict())
    return first, call(x())


@change
def weights_that_are_tied(run):
    model = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 3))
    model.load_state_dict({name: mt.full_like(p, 0.1) for name, p in model.state_dict().items()})
    step = training(run, model, sgd(model))
    first = step(x())
    model[1].weight = model[0].weight
    return first, step(x()), list(model.parameters())


@change
def a_buffer_that_is_written_to_and_replaced(run):
    model = net(nn.BatchNorm1d(2)).eval()
    call = run(model)
    first = call(x())
    model[3].running_mean.fill_(2)
    second = call(x())
    model[3].running_var = mt.full((2,), 5.0)
    return first, second, call(x())


@change
def an_attribute_of_a_module(run):
    class Scaled(nn.Module):
        def __init__(self):
            super().__init__()
            self.factor = 2.0

        def forward(self, data):
            return data * self.factor
    model = Scaled()
    call = run(model)
    first = call(x())
    model.factor = 3.0
    return first, call(x())


@change
def a_method_that_is_replaced(run):
    model = net()
    call = run(model)
    first = call(x())
    model[1].forward = lambda data: data.sigmoid()
    second = call(x())
    del model[1].forward
    return first, second, call(x())


@change
def an_attribute_of_the_class_of_a_module(run):
    class Scaled(nn.Module):
        factor = 2.0

        def forward(self, data):
            return data * self.factor
    model = Scaled()
    call = run(model)
    first = call(x())
    Scaled.factor = 3.0
    second = call(x())
    model.factor = 4.0
    return first, second, call(x())
