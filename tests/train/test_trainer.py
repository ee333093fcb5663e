"""The Trainer trains what knows its step, stops and tells what is missing."""

import numpy as np
import pytest
from train_helpers import Net, data, quiet, weights

import minitorch as mt
from minitorch import nn
from minitorch.data import DataLoader, TensorDataset
from minitorch.optim import SGD
from minitorch.serialization import LoadError
from minitorch.train import Callback, EarlyStopping, ModelCheckpoint, NotFinite


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
