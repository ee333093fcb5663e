"""Modules and data for the tests of the Trainer."""

import random

import numpy as np

import minitorch as mt
from minitorch import nn
from minitorch.data import DataLoader, Dataset, TensorDataset
from minitorch.optim import AdamW
from minitorch.optim.lr_scheduler import OneCycleLR
from minitorch.train import LightningModule, Trainer


def quiet(**settings):
    return Trainer(enable_progress_bar=False, **settings)


class Noisy(Dataset):
    """Samples that draw from all random generators: Python's, NumPy's and minitorch's."""

    def __init__(self, x):
        self.x = x

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        shift = 0.01 * (random.random() + np.random.rand() + mt.rand(()).item())
        return self.x[i] + shift, (self.x[i, 0] > 0).long()


class Net(LightningModule):
    """A network with random numbers and state: dropout, batch norm, a learning rate schedule."""

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
