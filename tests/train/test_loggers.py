"""Loggers write the numbers of a run: a table, and curves for TensorBoard."""

import csv

import pytest

import minitorch as mt
from minitorch import nn
from minitorch.data import DataLoader, TensorDataset
from minitorch.optim import SGD
from minitorch.train import CSVLogger, LearningRateMonitor, LightningModule, TensorBoardLogger, Trainer


class Line(LightningModule):
    def __init__(self, lr=0.1):
        super().__init__()
        self.save_hyperparameters()
        self.layer = nn.Linear(1, 1)
        self.example_input_array = mt.ones(2, 1)

    def forward(self, x):
        return self.layer(x)

    def training_step(self, batch, batch_idx):
        x, y = batch
        loss = nn.functional.mse_loss(self(x), y)
        self.log("loss", loss, on_step=True, on_epoch=True, prog_bar=True)
        self.log("hidden", 1.0, logger=False)
        return loss

    def validation_step(self, batch, batch_idx):
        self.log("val_loss", nn.functional.mse_loss(self(batch[0]), batch[1]))

    def configure_optimizers(self):
        return SGD(self.parameters(), self.hparams.lr)


def loader():
    x = mt.linspace(0, 1, 16).view(16, 1)
    return DataLoader(TensorDataset(x, 3 * x), 4)


def run(logger):
    trainer = Trainer(max_epochs=3, logger=logger, log_every_n_steps=2, enable_progress_bar=False,
                      callbacks=LearningRateMonitor("epoch"))
    trainer.fit(Line(), loader(), loader())
    return trainer


def test_a_table(tmp_path):
    run(CSVLogger(tmp_path, "line"))
    run(CSVLogger(tmp_path, "line"))
    assert sorted(path.name for path in (tmp_path / "line").iterdir()) == ["version_0", "version_1"]
    with open(tmp_path / "line" / "version_0" / "metrics.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert set(rows[0]) == {"epoch", "step", "loss_step", "loss_epoch", "val_loss", "lr-SGD"}
    assert [row["step"] for row in rows if row["loss_step"]] == ["1", "3", "5", "7", "9", "11"]
    means = [float(row["loss_epoch"]) for row in rows if row["loss_epoch"]]
    assert len(means) == 3 and means[2] < means[0]
    assert (tmp_path / "line" / "version_0" / "hparams.yaml").read_text(encoding="utf-8") == "lr: 0.1\n"


@pytest.mark.needs("tensorboard")
def test_curves(tmp_path):
    trainer = run(TensorBoardLogger(tmp_path, log_graph=True))
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
    events = EventAccumulator(trainer.logger.log_dir).Reload()
    assert {"loss_step", "loss_epoch", "val_loss", "epoch", "lr-SGD"} <= set(events.Tags()["scalars"])
    assert [point.step for point in events.Scalars("loss_step")] == [1, 3, 5, 7, 9, 11]
    assert any("layer" in node.name for node in events.Graph().node)


def test_nothing_is_written_unless_asked(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run(None)
    assert not list(tmp_path.iterdir())
