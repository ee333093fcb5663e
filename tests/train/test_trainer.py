"""The Trainer trains what knows its step, stops and tells what is missing."""

import sys
from types import SimpleNamespace

import numpy as np
import pytest
from train_helpers import Net, data, quiet, weights

import minitorch as mt
from minitorch import nn
from minitorch.data import DataLoader, Subset, TensorDataset
from minitorch.optim import SGD
from minitorch.serialization import LoadError
from minitorch.train import Callback, EarlyStopping, ModelCheckpoint, NotFinite, Timer, Trainer


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


def test_gradients_are_accumulated_from_an_epoch_on():
    net = Net()
    trainer = quiet(max_epochs=4, accumulate_grad_batches={1: 2, 3: 5})
    trainer.fit(net, data())
    assert trainer.global_step == 5 + 3 + 3 + 1


@pytest.mark.parametrize("wrong", [0, 1.5, {0: 0}, {-1: 2}, {"0": 2}, {0: 2.0}])
def test_a_number_of_batches_to_accumulate_is_1_or_more(wrong):
    with pytest.raises(ValueError, match="accumulate_grad_batches must be 1 or more, or a dict"):
        Trainer(accumulate_grad_batches=wrong)


def test_an_unknown_setting_is_answered_with_the_nearest_one():
    with pytest.raises(TypeError, match="argument 'max_epoch'. Here it is called 'max_epochs'."):
        Trainer(max_epoch=3)


def test_one_device_is_taken_and_several_are_refused():
    assert Trainer(devices=1) and Trainer(devices="auto")
    with pytest.raises(ValueError, match="devices=4: a Trainer uses one device. For several, see"):
        Trainer(devices=4)


def test_the_summary_has_the_parts_and_their_parameters(capsys):
    net = Net()
    net.layers[0].weight.requires_grad = False
    quiet(max_epochs=1, enable_model_summary=True).fit(net, data())
    said = capsys.readouterr().out.splitlines()
    assert said[2].split() == ["layers", "Sequential", "90"] and said[3] == "42 of 90 parameters learn"


def test_a_script_that_writes_to_a_file_prints_a_line_for_each_epoch(capsys, monkeypatch):
    monkeypatch.delattr(sys, "ps1", raising=False)
    Trainer(max_epochs=2).fit(Net(), data(), data())
    quiet(max_epochs=2).fit(Net(), data())
    monkeypatch.setattr(sys, "ps1", ">>> ", raising=False)       # a prompt, or a notebook
    Trainer(max_epochs=2).fit(Net(), data())
    said = capsys.readouterr().out.splitlines()
    assert [line.partition(", ")[0] for line in said] == ["epoch 1/2", "epoch 2/2"]
    assert all(f", {name} 0." in said[1] or f", {name} 1." in said[1] for name in ("loss_epoch", "val_loss", "val_acc"))


def of_classes(root, *names, **settings):
    """Batches of a data set with these classes, as ImageFolder has them."""
    found = data().dataset
    vars(found).update(root=root, classes=list(names), **settings)
    return DataLoader(Subset(found, range(16)), 8)


@pytest.mark.parametrize("names, said", [
    (("ball", "tent"), "val has no box, which train has"), (("ball", "box", "tent", "zebra"), "train has no zebra, wh"),
    (("an", "ball", "tent"), "val has no box, which train has; train has no an, which val has"),
    (("tent", "box", "ball"), "val has another order")])
def test_data_sets_that_number_classes_differently_are_refused(names, said):
    train, val = of_classes("train", "ball", "box", "tent"), of_classes("val", *names)
    with pytest.raises(ValueError, match=f"same label means different classes: {said}"):
        quiet(max_epochs=1).fit(Net(), train, val)
    net = Net()
    net.classes = ["ball", "box", "tent"]
    with pytest.raises(ValueError, match="val has.*allow_empty=True to ImageFolder"):
        quiet().validate(net, val, verbose=False)


@pytest.mark.parametrize("val", [of_classes("val", "ball", "box"), of_classes("val", "0", "1"), data(), [data()], None,
                                 of_classes("val", "tent", target_transform=len)])
def test_labels_that_mean_the_same_classes_or_cannot_be_compared_are_taken(val):
    quiet(max_epochs=1).fit(Net(), of_classes("train", "ball", "box", "tent"), val)


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


def test_a_run_that_shows_its_progress_says_why_it_stopped(capsys, monkeypatch):
    monkeypatch.delattr(sys, "ps1", raising=False)

    class Level(Net):
        def on_train_epoch_end(self):
            self.log("watched", 2.0)
    for watch, said in [
            (Timer(1e-6), "epoch 1 of 9: the Timer's 1e-06 seconds are over."),
            (EarlyStopping("watched", 0.1),
             "epoch 4 of 9: watched did not improve by more than 0.1 in the last 3 checks. Best: 2.")]:
        Trainer(max_epochs=9, callbacks=watch).fit(Level(), data())
        assert capsys.readouterr().out.splitlines()[-1] == f"Stopped after {said}"
        quiet(max_epochs=9, callbacks=watch).fit(Level(), data())
        assert not capsys.readouterr().out
    Trainer(max_epochs=1).fit(Level(), data())
    assert "Stopped" not in capsys.readouterr().out


def test_a_notebook_on_an_unknown_page_prints_a_line_for_each_epoch(capsys, monkeypatch):
    monkeypatch.setattr(sys, "ps1", ">>> ", raising=False)
    shell = SimpleNamespace(kernel=SimpleNamespace(_allow_stdin=True), user_ns={}, custom_exceptions=True)
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    Trainer(max_epochs=2).fit(Net(), data())
    assert len(capsys.readouterr().out.splitlines()) == 2
    shell.kernel._allow_stdin = False                        # a program runs the notebook
    Trainer(max_epochs=2).fit(Net(), data())
    assert not capsys.readouterr().out


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
    (lambda net: setattr(net, "training_step", lambda batch, i: 3.0), TypeError, "must return the loss, a Tensor"),
    (lambda net: setattr(net, "configure_optimizers", lambda: "adam"), TypeError, "configure_optimizers.. returns an"),
    (lambda net: setattr(net, "configure_optimizers", lambda: [SGD([mt.ones(1)], 1)] * 2), RuntimeError,
     "returned 2 optimizers; automatic optimization needs one"),
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
