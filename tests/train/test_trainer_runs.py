"""A run under the Trainer goes on with every bit the same; its hooks, loops and limits."""

import pytest
from train_helpers import Net, data, quiet, start_anew, weights

import minitorch as mt
from minitorch import nn
from minitorch.data import DataLoader, TensorDataset
from minitorch.optim import LBFGS, SGD
from minitorch.optim.lr_scheduler import ReduceLROnPlateau, StepLR
from minitorch.train import (
    Callback,
    EarlyStopping,
    LambdaCallback,
    LightningDataModule,
    LightningModule,
    ModelCheckpoint,
    Timer,
)


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


def test_a_checkpoint_of_other_settings_names_them(tmp_path):
    path = tmp_path / "last.ckpt"
    first = quiet(max_epochs=1)
    first.fit(Net(width=8), data())
    first.save_checkpoint(path)
    for other in (lambda net: quiet(max_epochs=2).fit(net, data(), ckpt_path=path),
                  lambda net: quiet().validate(net, data(), ckpt_path=path)):
        with pytest.raises(RuntimeError, match="size mismatch(.|\n)*with other settings: width was 8, and is 4.$"):
            other(Net(width=4))


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


def test_ctrl_c_keeps_what_was_reached(monkeypatch, capsys, tmp_path):
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
    assert not capsys.readouterr().out
    for weights_only in (False, True):
        keep = ModelCheckpoint(tmp_path / "kept", save_last=True, save_weights_only=weights_only)
        with pytest.raises(KeyboardInterrupt):
            quiet(max_epochs=9, callbacks=[LambdaCallback(on_train_batch_end=press), keep]).fit(Net(), data())
        file = str(tmp_path / "kept" / "last.ckpt")
        assert capsys.readouterr().out == ("" if weights_only else
                                           f"Stopped in epoch 2 of 9. trainer.fit(…, ckpt_path={file!r}) goes on.\n")


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
    net, inside = Net(), []
    net.register_forward_hook(lambda *given: inside.append(mt.is_autocast_enabled("cpu")))
    quiet(max_epochs=1, precision="bf16-mixed", accelerator="cpu").fit(net, data())
    assert inside and all(inside) and net.layers[0].weight.dtype is mt.float32
    with pytest.warns(UserWarning, match="no mixed precision here; float32 is used"):
        quiet(max_epochs=1, precision="bf16-mixed", accelerator="gpu").fit(Net(), data())
