"""The loop learns, stops at nan, and goes on from a checkpoint as if it had never stopped."""


import pytest

import minitorch as mt
from minitorch import nn
from minitorch.data import DataLoader, TensorDataset
from minitorch.optim import SGD, AdamW
from minitorch.optim.lr_scheduler import OneCycleLR
from minitorch.serialization import LoadError
from minitorch.train import Mean, NotFinite, accuracy, evaluate, train, training_step
from minitorch.train.checkpoint import load_checkpoint, restore, save_checkpoint


def make(epochs=4, generator=None, optimizer=AdamW):
    """A small model with dropout, batch norm and shuffled data: everything that draws numbers or has state."""
    x = mt.randn(40, 6)
    loader = DataLoader(TensorDataset(x, (x[:, 0] > 0).long()), 8, shuffle=True, generator=generator)
    model = nn.Sequential(nn.Linear(6, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Dropout(0.3), nn.Linear(8, 2))
    optimizer = optimizer(model.parameters(), lr=0.02)
    return model, loader, optimizer, OneCycleLR(optimizer, 0.05, epochs * len(loader), cycle_momentum=False)


def test_the_loop_learns():
    model, loader, optimizer, scheduler = make(15)
    history = train(model, loader, optimizer, epochs=15, scheduler=scheduler)
    assert [e["epoch"] for e in history] == list(range(1, 16))
    assert history[-1]["loss"] < 0.5 * history[0]["loss"]
    assert evaluate(model, loader)["accuracy"] > 0.9 and model.training


@pytest.mark.parametrize("own", [False, True], ids=["default generator", "own generator"])
@pytest.mark.parametrize("optimizer", [AdamW, lambda p, lr: SGD(p, lr, momentum=0.9)], ids=["AdamW", "SGD"])
def test_a_resumed_run_has_the_same_curves(tmp_path, own, optimizer):
    def fresh():
        mt.manual_seed(5)
        generator = mt.Generator().manual_seed(9) if own else None
        return *make(4, generator, optimizer), generator
    model, loader, optim, scheduler, generator = fresh()
    whole = train(model, loader, optim, epochs=4, scheduler=scheduler)

    other, loader, optim, scheduler, generator = fresh()
    first = train(other, loader, optim, epochs=2, scheduler=scheduler)
    save_checkpoint(tmp_path / "run.mt", other, optim, scheduler, epoch=2, history=first, generator=generator)

    mt.manual_seed(77)
    other, loader, optim, scheduler, generator = fresh()
    mt.randn(3)
    found = load_checkpoint(tmp_path / "run.mt")
    start = restore(found, other, optim, scheduler, generator)
    rest = train(other, loader, optim, epochs=4, start=start, scheduler=scheduler)
    assert found["history"] + rest == whole
    for a, b in zip(model.state_dict().values(), other.state_dict().values()):
        assert a.tolist() == b.tolist()


@pytest.mark.filterwarnings("ignore:(overflow|invalid value) encountered:RuntimeWarning")    # NumPy says so too
@pytest.mark.parametrize("bad, message", [
    (lambda model, x: x.mul_(float("nan")), "inputs of this batch already hold nan or inf: clean the data"),
    (lambda model, x: model[0].weight.data.mul_(1e38), "the loss is (nan|inf) at step 1 of epoch 1 .learning rate .*"
                                                       "Try a smaller learning rate .* clip gradients")])
def test_a_loss_that_is_no_number_stops_the_run_and_says_where(bad, message):
    x = mt.randn(8, 3)
    model = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 2))
    bad(model, x)
    loader = DataLoader(TensorDataset(x * 1e3, mt.zeros(8, dtype=mt.int64)), 4)
    with pytest.raises(NotFinite, match=message), pytest.warns(UserWarning, match="the loss is (nan|inf), and so all"):
        train(model, loader, SGD(model.parameters(), 0.1))


@pytest.mark.filterwarnings("ignore:invalid value encountered:RuntimeWarning")      # NumPy says so too
def test_nan_in_the_middle_names_the_step():
    x = mt.ones(12, 3)
    x[9] = float("inf")
    model = nn.Linear(3, 2)
    loader = DataLoader(TensorDataset(x, mt.zeros(12, dtype=mt.int64)), 2)
    with pytest.raises(RuntimeError, match="at step 5 of epoch 1"), pytest.warns(UserWarning, match="the loss is nan"):
        train(model, loader, SGD(model.parameters(), 0.1))


def test_evaluating_changes_nothing():
    model, loader, _, _ = make()
    before = {name: value.tolist() for name, value in model.state_dict().items()}
    model.train()
    first, second = evaluate(model, loader), evaluate(model, loader)
    assert first["accuracy"] == second["accuracy"] and model.training
    assert first["loss"] == pytest.approx(second["loss"], rel=1e-5)      # shuffled sums round differently
    assert {name: value.tolist() for name, value in model.state_dict().items()} == before


def test_the_training_step_is_a_piece():
    from minitorch.engine.piece import mount
    model, loader, optimizer, _ = make()
    calls = []

    def mine(model, loss_of, optimizer, inputs, targets):
        calls.append(len(targets))
        return mt.tensor(1.0), model(inputs).detach()
    with mount(training_step, mine):
        history = train(model, loader, optimizer)
    assert calls == [8] * 5 and history[0]["loss"] == 1


def test_augment_changes_inputs_and_after_epoch_is_told():
    model, loader, optimizer, _ = make()
    seen, told = [], []
    train(model, loader, optimizer, epochs=2, augment=lambda x: (seen.append(len(x)), x)[1], after_epoch=told.append)
    assert seen == [8] * 10 and [t["epoch"] for t in told] == [1, 2]


def test_means_weigh_samples_not_batches():
    mean = Mean()
    assert mean.value != mean.value
    mean.add(mt.tensor(1.0), 3)
    mean.add(5.0)
    assert mean.value == 2
    assert accuracy(mt.tensor([[0.0, 1.0], [1.0, 0.0]]), mt.tensor([1, 1])).item() == 0.5


@pytest.mark.parametrize("value, message", [([1], "no training checkpoint: .*model.load_state_dict"),
                                            ({"kind": "minitorch training checkpoint", "model": {}},
                                             "no whole checkpoint: it lacks optimizer, scheduler")])
def test_a_file_that_is_no_checkpoint_is_refused(tmp_path, value, message):
    mt.save(value, tmp_path / "x.mt")
    with pytest.raises(LoadError, match=message):
        load_checkpoint(tmp_path / "x.mt")


def test_shifts_move_images_by_a_pixel_at_most():
    from minitorch.train.recipes import shift_images
    images = mt.zeros(200, 1, 8, 8)
    images[:, 0, 3, 4] = 1
    moved = shift_images(images)
    assert moved.shape == images.shape and moved.sum().item() == 200
    places = {(p // 8 - 3, p % 8 - 4) for p in moved.reshape(200, 64).argmax(1).tolist()}
    assert places == {(y, x) for y in (-1, 0, 1) for x in (-1, 0, 1)}
    assert 90 < sum(moved[:, 0, 3, 4].tolist()) < 130
