"""A training step on a GPU: the numbers of the CPU, and hardly ever a wait for the device."""

import copy

import numpy as np
import pytest
from backing import drawn_on_the_cpu

import minitorch as mt
import minitorch.nn.functional as F
from minitorch import nn


def mlp():
    """No bias before the batch norm: its gradient would be rounding only, which Adam makes as large as any."""
    return nn.Sequential(nn.Linear(6, 8, bias=False), nn.BatchNorm1d(8), nn.ReLU(), nn.Dropout(0.2),
                         nn.Linear(8, 3)), (10, 6)


def cnn():
    return nn.Sequential(nn.Conv2d(2, 4, 3, padding=1, bias=False), nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d(2),
                         nn.Dropout2d(0.1), nn.Conv2d(4, 4, 3, padding=1, stride=2, bias=False), nn.GELU(),
                         nn.AvgPool2d(2), nn.Flatten(), nn.LayerNorm(4), nn.Linear(4, 3)), (10, 2, 8, 8)


def one_hot(target):
    return F.one_hot(target, 3).float()


NETWORKS = {"mlp": mlp, "cnn": cnn}
OPTIMISERS = {
    "SGD": lambda p: mt.optim.SGD(p, lr=0.05), "SGD with all": lambda p: mt.optim.SGD(
        p, lr=0.05, momentum=0.9, weight_decay=1e-4, nesterov=True),
    "Adam": lambda p: mt.optim.Adam(p), "Adam with all": lambda p: mt.optim.Adam(p, weight_decay=0.01, amsgrad=True),
    "AdamW": lambda p: mt.optim.AdamW(p), "RMSprop": lambda p: mt.optim.RMSprop(p, momentum=0.9, centered=True),
    "Adagrad": lambda p: mt.optim.Adagrad(p), "Adadelta": lambda p: mt.optim.Adadelta(p),
    "Adamax": lambda p: mt.optim.Adamax(p), "NAdam": lambda p: mt.optim.NAdam(p), "RAdam": lambda p: mt.optim.RAdam(p)}
LOSSES = {
    "cross_entropy": F.cross_entropy, "smoothed": lambda x, y: F.cross_entropy(x, y, label_smoothing=0.1),
    "with padding": lambda x, y: F.cross_entropy(x, mt.where(y == 0, -100, y)),
    "nll": lambda x, y: F.nll_loss(F.log_softmax(x, 1), y), "mse": lambda x, y: F.mse_loss(x, one_hot(y)),
    "bce": lambda x, y: F.binary_cross_entropy_with_logits(x, one_hot(y)),
    "bce of sigmoid": lambda x, y: F.binary_cross_entropy(x.sigmoid(), (x.detach() > 0).float()),
    "huber": lambda x, y: F.huber_loss(x, one_hot(y)), "multi margin": lambda x, y: F.multi_margin_loss(x, y)}


def step(model, optimizer, loss_of, x, y):
    optimizer.zero_grad()
    loss = loss_of(model(x), y)
    loss.backward()
    norm = nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    return loss, norm


def batches(shape, number=3):
    stream = np.random.default_rng(3)
    return [(mt.tensor(stream.standard_normal(shape), dtype=mt.float32), mt.tensor(stream.integers(0, 3, shape[0])))
            for _ in range(number)]


def without_copies(counts, step, *args):
    """Run a step that never looks at a value that the GPU computed."""
    counts.reset()
    result = step(*args)
    assert counts.downloads == 0, counts
    assert counts.syncs == 0, counts
    return result


@pytest.mark.parametrize("network", NETWORKS.values(), ids=NETWORKS)
@pytest.mark.parametrize("optimiser", OPTIMISERS.values(), ids=OPTIMISERS)
def test_a_step_gives_the_cpus_numbers_without_a_copy_to_the_cpu(cupy, network, optimiser):
    model, shape = network()
    twin = copy.deepcopy(model).cuda()
    assert all(p.is_cuda for p in twin.parameters())
    here, there = optimiser(model.parameters()), optimiser(twin.parameters())
    for number, (x, y) in enumerate(batches(shape)):
        mt.manual_seed(number)
        expected = step(model, here, F.cross_entropy, x, y)
        x, y = x.cuda(), y.cuda()
        mt.manual_seed(number)
        with drawn_on_the_cpu():
            found = without_copies(cupy.counts, step, twin, there, F.cross_entropy, x, y)
        for a, b in zip(found, expected):
            np.testing.assert_allclose(a.item(), b.item(), rtol=1e-4)
    for (name, a), b in zip(twin.state_dict().items(), model.state_dict().values()):
        assert a.is_cuda
        np.testing.assert_allclose(a.cpu().numpy(), b.numpy(), rtol=2e-3, atol=2e-5, err_msg=name)


@pytest.mark.parametrize("loss", LOSSES.values(), ids=LOSSES)
def test_no_loss_copies_its_labels_to_check_them(cupy, loss):
    model, shape = mlp()
    model, x, y = model.cuda(), *(t.cuda() for t in batches(shape)[0])
    optimizer = mt.optim.Adam(model.parameters())
    for _ in range(2):
        without_copies(cupy.counts, step, model, optimizer, loss, x, y)
    cupy.counts.reset()
    loss(model(x), y).item()
    assert cupy.counts.downloads <= 2, cupy.counts       # the loss, and the flag that checks wrote to


def test_a_step_of_a_recurrent_or_attentive_network_on_embeddings_copies_nothing(cupy):
    class Reader(nn.Module):
        def __init__(self, core):
            super().__init__()
            self.words, self.core, self.head = nn.Embedding(7, 4), core, nn.Linear(4, 3)

        def forward(self, x):
            out = self.core(self.words(x))
            return self.head((out[0] if isinstance(out, tuple) else out)[:, -1])

    for core in (nn.LSTM(4, 4, batch_first=True), nn.GRU(4, 4, batch_first=True), nn.RNN(4, 4, batch_first=True),
                 nn.TransformerEncoderLayer(4, 2, 8, batch_first=True)):
        model = Reader(core).cuda()
        optimizer = mt.optim.Adam(model.parameters())
        x, y = mt.randint(0, 7, (5, 6)).cuda(), mt.randint(0, 3, (5,)).cuda()
        without_copies(cupy.counts, step, model, optimizer, F.cross_entropy, x, y)


def test_evaluation_copies_nothing_but_what_is_asked_for(cupy):
    model, shape = cnn()
    model, (x, y) = model.cuda().eval(), (t.cuda() for t in batches(shape)[0])
    cupy.counts.reset()
    with mt.no_grad():
        right = (model(x).argmax(1) == y).sum()
    assert cupy.counts.downloads == 0
    right.item()
    assert cupy.counts.downloads == 1


def test_schedules_states_and_clipping_by_value_need_no_look(cupy):
    model, shape = mlp()
    model, x = model.cuda(), batches(shape)[0][0].cuda()
    optimizer = mt.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    schedule = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, 5)
    loss = F.mse_loss(model(x), mt.zeros(10, 3, device="cuda"))
    loss.backward()
    cupy.counts.reset()
    nn.utils.clip_grad_value_(model.parameters(), 0.1)
    optimizer.step()
    schedule.step()
    state = optimizer.state_dict()
    optimizer.load_state_dict(state)
    optimizer.zero_grad(set_to_none=False)
    assert cupy.counts.downloads == 0
    assert state["state"][0]["momentum_buffer"].is_cuda


def test_a_state_from_the_cpu_goes_to_where_the_parameters_are(cupy):
    model, shape = mlp()
    optimizer = mt.optim.Adam(model.parameters())
    step(model, optimizer, F.cross_entropy, *batches(shape)[0])
    twin, _ = mlp()
    twin = twin.cuda()
    other = mt.optim.Adam(twin.parameters())
    twin.load_state_dict(model.state_dict())
    other.load_state_dict(optimizer.state_dict())
    assert all(v.is_cuda is (name != "step") for state in other.state.values() for name, v in state.items())
    step(twin, other, F.cross_entropy, *(t.cuda() for t in batches(shape)[0]))


@pytest.mark.parametrize("label", [3, -1])
def test_labels_that_name_no_class_are_refused_on_a_gpu_too(cupy, label):
    loss = F.cross_entropy(mt.zeros(2, 3).cuda(), mt.tensor([0, label]).cuda())
    with pytest.raises(IndexError, match=f"Target {label} is out of bounds: the label at position 1 names none"):
        loss.item()
    rows = F.embedding(mt.tensor([0, 9]).cuda(), mt.zeros(4, 2).cuda())
    with pytest.raises(IndexError, match=r"index 9 at position 1 names none of the 4 rows(?s:.*)rows = F.embedding"):
        rows.cpu()


OUT_OF_BOUNDS = {
    "x[i]": lambda x, i: x[i], "x[i] = 0": lambda x, i: x.__setitem__(i, 0.0), "x[:, i]": lambda x, i: x[:, i],
    "gather": lambda x, i: x.gather(0, i[:, None]), "index_select": lambda x, i: x.index_select(0, i),
    "scatter": lambda x, i: x.scatter(0, i[:, None], 1.0), "scatter_add_": lambda x, i: x.scatter_add_(
        0, i[:, None], mt.ones(2, 1, device=x.device)), "index_add": lambda x, i: x.index_add(0, i, x[:2]),
    "index_fill": lambda x, i: x.index_fill(0, i, 1.0), "index_copy": lambda x, i: x.index_copy(0, i, x[:2]),
    "take": lambda x, i: x.take(i * 9), "index_put": lambda x, i: x.index_put((i,), x[0], accumulate=True),
    "x[[0, 9]]": lambda x, i: x[[0, 9]], "take_along_dim": lambda x, i: x.take_along_dim(i[:, None], 0)}


@pytest.mark.parametrize("pick", OUT_OF_BOUNDS.values(), ids=OUT_OF_BOUNDS)
@pytest.mark.parametrize("device", ["cpu", "cuda"])
def test_places_beyond_the_end_are_refused_where_cupy_would_begin_again(cupy, pick, device):
    with pytest.raises((IndexError, RuntimeError), match="out of bounds"):
        pick(mt.zeros(3, 4, device=device), mt.tensor([1, 9], device=device))
        mt.cuda.synchronize()
