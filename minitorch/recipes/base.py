"""The base class of all recipes: a module with data, a training step, and results to show at the end."""

from math import cos, pi

from .. import optim
from ..optim.lr_scheduler import LambdaLR
from ..train import LightningModule


class Recipe(LightningModule):
    """A network with its data. A subclass builds both in __init__(root), and defines

    loss(batch)     returns the mean loss of a batch
    report()        returns {name: number} for unseen data, at the end of each epoch; `reported` has the names
    show(path)      writes results to files next to `path`, and returns lines to print

    epochs, lr, weight_decay   settings of the run; warmup: the number of steps in which the learning rate rises
    """

    epochs, lr, weight_decay, warmup = 10, 3e-3, 0.01, 50
    reported = ("accuracy",)             # the keys of the dict that report() returns
    clip = 1.0               # a step clips its gradients to this norm

    def training_step(self, batch, batch_idx):
        loss = self.loss(batch)
        self.log("loss", loss)
        return loss

    def on_train_epoch_end(self):
        training = self.training
        self.eval()
        for name, value in self.report().items():
            self.log(name, value, batch_size=1)
        self.train(training)

    def configure_optimizers(self):
        """Return AdamW and a schedule: the rate rises over `warmup` steps, and falls along a cosine to 5 %."""
        optimizer = optim.AdamW(self.parameters(), lr=self.lr, weight_decay=self.weight_decay)
        steps = len(self.train_dataloader()) * self.trainer.max_epochs

        def rate(step):
            return min(1, (step + 1) / self.warmup) * (0.05 + 0.95 * (1 + cos(pi * min(1, step / steps))) / 2)
        return {"optimizer": optimizer, "lr_scheduler": {"scheduler": LambdaLR(optimizer, rate), "interval": "step"}}

    def describe(self):
        """Return one line that names the model and its data."""
        return f"{type(self).__name__}: {sum(p.numel() for p in self.parameters()):,} parameters"

    def show(self, path):
        return []
