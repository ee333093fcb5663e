"""The doctor: each illness has a patient who has it and a healthy one who is told nothing; nobody is changed."""

import numpy as np
import pytest

import minitorch as mt
from minitorch import nn, viz
from minitorch.engine import watchers
from minitorch.engine.backward import wrapping
from minitorch.nn.hooks import call

CROSS = nn.CrossEntropyLoss()


def net(*between):
    return nn.Sequential(nn.Linear(4, 16), *(between or (nn.ReLU(),)), nn.Linear(16, 3))


def batch(n=16):
    return mt.randn(n, 4), mt.arange(n) % 3


class With(nn.Module):
    """A net whose forward is given."""

    def __init__(self, forward):
        super().__init__()
        self.body, self.head, self.how = nn.Linear(4, 16), nn.Linear(16, 3), forward

    def forward(self, x):
        return self.how(self, x)


class Listed(nn.Module):
    """Layers where parameters() does not look."""

    def __init__(self):
        super().__init__()
        self.parts, self.head = [nn.Linear(4, 16), nn.Linear(16, 16)], nn.Linear(16, 3)

    def forward(self, x):
        for part in self.parts:
            x = part(x).relu()
        return self.head(x)


def dead():
    model = net()
    with mt.no_grad():
        model[0].bias.fill_(-100.0)
    return model


def lost():
    model = net()
    with mt.no_grad():
        model[0].weight.fill_(mt.nan)
    return model


def scaled(factor):
    model = nn.Sequential(*[layer for _ in range(6) for layer in (nn.Linear(16, 16), nn.Tanh())][:-1])
    with mt.no_grad():
        for p in model.parameters():
            p.mul_(factor)
    return nn.Sequential(nn.Linear(4, 16), model, nn.Linear(16, 3))


def frozen():
    return net().requires_grad_(False)


def half_evaluating():
    model = net(nn.BatchNorm1d(16), nn.ReLU(), nn.Dropout(0.1))
    model[1].eval()
    return model


# illness: (model, loss, batch, words of the finding, words of what to do)
ILL = {
    "no gradient": (lambda: With(lambda m, x: m.head(m.body(x).detach())), CROSS, batch,
                    "No gradient reaches body.weight, body.bias. It was cut from the graph by detach(), at",
                    "draw(model"),
    "no gradient at all": (net, lambda out, y: CROSS(mt.tensor(out.tolist()), y), batch, "No gradient reaches", "item"),
    "no gradient, frozen": (frozen, CROSS, batch, "Every parameter is frozen", "requires_grad_(True)"),
    "no gradient, zeros": (lambda: With(lambda m, x: m.head(m.body(x) * 0)), CROSS, batch,
                           "body.weight, head.weight is 0", "factor of 0"),
    "unused": (lambda: With(lambda m, x: m.body(x)[:, :3]), CROSS, batch, "uses head.weight, head.bias",
               "delete it"),
    "dead": (dead, CROSS, batch, "16 of 16 units of the relu in 1 (ReLU)", "learning rate"),
    "exploding": (lambda: scaled(1.0), lambda out, y: (1e4 * out).square().sum(), batch, "as large as the weights",
                  "clip gradients"),
    "vanishing": (lambda: scaled(0.02), CROSS, batch, "it vanishes on the way to", "relu"),
    "not finite, inputs": (net, CROSS, lambda: (mt.full((16, 4), mt.nan), mt.arange(16) % 3),
                           "inputs of the batch hold", "Clean the data"),
    "not finite, parameters": (lost, CROSS, batch, "Parameters hold nan or inf already: 0.weight.", "start again"),
    "not finite, forward": (lambda: With(lambda m, x: m.head((m.body(x) * 0).log() * 0)), CROSS, batch,
                            "log at `\"not finite, forward\"", "clamp(min=1e-8)"),
    "not finite, backward": (lambda: With(lambda m, x: m.head((m.body(x) * 0).sqrt())), CROSS, batch,
                             "In backward, the derivative of", "derivative"),
    "labels": (net, CROSS, lambda: (mt.randn(16, 4), mt.arange(16)), "the label at position 3", "classes"),
    "softmax": (lambda: nn.Sequential(net(), nn.Softmax(1)), CROSS, batch, "cross_entropy was given rows", "scores"),
    "softmax, sigmoid": (lambda: nn.Sequential(nn.Linear(4, 1), nn.Sigmoid()), nn.BCEWithLogitsLoss(),
                         lambda: (mt.randn(16, 4), mt.ones(16, 1)), "results of sigmoid", "scores"),
    "softmax, relu": (lambda: nn.Sequential(net(), nn.ReLU()), CROSS, batch, "the result of relu", "Remove"),
    "mode": (lambda: net(nn.Dropout()).eval(), CROSS, batch, "The model is in evaluation mode", "model.train()"),
    "mode, partly": (half_evaluating, CROSS, batch, "Some layers are in evaluation mode", "frozen on purpose"),
    "advice": (lambda: nn.Linear(4, 1), nn.MSELoss(), lambda: (mt.randn(16, 4), mt.randn(16)), "target size", ""),
    "advice, lost layers": (Listed, CROSS, batch, "2 layers in self.parts, a plain list", "ModuleList"),
    "error": (net, CROSS, lambda: (mt.randn(16, 5), mt.arange(16) % 3), "RuntimeError: linear", "first"),
    "error, no number": (net, lambda out, y: out, batch, "The loss is (16, 3)", "mean"),
}
HEALTHY = {
    "a small net": (net, CROSS, batch),
    "every kind of layer": (lambda: net(nn.BatchNorm1d(16), nn.ReLU(), nn.Dropout(0.1)), CROSS, batch),
    "a regression": (lambda: nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1)), nn.MSELoss(),
                     lambda: (mt.randn(16, 4), mt.randn(16, 1))),
    "log-probabilities": (lambda: nn.Sequential(net(), nn.LogSoftmax(1)), nn.NLLLoss(), batch),
    "yes or no": (lambda: nn.Linear(4, 1), nn.BCEWithLogitsLoss(), lambda: (mt.randn(16, 4), mt.ones(16, 1))),
    "images": (lambda: nn.Sequential(nn.Conv2d(1, 8, 3), nn.ReLU(), nn.Flatten(), nn.Linear(8 * 36, 3)), CROSS,
               lambda: (mt.randn(16, 1, 8, 8), mt.arange(16) % 3)),
    "a mask of -inf": (lambda: nn.TransformerEncoderLayer(4, 2, 8, batch_first=True),
                       lambda out, y: out.square().mean(), lambda: (
                           (mt.randn(3, 5, 4), nn.Transformer.generate_square_subsequent_mask(5)), mt.zeros(3))),
    "a frozen part": (lambda: (lambda m: (m[0].requires_grad_(False), m)[1])(net()), CROSS, batch),
}


def look(model, loss, data, **how):
    mt.manual_seed(1)
    return viz.diagnose(model(), loss, data(), **how)


@pytest.mark.parametrize("illness", ILL)
def test_each_illness_is_found_and_only_it(illness):
    model, loss, data, words, todo = ILL[illness]
    found = look(model, loss, data)
    kind = illness.partition(",")[0].removesuffix(" at all")
    assert kind in found.kinds, found
    finding = next(f for f in found.findings if f.kind == kind)
    assert words in finding.text and todo in finding.todo, finding
    also = {"dead": {"no gradient"}, "not finite": {"not finite"}, "softmax": {"dead"}}.get(kind, set())
    assert found.kinds <= {kind} | also and len(found.findings) <= 2, found
    assert repr(found).startswith(f"diagnose: {len(found.findings)} finding")


@pytest.mark.parametrize("patient", HEALTHY)
def test_the_healthy_are_told_nothing(patient):
    found = look(*HEALTHY[patient])
    assert not found.findings, found
    assert repr(found).startswith("diagnose: nothing looks wrong")


def trained(model, data, forgetful, steps=6):
    optimizer = mt.optim.SGD(model.parameters(), lr=0.01)
    for _ in range(steps):
        if not forgetful:
            optimizer.zero_grad()
        CROSS(model(data[0]), data[1]).backward()
        optimizer.step()


@pytest.mark.parametrize("forgetful", [True, False])
def test_a_forgotten_zero_grad_is_noticed(forgetful):
    model, data = net(), batch()
    trained(model, data, forgetful)
    found = viz.diagnose(model, CROSS, data)
    assert found.kinds == ({"zero_grad"} if forgetful else set()), found
    if forgetful:
        assert "zero_grad() before each" in found.findings[0].todo


def test_an_optimiser_of_another_model_is_noticed():
    model, other = net(), net()
    found = viz.diagnose(model, CROSS, batch(), optimizer=mt.optim.SGD(other.parameters(), lr=0.1))
    assert found.kinds == {"optimiser"} and "holds 4 tensors that are not the model's" in found.findings[0].text
    assert not viz.diagnose(model, CROSS, batch(), optimizer=mt.optim.SGD(model.parameters(), lr=0.1)).findings


def test_before_an_evaluation_it_is_training_mode_that_is_wrong():
    model = net(nn.Dropout())
    found = viz.diagnose(model, CROSS, batch(), training=False)
    assert found.kinds == {"mode"} and "model.eval()" in found.findings[0].todo
    assert not viz.diagnose(model.eval(), CROSS, batch(), training=False).findings


@pytest.mark.parametrize("illness", [None, "not finite, forward", "labels", "error"])
def test_the_patient_is_left_as_it_was(illness):
    make, loss, data = (lambda: net(nn.BatchNorm1d(16), nn.ReLU(), nn.Dropout()), CROSS, batch) \
        if illness is None else ILL[illness][:3]
    model, (x, y) = make(), data()
    x.requires_grad_()
    for p in model.parameters():
        p.grad = mt.ones(p.shape)
    grads = [p.grad for p in model.parameters()]
    state = {name: t.array.copy() for name, t in model.state_dict().items()}
    modes, random = [m.training for m in model.modules()], mt.get_rng_state()
    viz.diagnose(model, loss, (x, y))
    assert all(np.array_equal(state[name], t.array) for name, t in model.state_dict().items())
    assert all(p.grad is grad and float(grad.sum()) == grad.numel() for p, grad in zip(model.parameters(), grads))
    assert [m.training for m in model.modules()] == modes and mt.equal(mt.get_rng_state(), random) and x.grad is None
    assert not watchers and nn.Module.__call__ is call and not wrapping


def test_the_text_is_the_same_on_every_run_and_says_what_to_do():
    first, second = (repr(look(*ILL["unused"][:3])) for _ in range(2))
    assert first == second == """\
diagnose: 1 finding
unused: No operation uses head.weight, head.bias.
    -> Call the layer in forward(), or delete it, because an optimiser cannot train it."""


@pytest.mark.parametrize("wrong", [mt.ones(3), (mt.ones(3),), None])
def test_a_batch_is_a_pair(wrong):
    with pytest.raises(TypeError, match=r"batch \(inputs, targets\)"):
        viz.diagnose(net(), CROSS, wrong)


def test_models_on_a_gpu_are_looked_at_too(cupy):
    model, (x, y) = dead().to("cuda"), [t.to("cuda") for t in batch()]
    assert "dead" in viz.diagnose(model, CROSS, (x, y)).kinds
    assert not viz.diagnose(net().to("cuda"), CROSS, (x, y)).findings
    table = viz.summary(model, x, times=False)
    assert table.parameters == 131 and "(16, 3)" in repr(table)
    with viz.profile(model) as p:
        CROSS(model(x), y).backward()
    assert p.by("op")["linear"].calls == 2 and p.by("op")["linear"].bytes == 16 * (16 + 3) * 4
    assert "0.weight" in viz.draw(model, x).dot
