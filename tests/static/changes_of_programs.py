"""Changes between two calls: of training, of what objects hold, and of batches that one program takes."""

import collections
import dataclasses
import functools

from static.changes import change, net, refused, sgd, training, x

import minitorch as mt
from minitorch import nn

# Training


@change
def a_decay_set_in_a_group(run):
    model = net()
    optimizer = mt.optim.AdamW(model.parameters(), 0.1)
    step = training(run, model, optimizer)
    found = [step(x()), step(x())]
    optimizer.param_groups[0].update(weight_decay=0.5, betas=(0.1, 0.2))
    return found, step(x()), step(x()), list(model.parameters())


@change
def a_rate_that_falls_as_a_cosine(run):
    model = net()
    optimizer = sgd(model, momentum=0.9, nesterov=True)
    step, schedule, found = training(run, model, optimizer), mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, 5), []
    for seed in range(6):
        found.append(step(x(seed=seed)))
        schedule.step()
    return found, list(model.parameters())


@change
def a_direction_that_is_turned(run):
    model = net()
    optimizer = sgd(model)
    step = training(run, model, optimizer)
    found = [step(x()), step(x())]
    optimizer.param_groups[0]["maximize"] = True
    return found, step(x()), list(model.parameters())


@change
def a_parameter_that_leaves_a_group(run):
    model = net()
    optimizer = sgd(model)
    step = training(run, model, optimizer)
    first = step(x())
    optimizer.param_groups[0]["params"].pop()
    return first, step(x()), step(x()), list(model.parameters())


@change
def the_state_of_an_optimizer_that_is_emptied(run):
    model = net()
    optimizer = mt.optim.Adam(model.parameters(), 0.1)
    step = training(run, model, optimizer)
    found = [step(x()), step(x())]
    optimizer.state.clear()
    return found, step(x()), step(x()), list(model.parameters())


@change
def a_hook_before_the_steps_of_an_optimizer(run):
    model = net()
    optimizer = sgd(model)
    step = training(run, model, optimizer)
    first = step(x())
    optimizer.register_step_pre_hook(lambda *given: [p.grad.mul_(2) for p in model.parameters()] and None)
    return first, step(x()), step(x()), list(model.parameters())


@change
def a_parameter_that_learns_again(run):
    model = net()
    model[0].weight.requires_grad_(False)
    step = training(run, model, sgd(model))
    first = step(x())
    model[0].weight.requires_grad_(True)
    return first, step(x()), step(x()), list(model.parameters())


@change
def gradients_that_are_zeros_or_given(run):
    model = net()

    def step(data):
        model(data).sum().backward()
        return model[0].weight.grad.sum()
    step = run(step)
    found = [step(x()).tolist()]
    model.zero_grad(set_to_none=False)
    found.append(step(x()).tolist())
    model[0].weight.grad = mt.ones(4, 3)
    return found, step(x()).tolist()


@change
def one_parameter_for_two_arguments(run):
    call, found = run(lambda a, b: (a * b).sum()), []
    one, other = nn.Parameter(x()), nn.Parameter(x(seed=1))
    for pair in (one, other), (one, one):
        one.grad = None
        call(*pair).backward()
        found.append(one.grad)
    return found


# Modules


@change
def a_hook_on_a_layer_in_training(run):
    model = net()
    step = training(run, model, sgd(model))
    first = step(x())
    model[1].register_forward_hook(lambda module, args, out: out * 0.5)
    return first, step(x()), step(x()), list(model.parameters())


@change
def a_hook_on_the_gradients_of_a_layer(run):
    model = net()
    step = training(run, model, sgd(model))
    first = step(x())
    model[2].register_full_backward_hook(lambda module, given, out: (given[0] * 2,))
    return first, step(x()), step(x()), list(model.parameters())


@change
def one_layer_that_is_set_to_evaluation(run):
    model = net(nn.BatchNorm1d(2))
    call = run(model)
    first = call(x())
    model[3].eval()
    second = call(x())
    model[3].train()
    model[3].momentum = 0.9
    third = call(x())
    model[3].eps = 1.0
    return first, second, third, call(x()), list(model.buffers())


@change
def layers_in_another_order(run):
    class Chain(nn.Module):
        def __init__(self):
            super().__init__()
            self.layers = nn.ModuleList([net()[0], nn.Tanh()])

        def forward(self, data):
            for layer in self.layers:
                data = layer(data)
            return data
    model = Chain()
    call = run(model)
    first = call(x())
    model.layers[0], model.layers[1] = model.layers[1], model.layers[0]
    second = call(x())
    model.layers.insert(0, nn.ReLU())
    return first, second, call(x())


@change
def a_model_in_double_precision(run):
    model = net()
    call = run(model)
    first = call(x())
    model.double()
    return first, call(x().double())


@change
def a_buffer_that_is_registered_later(run):
    class Shifted(nn.Module):
        def forward(self, data):
            return data + self.shift if hasattr(self, "shift") else data
    model = Shifted()
    call = run(model)
    first = call(x())
    model.register_buffer("shift", mt.ones(3))
    return first, call(x())


@change
def how_a_loss_is_reduced(run):
    loss = nn.MSELoss()
    call = run(lambda a, b: loss(a, b))
    first = call(x(), x(seed=1))
    loss.reduction = "sum"
    return first, call(x(), x(seed=1))


@change
def precision_that_is_chosen_by_itself(run):
    model = net()
    call = run(model)
    first = call(x())
    with mt.autocast("cpu", dtype=mt.float16):
        second = call(x())
    return first, second, str(second.dtype), call(x())


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
