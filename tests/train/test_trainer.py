"""The Trainer trains what knows its step, stops, writes and goes on, exact to the bit."""

import random

import numpy as np
import pytest

import minitorch as mt
from minitorch import nn
from minitorch.data import DataLoader, Dataset, TensorDataset
from minitorch.optim import LBFGS, SGD, AdamW
from minitorch.optim.lr_scheduler import OneCycleLR, ReduceLROnPlateau, StepLR
from minitorch.serialization import LoadError
from minitorch.train import (
    Callback,
    EarlyStopping,
    LambdaCallback,
    LightningDataModule,
    LightningModule,
    ModelCheckpoint,
    NotFinite,
    Timer,
    Trainer,
)


def quiet(**settings):
    return Trainer(enable_progress_bar=False, **settings)


class Noisy(Dataset):
    """Samples that draw from every stream of random numbers there is."""

    def __init__(self, x):
        self.x = x

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        shift = 0.01 * (random.random() + np.random.rand() + mt.rand(()).item())
        return self.x[i] + shift, (self.x[i, 0] > 0).long()


class Net(LightningModule):
    """Dropout, batch norm, a schedule: everything that draws numbers or has state."""

    def __init__(self, width=8, lr=0.02):
        super().__init__()
        self.save_hyperparameters()
        self.layers = nn.Sequential(nn.Linear(6, width), nn.BatchNorm1d(width), nn.ReLU(), nn.Dropout(0.3),
                                    nn.Linear(width, 2))
        self.losses = []

    def forward(self, x):
        return self.layers(x)

    def training_step(self, batch, batch_idx):
        x, y = batch
        loss = nn.functional.cross_entropy(self(x), y)
        self.losses.append(loss.item())
        self.log("loss", loss, on_epoch=True)
        return loss

    def validation_step(self, batch, batch_idx):
        x, y = batch
        self.log("val_loss", nn.functional.cross_entropy(self(x), y))
        self.log("val_acc", (self(x).argmax(1) == y).float().mean())

    def configure_optimizers(self):
        optimizer = AdamW(self.parameters(), lr=self.hparams.lr)
        schedule = OneCycleLR(optimizer, 0.05, 60, cycle_momentum=False)
        return {"optimizer": optimizer, "lr_scheduler": {"scheduler": schedule, "interval": "step"}}


def data(count=40, batch=8, generator=None, noisy=False):
    x = mt.randn(count, 6)
    data = Noisy(x) if noisy else TensorDataset(x, (x[:, 0] > 0).long())
    return DataLoader(data, batch, shuffle=True, generator=generator)


def start_anew(seed=5):
    mt.manual_seed(seed)
    np.random.seed(seed)
    random.seed(seed)


def weights(module):
    return {name: value.tolist() for name, value in module.state_dict().items()}


def test_it_learns_and_says_what_it_reached():
    net, loader = Net(), data()
    trainer = quiet(max_epochs=12)
    trainer.fit(net, loader, data())
    assert trainer.global_step == 60 and trainer.current_epoch == 12
    assert np.mean(net.losses[-5:]) < 0.6 * np.mean(net.losses[:5])
    metrics = trainer.callback_metrics
    assert set(metrics) == {"loss_step", "loss_epoch", "val_loss", "val_acc"}
    assert metrics["loss_epoch"].item() == pytest.approx(np.mean(net.losses[-5:]), rel=1e-6)
    found, = trainer.validate(net, data(), verbose=False)
    assert set(found) == {"val_loss", "val_acc"} and net.training


@pytest.mark.parametrize("own", [False, True], ids=["default generator", "own generator"])
@pytest.mark.parametrize("stop, accumulate", [(10, 1), (7, 1), (13, 1), (5, 2)])
def test_a_resumed_run_has_the_same_bits(tmp_path, own, stop, accumulate):
    """Stopped between two epochs (10), within one, and where gradients of a half step wait."""
    def fresh():
        start_anew()
        generator = mt.Generator().manual_seed(9) if own else None
        return Net(), data(generator=generator, noisy=True), data(generator=generator)
    def trainer(**settings):
        return quiet(max_epochs=4, accumulate_grad_batches=accumulate, **settings)
    whole, *loaders = fresh()
    first = trainer()
    first.fit(whole, *loaders)

    cut, *loaders = fresh()
    def save(run, module, *rest):
        if run.loop.total_batches == stop:
            run.save_checkpoint(str(tmp_path / "run.ckpt"))
            run.should_stop = True
    trainer(callbacks=LambdaCallback(on_train_batch_end=save)).fit(cut, *loaders)

    start_anew(99)
    other, loader, held_out = Net(), data(noisy=True), data()
    _, loader, held_out = fresh()
    start_anew(77)
    second = trainer()
    second.fit(other, loader, held_out, ckpt_path=tmp_path / "run.ckpt")
    assert other.losses == whole.losses[stop:]
    assert weights(other) == weights(whole)
    assert second.global_step == first.global_step
    assert {k: v.item() for k, v in second.callback_metrics.items()} == \
           {k: v.item() for k, v in first.callback_metrics.items()}


def test_resuming_from_the_file_after_an_epoch_keeps_what_callbacks_know(tmp_path):
    def callbacks():
        return [EarlyStopping("val_loss", patience=50), ModelCheckpoint(tmp_path, save_top_k=-1)]
    start_anew()
    whole, train, val = Net(), data(), data()
    one = callbacks()
    quiet(max_epochs=4, callbacks=one).fit(whole, train, val)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == [f"epoch={i}-step={5 * i + 5}.ckpt" for i in range(4)]

    start_anew()
    other, train, val = Net(), data(), data()
    start_anew(3)
    two = callbacks()
    quiet(max_epochs=4, callbacks=two).fit(other, train, val, ckpt_path=tmp_path / names[1])
    assert other.losses == whole.losses[10:] and weights(other) == weights(whole)
    assert two[0].best_score == one[0].best_score and two[0].wait_count == one[0].wait_count


def test_gradients_of_several_batches_are_those_of_a_large_one():
    class Plain(nn.Module):                              # no LightningModule: an nn.Module with steps trains too
        def __init__(self):
            super().__init__()
            self.layer = nn.Linear(6, 1)

        def training_step(self, batch, batch_idx):
            return self.layer(batch[0]).square().mean()

        def configure_optimizers(self):
            return SGD(self.parameters(), 0.1)

        def train_dataloader(self):
            return self.loader
    x = mt.randn(32, 6)
    small, large = Plain(), Plain()
    large.load_state_dict(small.state_dict())
    small.loader, large.loader = DataLoader(TensorDataset(x), 4), DataLoader(TensorDataset(x), 16)
    one, two = quiet(max_epochs=3, accumulate_grad_batches=4), quiet(max_epochs=3)
    one.fit(small), two.fit(large)
    assert one.global_step == two.global_step == 6
    assert mt.allclose(small.layer.weight, large.layer.weight, atol=1e-6)


def test_a_stream_of_unknown_length_takes_its_last_short_step():
    net = Net()
    batches = list(data())
    trainer = quiet(max_epochs=2, accumulate_grad_batches=2)
    trainer.fit(net, Stream(batches))
    assert trainer.global_step == 6 and len(net.losses) == 10


class Stream:
    """Batches without a length."""

    def __init__(self, batches):
        self.batches = batches

    def __iter__(self):
        return iter(self.batches)


@pytest.mark.parametrize("how, most", [("norm", 0.01), ("value", 0.001)])
def test_gradients_are_clipped_before_the_step(how, most):
    seen = []

    class Look(Callback):
        def on_train_batch_end(self, trainer, module, outputs, batch, batch_idx):
            grads = [p.grad for p in module.parameters()]
            seen.append(max(g.abs().max().item() for g in grads) if how == "value" else
                        float(sum((g * g).sum() for g in grads)) ** 0.5)
    quiet(max_epochs=1, gradient_clip_val=most, gradient_clip_algorithm=how, callbacks=Look()).fit(Net(), data())
    assert all(value <= most * 1.001 for value in seen) and max(seen) > 0.9 * most


def test_early_stopping_and_the_best_file(tmp_path):
    class Scripted(Net):
        script = iter([3.0, 2.0, 1.0, 1.5, 1.2, 1.1, 0.1])

        def validation_step(self, batch, batch_idx):
            if batch_idx == 0:
                self.value = next(self.script)
            self.log("val_loss", self.value)
    keeper = ModelCheckpoint(tmp_path, "{epoch:02d}-{val_loss:.1f}", monitor="val_loss", save_top_k=2, save_last=True)
    trainer = quiet(max_epochs=20, num_sanity_val_steps=0,
                    callbacks=[EarlyStopping("val_loss", patience=3), keeper])
    net = Scripted()
    trainer.fit(net, data(), data())
    assert trainer.current_epoch == 6
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "epoch=02-val_loss=1.0.ckpt", "epoch=05-val_loss=1.1.ckpt", "last.ckpt"]
    assert keeper.best_model_path.endswith("epoch=02-val_loss=1.0.ckpt") and keeper.best_model_score == 1.0
    again = Net.load_from_checkpoint(keeper.best_model_path)
    assert again.hparams == {"width": 8, "lr": 0.02}
    other = Net()
    trainer.predict(other, data(), ckpt_path="best")
    assert weights(other) == weights(again)


@pytest.mark.parametrize("settings, stops", [
    ({"stopping_threshold": 2.5}, 2), ({"divergence_threshold": 2.9}, 1), ({"patience": 1, "mode": "max"}, 2)])
def test_other_reasons_to_stop(settings, stops):
    class Falling(Net):
        def on_train_epoch_end(self):
            self.log("watched", 3.0 - self.current_epoch)
    trainer = quiet(max_epochs=9, callbacks=EarlyStopping("watched", **settings))
    trainer.fit(Falling(), data())
    assert trainer.current_epoch == stops


def test_hooks_come_in_lightnings_order():
    called = []

    class Spy(Callback):
        def __getattr__(self, name):
            if name.startswith("on_") and not name.endswith(("checkpoint", "closed")):
                return lambda *args: called.append(name)
            raise AttributeError(name)
    quiet(max_epochs=1, limit_train_batches=1, limit_val_batches=1, num_sanity_val_steps=1, callbacks=Spy()).fit(
        Net(), data(), data())
    validation = ["on_validation_start", "on_validation_epoch_start", "on_validation_batch_start",
                  "on_validation_batch_end", "on_validation_epoch_end", "on_validation_end"]
    assert called == [
        "on_fit_start", "on_sanity_check_start", *validation, "on_sanity_check_end", "on_train_start",
        "on_train_epoch_start", "on_train_batch_start", "on_before_zero_grad", "on_before_backward",
        "on_after_backward", "on_before_optimizer_step", "on_train_batch_end", *validation, "on_train_epoch_end",
        "on_train_end", "on_fit_end"]


def test_steps_of_ones_own_with_two_optimizers():
    class Pair(LightningModule):
        def __init__(self):
            super().__init__()
            self.automatic_optimization = False
            self.a, self.b = nn.Linear(6, 6), nn.Linear(6, 1)

        def training_step(self, batch, batch_idx):
            one, two = self.optimizers()
            self.toggle_optimizer(one)
            loss = self.b(self.a(batch[0])).square().mean()
            one.zero_grad()
            self.manual_backward(loss)
            assert self.b.weight.grad is None or self.global_step
            one.step()
            self.untoggle_optimizer(one)
            loss = self.b(self.a(batch[0]).detach()).square().mean()
            two.zero_grad()
            self.manual_backward(loss)
            two.step()
            self.log_dict({"b": loss}, prog_bar=True)

        def configure_optimizers(self):
            return [SGD(self.a.parameters(), 0.01), SGD(self.b.parameters(), 0.01)], []
    trainer = quiet(max_epochs=2)
    trainer.fit(Pair(), data())
    assert trainer.global_step == 20 and "b" in trainer.callback_metrics


def test_a_datamodule_a_prediction_and_limits():
    class Digits(LightningDataModule):
        def setup(self, stage=None):
            self.stage, self.x = stage, mt.randn(40, 6)

        def train_dataloader(self):
            return DataLoader(TensorDataset(self.x, (self.x[:, 0] > 0).long()), 8)

        val_dataloader = test_dataloader = predict_dataloader = train_dataloader

    class Tested(Net):
        def test_step(self, batch, batch_idx):
            self.log("test_loss", nn.functional.cross_entropy(self(batch[0]), batch[1]))
    digits, net = Digits(), Tested()
    trainer = quiet(max_epochs=1, limit_train_batches=0.4, limit_val_batches=1, limit_predict_batches=3)
    trainer.fit(net, datamodule=digits)
    assert trainer.global_step == 2 and digits.stage == "fit"
    assert set(trainer.test(net, datamodule=digits, verbose=False)[0]) == {"test_loss"}
    out = trainer.predict(net, datamodule=digits)
    assert len(out) == 3 and out[0].shape == (8, 2) and not out[0].requires_grad
    quick = quiet(fast_dev_run=True, callbacks=ModelCheckpoint("never"))
    quick.fit(net, digits)
    assert quick.global_step == 1


def test_validation_within_an_epoch_and_the_plateau():
    class Flat(Net):
        def validation_step(self, batch, batch_idx):
            self.log("val_loss", 1.0)

        def configure_optimizers(self):
            optimizer = SGD(self.parameters(), 1.0)
            return [optimizer], [{"scheduler": ReduceLROnPlateau(optimizer, factor=0.5, patience=0),
                                  "monitor": "val_loss"}, StepLR(optimizer, 100)]
    net, times = Flat(), []
    trainer = quiet(max_epochs=3, val_check_interval=2, num_sanity_val_steps=0,
                    callbacks=LambdaCallback(on_validation_end=lambda run, module: times.append(run.global_step)))
    trainer.fit(net, data(), data())
    assert times == [2, 4, 7, 9, 12, 14]
    assert trainer.optimizers[0].param_groups[0]["lr"] == 0.25


def test_optimizers_that_call_the_step_again():
    class Bowl(Net):
        def configure_optimizers(self):
            return LBFGS(self.parameters(), max_iter=5, line_search_fn="strong_wolfe")
    net = Bowl()
    quiet(max_epochs=3).fit(net.eval(), DataLoader(data().dataset, 40))
    assert len(net.losses) > 6 and net.losses[-1] < net.losses[0]


def test_ctrl_c_keeps_what_was_reached(monkeypatch, capsys):
    import sys
    monkeypatch.setattr(sys, "ps1", ">>> ", raising=False)
    def press(trainer, module, *rest):
        if trainer.global_step == 7:
            raise KeyboardInterrupt
    trainer = quiet(max_epochs=9, callbacks=LambdaCallback(on_train_batch_end=press))
    trainer.fit(Net(), data())
    assert trainer.interrupted and "Stopped in epoch 2 of 9" in capsys.readouterr().out
    monkeypatch.delattr(sys, "ps1")
    with pytest.raises(KeyboardInterrupt):
        quiet(max_epochs=9, callbacks=LambdaCallback(on_train_batch_end=press)).fit(Net(), data())


def test_a_timer_ends_the_run():
    trainer = quiet(max_epochs=1000, callbacks=Timer({"seconds": 0.05}))
    net = Net()
    net.configure_optimizers = lambda: SGD(net.parameters(), 0.01)
    trainer.fit(net, data())
    assert 0 < trainer.global_step < 5000


def test_precision(cupy):
    with pytest.raises(ValueError, match="precision '8' is unknown"):
        quiet(precision="8").fit(Net(), data())
    net = Net()
    quiet(max_epochs=1, precision="64", accelerator="cpu").fit(net, data())
    assert net.layers[0].weight.dtype is mt.float64
    with pytest.warns(UserWarning, match="no mixed precision here; float32 is used"):
        quiet(max_epochs=1, precision="bf16-mixed", accelerator="cpu").fit(Net(), data())


@pytest.mark.parametrize("change, error, message", [
    (lambda net: setattr(net, "training_step", lambda batch, i: 3.0), TypeError, "returns the loss, a Tensor"),
    (lambda net: setattr(net, "configure_optimizers", lambda: "adam"), TypeError, "configure_optimizers.. returns an"),
    (lambda net: setattr(net, "configure_optimizers", lambda: [SGD([mt.ones(1)], 1)] * 2), RuntimeError,
     "gave 2 optimizers, and automatic optimization steps one"),
    (lambda net: net.layers[0].weight.data.fill_(float("nan")), NotFinite, "the loss is nan at step 1 of epoch 1")])
@pytest.mark.filterwarnings("ignore:the loss is nan")
def test_mistakes_are_told(change, error, message):
    net = Net()
    net.log = lambda *args, **settings: None
    change(net)
    with pytest.raises(error, match=message):
        quiet(max_epochs=1).fit(net, data())


def test_what_is_missing_is_told(tmp_path):
    with pytest.raises(TypeError, match="needs a module with training_step; Linear has none"):
        quiet(max_epochs=1).fit(nn.Linear(2, 2), data())
    with pytest.raises(TypeError, match="needs batches to train on"):
        quiet(max_epochs=1).fit(Net())
    with pytest.raises(RuntimeError, match="'val_los', which was not logged. Logged: .*val_loss"):
        quiet(max_epochs=1, callbacks=EarlyStopping("val_los")).fit(Net(), data(), data())
    with pytest.raises(RuntimeError, match="no Trainer is running this module"):
        Net().log("a", 1.0)
    trainer = quiet(max_epochs=1)
    trainer.fit(Net(), data())
    trainer.save_checkpoint(str(tmp_path / "w.ckpt"), weights_only=True)
    with pytest.raises(LoadError, match="it lacks optimizer_states, .*load_from_checkpoint"):
        quiet(max_epochs=2).fit(Net(), data(), ckpt_path=tmp_path / "w.ckpt")
