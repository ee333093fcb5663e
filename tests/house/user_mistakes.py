"""Usual mistakes, one in each line below the last blank line, which mypy and pyright must find; this is never run."""

import minitorch as mt
import minitorch.nn.functional as F
from minitorch import models, nn, optim, viz
from minitorch.data import DataLoader
from minitorch.train import EarlyStopping, ModelCheckpoint, Trainer
from minitorch.vision import transforms as T

x, net = mt.randn(2, 3), nn.Linear(3, 4)

x.sum(axs=0)
mt.softmax(x, dim="rows")
x.summ()
nn.Linear(3)
nn.Linear(3, "4")
nn.Conv2d(3, 16, 3, pading=1)
optim.Adam(net.parameters(), learning_rate=0.1)
F.cross_entropy(net(x))
DataLoader(x, batch_size="8")
T.ColorJitter(brightnes=0.2)
T.ColorJitter("0.2")
T.RandomRotation()
Trainer(max_epoch=3)
Trainer(max_epochs="3")
EarlyStopping("val_loss", patience="5")
ModelCheckpoint(monitor=net)
models.LeNet(classes=10)
viz.plot(x, {}, colour="red")
