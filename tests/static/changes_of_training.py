"""Changes between two calls: of training, and of modules in training."""

from static.changes import change, net, sgd, training, x

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


@change
def heads_that_learn_by_turns(run):
    mt.manual_seed(1)
    body, heads = nn.Linear(3, 3), nn.ModuleList([nn.Linear(3, 1), nn.Linear(3, 1)])
    optimizer = mt.optim.AdamW([*body.parameters(), *heads.parameters()], 0.1)

    def step(data, place):
        optimizer.zero_grad()
        loss = heads[place](body(data)).pow(2).mean()
        loss.backward()
        optimizer.step()
        return loss
    call = run(step)
    return [call(x(seed=seed), seed % 2) for seed in range(6)], list(body.parameters()), list(heads.parameters())
